"""How long the rules on texts take, also on texts made to be slow: ``python -m benchmarks.texts``.

Each row scans a text of 256 KB that repeats one piece; a rule that is not linear shows at once. Then all checks of a
quote on 100,000 characters of heard text.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from datetime import UTC, datetime

from stillso.core import (
    assertions,
    conditions,
    families,
    folding,
    guards,
    meanings,
    numerals,
    proofs,
    questions,
    quotes,
    similar,
    snippets,
    terms,
)
from stillso.core.sights import Message
from stillso.core.similar import changes

SIZE = 256 * 1024
#: What is looked for in a text.
_ASKED = terms.query_of("deploy read_file.py 部署 跑")
assert _ASKED is not None
QUERY = _ASKED
RULES: dict[str, Callable[[str], object]] = {
    "secrets": guards.secrets_in,
    "transcript": guards.looks_like_transcript,
    "hidden": guards.hidden_characters,
    "orders": guards.orders_in,
    "fold": folding.fold,
    "quote": lambda text: quotes.find(text[-60:], [(1, text)]),
    "folded quote": lambda text: quotes.find(f"{text[-60:]}\u200b {text[:20]}", [(1, f"{text}\n {text[:20]}")]),
    "no quote": lambda text: quotes.find(f"{text[:60]}#{text[:60]}", [(1, text)], thick=0),
    "asserts": lambda text: assertions.asserts(text, len(text) // 2, len(text) // 2 + 10),
    "is cut": lambda text: assertions.is_cut(text, len(text) // 2, len(text) // 2 + 10),
    "meanings": meanings.meanings_of,
    "terms": terms.read,
    "query": terms.query_of,
    "snippet": lambda text: snippets.best([text], QUERY, terms.same),
    "families": lambda text: families.families_of(terms.terms_of(text), terms.same),
    "marks": lambda text: similar.marks(similar.gist_of(text)),
    "change": lambda text: changes.says_change(text) and changes.told(None, text),
    "question": lambda text: [questions.asking(text, chinese=chinese) for chinese in (True, False)],
    "is about": lambda text: questions.is_about(5, text),
    "one way": numerals.one_way,
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


TALK = PIECES[0] + PIECES[1]
HEARD = 100_000
#: What was said amid the talk, and the quote and content an agent gives for it.
CHECKS = {
    "letter for letter": ("never deploy on a Friday evening", "never deploy on a Friday evening"),
    "wrapped lines": ("never deploy\r\n   on a Friday evening", "never deploy on a Friday evening"),
    "wide and wrapped": ("發版前\n  一定要先跑ＤＢ\n比對", "發版前一定要先跑 DB 比對"),
    "never said": ("we deploy on Monday", "never deploy on a Friday evening"),
    "said otherwise": ("until staging is broken", "until staging is repaired; see docs/setup.txt"),
}


def checked(quote: str, texts: list[str]) -> float:
    """How long all checks of a quote take on messages a session heard, in milliseconds: the median of nine."""
    now = datetime(2026, 6, 3, tzinfo=UTC)
    heard = [
        Message(session="s", n=n, delivered_by="cli", said_by="ann", known=True, text=text, at=now)
        for n, text in enumerate(texts, 1)
    ]
    times = []
    for _ in range(9):
        begin = time.perf_counter()
        proof = proofs.prove(quote, heard)
        if isinstance(proof, proofs.Proof):
            said = proof.words
            proofs.doubts(proof)
            proofs.doubts_of_content(proof, f"{quote} (https://example.org)", heard, None)
            conditions.condition_of(*proofs.near(proof.message.text, said.begins, said.ends))
        times.append(time.perf_counter() - begin)
    return statistics.median(times) * 1000


def print_checks() -> None:
    """One row a quote: amid one long message, and amid messages of 400 characters."""
    half = (TALK * (HEARD // 2 // len(TALK)))[: HEARD // 2]
    few = [half[at : at + 400] for at in range(0, len(half), 400)]
    print(f"\n{'all checks, 100,000 heard':<28}{'one message':>12}{len(few) * 2 + 1:>5} messages")
    for name, (said, quote) in CHECKS.items():
        one, many = checked(quote, [f"{half}\n{said}.\n{half}"]), checked(quote, [*few, said, *few])
        print(f"{name:<28}{one:>12.2f}{many:>14.2f}")


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
    print_checks()


if __name__ == "__main__":
    main()
