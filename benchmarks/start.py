"""What a start costs: ``python -m benchmarks.start``.

CPU milliseconds (user and system) and peak memory of whole processes, each the median of nine that take turns. The
compiled modules are there, as after any first call. This process stays small, and the stores are filled by another:
where a system counts what a process was before it became another program, it counts no more than a bare interpreter.
At the end, how long a client waits for the first answer of ``stillso mcp``, by the clock.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 9
COUNTS = (100, 10_000)
OPEN = "import os, stillso\nstillso.open(os.environ['STILLSO_STORE'])"
EVENTS = {
    "SessionStart": {"source": "startup"},
    "UserPromptSubmit": {"prompt": "fix the coupon total, then run the unit tests"},
    "PreToolUse": {"tool_name": "mcp__plugin_stillso_stillso__recall", "tool_use_id": "toolu_1"},
    "Stop": {"last_assistant_message": "Done. Is staging fixed by now?"},
    "SessionEnd": {"reason": "other"},
}
FILL = """
import sys, stillso
app = stillso.open(sys.argv[1])
mei = app.owner("mei")
mei.create_base("shop", settings={"folder": sys.argv[3]})
for number in range(int(sys.argv[2])):
    content = f"改完只跑 unit test，不跑 e2e; record number {number}"
    mei.remember(content, base="shop", condition="staging 修好之前", beside=0)
"""


def filled(folder: str, count: int, environment: dict[str, str]) -> str:
    """The path of a new store that holds so many records."""
    path = str(Path(folder) / f"{count}.db")
    subprocess.run([sys.executable, "-c", FILL, path, str(count), folder], env=environment, check=True)
    return path


def spent(command: list[str], environment: dict[str, str], given: str = os.devnull) -> tuple[float, float]:
    """CPU milliseconds and peak megabytes of one process, which must end well; ``given`` is its input."""
    silent = [(os.POSIX_SPAWN_OPEN, 0, given, os.O_RDONLY, 0), (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0)]
    process = os.posix_spawn(command[0], command, environment, file_actions=silent)
    _, status, usage = os.wait4(process, 0)
    if status:
        raise SystemExit(f"{command} ended with {os.waitstatus_to_exitcode(status)}")
    per_megabyte = 2**20 if sys.platform == "darwin" else 2**10
    return (usage.ru_utime + usage.ru_stime) * 1000, usage.ru_maxrss / per_megabyte


def handed_over(folder: str, event: str, fields: dict[str, str]) -> str:
    """The path of a file with what a client hands to a hook."""
    path = Path(folder) / f"{event}.json"
    path.write_text(json.dumps({"hook_event_name": event, "session_id": "bench", "cwd": folder, **fields}))
    return str(path)


def median(numbers: list[float]) -> float:
    """The middle one; the library for it would make this process twice as large."""
    return sorted(numbers)[len(numbers) // 2]


def answered(command: list[str], environment: dict[str, str]) -> float:
    """Milliseconds by the clock until a server over MCP has answered the first request of its client."""
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}
    asked = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello}) + "\n"
    begun = time.perf_counter()
    with subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(asked.encode())
        process.stdin.flush()
        read = json.loads(process.stdout.readline())
        waited = (time.perf_counter() - begun) * 1000
        process.stdin.close()
    if "result" not in read:
        raise SystemExit(f"{command} answered {read}")
    return waited


def main() -> None:
    """One row a command, after a first round that is not counted."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    environment["STILLSO_PERSON"] = "mei"
    with tempfile.TemporaryDirectory(prefix="stillso-bench-") as folder:
        stores = {count: filled(folder, count, environment) for count in COUNTS}
        small = stores[COUNTS[0]]
        stillso = [sys.executable, "-m", "stillso"]
        commands = {
            "bare interpreter": ([sys.executable, "-c", "pass"], small),
            "import": ([sys.executable, "-c", "import stillso"], small),
            "import, open": ([sys.executable, "-c", OPEN], small),
            "stillso --version": ([*stillso, "--version"], small),
            "stillso --help": ([*stillso, "--help"], small),
        }
        for count, path in stores.items():
            commands[f"stillso lines, {count:,} records"] = ([*stillso, "lines", "--base", "shop"], path)
        for event in EVENTS:
            commands[f"stillso hook {event}"] = ([*stillso, "hook", event], small)
        given = {f"stillso hook {event}": handed_over(folder, event, fields) for event, fields in EVENTS.items()}
        found: dict[str, list[tuple[float, float]]] = {name: [] for name in commands}
        for _ in range(ROUNDS + 1):
            for name, (command, path) in commands.items():
                place = environment | {"STILLSO_STORE": path}
                found[name].append(spent(command, place, given.get(name, os.devnull)))
        served = environment | {"STILLSO_STORE": small}
        waits = [answered([*stillso, "mcp"], served) for _ in range(ROUNDS + 1)][1:]
    bare = median([cpu for cpu, _ in found["bare interpreter"][1:]])
    print(f"CPython {sys.version.split()[0]}, {os.cpu_count()} processors, the median of {ROUNDS}")
    print(f"{'process':<32} {'CPU ms':>8} {'over bare':>10} {'peak MB':>8}")
    for name, pairs in found.items():
        cpu, peak = (median(list(column)) for column in zip(*pairs[1:], strict=True))
        print(f"{name:<32} {cpu:>8.1f} {cpu - bare:>10.1f} {peak:>8.1f}")
    print(f"stillso mcp answers initialize after {median(waits):.0f} ms by the clock, at most {max(waits):.0f}")


if __name__ == "__main__":
    main()
