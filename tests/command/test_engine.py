"""`mcmahon engine` as another program runs it: a real process, many requests in flight, whatever comes in a line."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import pytest
from commands import mcmahon
from engine_requests import swiss
from mcmahon.desk.engine_lines import answer, with_id
from mcmahon.desk.options import Clock, Options
from mcmahon.desk.rounds.engine_round import EngineAnswer, EnginePlayer, EngineRequest, EngineRound
from mcmahon.model.errors import NoAnswerError
from mcmahon.web.processes import engine_pool as pool_module
from mcmahon.web.processes.engine_pool import Pool
from mcmahon.web.processes.workers import Limits, OverLimitError

PAGE = Path(__file__).resolve().parents[2] / "docs" / "howto" / "engine.md"
COMMAND = [sys.executable, "-m", "mcmahon", "engine", "--workers", "2"]
Said = dict[str, Any]


def limited(*options: str) -> list[str]:
    """The command with one worker and limits."""
    return [*COMMAND[:-1], "1", *options]


@contextmanager
def engine() -> Iterator[subprocess.Popen[bytes]]:
    """A process that runs until its input ends."""
    pipe = subprocess.PIPE
    with subprocess.Popen(COMMAND, stdin=pipe, stdout=pipe, stderr=pipe) as process:
        try:
            yield process
        finally:
            process.kill()


def all_said(*lines: object, command: list[str] = COMMAND) -> tuple[list[Said], bytes]:
    """Every answer to lines (dicts as JSON) and what stands on standard error; the end of the input ends it."""
    texts = [line if isinstance(line, bytes) else json.dumps(line).encode() for line in lines]
    done = subprocess.run(command, input=b"\n".join(texts), capture_output=True, check=False, timeout=120)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()], done.stderr


def send(process: subprocess.Popen[bytes], line: object) -> None:
    assert process.stdin is not None
    process.stdin.write(json.dumps(line).encode() + b"\n")
    process.stdin.flush()


def hear(process: subprocess.Popen[bytes]) -> Said:
    assert process.stdout is not None
    said: Said = json.loads(process.stdout.readline())
    return said


@pytest.mark.long
def test_many_requests_in_flight_have_each_their_own_answer_and_the_same_as_alone() -> None:
    asked = {f"r{k}": swiss(10 + 3 * k, seed=k, id=f"r{k}") for k in range(30)}
    answers, errors = all_said(*asked.values(), *asked.values())
    assert errors == b""
    assert sorted(said["id"] for said in answers) == sorted([*asked, *asked])
    found: dict[str, list[Said]] = {}
    for said in answers:
        found.setdefault(said["id"], []).append({**said, "seconds": 0})
    for own, (first, second) in found.items():
        assert first == second
        players = {player["id"] for player in asked[own]["players"]}
        named = [pid for game in first["boards"] for pid in (game["white"], game["black"])] + first["byes"]
        assert sorted(named) == sorted(players)


@pytest.mark.slow
def test_no_line_ends_the_process_and_each_has_an_answer_with_its_number() -> None:
    bad = [
        b"nonsense",
        b"[" * 50_000,
        b'{"id": [1]}',
        b"\xff",
        b'{"id": 5, "players": 3}',
        b'{"id": 6, "players": NaN}',
    ]
    answers, errors = all_said(*bad, b"", b"   ", swiss(6, id="good"))
    assert errors == b""
    assert {said["line"] for said in answers if "error" in said} == {1, 2, 3, 4, 5, 6}
    assert [said["id"] for said in answers if said.get("line") == 5] == [5]
    assert [said["id"] for said in answers if "boards" in said] == ["good"]


@pytest.mark.slow
def test_one_process_answers_a_conversation_and_ends_with_its_input() -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.S)
    page: dict[str, Any] = {}
    exec(code.replace('["mcmahon", "engine"]', repr(COMMAND)), page)
    with page["engine"] as process:
        for k in range(3):
            assert page["ask"](swiss(12, id=k))["id"] == k
        process.stdin.close()
        assert process.wait(30) == 0


@pytest.mark.slow
def test_a_request_is_cancelled_whether_it_waits_or_runs_and_others_go_on() -> None:
    with engine() as process:
        for k in range(6):
            send(process, swiss(2000, id=k))
        for k in (0, 1, 4, 5):
            send(process, {"cancel": k})
        send(process, {"cancel": "nobody"})
        found = [hear(process) for _ in range(6)]
    assert sorted(said["id"] for said in found) == list(range(6))
    for said in found:
        if said["id"] in (2, 3):
            assert (said["proven"], said["tie_break_proven"]) == (True, True)
        elif said["id"] in (4, 5):
            assert said["error"] == "cancelled"
        else:
            assert said.get("error") == "cancelled" or not said["tie_break_proven"]


def test_a_request_that_cancels_too_is_not_lost() -> None:
    answers: list[Said] = []
    pool = Pool(0, lambda line: answers.append(json.loads(line)))
    for k, line in enumerate(({"cancel": 5, "id": 7}, {"cancel": 5, "id": 8, "players": []}), 1):
        pool.take(json.dumps(line).encode(), k)
    [said] = answers
    assert (said["id"], said["line"], said["lines"]) == (8, 2, ["object contains unknown field players"])


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="another kind of Ctrl-C there")
def test_ctrl_c_ends_it_at_once_and_its_workers_with_it() -> None:
    with engine() as process:
        send(process, swiss(8, id=1))
        hear(process)
        send(process, swiss(900, id=2))
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        assert process.wait(10) == 130
        assert process.stderr is not None
        assert process.stderr.read() == b""  # it ends only when the last worker has let go of it


@pytest.mark.slow
def test_a_worker_that_is_killed_fails_its_request_alone() -> None:
    psutil = pytest.importorskip("psutil")
    with engine() as process:
        send(process, swiss(8, id="warm"))
        assert hear(process)["id"] == "warm"
        (worker,) = (
            one for one in psutil.Process(process.pid).children() if any("spawn_main" in word for word in one.cmdline())
        )
        worker.kill()
        for k in range(4):
            send(process, swiss(8, id=k))
        found = {said["id"]: said for said in (hear(process) for _ in range(4))}
    assert sorted(found) == [0, 1, 2, 3]
    assert sum("boards" in said for said in found.values()) >= 3
    assert all(said["error"] == "failed" for said in found.values() if "boards" not in said)


@pytest.mark.slow
def test_a_request_with_too_many_players_is_refused_before_a_worker_reads_it() -> None:
    answers, errors = all_said(swiss(5, id="large"), swiss(4, id="good"), command=limited("--players", "4"))
    assert errors == b""
    refused, drawn = answers
    assert (refused["id"], refused["line"], refused["error"]) == ("large", 1, "wrong input")
    assert refused["lines"] == ["players: too many: '5'; expected at most 4; --players allows more"]
    assert (drawn["id"], len(drawn["boards"])) == ("good", 2)


@pytest.mark.long
@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--seconds", "1.5"), "no answer within 1.5 seconds; --seconds allows more"),
        (("--memory", ".3"), "it takes more than 0.3 GB of memory; --memory allows more"),
    ],
)
def test_a_request_beyond_time_or_memory_ends_and_the_next_one_is_answered(options: tuple[str, str], said: str) -> None:
    large = swiss(20_000, id="large", certificate="json")
    answers, errors = all_said(large, swiss(4, id="good"), command=limited(*options))
    assert errors == b""
    ended, drawn = answers
    assert (ended["id"], ended["line"], ended["error"], ended["lines"]) == ("large", 1, "no answer", [said])
    assert (drawn["id"], len(drawn["boards"])) == ("good", 2)


def test_limits_are_held_by_the_parent_and_name_what_is_beyond_them() -> None:
    limits = Limits(seconds=5.0, memory=2.0)
    limits.check(monotonic(), 2 * 10**9)
    with pytest.raises(OverLimitError, match="no answer within 5 seconds"):
        limits.check(monotonic() - 6, 0)
    with pytest.raises(OverLimitError, match="more than 2 GB"):
        limits.check(monotonic(), 2 * 10**9 + 1)


def test_a_search_ends_before_the_time_of_its_request_does(monkeypatch: pytest.MonkeyPatch) -> None:
    clocks: list[Clock] = []

    def drawn(_: object, clock: Clock) -> EngineAnswer:
        clocks.append(clock)
        raise NoAnswerError

    monkeypatch.setattr("mcmahon.desk.engine_lines.pair_elsewhere", drawn)
    asked = json.dumps(swiss(4, seconds=600)).encode()
    answer(Options(), asked, 1)
    answer(Options(), asked, 1, 20.0)
    free, bounded = (clock.remaining() for clock in clocks)
    assert free > 300
    assert bounded <= 20


def test_lines_that_are_read_ahead_have_a_size_in_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool_module, "MOST_HELD", 100)
    pool = Pool(0, lambda _: None)
    assert pool._has_room(1000)
    pool.take(b'{"players": []}', 1)
    assert pool._has_room(85)
    assert not pool._has_room(86)


@pytest.mark.slow
def test_it_ends_quietly_where_nobody_reads_its_answers() -> None:
    with engine() as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        send(process, swiss(8, id=1))
        assert process.wait(30) == 0
        assert process.stderr.read() == b""


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_an_answer_that_cannot_be_written_is_an_error() -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(COMMAND, input=b"{}", stdout=full, stderr=subprocess.PIPE, check=False, timeout=60)
    assert done.returncode == 3
    assert done.stderr.startswith(b"mcmahon: cannot write the output: ")


def test_the_schema_is_printed_instead() -> None:
    assert json.loads(mcmahon("engine", "--schema").stdout)["title"] == "lines in and out"


def test_the_page_shows_a_real_answer_and_names_every_key() -> None:
    text = PAGE.read_text(encoding="utf-8")
    asked, shown = (
        json.loads(block) for block in re.findall(r"<!-- (?:a request|its answer) -->\n```json\n(.*?)```", text, re.S)
    )
    said = json.loads(with_id(asked["id"], answer(Options(), json.dumps(asked).encode(), 1)))
    assert {**said, "seconds": 0} == {**shown, "seconds": 0}
    assert list(said) == list(shown)
    tables = "\n".join(line.split("|")[1] for line in text.splitlines() if line.startswith("| `"))
    for kind in (EngineRequest, EnginePlayer, EngineRound):
        assert {name for name in kind.__struct_fields__ if f"`{name}`" not in tables} == set()
