"""The stream: a client that only writes and reads lines, noise, bad lines, and how it ends."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import mcp_types as types
import pytest
from tests.surfaces.conftest import RULE, House, answers, asked, called, text_of

from stillso.tools import TOOLS

SERVED = Path(__file__).with_name("served.py")


def test_mc_01_every_line_on_standard_output_is_json_rpc(house: House):
    """Whatever is printed, logged or warned while it serves, also by a child, goes to standard error."""
    process = house.begin(str(SERVED), str(house.store), PYTHONWARNINGS="default", PYTHONDEVMODE="1")
    calls = [called(tool.name) for tool in TOOLS] + [called("remember", **RULE), called("recall", no="1")]
    out, err = process.communicate(asked(("tools/list", {}), *calls), timeout=60)
    found = answers(out)
    assert list(range(len(calls) + 2)) == sorted(found)
    assert "Remembered as #1 (version 1 of shop)." == text_of(found[len(TOOLS) + 2])
    assert found[len(TOOLS) + 3]["result"]["isError"]
    assert 0 == process.returncode
    for noise in (b"a banner", b"raw bytes", b"a child", b"old ways", b"used as None"):
        assert noise in err


def test_mc_01_the_command_is_as_quiet(house: House):
    """The same of ``stillso mcp`` itself, from a store that is made on the way, in Chinese."""
    environment = {
        "STILLSO_STORE": str(house.folder / "new.db"),
        "STILLSO_LANG": "zh-Hant",
        "PYTHONWARNINGS": "default",
    }
    process = house.begin(**environment)
    out, _ = process.communicate(asked(("tools/list", {}), called("recall"), ("prompts/list", {})), timeout=60)
    found = answers(out)
    assert [0, 1, 2, 3] == sorted(found)
    assert text_of(found[2]).startswith("refused unknown：")


def test_a_client_of_lines_is_answered_in_its_revision(house: House):
    """2025-06-18, which many clients speak; calls that came at once are answered in their order."""
    house.mei.remember("Use tool A", base="shop")
    requests: list[tuple[str, dict[str, Any]]] = [
        called("recall", no=1),
        called("confirm", no=1),
        called("news"),
        ("tools/list", {}),
    ]
    out, _ = house.begin().communicate(asked(*requests), timeout=60)
    found = answers(out)
    assert "2025-06-18" == found[0]["result"]["protocolVersion"]
    assert [0, 1, 2, 3, 4] == [json.loads(line)["id"] for line in out.splitlines()]
    assert text_of(found[2]).startswith("waiting no-quote: ")
    assert {"structuredContent", "outputSchema"}.isdisjoint({*found[1]["result"], *found[4]["result"]["tools"][0]})


@pytest.mark.parametrize(
    ("line", "id", "code"),
    [
        (b"no json", None, types.PARSE_ERROR),
        (b"\xff\xfe", None, types.PARSE_ERROR),
        (b"[" * 100_000, None, types.PARSE_ERROR),
        (b"[]", None, types.INVALID_REQUEST),
        (b'{"id": 7, "method": "tools/list"}', 7, types.INVALID_REQUEST),
        (b'{"jsonrpc": "2.0", "id": 8, "method": "tools/list", "params": {"a": "\\ud800"}}', 8, types.INVALID_REQUEST),
    ],
)
def test_a_line_that_is_no_message_is_answered_and_the_next_one_is_read(
    house: House, line: bytes, id: object, code: int
):
    """Nobody waits in vain for an answer, and one bad line ends nothing."""
    out, _ = house.begin().communicate(line + b"\n\r\n" + asked(called("recall")), timeout=60)
    found = answers(out)
    assert code == found[id]["error"]["code"]
    assert "There are no memories here yet." == text_of(found[1])


@pytest.mark.parametrize("given", [b"", b"\n", b"no json", b"no json\n" * 50])
def test_a_client_that_asks_nothing_leaves_without_an_error(house: House, given: bytes):
    """Each line that is no message is answered, however soon the input ends."""
    process = house.begin()
    out, err = process.communicate(given, timeout=60)
    assert (0, b"", given.count(b"json")) == (process.returncode, err, len(out.splitlines()))
    assert [] == house.app.sessions()


def test_what_was_asked_is_answered_before_the_end(house: House):
    """A client that writes its calls and closes the input at once reads every answer; the last line needs no end."""
    calls = [called("remember", content=f"Rule {n}", type="feedback") for n in range(20)]
    process = house.begin()
    out, _ = process.communicate(asked(*calls).removesuffix(b"\n"), timeout=60)
    assert (0, 21) == (process.returncode, len(answers(out)))
    assert 20 == len(house.waiting())
    assert [True] == [row.closed_at is not None for row in house.app.sessions()]


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly_while_the_client_says_nothing(house: House, sign: signal.Signals):
    """The session is closed, nothing is left behind, and nobody reads a traceback."""
    process = house.begin()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(asked(called("recall")))
    process.stdin.flush()
    read = process.stdout.readline() + process.stdout.readline()
    begun = time.monotonic()
    process.send_signal(sign)
    out, err = process.communicate(timeout=30)
    assert (0, b"", b"") == (process.returncode, out, err)
    assert 5 > time.monotonic() - begun
    assert 2 == len(answers(read))
    assert [True] == [row.closed_at is not None for row in house.app.sessions()]


@pytest.mark.parametrize(("closed", "code"), [("<&-", 2), (">&-", 2), ("2>&-", 0)])
def test_without_a_stream_it_says_so_or_goes_on(house: House, closed: str, code: int):
    """It needs an input and an output; where errors go to, nobody has to see."""
    process = subprocess.run(
        ["sh", "-c", f'exec "{sys.executable}" -m stillso mcp {closed}'],
        cwd=house.folder,
        env=house.environment,
        input=asked(called("recall")),
        capture_output=True,
        timeout=60,
    )
    assert (code, code == 0) == (process.returncode, b"There are no memories here yet." in process.stdout)
    assert b"Traceback" not in process.stderr


def test_a_client_that_is_gone_ends_it(house: House):
    """Nobody reads the answers any more, while somebody still holds the input open."""
    process = house.begin()
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdout.close()
    process.stdin.write(asked(called("recall")))
    process.stdin.flush()
    assert 0 == process.wait(timeout=30)
    process.stdin.close()
    assert process.stderr is not None
    process.stderr.close()
