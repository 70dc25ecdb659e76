"""Outlines: which lines of a Markdown text are headings, and which only look like one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stillso.core.outlines import is_rule, item_indent, outline

PIECES = [
    "# A",
    "## Index ##",
    "Index",
    "===",
    "---",
    "- a",
    "  - b",
    "> q",
    "```",
    "~~~~",
    "<!--",
    "-->",
    "x",
    "",
    "\ufeff",
]
texts = st.lists(st.tuples(st.sampled_from(PIECES), st.sampled_from(["\n", "\r\n", "\r", ""]))).map(
    lambda lines: "".join(line + end for line, end in lines)
)


def titles(text: str) -> list[tuple[int, str]]:
    """The headings of a text, each as its level and title."""
    return [(each.level, each.title) for each in outline(text).headings]


@pytest.mark.parametrize(
    ("heading", "text"),
    [
        ((1, "index"), "# Index\n"),
        ((2, "index"), "## Index ##\r\n"),
        ((3, "index"), "   ###\tIndex  \n"),
        ((2, "索引"), "## 索引：\n"),
        ((2, "目錄"), "\ufeff## **目錄**\n"),
        ((1, "index"), "Index\n=====\n"),
        ((2, "index"), "Index\r\n---\r\n"),
        ((2, "all files index"), "All files\nIndex\n---\n"),
        ((2, "c#"), "## C#\n"),
        ((2, ""), "##\n"),
    ],
)
def test_a_heading_is_known_with_its_level_and_title(heading, text):
    """With signs or with a line under it, in any script, with any line end."""
    assert [heading] == titles(text)


@pytest.mark.parametrize(
    "text",
    [
        "```\n## Index\n```\n",
        "~~~~ md\n## Index\n~~~\n",
        "- ```\n  ## Index\n  ```\n",
        "> ```\n> ## Index\n",
        "<!--\n## Index\n-->\n",
        "<pre>\n## Index\n\n</pre>\n",
        "---\n## Index\n---\n",
        "    ## Index\n",
        "##Index\n",
        "####### Index\n",
        "Index\n\n---\n",
        "- Index\n---\n",
        "- a\nIndex\n---\n",
        "> Index\n---\n",
        "***\n---\n",
    ],
)
def test_what_looks_like_a_heading_may_be_none(text):
    """Within fences, comments, raw HTML, front matter and code; under lists, quotations and blank lines."""
    assert [] == titles(text)


@pytest.mark.parametrize(
    "text",
    [
        "```\n```\n# A\n",
        "<!-- x -->\n# A\n",
        "<!-- x\n-->\n# A\n",
        "```` \n```\n````\n# A\n",
        "---\na: b\n---\n# A\n",
        "---\n# A\n",
    ],
)
def test_what_was_closed_hides_nothing_below(text):
    """A fence is closed by one as long, a comment by its end, also at once; three hyphens alone open nothing."""
    assert [(1, "a")] == titles(text)


@given(texts)
def test_the_lines_joined_are_the_text(text):
    """No character is lost, and every heading stands on lines that there are, one after the other."""
    found = outline(text)
    assert text == "".join(found.lines)
    assert len(found.lines) == len(found.opaque)
    edges = [edge for each in found.headings for edge in (each.first, each.last)]
    assert edges == sorted(edges)
    assert not any(found.opaque[edge] for edge in edges)
    assert found.begins == {each.first for each in found.headings}


@pytest.mark.parametrize(
    ("indent", "line"), [(0, "- a"), (2, "  * a"), (4, "\t1. a"), (0, "+"), (None, "* * *"), (None, "-a")]
)
def test_an_item_of_a_list_has_an_indent(indent, line):
    """A rule across the page is none, nor is a sign that touches its text."""
    assert indent == item_indent(line)
    assert not is_rule("- a")
