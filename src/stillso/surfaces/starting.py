"""Where ``stillso`` starts: a hook is answered without the command line, everything else by it."""

from __future__ import annotations

import gc
import sys


def main() -> None:
    """Run the command and end the process with its exit code.

    The process lives for a moment: to look for cycles, also at its end, takes an eighth of its time and frees nothing.
    """
    words = sys.argv[1:]
    gc.disable()
    if words[:1] == ["hook"] and not {"-h", "--help"} & set(words):
        from stillso.surfaces import hook

        code = hook.run(words[1:])
    else:
        from stillso.surfaces import cli

        code = cli.run(words)
    gc.freeze()
    sys.exit(code)
