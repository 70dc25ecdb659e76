"""Errors and refusals.

    StillsoError                what this package raises
    ├── Misuse                  the caller's mistake: a naive time, an unknown type, a bad address
    ├── BrokenData              what is stored does not read as it must
    └── LostStorage             the store cannot be opened, read or written

    Loss                        why a store is lost
    Why                         an operation waits for a person: it was kept as a proposal
    Code                        an operation was refused: nothing was kept
    Notice                      it was done, and the caller should know something besides

Waiting and refusing are ordinary outcomes and travel as values (``core.operations``); only misuse, broken data
and lost storage are raised. The words are stable within a major version and the same on every surface; the
sentence that belongs to each stands in ``texts/<language>/outcomes.md``.
"""

from __future__ import annotations

from enum import StrEnum


class StillsoError(Exception):
    """Something went wrong in stillso."""


class Misuse(StillsoError, ValueError):
    """The call itself is mistaken; the message says which argument and what it should be."""


class BrokenData(StillsoError):
    """What is stored does not read as it must; the message names the place."""


class Loss(StrEnum):
    """Why a store cannot be opened, read or written. The sentence of each stands in ``texts/<language>/store.md``."""

    FAILED = "failed"
    DISK_FULL = "disk-full"
    READ_ONLY = "read-only"
    NO_ACCESS = "no-access"
    BUSY = "busy"
    IN_USE = "in-use"
    CHANGED = "changed"
    MOVED = "moved"
    IS_FOLDER = "is-folder"
    MISSING = "missing"
    EMPTY = "empty"
    NO_TABLES = "no-tables"
    NOT_A_DATABASE = "not-a-database"
    FOREIGN = "foreign"
    NEWER = "newer"
    CUT_OFF = "cut-off"
    DAMAGED = "damaged"
    UNSEARCHABLE = "unsearchable"
    NO_WAL = "no-wal"
    WAL_ALONE = "wal-alone"
    WAL_DAMAGED = "wal-damaged"
    WAL_OF_ANOTHER = "wal-of-another"
    WAL_UNREAD = "wal-unread"


class LostStorage(StillsoError, OSError):
    """The store cannot be opened, read or written; the message says why, with the engine's own words where it gave any.

    ``loss`` is the reason and ``facts`` what its sentence names: ``path`` always, and what else it speaks of.
    """

    def __init__(self, message: str, loss: Loss = Loss.FAILED, **facts: object) -> None:
        super().__init__(message)
        self.loss = loss
        self.facts = facts


class Why(StrEnum):
    """Why an operation waits. When several hold, the first in this order is told and the rest are flags."""

    NO_QUOTE = "no-quote"
    QUOTE_NOT_FOUND = "quote-not-found"
    QUOTE_TOO_THIN = "quote-too-thin"
    QUOTE_CUT = "quote-cut"
    SAYS_ENDED = "says-ended"
    SAYS_STILL_SO = "says-still-so"
    NOT_ASSERTION = "not-assertion"
    BEYOND_QUOTE = "beyond-quote"
    OLD_WORDS = "old-words"
    ONE_OFF = "one-off"
    UNKNOWN_SPEAKER = "unknown-speaker"
    ASK_FIRST = "ask-first"
    AGENT_SHELL = "agent-shell"
    ORDERS = "orders"
    HIDDEN_CHARACTERS = "hidden-characters"
    RULES_CHANGE = "rules-change"
    OWNER_ONLY = "owner-only"
    TIDYING = "tidying"
    DRAFT = "draft"


class Code(StrEnum):
    """Why an operation was refused."""

    QUOTE_EMPTY = "quote-empty"
    STALE = "stale"
    NOT_SEEN = "not-seen"
    READ_README_FIRST = "read-readme-first"
    EXISTS = "exists"
    MISSING = "missing"
    NO_MATCH = "no-match"
    NOT_UNIQUE = "not-unique"
    RECORD_PATH = "record-path"
    END_DATE_NOT_SAID = "end-date-not-said"
    SIMILAR_EXISTS = "similar-exists"
    REJECTED_BEFORE = "rejected-before"
    NO_GRANT = "no-grant"
    NOBODY_TO_ASK = "nobody-to-ask"
    NOT_A_PERSON = "not-a-person"
    SECRET_FOUND = "secret-found"
    TRANSCRIPT_PASTED = "transcript-pasted"
    INBOX_FULL = "inbox-full"
    BAD_PATH = "bad-path"
    SAME_PATH_TWICE = "same-path-twice"
    NOT_TEXT = "not-text"
    TOO_LARGE = "too-large"
    TOO_MANY_FILES = "too-many-files"
    BAD_ARGUMENT = "bad-argument"
    WOULD_BREAK_THINKING = "would-break-thinking"
    NOT_WORTH_IT = "not-worth-it"
    KEY_MISSING = "key-missing"
    UNKNOWN = "unknown"


class Notice(StrEnum):
    """What was done unasked, or what the caller should know beside an outcome."""

    LINE_ENDS_KEPT = "line-ends-kept"
    LINE_END_ADDED = "line-end-added"
    CONDITION_KEPT = "condition-kept"
    MAYBE_CONDITIONAL = "maybe-conditional"
    ONE_OFF = "one-off"
    SCOPE_IN_QUOTE = "scope-in-quote"
    OTHER_SCRIPT = "other-script"
    HIDDEN_CHARACTERS = "hidden-characters"
    WORDS_NOT_FOUND = "words-not-found"
    WORDED_OTHERWISE = "worded-otherwise"
    NEAR_FILE_LIMIT = "near-file-limit"
    README_TEMPLATE = "readme-template"
