"""The verbs as methods: what a person (``Owner``) or an agent at work (``Session``) can do.

Thin on purpose: each method makes the request and hands it to its service. ``base`` may be left out where there is only
one. Every verb answers ``Done``, ``Waiting`` or ``Refused``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from stillso import adapters, services
from stillso.core import policy
from stillso.core.authority import Grant, Level, Principal
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
    Revert,
    Supersede,
    Write,
)
from stillso.core.windows import standing
from stillso.errors import Misuse
from stillso.services.access import Caller
from stillso.services.workspace import Workspace
from stillso.texts import Texts

if TYPE_CHECKING:
    from stillso.core.windows.blocks import Block, Shape
    from stillso.core.windows.kept import Kept
    from stillso.services.clearing import Window
    from stillso.services.files import FileRead
    from stillso.services.history import Logged, Past
    from stillso.services.inbox import Pending
    from stillso.services.news import News
    from stillso.services.reading import Opening, Shown
    from stillso.services.reverting import Preview
    from stillso.services.search import Found
    from stillso.services.surviving import Taken
    from stillso.services.tidying import Tidied
    from stillso.services.versions import Differences
    from stillso.services.windows import Entry, Sought


class Acting:
    """The verbs, as somebody carries them out. ``base`` may be left out where there is only one."""

    def __init__(self, workspace: Workspace, texts: Texts, caller: Caller) -> None:
        self.workspace = workspace
        self.texts = texts
        self.caller = caller

    def approve(self, proposal: str, *, content: str | None = None, quote: str | None = None) -> Done | Refused:
        """Carry out a proposal, now: on a person's own word, with ``content`` in their wording; in a session on the
        word that the user just gave in answer to the question about it (``quote``)."""
        if quote is not None:
            return services.reviews.assent(self.workspace, self.caller, proposal, quote)
        return services.reviews.approve(self.workspace, self.caller, proposal, content)

    def act(self, asked: RecordRequest, base: str | None = None) -> Outcome:
        """Carry out the request of a record verb."""
        return services.memory.act(self.workspace, self.caller, base, asked)

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
        until: str | None = None,
        beside: int | None = None,
    ) -> Outcome:
        """Keep a statement, with the condition under which it holds and the words that say so.

        Refused where a record is about the same thing, unless it stands ``beside`` that one (0: beside any).
        """
        asked = Remember(
            content=content,
            type=type,
            scope=scope,
            audience=audience,
            condition=condition,
            quote=quote,
            until=until,
            beside=beside,
        )
        return self.act(asked, base)

    def supersede(
        self,
        no: int,
        content: str,
        *,
        base: str | None = None,
        condition: str | None = None,
        quote: str | None = None,
        until: str | None = None,
        read_version: int | None = None,
    ) -> Outcome:
        """Put a new statement in the place of record ``no``; the old text stays in the history."""
        asked = Supersede(
            no=no, content=content, condition=condition, quote=quote, until=until, read_version=read_version
        )
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
        return services.files.write(self.workspace, self.caller, base, Write(files=files, reason=reason))

    def read(self, path: str, *, base: str | None = None, version: int | None = None) -> FileRead | Refused:
        """A file as it is now, or as it stood at a version."""
        if version is None:
            return services.files.read(self.workspace, self.caller, base, path)
        return services.versions.read(self.workspace, self.caller, base, path, version)

    def files(
        self, prefix: str = "", *, base: str | None = None, version: int | None = None
    ) -> Sequence[Listed] | Refused:
        """The files of a base, by path, as they are or as they stood at a version."""
        if version is None:
            return services.files.listed(self.workspace, self.caller, base, prefix)
        return services.versions.listed_at(self.workspace, self.caller, base, version, prefix)

    def versions(
        self, path: str | None = None, *, base: str | None = None, limit: int | None = None
    ) -> Sequence[Logged] | Refused:
        """The versions of a base, or those that changed one path, newest first."""
        return services.versions.listed(self.workspace, self.caller, base, path=path, limit=limit)

    def diff(
        self, since: int | None = None, until: int | None = None, *, path: str | None = None, base: str | None = None
    ) -> Differences | Refused:
        """What differs between two versions (default: what the newest one changed), of all paths or of one."""
        return services.versions.diff(self.workspace, self.caller, base, since, until, path)

    def revert(
        self,
        to: int,
        *reactivate: int,
        paths: Sequence[str] = (),
        base: str | None = None,
        reason: str | None = None,
        read_version: int | None = None,
    ) -> Outcome:
        """Put a base, or these paths of it, back to how it stood at version ``to``, as a new version.

        An agent's request waits for a person.

        Records that were replaced or retracted since come into force again only when they are named (``reactivate``).
        """
        asked = Revert(to=to, paths=tuple(paths), reactivate=reactivate, reason=reason, read_version=read_version)
        return services.reverting.revert(self.workspace, self.caller, base, asked)

    def would_revert(self, to: int, *, paths: Sequence[str] = (), base: str | None = None) -> Preview | Refused:
        """What ``revert`` would do; nothing is changed."""
        return services.reverting.preview(self.workspace, self.caller, base, to, paths)

    def opening(
        self,
        *bases: str,
        scope: str | None = None,
        audience: str | None = None,
        marks: bool = True,
        whole: bool = False,
        texts: Texts | None = None,
    ) -> Opening | Refused:
        """The lines with their notes and moments, and their records ``whole``; see ``lines`` for the text alone."""
        return services.reading.open_lines(
            self.workspace,
            self.caller,
            bases,
            services.answers.labels(texts or self.texts),
            place=scope,
            audience=audience,
            marks=marks,
            whole=whole,
            list_command="stillso list --base {base}",
        )

    def lines(self, *bases: str, scope: str | None = None, audience: str | None = None) -> str | Refused:
        """The text a session opens with."""
        found = self.opening(*bases, scope=scope, audience=audience)
        return found if isinstance(found, Refused) else found.assembled.text

    def list(self, *statuses: Status, base: str | None = None) -> Shown | Refused:
        """Records of these statuses (default: active), by number."""
        return services.reading.list_records(self.workspace, self.caller, base, statuses or (Status.ACTIVE,))

    def show(self, no: int, *, base: str | None = None) -> Shown | Refused:
        """One record whole."""
        return services.reading.show(self.workspace, self.caller, base, no)

    def search(
        self,
        text: str,
        *,
        base: str | None = None,
        scope: str | None = None,
        audience: str | None = None,
        ended: bool = False,
        limit: int = 10,
    ) -> Found | Refused:
        """The active records and files that fit a text best, and with ``ended`` also records that are over."""
        return services.search.search(
            self.workspace, self.caller, base, text, place=scope, audience=audience, ended=ended, limit=limit
        )

    def due(self, *, base: str | None = None) -> Shown | Refused:
        """Active records that need confirming, each with its question, the longest unconfirmed first.

        They are given whole, so the session has seen them: an answer to the question counts for them.
        """
        shown = services.reading.due(self.workspace, self.caller, base, self.texts.language)
        if not isinstance(shown, Refused):
            services.reading.note_read(self.workspace, self.caller, shown.rows)
        return shown

    def tidy(self, *, base: str | None = None, propose: bool = False) -> Tidied | Refused:
        """What would keep a base in order, with reasons; with ``propose`` what has one verb waits in the inbox."""
        return services.tidying.tidy(self.workspace, self.caller, base, self.texts, propose=propose)

    def as_of(self, at: datetime, *, base: str | None = None) -> Shown | Refused:
        """The records that were active at a moment, as they were then."""
        return services.history.as_of(self.workspace, self.caller, base, at)

    def history(self, no: int, *, base: str | None = None) -> Sequence[Past] | Refused:
        """Every revision of a record, oldest first."""
        return services.history.history(self.workspace, self.caller, base, no)

    def why(self, query: str, *, base: str | None = None) -> Sequence[Sequence[Past]] | Refused:
        """The chains of replacements that ``#n`` or a piece of text belongs to."""
        return services.history.why(self.workspace, self.caller, base, query)

    def log(self, *, base: str | None = None, limit: int | None = None) -> Sequence[Logged] | Refused:
        """The operations of a base, newest first."""
        return services.history.log(self.workspace, self.caller, base, limit)


class Owner(Acting):
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
        return services.bases.create(
            self.workspace,
            self.caller,
            slug,
            name=name or slug,
            description=description,
            readme=readme,
            settings=settings,
        )

    def settle(self, base: str, **settings: object) -> Space | Refused:
        """Set settings of a base, such as ``limits={"feedback": 14}`` or ``file_bytes=65536``."""
        return services.bases.settle(self.workspace, self.caller, base, settings)

    def grant(self, agent: str, base: str, level: str) -> Grant | Refused:
        """Link an agent to a base: read, write, or ask."""
        return services.access.grant(self.workspace, self.caller, agent, base, _level(level))

    def edit(self, path: str, content: str | None, *, base: str, read_version: int | None = None) -> Outcome:
        """Put a text for one path (None: its deletion) into this person's draft; it counts once it is published."""
        return services.drafts.edit(self.workspace, self.caller, base, path, content, read_version=read_version)

    def draft(self, base: str) -> Pending | Refused | None:
        """This person's draft in a base with its differences, None when there is none."""
        return services.drafts.show(self.workspace, self.caller, base)

    def discard(self, base: str, path: str | None = None) -> Outcome:
        """Drop this person's draft, or one path of it."""
        return services.drafts.discard(self.workspace, self.caller, base, path)

    def publish(self, base: str, *, reason: str | None = None) -> Outcome:
        """Make this person's draft the next version of the base; refused as stale when its files changed meanwhile."""
        return services.drafts.publish(self.workspace, self.caller, base, reason)

    def revoke(self, agent: str, base: str) -> bool | Refused:
        """Take an agent's link to a base away, at once; whether there was one."""
        return services.access.revoke(self.workspace, self.caller, agent, base)

    def set_agent(self, agent: str, *, auto_record: bool) -> Principal | Refused:
        """Switch on or off that an agent is asked to record by itself what it learns, where it may write."""
        return services.access.set_agent(self.workspace, self.caller, agent, auto_record=auto_record)

    def refuse(self, proposal: str) -> Done | Refused:
        """Close a proposal; the same text is not proposed again."""
        return services.reviews.refuse(self.workspace, self.caller, proposal)


def _level(name: str) -> Level:
    try:
        return Level(name)
    except ValueError as problem:
        raise Misuse(f"{name!r} is no level; use one of {', '.join(Level)}") from problem


class Session(Acting):
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
        return services.sessions.hear(self.workspace, self.id, text, by=by, said_by=said_by, asked=asked)

    def once(self, no: int, *, base: str | None = None, quote: str | None = None) -> Done | Refused:
        """Record ``no`` is not followed this time only; it stays as it is."""
        return services.memory.once(self.workspace, self.caller, base, Once(no=no, quote=quote))

    def surviving(self, messages: Sequence[Any], provider: str | None = None) -> Sequence[Kept]:
        """What a summary of these messages must keep: rules, decisions, lessons and leads, word for word."""
        return services.surviving.of_window(self.workspace, self.caller, self._blocks(messages, provider)).kept

    def compacted(
        self, summary: str, of: Sequence[Any] = (), *, provider: str | None = None, messages: int = 0
    ) -> Taken | Refused:
        """A summary took the place of messages: put it on record, and check it against what they said (``of``).

        ``put_back`` then gives what it lost, and ``news`` what it carries that holds no longer. Where the messages are
        not at hand, ``messages`` says how many they were.
        """
        what = services.answers.windows.messages(len(of) or messages, self.texts)
        blocks = self._blocks(of, provider)
        return services.surviving.taken(self.workspace, self.caller, summary, blocks, what=what)

    def put_back(self, budget_chars: int = policy.PUT_BACK_CHARS) -> str:
        """What the newest summary lost, to be told behind it; '' for nothing. Told again until a message was heard."""
        return services.owing.put_back(self.workspace, self.texts, self.caller, budget_chars)

    def _shape(self, messages: Sequence[Any], provider: str | None) -> Shape:
        return adapters.messages.reader(provider)(messages)

    def _blocks(self, messages: Sequence[Any], provider: str | None) -> list[Block]:
        return self._shape(messages, provider).all_blocks(messages)

    def news(self) -> Sequence[News] | Refused:
        """What this session was shown, or its summary carries, and has changed since."""
        return services.news.news(self.workspace, self.caller)

    def window(
        self,
        provider: str | None = None,
        *,
        keep_last: int = policy.KEPT_RESULTS,
        exclude: Sequence[str] = (),
        fates: Mapping[str, str] | None = None,
        clear_at_least: int = 0,
        keep_text: bool = False,
        count: Callable[[Sequence[Any]], int] | None = None,
    ) -> Window:
        """The window of this session: hand it the messages before each turn, and send what it gives back.

        ``provider`` is one of ``adapters.messages.SHAPES``, told from the messages unless given; ``count`` is its
        counter of tokens. ``fates`` says of tools what becomes of their results: keep, clear, compact or remember.
        With ``keep_text`` what cannot be had again is cleared as well, and ``recalled`` gives it back.
        """
        rules = services.clearing.rules(
            keep_last=keep_last, exclude=exclude, table=fates or {}, clear_at_least=clear_at_least, keep_text=keep_text
        )
        shape_of = adapters.messages.reader(provider)
        return services.clearing.Window(self.workspace, self.caller, self.texts, shape_of, rules=rules, count=count)

    def ledger(self) -> Sequence[Entry] | Refused:
        """What left the window of this session, oldest first."""
        return services.windows.ledger(self.workspace, self.caller)

    def sought(
        self, query: str, messages: Sequence[Any] = (), provider: str | None = None
    ) -> tuple[Sought, Sequence[Entry]] | Refused:
        """Was something never seen, or seen and cleared? ``messages`` are those that stand in the window now."""
        shape = self._shape(messages, provider)
        there, said = standing.results(messages, shape), standing.said(messages, shape)
        return services.windows.sought(self.workspace, self.caller, query, there, said)

    def recalled(self, ref: str) -> str | Refused:
        """The text of a result that was cleared with its text kept, by the id of its call."""
        return services.windows.recalled(self.workspace, self.caller, ref)

    def end(self) -> SessionRow | Refused:
        """Close the session."""
        return services.sessions.end(self.workspace, self.id)
