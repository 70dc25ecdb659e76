"""Writers of one store take turns, in the order they came, across processes and threads (docs/decisions/0016).

A courtesy and no lock: ``BEGIN IMMEDIATE`` alone keeps writers apart. Whoever cannot queue, or has queued for
PATIENCE_SECONDS, goes on without a turn, and waits as SQLite waits.

A writer draws a ticket and waits until every ticket before it is gone. A file beside the store holds two numbers, of
eight bytes each, lowest first: the last ticket drawn, and the last one that nobody waits for any more, because somebody
waited in vain. A ticket is also the place of a byte of that file (which need not be that long), and its process keeps
this byte locked until its turn is over: so the kernel wakes the next writer when the one before it is done, or dead.
Byte 0 is locked while a ticket is drawn.

Such locks belong to a process: they do not keep its threads apart, and all of them are gone when it closes any
descriptor of the file. So a process has one descriptor for each store, and one of its threads at a time in the queue.
"""

from __future__ import annotations

import os
import threading
import time
import weakref
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue

try:
    import fcntl
except ImportError:  # Windows has no record locks
    CAN_QUEUE = False
else:
    CAN_QUEUE = True

#: How long a writer queues in its process, and then among processes. Our choice: far above what a queue takes; it is
#: spent on one that was stopped or hangs, by those who queue behind it then.
PATIENCE_SECONDS = 5.0

#: How long to wait for byte 0, which others lock for microseconds, unless one of them was stopped just then.
DRAWING_SECONDS = 0.5

#: How often to look, at byte 0 and at the tickets before one's own, where the kernel does not wake.
DRAWING_LOOK_SECONDS, LOOK_SECONDS = 0.0001, 0.005

#: How many tickets a writer waits for at most: more than can ever queue.
WINDOW = 1 << 16

#: The tickets that there can be: no window reaches byte 0, and every one is a place in a file.
TICKETS = range(WINDOW + 1, 1 << 62)

NUMBER_BYTES = 8


class _Writer:
    """One who queues: its ``gate`` opens when it is the first of its process; then it has a ``ticket``, and waits for
    those that come ``after`` another and before its own. Ticket 0 is none."""

    __slots__ = ("after", "gate", "ticket")

    def __init__(self) -> None:
        self.gate = threading.Lock()
        self.gate.acquire()
        self.ticket = self.after = 0


class Turns:
    """The turns of one store, as this process takes them; ``beside`` gives them."""

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._begin()

    def begin_in_child(self) -> None:
        """Begin anew in a process that was forked off: it has none of the locks, and no thread but its own."""
        self._end.detach()
        self._begin()

    def _begin(self) -> None:
        self._lock = threading.Lock()
        self._first: _Writer | None = None
        self._behind: deque[_Writer] = deque()
        self._waiter = _Waiter(self._fd)
        self._end = weakref.finalize(self, self._waiter.end)

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Wait for those who came before, as far as patience goes; those who come later wait for this one."""
        writer = _Writer()
        try:
            if self._is_first(writer):
                with suppress(OSError):  # a file system without such locks, for one
                    if self._draw(writer):
                        self._wait(writer)
            yield
        finally:
            self._leave(writer)

    def _is_first(self, writer: _Writer) -> bool:
        """Wait for the threads of this process that came before; whether they went in time."""
        with self._lock:
            if self._first is None:
                self._first = writer
                return True
            self._behind.append(writer)
        return writer.gate.acquire(timeout=PATIENCE_SECONDS)

    def _draw(self, writer: _Writer) -> bool:
        """Draw a ticket; whether there are others before it. Where there are none, the last one serves again."""
        if not self._begin_drawing():
            return False
        try:
            last, after = self._numbers()
            # Noted before it is locked, so that it is let go of whatever happens.
            writer.ticket, writer.after = last, after
            if _lock(self._fd, after + 1, last):
                return False
            writer.ticket = last + 1
            self._note(writer.ticket, 0)
            return _lock(self._fd, writer.ticket, writer.ticket)  # another has it only if the file was damaged
        finally:
            _unlock(self._fd, 0, 0)

    def _numbers(self) -> tuple[int, int]:
        """The last ticket drawn, and the last one that nobody waits for; usable ones, whatever the file holds."""
        held = os.pread(self._fd, 2 * NUMBER_BYTES, 0)
        last = int.from_bytes(held[:NUMBER_BYTES], "little")
        after = int.from_bytes(held[NUMBER_BYTES:], "little")
        last = last if last in TICKETS else TICKETS.start
        return last, after if last - WINDOW <= after < last else last - WINDOW

    def _note(self, number: int, which: int) -> None:
        os.pwrite(self._fd, number.to_bytes(NUMBER_BYTES, "little"), which * NUMBER_BYTES)

    def _begin_drawing(self) -> bool:
        """Lock byte 0; whether that went in time."""
        until = None
        while not _lock(self._fd, 0, 0):
            now = time.monotonic()
            until = until or now + DRAWING_SECONDS
            if now > until:
                return False
            time.sleep(DRAWING_LOOK_SECONDS)
        return True

    def _wait(self, writer: _Writer) -> None:
        """Wait for the processes that came before; when that is in vain, nobody shall wait for them any more."""
        first, last = writer.after + 1, writer.ticket - 1
        until = time.monotonic() + PATIENCE_SECONDS
        went = self._waiter.wait(first, last)
        while not went and time.monotonic() < until:
            time.sleep(LOOK_SECONDS)
            went = _lock(self._fd, first, last)
        if not went:
            self._note(last, 1)

    def _leave(self, writer: _Writer) -> None:
        """Let the next one have its turn, or step out of the queue."""
        try:
            if writer.ticket:
                with suppress(OSError):
                    _unlock(self._fd, writer.after + 1, writer.ticket)
        finally:
            with self._lock:
                if self._first is writer:
                    self._first = self._behind.popleft() if self._behind else None
                    if self._first is not None:
                        self._first.gate.release()
                elif writer in self._behind:
                    self._behind.remove(writer)


# --- waiting for the kernel --------------------------------------------------------------------------------------


class _Wait:
    """A wait for tickets to go: whether all ``went``, and whether whoever asked has ``left``."""

    __slots__ = ("first", "last", "left", "over", "went")

    def __init__(self, first: int, last: int) -> None:
        self.first, self.last = first, last
        self.went = self.left = False
        self.over = threading.Lock()
        self.over.acquire()


class _Waiter:
    """Waits in a thread of its own: nobody can leave a lock that blocks, and it has no time limit.

    The thread begins with the first wait and ends with the turns of the store. It has the last word on the descriptor,
    whose number must not come to mean another file while the thread is blocked on it.
    """

    def __init__(self, fd: int) -> None:
        self._fd = fd
        self._thread: threading.Thread | None = None
        self._asked: SimpleQueue[_Wait | None] = SimpleQueue()
        self._now: _Wait | None = None

    def wait(self, first: int, last: int) -> bool:
        """Whether these tickets went in time. False at once while the thread still waits for one who left."""
        if self._now is not None or not self._has_begun():
            return False
        self._now = wait = _Wait(first, last)
        try:
            self._asked.put(wait)
            return wait.over.acquire(timeout=PATIENCE_SECONDS) and wait.went
        finally:
            wait.left = True

    def end(self) -> None:
        """Close the descriptor: at once, or when the thread comes back."""
        if self._thread is None:
            os.close(self._fd)
        else:
            self._asked.put(None)

    def _has_begun(self) -> bool:
        if self._thread is None:
            thread = threading.Thread(target=self._run, name="stillso-turns", daemon=True)
            with suppress(RuntimeError):  # there can be no more threads, or the interpreter is ending
                thread.start()
                self._thread = thread
        return self._thread is not None

    def _run(self) -> None:
        while (wait := self._asked.get()) is not None:
            # The kernel knows processes only, so it may see a deadlock among threads that wait for nobody.
            with suppress(OSError):
                # Most often the last of them goes last, and the others need no look of their own.
                for first in (wait.last, wait.first):
                    fcntl.lockf(self._fd, fcntl.LOCK_EX, wait.last - first + 1, first)
                wait.went = True
            self._now = None
            if wait.left:
                with suppress(OSError):
                    _unlock(self._fd, wait.first, wait.last)
            wait.over.release()
        os.close(self._fd)


def _lock(fd: int, first: int, last: int) -> bool:
    """Lock these bytes, unless another process has one of them; whether they are this process's now."""
    try:
        fcntl.lockf(fd, fcntl.LOCK_EX | fcntl.LOCK_NB, last - first + 1, first)
    except (BlockingIOError, PermissionError):  # which of them is up to the system
        return False
    return True


def _unlock(fd: int, first: int, last: int) -> None:
    fcntl.lockf(fd, fcntl.LOCK_UN, last - first + 1, first)


# --- one descriptor for each store -------------------------------------------------------------------------------

_opened: weakref.WeakValueDictionary[str, Turns] = weakref.WeakValueDictionary()
_opening = threading.Lock()


def beside(store: Path) -> Turns | None:
    """The turns of this store, the same for everybody in this process while anybody has them.

    None where there can be none: on Windows, or when the file beside the store can be neither opened nor made.
    """
    if not CAN_QUEUE:
        return None
    path = os.path.realpath(store)
    with _opening:
        turns = _opened.get(path)
        if turns is None:
            try:
                turns = _opened[path] = Turns(_open(path))
            except OSError:
                return None
        return turns


def _open(store: str) -> int:
    """A descriptor of the file beside the store, which is made for whom the store is for."""
    path = f"{store}-turns"
    try:
        return os.open(path, os.O_RDWR | os.O_NOFOLLOW)
    except FileNotFoundError:
        fd = os.open(path, os.O_RDWR | os.O_NOFOLLOW | os.O_CREAT, 0o600)
    with suppress(OSError):
        whose = os.stat(store)
        os.fchmod(fd, whose.st_mode & 0o666)
        os.fchown(fd, whose.st_uid, whose.st_gid)
    return fd


def _begin_in_child() -> None:
    global _opening
    _opening = threading.Lock()
    for turns in list(_opened.values()):
        turns.begin_in_child()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_begin_in_child)
