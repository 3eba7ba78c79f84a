"""What the solver relies on of OR-Tools, one thing a test: a new version that changes one fails here, with its name."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from mcmahon.solver.lp.glop import NO_ENTRIES, IncrementalLp, _math_opt

ROOT = Path(__file__).resolve().parents[2]
VERSION = version("ortools")
MATH_OPT, CP_SAT = (
    "solver/lp/glop.py",
    ("solver/cpsat/run.py", "solver/cpsat/model.py"),
)


@contextmanager
def relied_on(what: str, where: str = MATH_OPT) -> Iterator[None]:
    """Whatever goes wrong inside is told as a change of OR-Tools."""
    try:
        yield
    except Exception as error:
        pytest.fail(f"OR-Tools {VERSION} has changed {what}, which {where} relies on: {error!r}")


def assignment(size: int, careful: bool = False) -> IncrementalLp:
    """Everybody on one of `size` rows has one of as many columns, at costs from a fixed seed."""
    lp = IncrementalLp(careful)
    lp.add_rows(np.ones(2 * size), np.ones(2 * size), NO_ENTRIES)
    one, other = (index.ravel() for index in np.indices((size, size), dtype=np.int64))
    column = np.arange(size * size, dtype=np.int64)
    entries = np.concatenate([one, size + other]), np.concatenate([column, column]), np.ones(2 * size * size)
    lp.add_columns(np.random.default_rng(1).random(size * size), entries)
    return lp


def iterations_of(lp: IncrementalLp, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """A function that solves the LP and gives the steps that it took."""
    taken, solve = [], lp._solve

    def watched(parameters: Any) -> Any:
        result = solve(parameters)
        taken.append(int(result.solve_stats.simplex_iterations))
        return result

    def steps() -> int:
        lp.solve()
        return taken[-1]

    monkeypatch.setattr(lp, "_solve", watched)
    return steps


def test_only_few_places_speak_to_ortools() -> None:
    """The linear program below the published interface and flows, in one file each; CP-SAT in its own room."""
    rooms = [init.parent for init in ROOT.glob("*/__init__.py")]  # not what other tests make here for a moment
    for path in sorted(path for room in rooms for path in room.rglob("*.py")) + sorted(ROOT.glob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        if name.startswith(("tests/", ".")):
            continue
        found = set(re.findall(r"^\s*(?:from|import) (ortools[\w.]*)", path.read_text(encoding="utf-8"), re.M))
        if name == MATH_OPT:
            assert all(module.startswith("ortools.math_opt") for module in found)
        elif name == "solver/lp/cuts.py":
            assert found == {"ortools.graph.python.max_flow"}
        elif name in CP_SAT:
            assert found == {"ortools.sat.python"}
        else:
            assert not found, name


def test_versions_that_nobody_has_tried_are_not_installed() -> None:
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    (wanted,) = (line for line in listed if line.startswith("ortools"))
    bounds = re.fullmatch(r"ortools>=(\d+)\.(\d+),<(\d+)\.(\d+)", wanted)
    assert bounds, "a version to begin with and a ceiling"
    low, high = tuple(map(int, bounds.groups()[:2])), tuple(map(int, bounds.groups()[2:]))
    own = tuple(map(int, VERSION.split(".")[:2]))
    if not low <= own < high:
        pytest.skip(f"a version out of bounds is being tried: {VERSION}")


def test_the_modules_and_their_names_are_there() -> None:
    with relied_on("its modules of messages"):
        ortools = _math_opt()
        parameters = ortools.parameters
        assert callable(ortools.solver.new)
        for name in ("SOLVER_TYPE_GLOP", "EMPHASIS_OFF", "LP_ALGORITHM_PRIMAL_SIMPLEX", "LP_ALGORITHM_DUAL_SIMPLEX"):
            assert isinstance(getattr(parameters, name), int)
    with relied_on("GLOP's own parameters"):
        glop = parameters.SolveParametersProto().glop
        glop.use_scaling, glop.basis_refactorization_period = False, 256
        glop.dynamically_adjust_refactorization_period = False
    with relied_on("the messages that extend a model"):
        update = ortools.update.ModelUpdateProto()
        update.new_variables.integers.extend([False])
        update.new_linear_constraints.lower_bounds.extend([0.0])
        update.linear_constraint_matrix_updates.coefficients.extend([1.0])
        update.objective_updates.linear_coefficients.values.extend([1.0])


@pytest.mark.parametrize("careful", [False, True])
def test_a_programme_is_solved_with_values_duals_and_cost(careful: bool) -> None:
    with relied_on("how an LP is solved, or what comes back"):
        lp = assignment(30, careful)
        values, duals, cost = lp.solve()
        assert values.shape == (900,)
        assert duals.shape == (60,)
        assert duals.sum() == pytest.approx(cost)
        assert ((values < 1e-6) | (values > 1 - 1e-6)).all()


def test_it_starts_again_from_its_last_basis(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing to do where nothing has changed, and little where a column or a row has come in."""
    with relied_on("that the solver keeps its basis when an LP is extended"):
        lp = assignment(60)
        steps = iterations_of(lp, monkeypatch)
        first = steps()
        assert first > 60
        assert steps() == 0
        lp.add_columns(np.array([0.05]), (np.array([0, 61]), np.array([0, 0]), np.ones(2)))
        assert steps() < first
        made = np.flatnonzero(lp.solve()[0] > 0.5)[:1]
        lp.add_rows(np.array([0.0]), np.array([0.5]), (np.zeros(1, dtype=np.int64), made, np.ones(1)))
        assert 0 < steps() < first / 2
        lp.set_costs(np.array([5]), np.array([0.02]))
        assert steps() < first / 2


def test_cp_sat_has_the_parameters_and_answers_that_are_used() -> None:
    from ortools.sat.python import cp_model

    with relied_on("CP-SAT's parameters or answers", CP_SAT[0]):
        model = cp_model.CpModel()
        one, other = model.new_bool_var(""), model.new_int_var(0, 5, "")
        model.add_exactly_one([one])
        model.add(other >= 2)
        model.add_hint(one, True)
        model.minimize(3 * one + other)
        solver = cp_model.CpSolver()
        own: Any = solver.parameters
        own.cp_model_presolve, own.num_workers, own.random_seed = True, 1, 1
        own.subsolvers.append("max_lp")
        own.max_time_in_seconds, own.stop_after_first_solution, own.catch_sigint_signal = 10.0, False, False
        assert solver.solve(model) == cp_model.OPTIMAL
        assert (solver.boolean_value(one), solver.value(other), solver.best_objective_bound) == (True, 2, 5)
        assert callable(solver.stop_search)
        assert len({cp_model.OPTIMAL, cp_model.FEASIBLE, cp_model.INFEASIBLE, cp_model.MODEL_INVALID}) == 4
