"""The rows of the restricted master: the core rows, present from the start, and the rows of odd sets, which grow."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from ..formulation.arrays import Floats, Ints, Mask
from ..formulation.duals import Duals
from ..formulation.tiers import Tier
from .glop import NO_ENTRIES, Entries, IncrementalLp, joined
from .pair_columns import PairColumns

LEVEL_BITS = 8  # of the greatest coefficient in the cost row of an earlier tier


class CoreRows:
    """One row for each vertex, each side row and each earlier tier's cost (at most its optimum), in this order.

    The cost rows (levels) are divided by `level_units`, so that their coefficients are not far greater than the others.
    """

    def __init__(self, tier: Tier) -> None:
        self.tier, self.vertices = tier, len(tier.vertices)
        greatest = [int(np.abs(level.cost).max(initial=1)) for level in tier.levels]
        self.level_units: Floats = np.array([2.0 ** max(0, most.bit_length() - LEVEL_BITS) for most in greatest])
        self.first_level = self.vertices + len(tier.rows)
        self.count = self.first_level + len(tier.levels)

    def add_to(self, lp: IncrementalLp) -> None:
        """Add these rows to an LP that has no columns yet."""
        lp.add_rows(np.ones(self.vertices), np.ones(self.vertices), NO_ENTRIES)
        limit = self.tier.rows.limit.astype(np.float64)
        lp.add_rows(np.where(self.tier.state.tight, limit, -np.inf), limit, NO_ENTRIES)
        totals = np.array([level.total for level in self.tier.levels]) / self.level_units
        lp.add_rows(np.full(len(totals), -np.inf), totals, NO_ENTRIES)

    def rows_needing_artificials(self) -> Ints:
        """The row numbers of inelastic side rows with a negative limit: x = 0 violates them."""
        return self.vertices + np.flatnonzero(~self.tier.state.elastic & (self.tier.rows.limit < 0))

    def excess_columns(self) -> tuple[Ints, Entries]:
        """The elastic side rows, and the entries of an excess column for each (also in cost rows of earlier tiers)."""
        elastic = np.flatnonzero(self.tier.state.elastic)
        entries = [(self.vertices + elastic, np.arange(len(elastic)), np.full(len(elastic), -1.0))]
        for k, (level, unit) in enumerate(zip(self.tier.levels, self.level_units, strict=True)):
            priced = np.flatnonzero(level.price[elastic])
            entries.append((np.full(len(priced), self.first_level + k), priced, level.price[elastic][priced] / unit))
        return elastic, joined(entries)

    def pair_entries(self, a: Ints, b: Ints) -> list[Entries]:
        """The entries of pairs in these rows; the pairs are numbered from 0 as new columns."""
        numbers, ones = np.arange(len(a), dtype=np.int64), np.ones(len(a))
        row, position, amount = self.tier.rows.entries(a, b)
        entries: list[Entries] = [(a, numbers, ones), (b, numbers, ones)]
        entries.append((row + self.vertices, position, amount.astype(np.float64)))
        for k, (cost, unit) in enumerate(zip(self.tier.level_costs(a, b), self.level_units, strict=True)):
            used = np.flatnonzero(cost)
            entries.append((np.full(len(used), self.first_level + k), used, cost[used] / unit))
        return entries


@dataclass(slots=True, eq=False)
class OddSetRows:
    """The rows of odd sets, after the core rows: x(δ(S)) ≥ 1, or = 1 where `tight`.

    Where `inside_form` is true, the row is x(E(S)) ≤ (|S| - 1)/2 over the pairs inside S. The two forms are equivalent,
    as x(δ(S)) + 2 x(E(S)) = |S|. For a cut the one with fewer entries is chosen.
    """

    first_row: int
    masks: list[Mask] = field(default_factory=list)
    tight: list[bool] = field(default_factory=list)
    inside_form: list[bool] = field(default_factory=list)

    def add_to(
        self, lp: IncrementalLp, masks: Sequence[Mask], pairs: PairColumns, tight: bool = False, cut: bool = False
    ) -> Ints:
        """Add rows for odd sets; returns the numbers of the rows in border form, which need artificial columns.

        With `cut` the shorter form of each row is chosen, else the border form.
        """
        inside = [np.flatnonzero(mask[pairs.a] & mask[pairs.b]) for mask in masks]
        border = [np.flatnonzero(mask[pairs.a] ^ mask[pairs.b]) for mask in masks]
        inside_form = np.array([cut and len(ins) < len(out) for ins, out in zip(inside, border, strict=True)])
        used = [ins if form else out for form, ins, out in zip(inside_form, inside, border, strict=True)]
        rows = np.repeat(np.arange(len(masks), dtype=np.int64), [len(columns) for columns in used])
        half = np.array([mask.sum() // 2 for mask in masks], dtype=np.float64)  # (|S| - 1)/2
        upper = np.where(inside_form, half, 1.0 if tight else np.inf)
        entries = (rows, pairs.number[np.concatenate(used)], np.ones(len(rows)))
        numbers: Ints = lp.add_rows(np.where(inside_form, -np.inf, 1.0), upper, entries)
        self.masks.extend(masks)
        self.tight.extend([tight] * len(masks))
        self.inside_form.extend(inside_form.tolist())
        return np.asarray(numbers[~inside_form])

    def pair_entries(self, a: Ints, b: Ints) -> list[Entries]:
        """The entries of pairs in these rows; the pairs are numbered from 0 as new columns."""
        entries = []
        for k, (mask, inside_form) in enumerate(zip(self.masks, self.inside_form, strict=True), self.first_row):
            used = np.flatnonzero(mask[a] & mask[b] if inside_form else mask[a] ^ mask[b])
            entries.append((np.full(len(used), k), used, np.ones(len(used))))
        return entries

    def missing(self, masks: Iterable[Mask]) -> list[Mask]:
        """The sets that have no row yet, without duplicates."""
        known = {mask.tobytes() for mask in self.masks}
        found = {mask.tobytes(): mask for mask in masks}
        return [mask for key, mask in found.items() if key not in known]

    def to_border_form(self, y: Floats, w: Floats) -> None:
        """Convert the duals u ≤ 0 of rows in inside form to those of the border form, in place.

        w = -u/2, and each vertex of S gets u/2 added to its y.
        """
        for k in np.flatnonzero(np.array(self.inside_form[: len(w)], dtype=bool) & (w != 0)):
            w[k] /= -2
            y[self.masks[k]] -= w[k]


def duals_of(rows: CoreRows, sets: OddSetRows, row_duals: Floats, shift: Floats) -> Duals:
    """The `Duals` of all rows; `row_duals` are in the tier's unit of cost, without the shift of the vertices."""
    y, side, levels, w = np.split(row_duals, [rows.vertices, rows.first_level, rows.count])
    y = y + shift
    sets.to_border_form(y, w)
    return Duals(rows.tier.rows, sets.masks, y, w, side, levels / rows.level_units)
