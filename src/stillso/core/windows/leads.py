"""Leads: the paths and commands of an agent's calls, as they are written there, and none of what they gave.

What was changed is worth more than what was run, that more than what was only read; of each the newest. A budget keeps
a day's work from filling the next window; how many found no room is said.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import zip_longest

from stillso.core import late, policy
from stillso.core.windows.blocks import Block, Kind
from stillso.core.windows.kept import Kept, Sort, on_one_line

#: What arguments are called that hold a path, and what a file's text or a pattern is called. Names as seen in the tools
#: of coding agents, in lower case without signs; our choice.
_PATHS = frozenset(
    "path paths file files filepath filepaths filename filenames notebookpath targetfile relativepath absolutepath"
    " oldpath newpath sourcepath destinationpath source destination src dst dir directory folder".split()
)
_COMMANDS = frozenset("command cmd script shellcommand commandline".split())
_CHANGES = late.pattern(
    r"(?i:edit|writ|creat|replac|insert|patch|updat|delet|remov|renam|move|apply|append|save)|[改寫建刪移]"
)
#: Commands of text editors that are tools: words of the tool, no lines of a shell.
_EDITORS = frozenset("view create str_replace insert delete rename undo_edit".split())
_CHANGING = _EDITORS - {"view"}
#: In characters; our choice.
_LONGEST = 400


def leads_of(call: Block) -> Iterator[tuple[int, str]]:
    """The paths and commands of a call, each with its rank: 0 for what it changes, 1 for what it runs, 2 for the rest.

    Of a command of several lines only the first; what is longer than 400 characters is no lead.
    """
    given = call.input if isinstance(call.input, Mapping) else {}
    command = given.get("command")
    is_editor = isinstance(command, str) and command in _EDITORS
    changes = command in _CHANGING if is_editor else _CHANGES.search(call.name) is not None
    for name, value in given.items():
        plain = str(name).lower().replace("_", "").replace("-", "")
        if plain in _PATHS:
            yield from ((0 if changes else 2, text) for text in _texts(value))
        elif plain in _COMMANDS and not is_editor:
            joined = " ".join(value) if _is_words(value) else value
            yield from ((1, text) for text in _texts(joined))


def _is_words(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


def _texts(value: object) -> Iterator[str]:
    """The texts of an argument, on one line."""
    for each in value if isinstance(value, list) else [value]:
        if isinstance(each, str) and each.strip():
            first = on_one_line(each.strip().splitlines()[0].removesuffix("\\"))
            if 0 < len(first) <= _LONGEST:
                yield first


def choose(blocks: Iterable[Block], earlier: Sequence[Kept]) -> tuple[list[Kept], int]:
    """The leads to keep, those of earlier compactions first, then in the order of the window; how many were left out.

    Within the budget go what was changed, then what was run, read and kept before, in turns, the newest of each first.
    """
    seen: dict[str, tuple[int, int]] = {}
    first: dict[str, int] = {}
    for number, (at, rank, text) in enumerate(_all(blocks)):
        seen[text] = (min(rank, seen[text][0]) if text in seen else rank, number)
        first.setdefault(text, at)
    # What was put back stands in the window and on record: it comes twice.
    before = list({each.text: each for each in earlier if each.sort is Sort.LEAD and each.text not in seen}.values())
    newest = sorted(seen, key=lambda text: -seen[text][1])
    ranked = [[text for text in newest if seen[text][0] == rank] for rank in range(3)]
    turns = zip_longest(ranked[1], ranked[2], [each.text for each in reversed(before)])
    wanted = [*ranked[0], *(text for turn in turns for text in turn if text is not None)]
    taken = frozenset(_fitting(dict.fromkeys(wanted)))
    kept = [each for each in before if each.text in taken]
    kept += [Kept(sort=Sort.LEAD, text=text, at=at) for text, at in first.items() if text in taken]
    return kept, len(set(wanted)) - len(taken)


def _all(blocks: Iterable[Block]) -> Iterator[tuple[int, int, str]]:
    for block in blocks:
        if block.kind is Kind.CALL:
            yield from ((block.at, rank, text) for rank, text in leads_of(block))


def _fitting(wanted: Iterable[str]) -> Iterator[str]:
    """As many as fit, in their order; one that does not fit lets later ones pass."""
    lines, chars = policy.LEADS, policy.LEADS_CHARS
    for text in wanted:
        if lines and len(text) + 1 <= chars:
            lines, chars = lines - 1, chars - len(text) - 1
            yield text


def main_of(call: Block) -> str:
    """What a call was about, on one line: its command or path, else its first text; '' where it has none."""
    found = sorted(leads_of(call), key=lambda each: each[0] == 2)
    if found:
        return found[0][1]
    given = call.input if isinstance(call.input, Mapping) else {}
    return next((text for value in given.values() if isinstance(value, str) for text in _texts(value)), "")
