"""Proofs: what a quote authorises, beyond where it stands."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from stillso.core import proofs
from stillso.core.sights import Message
from stillso.errors import Why


def heard(text):
    """A session that heard one message."""
    now = datetime(2026, 6, 3, tzinfo=UTC)
    return [Message(session="s", n=1, delivered_by="cli", said_by="ann", known=True, text=text, at=now)]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("Crash reports go to crash@example.org", []),
        ("Crash reports go to ＣＲＡＳＨ@example.org", []),
        ("Crash reports go to http://example.net/in", [Why.BEYOND_QUOTE]),
    ],
)
@pytest.mark.parametrize(
    "said", ["crash@example.org", "Crash@Example.org", "ｃｒａｓｈ＠ｅｘａｍｐｌｅ．ｏｒｇ", "crash@exa\u200bmple.org"]
)
def test_an_address_is_the_users_in_any_width(said, content, expected):
    """An address in the content must have been said; width, case and invisible characters do not matter."""
    messages = heard(f"send crash reports to {said}, please")
    proof = proofs.prove("send crash reports to", messages)
    assert isinstance(proof, proofs.Proof)
    assert expected == proofs.doubts_of_content(proof, content, messages, None)
