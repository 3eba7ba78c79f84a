"""The linear relaxation of a tier: one game each, and odd sets of players that cannot all be paired among themselves.

The mathematics: Edmonds (1965), Padberg and Rao (1982). A set S of an odd number of players holds at most (|S|-1)/2
games; an odd score group must send somebody away, which the relaxation does not see without these rows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from .glop import Floats, GrowingProgramme, Ints
from .tiers import NEVER, Mask, Part, Tier, Vertices

Numbers = NDArray[Any]

TOLERANCE = 1e-6
COLUMNS_A_VERTEX = 6
MOST_ROUNDS = 400


@dataclass(frozen=True, slots=True, eq=False)
class LinearOptimum:
    """The relaxation at its optimum: columns a, b, cost with values x; duals y of vertices and z of the odd sets.

    `tight` marks the sets that hold as equations. `feasible` is False when some vertex stays without a partner.
    """

    a: Ints
    b: Ints
    cost: Ints
    x: Floats
    y: Floats
    z: Floats
    sets: list[Mask]
    tight: list[bool]
    feasible: bool

    @property
    def integral(self) -> bool:
        """Whether the optimum is a pairing."""
        return self.feasible and bool(np.all((self.x < TOLERANCE) | (self.x > 1 - TOLERANCE)))

    def chosen(self) -> Ints:
        """Column numbers of the pairs of an integral optimum."""
        return np.flatnonzero(self.x > 0.5)


class Relaxation:
    """One tier's linear programme, grown by pricing and by cuts until neither finds anything."""

    def __init__(self, tier: Tier) -> None:
        self.tier = tier
        self.vertices = tier.vertices
        self.size = len(tier.vertices)
        self.a, self.b, self.cost = tier.start()
        most = int(self.cost.max(initial=1))
        self.unit = 2.0 ** max(0, int(most).bit_length() - 17)
        self.price = 4.0 * most / self.unit + 1
        self.sets: list[Mask] = []
        self.tight: list[bool] = []
        self.programme = GrowingProgramme()
        self._open()

    def solve(self, out_of_time: Callable[[], bool] = lambda: False) -> LinearOptimum | None:
        """The optimum over all pairs of the tier, not only over the candidates; None when time is up before."""
        primal = False
        x = np.zeros(0)
        for turn in range(MOST_ROUNDS):
            if out_of_time():
                return None
            values, duals, _ = self.programme.solve(primal)
            x, y, z = values[self.size :], duals[: self.size], duals[self.size :]
            if self._price(y, z):
                primal = True
                continue
            if values[: self.size].max(initial=0.0) > TOLERANCE:
                if not self._raise_price():
                    return self._optimum(x, y, z, feasible=False)
                primal = True
                continue
            cuts = [] if _whole(x) else self._violated(x, z)
            if not cuts or turn == MOST_ROUNDS - 1:
                return self._optimum(x, y, z, feasible=True)
            self._add_sets(cuts, tight=False)
            primal = False
        raise ArithmeticError("the linear programme did not converge")

    def _optimum(self, x: Floats, y: Floats, z: Floats, feasible: bool) -> LinearOptimum:
        y, z = y * self.unit, z * self.unit
        return LinearOptimum(self.a, self.b, self.cost, x, y, z, self.sets, self.tight, feasible)

    def _open(self) -> None:
        every = np.arange(self.size, dtype=np.int64)
        none = np.zeros(0, dtype=np.int64)
        ones = np.ones(self.size)
        self.programme.add_rows(ones, ones, none, none)
        self.programme.add_columns(np.full(self.size, self.price), every, every)
        numbers = np.arange(len(self.a), dtype=np.int64)
        rows, columns = np.concatenate([self.a, self.b]), np.concatenate([numbers, numbers])
        self.programme.add_columns(self.cost / self.unit, rows, columns)
        self._add_sets(self.tier.equalities, tight=True)
        if self.tier.seeded:
            known = {mask.tobytes() for mask in self.sets}
            seeds = {mask.tobytes(): mask for mask in odd_runs(self.vertices) + odd_camps(self.vertices)}
            self._add_sets([mask for key, mask in seeds.items() if key not in known], tight=False)

    def _add_sets(self, masks: Iterable[Mask], tight: bool) -> None:
        masks = list(masks)
        if not masks:
            return
        limit = np.array([(int(mask.sum()) - 1) // 2 for mask in masks], dtype=np.float64)
        inside = [np.flatnonzero(mask[self.a] & mask[self.b]) for mask in masks]
        rows = np.repeat(np.arange(len(masks), dtype=np.int64), [len(c) for c in inside])
        columns = np.concatenate(inside) + self.size
        self.programme.add_rows(limit if tight else np.full(len(masks), -np.inf), limit, rows, columns)
        self.sets.extend(masks)
        self.tight.extend([tight] * len(masks))

    def _raise_price(self) -> bool:
        """Make staying alone dearer; False when it already costs more than any pairing could."""
        enough = 4.0 * float(self.cost.max(initial=1)) / self.unit * self.size
        if self.price > enough:
            return False
        self.price = min(self.price * 16, 2 * enough)
        self.programme.set_costs(np.arange(self.size, dtype=np.int64), np.full(self.size, self.price))
        return True

    def _price(self, y: Floats, z: Floats) -> bool:
        """Add the pairs of negative reduced cost, a few for every vertex. False when there are none."""
        found = []
        for part in self.tier.parts(y * self.unit, -TOLERANCE * self.unit):
            reduced = reduced_cost(part, y * self.unit, z * self.unit, self.sets)
            mask = reduced < -TOLERANCE * self.unit
            if mask.any():
                a, b, cost = part.select(mask)
                found.append((a, b, cost, reduced[mask]))
        if not found:
            return False
        a, b, cost = (np.concatenate([f[k] for f in found]) for k in range(3))
        keep = _few_each(a, b, np.concatenate([f[3] for f in found]))
        keep = keep[~np.isin(a[keep] * self.size + b[keep], self.a * self.size + self.b)]
        if not len(keep):
            return False
        self._add_pairs(a[keep], b[keep], cost[keep])
        return True

    def _add_pairs(self, a: Ints, b: Ints, cost: Ints) -> None:
        numbers = np.arange(len(a), dtype=np.int64)
        rows, columns = [a, b], [numbers, numbers]
        for k, mask in enumerate(self.sets):
            inside = np.flatnonzero(mask[a] & mask[b])
            rows.append(np.full(len(inside), self.size + k, dtype=np.int64))
            columns.append(inside)
        self.programme.add_columns(cost / self.unit, np.concatenate(rows), np.concatenate(columns))
        self.a, self.b = np.concatenate([self.a, a]), np.concatenate([self.b, b])
        self.cost = np.concatenate([self.cost, cost])

    def _violated(self, x: Floats, z: Floats) -> list[Mask]:
        """Odd sets that the fractional values overfill."""
        support = x > TOLERANCE
        fractional = support & (x < 1 - TOLERANCE)
        active = [mask for mask, dual in zip(self.sets, z, strict=True) if abs(dual) > TOLERANCE]
        loose = components(self.a[fractional], self.b[fractional], self.size)
        candidates = list(loose)
        for mask in loose:
            candidates += [mask | other for other in active if (mask & other).any() and (mask & ~other).any()]
        found = self._overfull(candidates, x)
        for threshold in (0.3, 0.5, 0.7, 0.9):
            if found:
                break
            strong = x > threshold
            found = self._overfull(components(self.a[strong], self.b[strong], self.size), x)
        return found

    def _overfull(self, candidates: Iterable[Mask], x: Floats) -> list[Mask]:
        players = len(self.vertices.who)
        used = np.flatnonzero(x > TOLERANCE)
        a, b, value = self.a[used], self.b[used], x[used]
        found: dict[bytes, Mask] = {}
        for mask in candidates:
            size = int(mask.sum())
            if self.size > players and mask[players]:
                mask, size = ~mask, self.size - size
            if size % 2 == 1 and size >= 3 and value[mask[a] & mask[b]].sum() > (size - 1) / 2 + 1e-5:
                found[mask.tobytes()] = mask
        known = {mask.tobytes() for mask in self.sets}
        return [mask for key, mask in found.items() if key not in known]


def reduced_cost(part: Part, y: Numbers, z: Numbers, sets: list[Mask], scale: int = 1) -> Numbers:
    """scale·cost less the duals of the two vertices and of every set around both; greatest where there is no pair."""
    real = part.cost < NEVER
    reduced = np.where(real, part.cost, 0) * scale - y[part.a] - y[part.b]
    for dual, mask in zip(z, sets, strict=True):
        if dual and mask[part.a].any() and mask[part.b].any():
            reduced -= np.where(mask[part.a] & mask[part.b], dual, 0)
    return np.where(real, reduced, NEVER)


def odd_runs(vertices: Vertices) -> list[Mask]:
    """The odd sets that score groups suggest: runs of up to three neighbouring groups, prefixes and suffixes."""
    sizes = [len(g) for g in vertices.groups]
    count = len(sizes)
    ends = np.concatenate([[0], np.cumsum(sizes)]).astype(int)
    runs = {(g, h) for g in range(count) for h in range(g + 1, min(g + 3, count) + 1)}
    runs |= {(0, h) for h in range(1, count + 1)}
    if vertices.odd:
        runs |= {(g, count) for g in range(count)}
    masks = []
    for g, h in sorted(runs):
        size = ends[h] - ends[g]
        if size % 2 == 1 and size >= 3:
            mask = np.zeros(len(vertices), dtype=bool)
            mask[ends[g] : ends[h]] = True
            masks.append(mask)
    return masks


def odd_camps(vertices: Vertices) -> list[Mask]:
    """The odd parts of a field that falls apart under the rules."""
    camps = vertices.camps()
    masks = []
    for camp in camps if len(camps) > 1 else []:
        if len(camp) % 2 == 1 and len(camp) >= 3:
            mask = np.zeros(len(vertices), dtype=bool)
            mask[camp] = True
            masks.append(mask)
    return masks


def components(a: Ints, b: Ints, size: int) -> list[Mask]:
    """The connected components with an edge, as masks over the vertices."""
    parent = {int(v): int(v) for v in np.concatenate([a, b])}

    def root(v: int) -> int:
        while parent[v] != v:
            parent[v] = parent[parent[v]]
            v = parent[v]
        return v

    for u, v in zip(a.tolist(), b.tolist(), strict=True):
        parent[root(u)] = root(v)
    members: dict[int, list[int]] = {}
    for v in parent:
        members.setdefault(root(v), []).append(v)
    masks = []
    for vertices in members.values():
        mask = np.zeros(size, dtype=bool)
        mask[vertices] = True
        masks.append(mask)
    return masks


def _whole(x: Floats) -> bool:
    return bool(np.all((x < TOLERANCE) | (x > 1 - TOLERANCE)))


def _few_each(a: Ints, b: Ints, value: Floats) -> Ints:
    """Positions of the least values, at most a few for every a and for every b."""
    keep: list[Ints] = []
    for end in (a, b):
        order = np.lexsort((value, end))
        sorted_end = end[order]
        rank = np.arange(len(order)) - np.searchsorted(sorted_end, sorted_end)
        keep.append(order[rank < COLUMNS_A_VERTEX // 2])
    return np.unique(np.concatenate(keep))
