"""Looking for what is wrong: chains, journal, heads and anchors."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Protocol

from eventstore.contract import Finding
from eventstore.events import Head, StoredEvent
from eventstore.journal import Line
from eventstore.judging import fault_of
from eventstore.seals import read_seal


class Chains:
    """Walks any number of interleaved streams and collects what does not fit.

    After a fault a chain goes on from what is stored, so that one fault is one finding.

    Attributes:
        findings: so far, in the order met.
        heads: version and hash of the newest event met, by stream.
    """

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.heads: dict[str, tuple[int, str]] = {}

    def add(self, event: StoredEvent) -> None:
        """Check the next event, which must come after all others of its stream."""
        version, previous = self.heads.get(event.stream, (0, ""))
        what = fault_of(event, version + 1, previous)
        if what:
            self.findings.append(Finding(event.stream, event.version, what))
        elif not 1 <= event.action <= event.version:
            self.findings.append(Finding(event.stream, event.version, f"has the impossible action {event.action}"))
        self.heads[event.stream] = (event.version, event.hash)


class _Reads(Protocol):
    def head(self, stream: str) -> Head | None:
        """See `Store.head`."""

    def read(self, stream: str, *, after: int = 0, upto: int | None = None, check: bool = True) -> list[StoredEvent]:
        """See `Store.read`."""


def anchor_findings(store: _Reads, anchors: Mapping[str, str]) -> list[Finding]:
    """Compare streams with seal codes that were kept elsewhere."""
    findings = []
    for stream, code in anchors.items():
        seal = read_seal(code)
        head = store.head(stream)
        if head is None:
            findings.append(Finding(stream, seal.version, f"was sealed as '{code}' and is gone"))
        elif head.version < seal.version:
            findings.append(
                Finding(stream, head.version, f"ends here, but was sealed at version {seal.version} as '{code}'")
            )
        else:
            events = store.read(stream, after=seal.version - 1, upto=seal.version, check=False)
            if not events or not events[0].hash.startswith(seal.digest):
                findings.append(Finding(stream, seal.version, f"is not what was sealed as '{code}'"))
    return findings


def head_findings(chains: Chains, heads: Iterable[Head]) -> list[Finding]:
    """Compare the chains that were walked with the heads that the store answers with."""
    findings = []
    for head in heads:
        version, digest = chains.heads.get(head.stream, (0, ""))
        if version != head.version:
            findings.append(
                Finding(head.stream, head.version, f"is the newest by the table of heads, but version {version} is")
            )
        elif digest != head.hash:
            findings.append(Finding(head.stream, head.version, "has another hash in the table of heads"))
    known = {head.stream for head in heads}
    findings += [
        Finding(stream, version, "is missing from the table of heads")
        for stream, (version, _) in chains.heads.items()
        if stream not in known
    ]
    return findings


def journal_findings(
    name: str,
    lines: Iterable[tuple[int, Line | str]],
    rows: Iterable[tuple[int, str, StoredEvent]],
    chains: Chains,
) -> list[Finding]:
    """Walk the journal and the database side by side and say where they differ.

    Args:
        name: of the journal.
        lines: as `Journal.lines_with_faults` gives them.
        rows: position, link and event from the database, by position; each is added to `chains` too.
        chains: collects what is wrong with the chains in the database.
    """
    findings: list[Finding] = []
    walk = iter(rows)
    row = next(walk, None)
    expected, link = 1, ""
    whole = True  # False after a line that could not be read, until positions are known again.
    for number, line in lines:
        if isinstance(line, str):
            findings.append(Finding("", 0, f"{name}:{number}: {line}"))
            whole = False
            continue
        if whole and (line.first != expected or line.previous != link):
            findings.append(Finding("", 0, f"{name}:{number}: does not continue the line before it"))
        for position, event in enumerate(line.events, line.first):
            while row is not None and row[0] < position:
                chains.add(row[2])
                if whole:
                    findings.append(Finding(row[2].stream, row[2].version, f"is in the database, but not in {name}"))
                row = next(walk, None)
            if row is None or row[0] > position:
                findings.append(
                    Finding(event.stream, event.version, f"is missing from the database; {name}:{number} holds it")
                )
                continue
            chains.add(row[2])
            if row[1] != line.link or row[2] != event:
                findings.append(
                    Finding(event.stream, event.version, f"differs between the database and {name}:{number}")
                )
            row = next(walk, None)
        whole = True
        expected, link = line.first + line.count, line.link
    findings += _left_over(name, row, walk, chains, whole=whole)
    return findings


def _left_over(
    name: str,
    row: tuple[int, str, StoredEvent] | None,
    walk: Iterator[tuple[int, str, StoredEvent]],
    chains: Chains,
    *,
    whole: bool,
) -> list[Finding]:
    findings = []
    while row is not None:
        chains.add(row[2])
        if whole:
            findings.append(Finding(row[2].stream, row[2].version, f"is in the database, but not in {name}"))
        row = next(walk, None)
    return findings
