"""The next best pairings of a round, in order of cost, each proven optimal among those that remain."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from ...model.judging.violation import NoPairingError
from ...model.pairing.pairing import Pairing
from ...model.pairing.round_problem import IndexPair, RoundProblem
from ...model.pairing.variants import KEPT_BOARDS, listed_boards, with_kept_boards, with_total
from ...model.tournament.rules import CountRule
from ..engine import Options, solve


def solve_keeping_most(problem: RoundProblem, pairs: Collection[IndexPair], options: Options | None = None) -> Pairing:
    """The cheapest pairing; ties are broken by the greatest number of these pairs, then by the lottery.

    Raises as `solve` does.
    """
    tier = problem.tiers[-1] + 1
    found = solve(with_kept_boards(problem, pairs, tier), options)
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
    """The second best pairing, the third and so on, up to `most` or until there are no others. Raises as `solve` does.

    Each differs from all before it; among equal costs the one with most boards of the best comes first.
    """
    if set(best.pairs) == set(problem.forced):
        return  # all pairs are forced
    variant, last = problem, best
    for k in range(most):
        not_again = CountRule(f"{KEPT_BOARDS} {k}", (), len(last.pairs) - 1)
        variant = with_total(variant, not_again, listed_boards(problem, last.pairs))
        try:
            last = solve_keeping_most(variant, best.pairs, options)
        except NoPairingError:
            return
        yield last
