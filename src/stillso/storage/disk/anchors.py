"""The file of an anchor, outside the store: read whole, and replaced whole.

What stands in it is decided in ``core.heads``. It is readable by its owner only, like the key, and at no moment half
written.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from stillso.errors import LostStorage, Misuse

#: Far more than a head of each of 100,000 sessions; a longer file is somebody else's. Our choice.
MOST_BYTES = 32 * 1024 * 1024


def read(path: Path) -> str | None:
    """The text of this file, None when there is none. Raises Misuse for what is no file of text."""
    try:
        if not path.exists() and path.parent.is_dir():
            return None
        if not path.is_file() or path.stat().st_size > MOST_BYTES:
            raise Misuse("it is no file, or far too long" if path.exists() else "its folder is not there")
        return path.read_text("utf-8")
    except UnicodeDecodeError as problem:
        raise Misuse(f"it is not UTF-8 ({problem})") from problem
    except OSError as problem:
        raise LostStorage(f"the anchor {path} cannot be read: {problem}") from problem


def write(path: Path, text: str, random: Callable[[int], bytes]) -> None:
    """Put this text in the place of what the file held; where it leads elsewhere, there."""
    target = Path(os.path.realpath(path))
    draft = target.with_name(f"{target.name}.{random(4).hex()}")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, target)
    except OSError as problem:
        raise LostStorage(f"the anchor {path} cannot be written: {problem}") from problem
    finally:
        draft.unlink(missing_ok=True)
