"""The problems in npz certificates of any format, and in what they differ from the folder's.

Formats 2 and 3, which version 1 wrote, have all costs as matrices in place of columns and formulas.
"""

from __future__ import annotations

import zipfile
from types import SimpleNamespace
from typing import Any

import numpy as np

from ..formulation.vertices import Ints, Mask
from . import verify_certificate
from .verify_certificate import ARRAYS, HEAD, SETS, StatedProblem, need, rows_of, unpacked, within

MOST_PLAYERS = 2000
MOST_COSTS, MOST_LINES = 2**24, 2**20  # more only if it may be large
_OLD = {
    "format": ("<i8", "", 2, 3),
    "allowed": ("|b1", "mm", 0, 1),
    "cost": ("<i8", "Tmm", 0, 2**50),
    "sets": SETS,
}
_NAMES = (
    "format", *HEAD, "players", "allowed", "tiers", "cost", "price", "limit", "hard", "amounts", "value", "scale",
    "pairs", "sets", "y", "w", "rows", "levels",
)  # fmt: skip
#: The arrays of format 3; format 2 has none of HEAD.
TABLE = {name: _OLD.get(name) or ARRAYS[name] for name in _NAMES}


class MatrixProblem:
    """The problem in such a file: `StatedProblem` by matrices."""

    def __init__(self, c: Any) -> None:
        self.ids, self.odd, self.size = c.players.tolist(), len(c.players) % 2, len(c.allowed)
        self.limit, self.hard, self.price, self.private = c.limit, c.hard, c.price, ()
        self._allowed, self._cost, self._amounts = c.allowed, c.cost, c.amounts

    def allowed(self, first: int, last: int) -> Mask:
        """Which of the pairs of `first` … `last` - 1 with all from `first` on are allowed."""
        return np.array(self._allowed[first:last, first:])

    def cost(self, tier: int, first: int, last: int) -> Ints:
        """What these pairs cost in a tier."""
        return np.array(self._cost[tier, first:last, first:])

    def amounts(self, first: int, last: int) -> Ints:
        """What these pairs add to rules: limits, a, b and amounts, as rows."""
        return np.asarray(within(self._amounts, 1, first, last).T)


Stated = StatedProblem | MatrixProblem


def read(file: str, large: bool = False) -> tuple[Any, Any]:
    """The problem and the certificate in a file of any format. Raises ValueError; RecursionError, BadZipFile."""
    with zipfile.ZipFile(file) as archive:
        members = archive.namelist()
    if "cost.npy" not in members:
        return verify_certificate.read(file, large)
    named = any(f"{name}.npy" in members for name in HEAD)
    data = unpacked(
        file,
        {name: form for name, form in TABLE.items() if named or name not in HEAD},
        "3 (format 1 is no longer read)",
        columns=False,
    )
    c = SimpleNamespace(**data)
    need(c.format == 2 + named, "format: 3 names tournament, round and fingerprint, 2 does not")
    need(len(c.players) <= MOST_PLAYERS, f"players: more than {MOST_PLAYERS:,}")
    small = c.cost.size <= MOST_COSTS and len(c.amounts) + c.price.size <= MOST_LINES
    need(large or small, f"it asks for much: {c.cost.size:,} costs, {len(c.amounts):,} lines; say that it may be large")
    need((c.allowed == c.allowed.T).all() and not c.allowed.diagonal().any(), "allowed: it is not clear who may meet")
    need((c.cost == c.cost.transpose(0, 2, 1)).all(), "cost: a pair has two costs")
    verify_certificate.check_lines("amounts", c.amounts, len(c.limit), len(c.allowed))
    return MatrixProblem(c), c


def differences_of(one: Stated, other: Stated) -> list[str]:
    """In what two problems of the same tiers differ, in words; in none of these they are one problem."""
    if one.ids != other.ids:
        return ["the players"]
    words = {"limit": "the limits of rules over pairs", "price": "the prices of rules over pairs"}
    words["hard"] = "which rules over pairs are hard"
    rules = [said for name, said in words.items() if not np.array_equal(getattr(one, name), getattr(other, name))]
    may, costs, counted = True, True, True
    for first, last in rows_of(one):
        allowed = one.allowed(first, last)
        above = np.arange(first, last)[:, None] < np.arange(first, one.size)
        may = may and not ((allowed != other.allowed(first, last)) & above).any()
        for k in range(len(one.price)):
            costs = costs and not ((one.cost(k, first, last) != other.cost(k, first, last)) & allowed & above).any()
        counted = counted and _in_order(one.amounts(first, last)) == _in_order(other.amounts(first, last))
    private = isinstance(one, MatrixProblem) or one.private == other.private
    rules += [] if private else ["which columns are private"]
    found = [(may, "who may meet whom"), (costs, "the costs of pairs"), (counted, "which pairs count in rules")]
    return [said for same, said in found if not same] + rules


def _in_order(amounts: Ints) -> list[tuple[int, ...]]:
    """What pairs add to rules, as lines: sorted, each pair of a rule once."""
    return sorted(map(tuple, amounts.T.tolist()))
