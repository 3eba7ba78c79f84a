"""Real servers and real terminals: several at once on one board, ends while something runs, kills under load."""

from __future__ import annotations

import errno
import os
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest.mock import Mock

import httpx2
import pytest
from mcmahon.desk.desk import Desk
from mcmahon.model.tournament.games import Result
from mcmahon.web.server import RateLimitedTracebacks

from .conftest import INSTANCES, Server
from .congress import last, published, result_at

pytestmark = pytest.mark.slow
RESULTS = "/t/congress60/results"


def seen_by(client: httpx2.Client) -> dict[str, str]:
    """What the form of an open page of results sends along."""
    page = client.get(RESULTS).text
    found = re.search(r'name="seen" value="(\d+)"', page)
    assert found, page
    return {"seen": found[1], "round": "4"}


def in_a_terminal(folder: Path, table: int, result: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "mcmahon", "result", str(folder / "congress60"), str(table), result]
    return subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)


def test_a_browser_that_is_behind_a_terminal_is_shown_both_results(server: Server, tmp_path: Path) -> None:
    published(tmp_path)
    with server.client() as ann:
        shown = seen_by(ann)
        assert in_a_terminal(tmp_path, 1, "1-0").returncode == 0
        answer = ann.post(RESULTS, data=shown | {"typed": "1 b"})
        assert answer.status_code == 409
        assert "you want 0-1 (" in answer.text
        assert result_at(tmp_path, 1) is Result.WHITE
        assert ann.post(RESULTS, data=shown | {"typed": "2 b"}).status_code == 200, "another board, the same old page"
    said = in_a_terminal(tmp_path, 2, "1-0")
    assert said.returncode != 0
    assert "already has 0-1 (" in said.stderr
    assert [result_at(tmp_path, table) for table in (1, 2)] == [Result.WHITE, Result.BLACK]


@pytest.mark.long
def test_of_two_browsers_and_a_terminal_at_once_one_wins_and_the_others_hear_it(server: Server, tmp_path: Path) -> None:
    published(tmp_path)
    with server.client() as ann, server.client() as bob, ThreadPoolExecutor(3) as at_once:
        for table in range(1, 7):
            shown = [seen_by(one) for one in (ann, bob)]
            terminal = at_once.submit(in_a_terminal, tmp_path, table, "jigo")
            time.sleep(table / 6)  # a terminal takes a while to start: sometimes it is first
            browsers = [
                at_once.submit(one.post, RESULTS, data=form | {"typed": f"{table} {result}"})
                for one, form, result in zip((ann, bob), shown, "wb", strict=True)
            ]
            answers = [one.result() for one in browsers]
            taken = [answer.status_code == 200 for answer in answers] + [terminal.result().returncode == 0]
            assert sum(taken) == 1, (table, taken, terminal.result().stderr)
            assert result_at(tmp_path, table) is [Result.WHITE, Result.BLACK, Result.JIGO][taken.index(True)]
            assert {answer.status_code for answer in answers} <= {200, 409}
            for answer in answers:
                assert answer.status_code == 200 or re.search("but it is now|already has", answer.text)


@pytest.mark.long
def test_killed_under_load_every_confirmed_result_is_there_and_the_page_shows_it(
    server: Server, tmp_path: Path
) -> None:
    tables = [game.table for game in published(tmp_path)]
    confirmed: dict[int, Result] = {}
    enough, killed = threading.Event(), threading.Event()

    def enter(own: list[int], letter: str, result: Result) -> None:
        with server.client() as client:
            shown = seen_by(client)
            for table in own:
                try:
                    answer = client.post(RESULTS, data=shown | {"typed": f"{table} {letter}"})
                except httpx2.HTTPError:
                    assert killed.wait(1), "the desk did not answer while it ran"
                    return
                assert answer.status_code == 200, answer.text
                confirmed[table] = result
                if len(confirmed) >= 8:
                    enough.set()

    with ThreadPoolExecutor(3) as people:
        kinds = zip(range(3), "wbj", (Result.WHITE, Result.BLACK, Result.JIGO), strict=True)
        typing = [people.submit(enter, tables[start::3], *kind) for start, *kind in kinds]
        if not enough.wait(60):
            pytest.fail(str([one.done() and one.exception() for one in typing]))
        killed.set()
        os.kill(server.process.pid, signal.SIGKILL)
        for one in typing:
            one.result(60)
    server.process.wait(10)
    assert len(confirmed) < len(tables), "it was killed while results came"

    again = Server(tmp_path, "--port", str(server.port))
    try:
        now = {game.table: game.result for game in last(tmp_path)}
        assert confirmed.items() <= now.items()
        assert sum(result is not Result.UNKNOWN for result in now.values()) <= len(confirmed) + 3, "one each on its way"
        with again.client() as client:
            page = client.get(RESULTS).text
            missing = sorted(table for table, result in now.items() if result is Result.UNKNOWN)
            assert sorted(map(int, re.findall(r'name="at (\d+)"\s+value="1-0"', page))) == missing
            for table in missing:
                assert client.post(RESULTS, data=seen_by(client) | {"typed": f"{table} w"}).status_code == 200
    finally:
        again.end()
    assert all(game.result is not Result.UNKNOWN for game in last(tmp_path))


@pytest.mark.long
def test_open_pages_and_a_search_do_not_keep_the_desk_from_ending(tmp_path: Path) -> None:
    for name in ("club16", "congress1000"):
        shutil.copytree(INSTANCES / name, tmp_path / name)
    server = Server(tmp_path)
    with ThreadPoolExecutor(1) as other, server.client() as client:
        drawing = other.submit(client.post, "/t/congress1000/round", data={"draw": "1", "search": "1"})
        with client.stream("GET", "/t/club16/events") as stream:
            lines = stream.iter_lines()
            assert next(lines) == "retry: 1000"
            time.sleep(2)
            begin = time.monotonic()
            server.end()
            assert time.monotonic() - begin < 8
            assert ": the stream is closed" in list(lines), "an end, not a cut"
        assert drawing.exception(10) or drawing.result().status_code >= 400 or drawing.done()


@pytest.mark.long
@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="no way to kill here")
def test_a_search_ends_with_the_server_that_was_killed(tmp_path: Path) -> None:
    shutil.copytree(INSTANCES / "congress1000", tmp_path / "congress1000")
    server = Server(tmp_path)
    with ThreadPoolExecutor(1) as other, server.client() as client:
        searching = other.submit(client.get, "/t/congress1000/alternatives")
        wait_for("a worker that computes", lambda: any(cpu_seconds(pid) > 1 for pid in children(server.process.pid)))
        workers = children(server.process.pid)
        assert not searching.done()
        server.process.kill()
        server.process.wait(10)
        wait_for("nobody left", lambda: not [pid for pid in workers if cpu_seconds(pid)], 2)
        assert searching.exception(10) is not None


def wait_for(what: str, true: Callable[[], bool], seconds: float = 30) -> None:
    end = time.monotonic() + seconds
    while not true() and time.monotonic() < end:
        time.sleep(0.05)
    assert true(), what


def children(parent: int) -> list[int]:
    """The processes that a process has started and that still run."""
    found = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    return [int(pid) for pid, above in map(str.split, found.splitlines()) if int(above) == parent]


def cpu_seconds(pid: int) -> float:
    """What a process has computed; 0 where it is gone."""
    command = ["ps", "-o", "stat=,cputimes=", "-p", str(pid)]
    state, _, seconds = (
        subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip().partition(" ")
    )
    return 0 if not state or state.startswith("Z") else float(seconds) + 0.001


def test_a_page_that_was_away_hears_what_it_missed(server: Server, tmp_path: Path) -> None:
    with server.client() as client:
        shown = Desk(tmp_path / "congress60").read().revision
        published(tmp_path)
        with client.stream("GET", f"/t/congress60/events?seen={shown}", timeout=10) as stream:
            lines = stream.iter_lines()
            assert next(line for line in lines if line and not line.startswith("retry")) == "event: step"


def test_the_terminal_says_first_the_address_alone_and_then_how_to_stop(server: Server) -> None:
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?key=\S+", server.address)
    assert server.process.stdout is not None
    said = server.process.stdout.readline() + server.process.stdout.readline()
    assert b"open it in a browser" in said
    assert b"Ctrl-C" in said


def test_connections_that_cannot_be_taken_are_a_line_a_minute(caplog: pytest.LogCaptureFixture) -> None:
    now, usual = [0.0], Mock()
    told = RateLimitedTracebacks(lambda: now[0])
    full = {"exception": OSError(errno.EMFILE, "Too many open files"), "socket": None, "message": "socket.accept()"}
    for now[0] in (0.0, 1.0, 59.0, 60.0):
        told(usual, full)
    assert [r.getMessage().partition(":")[0] for r in caplog.records] == ["no further page can connect"] * 2
    assert not usual.default_exception_handler.called
    for other in (OSError(errno.EPIPE, "Broken pipe"), ValueError()):
        told(usual, {**full, "exception": other})
    told(usual, {"exception": full["exception"], "message": "no socket"})
    assert usual.default_exception_handler.call_count == 3
