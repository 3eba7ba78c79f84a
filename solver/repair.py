"""A round drawn again with as few boards changed as can be, or as the director likes; every answer proven."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from ..model.count_rule import CountRule
from ..model.errors import NoAnswerError
from ..model.pairing import Pairing
from ..model.round_problem import IndexPair, RoundProblem
from ..model.variants import KEPT, boards, keeping, with_total
from .alternatives import solve_near, without_tier
from .clock import Clock
from .engine import Options, solve

CURVE_SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Repaired:
    """A pairing with the number of earlier boards that it gives up."""

    changed: int
    pairing: Pairing


def changed(kept: Collection[IndexPair], pairing: Pairing) -> int:
    """How many of the boards a pairing does not have."""
    return len(set(kept) - set(pairing.pairs))


def fewest_changes(problem: RoundProblem, kept: Collection[IndexPair], options: Options | None = None) -> Repaired:
    """The pairing that gives up fewest of the boards, and of those costs least. Raises as `solve` does."""
    first = problem.tiers[0] - 1
    found = without_tier(solve(keeping(problem, kept, first), options), first)
    return Repaired(changed(kept, found), found)


def within_changes(
    problem: RoundProblem, kept: Collection[IndexPair], most: int, options: Options | None = None
) -> Repaired:
    """The cheapest pairing that gives up at most so many of the boards. Raises as `solve` does.

    Where the time does not suffice to prove it, it is the cheapest known, also of those that give up fewer.
    """
    few = fewest_changes(problem, kept, options)
    if few.changed == most:
        return few
    found = _at_most(problem, kept, most, options)
    if found is None or found.pairing.optimal or few.changed > most:
        return found or few
    best, fewer = min(few, found, key=_costs), (few.changed + most) // 2
    short = Options((options or Options()).seconds / 4)
    while fewer > few.changed:
        best = min(best, _at_most(problem, kept, fewer, short) or best, key=_costs)
        fewer = (few.changed + fewer) // 2
    return Repaired(best.changed, _with_bounds(best.pairing, found.pairing))


def _at_most(problem: RoundProblem, kept: Collection[IndexPair], most: int, options: Options | None) -> Repaired | None:
    """The cheapest with so many boards given up, or fewer; None where the time does not suffice for any."""
    rule = CountRule(f"{KEPT}, at least", (), max(len(kept) - most, 0), at_least=True)
    try:
        found = solve_near(with_total(problem, rule, boards(problem, kept)), kept, options)
    except NoAnswerError:
        return None
    return Repaired(changed(kept, found), found)


def _with_bounds(pairing: Pairing, of: Pairing) -> Pairing:
    """The pairing with the bounds of another one, which was sought among more."""
    tiers = tuple(
        replace(own, bound=min(own.cost, other.bound)) for own, other in zip(pairing.tiers, of.tiers, strict=True)
    )
    proven = all(tier.cost == tier.bound for tier in tiers)
    return replace(pairing, tiers=tiers, bound=sum(tier.bound for tier in tiers), optimal=proven)


def cheapest(problem: RoundProblem, kept: Collection[IndexPair], options: Options | None = None) -> Repaired:
    """The cheapest pairing of all, of equal ones that which gives up fewest boards. Raises as `solve` does."""
    found = solve_near(problem, kept, options)
    return Repaired(changed(kept, found), found)


def trade_off(
    problem: RoundProblem, kept: Collection[IndexPair], options: Options | None = None, most: int = 9
) -> list[Repaired]:
    """From fewest changes to least cost: what each further change of boards buys, up to `most` points.

    With one tier the points are those that a whole price of a change makes best (corners of the exact curve); with
    more tiers they are at one change more, two, four … What lies between the ends is sought for CURVE_SECONDS; a point
    that is not proven in them is marked by its pairing, and there may be others beside it. Raises as `solve` does.
    """
    few, cheap = fewest_changes(problem, kept, options), cheapest(problem, kept, options)
    clock = Clock(min(CURVE_SECONDS, options.seconds if options else CURVE_SECONDS))
    points = {few.changed: few, cheap.changed: cheap}
    gaps = [(few, cheap)] if len(problem.tiers) == 1 else []
    all_proven = len(problem.tiers) == 1
    while gaps and len(points) < most and not clock.over():
        gaps.sort(key=lambda gap: gap[0].pairing.cost - gap[1].pairing.cost)
        a, b = gaps.pop()
        try:
            middle = _between(problem, kept, a, b, Options(clock=clock.within(clock.left() / 3)))
        except NoAnswerError:  # the time is up
            all_proven = False
            continue
        if middle is None or middle.changed in points:
            continue
        points[middle.changed] = middle
        all_proven &= middle.pairing.optimal
        if middle.pairing.optimal:
            gaps += [(a, middle), (middle, b)]
    step = 1
    while not all_proven and few.changed + step < cheap.changed and len(points) < most and not clock.over():
        known = points.get(few.changed + step)
        if known is None or not known.pairing.optimal:
            found = _at_most(problem, kept, few.changed + step, Options(clock=clock.within(clock.left() / 2)))
            if found is not None:
                before = points.get(found.changed, found)
                points[found.changed] = min(before, found, key=lambda p: (_costs(p), not p.pairing.optimal))
        step *= 2
    return _undominated(points)


def _between(
    problem: RoundProblem, kept: Collection[IndexPair], a: Repaired, b: Repaired, options: Options | None
) -> Repaired | None:
    """The pairing best at the whole price of a change next below what b saves on a, perhaps a or b; None without one.

    Raises as `solve` does.
    """
    if b.changed - a.changed < 2:
        return None
    price = (a.pairing.cost - b.pairing.cost) // (b.changed - a.changed)
    if price < 1:
        return None
    found = solve(keeping(problem, kept, problem.tiers[0], price), options)
    lost = changed(kept, found)
    cost = sum(problem.costs_by_criterion(found.pairs, found.byes).values())
    bound = cost if found.optimal else 0
    value = replace(found.tiers[0], cost=cost, bound=bound)
    return Repaired(lost, replace(found, cost=cost, bound=bound, tiers=(value,), certificate=None))


def _undominated(points: dict[int, Repaired]) -> list[Repaired]:
    """By changes, each cheaper than the one before."""
    chosen: list[Repaired] = []
    for _, point in sorted(points.items()):
        if not chosen or _costs(point) < _costs(chosen[-1]):
            chosen.append(point)
    return chosen


def _costs(point: Repaired) -> tuple[int, ...]:
    return tuple(value.cost for value in point.pairing.tiers)


def kept_boards(problem: RoundProblem, pairs: Collection[tuple[str, str]]) -> list[IndexPair]:
    """The boards of earlier pairs (ids) whose players are both still there."""
    index = problem.field.index()
    return [(min(index[a], index[b]), max(index[a], index[b])) for a, b in pairs if a in index and b in index]
