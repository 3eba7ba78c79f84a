"""The pairs that may still improve a tier's incumbent, as a CP-SAT model: it closes the gap that a dual bound leaves.

In: a tier, some of its pairs with costs or reduced costs, costs of slacks. Out: a `CpSatResult`. A bye is a pair with
the bye vertex. `model.py` has the whole round.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...model.errors import ContradictionError
from ..clock import Clock
from ..formulation.side_rows import SideRows, SideRowState
from ..formulation.tiers import Tier
from ..formulation.vertices import Ints, Mask, Pairs
from .run import How, Unit, new_model, run_twice

UNLIMITED = 2**31  # the upper bound of a slack that costs nothing
#: The strategy whose linear relaxation has all rows: without it an odd field of 75 is not proven in a minute.
SUBSOLVER = "max_lp"


@dataclass(frozen=True, slots=True)
class CpSatResult:
    """The result of a search: positions of the chosen pairs (None: no pairing found), objective value, lower bound."""

    chosen: list[int] | None
    value: int
    bound: int
    infeasible: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class SlackCosts:
    """Objective coefficients of slacks of odd sets (`sets` with `set_slack`) and of the side rows.

    Pairings above `cutoff` are of no interest. The tier's cost is (objective value + offset) / scale, by `units`.
    """

    sets: list[Mask] = field(default_factory=list)
    set_slack: Sequence[int] = ()
    row_slack: Sequence[int] = ()
    row_excess: Sequence[int] = ()
    cutoff: int = 2**61
    units: tuple[int, int] = (0, 1)

    def upper_bounds(self, costs: Sequence[int]) -> list[int]:
        """Upper bounds of slacks with these costs: where a slack alone would exceed the cutoff. Keeps numbers small."""
        return [self.cutoff // cost if cost > 0 else UNLIMITED for cost in costs]


class GapModel:
    """A CP-SAT model of pairs a, b with their Booleans `played`: each vertex has exactly one, the bye's a player.

    `set_slack`, one for each of `sets`: k where 1 + 2k pairs leave the odd set. `row_slack` and `row_excess`, one for
    each side row: how far it is below its limit, or above. `objective` are its terms.
    """

    def __init__(self, size: int, a: Ints, b: Ints) -> None:
        self.a, self.b, self.model = a, b, new_model()
        self.played: list[Any] = [self.model.new_bool_var("") for _ in range(len(a))]
        self.sets: list[Mask] = []
        self.set_slack: list[Any] = []
        self.row_slack: list[Any] = []
        self.row_excess: list[Any] = []
        self.objective: list[tuple[int, Any]] = []
        of_vertex: list[list[Any]] = [[] for _ in range(size)]
        for v, w, literal in zip(a.tolist(), b.tolist(), self.played, strict=True):
            of_vertex[v].append(literal)
            of_vertex[w].append(literal)
        for literals in of_vertex:
            self.model.add_exactly_one(literals)

    def add_odd_sets(self, sets: list[Mask], max_slack: Sequence[int]) -> None:
        """An odd number of pairs leaves each odd set S: x(δ(S)) = 1 + 2·slack, which is (|S| - 1)/2 less x(E(S))."""
        self.sets = sets
        for mask, limit in zip(sets, max_slack, strict=True):
            slack = self.model.new_int_var(0, min((int(mask.sum()) - 1) // 2, limit), "")
            self.set_slack.append(slack)
            self.model.add(self._leaving(mask) == 1 + 2 * slack)

    def add_tight_sets(self, sets: Sequence[Mask]) -> None:
        """Exactly one pair leaves each of these odd sets, as earlier tiers require: x(δ(S)) = 1."""
        for mask in sets:
            self.model.add(self._leaving(mask) == 1)

    def _leaving(self, mask: Mask) -> Any:
        return sum(self.played[k] for k in np.flatnonzero(mask[self.a] ^ mask[self.b]))

    def add_side_rows(
        self, rows: SideRows, state: SideRowState, max_slack: Sequence[int] = (), max_excess: Sequence[int] = ()
    ) -> None:
        """Sum of amounts - excess + slack = limit; a tight row has no slack, an inelastic one no excess."""
        most = len(rows.vertices) + int(np.abs(rows.limit).max(initial=0))
        slack = np.minimum(np.where(state.tight, 0, most), max_slack or most)
        excess = np.minimum(np.where(state.elastic, most, 0), max_excess or most)
        self.row_slack = [self.model.new_int_var(0, limit, "") for limit in slack.tolist()]
        self.row_excess = [self.model.new_int_var(0, limit, "") for limit in excess.tolist()]
        terms: list[list[Any]] = [[] for _ in range(len(rows))]
        for row, k, amount in zip(*(part.tolist() for part in rows.entries(self.a, self.b)), strict=True):
            terms[row].append(amount * self.played[k])
        for own, limit, below, above in zip(terms, rows.limit.tolist(), self.row_slack, self.row_excess, strict=True):
            self.model.add(sum(own) - above + below == limit)

    def add_cost_row(self, pair_cost: Sequence[int], row_excess_cost: Sequence[int], total: int) -> None:
        """The cost of an earlier tier equals its optimum, `total`."""
        costs = [*zip(pair_cost, self.played, strict=True), *zip(row_excess_cost, self.row_excess, strict=True)]
        self.model.add(sum(c * v for c, v in costs if c) == total)

    def set_objective(
        self,
        pair_cost: Sequence[int],
        row_excess_cost: Sequence[int] = (),
        set_slack_cost: Sequence[int] = (),
        row_slack_cost: Sequence[int] = (),
    ) -> None:
        """Minimise these costs; reduced costs and duals change the cost of the round by factor and constant alone."""
        costs = [pair_cost, row_excess_cost, set_slack_cost, row_slack_cost]
        variables = [self.played, self.row_excess, self.set_slack, self.row_slack]
        terms = [term for both in zip(costs, variables, strict=True) for term in zip(*both, strict=False)]
        self.objective = [(c, v) for c, v in terms if c]
        self.model.minimize(sum(c * v for c, v in self.objective))

    def hint(self, rows: SideRows, pairs: Ints) -> None:
        """Hint at a pairing, by the positions of its pairs."""
        chosen = np.zeros(len(self.a), dtype=bool)
        chosen[pairs] = True
        for literal, value in zip(self.played, chosen.tolist(), strict=True):
            self.model.add_hint(literal, value)
        for mask, slack in zip(self.sets, self.set_slack, strict=True):
            leaving = (mask[self.a] ^ mask[self.b]) & chosen
            self.model.add_hint(slack, (int(leaving.sum()) - 1) // 2)
        total = rows.activities(self.a[pairs], self.b[pairs]) - rows.limit
        for over, slack, excess in zip(total.tolist(), self.row_slack, self.row_excess, strict=True):
            self.model.add_hint(slack, max(-over, 0))
            self.model.add_hint(excess, max(over, 0))


def minimise(
    tier: Tier, pairs: Pairs, slacks: SlackCosts, clock: Clock, hint: Ints | None = None, stop_at_first: bool = False
) -> CpSatResult:
    """The cheapest pairing of these pairs under the side rows, tight sets and earlier cost rows of a tier.

    `hint`, the incumbent's pairs by position, is completed with slacks: a partial hint slows CP-SAT down. Raises
    ContradictionError if CP-SAT reports infeasible, and finds a pairing without presolve.
    """
    a, b, cost = pairs
    gap = GapModel(len(tier.vertices), a, b)
    gap.add_odd_sets(slacks.sets, slacks.upper_bounds(slacks.set_slack))
    gap.add_tight_sets(tier.tight_sets)
    max_slack, max_excess = slacks.upper_bounds(slacks.row_slack), slacks.upper_bounds(slacks.row_excess)
    gap.add_side_rows(tier.rows, tier.state, max_slack, max_excess)
    for level, costs in zip(tier.levels, tier.level_costs(a, b), strict=True):
        gap.add_cost_row(*level.unshifted(a, b, costs))
    gap.set_objective(
        cost.tolist(), slacks.row_excess, set_slack_cost=slacks.set_slack, row_slack_cost=slacks.row_slack
    )
    if hint is not None:
        gap.hint(tier.rows, hint)
    found = run_twice(
        gap.model, clock, How(subsolver=SUBSOLVER, stop_at_first=stop_at_first), Unit(tier.name, *slacks.units)
    )
    if found.doubted and found.feasible:
        raise ContradictionError("CP-SAT finds a pairing only without its presolve")
    if not found.feasible:
        return CpSatResult(None, 0, 0 if found.infeasible else found.bound, found.infeasible)
    chosen = [k for k, literal in enumerate(gap.played) if found.solver.boolean_value(literal)]
    value = sum(price * found.solver.value(variable) for price, variable in gap.objective)
    return CpSatResult(chosen, value, value if found.optimal else found.bound)
