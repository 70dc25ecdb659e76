"""A server whose calls speak for themselves in every way they should not: ``python served.py STORE``.

The caller is mei's agent in a session that heard her words. While it serves, things are printed, logged and warned, and
what a tool's use was called is written to standard error.
"""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import warnings

import stillso
from stillso.services.access import Caller
from stillso.surfaces import mcp

WORDS = "from now on write commit messages in English"


def main() -> None:
    """Serve the store until the client leaves."""
    logging.basicConfig(level=logging.DEBUG, stream=sys.stdout)
    app = stillso.open(sys.argv[1])
    session = app.session("claude-code", ["shop"], person="mei")
    assert isinstance(session, stillso.Session)
    session.hear(WORDS)

    def who(use: str | None) -> Caller:
        print("a banner, and not flushed")  # noqa: T201
        os.write(1, b"raw bytes\n")
        subprocess.run([sys.executable, "-c", "print('a child')"], check=True)
        warnings.warn("old ways", DeprecationWarning, stacklevel=1)
        logging.getLogger("who").warning("used as %s", use)
        return session.caller

    mcp.serve(app, who)
    session.end()
    app.close()


if __name__ == "__main__":
    main()
