"""Rules over sets of pairs as rows of a programme: sum of amounts, less the excess allowed, is at most a limit.

An at-least rule is the same with amounts and limit negated, so that its excess is what is missing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from .arrays import EMPTY, Ints, Mask, Numbers
from .vertices import Vertices


@dataclass(frozen=True, slots=True, eq=False)
class SideRowState:
    """What a tier asks of the rows: `tight` ones hold as equations, of `open` ones the limit may be passed at a price.

    Kept from tier to tier: a price that a proof charges in full, or not at all, closes one of the two for good.
    """

    tight: Mask
    elastic: Mask
    price: Ints

    def with_price(self, price: Ints) -> SideRowState:
        """The same rows with the prices of the next tier."""
        return replace(self, price=price)


class SideRows:
    """All rows of a round: `limit` of each, `sign` -1 where it comes from an at-least rule, and a `label`."""

    def __init__(self, vertices: Vertices) -> None:
        self.vertices = vertices
        self.field = vertices.problem.field
        self.counts = vertices.problem.counts
        self.rows_of_count: list[Ints] = []
        limit: list[int] = []
        self.labels: list[tuple[str, str]] = []
        for count in self.counts:
            members = np.bincount(count.scope[vertices.who] + 1, minlength=len(count.labels) + 1)[1:]
            most = members * max(count.max_amount, 2)  # halved, as a game has two members
            kept = (count.limits > 0) if count.rule.at_least else (most > 2 * count.limits)
            rows = np.full(len(count.labels) + 1, -1, dtype=np.int64)  # the last for players in no part
            rows[np.flatnonzero(kept)] = np.arange(len(limit), len(limit) + kept.sum())
            self.rows_of_count.append(rows)
            limit += (count.limits[kept] * (-1 if count.rule.at_least else 1)).tolist()
            self.labels += [(count.rule.name, count.labels[k]) for k in np.flatnonzero(kept)]
        self.limit = np.array(limit, dtype=np.int64)
        self.sign = np.array([-1 if c.rule.at_least else 1 for c in self.counts], dtype=np.int64)

    def __len__(self) -> int:
        return len(self.limit)

    def initial_state(self) -> SideRowState:
        """Before any tier: no equations; open is what has a price or is relaxed."""
        relaxed = self.vertices.problem.relaxed_counts
        elastic = self._by_count(lambda rule: rule.price is not None or rule.name in relaxed)
        nothing = np.zeros(len(self), dtype=np.int64)
        return SideRowState(np.zeros(len(self), dtype=bool), elastic.astype(bool), nothing)

    def prices(self, tier: int) -> Ints:
        """The price of an excess of one in a tier of the profile."""
        return self._by_count(lambda rule: rule.price if rule.price is not None and rule.tier == tier else 0)

    def breach_prices(self) -> Ints:
        """1 for each row that is hard."""
        return self._by_count(lambda rule: int(rule.price is None))

    def _by_count(self, value: Any) -> Ints:
        result = np.zeros(len(self), dtype=np.int64)
        for count, rows in zip(self.counts, self.rows_of_count, strict=True):
            result[rows[rows >= 0]] = value(count.rule)
        return result

    def entries(self, a: Ints, b: Ints) -> tuple[Ints, Ints, Ints]:
        """Row, position and amount of everything that a flat list of pairs adds."""
        found = []
        position = np.arange(len(a), dtype=np.int64)
        for sign, rows, terms in self._terms(a, b):
            for part, amount in terms:
                row = rows[part]
                keep = (row >= 0) & (amount > 0)
                found.append((row[keep], position[keep], sign * amount[keep]))
        if not found:
            return EMPTY, EMPTY, EMPTY
        row, where, amount = (np.concatenate(column) for column in zip(*found, strict=True))
        key, inverse = np.unique(row * max(len(a), 1) + where, return_inverse=True)
        total = np.bincount(inverse, weights=amount, minlength=len(key)).astype(np.int64)
        return key // max(len(a), 1), key % max(len(a), 1), total

    def dual_sum(self, a: Ints, b: Ints, dual: Numbers) -> Numbers:
        """For pairs (arrays that broadcast): the sum of amount × dual over the rows."""
        total = np.zeros(np.broadcast_shapes(a.shape, b.shape), dtype=dual.dtype)
        for sign, rows, terms in self._terms(a, b, dual):
            of_part = np.where(rows >= 0, dual[rows], 0) * sign
            for part, amount in terms:
                total += of_part[part] * amount
        return total

    def max_dual_sum(self, dual: Numbers) -> Numbers:
        """No pair's `dual_sum` is greater than this."""
        total = dual.dtype.type(0)
        for sign, rows, count in zip(self.sign, self.rows_of_count, self.counts, strict=True):
            used = rows[rows >= 0]
            total += count.max_amount * max(dual.dtype.type(0), (dual[used] * sign).max(initial=0))
        return np.asarray(total)

    def activities(self, a: Ints, b: Ints) -> Ints:
        """What a list of pairs adds up to in each row."""
        row, _, amount = self.entries(a, b)
        return np.bincount(row, weights=amount, minlength=len(self)).astype(np.int64)

    def excess(self, a: Ints, b: Ints) -> Ints:
        """How much a list of pairs passes each limit by."""
        return np.asarray(np.maximum(self.activities(a, b) - self.limit, 0))

    def excess_cost(self, a: Ints, b: Ints, state: SideRowState) -> int:
        """What passing the limits costs a list of pairs, where it is allowed at a price."""
        return int((self.excess(a, b) * state.price)[state.elastic].sum()) if len(self) else 0

    def _terms(self, a: Ints, b: Ints, dual: Numbers | None = None) -> Any:
        """Sign, rows by part, and the terms of each rule (of those with a dual only); the bye adds nothing."""
        players = len(self.vertices.who)
        real = (a < players) & (b < players)
        last = max(players - 1, 0)
        i, j = self.vertices.who[np.minimum(a, last)], self.vertices.who[np.minimum(b, last)]
        for sign, rows, count in zip(self.sign, self.rows_of_count, self.counts, strict=True):
            if dual is None or dual[rows[rows >= 0]].any():
                yield sign, rows, [(part, amount * real) for part, amount in count.terms(self.field, i, j)]
