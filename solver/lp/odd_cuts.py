"""Exact separation of blossom inequalities (Padberg and Rao 1982): minimum odd cuts from Gomory-Hu trees.

A cut of value below 1 is crossed by no pair with x = 1, so only the vertices of fractional pairs matter, and each of
their connected components can be treated alone. A component's Gomory-Hu tree is computed by Gusfield's method (1990:
one maximum flow for each vertex, on the whole component); one of the cuts at the tree's edges is a minimum odd cut.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from ..formulation.arrays import Floats, Ints, Mask

UNIT = 2**40  # capacities are whole: x in units of 1/UNIT


def odd_cuts(a: Ints, b: Ints, x: Floats, size: int, max_vertices: int) -> Iterator[Mask]:
    """Odd sets S with x(δ(S)) < 1, as masks over `size` vertices; a, b, x are the fractional pairs.

    Components of more than `max_vertices` vertices are skipped, as they would take too long.
    """
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
