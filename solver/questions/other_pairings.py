"""Pairings beside the best: next best, intervals and optima of weights, the Pareto front of two or three criteria."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, pairwise, permutations

import numpy as np

from ...model.errors import InputError, NoAnswerError
from ...model.judging.violation import NoPairingError
from ...model.pairing import variants
from ...model.pairing.counts import criterion_values, listed_pairs
from ...model.pairing.pairing import Pairing
from ...model.pairing.profile import GREATEST_WEIGHT
from ...model.pairing.round_problem import IndexPair, RoundProblem
from ...model.tournament.rules import CountRule
from ...model.ways import Way
from ..engine import Options, solve
from ..formulation.tiers import PairCache


def solve_keeping_most(problem: RoundProblem, pairs: Collection[IndexPair], options: Options | None = None) -> Pairing:
    """The cheapest pairing; of equals the one with most of these pairs, then by lot. Raises as `solve` does."""
    tier = problem.tiers[-1] + 1
    found = solve(variants.with_kept_boards(problem, pairs, tier), options)
    return without_tier(found, tier)


def without_tier(found: Pairing, tier: int) -> Pairing:
    """The pairing with one tier, which a question had added, removed from its costs and bounds; no certificate."""
    own = tuple(value for value in found.tiers if value.tier != tier)
    return replace(
        found,
        tiers=own,
        cost=sum(value.cost for value in own),
        bound=sum(value.bound for value in own),
        optimal=all(value.cost == value.bound for value in own),
        certificate=None,
    )


def alternatives(
    problem: RoundProblem, best: Pairing, options: Options | None = None, most: int = 5
) -> Iterator[Pairing]:
    """The second best pairing, the third and so on, with most boards of the best. Raises as `solve` does."""
    if set(best.pairs) == set(problem.forced):
        return  # all pairs are forced
    variant, last = problem, best
    for k in range(most):
        not_again = CountRule(f"{variants.KEPT_BOARDS} {k}", (), len(last.pairs) - 1)
        variant = variants.with_total(variant, not_again, listed_pairs(len(problem), last.pairs))
        try:
            last = solve_keeping_most(variant, best.pairs, options)
        except NoPairingError:
            return
        yield last


@dataclass(frozen=True, slots=True)
class Interval:
    """The whole weights of a criterion, `low` to `high`, at which the pairing is optimal, the other weights unchanged.

    `below` is an optimal pairing at low - 1, `above` one at high + 1; None where the interval reaches 0 or the greatest
    weight. `amount` is the unweighted value of the pairing in the criterion. Both ends are proven.
    """

    criterion: str
    weight: int
    amount: int
    low: int
    high: int
    below: Pairing | None = None
    above: Pairing | None = None


def sensitivity(
    problem: RoundProblem, pairing: Pairing, options: Options | None = None, only: Collection[str] = ()
) -> Iterator[Interval]:
    """The interval of each weight of the profile, or of `only` these. The pairing must be optimal. Raises as `solve`.

    The optimal value is a concave function of one weight, the cost of a fixed pairing a line. A cheaper pairing at
    a weight outside is a line that cuts the pairing's own: the search goes on there until the pairing itself is
    optimal.
    """
    options = replace(options or Options(), known=PairCache(problem.strict()))
    best = _any_optimum(problem, options)
    if _tier_costs(problem, best) != _tier_costs(problem, pairing):
        raise InputError("this pairing is not the cheapest by this profile, so no range of weights keeps it optimal")
    for name, weight in problem.weights.items():
        if only and name not in only:
            continue
        low, high = (_end(problem, pairing, name, extreme, options) for extreme in (0, GREATEST_WEIGHT))
        yield Interval(
            name, weight, _amount(problem, pairing, name), low=low[0], high=high[0], below=low[1], above=high[1]
        )


def _end(
    problem: RoundProblem, pairing: Pairing, criterion: str, extreme: int, options: Options
) -> tuple[int, Pairing | None]:
    """The last weight towards `extreme` at which the pairing is optimal; and the optimum one step further, if any."""
    own = problem.weights[criterion]
    away = 1 if extreme > own else -1
    if own == extreme or (away > 0 and not _amount(problem, pairing, criterion)):
        return extreme, None  # no pairing has less of it
    here = extreme
    while True:
        variant = variants.with_weights(problem, {criterion: here})
        ours = _tier_costs(variant, pairing)
        other = _any_optimum(variant, options, ours[0])
        if _tier_costs(variant, other) >= ours:
            if not other.optimal:
                raise NoAnswerError("the time was too short for this weight", Way("allow more time", seconds="SECONDS"))
            break
        here = _next_weight(problem, pairing, other, criterion)
    if here == extreme:
        return here, None
    variant = variants.with_weights(problem, {criterion: here + away})
    return here, solve_keeping_most(variant, pairing.pairs, options)


def _any_optimum(problem: RoundProblem, options: Options, enough: int | None = None) -> Pairing:
    """Any one of the optimal pairings, without the lottery; or one that costs less than `enough` in the first tier."""
    return solve(problem, replace(options, lottery=False, enough=enough))


def _next_weight(problem: RoundProblem, pairing: Pairing, other: Pairing, criterion: str) -> int:
    """The weight farthest from the profile's, towards where the other pairing is better, at which it is not."""
    own = problem.weights[criterion]
    slope = _amount(problem, pairing, criterion) - _amount(problem, other, criterion)  # per unit of weight
    fixed = variants.with_weights(problem, {criterion: 0})
    tier = problem.tier_of(criterion)
    at = problem.tiers.index(tier)
    ours, theirs = _tier_costs(fixed, pairing, problem), _tier_costs(fixed, other, problem)
    gap = theirs[at] - ours[at]  # the pairing costs no more in this tier where slope * w <= gap
    strict = theirs[at + 1 :] < ours[at + 1 :]  # at equality the other is better in a later tier
    if slope > 0:
        return max(own, (gap - strict) // slope)
    return min(own, -((gap - strict) // -slope)) if slope < 0 else own


def _tier_costs(problem: RoundProblem, pairing: Pairing, of: RoundProblem | None = None) -> tuple[int, ...]:
    """The cost of a pairing in each tier; `of` gives the tiers where they are another problem's."""
    return (of or problem).by_tier(problem.costs_by_criterion(pairing.pairs, pairing.byes))


def _amount(problem: RoundProblem, pairing: Pairing, criterion: str) -> int:
    return variants.unweighted_values(problem, [criterion], pairing.pairs, pairing.byes)[criterion]


Values = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Point:
    """A nondominated pairing with its unweighted values in the criteria; `supported`: some weights make it optimal."""

    values: Values
    pairing: Pairing
    supported: bool


class Front:
    """The Pareto front of a problem in two or three criteria; the rest of the profile breaks ties between pairings."""

    def __init__(self, problem: RoundProblem, criteria: Sequence[str], options: Options | None = None) -> None:
        self.problem = problem
        self.criteria = tuple(criteria)
        self.options = replace(options or Options(), known=PairCache(problem.strict()))
        counted = [problem.counted(tier) for tier in problem.tiers]
        rest = [{one.name: weight for one, weight in tier if one.name not in self.criteria} for tier in counted]
        self._rest = [tier for tier in rest if tier]
        self._lexicographic: dict[tuple[int, ...], Pairing] = {}

    def supported(self) -> list[Point]:
        """The vertices of the lower convex hull, in order of the first criterion. Raises as `solve` does."""
        found: dict[Values, Pairing] = {}
        for order in permutations(range(len(self.criteria))):
            pairing = self._in_order(*order)
            found.setdefault(self._values(pairing), pairing)
        for pair in combinations(range(len(self.criteria)), 2):
            self._edge(found, pair)
        if len(self.criteria) == 3:
            self._faces(found)
        return [Point(v, p, True) for v, p in sorted(_nondominated(found).items())]

    def all_points(self, most: int = 10_000) -> Iterator[Point]:
        """Up to `most` nondominated points, by the ε-constraint method; by the second criterion, falling, if of two."""
        corners = {point.values for point in self.supported()}
        seen: dict[Values, Pairing] = {}
        slices = self._slices(self.problem) if len(self.criteria) == 2 else self._slices_of_three()
        for value, pairing in slices:
            if len(seen) == most:
                return
            seen[value] = pairing
            yield Point(value, pairing, value in corners or _between(value, corners))

    def _slices(self, problem: RoundProblem, last: int | None = None) -> Iterator[tuple[Values, Pairing]]:
        """The front of the first two criteria, the second falling; criterion number `last`, if any, breaks ties."""
        second = self.criteria[1]
        rest = [last] if last is not None else []
        end = self._values(self._in_order(1, 0, *rest, problem=problem))
        bounded = problem
        while True:
            pairing = self._in_order(0, 1, *rest, problem=bounded)
            value = self._values(pairing)
            yield value, pairing
            if value[1] <= end[1]:
                return
            bounded = with_criterion_limit(problem, second, value[1] - 1)

    def _slices_of_three(self) -> Iterator[tuple[Values, Pairing]]:
        """The nondominated points of three criteria: fronts of the first two under ever smaller limits of the third."""
        found: dict[Values, Pairing] = {}
        third = self.criteria[2]
        least = self._values(self._in_order(2, 0, 1))[2]
        bounded = self.problem
        while True:
            slice_ = dict(self._slices(bounded, 2))
            found |= slice_
            most = max(value[2] for value in slice_)
            if most <= least:
                break
            bounded = with_criterion_limit(self.problem, third, most - 1)
        yield from sorted(_nondominated(found).items())

    def _edge(self, found: dict[Values, Pairing], axes: tuple[int, int]) -> None:
        """Add the hull vertices between the extreme points of two criteria, by bisection; a third one breaks ties."""
        a, b = axes
        others = [k for k in range(len(self.criteria)) if k not in axes]
        third = [{self.criteria[k]: 1} for k in others]
        ends = [self._values(self._in_order(x, y, *others)) for x, y in ((a, b), (b, a))]
        gaps = [(ends[0], ends[1])]
        while gaps:
            one, other = gaps.pop()
            weights = {self.criteria[a]: one[b] - other[b], self.criteria[b]: other[a] - one[a]}
            if min(weights.values()) <= 0:
                continue
            worth = sum(weights[self.criteria[k]] * one[k] for k in axes)
            if self._none_below(worth, weights):
                continue
            value = self._add(found, weights, *third)
            if sum(weights[self.criteria[k]] * value[k] for k in axes) < worth:
                gaps += [(one, value), (value, other)]

    def _none_below(self, worth: int, weights: dict[str, int]) -> bool:
        """Whether it is proven that no pairing costs less than this; much quicker than to choose among equals."""
        options = replace(self.options, lottery=False, enough=worth)
        least = solve(variants.with_tiers(self.problem, weights), options)
        return least.optimal and least.cost >= worth

    def _faces(self, found: dict[Values, Pairing]) -> None:
        """Add hull vertices of three criteria: solve with the normal of each facet known, until no facet is new."""
        tried: set[Values] = set()
        while True:
            normals = [normal for normal in _normals(sorted(found)) if normal not in tried]
            if not normals:
                return
            for normal in normals:
                tried.add(normal)
                self._add(found, dict(zip(self.criteria, normal, strict=True)))

    def _add(self, found: dict[Values, Pairing], *tiers: dict[str, int]) -> Values:
        """The optimal point for these tiers of weights; it is added to `found`."""
        pairing = self._solve(self.problem, tiers)
        value = self._values(pairing)
        found.setdefault(value, pairing)
        return value

    def _in_order(self, *order: int, problem: RoundProblem | None = None) -> Pairing:
        """The pairing with the least value in these criteria (by number), one after the other; each is solved once."""
        whole = problem is None or problem is self.problem
        if whole and order in self._lexicographic:
            return self._lexicographic[order]
        found = self._known() if whole else None
        found = found or self._solve(problem or self.problem, [{self.criteria[k]: 1} for k in order])
        if whole:
            self._lexicographic[order] = found
        return found

    def _known(self) -> Pairing | None:
        """A pairing that is least in every criterion, found in another order: but for the first it is 0 in them all."""
        for other, pairing in self._lexicographic.items():
            value = self._values(pairing)
            if pairing.optimal and not any(value[k] for k in other[1:]):
                return pairing
        return None

    def _solve(self, problem: RoundProblem, tiers: Sequence[dict[str, int]]) -> Pairing:
        return solve(variants.with_tiers(problem, *tiers, *self._rest), self.options)

    def _values(self, pairing: Pairing) -> Values:
        costs = variants.unweighted_values(self.problem, self.criteria, pairing.pairs, pairing.byes)
        return tuple(costs[name] for name in self.criteria)


def with_criterion_limit(problem: RoundProblem, criterion: str, limit: int) -> RoundProblem:
    """The problem in which the sum of a criterion over pairs and byes is at most `limit`.

    A side row has no terms for byes, so their values are moved to the pairs. Σ of all entrants' bye values is a
    constant; each pair counts its own value less the bye values of its two players, plus an offset that makes it ≥ 0.
    """
    games = (len(problem) - len(problem.forced_byes)) // 2
    amounts = criterion_values(problem.field, problem.profile.criteria[criterion], less_byes=2 * games < len(problem))
    limit += amounts.offset * games - int(amounts.bye.sum())
    return variants.with_total(problem, CountRule(f"at most {criterion}", (), limit), amounts)


def _normals(points: Sequence[Values]) -> Iterator[Values]:
    """The normals (positive whole numbers) of facets of the lower convex hull of the points, from all triples."""
    every = np.array(points, dtype=object)
    for a, b, c in combinations(points, 3):
        u, v = [y - x for x, y in zip(a, b, strict=True)], [y - x for x, y in zip(a, c, strict=True)]
        normal = u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]
        if max(normal) < 0:
            normal = -normal[0], -normal[1], -normal[2]
        if min(normal) > 0 and min(every @ np.array(normal, dtype=object)) == sum(
            n * x for n, x in zip(normal, a, strict=True)
        ):
            divisor = int(np.gcd.reduce([int(n) for n in normal]))
            yield normal[0] // divisor, normal[1] // divisor, normal[2] // divisor


def _between(value: Values, corners: Collection[Values]) -> bool:
    """Whether a point of two criteria is on an edge between two neighbouring corners: their weights make it optimal."""
    if len(value) != 2:
        return False
    return any(
        one[0] < value[0] < other[0]
        and (other[0] - one[0]) * (value[1] - one[1]) == (other[1] - one[1]) * (value[0] - one[0])
        for one, other in pairwise(sorted(corners))
    )


def _nondominated(found: dict[Values, Pairing]) -> dict[Values, Pairing]:
    """The points that no other point dominates."""

    def dominated(value: Values) -> bool:
        return any(other != value and all(x <= y for x, y in zip(other, value, strict=True)) for other in found)

    return {value: pairing for value, pairing in found.items() if not dominated(value)}
