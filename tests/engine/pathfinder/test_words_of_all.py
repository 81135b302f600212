"""How the log speaks of options and consequences, and of every event that there can be."""

import random
import re
from pathlib import Path

import msgspec
import pytest

import engine.pathfinder
from engine.game import Beginning
from engine.pathfinder import events as e
from engine.pathfinder import reducer
from engine.pathfinder.effect_words import _EFFECTS
from engine.pathfinder.events import CharacterSetup, Part, PathfinderStarted
from engine.pathfinder.game import GAME
from engine.pathfinder.offers_slots import CARD, NAME, POWER
from engine.pathfinder.words import describe, offer
from engine.pathfinder.zones import of
from engine.simulate import random_game
from tests.engine.pathfinder.given import (
    UNDEFEATED,
    begin,
    check,
    damage,
    died,
    effect,
    end,
    lose,
    move,
    pay,
    play,
    power,
    reset,
    table,
    who,
)
from tests.engine.pathfinder.telling import FOUGHT, sentences_hold, told
from tests.engine.pathfinder.walking import thrown, walk

# Options


def test_an_option_is_told_in_the_imperative_and_leaves_open_what_is_open():
    assert offer(table().now, e.Explored(who="A")) == "explore L1 for free"
    assert offer(table().now, e.CardGiven(who="A", to="B")) == "give a card to B"
    assert offer(table().now, reset("A", discards=1)) == "reset the hand: discard 1 card"
    assert offer(table().when(FOUGHT).now, check("A")) == 'make the check to defeat "Bunyip"'
    assert offer(table().when(FOUGHT).now, UNDEFEATED) == 'leave "Bunyip" undefeated'
    assert offer(table().when(FOUGHT).now, play("B", "Bless", "blessing")) == (
        'B: discard "Bless", a blessing, for the check of A'
    )
    assert offer(table().now, power("A", "Sneak", cost=(pay("Cure", "spell"),), use="evade")) == (
        'use the power "Sneak" to evade: discard "Cure"'
    )


@pytest.mark.parametrize(
    ("event", "slots", "sentence"),
    [
        (play("A", CARD, how="reveal"), ("card", "how", "use"), "play a card"),
        (play("A", "Bear", "ally"), ("how",), 'play "Bear", an ally, for the check'),
        (play("A", CARD, says_so=True), ("card", "how", "use"), "play a card, as its text says"),
        (power("A", POWER), ("power", "use"), "use a power"),
        (e.CheckStarted(who="A", skill=""), ("skill",), "choose the skill for the check"),
        (e.CardGiven(who="A", to="B"), ("to", "card"), "give a card to somebody"),
        (e.LeftPending(owner="B"), ("owner",), "leave what is owed pending for somebody"),
        (e.Resumed(task=0), ("task",), "take up what was left pending"),
        (e.PricePaid(who="A"), ("amount", "paid"), "pay part of the price of closing the location"),
        (e.DamageReduced(who="A", amount=0, by=NAME), ("amount", "by"), "reduce the damage by a card or power"),
        (damage("B", source="other"), ("amount", "who"), "be dealt damage"),
        (effect("text"), ("effect",), "tell what a card or power brings"),
        (end("B"), ("who",), "end the turn"),
        (died("B"), (), "B: die"),
        (e.RandomPick(), ("dice", "choices"), "let chance pick something"),
        (e.StatePosted(who="A"), ("hand", "deck"), "state the cards"),
        (e.CardsTold(), ("cards",), "tell the values of cards"),
        (e.SuccessorJoined(seat=0, character=CharacterSetup(name=NAME)), ("seat",), "go on with a new character"),
        (e.Ruling(point="undefeated_bane"), ("choice",), "rule for this game: Where does an undefeated bane go?"),
        (begin("A", allowed_by=CARD), ("allowed_by",), "begin turn 2, where a card allows it"),
        (begin("A", allowed_by="Haste"), (), 'begin turn 2, allowed by "Haste"'),
    ],
)
def test_an_open_field_of_an_option_is_told_in_general(event, slots, sentence):
    assert offer(table().now, event, slots) == sentence


def test_every_option_can_be_told():
    _, steps = walk(3, 3, "official", limit=60)
    for before, _, _ in steps[::6]:
        sentences_hold(*(text for _, text, _ in GAME.option_texts(before)))


# Consequences


def test_every_word_that_the_rules_use_for_a_consequence_has_a_sentence():
    source = "".join(
        path.read_text()
        for path in Path(engine.pathfinder.__file__).parent.glob("*.py")
        if not path.name.startswith("campaign")
    )
    used = set(re.findall(r'\.effect\(\s*"([a-z_]+)"', source))
    used |= {word for pair in re.findall(r'\.effect\(\s*"([a-z_]+)" if [^"]*"([a-z_]+)"', source) for word in pair}
    used |= {
        word
        for pair in re.findall(r'what = "([a-z_]+)" if .* else "([a-z_]+)"\n\s*draft\.effect', source)
        for word in pair
    }

    assert used == set(_EFFECTS)


@pytest.mark.parametrize(
    ("events", "sentences"),
    [
        ((FOUGHT,), ['A encounters "Bunyip" at L1']),
        ((FOUGHT, lose("A", 3)), ['A encounters "Bunyip" at L1', 'A is dealt 3 damage by "Bunyip"']),
        (
            (FOUGHT, check("A", "defeat", outcome="fail")),
            ['A encounters "Bunyip" at L1', 'A is dealt damage by "Bunyip", not told how much'],
        ),
        ((move("A", "L2"),), ["A is at L2"]),
        ((end("A"),), ["the turn passes to B"]),
    ],
)
def test_consequences_name_who_what_and_how_much(events, sentences):
    game = table().when(*events)

    found = GAME.describe_effects(game.now, game.effects)

    assert [text for text, _ in found] == sentences
    assert [rule for _, rule in found] == [one.rule for one in game.effects]


# Everything


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5, 6])
def test_walks_are_told_to_the_end(players):
    start, steps = walk(players, players, "seed" if players % 2 else "official", limit=150)

    sentences_hold(describe(reducer.start(start), start))
    for before, event, _ in steps:
        _, effects = GAME.evolve(before, event)
        sentences_hold(describe(before, event), offer(before, event))
        sentences_hold(*(text for text, _ in GAME.describe_effects(before, effects)))


@pytest.mark.parametrize(("seed", "people", "preset"), [(3, 4, "official"), (8, 3, "seed")])
def test_random_scenarios_with_known_cards_are_told_to_the_end(seed, people, preset):
    chance = random.Random(seed)
    begin_ = Beginning(name="s", players=tuple("ABCDEF"[:people]), preset=preset, simulated=True)
    start = GAME.random_start(begin_, chance.randrange, known=True)
    state, kinds = GAME.start(start), set()
    for event in random_game(GAME, start, chance.randrange, limit=400):
        after, effects = GAME.evolve(state, event)
        sentences_hold(describe(state, event), *(text for text, _ in GAME.describe_effects(state, effects)))
        kinds.add(type(event))
        state = after

    assert len(kinds) > 15


def test_what_does_not_fit_the_state_is_told_all_the_same():
    _, steps = walk(3, 3, "official", limit=120)
    chance = random.Random(5)
    kinds = set()
    for number in range(1500):
        before = steps[number % len(steps)][0]
        names = [*(one.name for one in before.characters), "Nobody"]
        event = thrown(chance, names, [*(one.name for one in before.places), "Nowhere"])
        kinds.add(type(event))
        sentences_hold(describe(before, event), offer(before, event))
        if not any(one.grade == "impossible" for one in reducer.judge(before, event)):
            _, effects = GAME.evolve(before, event)
            sentences_hold(*(text for text, _ in GAME.describe_effects(before, effects)))

    assert len(kinds) > 30


#: Fields that other events than this one tell, or that only the importer needs, by kind.
UNTOLD = {
    PathfinderStarted: {
        "options", "judging", "adventure", "locations", "villains", "henchmen", "goal", "blessings",
        "blessings_discard", "addon", "complete", "set", "origin", "preset", "campaign", "place", "simulated",
        "provenance", "deck_order", "players", "characters", "on_turn", "turn", "name", "scenario", "middle",
    },
    e.SuccessorJoined: {"character"},
}  # fmt: skip


def samples(annotation):
    """Two unlike values of a type, as far as a sentence needs them."""
    info = msgspec.inspect
    match annotation:
        case info.UnionType(types=types):
            return next(samples(one) for one in types if not isinstance(one, info.NoneType))
        case info.LiteralType(values=values):
            return list(values)
        case info.StrType():
            return ["Alpha", "Beta"]
        case info.IntType():
            return [2, 3]
        case info.BoolType():
            return [True, False]
        case info.VarTupleType(item_type=item):
            return [(one,) for one in samples(item)]
        case info.TupleType(item_types=items):
            return list(zip(*(samples(one)[:2] for one in items), strict=True))
        case info.StructType(cls=cls):
            made = {field.name: samples(field.type) for field in annotation.fields if field.required}
            return [cls(**{name: values[at] for name, values in made.items()}) for at in range(2)]
    raise AssertionError(annotation)


@pytest.mark.parametrize("kind", [kind for kind in e.PathfinderEvent.__args__ if kind is not PathfinderStarted])
def test_every_field_of_every_event_changes_its_sentence(kind):
    fields = {field.name: field for field in msgspec.inspect.type_info(kind).fields}
    base = {name: samples(field.type)[0] for name, field in fields.items() if field.required}
    if kind is e.CheckResolved:
        base |= {"dice": (e.Die(sides=6, result=4),), "purpose": "recharge", "difficulty": 7}
    if kind is e.EffectApplied:
        base |= {"effect": "examine", "looked": ("Gamma",)}
    for name, field in fields.items():
        if name in UNTOLD.get(kind, ()):
            continue
        where = context_of(kind, name)
        shown = {
            describe(table(who("Alpha"), who("Beta"), on_turn="Alpha").now, kind(**base | where | {name: value}))
            for value in [field.default, *samples(field.type)]
            if value is not msgspec.NODEFAULT
        }

        assert len(shown) > 1, (kind.__name__, name, shown)


def context_of(kind, name):
    """What else an event has to have for a field to matter."""
    if kind is e.CheckResolved:
        return {
            "why": {"auto": "fail"},
            "total": {"dice": ()},
            "deliberate": {},
        }.get(name, {})
    if kind is e.EffectApplied:
        return {"subject": {"effect": "forbid"}, "put_back": {}, "order": {}, "pile": {}}.get(name, {})
    if kind is e.RandomPick and name == "modifiers":
        return {"dice": (e.Die(sides=6, result=4),)}
    if kind is e.StatePosted:
        return {"hand_unknown": {"hand": ()}, "discards_unknown": {"discards": ()}}.get(name, {})
    if kind is e.VillainEscaped and name == "pool":
        return {"blessings": 2}
    return {}


def test_cards_known_in_the_state_are_named_where_an_entry_does_not():
    game = table(who("A", hand=["Cure", "Bear"]), places=("L1",), blessings=of("BotG"))

    assert told(game, FOUGHT, e.EncounterResolved(outcome="defeated")) == 'A defeated "Bunyip"'
    assert Part(value=1) == Part(value=1, why="")
