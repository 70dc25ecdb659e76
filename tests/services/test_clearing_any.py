"""Clearing any conversation of any provider: it stays valid, twice is as once, and only old results are changed."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.adapters.shapes.conversations import PROVIDERS, check_valid, conversations

import stillso
from stillso import App, Refused, Session
from stillso.adapters.messages import SHAPES
from stillso.core.windows.blocks import Kind, Seen, Shape
from stillso.services.clearing import Cleared

pytestmark = pytest.mark.filterwarnings("ignore:`RetryPromptPart` is deprecated")


@cache
def app() -> App:
    """A store with an agent on a base; each example has a session of its own."""
    app = stillso.open("memory:")
    mei = app.owner("mei")
    mei.create_base("shop")
    app.add_agent("claude-code")
    mei.grant("claude-code", "shop", "write")
    return app


def session(store: App) -> Session:
    """A session of the agent."""
    found = store.session("claude-code", ["shop"], person="mei")
    assert isinstance(found, Session)
    return found


def cleared(found: Cleared | Refused) -> Cleared:
    """What was cleared; it was not refused."""
    assert isinstance(found, Cleared), found
    return found


def seen(shape: Shape, messages: list[Any]) -> Seen:
    """What a shape sees of messages."""
    found = Seen()
    shape.see(found, messages, len(messages))
    return found


RULES: st.SearchStrategy[dict[str, Any]] = st.fixed_dictionaries(
    {"keep_last": st.integers(0, 4), "keep_text": st.booleans(), "clear_at_least": st.sampled_from([0, 0, 50, 500])}
)


@pytest.mark.parametrize("provider", PROVIDERS)
@given(data=st.data())
def test_what_is_left_is_valid_and_only_old_results_changed(provider: str, data: st.DataObject) -> None:
    """For the provider's own types; the messages given stay as they were, and calls, texts and order with them."""
    messages, rules = data.draw(conversations(provider)), data.draw(RULES)
    given, shape = copy.deepcopy(messages), SHAPES[provider]
    found = cleared(session(app()).window(provider, **rules).clear(messages, force=True))
    assert given == messages
    check_valid(provider, found.messages)
    before, after = seen(shape, messages), seen(shape, found.messages)
    assert [result[:3] for result in before.results] == [result[:3] for result in after.results]
    assert [result[5:] for result in before.results if not result[5]] == [
        new[5:] for old, new in zip(before.results, after.results, strict=True) if not old[5]
    ]
    newest = len(before.results) - rules["keep_last"]
    assert before.results[max(0, newest) :] == after.results[max(0, newest) :]
    assert all(new[4] <= old[4] for old, new in zip(before.results, after.results, strict=True))
    gone = {receipt.ref for receipt in found.receipts}
    assert all(old == new or old[2] in gone for old, new in zip(before.results, after.results, strict=True))
    for at, (old, new) in enumerate(zip(messages, found.messages, strict=True)):
        kept = [block for block in shape.blocks(old, at) if block.kind is not Kind.RESULT]
        assert kept == [block for block in shape.blocks(new, at) if block.kind is not Kind.RESULT]


@pytest.mark.parametrize("provider", PROVIDERS)
@given(data=st.data())
def test_twice_is_as_once(provider: str, data: st.DataObject) -> None:
    """By the same window, by another process, and for a harness that hands over its own messages again."""
    messages, rules = data.draw(conversations(provider)), data.draw(RULES)
    work = session(app())
    window = work.window(provider, **rules)
    once = cleared(window.clear(messages, force=True))
    for again in (
        window.clear(once.messages, force=True),
        work.window(provider, **rules).clear(once.messages, force=True),
        work.window(provider, **rules).clear(copy.deepcopy(once.messages), force=True),
        work.window(provider, **rules).clear(messages, force=True),
        window.clear(messages, force=True),
    ):
        assert once.messages == cleared(again).messages
        assert [] == cleared(again).receipts
    ledger = work.ledger()
    assert not isinstance(ledger, Refused)
    assert once.receipts == [entry.receipt for entry in ledger]


@pytest.mark.parametrize("provider", PROVIDERS)
@given(data=st.data())
def test_turn_by_turn_is_as_all_at_once(provider: str, data: st.DataObject) -> None:
    """A window that is asked before each turn clears what one that sees all at the end does, without a gate."""
    messages, rules = data.draw(conversations(provider)), data.draw(RULES) | {"clear_at_least": 0}
    window, kept = session(app()).window(provider, **rules), list[Any]()
    for message in messages:
        kept = cleared(window.clear([*kept, message], force=True)).messages
    whole = cleared(session(app()).window(provider, **rules).clear(messages, force=True))
    assert whole.messages == kept


@given(data=st.data())
def test_the_short_way_of_reading_sees_what_the_blocks_say(data: st.DataObject) -> None:
    """Anthropic's shape reads plain mappings without making blocks of them."""
    shape, messages = SHAPES["anthropic"], data.draw(conversations("anthropic"))
    short, long = seen(shape, messages), Seen()
    Shape.see(shape, long, messages, len(messages))
    assert vars(long) == vars(short)
