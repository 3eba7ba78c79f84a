"""The desk killed again and again while phones claim: is everything there for which somebody was thanked?

Each time a server is started, several phones claim at once, and SIGKILL comes at a moment by lot among their answers.
"""

from __future__ import annotations

import http.client
import random
import shutil
import subprocess
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from urllib.parse import urlsplit

from mcmahon.desk.desk import Desk
from mcmahon.desk.hall.links import board_token
from mcmahon.desk.rounds.draw_round import Publish, draw, publish
from mcmahon.io.folder.hall_files import HallFiles
from mcmahon.model.records.hall import Board, Side
from mcmahon.model.tournament.games import Game, Result

TABLES = 5  # that claim during each life of a server
WAIT = 20.0


def killed(home: Path, instance: Path, kills: int) -> str:
    """What came of so many kills, in a sentence. Raises AssertionError where something is lost."""
    shutil.copytree(instance, home / "hall")
    desk = Desk(home / "hall")
    desk.do(draw, "draw")
    desk.do(lambda state: publish(state, Publish()), "publish")
    games = list(desk.read().tournament.rounds[-1].games)
    thanked: set[tuple[int, Side]] = set()
    begun = time.monotonic()
    for kill in range(kills):
        own = [games[(kill * TABLES + k) % len(games)] for k in range(TABLES)]
        thanked |= _one_life(home, desk, own, random.randint(1, 2 * TABLES))
    _one_life(home, desk, [], 0)
    found = desk.read().tournament.rounds[-1]
    said, number = HallFiles(desk.path).state(), found.number
    for table, side in thanked:
        game = found.at_table(table)
        assert game is not None
        both = {(table, one) for one in Side} <= thanked
        there = game.result is Result.WHITE if both else said.of(Board.of(number, game)).of(side) or game.result
        assert there, f"the claim of {side} at table {table} is lost"
    steps = [s.command for s in desk.folder.journal.steps() if s.command.startswith("players: ")]
    entered = [table for text in steps for table in text.partition(": both say: ")[2].split()[::2]]
    assert len(entered) == len(set(entered)), "a result was entered twice"
    seconds = time.monotonic() - begun
    return f"{kills} kills in {seconds:.0f} s: {len(thanked)} claims were thanked for, all are there; none twice"


def _one_life(home: Path, desk: Desk, games: list[Game], last: int) -> set[tuple[int, Side]]:
    """A server from its start to its kill behind the `last` answer; who was thanked.

    Without games it is given time, and ended.
    """
    thanked: set[tuple[int, Side]] = set()
    enough = threading.Event()
    command = [sys.executable, "-m", "mcmahon", "desk", str(home), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        port = urlsplit(process.stdout.readline().strip()).port or 0
        seats = [(game, side) for game in games for side in Side]
        paths = {seat: _path(desk, *seat) for seat in seats}

        def claim(seat: tuple[Game, Side]) -> None:
            with suppress(OSError, http.client.HTTPException):
                if _claimed(port, paths[seat]):
                    thanked.add((seat[0].table, seat[1]))
                    if len(thanked) >= last:
                        enough.set()

        if games:
            with ThreadPoolExecutor(len(seats)) as people:
                for seat in seats:
                    people.submit(claim, seat)
                enough.wait(WAIT)
                process.kill()
        else:
            time.sleep(5)  # what both sides said is entered
            process.terminate()
    return thanked


def _path(desk: Desk, game: Game, side: Side) -> str:
    board = Board.of(desk.read().tournament.rounds[-1].number, game)
    token = board_token(HallFiles(desk.path).secret(), board, side)
    return f"/h/{desk.path.name}/b/{board.round}/{board.table}/{side[0]}/{token}"


def _claimed(port: int, path: str) -> bool:
    own = "127.1.0.1" if "/w/" in path else "127.1.0.2"  # what both sides say from one address waits for the desk
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=WAIT, source_address=(own, 0))) as phone:
        phone.request("POST", path, "say=1-0", {"Content-Type": "application/x-www-form-urlencoded"})
        return phone.getresponse().status == 303
