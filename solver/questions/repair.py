"""Re-pairing with the fewest changed boards, a given number, or the trade-off; proven, perhaps leaving a plan."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from ...model.errors import NoAnswerError
from ...model.pairing import variants
from ...model.pairing.counts import listed_pairs
from ...model.pairing.pairing import Pairing
from ...model.pairing.round_problem import IndexPair, RoundProblem
from ...model.plan.ahead import Ahead
from ...model.tournament.rules import CountRule
from ..ahead.joint import solve_jointly
from ..clock import Clock
from ..engine import Options, solve
from ..formulation.tiers import PairCache
from ..formulation.vertices import Ints
from .other_pairings import solve_keeping_most, without_tier

ACCEPTABLE_COST_FACTOR = 3  # a round that costs more than so many times the cheapest is not acceptable


@dataclass(frozen=True, slots=True)
class Repaired:
    """A new pairing, with the number of earlier boards that it does not keep."""

    changed: int
    pairing: Pairing


#: A round, its earlier boards, and how it is solved.
_Case = tuple[RoundProblem, Collection[IndexPair], Options | None]
_Timed = tuple[RoundProblem, Collection[IndexPair], Options]


def changed(kept: Collection[IndexPair], pairing: Pairing) -> int:
    """How many of the earlier boards `kept` are not in a pairing."""
    return len(set(kept) - set(pairing.pairs))


def fewest_changes(problem: RoundProblem, kept: Collection[IndexPair], options: Options | None = None) -> Repaired:
    """The pairing with the fewest changed boards; of those the cheapest. Raises as `solve` does."""
    first = problem.tiers[0] - 1
    found = without_tier(solve(variants.with_kept_boards(problem, kept, first), options), first)
    return Repaired(changed(kept, found), found)


def fewest_acceptable_changes(
    problem: RoundProblem, kept: Collection[IndexPair], wider: int, cheap: Repaired, options: Options | None = None
) -> Repaired:
    """The acceptable pairing with the fewest changed boards; of those the cheapest. Raises as `solve` does.

    It keeps all boards that the cheapest pairing keeps, which makes the problem small; no new board is more than
    `wider` points wider than those of the cheapest at the scores of both its players, no bye so much higher; and
    with one tier it costs at most `ACCEPTABLE_COST_FACTOR` times as much.
    """
    field, cheapest_pairs = problem.field, set(cheap.pairing.pairs)
    new, changeable = cheapest_pairs - set(kept) - set(problem.forced), set(kept) - cheapest_pairs
    highest = max((int(field.score[i]) for i in cheap.pairing.byes), default=0)
    forced = variants.with_forced(problem, (pair for pair in kept if pair in cheapest_pairs))
    more = wider * field.steps
    limited = variants.with_new_board_limits(forced, changeable, _widest_at(field.score, new) + more, highest + more)
    low, high = fewest_changes(limited, changeable, options), cheap
    if len(problem.tiers) > 1 or not cost_multiple(low, cheap):
        return low
    while True:
        try:
            middle = _between((limited, changeable, options), low, high)
        except NoAnswerError:  # the time is up
            return high
        if middle is None or not low.changed < middle.changed < high.changed:
            return high
        low, high = (middle, high) if cost_multiple(middle, cheap) else (low, middle)


def _widest_at(score: Ints, boards: Collection[IndexPair]) -> Ints:
    """For each entrant, the greatest score difference of the boards whose two scores have the entrant's between them.

    A wide board at the bottom of the field is no reason for one at the top.
    """
    widest = np.zeros_like(score)
    for i, j in boards:
        low, high = sorted((score[i], score[j]))
        spanned = (low <= score) & (score <= high)
        widest[spanned] = np.maximum(widest[spanned], high - low)
    return widest


def cost_multiple(repaired: Repaired, cheap: Repaired) -> int:
    """How many times the cheapest cost, if above `ACCEPTABLE_COST_FACTOR`; else 0, as with several tiers."""
    least = cheap.pairing.cost
    dear = repaired.pairing.cost > ACCEPTABLE_COST_FACTOR * least and len(repaired.pairing.tiers) == 1
    return repaired.pairing.cost // max(least, 1) if dear else 0


def within_changes(
    problem: RoundProblem,
    kept: Collection[IndexPair],
    most: int,
    options: Options | None = None,
    cheap: Repaired | None = None,
) -> Repaired:
    """The cheapest pairing with at most `most` changes, or the best found in time. Raises as `solve` does."""
    few = fewest_changes(problem, kept, options)
    if few.changed == most:
        return few
    if few.changed > most:
        return _at_most((problem, kept, options), most)
    cheap = cheap or cheapest(problem, kept, options)
    if cheap.changed <= most:
        return cheap
    low = _corner_below((problem, kept, options), (few, cheap), most)
    if low.changed == most and low.pairing.optimal:
        return low
    try:
        found = _at_most((problem, kept, options), most)
    except NoAnswerError:  # the time is up
        found = Repaired(low.changed, _with_bounds(low.pairing, cheap.pairing))
    best = min(low, found, key=_costs)
    return found if found.pairing.optimal else Repaired(best.changed, _with_bounds(best.pairing, found.pairing))


def _at_most(case: _Case, most: int) -> Repaired:
    """The cheapest pairing with at most `most` changed boards, by a side row that counts. Raises as `solve` does."""
    problem, kept, options = case
    found = solve_keeping_most(keeping_all_but(problem, kept, most), kept, options)
    return Repaired(changed(kept, found), found)


def keeping_all_but(problem: RoundProblem, kept: Collection[IndexPair], most: int) -> RoundProblem:
    """The problem in which at most `most` of the earlier boards change."""
    rule = CountRule(f"{variants.KEPT_BOARDS}, at least", (), max(len(kept) - most, 0), at_least=True)
    return variants.with_total(problem, rule, listed_pairs(len(problem), kept))


def _corner_below(case: _Case, ends: tuple[Repaired, Repaired], most: int) -> Repaired:
    """The last vertex of the trade-off curve's convex hull with at most `most` changes; `ends[0]` if none is found.

    Only with one tier, and while time is left. A hull vertex is optimal at some price of a change (Lagrangian): a pure
    matching, which the relaxation solves, whereas a side row that counts boards leaves a gap. So a vertex at `most` is
    the answer, and the one before it is close.
    """
    low, high = ends
    while len(case[0].tiers) == 1 and low.changed < most:
        try:
            middle = _between(case, low, high)
        except NoAnswerError:  # the time is up
            break
        if middle is None or not low.changed < middle.changed < high.changed or not middle.pairing.optimal:
            break
        low, high = (middle, high) if middle.changed <= most else (low, middle)
    return low


def _with_bounds(pairing: Pairing, of: Pairing) -> Pairing:
    """The pairing with the bounds of another one, which was solved over a superset of its alternatives."""
    tiers = tuple(
        replace(own, bound=min(own.cost, other.bound)) for own, other in zip(pairing.tiers, of.tiers, strict=True)
    )
    proven = all(tier.cost == tier.bound for tier in tiers)
    return replace(pairing, tiers=tiers, bound=sum(tier.bound for tier in tiers), optimal=proven)


def cheapest(problem: RoundProblem, kept: Collection[IndexPair], options: Options | None = None) -> Repaired:
    """The cheapest pairing of all; ties are broken by the fewest changed boards. Raises as `solve` does."""
    found = solve_keeping_most(problem, kept, options)
    return Repaired(changed(kept, found), found)


def trade_off(
    problem: RoundProblem, kept: Collection[IndexPair], options: Options | None = None, most: int = 9
) -> list[Repaired]:
    """The trade-off between changed boards and cost, from the fewest changes to the least cost, up to `most` points.

    With one tier the points are vertices of the exact curve's convex hull, found with whole prices of a change (where
    costs differ by few units, one may be missed). With more tiers they are at the fewest changes plus 1, 2, 4 … The
    points between the ends get `curve_seconds` (a parameter); one that is not proven in that time is marked by its
    pairing, and others may be missing. Raises as `solve` does.
    """
    options = replace(options or Options(), known=PairCache(problem.strict()))
    few, cheap = fewest_changes(problem, kept, options), cheapest(problem, kept, options)
    clock = (options.clock or Clock(options.seconds)).limited_to(options.tuning.curve_seconds)
    case, points = (problem, kept, replace(options, clock=clock)), {few.changed: few, cheap.changed: cheap}
    all_proven = len(problem.tiers) == 1 and _corners(case, points, (few, cheap), most)
    if not all_proven:
        _counted(case, points, (few, cheap), most)
    return _nondominated(points)


def _corners(case: _Timed, points: dict[int, Repaired], ends: tuple[Repaired, Repaired], most: int) -> bool:
    """Add the hull vertices between the two ends, the widest gap in cost first; False if one is not proven."""
    problem, kept, options = case
    clock = options.clock or Clock(options.seconds)
    gaps, all_proven = [ends], True
    while gaps and len(points) < most and not clock.expired():
        gaps.sort(key=lambda gap: gap[0].pairing.cost - gap[1].pairing.cost)
        a, b = gaps.pop()
        try:
            own = replace(options, clock=clock.limited_to(clock.remaining() / 3))
            middle = _between((problem, kept, own), a, b)
        except NoAnswerError:  # the time is up
            all_proven = False
            continue
        if middle is None or middle.changed in points:
            continue
        points[middle.changed] = middle
        all_proven &= middle.pairing.optimal
        if middle.pairing.optimal:
            gaps += [(a, middle), (middle, b)]
    return all_proven


def _counted(case: _Timed, points: dict[int, Repaired], ends: tuple[Repaired, Repaired], most: int) -> None:
    """Add points at 1, 2, 4 … changes more than the fewest, by side rows that count boards."""
    (problem, kept, options), (few, cheap) = case, ends
    clock, step = options.clock or Clock(options.seconds), 1
    while few.changed + step < cheap.changed and len(points) < most and not clock.expired():
        known = points.get(few.changed + step)
        if known is None or not known.pairing.optimal:
            with suppress(NoAnswerError):
                own = replace(options, clock=clock.limited_to(clock.remaining() / 2))
                found = _at_most((problem, kept, own), few.changed + step)
                before = points.get(found.changed, found)
                points[found.changed] = min(before, found, key=lambda p: (_costs(p), not p.pairing.optimal))
        step *= 2


def _between(case: _Case, a: Repaired, b: Repaired) -> Repaired | None:
    """The optimal pairing at the price where a and b cost the same; None if none is between or the price is below 1."""
    problem, kept, options = case
    if b.changed - a.changed < 2:
        return None
    price = (a.pairing.cost - b.pairing.cost) // (b.changed - a.changed)
    if price < 1:
        return None
    found = solve(variants.with_kept_boards(problem, kept, problem.tiers[0], price), options)
    lost = changed(kept, found)
    cost = sum(problem.costs_by_criterion(found.pairs, found.byes).values())
    bound = cost if found.optimal else 0
    value = replace(found.tiers[0], cost=cost, bound=bound)
    return Repaired(lost, replace(found, cost=cost, bound=bound, tiers=(value,), certificate=None))


def _nondominated(points: dict[int, Repaired]) -> list[Repaired]:
    chosen: list[Repaired] = []
    for _, point in sorted(points.items()):
        if not chosen or _costs(point) < _costs(chosen[-1]):
            chosen.append(point)
    return chosen


def _costs(point: Repaired) -> tuple[int, ...]:
    return tuple(value.cost for value in point.pairing.tiers)


def kept_boards(problem: RoundProblem, pairs: Collection[tuple[str, str]]) -> list[IndexPair]:
    """The earlier pairs (ids) whose players are both still entered, as index pairs."""
    index = problem.field.index()
    return [(min(index[a], index[b]), max(index[a], index[b])) for a, b in pairs if a in index and b in index]


def repaired_with_plan(
    problem: RoundProblem, kept: Collection[IndexPair], ahead: Ahead, clock: Clock, options: Options, most: int | None
) -> Repaired | None:
    """The pairing with the fewest changes that leaves a plan, or the cheapest such one if that costs far more.

    With `most`, the cheapest with so many changes. None if there is none in time. Raises as `solve` does.
    """
    if most is not None:
        problem = keeping_all_but(problem, kept, most)
        within = solve_jointly(problem, ahead, solve(problem, options), clock).pairing
        return None if within is None else Repaired(changed(kept, within), within)
    first = problem.tiers[0] - 1
    variant = variants.with_kept_boards(problem, kept, first)
    found = solve_jointly(variant, ahead, solve(variant, options), clock).pairing
    if found is None:
        return None
    few = Repaired(changed(kept, found), without_tier(found, first))
    cheapest = solve_jointly(problem, ahead, solve(problem, options), clock).pairing
    if cheapest is None:
        return few
    cheap = Repaired(changed(kept, cheapest), cheapest)
    return cheap if cost_multiple(few, cheap) else few
