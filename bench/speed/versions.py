"""Speed by version, as ratios of one run: python -m mcmahon_bench.speed.versions [--add] [--note TEXT] [--out FOLDER].

Times of different machines and days cannot be compared, their ratios within one run nearly can. For each size the same
rounds are solved by this program and by rustworkx's blossom algorithm on all pairs; a calibration loop of fixed work
says how fast the machine is. All are seconds of processor time. `--add` adds the run to history.csv and makes the page
history.md and its picture again.
"""

from __future__ import annotations

import argparse
import csv
import io
import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import astuple, dataclass, fields
from hashlib import sha256
from pathlib import Path
from textwrap import wrap

import numpy as np
from mcmahon._version import __version__
from mcmahon.io.files import write_file
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.solver.engine import solve

from ..engines.all_engines import ENGINES
from .rounds import Suite, timed_rounds

FOLDER = Path(__file__).parent
SIZES, FIELDS, ROUNDS = (100, 250, 1000), 2, 3
TRIES = 3  # of each solve, the fastest counts: other work on the machine only slows down
MOST_BLOSSOM = 2  # rounds of each size; at 1,000 players one takes seconds
ONE_RUN, ANOTHER_DAY = "one run", "another day"


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the history: medians over the rounds of one size.

    `machine`: a hash of processor and system, and `cores`. `seconds`: of our whole solve with lottery and certificate;
    `calibration`: of the loop; `ratio`: our seconds in loops; `blossom`: rustworkx's seconds in ours, on the same
    rounds. `measured`: in one run with the loop, or on another day, without ratios.
    """

    version: str
    note: str
    machine: str
    cores: int
    players: int
    rounds: int
    seconds: float
    calibration: float | None
    ratio: float | None
    blossom: float | None
    measured: str


def calibration() -> int:
    """Fixed work, a part in Python and a part in NumPy, as in a solve; gives a number that is always the same."""
    total = 0
    for k in range(400_000):
        total += k * k % 7
    costs = np.random.default_rng(1).integers(0, 10**6, (600, 600))
    for row in range(0, 600, 3):
        reduced = costs - costs[row]
        total += int(np.flatnonzero(reduced.min(axis=1) < -999_000).sum())
    return total


def processor_seconds(work: Callable[[], object]) -> float:
    """How long some work takes a processor."""
    begin = time.process_time()
    work()
    return time.process_time() - begin


def machine() -> str:
    """A hash of the processor's model and the system: equal machines have equal ones, and it names nobody."""
    return sha256(f"{_processor()} {platform.system()} {platform.machine()}".encode()).hexdigest()[:8]


def _processor() -> str:
    cpus = Path("/proc/cpuinfo")
    lines = cpus.read_text(encoding="utf-8", errors="replace").splitlines() if cpus.exists() else []
    return next(
        (line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.processor()
    )


def measured(sizes: Sequence[int] = SIZES, note: str = "", count: int = FIELDS) -> Iterator[Entry]:
    """A line for each size, measured now."""
    for size in sizes:
        suite = Suite(count, ROUNDS)
        problems = [t.problem for k in range(1, count + 1) for t in timed_rounds(size, 1000 * size + k, suite)]
        loop = min(processor_seconds(calibration) for _ in range(2 * TRIES))
        ours = [min(processor_seconds(lambda p=p: solve(p)) for _ in range(TRIES)) for p in problems]  # type: ignore[misc]
        others = _blossom(problems[:MOST_BLOSSOM], ours)
        mean = statistics.median(ours)
        seconds, loops, ratio, blossom = (round(value, 4) for value in (mean, loop, mean / loop, others))
        cores = os.cpu_count() or 0
        yield Entry(__version__, note, machine(), cores, size, len(ours), seconds, loops, ratio, blossom, ONE_RUN)


def _blossom(problems: Sequence[RoundProblem], ours: Sequence[float]) -> float:
    """The median of rustworkx's seconds in ours, with the costs of all pairs."""
    pairs = zip(problems, ours, strict=False)
    return statistics.median(processor_seconds(lambda p=p: ENGINES["blossom"](p)) / s for p, s in pairs)  # type: ignore[misc]


def read_history(text: str) -> list[Entry]:
    """The lines of a history."""
    rows = csv.DictReader(io.StringIO(text))
    kinds = {field.name: field.type for field in fields(Entry)}
    return [Entry(**{name: _value(str(kinds[name]), value) for name, value in row.items()}) for row in rows]  # type: ignore[arg-type]


def _value(kind: str, text: str) -> str | int | float | None:
    if kind == "str":
        return text
    if kind == "int":
        return int(text)
    return float(text) if text else None


def csv_text(entries: Sequence[Entry]) -> str:
    """The lines as CSV with their head."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([field.name for field in fields(Entry)])
    writer.writerows(astuple(entry) for entry in entries)
    return text.getvalue()


def page_text(entries: Sequence[Entry]) -> str:
    """The page: what is measured, the picture, the table."""
    rows = [
        f"| {e.version} | {e.note} | {e.machine} | {e.cores or '–'} | {e.players:,} | {e.rounds} | {e.seconds:.3f} | "
        f"{_shown(e.ratio, 2)} | {_shown(e.blossom, 1)} | {e.measured} |"
        for e in entries
    ]
    lines = [
        "# Speed by version",
        "",
        "Compare only ratios. `in loops` is our processor time for a round (costs, pairing, lottery, certificate) over "
        "that of a loop of fixed work in the same run. `rustworkx` is the time of its blossom algorithm on all pairs "
        "over ours on the same rounds. Seconds of another day are from a machine with other work. They have no ratios, "
        "and are not in the picture.",
        "",
        '`python -m mcmahon_bench.speed.versions --add --note "what is new"` adds a run to `history.csv` and makes '
        "this page again.",
        "",
        "![Our time in loops, and rustworkx's time in ours, by run and size](history.svg)",
        "",
        "| version | note | machine | cores | players | rounds | median s | in loops | rustworkx × | measured |",
        "|---" * 10 + "|",
        *rows,
        "",
    ]
    return "\n".join(lines)


def _shown(value: float | None, decimals: int) -> str:
    return "–" if value is None else f"{value:.{decimals}f}"


def picture(entries: Sequence[Entry]) -> str:
    """The curves of both ratios over the runs, a line a size, as SVG."""
    import matplotlib
    from matplotlib.figure import Figure

    from ..sweeps.plots import COLOURS, svg_text

    own = [e for e in entries if e.measured == ONE_RUN]
    runs = list(dict.fromkeys((e.version, e.note) for e in own))
    with matplotlib.rc_context({"svg.hashsalt": "mcmahon", "svg.fonttype": "none", "font.size": 8}):
        drawing = Figure(figsize=(7.4, 2.6), layout="constrained")
        for panel, name, title in zip(
            drawing.subplots(1, 2),
            ("ratio", "blossom"),
            ("our time, in loops", "rustworkx's time, in ours"),
            strict=True,
        ):
            for k, size in enumerate(sorted({e.players for e in own})):
                points = [(runs.index((e.version, e.note)), getattr(e, name)) for e in own if e.players == size]
                shown = [p for p in points if p[1] is not None]
                panel.plot(*zip(*shown, strict=True), "o-", markersize=3, color=COLOURS[k], label=f"{size:,} players")
            panel.set_yscale("log")
            panel.set_title(title)
            panel.set_xticks(range(len(runs)), ["\n".join([v, *wrap(note, 12)]) for v, note in runs])
            panel.margins(x=0.3)
        panel.legend(loc="best", fontsize=7)
        return svg_text(drawing)


def main(words: Sequence[str] | None = None) -> None:
    """Measure, and print or add."""
    parser = argparse.ArgumentParser(prog="python -m mcmahon_bench.speed.versions", description=__doc__)
    parser.add_argument("--add", action="store_true")
    parser.add_argument("--note", default="")
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--sizes", type=int, nargs="*", default=SIZES)
    options = parser.parse_args(words)
    file = options.out / "history.csv"
    found = list(measured(options.sizes, options.note))
    print(csv_text(found), end="")
    if options.add:
        entries = read_history(file.read_text(encoding="utf-8")) + found if file.exists() else found
        write_file(file, csv_text(entries).encode())
        write_file(options.out / "history.md", page_text(entries).encode())
        write_file(options.out / "history.svg", picture(entries).encode())


if __name__ == "__main__":
    main()
