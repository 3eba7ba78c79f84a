"""The pairs that may still improve a tier's incumbent, as a CP-SAT model: it closes the gap that a dual bound leaves.

In: a tier, some of its pairs with costs or reduced costs, costs of slacks, and a clock. Out: a `CpSatResult`: the
chosen pairs, the objective value and a lower bound. A bye is a pair with the bye vertex. The whole round is in
`model.py`; what stands here serves the relaxation only.
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
from ..formulation.vertices import Ints, Mask
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

    @property
    def optimal(self) -> bool:
        """Whether the value is proven optimal."""
        return self.chosen is not None and self.value == self.bound


@dataclass(frozen=True, slots=True, eq=False)
class SlackCosts:
    """Objective coefficients of slack variables: of odd sets (`sets` with `set_slack`), and of the side rows.

    `cutoff`: pairings with a greater objective value are of no interest. `units` (offset, scale) make the tier's cost
    of an objective value: (value + offset) / scale.
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


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """The pairs a, b of a model, with their costs in the tier and in earlier tiers with a gap (`levels`).

    `hint` are the positions of the incumbent's pairs.
    """

    a: Ints
    b: Ints
    cost: Ints
    levels: Sequence[Ints] = ()
    hint: Ints | None = None


@dataclass(slots=True, eq=False)
class GapModel:
    """A CP-SAT model under construction: pairs a, b of `size` vertices with their Booleans `played`, and slacks.

    `set_slack`, one for each of `sets`: k where 1 + 2k pairs leave the odd set. `row_slack` and `row_excess`, one for
    each side row: how far it is below its limit, or above. `terms` are the side rows' entries (pair, amount).
    """

    size: int
    a: Ints
    b: Ints
    model: Any
    played: list[Any] = field(default_factory=list)
    set_slack: list[Any] = field(default_factory=list)
    sets: list[Mask] = field(default_factory=list)
    row_slack: list[Any] = field(default_factory=list)
    row_excess: list[Any] = field(default_factory=list)
    terms: list[list[tuple[int, int]]] = field(default_factory=list)
    objective: list[tuple[int, Any]] = field(default_factory=list)


def pair_variables(size: int, a: Ints, b: Ints) -> GapModel:
    """A model with one Boolean for each pair."""
    model = new_model()
    gap = GapModel(size, a, b, model)
    gap.played = [model.new_bool_var("") for _ in range(len(a))]
    return gap


def odd_set_slacks(gap: GapModel, sets: list[Mask], max_slack: Sequence[int]) -> None:
    """Add an integer slack for each odd set: (|S| - 1)/2 less the number of pairs inside it."""
    gap.sets = sets
    for mask, limit in zip(sets, max_slack, strict=True):
        gap.set_slack.append(gap.model.new_int_var(0, min((int(mask.sum()) - 1) // 2, limit), ""))


def row_slacks(
    gap: GapModel,
    rows: SideRows,
    state: SideRowState,
    max_slack: Sequence[int] = (),
    max_excess: Sequence[int] = (),
) -> None:
    """Add an integer slack and excess for each side row; 0 where the row is tight, or not elastic."""
    row, position, amount = rows.entries(gap.a, gap.b)
    terms: list[list[tuple[int, int]]] = [[] for _ in range(len(rows))]
    for r, k, coefficient in zip(row.tolist(), position.tolist(), amount.tolist(), strict=True):
        terms[r].append((k, coefficient))
    gap.terms = terms
    most = gap.size + int(np.abs(rows.limit).max(initial=0))
    row_slack = np.minimum(np.where(state.tight, 0, most), max_slack or most)
    row_excess = np.minimum(np.where(state.elastic, most, 0), max_excess or most)
    gap.row_slack = [gap.model.new_int_var(0, limit, "") for limit in row_slack.tolist()]
    gap.row_excess = [gap.model.new_int_var(0, limit, "") for limit in row_excess.tolist()]


def one_game_each(gap: GapModel) -> None:
    """Each vertex has exactly one pair: a player one game or the bye, the bye vertex one player."""
    of_vertex: list[list[object]] = [[] for _ in range(gap.size)]
    for a, b, literal in zip(gap.a.tolist(), gap.b.tolist(), gap.played, strict=True):
        of_vertex[a].append(literal)
        of_vertex[b].append(literal)
    for literals in of_vertex:
        gap.model.add_exactly_one(literals)


def odd_sets(gap: GapModel) -> None:
    """An odd number of pairs leaves each odd set S: x(δ(S)) = 1 + 2·slack."""
    for mask, set_slack in zip(gap.sets, gap.set_slack, strict=True):
        gap.model.add(_leaving(gap, mask) == 1 + 2 * set_slack)


def tight_sets(gap: GapModel, sets: Sequence[Mask]) -> None:
    """Exactly one pair leaves each of these odd sets, as earlier tiers require: x(δ(S)) = 1."""
    for mask in sets:
        gap.model.add(_leaving(gap, mask) == 1)


def _leaving(gap: GapModel, mask: Mask) -> object:
    return sum(gap.played[k] for k in np.flatnonzero(mask[gap.a] ^ mask[gap.b]))


def side_rows(gap: GapModel, rows: SideRows) -> None:
    """The rules over sets of pairs: sum of amounts - excess + slack = limit."""
    for terms, limit, row_slack, row_excess in zip(
        gap.terms, rows.limit.tolist(), gap.row_slack, gap.row_excess, strict=True
    ):
        total = sum(amount * gap.played[k] for k, amount in terms)
        gap.model.add(total - row_excess + row_slack == limit)


def cost_equals(gap: GapModel, pair_cost: Sequence[int], row_excess_cost: Sequence[int], total: int) -> None:
    """The cost row of an earlier tier: its cost equals its optimum, `total`."""
    terms = [(c, v) for c, v in zip(pair_cost, gap.played, strict=True) if c]
    terms += [(c, v) for c, v in zip(row_excess_cost, gap.row_excess, strict=True) if c]
    gap.model.add(sum(c * v for c, v in terms) == total)


def weighted_cost(
    gap: GapModel,
    pair_cost: Sequence[int],
    row_excess_cost: Sequence[int] = (),
    set_slack_cost: Sequence[int] = (),
    row_slack_cost: Sequence[int] = (),
) -> None:
    """Minimise the costs of the chosen pairs, of the excess of side rows, and of slacks where they have a cost.

    With reduced costs for pairs and duals for slacks, it differs from the cost of the round only by factor and
    constant.
    """
    prices: list[tuple[Sequence[int], list[Any]]] = [
        (pair_cost, gap.played),
        (row_excess_cost, gap.row_excess),
        (set_slack_cost, gap.set_slack),
        (row_slack_cost, gap.row_slack),
    ]
    terms = [(c, v) for costs, variables in prices for c, v in zip(costs, variables, strict=False) if c]
    gap.objective = terms
    gap.model.minimize(sum(c * v for c, v in terms))


def minimise(
    tier: Tier, pairs: Candidates, slacks: SlackCosts, clock: Clock, stop_at_first: bool = False
) -> CpSatResult:
    """The cheapest pairing of the given pairs under the side rows, tight sets and earlier cost rows of a tier.

    The hint is completed with values for the slacks, because a partial hint slows CP-SAT down. `stop_at_first` ends the
    search at the first pairing. Raises ContradictionError when CP-SAT reports infeasible although a second search
    without presolve finds a pairing.
    """
    a, b = pairs.a, pairs.b
    gap = pair_variables(len(tier.vertices), a, b)
    odd_set_slacks(gap, slacks.sets, slacks.upper_bounds(slacks.set_slack))
    max_slack, max_excess = slacks.upper_bounds(slacks.row_slack), slacks.upper_bounds(slacks.row_excess)
    row_slacks(gap, tier.rows, tier.state, max_slack, max_excess)
    one_game_each(gap)
    odd_sets(gap)
    tight_sets(gap, tier.tight_sets)
    side_rows(gap, tier.rows)
    for level, costs in zip(tier.levels, pairs.levels, strict=True):
        cost_equals(gap, *level.unshifted(a, b, costs))
    weighted_cost(
        gap,
        pairs.cost.tolist(),
        row_excess_cost=slacks.row_excess,
        set_slack_cost=slacks.set_slack,
        row_slack_cost=slacks.row_slack,
    )
    if pairs.hint is not None:
        _hint(gap, tier.rows, pairs.hint)
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


def _hint(gap: GapModel, rows: SideRows, hint: Ints) -> None:
    model, chosen = gap.model, np.zeros(len(gap.a), dtype=bool)
    chosen[hint] = True
    for literal, value in zip(gap.played, chosen.tolist(), strict=True):
        model.add_hint(literal, value)
    for mask, set_slack in zip(gap.sets, gap.set_slack, strict=True):
        leaving = (mask[gap.a] ^ mask[gap.b]) & chosen
        model.add_hint(set_slack, (int(leaving.sum()) - 1) // 2)
    total = rows.activities(gap.a[hint], gap.b[hint]) - rows.limit
    for excess, row_slack, row_excess in zip(total.tolist(), gap.row_slack, gap.row_excess, strict=True):
        model.add_hint(row_slack, max(-excess, 0))
        model.add_hint(row_excess, max(excess, 0))
