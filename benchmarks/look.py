"""What a look at a memory folder costs: ``python -m benchmarks.look [MEGABYTES [MEMORIES]]``.

A home with that many memories and that much of transcripts (500 MB and 1,000 unless given) is made, looked at by one
process whose progress goes to a pipe, and thrown away. Of a transcript nearly all is tool results and answers, as in
real ones; a line in fifty was typed.
"""

from __future__ import annotations

import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path

SESSION_BYTES = 5_000_000
THINGS = (
    "checkout billing search upload login report invoice cart queue cache banner email export index gateway".split()
)
RULES = ("先別跑 {0} 的 e2e，等 staging 穩定再說，第 {1} 條", "Never touch the {0} migrations until audit {1} is over")
TASKS = ("把 {0} 的按鈕改成藍色，第 {1} 次", "fix the {0} bug in ticket {1}", "run the {0} tests again, attempt {1}")


def made(home: Path, size_bytes: int, memories: int) -> None:
    """Fill a home; the same for the same numbers."""
    chance = random.Random(20260622)
    root = str(home / "shop")
    project = home / ".claude" / "projects" / "".join(char if char.isalnum() else "-" for char in root)
    (project / "memory").mkdir(parents=True)
    (home / "shop").mkdir()
    sessions = max(1, size_bytes // SESSION_BYTES)
    result = "".join(chance.choices("abcdefghij \n", k=3_000))
    for number in range(sessions):
        base = {"sessionId": f"s{number:05d}", "cwd": root, "isSidechain": False, "version": "2.1.332"}
        wanted = [each for each in range(memories) if each % sessions == number]
        with (project / f"s{number:05d}.jsonl").open("w", encoding="utf-8") as file:
            count = 0
            while file.tell() < SESSION_BYTES:
                count += 1
                clock = f"{count // 3600 % 24:02d}:{count // 60 % 60:02d}:{count % 60:02d}"
                stamp = {"timestamp": f"2026-06-{1 + number % 28:02d}T{clock}.000Z"}
                if count % 50 == 1:
                    write = wanted.pop() if wanted else None
                    words = TASKS[count % 3] if write is None else RULES[write % 2]
                    text = words.format(chance.choice(THINGS), count if write is None else write)
                    line = base | stamp | {"type": "user", "message": {"role": "user", "content": text}}
                    file.write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")
                    if write is not None:
                        file.write(json.dumps(base | stamp | remembered(project, text, write, f"s{number:05d}")) + "\n")
                elif count % 2:
                    block = {"type": "tool_result", "tool_use_id": "t", "content": result}
                    line = base | stamp | {"type": "user", "message": {"role": "user", "content": [block]}}
                    file.write(json.dumps(line | {"toolUseResult": {"stdout": result}}, separators=(",", ":")) + "\n")
                else:
                    said = {"role": "assistant", "content": [{"type": "text", "text": result[:1500]}]}
                    line = base | stamp | {"type": "assistant", "message": said}
                    file.write(json.dumps(line, separators=(",", ":")) + "\n")


def remembered(project: Path, text: str, number: int, session: str) -> dict[str, object]:
    """Write a memory; the call that wrote it, as a transcript has it."""
    file = project / "memory" / f"rule-{number}.md"
    file.write_text(
        f"---\nname: rule-{number}\ndescription: {text[:60]}\nmetadata:\n  type: feedback\n"
        f"  originSessionId: {session}\n---\n\n{text}\n",
        "utf-8",
    )
    call = {"type": "tool_use", "id": "t", "name": "Write", "input": {"file_path": str(file), "content": text}}
    return {"type": "assistant", "message": {"role": "assistant", "content": [call]}}


def main() -> None:
    """Make a home, look at it, and tell how long it took and how much memory."""
    given = [int(each) for each in sys.argv[1:]]
    megabytes, memories = [*given, *(500, 1_000)[len(given) :]]
    with tempfile.TemporaryDirectory(prefix="stillso-bench-") as folder:
        home = Path(folder).resolve()
        made(home, megabytes * 1_000_000, memories)
        environment = {
            "HOME": str(home),
            "PATH": os.environ["PATH"],
            "PYTHONPATH": os.pathsep.join(sys.path),
            "LANG": "C.UTF-8",
        }
        command = [sys.executable, "-m", "stillso", "look", str(home / "shop"), "--json"]
        kept = home / "out.json"
        to_file = [(os.POSIX_SPAWN_OPEN, 1, str(kept), os.O_WRONLY | os.O_CREAT, 0o600)]
        began = time.perf_counter()
        process = os.posix_spawn(command[0], command, environment, file_actions=to_file)
        _, status, usage = os.wait4(process, 0)
        seconds = time.perf_counter() - began
        if status:
            raise SystemExit(f"{command} ended with {os.waitstatus_to_exitcode(status)}")
        found = json.loads(kept.read_text("utf-8"))["looked"][0]
    per_megabyte = 2**20 if sys.platform == "darwin" else 2**10
    print(f"CPython {sys.version.split()[0]}, {os.cpu_count()} processors")
    heads = ("transcripts MB", "lines", "typed", "memories", "words found", "seconds", "CPU s", "peak MB")
    row = (
        f"{megabytes}",
        f"{found['lines']['lines']:,}",
        f"{found['typed']:,}",
        f"{len(found['memories']):,}",
        f"{found['words_found']:,}",
        f"{seconds:.1f}",
        f"{usage.ru_utime + usage.ru_stime:.1f}",
        f"{usage.ru_maxrss / per_megabyte:.1f}",
    )
    print("  ".join(heads))
    print("  ".join(each.rjust(len(head)) for head, each in zip(heads, row, strict=True)))


if __name__ == "__main__":
    main()
