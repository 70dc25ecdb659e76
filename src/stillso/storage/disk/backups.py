"""Backups: a consistent copy of a store while others write, and the way back. Neither ever leaves half a file.

A backup is three files: the store, its key (``FILE.key``) and its heads (``FILE.heads``). Each is made whole under
another name, synced, checked, and then put in its place; the store itself comes last.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from datetime import datetime
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


def restore(
    source: Path, target: Path, is_blank: Callable[[SqlStore], bool], *, over: bool, at: datetime, progress: Progress
) -> Path | None:
    """Put a backup in the place of a store; under which name the one that was there is kept, None when there was none.

    Raises FileExistsError when a store that is not blank is there and ``over`` is not given; else as ``write``.
    """
    with _writing(target), ExitStack() as stack:
        _check_target(source, target)
        if not source.is_file():
            raise losses.lost(source, Loss.MISSING)
        there = os.path.lexists(target)
        if there and not over and not _is_blank(target, is_blank):
            raise FileExistsError(target)
        kept = _free_name(target, at) if there else None
        files.make_folder(target.parent)
        draft = stack.enter_context(files.draft(target))
        _copy(source, ReadOnlyDriver(source), draft, target, progress)
        if kept:
            _set_aside(target, kept)
        if files.side(source, KEY).exists():
            key = stack.enter_context(files.draft(files.side(target, KEY)))
            key.write_bytes(files.side(source, KEY).read_bytes())
            files.place(key, files.side(target, KEY), over=True)
        files.place(draft, target, over=True)
        return kept


def _check_target(source: Path, target: Path) -> None:
    """Raises Misuse for what is no file, and when a copy would be written over the files that it is made from."""
    if target.exists() and not target.is_file():
        raise Misuse(f"{target} is not a file")
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


# --- what was there before -----------------------------------------------------------------------------------


def _is_blank(target: Path, is_blank: Callable[[SqlStore], bool]) -> bool:
    """Whether nothing is lost with this file."""
    if files.has_wal(target) or files.size_bytes(target) == 0:
        return not files.has_wal(target)
    try:
        return is_blank(SqlStore(ReadOnlyDriver(target)))
    except LostStorage:
        return False


def _free_name(target: Path, at: datetime) -> Path:
    """The name of a store with the moment, and a number where that is taken."""
    dated = files.side(target, f".{at:%Y%m%dT%H%M%SZ}")
    names = (dated, *(files.side(dated, f"-{number}") for number in range(2, 1000)))
    return next(name for name in names if not os.path.lexists(name))


def _set_aside(target: Path, kept: Path) -> None:
    """Keep a store under another name as well, and leave nothing beside it that another file would take for its own.

    Raises LostStorage while another process has it open. One that cannot be opened is kept as it lies there.
    """
    if soundness.fault(target) is None:
        _close_for_all(target)
    for suffix in ("", KEY, *files.SIDES):
        if files.side(target, suffix).exists():
            _keep(files.side(target, suffix), files.side(kept, suffix))
    for suffix in files.SIDES:
        files.side(target, suffix).unlink(missing_ok=True)


def _close_for_all(target: Path) -> None:
    """Put everything into the file itself; the engine does so only when nobody else has it open."""
    header = files.header(target)
    if header is None:
        return  # what is no database is kept as it lies there
    if header.application_id != files.APPLICATION_ID:
        raise losses.lost(target, Loss.FOREIGN)
    connection = apsw.Connection(str(target))
    try:
        if connection.pragma("journal_mode", "delete") != "delete":
            raise losses.lost(target, Loss.IN_USE)
    except apsw.BusyError as problem:
        raise losses.lost(target, Loss.IN_USE, problem) from problem
    except (apsw.CorruptError, apsw.NotADBError):
        return
    finally:
        connection.close()


def _keep(path: Path, name: Path) -> None:
    try:
        os.link(path, name)
    except OSError:  # a file system without hard links
        shutil.copy2(path, name)
