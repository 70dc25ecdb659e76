"""What is written with a backslash: whatever a reader does not see, and nothing that reads the same stays for it."""

from __future__ import annotations

import re
import sys
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from stillso.core import escapes, guards

texts = st.text(
    st.one_of(
        st.sampled_from("\\ru0Uab\n\r\t\u202e\u00ad\u3164\ufe0f\u200d\u2764\U000e0041\U0001f3f4字"),
        st.characters(codec="utf-8"),
    ),
    max_size=20,
)
ESCAPE = re.compile(r"(\\+)(?:(u[0-9a-f]{4}|U[0-9a-f]{8}|r\Z)|(?=u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}))")


def read_back(shown: str) -> str:
    """The text that was shown: of the backslashes before an escape every second one was added."""

    def char(found: re.Match[str]) -> str:
        slashes, code = found[1], found[2] or ""
        if len(slashes) % 2 == 0:
            return "\\" * (len(slashes) // 2) + code
        return "\\" * (len(slashes) // 2) + ("\r" if code == "r" else chr(int(code[1:], 16)))

    return ESCAPE.sub(char, shown)


@given(text=texts)
@example("\\\u202e")
@example("\\\\u202e\\")
@example("a\\r")
def test_what_is_shown_can_be_read_back(text: str) -> None:
    """No two texts are shown alike."""
    assert text == read_back(escapes.visible(text))


@given(text=texts)
def test_nothing_that_is_shown_is_hidden(text: str) -> None:
    """What the guards call hidden is written out, and line breaks are."""
    shown = escapes.visible(text)
    assert [] == guards.hidden_characters(shown)
    assert 1 >= len(shown.splitlines())


@pytest.mark.parametrize(
    "char",
    "\u00ad \u034f \u115f \u1160 \u180e \u200b \u2060 \u2028 \u2029 \u3164 \ufe0f \ufeff \uffa0 \ufff9 \ufffb \ue000"
    " \U000e0001 \U000e0041 \U000e007f \U000e0100 \U000f0000 \x00 \x1b \x7f \x85 \x0c".split(" "),
)
def test_a_character_that_shows_nothing_is_written_by_its_number(char: str) -> None:
    """Fillers, tags, selectors, private use, breaks of lines."""
    number = f"\\u{ord(char):04x}" if ord(char) < 0x10000 else f"\\U{ord(char):08x}"
    assert f"a{number}b" == escapes.visible(f"a{char}b")


def test_every_character_that_shows_nothing_is_written_out() -> None:
    """Every control and format character of Unicode but the signs that show, and the tab."""
    signs = {0x600, 0x601, 0x602, 0x603, 0x604, 0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
    hidden = [
        chr(n) for n in range(sys.maxunicode + 1) if unicodedata.category(chr(n)) in ("Cc", "Cf", "Co", "Zl", "Zp")
    ]
    assert ["\t"] == [char for char in hidden if ord(char) not in signs and char in escapes.visible(f"a{char}b")]


@pytest.mark.parametrize(
    "text",
    [
        "❤\ufe0f 1\ufe0f\u20e3",
        "👩\u200d💻",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
        "葛\U000e0100",
        "می\u200cخواهم",
        r"C:\Users\mei\notes",
        r"re.compile(r'\d+\r\n\t', \\server\share \u12 \n)",
        "用 pnpm\t一",
    ],
)
def test_what_shows_something_stays_as_it_is(text: str) -> None:
    """Emoji, variants of Han, joined letters, ordinary paths and code."""
    assert text == escapes.visible(text)


def test_a_backslash_that_could_be_mistaken_is_doubled() -> None:
    """Before what reads as an escape, and only there; the line end of CRLF is short."""
    assert r"\\u202e and \u202e, \\\u202e" == escapes.visible("\\u202e and \u202e, \\\u202e")
    assert r"a\r" == escapes.visible("a\r")
    assert r"a\\r" == escapes.visible("a\\r")
    assert r"a\u000db" == escapes.visible("a\rb")


def test_a_text_on_one_line_doubles_every_backslash_where_it_has_line_breaks() -> None:
    """A line break is told from a backslash and an n."""
    assert r"a\nb\\n\u00ad" == escapes.one_line("a\nb\\n\u00ad")
    assert r"C:\notes" == escapes.one_line(r"C:\notes")
