"""Duals by a linear program, as a verifier would accept them that leaves out one check: the strongest that exist.

The certificate of a small round is given a dearer pairing first. The program then maximises the bound of each tier over
all duals that keep the written checks but one, so that a verifier without that check calls the dearer pairing proven.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from ortools.linear_solver import pywraplp

File = dict[str, Any]
Rng = np.random.Generator

#: What a careless verifier leaves out; nothing: the best bound that the checks allow.
LEFT_OUT = (
    "nothing", "some pairs", "a player's pairs", "one way round", "signs of sets", "odd sets", "bye in a set",
    "signs of rules", "prices of rules", "limits of rules", "amounts of rules", "signs of levels", "later levels",
    "earlier gaps", "rounding", "the sum",
)  # fmt: skip
SCALE = 720_720  # so many parts of a point: duals of small programs are whole numbers of it


def sloppy_duals(data: File, rng: Rng) -> None:
    """Give every tier the duals of a program that leaves out one check, and sets by lot for their duals."""
    left_out = str(rng.choice(LEFT_OUT))
    m, tiers, rules = len(data["allowed"]), len(data["tiers"]), len(data["limit"])
    data["sets"] = _some_sets(m, rng, left_out)
    for name, size in (("y", m), ("w", len(data["sets"])), ("rows", rules), ("levels", tiers)):
        data[name] = np.zeros((tiers, size), dtype=np.int64)
    data["scale"] = np.full(tiers, SCALE, dtype=np.int64)
    open_ = Open(data["allowed"].copy(), np.zeros(len(data["sets"]), bool), np.zeros(rules, bool), data["hard"].copy())
    for k in range(tiers):
        duals = _solved(data, k, open_, rng, left_out)
        if duals is None:
            return
        for name, values in duals.items():
            data[name][k] = values
        if left_out == "earlier gaps":
            open_.after(data, k)


@dataclass
class Open:
    """What earlier tiers settle if they leave no gap: pairs that may still meet, sets and rules met with equality.

    `closed` are rules that no cheapest pairing exceeds, so that their duals need no price.
    """

    alive: Any
    tight_sets: Any
    tight_rules: Any
    closed: Any

    def after(self, data: File, k: int) -> None:
        """The same after tier k, as if its duals left no gap."""
        self.alive &= reduced_costs(data, k) <= 0
        self.tight_sets |= data["w"][k] > 0
        self.tight_rules |= data["rows"][k] < 0
        over = data["price"][k] * data["scale"][k] + data["rows"][k] - data["levels"][k] @ data["price"]
        self.closed |= over > 0


def _some_sets(m: int, rng: Rng, left_out: str) -> Any:
    """Sets of vertices by lot: odd and without the last vertex, unless that is what nobody checks."""
    last = m if left_out == "bye in a set" else m - 1
    sets = []
    for _ in range(int(rng.integers(0, m + 1))):
        size = int(rng.integers(1, max(2, last)))
        size += (size % 2 == 0) - 2 * (size >= last) if left_out != "odd sets" else 0
        sets.append(np.isin(np.arange(m), rng.choice(last, size=max(1, min(size, last)), replace=False)))
    return np.array(sets, dtype=bool).reshape(-1, m)


def _solved(data: File, k: int, open_: Open, rng: Rng, left_out: str) -> dict[str, Any] | None:
    """The duals of tier k with the greatest bound that is not above the value; None where no bound is the greatest."""
    m, value = len(data["allowed"]), data["value"].tolist()
    solver = pywraplp.Solver.CreateSolver("GLOP")
    far = 1e7
    free, never = (-far, far), (0.0, 0.0)
    y = [solver.NumVar(*free, "") for _ in range(m)]
    unsigned = left_out == "signs of sets"
    w = [solver.NumVar(*(free if unsigned or tight else (0.0, far)), "") for tight in open_.tight_sets]
    unsigned = left_out == "signs of rules"
    rows = [solver.NumVar(*(free if unsigned or tight else (-far, 0.0)), "") for tight in open_.tight_rules]
    fitting = free if left_out == "signs of levels" else (-far, 0.0)
    levels = [
        solver.NumVar(*(fitting if s < k or (left_out == "later levels" and s != k) else never), "")
        for s in range(len(value))
    ]
    for at, (row, price, closed) in enumerate(zip(rows, data["price"][k].tolist(), open_.closed, strict=True)):
        if not closed and left_out != "prices of rules":
            earlier = sum(levels[s] * int(data["price"][s][at]) for s in range(k))
            solver.Add(row + price - earlier >= 0)
    unseen = rng.random((m, m)) < 0.3 if left_out == "some pairs" else np.zeros((m, m), dtype=bool)
    if left_out == "a player's pairs":
        player = rng.integers(m)
        unseen[player] = unseen[:, player] = True
    takes: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for rule, a, b, amount in data["amounts"].tolist():
        takes.setdefault((a, b), []).append((rule, 0 if left_out == "amounts of rules" else amount))
    slack = 1 if left_out == "rounding" else 0
    for a in range(m):
        for b in range(a + 1, m):
            if not open_.alive[a, b] or unseen[a, b] or (left_out == "one way round" and (a + b) % 2):
                continue
            across = sum(w[q] for q, members in enumerate(data["sets"]) if members[a] != members[b])
            of_rules = sum(rows[rule] * amount for rule, amount in takes.get((a, b), ()))
            of_levels = sum(levels[s] * int(data["cost"][s][a, b]) for s in range(len(value)))
            solver.Add(y[a] + y[b] + across + of_rules + of_levels <= int(data["cost"][k][a, b]) + slack)
    off = int(left_out == "limits of rules")
    limits = sum(row * (int(limit) - off) for row, limit in zip(rows, data["limit"], strict=True))
    bound = sum(y) + sum(w) + limits + sum(level * v for level, v in zip(levels, value, strict=True))
    if left_out != "the sum":
        solver.Add(bound <= value[k])
    solver.Maximize(bound)
    if solver.Solve() != pywraplp.Solver.OPTIMAL:
        return None
    whole = [round(level.solution_value()) for level in levels]
    for level, value_of in zip(levels, whole, strict=True):  # they are whole numbers, so the others are found for these
        level.SetBounds(value_of, value_of)
    if solver.Solve() != pywraplp.Solver.OPTIMAL:
        return None

    def parts(variables: list[Any]) -> list[int]:
        return [round(variable.solution_value() * SCALE) for variable in variables]

    return {"y": parts(y), "w": parts(w), "rows": parts(rows), "levels": whole}


def reduced_costs(data: File, k: int) -> Any:
    """The reduced costs of tier k, scaled."""
    reduced = data["cost"][k] * data["scale"][k] - data["y"][k][:, None] - data["y"][k]
    for members, dual in zip(data["sets"], data["w"][k], strict=True):
        reduced = reduced - dual * (members[:, None] ^ members)
    for rule, a, b, amount in data["amounts"].tolist():
        reduced[[a, b], [b, a]] -= data["rows"][k][rule] * amount
    for s in range(k):
        reduced = reduced - data["levels"][k, s] * data["cost"][s]
    return reduced
