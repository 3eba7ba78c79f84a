"""Prints profiles side by side, intervals of weights and Pareto fronts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from ...desk.questions.weights import some_weights
from .columns import columns, fitted

if TYPE_CHECKING:
    from ...desk.questions.comparing import Column
    from ...desk.questions.weights import FrontFound, Intervals
    from ...desk.questions.what_if import Compared


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
    for i, below, above in intervals.found:
        high = "any" if i.above is None else f"{i.high:,}"
        rows.append([i.criterion, f"{i.weight:,}", i.amount, f"{i.low:,}", high])
        beyond += [f"  {i.criterion} {i.low - 1:,}: {below}"] if below else []
        beyond += [f"  {i.criterion} {i.high + 1:,}: {above}"] if above else []
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
