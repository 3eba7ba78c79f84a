"""Commands for researchers: generate, simulate."""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from mcmahon.cli.common import command, echo, warn
from mcmahon.cli.output import quoted
from mcmahon.cli.request_options import example
from mcmahon.model.errors import InputError

from .bench import Baseline, tell_report

if TYPE_CHECKING:
    from ..simulations.results_model import ResultModel
    from ..sweeps.sweep import Grid, Swept

commands = typer.Typer()

Model = Annotated[
    str, typer.Option("--model", metavar="NAME", help="Rating model of the results: egf, egf-komi, aga or fixed.")
]
Jigo = Annotated[float, typer.Option(metavar="P", help="Probability of a jigo if komi is a whole number.")]
NoShow = Annotated[float, typer.Option(metavar="P", help="Probability that a player misses a round without notice.")]
PerStone = Annotated[
    float, typer.Option(metavar="P", help="With --model fixed: probability that a player one stone stronger wins.")
]
Truth = Annotated[
    float, typer.Option(metavar="FACTOR", help="How far true strength is from listed strength; 0: they are equal.")
]
ReportPage = Annotated[Path | None, typer.Option(metavar="PAGE", help="Write a page with plots here, .html.")]


@contextmanager
def told_progress() -> Iterator[Callable[[str], None]]:
    """Show the progress of long work in one line of a terminal, cleared at the end; print nothing into a pipe."""
    shown = sys.stderr.isatty()
    longest = 0

    def tell(text: str) -> None:
        nonlocal longest
        if shown:
            longest = max(longest, len(text))
            print(text.ljust(longest), end="\r", file=sys.stderr, flush=True)

    try:
        yield tell
    finally:
        if shown:
            print(" " * longest, end="\r", file=sys.stderr, flush=True)


def model_of(system: str, jigo: float, no_show: float, per_stone: float, truth: float) -> ResultModel:
    """The rating model of the options. Raises InputError."""
    from ..simulations.results_model import ResultModel, Spread

    return ResultModel(system, jigo, no_show, per_stone, Spread(scale=truth))


@commands.command(epilog=example("generate small --played 3", "generate odd --random any --seed 7"))
def generate(
    path: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make.")],
    players: Annotated[int, typer.Option(metavar="N", min=2, max=20_000, help="Number of players.")] = 60,
    rounds: Annotated[int, typer.Option(metavar="N", min=1, max=40, help="Number of rounds.")] = 5,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Seed of all random numbers.")] = 1,
    played: Annotated[int, typer.Option(metavar="N", min=0, help="Number of rounds to draw and play.")] = 0,
    preset: Annotated[
        str, typer.Option(metavar="NAME", help="bga, egf, aga, german, opengotha, club, swiss or round-robin.")
    ] = "egf",
    setting: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Any setting.")] = None,
    median: Annotated[float, typer.Option(metavar="RATING", help="Median strength.")] = 1750.0,
    spread: Annotated[float, typer.Option(metavar="POINTS", min=0, help="Spread of the strengths.")] = 520.0,
    strongest: Annotated[int, typer.Option(metavar="RATING", help="Greatest strength of a player.")] = 2750,
    home: Annotated[float, typer.Option(metavar="SHARE", help="Players from the host country.")] = 0.6,
    big_club: Annotated[float, typer.Option(metavar="SHARE", help="Players from its largest club.")] = 0.2,
    part_time: Annotated[float, typer.Option(metavar="SHARE", help="Players who miss a round.")] = 0.1,
    late: Annotated[float, typer.Option(metavar="SHARE", help="Players who come after round 1.")] = 0.03,
    leaving: Annotated[float, typer.Option(metavar="SHARE", help="Players who leave early.")] = 0.08,
    rated: Annotated[float, typer.Option(metavar="SHARE", help="Players with a rating of their own.")] = 0.85,
    model: Model = "egf",
    jigo: Jigo = 0.02,
    no_show: NoShow = 0.0,
    per_stone: PerStone = 0.65,
    truth: Truth = 1.0,
    kind: Annotated[
        str,
        typer.Option(
            "--random", metavar="KIND", help="A random tournament of this kind, or any; only --seed and --played count."
        ),
    ] = "",
) -> None:
    """Generate a realistic tournament; the same options always give the same tournament.

    The kinds of --random: mcmahon, regular, bands, swiss, accelerated, groups, round-robin, teams, cups.
    """
    from ..simulations.generate import Recipe, make_folder, make_random_folder, settings_as_typed
    from ..tournaments.generator import FieldShape

    if kind:
        state = make_random_folder(kind, seed, played, path, command())
        echo(f"{path}: {state.tournament.settings.name}, {len(state.tournament.rounds)} rounds played")
        return
    shape = FieldShape(players, rounds, median, spread, strongest, home, big_club, part_time, late, leaving, rated)
    given = settings_as_typed(path, setting or [])
    recipe = Recipe(shape, preset, given, played, model_of(model, jigo, no_show, per_stone, truth))
    make_folder(recipe, seed, path, command())
    echo(f"{path}: {players} players, {played} of {rounds} rounds played; next: mcmahon pair {quoted(path)}")


@commands.command(epilog=example("simulate rows.csv --players 30,60", "simulate a.parts --engines ours,greedy"))
def simulate(
    out: Annotated[
        Path, typer.Argument(metavar="ROWS", help="The rows to write: a .csv or .parquet file, or a folder of .parts.")
    ],
    engines: Annotated[
        str, typer.Option(metavar="NAMES", help="Engines, separated by commas: ours, greedy, slide, fold …")
    ] = "ours",
    profiles: Annotated[str, typer.Option(metavar="NAMES", help="Weight profiles, separated by commas.")] = "balanced",
    players: Annotated[str, typer.Option(metavar="SIZES", help="Field sizes, separated by commas.")] = "60",
    rounds: Annotated[str, typer.Option(metavar="NUMBERS", help="Numbers of rounds, separated by commas.")] = "5",
    bars: Annotated[str, typer.Option(metavar="RANKS", help="Bars, separated by commas: ranks, auto, none.")] = "auto",
    tournaments: Annotated[int, typer.Option(metavar="N", min=1, help="Tournaments for each combination.")] = 30,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Seed of the first tournament; the others follow.")] = 1,
    preset: Annotated[
        str, typer.Option(metavar="NAME", help="bga, egf, aga, german, opengotha, club, swiss or round-robin.")
    ] = "egf",
    setting: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Any setting.")] = None,
    model: Model = "egf",
    jigo: Jigo = 0.02,
    no_show: NoShow = 0.0,
    per_stone: PerStone = 0.65,
    truth: Truth = 1.0,
    workers: Annotated[int, typer.Option(metavar="N", help="Processes; -1: one per core.")] = -1,
    resume: Annotated[bool, typer.Option("--resume", help="Play only what is missing in rows that exist.")] = False,
    no_summary: Annotated[
        bool, typer.Option("--no-summary", help="Do not compare the methods at the end, which reads all rows.")
    ] = False,
    report: ReportPage = None,
    baseline: Baseline = "",
) -> None:
    """Simulate many tournaments with several methods and the same random numbers; write a row of metrics for each."""
    from ..sweeps.grid_request import GridRequest, check_rows_place, grid_of

    check_rows_place(out)
    if no_summary and (report or baseline):
        raise InputError("--no-summary leaves out the comparison that --report and --baseline ask for; expected either")
    request = GridRequest(engines, profiles, players, rounds, bars, tournaments, seed, preset, setting or ())
    grid = grid_of(request, model_of(model, jigo, no_show, per_stone, truth))
    done = _swept(grid, out, (workers, resume))
    echo(f"{out}: {done.new} new rows, {done.known} rows from before")
    if done.missing:
        warn(f"stopped: {done.missing} rows are missing; to continue, repeat the command with --resume")
        raise typer.Exit(130)
    if not no_summary:
        tell_report(out, report, baseline, done.new)


def _swept(grid: Grid, out: Path, how: tuple[int, bool]) -> Swept:
    """The sweep run by (workers, whether to resume), with its progress; Ctrl-C keeps its rows."""
    from ..sweeps.sweep import Run, sweep

    usual = signal.signal(signal.SIGINT, signal.default_int_handler)  # the sweep ends its workers by itself
    try:
        with told_progress() as tell:
            return sweep(grid, out, Run(*how, progress=lambda p: tell(f"{p.done} of {p.total}, {p.left:.0f} s left")))
    finally:
        signal.signal(signal.SIGINT, usual)
