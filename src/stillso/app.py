"""Opens a store and wires everything; gives the object that all surfaces hold.

    app = stillso.open("memory.db")
    mei = app.owner("mei")                                   a person, acting on their own authority
    session = app.session("claude-code", ["shop"], person="mei")   an agent at work, for a person
    session.hear("staging is unstable these days, skip e2e for now")
    session.remember("run unit tests only", quote="staging is unstable these days, skip e2e for now")

Every verb answers ``Done``, ``Waiting`` or ``Refused``; see ``stillso.sentence`` for what they say.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

from stillso.core.authority import Grant, Level, Principal, PrincipalKind
from stillso.core.items import Listed, Space
from stillso.core.operations import Done, Outcome, Refused
from stillso.core.records import Status
from stillso.core.sights import Message
from stillso.core.sights import Session as SessionRow
from stillso.core.verbs import (
    Amend,
    Confirm,
    FileChange,
    Once,
    RecordRequest,
    Remember,
    Restore,
    Retract,
    Supersede,
    Write,
)
from stillso.errors import Misuse
from stillso.services import access, answers, bases, memory, reading, reviews, sessions
from stillso.services.access import Caller
from stillso.services.bases import FileRead
from stillso.services.reading import Logged, News, Opening, Past, Shown
from stillso.services.reviews import Pending
from stillso.services.workspace import Clock, Workspace
from stillso.storage import keys, sqlite
from stillso.storage.contract import Store
from stillso.storage.memory import MemoryStore
from stillso.texts import Texts

#: The one workspace of an embedded store.
LOCAL = "local"


def system_clock() -> datetime:
    """Now, in UTC."""
    return datetime.now(UTC)


def open(address: str | Path, *, language: str = "en", clock: Clock | None = None) -> App:
    """The app on a store: a path, ``sqlite:///path``, or ``memory:`` for one that ends with the process.

    ``clock`` dates what happens (default: the system's). Raises Misuse for an address of no known kind and LostStorage
    when the store cannot be opened.
    """
    random = secrets.token_bytes
    store, key = _store(str(address), random)
    workspace = Workspace(
        id=LOCAL, store=store, key=key, clock=clock or system_clock, recorder=system_clock, random=random
    )
    return App(workspace, Texts(language))


def _store(address: str, random: Callable[[int], bytes]) -> tuple[Store, bytes | None]:
    if address == "memory:":
        return MemoryStore(), random(keys.KEY_BYTES)
    scheme, found, rest = address.partition("://")
    if found and scheme != "sqlite":
        raise Misuse(f"{address!r}: no such kind of store; give a path or sqlite:///path")
    path = Path(rest.removeprefix("/") if rest.startswith("//") or (found and rest[:1] == "/") else rest or address)
    if found and rest.startswith("//"):
        path = Path("/" + rest.lstrip("/"))
    key = keys.beside(path, random)
    return sqlite.open_store(path), key


class App:
    """A store, opened: people, agents and bases, sessions, and the inbox."""

    def __init__(self, workspace: Workspace, texts: Texts) -> None:
        self.workspace = workspace
        self.texts = texts

    def close(self) -> None:
        """Let go of the store."""
        self.workspace.store.close()

    def owner(self, name: str) -> Owner:
        """A person, made when missing, acting on their own authority. Raises Misuse when an agent has the name."""
        found = access.person(self.workspace, name)
        if isinstance(found, Refused):
            raise Misuse(answers.sentence(found, self.texts))
        return Owner(self, Caller(principal=found))

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
        return caller if isinstance(caller, Refused) else Session(self, caller)

    def _session(self, row: SessionRow) -> Session:
        with self.workspace.view() as view:
            agent = view.principal(row.agent)
        assert agent is not None
        return Session(self, Caller(principal=agent, session=row))

    def base(self, slug: str) -> Space | Refused:
        """The base of this slug."""
        with self.workspace.view() as view:
            return view.space(slug) or access.unknown("base", slug)

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

    def inbox(self, base: str | None = None) -> list[Pending] | Refused:
        """What waits for a person, oldest first."""
        return reviews.inbox(self.workspace, base)

    def proposal(self, id: str) -> Pending | Refused:
        """One proposal, open or decided."""
        return reviews.show(self.workspace, id)


class _Acting:
    """The verbs, as somebody carries them out. ``base`` may be left out where there is only one."""

    def __init__(self, app: App, caller: Caller) -> None:
        self.app = app
        self.caller = caller

    def approve(self, proposal: str) -> Done | Refused:
        """Carry out a proposal, now, on this person's word; refused to anybody but a person."""
        return reviews.approve(self.app.workspace, self.caller, proposal)

    def act(self, asked: RecordRequest, base: str | None = None) -> Outcome:
        """Carry out the request of a record verb."""
        return memory.act(self.app.workspace, self.caller, base, asked)

    def remember(
        self,
        content: str,
        *,
        base: str | None = None,
        type: str = "feedback",
        scope: str | None = None,
        audience: str = "user",
        condition: str | None = None,
        quote: str | None = None,
    ) -> Outcome:
        """Keep a statement, with the condition under which it holds and the words that say so."""
        asked = Remember(content=content, type=type, scope=scope, audience=audience, condition=condition, quote=quote)
        return self.act(asked, base)

    def supersede(
        self,
        no: int,
        content: str,
        *,
        base: str | None = None,
        condition: str | None = None,
        quote: str | None = None,
        read_version: int | None = None,
    ) -> Outcome:
        """Put a new statement in the place of record ``no``; the old text stays in the history."""
        asked = Supersede(no=no, content=content, condition=condition, quote=quote, read_version=read_version)
        return self.act(asked, base)

    def confirm(
        self, no: int, *, base: str | None = None, quote: str | None = None, read_version: int | None = None
    ) -> Outcome:
        """Record ``no`` is still so."""
        return self.act(Confirm(no=no, quote=quote, read_version=read_version), base)

    def retract(
        self,
        no: int,
        *,
        base: str | None = None,
        quote: str | None = None,
        reason: str | None = None,
        read_version: int | None = None,
    ) -> Outcome:
        """Record ``no`` is not to be used any more; its text stays in the history."""
        return self.act(Retract(no=no, quote=quote, reason=reason, read_version=read_version), base)

    def restore(
        self, no: int, *, base: str | None = None, quote: str | None = None, read_version: int | None = None
    ) -> Outcome:
        """Record ``no`` is in force again; what had replaced it is retracted."""
        return self.act(Restore(no=no, quote=quote, read_version=read_version), base)

    def amend(
        self,
        no: int,
        *,
        base: str | None = None,
        scope: str | None = None,
        type: str | None = None,
        audience: str | None = None,
        condition: str | None = None,
        quote: str | None = None,
        read_version: int | None = None,
    ) -> Outcome:
        """Change where, for whom or under which condition record ``no`` holds; an empty text clears a field."""
        asked = Amend(
            no=no,
            scope=scope,
            type=type,
            audience=audience,
            condition=condition,
            quote=quote,
            read_version=read_version,
        )
        return self.act(asked, base)

    def write(self, *files: FileChange, base: str | None = None, reason: str | None = None) -> Outcome:
        """Change plain files, all or nothing: one version."""
        return bases.write_files(self.app.workspace, self.caller, base, Write(files=files, reason=reason))

    def read(self, path: str, *, base: str | None = None) -> FileRead | Refused:
        """A file as it is now."""
        return bases.read_file(self.app.workspace, self.caller, base, path)

    def files(self, prefix: str = "", *, base: str | None = None) -> Sequence[Listed] | Refused:
        """The files of a base, by path."""
        return bases.list_files(self.app.workspace, self.caller, base, prefix)

    def opening(
        self,
        *bases: str,
        scope: str | None = None,
        audience: str | None = None,
        marks: bool = True,
        texts: Texts | None = None,
    ) -> Opening | Refused:
        """The lines with their records, notes and moments; see ``lines`` for the text alone."""
        slugs = {base.id: base.slug for base in self.app.bases()}
        named = bases or tuple(slugs[id] for id in (self.caller.session.bases if self.caller.session else ()))
        command = "; ".join(f"stillso list --base {base}" for base in named)
        labels = answers.labels(texts or self.app.texts)
        return reading.open_lines(
            self.app.workspace,
            self.caller,
            named,
            labels,
            place=scope,
            audience=audience,
            marks=marks,
            list_command=command,
        )

    def lines(self, *bases: str, scope: str | None = None, audience: str | None = None) -> str | Refused:
        """The text a session opens with."""
        found = self.opening(*bases, scope=scope, audience=audience)
        return found if isinstance(found, Refused) else found.assembled.text

    def list(self, *statuses: Status, base: str | None = None) -> Shown | Refused:
        """Records of these statuses (default: active), by number."""
        return reading.list_records(self.app.workspace, self.caller, base, statuses or (Status.ACTIVE,))

    def show(self, no: int, *, base: str | None = None) -> Shown | Refused:
        """One record whole."""
        return reading.show(self.app.workspace, self.caller, base, no)

    def due(self, *, base: str | None = None) -> Shown | Refused:
        """Active records that need confirming, the longest unconfirmed first."""
        return reading.due(self.app.workspace, self.caller, base)

    def as_of(self, at: datetime, *, base: str | None = None) -> Shown | Refused:
        """The records that were active at a moment, as they were then."""
        return reading.as_of(self.app.workspace, self.caller, base, at)

    def history(self, no: int, *, base: str | None = None) -> Sequence[Past] | Refused:
        """Every revision of a record, oldest first."""
        return reading.history(self.app.workspace, self.caller, base, no)

    def why(self, query: str, *, base: str | None = None) -> Sequence[Sequence[Past]] | Refused:
        """The chains of replacements that ``#n`` or a piece of text belongs to."""
        return reading.why(self.app.workspace, self.caller, base, query)

    def log(self, *, base: str | None = None, limit: int | None = None) -> Sequence[Logged] | Refused:
        """The operations of a base, newest first."""
        return reading.log(self.app.workspace, self.caller, base, limit)


class Owner(_Acting):
    """A person, acting on their own authority."""

    def create_base(
        self,
        slug: str,
        *,
        name: str | None = None,
        description: str = "",
        readme: str | None = None,
        settings: Mapping[str, object] | None = None,
    ) -> Done | Refused:
        """A new base; with a README it begins at version 1."""
        return bases.create(
            self.app.workspace,
            self.caller,
            slug,
            name=name or slug,
            description=description,
            readme=readme,
            settings=settings,
        )

    def settle(self, base: str, **settings: object) -> Space | Refused:
        """Set settings of a base, such as ``limits={"feedback": 14}``."""
        return bases.settle(self.app.workspace, self.caller, base, settings)

    def grant(self, agent: str, base: str, level: str) -> Grant | Refused:
        """Link an agent to a base: read, write, or ask."""
        return access.grant(self.app.workspace, self.caller, agent, base, Level(level))

    def refuse(self, proposal: str) -> Done | Refused:
        """Close a proposal; the same text is not proposed again."""
        return reviews.refuse(self.app.workspace, self.caller, proposal)


class Session(_Acting):
    """An agent at work in a session."""

    @property
    def id(self) -> str:
        """The id of the session."""
        assert self.caller.session is not None
        return self.caller.session.id

    def hear(
        self, text: str, *, said_by: str | None = None, asked: str | None = None, by: str = "harness"
    ) -> Message | Refused:
        """Hand over what the person typed, exactly; only the harness calls this, never the agent."""
        return sessions.hear(self.app.workspace, self.id, text, by=by, said_by=said_by, asked=asked)

    def once(self, no: int, *, base: str | None = None, quote: str | None = None) -> Done | Refused:
        """Record ``no`` is not followed this time only; it stays as it is."""
        return memory.once(self.app.workspace, self.caller, base, Once(no=no, quote=quote))

    def news(self) -> Sequence[News] | Refused:
        """What this session was shown and has changed since."""
        return reading.news(self.app.workspace, self.caller)

    def end(self) -> SessionRow | Refused:
        """Close the session."""
        return sessions.end(self.app.workspace, self.id)
