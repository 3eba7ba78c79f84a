"""The commands of `mcmahon bench`: reports on simulations, rounds as problems for other solvers, measurements."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from mcmahon.cli.common import command, desk, echo, echo_json, warn
from mcmahon.cli.request_options import Dir, RoundOption, example

commands = typer.Typer(help="Exchange rounds with other solvers, and measure the engine.", no_args_is_help=True)

WRITTEN = "The file to write: .json, .dimacs (`p edge`, as Blossom V reads it) or .lgf (LEMON)."
Baseline = Annotated[
    str,
    typer.Option(
        metavar="NAME", help="Compare with this method (part of its name); by default ours, balanced or the first."
    ),
]


@commands.command("report", epilog=example("bench report rows.csv page.html"))
def report_rows(
    rows: Annotated[
        Path, typer.Argument(metavar="ROWS", help="Rows of `simulate`: a .csv or .parquet file, or a folder of .parts.")
    ],
    page: Annotated[Path | None, typer.Argument(metavar="PAGE", help="Write a page with plots here, .html.")] = None,
    baseline: Baseline = "",
) -> None:
    """Compare the methods in a file of simulated tournaments, with 95 % intervals."""
    tell_report(rows, page, baseline)


@commands.command("export", epilog=example("bench export spring round.json", "bench export spring round.dimacs"))
def export_problem(
    path: Dir,
    out: Annotated[Path, typer.Argument(metavar="FILE", help=WRITTEN)],
    number: RoundOption = 0,
    profile: Annotated[str, typer.Option(metavar="NAME", help="Weight profile; by default the one of the draw.")] = "",
    lottery: Annotated[bool, typer.Option("--lottery", help="Add the lottery as the last tier.")] = False,
) -> None:
    """Write a round as a problem for other solvers (format: docs/reference/exchange.md)."""

    from mcmahon.desk.questions.standing_round import problem_of_round

    from ..exchange.problem import export_round
    from ..profiles import named_for_research

    own = named_for_research(profile, path) if profile else None
    state = desk(path).read()
    problem = problem_of_round(state, number, own)
    more = export_round(problem, out, lottery, state.tournament.settings.name)
    say_written(out, f"round {problem.round}, {len(problem)} players", more, out)


@commands.command(
    epilog=example(
        "bench instance", "bench instance egf250-r3 round.json", "bench instance egf250-r3 --certificate proof.npz"
    )
)
def instance(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A round of the library; without it, all are listed.")
    ] = "",
    out: Annotated[Path | None, typer.Argument(metavar="FILE", help=WRITTEN)] = None,
    certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Solve the round, and write its certificate here, .npz.")
    ] = None,
) -> None:
    """Write a round of the library for other solvers, made from its recipe and compared with its checksum."""
    from ..exchange.problem import export_round
    from ..exchange.solve_file import check_certificate_name
    from ..library.table import certified, checked, named, read_rounds
    from .instances import instance_text, instances_text
    from .solving import tell_certificate, tell_costs

    if certificate and not name:
        raise typer.BadParameter("expected the name of a round, too", param_hint="--certificate")
    if not (out or certificate):
        echo(instance_text(named(name)) if name else instances_text(list(read_rounds().values())))
        return
    own = named(name)
    if certificate:
        check_certificate_name(certificate)
    problem = checked(own)
    if out:
        say_written(out, f"round {own.round}, {own.players} players", export_round(problem, out), own.name)
    if certificate:
        solved = certified(own, problem)
        tell_costs(name, solved)
        tell_certificate(solved, certificate)


def say_written(out: Path, what: str, more: str, problem: object) -> None:
    """Say what a file has, and how a solution is checked."""
    more = f", {more}" if more else ""
    echo(f"{out}: {what}{more}; to check a solution: mcmahon bench verify {problem} FILE")


@commands.command("verify", epilog=example("bench verify round.json mine.json", "bench verify egf250-r3 mine.json"))
def verify_solution(
    problem: Annotated[
        str, typer.Argument(metavar="PROBLEM", help="A file that `bench export` wrote, or the name of a library round.")
    ],
    solution: Annotated[
        Path, typer.Argument(metavar="SOLUTION", help='{"pairs": [[id, id], …], "byes": [id]}; a matching.')
    ],
) -> None:
    """Check a solution of an exported round, with no tournament folder; exit code 1 if it is not legal."""
    from ..exchange.problem import judge_round
    from ..exchange.problem import verify_solution as judge
    from ..library.table import checked, read_rounds

    own = None if Path(problem).exists() else read_rounds().get(problem)
    found = judge_round(checked(own), solution) if own else judge(Path(problem), solution)
    echo_json(found)
    if not found.legal:
        raise typer.Exit(1)


@commands.command(epilog=example("bench solve round.json", "bench solve costs.csv --engine blossom --out answer.json"))
def solve(
    problem: Annotated[
        str,
        typer.Argument(
            metavar="FILE",
            help="A file of `bench export` (.json, .dimacs, .lgf), a matrix of costs (.csv, .npz), or a library round.",
        ),
    ],
    engine: Annotated[str, typer.Option(metavar="NAME", help="The engine that solves it.")] = "ours",
    out: Annotated[
        Path | None, typer.Option("--out", metavar="FILE", help="Write the answer here; by default NAME-answer.json.")
    ] = None,
    certificate: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Write the certificate here, .npz; by default beside the answer."),
    ] = None,
) -> None:
    """Solve a problem of one round, and write the answer and the certificate that proves it."""
    from ..exchange.solve_file import check_certificate_name, read_any, round_to_solve, solve_round
    from ..library.table import checked, read_rounds
    from ..typed import engine_names
    from .solving import tell_solved

    if certificate:
        check_certificate_name(certificate)
    names = engine_names(engine)
    if len(names) != 1:
        raise typer.BadParameter("expected one engine", param_hint="--engine")
    own = None if Path(problem).exists() else read_rounds().get(problem)
    given = round_to_solve(checked(own), own.name) if own else read_any(Path(problem))
    tell_solved(problem, solve_round(given, names[0]), out or Path(f"{Path(problem).stem}-answer.json"), certificate)


@commands.command(epilog=example("bench speed", "bench speed 50 250 --fields 3"))
def speed(
    sizes: Annotated[
        list[int] | None, typer.Argument(metavar="PLAYERS", help="Sizes of the fields; by default 50, 250, 1000.")
    ] = None,
    fields: Annotated[int, typer.Option(metavar="N", min=1, help="Fields of each size.")] = 5,
    rounds: Annotated[int, typer.Option(metavar="N", min=1, max=20, help="Rounds of each field.")] = 6,
    profile: Annotated[
        str, typer.Option(metavar="NAME", help="Weight profile; it may have tiers and rules over pairs.")
    ] = "balanced",
    engines: Annotated[
        str, typer.Option(metavar="NAMES", help="Other engines to time, separated by commas, as ratios to ours.")
    ] = "",
    memory: Annotated[
        bool, typer.Option("--command", help="Also measure the whole command from a cold start, and its memory.")
    ] = False,
) -> None:
    """Time the engine on realistic fields: median, 95 % and worst seconds of a proven round."""
    from mcmahon.model.errors import InputError

    from ..speed.rounds import Suite, report
    from ..typed import engine_names

    if min(sizes or [4 * rounds]) < 4 * rounds:
        raise InputError(f"{rounds} rounds need fields of at least {4 * rounds} players; for fewer rounds: --rounds")
    suite = Suite(fields, rounds, profile, False, memory, tuple(engine_names(engines)))
    echo("| " + " | ".join(suite.titles) + " |")
    echo("|---" * len(suite.titles) + "|")
    for size in sizes or [50, 250, 1000]:
        echo(report(size, suite))


@commands.command("worst-cases", epilog=example("bench worst-cases 200"))
def worst_cases(
    size: Annotated[int, typer.Argument(metavar="PLAYERS", min=20, help="Size of the fields.")] = 1000,
    only: Annotated[str, typer.Option(metavar="NAMES", help="Cases, separated by commas; by default all.")] = "",
) -> None:
    """Time fields that are hard for the solver: one score group, odd cliques, concave costs, impossible rules …"""
    from mcmahon.model.errors import InputError

    from ..speed.worst_cases import CASES, line_of
    from ..typed import words

    unknown = [name for name in words(only) if name not in CASES]
    if unknown:
        raise InputError(f"no case is called {unknown[0]!r}; expected one or more of {', '.join(CASES)}")
    echo(f"| case, {size} players | answer | seconds |")
    echo("|---|---|---|")
    for name in words(only) or CASES:
        echo(line_of(name, size))


@commands.command(epilog=example("bench replay data"))
def replay(
    home: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder with tournaments/ and opengotha/.")],
    profile: Annotated[str, typer.Option(metavar="NAME", help="Weight profile.")] = "balanced",
) -> None:
    """Draw real tournaments again, each round from its real history, and compare with OpenGotha and the real rounds."""
    from mcmahon.io.settings.profiles import profile_named

    from ..opengotha.replay import print_replay
    from ..tournaments.real import check_home

    check_home(home)
    print_replay(home, profile_named(profile))


@commands.command(epilog=example("bench opengotha data"))
def opengotha(
    home: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder with tournaments/ and opengotha/.")],
) -> None:
    """Measure OpenGotha's pairings and ours by OpenGotha's own objective, round by round, in whole numbers."""
    from ..opengotha.value import print_comparison
    from ..tournaments.real import check_home

    check_home(home)
    print_comparison(home)


@commands.command("best-known", epilog=example("bench best-known instances"))
def best_known(home: Annotated[Path, typer.Argument(metavar="FOLDER", help="A folder of instances.")]) -> None:
    """Write best_known.csv: cost, bound and proof of every round of every tournament in a folder."""
    from ..best_known import write_best_known

    echo(write_best_known(home).rstrip())


def tell_report(out: Path, page: Path | None, baseline: str, new: int | None = None) -> None:
    """Print the report on the rows, and write the page if one is wanted; `new` rows were played just now."""
    from ..sweeps.report import read_report, write_report
    from .report import report_text

    found = read_report(out, baseline)
    echo(report_text(found))
    if found.relaxed:
        warn(f"{found.relaxed} rounds had no legal pairing and were drawn with all rules relaxed (relaxed_rounds)")
    if page:
        write_report(found, page, out, command(), new)
        echo(f"{page}: all metrics, with plots")
