"""Separation of blossom inequalities: odd sets S with x(δ(S)) < 1 in the current LP solution, while they help.

The connected components of the fractional pairs come first, as they are and united with an active set. If none of them
is violated, the exact separation decides (Padberg and Rao 1982): minimum odd cuts from Gomory-Hu trees.

A cut of value below 1 is crossed by no pair with x = 1, so only the vertices of fractional pairs matter, and each of
their connected components can be treated alone. A component's Gomory-Hu tree is computed by Gusfield's method (1990:
one maximum flow for each vertex, on the whole component); one of the cuts at the tree's edges is a minimum odd cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ..formulation.vertices import Floats, Ints, Mask, Vertices
from ..matching.blossom import LARGEST, as_mask, available, cheapest_matching, nothing
from ..tuning import DEFAULTS, Tuning
from .master import TOLERANCE, LinearOptimum, Master

UNIT = 2**40  # capacities are whole: x in units of 1/UNIT


def odd_cuts(a: Ints, b: Ints, x: Floats, size: int, max_vertices: int) -> Iterator[Mask]:
    """Odd sets S with x(δ(S)) < 1, as masks over `size` vertices, for components of up to `max_vertices` vertices."""
    capacity = np.rint(x * UNIT).astype(np.int64)
    for component in components(a, b, size):
        inside, vertices = component[a], np.flatnonzero(component)
        if len(vertices) > max_vertices:
            continue
        place = np.full(size, -1, dtype=np.int64)
        place[vertices] = np.arange(len(vertices))
        for members, _ in _odd_sides(place[a[inside]], place[b[inside]], capacity[inside], len(vertices), UNIT - 1):
            mask = np.zeros(size, dtype=bool)
            mask[vertices[members]] = True
            yield mask


def components(a: Ints, b: Ints, size: int) -> Iterator[Mask]:
    """The connected components of the graph with edges a, b, as masks over `size` vertices; no isolated vertices."""
    label = _labels(a, b, size)
    yield from (label == component for component in np.unique(label[a]))


def _labels(a: Ints, b: Ints, size: int) -> Ints:
    """For each vertex, the smallest vertex of its connected component."""
    label = np.arange(size, dtype=np.int64)
    while True:
        least = np.minimum(label[a], label[b])
        now = label.copy()
        np.minimum.at(now, a, least)
        np.minimum.at(now, b, least)
        now = now[now]
        if (now == label).all():
            return label
        label = now


def odd_sides(may: Mask, most: int) -> Iterator[tuple[Mask, int]]:
    """Odd sets of vertices that at most `most` edges of a graph (n × n) leave, as masks, with how many leave them.

    A minimum odd cut is among them, where it is that small. Of cuts with as many edges those are preferred whose ends
    have few neighbours in common: they part dense halves, and not a single vertex from the rest.
    """
    count = len(may)
    a, b = (side.astype(np.int64) for side in np.nonzero(np.triu(may)))
    common = (may.astype(np.int64) @ may.astype(np.int64))[a, b]
    edge = count**3  # more than any sum of common neighbours
    for side, value in _odd_sides(a, b, edge + common, count, edge * (most + 1) - 1):
        yield side, value // edge


def _odd_sides(a: Ints, b: Ints, capacity: Ints, count: int, most: int) -> Iterator[tuple[Mask, int]]:
    """One side of each odd cut of the Gomory-Hu tree up to a value, as a mask over `count` vertices, with the value."""
    parent, value = cut_tree(a, b, capacity, count)
    below = np.eye(count, dtype=bool)  # row v: the vertices of the subtree of v
    for v in _leaves_first(parent):
        below[parent[v]] |= below[v]
    for v in range(1, count):
        if value[v] <= most and int(below[v].sum()) % 2:
            yield below[v], value[v]


def cut_tree(a: Ints, b: Ints, capacity: Ints, count: int) -> tuple[list[int], list[int]]:
    """A Gomory-Hu tree with root 0: each vertex's parent, and the value of a minimum cut between the two."""
    from ortools.graph.python.max_flow import SimpleMaxFlow

    parent, value = [0] * count, [0] * count
    flow = SimpleMaxFlow()
    arcs = flow.add_arcs_with_capacity(np.concatenate([a, b]), np.concatenate([b, a]), np.tile(capacity, 2))
    for source in range(1, count):
        sink = parent[source]
        flow.set_arcs_capacity(arcs, np.tile(capacity, 2))
        if flow.solve(source, sink) != flow.OPTIMAL:
            raise ArithmeticError("no maximum flow")
        cut, side = flow.optimal_flow(), {int(v) for v in flow.get_source_side_min_cut()}
        for v in side - {source}:
            if parent[v] == sink:
                parent[v] = source
        value[source] = cut
        if parent[sink] in side and sink:
            parent[source], parent[sink] = parent[sink], source
            value[source], value[sink] = value[sink], cut
    return parent, value


def _leaves_first(parent: list[int]) -> list[int]:
    """All vertices but the root, each before its parent (deepest first)."""
    depth = [0] * len(parent)
    for v in range(1, len(parent)):
        up, steps = v, 0
        while up:
            up, steps = parent[up], steps + 1
        depth[v] = steps
    return sorted(range(1, len(parent)), key=lambda v: -depth[v])


MIN_VIOLATION = 1e-5  # smaller violations are ignored


@dataclass(frozen=True, slots=True, eq=False)
class FractionalMatching:
    """A fractional perfect matching: values x of pairs a, b; those at each vertex sum to 1."""

    vertices: Vertices
    a: Ints
    b: Ints
    x: Floats


def violated_sets(
    values: FractionalMatching, known: Sequence[Mask], active: Sequence[Mask], tuning: Tuning = DEFAULTS
) -> list[Mask]:
    """Odd sets S with x(δ(S)) < 1, none of them in `known`; `active` are the known sets with a nonzero dual."""
    fractional, size = (values.x > TOLERANCE) & (values.x < 1 - TOLERANCE), len(values.vertices)
    a, b = values.a[fractional], values.b[fractional]
    candidates = list(components(a, b, size))
    for mask in [*candidates]:
        candidates += [mask | other for other in active if (mask & other).any() and (mask & ~other).any()]
    exact = odd_cuts(a, b, values.x[fractional], size, tuning.exact_vertices)
    return _violated_among(values, candidates, known) or _violated_among(values, exact, known)


def _violated_among(values: FractionalMatching, candidates: Iterable[Mask], known: Iterable[Mask]) -> list[Mask]:
    """The new candidates with x inside above (|S| - 1)/2; by the complement if a candidate contains the bye."""
    players, size = len(values.vertices.who), len(values.vertices)
    used = np.flatnonzero(values.x > TOLERANCE)
    a, b, value = values.a[used], values.b[used], values.x[used]
    found: dict[bytes, Mask] = {}
    for mask in candidates:
        count = int(mask.sum())
        if size > players and mask[players]:
            mask, count = ~mask, size - count
        if count % 2 == 1 and count >= 3 and value[mask[a] & mask[b]].sum() > (count - 1) / 2 + MIN_VIOLATION:
            found[mask.tobytes()] = mask
    seen = {mask.tobytes() for mask in known}
    return [mask for key, mask in found.items() if key not in seen]


FIRST, LAST = 3, 6  # rounds of cuts in which a matching is asked for the odd sets that it needs
WHOLE = 2**20  # costs are multiplied by it and rounded for that


class Separation:
    """Separation of blossom inequalities for a master, with a stall count."""

    def __init__(self, master: Master) -> None:
        self._master, self._tuning = master, master.tier.tuning
        self.reset()

    def reset(self) -> None:
        """Reset the best bound and the stall count, because the costs have changed."""
        self._best_bound, self._idle_rounds, self._rounds = -np.inf, 0, 0

    def cuts(self, solution: LinearOptimum) -> list[Mask]:
        """Violated odd sets; none for an integral solution, none after `idle_cuts` rounds without a better bound."""
        if solution.integral or self._stalled(solution.objective):
            return []
        self._rounds += 1
        if FIRST <= self._rounds <= LAST and available():
            found = self._of_a_matching(solution)
            if found:
                return found
        sets, least = self._master.sets.masks, TOLERANCE * self._master.objective.unit
        active = [mask for mask, dual in zip(sets, solution.duals.w, strict=True) if abs(dual) > least]
        values = FractionalMatching(self._master.tier.vertices, *solution.pairs[:2], solution.x)
        return violated_sets(values, sets, active, self._tuning)

    def _of_a_matching(self, solution: LinearOptimum) -> list[Mask]:
        """New odd sets that a matching needs, by costs less the duals of side rows, earlier tiers and tight sets."""
        master, tier, duals, (a, b, _) = self._master, self._master.tier, solution.duals, solution.pairs
        other = np.zeros(len(a)) + tier.rows.dual_sum(a, b, duals.rows)
        for level, dual in zip(tier.level_costs(a, b), duals.levels, strict=True):
            other += level * dual
        for mask, dual, tight in zip(master.sets.masks, duals.w, master.sets.tight, strict=True):
            if tight and dual:
                other += dual * (mask[a] != mask[b])
        cost = master.objective.coefficients(solution.pairs) - other / master.objective.unit
        size, whole = len(tier.vertices), np.rint(cost * WHOLE).astype(np.int64)
        most = int(np.abs(whole).max(initial=1)) * size
        if most >= LARGEST:
            return []
        found = cheapest_matching(size, a, b, whole[:, None], most, nothing(size, 1))
        return master.sets.missing(as_mask(members, size, tier.vertices.odd) for members in found.sets)

    def _stalled(self, bound: float) -> bool:
        if bound > self._best_bound + TOLERANCE * max(1.0, abs(bound)):
            self._best_bound, self._idle_rounds = bound, 0
        self._idle_rounds += 1
        return self._idle_rounds > self._tuning.idle_cuts
