"""What an agent at work can do besides: hear, keep its window, compact it, and be told what changed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from stillso import adapters, services
from stillso.acting.verbs import Acting
from stillso.core import policy
from stillso.core.operations import Done, Refused
from stillso.core.sights import Message
from stillso.core.sights import Session as SessionRow
from stillso.core.verbs import Once

if TYPE_CHECKING:
    from stillso.core.windows.blocks import Block, Shape
    from stillso.core.windows.kept import Kept
    from stillso.core.windows.requests import SummaryRequest
    from stillso.services.clearing import Window
    from stillso.services.news import News
    from stillso.services.seeking import Sought
    from stillso.services.surviving import Taken
    from stillso.services.windows import Entry


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

    def summary_request(self, messages: Sequence[Any], provider: str | None = None) -> SummaryRequest:
        """A request that asks the model for a summary: these messages as they are, then what it must keep, and what it
        must not bring back."""
        over = services.compacting.over(self.workspace, self.caller)
        shape = self._shape(messages, provider)
        return services.answers.compaction.summary_request(messages, shape, self.texts, over)

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
        return services.seeking.sought(self.workspace, self.caller, query, messages, self._shape(messages, provider))

    def recalled(self, ref: str) -> str | Refused:
        """The text of a result that was cleared with its text kept, by the id of its call."""
        return services.windows.recalled(self.workspace, self.caller, ref)

    def end(self) -> SessionRow | Refused:
        """Close the session."""
        return services.sessions.end(self.workspace, self.id)
