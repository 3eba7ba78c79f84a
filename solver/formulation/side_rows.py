"""Side rows: rules over sets of pairs, sum of amounts - excess ≤ limit; of an at-least rule both are negated."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from .vertices import EMPTY, Ints, Mask, Numbers, Vertices


@dataclass(frozen=True, slots=True, eq=False)
class SideRowState:
    """The side rows in one tier: `tight` rows are equations; `elastic` rows may have an excess, at `price` a unit.

    It is passed from tier to tier. A row becomes tight, or stops being elastic, for good when an earlier tier's duals
    prove that slack, or excess, would cost more than the gap.
    """

    tight: Mask
    elastic: Mask
    price: Ints


class SideRows:
    """A row for each part of the field that a rule counts in, unless no pairing can violate it.

    `limit` and `labels` (rule, part) by row; `counts` are the rules, `sign` by rule: -1 for an at-least rule.
    """

    def __init__(self, vertices: Vertices) -> None:
        self.vertices = vertices
        self.field = vertices.problem.field
        self.counts = vertices.problem.counts
        self.rows_of_count: list[Ints] = []
        limit: list[int] = []
        self.labels: list[tuple[str, str]] = []
        for count in self.counts:
            members = np.bincount(count.scope[vertices.who] + 1, minlength=len(count.labels) + 1)[1:]
            twice_most = members * max(count.max_amount, 2)  # twice the greatest count, as a game has two members
            kept = (count.limits > 0) if count.rule.at_least else (twice_most > 2 * count.limits)
            rows = np.full(len(count.labels) + 1, -1, dtype=np.int64)  # the last is for players in no part (index -1)
            rows[np.flatnonzero(kept)] = np.arange(len(limit), len(limit) + kept.sum())
            self.rows_of_count.append(rows)
            limit += (count.limits[kept] * (-1 if count.rule.at_least else 1)).tolist()
            self.labels += [(count.rule.name, count.labels[k]) for k in np.flatnonzero(kept)]
        self.limit = np.array(limit, dtype=np.int64)
        self.sign = np.array([-1 if c.rule.at_least else 1 for c in self.counts], dtype=np.int64)

    def __len__(self) -> int:
        return len(self.limit)

    def initial_state(self) -> SideRowState:
        """The state before the first tier: no row is tight; rows with a price or of relaxed rules are elastic."""
        relaxed = self.vertices.problem.relaxed_counts
        elastic = self._per_row(lambda rule: rule.price is not None or rule.name in relaxed)
        no_price = np.zeros(len(self), dtype=np.int64)
        return SideRowState(np.zeros(len(self), dtype=bool), elastic.astype(bool), no_price)

    def prices(self, tier: int | str) -> Ints:
        """The price of one unit of excess in a tier, by row; in the tier `breaches` it is 1 for hard rules."""
        if tier == "breaches":
            return self._per_row(lambda rule: int(rule.price is None))
        return self._per_row(lambda rule: rule.price if rule.price is not None and rule.tier == tier else 0)

    def _per_row(self, value: Any) -> Ints:
        result = np.zeros(len(self), dtype=np.int64)
        for count, rows in zip(self.counts, self.rows_of_count, strict=True):
            result[rows[rows >= 0]] = value(count.rule)
        return result

    def entries(self, a: Ints, b: Ints) -> tuple[Ints, Ints, Ints]:
        """The nonzero entries for a flat list of pairs: row, position in the list, and signed amount."""
        found = []
        position = np.arange(len(a), dtype=np.int64)
        for sign, rows, terms in self._terms(a, b):
            for part, amount in terms:
                row = rows[part]
                keep = (row >= 0) & (amount > 0)
                found.append((row[keep], position[keep], sign * amount[keep]))
        if not found:
            return EMPTY, EMPTY, EMPTY
        row, at, amount = (np.concatenate(column) for column in zip(*found, strict=True))
        key, inverse = np.unique(row * max(len(a), 1) + at, return_inverse=True)
        total = np.bincount(inverse, weights=amount, minlength=len(key)).astype(np.int64)
        return key // max(len(a), 1), key % max(len(a), 1), total

    def dual_sum(self, a: Ints, b: Ints, dual: Numbers) -> Numbers:
        """The sum of amount × dual over the rows, for each pair (arrays that broadcast)."""
        total = np.zeros(np.broadcast_shapes(a.shape, b.shape), dtype=dual.dtype)
        for sign, rows, terms in self._terms(a, b, dual):
            of_part = np.where(rows >= 0, dual[rows], 0) * sign
            for part, amount in terms:
                total += of_part[part] * amount
        return total

    def max_dual_sum(self, dual: Numbers) -> Numbers:
        """An upper bound of `dual_sum` over all pairs."""
        total = dual.dtype.type(0)
        for sign, rows, count in zip(self.sign, self.rows_of_count, self.counts, strict=True):
            used = rows[rows >= 0]
            total += count.max_amount * max(dual.dtype.type(0), (dual[used] * sign).max(initial=0))
        return np.asarray(total)

    def activities(self, a: Ints, b: Ints) -> Ints:
        """The sum of amounts over a list of pairs, by row."""
        row, _, amount = self.entries(a, b)
        return np.bincount(row, weights=amount, minlength=len(self)).astype(np.int64)

    def excess_cost(self, a: Ints, b: Ints, state: SideRowState) -> int:
        """The cost of the excess of a list of pairs, over the elastic rows."""
        if not len(self):
            return 0
        return int((np.maximum(self.activities(a, b) - self.limit, 0) * state.price)[state.elastic].sum())

    def _terms(self, a: Ints, b: Ints, dual: Numbers | None = None) -> Any:
        """Sign, row numbers by part, and terms of each rule (with `dual`, of those with a nonzero one). Byes add 0."""
        players = len(self.vertices.who)
        real = (a < players) & (b < players)
        last = max(players - 1, 0)
        i, j = self.vertices.who[np.minimum(a, last)], self.vertices.who[np.minimum(b, last)]
        for sign, rows, count in zip(self.sign, self.rows_of_count, self.counts, strict=True):
            if dual is None or dual[rows[rows >= 0]].any():
                yield sign, rows, [(part, amount * real) for part, amount in count.terms(self.field, i, j)]
