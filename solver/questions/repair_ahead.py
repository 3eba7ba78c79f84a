"""Re-pairing a round so that the rounds behind it stay possible."""

from __future__ import annotations

from collections.abc import Collection

from ...model.pairing.round_problem import IndexPair, RoundProblem
from ...model.pairing.variants import with_kept_boards
from ...model.plan.ahead import Ahead
from ..ahead.joint import solve_jointly
from ..clock import Clock
from ..engine import Options, solve
from .alternatives import without_tier
from .repair import Repaired, changed, cost_multiple, keeping_all_but


def repaired_with_plan(
    problem: RoundProblem,
    kept: Collection[IndexPair],
    ahead: Ahead,
    clock: Clock,
    options: Options | None = None,
    most: int | None = None,
) -> Repaired | None:
    """Of the pairings that leave a plan for `ahead`, the one with the fewest changed boards; of those the cheapest.

    The cheapest that leaves a plan, where that one costs far more. With `most`, the cheapest with at most so many
    changed boards. None where none leaves a plan, or the time is up. Raises as `solve` does.
    """
    if most is not None:
        problem = keeping_all_but(problem, kept, most)
        within = solve_jointly(problem, ahead, solve(problem, options), clock).pairing
        return None if within is None else Repaired(changed(kept, within), within)
    first = problem.tiers[0] - 1
    variant = with_kept_boards(problem, kept, first)
    found = solve_jointly(variant, ahead, solve(variant, options), clock).pairing
    if found is None:
        return None
    few = Repaired(changed(kept, found), without_tier(found, first))
    cheapest = solve_jointly(problem, ahead, solve(problem, options), clock).pairing
    if cheapest is None:
        return few
    cheap = Repaired(changed(kept, cheapest), cheapest)
    return cheap if cost_multiple(few, cheap) else few
