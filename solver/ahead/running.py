"""Running CP-SAT so that the same question has the same answer: one worker, one seed, limits in deterministic time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ..clock import Clock


@dataclass(frozen=True, slots=True, eq=False)
class Run:
    """A search that has ended: whether it has found a solution (`feasible`), the best one, or that there is none."""

    solver: Any
    feasible: bool
    optimal: bool
    infeasible: bool


def new_model() -> Any:
    """An empty model."""
    from ortools.sat.python import cp_model

    return cp_model.CpModel()


def run(model: Any, clock: Clock, effort: float, subsolver: str = "") -> Run:
    """A search of so much effort, in units of deterministic time, within the clock, whose own effort it spends.

    With `subsolver`, by one of CP-SAT's own ways.
    """
    from ortools.sat.python import cp_model

    solver: Any = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    if subsolver:
        solver.parameters.subsolvers.append(subsolver)
    solver.parameters.random_seed = 1
    solver.parameters.max_deterministic_time = min(effort, clock.effort)
    solver.parameters.max_time_in_seconds = max(clock.remaining(), 0.01)
    solver.parameters.catch_sigint_signal = False  # the command line handles Ctrl-C
    status = clock.run(solver, model)
    clock.spend(solver.response_proto.deterministic_time)
    if status == cp_model.MODEL_INVALID:
        raise ArithmeticError("numbers too great for CP-SAT")
    optimal = status == cp_model.OPTIMAL
    return Run(solver, optimal or status == cp_model.FEASIBLE, optimal, status == cp_model.INFEASIBLE)
