"""Results typed faster than the desk answers: python -m mcmahon_bench.speed.fast_typing [--lines 200] [--key 20].

A server of its own runs over a copy of congress1000 with a round published, and Chromium shows its page of results. The
lines are typed without a look at the answers, each seventh a slip: over networks of 0, 100 and 500 ms a request, and
with the server stopped for three seconds in the middle. At the end each line must be at its table or in the list of
refused lines, and no table may have a result that was not typed. It needs Playwright and Chromium (`.[test]`).
"""

from __future__ import annotations

import argparse
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcmahon.desk.desk import Desk
from mcmahon.desk.rounds.draw_round import Publish, draw, publish
from mcmahon.model.tournament.games import Game, Result

INSTANCE = Path("instances/congress1000")  # it runs in a clone
SLIP = 7  # each such line is one
SLIPS = ("{} x", "{}", "9{} w")  # no result, no winner, no table
MEANT = {"w": Result.WHITE, "b": Result.BLACK, "j": Result.JIGO}
NETWORKS = (0, 100, 500)  # milliseconds that a request takes beside the work of the server
STOPPED = 3.0  # seconds
PATIENCE = 600_000  # milliseconds until all lines are answered


@dataclass(frozen=True)
class Typed:
    """The lines that are typed: slips, and the results that the others mean, by table."""

    lines: list[str]
    slips: list[str]
    meant: dict[int, Result]


def typed(tables: list[int]) -> Typed:
    """A line for each table: White, Black and jigo in turn, each seventh a slip."""
    made = Typed([], [], {})
    for k, table in enumerate(tables, 1):
        line = SLIPS[k // SLIP % len(SLIPS)].format(table) if k % SLIP == 0 else f"{table} {'wbj'[k % 3]}"
        made.lines.append(line)
        if k % SLIP == 0:
            made.slips.append(line)
        else:
            made.meant[table] = MEANT[line[-1]]
    return made


def run(network: int, stop: float, number: int, key: int) -> str:
    """One run, in a line: how many lines are right, listed, lost, at a wrong table; how long the last one waited."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        folder = Path(place) / INSTANCE.name
        shutil.copytree(INSTANCE, folder)
        desk = Desk(folder)
        desk.do(draw, "draw")
        desk.do(lambda state: publish(state, Publish()), "publish")
        wanted = typed([game.table for game in _games(desk)][:number])
        server = subprocess.Popen(
            [sys.executable, "-m", "mcmahon", "desk", place, "--no-browser"], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip()
            chromium = shutil.which("chromium") or shutil.which("chromium-browser")
            page = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"]).new_page()
            page.goto(address)
            page.goto(f"{address.partition('/?')[0]}/t/{INSTANCE.name}/results")
            listed, took, waited = _type(page, wanted.lines, network, key, server if stop else None)
        finally:
            server.terminate()
            server.wait()
        games = {game.table: game.result for game in _games(desk)}
    right = sum(games[table] is result for table, result in wanted.meant.items())
    wrong = sum(games[table] not in (Result.UNKNOWN, wanted.meant.get(table)) for table in games)
    lost = len([line for line in wanted.lines if line not in listed]) - right
    return (
        f"| {network} ms{f', stopped {stop:g} s' if stop else ''} | {len(wanted.lines)} in {took:.0f} s | {right} "
        f"| {len(listed)} | {lost} | {wrong} | {waited:.1f} s |"
    )


def _games(desk: Desk) -> list[Game]:
    return list(desk.read().tournament.rounds[-1].games)


def _type(
    page: Any, lines: list[str], network: int, key: int, stopped: subprocess.Popen[str] | None
) -> tuple[list[str], float, float]:
    """Type the lines: those in the list at the end, the seconds of typing, and of waiting after it."""
    wire = page.context.new_cdp_session(page)
    wire.send("Network.enable")
    limits = {"offline": False, "latency": network, "downloadThroughput": -1, "uploadThroughput": -1}
    wire.send("Network.emulateNetworkConditions", limits)
    page.locator("#typed").focus()
    begin = time.perf_counter()
    for k, line in enumerate(lines):
        if stopped and k == len(lines) // 2:
            stopped.send_signal(signal.SIGSTOP)
            threading.Timer(STOPPED, stopped.send_signal, (signal.SIGCONT,)).start()
        page.keyboard.type(line, delay=key)
        page.keyboard.press("Enter")
    typed_at = time.perf_counter()
    page.wait_for_function("() => document.getElementById('waiting').textContent === ''", timeout=PATIENCE)
    end = time.perf_counter()
    return page.locator("#refused > div b").all_inner_texts(), typed_at - begin, end - typed_at


def main(argv: list[str] | None = None) -> None:
    """Print a line of a table for each network, and one for a server that stands still."""
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--lines", type=int, default=200)
    parser.add_argument("--key", type=int, default=20, help="milliseconds between two keys")
    given = parser.parse_args(argv)
    print("| network | typed | at their table | refused, in the list | lost | at a wrong table | all answered after |")
    print("|---|---|---|---|---|---|---|")
    for network, stop in [*((network, 0.0) for network in NETWORKS), (0, STOPPED)]:
        print(run(network, stop, given.lines, given.key), flush=True)


if __name__ == "__main__":
    main()
