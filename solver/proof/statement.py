"""A round problem and its certificate as plain arrays; vertices: free entrants in descending score, then the bye."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np

from ...model.pairing.pairing import Certificate
from ...model.pairing.round_problem import RoundProblem, fingerprint
from ..formulation.costs import TierName, checked_costs, cost_functions
from ..formulation.side_rows import SideRows
from ..formulation.vertices import EMPTY, Ints, Mask, Vertices

FORMAT = 3  # of npz files; docs/reference/certificate.md has its table


class Statement:
    """A round problem for `verify_certificate.verify`, computed for the rows asked for; nothing is stored."""

    def __init__(self, problem: RoundProblem, names: list[str]) -> None:
        self._problem = problem
        self._vertices = Vertices(problem)
        self._rows = SideRows(self._vertices)
        self._names: list[TierName] = [int(name) if name.isdecimal() else name for name in names]
        self.size, self.odd = len(self._vertices), int(self._vertices.odd)
        self.limit = self._rows.limit
        self.hard = ~self._rows.initial_state().elastic
        self.price = np.array([self._rows.prices(name) for name in self._names], dtype=np.int64)
        self.price = self.price.reshape(len(names), len(self._rows))

    @property
    def players(self) -> Ints:
        """Each player vertex's index in the problem's entrants."""
        return self._vertices.who

    def allowed(self, rows: Ints) -> Mask:
        """Which pairs are allowed, between the vertices `rows` and all vertices: len(rows) × m."""
        return self._of_pairs(rows, self._problem.allowed, self._problem.bye_allowed()).astype(bool)

    def cost(self, tier: int, rows: Ints) -> Ints:
        """The costs of pairs in a tier, between the vertices `rows` and all: len(rows) × m; 0 where not allowed."""
        return checked_costs(
            self._of_pairs(rows, *cost_functions(self._problem, self._names[tier])) * self.allowed(rows)
        )

    def _of_pairs(self, rows: Ints, pair: Callable[[Ints, Ints], Any], bye: Any) -> Ints:
        """A value of pairs between the vertices `rows` and all, by those of pairs of entrants and of their byes."""
        who, players = self._vertices.who, len(self._vertices.who)
        values, real = np.zeros((len(rows), self.size), dtype=np.int64), rows < players
        values[real, :players] = pair(who[rows[real]][:, None], who[None, :])
        if self.odd:
            values[real, players] = bye[who[rows[real]]]
            values[~real, :players] = bye[who]
        return values

    def amounts(self, rows: Ints) -> tuple[Ints, Ints, Ints, Ints]:
        """The amounts of pairs between the vertices `rows` and all: rule, position in `rows`, other vertex, amount."""
        if not len(self._rows):
            return EMPTY, EMPTY, EMPTY, EMPTY
        a, b = np.repeat(np.arange(len(rows)), self.size), np.tile(np.arange(self.size), len(rows))
        different = rows[a] != b
        a, b = a[different], b[different]
        row, at, amount = self._rows.entries(np.minimum(rows[a], b), np.maximum(rows[a], b))
        return row, a[at], b[at], amount


def arrays_of(certificate: Certificate) -> Any:
    """The certificate as the arrays listed in `solver/proof/verify_certificate.py`: texts, int64, `sets` bool.

    T tiers, m vertices, S sets, K rules: `tiers`, `value`, `scale` T; `pairs` m/2 × 2; `sets` S × m; `y` T × m;
    `w` T × S; `rows` T × K; `levels` T × T, row k has the duals of the tiers before k. Raises ValueError, OverflowError
    if lengths or numbers do not fit.
    """
    tiers, size = certificate.tiers, 2 * len(certificate.pairs)
    sets = np.zeros((len(certificate.sets), size), dtype=bool)
    for mask, members in zip(sets, certificate.sets, strict=True):
        if not (np.diff(members) > 0).all() or not ((members >= 0) & (members < size)).all():
            raise ValueError("sets: not vertices in ascending order")
        mask[members] = True

    def stacked(name: str, width: int) -> Ints:
        duals = [getattr(tier, name) for tier in tiers]
        if any(len(dual) != width for dual in duals):
            raise ValueError(f"{name}: not {width} numbers in every tier")
        return np.array(duals, dtype=np.int64).reshape(len(tiers), width)

    levels = np.zeros((len(tiers), len(tiers)), dtype=np.int64)
    for k, tier in enumerate(tiers):
        if len(tier.levels) != k:
            raise ValueError(f"levels: not {k} numbers in tier {tier.name}")
        levels[k, :k] = tier.levels
    return SimpleNamespace(
        tiers=np.array([tier.name for tier in tiers], dtype=np.str_),
        value=np.array([tier.value for tier in tiers], dtype=np.int64),
        scale=np.array([tier.scale for tier in tiers], dtype=np.int64),
        pairs=certificate.pairs,
        sets=sets,
        y=stacked("y", size),
        w=stacked("w", len(sets)),
        rows=stacked("rows", len(certificate.rows)),
        levels=levels,
    )


def arrays(problem: RoundProblem, certificate: Certificate, tournament: str = "") -> dict[str, Any]:
    """Problem and certificate by name, as the arrays of an npz file that `verify_certificate.py` checks on its own."""
    head = {"format": np.int64(FORMAT), "tournament": np.str_(tournament), "round": np.int64(problem.round)}
    stated = stated_arrays(problem, [tier.name for tier in certificate.tiers])
    data = head | stated | vars(arrays_of(certificate))
    return {name: np.asarray(array, order="C") for name, array in data.items()}


def stated_arrays(problem: RoundProblem, tiers: list[str]) -> dict[str, Any]:
    """Those of them that say what is proven: the problem, its print and its players, in the tiers of these names."""
    statement = Statement(problem, tiers)
    every = np.arange(statement.size, dtype=np.int64)
    counted = np.stack(statement.amounts(every), axis=1)
    counted = counted[counted[:, 1] < counted[:, 2]]
    return {
        "fingerprint": np.str_(fingerprint(problem)),
        "players": np.array([problem.field.ids[i] for i in statement.players], dtype=np.str_),
        "allowed": statement.allowed(every),
        "cost": np.array([statement.cost(k, every) for k in range(len(tiers))], dtype=np.int64),
        "limit": statement.limit,
        "hard": statement.hard,
        "price": statement.price,
        "amounts": counted[np.lexsort(counted[:, 2::-1].T)],
    }
