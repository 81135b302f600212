"""The drawing of a Pathfinder board.

`UPDATE_GOLDEN=1 pytest tests/cli/test_pathfinder_board.py` writes the golden drawings anew; read them before committing.
"""

import random
import re

import pytest
from rich.cells import cell_len
from rich.text import Text

from cli.film import Film
from cli.views.frame import Glyphs, Marks, box
from cli.views.pathfinder_board import board
from cli.views.pathfinder_words import Cards, Scene, is_pile, parts, pile_words, told
from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.card_values import ToldCard, ToldLocation
from engine.pathfinder.cards import Requirement
from engine.pathfinder.events import CharacterSetup, LocationSetup
from engine.pathfinder.game import GAME
from engine.pathfinder.offers import prompt
from engine.pathfinder.position import position
from engine.pathfinder.zones import Pile, counted, of
from tests.cli.drawing import golden, printed
from tests.cli.pathfinder_tables import WINDOWS, changed_keys, every_key_is_told, flat, four_players, json_of
from tests.cli.running import FIXTURES
from tests.cli.table import Terminal, gamelog, session_at
from tests.engine.pathfinder.given import (
    against,
    attempt,
    check,
    damage,
    dice,
    died,
    effect,
    explore,
    meet,
    move,
    play,
    plus,
    power,
    reset,
    resolved,
    started,
    table,
    where,
    who,
)
from tests.engine.pathfinder.walking import brigandoom, thrown, walk

GLYPHS = Glyphs()
WIDTHS = (60, 80, 100, 116, 120, 160)


def drawing(state, width, before=None, events=(), players=None, as_flat=position, **more):
    """The board of a state, with what changed since another marked."""
    now, then = as_flat(state), None if before is None else as_flat(before)
    asked = prompt(state)
    return board(
        now,
        players=players or state.names,
        width=width,
        changed=frozenset() if then is None else changed_keys(now, then),
        before=then,
        latest=[json_of(event) for event in events],
        prompt=asked.text if asked else "the game is over",
        **more,
    )


def draw(state, width, *args, encoding="utf-8", **more):
    return printed(drawing(state, width, *args, **more), width, encoding)


COMBAT = check(
    "Kyra", "defeat", 12, 17, skill="Combat", dice=dice((10, 1, "Strength"), (6, 6, "Mace"), (6, 2, "Mace")),
    modifiers=plus((3, "Melee")), which=1,
)  # fmt: skip
PICK = e.RandomPick(
    why="who is hit", dice=dice((4, 2)), choices=("Kyra", "Valeros", "Merisiel", "Ezren"), picked="Valeros"
)


def failed_check():
    """A henchman with two checks, the first of which has just failed."""
    before = four_players().when(explore("Kyra", "Bandit", "henchman", checks=2))
    return before.when(COMBAT).now, before.now, (COMBAT,)


def villain():
    """A villain, a closing elsewhere, a summoned monster within it, damage, and a die that picked its victim."""
    before = four_players().when(
        explore("Kyra", "Jubrayl Vhiski", "villain", checks=2),
        against("Merisiel", "Waterfront", None),
        check("Merisiel", "temp_close", 9, 8, skill="Dexterity"),
    )
    after = before.when(
        PICK, damage("Valeros", 2, "before", type="Fire"), meet("Ezren", "Goblin Raider", summoned=True, checks=1)
    )
    return after.now, before.now, (PICK,)


def posted():
    """A piece of play by post: nothing of most is known, two encounters are left pending."""
    before, event, _ = WINDOWS["A10"][-1]
    after = WINDOWS["A10"][-1][2]
    return after, before, (event,)


@pytest.mark.parametrize("width", [60, 80, 120])
@pytest.mark.parametrize("made", [failed_check, villain, posted])
def test_a_board_looks_like_its_golden_drawing(made, width):
    drawn = draw(made()[0], width, made()[1], made()[2], title="tuesday#41")

    assert draw(made()[0], width, made()[1], made()[2], title="tuesday#41", as_flat=flat) == drawn
    assert golden(f"pathfinder-{made.__name__.replace('_', '-')}-{width}", drawn) == drawn


def right_shape(text, width):
    """No line is wider, and below 116 columns every frame is closed in its last column."""
    lines = text.splitlines()
    assert max(map(cell_len, lines)) <= width
    if width < 116:
        assert {cell_len(line) for line in lines if line[0] in "│╭╰"} == {width}


@pytest.mark.parametrize("players", range(1, 7))
def test_every_state_of_a_random_scenario_is_drawn_at_every_width(players):
    _, steps = walk(players, players, "seed" if players % 2 else "official")
    for number, (before, event, after) in enumerate(steps):
        width = WIDTHS[number % len(WIDTHS)]
        text = draw(after, width, before, (event,), encoding="ascii" if number % 7 == 0 else "utf-8")

        assert max(map(cell_len, text.splitlines())) <= width
        if number % 7:
            right_shape(text, width)


@pytest.mark.parametrize("seed", range(4))
def test_whatever_a_record_holds_is_drawn_and_told(seed):
    chance = random.Random(seed)
    start = started(*(who(name, chance.choice(("L1", "L2")), deck=3) for name in "ABC"), mode="record")
    state = reducer.start(start)
    for number in range(100):
        event = thrown(chance, "ABC", ("L1", "L2", "L3"))
        if reducer.check(state, event):
            continue
        after, _ = reducer.evolve(state, event)
        right_shape(draw(after, WIDTHS[number % len(WIDTHS)], state, (event,)), WIDTHS[number % len(WIDTHS)])
        every_key_is_told(state, after)
        state = after


@pytest.mark.parametrize("name", WINDOWS)
def test_play_by_post_is_drawn_and_told(name):
    for before, event, after in WINDOWS[name]:
        for width in WIDTHS:
            right_shape(draw(after, width, before, (event,)), width)
        every_key_is_told(before, after)


def test_the_worst_position_fits_into_the_narrowest_board():
    names = (
        "Maximiliane von Hohenlohe", "Maximiliane von Hohenfels", "非常長的中文名字也要對齊", "[bold]x[/]",
        "Fourth. of her. Name", "Sixth",
    )  # fmt: skip
    places = [f"The Very Long Name of a Location {number}" for number in range(8)]
    cards = [f"Blessing of a God with a Long Name {number}" for number in range(20)]
    people = [
        CharacterSetup(
            name=name, location=places[0], hand_size=5, hand=of(*cards[:7]), deck=of(*cards), discard=of(*cards),
            buried=of(*cards), displayed=of(*cards),
        )
        for name in names
    ]  # fmt: skip
    locations = [
        LocationSetup(name=name, deck=Pile(size=20, top=tuple(cards)), closing="Wisdom " * 20) for name in places
    ]
    state = table(*people, places=locations, on_turn=names[0], scenario="S" * 200, villains=(cards[0],)).now
    everything = frozenset(flat(state))
    for width in (60, 80, 100, 120, 160):
        drawn = board(
            flat(state), players=("a\tb\nc\x1b[2J", *names[1:]), width=width, changed=everything, title="t" * 300,
            prompt="go on " * 60, latest=[json_of(COMBAT), json_of(PICK)],
        )  # fmt: skip
        text = printed(drawn, width)

        right_shape(text, width)
        assert "\x1b" not in text


@pytest.mark.parametrize("made", [failed_check, villain])
def test_four_players_at_eighty_columns_stay_below_fifty_lines(made):
    state, before, events = made()

    assert len(draw(state, 80, before, events).splitlines()) < 50
    assert len(draw(four_players().now, 80).splitlines()) <= 40


@pytest.mark.parametrize("width", WIDTHS)
def test_every_number_and_every_known_card_is_on_the_board(width):
    state = flat(four_players().now)
    text = " ".join(printed(drawing(four_players().now, width), width).replace("│", " ").split())
    for key, value in state.items():
        if not is_pile(key) or (parts(key)[2] == "deck" and parts(key)[1] == "Ezren"):
            continue
        pile = Cards.of(value)
        assert re.search(rf"(?<!\d){re.escape(pile.count)}(?!\d)", text)
        for card in pile.known:
            assert card in text, key
    for name in ("Farmhouse", "Waterfront", "Academy", "Woods", "Wooden Bridge", "Thassilonian"):
        assert name in text
    assert "to close: Wisdom or Divine 6" in text
    assert "Blessing of Torag" in text
    assert "turn 7 of Kyra" in text


def test_a_pile_is_told_by_what_is_known_of_it():
    def said(pile, *, ordered=True, most=200):
        state = {"blessings": [pile.size, list(pile.top), list(pile.loose), list(pile.bottom)]}
        scene = Scene(state, (), Marks(state, frozenset(), None))
        return " ".join(word.plain for word in told(pile_words(scene, "blessings", GLYPHS, ordered=ordered), most))

    assert said(counted(5)) == "5 unknown"
    assert said(Pile()) == ""
    assert said(of("B", "A")) == "shuffled A, B"
    assert said(of("A")) == "A"
    assert said(Pile(size=6, top=("T", "U"), loose=("L", "L"), bottom=("B",))) == (
        "top T, U; bottom B; somewhere L ×2; 1 unknown"
    )
    assert said(Pile(loose=("L",)), ordered=True) == "somewhere L"
    assert said(Pile(size=4, top=("Z",), loose=("A",)), ordered=False) == "A, Z, 2 unknown"
    assert said(of(*"ABCDEFGH"), most=20) == "shuffled A, B, C; 5 more"


def test_nobody_said_is_not_drawn_as_none():
    state = table(who("A", hand=None, deck=None, discard=None, hand_size=None), places=(where("L1", None),)).now
    text = draw(state, 80)

    assert "None" not in text
    assert re.search(r"A +L1 +\? +\? +\? +0 +0", text)
    assert "? not known" in text


def test_the_dice_of_the_latest_check_are_shown():
    text = draw(*failed_check()[:1], 100, *failed_check()[1:])

    assert "Kyra Combat 17 to defeat Bandit (1): d10 [1] Strength 2d6 [6][2] Mace +3 Melee = 12 failed by 5" in (
        " ".join(text.replace("│", " ").split())
    )


@pytest.mark.parametrize(
    ("event", "expected"),
    [
        (check("A", total=16, difficulty=12), "A a check 12 to defeat: = 16 success by 4"),
        (check("A", total=12, difficulty=12, skill="Wisdom"), "A Wisdom 12 to defeat: = 12 success exactly"),
        (check("A", total=16, difficulty=12, outcome="fail"), "= 16 failed as posted, against 12"),
        (check("A", total=9, difficulty=12, after=plus((3, "Bear"))), "= 9 then +3 Bear = 12 success exactly"),
        (check("A", auto="success", why="loot"), "success without dice loot"),
        (check("A", difficulty=8, difficulty_parts=plus((6, ""), (2, "storm"))), "8 (+6 +2 storm) to defeat"),
        (check("A", total=5, reroll_by="luck"), "rolled again by luck: = 5"),
        (check("A", total=20, difficulty=9, deliberate=True), "failed on purpose"),
        (check("A", outcome="success", purpose="recharge", card="Cure"), "A a check to recharge Cure: success"),
        (
            e.RandomPick(why="place", dice=dice((6, 3)), choices=("L1", "L2"), picked="L1"),
            "place: d6 [3] → L1 of L1, L2",
        ),
        (e.RandomPick(dice=dice((2, 1)), choices=("L1", "L2"), picked="L1"), "a pick: d2 [1] → L1 of L1, L2"),
        (damage("A", 3, dice=dice((4, 3), (4, 1)), modifiers=plus(-1)), "damage to A: 2d4 [3][1] -1 = 3"),
    ],
)
def test_what_dice_decided_is_told(event, expected):
    text = draw(table().now, 100, None, (event,))

    assert expected in " ".join(text.replace("│", " ").split())


def test_what_has_to_be_settled_is_listed():
    game = table().when(damage("B", 3, type="Combat"), effect("permit", "", subject="evade_any", source="Map"))
    text = draw(game.now, 80)

    assert "damage     B takes 3 Combat damage for the failed check" in text
    assert 'allowed    "evade any", by Map' in text


def once_blank(text):
    """The words of a board without its frames."""
    return " ".join(text.replace("│", " ").split())


def test_what_a_card_is_known_to_ask_for_is_shown_before_it_was_stated():
    game = table().when(explore("A", "Goblin Raider", "monster"))

    assert "checks Combat 8: due" in once_blank(draw(game.now, 80))
    assert "Combat 8" not in draw(table(set="Skull & Shackles").when(explore("A", "Goblin Raider", "monster")).now, 80)


def test_what_the_owner_told_of_a_card_and_a_location_is_shown():
    ask = Requirement(skills=("Wisdom", "Divine"), difficulty=6)
    cards = e.CardsTold(
        cards=(
            ToldCard(name="Mugslup", type="villain", check=((Requirement(skills=("Combat",), difficulty=30),), (ask,))),
        ),
        locations=(ToldLocation(name="L1", closing=(ask,), closing_text="bury a spell"),),
    )
    text = once_blank(draw(table().when(cards, explore("A", "Mugslup", "villain")).now, 80))

    assert "checks 1 Combat 30: due; 2 Wisdom or Divine 6: due" in text
    assert "to close: Wisdom or Divine 6; bury a spell" in text


def test_a_stated_check_that_is_not_the_known_one_stands_beside_it():
    game = table(mode="table").when(
        explore("A", "Goblin Raider", "monster"), check("A", total=4, difficulty=9, skill="Combat")
    )

    assert "checks Combat 8, stated Combat 9: A failed" in once_blank(draw(game.now, 100))


def test_a_check_that_was_stated_for_a_closing_stays_with_the_location():
    game = table(who("A", "L1"), places=(where("L1", 0), "L2")).when(
        attempt("A", "L1"), check("A", "close", 3, 6, skill="Wisdom")
    )

    assert re.search(r"L1 +open +0 +A +to close: Wisdom 6", draw(game.now, 100))


def test_cards_played_for_a_check_are_listed_until_it_is_made():
    game = table(who("A", hand=of("Mace", "Bear")), who("B", hand=of("Sage"))).when(
        explore("A", "Bandit", "monster"), play("A", "Mace", "weapon", "reveal", replaces=True),
        power("B", "encourage"),
    )  # fmt: skip

    assert "played A Mace (sets the dice); B encourage" in once_blank(draw(game.now, 80))
    assert "│ played" not in draw(game.when(check("A", total=9, difficulty=9)).now, 80)


def test_what_was_left_pending_is_listed_and_only_what_is_new_is_marked():
    game = table(mode="record").when(explore("A", "Bandit", "monster"), e.LeftPending(owner="B", reason="asleep"))
    again = game.when(meet("A", "Goblin", summoned=True), e.LeftPending(owner="C"))
    text = draw(again.now, 80, game.now)

    assert "pending 1  B: Bandit (monster) at L1 (asleep)" in text
    assert "pending 2◄ C: Goblin (monster) at L1" in text


def test_a_further_exploration_that_was_given_is_shown_until_it_is_used():
    game = table().when(explore("A", "Bear", "ally"), check("A", "acquire", 1, 9), resolved("banished"))
    given = game.when(effect("explore_again", "A", source="Map"))

    assert "explored once   may explore again (Map)" in draw(given.now, 100)
    assert "may explore again" not in draw(given.when(explore("A", "Wolf", source="effect")).now, 80)


def test_a_starting_hand_that_is_due_names_the_favored_type():
    start = reducer.start(brigandoom(random.Random(1), 2, "official"))
    text = draw(start, 80)

    assert "before the first turn" in text
    assert len(re.findall(r"has still to draw a starting hand with a card of the type \w+", text)) == 2


def test_a_villain_that_is_defeated_waits_for_its_location():
    game = table().when(explore("A", "V", "villain"), check("A", total=9, difficulty=9), resolved("defeated"))
    text = once_blank(draw(game.now, 100))

    assert "villain V is defeated" in text


def test_a_ruling_that_is_asked_for_stands_first():
    game = table(places=("L1",), undefeated_villain_cornered="ask").when(
        explore("A", "V", "villain"), check("A", total=1, difficulty=2), e.DamageTaken(who="A", count=1),
        e.EncounterResolved(outcome="undefeated"),
    )  # fmt: skip
    text = draw(game.now, 80)

    assert "ruling     asked for: undefeated villain cornered" in text
    assert "villain    V is undefeated and escapes from L1" in text


def test_the_dead_stand_nowhere():
    game = table(who("A", deck=0, hand=0, discard=("Mace",)), who("B")).when(reset("A"), died("A"))
    text = draw(game.now, 80)

    assert re.search(r"A +dead", text)
    assert re.search(r"○ L1 +open +10 +B *│", text)
    assert "Mace" not in text


def test_a_closing_under_way_is_shown():
    game = table(who("A", "L1"), places=(where("L1", 0), "L2")).when(attempt("A", "L1"))

    assert "closing    A tries to close L1" in draw(game.now, 80)


def test_what_changed_is_marked_without_colour():
    before = four_players()
    after = before.when(move("Kyra", "Woods"))
    text = draw(after.now, 80, before.now)

    assert re.search(r"Kyra +Woods◄", text)
    assert "[MOVE]◄" in text
    assert "◄" not in draw(after.now, 80).replace("◄ just changed", "")


def test_of_a_pile_the_new_card_is_marked():
    before = four_players()
    after = before.when(
        explore("Kyra", "Bandit", "monster"),
        check("Kyra", total=1, difficulty=2),
        e.DamageDealt(who="Kyra", amount=1),
        e.DamageTaken(who="Kyra", cards=("Mace",)),
    )
    text = draw(after.now, 80, before.now)

    assert "discard: Holy Water, Mace◄, 1 unknown" in text
    assert re.search(r"4/5◄ +9 +3◄", text)


@pytest.mark.parametrize("made", [failed_check, villain])
def test_colour_adds_nothing_to_the_text(made):
    state, before, events = made()
    drawn = drawing(state, 120, before, events)
    coloured = printed(drawn, 120, colour=True)

    assert "\x1b[" in coloured
    assert printed(drawn, 120) == re.sub(r"\x1b\[[\d;]*m", "", coloured)


def test_a_console_without_utf_8_gets_plain_signs():
    assert draw(villain()[0], 80, *villain()[1:], encoding="ascii").isascii()


def test_players_who_are_not_called_as_their_characters_are_named_beside_them():
    text = draw(four_players().now, 80, players=("Ann", "Bob", "王小明", "Ezren"))

    assert "► Kyra (Ann): give, move" in text
    assert re.search(r"Kyra \(Ann\) +Farmhouse", text)
    assert "Merisiel (王小明)" in text
    assert "Ezren (" not in text


def test_a_question_that_names_no_character_is_put_to_the_one_of_the_seat():
    state = flat(table().when(explore("A", "Bandit", "monster"), check("A", total=9, difficulty=9)).now)
    drawn = board(state, players=("Ann", "Bob", "Cy"), width=80, prompt='"Bandit" is resolved')

    assert '► A (Ann): "Bandit" is resolved' in printed(drawn, 80)


def test_a_hidden_pile_is_unknown():
    state = flat(four_players().now) | {"c.Kyra.hand": [5, [], [], []], "l.Farmhouse.deck": [8, [], [], []]}
    text = printed(board(state, players=("Kyra", "Valeros", "Merisiel", "Ezren"), width=80, hide_hands_except=1), 80)

    assert "Mace" not in text
    assert "Bandit" not in text
    assert "as Valeros sees it" in text


def test_the_end_of_the_scenario_is_told():
    text = draw(WINDOWS["A20"][-1][2], 80)

    assert "the scenario is won" in text
    assert "advance give move" not in text


# The commands


@pytest.fixture(scope="module")
def db(tmp_path_factory):
    path = tmp_path_factory.mktemp("pathfinder") / "log.duckdb"
    assert gamelog("import", str(FIXTURES / "play-by-post/shackles-table-A.jsonl"), db=path).code == 0
    return path


def test_a_pipe_gets_no_colour_and_the_width_of_columns(db):
    told = gamelog("show", "shackles-table-A-A14", db=db, COLUMNS="100")

    assert told.code == 0
    assert "\x1b" not in told.out
    assert max(map(cell_len, told.out.splitlines())) == 100
    assert "explored 3 times" in told.out


def test_a_terminal_gets_colour_and_with_no_color_none(db):
    def codes(**more):
        with Terminal("show", "shackles-table-A-A14", db=db, **more) as terminal:
            assert terminal.end() == 0
            return {code for part in re.findall(r"\x1b\[([\d;]*)m", terminal.text) for code in part.split(";")}

    assert {"38"} <= codes()
    assert codes(NO_COLOR="1") <= {"0", "", "1", "2", "3", "4"}


def test_the_dice_of_the_newest_action_are_on_the_board_that_is_shown(db):
    told = gamelog("show", "shackles-table-A-A14", "--at", "14", db=db)

    assert re.search(r"dice +Radovan Stealth 5 to acquire Blessing of Zogmugot", told.out)


def test_a_replay_leaps_between_turns_and_checks(db):
    film = Film(session_at(db).load("shackles-table-A-A14"))
    turn, met = film.landmark("turn", 0, 1), film.landmark("check", 0, 1)

    assert isinstance(film.steps[turn - 1].entry.event, e.TurnStarted)
    assert isinstance(film.steps[met - 1].entry.event, e.Explored)
    assert "[MET]◄" in printed(film.board(met - 1, met, 80), 80)


def test_a_seat_sees_its_own_hand_and_no_other():
    state = four_players().now
    seen = GAME.hide(GAME.flat(state), 0)
    text = printed(board(seen, players=state.names, width=80, hide_hands_except=0), 80)

    assert "hand: Blessing of Sarenrae ×2, Chain Mail, Find Traps, Mace" in text
    assert "Longsword" not in text
    assert "Pirate Shade" not in text
    assert "as Kyra sees it" in text


def test_title_and_note_of_a_frame_never_lie_over_each_other():
    title, note = Text("Encounter at Woods"), Text("before checks after")
    wide, narrow = ([line.plain for line in box([Text("x")], width, Glyphs(), title, note)] for width in (46, 45))

    assert "Encounter at Woods ─" in wide[0]
    assert "before checks after" in wide[0]
    assert narrow[0].startswith("╭─ Encounter at Woods ──")
    assert narrow[1].startswith("│ before checks after ")
    assert {len(line) for line in narrow} == {45}
