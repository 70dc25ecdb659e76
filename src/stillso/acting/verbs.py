"""The verbs that a person and an agent at work both have."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING

from stillso import services
from stillso.core.items import Listed
from stillso.core.operations import Done, Outcome, Refused
from stillso.core.records import Status
from stillso.core.verbs import (
    Amend,
    Confirm,
    FileChange,
    RecordRequest,
    Remember,
    Restore,
    Retract,
    Revert,
    Supersede,
    Write,
)
from stillso.services.access import Caller
from stillso.services.workspace import Workspace
from stillso.texts import Texts

if TYPE_CHECKING:
    from stillso.services.files import FileRead
    from stillso.services.history import Logged, Past
    from stillso.services.reading import Opening, Shown
    from stillso.services.reverting import Preview
    from stillso.services.search import Found
    from stillso.services.tidying import Tidied
    from stillso.services.versions import Differences


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
