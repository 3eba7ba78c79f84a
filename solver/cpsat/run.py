"""Running CP-SAT so that the same question has the same answer: one worker, one seed, limits in deterministic time."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from ..clock import Clock

#: Several workers exchange what they find in the order of their threads, so that boards and bounds would vary.
WORKERS = 1
SEED = 1  # any fixed number will do


@dataclass(frozen=True, slots=True)
class How:
    """How CP-SAT searches. `effort` limits its deterministic time, in units of a few seconds; else the clock does.

    `subsolver`: one of its own strategies; the default of a single worker branches with a small linear relaxation.
    `presolve` may be off; without `probing` it neither tries both values of variables beforehand nor looks for
    symmetries. `stop_at_first`: the first solution will do.
    """

    effort: float | None = None
    subsolver: str = ""
    presolve: bool = True
    probing: bool = True
    stop_at_first: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class SearchRun:
    """A search that has ended: whether it has found a solution (`feasible`), the best one, or that there is none.

    `bounded`: it has proven a bound; without one CP-SAT tells 0, which means nothing. `doubted`: it is a second search,
    as the first one has found that there is no solution.
    """

    solver: Any
    feasible: bool
    optimal: bool
    infeasible: bool
    bounded: bool
    doubted: bool = False

    @property
    def bound(self) -> int:
        """No solution has a smaller objective value; 0 without a bound, if no coefficient is negative."""
        return whole_bound(self.solver.best_objective_bound) if self.bounded else 0


def new_model() -> Any:
    """An empty model. Raises ImportError if OR-Tools cannot be loaded."""
    from ortools.sat.python import cp_model

    return cp_model.CpModel()


@dataclass(frozen=True, slots=True)
class Unit:
    """What a search is about: a tier, whose cost is (objective value + `constant`) // `scale`."""

    tier: object
    constant: int = 0
    scale: int = 1


def run_twice(model: Any, clock: Clock, how: How, unit: Unit | None = None, enough: float = math.inf) -> SearchRun:
    """As `run`; believes "no solution" only with and without presolve, since OR-Tools has known faults there."""
    done = run(model, clock, how, unit, enough)
    if not done.infeasible:
        return done
    return replace(run(model, clock, replace(how, presolve=not how.presolve), unit, enough), doubted=True)


def run(model: Any, clock: Clock, how: How, unit: Unit | None = None, enough: float = math.inf) -> SearchRun:
    """A search that may end when its bound is `enough`. Raises ArithmeticError if the numbers are too great."""
    from ortools.sat.python import cp_model

    solver: Any = cp_model.CpSolver()
    own = solver.parameters
    own.num_workers, own.random_seed = WORKERS, SEED
    if how.subsolver:
        own.subsolvers.append(how.subsolver)
    if not how.presolve:
        own.cp_model_presolve = False
    if not how.probing:
        own.cp_model_probing_level, own.symmetry_level = 0, 0
    own.stop_after_first_solution = how.stop_at_first
    if how.effort is not None:
        own.max_deterministic_time = min(how.effort, clock.effort)
    own.max_time_in_seconds = max(clock.remaining(), 0.01)
    own.catch_sigint_signal = False  # the command line handles Ctrl-C
    own.absolute_gap_limit = 0.0  # above 2^53, where floats are sparse, the default calls a small gap none

    heard_of, told = [False], _ProgressReporter(clock, unit) if unit is not None and clock.reports else None

    def heard(bound: float) -> None:
        heard_of[0] = heard_of[0] or math.isfinite(bound)
        if told is not None:
            told.bounded(bound)
        if clock.stopped or bound - abs(bound) * 2**-50 >= enough:  # floats are sparse up there
            solver.stop_search()  # a stop while the model was being loaded was not heard

    solver.best_bound_callback = heard
    status = clock.run(solver, model, _listener(told.found) if told is not None else None)
    if how.effort is not None:
        clock.spend(solver.response_proto.deterministic_time)
    if status == cp_model.MODEL_INVALID:
        raise ArithmeticError("numbers too great for CP-SAT")
    optimal, infeasible = status == cp_model.OPTIMAL, status == cp_model.INFEASIBLE
    feasible = optimal or status == cp_model.FEASIBLE
    proven = math.isfinite(solver.best_objective_bound) and not infeasible and (feasible or heard_of[0])
    return SearchRun(solver, feasible, optimal, infeasible, bounded=proven)


@dataclass(slots=True)
class _ProgressReporter:
    """What a clock is told while CP-SAT searches: the least cost so far, and a bound that none is below."""

    clock: Clock
    unit: Unit
    cost: int | None = None
    bound: int | None = None

    def found(self, value: float) -> None:
        """A solution of this objective value was found."""
        self.cost = (round(value) + self.unit.constant) // self.unit.scale
        self.clock.tell(self.unit.tier, self.cost, self.bound)

    def bounded(self, value: float) -> None:
        """No solution has a smaller objective value."""
        bound = max(0, whole_bound(value) + self.unit.constant) // self.unit.scale
        self.bound = bound if math.isfinite(value) else None
        self.clock.tell(self.unit.tier, self.cost, self.bound)


def _listener(found: Callable[[float], None]) -> Any:
    """A callback of CP-SAT that passes on the objective value of each solution."""
    from ortools.sat.python import cp_model

    class SolutionListener(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            found(self.objective_value)

    return SolutionListener()


def whole_bound(bound: float) -> int:
    """The integer bound that a floating-point bound proves: rounded up, or if floats are sparse, down below them."""
    if not math.isfinite(bound):
        return 0  # no objective coefficient is negative
    return math.ceil(bound - 1e-6) if abs(bound) < 2**50 else math.floor(math.nextafter(bound, -math.inf))
