"""The checksum of a round: SHA-256 of all its costs, a row of the matrix after the other, whatever file they stand in.

For each tier in its order: the matrix above its diagonal, row by row (costs of i with i+1, i+2, …), then the byes of
all players; each number 8 bytes, little-endian, −1 where the game or bye is not allowed. Behind them, as JSON without
spaces and in ASCII, an object with `forced`, `forced_byes`, `rows` and `settled` of the exchange format, keys sorted.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from hashlib import sha256

import numpy as np
from mcmahon.model.pairing.field import Ints
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.solver.formulation.costs import cost_functions

from ..engines.open_round import settled_costs, tier_names
from ..exchange.problem import side_rows

NUMBERS = 1 << 20  # in one piece


@dataclass(frozen=True, slots=True)
class Measured:
    """A round's checksum, and how many games and byes are allowed."""

    checksum: str
    edges: int


def measured(problem: RoundProblem) -> Measured:
    """The checksum of a round; the costs are computed some rows at a time."""
    size, digest, names, edges = len(problem), sha256(), tier_names(problem), 0
    open_to = np.zeros(size, dtype=bool)
    open_to[problem.free()] = True
    byes = open_to & problem.bye_allowed() & (open_to.sum() % 2 == 1)
    step = max(1, NUMBERS // max(size, 1))
    for name in names:
        pair, bye = cost_functions(problem, name)
        for first in range(0, size, step):
            i, j = _rows(first, min(first + step, size), size)
            may = problem.allowed(i, j) & open_to[i] & open_to[j]
            edges += int(may.sum()) if name == names[0] else 0
            digest.update(np.where(may, pair(i, j), -1).astype("<i8").tobytes())
        digest.update(np.where(byes, bye, -1).astype("<i8").tobytes())
    settled = settled_costs(problem)
    rest = {
        "forced": [sorted(pair) for pair in problem.forced],
        "forced_byes": list(problem.forced_byes),
        "rows": side_rows(problem),
        "settled": [settled[name] if isinstance(name, int) else 0 for name in names],
    }
    digest.update(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode())
    return Measured(digest.hexdigest(), edges + int(byes.sum()))


def _rows(first: int, behind: int, size: int) -> tuple[Ints, Ints]:
    """Some rows of the matrix above its diagonal."""
    i = np.repeat(np.arange(first, behind, dtype=np.int64), size - 1 - np.arange(first, behind))
    j = np.concatenate([np.arange(k + 1, size, dtype=np.int64) for k in range(first, behind)])
    return i, j
