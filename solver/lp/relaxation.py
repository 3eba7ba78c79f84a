"""The linear relaxation of a tier: degree equations, side rows, blossom inequalities; pricing over all pairs.

Edmonds (1965), Padberg and Rao (1982). The players of an odd set S cannot all be paired with one another, so at least
one pair leaves it: x(δ(S)) ≥ 1. Without these rows the relaxation does not see that an odd score group must send
somebody away. They are mostly written over the border δ(S): most candidates are pairs inside a score group and do not
occur in it, so the rows stay short.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from ..formulation.duals import Duals, least_per_vertex
from ..formulation.tiers import Tier, pairs_below
from ..formulation.vertices import NO_PAIRS, Pairs
from .cuts import Separation
from .master import LinearOptimum, Master


class Relaxation:
    """The relaxation of one tier, solved by column generation and cutting planes."""

    def __init__(self, tier: Tier, careful: bool = False) -> None:
        self.tier = tier
        self.master = Master(tier, careful)
        self.separation = Separation(self.master)
        self._margin = 0.0  # of pricing, from the last round: pairs up to it are likely to be priced in soon

    def solve(self, out_of_time: Callable[[], bool] = lambda: False) -> LinearOptimum:
        """The optimum over all pairs of the tier; when time is up, the last solution, marked as not finished.

        Each round solves the master, then does the first of these that applies: add priced pairs; remove the
        perturbation; raise big-M; add cuts; stop. Raises ArithmeticError when it does not converge.
        """
        master, tuning = self.master, self.tier.tuning
        solution, pairing = master.zero_solution(), None
        for lp_round in range(1, tuning.most_rounds + 1):
            if out_of_time():
                return replace(solution, finished=False)
            solution = master.solve()
            if master.add_pairs(self._improving_pairs(solution.duals)):
                continue
            if master.perturbed and solution.feasible and (solution.integral or lp_round > tuning.perturbed_rounds):
                pairing = solution.chosen() if solution.integral else None
                self._remove_perturbation()
            elif not solution.feasible:
                if not self.tier.raises_big_m or not master.artificials.raise_big_m():
                    return solution
            else:
                solution = solution if pairing is None else master.prefer_pairing(solution, pairing)
                cuts = self.separation.cuts(solution)
                if not cuts and master.perturbed:
                    self._remove_perturbation()
                elif not cuts or lp_round == tuning.most_rounds:
                    return solution
                else:
                    master.add_sets(cuts, cut=True)
        raise ArithmeticError("the linear relaxation did not converge")

    def _improving_pairs(self, duals: Duals) -> Pairs:
        """Pairs to add, a few for each vertex; none when no reduced cost is below the threshold."""
        threshold, tuning = self.master.pricing_threshold(), self.tier.tuning
        found, reduced = pairs_below(self.tier, duals, threshold + self._margin)
        if reduced.min(initial=np.inf) >= threshold:
            return NO_PAIRS
        self._margin = tuning.pricing_margin * -reduced.min()
        return found.at(least_per_vertex(found.a, found.b, reduced, tuning.columns_a_vertex))

    def _remove_perturbation(self) -> None:
        """Go on with the true costs; the stall count of the cuts starts again."""
        self.master.remove_perturbation()
        self.separation.reset()
