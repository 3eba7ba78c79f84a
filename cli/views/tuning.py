"""Prints profiles side by side, intervals of weights, Pareto fronts and tuned weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import TYPE_CHECKING

from ...desk.questions.weights import some_weights
from .columns import columns, fitted

if TYPE_CHECKING:
    from ...desk.questions.comparing import Column
    from ...desk.questions.tuning import TuneDone
    from ...desk.questions.weights import FrontFound, Intervals
    from ...desk.questions.what_if import Compared
    from ...desk.questions.wishes import Wish


def columns_text(standing: Column | None, others: Sequence[Column], wishes: Sequence[Wish] = ()) -> str:
    """Profiles side by side: plain counts, wishes, boards that differ, and the cost with each profile's weights."""
    now = [standing] if standing is not None else []
    shown = [*now, *others]
    counts = [asdict(column.counts) for column in shown]
    rows = [[name.replace("_", " "), *(of[name] for of in counts)] for name in counts[0]]
    rows += [[f"wish: {wish}", *(wish.value(column) for column in shown)] for wish in wishes]
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


def tuned_lines(done: TuneDone) -> list[str]:
    """The rounds with the profiles before and after, and the wishes that are met."""
    found = done.found
    lines = [columns_text(done.standing, [found.before, found.after], found.wishes)]
    lines.append(f"Tried {found.tried} profiles on {done.rounds} rounds.")
    for wish in found.met:
        how = ", without players at or above the bar, who are exempt in the draw" if wish.not_of_exempt else ""
        lines.append(f"met: {wish} ({wish.value(found.after)}{how})")
    return lines


def tuned_notes(done: TuneDone) -> list[str]:
    """The wishes that are not met."""
    found = done.found
    return [f"not met: {wish}; the best found is {wish.value(found.after)}" for wish in found.unmet]
