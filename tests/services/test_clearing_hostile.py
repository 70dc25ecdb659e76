"""Clearing what nobody should send: ids, calls and results that break lines, hide secrets, nest without end or lie."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import stillso
from stillso import App, Refused, Session
from stillso.services.clearing import Cleared
from stillso.services.windows import Entry

TEXT = "def refund(order):\n    return order.total\n" * 30
SECRET = "Xk9fQz7Lm2Vb8Rt4Wy6Pn3Hs5Jd1Gc0AeUiOo"

Message = dict[str, Any]


@pytest.fixture(scope="module")
def app() -> App:
    """A store with an agent on a base; each test has a session of its own."""
    app = stillso.open("memory:")
    mei = app.owner("mei")
    mei.create_base("shop")
    app.add_agent("claude-code")
    mei.grant("claude-code", "shop", "write")
    return app


@pytest.fixture
def work(app: App) -> Session:
    """A session of the agent."""
    found = app.session("claude-code", ["shop"], person="mei")
    assert isinstance(found, Session)
    return found


def read(ref: str, input: object, text: str = TEXT, name: str = "Read", **more: object) -> list[Message]:
    """A call and its result."""
    call = {"type": "tool_use", "id": ref, "name": name, "input": input}
    result = {"type": "tool_result", "tool_use_id": ref, "content": text, **more}
    return [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]


def cleared(work: Session, messages: list[Message], **rules: Any) -> Cleared:
    """The messages cleared by a window of their own, all but none of them."""
    found = work.window("anthropic", **{"keep_last": 0, **rules}).clear(messages)
    assert not isinstance(found, Refused), found
    return found


def ledger(work: Session) -> list[Entry]:
    """The ledger of the session."""
    found = work.ledger()
    assert not isinstance(found, Refused)
    return list(found)


def contents(found: Cleared) -> list[str]:
    """What stands as the results."""
    return [each["content"] for message in found.messages for each in message["content"] if "content" in each]


ODD_IDS = ["a\tb", "a\nb", "a\u2028b", "a\ud800b", "a\u202eb", "a b", "x" * 5_000, "", "\x1b[31m"]


@pytest.mark.parametrize("keep_text", [False, True])
@pytest.mark.parametrize("ref", ODD_IDS)
def test_an_odd_id_is_cleared_once(work: Session, ref: str, keep_text: bool) -> None:
    """Ids are the provider's, or whoever's: what reads otherwise in a ledger is still the same result."""
    messages = read(ref, {"path": "a.py"})
    once = cleared(work, messages, keep_text=keep_text)
    assert once.messages == cleared(work, messages, keep_text=keep_text).messages
    assert once.messages == cleared(work, once.messages, keep_text=keep_text).messages
    assert 1 == len(ledger(work))


@pytest.mark.parametrize("ref", ODD_IDS)
def test_an_odd_id_recalls_its_text(work: Session, ref: str) -> None:
    """By itself, and by what the placeholder calls it: one short word on one line."""
    (placeholder,) = contents(cleared(work, read(ref, {"path": "a.py"}), keep_text=True))
    named = placeholder.partition("recall ")[2].partition(" gives")[0]
    assert 0 < len(named) < 100
    assert named.isprintable()
    assert [] == named.split()[1:]
    assert [TEXT, TEXT] == [work.recalled(ref), work.recalled(named)]


def test_results_of_one_id_are_told_apart(work: Session) -> None:
    """Some services number the calls of each turn anew."""
    messages = [each for n in range(4) for each in read("call_0", {"path": f"{n}.py"}, f"{n}\n{TEXT}")]
    once = cleared(work, messages)
    assert once.messages == cleared(work, messages).messages
    assert 4 == len(ledger(work))


def nested(depth: int) -> object:
    """A value so many levels deep."""
    value: object = "a.py"
    for _ in range(depth):
        value = {"in": value}
    return value


def circular() -> object:
    """A value that holds itself."""
    value: dict[str, object] = {}
    value["self"] = value
    return value


@pytest.mark.parametrize("given", [nested(5_000), circular(), {(1, 2): 3}, {"a": {(1, 2): 3}}, {"a": nested(5_000)}])
def test_a_call_that_no_json_holds_is_cleared(work: Session, given: object) -> None:
    """It is named by its tool at least."""
    (placeholder,) = contents(cleared(work, read("t1", given)))
    assert placeholder.startswith("[cleared ")
    assert "Read" in placeholder


def test_half_a_pair_of_surrogates_is_written_out(work: Session) -> None:
    """No encoding has it: it would stop the store, and the request."""
    (placeholder,) = contents(cleared(work, read("t1", {"path": "a\ud800.py"}, name="Read\udfff")))
    assert placeholder.encode()
    assert placeholder[len("[cleared 0000-00-00: ") :].partition(";")[0] == ledger(work)[0].receipt.what


@pytest.mark.parametrize("size", range(100, 260, 10))
@pytest.mark.parametrize("ref", ["t1", "toolu_" + "x" * 100])
@pytest.mark.parametrize("failed", [False, True])
def test_no_placeholder_is_longer_than_what_it_replaces(work: Session, ref: str, size: int, failed: bool) -> None:
    """Also one that says how to have the text back, by an id as long as ids get, and in either language."""
    once = cleared(work, read(ref, {"path": "a.py"}, "w" * size, is_error=failed), keep_text=True)
    assert size >= len(contents(once)[0])
    assert once.messages == cleared(work, once.messages, keep_text=True).messages


def test_a_secret_makes_no_placeholder_longer_than_what_it_replaces(work: Session) -> None:
    """The mark of a short secret is longer than the secret."""
    given = {f"pin{n}": f"pin: {n}83{n}" for n in range(6)}
    sizes = [len(contents(cleared(work, read(f"t{n}", given, "w" * n)))[0]) - n for n in range(150, 400, 10)]
    assert 0 >= max(sizes)


@pytest.mark.parametrize("keep_last", [1, 3, 10**9])
def test_what_was_cleared_stays_so_when_more_is_kept(work: Session, keep_last: int) -> None:
    """A harness that keeps its own messages would otherwise have its prefix change back."""
    messages = [each for n in range(4) for each in read(f"t{n}", {"path": f"{n}.py"})]
    once = cleared(work, messages)
    window = work.window("anthropic", keep_last=keep_last)
    assert not isinstance(window.clear(messages), Refused)
    found = window.clear(messages)
    assert not isinstance(found, Refused)
    assert once.messages == found.messages
    more = [*found.messages, *(each for n in range(5, 9) for each in read(f"t{n}", {"path": f"{n}.py"}))]
    after = window.clear(more)
    assert not isinstance(after, Refused)
    assert once.messages == after.messages[: len(messages)]
    assert all(old is new for old, new in zip(found.messages, after.messages[: len(messages)], strict=True))


SECRETS: list[object] = [
    {"path": "x" * 400, "password": SECRET * 4},
    {**{f"k{n}": "v" * 70 for n in range(3)}, "password": SECRET * 4},
    {"body": '{"password": "' + SECRET + '"}'},
    {"body": '{"a": "{\\"password\\": \\"' + SECRET + '\\"}"}'},
    {"command": "API_KEY=" + SECRET * 9},
    '{"password": "' + SECRET,
]


@pytest.mark.parametrize("given", SECRETS)
def test_no_part_of_a_secret_is_left(work: Session, given: object) -> None:
    """Shortening must not hide that it is one, nor JSON in JSON."""
    (placeholder,) = contents(cleared(work, read("t1", given)))
    pieces = [SECRET[at : at + 8] for at in range(len(SECRET) - 8)]
    assert [] == [piece for piece in pieces if piece in placeholder or piece in ledger(work)[0].receipt.what]
    assert "[secret: " in placeholder


def test_no_part_of_a_long_secret_is_left_of_a_failure(work: Session) -> None:
    """The first line of a failed result."""
    text = f"API_KEY={SECRET * 9}\n{TEXT}"
    (placeholder,) = contents(cleared(work, read("t1", {"path": "a.py"}, text, is_error=True)))
    assert SECRET[:8] not in placeholder
    assert SECRET[-8:] not in placeholder


def test_what_must_be_remembered_first_is_told_without_secrets(work: Session) -> None:
    """The call of what stays is told to people and programs too."""
    found = cleared(work, read("t1", {"question": f"password: {SECRET}"}, name="AskUserQuestion"))
    assert ["t1"] == [each.receipt.ref for each in found.waiting]
    assert SECRET not in found.waiting[0].receipt.what


@pytest.mark.parametrize(("mine", "theirs"), [(True, False), (False, True)])
def test_who_comes_second_says_what_the_first_one_said(work: Session, mine: bool, theirs: bool) -> None:
    """Two windows of one session at once, of which only one keeps texts: a placeholder must not promise what is not."""
    messages = [each for n in range(3) for each in read(f"t{n}", {"path": f"{n}.py"})]
    first, second = (work.window("anthropic", keep_last=0, keep_text=keep, clear_at_least=0) for keep in (mine, theirs))
    assert not isinstance(second.clear([]), Refused)  # it knows the ledger as it is now
    once, late = first.clear(messages), second.clear(messages)
    assert not isinstance(once, Refused)
    assert not isinstance(late, Refused)
    assert once.messages == late.messages
    assert [] == late.receipts
    assert 3 == len(ledger(work))


@pytest.mark.parametrize("role", [["user"], {"user": 1}, None, 7])
def test_a_role_that_is_no_text_is_passed_on(work: Session, role: object) -> None:
    """Nothing raises for a message that is not what it should be."""
    messages = [*read("t1", {"path": "a.py"}), {"role": role, "content": [{"type": "text", "text": "hi"}]}]
    assert 1 == len(cleared(work, messages).receipts)


def edited(message: Message) -> None:
    """What a harness may do to a result: shorten it."""
    message["content"][0]["content"] = "…"


def exchanged(message: Message) -> None:
    """Or put something else in its place."""
    message["content"][0] = {"type": "text", "text": "gone"}


def emptied(message: Message) -> None:
    """Or take it away."""
    message["content"].clear()


@pytest.mark.parametrize("edit", [edited, exchanged, emptied])
def test_what_a_harness_edited_in_place_stays_as_it_is(work: Session, edit: Callable[[Message], None]) -> None:
    """What waited to be cleared is looked at once more before it is: another block must not be written over."""
    messages = [each for n in range(3) for each in read(f"t{n}", {"path": f"{n}.py"})]
    window = work.window("anthropic", keep_last=0, clear_at_least=1_000)
    assert not isinstance(window.clear(messages), Refused)
    edit(messages[1])
    messages += [each for n in range(3, 9) for each in read(f"t{n}", {"path": f"{n}.py"})]
    found = window.clear(messages)
    assert not isinstance(found, Refused)
    assert messages[1] is found.messages[1]
    assert [f"t{n}" for n in range(1, 9)] == [entry.receipt.ref for entry in ledger(work)]


def test_what_holds_a_text_is_named_with_its_base(app: App) -> None:
    """Where a session has several: each numbers its records from 1."""
    mei = app.owner("mei")
    mei.create_base("second")
    mei.grant("claude-code", "second", "write")
    answer = (
        "Deploys to production happen on Tuesdays after the stand-up, never when Mei is away, and nobody may "
        "change that without asking the whole team first, as all of us agreed in writing in June 2026."
    )
    assert not isinstance(mei.remember(answer, base="second", beside=0), Refused)
    work = app.session("claude-code", ["shop", "second"], person="mei")
    assert isinstance(work, Session)
    (placeholder,) = contents(cleared(work, read("t1", {"question": "?"}, answer, name="AskUserQuestion")))
    assert "second #1" in placeholder
