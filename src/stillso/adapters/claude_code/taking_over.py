"""Taking over what a memory folder holds: each memory becomes a note of the agent's, with its age and the found words.

A note is a plain file below ``FOLDER``, written by the agent on its grant and dated by the memory, so that the lines
show it as an agent's note and never as a record. The words that the user probably said stand in its front matter as a
suggestion: they outlive the transcripts, and prove nothing until the person says that they are theirs (``reviewing``).
What a person decided stays decided: a note that they dropped does not come back, one that they wrote is left alone.
"""

from __future__ import annotations

import hashlib
import hmac
import os
from collections.abc import Callable, Sequence
from datetime import datetime
from enum import StrEnum

from stillso import services
from stillso.adapters.claude_code.look import Looked
from stillso.adapters.claude_code.memory_folder import MemoryFile
from stillso.adapters.claude_code.suggestions import Suggestion
from stillso.core import frontmatter, guards, names, policy
from stillso.core.authority import Basis, Level, Principal
from stillso.core.frontmatter import Keys, Value
from stillso.core.items import Listed
from stillso.core.operations import Refused, Waiting
from stillso.core.values import dataclass, replace
from stillso.core.verbs import FileChange, Write
from stillso.errors import Code, Misuse
from stillso.services import guarding
from stillso.services.access import Caller
from stillso.services.workspace import Workspace

#: Where the notes stand in a base.
FOLDER = f"{policy.NOTES_FOLDER}claude-code/"

#: As much of a typed message is kept around the sentence. Our choice: a long paragraph to either side.
MESSAGE_CHARS = 2_000
#: A name and a type are kept up to here: front matter has an end. Our choice.
_SHORT_CHARS = 200

Progress = Callable[[int, int], None]


class Became(StrEnum):
    """What came of a memory."""

    NEW = "new"
    CHANGED = "changed"
    SAME = "same"
    DECIDED = "decided"
    WAITING = "waiting"
    REFUSED = "refused"


@dataclass(frozen=True, kw_only=True, slots=True)
class Taken:
    """One memory, its note, and what came of it. ``words``: the user's own words are kept with the note."""

    file: str
    path: str
    became: Became
    words: bool
    waiting: Waiting | None = None
    refused: Refused | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Words:
    """The words of a suggestion as a note keeps them, secrets masked; ``typed_at`` is None where no date was noted."""

    sentence: str
    message: str
    typed_at: datetime | None
    session: str | None


@dataclass(frozen=True, kw_only=True, slots=True)
class Note:
    """A note as it stands in the base. ``is_agents``: the agent wrote it last, on its grant."""

    path: str
    sha256: str
    is_agents: bool
    written_at: datetime
    file: str
    digest: str
    name: str
    description: str | None
    type: str | None
    body: str
    words: Words | None


def take_over(
    ws: Workspace, agent: Principal, base: str, memories: Sequence[Looked], progress: Progress | None = None
) -> list[Taken] | Refused:
    """Bring these memories into a base as notes of the agent's; what is there already is left as it is.

    Refused where the agent may not write there. A memory that may not be kept is refused by itself, and the next
    follows.
    """
    caller = Caller(principal=agent)
    with ws.view() as view:
        place = services.access.place(view, caller, base)
        if isinstance(place, Refused):
            return place
        refused = services.access.writable(view, place, caller)
    if refused:
        return refused
    there = {note.path: note for note in notes(ws, place.space.id)}
    dropped = _dropped(ws, place.space.id)
    taken: list[Taken] = []
    for number, each in enumerate(memories):
        if progress:
            progress(number, len(memories))
        path = path_of(each.file.file)
        if path in dropped:
            taken.append(Taken(file=each.file.file, path=path, became=Became.DECIDED, words=False))
        else:
            taken.append(_take(ws, caller, base, each, there.get(path), asks=place.level is Level.ASK))
    return taken


def pending(ws: Workspace, base: str | None, files: Sequence[MemoryFile]) -> list[MemoryFile]:
    """The memories that taking over would bring in, or bring up to date; their words are not asked about.

    Those are left out that may not be kept, are decided, or wait already.
    """
    with ws.view() as view:
        space = services.access.base_of(view, base) if base else None
        waiting = {path for each in view.proposals(space.id) for path in each.seen} if space else set()
    if space is None:
        return [file for file in files if not _refused(file)]
    there = {note.path: note for note in notes(ws, space.id)}
    closed = {path for path, note in there.items() if not note.is_agents} | _dropped(ws, space.id) | waiting
    found = []
    for file in files:
        path = path_of(file.file)
        known = path in there and there[path].digest == digest_of(file)
        if not (known or path in closed or _refused(file)):
            found.append(file)
    return found


def refused(files: Sequence[MemoryFile]) -> list[MemoryFile]:
    """The memories that may not be kept: switching the client's own memory off, nobody is shown them any more."""
    return [file for file in files if _refused(file)]


# --- one memory ----------------------------------------------------------------------------------------------


def _take(ws: Workspace, caller: Caller, base: str, looked: Looked, there: Note | None, *, asks: bool) -> Taken:
    file = looked.file
    path = path_of(file.file)
    taken = Taken(file=file.file, path=path, became=Became.SAME, words=False)
    if there and not there.is_agents:
        return replace(taken, became=Became.DECIDED)
    found = _words(looked.suggestion) if looked.suggestion else None
    words = found or (there.words if there else None)
    taken = replace(taken, words=words is not None)
    if there and there.digest == digest_of(file) and (there.words or not words):
        return taken
    refused = _refused(file)
    if refused:
        return replace(taken, became=Became.REFUSED, refused=refused, words=False)
    text = render(ws, file, words)
    change = FileChange(
        path=path,
        mode="overwrite" if there else "create",
        content=text,
        expected_sha256=there.sha256 if there else None,
    )
    waits = asks or bool(guarding.doubts({path: text}, orders=True))
    at = min(file.dated_at, ws.now())
    # What waits has its date from when it was asked: by the memory's own it would have lapsed at once.
    done = services.files.write(
        ws if waits else replace(ws, clock=lambda: at), caller, base, Write(files=(change,), reason=None)
    )
    if isinstance(done, Waiting):
        return replace(taken, became=Became.WAITING, waiting=done)
    if isinstance(done, Refused):
        became = Became.DECIDED if done.code is Code.REJECTED_BEFORE else Became.REFUSED
        return replace(taken, became=became, refused=None if became is Became.DECIDED else done, words=False)
    return replace(taken, became=Became.CHANGED if there else Became.NEW)


def _refused(file: MemoryFile) -> Refused | None:
    """Refused for what may not be kept, read as the memory has it: in front matter a backslash could hide it."""
    return guarding.refuse({"name": file.name, "description": file.description, "text": file.body})


def path_of(file: str) -> str:
    """The path of a memory's note: its own name where that is plain, else with a digest, so that no two meet."""
    stem = file.removesuffix(".md")
    slug = names.slug_from(stem)
    path = f"{FOLDER}{slug}.md"
    if slug and slug == stem and names.path_problem(path) is None:
        return path
    mark = hashlib.sha256(file.encode("utf-8", "surrogatepass")).hexdigest()[:8]
    return f"{FOLDER}{slug}-{mark}.md" if slug else f"{FOLDER}{mark}.md"


def digest_of(file: MemoryFile) -> str:
    """What a memory is known by again: all that it says, but for its date."""
    said = "\0".join((file.name, file.description or "", file.type or "", file.body))
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def render(ws: Workspace, file: MemoryFile, words: Words | None) -> str:
    """The text of a note: what the memory says, where it comes from, and the suggestion, sealed."""
    # A guard does not see what stands with a backslash, and front matter has an end: then it stands in the text.
    said = file.description or ""
    apart = len(said) > policy.CONTENT_CHARS or bool(guards.hidden_characters(said))
    described, body = (None, f"{said}\n\n{file.body}") if apart else (file.description, file.body)
    metadata: Keys = {
        "type": file.type[:_SHORT_CHARS] if file.type else None,
        "modified": names.written(file.dated_at),
        "file": _as_text(file.file),
        "digest": digest_of(file),
    }
    keys: Keys = {"name": _as_text(file.name[:_SHORT_CHARS]), "description": described, "metadata": metadata}
    if words:
        keys["suggestion"] = {
            "sentence": words.sentence,
            "message": words.message,
            "typed_at": names.written(words.typed_at) if words.typed_at else None,
            "session": words.session,
            "seal": _seal(ws, path_of(file.file), words),
        }
    return frontmatter.render({key: value for key, value in keys.items() if value is not None}, f"{body}\n")


def _as_text(name: str) -> str:
    """A name as text; bytes that are no UTF-8 stand with a backslash."""
    return os.fsencode(name).decode("utf-8", "backslashreplace")


# --- words ---------------------------------------------------------------------------------------------------


def _words(found: Suggestion) -> Words | None:
    """A suggestion as it is kept: the sentence, and what was typed around it. None where it is too long to quote."""
    text = found.message.text
    if len(found.sentence) > policy.QUOTE_CHARS:
        return None
    before = max(0, MESSAGE_CHARS - (found.end - found.start)) // 2
    begin = _at_space(text, found.start - before) if found.start > before else 0
    end = _at_space(text, found.end + before) if len(text) - found.end > before else len(text)
    end = max(end, found.end)
    sentence, message = guarding.masked(found.sentence), guarding.masked(text[min(begin, found.start) : end].strip())
    # What may not stand in a note, or would make it wait, is left out of the message; the sentence itself is judged.
    odd = guards.looks_like_transcript(message) or guards.orders_in(message) or guards.hidden_characters(message)
    if odd or sentence not in message:
        message = sentence
    return Words(sentence=sentence, message=message, typed_at=found.message.at, session=found.message.session)


def _at_space(text: str, at: int) -> int:
    """The place of the first white space from here on, within a word's length."""
    return next((place for place in range(max(0, at), min(len(text), at + 40)) if text[place].isspace()), max(0, at))


# --- what is there -------------------------------------------------------------------------------------------


def notes(ws: Workspace, space: str) -> list[Note]:
    """The notes of a base that were taken over, by path; may be empty."""
    with ws.view() as view:
        found = [(listed, view.revision(space, listed.key, listed.head)) for listed in view.files(space, FOLDER)]
    read = (_note(ws, listed, revision.text) for listed, revision in found if revision and revision.text is not None)
    return [note for note in read if note]


def _note(ws: Workspace, listed: Listed, text: str) -> Note | None:
    """A note, None for somebody's own file."""
    document = frontmatter.parse(text)
    metadata, kept = document.keys.get("metadata"), document.keys.get("suggestion")
    inner: Keys = metadata if isinstance(metadata, dict) else {}
    file = _text(inner.get("file"))
    if file is None:
        return None
    return Note(
        path=listed.path,
        sha256=listed.sha256 or "",
        is_agents=listed.authority == Basis.GRANTED,
        written_at=listed.at,
        file=file,
        digest=_text(inner.get("digest")) or "",
        name=_text(document.keys.get("name")) or file,
        description=_text(document.keys.get("description")),
        type=_text(inner.get("type")),
        body=document.body.strip(),
        words=_kept(ws, listed.path, kept) if isinstance(kept, dict) else None,
    )


def _kept(ws: Workspace, path: str, keys: Keys) -> Words | None:
    """The words of a suggestion, None for one that taking over did not write: an agent may write notes as well."""
    sentence, message, typed = (_text(keys.get(name)) for name in ("sentence", "message", "typed_at"))
    if sentence is None or message is None or sentence not in message:
        return None
    try:
        at = names.moment(typed) if typed else None
    except Misuse:
        at = None
    words = Words(sentence=sentence, message=message, typed_at=at, session=_text(keys.get("session")))
    seal = _seal(ws, path, words)
    return words if seal is not None and seal == keys.get("seal") else None


def _seal(ws: Workspace, path: str, words: Words) -> str | None:
    """What only the store's key makes of the words of a note; None without the key."""
    if ws.key is None:
        return None
    said = "\0".join((path, words.sentence, words.message, str(words.typed_at), words.session or ""))
    return hmac.digest(ws.key, f"suggestion\0{said}".encode(), "sha256").hex()[:32]


def _text(value: Value) -> str | None:
    return value if isinstance(value, str) and value else None


def _dropped(ws: Workspace, space: str) -> set[str]:
    """The paths of notes that a person took away."""
    found = set()
    with ws.view() as view:
        for item in view.items(space):
            last = view.revision(space, item.key, item.head) if item.deleted and item.path.startswith(FOLDER) else None
            wrote = view.operations(space, before=last.version + 1, limit=1) if last else []
            if wrote and wrote[0].authority == Basis.OWNER:
                found.add(item.path)
    return found
