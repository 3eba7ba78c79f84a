"""How large the pages of the desk are, how fast they come, and how much memory the server takes.

python -m mcmahon_bench.speed.pages FOLDER [--times N]

FOLDER is a tournament whose next round can be drawn, as instances/congress1000; a copy is drawn, published and asked.
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
from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from pathlib import Path
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, OpenerDirector, build_opener

PAGES = (
    "", "entrants", "entrants/1", "import", "ratings", "groups", "round", "round?only=floats", "results",
    "results?all=1", "standings", "standings/1", "log", "settings", "publish", "board?table=1", "swap?a=1&b=3",
    "repair",
)  # fmt: skip
SLIDERS = ("mms_difference", "same_country", "colour_balance", "seeding")


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
        with self._opener.open(self.base + page) as answer:
            data: bytes = answer.read()
        return time.perf_counter() - begin, data

    def post(self, page: str, **fields: object) -> tuple[float, bytes]:
        """The same of a form, sent as its page would send it."""
        seen = re.search(rb'name="seen" value="(\d+)"', self.get(page)[1])
        sent = urlencode({"seen": seen[1].decode() if seen else "", **fields}).encode()
        begin = time.perf_counter()
        with self._opener.open(self.base + page, sent) as answer:
            data: bytes = answer.read()
        return time.perf_counter() - begin, data

    def computed(self) -> float:
        """The seconds that the server has computed so far, whatever else the machine does; 0 where nobody knows."""
        try:
            parts = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self) -> str:
        """The most memory that the server has taken; its processes for searches are not in it."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8")
        except OSError:
            return "not known on this system"
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        return f"{int(found[1]) / 1000:.0f} MB" if found else "not known on this system"


@contextmanager
def served(folder: Path) -> Iterator[Server]:
    """A server over a copy of a tournament whose next round is drawn and published."""
    with tempfile.TemporaryDirectory() as place:
        copy = Path(place) / "tournaments" / folder.resolve().name
        shutil.copytree(folder, copy, ignore=shutil.ignore_patterns("pages"))
        server = Server(copy)
        try:
            server.post("round", draw=1)
            server.post("round", publish=1)
            yield server
        finally:
            server.process.terminate()
            server.process.wait(30)


def report(folder: Path, times: int) -> Iterator[str]:
    """Lines of the table: page, size, own time of the server, median until it is there; then sliders, and memory."""
    with served(folder) as server:
        for page in PAGES:
            server.get(page)
            before = server.computed()
            answers = [server.get(page) for _ in range(times)]
            own = (server.computed() - before) / times
            size, there = len(answers[-1][1]) / 1000, statistics.median(taken for taken, _ in answers)
            yield f"| `{page or 'overview'}` | {size:.0f} | {own * 1000:.0f} | {there * 1000:.0f} |"
        server.get("weights")  # starts the process for questions, which stays
        moved = [server.post("weights", **{name: 4 * k}) for k in range(1, times + 1) for name in SLIDERS]
        yield f"| a slider, drawn again | – | – | {statistics.median(taken for taken, _ in moved) * 1000:.0f} |"
        yield f"\nMost memory of the server: {server.memory()}"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--times", type=int, default=9)
    options = parser.parse_args()
    print("| page | KB | computed ms | there after ms |\n|---|---|---|---|")
    for line in report(options.folder, options.times):
        print(line, flush=True)


if __name__ == "__main__":
    main()
