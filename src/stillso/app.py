"""Opens a store and wires everything; gives the object that all surfaces hold.

    app = stillso.open("memory.db")
    mei = app.owner("mei")                                   a person, acting on their own authority
    session = app.session("claude-code", ["shop"], person="mei")   an agent at work, for a person
    session.hear("staging is unstable these days, skip e2e for now")
    session.remember("run unit tests only", quote="staging is unstable these days, skip e2e for now")

Every verb answers ``Done``, ``Waiting`` or ``Refused``; ``app.sentence(outcome)`` says it.
"""

from __future__ import annotations

import os
import re
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from stillso.acting import Acting, Owner, Session
from stillso.core.authority import Principal, PrincipalKind
from stillso.core.checks import Checked, State
from stillso.core.items import Space
from stillso.core.operations import Outcome, Refused
from stillso.core.sights import Session as SessionRow
from stillso.errors import BrokenData, Code, Loss, LostStorage, Misuse
from stillso.services import access, answers, bases, checkups, heads, reviews, sessions
from stillso.services.access import Caller
from stillso.services.heads import Backup, Head
from stillso.services.reviews import Pending
from stillso.services.workspace import Clock, Workspace
from stillso.storage import backups, checks, files, keys, opening
from stillso.storage.backups import Progress
from stillso.storage.contract import Store
from stillso.storage.memory import MemoryStore
from stillso.storage.sql import SqlStore
from stillso.texts import Texts

#: The one workspace of an embedded store.
LOCAL = "local"

#: How an address of another kind begins, such as postgresql: or file:; a drive has one letter.
_SCHEME = re.compile(r"[a-z][a-z0-9+.-]+:", re.IGNORECASE)


def system_clock() -> datetime:
    """Now, in UTC."""
    return datetime.now(UTC)


def open_store(address: str | Path, *, language: str = "en", clock: Clock | None = None) -> App:
    """The app on a store: a path, ``sqlite:///path``, or ``memory:`` for one that ends with the process.

    ``clock`` dates what happens (default: the system's). Raises Misuse for an address of no known kind and LostStorage
    when the store cannot be opened.
    """
    path = _path_of(str(address))
    store, key = _store(path, secrets.token_bytes)
    return App(_workspace(store, key, clock), Texts(language), path)


def _workspace(store: Store, key: bytes | None, clock: Clock | None) -> Workspace:
    return Workspace(
        id=LOCAL,
        store=store,
        key=key,
        clock=clock or system_clock,
        recorder=system_clock,
        random=secrets.token_bytes,
    )


def _store(path: Path | None, random: Callable[[int], bytes]) -> tuple[Store, bytes | None]:
    if path is None:
        return MemoryStore(), random(keys.KEY_BYTES)
    if os.path.isdir(path):
        told = f"{path} is a folder; a store is a file, such as {path / 'stillso.db'}"
        raise LostStorage(told, Loss.IS_FOLDER, path=str(path))
    key = keys.beside(path, random)
    return opening.open_store(path), key


@dataclass(frozen=True, kw_only=True, slots=True)
class Restored:
    """A backup was put in its place. ``kept`` is where the store that was there lies now, None when there was none."""

    file: Path
    store: Path
    kept: Path | None
    has_key: bool


def restore_store(
    file: str | Path,
    address: str | Path,
    *,
    over: bool = False,
    clock: Clock | None = None,
    progress: Progress | None = None,
) -> Restored | Refused:
    """Put a backup in the place of a store that nobody has open.

    Refused when a store with a base is there, unless ``over`` is given: then it is kept beside it, under its name and
    the moment. Raises Misuse for an address that is no file, and LostStorage when the backup is not sound.
    """
    target = _file_of(address)
    at = (clock or system_clock)()
    try:
        kept = backups.restore(Path(file), target, _is_blank, over=over, at=at, progress=progress or _silent)
    except FileExistsError as there:
        return Refused(code=Code.EXISTS, facts={"path": str(there.args[0]), "reason": "store"})
    return Restored(file=Path(file), store=target, kept=kept, has_key=files.side(target, backups.KEY).exists())


def _is_blank(store: Store) -> bool:
    with store.view(LOCAL) as view:
        return not view.bases()


def diagnose(address: str | Path, *, clock: Clock | None = None) -> list[Checked]:
    """A look at a store, check by check; nothing is written, and a missing store is not made.

    Never raises for a store that cannot be opened: that is a problem, which says why. Raises Misuse for an address
    that is no file.
    """
    path = _file_of(address)
    found = checks.look(path)
    if found[0].state is State.PROBLEM or not path.exists():
        return found
    key = checks.key(path)
    try:
        workspace = _workspace(SqlStore(checks.opened(path)), None if key else keys.of(path), clock)
        inside = checks.again(lambda: checkups.look(workspace, files.side(path, ".key")))
    except (LostStorage, BrokenData, ValueError) as problem:  # a value that is none is a ValueError
        facts = {"words": str(problem)}
        inside = [Checked(check="contents", case="unreadable", state=State.PROBLEM, facts=facts)]
    return found + [key if key and each.check == "key" else each for each in inside]


def _file_of(address: str | Path) -> Path:
    path = _path_of(str(address))
    if path is None:
        raise Misuse("a store in memory has no file; give the path of one that has")
    return path


def _silent(done: int, pages: int) -> None:
    """Tell nobody how far a copy is."""


def _path_of(address: str) -> Path | None:
    """The file that an address names, None for ``memory:``. Raises Misuse for any other kind of address."""
    if address == "memory:":
        return None
    path = address.removeprefix("sqlite:///")
    if not path or path == ":memory:" or _SCHEME.match(path) or not _is_text(path):
        raise Misuse(f"{address!r} names no store; give a path, sqlite:///path, or memory:")
    try:
        return _real(Path(path).expanduser())
    except RuntimeError as problem:
        raise Misuse(f"{address!r}: whose home that is, nobody knows here; give the whole path") from problem


def _real(path: Path) -> Path:
    """A file behind a link: what belongs to it lies beside the real one."""
    return path.resolve() if os.path.islink(path) else path


def _is_text(path: str) -> bool:
    """Whether the engine can be told this path: UTF-8 without NUL."""
    return "\0" not in path and path == path.encode("utf-8", "replace").decode("utf-8")


class App:
    """A store, opened: people, agents and bases, sessions, and the inbox. ``path`` is None for one in memory."""

    def __init__(self, workspace: Workspace, texts: Texts, path: Path | None = None) -> None:
        self.workspace = workspace
        self.texts = texts
        self.path = path

    def close(self) -> None:
        """Let go of the store."""
        self.workspace.store.close()

    def sentence(self, outcome: Outcome) -> str:
        """An outcome as a person or a model reads it, in the language of the app."""
        return answers.sentence(outcome, self.texts)

    def owner(self, name: str) -> Owner:
        """A person, made when missing, acting on their own authority. Raises Misuse when an agent has the name."""
        found = access.person(self.workspace, name)
        if isinstance(found, Refused):
            raise Misuse(answers.sentence(found, self.texts))
        return Owner(self.workspace, self.texts, Caller(principal=found))

    def agent(self, name: str, *, shell: bool = False) -> Acting | Refused:
        """An agent outside any session: nothing is heard there, so what it asks for waits. Refused when unknown."""
        with self.workspace.view() as view:
            principal = view.principal(name)
        if principal is None or principal.kind is not PrincipalKind.AGENT:
            return Refused(code=Code.NO_GRANT, facts={"agent": name, "base": "–", "level": "–"})
        return Acting(self.workspace, self.texts, Caller(principal=principal, shell=shell))

    def add_person(self, name: str) -> Principal | Refused:
        """A new person; refused when the name is taken."""
        return access.add(self.workspace, PrincipalKind.PERSON, name)

    def add_agent(self, name: str) -> Principal | Refused:
        """A new agent; refused when the name is taken."""
        return access.add(self.workspace, PrincipalKind.AGENT, name)

    def session(
        self, agent: str, bases: Sequence[str], *, channel: str = "cli", person: str | None = None
    ) -> Session | Refused:
        """Open a session of an agent on bases that it may read, for a person."""
        speaker = self.owner(person).caller.principal if person else None
        row = sessions.start(self.workspace, agent, bases, channel, speaker)
        return row if isinstance(row, Refused) else self._session(row)

    def resume(self, id: str, speaker: str) -> Session | Refused:
        """The session of this id, for its agent or the person who opened it; unknown to anybody else."""
        with self.workspace.view() as view:
            principal = view.principal(speaker)
            if principal is None:
                return access.unknown("session", id)
            caller = sessions.caller_in(view, principal, id)
        return caller if isinstance(caller, Refused) else Session(self.workspace, self.texts, caller)

    def _session(self, row: SessionRow) -> Session:
        with self.workspace.view() as view:
            agent = view.principal(row.agent)
        assert agent is not None
        return Session(self.workspace, self.texts, Caller(principal=agent, session=row))

    def base(self, slug: str) -> Space | Refused:
        """The base of this slug."""
        with self.workspace.view() as view:
            return access.base_of(view, slug) or access.unknown("base", slug)

    def bases(self) -> list[Space]:
        """All bases, by slug."""
        with self.workspace.view() as view:
            return view.bases()

    def sessions(self) -> list[SessionRow]:
        """All sessions, newest first."""
        with self.workspace.view() as view:
            return view.sessions()

    def reindex(self, base: str) -> int | Refused:
        """Rebuild the index of a base's records from their files; how many there are."""
        return bases.reindex(self.workspace, base)

    def backup(self, file: str | Path, *, over: bool = False, progress: Progress | None = None) -> Backup | Refused:
        """Copy the store into a file, with its key and its heads beside it, while others write.

        Refused when one of these files is there, unless ``over`` is given. ``progress`` is told the pages done and
        all. Raises LostStorage when the copy cannot be made; then there is none. Raises Misuse for a store in memory.
        """
        target, made_at, found = _real(Path(file)), self.workspace.now(), list[Head]()

        def noted(copy: Store) -> bytes:
            with copy.view(self.workspace.id) as view:
                found.extend(heads.heads_of(view))
            return heads.noted(found, made_at)

        source = _file_of(self.path or "memory:")
        try:
            backups.write(source, target, noted, over=over, progress=progress or _silent)
        except FileExistsError as there:
            return Refused(code=Code.EXISTS, facts={"path": str(there.args[0]), "reason": "backup"})
        key = files.side(target, backups.KEY) if self.workspace.key else None
        heads_file = files.side(target, backups.HEADS)
        return Backup(file=target, key=key, heads_file=heads_file, made_at=made_at, heads=tuple(found))

    def inbox(self, base: str | None = None) -> list[Pending] | Refused:
        """What waits for a person, oldest first."""
        return reviews.inbox(self.workspace, base)

    def proposal(self, id: str) -> Pending | Refused:
        """One proposal, open or decided."""
        return reviews.show(self.workspace, id)
