"""Whether any rule on texts is slower than linear: ``python -m benchmarks.fuzz [SECONDS] [SEED]``.

Random short pieces are repeated to texts of several sizes, each four times the one before. A rule that takes more than
``SLOW`` on the second and at both steps more than ``STEEP`` times as long is printed with its piece, and the exit code
is 1. One step alone is none: at some size a rule takes another way. Times are the best of two, since the machine has
other work.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable

from benchmarks.texts import RULES

SIZES = (16_000, 64_000, 256_000)
SLOW, STEEP = 0.05, 7.0
SIGNS = (
    "aA1 .,;:!?\"'`<>/\\()[]{}-_=+*&#@\n\t，。；：、？！「」『』（）不要別先等之前嗎密碼是一律所有代理"
    "\u0301\u200b\uff01\uff9eｶ한ﷺß½㍿İ™\u1160☃%$|~^#5改從到前直十千週"
)
WORDS = (
    "once",
    "not",
    "never",
    "until",
    "if",
    "password",
    "token",
    "user:",
    "deploy",
    "改完",
    "跑",
    "now",
    "moved to ",
    "is ",
    "直到",
    "之前",
    "#5",
    "yes?",
)


def seconds(rule: Callable[[str], object], text: str) -> float:
    """The better of two runs."""
    times = []
    for _ in range(2):
        begin = time.perf_counter()
        rule(text)
        times.append(time.perf_counter() - begin)
    return min(times)


def piece_of(choose: random.Random) -> str:
    """A piece of one to seven signs, some of them words."""
    return "".join(choose.choice(WORDS if choose.random() < 0.1 else SIGNS) for _ in range(choose.randint(1, 7)))


def steps(rule: Callable[[str], object], piece: str) -> list[float]:
    """The times on texts of growing size, as long as each is steep; all of them where every step is."""
    times: list[float] = []
    for size in SIZES:
        times.append(seconds(rule, (piece * (size // len(piece) + 1))[:size]))
        if len(times) > 1 and not (times[-1] > SLOW and times[-1] > STEEP * times[-2]):
            break
    return times if len(times) == len(SIZES) and times[-1] > STEEP * times[-2] else []


def main(lasting: float = 60, seed: int = 1) -> int:
    """Tries random pieces for so many seconds and prints what is steep; 1 when anything is."""
    choose = random.Random(seed)
    end = time.monotonic() + lasting
    tried, steep = 0, 0
    while time.monotonic() < end:
        piece = piece_of(choose)
        tried += 1
        for name, rule in RULES.items():
            if times := steps(rule, piece):
                steep += 1
                print(f"{name}: {', '.join(f'{each * 1000:.1f}' for each in times)} ms for {piece!r}", flush=True)
    print(f"{tried} pieces (seed {seed}), {len(RULES)} rules, {steep} steep")
    return 1 if steep else 0


if __name__ == "__main__":
    sys.exit(main(*(int(argument) for argument in sys.argv[1:3])))
