"""The memory tool on the files of a base: ``/memories/x.md`` is the file ``memories/x.md``; it reaches nothing else.

Every command that changes something is one version of the base, or nothing. Guards law 2: a command that goes by line
numbers, or takes a text away, needs the file as this session last viewed it; ``str_replace`` proves itself. Files here
are plain texts of agents, never records.
"""

from __future__ import annotations

from threading import Lock
from typing import assert_never

from stillso import services
from stillso.adapters.anthropic import memory_views as views
from stillso.adapters.anthropic import memory_wording as wording
from stillso.adapters.anthropic.actors import Actor
from stillso.adapters.anthropic.memory_answers import Answers
from stillso.adapters.anthropic.memory_commands import (
    ROOT,
    Command,
    Create,
    Delete,
    Insert,
    Rename,
    StrReplace,
    View,
    failed,
    parsed,
)
from stillso.core import edits, names, verbs
from stillso.core.operations import Done, Outcome, Refused
from stillso.core.verbs import FileChange, Write
from stillso.errors import BrokenData, Code, LostStorage
from stillso.services import access, targets
from stillso.services.files import FileShown
from stillso.tools.calls import Answer

#: How often a replacement is tried anew when somebody else writes the file in between. Our choice.
_TRIES = 3


class MemoryFiles:
    """The folder ``memories/`` of one base, as one actor sees it. Calls from several threads come one after another."""

    def __init__(self, actor: Actor, base: str | None = None) -> None:
        self._actor, self._base = actor, base
        self._answers = Answers(actor, base)
        self._lock = Lock()
        #: The sha256 of each file as it was last viewed, also in part: the sights of a session hold whole ones only.
        self._viewed: dict[str, str] = {}

    def carry_out(self, given: object) -> Answer:
        """What a command gives: never an exception for what a model sent, nor for a store that is lost."""
        command = parsed(given, self._actor.texts)
        if isinstance(command, Answer):
            return self._answers.within_limit(command)
        try:
            with self._lock:
                return self._answers.within_limit(self._done(command))
        except LostStorage as lost:
            return self._answers.lost(lost.loss.value)
        except BrokenData:
            return self._answers.lost("damaged")

    def _done(self, command: Command) -> Answer:
        match command:
            case View():
                return self._view(command)
            case Create():
                return self._create(command)
            case StrReplace():
                return self._str_replace(command)
            case Insert():
                return self._insert(command)
            case Delete():
                return self._delete(command)
            case Rename():
                return self._rename(command)
            case _:
                assert_never(command)

    # --- the commands ------------------------------------------------------------------------------------------

    def _view(self, asked: View) -> Answer:
        found = self._file(asked.path)
        if isinstance(found, Answer):
            return found
        if found is None:
            rows = self._below(asked.path)
            if isinstance(rows, Answer):
                return rows
            if not rows and asked.path != ROOT:
                return failed(wording.NOTHING_THERE.format(path=asked.path))
            return Answer(text=views.folder(asked.path, rows, self._actor.texts))
        shown = views.file(asked.path, found.file.content, asked.first, asked.last, self._actor.texts)
        if isinstance(shown, Answer):
            return shown
        self._viewed[asked.path] = found.file.sha256
        if shown.whole:
            services.files.note_read(self._actor.workspace, self._actor.caller, found)
        return Answer(text=shown.text)

    def _create(self, asked: Create) -> Answer:
        rows = self._below(asked.path)
        if isinstance(rows, Answer):
            return rows
        if rows or asked.path == ROOT:
            return failed(wording.EXISTS.format(path=asked.path))
        change = FileChange(path=asked.path[1:], mode="create", content=asked.file_text)
        outcome = self._write("create", change)
        if isinstance(outcome, Done):
            self._viewed[asked.path] = names.digest(asked.file_text.encode())
        return self._answers.told(outcome, wording.CREATED.format(path=asked.path), asked.path)

    def _str_replace(self, asked: StrReplace) -> Answer:
        for _ in range(_TRIES):
            found = self._there(asked.path)
            if isinstance(found, Answer):
                return found
            text = found.file.content
            edited = edits.apply(edits.Replace(old=asked.old_str, new=asked.new_str), text)
            if isinstance(edited, edits.Problem):
                return self._no_place(asked, edited, text)
            knew = self._standing(asked.path, found) == "as-viewed"
            change = FileChange(
                path=asked.path[1:],
                mode="edit",
                old=asked.old_str,
                new=asked.new_str,
                expected_sha256=found.file.sha256,
            )
            outcome = self._write("str_replace", change)
            if isinstance(outcome, Refused) and outcome.code is Code.STALE:
                continue
            after = edited.text or ""
            # Of a text that had changed unseen, the snippet shows too little to number lines by.
            if knew and isinstance(outcome, Done):
                self._viewed[asked.path] = names.digest(after.encode())
            snippet = views.snippet(text, after, asked.old_str)
            return self._answers.told(outcome, wording.REPLACED.format(snippet=snippet), asked.path)
        return failed(self._actor.texts.say("anthropic.memory.busy", path=asked.path))

    def _no_place(self, asked: StrReplace, problem: edits.Problem, text: str) -> Answer:
        if not asked.old_str:
            return failed(self._actor.texts["anthropic.memory.empty-old"])
        if problem.code == "not-unique":
            lines = ", ".join(map(str, views.lines_of(asked.old_str, text)))
            return failed(wording.MANY_MATCHES.format(old=asked.old_str, lines=lines))
        return failed(wording.NO_MATCH.format(old=asked.old_str, path=asked.path))

    def _insert(self, asked: Insert) -> Answer:
        found = self._there(asked.path)
        if isinstance(found, Answer):
            return found
        text = found.file.content
        lines = views.lines_in(text)
        if not 0 <= asked.insert_line <= len(lines):
            return failed(wording.NO_SUCH_LINE.format(line=asked.insert_line, lines=len(lines)))
        unfit = self._unfit({asked.path: found})
        if unfit:
            return unfit
        after = views.inserted(lines, asked.insert_line, asked.insert_text)
        # Whoever knows the whole text knows the new one too; of somebody who viewed a part that must not be noted.
        mode = "edit" if text and views.has_one_line_end(text) else "overwrite"
        given = {"old": text, "new": after} if mode == "edit" else {"content": after}
        change = FileChange(path=asked.path[1:], mode=mode, expected_sha256=found.file.sha256, **given)
        outcome = self._write("insert", change)
        if isinstance(outcome, Done):
            self._viewed[asked.path] = names.digest(after.encode())
        return self._answers.told(outcome, wording.EDITED.format(path=asked.path), asked.path)

    def _delete(self, asked: Delete) -> Answer:
        if asked.path == ROOT:
            return failed(wording.NOT_THE_ROOT.format(verb="delete"))
        found = self._all(asked.path, changes_each=1)
        if isinstance(found, Answer):
            return found
        changes = [_without(file) for file in found.values()]
        outcome = self._write("delete", *changes)
        if isinstance(outcome, Done):
            self._viewed = {path: sha for path, sha in self._viewed.items() if path not in found}
        return self._answers.told(outcome, wording.DELETED.format(path=asked.path), asked.path)

    def _rename(self, asked: Rename) -> Answer:
        old, new = asked.old_path, asked.new_path
        if old == ROOT:
            return failed(wording.NOT_THE_ROOT.format(verb="rename"))
        target = self._below(new)
        if isinstance(target, Answer):
            return target
        if target or new == ROOT:
            return failed(wording.TARGET_EXISTS.format(path=new))
        found = self._all(old, changes_each=2)
        if isinstance(found, Answer):
            return found
        if new.startswith(f"{old}/"):
            return failed(self._actor.texts.say("anthropic.memory.into-itself", old=old, new=new))
        moved = {path: f"{new}{path.removeprefix(old)}" for path in found}
        created = [
            FileChange(path=moved[path][1:], mode="create", content=file.file.content) for path, file in found.items()
        ]
        outcome = self._write("rename", *(_without(file) for file in found.values()), *created)
        if isinstance(outcome, Done):
            self._viewed = {moved.get(path, path): sha for path, sha in self._viewed.items()}
        return self._answers.told(outcome, wording.RENAMED.format(old=old, new=new), new)

    # --- what is there -----------------------------------------------------------------------------------------

    def _file(self, path: str) -> FileShown | Answer | None:
        """The file at a path, None where there is none."""
        if path == ROOT:
            return None
        found = services.files.one(self._actor.workspace, self._actor.caller, self._base, path[1:])
        if not isinstance(found, Refused):
            return found
        return None if found.code is Code.MISSING else self._answers.refused(found, path)

    def _below(self, path: str) -> dict[str, int] | Answer:
        """The sizes in bytes of the file at a path and of all below it, by path."""
        with self._actor.workspace.view() as view:
            place = access.place(view, self._actor.caller, self._base)
            if isinstance(place, Refused):
                return self._answers.refused(place, path)
            sizes = {f"/{row.path}": row.size_bytes for row in view.files(place.space.id, path[1:])}
        return {each: size for each, size in sizes.items() if each == path or each.startswith(f"{path}/")}

    def _there(self, path: str) -> FileShown | Answer:
        """The file at a path; failed where nothing or a folder is there."""
        found = self._file(path)
        if found is not None:
            return found
        below = self._below(path)
        if isinstance(below, Answer):
            return below
        is_folder = bool(below) or path == ROOT
        return failed((wording.NO_FILE if is_folder else wording.NOTHING_THERE).format(path=path))

    def _all(self, path: str, *, changes_each: int) -> dict[str, FileShown] | Answer:
        """The file at a path or all below it, as this session viewed them; failed where one call cannot take them."""
        rows = self._below(path)
        if isinstance(rows, Answer):
            return rows
        if not rows:
            return failed(wording.NOTHING_TO_CHANGE.format(path=path))
        with self._actor.workspace.view() as view:
            place = access.place(view, self._actor.caller, self._base)
        if isinstance(place, Refused):
            return self._answers.refused(place, path)
        limit = verbs.limits_of(place.space.settings).files_a_call
        if len(rows) * changes_each > limit:
            facts = {"path": path, "count": len(rows), "limit": limit // changes_each, "base": place.space.slug}
            return failed(self._actor.texts.say("anthropic.memory.too-many", **facts))
        found: dict[str, FileShown] = {}
        for each in sorted(rows):
            file = self._there(each)
            if isinstance(file, Answer):
                return file
            found[each] = file
        return self._unfit(found) or found

    # --- what was viewed ---------------------------------------------------------------------------------------

    def _standing(self, path: str, now: FileShown) -> str:
        """How a file stands to what this session viewed of it: ``as-viewed``, ``changed`` since, or ``unseen``."""
        viewed = self._viewed.get(path)
        if viewed == now.file.sha256:
            return "as-viewed"
        with self._actor.workspace.view() as view:
            seen = services.files.now_of(view, self._actor.caller, now.space, now.file.path).seen
        if seen == now.item.head:
            return "as-viewed"
        return "unseen" if viewed is None and seen is None else "changed"

    def _unfit(self, files: dict[str, FileShown]) -> Answer | None:
        """Failed where one of these is not as this session last viewed it."""
        standing = {path: self._standing(path, file) for path, file in files.items()}
        changed = next((path for path, how in standing.items() if how == "changed"), None)
        if changed is not None:
            file = files[changed]
            with self._actor.workspace.view() as view:
                facts = targets.wrote(view, file.space, file.file.version)
            return self._answers.stale(changed, facts)
        unseen = [path for path, how in standing.items() if how == "unseen"]
        return self._answers.unseen(unseen) if unseen else None

    def _write(self, command: str, *changes: FileChange) -> Outcome:
        asked = Write(files=changes, reason=f"memory tool: {command}")
        return services.files.write(self._actor.workspace, self._actor.caller, self._base, asked)


def _without(file: FileShown) -> FileChange:
    return FileChange(path=file.file.path, mode="delete", expected_sha256=file.file.sha256)
