"""Solving with CP-SAT: a tier over some of its pairs, or a small round whole, as a reference."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ...model.errors import ContradictionError
from ...model.pairing.round_problem import RoundProblem
from ..clock import Clock
from ..formulation.arrays import Ints, Mask
from ..formulation.costs import pair_costs, tier_prices
from ..formulation.side_rows import SideRows, SideRowState
from ..formulation.tiers import Tier
from ..formulation.vertices import Vertices
from .constraints import cost_equals, odd_sets, one_game_each, side_rows, tight_sets
from .objective import weighted_cost
from .variables import RoundModel, odd_set_slacks, pair_variables, row_slacks

UNLIMITED = 2**31  # the upper bound of a slack that costs nothing


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


def minimise(
    tier: Tier, pairs: Candidates, slacks: SlackCosts, clock: Clock, stop_at_first: bool = False
) -> CpSatResult:
    """The cheapest pairing of the given pairs under the side rows, tight sets and earlier cost rows of a tier.

    The hint is completed with values for the slacks, because a partial hint slows CP-SAT down. `stop_at_first` ends the
    search at the first pairing. Raises ContradictionError when CP-SAT reports infeasible although there is a hint, or
    although a second search without presolve finds a pairing.
    """
    a, b = pairs.a, pairs.b
    round_model = pair_variables(len(tier.vertices), a, b)
    odd_set_slacks(round_model, slacks.sets, slacks.upper_bounds(slacks.set_slack))
    max_slack, max_excess = slacks.upper_bounds(slacks.row_slack), slacks.upper_bounds(slacks.row_excess)
    row_slacks(round_model, tier.rows, tier.state, max_slack, max_excess)
    one_game_each(round_model)
    odd_sets(round_model)
    tight_sets(round_model, tier.tight_sets)
    side_rows(round_model, tier.rows)
    for level, costs in zip(tier.levels, pairs.levels, strict=True):
        cost_equals(round_model, *level.unshifted(a, b, costs))
    weighted_cost(round_model, pairs.cost.tolist(), slacks.row_excess, slacks.set_slack, slacks.row_slack)
    if pairs.hint is not None:
        _hint(round_model, tier.rows, pairs.hint)
    told = Told(tier.name, slacks.units, clock) if clock.report is not None else None
    return _solve(round_model, clock, stop_at_first, pairs.hint is not None, told)


def solve_completely(problem: RoundProblem, seconds: float = 60.0) -> list[CpSatResult]:
    """The round solved by CP-SAT alone, one model for each tier over all allowed pairs: the reference for small fields.

    One result for each tier of the profile (breaches of relaxed rules first), up to the first that is not proven
    optimal; chosen pairs are positions in `all_pairs(problem)`.
    """
    vertices = Vertices(problem)
    rows = SideRows(vertices)
    state: SideRowState = rows.initial_state()
    a, b = all_pairs(problem)
    clock, results = Clock(seconds), []
    names: list[int | str] = ["breaches"] if problem.relaxed or problem.relaxed_counts else []
    done: list[tuple[list[int], list[int], int]] = []
    for name in [*names, *problem.tiers]:
        round_model = pair_variables(len(vertices), a, b)
        row_slacks(round_model, rows, state)
        one_game_each(round_model)
        side_rows(round_model, rows)
        for before in done:
            cost_equals(round_model, *before)
        cost, price = pair_costs(vertices, a, b, name).tolist(), tier_prices(rows, name).tolist()
        weighted_cost(round_model, cost, price)
        results.append(_solve(round_model, clock))
        if not results[-1].optimal:
            break
        done.append((cost, price, results[-1].value))
    return results


def all_pairs(problem: RoundProblem) -> tuple[Ints, Ints]:
    """All allowed pairs of the free entrants, as vertices a, b; byes last."""
    vertices = Vertices(problem)
    who, players = vertices.who, len(vertices.who)
    a, b = np.triu_indices(players, 1)
    keep = problem.allowed(who[a], who[b])
    a, b = a[keep].astype(np.int64), b[keep].astype(np.int64)
    if vertices.odd:
        byes = np.flatnonzero(problem.bye_allowed()[who])
        a, b = np.concatenate([a, byes]), np.concatenate([b, np.full(len(byes), players)])
    return a, b


def _hint(round_model: RoundModel, rows: SideRows, hint: Ints) -> None:
    model, chosen = round_model.model, np.zeros(len(round_model.a), dtype=bool)
    chosen[hint] = True
    for literal, value in zip(round_model.played, chosen.tolist(), strict=True):
        model.add_hint(literal, value)
    for mask, set_slack in zip(round_model.sets, round_model.set_slack, strict=True):
        leaving = (mask[round_model.a] ^ mask[round_model.b]) & chosen
        model.add_hint(set_slack, (int(leaving.sum()) - 1) // 2)
    total = rows.activities(round_model.a[hint], round_model.b[hint]) - rows.limit
    for excess, row_slack, row_excess in zip(
        total.tolist(), round_model.row_slack, round_model.row_excess, strict=True
    ):
        model.add_hint(row_slack, max(-excess, 0))
        model.add_hint(row_excess, max(excess, 0))


@dataclass(slots=True)
class Told:
    """What the clock is told while CP-SAT searches: the best pairing so far and its bound, as costs of the tier."""

    tier: object
    units: tuple[int, int]
    clock: Clock
    cost: int | None = None
    bound: int | None = None

    def found(self, value: float) -> None:
        """A pairing of this objective value was found."""
        self.cost = round(value + self.units[0]) // self.units[1]
        self.clock.tell(self.tier, self.cost, self.bound)

    def bounded(self, value: float) -> None:
        """No pairing has a smaller objective value."""
        self.bound = -(-(_whole_bound(value) + self.units[0]) // self.units[1])
        self.clock.tell(self.tier, self.cost, self.bound)


def _solve(
    round_model: RoundModel,
    clock: Clock,
    stop_at_first: bool = False,
    hinted: bool = False,
    told: Told | None = None,
) -> CpSatResult:
    """The result of a search; infeasible only if no pairing was hinted and a second search without presolve agrees."""
    result = _search(round_model, clock, stop_at_first, told=told)
    if result.infeasible and hinted:
        raise ContradictionError("CP-SAT finds no pairing, although one is at hand")
    if result.infeasible:
        again = _search(round_model, clock, stop_at_first, presolve=False, told=told)
        if again.chosen is not None:
            raise ContradictionError("CP-SAT finds a pairing only without its presolve")
        return again
    return result


def _search(
    round_model: RoundModel, clock: Clock, stop_at_first: bool, presolve: bool = True, told: Told | None = None
) -> CpSatResult:
    from ortools.sat.python import cp_model

    solver: Any = cp_model.CpSolver()
    solver.parameters.cp_model_presolve = presolve
    solver.parameters.num_workers = 1
    solver.parameters.subsolvers.append("max_lp")
    solver.parameters.max_time_in_seconds = max(clock.remaining(), 0.01)
    solver.parameters.stop_after_first_solution = stop_at_first
    solver.parameters.random_seed = 1
    solver.parameters.catch_sigint_signal = False  # the command line handles Ctrl-C
    status = clock.run(solver, round_model.model, _listening(solver, told))
    if status == cp_model.INFEASIBLE:
        return CpSatResult(None, 0, 0, infeasible=True)
    if status == cp_model.MODEL_INVALID:
        raise ArithmeticError("numbers too great for CP-SAT")
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return CpSatResult(None, 0, _whole_bound(solver.best_objective_bound))
    chosen = [k for k, literal in enumerate(round_model.played) if solver.boolean_value(literal)]
    value = sum(price * solver.value(variable) for price, variable in round_model.objective)
    bound = value if status == cp_model.OPTIMAL else _whole_bound(solver.best_objective_bound)
    return CpSatResult(chosen, value, bound)


def _listening(solver: Any, told: Told | None) -> Any:
    """A callback of CP-SAT that passes on what it finds; None where nobody listens."""
    if told is None:
        return None
    from ortools.sat.python import cp_model

    found = told.found

    class Found(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            found(self.objective_value)

    solver.best_bound_callback = told.bounded
    return Found()


def _whole_bound(bound: float) -> int:
    """The integer bound that a floating-point bound proves: rounded up, or where floats are sparse, down below them."""
    if not math.isfinite(bound):
        return 0  # no objective coefficient is negative
    return math.ceil(bound - 1e-6) if abs(bound) < 2**50 else math.floor(math.nextafter(bound, -math.inf))
