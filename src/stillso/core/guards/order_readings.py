"""The sentences of a Markdown text as somebody reads them, whatever stands between their letters.

Emphasis, links, tags and signs for characters show as the text that they stand for, and a paragraph goes on over the
ends of its lines. What a sentence says is not decided here. Each walk is linear in the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from html import unescape


@cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)


_ENTITY = r"&(?:#\d{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
#: Where a sentence ends, but for the sign that begins a comment or an image, and what cannot go on in the next one.
_ENDS = r"(?<=[。!?;])(?<!<!)(?<!!(?=\[))|(?<=\.)\s"
_ENDED = (*"。!?;.",)
_QUOTED = r"[ \t]*(?:>[ \t]?)*[ \t]*"
#: What begins something new: items of lists, headings, tables, fences, rules, and labels as in front matter.
_BEGINS = r"[-*+](?:[ \t]|$)|\d{1,9}[.)][ \t]|#{1,6}[ \t]|\||`{3}|~{3}|[-=*_]{3}|[A-Za-z_-]{1,30}:(?:\s|$)"
_HEADING = r"#{1,6}[ \t]"
_TAGS = r"<!--.{0,300}?-->|</?[A-Za-z][^<>]{0,200}>"
_LINKED = r"!?\[([^\[\]]{0,300})\](?:\([^()\s]{0,300}\)|\[[^\[\]]{0,100}\])"
_EMPHASIS = r"[*~`]+|(?<![A-Za-z0-9])_+|_+(?![A-Za-z0-9])"
_MARKUP = (*"*_~`<[",)
_NO_BLANK_BETWEEN = r"[\u3000-\u9fff\uf900-\ufaff\uff00-\uffef\U00020000-\U0003ffff]"


def decoded(text: str) -> str:
    """The text with the characters that ``&…;`` stands for; a line end among them is a blank, as a reader sees it."""
    if "&" not in text:
        return text
    return _compiled(_ENTITY).sub(lambda sign: " ".join(unescape(sign[0]).split("\n")), text)


def shown(sentence: str) -> str:
    """A sentence without its markup: what a page shows of it."""
    if not any(map(sentence.__contains__, _MARKUP)):
        return sentence
    plain = _compiled(_LINKED).sub(r"\1", _compiled(_TAGS).sub("", sentence))
    return _compiled(_EMPHASIS).sub("", plain).strip()


def sentences(text: str) -> Iterator[list[str]]:
    """The sentences of a text, each in the pieces that its lines hold of it: one piece unless it goes over a line."""
    group: list[str] = []
    for line in text.splitlines():
        said = line[_compiled(_QUOTED).match(line).end() :]  # type: ignore[union-attr]
        if group and (not said.strip() or _compiled(_BEGINS).match(said)):
            yield group
            group = []
        for nth, each in enumerate(piece for part in re.split(_ENDS, line) if (piece := part.strip())):
            if group and (nth or group[-1].endswith(_ENDED)):
                yield group
                group = []
            group.append(each)
        if group and _compiled(_HEADING).match(said):
            yield group
            group = []
    if group:
        yield group


def joined(pieces: list[str]) -> str:
    """The pieces of a sentence as one, without signs of quotations and hard breaks; between Han there is no blank."""
    bare = [_compiled(_QUOTED).sub("", piece, count=1).rstrip("\\") for piece in pieces]
    return _compiled(rf"(?<={_NO_BLANK_BETWEEN})\n(?={_NO_BLANK_BETWEEN})").sub("", "\n".join(bare)).replace("\n", " ")
