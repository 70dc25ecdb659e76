"""How long the rules on texts take, also on texts made to be slow: ``python -m benchmarks.texts``.

Each row scans a text of 256 KB that repeats one piece; a rule that is not linear shows at once.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from stillso.core import assertions, conditions, folding, guards, quotes

SIZE = 256 * 1024
RULES: dict[str, Callable[[str], object]] = {
    "secrets": guards.secrets_in,
    "transcript": guards.looks_like_transcript,
    "hidden": guards.hidden_characters,
    "orders": guards.orders_in,
    "fold": folding.fold,
    "quote": lambda text: quotes.find(text[-60:], [(1, text)]),
    "asserts": lambda text: assertions.asserts(text, len(text) // 2, len(text) // 2 + 10),
    "is cut": lambda text: assertions.is_cut(text, len(text) // 2, len(text) // 2 + 10),
    "condition": lambda text: conditions.condition_of(text, len(text) // 2, len(text) // 2 + 10),
}
PIECES = (
    "After a change run the unit tests only, until staging is repaired; see docs/setup.md.\n",
    "改完只跑 unit test，不跑 e2e，等 staging 修好再說。\n",
    "a",
    "，",
    "不要動，",
    "password for a b c ",
    "user: ",
    "一律",
    "\"' “",
    "<a ",
    "嗯",
    "e\u0301",
    "\n",
)


def main() -> None:
    """One row a piece, one column a rule, in milliseconds."""
    print(f"{'256 KB of':<24}" + "".join(f"{name:>12}" for name in RULES))
    for piece in PIECES:
        text = piece * (SIZE // len(piece.encode()))
        shown = repr(piece if len(piece) < 18 else piece[:17] + "…")
        print(f"{shown:<24}", end="")
        for rule in RULES.values():
            begin = time.perf_counter()
            rule(text)
            print(f"{(time.perf_counter() - begin) * 1000:>12.1f}", end="", flush=True)
        print()


if __name__ == "__main__":
    main()
