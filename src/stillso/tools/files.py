"""The tools for the files of a base: list_context_files, read_context_file, write_context. Source: document B.

A file is given as it is, byte for byte, between two lines that nothing in it can forge. A long one comes in parts; the
session has seen it, and is told the sha256 that proves it, with the last one.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from stillso import services
from stillso.core import escapes, late, names, policy
from stillso.core.authority import PrincipalKind
from stillso.core.items import ItemKind, Listed
from stillso.core.lines import Voice
from stillso.core.names import micros
from stillso.core.operations import Refused
from stillso.core.values import dataclass
from stillso.core.verbs import FileChange, Write
from stillso.core.verbs.write import TAKES
from stillso.services import answers
from stillso.services.files import FileShown
from stillso.services.listings import Listing
from stillso.tools.arguments import bad
from stillso.tools.calls import Answer, Call
from stillso.tools.pages import size
from stillso.tools.parts import fenced, parts_of

#: Room for what stands around a part of a file, and for what follows a list, with the longest path, in bytes.
_AROUND_BYTES = 4_000

#: How to go on in a file: the number of the part, and what only the answer before can have said.
_PART = late.pattern(r"([1-9][0-9]{0,5})\.[0-9a-f]{16}")


# --- list ----------------------------------------------------------------------------------------------------


def list_context_files(call: Call) -> Answer:
    """The files of a base, or of all that the caller reaches, each under its base, by path."""
    prefix = call.given.get("prefix", "")
    found = services.listings.listings(call.workspace, call.caller, call.base, prefix)
    if isinstance(found, Refused):
        return call.told(found)
    after = call.given.get("after")
    if after is not None and "/" not in after:
        return call.told(bad("mark", name="after"))
    rows = [row for each in found for row in _rows(each, with_records=prefix.startswith(policy.RECORDS_FOLDER))]
    return Answer(text=_page(call, rows, after))


@dataclass(frozen=True, kw_only=True, slots=True)
class _Row:
    """A file in a list, or None for a base that has none to list; ``uncounted`` are the records left out there."""

    listing: Listing
    file: Listed | None
    uncounted: int

    @property
    def place(self) -> tuple[str, str]:
        """Where it stands: bases by slug, files by path."""
        return self.listing.space.slug, self.file.path if self.file else ""


def _rows(listing: Listing, *, with_records: bool) -> Iterator[_Row]:
    shown = [each for each in listing.files if with_records or each.kind is not ItemKind.RECORD]
    uncounted = len(listing.files) - len(shown)
    files: list[Listed | None] = [*shown]
    for each in files or [None]:
        yield _Row(listing=listing, file=each, uncounted=uncounted)


def _page(call: Call, rows: list[_Row], after: str | None) -> str:
    """The rows after a mark, as many as fit. A mark is the place of the last row that was given, so nothing that comes
    or goes meanwhile moves the others."""
    begun = None if after is None else tuple(after.split("/", 1))
    first = last = sum(begun is not None and row.place <= begun for row in rows)
    voice = Voice(answers.labels(call.texts), call.workspace.now())
    told, left = list[str](), call.limit - _AROUND_BYTES
    for row in rows[first:]:
        is_new = last == first or row.listing is not rows[last - 1].listing
        lines = [_heading(call, row)] * is_new + [_line(call, row, voice)]
        left -= sum(map(size, lines))
        if left < 0:
            break
        told += lines
        last += 1
    key = "shown" if last < len(rows) else "shown-all" if first == 0 else "shown-last"
    before, upto, total = (sum(row.file is not None for row in rows[:n]) for n in (first, last, len(rows)))
    mark = "/".join(rows[last - 1].place) if last else ""
    said = {"first": min(before + 1, upto), "last": upto, "total": total, "after": mark}
    return "\n".join([*told, call.texts.say(f"tools.{key}", **said)])


def _heading(call: Call, row: _Row) -> str:
    """A base, what the caller may do there, and how many records are not listed."""
    space, texts = row.listing.space, call.texts
    memories = texts.say("tools.file.memories", count=row.uncounted) if row.uncounted else ""
    may = texts[f"tools.file.may.{row.listing.level}"]
    return texts.say("tools.file.base", base=space.slug, version=space.head, may=may, memories=memories)


def _line(call: Call, row: _Row, voice: Voice) -> str:
    file = row.file
    if file is None:
        return call.texts["tools.file.none"]
    writer, at = row.listing.writers.get(file.actor), micros(file.at)
    by_agent = writer is not None and writer.kind is PrincipalKind.AGENT
    mark = "memory" if file.kind is ItemKind.RECORD else "by-agent" if by_agent else ""
    return call.texts.say(
        "tools.file.line",
        path=escapes.field(file.path),
        size=file.size_bytes,
        version=file.version,
        by=writer.name if writer else file.actor,
        date=voice.date(at),
        age=voice.age(at),
        mark=call.texts[f"tools.file.mark.{mark}"] if mark else "",
    )


# --- read ----------------------------------------------------------------------------------------------------


def read_context_file(call: Call) -> Answer:
    """A file as it is now, or a part of it; after the last part the session has seen it."""
    found = services.files.one(call.workspace, call.caller, call.read_base, call.given["path"])
    if isinstance(found, Refused):
        return call.told(found)
    parts = list(parts_of(found.file.content, call.limit - _AROUND_BYTES))
    after = call.given.get("after")
    if after is not None and not _PART.fullmatch(after):
        return call.told(bad("mark", name="after"))
    n = int(after.partition(".")[0]) if after is not None else 0
    goes_on = after is None or (n < len(parts) and after == _mark(call, found, n))
    n = n if goes_on else 0
    told = [_about(call, found), *_marked(call, found)]
    told += [] if goes_on else [call.texts.say("tools.file.anew", path=escapes.field(found.file.path))]
    told += fenced(call.texts, found.file.content, parts[n], n, len(parts))
    if n + 1 < len(parts):
        told.append(call.texts.say("tools.file.more", after=_mark(call, found, n + 1)))
    else:
        services.files.note_read(call.workspace, call.caller, found)
        told.append(call.texts.say("tools.file.sha256", sha256=found.file.sha256))
    return Answer(text="\n".join(told))


def _mark(call: Call, found: FileShown, n: int) -> str:
    """The mark of a part. It fits this file as it is now, in this session only: whoever has it was given the parts
    before, and of no other text."""
    session = call.caller.session.id if call.caller.session else ""
    seed = f"{session} {found.space.id} {found.item.key} {found.file.sha256} {n}"
    return f"{n}.{names.digest(seed.encode())[:16]}"


def _about(call: Call, found: FileShown) -> str:
    voice, at = Voice(answers.labels(call.texts), call.workspace.now()), micros(found.at)
    file = found.file
    return call.texts.say(
        "tools.file.about",
        path=escapes.field(file.path),
        base=found.space.slug,
        version=file.version,
        size=len(file.content.encode()),
        by=file.written_by,
        kind=call.texts[f"tools.file.kind.{file.kind}"],
        date=voice.date(at),
        age=voice.age(at),
    )


def _marked(call: Call, found: FileShown) -> list[str]:
    """What a reader should know of a file beside its text."""
    if found.item.kind is ItemKind.RECORD:
        return [call.texts.say("tools.file.is-memory", no=found.item.no)]
    key = "is-readme-by-agent" if found.file.path == policy.README else "is-by-agent"
    return [call.texts.say(f"tools.file.{key}", base=found.space.slug)] if found.file.kind == "agent" else []


# --- write ---------------------------------------------------------------------------------------------------


def write_context(call: Call) -> Answer:
    """Change files of a base: one version, all or nothing."""
    changes = []
    for n, given in enumerate(call.given["files"]):
        change = _change(f"files[{n}]", given)
        if isinstance(change, Refused):
            return call.told(change)
        changes.append(change)
    base = call.target()
    if isinstance(base, Refused):
        return call.told(base)
    asked = Write(files=tuple(changes), reason=call.given.get("reason"))
    return call.told(services.files.write(call.workspace, call.caller, base, asked), "waiting.write_context")


def _change(where: str, given: Mapping[str, Any]) -> FileChange | Refused:
    """The change of one file; refused when its mode is none, lacks something, or is given what it does not take.

    An empty text in the place of what a mode does not take was not given: some models fill all that there is.
    """
    mode = given["mode"]
    if mode not in TAKES:
        return bad("choice", name=f"{where}.mode", known=", ".join(TAKES))
    takes = TAKES[mode]
    there = {name: text for name, text in given.items() if name in ("path", "mode", *takes) or text != ""}
    strange = next((name for name in there if name not in ("path", "mode", *takes)), None)
    if strange is not None:
        return bad("mode-takes", name=where, mode=mode, field=strange, known=", ".join(takes))
    lacking = [name for name in takes if name not in there and name != "expected_sha256"]
    if lacking:
        return bad("mode-lacks", name=where, mode=mode, lacking=", ".join(lacking))
    return FileChange(**there)
