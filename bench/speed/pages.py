"""How large the pages of the desk are, how fast they come, how long its acts take, and how much memory it needs.

python -m mcmahon_bench.speed.pages FOLDER [--times N]

FOLDER is a tournament whose next round can be drawn, as instances/congress1000; a copy is drawn, published and asked,
then played to its end.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode, urljoin
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

import psutil
from mcmahon.desk.desk import Desk
from mcmahon.model.tournament.games import Round

#: Addresses; `white` plays at the first table.
PAGES = (
    "", "entrants", "entrants/{white}", "import", "ratings", "groups", "round", "round?only=floats", "results",
    "results?all=1", "standings", "standings/{white}", "log", "settings", "print", "board?table=1", "repair",
)  # fmt: skip
SLIDERS = ("mms_difference", "same_country", "colour_balance", "seeding")
BATCH = 20  # results that are typed in one line
SETTLED = 5.0  # seconds that nobody asks for anything, as after the desk is opened
AGAIN = 5  # times that an act is done in a round, if it can be


class Server:
    """A desk in a process of its own, asked by somebody who was let in."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "mcmahon", "desk", str(folder), "--no-browser"]
        state = os.environ | {"XDG_STATE_HOME": str(folder.parent)}
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=state)
        assert self.process.stdout is not None
        address = self.process.stdout.readline().strip()
        self.base = address.partition("?")[0]
        self._opener: OpenerDirector = build_opener(HTTPCookieProcessor(CookieJar()))
        self.get("?" + address.partition("?")[2])

    def get(self, page: str) -> tuple[float, bytes]:
        """The seconds until a page was there, and the page."""
        begin = time.perf_counter()
        with self._opener.open(urljoin(self.base, page)) as answer:
            data: bytes = answer.read()
        return time.perf_counter() - begin, data

    def post(self, page: str, **fields: object) -> tuple[float, bytes]:
        """The same of a form, sent as its page would send it, until the page that follows was there."""
        if "seen" not in fields:
            seen = re.search(rb'name="seen" value="(\d+)"', self.get(page)[1])
            fields["seen"] = seen[1].decode() if seen else ""
        sent = urlencode(fields).encode()
        begin = time.perf_counter()
        with self._opener.open(urljoin(self.base, page), sent) as answer:
            data: bytes = answer.read()
        return time.perf_counter() - begin, data

    def computed(self) -> float:
        """The seconds that the server has computed so far, whatever else the machine does; 0 where nobody knows."""
        try:
            parts = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")

    def computed_by_all(self) -> float:
        """The same of the server with its processes for searches."""
        server = psutil.Process(self.process.pid)
        times = [process.cpu_times() for process in (server, *server.children(recursive=True))]
        return float(sum(own.user + own.system for own in times))

    def memory(self) -> str:
        """The most memory that the server has taken; its processes for searches are not in it."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        except OSError:
            return "not known on this system"
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        return f"{int(found[1]) / 1000:.0f} MB" if found else "not known on this system"


class Acts:
    """A desk whose last round is published, and what each act on it took: seconds by the clock and of processors."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.server, self.desk = server, Desk(folder)
        self.taken: dict[str, list[tuple[float, float]]] = defaultdict(list)

    def report(self) -> Iterator[str]:
        """Lines of the table: an act, how long its first time took until its page was there, with the processor time of
        all processes, and the least of both later.

        The tournament is played to its end for it.
        """
        self._play()
        for act, found in self.taken.items():
            least = [min(times) for times in zip(*(found[1:] or found), strict=True)]
            yield f"| {act} | {' | '.join(f'{seconds * 1000:.0f}' for seconds in (*found[0], *least))} |"

    def _play(self) -> None:
        settings = self.desk.read().tournament.settings
        while True:
            drawn = self.desk.read().tournament.rounds[-1]
            self._ask(drawn)
            self._enter(drawn)
            if drawn.number == settings.rounds:
                break
            self._tick(drawn.number + 1)
            self.draw()
        for _ in range(AGAIN):
            self._post("write the pages", "print", pages=1)
        self._import()

    def draw(self) -> None:
        """Draw the next round, draw it again, and publish it."""
        for act, button in (("draw", "draw"), ("draw again", "draw"), ("publish a round", "publish")):
            self._post(act, "round", **{button: 1})

    def _ask(self, drawn: Round) -> None:
        for one, other in zip(drawn.games[:AGAIN], drawn.games[1:], strict=False):
            self._get("why this board", f"why?a={one.white}")
            self._get("why not those two", f"why?a={one.white}&b={other.black}")
            self._get("what a swap would cost", f"swap?a={one.white}&b={other.white}")
            self._post("repair: choices", "repair", without=one.white)

    def _enter(self, drawn: Round) -> None:
        """All results: some alone, one of them taken back, the others in lines."""
        tables = [game.table for game in drawn.games]
        for table in tables[:AGAIN]:
            self._post("one result", "results", typed=f"{table} w", round=drawn.number)
        self._post("undo", "log", undo=1)
        for k in range(AGAIN - 1, len(tables), BATCH):
            line = " ".join(f"{table} {'wb'[table % 2]}" for table in tables[k : k + BATCH])
            self._post(f"up to {BATCH} results", "results", typed=line, round=drawn.number)

    def _tick(self, number: int) -> None:
        for player in self.desk.read().tournament.players[:AGAIN]:
            self._post("tick", "entrants", away=player.id, round=number)
            self._post("tick", "entrants", here=player.id, round=number)

    def _import(self) -> None:
        """New tournaments of everybody's name, rank and club, beside the one that is played."""
        tournament = self.desk.read().tournament
        lines = [f"{p.surname}, {p.first_name} {p.rank_name}; {p.club}" for p in tournament.players]
        for k in range(AGAIN):
            self._post("import", "/", title=f"New {k}", rounds=5, kind="players", text="\n".join(lines))

    def _get(self, act: str, page: str) -> None:
        self._timed(act, lambda: self.server.get(page))

    def _post(self, act: str, page: str, **fields: object) -> None:
        seen = self.desk.read().revision
        self._timed(act, lambda: self.server.post(page, seen=seen, **fields))

    def _timed(self, act: str, do: Callable[[], tuple[float, bytes]]) -> None:
        before = self.server.computed_by_all()
        there, _ = do()
        self.taken[act].append((there, self.server.computed_by_all() - before))


@contextmanager
def served(folder: Path) -> Iterator[tuple[Server, Acts]]:
    """A server over a copy of a tournament whose next round is drawn and published, as the first of the acts."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / "tournaments" / folder.resolve().name
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("pages"))
        server = Server(copy)
        try:
            acts = Acts(server, copy)
            time.sleep(SETTLED)
            acts.draw()
            yield server, acts
        finally:
            server.process.terminate()
            server.process.wait(30)


def report(folder: Path, times: int) -> Iterator[str]:
    """Lines of the table of pages: page, size, own time of the server, median until it is there; then of the acts."""
    with served(folder) as (server, acts):
        yield "| page | KB | computed ms | there after ms |\n|---|---|---|---|"
        white = acts.desk.read().tournament.rounds[-1].games[0].white
        for page in (one.format(white=white) for one in PAGES):
            server.get(page)
            before = server.computed()
            answers = [server.get(page) for _ in range(times)]
            own = (server.computed() - before) / times
            size, there = len(answers[-1][1]) / 1000, statistics.median(taken for taken, _ in answers)
            yield f"| `{page or 'overview'}` | {size:.0f} | {own * 1000:.0f} | {there * 1000:.0f} |"
        yield "\n| act | first ms | computed ms | later ms | computed ms |\n|---|---|---|---|---|"
        yield from acts.report()
        server.get("weights")  # starts the process for questions, which stays
        moved = [server.post("weights", **{name: 4 * k}) for k in range(1, times + 1) for name in SLIDERS]
        yield f"| a slider, drawn again | – | – | {min(taken for taken, _ in moved) * 1000:.0f} | – |"
        yield f"\nMost memory of the server: {server.memory()}"


def main() -> None:
    """Print the tables."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--times", type=int, default=9)
    options = parser.parse_args()
    for line in report(options.folder, options.times):
        print(line, flush=True)


if __name__ == "__main__":
    main()
