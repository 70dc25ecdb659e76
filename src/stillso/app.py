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
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from stillso import core, embedding, services, storage
from stillso.acting import Acting, Owner, Session
from stillso.core import late
from stillso.core.authority import Principal, PrincipalKind
from stillso.core.items import Space
from stillso.core.operations import Outcome, Refused
from stillso.core.sights import Session as SessionRow
from stillso.errors import Code, Loss, LostStorage, Misuse
from stillso.services.access import Caller
from stillso.services.workspace import Clock, Workspace
from stillso.storage.contract import Store
from stillso.storage.disk import keys
from stillso.texts import Texts

if TYPE_CHECKING:
    from stillso.core.vectors import Embedder
    from stillso.services.heads import Backup
    from stillso.services.inbox import Pending
    from stillso.services.mounting import Mounted, Newest
    from stillso.services.vectors import Encoded
    from stillso.services.vectors import Progress as Progressing
    from stillso.services.verifying import Verified
    from stillso.services.walks import Progress
    from stillso.storage.disk.backups import Progress as Copied
    from stillso.storage.disk.trees import Mount, Unfit

#: The one workspace of an embedded store.
LOCAL = "local"

#: How an address of another kind begins, such as postgresql: or file:; a drive has one letter.
_SCHEME = late.pattern(r"[a-z][a-z0-9+.-]+:", re.IGNORECASE)


def system_clock() -> datetime:
    """Now, in UTC."""
    return datetime.now(UTC)


def open_store(
    address: str | Path, *, language: str = "en", clock: Clock | None = None, embedder: Embedder | None = None
) -> App:
    """The app on a store: a path, ``sqlite:///path``, or ``memory:`` for one that ends with the process.

    ``clock`` dates what happens (default: the system's); with an ``embedder`` search finds by meaning as well. Raises
    Misuse for an address of no known kind and LostStorage when the store cannot be opened.
    """
    if embedder is not None:
        embedding.check()
    path = _path_of(str(address))
    store, key = _store(path, os.urandom)
    return App(workspace_on(store, key, clock, embedder), Texts(language), path)


def workspace_on(store: Store, key: bytes | None, clock: Clock | None, embedder: Embedder | None = None) -> Workspace:
    """The workspace of an embedded store."""
    return Workspace(
        id=LOCAL,
        store=store,
        key=key,
        clock=clock or system_clock,
        recorder=system_clock,
        random=os.urandom,
        variants=_simplified,
        embedder=embedder,
    )


def _simplified(text: str) -> str:
    return services.variants.simplified(text)


def _store(path: Path | None, random: Callable[[int], bytes]) -> tuple[Store, bytes | None]:
    if path is None:
        return storage.memory.MemoryStore(), random(keys.KEY_BYTES)
    if os.path.isdir(path):
        told = f"{path} is a folder; a store is a file, such as {path / 'stillso.db'}"
        raise LostStorage(told, Loss.IS_FOLDER, path=str(path))
    key = keys.beside(path, random)
    return storage.disk.opening.open_store(path), key


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


def file_of(address: str | Path) -> Path:
    """The file of a store. Raises Misuse for one in memory, which has none."""
    path = _path_of(str(address))
    if path is None:
        raise Misuse("a store in memory has no file; give the path of one that has")
    return path


def unmount(folder: str | Path) -> Refused | None:
    """Take away what ``App.mount`` made at ``folder``, and nothing else. Refused where nothing is mounted."""
    try:
        storage.disk.trees.take_away(storage.disk.trees.at(Path(folder)))
    except storage.disk.trees.Unfit as unfit:
        return _unfit(unfit)
    return None


def readme_template(name: str, purpose: str = "", language: str = "en") -> str:
    """A README.md to begin a base with: what it is for, how it is organised, what belongs there, and an index.

    Agents keep the index and nothing else of it. ``language`` is ``en`` or ``zh-Hant``.
    """
    return services.bases.readme_template(name, purpose, Texts(language))


def silent(done: int, pages: int) -> None:
    """Tell nobody how far it is."""


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
        return services.answers.sentence(outcome, self.texts)

    def owner(self, name: str) -> Owner:
        """A person, made when missing, acting on their own authority. Raises Misuse when an agent has the name."""
        found = services.access.person(self.workspace, name)
        if isinstance(found, Refused):
            raise Misuse(services.answers.sentence(found, self.texts))
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
        return services.access.add(self.workspace, PrincipalKind.PERSON, name)

    def add_agent(self, name: str) -> Principal | Refused:
        """A new agent; refused when the name is taken."""
        return services.access.add(self.workspace, PrincipalKind.AGENT, name)

    def prompt(self, agent: str, *, channel: str = "cli", bases: Sequence[str] = ()) -> str | Refused:
        """The part of an agent's system prompt about the bases that it reaches on a channel: what it may write, how,
        and, where that is switched on, what to record. '' where it reaches none."""
        found = services.prompting.prompt(self.workspace, self.texts, agent, channel=channel, bases=bases)
        return found if isinstance(found, Refused) else found.text

    def session(
        self, agent: str, bases: Sequence[str], *, channel: str = "cli", person: str | None = None
    ) -> Session | Refused:
        """Open a session of an agent on bases that it may read, for a person."""
        speaker = self.owner(person).caller.principal if person else None
        row = services.sessions.start(self.workspace, agent, bases, channel, speaker)
        return row if isinstance(row, Refused) else self._session(row)

    def resume(self, id: str, speaker: str) -> Session | Refused:
        """The session of this id, for its agent or the person who opened it; unknown to anybody else."""
        with self.workspace.view() as view:
            principal = view.principal(speaker)
            if principal is None:
                return services.access.unknown("session", id)
            caller = services.sessions.caller_in(view, principal, id)
        return caller if isinstance(caller, Refused) else Session(self.workspace, self.texts, caller)

    def _session(self, row: SessionRow) -> Session:
        with self.workspace.view() as view:
            agent = view.principal(row.agent)
        assert agent is not None
        return Session(self.workspace, self.texts, Caller(principal=agent, session=row))

    def base(self, slug: str) -> Space | Refused:
        """The base of this slug."""
        with self.workspace.view() as view:
            return services.access.base_of(view, slug) or services.access.unknown("base", slug)

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
        return services.bases.reindex(self.workspace, base)

    def encode(self, base: str, *, progress: Progressing | None = None) -> Encoded | Refused:
        """Encode all texts of a base that have no vector yet; a search does a few at a time by itself.

        ``progress`` is told how many were encoded, and how many there are. Raises Misuse without an embedder.
        """
        embedder = self.workspace.embedder
        if embedder is None:
            raise Misuse("there is no embedder; give one to stillso.open, or set STILLSO_EMBED")
        return services.vectors.encode(self.workspace, embedder, base, progress or silent)

    def verify(
        self, base: str | None = None, *, anchor: str | Path | None = None, progress: Progress | None = None
    ) -> Verified | Refused:
        """Check the log of a base, or every log there is, and all that it accounts for; what is wrong are findings.

        ``anchor`` is a file that remembers where the logs ended: they must still pass there. After nothing was found
        it is moved forward, or written when there was none. Raises Misuse for a file that is no anchor of this store.
        """
        if anchor is None:
            return services.verifying.verify(self.workspace, base, progress=progress)
        path = Path(anchor)
        if self.path and storage.disk.files.is_of(self.path, path):
            raise Misuse("it is one of the store's own files")
        text = storage.disk.anchors.read(path)
        known = core.heads.parse(text) if text is not None else ()
        if not services.verifying.knows(self.workspace, known):
            raise Misuse("it is the anchor of another store: it names no base or session of this one")
        verified = services.verifying.verify(self.workspace, base, known, progress)
        if isinstance(verified, Refused) or verified.findings:
            return verified
        now = {head.space: head for head in (*known, *verified.heads)}
        storage.disk.anchors.write(path, core.heads.render(now.values(), self.workspace.now()), self.workspace.random)
        return services.verifying.anchored(verified, written=text is None)

    def backup(self, file: str | Path, *, over: bool = False, progress: Copied | None = None) -> Backup | Refused:
        """Copy the store into a file, with its key and its heads beside it, while others write.

        Refused when one of these files is there, unless ``over`` is given. ``progress`` is told the pages done and
        all. Raises LostStorage when the copy cannot be made; then there is none. Raises Misuse for a store in memory.
        """
        if not Path(file).name:
            raise Misuse("it has no name; give the name of a file")
        target, made_at, found = _real(Path(file)), self.workspace.now(), list[core.heads.Head]()

        def noted(copy: Store) -> bytes:
            with copy.view(self.workspace.id) as view:
                found.extend(services.heads.heads_of(view))
            return core.heads.render(found, made_at).encode()

        source = file_of(self.path or "memory:")
        try:
            storage.disk.backups.write(source, target, noted, over=over, progress=progress or silent)
        except FileExistsError as there:
            return Refused(code=Code.EXISTS, facts={"path": str(there.args[0]), "reason": "backup"})
        return services.heads.Backup(
            file=target,
            key=storage.disk.files.side(target, storage.disk.backups.KEY) if self.workspace.key else None,
            heads_file=storage.disk.files.side(target, storage.disk.backups.HEADS),
            made_at=made_at,
            heads=tuple(found),
        )

    def mount(
        self, base: str, folder: str | Path, *, by: Acting | None = None, again: bool = False
    ) -> Mounted | Refused:
        """Show the newest version of a base, read-only, as a tree of files at ``folder``, which becomes a link.

        It is switched at once: whoever followed the link before keeps a whole tree. ``by`` is who reads; left out, it
        is whoever holds the store. With ``again`` only a mount that is there is brought up to date, and not looked
        through. Refused where something else stands, without a grant, and where no link can be. Raises OSError when
        the tree cannot be written; then the one before is still shown.
        """
        caller = by.caller if by else None
        place = services.mounting.readable(self.workspace, caller, base)
        if isinstance(place, Refused):
            return place

        def show(found: Newest) -> Mounted | Refused:
            return _shown(at, found, again=again)

        try:
            at = storage.disk.trees.at(Path(folder), self.path)
            with storage.disk.trees.locked(at):
                return services.mounting.newest(self.workspace, caller, place.space.id, show)
        except storage.disk.trees.Unfit as unfit:
            return _unfit(unfit)

    def inbox(self, base: str | None = None) -> list[Pending] | Refused:
        """What waits for a person, oldest first."""
        return services.inbox.waiting(self.workspace, base)

    def proposal(self, id: str) -> Pending | Refused:
        """One proposal, open or decided."""
        return services.inbox.show(self.workspace, id)


def _shown(at: Mount, found: Newest, *, again: bool) -> Mounted | Refused:
    """Show the newest version of a base at a locked mount, where it is not shown as it is already."""
    trees = storage.disk.trees
    if again and trees.shown(at) is None:
        raise trees.Unfit("nothing", at.link)
    there = trees.version(at) or {}
    refused = found.refused(there, str(at.link)) if there else None
    if refused:
        return refused
    if again and found.is_described_by(there):
        return found.mounted(str(at.link), there.get("files"), changed=False)
    listed = {
        trees.File(path=each.path, sha256=each.sha256 or "", size_bytes=each.size_bytes, written_at=each.at): each
        for each in found.files()
    }
    files, version = list(listed), found.described(len(listed))
    is_shown = there == version and trees.holds(at, files)
    if not is_shown:
        trees.show(at, found.space.head, version, files, lambda file: found.text(listed[file]))
    return found.mounted(str(at.link), len(files), changed=not is_shown)


#: The codes of why no tree can be shown; the rest are about the path.
_UNFIT = {"there": Code.EXISTS, "nothing": Code.MISSING}


def _unfit(unfit: Unfit) -> Refused:
    code = _UNFIT.get(unfit.reason, Code.BAD_PATH)
    return Refused(code=code, facts={"path": unfit.path, "reason": f"mount-{unfit.reason}"})
