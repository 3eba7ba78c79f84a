"""The restricted master problem: pairs, artificial columns (big-M), odd-set rows; costs perturbed, shifted, scaled."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from ...model.pairing.round_problem import TIE_BITS
from ..formulation.costs import pair_costs
from ..formulation.duals import Duals
from ..formulation.tiers import Tier
from ..formulation.vertices import EMPTY, NO_PAIRS, Floats, Ints, Mask, Pairs
from ..tuning import Tuning
from .glop import NO_ENTRIES, Entries, IncrementalLp, joined

TOLERANCE = 1e-6  # GLOP's own; a value nearer than this to 0 or 1 counts as integral


@dataclass(frozen=True, slots=True, eq=False)
class LinearOptimum:
    """An optimum of the restricted master: pairs with values `x`, duals in units of the tier's cost, LP objective.

    `tight` marks the odd sets whose rows are equations. `max_artificial` is the greatest value of an artificial column;
    above 0, the columns so far admit no feasible x. If not `finished`, it is none over all pairs of the tier: the bound
    that `certify` makes of its duals is weaker, but valid.
    """

    pairs: Pairs
    x: Floats
    duals: Duals
    tight: list[bool]
    objective: float
    max_artificial: float
    finished: bool = True

    @property
    def feasible(self) -> bool:
        """Whether all artificial columns are 0."""
        return self.max_artificial <= TOLERANCE

    @property
    def integral(self) -> bool:
        """Whether it is feasible and all x are 0 or 1."""
        return self.feasible and bool(np.all((self.x < TOLERANCE) | (self.x > 1 - TOLERANCE)))

    def chosen(self) -> Ints:
        """The positions of the chosen pairs of an integral optimum."""
        return np.flatnonzero(self.x > 0.5)


class Artificials:
    """Artificial columns for each vertex row and more on request, at cost `big_m`, less the shift of their vertex."""

    def __init__(self, lp: IncrementalLp, max_cost: float, shift: Floats, tuning: Tuning) -> None:
        self._lp, self._shift, self._growth = lp, shift, tuning.dearer_artificials
        self.big_m = tuning.artificial_price * max_cost + 1
        self._max_big_m = tuning.artificial_price * max_cost * len(shift)
        each = np.arange(len(shift), dtype=np.int64)
        self.columns = lp.add_columns(self.big_m - shift, (each, each, np.ones(len(shift))))

    def add(self, rows: Ints, coefficient: float) -> None:
        """Add an artificial column for each of these rows."""
        entries = (rows, np.arange(len(rows), dtype=np.int64), np.full(len(rows), coefficient))
        new = self._lp.add_columns(np.full(len(rows), self.big_m), entries)
        self.columns = np.concatenate([self.columns, new])

    def raise_big_m(self) -> bool:
        """Raise big-M; False when it already exceeds the cost of any pairing, so that the LP is infeasible."""
        if self.big_m > self._max_big_m:
            return False
        self.big_m = min(self.big_m * self._growth, 2 * self._max_big_m)
        big_m = np.full(len(self.columns), self.big_m)
        big_m[: len(self._shift)] -= self._shift
        self._lp.set_costs(self.columns, big_m)
        return True


PRECISE_BITS = 17  # of the greatest cost in the LP


class Objective:
    """LP cost of a pair: (cost + perturbation × lottery number - shift of its two vertices) / unit.

    Lottery numbers are between 0 and 1. `shift` are the vertex duals of a dual ascent by the first candidates of the
    tier; `unit` is a power of two; `max_cost` is the greatest cost of a pair or price of an excess, in units.
    """

    def __init__(self, tier: Tier, pairs: Pairs) -> None:
        most = max(int(pairs.cost.max(initial=1)), int(tier.state.price.max(initial=0)))
        self.vertices, self.unit = tier.vertices, 2.0 ** max(0, most.bit_length() - PRECISE_BITS)
        self.max_cost = most / self.unit
        self.shift = dual_ascent(len(tier.vertices), *pairs, tier.tuning.ascents)
        self.perturbation = tier.tuning.perturbation if tier.name != "tie" else 0.0

    def coefficients(self, pairs: Pairs) -> Floats:
        """The objective coefficients of pairs."""
        a, b, cost = pairs
        lots = pair_costs(self.vertices, a, b, "tie") / 2.0**TIE_BITS if self.perturbation else 0.0
        return np.asarray((cost + self.perturbation * lots - self.shift[a] - self.shift[b]) / self.unit)


def dual_ascent(size: int, a: Ints, b: Ints, cost: Ints, sweeps: int) -> Floats:
    """A feasible whole dual for each vertex by dual ascent: costs reduced by it need only a fraction of the pivots."""
    tail, head = np.concatenate([a, b]), np.concatenate([b, a])
    order = np.argsort(tail, kind="stable")
    tail, head, arc_cost = tail[order], head[order], np.concatenate([cost, cost])[order].astype(np.float64)
    vertices, first = np.unique(tail, return_index=True)
    dual = np.zeros(size)
    for _ in range(sweeps):
        least = np.minimum.reduceat(arc_cost - dual[tail] - dual[head], first) if len(first) else np.zeros(0)
        dual[vertices] += least / 2  # half the least reduced cost at each vertex
    return np.floor(dual)


SHIFT = 32  # bits of a vertex in a key


@dataclass(slots=True, eq=False)
class PairColumns:
    """Pairs with a column, their costs in the tier, and the column's number in the LP."""

    pairs: Pairs = NO_PAIRS
    number: Ints = field(default_factory=EMPTY.copy)
    _keys: Ints = field(default_factory=EMPTY.copy, repr=False)  # both vertices as one number, sorted

    def add(self, pairs: Pairs, number: Ints) -> None:
        """Append pairs whose columns were added to the LP."""
        self.pairs = Pairs.joined([self.pairs, pairs])
        self.number = np.concatenate([self.number, number])
        self._keys = np.sort(np.concatenate([self._keys, pairs.a << SHIFT | pairs.b]), kind="stable")

    def missing(self, a: Ints, b: Ints) -> Mask:
        """Which of these pairs have no column yet, as flags."""
        keys = a << SHIFT | b
        at = np.minimum(np.searchsorted(self._keys, keys), len(self._keys) - 1)
        return np.asarray(self._keys[at] != keys) if len(self._keys) else np.ones(len(keys), dtype=bool)


LEVEL_BITS = 8  # of the greatest coefficient in the cost row of an earlier tier


class CoreRows:
    """Rows of vertices, side rows and earlier tiers' costs, in this order; the last ones divided by `level_units`."""

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
        self, lp: IncrementalLp, masks: Sequence[Mask], columns: PairColumns, tight: bool = False, cut: bool = False
    ) -> Ints:
        """Add rows, a `cut` in its shorter form; returns those in border form, which need artificial columns."""
        a, b, _ = columns.pairs
        inside = [np.flatnonzero(mask[a] & mask[b]) for mask in masks]
        border = [np.flatnonzero(mask[a] ^ mask[b]) for mask in masks]
        inside_form = np.array([cut and len(ins) < len(out) for ins, out in zip(inside, border, strict=True)])
        used = [ins if form else out for form, ins, out in zip(inside_form, inside, border, strict=True)]
        rows = np.repeat(np.arange(len(masks), dtype=np.int64), [len(own) for own in used])
        half = np.array([mask.sum() // 2 for mask in masks], dtype=np.float64)  # (|S| - 1)/2
        upper = np.where(inside_form, half, 1.0 if tight else np.inf)
        entries = (rows, columns.number[np.concatenate(used)], np.ones(len(rows)))
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
        """Convert duals u ≤ 0 of inside rows in place: w = -u/2, and u/2 is added to y of each vertex of S."""
        for k in np.flatnonzero(np.array(self.inside_form[: len(w)], dtype=bool) & (w != 0)):
            w[k] /= -2
            y[self.masks[k]] -= w[k]


class Master:
    """The restricted master of a tier, an LP that grows by `add_pairs` and `add_sets`.

    Rows, in order: vertices (Σ x = 1), side rows, cost rows of earlier tiers, odd sets. Columns: artificials, excess of
    elastic side rows, pairs (`columns`).
    """

    def __init__(self, tier: Tier, careful: bool = False) -> None:
        self.tier = tier
        self.lp = IncrementalLp(careful, tier.tuning.refactorisation)
        self.rows = CoreRows(tier)
        self.sets = OddSetRows(self.rows.count)
        self.columns = PairColumns()
        pairs = tier.start()
        self.objective = Objective(tier, pairs)
        self.rows.add_to(self.lp)
        shift = self.objective.shift / self.objective.unit
        self.artificials = Artificials(self.lp, self.objective.max_cost, shift, tier.tuning)
        violated = np.flatnonzero(~tier.state.elastic & (tier.rows.limit < 0))  # inelastic side rows, by x = 0
        self.artificials.add(self.rows.vertices + violated, -1.0)
        elastic, entries = self.rows.excess_columns()
        self.lp.add_columns(tier.state.price[elastic] / self.objective.unit, entries)
        self._add_columns(pairs)
        self.add_sets(tier.tight_sets, tight=True)
        self.add_sets(self.sets.missing(tier.initial_sets))

    @property
    def perturbed(self) -> bool:
        """Whether the costs still contain the perturbation."""
        return self.objective.perturbation > 0

    def pricing_threshold(self) -> float:
        """Pairs with a reduced cost below this enter the master; slightly negative, by tolerance and perturbation."""
        return -TOLERANCE * self.objective.unit - self.objective.perturbation

    def zero_solution(self) -> LinearOptimum:
        """The solution x = 0 with the duals of the dual ascent and objective -∞, for use before the first solve."""
        return self._solution(np.zeros(len(self.columns.number)), np.zeros(self.lp.rows), -np.inf, 0.0)

    def solve(self) -> LinearOptimum:
        """The optimum of the restricted master. Raises ArithmeticError where GLOP finds none."""
        values, row_duals, cost = self.lp.solve()
        artificial = float(values[self.artificials.columns].max(initial=0.0))
        return self._solution(values[self.columns.number], row_duals, cost, artificial)

    def _solution(self, x: Floats, row_duals: Floats, cost: float, artificial: float) -> LinearOptimum:
        rows, parts = self.rows, [self.rows.vertices, self.rows.first_level, self.rows.count]
        y, side, levels, w = np.split(row_duals * self.objective.unit, parts)
        y = y + self.objective.shift
        self.sets.to_border_form(y, w)
        duals = Duals(self.tier.rows, [*self.sets.masks], y, w=w, rows=side, levels=levels / rows.level_units)
        return LinearOptimum(self.columns.pairs, x, duals, [*self.sets.tight], cost, artificial)

    def add_pairs(self, pairs: Pairs) -> bool:
        """Add columns for the pairs that have none yet; whether there were any."""
        new = self.columns.missing(pairs.a, pairs.b)
        if new.any():
            self._add_columns(pairs.at(new))
        return bool(new.any())

    def _add_columns(self, pairs: Pairs) -> None:
        entries = joined(self.rows.pair_entries(pairs.a, pairs.b) + self.sets.pair_entries(pairs.a, pairs.b))
        self.columns.add(pairs, self.lp.add_columns(self.objective.coefficients(pairs), entries))

    def add_sets(self, masks: list[Mask], tight: bool = False, cut: bool = False) -> None:
        """Add rows for odd sets: `tight` ones, or a `cut` that the last solution violates."""
        if masks:
            self.artificials.add(self.sets.add_to(self.lp, masks, self.columns, tight, cut), 1.0)

    def remove_perturbation(self) -> None:
        """Set the true costs, without the perturbation."""
        self.objective.perturbation = 0.0
        columns = self.columns
        self.lp.set_costs(columns.number, self.objective.coefficients(columns.pairs))

    def prefer_pairing(self, solution: LinearOptimum, pairing: Ints) -> LinearOptimum:
        """This pairing (positions) with the solution's duals if its whole cost is below the LP objective + 1."""
        a, b, cost = solution.pairs.at(pairing)
        value = int(cost.sum()) + self.tier.rows.excess_cost(a, b, self.tier.state)
        least = float(solution.objective * self.objective.unit + self.objective.shift.sum())
        if solution.integral or value >= least + 1 - 1e-3:
            return solution
        x = np.zeros(len(solution.x))
        x[pairing] = 1.0
        return replace(solution, x=x)
