"""The linear relaxation of a tier: one game each, side rows, and odd sets of players that somebody must leave.

The mathematics: Edmonds (1965), Padberg and Rao (1982). The players of an odd set cannot all be paired among
themselves, so at least one game leaves the set; an odd score group must send somebody away, which the relaxation does
not see without these rows. They are written over the border of the set, x(δ(S)) ≥ 1, not over its inside: most
candidates are pairs inside a score group, so that these rows stay short.
"""

from __future__ import annotations

from collections.abc import Callable

from ..formulation.tiers import Tier
from .master import Master
from .pricing import Pricing
from .separation import Separation
from .solution import LinearOptimum


class Relaxation:
    """One tier's linear programme, grown by pricing and by cuts until neither finds anything."""

    def __init__(self, tier: Tier, careful: bool = False) -> None:
        self.tier = tier
        self.master = Master(tier, careful)
        self.pricing = Pricing(tier)
        self.separation = Separation(self.master)

    def solve(self, out_of_time: Callable[[], bool] = lambda: False) -> LinearOptimum:
        """The optimum over all pairs of the tier, not only over the candidates; unfinished when time is up before."""
        master, parameters = self.master, self.tier.parameters
        solution, pairing = master.zero_solution(), None
        for turn in range(1, parameters.most_rounds + 1):
            if out_of_time():
                return master.optimum(solution, finished=False)
            solution = master.solve()
            if master.add_pairs(*self.pricing.improving_pairs(solution.duals, master.pricing_threshold())):
                continue
            if master.perturbed and solution.feasible and (solution.integral or turn > parameters.perturbed_rounds):
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
                elif not cuts or turn == parameters.most_rounds:
                    return master.optimum(solution)
                else:
                    master.add_cuts(cuts)
        raise ArithmeticError("the linear programme did not converge")

    def _remove_perturbation(self) -> None:
        """Begin again with the true costs."""
        self.master.remove_perturbation()
        self.separation.reset()
