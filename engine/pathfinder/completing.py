"""What somebody may type next, where an option leaves it open: names by the placeholder they stand for, and the verbs.

For completion and help alone: nothing here is judged, and any name may be typed that stands nowhere here.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from engine.pathfinder.cards import CARDS, SCENARIOS
from engine.pathfinder.difficulty import SKILLS
from engine.pathfinder.prompts import question
from engine.pathfinder.read_names import TYPES, known_cards
from engine.pathfinder.state import State, living

#: The notation by what a person wants to tell, each line short enough for 80 columns.
GRAMMAR: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("begin and end a turn", (
        "draw CARDS | N · redraw · move PLACE          hands and places at the start",
        "turn · flip CARD · give CARD to NAME · move PLACE",
        "reset [discard CARDS | N] [draw CARDS | N] · end",
    )),
    ("explore and encounter", (
        "explore [discard CARD | effect]: CARD [TYPE] [checks N]",
        "explore: CARD henchman [closes | unclosing]   whether it lets close",
        "encounter CARD [TYPE] [summoned] · evade [by CARD] · skip [WHY]",
        "defeated · undefeated · acquired · banished · declined · cut_short",
        "examine [PLACE] [SLOT]: CARD, CARD ...        seen and put back as they lay",
    )),
    ("check", (
        'check SKILL DIFFICULTY "1d10+2" RESULT ... [after +N WHY]',
        "Combat 9: 1d10 + 2 => (7) + 2 = 9             a line of a forum, pasted",
        "check ... auto success|fail · reroll by CARD RESULT ... · after +N CARD",
        "check close|before|after ... · check recharge ... of CARD   what it is for",
    )),
    ("cards, powers, damage", (
        "play CARD reveal|display|discard|recharge|bury|banish [for explore]",
        "play ... [replaces] [by NAME]                 instead of the skill; by whom",
        "power NAME [discard CARD] · heal N | CARDS [to NAME]",
        "damage N [KIND] [to NAME] · reduce N by CARD [from NAME] · take CARDS | all",
        "effect KIND [N] [by CARD] [at PLACE]: CARD from ZONE to ZONE of NAME, ...",
        "effect forbid|permit spells|exploring|... by CARD [as location]",
        "pick 1d4 = 2: A, B, C, D                      a die that chooses",
    )),
    ("close, villain", (
        "close [PLACE] [success|fail] · pay HOW CARD · closed · search VILLAIN",
        "NAME: tempclose [success|fail] · escape [to PLACES]",
    )),
    ("compare, correct", (
        "state Hand: CARDS Deck: N Discard: N Buried: N    also of several lines",
        'pending NAME WHY · resume N · correct "WHY": CARD to ZONE, ...',
        'void A..B "WHY" · late E2: LINE · rule POINT VALUE [by NAMES] [once]',
        "dies · successor SEAT NAME · won · lost · rebuild CARDS",
    )),
)  # fmt: skip


def names(state: State) -> Mapping[str, Sequence[str]]:
    """What can stand for each placeholder: the hand of the one who is asked first, then what is at the table."""
    asked = question(state)
    here = known_cards(state, asked[1] if asked else "")
    facts = () if state.set else tuple(CARDS.values())
    cards = tuple(dict.fromkeys((*here, *(card.name for card in facts))))
    met = tuple(dict.fromkeys((*_met(state), *(card.name for card in facts))))
    found = {
        "<card>": cards, "<cards>": cards, "<card or power>": here, "<name>": tuple(one.name for one in living(state)),
        "<location>": tuple(one.name for one in state.places), "<skill>": tuple(name for name, _ in SKILLS),
        "<type>": TYPES, "flip <card>": tuple(card.name for card in facts if card.type == "blessing"),
    }  # fmt: skip
    return found | dict.fromkeys(_MEETING, met)


#: Options whose last card is none of one's own, but one that is turned over.
_MEETING = (
    "explore <card>",
    "encounter <card>",
    "explore discard <card>: <card>",
    "explore effect discard <card>: <card>",
)


def _met(state: State) -> Iterator[str]:
    """Cards that are likely to be met: what is known to lie on top, then the villains and henchmen of the scenario."""
    for where in state.places:
        yield from where.deck.top[:1]
    yield from state.villains
    if not state.set and state.scenario in SCENARIOS:
        yield from dict.fromkeys(SCENARIOS[state.scenario].henchmen)
