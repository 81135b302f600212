"""Which rules a question is about that players put in their own words.

A question of a table names no rule. The titles and statements of the catalogue, with the words that players have for
them (data/asked.toml), are ranked by the words of the question, in English and in Chinese. What was done just before
counts a little: who asks while a location is closed most likely asks of closing. Where no rule has a word of the
question it is that of what was done just before.
"""

from __future__ import annotations

import tomllib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

from engine.catalogue import Catalogue, Rule
from engine.pathfinder import events as e
from engine.ranking import Ranking, Text

if TYPE_CHECKING:
    from engine.events import Event

#: How near to the best a rule comes that is named with it, and how many are named at most.
NEAR, AT_MOST = 0.6, 4
#: How much more the rules of the area count in which something was done just before.
_JUST_BEFORE = 1.1
#: The rule of which a question is where nothing else tells: a card may say what the rules do not.
_UNTOLD = "PA-PRI-01"

#: The rule of what was done, as far as a question after it is likely about that.
_GOVERNED: dict[type[Event], str] = {
    e.HandDrawn: "PA-SET-10",
    e.TurnStarted: "PA-TRN-01",
    e.BlessingAdvanced: "PA-TRN-03",
    e.CardGiven: "PA-TRN-04",
    e.Moved: "PA-TRN-05",
    e.Explored: "PA-ENC-05",
    e.EncounterStarted: "PA-ENC-05",
    e.EncounterResolved: "PA-ENC-07",
    e.Evaded: "PA-ENC-02",
    e.CardPlayed: "PA-PLY-01",
    e.PowerUsed: "PA-CHK-07",
    e.CheckStarted: "PA-CHK-01",
    e.CheckResolved: "PA-CHK-05",
    e.DamageDealt: "PA-DMG-01",
    e.DamageReduced: "PA-DMG-02",
    e.DamageTaken: "PA-DMG-03",
    e.CloseAttempted: "PA-CLS-01",
    e.PricePaid: "PA-CLS-03",
    e.LocationClosed: "PA-CLS-05",
    e.TempCloseAttempted: "PA-VIL-01",
    e.VillainEscaped: "PA-VIL-06",
    e.HandReset: "PA-TRN-12",
    e.TurnEnded: "PA-TRN-14",
    e.StatePosted: "PA-ZON-01",
    e.CharacterDied: "PA-DTH-01",
    e.ScenarioEnded: "PA-END-02",
    e.DeckRebuilt: "PA-END-05",
}


def rules_asked(point: str, before: Event | None = None) -> tuple[Rule, ...]:
    """The rules that a question is about, the likeliest first: at least one, and few.

    `before` is what was done just before it was asked. The name of an option asks of the rules that it alters.
    """
    catalogue = Catalogue.load("pathfinder")
    if point in catalogue.options:
        return tuple(catalogue.rules[one] for one in catalogue.options[point].rules)
    likely = catalogue.rules[_GOVERNED.get(type(before), _UNTOLD)] if before is not None else catalogue.rules[_UNTOLD]
    found = []
    for name, fit in _ranking().ranked(point):
        rule = catalogue.rules[name]
        found.append((rule, fit * (_JUST_BEFORE if before is not None and rule.area == likely.area else 1)))
    if not found:
        return (likely,)
    found.sort(key=lambda one: -one[1])
    return tuple(rule for rule, fit in found[:AT_MOST] if fit >= NEAR * found[0][1])


def rules_spoken_of(text: str) -> tuple[Rule, ...]:
    """The rules that words speak of which ask nothing, such as a reason; none where the best has but one of them."""
    found = rules_asked(text)
    return found if _ranking().shared(found[0].id, text) > 1 else ()


@cache
def words_for_rules() -> dict[str, dict[str, str]]:
    """What players say: `alike` by the word, and the further `words` of each rule by its id."""
    text = files("engine.pathfinder").joinpath("data/asked.toml").read_text(encoding="utf-8")
    return tomllib.loads(text)


@cache
def _ranking() -> Ranking:
    catalogue = Catalogue.load("pathfinder")
    asked = words_for_rules()
    texts = []
    for rule in catalogue.rules.values():
        points = "\n".join(f"{one.question}\n{one.question_zh}" for one in map(catalogue.option, rule.options))
        parts = (
            (2.5, f"{rule.title}\n{rule.title_zh}"),
            (2.0, asked["words"].get(rule.id, "")),
            (1.0, f"{rule.statement}\n{rule.statement_zh}\n{points}"),
        )
        texts.append(Text(rule.id, rule.title, parts))
    return Ranking(texts, asked["alike"])
