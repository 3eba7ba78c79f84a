"""Commands for researchers: generate, simulate."""

from __future__ import annotations

import signal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .bench import Baseline, tell_report
from .common import command, extra, quoted, say, told_progress, warn

if TYPE_CHECKING:
    from ..bench.results_model import ResultModel
    from ..bench.sweep import Grid, Swept

commands = typer.Typer()

Model = Annotated[str, typer.Option("--model", help="Rating model of results: egf, egf-komi, aga, fixed.")]
Jigo = Annotated[float, typer.Option(help="Chance of a jigo where komi is whole.")]
NoShow = Annotated[float, typer.Option(help="Chance that a player misses a round without notice.")]
PerStone = Annotated[float, typer.Option(help="With --model fixed: chance of who is a stone stronger.")]
Truth = Annotated[float, typer.Option(help="How far true strength is from the listed one; 0 = not at all.")]
ReportPage = Annotated[Path | None, typer.Option(metavar="PAGE", help="Write a page with plots, .html.")]


def model_of(system: str, jigo: float, no_show: float, per_stone: float, truth: float) -> ResultModel:
    """The rating model of the options. Raises InputError."""
    from ..bench.results_model import ResultModel, Spread

    return ResultModel(system, jigo, no_show, per_stone, Spread(scale=truth))


@commands.command()
def generate(
    path: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make.")],
    players: Annotated[int, typer.Option(min=2, max=20_000, help="Players.")] = 60,
    rounds: Annotated[int, typer.Option(min=1, max=40, help="Rounds.")] = 5,
    seed: Annotated[int, typer.Option(min=0, help="Everything depends on it.")] = 1,
    played: Annotated[int, typer.Option(min=0, help="Rounds to be drawn and played.")] = 0,
    preset: Annotated[str, typer.Option(help="bga, egf, aga, german, opengotha, club or swiss.")] = "egf",
    setting: Annotated[list[str] | None, typer.Option("--set", help="Any setting, KEY=VALUE.")] = None,
    median: Annotated[float, typer.Option(help="Median strength, European rating points.")] = 1750.0,
    spread: Annotated[float, typer.Option(min=0, help="Spread of the strengths, rating points.")] = 520.0,
    strongest: Annotated[int, typer.Option(help="No strength above this.")] = 2750,
    home: Annotated[float, typer.Option(help="Share of the host's country.")] = 0.6,
    big_club: Annotated[float, typer.Option(help="Share of its largest club.")] = 0.2,
    part_time: Annotated[float, typer.Option(help="Share that misses a round.")] = 0.1,
    late: Annotated[float, typer.Option(help="Share that comes later.")] = 0.03,
    leaving: Annotated[float, typer.Option(help="Share that goes earlier.")] = 0.08,
    rated: Annotated[float, typer.Option(help="Share with a rating of its own.")] = 0.85,
    model: Model = "egf",
    jigo: Jigo = 0.02,
    no_show: NoShow = 0.0,
    per_stone: PerStone = 0.65,
    truth: Truth = 1.0,
) -> None:
    """Make up a realistic tournament, the same for the same options, played as far as wanted."""
    from ..bench.generate import Recipe, make_folder, settings_as_typed
    from ..bench.generator import FieldShape

    shape = FieldShape(players, rounds, median, spread, strongest, home, big_club, part_time, late, leaving, rated)
    given = settings_as_typed(path, setting or [])
    recipe = Recipe(shape, preset, given, played, model_of(model, jigo, no_show, per_stone, truth))
    make_folder(recipe, seed, path, command())
    say(f"{path}: {players} players, {played} of {rounds} rounds played; next: mcmahon pair {quoted(path)}")


@commands.command()
def simulate(
    out: Annotated[Path, typer.Argument(metavar="FILE", help="Rows: .csv, or .parquet.")],
    engines: Annotated[str, typer.Option(help="Engines with commas: ours, greedy, slide, fold …")] = "ours",
    profiles: Annotated[str, typer.Option(help="Weight profiles with commas.")] = "balanced",
    players: Annotated[str, typer.Option(help="Field sizes with commas.")] = "60",
    rounds: Annotated[str, typer.Option(help="Numbers of rounds with commas.")] = "5",
    bars: Annotated[str, typer.Option(help="Bars with commas: ranks, auto, none.")] = "auto",
    tournaments: Annotated[int, typer.Option(min=1, help="Tournaments for each point of the grid.")] = 30,
    seed: Annotated[int, typer.Option(min=0, help="Seed of the first; the others follow.")] = 1,
    preset: Annotated[str, typer.Option(help="bga, egf, aga, german, opengotha, club or swiss.")] = "egf",
    setting: Annotated[list[str] | None, typer.Option("--set", help="Any setting, KEY=VALUE.")] = None,
    model: Model = "egf",
    jigo: Jigo = 0.02,
    no_show: NoShow = 0.0,
    per_stone: PerStone = 0.65,
    truth: Truth = 1.0,
    workers: Annotated[int, typer.Option(help="Processes; -1 = one a core.")] = -1,
    dask: Annotated[str, typer.Option(metavar="ADDRESS", help="Run on a Dask cluster.")] = "",
    resume: Annotated[bool, typer.Option("--resume", help="Go on with a file that was interrupted.")] = False,
    report: ReportPage = None,
    baseline: Baseline = "",
) -> None:
    """Play many made-up tournaments by several methods with the same luck, a row of measures for each."""
    with extra("bench"):
        from ..bench.grid_request import GridRequest, check_rows_place, grid_of

    check_rows_place(out)
    request = GridRequest(engines, profiles, players, rounds, bars, tournaments, seed, preset, setting or ())
    grid = grid_of(request, model_of(model, jigo, no_show, per_stone, truth))
    done = _swept(grid, out, (workers, dask, resume))
    say(f"{out}: {done.new} rows new, {done.known} known before")
    if done.missing:
        warn(f"stopped: {done.missing} rows are missing; to go on: the same command with --resume")
        raise typer.Exit(130)
    tell_report(out, report, baseline, done.new)


def _swept(grid: Grid, out: Path, how: tuple[int, str, bool]) -> Swept:
    """The sweep run by (workers, Dask's address, whether to resume), with its progress; Ctrl-C keeps its rows."""
    from ..bench.sweep import Run, sweep

    usual = signal.signal(signal.SIGINT, signal.default_int_handler)  # the sweep ends its workers by itself
    try:
        with told_progress() as tell:
            return sweep(grid, out, Run(*how, progress=lambda p: tell(f"{p.done} of {p.total}, {p.left:.0f} s left")))
    finally:
        signal.signal(signal.SIGINT, usual)
