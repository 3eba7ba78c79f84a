"""A round whose pairs and byes cost what matrices say, so that the engine finds the proven optimum of any function."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
from mcmahon.model.pairing.criteria import BYE, PAIR, Criterion, costs_column
from mcmahon.model.pairing.field import Ints
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import RoundProblem

NAME = "matrix"


def matrix_problem(problem: RoundProblem, pair_costs: Ints, bye_costs: Ints | None = None) -> RoundProblem:
    """The round with these costs in place of its profile's weights; byes cost nothing unless given.

    `pair_costs` is n × n and symmetric, in the order of `problem.field.ids`; its diagonal is not looked at. Costs are
    whole, 0 to 2^50. Rules over sets of pairs keep their prices. Raises ValueError.
    """
    n = len(problem)
    byes = np.zeros(n, dtype=np.int64) if bye_costs is None else np.array(bye_costs)
    costs = np.array(pair_costs)
    if costs.shape != (n, n) or byes.shape != (n,) or costs.dtype != np.int64 or byes.dtype != np.int64:
        raise ValueError(f"{n} entrants need {n} × {n} costs of pairs and {n} costs of byes, all int64")
    np.fill_diagonal(costs, byes)
    if (costs != costs.T).any() or costs.min(initial=0) < 0:
        raise ValueError("expected symmetric costs of pairs and no negative cost")
    return with_tables(problem, {NAME: costs})


def with_tables(problem: RoundProblem, tables: Mapping[str, Ints]) -> RoundProblem:
    """The round in which each table is a tier of its own, the first one tier 1; a bye costs what the diagonal says."""
    weights = tuple(
        Weight(
            name,
            1,
            tier=tier,
            own=Criterion(name=name, wish="", worse=name, heading=name, pair=PAIR, bye=BYE, columns=(column,)),
        )
        for tier, name in enumerate(tables, 1)
        for column in [costs_column(name)]
    )
    profile = Profile(NAME, "costs from a matrix", weights)
    return replace(problem, profile=profile, field=replace(problem.field, tables=tables))
