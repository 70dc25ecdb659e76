"""What was verified, as the plain values and sentences that every surface gives."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stillso.core import escapes
from stillso.core.findings import Finding
from stillso.services.verifying import Verified
from stillso.texts import Texts


def verified(result: Verified, texts: Texts) -> dict[str, Any]:
    """What was looked at and what was found, each finding with its sentence."""
    return {
        "verified": {
            "spaces": result.bases + result.sessions,
            "operations": result.operations,
            "revisions": result.revisions,
        },
        "findings": [
            {"finding": each.fault.value, **each.facts, "text": sentence(each, texts)} for each in result.findings
        ],
        "left_out": result.left_out,
        "anchor": result.anchored,
    }


def sentence(finding: Finding, texts: Texts) -> str:
    """What is wrong and where, on one line; whatever comes out of the store is escaped."""
    facts = {name: _shown(value) for name, value in finding.facts.items()}
    several = f"{finding.fault}.several"
    is_range = finding.facts.get("until") not in (None, finding.facts.get("version"))
    what = texts.say(f"findings.{several if is_range else finding.fault}", **{**facts, **_named(finding.facts, texts)})
    where = next((name for name in ("base", "session") if name in facts), None)
    return texts.say(f"findings.in-{where}", place=facts[where], what=what) if where else what


def _shown(value: object) -> str:
    if value is None:
        return "–"
    return escapes.one_line(", ".join(map(str, value)) if isinstance(value, list) else str(value))


def _named(facts: Mapping[str, object], texts: Texts) -> dict[str, str]:
    """The kind of a row by its name in the language."""
    return {"what": texts[f"findings.what.{facts['what']}"]} if "what" in facts else {}
