"""The linear relaxation of a tier: degree equations, side rows and blossom (odd-set) inequalities.

Edmonds (1965), Padberg and Rao (1982). The players of an odd set S cannot all be paired with one another, so at least
one pair leaves it: x(δ(S)) ≥ 1. Without these rows the relaxation does not see that an odd score group must send
somebody away. They are mostly written over the border δ(S): most candidates are pairs inside a score group and do not
occur in it, so the rows stay short.
"""

from __future__ import annotations

from collections.abc import Callable

from ..formulation.tiers import Tier
from .master import Master
from .pricing import Pricing
from .separation import Separation
from .solution import LinearOptimum


class Relaxation:
    """The relaxation of one tier, solved by column generation and cutting planes."""

    def __init__(self, tier: Tier, careful: bool = False) -> None:
        self.tier = tier
        self.master = Master(tier, careful)
        self.pricing = Pricing(tier)
        self.separation = Separation(self.master)

    def solve(self, out_of_time: Callable[[], bool] = lambda: False) -> LinearOptimum:
        """The optimum over all pairs of the tier; when time is up, the last solution, marked as not finished.

        Each round solves the master, then does the first of these that applies: add priced pairs; remove the
        perturbation; raise big-M; add cuts; stop. Raises ArithmeticError when it does not converge.
        """
        master, parameters = self.master, self.tier.parameters
        solution, pairing = master.zero_solution(), None
        for lp_round in range(1, parameters.most_rounds + 1):
            if out_of_time():
                return master.optimum(solution, finished=False)
            solution = master.solve()
            if master.add_pairs(*self.pricing.improving_pairs(solution.duals, master.pricing_threshold())):
                continue
            if master.perturbed and solution.feasible and (solution.integral or lp_round > parameters.perturbed_rounds):
                pairing = solution.pairing()
                self._remove_perturbation()
            elif not solution.feasible:
                if not self.tier.raises_big_m or not master.artificials.raise_big_m():
                    return master.optimum(solution)
            else:
                solution = solution if pairing is None else master.prefer_pairing(solution, pairing)
                cuts = self.separation.cuts(solution)
                if not cuts and master.perturbed:
                    self._remove_perturbation()
                elif not cuts or lp_round == parameters.most_rounds:
                    return master.optimum(solution)
                else:
                    master.add_cuts(cuts)
        raise ArithmeticError("the linear relaxation did not converge")

    def _remove_perturbation(self) -> None:
        """Go on with the true costs; the stall count of the cuts starts again."""
        self.master.remove_perturbation()
        self.separation.reset()
