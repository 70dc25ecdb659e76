"""The tools that ask for a change. What comes of it is for the services: done, waiting for a person, or refused."""

from __future__ import annotations

from stillso.core.operations import Refused
from stillso.core.verbs import Amend, Confirm, RecordRequest, Remember, Retract, Supersede
from stillso.errors import Code
from stillso.services import memory, reviews
from stillso.tools.arguments import one_of
from stillso.tools.calls import Answer, Call


def remember(call: Call) -> Answer:
    """Keep a statement."""
    asked = Remember(**call.only("content", "type", "scope", "audience", "condition", "quote", "until", "beside"))
    return _act(call, asked)


def supersede(call: Call) -> Answer:
    """Put a new statement in the place of a record."""
    asked = Supersede(**call.only("no", "content", "condition", "quote", "until", "read_version"))
    return _act(call, asked)


def amend(call: Call) -> Answer:
    """Change where, for whom or under which condition a record holds."""
    asked = Amend(**call.only("no", "scope", "type", "audience", "condition", "quote", "read_version"))
    return _act(call, asked)


def confirm(call: Call) -> Answer:
    """A record is still so; or carry out a proposal by the yes that the user just gave."""
    refused = one_of("confirm", call.given, "no", "proposal")
    if refused:
        return call.told(refused)
    if "proposal" not in call.given:
        asked = Confirm(**call.only("no", "quote", "read_version"))
        return _act(call, asked)
    quote = call.given.get("quote")
    if quote is None:
        return call.told(Refused(code=Code.NOT_A_PERSON, facts={"name": call.caller.principal.name}))
    return call.told(reviews.assent(call.workspace, call.caller, call.given["proposal"], quote))


def retract(call: Call) -> Answer:
    """A record is not to be used any more."""
    asked = Retract(**call.only("no", "quote", "read_version"))
    return _act(call, asked)


def _act(call: Call, asked: RecordRequest) -> Answer:
    base = call.target()
    return call.told(base if isinstance(base, Refused) else memory.act(call.workspace, call.caller, base, asked))
