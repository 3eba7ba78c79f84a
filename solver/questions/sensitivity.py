"""Sensitivity analysis: for each weight the interval in which a pairing stays optimal, and the optima just outside."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from ...model.errors import InputError
from ...model.pairing.pairing import Pairing
from ...model.pairing.profile import GREATEST_WEIGHT
from ...model.pairing.round_problem import RoundProblem
from ...model.pairing.variants import unweighted_values, with_weights
from ..engine import Options, solve
from .alternatives import solve_keeping_most
from .weight_ends import WeightEnd, weight_ends

FIRST_STEP = 16  # how many times the first step outwards is shorter than the way from the profile's weight


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
    """The interval of each weight of the profile, in its order. The pairing must be optimal. Raises as `solve` does.

    `only`: of these criteria; all where none is named.

    The optimal value is a concave function of one weight, the cost of a fixed pairing a line. With one tier the duals
    of the round tell most ends (`weight_ends`). For the others, an optimal pairing at a weight outside is a line that
    cuts the pairing's own; the search continues at that weight, until the pairing itself is optimal there.
    """
    best = _any_optimum(problem, options)
    if _tier_costs(problem, best) != _tier_costs(problem, pairing):
        raise InputError("this pairing is not the cheapest by this profile, so no range of weights keeps it optimal")
    near = weight_ends(problem, pairing, best, options)
    for name, weight in problem.weights.items():
        if only and name not in only:
            continue
        low, high = (
            _closed(problem, pairing, name, extreme, known, options)
            for extreme in (0, GREATEST_WEIGHT)
            for known in [near.end(name, extreme) if near else WeightEnd(weight, closed=False)]
        )
        yield Interval(name, weight, _amount(problem, pairing, name), low.weight, high.weight, low.beyond, high.beyond)


def _closed(
    problem: RoundProblem, pairing: Pairing, criterion: str, extreme: int, known: WeightEnd, options: Options | None
) -> WeightEnd:
    """The last weight towards `extreme` at which the pairing is optimal, and an optimal pairing one step further.

    Outwards from the weight that is known, in growing steps, to one at which another pairing is cheaper.
    """
    if known.closed:
        return known
    own, away, cheaper = problem.weights[criterion], 1 if extreme > known.weight else -1, False
    here, step = known.weight, max(abs(known.weight - own), own) // FIRST_STEP + 1
    while not cheaper and here != extreme:
        here = min(here + step, extreme) if away > 0 else max(here - step, extreme)
        step *= FIRST_STEP
        cheaper, here = _inwards(problem, pairing, criterion, here, options)
    if not cheaper:
        return WeightEnd(here)
    variant = with_weights(problem, {criterion: here + away})
    return WeightEnd(here, solve_keeping_most(variant, pairing.pairs, options))


def _inwards(
    problem: RoundProblem, pairing: Pairing, criterion: str, here: int, options: Options | None
) -> tuple[bool, int]:
    """Whether another pairing is cheaper at a weight, and the weight next to it at which none is."""
    cheaper = False
    while True:
        variant = with_weights(problem, {criterion: here})
        other = _any_optimum(variant, options)
        if _tier_costs(variant, other) == _tier_costs(variant, pairing):
            return cheaper, here
        cheaper, here = True, _next_weight(problem, pairing, other, criterion)


def _any_optimum(problem: RoundProblem, options: Options | None) -> Pairing:
    """Any one of the optimal pairings, without the lottery tier."""
    return solve(problem, replace(options or Options(), lottery=False))


def _next_weight(problem: RoundProblem, pairing: Pairing, other: Pairing, criterion: str) -> int:
    """The weight farthest from the profile's, towards where the other pairing is better, at which it is not."""
    own = problem.weights[criterion]
    slope = _amount(problem, pairing, criterion) - _amount(problem, other, criterion)  # per unit of weight
    fixed = with_weights(problem, {criterion: 0})
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
    """The unweighted value of a pairing in a criterion."""
    return unweighted_values(problem, [criterion], pairing.pairs, pairing.byes)[criterion]
