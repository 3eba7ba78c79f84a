"""CP-SAT on the round: the complete formulation for small fields, and the closing step on the pairs that remain."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ..model.round_problem import RoundProblem
from .constraints import full_sets, odd_sets, one_game_each, total_is
from .glop import Ints
from .objective import weighted_cost
from .tiers import Mask
from .variables import RoundModel, odd_set_slacks, pair_variables


@dataclass(frozen=True, slots=True)
class Answer:
    """What CP-SAT found: positions of the chosen pairs (None: none found), objective value and bound."""

    chosen: list[int] | None
    value: int
    bound: int
    infeasible: bool = False

    @property
    def optimal(self) -> bool:
        """Whether the value is proven least."""
        return self.chosen is not None and self.value == self.bound


def close(
    size: int,
    pairs: tuple[Ints, Ints],
    cost: Ints,
    sets: list[Mask],
    set_price: Ints,
    full: list[Mask],
    hint: Ints | None,
    seconds: float,
    equation: tuple[Ints, Ints, int] | None = None,
) -> Answer:
    """The least cost pairing of the given pairs, odd sets' slacks priced.

    `full` are odd sets that hold as equations, `equation` fixes the cost of the tier before: costs of pairs and slacks,
    and their total.
    `hint` are positions of a known pairing; the hint is completed, slacks too, because a partial one slows CP-SAT down.
    """
    round_model = pair_variables(size, *pairs)
    odd_set_slacks(round_model, sets)
    one_game_each(round_model)
    odd_sets(round_model)
    full_sets(round_model, full)
    if equation is not None:
        total_is(round_model, equation[0].tolist(), equation[1].tolist(), equation[2])
    weighted_cost(round_model, cost.tolist(), set_price.tolist())
    if hint is not None:
        _hint(round_model, hint)
    return _solve(round_model, seconds)


def solve_completely(problem: RoundProblem, seconds: float = 60.0) -> Answer:
    """The whole round in one model, all allowed pairs, no relaxation: the reference for small fields.

    Pairs are positions in `all_pairs(problem)`.
    """
    a, b, cost = all_pairs(problem)
    free = problem.free()
    round_model = pair_variables(len(free) + len(free) % 2, a, b)
    one_game_each(round_model)
    weighted_cost(round_model, cost.tolist())
    return _solve(round_model, seconds)


def all_pairs(problem: RoundProblem) -> tuple[Ints, Ints, Ints]:
    """Every allowed pair of the free entrants (positions in `problem.free()`), byes last, with its cost."""
    free = problem.free()
    a, b = np.triu_indices(len(free), 1)
    keep = problem.allowed(free[a], free[b])
    a, b = a[keep].astype(np.int64), b[keep].astype(np.int64)
    cost = problem.cost(free[a], free[b])
    if len(free) % 2:
        byes = np.flatnonzero(problem.bye_allowed()[free])
        a, b = np.concatenate([a, byes]), np.concatenate([b, np.full(len(byes), len(free))])
        cost = np.concatenate([cost, problem.bye_cost()[free[byes]]])
    return a, b, cost


def _hint(round_model: RoundModel, hint: Ints) -> None:
    chosen = np.zeros(len(round_model.a), dtype=bool)
    chosen[hint] = True
    for literal, value in zip(round_model.played, chosen.tolist(), strict=True):
        round_model.model.add_hint(literal, value)
    for mask, slack in zip(round_model.sets, round_model.slack, strict=True):
        inside = mask[round_model.a] & mask[round_model.b] & chosen
        round_model.model.add_hint(slack, (int(mask.sum()) - 1) // 2 - int(inside.sum()))


def _solve(round_model: RoundModel, seconds: float) -> Answer:
    from ortools.sat.python import cp_model

    solver: Any = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.subsolvers.append("max_lp")
    solver.parameters.max_time_in_seconds = max(seconds, 0.01)
    solver.parameters.random_seed = 1
    solver.parameters.catch_sigint_signal = False  # Ctrl-C is the command line's
    status = solver.solve(round_model.model)
    if status == cp_model.INFEASIBLE:
        return Answer(None, 0, 0, infeasible=True)
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return Answer(None, 0, int(np.ceil(solver.best_objective_bound - 1e-6)))
    chosen = [k for k, literal in enumerate(round_model.played) if solver.boolean_value(literal)]
    value = round(solver.objective_value)
    bound = value if status == cp_model.OPTIMAL else int(np.ceil(solver.best_objective_bound - 1e-6))
    return Answer(chosen, value, bound)
