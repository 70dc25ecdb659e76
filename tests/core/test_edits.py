"""Edits: exactly one place, every other byte as it was, and the line ends of the file."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso.core.edits import Append, Create, Delete, Edited, Overwrite, Problem, Replace, apply

CRLF = "第一行\r\n第二行\r\n第三行\r\n"
MIXED = "甲\r\n乙\n丙\r\n"
BOM = "\ufeff標題\n內文：改我\n"
KEPT = ("line-ends-kept",)

lines = st.lists(st.sampled_from(["a", "b", "\n", "\r\n"]), max_size=8).map("".join)
pieces = st.text(alphabet="ab\n漢é \ufeff", max_size=8)


def replace(old: str, new: str, current: str | None) -> Edited | Problem:
    """One edit of a text."""
    return apply(Replace(old=old, new=new), current)


@pytest.mark.parametrize(
    ("problem", "old"),
    [
        (Problem(code="no-match", detail={"count": 0}), "週六不要部署"),
        (Problem(code="not-unique", detail={"count": 2, "lines": [1, 2]}), "部署"),
        (Problem(code="no-match", detail={"count": 0, "reason": "empty-old"}), ""),
    ],
)
def test_ed_01_an_edit_needs_exactly_one_place(problem, old):
    """ED-01: no place, two places (on which lines) and an empty old text are refused."""
    assert problem == replace(old, "x", "週五不要部署\n部署前先備份\n")


def test_ed_01_the_same_text_is_unchanged():
    """ED-01: old equal to new changes nothing, and says so."""
    text = "週五不要部署\n部署前先備份\n"
    assert Edited(text=text, unchanged=True) == replace("週五不要部署", "週五不要部署", text)


def test_ed_03_old_text_may_have_lines():
    """ED-03: an old text over two lines is found; an empty new text removes the old one."""
    text = "# 值班表\n週一：待定\n\n# 備註\n"
    assert Edited(text="# 值班表\n週一：陳工\n\n# 備註\n") == replace(
        "# 值班表\n週一：待定", "# 值班表\n週一：陳工", text
    )
    assert Edited(text="# 值班表\n週一：待定\n") == replace("\n# 備註\n", "", text)


def test_ed_04_lf_adapts_to_a_file_with_crlf():
    """ED-04: old and new text given with LF take the CRLF of the file, with a notice."""
    expected = Edited(text="第一行\r\n二\r\n三\r\n", notices=KEPT)
    assert expected == replace("第二行\n第三行", "二\n三", CRLF)


def test_ed_04_a_mixed_file_keeps_its_bytes():
    """ED-04: in a file of mixed line ends only the bytes of the old text change."""
    assert Edited(text="甲\r\n二\n丙\r\n") == replace("乙", "二", MIXED)


@pytest.mark.parametrize(
    ("text", "old", "new"),
    [
        ("甲\r\n子\n丑\r\n", "乙\n丙", "子\n丑"),
        ("甲\r\n子\n丑", "乙\n丙\n", "子\n丑"),
        ("子\r\n丑\n丙\r\n", "甲\n乙", "子\n丑"),
        ("子\r\n丑\r\n", "甲\n乙\n丙\n", "子\n丑\n"),
    ],
)
def test_lf_matches_either_line_end_of_a_mixed_file(text, old, new):
    """Each LF of the old text matches either line end; the new text takes the first one replaced."""
    done = replace(old, new, MIXED)
    assert isinstance(done, Edited)
    assert text == done.text


def test_new_lines_in_a_file_with_crlf():
    """A new text with lines takes the file's CRLF also where the old one has no line end, or has CRLF."""
    assert Edited(text="第一行\r\n二\r\n二半\r\n第三行\r\n", notices=KEPT) == replace("第二行", "二\n二半", CRLF)
    assert Edited(text="一\r\n二\r\n第三行\r\n", notices=KEPT) == replace("第一行\r\n第二行", "一\n二", CRLF)


def test_crlf_adapts_to_a_file_with_lf():
    """The other way round as well: what a writer sends with CRLF keeps the LF of the file."""
    assert Edited(text="1\n2\nc\n", notices=KEPT) == replace("a\r\nb", "1\r\n2", "a\nb\nc\n")


def test_line_ends_that_fit_give_no_notice():
    """CRLF given for CRLF is no adaptation."""
    assert Edited(text="一\r\n二\r\n第三行\r\n") == replace("第一行\r\n第二行", "一\r\n二", CRLF)


def test_adapted_places_must_be_unique_too():
    """Two places that differ in line ends only are two places."""
    assert Problem(code="not-unique", detail={"count": 2, "lines": [1, 3]}) == replace("a\nb", "x", "a\r\nb\r\na\r\nb")


def test_ed_05_a_byte_order_mark_stays_once():
    """ED-05: an edit elsewhere, and one of the first line, keep the mark."""
    assert Edited(text="\ufeff標題\n內文：改好\n") == replace("改我", "改好", BOM)
    assert Edited(text="\ufeff新標題\n內文：改我\n") == replace("標題", "新標題", BOM)


@pytest.mark.parametrize(("old", "new"), [("\ufeff標題", "新"), ("標題", "\ufeff新"), ("\ufeff標題", "\ufeff新")])
def test_a_byte_order_mark_in_the_edit_does_not_count(old, new):
    """Whether the writer repeats the mark or not, the file has it once."""
    assert Edited(text="\ufeff新\n內文：改我\n") == replace(old, new, BOM)


def test_a_byte_order_mark_alone_is_no_old_text():
    """The mark can't be edited away."""
    assert Problem(code="no-match", detail={"count": 0, "reason": "empty-old"}) == replace("\ufeff", "", BOM)


def test_overwrite_takes_the_content_as_it_is():
    """An overwrite without the mark does not keep it."""
    assert Edited(text="新\n") == apply(Overwrite(content="新\n"), BOM)


@pytest.mark.parametrize(
    ("code", "change", "current"),
    [
        ("exists", Create(content="2\n"), "1\n"),
        ("exists", Create(content="2\n"), ""),
        ("missing", Append(content="2\n"), None),
        ("missing", Replace(old="1", new="2"), None),
        ("missing", Overwrite(content="2"), None),
        ("missing", Delete(), None),
    ],
)
def test_ed_10_modes_on_the_wrong_state(code, change, current):
    """ED-10: create needs no file, all other modes need one."""
    assert Problem(code=code) == apply(change, current)


@pytest.mark.parametrize("change", [Overwrite(content="1\n"), Append(content="")])
def test_ed_10_nothing_changes(change):
    """ED-10: an overwrite with the same text and an append of nothing are unchanged."""
    assert Edited(text="1\n", unchanged=True) == apply(change, "1\n")


def test_create_and_delete():
    """A created file has its content, a deleted one no text."""
    assert Edited(text="x") == apply(Create(content="x"), None)
    assert Edited(text=None) == apply(Delete(), "x")


def test_cc_10_appended_text_begins_on_its_own_line():
    """CC-10: a missing last line end is added before what is appended; the bytes before it stay."""
    text = "## 2026-09-01 -- 備份\n完成"
    expected = Edited(text=f"{text}\n## 2026-09-02 -- 還原\n完成\n", notices=("line-end-added",))
    assert expected == apply(Append(content="## 2026-09-02 -- 還原\n完成\n"), text)


@pytest.mark.parametrize(
    ("text", "content", "current", "notices"),
    [
        ("a\nb\n", "b\n", "a\n", ()),
        ("a\r\nb\r\nc", "b\nc", "a\r\n", KEPT),
        ("a\r\nb\r\nc\r\n", "c\n", "a\r\nb", ("line-ends-kept", "line-end-added")),
        ("a\r\nb\nc\n", "c\n", "a\r\nb\n", ()),
        ("a\r\nb\r\n", "b\r\n", "a", ("line-end-added",)),
        ("a\nb", "b", "a", ("line-end-added",)),
        ("b", "b", "", ()),
        ("\ufeffb", "\ufeffb", "", ()),
        ("\ufeffb", "b", "\ufeff", ()),
        ("a\nb", "\ufeffb", "a\n", ()),
    ],
)
def test_append_keeps_the_line_ends(text, content, current, notices):
    """Appended text takes the CRLF of a file that has nothing else; a mark within a file is none."""
    assert Edited(text=text, notices=notices) == apply(Append(content=content), current)


def test_overlapping_places_count():
    """Either of two overlapping places may be meant."""
    assert Problem(code="not-unique", detail={"count": 2, "lines": [1]}) == replace("aa", "b", "aaa")


def test_only_some_places_are_named():
    """A refusal stays short: at most 1,000 places are counted and the lines of 20 named."""
    expected = Problem(code="not-unique", detail={"count": 1000, "lines": list(range(1, 21))})
    assert expected == replace("a", "b", "a\n" * 1001)


@given(pieces, pieces, pieces, pieces)
def test_untouched_text_stays(before, old, after, new):
    """What stands before and after the one place is the same afterwards."""
    current = before + f"<{old}>" + after
    expected = Edited(text=before + f"<{new}>" + after, unchanged=old == new)
    assert expected == replace(f"<{old}>", f"<{new}>", current)


@given(pieces, pieces, pieces, pieces)
def test_the_inverse_edit_restores(before, old, after, new):
    """In a file that has only CRLF, an edit with LF and its inverse leave the file as it was."""
    current = f"{before}\n<{old}>{after}".replace("\n", "\r\n")
    there = replace(f"<{old}>", f"<{new}>", current)
    assert isinstance(there, Edited)
    back = replace(f"<{new}>", f"<{old}>", there.text)
    assert isinstance(back, Edited)
    assert current == back.text


@given(lines, lines, lines)
def test_an_edit_is_one_replacement_or_none(current, old, new):
    """An edit is refused, or the text around one place is untouched; only line ends are ever adapted."""
    done = replace(old, new, current)
    text, gone, put = (given.replace("\r\n", "\n") for given in (current, old, new))
    places = [at for at in range(len(text) + 1) if text.startswith(gone, at)]
    results = [text[:at] + put + text[at + len(gone) :] for at in places]
    assert isinstance(done, Problem) or str(done.text).replace("\r\n", "\n") in results


@given(lines, lines, lines)
def test_a_file_with_one_line_end_keeps_it(current, old, new):
    """No edit with LF makes a file of mixed line ends from one that has only CRLF."""
    crlf = current.replace("\r\n", "\n").replace("\n", "\r\n") + "\r\nend"
    done = replace(old.replace("\r\n", "\n"), new.replace("\r\n", "\n"), crlf)
    text = str(getattr(done, "text", ""))
    assert text.count("\n") == text.count("\r\n") == text.count("\r")


def test_half_of_a_line_end_is_none():
    """An old text that begins with LF takes the whole CRLF before it, also when it is removed."""
    assert Edited(text="a\r\nc", notices=KEPT) == replace("\n# b", "", "a\r\n# b\r\nc")


@given(st.text(alphabet="ab\r\n漢"), st.text(alphabet="ab\r\n漢"))
def test_an_append_keeps_what_is_there(current, content):
    """The old text is the beginning of the new one."""
    done = apply(Append(content=content), current)
    assert isinstance(done, Edited)
    assert str(done.text).startswith(current)
