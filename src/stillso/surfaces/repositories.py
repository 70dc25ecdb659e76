"""Which base is this repository's: found by its folder, and after a move or a new clone by what Git knows of it.

A base keeps the folder of its repository, a commit, and a digest of where it was cloned from. A fork is cloned from
elsewhere, a copy leaves the first folder where it is: neither takes the base of another. Nothing is written into the
repository.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from stillso import core
from stillso.core.values import dataclass
from stillso.errors import Code
from stillso.surfaces import places

if TYPE_CHECKING:
    from stillso.acting import Owner
    from stillso.app import App
    from stillso.core.items import Space
    from stillso.core.operations import Refused

#: Git reads what is there: it locks nothing, asks nobody, and fetches nothing that is missing, whatever a repository
#: says about how to fetch.
_ASKED_ONLY = {
    "GIT_OPTIONAL_LOCKS": "0",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",
}

#: How long Git may take to tell what it knows, in seconds. Our choice: it takes milliseconds.
_GIT_SECONDS = 2


@dataclass(frozen=True, kw_only=True, slots=True)
class Found:
    """The base that serves a repository. ``moved``: it was another folder's, which is no longer there."""

    base: Space
    moved: bool = False


def find(app: App, start: Path) -> Found | None:
    """The base of the repository that a folder is in (or of the folder); None when it has none. Nothing is written."""
    root = places.repository_of(start)
    folder = places.text_of(root)
    bases = app.bases()
    here = next((base for base in bases if base.settings.get("folder") == folder), None)
    if here is not None:
        return Found(base=here)
    gone = [base for base in bases if marks_in(base) and not os.path.exists(str(base.settings.get("folder")))]
    if not gone or not os.path.exists(root / ".git"):
        return None
    origin = _origin(root)
    same = [base for base in gone if marks_in(base).get("origin") == origin and _knows(root, marks_in(base)["commit"])]
    return Found(base=same[0], moved=True) if len(same) == 1 else None


def make(app: App, owner: Owner, start: Path) -> Space | Refused:
    """The base of the repository, made when missing; one whose folder was moved takes the new one."""
    root = places.repository_of(start)
    folder, name = places.text_of(root), places.text_of(root.name)
    plain = core.names.slug_from(name, ascii_only=True) or "base"
    found, tried = find(app, start), 0
    while found is None:
        tried += 1
        slug = plain if tried == 1 else f"{plain}-{tried}"
        made = owner.create_base(slug, name=name or slug, settings={"folder": folder, "repository": marks_of(root)})
        if isinstance(made, core.operations.Refused) and made.code is not Code.EXISTS:
            return made
        found = find(app, start)  # another process may have made it meanwhile
    if found.moved:
        return owner.settle(found.base.slug, folder=folder, repository=marks_of(root))
    return found.base


def linked(app: App, owner: Owner, start: Path, agent: str, *, made: bool) -> Space | Refused | None:
    """The base of the repository, to which the agent is linked when nobody decided yet whether it is.

    None where the repository has none and none is to be ``made``.
    """
    found = find(app, start)
    if found is None and not made:
        return None
    base = make(app, owner, start) if made else found.base if found else None
    if base is None or isinstance(base, core.operations.Refused):
        return base
    with app.workspace.view() as view:
        there = view.principal(agent)
        granted = there is not None and any(grant.principal == there.id for grant in view.grants(base.id))
    if there is None:
        added = app.add_agent(agent)
        if isinstance(added, core.operations.Refused):
            return added
    if not granted:
        grant = owner.grant(agent, base.slug, "write")
        if isinstance(grant, core.operations.Refused):
            return grant
    return base


def marks_in(base: Space) -> Mapping[str, str]:
    """What is known of a base's repository; empty when nothing is, and where it has no folder."""
    marks = base.settings.get("repository")
    known = isinstance(marks, Mapping) and "commit" in marks and base.settings.get("folder")
    return marks if isinstance(marks, Mapping) and known else {}


def marks_of(root: Path) -> dict[str, str] | None:
    """What a repository is known by besides its folder: its commit, and where it was cloned from, as a digest.

    None without a commit, and where Git is not there or does not answer.
    """
    if not os.path.exists(root / ".git") and not os.path.exists(root / "HEAD"):
        return None
    commit = _git(root, "rev-parse", "--verify", "--quiet", "HEAD")
    origin = _origin(root)
    return {"commit": commit, **({"origin": origin} if origin else {})} if commit else None


def _origin(root: Path) -> str | None:
    """A digest of where a repository was cloned from, without the name and password that may stand in it."""
    url = _git(root, "config", "--get", "remote.origin.url")
    if not url:
        return None
    scheme, found, rest = url.partition("://")
    plain = f"{scheme}://{rest.rpartition('@')[2]}" if found else url
    return hashlib.sha256(plain.removesuffix("/").removesuffix(".git").encode()).hexdigest()[:16]


def _knows(root: Path, commit: str) -> bool:
    """Whether a repository has a commit."""
    return _git(root, "rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}") is not None


def _environment(root: Path) -> dict[str, str]:
    """Git asks this repository: not the one that the environment names, as in a hook of Git, nor one further up."""
    plain = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return {**plain, **_ASKED_ONLY, "GIT_CEILING_DIRECTORIES": str(root.parent)}


def _git(root: Path, *words: str) -> str | None:
    """What Git says, None when it says nothing, or is not there."""
    import subprocess  # takes as long to load as a small hook takes to run

    try:
        said = subprocess.run(
            ["git", "-C", str(root), *words],
            env=_environment(root),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_GIT_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    return said.stdout.decode("utf-8", "replace").strip() or None
