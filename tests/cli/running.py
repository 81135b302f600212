"""Running commands as a person does, each test with a log and a configuration of its own."""

from __future__ import annotations

import gzip
import json
import os
import subprocess
import sys
from pathlib import Path

import msgspec

from cli.main import main
from eventstore import StoredEvent, rehash, write_sealed

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"
TRACES = sorted((FIXTURES / "traces").glob("*.jsonl.gz"))


class Result(msgspec.Struct):
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def json(self):
        return json.loads(self.out)

    @property
    def error(self):
        return json.loads(self.err)


class Log:
    """One log, in a folder of its own."""

    def __init__(self, folder, monkeypatch, capfdbinary, name="games.duckdb"):
        self.folder = folder
        self.db = folder / name
        self._capture = capfdbinary
        monkeypatch.setenv("GAMELOG_CONFIG", str(folder / "config.json"))
        monkeypatch.setenv("GAMELOG_DB", str(self.db))
        monkeypatch.setenv("GAMELOG_NAME", "Ann")
        monkeypatch.setenv("COLUMNS", "160")
        monkeypatch.chdir(folder)

    def run(self, *words):
        """Run a command in this process."""
        result, raw = self._run(words)
        return Result(result, raw[0].decode(), raw[1].decode())

    def run_raw(self, *words):
        """The exit code and the bytes of standard output."""
        code, raw = self._run(words)
        return code, raw[0]

    def _run(self, words):
        self._capture.readouterr()
        code = main([str(word) for word in words])
        sys.stdout.flush()
        sys.stderr.flush()
        return code, self._capture.readouterr()

    def done(self, *words):
        """Run a command that must succeed."""
        result = self.run(*words)
        assert result.code == 0, result.err
        return result

    def other(self, name):
        """Another log in the same folder, by its flag."""
        return ["--db", str(self.folder / name)]


def in_process(*words, env=None, cwd=None, stdin=b""):
    """Run a command in a process of its own; gives exit code, output and errors as bytes."""
    done = subprocess.run(
        [sys.executable, "-m", "cli", *[str(word) for word in words]],
        cwd=cwd or ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT), **(env or {})},
        input=stdin,
        capture_output=True,
        check=False,
        timeout=120,
    )
    return done.returncode, done.stdout, done.stderr


def trace(name):
    """The path of a reference trace."""
    return next(path for path in TRACES if path.name.startswith(name))


def trace_lines(name):
    """The lines of a reference trace."""
    return gzip.decompress(trace(name).read_bytes()).splitlines(keepends=True)


def rewritten(path, change):
    """A sealed file whose events were changed and hashed anew, as somebody with the tools would."""
    lines = path.read_bytes().splitlines()
    header = json.loads(lines[0])
    events, previous = [], ""
    for line in lines[1:-1]:
        fields = msgspec.json.decode(line, type=dict[str, msgspec.Raw])
        plain = {name: msgspec.json.decode(raw) for name, raw in fields.items() if name not in ("payload", "changed")}
        plain.pop("changed_base64", None)
        event = StoredEvent(
            stream=header["stream"], previous=previous, payload=bytes(fields["payload"]),
            changed=bytes(fields.get("changed", b"")), **plain,
        )  # fmt: skip
        event = change(event)
        event = msgspec.structs.replace(event, previous=previous)
        event = msgspec.structs.replace(event, hash=rehash(event))
        previous = event.hash
        events.append(event)
    with path.open("wb") as file:
        write_sealed(events, file)
