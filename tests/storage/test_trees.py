"""A mounted base is one whole version, read-only, byte for byte; nothing of others is written over or taken away."""

from __future__ import annotations

import json
import os
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.storage import tree_maker

import stillso
from stillso import Done, FileChange, Refused
from stillso.app import unmount
from stillso.core import names
from stillso.services.mounting import Mounted
from stillso.storage.disk import trees

MAKER = Path(tree_maker.__file__)
ENVIRONMENT = {**os.environ, "PYTHONPATH": str(Path(stillso.__file__).parents[1])}

#: How often a reader looks while others write and mount, and how many versions it sees at least meanwhile.
CHECKS, VERSIONS = 10_000, 100


@pytest.fixture
def app(tmp_path: Path) -> Iterator[stillso.App]:
    """A store with the empty base shop of mei."""
    app = stillso.open(tmp_path / "memory.db")
    app.owner("mei").create_base("shop")
    yield app
    app.close()


@pytest.fixture
def kb(tmp_path: Path) -> Path:
    """Where it is mounted."""
    return tmp_path / "kb"


def write(app: stillso.App, *files: FileChange) -> int:
    """The version that this write made."""
    done = app.owner("mei").write(*files, base="shop")
    assert isinstance(done, Done), done
    return done.version


def create(path: str, content: str = "一\n") -> FileChange:
    """A new file."""
    return FileChange(path=path, mode="create", content=content)


def mounted(app: stillso.App, folder: Path) -> tuple[int, int, bool]:
    """The version that is mounted now, how many files it has, and whether that is new."""
    found = app.mount("shop", folder)
    assert isinstance(found, Mounted), found
    return found.version, found.files, found.changed


def refusal(found: Mounted | Refused | None) -> tuple[str, Any]:
    """The code and the reason of a refusal."""
    assert isinstance(found, Refused), found
    return found.code.value, found.facts["reason"]


def tree(root: Path | str) -> dict[str, bytes]:
    """The files below a folder, by path."""
    found = {}
    for folder, _, files in os.walk(root):
        for name in files:
            path = os.path.join(folder, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, root)] = file.read()
    return found


def kept(app: stillso.App) -> dict[str, bytes]:
    """The files of the base, by path, as the store has them."""
    with app.workspace.view() as view:
        space = view.space("shop")
        assert space is not None
        files = view.files(space.id, "")
        revisions = {each.path: view.revision(space.id, each.key, each.head) for each in files}
    return {path: revision.data for path, revision in revisions.items() if revision and revision.data is not None}


def halves(kb: Path) -> list[str]:
    """What lies in the holder beside the lock and the trees."""
    return [name for name in os.listdir(kb.parent / ".kb.stillso") if not (name == "lock" or name[0].isdigit())]


# --- what is shown -------------------------------------------------------------------------------------------


def test_a_mount_is_the_base_byte_for_byte_with_its_version_beside_it(app: stillso.App, kb: Path):
    """Files of any name, and records as they are stored; ../version says which version this tree is, of how many."""
    app.owner("mei").remember("Write commit messages in English", base="shop")
    write(app, create("README.md", "# Shop\r\n"), create("notes/更新/café 日誌.md", "一\n"), create("empty.md", ""))
    assert (2, 4, True) == mounted(app, kb)
    assert kept(app) == tree(kb)
    version = json.loads((kb / ".." / "version").read_bytes())
    assert ("shop", 2, 4) == (version["base"], version["version"], version["files"])


def test_an_empty_base_is_an_empty_folder(app: stillso.App, kb: Path):
    """Version 0 can be mounted as well."""
    assert (0, 0, True) == mounted(app, kb)
    assert ([], 0) == (os.listdir(kb), json.loads((kb / ".." / "version").read_bytes())["version"])


def test_a_tree_is_read_only_and_dated(app: stillso.App, kb: Path):
    """Files 0444, folders 0555, whatever the umask; a file's date is that of the write. Only its owner gets in."""
    before = os.umask(0o777)
    try:
        write(app, create("notes/a.md"))
        mounted(app, kb)
    finally:
        os.umask(before)
    modes = [stat.S_IMODE(os.stat(path).st_mode) for path in (kb / "notes" / "a.md", kb / "notes", kb, kb / "..")]
    assert [0o444, 0o555, 0o555, 0o555] == modes
    assert 0o700 == stat.S_IMODE(os.stat(kb.parent / ".kb.stillso").st_mode)
    listed = app.owner("mei").files(base="shop")
    assert not isinstance(listed, Refused)
    assert [names.micros(each.at) * 1000 for each in listed] == [os.stat(kb / "notes" / "a.md").st_mtime_ns]


def test_what_is_mounted_already_is_left_as_it_is(app: stillso.App, kb: Path):
    """The same version again changes nothing."""
    write(app, create("a.md"))
    assert (1, 1, True) == mounted(app, kb)
    tree_before = os.readlink(kb)
    assert (1, 1, False) == mounted(app, kb)
    assert tree_before == os.readlink(kb)


def test_what_did_not_change_is_the_same_file(app: stillso.App, kb: Path):
    """A new tree takes over the files that are the same; what was deleted is gone from it."""
    write(app, create("same.md"), create("other.md"), create("gone/away.md"))
    mounted(app, kb)
    before = {path: os.stat(kb / path).st_ino for path in ("same.md", "other.md")}
    write(
        app, FileChange(path="other.md", mode="append", content="二\n"), FileChange(path="gone/away.md", mode="delete")
    )
    mounted(app, kb)
    assert {"same.md": "一\n".encode(), "other.md": "一\n二\n".encode()} == tree(kb)
    assert (True, False) == tuple(os.stat(kb / path).st_ino == before[path] for path in ("same.md", "other.md"))
    assert not (kb / "gone").exists()


@pytest.mark.parametrize("damage", ["other bytes", "a file more", "a file less", "another date", "no version"])
def test_a_tree_that_somebody_changed_is_made_anew(app: stillso.App, kb: Path, damage: str):
    """Whoever may, can write to it all the same: mount looks, and shows what the base has."""
    write(app, create("a.md"), create("b.md"))
    mounted(app, kb)
    for path in (kb / "a.md", kb.resolve(), kb.resolve().parent):
        path.chmod(0o755)
    {
        "other bytes": lambda: (kb / "a.md").write_bytes("二\n".encode()),
        "a file more": lambda: (kb / "c.md").write_bytes(b"3\n"),
        "a file less": lambda: (kb / "a.md").unlink(),
        "another date": lambda: os.utime(kb / "a.md", (0, 0)),
        "no version": lambda: (kb.resolve().parent / "version").unlink(),
    }[damage]()
    assert (1, 2, True) == mounted(app, kb)
    assert kept(app) == tree(kb)


@pytest.mark.parametrize(
    "damage",
    [
        "an empty folder more",
        "a folder in one of ours",
        "a link to a folder",
        "a folder behind a link",
        "a file that is a link",
        "a folder that can be written",
        "a root that can be written",
        "a folder that is closed",
        "a file beside the tree",
        "a version that can be written",
        "another name",
    ],
)
def test_a_tree_is_exactly_what_mount_made(app: stillso.App, kb: Path, tmp_path: Path, damage: str):
    """Any entry that is not of the base, and any kind or mode that mount does not give, is put right."""
    write(app, create("a.md"), create("notes/b.md"))
    mounted(app, kb)
    root, away = kb.resolve(), tmp_path / "away"
    for folder in (root.parent, root, root / "notes"):
        folder.chmod(0o755)
    {
        "an empty folder more": lambda: (root / "more").mkdir(mode=0o555),
        "a folder in one of ours": lambda: (root / "notes" / "more").mkdir(mode=0o555),
        "a link to a folder": lambda: (root / "more").symlink_to(tmp_path),
        "a folder behind a link": lambda: (root / "notes").symlink_to((root / "notes").rename(away)),
        "a file that is a link": lambda: (root / "a.md").symlink_to((root / "a.md").rename(away)),
        "a file beside the tree": lambda: (root.parent / "more").touch(0o444),
        "a version that can be written": lambda: (root.parent / "version").chmod(0o644),
        "another name": lambda: (root / "a.md").rename(root / "A.md"),
    }.get(damage, lambda: None)()
    writable = {"a folder that can be written": root / "notes", "a root that can be written": root}.get(damage)
    for folder in (root.parent, root, root / "notes", away):
        if folder.is_dir() and folder != writable:
            folder.chmod(0o555)
    if damage == "a folder that is closed":
        (root / "notes").chmod(0)
    assert (1, 2, True) == mounted(app, kb)
    assert kept(app) == tree(kb)
    assert ["a.md", "notes"] == sorted(os.listdir(kb))
    assert [0o555] * 3 == [stat.S_IMODE(os.lstat(path).st_mode) for path in (kb / "notes", kb.resolve(), kb / "..")]
    outside = {each.stat().st_ino for each in (away, away / "b.md") if each.exists()}
    assert not outside & {os.lstat(path).st_ino for path in (kb / "a.md", kb / "notes" / "b.md")}
    assert (1, 2, False) == mounted(app, kb)


def test_whoever_is_in_a_tree_keeps_it(app: stillso.App, kb: Path):
    """The trees that were replaced of late stay, and the last one however long ago; earlier ones go."""
    roots = []
    for n in range(1, 5):
        write(app, create(f"{n}.md"))
        mounted(app, kb)
        roots.append(kb.resolve())
    assert [1, 2, 3, 4] == [len(tree(root)) for root in roots]
    for root, minutes in zip(roots, (60, 30, 10), strict=False):
        os.utime(root.parent, (0, time.time() - 60 * minutes))
    mounted(app, kb)
    assert [False, False, True, True] == [root.exists() for root in roots]
    assert [3, 4] == [len(tree(root)) for root in roots[2:]]


PATHS = st.sampled_from(["a.md", "b.md", "notes/a.md", "notes/更新/é.md", "records-of-old/x.md"])
STEPS = st.lists(st.tuples(PATHS, st.none() | st.text(max_size=20)), max_size=6)


@given(st.lists(STEPS, max_size=5))
def test_a_mount_equals_the_base_after_any_writes(rounds: list[list[tuple[str, str | None]]]):
    """Whatever is created, replaced and deleted, the tree has the base's files and their bytes, and no others."""
    app = stillso.open("memory:")
    app.owner("mei").create_base("shop")
    with tempfile.TemporaryDirectory() as folder:
        kb = Path(folder) / "kb"
        for steps in rounds:
            for path, content in steps:
                there = path in kept(app)
                mode = "delete" if content is None else "overwrite" if there else "create"
                app.owner("mei").write(FileChange(path=path, mode=mode, content=content), base="shop")
            mounted(app, kb)
            assert kept(app) == tree(kb)
            assert [] == halves(kb)
        unmount(kb)
        assert [] == os.listdir(folder)


# --- where -----------------------------------------------------------------------------------------------------


def hostile(folder: Path) -> dict[str, Path]:
    """Places where something stands that is not ours."""
    (folder / "file").write_text("mine")
    (folder / "full").mkdir()
    (folder / "full" / "mine.md").write_text("mine")
    (folder / "elsewhere").symlink_to(folder / "full")
    (folder / "nowhere").symlink_to(folder / "missing")
    (folder / "looks-like").symlink_to(".other.stillso/1-00000000/files")
    (folder / ".taken.stillso").mkdir()
    (folder / ".taken.stillso" / "mine.md").write_text("mine")
    (folder / ".linked.stillso").symlink_to(folder / "full")
    (folder / ".open.stillso").mkdir()
    (folder / ".open.stillso").chmod(0o777)
    names = ("file", "full", "elsewhere", "nowhere", "looks-like", "taken", "linked", "open")
    return {name: folder / name for name in names}


def lying(folder: Path) -> list[tuple[str, int, bytes | str]]:
    """All that lies in a folder."""
    found: list[tuple[str, int, bytes | str]] = []
    for path in sorted(folder.rglob("*")):
        held = os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else ""
        found.append((str(path), path.lstat().st_mode, held))
    return found


@pytest.mark.parametrize("name", ["file", "full", "elsewhere", "nowhere", "looks-like", "taken", "linked", "open"])
def test_what_mount_did_not_make_is_left_alone(app: stillso.App, tmp_path: Path, name: str):
    """A file, a folder with something in it, a link to elsewhere, and a holder that others can write to."""
    write(app, create("a.md"))
    folder = tmp_path / "folder"
    folder.mkdir()
    at = hostile(folder)[name]
    before = lying(folder)
    assert ("exists", "mount-there") == refusal(app.mount("shop", at))
    assert before == lying(folder)
    unmount(at)
    assert before == lying(folder)


def test_an_empty_folder_is_replaced(app: stillso.App, kb: Path):
    """As it is for whoever makes the place first."""
    write(app, create("a.md"))
    kb.mkdir()
    assert (1, 1, True) == mounted(app, kb)
    assert kept(app) == tree(kb)


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("..", "no-name"),
        ("/", "no-name"),
        ("a/..", "no-name"),
        ("a\0b", "no-name"),
        ("missing/kb", "no-parent"),
        ("memory.db", "store"),
        ("memory.db-journal", "store"),
        ("memory.db.key", "store"),
        (".kb.stillso", "inside"),
        (".kb.stillso/x", "inside"),
        ("kb/notes", "inside"),
    ],
)
def test_some_places_are_none(app: stillso.App, kb: Path, name: str, reason: str):
    """No name, no folder to be in, the store's own files, and anything within a mount."""
    write(app, create("notes/a.md"))
    mounted(app, kb)
    before = os.readlink(kb)
    assert ("bad-path", f"mount-{reason}") == refusal(app.mount("shop", kb.parent / name))
    assert (before, kept(app)) == (os.readlink(kb), tree(kb))


def test_a_mount_does_not_become_one_of_another_base(app: stillso.App, kb: Path):
    """Another base at the same place is refused until the first is taken away."""
    app.owner("mei").create_base("docs")
    mounted(app, kb)
    assert ("exists", "mount-other") == refusal(app.mount("docs", kb))
    assert unmount(kb) is None
    assert isinstance(app.mount("docs", kb), Mounted)


def test_a_mount_does_not_go_back(app: stillso.App, tmp_path: Path, kb: Path):
    """A store that was put back has fewer versions; what it has in the place of the newest is shown from there on."""
    write(app, create("a.md"))
    app.backup(tmp_path / "kept.db")
    write(app, create("b.md"))
    mounted(app, kb)
    again = stillso.open(tmp_path / "kept.db")
    assert ("exists", "mount-newer") == refusal(again.mount("shop", kb))
    assert {"a.md", "b.md"} == set(tree(kb))
    write(again, create("other.md"))
    assert (2, 2, True) == mounted(again, kb)
    assert {"a.md", "other.md"} == set(tree(kb))
    again.close()


def test_without_a_grant_nothing_is_made(app: stillso.App, kb: Path):
    """An agent mounts what it may read, and nothing else."""
    write(app, create("a.md"))
    app.add_agent("codex")
    codex = app.agent("codex")
    assert not isinstance(codex, Refused)
    before = sorted(os.listdir(kb.parent))
    found = app.mount("shop", kb, by=codex)
    assert isinstance(found, Refused)
    assert ("no-grant", before) == (found.code.value, sorted(os.listdir(kb.parent)))
    app.owner("mei").grant("codex", "shop", "read")
    assert isinstance(app.mount("shop", kb, by=codex), Mounted)


# --- what goes wrong ------------------------------------------------------------------------------------------


def fresh(path: str) -> trees.File:
    """A file of one byte."""
    return trees.File(path=path, sha256=names.digest(b"x"), size_bytes=1, written_at=names.moment("2026-06-22T03:10Z"))


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("../out.md", "path"),
        ("/out.md", "path"),
        ("a/./b", "path"),
        ("con.md", "path"),
        ("a/b", "clash"),
        ("a", "clash"),
    ],
)
def test_no_tree_holds_such_a_file(kb: Path, path: str, reason: str):
    """A path that no base can keep, and one that another file stands in the way of; what was shown stays."""
    mount = trees.at(kb)
    with trees.locked(mount):
        trees.show(mount, 1, {}, [fresh("a")], lambda file: b"x")
        with pytest.raises(trees.Unfit) as unfit:
            trees.show(mount, 2, {}, [fresh("a"), fresh(path)], lambda file: b"x")
    assert (reason, path) == (unfit.value.reason, unfit.value.path)
    assert ({"a": b"x"}, [], ["kb"]) == (tree(kb), halves(kb), [p.name for p in kb.parent.glob("[!.]*")])


def test_what_cannot_be_written_leaves_what_was_shown(kb: Path):
    """An interruption or a failure in the middle takes the half made tree away."""
    mount = trees.at(kb)

    def fails(file: trees.File) -> bytes:
        if file.path == "b":
            raise KeyboardInterrupt
        return b"x"

    with trees.locked(mount):
        trees.show(mount, 1, {}, [fresh("a")], lambda file: b"x")
        with pytest.raises(KeyboardInterrupt):
            trees.show(mount, 2, {}, [fresh("a"), fresh("b")], fails)
    assert ({"a": b"x"}, []) == (tree(kb), halves(kb))


def test_a_first_mount_that_fails_leaves_nothing(kb: Path):
    """Neither a link nor a holder."""
    mount = trees.at(kb)
    with pytest.raises(trees.Unfit), trees.locked(mount):
        trees.show(mount, 1, {}, [fresh("../out")], lambda file: b"x")
    assert [] == os.listdir(kb.parent)


def test_leftovers_of_killed_runs_are_cleared_up(app: stillso.App, kb: Path):
    """What is half made, half removed or a link without its rename goes with the next run; what is not ours stays."""
    write(app, create("a.md"))
    mounted(app, kb)
    holder = kb.parent / ".kb.stillso"
    for name in ("new-0123abcd", "old-0123abcd"):
        (holder / name / "files" / "notes").mkdir(parents=True)
        (holder / name / "files" / "notes" / "a.md").write_text("half")
        (holder / name / "files" / "notes").chmod(0)
    (holder / "link-0123abcd").symlink_to("nowhere")
    (holder / "mine").write_text("mine")
    mounted(app, kb)
    assert ["mine"] == halves(kb)
    unmount(kb)
    assert ["mine"] == os.listdir(holder)


def test_unmount_takes_away_what_mount_made(app: stillso.App, tmp_path: Path, kb: Path):
    """Link, trees and holder are gone, also where the link was removed by hand; where nothing is, that is said."""
    write(app, create("a.md"))
    before = sorted(os.listdir(tmp_path))
    for by_hand in (False, True):
        mounted(app, kb)
        if by_hand:
            kb.unlink()
        assert unmount(kb) is None
        assert before == sorted(os.listdir(tmp_path))
    assert ("missing", "mount-nothing") == refusal(unmount(kb))
    assert ("missing", "mount-nothing") == refusal(app.mount("shop", kb, again=True))
    assert before == sorted(os.listdir(tmp_path))


# --- several at once ------------------------------------------------------------------------------------------


class Maker:
    """A process that writes or mounts, ended with the test."""

    def __init__(self, stack: ExitStack, *words: str | Path) -> None:
        command = [sys.executable, str(MAKER), *map(str, words)]
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(command, stdin=pipe, stdout=pipe, env=ENVIRONMENT)
        stack.callback(self.kill)
        assert self.process.stdout is not None
        assert b"ready\n" == self.process.stdout.readline()

    def kill(self) -> None:
        """As kill -9 does; nothing for one that has ended."""
        if self.process.poll() is None:
            self.process.kill()
            self.process.communicate(timeout=60)

    def end(self) -> None:
        """Let a writer come to its end."""
        self.process.communicate(timeout=60)


def seen(kb: Path) -> tuple[str, int, dict[str, bytes]]:
    """What a reader finds who follows the link once: where that is, the version beside it, and the files."""
    root = os.path.realpath(kb)
    with open(f"{root}/../version", "rb") as file:
        version = json.loads(file.read())
    found = tree(root)
    assert version["files"] == len(found)
    return root, version["version"], found


def whole(version: int) -> dict[str, bytes]:
    """What a tree of that version holds."""
    return {path: content.encode() for path, content in tree_maker.expected(version).items()}


def look(kb: Path, checks: int, versions: int) -> set[int]:
    """The versions that a reader sees, so many at least, who looks so often at least: each one whole, none again."""
    found: set[int] = set()
    before, last, done, until = "", 0, 0, time.monotonic() + 300
    while done < checks or len(found) < versions:
        root, version, files = seen(kb)
        assert whole(version) == files
        assert last <= version
        if version > last > 0:  # the one before is still there, and still whole
            assert whole(last) == tree(before)
        before, last, done = root, version, done + 1
        found.add(version)
        assert time.monotonic() < until
    return found


def test_a_reader_never_sees_half_a_tree(app: stillso.App, tmp_path: Path, kb: Path):
    """10,000 looks while one process writes, two mount, and one of these is killed ten times: every tree is whole.

    It is what its version file says, none is older than the one before, and that one is still there.
    """
    with ExitStack() as stack:
        writer = Maker(stack, "write", tmp_path / "memory.db")
        mounters = [Maker(stack, "mount", tmp_path / "memory.db", kb) for _ in "ab"]
        for _ in range(10):
            look(kb, CHECKS // 10, VERSIONS // 10)
            mounters[0].kill()
            mounters[0] = Maker(stack, "mount", tmp_path / "memory.db", kb)
        for each in mounters:
            each.kill()
        writer.end()
    assert mounted(app, kb)[0] > VERSIONS
    assert kept(app) == tree(kb)
    assert [] == halves(kb)
    unmount(kb)
    assert [] == list(tmp_path.glob("*kb*"))
