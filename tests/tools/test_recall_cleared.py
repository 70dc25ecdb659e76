"""What was cleared with its text kept comes back by its id, in parts that join to its bytes; nobody else's does."""

from __future__ import annotations

import re

import pytest

import stillso
from stillso import App, Refused, Session
from stillso.texts import Texts
from stillso.tools import call

LONG = "".join(f"第 {n} 行：row {n}\n" for n in range(6_000))


def messages(text: str) -> list[dict[str, object]]:
    """A window with one result of something that was done once."""
    used = {"type": "tool_use", "id": "t1", "name": "run_migration", "input": {"id": 42}}
    result = {"type": "tool_result", "tool_use_id": "t1", "content": text}
    return [{"role": "assistant", "content": [used]}, {"role": "user", "content": [result]}]


@pytest.fixture
def app() -> App:
    """A store with two agents on a base."""
    app = stillso.open("memory:")
    mei = app.owner("mei")
    mei.create_base("shop")
    for agent in ("claude-code", "codex"):
        app.add_agent(agent)
        mei.grant(agent, "shop", "write")
    return app


def cleared(app: App, text: str) -> Session:
    """A session out of whose window that result was cleared."""
    session = app.session("claude-code", ["shop"], person="mei")
    assert isinstance(session, Session)
    assert not isinstance(session.window(keep_last=0, keep_text=True).clear(messages(text)), Refused)
    return session


def recalled(session: Session, **given: str) -> str:
    """The answer of the tool."""
    return call(session.workspace, Texts("en"), session.caller, "recall", given).text


def test_a_long_text_comes_back_whole(app: App) -> None:
    """Part after part, each between lines that the text cannot forge."""
    session = cleared(app, LONG)
    parts, after = [], "1"
    while after:
        told = recalled(session, cleared="t1", after=after)
        inside = re.search(r"begins =====\n(.*)\n===== \w+: part", told, re.DOTALL)
        assert inside
        parts.append(inside[1])
        following = re.search(r"after “(\d+)”\.\Z", told)
        after = following[1] if following else ""
    assert LONG == "".join(parts)


def test_the_placeholder_says_how(app: App) -> None:
    """The id stands in the window, with the name of the tool."""
    session = cleared(app, LONG)
    placeholder = session.window(keep_last=0, keep_text=True).clear(messages(LONG)).messages[1]  # type: ignore[union-attr]
    assert "; recall t1 gives it back]" in placeholder["content"][0]["content"]


def test_secrets_do_not_come_back(app: App) -> None:
    """What is kept is kept without them."""
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6"
    session = cleared(app, f"token: {secret}\n" * 40)
    assert secret not in recalled(session, cleared="t1")
    assert "[secret: github-token]" in recalled(session, cleared="t1")


@pytest.mark.parametrize(
    ("given", "code"),
    [
        ({"cleared": "t2"}, "unknown"),
        ({"cleared": "t1", "after": "99"}, "bad-argument"),
        ({"cleared": "t1", "after": "x"}, "bad-argument"),
        ({"cleared": "t1", "query": "row"}, "bad-argument"),
    ],
)
def test_what_was_not_kept_is_refused(app: App, given: dict[str, str], code: str) -> None:
    """An id of nothing, a mark of no part, two questions at once."""
    assert code in recalled(cleared(app, LONG), **given)


def test_another_session_has_none_of_it(app: App) -> None:
    """The id of somebody else's call is unknown."""
    cleared(app, LONG)
    other = app.session("codex", ["shop"], person="mei")
    assert isinstance(other, Session)
    assert "unknown" in recalled(other, cleared="t1")
