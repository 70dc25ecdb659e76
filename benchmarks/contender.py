"""Ours as a contender of a side-by-side harness that compares stores on the same work; see README.md beside this file.

``Mine`` has the methods such a harness calls: one durable write, a read-modify-write under a version check, the lines
of a scope, files with versions, and clearing a window. A record of the harness is a mapping with ``type``, ``scope``,
``content``, ``condition`` and ``status``.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from benchmarks.sides import undurable

import stillso
from stillso.core import policy
from stillso.core.verbs import FileChange

BASE = "perf"
#: How many files one call may change.
A_CALL = 20


class Mine:
    """A store of ours in a folder, with one person who acts."""

    def __init__(self, folder: str) -> None:
        self.d = folder
        self.seq = 0
        self._first: object = None

    def fresh(self) -> None:
        """An empty folder."""
        shutil.rmtree(self.d, ignore_errors=True)
        Path(self.d).mkdir(parents=True)

    def open(self) -> None:
        """One connection of this process."""
        self.app = stillso.open(Path(self.d) / "ours.db")
        self.owner = self.app.owner("perf")
        if not self.app.bases():
            self.owner.create_base(BASE)

    def close(self) -> None:
        """Let go of it."""
        self.app.close()

    # --- records -----------------------------------------------------------------------------------------------------

    def load(self, records: Iterable[Mapping[str, Any]], _: int) -> None:
        """Many records, without waiting for the disk; those that are not active are retracted."""
        with undurable(self.app):
            for record in records:
                done = self._remember(record, policy.ANY_RECORD)
                if (
                    isinstance(done, stillso.Refused) and done.code == "secret-found"
                ):  # words in a row like a seed phrase
                    spaced = {**record, "content": record["content"].replace(" ", "; ")}
                    done = self._remember(spaced, policy.ANY_RECORD)
                assert isinstance(done, stillso.Done), done
                if record["status"] != "active":
                    self.owner.retract(done.no or 0, base=BASE)
        self.app.reindex(BASE)  # as after any import of many

    def add(self, record: Mapping[str, Any]) -> None:
        """One durable record; one that is like another stands beside it."""
        outcome = self._remember(record, None)
        if isinstance(outcome, stillso.Refused) and outcome.code == "similar-exists":
            outcome = self._remember(record, policy.ANY_RECORD)
        assert isinstance(outcome, stillso.Done), outcome

    def _remember(self, record: Mapping[str, Any], beside: int | None) -> stillso.Outcome:
        fields = {name: record[name] for name in ("type", "scope", "condition")}
        return self.owner.remember(record["content"], base=BASE, beside=beside, **fields)

    def count(self) -> int:
        """How many records there are."""
        space = self.app.base(BASE)
        assert not isinstance(space, stillso.Refused)
        return space.records

    def lines(self, scope: str) -> list[str]:
        """The opening text of a session at a place."""
        text = self.owner.lines(BASE, scope=scope)
        assert isinstance(text, str)
        return text.splitlines()

    def find(self, terms: Sequence[str], count: int) -> list[str]:
        """The contents of the records that fit best, whatever their status, as the others search all they hold."""
        found = self.owner.search(" ".join(terms), base=BASE, ended=True, limit=count)
        assert not isinstance(found, stillso.Refused)
        return [hit.text for hit in found.hits]

    # --- a number under a version check ------------------------------------------------------------------------------

    def cas_init(self, count: int) -> None:
        """So many files that hold 0."""
        for number in range(count):
            self._write(f"hot/hot{number}.md", "0\n", None)

    def cas_read(self, id: str) -> tuple[str, int]:
        """What stands in a file, and its hash."""
        read = self._read(f"hot/{id}.md")
        return read.sha256, int(read.content)

    def cas_write(self, id: str, version: str, number: int) -> bool:
        """Put another number there, unless somebody else did meanwhile."""
        return self._write(f"hot/{id}.md", f"{number}\n", version)

    def cas_total(self, count: int) -> int:
        """The sum of all."""
        return sum(self.cas_read(f"hot{number}")[1] for number in range(count))

    # --- files with versions -----------------------------------------------------------------------------------------

    def v_files(self, files: Iterable[tuple[str, bytes]]) -> None:
        """New files, twenty a version."""
        changes = [FileChange(path=path, mode="create", content=data.decode()) for path, data in files]
        for start in range(0, len(changes), A_CALL):
            done = self.owner.write(*changes[start : start + A_CALL], base=BASE)
            assert isinstance(done, stillso.Done), done

    def v_history(self, changes: Iterable[tuple[str, bytes]]) -> None:
        """Versions of one file each, without waiting for the disk."""
        with undurable(self.app):
            for path, data in changes:
                assert self._write(path, data.decode(), self._read(path).sha256)

    def v_read(self, path: str) -> bytes:
        """A file as it is now."""
        return self._read(path).content.encode()

    def v_write(self, path: str, sha256: str, data: bytes) -> None:
        """Another text in the place of the one with this hash."""
        if not self._write(path, data.decode("utf-8", "ignore"), sha256):
            raise RuntimeError("stale")

    def v_diff(self) -> None:
        """What the newest version changed, as text."""
        assert not isinstance(self.owner.diff(base=BASE), stillso.Refused)

    def v_revert(self) -> None:
        """Take back what the newest version changed."""
        space = self.app.base(BASE)
        assert not isinstance(space, stillso.Refused)
        done = self.owner.revert(space.head - 1, base=BASE)
        assert isinstance(done, stillso.Done), done

    def v_list(self) -> Sequence[object]:
        """All files."""
        found = self.owner.files(base=BASE)
        assert not isinstance(found, stillso.Refused)
        return found

    # --- the window of a conversation ---------------------------------------------------------------------------------

    def conv(self, messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Messages that are to be cleared; a whole conversation has a session of its own, which is not timed."""
        if len(messages) > 2:
            self._session = self._new_session()
        return messages

    def _new_session(self) -> stillso.Session:
        if isinstance(self.app.agent("agent"), stillso.Refused):
            self.app.add_agent("agent")
            self.owner.grant("agent", BASE, "write")
        session = self.app.session("agent", [BASE], person="perf")
        assert isinstance(session, stillso.Session)
        return session

    def clear(self, messages: list[dict[str, Any]], keep: int, ledger: str) -> tuple[list[dict[str, Any]], int]:
        """Clear all but the last results, with the receipts in the store; the same window as long as it goes on."""
        if messages[0] is not self._first:
            self._window, self._first = self._session.window("anthropic", keep_last=keep), messages[0]
        found = self._window.clear(messages)
        assert not isinstance(found, stillso.Refused)
        return found.messages, len(found.cleared)

    def _read(self, path: str) -> Any:
        found = self.owner.read(path, base=BASE)
        assert not isinstance(found, stillso.Refused), found
        return found

    def _write(self, path: str, text: str, sha256: str | None) -> bool:
        mode = "create" if sha256 is None else "overwrite"
        change = FileChange(path=path, mode=mode, content=text, expected_sha256=sha256)
        outcome = self.owner.write(change, base=BASE)
        if isinstance(outcome, stillso.Refused):
            assert outcome.code == "stale", outcome
        return isinstance(outcome, stillso.Done)
