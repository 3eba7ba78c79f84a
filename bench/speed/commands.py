"""How long whole commands take, each in a new process, at a tournament whose rounds have been drawn and played.

python -m mcmahon_bench.speed.commands [SIZE …] [--rounds N] [--times N] [--program COMMAND]

Processor time, which other programs on the machine change less than the time on the clock; the best of some times.
`--program` measures another version: "/old/.venv/bin/mcmahon".
"""

from __future__ import annotations

import argparse
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..simulations.generate import Recipe, make_folder
from ..tournaments.generator import FieldShape

#: What is measured, in this order, and what is done before each time; the first publishing finds an empty folder.
COMMANDS: dict[str, tuple[str, ...]] = {
    "--version": (),
    "pair --dry-run": (),
    "standings": (),
    "check": (),
    "result, one": (),
    "publish, all pages": ("take pages out",),
    "publish, after one result": ("one result",),
    "publish, nothing new": (),
}


@dataclass(frozen=True, slots=True)
class Taken:
    """A command's seconds of processor time and on the clock, and its most memory."""

    computed: float
    clock: float
    megabytes: float


#: Runs a command out of a small process: a new process begins with the memory of the one that it was made from.
_MEASURED = """
import resource, subprocess, sys, time
begin = time.perf_counter()
subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, time.perf_counter() - begin, used.ru_maxrss / 1000)
"""


def run(command: Sequence[str]) -> Taken:
    """What a command takes in a process of its own. Raises CalledProcessError where it fails."""
    measured = [sys.executable, "-c", _MEASURED, *command]
    return Taken(*map(float, subprocess.run(measured, check=True, capture_output=True, text=True).stdout.split()))


class Commands:
    """The commands on one folder."""

    def __init__(self, folder: Path, program: Sequence[str]) -> None:
        self.folder, self.program, self._turned = folder, program, 0

    def taken(self, name: str) -> Taken:
        """What a command takes, after what is to be done before it."""
        for before in COMMANDS[name]:
            if before == "one result":
                self._result()
            else:
                shutil.rmtree(self.folder / "pages", ignore_errors=True)
        if name == "--version":
            return run([*self.program, name])
        if name == "result, one":
            return self._result()
        verb, *options = name.partition(",")[0].split()
        return run([*self.program, verb, str(self.folder), *options])

    def _result(self) -> Taken:
        """Another result at one of the first tables of the last round."""
        self._turned += 1
        result = ("1-0", "0-1", "jigo")[self._turned % 3]
        return run([*self.program, "result", str(self.folder), "2", result, "--again"])


def report(size: int, rounds: int, times: int, program: Sequence[str]) -> Iterator[str]:
    """The lines of the table for a size."""
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place) / "field"
        make_folder(Recipe(FieldShape(size, rounds + 1), played=rounds), size, folder, "bench")
        commands = Commands(folder, program)
        for name in COMMANDS:
            taken = [commands.taken(name) for _ in range(times)]
            best, clock = min(one.computed for one in taken), min(one.clock for one in taken)
            most = max(one.megabytes for one in taken)
            yield f"| {size:,} × {rounds} | `{name}` | {best:.2f} | {clock:.2f} | {most:.0f} |"


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, default=[100, 1000, 5000])
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--times", type=int, default=3)
    parser.add_argument("--program", default=shlex.join([sys.executable, "-m", "mcmahon"]))
    options = parser.parse_args()
    print("| players × rounds | command | processor s | clock s | MB |\n|---|---|---|---|---|")
    for size in options.sizes:
        for line in report(size, options.rounds, options.times, shlex.split(options.program)):
            print(line, flush=True)


if __name__ == "__main__":
    main()
