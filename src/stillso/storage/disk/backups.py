"""Backups: a consistent copy of a store while others write, and the way back. Neither ever leaves half a file.

A backup is three files: the store, its key (``FILE.key``) and its heads (``FILE.heads``). Each is made whole under
another name, synced, checked, and then put in its place; the store itself comes last.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

import apsw

from stillso.errors import Loss, LostStorage, Misuse
from stillso.storage import queries
from stillso.storage.disk import files, losses, opening, soundness
from stillso.storage.disk.readonly import ReadOnlyDriver
from stillso.storage.sql import SqlStore
from stillso.storage.sqlite import SqliteDriver

#: How many pages a copy takes at a time. Our choice: 1 MiB, so that progress is seen and an interruption is soon heard.
COPIED_PAGES = 256

#: The files of a backup beside the store itself.
KEY, HEADS = ".key", ".heads"

#: Told the pages copied so far, and how many there are.
Progress = Callable[[int, int], None]


def write(
    source: Path, target: Path, heads: Callable[[SqlStore], bytes], *, over: bool = False, progress: Progress
) -> None:
    """Back up a store. ``heads`` gives the contents of the file of heads, from the copy.

    Raises FileExistsError when one of its files is there and ``over`` is not given, Misuse when they are the store's
    own, and LostStorage when the store cannot be read or the copy not be written.
    """
    names = {suffix: files.side(target, suffix) for suffix in ("", KEY, HEADS)}
    with _writing(target), ExitStack() as stack:
        _check_target(source, target)
        if not target.parent.is_dir():
            raise losses.lost(target, Loss.MISSING, where=str(target.parent))
        if not over and (there := next((each for each in names.values() if os.path.lexists(each)), None)):
            raise FileExistsError(there)
        if files.size_bytes(files.side(target, "-wal")):
            raise losses.lost(target, Loss.IN_USE)
        drafts = {suffix: stack.enter_context(files.draft(name)) for suffix, name in names.items()}
        _copy(source, opening.driver_of(source), drafts[""], target, progress)
        drafts[HEADS].write_bytes(heads(SqlStore(ReadOnlyDriver(drafts[""]))))
        has_key = files.side(source, KEY).exists()
        if has_key:
            drafts[KEY].write_bytes(files.side(source, KEY).read_bytes())
        order = [KEY] * has_key + [HEADS, ""]
        _place([(drafts[suffix], names[suffix]) for suffix in order], over=over)


def restore(source: Path, target: Path, *, progress: Progress) -> bool:
    """Put a backup where no store is; whether it has its key.

    Nothing is ever replaced, so that whoever makes a store there meanwhile keeps it. Raises FileExistsError for a file
    of a store that is there, also one that a store left behind, and else as ``write``.
    """
    with _writing(target), ExitStack() as stack:
        _check_target(source, target)
        if not source.is_file():
            raise losses.lost(source, Loss.MISSING)
        own = (files.side(target, suffix) for suffix in ("", KEY, "-wal", "-shm", "-journal"))
        if there := next((each for each in own if os.path.lexists(each)), None):
            raise FileExistsError(there)
        key = files.side(source, KEY).read_bytes() if files.side(source, KEY).is_file() else None
        files.make_folder(target.parent)
        drafts = {"": stack.enter_context(files.draft(target))}
        _copy(source, ReadOnlyDriver(source), drafts[""], target, progress)
        if key is not None:
            drafts[KEY] = stack.enter_context(files.draft(files.side(target, KEY)))
            drafts[KEY].write_bytes(key)
        _place([(drafts[suffix], files.side(target, suffix)) for suffix in (KEY, "") if suffix in drafts], over=False)
        return key is not None


def _check_target(source: Path, target: Path) -> None:
    """Raises Misuse for what is no file, and when a copy would be written over the files that it is made from."""
    for each in (target, files.side(target, KEY), files.side(target, HEADS)):
        if each.exists() and not each.is_file():
            raise Misuse(f"{each} is not a file")
    suffixes = ("", KEY, HEADS, *files.SIDES)
    own = {os.path.realpath(files.side(source, suffix)) for suffix in suffixes}
    wanted = {os.path.realpath(files.side(target, suffix)) for suffix in suffixes}
    if own & wanted or (target.exists() and source.exists() and os.path.samefile(source, target)):
        raise Misuse(f"{target} is one of the files that the copy is made from; give another name")


@contextmanager
def _writing(target: Path) -> Iterator[None]:
    """What the system says while a copy is written is about its target."""
    try:
        yield
    except (FileExistsError, LostStorage):
        raise
    except OSError as problem:
        raise losses.explained(target, problem) from problem


# --- copying -------------------------------------------------------------------------------------------------


def _copy(source: Path, driver: SqliteDriver | ReadOnlyDriver, draft: Path, target: Path, progress: Progress) -> None:
    """Copy one snapshot of a store into an empty file, while others write; closes the driver.

    Raises LostStorage when the store or its copy is not sound.
    """
    try:
        if found := soundness.fault(source):
            raise losses.unsound(source, found)
        with driver.reading() as link:
            _copy_pages(link.connection, draft, target, progress)
    finally:
        driver.close()
    try:
        _check(draft)
    except LostStorage as problem:  # what is wrong with the copy is wrong with the store
        known = {name: problem.facts[name] for name in ("schema", "known", "size", "expected") if name in problem.facts}
        raise losses.lost(source, problem.loss, problem.facts["words"], **known) from problem


def _copy_pages(source: apsw.Connection, draft: Path, target: Path, progress: Progress) -> None:
    copy = apsw.Connection(str(draft))
    try:
        copy.pragma("synchronous", "off")  # the file is synced once, when it is put in its place
        copy.pragma("journal_mode", "off")
        with copy.backup("main", source, "main") as running:
            while not running.done:
                running.step(COPIED_PAGES)
                progress(running.page_count - running.remaining, running.page_count)
        copy.pragma("schema_version", soundness.any_cookie())
        copy.pragma("journal_mode", "delete")  # a file by itself, which can be read where nothing can be written
    except (apsw.FullError, apsw.IOError, apsw.CantOpenError) as problem:
        raise losses.explained(target, problem, copy.system_errno) from problem
    finally:
        copy.close()


def _check(draft: Path) -> None:
    """Raises LostStorage when this is no sound store that this release knows."""
    newest = queries.migrations("sqlite")[-1][0]
    with ReadOnlyDriver(draft).reading() as link:
        if link.is_empty():
            raise losses.lost(draft, Loss.NO_TABLES)
        if link.version() > newest:
            raise losses.lost(draft, Loss.NEWER, schema=link.version(), known=newest)
        if said := link.quick_check():
            raise losses.lost(draft, Loss.DAMAGED, said[0])


def _place(made: Sequence[tuple[Path, Path]], *, over: bool) -> None:
    """Put drafts in their places, the last one last; all or none, where nothing is replaced."""
    placed: list[Path] = []
    try:
        for draft, target in made:
            files.place(draft, target, over=over)
            placed.append(target)
    except OSError:
        for each in [] if over else placed:
            each.unlink()
        raise
