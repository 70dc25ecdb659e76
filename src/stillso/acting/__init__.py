"""The verbs as methods: what a person (``Owner``) or an agent at work (``Session``) can do.

Thin on purpose: each method makes the request and hands it to its service. ``base`` may be left out where there is only
one. Every verb answers ``Done``, ``Waiting`` or ``Refused``.
"""

from __future__ import annotations

from stillso.acting.owner import Owner
from stillso.acting.session import Session
from stillso.acting.verbs import Acting

__all__ = ["Acting", "Owner", "Session"]
