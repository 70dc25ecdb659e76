"""The versions of a base and what differs between them, as plain values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stillso.core.values import fields_of
from stillso.services.answers import Json

if TYPE_CHECKING:
    from stillso.services.inbox import Pending
    from stillso.services.reverting import Preview
    from stillso.services.versions import Difference, Differences


def differences(found: Differences) -> Json:
    """What differs between two versions, by path: texts in the unified format, of records the fields as well."""
    return {
        "base": found.base,
        "from": found.since,
        "to": found.until,
        "files": [_difference(each) for each in found.changes],
    }


def _difference(each: Difference) -> Json:
    told: Json = {"path": each.path, "kind": each.kind.value, "change": each.change, "diff": each.text}
    if each.no is None:
        return told
    return told | {"no": each.no, "fields": [fields_of(field) for field in each.fields]}


def preview(found: Preview) -> Json:
    """What a revert would do."""
    return {
        "would": {
            "base": found.base,
            "to": found.to,
            "paths": list(found.paths),
            "again": [{"no": record.no, "content": record.content} for record in found.again],
            "ended": [{"no": record.no, "content": record.content} for record in found.ended],
        }
    }


def draft(found: Pending | None) -> Json:
    """A person's draft, or that there is none."""
    if found is None:
        return {"draft": None}
    return {
        "draft": {
            "proposal": found.proposal.id,
            "base": found.base,
            "paths": list(found.paths),
            "diff": found.diff,
            "changed": found.changed,
        }
    }
