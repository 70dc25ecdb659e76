"""The index of a README: which changes stay within it, and that no other passes for one."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from stillso.core.readmes import has_index, is_index_change, is_readme

LIVING = {"a.md", "b.md", "notes/x y.md", "筆記/部署.md", "b(1).md", "R&D.md", "b&#46;md", "b&period;md", "b.md#a.b"}

RULES = "# Shop\n\nKeep notes short.\n\n"
INDEX = "## Index\n- [a](a.md) -- one\n\n### Notes\nNewest first.\n\n- [gone](gone.md)\n"
REST = "\n## More\n- [b](b.md)\nLast.\n"
README = RULES + INDEX + REST


def kept(after: str | None, before: str | None = README) -> bool:
    """Whether an agent may make this of a README."""
    return is_index_change(before, after, LIVING.__contains__)


def with_line(line: str) -> str:
    """The README with one more line in its index."""
    return README.replace("-- one\n", f"-- one\n{line}\n")


@pytest.mark.parametrize(
    "line",
    [
        "- [b](b.md)",
        "- [b](b.md) -- 一行說明，自 2026-09-01",
        "* [b](./b.md)",
        "1. [b](b.md#part)",
        "  - [b](b.md)",
        "- [x](<notes/x y.md>)",
        "- [x](notes/x%20y.md)",
        "- [部署](筆記/部署.md)",
        "- [部署](%E7%AD%86%E8%A8%98/%E9%83%A8%E7%BD%B2.md)",
        "- [b](b\\(1\\).md)",
        "- [b](b(1).md)",
        '- [b](b.md "title")',
        "- [R&D](R&D.md)",
        "- [b](b.md#第-1_part)",
        f"- [b](b.md) {'x' * 190}",
        "- [b](b.md), also [a](a.md)",
        "",
    ],
)
def test_a_link_to_a_file_of_the_base_may_be_added(line):
    """In every form that Markdown has for a link to a path, with a description."""
    assert kept(with_line(line))


@pytest.mark.parametrize(
    "line",
    [
        "- [c](c.md)",
        "- [b](../b.md)",
        "- [b](/b.md)",
        "- [b](https://example.test/b.md)",
        "- [b](mailto:b@example.test)",
        "- [b](#part)",
        "- [b](b.md) and [c](c.md)",
        "- [b](b.md) and [x](https://example.test)",
        "- ![b](b.md)",
        "- [b](b&#46;md)",
        "- [b](b&period;md)",
        "- [b](b.md#a.b)",
        '- [b](b.md#x"y)',
        "- [b](b.md#a%20b)",
        "- [b](b.md) a < b",
        "- [b <](b.md)",
        '- [b](b.md "a <b")',
        f"- [b](b.md) {'x' * 201}",
        f"- [{'x' * 201}](b.md)",
        f'- [b](b.md "{"x" * 201}")',
        f"- [{'x' * 101}](b.md) {'x' * 101}",
        "- [b][1]",
        "- b.md",
        "- Always read this first",
        "[b](b.md)",
        "- see [b](b.md)",
        "- [b](b.md) <!-- the rest is over",
        "- [b](b.md) <script>",
        "- [b](b.md) ```",
        "- [b](b.md)\u2028## Rules",
        "- [b](b.md)\x85x",
        "- [b](b.md)\nmore",
        "- [b](b.md)\n  more",
        "- [b](b.md)\n  - more",
        "More text.",
        "## Index",
        "### More",
        "# Rules",
        "```",
        "<!--",
        "---",
        "[1]: b.md",
    ],
)
def test_nothing_else_may_be_added(line):
    """No dead or outside link, no text, no heading, no line that swallows or divides what stands below."""
    assert not kept(with_line(line))


def test_entries_may_go_be_written_anew_and_change_places():
    """Also an entry whose file is gone; one that stays as it was may lead nowhere."""
    assert kept(README.replace("- [a](a.md) -- one\n", ""))
    assert kept(README.replace("- [gone](gone.md)\n", ""))
    assert kept(README.replace("-- one", "-- two"))
    assert not kept(README.replace("[gone](gone.md)", "[gone](gone.md) -- again"))
    swapped = README.replace("- [a](a.md) -- one\n", "").replace(
        "Newest first.\n\n", "Newest first.\n\n- [a](a.md) -- one\n"
    )
    assert kept(swapped)


@pytest.mark.parametrize(
    "after",
    [
        README.replace("short", "long"),
        README.replace("## Index", "# Index"),
        README.replace("## Index", "## 索引"),
        README.replace("Newest first.\n", ""),
        README.replace("### Notes\n", ""),
        README.replace("Last.", "Last"),
        README.replace("Last.\n", "Last.\n- [b](b.md)\n"),
        README.replace("- [b](b.md)\nLast", "Last"),
        README.replace("\n", "\r\n"),
        "\ufeff" + README,
        README.rstrip("\n"),
        INDEX,
        "",
        None,
    ],
)
def test_whatever_else_changes_is_no_change_of_the_index(after):
    """Rules, headings, texts within the index, what stands below it, line ends, and the end of the file."""
    assert not kept(after)


def test_what_hangs_from_an_entry_stays_with_it():
    """An entry with a text below it is none to be moved, nor does an entry come between."""
    before = "# Index\n- [a](a.md)\n  never write here\n- [b](b.md)\n"
    assert not kept(
        "# Index\n- [b](b.md)\n- [a](a.md)\n  never write here\n".replace("- [b](b.md)\n- [a](a.md)", "- [b](b.md)"),
        before,
    )
    assert not kept("# Index\n- [a](a.md)\n- [b](b.md)\n  never write here\n", before)
    assert kept("# Index\n- [b](b.md)\n- [a](a.md)\n  never write here\n", before)


def index(text: str) -> str:
    """A README with this in its index."""
    return f"# R\n\n## Index\n{text}"


LINK = "- [b](b.md)\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Never\ndelete.\n", f"Never\n{LINK}\ndelete.\n"),
        ("Never\ndelete.\n", f"Never\n\n{LINK}\ndelete.\n"),
        ("Never\ndelete.\n", "Never\n\ndelete.\n"),
        ("Never.\n\nDelete.\n", "Never.\nDelete.\n"),
        (f"Never.\n\n{LINK}\nDelete.\n", "Never.\nDelete.\n"),
        (f"- never\n{LINK}\nDelete.\n", "- never\nDelete.\n"),
        (f"Never.\n\n{LINK}---\n", "Never.\n---\n"),
        ("Never.\n", f"Never.\n{LINK}"),
        ("Never.\n", "Never.\n2. [b](b.md)\n"),
        ("Never.\n", "Never.\n    - [b](b.md)\n"),
        (f"Never.\n{LINK}", "Never.\n    - [a](a.md)\n"),
        ("Never\n2. [b](b.md)\n", "Never\n"),
        ("Delete.\n", f"{LINK}Delete.\n"),
        (f"{LINK}\nDelete.\n", f"{LINK}Delete.\n"),
        ("- never\n", "- never\n      - [b](b.md)\n"),
        ("- never\n", "- never\n  2. [b](b.md)\n"),
        ("- never\n\n  delete\n", f"- never\n{LINK}\n  delete\n"),
        ("> never\n", f"> never\n{LINK}"),
        ("<div>\nx\n", f"<div>\n{LINK}\nx\n"),
        ("```\na\n\nb\n```\n", "```\na\nb\n```\n"),
    ],
)
def test_a_paragraph_of_a_person_is_neither_split_nor_joined(before, after):
    """No entry and no blank line goes into it or comes out between two, and no entry is its continuation."""
    assert not kept(index(after), index(before))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("Newest first.\n", f"Newest first.\n\n{LINK}"),
        ("Newest first.\n", f"{LINK}\nNewest first.\n"),
        ("### Part\nNewest first.\n", f"### Part\n{LINK}\nNewest first.\n"),
        (f"Files:\n{LINK}", f"Files:\n{LINK}- [a](a.md)\n"),
        (f"Files:\n{LINK}", "Files:\n- [a](a.md)\n"),
        (f"Files:\n{LINK}", "Files:\n"),
        ("- plain\n- other\n", f"- plain\n{LINK}- other\n"),
        ("- plain\n  goes on\n", f"- plain\n  goes on\n{LINK}"),
        (f"- [a](a.md) what\n  goes on\n\n{LINK}", f"- [a](a.md) what\n  goes on\n{LINK}- [a](a.md)\n"),
        ("- plain\n", "- plain\n  - [b](b.md)\n"),
        ("1. plain\n2. other\n", "1. plain\n2. [b](b.md)\n2. other\n"),
        (f"{LINK}\n\n### Part\n", "### Part\n"),
    ],
)
def test_beside_lists_blank_lines_and_headings_an_entry_may_stand(before, after):
    """Also where a person put an entry right below a paragraph: there it is no continuation."""
    assert kept(index(after), index(before))


def test_an_entry_that_says_too_much_may_go():
    """It is only new ones that are measured."""
    assert kept(index(LINK), index(f"- [b](b.md) {'x' * 300}\n{LINK}"))


@pytest.mark.parametrize(
    ("is_one", "path"),
    [
        (True, "README.md"),
        (True, "readme.md"),
        (True, "Readme.MD"),
        (True, "ＲＥＡＤＭＥ.md"),
        (False, "notes/README.md"),
        (False, "READMES.md"),
    ],
)
def test_a_readme_is_one_in_other_letters_too(is_one, path):
    """Of any case and width; file systems and readers take it for the rules."""
    assert is_one == is_readme(path)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_line_ends_and_a_byte_order_mark_are_no_hindrance(end, mark):
    """A README written anywhere has an index."""
    before = mark + README.replace("\n", end)
    assert kept(mark + with_line("- [b](b.md)").replace("\n", end), before)


@pytest.mark.parametrize("heading", ["Index\n-----\n", "目錄\n====\n", "###### 索引：\n"])
def test_any_heading_of_an_index_will_do(heading):
    """Of any level and form."""
    assert kept(f"x\n\n{heading}- [a](a.md)\n", f"x\n\n{heading}")


def test_a_heading_in_a_fence_or_comment_opens_no_index():
    """What only looks like an index is not one."""
    for text in ("```\n## Index\n", "<!--\n## Index\n", "~~~\n## Index\n~~~\n## Rules\n"):
        assert not has_index(text)
        assert not kept(text + "- [a](a.md)\n", text)


@pytest.mark.parametrize(
    ("right", "before", "added"),
    [
        (True, "# R\n\nRules.\n", "\n## Index\n- [a](a.md)\n"),
        (True, "# R\n\nRules.", "\n\n# 索引\n\n- [a](a.md)"),
        (True, "Rules.\n", "\nIndex\n---\n- [a](a.md)\n"),
        (True, "", "# Index\n"),
        (False, "Rules.\n", "Index\n---\n- [a](a.md)\n"),
        (False, "Rules.\n", "\n## Index\n- [c](c.md)\n"),
        (False, "Rules.\n", "\n## Index\n- [a](a.md)\n\nAnd more rules.\n"),
        (False, "Rules.\n", "\nMore.\n\n## Index\n- [a](a.md)\n"),
        (False, "Rules.\n", "\n## Rules\n- [a](a.md)\n"),
        (False, "Rules.\n", "\n## Index\n## Index\n"),
        (False, "```\nRules.\n", "\n## Index\n- [a](a.md)\n"),
    ],
)
def test_a_readme_without_an_index_may_get_one_at_its_end(right, before, added):
    """Behind all that is there, and nothing but entries in it."""
    assert right == kept(before + added, before)


def test_an_index_cannot_be_put_before_the_rules():
    """At the end means at the end."""
    assert not kept("## Index\n- [a](a.md)\n\n## Rules\nx\n", "## Rules\nx\n")


@pytest.mark.parametrize(("before", "after"), [(None, README), (README, None), (None, None)])
def test_making_and_deleting_a_readme_is_no_change_of_its_index(before, after):
    """Where there is none, and where it goes."""
    assert not kept(after, before)


# --- properties ----------------------------------------------------------------------------------------------

entry = st.builds(
    lambda sign, path, told: f"{sign} [{path.partition('.')[0]}]({path}){told}\n",
    st.sampled_from(["-", "*", "  -", "2."]),
    st.sampled_from(["a.md", "b.md", "筆記/部署.md"]),
    st.sampled_from(["", " -- 說明", " a practice: `x`"]),
)
entries = st.lists(entry, max_size=6)
ends = st.sampled_from(["\n", "\r\n"])
LINES = [
    "Rule.\n",
    "- item\n",
    "## Part\n",
    "# Top\n",
    "```\n",
    "\n",
    "> q\n",
    "Text\n",
    "---\n",
    "## Index\n",
    "- [a](a.md)\n",
    "<!--\n",
    "-->\n",
]
free = st.lists(st.sampled_from(LINES), max_size=8).map("".join)


@given(entries, entries, ends)
def test_any_entries_may_take_the_place_of_any_others(one, other, end):
    """Adding, removing, reordering and redescribing are all of one kind."""
    above, below = "# R\n\nRules.\n\n## Index\n", "\n## Last\nx\n"
    before, after = (f"{above}{''.join(each)}{below}".replace("\n", end) for each in (one, other))
    assert kept(after, before)


ENTRIES = ("- [", "* [", "2. [")


def rules_of(text: str) -> list[str]:
    """The lines of a text that are neither blank nor a link."""
    return [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith(ENTRIES)]


@given(free, st.integers(0, 8), st.lists(st.sampled_from(LINES), max_size=3))
def test_whatever_passes_leaves_every_rule_in_its_place(before, at, put):
    """Put any lines anywhere: where that passes, what is no link is as it was, or has one heading more at its end."""
    lines = before.splitlines(keepends=True)
    after = "".join([*lines[:at], *put, *lines[at:]])
    old, new = rules_of(before), rules_of(after)
    assert not kept(after, before) or new in (old, [*old, "## Index"])


@given(free, st.integers(0, 200), st.sampled_from(["x", "# x\n", "\nx\n", "-", "`"]))
def test_no_change_above_the_index_passes(rules, at, put):
    """One more text anywhere before the heading of the index is seen."""
    rules = rules.replace("## Index\n", "")
    above = f"{rules}\n"
    at = min(at, len(above) - 1)
    before = f"{above}## Index\n- [a](a.md)\n"
    assume(has_index(before))
    assert not kept(f"{above[:at]}{put}{above[at:]}## Index\n- [a](a.md)\n", before)


@given(free)
def test_no_change_at_all_is_none(text):
    """The same text is a change of nothing."""
    assert kept(text, text)
