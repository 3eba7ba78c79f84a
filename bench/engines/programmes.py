"""Solvers of integer programmes of others: one binary variable for each allowed pair or bye, rules over pairs as rows.

Σ x = 1 at every vertex; Σ amount · x ≤ limit + excess, or ≥ limit - excess, for a rule over sets of pairs in each part
of the field, the excess 0 for a hard one. Tiers become one objective by `one_cost`. The solvers compute with floats, so
their answer is rounded and its cost computed anew; it counts as proven if that is the cost they claim.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from mcmahon.model.errors import NoAnswerError
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.solver.formulation.costs import TierName, pair_costs
from mcmahon.solver.formulation.vertices import Floats, Ints, all_pairs

from .libraries import AbsentError, library
from .open_round import OpenRound, one_cost, tier_names

FLOAT_BITS = 53  # whole numbers up to 2^53 are exact as floats


@dataclass(frozen=True, slots=True, eq=False)
class Programme:
    """The least Σ cost · variable with low ≤ rows · variables ≤ high; first the pairs' variables, then the excess."""

    a: Ints
    b: Ints
    cost: list[int]
    rows: Any  # a sparse matrix of scipy
    low: Floats
    high: Floats

    @property
    def most(self) -> Floats:
        """The greatest value of each variable: 1 of a pair, any excess."""
        return np.where(np.arange(len(self.cost)) < len(self.a), 1, math.inf)


#: The values of all variables and their cost as the solver claims it; None: there is no solution.
MipSolver = Callable[[Programme], tuple[Floats, float] | None]


def draw(problem: RoundProblem, solver: MipSolver) -> Pairing:
    """The round of a solver. Raises NoPairingError, NoAnswerError, and InputError if 53 bits do not suffice."""
    game = OpenRound(problem, keeps_counts=True)
    made = programme(game)
    found = solver(made) if len(made.a) else None
    if found is None:
        return game.answer([], exact=True)
    values = np.rint(found[0]).astype(np.int64)
    cost = sum(c * v for c, v in zip(made.cost, values.tolist(), strict=True))
    chosen = np.flatnonzero(values[: len(made.a)])
    matched = zip(made.a[chosen].tolist(), made.b[chosen].tolist(), strict=True)
    return game.answer(matched, exact=abs(found[1] - cost) < 0.5)


def programme(game: OpenRound) -> Programme:
    """The integer programme of a round. Raises InputError if the costs of its tiers are too great for floats."""
    problem, (a, b) = game.problem, all_pairs(game.problem)
    one, pairs = np.ones(len(a)), np.arange(len(a), dtype=np.int64)
    entries = [(a, pairs, one), (b, pairs, one)]  # row, variable, factor
    low = high = np.ones(len(game))
    games = np.flatnonzero(b < len(game.vertices.who))
    ends = game.vertices.who[a[games]], game.vertices.who[b[games]]
    excess: list[tuple[TierName, int, int]] = []  # tier, price, and the most that a game adds on average
    for count in problem.counts:
        rule, limits, parts = count.rule, count.limits.astype(float), np.arange(len(count.limits), dtype=np.int64)
        for part, amount in count.terms(problem.field, *ends):
            used = (part >= 0) & (amount > 0)
            entries.append((len(low) + part[used], games[used], amount[used].astype(float)))
        if rule.price is not None or rule.name in problem.relaxed_counts:
            factor = np.full(len(parts), 1.0 if rule.at_least else -1.0)
            entries.append((len(low) + parts, len(a) + len(excess) + parts, factor))
            tier, price = ("breaches", 1) if rule.price is None else (rule.tier, rule.price)
            excess += [(tier, price, max(2, limit) if rule.at_least else 2) for limit in count.limits.tolist()]
        low = np.append(low, limits if rule.at_least else np.full(len(parts), -math.inf))
        high = np.append(high, np.full(len(parts), math.inf) if rule.at_least else limits)
    costs, most = [], []
    for name in tier_names(problem):
        own = pair_costs(game.vertices, a, b, name)
        costs.append(np.append(own, [price if tier == name else 0 for tier, price, _ in excess]).astype(np.int64))
        most.append(int(own.max(initial=0)) + sum(price * more for tier, price, more in excess if tier == name))
    rows, variables, factors = (np.concatenate(part) for part in zip(*entries, strict=True))
    shape = len(low), len(a) + len(excess)
    matrix = library("scipy.sparse").csr_array((factors, (rows, variables)), shape=shape)
    return Programme(a, b, one_cost(costs, most, len(game), FLOAT_BITS), matrix, low, high)


def highs(made: Programme) -> tuple[Floats, float] | None:
    """HiGHS, as scipy brings it, to the end of its search."""
    optimize = library("scipy.optimize")
    found = optimize.milp(
        np.array(made.cost, dtype=float),
        integrality=np.isfinite(made.most).astype(int),
        bounds=optimize.Bounds(0, made.most),
        constraints=optimize.LinearConstraint(made.rows, made.low, made.high),
        options={"mip_rel_gap": 0},
    )
    if found.status not in (0, 2):
        raise NoAnswerError(f"HiGHS has no answer: {found.message}")
    return (found.x, found.fun) if found.status == 0 else None


def scip(made: Programme) -> tuple[Floats, float] | None:
    """SCIP, as OR-Tools brings it, to the end of its search."""
    ortools = library("ortools.linear_solver.python.model_builder_helper")
    solver, model = ortools.ModelSolverHelper("scip"), ortools.ModelBuilderHelper()
    if not solver.solver_is_supported():
        raise AbsentError("this OR-Tools has no SCIP")
    cost = np.array(made.cost, dtype=float)
    rows = library("scipy.sparse").csr_matrix(made.rows)
    model.fill_model_from_sparse_data(np.zeros(len(cost)), made.most, cost, made.low, made.high, rows)
    for k in range(len(made.a)):
        model.set_var_integrality(k, True)
    solver.solve(model)
    status = solver.status()
    if status not in (ortools.SolveStatus.OPTIMAL, ortools.SolveStatus.INFEASIBLE):
        raise NoAnswerError(f"SCIP has no answer: {solver.status_string()}")
    optimal = status == ortools.SolveStatus.OPTIMAL
    return (solver.variable_values(), solver.objective_value()) if optimal else None


#: Each solver's draw by its name.
SOLVERS = {"highs": partial(draw, solver=highs), "scip": partial(draw, solver=scip)}
