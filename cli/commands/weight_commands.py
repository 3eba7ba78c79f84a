"""Commands about weights: what-if, sensitivity, pareto."""

from __future__ import annotations

from collections.abc import Sequence

from typer import Typer

from ...desk.files.grids import compared_grid, front_grid, intervals_grid
from ...desk.questions.vary_weights import FrontFound, Intervals, Pareto, front_answer, some_weights, write_front
from ...desk.questions.vary_weights import pareto as front_between
from ...desk.questions.vary_weights import sensitivity as intervals
from ...desk.questions.what_if import ColumnAnswer, Compared, WhatIf
from ...desk.questions.what_if import what_if as compared
from ...model.tournament.rules import COUNTS
from ..common import ask, check_to, echo, echo_json, echo_or_json, warn, write_to
from ..output import columns, fitted
from ..request_options import AsJson, Dir, RoundOption, ToFile, example, takes

commands = Typer()


@commands.command("what-if", epilog=example("what-if spring --profile swiss", "what-if spring --set club=50"))
@takes("questions.what_if:WhatIf")
def what_if(path: Dir, asked: WhatIf, as_json: AsJson = False, to: ToFile = None) -> None:
    """Draw a round with other weights or settings and compare the pairings; nothing is written."""
    check_to(to, as_json)
    found = ask(path, lambda state: compared(state, asked, folder=path), "drawing …")
    if to is not None:
        write_to(to, compared_grid(found.state.tournament, found.value))
    else:
        text = compared_text(found.state.tournament.settings.name, found.value, asked.replay)
        echo_or_json(as_json, found.value.shown, text)


@commands.command(epilog=example("sensitivity spring --round 2"))
def sensitivity(path: Dir, number: RoundOption = 0, as_json: AsJson = False, to: ToFile = None) -> None:
    """Show for each weight how far it can change before another round is better (proven), and what changes then."""
    check_to(to, as_json)
    found = ask(path, lambda state: intervals(state, number), "trying weights …")
    if to is not None:
        write_to(to, intervals_grid(found.state.tournament, found.value))
    else:
        text = intervals_text(found.state.tournament.settings.name, found.value)
        echo_or_json(as_json, found.value.found, text)


@commands.command(epilog=example("pareto spring mms club", "pareto spring mms club --svg p.svg"))
@takes("questions.vary_weights:Pareto")
def pareto(path: Dir, asked: Pareto, as_json: AsJson = False, to: ToFile = None) -> None:
    """Show the exact Pareto front of a round for two or three criteria; every point is proven."""
    check_to(to, as_json)
    found = ask(path, lambda state: front_between(state, asked), "looking for points …").value
    write_front(found, asked)
    if to is not None:
        write_to(to, front_grid(found))
    elif as_json:
        echo_json(front_answer(found), None)
    else:
        echo(front_text(found))
        warn(*front_notes(found))


def columns_text(
    standing: ColumnAnswer | None, others: Sequence[ColumnAnswer], more: Sequence[Sequence[object]] = ()
) -> str:
    """Profiles side by side: COUNTS, `more` rows, boards that differ, the cost with each profile's weights."""
    now = [standing] if standing is not None else []
    shown = [*now, *others]
    counts = [column.counts.by_name for column in shown]
    rows: list[Sequence[object]] = [[words, *(of[name] for of in counts)] for name, words in COUNTS.items()]
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
