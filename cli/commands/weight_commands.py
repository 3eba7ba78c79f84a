"""Commands about weights: what-if, sensitivity, pareto."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from ..common import (
    AsJson,
    Dir,
    RoundOption,
    ToFile,
    check_to,
    desk,
    echo,
    echo_json,
    example,
    progress,
    warn,
    write_to,
)
from ..output import columns, fitted

if TYPE_CHECKING:
    from ...desk.questions.comparing import Column
    from ...desk.questions.weights import FrontFound, Intervals
    from ...desk.questions.what_if import Compared

commands = typer.Typer()

Profiles = Annotated[
    list[str] | None, typer.Option("--profile", metavar="NAME|FILE", help="A weight profile; repeat it for several.")
]
Varied = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help="Change weights (club=50,mms=900) or a setting (start.bar=2d)."),
]
Criteria = Annotated[list[str], typer.Argument(metavar="CRITERION", help="Two or three criteria: mms club.")]
Replay = Annotated[bool, typer.Option("--replay", help="Draw all rounds so far, each from its real history.")]


@commands.command("what-if", epilog=example("what-if spring --profile swiss", "what-if spring --set club=50"))
def what_if(
    path: Dir,
    profile: Profiles = None,
    set_: Varied = None,
    pairs: Annotated[
        list[Path] | None,
        typer.Option(
            metavar="FILE", help="Pairings from another source: CSV with white, black and, if you like, round."
        ),
    ] = None,
    replay: Replay = False,
    number: RoundOption = 0,
    as_json: AsJson = False,
    to: ToFile = None,
) -> None:
    """Draw a round with other weights or settings and compare the pairings; nothing is written."""
    from ...desk.grids import compared_grid
    from ...desk.profiles import profile_named
    from ...desk.questions.what_if import WhatIf, compared_answer, their_pairs
    from ...desk.questions.what_if import what_if as compared

    check_to(to, as_json)
    profiles = [profile_named(name, path) for name in profile or ()]
    request = WhatIf(profiles, set_ or (), [their_pairs(file) for file in pairs or ()], replay, number)
    with progress("drawing …"):
        found = desk(path).ask(lambda state: compared(state, request))
    if to is not None:
        write_to(to, compared_grid(found.state.tournament, found.value))
    elif as_json:
        echo_json(compared_answer(found.value))
    else:
        echo(compared_text(found.state.tournament.settings.name, found.value, replay))


@commands.command(epilog=example("sensitivity spring --round 2"))
def sensitivity(path: Dir, number: RoundOption = 0, as_json: AsJson = False, to: ToFile = None) -> None:
    """Show for each weight how far it can change before another round is better (proven), and what changes then."""
    from ...desk.grids import intervals_grid
    from ...desk.questions.weights import sensitivity as intervals

    check_to(to, as_json)
    with progress("trying weights …"):
        found = desk(path).ask(lambda state: intervals(state, number))
    if to is not None:
        write_to(to, intervals_grid(found.state.tournament, found.value))
    elif as_json:
        echo_json(found.value.found)
    else:
        echo(intervals_text(found.state.tournament.settings.name, found.value))


@commands.command(epilog=example("pareto spring mms club", "pareto spring mms club --svg p.svg"))
def pareto(
    path: Dir,
    criteria: Criteria,
    every: Annotated[bool, typer.Option("--all", help="Show all points, also those that no weights reach.")] = False,
    most: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="At most N points with --all; by default 200.")
    ] = None,
    seconds: Annotated[float, typer.Option(metavar="SECONDS", min=0.1, help="Time limit for each point.")] = 20.0,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="Write a picture (two criteria).")] = None,
    number: RoundOption = 0,
    as_json: AsJson = False,
    to: ToFile = None,
) -> None:
    """Show the exact Pareto front of a round for two or three criteria; every point is proven."""
    from ...desk.grids import front_grid
    from ...desk.options import Options
    from ...desk.questions.weights import Pareto, front_answer, write_front
    from ...desk.questions.weights import pareto as front_between

    check_to(to, as_json)
    request = Pareto(criteria, every, most, svg, number)
    with progress("looking for points …"):
        found = desk(path).ask(lambda state: front_between(state, request, Options(seconds))).value
    write_front(found, request)
    if to is not None:
        write_to(to, front_grid(found))
        return
    if as_json:
        echo_json(front_answer(found), None)
        return
    echo(front_text(found))
    warn(*front_notes(found))


def columns_text(standing: Column | None, others: Sequence[Column], more: Sequence[Sequence[object]] = ()) -> str:
    """Profiles side by side: plain counts, `more` rows, boards that differ, the cost with each profile's weights."""
    now = [standing] if standing is not None else []
    shown = [*now, *others]
    counts = [asdict(column.counts) for column in shown]
    rows: list[Sequence[object]] = [[name.replace("_", " "), *(of[name] for of in counts)] for name in counts[0]]
    rows += more
    differing = [column.differing if now else "" for column in others]
    rows.append(["boards that differ", *("" for _ in now), *differing])
    rows.append(["cost with own weights", *(f"{column.cost:,}" for column in shown)])
    rows.append(["proven", *("" for _ in now), *("yes" if column.proven else "no" for column in others)])
    return columns(["", *(column.label for column in shown)], rows, "l" + "r" * len(shown))


def compared_text(name: str, found: Compared, replay: bool) -> str:
    """The rounds, and a column for each profile."""
    which = f"{len(found.numbers)} rounds" if replay else f"round {found.numbers[0]}"
    return f"{name}: {which}\n{columns_text(found.standing, found.columns)}"


def intervals_text(name: str, intervals: Intervals) -> str:
    """The interval of each weight, then the changes outside it."""
    rows, beyond = [], []
    for i in intervals.found:
        rows.append([i.criterion, f"{i.weight:,}", i.counts, f"{i.low:,}", f"{i.high:,}" if i.above else "any"])
        beyond += [f"  {i.criterion} {i.low - 1:,}: {i.below}"] if i.below else []
        beyond += [f"  {i.criterion} {i.high + 1:,}: {i.above}"] if i.above else []
    head = f"{name}: round {intervals.number} stays optimal if one weight changes within its interval"
    table = columns(["criterion", "weight", "units", "from", "to"], rows, "lrrrr")
    return "\n".join([head, table, *(["Outside the interval:", *beyond] if beyond else [])])


def front_text(front: FrontFound) -> str:
    """The points of a front, and the values of the current round."""
    from ...desk.questions.weights import some_weights

    now = front.standing
    rows = [
        [*point.values, f"{cost:,}", some_weights(point), "" if now is None else boards]
        for point, cost, boards in front.points
    ]
    table = fitted(front.titles, rows, "r" * len(front.titles), ("boards that differ", "by some weights"))
    if now is None:
        return table
    stands = ", ".join(f"{name} {value}" for name, value in zip(front.criteria, now, strict=True))
    return f"{table}\nThe current round: {stands}"


def front_notes(front: FrontFound) -> list[str]:
    """Whether there may be more points, or better ones."""
    found, lines = len(front.points), []
    if front.may_be_more:
        lines.append(f"there may be more than these {found} points; to see more: --most {2 * found}")
    if not front.proven:
        lines.append("points with ? are not proven: there may be better ones; allow more time with --seconds")
    return lines
