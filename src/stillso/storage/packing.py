"""Revisions kept small: a text is deflated against one that is like it.

A record against a text that holds what every record repeats; a file against an earlier revision of itself, of which
most edits change a line. What others lean on stands by itself, so that reading a revision never takes more than two,
and a new one is chosen when a file has moved away from it. The form is part of ``docs/format.md``.
"""

from __future__ import annotations

import zlib

from stillso.errors import BrokenData

#: What leans on ``COMMON`` alone.
ALONE = 0

#: What records repeat, the most frequent last. It is part of the format: never change it, add another beside it.
COMMON = b"""  type: user
  type: reference
  type: project
  stillso_status: retracted
  stillso_status: superseded
  stillso_source: confirmed
  stillso_source: stated
---
name: record
description: "
metadata:
  type: feedback
  modified: 2026-01-01T00:00:00.000Z
  stillso_id: 01K
  stillso_no: 1
  stillso_version: 1
  stillso_status: active
  stillso_source: owner
  stillso_said_by: null
  stillso_said_at: 2026-01-01T00:00:00.000Z
  stillso_written_by: claude-code
  stillso_session: null
  stillso_created_at: 2026-01-01T00:00:00.000Z
  stillso_confirmed_at: 2026-01-01T00:00:00.000Z
  stillso_condition: null
  stillso_until: null
  stillso_quote: null
  stillso_scope: null
  stillso_audience: user
  stillso_supersedes: null
  stillso_superseded_by: null
---
"""

#: Our choice: the third level takes as long as the first one here and packs better.
_LEVEL = 3
_RAW = -15
#: The level of memory: with the default of 8 the engine clears four times as much for each text, and packs 1 % better.
_MEMORY = 5
#: A window is as wide as what it looks back on, in bits: a small one is made five times as fast as the widest.
_WINDOW_BITS = range(10, 16)
#: How many revisions may lean on one, and how many times smaller than it is a text must become to do so.
LEANING = 64
WORTH = 4


def packed(data: bytes, like: bytes | None = None) -> bytes:
    """The data deflated against one that is like it, or against ``COMMON``."""
    like = COMMON if like is None else like
    bits = min(max((len(like) + len(data)).bit_length(), _WINDOW_BITS[0]), _WINDOW_BITS[-1])
    deflate = zlib.compressobj(_LEVEL, zlib.DEFLATED, -bits, _MEMORY, zdict=like)
    return deflate.compress(data) + deflate.flush()


def unpacked(data: bytes, like: bytes | None = None) -> bytes:
    """What was packed. Raises BrokenData for bytes that ``packed`` cannot have made."""
    inflate = zlib.decompressobj(_RAW, zdict=COMMON if like is None else like)
    try:
        whole = inflate.decompress(data)
    except zlib.error as problem:
        raise BrokenData(f"a revision cannot be unpacked: {problem}") from problem
    if not inflate.eof or inflate.unused_data:
        raise BrokenData("a revision cannot be unpacked: it ends too early or too late")
    return whole
