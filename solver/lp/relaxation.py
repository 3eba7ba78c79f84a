"""The linear relaxation of a tier: one game each, side rows, and odd sets of players that somebody must leave.

The mathematics: Edmonds (1965), Padberg and Rao (1982). The players of an odd set cannot all be paired among
themselves, so at least one game leaves the set; an odd score group must send somebody away, which the relaxation does
not see without these rows. They are written over the border of the set, x(δ(S)) ≥ 1, not over its inside: most
candidates are pairs inside a score group, so that these rows stay short.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

import numpy as np

from ..formulation.arrays import NOTHING, Floats, Ints, Mask
from ..formulation.costs import lots
from ..formulation.duals import Duals
from ..formulation.tiers import Tier, few_each
from .cuts import TOLERANCE, Fractional, violated
from .glop import Entries, GrowingProgramme

COLUMNS_A_VERTEX = 6  # priced in at a time
MARGIN = 0.2  # pairs come in with those that are this part as negative as the worst of the round before
NOISE = 0.25  # at the start, in units of cost: the lottery, which leads off plateaus
ASCENTS = 20
IDLE_CUTS = 25  # rounds of cuts that do not raise the bound
MOST_ROUNDS = 400


@dataclass(frozen=True, slots=True, eq=False)
class LinearOptimum:
    """The relaxation at its optimum: columns a, b, cost with values x; duals y, w, rows, levels as in `Duals`.

    `tight` marks the sets that hold as equations. `feasible` is False when some vertex stays without a partner.
    When not `finished`, the duals are those at hand: their bound is lower, but holds.
    """

    a: Ints
    b: Ints
    cost: Ints
    x: Floats
    y: Floats
    w: Floats
    rows: Floats
    levels: Floats
    sets: list[Mask]
    tight: list[bool]
    feasible: bool
    finished: bool = True

    @property
    def integral(self) -> bool:
        """Whether the optimum is a pairing."""
        return self.feasible and _whole(self.x)

    def chosen(self) -> Ints:
        """Column numbers of the pairs of an integral optimum."""
        return np.flatnonzero(self.x > 0.5)


class Relaxation:
    """One tier's linear programme, grown by pricing and by cuts until neither finds anything."""

    def __init__(self, tier: Tier, careful: bool = False) -> None:
        self.tier = tier
        self.vertices = tier.vertices
        self.size = len(tier.vertices)
        self.a, self.b, self.cost = tier.start()
        self.shift = dual_ascent(self.size, self.a, self.b, self.cost)
        most = max(int(self.cost.max(initial=1)), int(tier.state.price.max(initial=0)))
        self.unit = 2.0 ** max(0, most.bit_length() - 17)
        self.most = most / self.unit
        self.price = 4.0 * self.most + 1
        self.sets: list[Mask] = []
        self.tight: list[bool] = []
        self.inner: list[bool] = []  # whether a set's row is over the pairs inside it, not over those that leave it
        self.programme = GrowingProgramme(careful)
        self.alone = NOTHING
        self.pairs = NOTHING
        self._level_units: Floats = np.ones(len(tier.levels))
        self.margin = 0.0
        self.found: Ints | None = None
        self.reached, self.idle = -np.inf, 0
        self.noise = NOISE if tier.name != "tie" else 0.0
        self._open()

    def solve(self, out_of_time: Callable[[], bool] = lambda: False) -> LinearOptimum:
        """The optimum over all pairs of the tier, not only over the candidates; unfinished when time is up before."""
        x, duals = np.zeros(len(self.a)), self._duals(np.zeros(self.programme.rows))
        for turn in range(MOST_ROUNDS):
            if out_of_time():
                return replace(self._optimum(x, duals, feasible=True), finished=False)
            values, row_duals, cost = self.programme.solve()
            x, duals = values[self.pairs], self._duals(row_duals)
            if self._price(duals):
                continue
            if self.noise and values[self.alone].max(initial=0.0) < TOLERANCE and (_whole(x) or turn > 30):
                if _whole(x):
                    self.found = np.flatnonzero(x > 0.5)
                self._silence()
                continue
            if values[self.alone].max(initial=0.0) > TOLERANCE:
                if not self.tier.patient or not self._raise_price():
                    return self._optimum(x, duals, feasible=False)
                continue
            if self.found is not None and not _whole(x) and self._enough(cost):
                x = np.zeros(len(x))
                x[self.found] = 1.0
            cuts = [] if _whole(x) or self._stuck(cost) else self._cuts(x, duals.w)
            if not cuts and self.noise:
                self._silence()
                continue
            if not cuts or turn == MOST_ROUNDS - 1:
                return self._optimum(x, duals, feasible=True)
            self._add_sets(cuts, cut=True)
        raise ArithmeticError("the linear programme did not converge")

    def _enough(self, cost: float) -> bool:
        """Whether the pairing found with noise costs no more than the bound, rounded up."""
        assert self.found is not None
        a, b = self.a[self.found], self.b[self.found]
        value = int(self.cost[self.found].sum()) + self.tier.rows.excess_cost(a, b, self.tier.state)
        return bool(value < cost * self.unit + self.shift.sum() + 1 - 1e-3)

    def _stuck(self, cost: float) -> bool:
        """Whether cuts no longer raise the bound; then CP-SAT gets what is left."""
        if cost > self.reached + TOLERANCE * max(1.0, abs(cost)):
            self.reached, self.idle = cost, 0
        self.idle += 1
        return self.idle > IDLE_CUTS

    def _duals(self, row_duals: Floats) -> Duals:
        """The programme's duals in units of the tier's cost."""
        side, levels = self.size + len(self.tier.rows), self.size + len(self.tier.rows) + len(self.tier.levels)
        real = row_duals * self.unit
        y, rows, own, w = np.split(real, [self.size, side, levels])
        y = y + self.shift
        for k in np.flatnonzero(np.array(self.inner[: len(w)], dtype=bool) & (w != 0)):
            w[k] /= -2  # every player of the set has half of what the pairs inside it pay
            y[self.sets[k]] -= w[k]
        return Duals(self.tier.rows, self.sets, y, w, rows, own / self._level_units)

    def _optimum(self, x: Floats, d: Duals, feasible: bool) -> LinearOptimum:
        """What was solved last; when time is up, pairs and sets may have come in behind it, which have no value yet."""
        a, b, cost = (column[: len(x)] for column in (self.a, self.b, self.cost))
        sets, tight = self.sets[: len(d.w)], self.tight[: len(d.w)]
        return LinearOptimum(a, b, cost, x, d.y, d.w, d.rows, d.levels, sets, tight, feasible)

    def _open(self) -> None:
        """Rows: vertices, side rows, levels, sets. Columns: staying alone, falling short, excess, pairs."""
        tier, every = self.tier, np.arange(self.size, dtype=np.int64)
        nothing: Entries = (NOTHING, NOTHING, np.zeros(0))
        self.programme.add_rows(np.ones(self.size), np.ones(self.size), nothing)
        state, limit = tier.state, tier.rows.limit.astype(np.float64)
        side = self.programme.add_rows(np.where(state.tight, limit, -np.inf), limit, nothing)
        self._level_units = np.array(
            [2.0 ** max(0, int(np.abs(v.cost).max(initial=1)).bit_length() - 8) for v in tier.levels]
        )
        totals = np.array([level.total for level in tier.levels]) / self._level_units
        level_rows = self.programme.add_rows(np.full(len(totals), -np.inf), totals, nothing)
        alone = self.price - self.shift / self.unit
        self.alone = self.programme.add_columns(alone, (every, every, np.ones(self.size)))
        short = np.flatnonzero(~state.open & (limit < 0))
        self._stay_away(side[short], -1.0)
        open_ = np.flatnonzero(state.open)
        entries = [(side[open_], np.arange(len(open_)), np.full(len(open_), -1.0))]
        for row, level, unit in zip(level_rows, tier.levels, self._level_units, strict=True):
            priced = np.flatnonzero(level.price[open_])
            entries.append((np.full(len(priced), row), priced, level.price[open_][priced] / unit))
        self.programme.add_columns(state.price[open_] / self.unit, _joined(entries))
        self._add_pairs(self.a, self.b, self.cost)
        self._add_sets(tier.equalities, tight=True)
        known = {mask.tobytes() for mask in self.sets}
        seeds = {mask.tobytes(): mask for mask in tier.seeds}
        self._add_sets([mask for key, mask in seeds.items() if key not in known])

    def _stay_away(self, rows: Ints, coefficient: float) -> None:
        """A column for each row that makes it hold at the price of staying alone."""
        each = np.arange(len(rows), dtype=np.int64)
        entries = (rows, each, np.full(len(rows), coefficient))
        new = self.programme.add_columns(np.full(len(rows), self.price), entries)
        self.alone = np.concatenate([self.alone, new])

    def _add_sets(self, masks: Iterable[Mask], tight: bool = False, cut: bool = False) -> None:
        """Rows for odd sets; a cut, a small set with a long border, over the pairs inside where these are fewer.

        Both say the same: the pairs that leave a set and twice those inside it are its players.
        """
        masks = list(masks)
        if not masks:
            return
        inside = [np.flatnonzero(mask[self.a] & mask[self.b]) for mask in masks]
        across = [np.flatnonzero(mask[self.a] ^ mask[self.b]) for mask in masks]
        inner = np.array([cut and len(few) < len(many) for few, many in zip(inside, across, strict=True)])
        used = [few if own else many for own, few, many in zip(inner, inside, across, strict=True)]
        rows = np.repeat(np.arange(len(masks), dtype=np.int64), [len(columns) for columns in used])
        columns = self.pairs[np.concatenate(used)]
        games = np.array([mask.sum() // 2 for mask in masks], dtype=np.float64)
        upper = np.where(inner, games, 1.0 if tight else np.inf)
        numbers = self.programme.add_rows(np.where(inner, -np.inf, 1.0), upper, (rows, columns, np.ones(len(rows))))
        self._stay_away(numbers[~inner], 1.0)
        self.sets.extend(masks)
        self.tight.extend([tight] * len(masks))
        self.inner.extend(inner.tolist())

    def _silence(self) -> None:
        """Take the noise out: from now on the costs are the true ones."""
        self.noise = 0.0
        self.reached, self.idle = -np.inf, 0
        self.programme.set_costs(self.pairs, self._shifted(self.a, self.b, self.cost))

    def _raise_price(self) -> bool:
        """Make staying alone dearer; False when it already costs more than any pairing could."""
        enough = 4.0 * self.most * self.size
        if self.price > enough:
            return False
        self.price = min(self.price * 16, 2 * enough)
        price = np.full(len(self.alone), self.price)
        price[: self.size] -= self.shift / self.unit
        self.programme.set_costs(self.alone, price)
        return True

    def _price(self, duals: Duals) -> bool:
        """Add the pairs of negative reduced cost, a few for every vertex. False when there are none."""
        found = []
        least = -TOLERANCE * self.unit - self.noise
        for part in self.tier.parts(duals, least + self.margin):
            reduced = duals.reduced(part)
            mask = reduced < least + self.margin
            if part.real is not None:
                mask &= part.real
            if mask.any():
                found.append((*part.select(mask), reduced[mask]))
        if not found:
            return False
        a, b, cost, reduced = (np.concatenate([f[k] for f in found]) for k in range(4))
        worst = reduced.min()
        if worst >= least:
            return False
        self.margin = MARGIN * -worst
        keep = few_each(a, b, reduced, COLUMNS_A_VERTEX)
        keep = keep[~np.isin(a[keep] * self.size + b[keep], self.a * self.size + self.b)]
        if not len(keep):
            return False
        self._add_pairs(a[keep], b[keep], cost[keep])
        self.a, self.b = np.concatenate([self.a, a[keep]]), np.concatenate([self.b, b[keep]])
        self.cost = np.concatenate([self.cost, cost[keep]])
        return True

    def _add_pairs(self, a: Ints, b: Ints, cost: Ints) -> None:
        numbers = np.arange(len(a), dtype=np.int64)
        ones = np.ones(len(a))
        row, position, amount = self.tier.rows.entries(a, b)
        entries = [(a, numbers, ones), (b, numbers, ones), (row + self.size, position, amount.astype(np.float64))]
        first = self.size + len(self.tier.rows)
        for k, (coefficient, unit) in enumerate(zip(self.tier.level_costs(a, b), self._level_units, strict=True)):
            used = np.flatnonzero(coefficient)
            entries.append((np.full(len(used), first + k), used, coefficient[used] / unit))
        first += len(self.tier.levels)
        for k, (mask, inner) in enumerate(zip(self.sets, self.inner, strict=True)):
            used = np.flatnonzero(mask[a] & mask[b] if inner else mask[a] ^ mask[b])
            entries.append((np.full(len(used), first + k), used, np.ones(len(used))))
        new = self.programme.add_columns(self._shifted(a, b, cost), _joined(entries))
        self.pairs = np.concatenate([self.pairs, new])

    def _shifted(self, a: Ints, b: Ints, cost: Ints) -> Floats:
        """Costs in the programme's unit, less the shift of the vertices, and with noise while there is some."""
        noise = self.noise * lots(self.vertices, a, b) if self.noise else 0.0
        return np.asarray((cost + noise - self.shift[a] - self.shift[b]) / self.unit)

    def _cuts(self, x: Floats, w: Floats) -> list[Mask]:
        """Odd sets that the fractional values overfill."""
        active = [mask for mask, dual in zip(self.sets, w, strict=True) if abs(dual) > TOLERANCE * self.unit]
        return violated(Fractional(self.vertices, self.a, self.b, x), self.sets, active)


def dual_ascent(size: int, a: Ints, b: Ints, cost: Ints) -> Floats:
    """Prices of the vertices, of which no pair is worth less than the sum of its two, raised as long as it is quick.

    With costs less these prices, the simplex method needs a fraction of its steps.
    """
    one, other = np.concatenate([a, b]), np.concatenate([b, a])
    order = np.argsort(one, kind="stable")
    one, other, each = one[order], other[order], np.concatenate([cost, cost])[order].astype(np.float64)
    vertices, first = np.unique(one, return_index=True)
    price = np.zeros(size)
    for _ in range(ASCENTS):
        left = np.minimum.reduceat(each - price[one] - price[other], first) if len(first) else np.zeros(0)
        price[vertices] += left / 2
    return np.floor(price)


def _whole(x: Floats) -> bool:
    return bool(np.all((x < TOLERANCE) | (x > 1 - TOLERANCE)))


def _joined(entries: list[Entries]) -> Entries:
    rows, columns, coefficients = (np.concatenate(column) for column in zip(*entries, strict=True))
    return rows, columns, coefficients
