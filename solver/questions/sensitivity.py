"""Sensitivity analysis: for each weight the interval in which a pairing stays optimal, and the optima just outside."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from ...model.errors import InputError, NoAnswerError
from ...model.pairing.pairing import Pairing
from ...model.pairing.profile import GREATEST_WEIGHT
from ...model.pairing.round_problem import RoundProblem
from ...model.pairing.variants import unweighted_values, with_weights
from ...model.ways import Way
from ..engine import Options, solve
from ..formulation.tiers import PairCache
from .alternatives import solve_keeping_most


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

    The optimal value is a concave function of one weight, the cost of a fixed pairing a line. A cheaper pairing at a
    weight outside is a line that cuts the pairing's own; the search continues at that weight, until the pairing itself
    is optimal there.
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
    """The last weight towards `extreme` at which the pairing is optimal, and an optimal pairing one step further.

    None instead of a pairing where that weight is the extreme.
    """
    own = problem.weights[criterion]
    away = 1 if extreme > own else -1
    if own == extreme or (away > 0 and not _amount(problem, pairing, criterion)):
        return extreme, None  # no pairing has less of it
    here = extreme
    while True:
        variant = with_weights(problem, {criterion: here})
        ours = _tier_costs(variant, pairing)
        other = _any_optimum(variant, options, ours[0])
        if _tier_costs(variant, other) >= ours:
            if not other.optimal:
                raise NoAnswerError("the time was too short for this weight", Way("allow more time", seconds="SECONDS"))
            break
        here = _next_weight(problem, pairing, other, criterion)
    if here == extreme:
        return here, None
    variant = with_weights(problem, {criterion: here + away})
    return here, solve_keeping_most(variant, pairing.pairs, options)


def _any_optimum(problem: RoundProblem, options: Options, enough: int | None = None) -> Pairing:
    """Any one of the optimal pairings, without the lottery; or one that costs less than `enough` in the first tier."""
    return solve(problem, replace(options, lottery=False, enough=enough))


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
