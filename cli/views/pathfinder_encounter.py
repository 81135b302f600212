"""What goes on at a Pathfinder table: the encounters, the dice just rolled, and what has still to be settled."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from rich.text import Text

from cli.views.frame import LABEL, Glyphs, box, flow, listed, marked
from cli.views.pathfinder_known import checks_of
from cli.views.pathfinder_words import (
    BAD,
    CARD,
    GOOD,
    Scene,
    closing_told,
    damage_told,
    fate_told,
    joined,
    meets,
    plain,
    roll_sum,
    roll_words,
    words_of,
)
from engine.pathfinder.phrases import subject

_STAGES: Final = ("met", "closings", "before", "checks", "after")
_INDENT: Final = 11
_PURPOSES: Final = {
    "acquire": "to acquire", "defeat": "to defeat", "close": "to close", "temp_close": "to close for now",
    "recharge": "to recharge", "before": "before acting", "after": "after acting", "other": "",
}  # fmt: skip


def going_on(scene: Scene, width: int, glyphs: Glyphs) -> list[Text]:
    """The encounters in progress, the latest dice, what has to be settled: in one frame, nothing if there is none."""
    room = width - 4
    encounters = scene.state["encounters"]
    lines = []
    for depth, met in enumerate(encounters):
        lines += _encounter(scene, met, depth, room, glyphs)
    for label, words in _rows(scene, glyphs):
        lines += listed(label, words, room, _INDENT, glyphs, " ")
    if not lines:
        return []
    if not encounters:
        return box(lines, width, glyphs, Text("Now", "bold"))
    place = encounters[0]["place"]
    title = Text.assemble(("Encounter", "bold"), (f" at {glyphs.write(place)}" if place else "", LABEL))
    return box(lines, width, glyphs, title, _track(scene, encounters[-1], glyphs))


def _rows(scene: Scene, glyphs: Glyphs) -> Iterator[tuple[Text, list[Text]]]:
    """What is said below the encounters, each matter behind its word."""
    if scene.state["encounters"]:
        played = _played(scene, glyphs)
        if played:
            yield Text("played", LABEL), played
    for event in scene.latest:
        rolled = _rolled(scene, event, glyphs)
        if rolled:
            yield marked(Text("dice", LABEL), glyphs, changed=scene.before is not None), rolled
    for word, key, one, words in _matters(scene, glyphs):
        yield marked(Text(word, LABEL), glyphs, changed=_is_new_in(scene, key, one)), words_of(words)


# Encounters


def card_words(card: str | None, type_: str, glyphs: Glyphs) -> Text:
    """`Bandit (henchman)`; a card that nobody named is `an unknown card`."""
    name = Text(glyphs.write(card), f"bold {CARD}") if card else Text("an unknown card", "italic")
    return Text.assemble(name, (f" ({glyphs.write(type_)})" if type_ else "", LABEL))


def _encounter(scene: Scene, met: Mapping[str, Any], depth: int, room: int, glyphs: Glyphs) -> list[Text]:
    """Who meets what, then its checks and the closings tried; an encounter within another is moved to the right."""
    inner = Text(f"{'  ' * (depth - 1)}{glyphs.pick('└', '`')} " if depth else "", LABEL)
    card = card_words(met["card"], met["type"], glyphs)
    elsewhere = depth and met["place"] and met["place"] != scene.state["encounters"][0]["place"]
    asides = [
        "summoned" if met["summoned"] else "",
        "also a barrier" if met["barrier"] else "",
        f"at {glyphs.write(met['place'])}" if elsewhere else "",
    ]
    aside = ", ".join(one for one in asides if one)
    head = Text.assemble(scene.who(met["who"], glyphs), f" {meets(met)} ", card, f", {aside}" if aside else "")
    head = marked(head, glyphs, changed=scene.marks.at("encounters") and _is_new(scene, met))
    lines = flow(words_of(head), room - inner.cell_len, glyphs, " ")
    for label, tokens in (("checks", _checks(scene, met, glyphs)), ("closings", _tried(scene, met, glyphs))):
        lines += listed(Text(label, LABEL), tokens, room - inner.cell_len, _INDENT - inner.cell_len, glyphs, " ")
    return [Text.assemble(" " * inner.cell_len if number else inner, line) for number, line in enumerate(lines)]


def _is_new(scene: Scene, met: Mapping[str, Any]) -> bool:
    return scene.before is None or all(one["number"] != met["number"] for one in scene.before.get("encounters", ()))


def _track(scene: Scene, met: Mapping[str, Any], glyphs: Glyphs) -> Text:
    """The steps of an encounter, the one reached in brackets and capitals."""
    steps = [one for one in _STAGES if one != "closings" or "closings" in (met["stage"], "closings" * _is_villain(met))]
    words = []
    for one in steps:
        reached = Text(f"[{one.upper()}]", "bold")
        changed = scene.marks.at("encounters") and _stage_before(scene, met) != met["stage"]
        words.append(marked(reached, glyphs, changed=changed) if one == met["stage"] else Text(one, LABEL))
    return Text(" ").join(words)


def _is_villain(met: Mapping[str, Any]) -> bool:
    return bool(met["type"] == "villain")


def _then(scene: Scene, met: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """The same encounter as it was before the change."""
    before = scene.before or {}
    return next((one for one in before.get("encounters", ()) if one["number"] == met["number"]), None)


def _stage_before(scene: Scene, met: Mapping[str, Any]) -> str | None:
    then = _then(scene, met)
    return None if then is None else then["stage"]


def _checks(scene: Scene, met: Mapping[str, Any], glyphs: Glyphs) -> list[Text]:
    """The card's checks one by one: what is stated of each, and how it went or that it is due."""
    stated = checks_of(scene.state, met)
    done = {one["which"]: one for one in met["done"]}
    last = max([met["checks"] or 0, *stated, *done])
    words = []
    for which in range(1, last + 1):
        asked = stated.get(which, "")
        head = Text.assemble((f"{which}" if last > 1 else "", "bold"), f" {glyphs.write(asked)}" if asked else "")
        if which in done:
            one = done[which]
            names = glyphs.write(", ".join(one["rerolled"]))
            again = f" (rolled again by {names})" if names else ""
            how = Text.assemble(scene.who(one["who"], glyphs), " ", _outcome(one["success"]), again)
            how = marked(how, glyphs, changed=_check_is_new(scene, met, one))
        else:
            skill = f" by {glyphs.write(met['skill'])}" if met["skill"] and which == len(done) + 1 else ""
            how = Text(f"due{skill}", "bold")
        words.append(Text.assemble(head, ": " if head else "", how))
    if met["skill"] and last == len(done):
        words.append(Text(f"due by {glyphs.write(met['skill'])}", "bold"))
    return joined([words_of(word) for word in words], comma="")


def _tried(scene: Scene, met: Mapping[str, Any], glyphs: Glyphs) -> list[Text]:
    """Who tried to close which location against a villain."""
    words = [
        Text.assemble(scene.who(who, glyphs), f" at {glyphs.write(place)}", "" if who in met["decided"] else " (due)")
        for who, place in met["tried"]
    ]
    return joined([words_of(word) for word in words], comma="")


def _check_is_new(scene: Scene, met: Mapping[str, Any], check: Mapping[str, Any]) -> bool:
    if not scene.marks.at("encounters") or scene.before is None:
        return False
    then = _then(scene, met)
    return then is None or all(dict(one) != dict(check) for one in then["done"])


def _outcome(success: bool | None) -> Text:
    if success is None:
        return Text("made, outcome not told", LABEL)
    return Text("success", f"bold {GOOD}") if success else Text("failed", f"bold {BAD}")


def _played(scene: Scene, glyphs: Glyphs) -> list[Text]:
    """The cards and powers used in the step or check that goes on."""
    now = f"w{scene.state['window']}"
    words = []
    for one in scene.state["plays"]:
        if one["window"] == now:
            sets = " (sets the dice)" if one["replaces"] else ""
            words.append(Text.assemble(scene.who(one["who"], glyphs), f" {glyphs.write(one['what'])}{sets}"))
    return joined([words_of(word) for word in words], comma="")


# Dice


def _rolled(scene: Scene, event: Mapping[str, Any], glyphs: Glyphs) -> list[Text]:
    """What dice decided in an event: a check, a pick, an amount of damage; nothing for other events."""
    kind = event["kind"].partition(".")[2]
    if kind == "check_resolved":
        head, result = _check_head(scene, event, glyphs), _check_result(event, glyphs)
    elif kind == "random_pick":
        head, result = words_of(Text(glyphs.write(event.get("why", "") or "a pick"), LABEL)), _picked(event, glyphs)
    elif kind == "damage_dealt" and event.get("dice"):
        head = words_of(Text.assemble("damage to ", scene.who(event["who"], glyphs)))
        result = [Text(f"= {roll_sum(event)}", "bold")]
    else:
        return []
    if head:
        head[-1] = Text.assemble(head[-1], ":")
    return [*head, *roll_words(event, glyphs), *result]


def _check_head(scene: Scene, event: Mapping[str, Any], glyphs: Glyphs) -> list[Text]:
    parts = event.get("difficulty_parts", ())
    told = " ".join(f"{one['value']:+} {one.get('why', '')}".strip() for one in parts)
    if len(parts) == 1 and parts[0]["value"] == event.get("difficulty"):
        told = parts[0].get("why", "")
    summed = f" ({told})" if told else ""
    wanted = f" {event['difficulty']}{summed}" if event.get("difficulty") is not None else ""
    skill = glyphs.write(event.get("skill", "")) or "a check"
    purpose = _PURPOSES.get(event.get("purpose", "other"), "")
    aim = glyphs.write(_aim(scene, event))
    words = [scene.who(event["who"], glyphs), *words_of(Text(glyphs.write(skill + wanted), "bold"))]
    if purpose:
        words += words_of(Text(f"{purpose} {aim}".strip()))
    if event.get("which"):
        words.append(Text(f"({event['which']})", LABEL))
    if event.get("reroll_by"):
        words += words_of(Text(f"rolled again by {glyphs.write(event['reroll_by'])}", "italic"))
    return words


def _aim(scene: Scene, event: Mapping[str, Any]) -> str:
    """The card or location that a check is about."""
    if event.get("card"):
        return str(event["card"])
    before = scene.before or scene.state
    if event.get("purpose") in {"acquire", "defeat"} and before.get("encounters"):
        return before["encounters"][-1]["card"] or ""
    if event.get("purpose") == "close" and before.get("closing"):
        return str(before["closing"]["place"])
    return ""


def _check_result(event: Mapping[str, Any], glyphs: Glyphs) -> list[Text]:
    if event.get("auto"):
        why = glyphs.write(event.get("why", ""))
        return [_success(event["auto"] == "success", "without dice"), *([Text(why, LABEL)] if why else [])]
    total = roll_sum(event)
    words = []
    if total is not None:
        words.append(Text(f"= {total}", "bold"))
    for one in event.get("after", ()):
        why = glyphs.write(one.get("why", ""))
        words.append(Text.assemble((f"then {one['value']:+}", "bold"), (f" {why}" if why else "", LABEL)))
    if event.get("after") and total is not None:
        total += sum(one["value"] for one in event["after"])
        words.append(Text(f"= {total}", "bold"))
    return [*words, *_verdict(event, total)]


def _verdict(event: Mapping[str, Any], total: int | None) -> list[Text]:
    """How a check ended and by how much; where the posted outcome is not that of the sums, it says so."""
    difficulty = event.get("difficulty")
    if event.get("deliberate"):
        return [_success(False, "on purpose")]
    posted = None if event.get("outcome") is None else event["outcome"] == "success"
    if total is None or difficulty is None:
        return [] if posted is None else [_success(posted, "")]
    won = total >= difficulty
    if posted not in (None, won):
        return [_success(not won, f"as posted, against {difficulty}")]
    return [_success(won, f"by {abs(total - difficulty)}" if total != difficulty else "exactly")]


def _success(won: bool, how: str) -> Text:
    return Text.assemble(_outcome(won), f" {how}" if how else "")


def _picked(event: Mapping[str, Any], glyphs: Glyphs) -> list[Text]:
    words = [Text(f"= {roll_sum(event)}", "bold")] if len(event.get("dice", ())) > 1 or event.get("modifiers") else []
    if event.get("picked"):
        words.append(Text.assemble(glyphs.pick("→ ", "-> "), (glyphs.write(event["picked"]), "bold")))
    choices = [glyphs.write(one) for one in event.get("choices", ())]
    if choices:
        words.append(Text(f"of {', '.join(choices)}", LABEL))
    return words


# To settle


def _is_new_in(scene: Scene, key: str, one: Any) -> bool:
    """Whether the value of a key, or this member of its list, has just come or changed."""
    if not scene.marks.exact(key) or scene.before is None:
        return scene.marks.at(key)
    then = scene.before[key]
    return bool(one not in then if isinstance(then, list | tuple) else one != then)


def _matters(scene: Scene, glyphs: Glyphs) -> Iterator[tuple[str, str, Any, Text]]:
    """Each matter: its word, the key of the position and the part of its value, and what is to be said of it."""
    state = scene.state

    def of(name: str, words: str) -> Text:
        return Text.assemble(scene.who(name, glyphs), f" {glyphs.write(words)}")

    for name in state["dying"]:
        yield "death", "dying", name, of(name, "dies")
    fate, closing = state["fate"], state["closing"]
    if fate and fate["asked"]:
        yield "ruling", "fate", fate, Text(f"asked for: {plain(fate['asked'])}", "bold")
    for one in state["damages"]:
        yield "damage", "damages", one, of(one["who"], damage_told(one, named=False))
    if fate:
        yield "villain", "fate", fate, Text(glyphs.write(fate_told(fate)))
    if closing:
        yield "closing", "closing", closing, of(closing["who"], closing_told(closing, named=False))
    for one in state["earned"]:
        if not one["lapsed"] and not (closing and closing["place"] == one["place"]):
            said = "has tried to close" if one["failed"] else "may close"
            yield "closing", "earned", one, of(one["who"], f"{said} {one['place'] or 'the location'}")
    for one in state["tasks"]:
        yield f"pending {one['number']}", "tasks", one, _task(scene, one, glyphs)
    for one in state["aside"]:
        yield "aside", "aside", one, of(one["who"], f"{one['card']} is being played ({one['how']})")
    for one in state["standing"]:
        word = "allowed" if one["effect"] == "permit" else "forbidden"
        whom = f" for {one['who']}" if one["who"] else ""
        source = f", by {one['source']}" if one["source"] else ""
        yield word, "standing", one, Text(glyphs.write(f"{plain(subject(one['subject']))}{whom}{source}"))


def _task(scene: Scene, one: Mapping[str, Any], glyphs: Glyphs) -> Text:
    met = one["encounter"]
    what = card_words(met["card"], met["type"], glyphs) if met else Text(glyphs.write(one["what"]))
    place = f" at {glyphs.write(one['place'])}" if one["place"] else ""
    reason = f" ({glyphs.write(one['reason'])})" if one["reason"] else ""
    return Text.assemble(scene.who(one["owner"], glyphs), ": ", what, place, (reason, LABEL))
