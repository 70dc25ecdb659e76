"""The verbs, one file each: the request and the function that turns it into a plan or a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stillso.core.operations import Refused, Verb
from stillso.core.values import fields_of
from stillso.core.verbs.amend import Amend, amend
from stillso.core.verbs.confirm import Confirm, confirm
from stillso.core.verbs.once import Once, once
from stillso.core.verbs.plans import Draft, Plan, Rejected, Scene, Target
from stillso.core.verbs.remember import Remember, remember
from stillso.core.verbs.restore import Restore, restore
from stillso.core.verbs.retract import Retract, retract
from stillso.core.verbs.revert import Back, Revert, Stood, put_back, revert
from stillso.core.verbs.supersede import Supersede, supersede
from stillso.core.verbs.write import (
    FileChange,
    FileLimits,
    FileNow,
    Write,
    check_files,
    is_text,
    limits_of,
    paths_made,
    refuse_clash,
    write,
)

#: Requests about a record that is there already.
Targeted = Supersede | Confirm | Retract | Restore | Amend
RecordRequest = Remember | Targeted
Request = RecordRequest | Write | Revert

_REQUESTS: dict[Verb, type[Any]] = {
    Verb.REMEMBER: Remember,
    Verb.SUPERSEDE: Supersede,
    Verb.CONFIRM: Confirm,
    Verb.RETRACT: Retract,
    Verb.RESTORE: Restore,
    Verb.AMEND: Amend,
    Verb.WRITE: Write,
    Verb.PUBLISH: Write,
    Verb.REVERT: Revert,
}

__all__ = [
    "Amend",
    "Back",
    "Confirm",
    "Draft",
    "FileChange",
    "FileLimits",
    "FileNow",
    "Once",
    "Plan",
    "RecordRequest",
    "Rejected",
    "Remember",
    "Request",
    "Restore",
    "Retract",
    "Revert",
    "Scene",
    "Stood",
    "Supersede",
    "Target",
    "Targeted",
    "Write",
    "amend",
    "as_given",
    "check_files",
    "confirm",
    "from_given",
    "is_text",
    "limits_of",
    "once",
    "paths_made",
    "plan",
    "put_back",
    "refuse_clash",
    "remember",
    "restore",
    "retract",
    "revert",
    "supersede",
    "write",
]


def plan(asked: RecordRequest, scene: Scene, target: Target | None, living: Target | None = None) -> Plan | Refused:
    """What a record verb decides: about a new record, or about ``target``; ``living`` is in force in its chain."""
    if isinstance(asked, Remember):
        return remember(asked, scene)
    assert target is not None
    match asked:
        case Supersede():
            return supersede(asked, target, scene)
        case Confirm():
            return confirm(asked, target, scene)
        case Retract():
            return retract(asked, target, scene)
        case Restore():
            return restore(asked, target, living, scene)
        case Amend():
            return amend(asked, target, scene)


def as_given(asked: Request) -> dict[str, Any]:
    """A request as plain values, as proposals keep it: equal before and after a store turned it into JSON and back."""
    given = fields_of(asked)
    if isinstance(asked, Write):
        return given | {"files": [fields_of(file) for file in asked.files]}
    if isinstance(asked, Revert):
        return given | {"paths": list(asked.paths), "reactivate": list(asked.reactivate)}
    return given


def from_given(verb: Verb, given: Mapping[str, Any]) -> Request:
    """The request that ``as_given`` wrote down."""
    kind = _REQUESTS[verb]
    if kind is Write:
        return Write(files=tuple(FileChange(**file) for file in given["files"]), reason=given["reason"])
    if kind is Revert:
        return Revert(**{**given, "paths": tuple(given["paths"]), "reactivate": tuple(given["reactivate"])})
    request: Request = kind(**given)
    return request
