"""One process that does a bit of everything on a store, and says what is done before it goes on; made to be killed.

    python mixing.py STORE SEED FOLDER

It acts as a person and as an agent in a session of its own. Each line that it prints is one acknowledged act: a JSON
list of its kind and what to look for afterwards. Backups go to FOLDER.
"""

from __future__ import annotations

import itertools
import json
import os
import random
import sys
from pathlib import Path
from typing import Any

import stillso
from stillso import Done, FileChange, Session, Waiting
from stillso.core.names import digest
from stillso.core.sights import Message
from stillso.services.heads import Backup


class Mixer:
    """Who does a bit of everything."""

    def __init__(self, app: stillso.App, seed: int, folder: Path) -> None:
        self.app = app
        self.random = random.Random(seed)
        self.folder = folder
        self.mei = app.owner("mei")
        session = app.session("codex", ["shop"], person="mei")
        assert isinstance(session, Session)
        self.session = session
        self.mine: list[int] = []

    def act(self, number: int) -> list[Any]:
        """One act; what was acknowledged."""
        mark = f"{os.getpid()} {number}"
        kinds = [self.remember, self.quoted, self.hear, self.write, self.propose, self.backup]
        kinds += [self.supersede, self.retract] if self.mine else []
        weights = [4, 4, 2, 3, 2, 1, *([4, 1] if self.mine else [])]
        return self.random.choices(kinds, weights)[0](mark)

    def remember(self, mark: str) -> list[Any]:
        """A person's own record."""
        content = f"own {mark} " + "說明" * self.random.randrange(400)
        done = self._done(self.mei.remember(content, base="shop", condition="until x"))
        self.mine.append(done.no or 0)
        return ["record", done.no, done.version, content.strip(), "owner"]

    def quoted(self, mark: str) -> list[Any]:
        """An agent's record on words that it heard."""
        words = f"always check item {mark} before release"
        self.session.hear(words)
        done = self._done(self.session.remember(f"check item {mark}", quote=words))
        return ["record", done.no, done.version, f"check item {mark}", "stated"]

    def hear(self, mark: str) -> list[Any]:
        """A message."""
        message = self.session.hear(f"heard {mark}")
        assert isinstance(message, Message)
        return ["message", message.session, message.n, message.text]

    def write(self, mark: str) -> list[Any]:
        """Two files in one version, of many pages."""
        texts = {f"notes/{mark}-{name}.md": f"{mark} {name} " * self.random.randrange(1, 4000) for name in "ab"}
        changes = [FileChange(path=path, mode="create", content=text) for path, text in texts.items()]
        version = self._done(self.mei.write(*changes, base="shop")).version
        return ["files", version, {path: digest(text.encode()) for path, text in texts.items()}]

    def propose(self, mark: str) -> list[Any]:
        """A candidate, and its approval."""
        waiting = self.session.remember(f"proposed {mark}")
        assert isinstance(waiting, Waiting), waiting
        done = self._done(self.mei.approve(waiting.proposal))
        return ["approved", waiting.proposal, done.no, done.version, f"proposed {mark}"]

    def supersede(self, mark: str) -> list[Any]:
        """A record in the place of an older one."""
        old = self.mine.pop(self.random.randrange(len(self.mine)))
        done = self._done(self.mei.supersede(old, f"newer {mark}", base="shop"))
        self.mine.append(done.no or 0)
        return ["replaced", old, done.no, done.version, f"newer {mark}"]

    def retract(self, mark: str) -> list[Any]:
        """A record that is used no more."""
        old = self.mine.pop(self.random.randrange(len(self.mine)))
        return ["retracted", old, self._done(self.mei.retract(old, base="shop")).version]

    def backup(self, mark: str) -> list[Any]:
        """A backup beside."""
        made = self.app.backup(self.folder / f"{mark}.db")
        assert isinstance(made, Backup), made
        return ["backup", made.file.name, made.heads[0].version]

    def _done(self, outcome: Any) -> Done:
        assert isinstance(outcome, Done), outcome
        return outcome


def main(store: str, seed: str, folder: str) -> None:
    """Act without end; one line each."""
    app = stillso.open(store)
    mixer = Mixer(app, int(seed), Path(folder))
    for number in itertools.count():
        acknowledged = json.dumps(mixer.act(number), ensure_ascii=False)
        sys.stdout.buffer.write(acknowledged.encode() + b"\n")
        sys.stdout.buffer.flush()


if __name__ == "__main__":
    main(*sys.argv[1:])
