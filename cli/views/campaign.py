"""A campaign and its characters, drawn as lines and tables from plain values; nothing else is read."""

from __future__ import annotations

from typing import Any

from cli.output import put, put_rows, several


def print_campaign(name: str, told: dict[str, Any]) -> None:
    """Scenarios in order, characters, what waits to be taken, adventures, and the box."""
    options = "".join(f", {key}={value}" for key, value in told["options"].items())
    put(f"{name}  ({told['preset']}{options})")
    if told["scenarios"]:
        put_rows(
            ("", "scenario", "outcome", "characters", "died", "game"),
            [
                (number, one["scenario"], one["outcome"], ", ".join(one["characters"]), ", ".join(one["dead"]),
                 one["game"])
                for number, one in enumerate(told["scenarios"], start=1)
            ],
            json=False, csv=False,
        )  # fmt: skip
    for adventure in told["completed"]:
        put(f"completed: {adventure}")
    for adventure, left in told["left"].items():
        put(f"{adventure}: still to be won: {', '.join(left)}")
    if told["characters"]:
        put_rows(
            ("character", "player", "status", "role", "scenarios", "deck", "feats"),
            [
                (one["name"], one["player"], one["status"], one["role"], one["scenarios"], one["deck"], feats(one))
                for one in told["characters"]
            ],
            json=False, csv=False,
        )  # fmt: skip
    else:
        put("no characters yet")
    for one in told["to_take"]:
        put(f"to do: {one['what']}  {one['rule']}", f"       {one['line']}")
    for one in told["findings"]:
        put(f"flagged: event {one['event']}: {one['message']} ({one['rule']})")
    for where, cards in told["box"].items():
        if cards:
            put(f"{where}: {listed(cards)}")


def feats(one: dict[str, Any]) -> str:
    """How many feats of each kind a character has."""
    kinds = [f"{one[f'{kind}_feats']} {kind}" for kind in ("skill", "power", "card") if one[f"{kind}_feats"]]
    return ", ".join(kinds)


def listed(cards: dict[str, int]) -> str:
    """Cards with how many of each."""
    return ", ".join(f"{card}{f' x{number}' if number > 1 else ''}" for card, number in cards.items())


def print_character(campaign: str, sheet: dict[str, Any], history: list[dict[str, Any]]) -> None:
    """A character: skills with boxes, powers, hand size, proficiencies, cards list against deck, history."""
    role = f", {sheet['role']}" if sheet["role"] else ""
    put(f"{sheet['name']}{role}  played by {sheet['player']}  ({sheet['status']}, {campaign})")
    if sheet["in_game"]:
        put(f"in the game: {sheet['in_game']}")
    if sheet["skills"]:
        put_rows(
            ("skill", "die", "feats", "derived"),
            [
                (one["skill"], one["die"], boxes(one["feats"], one["boxes"]),
                 ", ".join(f"{name} +{bonus}" for name, bonus in one["derived"].items()))
                for one in sheet["skills"]
            ],
            json=False, csv=False,
        )  # fmt: skip
    else:
        put("skills, hand size and cards list are not known")
    size, most = sheet["hand_size"], sheet["hand_size_most"]
    if size is not None:
        put(f"hand size: {size}{f' of at most {most}' if most and most > size else ''}; favored: {sheet['favored']}")
    if sheet["proficiencies"]:
        put("proficiencies: " + ", ".join(f"{kind} {value}" for kind, value in sheet["proficiencies"].items()))
    for power in sheet["powers"]:
        put(f"power feat: {power}")
    put_rows(
        ("cards list", "cards", "feats", "in deck"),
        [
            (one["type"], one["wanted"], boxes(one["feats"], one["most"] - one["start"]) if one["most"] else None,
             one["in_deck"])
            for one in sheet["cards_list"]
        ],
        json=False, csv=False,
    )  # fmt: skip
    put(f"deck ({several(sheet['deck'], 'card')}): {listed(sheet['cards']) or 'none'}")
    if sheet["not_known"]:
        put(f"of a type that is not known: {several(sheet['not_known'], 'card')}")
    if sheet["not_in_deck"]:
        put(f"not in the deck yet: {listed(sheet['not_in_deck'])}")
    for text in sheet["to_take"]:
        put(f"to take: {text}")
    for moment in history:
        put(f"{moment['event']:>5}  {moment['what']}")


def boxes(ticked: int, count: int) -> str:
    """A line of boxes: as many ticked as there are feats."""
    return "■" * ticked + "□" * max(0, count - ticked)
