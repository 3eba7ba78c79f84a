"""A full hall against one desk: python -m mcmahon_bench.speed.hall [--phones 1000] [--seconds 120] [--tables 500].

A server of its own runs over a copy of congress1000. Phones keep their player's page open and load it again when they
hear of a step; both sides of each table claim the result, spread over the seconds; a draw of 1,000 players is solved in
a second tournament meanwhile. At the end: whether every result is there, once; how long answers took; how long until
the players' own pages were right; and the memory of the server. All on the loopback, each phone at its own address.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit

from mcmahon.desk.desk import Desk
from mcmahon.desk.hall import links
from mcmahon.desk.hall.hall_view import HallView
from mcmahon.desk.rounds.draw_round import Publish, draw, publish
from mcmahon.io.folder.hall_files import HallFiles
from mcmahon.model.records.hall import Board, Side
from mcmahon.model.tournament.games import Game, Result

from .hall_kills import killed

INSTANCE = Path("instances/congress1000")  # it runs in a clone
PATIENCE = 30.0
SETTLED = 6.0  # seconds after the last claim until the pages are counted


@dataclass
class Seen:
    """What the phones have measured, in seconds; `opened` streams, and when each player's claim was answered last."""

    answers: list[float] = field(default_factory=list)
    pages: list[float] = field(default_factory=list)
    right: list[float] = field(default_factory=list)
    claimed: dict[int, float] = field(default_factory=dict)
    opened: int = 0
    failed: int = 0


@dataclass(frozen=True)
class Server:
    """Where the desk is, and the paths of the hall."""

    port: int
    reader: str

    async def ask(self, phone: int, head: str, body: str = "") -> bytes:
        """The whole answer to one request from a phone's own address."""
        reader, writer = await self.connect(phone)
        rest = f"Connection: close\r\nContent-Length: {len(body)}\r\n\r\n{body}"
        writer.write(f"{head} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\n{rest}".encode())
        try:
            return await asyncio.wait_for(reader.read(), PATIENCE)
        finally:
            writer.close()

    async def connect(self, phone: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A connection from an address of its own."""
        own = f"127.1.{phone // 250}.{phone % 250 + 1}"
        return await asyncio.open_connection("127.0.0.1", self.port, local_addr=(own, 0))


async def watch(server: Server, phone: int, number: int, seen: Seen) -> None:
    """A phone with its player's page open; it loads the page when it hears of a step, as the page's script does."""
    reader, writer = await server.connect(phone)
    path = f"{server.reader}live?page=player/{number}&seen="
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
    try:
        await reader.readuntil(b"retry: 1500")
        seen.opened += 1
        while True:
            await reader.readuntil(b"event: step")
            await asyncio.sleep(random.random() * 0.25)
            begin = time.perf_counter()
            page = await server.ask(phone, f"GET {server.reader}player/{number}")
            seen.pages.append(time.perf_counter() - begin)
            if number in seen.claimed and b"Your game in round" not in page:
                seen.right.append(time.perf_counter() - seen.claimed.pop(number, time.perf_counter()))
    except asyncio.IncompleteReadError:
        seen.failed += 1
    finally:
        writer.close()


async def claim(server: Server, phone: int, paths: list[tuple[str, int]], when: float, seen: Seen) -> None:
    """Both sides of a table say the same, a moment apart."""
    await asyncio.sleep(when)
    for k, (path, _) in enumerate(paths):
        await asyncio.sleep(random.random())
        begin = time.perf_counter()
        answer = await server.ask(phone + k, f"POST {path}", "say=1-0")
        seen.answers.append(time.perf_counter() - begin)
        seen.failed += b" 303 " not in answer[:20]
    seen.claimed |= {number: time.perf_counter() for _, number in paths}


async def evening(server: Server, boards: list[list[tuple[str, int]]], phones: int, seconds: float, seen: Seen) -> None:
    """All phones, then all claims."""
    numbers = [number for paths in boards for _, number in paths]
    watching = [asyncio.create_task(watch(server, k, numbers[k % len(numbers)], seen)) for k in range(phones)]
    while seen.opened < phones and not seen.failed:
        await asyncio.sleep(0.1)
    print(f"{seen.opened} phones are connected", flush=True)
    claims = [claim(server, 2 * k, paths, random.random() * seconds, seen) for k, paths in enumerate(boards)]
    await asyncio.gather(*claims)
    await asyncio.sleep(SETTLED)
    for task in watching:
        task.cancel()
    await asyncio.gather(*watching, return_exceptions=True)


def main() -> None:
    """Run it and print what was measured."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--phones", type=int, default=1000)
    asked.add_argument("--seconds", type=float, default=120)
    asked.add_argument("--tables", type=int, default=500)
    asked.add_argument("--kills", type=int, default=0, help="instead: kill the server so often while phones claim")
    options = asked.parse_args()
    random.seed(1)
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    with tempfile.TemporaryDirectory() as place:
        if options.kills:
            print(killed(Path(place), INSTANCE, options.kills))
            return
        _run(Path(place), options.phones, options.seconds, options.tables)


def _run(home: Path, phones: int, seconds: float, tables: int) -> None:
    for name in ("hall", "other"):
        shutil.copytree(INSTANCE, home / name)
    desk = Desk(home / "hall")
    desk.do(draw, "draw")
    desk.do(lambda state: publish(state, Publish()), "publish")
    state, files = desk.read(), HallFiles(home / "hall")
    link = links.make(files, links.NewLink("reader"), state.tournament)
    secret, drawn, view = files.secret(), state.tournament.rounds[-1], HallView(state)
    games = list(drawn.games)[:tables]

    def sides(game: Game) -> list[tuple[str, int]]:
        board = Board.of(drawn.number, game)
        stem = f"/h/hall/b/{drawn.number}/{game.table}"
        players = {Side.WHITE: game.white, Side.BLACK: game.black}
        return [(f"{stem}/{s[0]}/{links.board_token(secret, board, s)}", view.number(players[s])) for s in Side]

    command = [sys.executable, "-m", "mcmahon", "desk", str(home), "--no-browser"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            port = urlsplit(process.stdout.readline().strip()).port or 0
            server = Server(port, f"/h/hall/{links.token_of(secret, link)}/")
            drawing = subprocess.Popen([sys.executable, "-m", "mcmahon", "pair", str(home / "other"), "--dry-run"],
                                       stdout=subprocess.DEVNULL)  # fmt: skip
            seen = Seen()
            asyncio.run(evening(server, [sides(game) for game in games], phones, seconds, seen))
            drawing.wait(60)
            memory = _memory(process.pid)
        finally:
            process.terminate()
    _report(desk, games, seen, memory)


def _report(desk: Desk, games: list[Game], seen: Seen, memory: int) -> None:
    now = {game.table: game.result for game in desk.read().tournament.rounds[-1]}
    there = sum(now[game.table] is Result.WHITE for game in games)
    steps = [s.command for s in desk.folder.journal.steps() if s.command.startswith("players: ")]
    entered = [table for text in steps for table in text.partition(": both say: ")[2].split()[::2]]
    print(
        f"results: {there} of {len(games)} there, {len(entered) - len(set(entered))} entered twice, {len(steps)} steps"
    )
    for name, times in (("claims answered", seen.answers), ("pages", seen.pages), ("own page right after", seen.right)):
        print(f"{name}: {len(times)}, 95 % within {_part(times, 95):.3f} s, worst {_part(times, 100):.3f} s")
    print(f"failed: {seen.failed}; memory of the server: {memory} MB")


def _part(times: list[float], percent: int) -> float:
    ordered = sorted(times) or [0.0]
    return ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def _memory(process: int) -> int:
    """The resident memory of a process at its highest, in MB; 0 where the system does not say."""
    status = Path(f"/proc/{process}/status")
    lines = status.read_text().splitlines() if status.exists() else []
    return next((int(line.split()[1]) // 1024 for line in lines if line.startswith("VmHWM")), 0)


if __name__ == "__main__":
    main()
