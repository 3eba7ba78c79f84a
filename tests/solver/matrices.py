"""A problem as matrices, computed by the model: what files of version 1 have, and what formulas must give."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
from mcmahon.model.pairing.pairing import Certificate
from mcmahon.model.pairing.round_problem import RoundProblem, fingerprint
from mcmahon.solver.formulation.costs import cost_functions
from mcmahon.solver.formulation.side_rows import SideRows
from mcmahon.solver.formulation.vertices import Vertices
from mcmahon.solver.proof.statement import arrays_of


def of_pairs(vertices: Vertices, pair: Any, bye: Any) -> Any:
    """Values of all pairs of vertices, m × m, by a function of two entrants and by those of their byes."""
    who, n = vertices.who, len(vertices.who)
    values = np.zeros((len(vertices), len(vertices)), dtype=np.int64)
    values[:n, :n] = pair(who[:, None], who[None, :])
    if vertices.odd:
        values[n, :n] = values[:n, n] = bye[who]
    return values


def stated_matrices(problem: RoundProblem, tiers: list[str]) -> dict[str, Any]:
    """Players, print, who may meet whom, costs by tier, and rules over pairs: limits, prices, amounts of pairs."""
    vertices = Vertices(problem)
    rows, size = SideRows(vertices), len(vertices)
    names = [int(name) if name.isdecimal() else name for name in tiers]
    may = of_pairs(vertices, problem.allowed, problem.bye_allowed()).astype(bool)
    costs = [of_pairs(vertices, *cost_functions(problem, name)) * may for name in names]
    a, b = np.triu_indices(size, 1)
    row, at, amount = rows.entries(a, b)
    prices = [rows.prices(name) for name in names]
    return {
        "fingerprint": np.str_(fingerprint(problem)),
        "players": np.array([problem.field.ids[i] for i in vertices.who], dtype=np.str_),
        "allowed": may,
        "cost": np.array(costs, dtype=np.int64).reshape(len(tiers), size, size),
        "limit": rows.limit,
        "hard": ~rows.initial_state().elastic,
        "price": np.array(prices, dtype=np.int64).reshape(len(tiers), len(rows)),
        "amounts": np.column_stack([row, a[at], b[at], amount]),
    }


def matrix_arrays(problem: RoundProblem, certificate: Certificate, tournament: str = "") -> dict[str, Any]:
    """A certificate as version 1 wrote it, of format 3."""
    head = {"format": np.int64(3), "tournament": np.str_(tournament), "round": np.int64(problem.round)}
    stated = stated_matrices(problem, [tier.name for tier in certificate.tiers])
    found = head | stated | vars(arrays_of(certificate))
    return {name: np.asarray(array, order="C") for name, array in found.items()}


def as_matrices(p: Any, tiers: int) -> dict[str, Any]:
    """The same of a problem that a file states: everything from the rows of all players, at once."""
    last, size = p.size - p.odd, p.size
    may, costs = np.zeros((size, size), dtype=bool), np.zeros((tiers, size, size), dtype=np.int64)
    above = np.triu(np.ones((size, size), dtype=bool), 1)
    may[:last] = p.allowed(0, last) & above[:last]
    for k in range(tiers):
        costs[k, :last] = p.cost(k, 0, last) * may[:last]
    amounts = p.amounts(0, last).T
    return {
        "allowed": may | may.T,
        "cost": costs + costs.transpose(0, 2, 1),
        "limit": p.limit,
        "hard": p.hard,
        "price": p.price,
        "amounts": amounts[np.lexsort(amounts[:, 2::-1].T)],
    }


def without_formulas(data: dict[str, Any]) -> dict[str, Any]:
    """A file of format 3 as one of format 4 in which every cost, amount and pair that may not meet is listed."""
    tiers = data["tiers"].tolist()
    said: dict[str, Any] = {name: {} for name in ("values", "columns", "definitions")} | {
        "private": [],
        "rules": [],
        "allowed": [],
    }
    said |= {"costs": {tier: [] for tier in tiers if tier != "tie"}}
    k, a, b = np.nonzero(np.triu(data["cost"], 1))
    kept = ("tournament", "round", "fingerprint", "players", "tiers", "limit", "hard", "price", "amounts")
    found = {name: data[name] for name in (*kept, "pairs", "value", "scale", "y", "w", "rows", "levels")}
    more = {
        "format": np.int64(4),
        "formulas": np.str_(json.dumps(said)),
        "key": np.zeros(len(data["players"]), dtype=np.uint64),
        "forbidden": np.argwhere(np.triu(~data["allowed"], 1)),
        "listed": np.column_stack([k, a, b, data["cost"][k, a, b]]).reshape(-1, 4),
        "part": np.zeros((0, len(data["players"])), dtype=np.int64),
        "members": np.argwhere(data["sets"]).reshape(-1, 2),
    }
    return {name: np.asarray(array, order="C") for name, array in (found | more).items()}
