"""What only a person can do: bases, settings, agents and what waits for approval."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from stillso import services
from stillso.acting.verbs import Acting
from stillso.core.authority import Grant, Level, Principal
from stillso.core.items import Space
from stillso.core.operations import Done, Outcome, Refused
from stillso.errors import Misuse

if TYPE_CHECKING:
    from stillso.services.inbox import Pending


class Owner(Acting):
    """A person, acting on their own authority."""

    def create_base(
        self,
        slug: str,
        *,
        name: str | None = None,
        description: str = "",
        readme: str | None = None,
        settings: Mapping[str, object] | None = None,
    ) -> Done | Refused:
        """A new base; with a README it begins at version 1."""
        return services.bases.create(
            self.workspace,
            self.caller,
            slug,
            name=name or slug,
            description=description,
            readme=readme,
            settings=settings,
        )

    def settle(self, base: str, **settings: object) -> Space | Refused:
        """Set settings of a base, such as ``limits={"feedback": 14}`` or ``file_bytes=65536``."""
        return services.bases.settle(self.workspace, self.caller, base, settings)

    def grant(self, agent: str, base: str, level: str) -> Grant | Refused:
        """Link an agent to a base: read, write, or ask."""
        return services.access.grant(self.workspace, self.caller, agent, base, _level(level))

    def edit(self, path: str, content: str | None, *, base: str, read_version: int | None = None) -> Outcome:
        """Put a text for one path (None: its deletion) into this person's draft; it counts once it is published."""
        return services.drafts.edit(self.workspace, self.caller, base, path, content, read_version=read_version)

    def draft(self, base: str) -> Pending | Refused | None:
        """This person's draft in a base with its differences, None when there is none."""
        return services.drafts.show(self.workspace, self.caller, base)

    def discard(self, base: str, path: str | None = None) -> Outcome:
        """Drop this person's draft, or one path of it."""
        return services.drafts.discard(self.workspace, self.caller, base, path)

    def publish(self, base: str, *, reason: str | None = None) -> Outcome:
        """Make this person's draft the next version of the base; refused as stale when its files changed meanwhile."""
        return services.drafts.publish(self.workspace, self.caller, base, reason)

    def revoke(self, agent: str, base: str) -> bool | Refused:
        """Take an agent's link to a base away, at once; whether there was one."""
        return services.access.revoke(self.workspace, self.caller, agent, base)

    def set_agent(self, agent: str, *, auto_record: bool) -> Principal | Refused:
        """Switch on or off that an agent is asked to record by itself what it learns, where it may write."""
        return services.access.set_agent(self.workspace, self.caller, agent, auto_record=auto_record)

    def refuse(self, proposal: str) -> Done | Refused:
        """Close a proposal; the same text is not proposed again."""
        return services.reviews.refuse(self.workspace, self.caller, proposal)


def _level(name: str) -> Level:
    try:
        return Level(name)
    except ValueError as problem:
        raise Misuse(f"{name!r} is no level; use one of {', '.join(Level)}") from problem
