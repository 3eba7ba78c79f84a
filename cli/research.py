"""Commands for researchers: generate, simulate, and `bench` with its own commands."""

from __future__ import annotations

import json
import signal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import Dir, RoundOption, command, extra, folder, say, told_progress, warn

if TYPE_CHECKING:
    from ..bench.results_model import ResultModel

commands = typer.Typer()
bench = typer.Typer(help="Problems to exchange, and measurements.", no_args_is_help=True)
commands.add_typer(bench, name="bench")

Model = Annotated[str, typer.Option("--model", help="Rating model of results: egf, egf-komi, aga, fixed.")]
Jigo = Annotated[float, typer.Option(help="Chance of a jigo where komi is whole.")]
NoShow = Annotated[float, typer.Option(help="Chance that a player misses a round without notice.")]
PerStone = Annotated[float, typer.Option(help="With --model fixed: chance of who is a stone stronger.")]
Truth = Annotated[float, typer.Option(help="How far true strength is from the listed one; 0 = not at all.")]
ReportPage = Annotated[Path | None, typer.Option(metavar="PAGE", help="Write a page with plots, .html.")]
Baseline = Annotated[str, typer.Option(help="The method that others are compared with; by default ours.")]


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
    preset: Annotated[str, typer.Option(help="bga, egf, aga, german, opengotha or swiss.")] = "egf",
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
    from ..io.folder import TournamentFolder
    from ..io.settings_file import parse_assignments

    check_place(path, True)
    shape = FieldShape(players, rounds, median, spread, strongest, home, big_club, part_time, late, leaving, rated)
    given: dict[str, Any] = {"name": path.resolve().name}
    given |= {key: value for key, value in parse_assignments(setting or []).items() if value is not None}
    recipe = Recipe(shape, preset, given, played, model_of(model, jigo, no_show, per_stone, truth))
    state = made(recipe, seed)
    store = TournamentFolder(path)
    store.create(state.settings_text, command())
    with store.change(command()) as change:
        change.state = state
    say(f"{path}: {players} players, {played} of {rounds} rounds played; next: mcmahon pair {path}")


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
    preset: Annotated[str, typer.Option(help="bga, egf, aga, german, opengotha or swiss.")] = "egf",
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
        from ..bench.engines import ENGINES
        from ..bench.sweep import Grid, Run, sweep
    from ..io.settings_file import new_settings_text, parse_assignments, parse_settings
    from ..model.errors import InputError
    from ..solver.profiles import load_profile

    names = _engine_names(engines)
    given = {key: value for key, value in parse_assignments(setting or []).items() if value is not None}
    if not names:
        raise InputError(f"no engine is named; right would be: some of {', '.join(ENGINES)}")
    if out.suffix not in (".csv", ".parquet"):
        raise InputError(f"{out}; right would be: a name in .csv or .parquet")
    grid = Grid(
        {name: ENGINES[name] for name in names},
        tuple(load_profile(name) for name in _words(profiles)),
        (model_of(model, jigo, no_show, per_stone, truth),),
        tuple(_words(bars)),
        tuple(_numbers(rounds, "--rounds")),
        tuple(_numbers(players, "--players")),
        tournaments,
        seed,
        parse_settings(new_settings_text(preset, {"rounds": 5, **given}), "simulate"),
    )
    usual = signal.signal(signal.SIGINT, signal.default_int_handler)  # the sweep ends its workers and keeps its rows
    try:
        with told_progress() as tell:
            done = sweep(
                grid,
                out,
                Run(workers, dask, resume, progress=lambda p: tell(f"{p.done} of {p.total}, {p.left:.0f} s left")),
            )
    finally:
        signal.signal(signal.SIGINT, usual)
    say(f"{out}: {done.new} rows new, {done.known} known before")
    if done.missing:
        warn(f"stopped: {done.missing} rows are missing; to go on: the same command with --resume")
        raise typer.Exit(130)
    _tell_report(out, report, baseline)


def _tell_report(out: Path, page: Path | None, baseline: str) -> None:
    """Print what the rows say, and write the page if one is wanted."""
    from ..bench.report import read_report, report_text, write_report

    found = read_report(out, baseline)
    say(report_text(found))
    if found.relaxed:
        warn(f"{found.relaxed} rounds had no legal pairing and were drawn with every rule relaxed (relaxed_rounds)")
    if page:
        write_report(found, page, out, command())
        say(f"{page}: all metrics, with plots")


def _engine_names(text: str) -> list[str]:
    """The engines of a list with commas. Raises InputError."""
    from ..bench.engines import ENGINES
    from ..model.errors import InputError

    names = _words(text)
    unknown = [name for name in names or [""] if text.strip() and name not in ENGINES]
    if unknown:
        raise InputError(f"no engine is called {unknown[0]!r}; right would be: some of {', '.join(ENGINES)}")
    return names


def _words(text: str) -> list[str]:
    return [word.strip() for word in text.split(",") if word.strip()]


def _numbers(text: str, option: str) -> list[int]:
    from ..model.errors import InputError

    try:
        return [int(word) for word in _words(text)]
    except ValueError:
        raise InputError(f"{option} {text!r}; right would be: whole numbers with commas") from None


@bench.command("report")
def report_rows(
    rows: Annotated[Path, typer.Argument(metavar="FILE", help="Rows of simulate, .csv or .parquet.")],
    page: Annotated[Path | None, typer.Argument(metavar="PAGE", help="Write a page with plots, .html.")] = None,
    baseline: Baseline = "",
) -> None:
    """Compare the methods in a file of simulated tournaments, with intervals."""
    with extra("bench"):
        from ..bench import report  # noqa: F401
    _tell_report(rows, page, baseline)


@bench.command("export")
def export_problem(
    path: Dir,
    out: Annotated[Path, typer.Argument(metavar="FILE", help="JSON that any solver can read.")],
    number: RoundOption = 0,
    profile: Annotated[str, typer.Option(help="By default the one that the round was drawn by.")] = "",
) -> None:
    """Write a round as a problem for other solvers (docs/exchange.md)."""
    from ..bench.exchange import export_problem as write
    from ..desk.redrawn import next_redrawn, redrawn
    from ..model.errors import InputError
    from ..solver.profiles import load_profile

    state = folder(path).read()
    count = len(state.tournament.rounds)
    own = next_redrawn(state, path) if number == count + 1 else redrawn(state, number, path)
    problem = own.problem(load_profile(profile, path) if profile else None)
    if len(problem) < 2:
        raise InputError(f"round {own.number} has fewer than two entrants: there is nothing to export")
    write(problem, out)
    say(f"{out}: round {own.number}, {len(problem)} players; a solution is judged by: mcmahon bench verify {out} FILE")


@bench.command("verify")
def verify_solution(
    problem: Annotated[Path, typer.Argument(metavar="PROBLEM", help="A file of `bench export`.")],
    solution: Annotated[Path, typer.Argument(metavar="SOLUTION", help='{"pairs": [[id, id], …], "byes": [id]}')],
) -> None:
    """Judge a solution of an exported round by the file alone; exit code 1 when it is not legal."""
    from ..bench.exchange import verify_solution as judge

    found = judge(problem, solution)
    say(json.dumps(found, ensure_ascii=False, indent=1))
    if not found["legal"]:
        raise typer.Exit(1)


@bench.command()
def speed(
    sizes: Annotated[list[int] | None, typer.Argument(help="Field sizes; by default 50, 250, 1000.")] = None,
    fields: Annotated[int, typer.Option(min=1, help="Fields of each size.")] = 5,
    rounds: Annotated[int, typer.Option(min=1, max=20, help="Rounds of each field.")] = 6,
    profile: Annotated[str, typer.Option(help="Weight profile, also one with tiers or rules over pairs.")] = "balanced",
    engines: Annotated[str, typer.Option(help="Engines with commas whose times are shown as ratios to ours.")] = "",
    memory: Annotated[bool, typer.Option("--command", help="With the whole command, cold, and its memory.")] = False,
) -> None:
    """Time the engine over realistic fields: median, 95 % and worst seconds of proven rounds, others as ratios."""
    from ..bench.speed import Suite, report
    from ..model.errors import InputError

    if min(sizes or [4 * rounds]) < 4 * rounds:
        raise InputError(f"{rounds} rounds need fields of at least {4 * rounds} players; fewer rounds: --rounds")
    suite = Suite(fields, rounds, profile, False, memory, tuple(_engine_names(engines)))
    say("| " + " | ".join(suite.titles) + " |")
    say("|---" * len(suite.titles) + "|")
    for size in sizes or [50, 250, 1000]:
        with extra("bench"):
            say(report(size, suite))


@bench.command("worst-cases")
def worst_cases(
    size: Annotated[int, typer.Argument(min=20, help="Players.")] = 1000,
    only: Annotated[str, typer.Option(help="Cases with commas; by default all.")] = "",
) -> None:
    """Time the fields that are hard for the method: one group, odd cliques, concave costs, impossible rules …"""
    from ..bench.worst_cases import CASES, line_of
    from ..model.errors import InputError

    unknown = [name for name in _words(only) if name not in CASES]
    if unknown:
        raise InputError(f"no case is called {unknown[0]!r}; right would be: some of {', '.join(CASES)}")
    say(f"| case, {size} players | answer | seconds |")
    say("|---|---|---|")
    for name in _words(only) or CASES:
        say(line_of(name, size))


@bench.command()
def replay(
    home: Annotated[Path, typer.Argument(metavar="FOLDER", help="Holds tournaments/ and opengotha/.")],
    profile: Annotated[str, typer.Option(help="Weight profile.")] = "balanced",
) -> None:
    """Draw real tournaments again, round by round from their real history, and count beside others."""
    from ..bench.replay import print_replay
    from ..solver.profiles import load_profile

    _holds_tournaments(home)
    print_replay(home, load_profile(profile))


def _holds_tournaments(home: Path) -> None:
    """Raise FolderError where a folder has no pairs of files `tournaments/X.json` and `opengotha/X.json`."""
    from ..model.errors import FolderError

    names = {path.name for path in (home / "tournaments").glob("*.json")}
    if not names:
        raise FolderError(
            f"{home} holds no tournaments: a folder with tournaments/*.json and opengotha/*.json is needed"
        )
    missing = sorted(names - {path.name for path in (home / "opengotha").glob("*.json")})
    if missing:
        raise FolderError(f"{home / 'opengotha' / missing[0]} cannot be read: there is no such file")


@bench.command()
def opengotha(
    home: Annotated[Path, typer.Argument(metavar="FOLDER", help="Holds tournaments/ and opengotha/.")],
) -> None:
    """Measure OpenGotha's pairs and our optimum by OpenGotha's own function, round by round, to the integer."""
    from ..bench.opengotha_value import print_comparison

    _holds_tournaments(home)
    print_comparison(home)


@bench.command("best-known")
def best_known(home: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder of instances.")]) -> None:
    """Write best_known.csv: cost, bound and proof of every round of every tournament of a folder."""
    from ..bench.best_known import write_best_known

    say(write_best_known(home).rstrip())
