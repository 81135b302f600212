"""What a person types: `roll 4`, `hold`."""

from engine.pig.events import Held, Rolled
from engine.pig.reducer import State, check

from engine.game import Fault, Reading
from engine.notation import Misread, did_you_mean, number_in, quoted, split_line


def read_line(state: State, text: str) -> Reading:
    try:
        line = split_line(text)
        event = None if not line.choices else _event(line.choices[0])
    except Misread as misread:
        return Reading(fault=misread.fault)
    if event is None:
        return Reading(comment=line.comment)
    for one in check(state, event):
        return Reading(fault=Fault(kind="illegal", message=one.message, rule=one.rule, hint="gamelog can"))
    return Reading(events=(event,), comment=line.comment)


def _event(choice):
    words = [word.text for word in choice.words]
    if words == ["hold"]:
        return Held()
    face = number_in(words[1]) if len(words) == 2 and words[0] == "roll" else None
    if face is None:
        raise choice.fault("malformed", f"{quoted(' '.join(words))} is no line of Pig", hint=did_you_mean(["roll 4"]))
    return Rolled(face=face)
