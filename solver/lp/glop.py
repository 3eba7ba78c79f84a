"""A linear program that grows: GLOP restarts from its last basis after columns and rows were added.

Only this file calls OR-Tools' MathOpt. It uses the layer below the published interface, which would rebuild the model
for each solve: here the LP is extended by update messages and solved again by the same solver object. When a new
version changes that layer, `tests/solver/test_ortools.py` shows what. Entries are passed as whole arrays, because
building thousands of columns one by one takes longer than solving.
"""

from __future__ import annotations

from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..formulation.vertices import EMPTY, Floats, Ints
from ..tuning import DEFAULTS

Entries = tuple[Ints, Ints, Floats]
NO_ENTRIES: Entries = (EMPTY, EMPTY, np.zeros(0))

INFINITY = float("inf")


class IncrementalLp:
    """Minimise cost·x subject to lower ≤ A x ≤ upper, x ≥ 0. Rows and columns are numbered in the order they are added.

    Entries of A are arrays of row, column and coefficient. `careful` turns on scaling and GLOP's own refactorisation
    period: slower, but precise where the defaults here (no scaling, rare refactorisation) are not.
    """

    def __init__(self, careful: bool = False, refactorisation: int = DEFAULTS.refactorisation) -> None:
        self._ortools = _math_opt()
        self._careful, self._refactorisation = careful, refactorisation
        parameters, model = self._ortools.parameters, self._ortools.model
        start = parameters.SolverInitializerProto()
        self._solver: Any = self._ortools.solver.new(parameters.SOLVER_TYPE_GLOP, model.ModelProto(), start)
        self._update: Any = self._ortools.update.ModelUpdateProto()
        self._new_entries: list[Entries] = []
        self.columns = 0
        self.rows = 0

    def add_rows(self, lower: Floats, upper: Floats, entries: Entries) -> Ints:
        """Add rows; returns their numbers. In `entries` the new rows are numbered from 0, columns as in the LP."""
        numbers = np.arange(self.rows, self.rows + len(lower), dtype=np.int64)
        new = self._update.new_linear_constraints
        new.ids.extend(numbers.tolist())
        new.lower_bounds.extend(lower.tolist())
        new.upper_bounds.extend(upper.tolist())
        self._new_entries.append((entries[0] + self.rows, entries[1], entries[2]))
        self.rows += len(lower)
        return numbers

    def add_columns(self, cost: Floats, entries: Entries) -> Ints:
        """Add columns; returns their numbers. In `entries` rows are numbered as in the LP, the new columns from 0."""
        numbers = np.arange(self.columns, self.columns + len(cost), dtype=np.int64)
        new = self._update.new_variables
        new.ids.extend(numbers.tolist())
        new.lower_bounds.extend([0.0] * len(cost))
        new.upper_bounds.extend([INFINITY] * len(cost))
        new.integers.extend([False] * len(cost))
        self._costs(numbers, cost)
        self._new_entries.append((entries[0], entries[1] + self.columns, entries[2]))
        self.columns += len(cost)
        return numbers

    def set_costs(self, columns: Ints, cost: Floats) -> None:
        """Replace the costs of columns, which are given in ascending order."""
        self._apply()
        self._costs(columns, cost)

    def solve(self) -> tuple[Floats, Floats, float]:
        """Optimal values of the columns, duals of the rows, and the objective value.

        By the dual simplex method, which is faster here even after new columns; by the primal one where that fails.
        Raises ArithmeticError where GLOP returns no duals, or finds the LP infeasible or unbounded.
        """
        self._apply()
        try:
            return self._solve_by(primal=False)
        except ArithmeticError:
            return self._solve_by(primal=True)

    def _solve_by(self, primal: bool) -> tuple[Floats, Floats, float]:
        pb = self._ortools.parameters
        parameters = pb.SolveParametersProto(
            presolve=pb.EMPHASIS_OFF,
            scaling=pb.EMPHASIS_OFF,
            lp_algorithm=pb.LP_ALGORITHM_PRIMAL_SIMPLEX if primal else pb.LP_ALGORITHM_DUAL_SIMPLEX,
        )
        parameters.glop.use_scaling = self._careful
        if not self._careful:
            parameters.glop.dynamically_adjust_refactorization_period = False
            parameters.glop.basis_refactorization_period = self._refactorisation
        result = self._solve(parameters)
        without_optimum = result.termination.reason in self._ortools.without_optimum  # even if it returns duals
        if without_optimum or not result.solutions or not result.solutions[0].HasField("dual_solution"):
            raise ArithmeticError("the linear program was not solved: " + str(result.termination)[:200])
        primal_solution = result.solutions[0].primal_solution
        values = np.zeros(self.columns)
        values[list(primal_solution.variable_values.ids)] = list(primal_solution.variable_values.values)
        duals = np.zeros(self.rows)
        dual_values = result.solutions[0].dual_solution.dual_values
        duals[list(dual_values.ids)] = list(dual_values.values)
        return values, duals, float(primal_solution.objective_value)

    def _solve(self, parameters: Any) -> Any:
        model, callback = self._ortools.model_parameters, self._ortools.callback
        try:
            return self._solver.solve(
                parameters, model.ModelSolveParametersProto(), None, callback.CallbackRegistrationProto(), None, None
            )
        except Exception as error:  # GLOP raises errors of its own when it loses precision
            raise ArithmeticError(f"the linear program was not solved: {error}") from error

    def _apply(self) -> None:
        """Send all pending rows, columns, entries and costs to OR-Tools in one update."""
        if self._new_entries:
            rows, columns, coefficients = joined(self._new_entries)
            order = np.argsort(rows * self.columns + columns, kind="stable")
            matrix = self._update.linear_constraint_matrix_updates
            matrix.row_ids.extend(rows[order].tolist())
            matrix.column_ids.extend(columns[order].tolist())
            matrix.coefficients.extend(coefficients[order].tolist())
        if not self._solver.update(self._update):
            raise ArithmeticError("the linear program could not be extended")
        self._update, self._new_entries = self._ortools.update.ModelUpdateProto(), []

    def _costs(self, columns: Ints, cost: Floats) -> None:
        vector = self._update.objective_updates.linear_coefficients
        vector.ids.extend(columns.tolist())
        vector.values.extend(cost.tolist())


def joined(entries: list[Entries]) -> Entries:
    """Several arrays of entries as one."""
    rows, columns, coefficients = (np.concatenate(part) for part in zip(*entries, strict=True))
    return rows, columns, coefficients


@cache
def _math_opt() -> SimpleNamespace:
    """The modules of OR-Tools that are used, imported at the first solve because that takes long."""
    from ortools.math_opt import (
        callback_pb2,
        model_parameters_pb2,
        model_pb2,
        model_update_pb2,
        parameters_pb2,
        result_pb2,
    )
    from ortools.math_opt.core.python import solver

    return SimpleNamespace(
        solver=solver,
        parameters=parameters_pb2,
        model=model_pb2,
        update=model_update_pb2,
        model_parameters=model_parameters_pb2,
        callback=callback_pb2,
        without_optimum=(
            result_pb2.TERMINATION_REASON_INFEASIBLE,
            result_pb2.TERMINATION_REASON_UNBOUNDED,
            result_pb2.TERMINATION_REASON_INFEASIBLE_OR_UNBOUNDED,
        ),
    )
