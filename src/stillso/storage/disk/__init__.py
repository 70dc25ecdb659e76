"""The store as files on a disk: looked at, opened or told why not, waited for in turn, checked, copied and put back.

Each module is loaded when it is first asked for: opening a store copies none.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stillso.core import late

if TYPE_CHECKING:
    from stillso.storage.disk import anchors, backups, files, opening, trees

__all__ = ["anchors", "backups", "files", "opening", "trees"]

if not TYPE_CHECKING:  # a type checker would take every misspelt name for a module
    __getattr__ = late.modules(__name__, *__all__)
