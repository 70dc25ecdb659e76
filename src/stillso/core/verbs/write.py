"""write: change plain files, all or nothing; one call is one version of the base.

Five modes on each path (``core.edits``). Records are written by their own verbs only. A unique match proves an edit
by itself and an append needs no proof; overwrite and delete need a sight of the head or a fitting sha256.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from stillso.core import edits, frontmatter, policy
from stillso.core.items import Item, ItemKind, Revision
from stillso.core.lines import summary_of
from stillso.core.names import clashing, folded, in_records, path_problem
from stillso.core.operations import Refused, Verb
from stillso.core.values import dataclass
from stillso.core.verbs.plans import Draft, Plan
from stillso.errors import Code, Misuse, Notice

#: What each mode of a change takes, the needed ones first; a sha256 is never needed.
TAKES: Mapping[str, tuple[str, ...]] = {
    "create": ("content",),
    "append": ("content", "expected_sha256"),
    "edit": ("old", "new", "expected_sha256"),
    "overwrite": ("content", "expected_sha256"),
    "delete": ("expected_sha256",),
}
MODES = tuple(TAKES)

#: What a change may be given beside its path and mode.
_GIVEN = ("content", "old", "new", "expected_sha256")


@dataclass(frozen=True, kw_only=True, slots=True)
class FileChange:
    """What to do with one file. ``content`` for create, append and overwrite; ``old`` and ``new`` for edit."""

    path: str
    mode: str
    content: str | None = None
    old: str | None = None
    new: str | None = None
    expected_sha256: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Write:
    """Change these files in one version, and say why."""

    files: tuple[FileChange, ...]
    reason: str | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class FileNow:
    """A file as it is now, and which revision of it the session was last shown whole."""

    item: Item | None
    revision: Revision | None
    seen: int | None

    @property
    def text(self) -> str | None:
        """The text as it stands, None for an absent file."""
        return self.revision.text if self.revision else None


@dataclass(frozen=True, kw_only=True, slots=True)
class FileLimits:
    """What a base takes: bytes of UTF-8 a file, and files a call."""

    file_bytes: int = policy.FILE_BYTES
    files_a_call: int = policy.FILES_A_CALL


def limits_of(settings: Mapping[str, object]) -> FileLimits:
    """The limits of a base: its own where it has set them."""
    own = {name: value for name in ("file_bytes", "files_a_call") if isinstance(value := settings.get(name), int)}
    return FileLimits(**own)


def check_files(asked: Sequence[FileChange], limits: FileLimits) -> Refused | None:
    """The refusals that need no store: count, paths, records' folder, one path twice, texts that are none.

    Raises Misuse for an unknown mode, for a missing argument of a known one, and for one that it does not take.
    """
    if not asked:
        raise Misuse("files is empty; give at least one change")
    if len(asked) > limits.files_a_call:
        return Refused(code=Code.TOO_MANY_FILES, facts={"count": len(asked), "limit": limits.files_a_call})
    left: set[str] = set()
    paths: set[str] = set()
    for file in asked:
        reason = path_problem(file.path)
        if reason:
            return Refused(code=Code.BAD_PATH, facts={"path": file.path, "reason": reason})
        if in_records(file.path):
            return Refused(code=Code.RECORD_PATH, facts={"path": file.path})
        # Another spelling of a path may be deleted in the call that makes this one: so a file is renamed.
        if file.path in paths or (file.mode != "delete" and folded(file.path) in left):
            return Refused(code=Code.SAME_PATH_TWICE, facts={"path": file.path})
        paths.add(file.path)
        left |= {folded(file.path)} if file.mode != "delete" else set()
        edit_of(file)
        _check_taken(file)
        if not all(is_text(text) for text in (file.content, file.old, file.new)):
            return Refused(code=Code.NOT_TEXT, facts={"path": file.path})
    return None


def is_text(text: str | None) -> bool:
    """Whether a text can be kept as UTF-8: no lone surrogates, no NUL."""
    if text is None or (text.isascii() and "\0" not in text):
        return True
    try:
        text.encode()  # looking for a surrogate by a pattern takes five times as long
    except UnicodeEncodeError:
        return False
    return "\0" not in text


def edit_of(file: FileChange) -> edits.Edit:
    """The edit that a file change asks for. Raises Misuse naming the unknown mode or the missing argument."""
    if file.mode not in TAKES:
        raise Misuse(f"{file.mode!r} is no mode; use one of {', '.join(MODES)}")
    takes = TAKES[file.mode]
    missing = [name for name in takes if name != "expected_sha256" and getattr(file, name) is None]
    if missing:
        raise Misuse(f"mode {file.mode} of {file.path} needs {' and '.join(missing)}")
    content, old, new = file.content or "", file.old or "", file.new or ""
    by_mode: dict[str, edits.Edit] = {
        "create": edits.Create(content=content),
        "append": edits.Append(content=content),
        "edit": edits.Replace(old=old, new=new),
        "overwrite": edits.Overwrite(content=content),
        "delete": edits.Delete(),
    }
    return by_mode[file.mode]


def _check_taken(file: FileChange) -> None:
    """Raises Misuse for what the mode does not take: whoever gave it expects it to count. A proposal that was kept
    before this was checked is carried out all the same."""
    takes = TAKES[file.mode]
    strange = next((name for name in _GIVEN if name not in takes and getattr(file, name) is not None), None)
    if strange is not None:
        raise Misuse(f"mode {file.mode} of {file.path} does not take {strange}; it takes: {', '.join(takes)}")


def write(
    asked: Write, files: Mapping[str, FileNow], *, limits: FileLimits, alike: Iterable[str] = ()
) -> Plan | Refused:
    """A plan with one draft for each file that changes; the first refusal refuses the whole call.

    ``alike`` are the living paths that a new one may clash with (``names.ways`` says where they are looked for).
    """
    refused = _clashing(asked, files, alike)
    if refused:
        return refused
    drafts: list[Draft] = []
    notices: list[str] = []
    for file in asked.files:
        now = files[file.path]
        done = _stale(file, now) or edits.apply(edit_of(file), now.text)
        if isinstance(done, Refused):
            return done
        if isinstance(done, edits.Problem):
            nothing = {"reason": "delete"} if file.mode == "delete" else {}
            return Refused(code=Code(done.code), facts={"path": file.path, **nothing, **done.detail})
        notices.extend(notice for notice in done.notices if notice not in notices)
        if done.unchanged:
            continue
        data = None if done.text is None else done.text.encode()
        if data is not None and len(data) > limits.file_bytes:
            facts = {"path": file.path, "size": len(data), "limit": limits.file_bytes}
            return Refused(code=Code.TOO_LARGE, facts=facts)
        is_near = data is not None and len(data) > limits.file_bytes * policy.NEAR_LIMIT
        if is_near and Notice.NEAR_FILE_LIMIT.value not in notices:
            notices.append(Notice.NEAR_FILE_LIMIT.value)
        drafts.append(_draft(file, now, done.text, data))
    return Plan(verb=Verb.WRITE, drafts=tuple(drafts), reason=asked.reason, notices=tuple(notices))


def paths_made(asked: Write, files: Mapping[str, FileNow]) -> tuple[list[str], set[str]]:
    """The paths that a call makes, where no file lives now, and those that it deletes."""
    made = [file.path for file in asked.files if file.mode == "create" and files[file.path].text is None]
    return made, {file.path for file in asked.files if file.mode == "delete"}


def _clashing(asked: Write, files: Mapping[str, FileNow], alike: Iterable[str]) -> Refused | None:
    """Refused where a new path could not stand beside a living one, or beside another new one, on every system."""
    made, gone = paths_made(asked, files)
    return refuse_clash(made, (path for path in alike if path not in gone))


def refuse_clash(made: Iterable[str], living: Iterable[str]) -> Refused | None:
    """Refused where a path that is made could not stand beside the living ones on every system."""
    found = clashing(made, living)
    if found is None:
        return None
    path, other = found
    return Refused(code=Code.BAD_PATH, facts={"path": path, "reason": "clash", "existing": other})


def _stale(file: FileChange, now: FileNow) -> Refused | None:
    """Whether the change is against another text than the one that is there."""
    if now.revision is None or now.revision.data is None or now.item is None or file.mode == "create":
        return None
    seen = {"sha256": file.expected_sha256} if file.expected_sha256 else {"revision": now.seen}
    there = {"sha256": now.revision.sha256, "revision": now.item.head, "version": now.revision.version}
    if file.expected_sha256 is not None:
        fits = file.expected_sha256.lower() == now.revision.sha256
        return None if fits else Refused(code=Code.STALE, facts={"path": file.path}, seen=seen, now=there)
    if file.mode in ("append", "edit") or now.seen == now.item.head:
        return None
    if now.seen is None:
        # Without the hash: passing it back would prove no reading.
        unread = {name: value for name, value in there.items() if name != "sha256"}
        return Refused(code=Code.NOT_SEEN, facts={"path": file.path}, now=unread)
    return Refused(code=Code.STALE, facts={"path": file.path}, seen=seen, now=there)


def note_summary(path: str, text: str) -> str | None:
    """The one line that stands for a file in listings; None for a file that is no note."""
    if not path.startswith(policy.NOTES_FOLDER):
        return None
    document = frontmatter.parse(text)
    described = document.keys.get("description")
    return summary_of(document.body, described if isinstance(described, str) else None)


def _draft(file: FileChange, now: FileNow, text: str | None, data: bytes | None) -> Draft:
    summary = None if text is None else note_summary(file.path, text)
    known = file.mode in ("create", "overwrite") or (now.item is not None and now.seen == now.item.head)
    return Draft(kind=ItemKind.FILE, path=file.path, item=now.item, data=data, summary=summary, known=known)
