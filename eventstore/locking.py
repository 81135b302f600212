"""One writer at a time, or many readers; and readers that cannot starve a writer.

Two files beside the database carry the locks. `FILE.lock` is held for as long as the database is connected:
exclusively for writing, shared for reading. `FILE.gate` is a turnstile: who wants the lock first takes the gate, waits
there for the lock, and lets the next one in. So the lock is given in about the order of arrival, however many readers
come.

At the gate the kernel queues who waits, in the order of arrival: looking again and again would leave it to luck who
gets in, and with ten processes somebody has no luck for seconds. No waiting is measured by a clock that a test may have
frozen.
"""

import contextlib
import os
import sys
import threading
import time
from pathlib import Path

from eventstore.errors import Busy, DiskTrouble

# Only one waits at the lock, the one that holds the gate, and the log lies idle until it looks.
_PAUSE = 0.0005

if sys.platform == "win32":

    def _try_lock(file: int, *, exclusive: bool) -> bool:
        raise NotImplementedError

    def _queue(file: int) -> None:
        raise NotImplementedError

    LOCKS_WORK = False
else:
    import fcntl

    def _try_lock(file: int, *, exclusive: bool) -> bool:
        try:
            fcntl.flock(file, (fcntl.LOCK_EX if exclusive else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _queue(file: int) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)

    LOCKS_WORK = True


def lock_path(database: Path) -> Path:
    """Return the path of the lock that guards a database."""
    return database.with_name(database.name + ".lock")


def gate_path(database: Path) -> Path:
    """Return the path of the gate before the lock."""
    return database.with_name(database.name + ".gate")


class Lock:
    """The lock of one database, held from construction to `release`.

    Attributes:
        left_by: the process that last wrote and ended without letting go in order, None if there was none. It stays
            until somebody writes.
        held: False if there is nothing that could be locked: a reader of a folder in which nobody can write.
    """

    def __init__(self, database: Path, *, exclusive: bool, patience: float) -> None:
        """Wait for the lock and take it.

        Args:
            database: path of the database file.
            exclusive: for writing.
            patience: seconds to wait, at the gate and again at the lock.

        Raises:
            Busy: somebody else held it for longer than that.
            DiskTrouble: the lock cannot be made, or this platform has none.
        """
        if not LOCKS_WORK:
            raise DiskTrouble(
                f"'{database}': this platform has no flock, and without a lock events could be lost",
                hint="use the log from Linux, macOS or the Windows subsystem for Linux",
            )
        self._named = False
        self._file = -1
        self.left_by: int | None = None
        path = lock_path(database)
        gate = _open(gate_path(database), required=exclusive)
        self._file = _open(path, required=exclusive)
        self.held = self._file >= 0 and gate >= 0
        if not self.held:
            _close(gate, self._file)
            self._file = -1
            return
        try:
            if not (_pass_gate(gate, patience) and _take(self._file, exclusive=exclusive, patience=patience)):
                pid = _holder(self._file)
                self.release()
                raise Busy(
                    f"'{database}' is in use by {f'process {pid}' if pid else 'another process'}",
                    hint="try again when that command has ended",
                    pid=pid,
                )
        finally:
            _close(gate)
        # Nobody writes now, so a process that is named here has died writing.
        self.left_by = _read_pid(self._file)
        if exclusive:
            # Told to who waits in vain, and, if it is still there later, that this process died.
            _write_pid(self._file, b"%d\n" % os.getpid())
            self._named = True

    def release(self) -> None:
        """Let go; doing so twice is harmless."""
        if self._file >= 0:
            if self._named:
                _write_pid(self._file, b"")
            _close(self._file)
            self._file = -1


def _open(path: Path, *, required: bool) -> int:
    """Open a lock file, or return -1 where a reader has to do without it."""
    try:
        return os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        if required:
            raise DiskTrouble(
                f"'{path}' cannot be opened: {(error.strerror or str(error)).lower()}",
                hint="the folder of the log must exist and be writable",
            ) from error
    try:
        return os.open(path, os.O_RDONLY)
    except OSError:
        return -1


def _close(*files: int) -> None:
    for file in files:
        if file >= 0:
            os.close(file)


def _pass_gate(gate: int, patience: float) -> bool:
    """Wait in the kernel's queue until the gate is ours; False if patience ran out."""
    if _try_lock(gate, exclusive=True):
        return True
    taken = threading.Event()
    # The same lock by another number: if nobody waits any more when it is given, closing this one gives it back.
    own = os.dup(gate)

    def queue() -> None:
        try:
            _queue(own)
            taken.set()
        finally:
            os.close(own)

    # The call cannot be given a time limit, so it is made where it may take as long as it likes.
    threading.Thread(target=queue, daemon=True).start()
    return taken.wait(patience)


def _take(file: int, *, exclusive: bool, patience: float) -> bool:
    """Look until the lock is ours; False if patience ran out."""
    waited = 0.0
    while not _try_lock(file, exclusive=exclusive):
        if waited >= patience:
            return False
        time.sleep(_PAUSE)
        waited += _PAUSE
    return True


def _read_pid(file: int) -> int | None:
    text = os.pread(file, 32, 0).strip()
    return int(text) if text.isdigit() else None


def _write_pid(file: int, text: bytes) -> None:
    os.ftruncate(file, 0)
    # A full disk may swallow this; the lock itself does not depend on it.
    with contextlib.suppress(OSError):
        os.pwrite(file, text, 0)


def _holder(file: int) -> int | None:
    """Find out who holds the lock: the kernel's table knows readers too, the file only the writer."""
    try:
        inode = f":{os.fstat(file).st_ino}"
        for line in Path("/proc/locks").read_text().splitlines():
            words = line.split()
            if len(words) > 5 and words[1] == "FLOCK" and words[5].endswith(inode) and int(words[4]) > 0:
                return int(words[4])
    except (OSError, ValueError):
        pass
    return _read_pid(file)
