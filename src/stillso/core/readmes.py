"""The index of a base's README.md, and whether a change of the file stays within it.

The README holds the rules for everyone who writes in the base, so an agent changes nothing of it but its index: under a
heading such as "Index" or 「索引」, up to the next heading of the same or a higher level, the lines of lists that are
links to files of the base. Guards the rule of document B that the base, and not an agent, says how it is kept. Where it
is in doubt a change is not one of the index, and waits.
"""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from urllib.parse import unquote

from stillso.core import late, policy
from stillso.core.names import path_problem
from stillso.core.outlines import Heading, Outline, is_rule, item_indent, outline
from stillso.core.values import dataclass

_LISTED = late.pattern(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\[)(.*)")
_LINK = late.pattern(
    r"(!?)\[(?:[^\[\]\\]|\\.)+\]\([ \t]*(?:<((?:[^<>\\]|\\.)+)>|((?:[^\s()\\<]|\\.|\((?:[^\s()\\]|\\.)*\))+))"
    r"(?:[ \t]+(?:\"[^\"]*\"|'[^']*'))?[ \t]*\)"
)
_ESCAPED = late.pattern(r"\\([!-/:-@\[-`{-~])")
#: A scheme, the root of a server, a place in the same file.
_ELSEWHERE = late.pattern(r"[A-Za-z][A-Za-z0-9+.-]*:|[/#?]")
#: What could open something that swallows what stands below, and links of another form.
_MARKUP = late.pattern(r"<[A-Za-z/!?]|`{3}|~{3}|\]\(|\]\[|\]:")

Lives = Callable[[str], bool]


def is_index_change(before: str | None, after: str | None, lives: Lives) -> bool:
    """Whether nothing but links of the index differs between two texts of a README; None where there is no file.

    ``lives`` tells of a path whether a file of the base has it after the change. Links that are new or written anew
    lead to such files only; which ones go, and their order, is free. A README without an index may get one at its end.
    Blank lines within an index count for nothing; all else, line ends and a byte order mark included, must be the same.
    """
    if before is None or after is None:
        return False
    old, new = outline(before), outline(after)
    were, are = _indexes(old), _indexes(new)
    if not were and are:
        return _is_new_at_end(before, new, are) and _differ_in_links(([], []), _divided(new, are[0]), lives)
    if len(were) != len(are) or _outside(old, were) != _outside(new, are):
        return False
    pairs = zip(were, are, strict=True)
    return all(_differ_in_links(_divided(old, one), _divided(new, two), lives) for one, two in pairs)


def has_index(text: str) -> bool:
    """Whether a README has an index, which agents may keep."""
    return bool(_indexes(outline(text)))


# --- where an index is ---------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True, slots=True)
class _Index:
    """The line on which its heading begins, and its own lines, ``first`` to before ``end``."""

    heading: int
    first: int
    end: int


def _indexes(of: Outline) -> list[_Index]:
    """Where the indexes of a text are: each goes up to the next heading that is not below its own."""
    found: list[_Index] = []
    opened: Heading | None = None
    for each in of.headings:
        if opened and each.level <= opened.level:
            found.append(_Index(heading=opened.first, first=opened.last + 1, end=each.first))
            opened = None
        if opened is None and each.title in policy.INDEX_TITLES:
            opened = each
    if opened:
        found.append(_Index(heading=opened.first, first=opened.last + 1, end=len(of.lines)))
    return found


def _outside(of: Outline, indexes: Sequence[_Index]) -> list[str]:
    """The text before, between and after the indexes; their headings belong to it."""
    edges = [0, *(edge for each in indexes for edge in (each.first, each.end)), len(of.lines)]
    return ["".join(of.lines[begin:end]) for begin, end in zip(edges[::2], edges[1::2], strict=True)]


def _is_new_at_end(before: str, new: Outline, are: Sequence[_Index]) -> bool:
    """Whether the one index of a text stands behind all that was there before, with nothing but blanks between."""
    above = "".join(new.lines[: are[0].heading])
    at_end = len(are) == 1 and are[0].end == len(new.lines)
    return at_end and above.startswith(before) and not above[len(before) :].strip()


# --- the links of an index ---------------------------------------------------------------------------------

#: The links of an index, and all other lines that are not blank, as they stand.
_Divided = tuple[list[str], list[str]]


def _differ_in_links(old: _Divided, new: _Divided, lives: Lives) -> bool:
    """Whether all but the links is the same, and the links that are new lead to files that are there."""
    added = Counter(new[0]) - Counter(old[0])
    return old[1] == new[1] and all(_leads_somewhere(link, lives) for link in added)


def _divided(of: Outline, index: _Index) -> _Divided:
    """A link is a line of a list that leads to a path, and nothing hangs from it."""
    links: list[str] = []
    others: list[str] = []
    filled = [nth for nth in range(index.first, index.end) if of.lines[nth].strip()]
    for at, nth in enumerate(filled):
        line = of.lines[nth].rstrip("\r\n")
        following = filled[at + 1] if at + 1 < len(filled) else None
        goes_on = following is not None and following not in of.begins and _hangs(of, nth, following)
        if not of.opaque[nth] and _targets(line) and not goes_on:
            links.append(line)
        else:
            others.append(of.lines[nth])
    return links, others


def _hangs(of: Outline, nth: int, following: int) -> bool:
    """Whether the next line that is not blank belongs to the link: its text goes on there, or something of its own."""
    line = of.lines[following].rstrip("\r\n")
    indent = None if of.opaque[following] else item_indent(line)
    if indent is not None:
        return indent > (item_indent(of.lines[nth]) or 0) and not _targets(line)
    if line[0] in " \t":
        return True
    return following == nth + 1 and not of.opaque[following] and not is_rule(line)


def _targets(line: str) -> list[str]:
    """Where the links of a line lead, as they are written; empty for a line that is no link."""
    listed = _LISTED.fullmatch(line)
    if listed is None or any(unicodedata.category(char) in ("Cc", "Zl", "Zp") for char in line if char != "\t"):
        return []
    links = list(_LINK.finditer(listed[1]))
    if not links or links[0].start() or _MARKUP.search(_LINK.sub("", listed[1])):
        return []
    targets = [_ESCAPED.sub(r"\1", link[2] or link[3]) for link in links]
    if any(link[1] for link in links) or any(_ELSEWHERE.match(each) for each in targets):
        return []
    return targets if all(_readings(each) for each in targets) else []


def _leads_somewhere(link: str, lives: Lives) -> bool:
    return all(any(map(lives, _readings(target))) for target in _targets(link))


def _readings(target: str) -> list[str]:
    """The paths that the target of a link may mean: as it stands or decoded, and without a place in the file."""
    plain = target.removeprefix("./")
    read = (reading for each in (plain, plain.partition("#")[0]) for reading in (each, unquote(each)))
    return [path for path in read if path_problem(path) is None]
