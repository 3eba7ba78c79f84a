"""Commands for researchers: generate, simulate."""

from __future__ import annotations

import signal
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .bench import Baseline, engine_names, tell_report, words
from .common import command, extra, quoted, say, told_progress, warn

if TYPE_CHECKING:
    from ..bench.engines import Engine
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
    from ..bench.generate import Recipe
    from ..bench.generate import generate as made
    from ..bench.generator import FieldShape
    from ..io.conversion import check_place
    from ..io.folder.folder import TournamentFolder
    from ..io.settings.settings_file import parse_assignments

    check_place(path, True)
    shape = FieldShape(players, rounds, median, spread, strongest, home, big_club, part_time, late, leaving, rated)
    given: dict[str, Any] = {"name": path.resolve().name}
    given |= {key: value for key, value in parse_assignments(setting or []).items() if value is not None}
    recipe = Recipe(shape, preset, given, played, model_of(model, jigo, no_show, per_stone, truth))
    state = made(recipe, seed)
    TournamentFolder(path).create(state, command())
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
        from ..bench.sweep import Grid
    from ..io.settings.profiles import profile_named
    from ..io.settings.settings_file import new_settings_text, parse_settings
    from ..model.errors import InputError

    if out.suffix not in (".csv", ".parquet"):
        raise InputError(f"{out}; right would be: a name in .csv or .parquet")
    grid = Grid(
        _engines(engines),
        tuple(profile_named(name) for name in words(profiles)),
        (model_of(model, jigo, no_show, per_stone, truth),),
        tuple(words(bars)),
        tuple(_numbers(rounds, "--rounds")),
        tuple(_numbers(players, "--players")),
        tournaments,
        seed,
        parse_settings(new_settings_text(preset, {"rounds": 5, **_settings(setting or [])}), "simulate"),
    )
    done = _swept(grid, out, (workers, dask, resume))
    say(f"{out}: {done.new} rows new, {done.known} known before")
    if done.missing:
        warn(f"stopped: {done.missing} rows are missing; to go on: the same command with --resume")
        raise typer.Exit(130)
    tell_report(out, report, baseline, done.new)


def _engines(text: str) -> dict[str, Engine]:
    """The engines named. Raises InputError where there is none, or one is unknown."""
    from ..bench.engines import ENGINES
    from ..model.errors import InputError

    names = engine_names(text)
    if not names:
        raise InputError(f"no engine is named; right would be: some of {', '.join(ENGINES)}")
    return {name: ENGINES[name] for name in names}


def _settings(texts: Sequence[str]) -> dict[str, Any]:
    """The settings that all tournaments of a sweep have. Raises InputError for what its grid varies."""
    from ..io.settings.settings_file import parse_assignments
    from ..model.errors import InputError

    keys = [text.partition("=")[0].strip() for text in texts]
    for key, option in (("start.bar", "--bars"), ("rounds", "--rounds"), ("seed", "--seed")):
        if key in keys:
            raise InputError(f"--set {key} is what the grid varies; right would be: {option}")
    for key in keys:
        if keys.count(key) > 1:
            raise InputError(f"--set {key} is given twice; right would be: one value, and a second run with --resume")
    return {key: value for key, value in parse_assignments(texts).items() if value is not None}


def _swept(grid: Grid, out: Path, how: tuple[int, str, bool]) -> Swept:
    """The sweep run by (workers, Dask's address, whether to resume), with its progress; Ctrl-C keeps its rows."""
    from ..bench.sweep import Run, sweep

    usual = signal.signal(signal.SIGINT, signal.default_int_handler)  # the sweep ends its workers by itself
    try:
        with told_progress() as tell:
            return sweep(grid, out, Run(*how, progress=lambda p: tell(f"{p.done} of {p.total}, {p.left:.0f} s left")))
    finally:
        signal.signal(signal.SIGINT, usual)


def _numbers(text: str, option: str) -> list[int]:
    from ..model.errors import InputError

    try:
        return [int(word) for word in words(text)]
    except ValueError:
        raise InputError(f"{option} {text!r}; right would be: whole numbers with commas") from None
