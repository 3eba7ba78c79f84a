"""The exact search for odd sets: trees of cuts against all subsets of small graphs."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest
from mcmahon.solver.lp.cuts import UNIT, cut_tree, odd_cuts

Graph = dict[tuple[int, int], int]


def graph(seed: int, size: int) -> Graph:
    """A connected graph of that many vertices, capacities 1 to 9."""
    rng = Random(seed)
    edges = {(rng.randrange(v), v): rng.randint(1, 9) for v in range(1, size)}
    more = [pair for pair in combinations(range(size), 2) if rng.random() < 0.4]
    return {pair: rng.randint(1, 9) for pair in more} | edges


def border(edges: Graph, inside: set[int]) -> int:
    return sum(value for (a, b), value in edges.items() if (a in inside) != (b in inside))


def least(edges: Graph, size: int, source: int, sink: int) -> int:
    others = [v for v in range(size) if v not in (source, sink)]
    return min(
        border(edges, {source, *more}) for count in range(size - 1) for more in combinations(others, count)
    )  # fmt: skip


@pytest.mark.parametrize("seed", range(12))
def test_a_tree_of_cuts_has_the_least_cut_of_every_two_and_its_sides_are_those_cuts(seed: int) -> None:
    """It is the least value on the way between the two in the tree; without that edge the sides have this border."""
    size = 4 + seed % 4
    edges = graph(seed, size)
    a, b = np.array([*edges], dtype=np.int64).T
    parent, value = cut_tree(a, b, np.array([*edges.values()], dtype=np.int64), size)

    def way(v: int) -> list[int]:
        return [v, *way(parent[v])] if v else [0]

    for source, sink in combinations(range(size), 2):
        one, other = way(source), way(sink)
        between = set(one) ^ set(other)
        assert min(value[v] for v in between) == least(edges, size, source, sink)
    for v in range(1, size):
        assert border(edges, {u for u in range(size) if v in way(u)}) == value[v]


@pytest.mark.parametrize("seed", range(20))
def test_an_odd_set_is_found_exactly_where_there_is_one(seed: int) -> None:
    """Eight vertices, of which each pair's value is a multiple of an eighth; every set found has a border below 1."""
    rng = Random(seed)
    size = 8
    edges = {pair: rng.randint(1, 7) for pair in combinations(range(size), 2) if rng.random() < 0.35}
    if not edges:
        return
    a, b = np.array([*edges], dtype=np.int64).T
    x = np.array([*edges.values()]) / 8
    found = [set(np.flatnonzero(mask).tolist()) for mask in odd_cuts(a, b, x, size, size)]
    assert all(len(one) % 2 and border(edges, one) < 8 for one in found)
    touched = {v for pair in edges for v in pair}
    odd = [set(one) for count in (1, 3, 5, 7) for one in combinations(sorted(touched), count)]
    inside_one = [one for one in odd if border(edges, one) < 8]
    assert bool(found) == any(_together(edges, one) for one in inside_one)


def _together(edges: Graph, one: set[int]) -> bool:
    """Whether all of a set hang together with each other by way of any vertices."""
    reached, new = set(), {min(one)}
    while new:
        reached |= new
        new = {v for pair in edges for v in pair if set(pair) & reached} - reached
    return one <= reached


def test_large_components_are_left_out_and_no_pairs_have_no_sets() -> None:
    none = np.array([], dtype=np.int64)
    assert list(odd_cuts(none, none, np.array([]), 4, 4)) == []
    a, b, x = np.array([0, 0, 1]), np.array([1, 2, 2]), np.array([0.5, 0.5, 0.5])
    assert [np.flatnonzero(mask).tolist() for mask in odd_cuts(a, b, np.full(3, 0.4), 4, 3)] != []
    assert list(odd_cuts(a, b, x, 4, 2)) == []
    assert UNIT > 2**30
