"""Leaders who are drawn below their score, why, and what a round costs in which more of them meet."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ....model.notes import LeadersBelow
from ....model.pairing.pairing import Pairing
from ....model.pairing.profile import GREATEST_WEIGHT
from ....model.pairing.round_problem import RoundProblem
from ....solver.clock import Clock
from ....solver.engine import Options, solve

PRICE_SECONDS = 5.0  # for the price of another round


def leader_notes(problem: RoundProblem, pairing: Pairing, options: Options | None) -> list[LeadersBelow]:
    """A note of the leaders who play somebody with a lower score, unless the profile has no price for that.

    A leader has the highest pairing score of the round. Who was forced into a game is left out.
    """
    if not problem.profile.weight_of("leader_gap"):
        return []
    score, forced = problem.field.score, {frozenset(pair) for pair in problem.forced}
    leads = score == score.max()
    floats = [pair for pair in pairing.pairs if leads[pair[0]] != leads[pair[1]] and frozenset(pair) not in forced]
    if not floats:
        return []
    games = tuple(
        (problem.field.ids[one], problem.field.ids[other], 2 * int(score[one] - score[other]) // problem.field.steps)
        for one, other in (pair if leads[pair[0]] else pair[::-1] for pair in floats)
    )
    odd = len(floats) == 1 and (leads.sum() - leads[[*pairing.byes]].sum()) % 2 == 1
    return [LeadersBelow(games, odd=odd, price=0 if odd else _price(problem, pairing, leads, options))]


def _price(problem: RoundProblem, pairing: Pairing, leads: np.ndarray, options: Options | None) -> int:
    """What a round costs more in which as many leaders meet as may; 0 if no more of them can."""
    whole = options.clock if options and options.clock else Clock(PRICE_SECONDS)
    wanted = replace(problem, profile=problem.profile.with_weights({"leader_gap": GREATEST_WEIGHT}))
    other = solve(wanted, Options(clock=whole.limited_to(PRICE_SECONDS)))

    def below(found: Pairing) -> int:
        return sum(bool(leads[one] != leads[two]) for one, two in found.pairs)

    costs = [sum(problem.costs_by_criterion(found.pairs, found.byes).values()) for found in (other, pairing)]
    return costs[0] - costs[1] if below(other) < below(pairing) else 0
