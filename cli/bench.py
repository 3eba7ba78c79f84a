"""The commands of `mcmahon bench`: reports of simulations, rounds as problems for other solvers, measurements."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from .common import Dir, RoundOption, command, desk, extra, say, say_json, warn
from .listing import InFolder

commands = typer.Typer(cls=InFolder, help="Problems to exchange, and measurements.", no_args_is_help=True)

Baseline = Annotated[
    str, typer.Option(help="Whom to compare with: a method or part of its name; else ours, balanced or the first.")
]


@commands.command("report")
def report_rows(
    rows: Annotated[Path, typer.Argument(metavar="FILE", help="Rows of simulate, .csv or .parquet.")],
    page: Annotated[Path | None, typer.Argument(metavar="PAGE", help="Write a page with plots, .html.")] = None,
    baseline: Baseline = "",
) -> None:
    """Compare the methods in a file of simulated tournaments, with intervals."""
    with extra("bench"):
        from ..bench import report  # noqa: F401
    tell_report(rows, page, baseline)


@commands.command("export")
def export_problem(
    path: Dir,
    out: Annotated[Path, typer.Argument(metavar="FILE", help="JSON that any solver can read.")],
    number: RoundOption = 0,
    profile: Annotated[str, typer.Option(help="By default the one that the round was drawn by.")] = "",
    lottery: Annotated[bool, typer.Option("--lottery", help="The lottery as last tier: one best pairing.")] = False,
) -> None:
    """Write a round as a problem for other solvers (docs/reference/exchange.md)."""
    from ..bench.exchange import export_problem as write
    from ..bench.exchange import problem_of_round
    from ..desk.profiles import profile_named

    own = profile_named(profile, path) if profile else None
    number, problem = problem_of_round(desk(path).read(), number, own)
    write(problem, out, lottery)
    say(f"{out}: round {number}, {len(problem)} players; a solution is judged by: mcmahon bench verify {out} FILE")


@commands.command("verify")
def verify_solution(
    problem: Annotated[Path, typer.Argument(metavar="PROBLEM", help="A file of `bench export`.")],
    solution: Annotated[Path, typer.Argument(metavar="SOLUTION", help='{"pairs": [[id, id], …], "byes": [id]}')],
) -> None:
    """Judge a solution of an exported round by the file alone; exit code 1 when it is not legal."""
    from ..bench.exchange import verify_solution as judge

    found = judge(problem, solution)
    say_json(found)
    if not found.legal:
        raise typer.Exit(1)


@commands.command()
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
    from ..bench.typed import engine_names
    from ..model.errors import InputError

    if min(sizes or [4 * rounds]) < 4 * rounds:
        raise InputError(f"{rounds} rounds need fields of at least {4 * rounds} players; fewer rounds: --rounds")
    suite = Suite(fields, rounds, profile, False, memory, tuple(engine_names(engines)))
    say("| " + " | ".join(suite.titles) + " |")
    say("|---" * len(suite.titles) + "|")
    for size in sizes or [50, 250, 1000]:
        with extra("bench"):
            say(report(size, suite))


@commands.command("worst-cases")
def worst_cases(
    size: Annotated[int, typer.Argument(min=20, help="Players.")] = 1000,
    only: Annotated[str, typer.Option(help="Cases with commas; by default all.")] = "",
) -> None:
    """Time the fields that are hard for the method: one group, odd cliques, concave costs, impossible rules …"""
    from ..bench.typed import words
    from ..bench.worst_cases import CASES, line_of
    from ..model.errors import InputError

    unknown = [name for name in words(only) if name not in CASES]
    if unknown:
        raise InputError(f"no case is called {unknown[0]!r}; expected some of {', '.join(CASES)}")
    say(f"| case, {size} players | answer | seconds |")
    say("|---|---|---|")
    for name in words(only) or CASES:
        say(line_of(name, size))


@commands.command()
def replay(
    home: Annotated[Path, typer.Argument(metavar="FOLDER", help="Holds tournaments/ and opengotha/.")],
    profile: Annotated[str, typer.Option(help="Weight profile.")] = "balanced",
) -> None:
    """Draw real tournaments again, round by round from their real history, and count beside others."""
    from ..bench.real import check_home
    from ..bench.replay import print_replay
    from ..desk.profiles import profile_named

    check_home(home)
    print_replay(home, profile_named(profile))


@commands.command()
def opengotha(
    home: Annotated[Path, typer.Argument(metavar="FOLDER", help="Holds tournaments/ and opengotha/.")],
) -> None:
    """Measure OpenGotha's pairs and our optimum by OpenGotha's own function, round by round, to the integer."""
    from ..bench.opengotha_value import print_comparison
    from ..bench.real import check_home

    check_home(home)
    print_comparison(home)


@commands.command("best-known")
def best_known(home: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder of instances.")]) -> None:
    """Write best_known.csv: cost, bound and proof of every round of every tournament of a folder."""
    from ..bench.best_known import write_best_known

    say(write_best_known(home).rstrip())


def tell_report(out: Path, page: Path | None, baseline: str, new: int | None = None) -> None:
    """Print what the rows say, and write the page if one is wanted; `new` rows are those played just now."""
    from ..bench.report import read_report, write_report
    from .views.report import report_text

    found = read_report(out, baseline)
    say(report_text(found))
    if found.relaxed:
        warn(f"{found.relaxed} rounds had no legal pairing and were drawn with every rule relaxed (relaxed_rounds)")
    if page:
        write_report(found, page, out, command(), new)
        say(f"{page}: all metrics, with plots")
