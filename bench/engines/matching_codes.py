"""Matching codes of others: the perfect matching of least weight over all allowed pairs, the bye as one more vertex.

They draw single pairs: rules over sets of pairs that have a price are ignored (the price still counts in the cost), and
hard ones are refused with an InputError. Tiers become one weight by `one_cost`, so that an earlier one decides first.
"""

from __future__ import annotations

import subprocess
from collections.abc import Iterable
from functools import partial
from pathlib import Path
from typing import Protocol

import numpy as np
from mcmahon.model.errors import InputError, NoAnswerError
from mcmahon.model.pairing.field import Ints
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.round_problem import RoundProblem

from .libraries import built, library
from .open_round import OpenRound

WIDE = 118  # bits of a cost for a code that computes in 128: it doubles costs and adds them up
FUSION_BITS = 31
LEMON = Path(__file__).with_name("lemon_matching.cpp")
NO_MATCHING = 1  # exit code


class Matching(Protocol):
    """The matched pairs of vertices 0 to size - 1, given the edges a, b and their costs; fewer if none is perfect."""

    def __call__(self, size: int, a: Ints, b: Ints, cost: list[int]) -> Iterable[tuple[int, int]]: ...


def draw(problem: RoundProblem, matching: Matching, bits: int | None) -> Pairing:
    """The round of a matching code whose numbers are exact up to `bits`; None is any number.

    Raises NoPairingError, and InputError if there are hard rules over sets of pairs or too great costs.
    """
    game = OpenRound(problem)
    a, b, cost = game.edges(bits)
    matched = matching(len(game), a, b, cost) if cost else ()
    return game.answer(sorted((min(pair), max(pair)) for pair in matched), exact=not problem.counts)


def rustworkx(size: int, a: Ints, b: Ints, cost: list[int]) -> Iterable[tuple[int, int]]:
    """The blossom algorithm of rustworkx, in Rust."""
    code = library("rustworkx")
    graph = code.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    most = max(cost) + 1
    graph.add_edges_from(list(zip(a.tolist(), b.tolist(), [most - c for c in cost], strict=True)))
    matched: set[tuple[int, int]] = code.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return matched


def networkx(size: int, a: Ints, b: Ints, cost: list[int]) -> Iterable[tuple[int, int]]:
    """The blossom algorithm of networkx, in Python."""
    code = library("networkx")
    graph = code.Graph()
    graph.add_nodes_from(range(size))
    graph.add_weighted_edges_from(zip(a.tolist(), b.tolist(), cost, strict=True))
    matched: set[tuple[int, int]] = code.min_weight_matching(graph)
    return matched


def lemon(size: int, a: Ints, b: Ints, cost: list[int]) -> Iterable[tuple[int, int]]:
    """LEMON's MaxWeightedPerfectMatching, in C++: a program of its own that reads an edge list (`.dimacs`)."""
    program = built(LEMON)
    edges = map("e {} {} {}\n".format, (a + 1).tolist(), (b + 1).tolist(), cost)
    text = f"p edge {size} {len(cost)}\n" + "".join(edges)
    done = subprocess.run([program], input=text, capture_output=True, text=True, check=False)
    if done.returncode not in (0, NO_MATCHING):
        raise NoAnswerError(f"{LEMON.stem} ended with {done.returncode}: {done.stderr[:200]}")
    return [(int(u) - 1, int(v) - 1) for _, u, v in map(str.split, done.stdout.splitlines())]


def fusion(size: int, a: Ints, b: Ints, cost: list[int]) -> Iterable[tuple[int, int]]:
    """fusion-blossom, in Rust, made for quantum codes: it joins any two vertices by their shortest path.

    All costs are raised alike, so that an allowed pair is its own shortest path. The answer is the least if it has no
    other pairs; if it has some, costs are raised so far that a path of two edges never pays.
    """
    code = library("fusion_blossom", "engines")
    sparse = library("scipy.sparse")
    graph = sparse.csr_array((np.ones(len(a)), (a, b)), shape=(size, size))
    _, part = sparse.csgraph.connected_components(graph, directed=False)
    if (np.bincount(part) % 2).any():
        return []
    dearest, known = max(cost), set(zip(a.tolist(), b.tolist(), strict=True))
    for least in (dearest + 1, (dearest + 1) * (size // 2)):
        if (2 * (dearest + least)).bit_length() > FUSION_BITS:
            raise InputError(f"the costs are too great for the {FUSION_BITS} bits of fusion-blossom")
        edges = [(u, v, 2 * (c + least)) for u, v, c in zip(a.tolist(), b.tolist(), cost, strict=True)]
        solver = code.SolverSerial(code.SolverInitializer(size, edges, []))
        solver.solve(code.SyndromePattern(list(range(size))))
        matched = [(min(pair), max(pair)) for pair in solver.perfect_matching().peer_matchings]
        if known.issuperset(matched):
            return matched
    return []


#: Each code's draw by its name.
CODES = {
    "blossom": partial(draw, matching=rustworkx, bits=WIDE),
    "networkx": partial(draw, matching=networkx, bits=None),
    "lemon": partial(draw, matching=lemon, bits=WIDE),
    "fusion": partial(draw, matching=fusion, bits=None),
}
