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
from stillso.core.values import dataclass, replace

_LISTED = late.pattern(r"[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?=\[)(.*)")
_LINK = late.pattern(
    r"(?P<image>!?)\[(?P<text>(?:[^\[\]\\]|\\.)+)\]"
    r"\([ \t]*(?:<(?P<angled>(?:[^<>\\]|\\.)+)>|(?P<bare>(?:[^\s()\\<]|\\.|\((?:[^\s()\\]|\\.)*\))+))"
    r"(?P<title>[ \t]+(?:\"[^\"]*\"|'[^']*'))?[ \t]*\)"
)
_ESCAPED = late.pattern(r"\\([!-/:-@\[-`{-~])")
#: A scheme, the root of a server, a place in the same file.
_ELSEWHERE = late.pattern(r"[A-Za-z][A-Za-z0-9+.-]*:|[/#?]")
#: What could open something that swallows what stands below, and links of another form.
_MARKUP = late.pattern(r"`{3}|~{3}|\]\(|\]\[|\]:")
#: What stands for another character, and a place in the file that is not written with signs of words alone.
_DOUBTFUL = late.pattern(r"&#?\w+;|#(?![\w-]*$)")
_ORDERED = late.pattern(r"[ \t]*(?!0*1[.)])\d")

Lives = Callable[[str], bool]


def is_readme(path: str) -> bool:
    """Whether readers and file systems may take this path for the README of the base: in letters of any case, width."""
    return _plain(path) == _plain(policy.README)


def _plain(path: str) -> str:
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", path).casefold())


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


@dataclass(frozen=True, kw_only=True, slots=True)
class _Other:
    """A line of an index that is no link. ``joined``: it may belong to the one above; ``over``: a link stands below it
    at once, and it is neither a heading nor of a list."""

    line: str
    joined: bool
    over: bool = False


#: The links of an index, and all other lines that are not blank, as they stand.
_Divided = tuple[list[str], list[_Other]]


def _differ_in_links(old: _Divided, new: _Divided, lives: Lives) -> bool:
    """Whether all but the links is the same, none comes right below a paragraph, and new ones lead to files."""
    if [(each.line, each.joined) for each in old[1]] != [(each.line, each.joined) for each in new[1]]:
        return False
    if any(now.over and not then.over for then, now in zip(old[1], new[1], strict=True)):
        return False
    added = Counter(new[0]) - Counter(old[0])
    return all(_is_short(link) and _leads_somewhere(link, lives) for link in added)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Above:
    """The line above, where it is neither blank nor a heading: how far the item of a list that it belongs to is
    indented, None for a paragraph and the like."""

    nth: int
    listed: int | None
    link: bool = False


def _divided(of: Outline, index: _Index) -> _Divided:
    """A link is a line of a list that leads to a path; nothing hangs from it, and it goes on no paragraph above."""
    links: list[str] = []
    others: list[_Other] = []
    above: _Above | None = None
    filled = [nth for nth in range(index.first, index.end) if of.lines[nth].strip()]
    for at, nth in enumerate(filled):
        above = above if above and above.nth == nth - 1 else None
        line = of.lines[nth].rstrip("\r\n")
        indent = None if of.opaque[nth] else item_indent(line)
        if indent is not None and _targets(line) and not _goes_on(of, filled, at) and _may_begin(line, indent, above):
            links.append(line)
            if above and above.listed is None:
                others[-1] = replace(others[-1], over=True)
            above = _Above(nth=nth, listed=indent, link=True)
        else:
            joined = above is not None and not above.link and not _is_apart(of, nth, indent, above.listed)
            others.append(_Other(line=of.lines[nth], joined=joined))
            above = _above(of, nth, indent, above)
    return links, others


def _may_begin(line: str, indent: int, above: _Above | None) -> bool:
    """Whether the item of a list begins below this line, whatever it is, rather than goes on in it."""
    if above is None or above.link or (above.listed is not None and indent <= above.listed):
        return True
    return indent <= (above.listed or 0) + 3 and not _ORDERED.match(line)


def _is_apart(of: Outline, nth: int, indent: int | None, listed: int | None) -> bool:
    """Whether a line that is no link belongs to none above, with or without a blank line between."""
    if nth in of.begins:
        return of.lines[nth].lstrip().startswith("#")
    below_item = _Above(nth=nth, listed=listed)
    return indent is not None and listed is not None and _may_begin(of.lines[nth], indent, below_item)


def _above(of: Outline, nth: int, indent: int | None, above: _Above | None) -> _Above | None:
    """What a line that is no link is to the one below."""
    line = of.lines[nth].rstrip("\r\n")
    if nth in of.ends or (is_rule(line) and not of.opaque[nth]):
        return None
    is_text = not of.opaque[nth] and line.lstrip()[0] != "<"  # HTML ends a list and goes on to a blank line
    goes_on = above.listed if above and is_text else None
    return _Above(nth=nth, listed=goes_on if indent is None else indent)


def _goes_on(of: Outline, filled: Sequence[int], at: int) -> bool:
    """Whether something hangs from a link."""
    following = filled[at + 1] if at + 1 < len(filled) else None
    return following is not None and following not in of.begins and _hangs(of, filled[at], following)


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
    if not links or links[0].start() or _MARKUP.search(_LINK.sub("", listed[1])) or "<" in _said(listed[1]):
        return []
    targets = [_ESCAPED.sub(r"\1", link["angled"] or link["bare"]) for link in links]
    if any(link["image"] for link in links) or any(
        _ELSEWHERE.match(each) or _DOUBTFUL.search(each) for each in targets
    ):
        return []
    return targets if all(_readings(each) for each in targets) else []


def _said(line: str) -> str:
    """What a line says beside where it leads; a link whose text is its path says no more than that."""
    return _LINK.sub(
        lambda link: ("" if link["text"] == (link["angled"] or link["bare"]) else link["text"]) + (link["title"] or ""),
        line,
    )


def _is_short(link: str) -> bool:
    listed = _LISTED.fullmatch(link)
    return listed is not None and len(_said(listed[1])) <= policy.INDEX_LINE_CHARS


def _leads_somewhere(link: str, lives: Lives) -> bool:
    return all(any(map(lives, _readings(target))) for target in _targets(link))


def _readings(target: str) -> list[str]:
    """The paths that the target of a link may mean: as it stands or decoded, and without a place in the file."""
    plain = target.removeprefix("./")
    read = (reading for each in (plain, plain.partition("#")[0]) for reading in (each, unquote(each)))
    return [path for path in read if path_problem(path) is None]
