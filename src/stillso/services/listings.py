"""The files of several bases at once, as a caller reaches them, and who wrote each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from stillso.core.authority import Level, Principal
from stillso.core.items import Listed, Space
from stillso.core.operations import Refused
from stillso.core.values import dataclass
from stillso.services import access
from stillso.services.access import Caller, Place
from stillso.services.workspace import Workspace
from stillso.storage.contract import View


@dataclass(frozen=True, kw_only=True, slots=True)
class Listing:
    """The living files of a base, records included, by path, and their writers by id.

    ``level`` is what the caller may do there now: read where a person would have to be asked and nobody can be.
    """

    space: Space
    level: Level
    files: Sequence[Listed]
    writers: Mapping[str, Principal]


def listings(ws: Workspace, caller: Caller, base: str | None, prefix: str = "") -> list[Listing] | Refused:
    """The files of one base, or of all that the caller may read, by slug. Listing is no sight.

    Refused when the base cannot be read, when there is none that can, and for a prefix that no good path has.
    """
    with ws.view() as view:
        places = access.bad_prefix(prefix) or _places(view, caller, base)
        if isinstance(places, Refused):
            return places
        writers = {each.id: each for each in view.principals()}
        return [
            Listing(
                space=each.space,
                level=_level(view, each, caller),
                files=view.files(each.space.id, prefix),
                writers=writers,
            )
            for each in places
        ]


def _places(view: View, caller: Caller, base: str | None) -> list[Place] | Refused:
    places = access.readable(view, caller) if base is None else []
    if places:
        return places
    place = access.place(view, caller, base)
    return place if isinstance(place, Refused) else [place]


def _level(view: View, place: Place, caller: Caller) -> Level:
    return Level.READ if access.writable(view, place, caller) else place.level or Level.WRITE
