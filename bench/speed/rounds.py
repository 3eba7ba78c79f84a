"""How long proven rounds take: realistic fields of any size, rounds 1 to 6, and a blossom algorithm in the same run.

python -m mcmahon_bench.speed [SIZE …] [--fields N] [--blossom] [--command]

Solve: costs, pairing, lottery and certificate, warm. `--blossom` adds ratios to rustworkx (extra `bench`): on the pairs
that the engine's relaxation held at its end, costs given, and up to 1,000 players on all pairs. `--command` times
`mcmahon pair` cold, with its memory.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.settings.settings_file import new_settings_text, parse_settings
from mcmahon.model.pairing.boards import make_round
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.tournament.settings.play import StartSettings
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.solver.engine import Options, solve
from mcmahon.solver.formulation.costs import pair_costs
from mcmahon.solver.formulation.side_rows import SideRows
from mcmahon.solver.formulation.tiers import BlockTier
from mcmahon.solver.formulation.vertices import Vertices, all_pairs
from mcmahon.solver.lp.relaxation import Relaxation

from ..profiles import example_or_profile
from ..tournaments.generator import FieldShape, make_players, play_round

ROUNDS = 6
#: Baselines that are not tried in larger fields.
SLOW = {"networkx": 500, "cp-sat": 500, "highs": 500, "scip": 250, "fusion": 1000, "blossom": 1000}


@dataclass(frozen=True, slots=True)
class Timing:
    """One round solved: entrants, seconds, whether cost and lottery are proven; and the problem itself."""

    players: int
    round: int
    seconds: float
    proven: bool
    problem: RoundProblem


@dataclass(frozen=True, slots=True)
class Suite:
    """What is timed: so many fields and rounds by a profile; with ratios of a blossom algorithm or of engines by name.

    `command` adds the whole command, cold, with its memory.
    """

    fields: int = 5
    rounds: int = ROUNDS
    profile: str = "balanced"
    blossom: bool = False
    command: bool = False
    engines: tuple[str, ...] = ()

    @property
    def titles(self) -> list[str]:
        """The titles of the table's columns."""
        head = ["players", "rounds", "proven", "median s", "95 % s", "worst s"]
        head += ["blossom on candidates ×", "on all pairs ×"] if self.blossom else []
        return [*head, *(f"{name} ×" for name in self.engines), *(["command, cold"] if self.command else [])]


def realistic_tournament(size: int, seed: int, rounds: int = ROUNDS) -> Tournament:
    """A field like those of large European opens: a bar at 4 dan, some absences, one club of 8 %."""
    shape = FieldShape(size, rounds, median=1800, spread=560, home=0.4, big_club=0.08)
    settings = Settings(rounds=rounds, seed=seed, start=StartSettings(bar="4d"))
    return Tournament(settings, tuple(make_players(shape, seed)))


def timed_rounds(size: int, seed: int, suite: Suite, seconds: float = 120.0) -> Iterator[Timing]:
    """The rounds of one field, each drawn by the suite's profile and played by the ratings."""
    profile = example_or_profile(suite.profile)
    tournament = realistic_tournament(size, seed, suite.rounds)
    for number in range(1, suite.rounds + 1):
        problem = round_problem(tournament, number, profile)
        begin = time.perf_counter()
        answer = solve(problem, Options(seconds))
        taken = time.perf_counter() - begin
        yield Timing(len(problem), number, taken, answer.optimal and answer.tie_proven, problem)
        drawn = make_round(tournament, problem, answer.pairs, answer.byes)
        tournament = play_round(tournament.with_round(drawn), number, seed)


def blossom_seconds(problem: RoundProblem, everything: bool) -> float:
    """Seconds of rustworkx's blossom algorithm, on all pairs or on the engine's last candidates, costs given."""
    import rustworkx

    vertices = Vertices(problem)
    if everything:
        a, b = all_pairs(problem)
    else:
        rows = SideRows(vertices)
        optimum = Relaxation(BlockTier(vertices, rows, problem.tiers[0])).solve()
        a, b, _ = optimum.pairs
    cost = pair_costs(vertices, a, b, problem.tiers[0])
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(len(vertices)))
    weight = (int(cost.max()) + 1 - cost).tolist()
    graph.add_edges_from(list(zip(a.tolist(), b.tolist(), weight, strict=True)))
    begin = time.perf_counter()
    rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return time.perf_counter() - begin


def baseline_ratios(timings: Sequence[Timing], names: Sequence[str]) -> list[str]:
    """How many times as long as our whole solve each engine takes, median over some rounds; `–`: not tried."""
    from ..engines.all_engines import ENGINES

    cells = []
    for name in names:
        some = timings[:: max(1, len(timings) // 3)][:3]
        if name in SLOW and some[0].players > SLOW[name]:
            cells.append("–")
            continue
        ratios = []
        for timing in some:
            begin = time.perf_counter()
            ENGINES[name](timing.problem)
            ratios.append((time.perf_counter() - begin) / timing.seconds)
        cells.append(f"{statistics.median(ratios):.1f}")
    return cells


def command_seconds(size: int) -> tuple[float, int]:
    """Seconds and megabytes of the whole command `mcmahon pair`, cold, in round 1."""
    code = (
        "import resource, subprocess, sys, time; begin = time.perf_counter(); "
        "subprocess.run(sys.argv[1:], check=True, stdout=subprocess.DEVNULL); "
        "print(time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss // 1024)"
    )
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "field"
        text = new_settings_text("egf", {"name": "field", "rounds": ROUNDS, "start.bar": "4d"})
        field = Tournament(parse_settings(text, "field"), realistic_tournament(size, size).players)
        TournamentFolder(path).create(in_memory(field, settings_text=text), "bench")
        command = [sys.executable, "-c", code, sys.executable, "-m", "mcmahon", "pair", str(path), "--dry-run"]
        seconds, megabytes = subprocess.run(command, check=True, capture_output=True, text=True).stdout.split()
    return float(seconds), int(megabytes)


def report(size: int, suite: Suite) -> str:
    """One line of the table."""
    seeds = (1000 * size + k for k in range(1, suite.fields + 1))
    timings = [timing for seed in seeds for timing in timed_rounds(size, seed, suite)]
    seconds = [timing.seconds for timing in timings]
    proven = sum(timing.proven for timing in timings)
    line = f"| {size:,} | {len(timings)} | {proven} | {statistics.median(seconds):.3f} | "
    line += f"{np.quantile(seconds, 0.95):.3f} | {max(seconds):.3f} |"
    if suite.blossom:
        some = timings[:: max(1, len(timings) // 6)][:6]
        few = statistics.median(blossom_seconds(t.problem, False) / t.seconds for t in some)
        line += f" {few:.1f} |"
        every = [blossom_seconds(t.problem, True) / t.seconds for t in some[:2]] if size <= 1000 else []
        line += f" {statistics.median(every):.0f} |" if every else " – |"
    line += "".join(f" {cell} |" for cell in baseline_ratios(timings, suite.engines))
    if suite.command:
        taken, megabytes = command_seconds(size)
        line += f" {taken:.2f} s, {megabytes} MB |"
    return line


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(
        prog="python -m mcmahon_bench.speed", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sizes", nargs="*", type=int, default=[100, 250, 500, 1000])
    parser.add_argument("--fields", type=int, default=30)
    parser.add_argument("--blossom", action="store_true")
    parser.add_argument("--command", action="store_true")
    options = parser.parse_args()
    suite = Suite(options.fields, blossom=options.blossom, command=options.command)
    print("| " + " | ".join(suite.titles) + " |\n" + "|---" * len(suite.titles) + "|")
    for size in options.sizes:
        print(report(size, suite), flush=True)
    print(f"\nmemory of this process at most {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024} MB")
