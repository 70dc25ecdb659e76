"""Edits against a model of their own: five modes on several files, as somebody would do them by hand, line by line."""

from __future__ import annotations

import os
from collections.abc import Callable

from hypothesis import given, settings
from hypothesis import strategies as st

import stillso
from stillso import Done, FileChange, Outcome, Owner, Refused
from stillso.core.edits import Append, Create, Delete, Edit, Edited, Overwrite, Problem, Replace, apply
from stillso.services.history import Logged

#: Many where it costs little; with a base behind it fewer.
NIGHTLY = os.environ.get("STILLSO_TESTS") == "nightly"
PURE = 100_000 if NIGHTLY else 2_000
BASES = 300 if NIGHTLY else 30

PATHS = ("a.md", "notes/b.md", "筆記/丙.md")
words = st.sampled_from(["甲", "乙\n", "a", "b\n", "\r\n", "c\r\n", "\n", "\ufeff", "é", "丙丁", "👍", "a a", ""])
texts = st.lists(words, max_size=6).map("".join)
edits = st.one_of(
    st.builds(Create, content=texts),
    st.builds(Append, content=texts),
    st.builds(Replace, old=texts, new=texts),
    st.builds(Overwrite, content=texts),
    st.just(Delete()),
)

# --- the model: written from the page of the how-to, not from the code ---------------------------------------

MARK = "\ufeff"


def lf(text: str) -> str:
    """The text with LF only."""
    return text.replace("\r\n", "\n")


def line_end_of(text: str) -> str | None:
    """The line end that most lines have, the first one of a draw."""
    found = line_ends(text)
    return max(dict.fromkeys(found), key=found.count) if found else None


def tokens(text: str) -> list[str]:
    """The text as characters, a CRLF being one."""
    found: list[str] = []
    for char in text:
        if char == "\n" and found and found[-1] == "\r":
            found[-1] = "\r\n"
        else:
            found.append(char)
    return found


def places(old: list[str], whole: list[str], same: Callable[[str, str], bool]) -> list[int]:
    """Where the old tokens stand among the whole ones."""
    return [
        at
        for at in range(len(whole) - len(old) + 1)
        if all(same(one, two) for one, two in zip(old, whole[at : at + len(old)], strict=True))
    ]


def by_hand(change: Edit, current: str | None) -> str | Problem | None:
    """What comes of a change: the text, None for no file, or the code of what is wrong."""
    match change:
        case Create():
            return change.content if current is None else Problem(code="exists")
        case _ if current is None:
            return Problem(code="missing")
        case Overwrite():
            return change.content
        case Delete():
            return None
        case Append():
            return appended(change.content, current)
        case Replace():
            return replaced(change.old, change.new, current)


def appended(content: str, current: str) -> str:
    """Text put behind what is there, on a line of its own."""
    body = current.removeprefix(MARK)
    added = content.removeprefix(MARK) if current else content
    if not added:
        return current
    ends = set(line_ends(body))
    if ends == {"\r\n"} and "\n" in line_ends(added):
        added = only_crlf(added)
    glue = "" if not body or body[-1] in "\r\n" else line_end_of(body) or line_end_of(added) or "\n"
    return current + glue + added


def line_ends(text: str) -> list[str]:
    """The line ends of a text, in their order."""
    return [token for token in tokens(text) if token in ("\n", "\r\n")]


def only_crlf(text: str) -> str:
    """The text with every bare LF as CRLF."""
    return "".join("\r\n" if token == "\n" else token for token in tokens(text))


def replaced(old: str, new: str, current: str) -> str | Problem:
    """One place taken out, and other text put there."""
    mark = MARK if current.startswith(MARK) else ""
    body, old, new = current.removeprefix(MARK), old.removeprefix(mark), new.removeprefix(mark)
    if not old:
        return Problem(code="no-match")
    whole, wanted = tokens(body), tokens(old)
    found = places(wanted, whole, lambda one, two: one == two)
    adapted = not found and "\n" in old and "\r\n" in body + old
    if adapted:
        found = places(wanted, whole, lambda one, two: lf(one) == lf(two))
    if len(found) != 1:
        return Problem(code="not-unique" if found else "no-match")
    (at,) = found
    gone = whole[at : at + len(wanted)]
    first = next((token for token in gone if token in ("\n", "\r\n")), line_end_of(body))
    put = only_crlf(new) if first == "\r\n" else lf(new) if adapted else new
    return mark + "".join(whole[:at]) + put + "".join(whole[at + len(wanted) :])


@settings(max_examples=PURE)
@given(edits, st.none() | texts)
def test_an_edit_is_what_somebody_would_do_by_hand(change: Edit, current: str | None) -> None:
    """Text, code, and whether anything changed; for every mode, line end, mark and script."""
    expected, found = by_hand(change, current), apply(change, current)
    if isinstance(expected, Problem):
        assert isinstance(found, Problem)
        assert expected.code == found.code
    else:
        assert isinstance(found, Edited)
        assert expected == found.text
        assert isinstance(change, Create | Delete) or found.unchanged == (expected == current)


# --- with a base behind it -----------------------------------------------------------------------------------


def asked(path: str, change: Edit) -> FileChange:
    """The change as a call has it."""
    match change:
        case Create():
            return FileChange(path=path, mode="create", content=change.content)
        case Append():
            return FileChange(path=path, mode="append", content=change.content)
        case Replace():
            return FileChange(path=path, mode="edit", old=change.old, new=change.new)
        case Overwrite():
            return FileChange(path=path, mode="overwrite", content=change.content)
        case Delete():
            return FileChange(path=path, mode="delete")


calls = st.lists(st.dictionaries(st.sampled_from(PATHS), edits, min_size=1), max_size=12)


def every_file(mei: Owner) -> dict[str, str]:
    """The files of the base with their texts."""
    listed = mei.files(base="shop")
    assert not isinstance(listed, Refused)
    read = [mei.read(each.path, base="shop") for each in listed]
    return {each.path: each.content for each in read if not isinstance(each, Refused)}


def expected_of(call: dict[str, Edit], there: dict[str, str]) -> dict[str, str] | str:
    """The files after a call, or the code of the first change that is refused."""
    after = dict(there)
    for path, change in call.items():
        text = by_hand(change, there.get(path))
        if isinstance(text, Problem):
            return text.code
        after = {each: after[each] for each in after if each != path} | ({path: text} if text is not None else {})
    return after


def told(outcome: Outcome) -> str:
    """The code of a refusal."""
    assert isinstance(outcome, Refused)
    return outcome.code.value


@settings(max_examples=BASES)
@given(calls)
def test_a_base_keeps_what_the_calls_say_and_nothing_else(given_calls: list[dict[str, Edit]]) -> None:
    """Any calls on several files: all or nothing, no other file touched, no version left out, each with its paths."""
    app = stillso.open("memory:")
    mei = app.owner("mei")
    mei.create_base("shop")
    there: dict[str, str] = {}
    versions: list[set[str]] = []
    for call in given_calls:
        outcome = mei.write(*(asked(path, change) for path, change in call.items()), base="shop")
        expected = expected_of(call, there)
        if isinstance(expected, str):
            assert expected == told(outcome)
        else:
            changed = {path for path in call if there.get(path) != expected.get(path) or path not in there}
            assert isinstance(outcome, Done), outcome
            assert (not changed) == outcome.unchanged
            versions += [changed] if changed else []
            there = expected
        assert dict(sorted(there.items())) == every_file(mei)
    log = mei.log(base="shop")
    assert not isinstance(log, Refused)
    logged: list[Logged] = list(reversed(log))
    assert list(range(1, len(versions) + 1)) == [each.operation.n for each in logged]
    assert versions == [set(each.paths) for each in logged]
    app.close()
