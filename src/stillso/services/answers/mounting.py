"""What is mounted, as plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stillso.core.values import fields_of
from stillso.services.answers import Json

if TYPE_CHECKING:
    from stillso.services.mounting import Mounted


def mounted(found: Mounted) -> Json:
    """``{"mounted": {"base", "version", "path", "files", "changed"}}``."""
    return {"mounted": fields_of(found)}
