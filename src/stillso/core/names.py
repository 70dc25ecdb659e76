"""Moments, ids, slugs, scopes and paths: how things are named and when they happened.

One strict rule for each, the same on every platform and every surface. Nothing here reads a clock or makes
randomness: both come in as arguments.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from hashlib import sha256

from stillso.core import late, policy
from stillso.errors import Misuse

_CROCKFORD = "0123456789abcdefghjkmnpqrstvwxyz"
_PAIRS = [first + second for first in _CROCKFORD for second in _CROCKFORD]
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_MICROSECOND = timedelta(microseconds=1)

_SCOPE = late.pattern(r"[^\W_][\w.:@+-]*(/[^\W_][\w.:@+-]*)*")
_SLUG = late.pattern(r"[a-z0-9][a-z0-9-]{0,62}")
_NAME = late.pattern(r"[^\W_][\w.@+-]{0,62}")
_ASCII_PART = late.pattern(r"[a-z0-9]+")
_PART = late.pattern(r"[^\W_]+")
#: General categories that show no sign: controls, format, private use, unassigned, halves of characters, separators.
_NO_SIGNS = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_ENCODED = late.pattern(r"%(25)*(2e|2f|5c|3a|7e|00|0a|0d|c0|c1)", re.IGNORECASE)
_DEVICE = late.pattern(r"(con|prn|aux|nul|clock\$|conin\$|conout\$|com[0-9]|lpt[0-9])\s*(\..*)?", re.IGNORECASE)
#: What a clone or a pull obeys: the folder of Git itself, also by the short name that Windows gives it.
_GIT = late.pattern(r"\.git|git~[0-9]+", re.IGNORECASE)
#: Slashes of other scripts and of mathematics, which no normal form makes a slash of.
_SLASHES = late.pattern(r"[\u2044\u2215\u2216\u2571\u2572\u29f5\u29f8\u29f9\u3033\u3035\U0001f67c\U0001f67d]")
#: Dots and full stops of other scripts that stand alone like one of ours.
_DOTS = late.pattern(r"[\u00b7\u0660\u06d4\u0701\u0702\u2027\u22c5\u30fb\u3002\ua4f8\ua60e\uff61\uff65\U00010a50]")
#: Letters and marks that nobody sees: joiners, fillers, selectors. Format characters are told by their category.
_UNSEEN = late.pattern(
    r"[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]"
)


# --- moments -------------------------------------------------------------------------------------------------


def moment(text: str) -> datetime:
    """The aware UTC instant that an ISO 8601 text names, to the microsecond.

    Raises Misuse for a text that is no moment and for a naive one: guessing a zone shifts dates by a day.
    """
    try:
        found = datetime.fromisoformat(text.strip())
    except ValueError as problem:
        raise Misuse(f"{text!r} is no moment; give one like 2026-06-22T03:10:00Z") from problem
    return utc(found)


def utc(at: datetime) -> datetime:
    """The same instant in UTC. Raises Misuse for a naive time."""
    if at.tzinfo is None:
        raise Misuse(f"{at.isoformat()} has no zone; give one like 2026-06-22T03:10:00Z")
    try:
        return at.astimezone(UTC)
    except OverflowError as problem:
        raise Misuse(f"{at.isoformat()} is outside the years 1 to 9999 in UTC") from problem


def moment_or_day_end(text: str) -> datetime:
    """As ``moment``; a bare date means the last microsecond of that day in UTC."""
    try:
        day = date.fromisoformat(text.strip())
    except ValueError:
        return moment(text)
    return datetime.combine(day, time.max, tzinfo=UTC)


def written(at: datetime) -> str:
    """A moment as records and answers write it: milliseconds and a Z, microseconds only where there are some."""
    return _written(at if at.tzinfo is UTC else at.astimezone(UTC))


@lru_cache(maxsize=64)  # most moments of a record are one; in UTC those that are equal are the same
def _written(at: datetime) -> str:
    spec = "milliseconds" if at.microsecond % 1000 == 0 else "microseconds"
    return at.isoformat(timespec=spec).removesuffix("+00:00") + "Z"


#: A day in microseconds.
DAY_MICROS = 86_400_000_000


def micros(at: datetime) -> int:
    """Whole microseconds since 1970-01-01T00:00:00Z: how stores keep a moment."""
    return (at - _EPOCH) // _MICROSECOND


def from_micros(count: int) -> datetime:
    """The moment that ``micros`` counted."""
    return _EPOCH + timedelta(microseconds=count)


# --- ids -----------------------------------------------------------------------------------------------------


def _crockford(number: int, length: int) -> str:
    """The last digits of a number, an even count of them."""
    return "".join([_PAIRS[(number >> shift) & 1023] for shift in range(5 * (length - 2), -1, -10)])


def ulid(at: datetime, random: bytes) -> str:
    """A 26-character id that sorts by time. ``random`` is 10 bytes. Source: the ULID specification, upper case."""
    milliseconds = max(0, micros(at) // 1000)
    return _crockford(milliseconds << 80 | int.from_bytes(random, "big"), 26).upper()


def short_id(prefix: str, random: bytes) -> str:
    """An id a person can read aloud: the prefix and 8 characters, from 5 random bytes (40 bits)."""
    return prefix + _crockford(int.from_bytes(random, "big"), 8)


def digest(data: bytes) -> str:
    """The SHA-256 of the bytes as 64 lower-case hex digits."""
    return sha256(data).hexdigest()


# --- labels --------------------------------------------------------------------------------------------------


def slug_from(text: str, *, ascii_only: bool = False, length: int = 40) -> str:
    """A slug made of the letters and digits of a text, joined by hyphens; '' when it holds none.

    ``length`` counts characters. Every script is kept unless ``ascii_only``: a record about 測試 is found by its
    own word in a file listing.
    """
    flat = unicodedata.normalize("NFKC", text).lower()
    slug = "-".join((_ASCII_PART if ascii_only else _PART).findall(flat))
    if len(slug) <= length:
        return slug
    # A word of letters is not cut in two; a run of han, which has no words between hyphens, is.
    cut = slug[:length]
    whole = cut.rpartition("-")[0]
    return whole if whole and slug[length] != "-" and cut[-1].isascii() else cut.strip("-")


def check_slug(slug: str) -> str:
    """The slug itself. Raises Misuse unless it is 1 to 63 of a-z, 0-9 and hyphen."""
    if not _SLUG.fullmatch(slug):
        raise Misuse(f"{slug!r} is no slug; use 1 to 63 of a-z, 0-9 and hyphen, beginning with a letter or digit")
    return slug


def check_name(name: str) -> str:
    """The name of a person or agent itself. Raises Misuse unless it is one word of letters, digits and . @ + - _."""
    if not _NAME.fullmatch(name):
        raise Misuse(f"{name!r} is no name; use one word of letters, digits and . @ + - _")
    return name


def check_scope(scope: str | None) -> str | None:
    """The label path itself, None for the whole base. Raises Misuse for anything but labels joined by '/'."""
    if not scope:
        return None
    if len(scope) > policy.SCOPE_CHARS or not _SCOPE.fullmatch(scope):
        raise Misuse(f"{scope!r} is no scope; use labels joined by '/', such as checkout/e2e")
    return scope


def covers(scope: str | None, place: str | None) -> bool:
    """Whether a record of this scope applies at that place: the scope is a prefix of the place, label by label."""
    return scope is None or place is None or place == scope or place.startswith(scope + "/")


# --- paths ---------------------------------------------------------------------------------------------------


def path_problem(path: str) -> str | None:
    """The reason why a path is refused in a base, a stable word; None when it is good.

    A path is relative, in NFC, of parts joined by '/', and can be written on every platform that a base may be
    exported to; lengths are counted in UTF-8 bytes. Nothing in it looks like a root, a way up or another name.
    Source: requirement B1 and the cases PA-01 and PA-05; the sentence of each reason stands in
    ``texts/<language>/outcomes.md``.
    """
    if not path or path != path.strip():
        return "empty-or-padded"
    wide = path if path.isascii() else unicodedata.normalize("NFKC", path)
    if path.startswith(("/", "~")) or "\\" in path:
        return "not-relative"
    if _ENCODED.search(wide):
        return "encoded"
    parts = path.split("/")
    if len(path.encode("utf-8", "surrogatepass")) > policy.PATH_BYTES or len(parts) > policy.PATH_PARTS:
        return "too-long"
    if not path.isascii():
        if unicodedata.normalize("NFC", path) != path:
            return "not-composed"
        if wide.count("/") != path.count("/") or "\\" in wide or wide[0] == "~" or _SLASHES.search(path):
            return "look-alike"
    return next((why for part in parts if (why := _part_problem(part))), None)


def prefix_problem(prefix: str) -> str | None:
    """As ``path_problem``, for the beginning of paths: one that some good path begins with is good."""
    return path_problem(f"{prefix}x") if prefix else None


def _part_problem(part: str) -> str | None:
    if part in ("", ".", ".."):
        return "dots-or-nothing"
    plain = part if part.isascii() else unicodedata.normalize("NFKC", part)
    if not _DOTS.sub(".", plain).strip(". ") or plain[-1] in ". " or part != part.strip():
        return "dots-or-blanks"
    if any(char in '<>:"|?*' or unicodedata.category(char) in _NO_SIGNS for char in part) or _UNSEEN.search(part):
        return "characters"
    if _DEVICE.fullmatch(plain):
        return "device-name"
    if _GIT.fullmatch(plain):
        return "git-folder"
    return "too-long" if len(part.encode()) > policy.PATH_PART_BYTES else None


def folded(path: str) -> str:
    """The path as file systems that do not tell case apart know it: equal for two names that are one there."""
    return path.lower() if path.isascii() else unicodedata.normalize("NFC", path.casefold())


def in_records(path: str) -> bool:
    """Whether a path is where records are kept, however its letters are written."""
    return f"{folded(path)}/".startswith(policy.RECORDS_FOLDER)


def clashing(new: Iterable[str], living: Iterable[str]) -> tuple[str, str] | None:
    """The first new path that cannot stand beside the living ones and the new ones before it, with that other path.

    Two paths clash when they, or folders of theirs, differ in case only, and when one is a file where the other has a
    folder: somewhere they would be one. Source: case PA-03.
    """
    there: dict[str, tuple[str, bool, str]] = {}
    for path in living:
        there.update({fold: (spelt, is_file, path) for fold, spelt, is_file in _steps(path)})
    for path in new:
        for fold, spelt, is_file in _steps(path):
            known = there.setdefault(fold, (spelt, is_file, path))
            if known[:2] != (spelt, is_file):
                return path, known[2]
    return None


def _steps(path: str) -> Iterator[tuple[str, str, bool]]:
    """Each folder on the way to a path and then itself: folded, as it is spelt, and whether it is the file."""
    parts = path.split("/")
    for n, fold in enumerate(ways(path), 1):
        yield fold, "/".join(parts[:n]), n == len(parts)


def ways(path: str) -> list[str]:
    """The folded forms of a path and of each folder above it, the outermost first."""
    parts = folded(path).split("/")
    return ["/".join(parts[: n + 1]) for n in range(len(parts))]
