"""The vertices of the matching problem: free entrants in score groups, and the bye; initial odd sets; array types."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ...model.pairing.round_problem import RoundProblem
from ...model.tournament.rules import same_column

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
#: To choose pairs by: half the memory, and partitioned in a fifth of the time.
Singles = NDArray[np.float32]
#: Floats in the relaxation, whole numbers (int64) in a proof.
Numbers = NDArray[Any]
#: A set of vertices or of pairs, as flags.
Mask = NDArray[np.bool_]

EMPTY: Ints = np.zeros(0, dtype=np.int64)


class Pairs(NamedTuple):
    """Pairs of vertices (a < b) with their costs in a tier, or reduced costs, as flat arrays of one length."""

    a: Ints
    b: Ints
    cost: Ints

    def at(self, which: Ints | Mask) -> Pairs:
        """Those at some positions, or where a flag is set."""
        return Pairs(self.a[which], self.b[which], self.cost[which])

    @classmethod
    def joined(cls, several: Sequence[Pairs]) -> Pairs:
        """Several lists as one."""
        return cls(*(np.concatenate(column) for column in zip(*several, strict=True))) if several else NO_PAIRS


NO_PAIRS = Pairs(EMPTY, EMPTY, EMPTY)

#: Players in a stretch, at least: below some hundred, the calls take longer than the arithmetic.
STRETCH = 100
#: And at most: the costs of two stretches fit into the cache of a processor.
LONGEST = 400


@dataclass(slots=True, eq=False)
class Vertices:
    """Vertices 0 … m-1 are the free entrants in descending pairing score; when m is odd, vertex m is the bye.

    `who` has each player vertex's index in the problem's entrants; `groups` are the vertices of each score group, in
    order; `group_of` is each player vertex's group and `group_score` each group's score. `stretches` are runs of
    vertices, each as its first one and the one behind its last: neighbouring score groups together up to `STRETCH`
    players, or an equal part of a group with more than `LONGEST`. Costs are computed for all pairs of two stretches.
    """

    problem: RoundProblem
    who: Ints = field(init=False)
    groups: list[Ints] = field(init=False)
    group_of: Ints = field(init=False)
    group_score: Ints = field(init=False)
    odd: bool = field(init=False)
    stretches: list[tuple[int, int]] = field(init=False)

    def __post_init__(self) -> None:
        free = self.problem.free()
        score = self.problem.field.score
        self.who = free[np.lexsort((free, -score[free]))]
        self.odd = len(self.who) % 2 == 1
        own = score[self.who]
        cuts = np.flatnonzero(np.diff(own)) + 1
        self.groups = [g for g in np.split(np.arange(len(own), dtype=np.int64), cuts) if len(g)]
        self.group_of = np.repeat(np.arange(len(self.groups)), [len(g) for g in self.groups])
        self.group_score = np.array([own[g[0]] for g in self.groups], dtype=np.int64)
        self.stretches = _stretches([len(group) for group in self.groups])

    def __len__(self) -> int:
        """The number of vertices: players and, in an odd field, the bye."""
        return len(self.who) + self.odd

    def boards(self, a: Ints, b: Ints) -> tuple[list[tuple[int, int]], list[int]]:
        """Some pairs of vertices and those that are forced, as pairs and byes of entrants; the pairs are sorted."""
        game = b < len(self.who)
        pairs = [*self.problem.forced, *zip(self.who[a[game]].tolist(), self.who[b[game]].tolist(), strict=True)]
        return sorted((min(p), max(p)) for p in pairs), [*self.problem.forced_byes, *self.who[a[~game]].tolist()]

    def components(self) -> list[Ints]:
        """Components of the graph of pairs that break no rule. An odd one gets the bye, or a rule must be broken."""
        strict = self.problem.strict()
        left = np.arange(len(self.who), dtype=np.int64)
        components = []
        while len(left):
            component, reached, left = [left[:1]], [int(left[0])], left[1:]
            while reached and len(left):
                legal = strict.allowed(self.who[reached.pop()], self.who[left])
                component.append(left[legal])
                reached += left[legal].tolist()
                left = left[~legal]
            components.append(np.concatenate(component))
        return components


def all_pairs(problem: RoundProblem) -> tuple[Ints, Ints]:
    """All allowed pairs of the free entrants, as vertices a, b; byes last."""
    vertices = Vertices(problem)
    who, players = vertices.who, len(vertices.who)
    a, b = np.triu_indices(players, 1)
    keep = problem.allowed(who[a], who[b])
    a, b = a[keep].astype(np.int64), b[keep].astype(np.int64)
    if vertices.odd:
        byes = np.flatnonzero(problem.bye_allowed()[who])
        a, b = np.concatenate([a, byes]), np.concatenate([b, np.full(len(byes), players)])
    return a, b


def _stretches(sizes: list[int]) -> list[tuple[int, int]]:
    runs: list[tuple[int, int]] = []
    begin = end = 0
    for size in sizes:
        end += size
        if end - begin >= STRETCH:
            runs.append((begin, end))
            begin = end
    if end > begin:
        runs.append((begin, end))
    found = []
    for begin, end in runs:
        parts = -(-(end - begin) // LONGEST)
        cuts = [begin + (end - begin) * k // parts for k in range(parts + 1)]
        found += list(pairwise(cuts))
    return found


def odd_runs(vertices: Vertices) -> list[Mask]:
    """Odd sets of whole score groups: runs of one to three neighbours, prefixes, and in an odd field suffixes."""
    sizes = [len(g) for g in vertices.groups]
    count = len(sizes)
    ends = np.concatenate([[0], np.cumsum(sizes)]).astype(int)
    runs = {(g, h) for g in range(count) for h in range(g + 1, min(g + 3, count) + 1)}
    runs |= {(0, h) for h in range(1, count + 1)}
    if vertices.odd:
        runs |= {(g, count) for g in range(count)}
    return _odd(vertices, (np.arange(ends[g], ends[h]) for g, h in sorted(runs)))


def odd_components(vertices: Vertices) -> list[Mask]:
    """The odd connected components of the graph of pairs that break no rule, where it has more than one component."""
    components = vertices.components()
    return _odd(vertices, components if len(components) > 1 else [])


def odd_clubs(vertices: Vertices) -> list[Mask]:
    """Odd sets of players of one club (or of one value of a column) where an at-least rule counts games among them."""
    clubs = []
    field = vertices.problem.field
    columns = {same_column(name) for c in vertices.problem.counts if c.rule.at_least for name in c.rule.pairs}
    for column in sorted(columns - {""}):
        code = field.columns[column][vertices.who].reshape(len(vertices.who), -1)
        clubs += [np.flatnonzero((code == value).any(axis=1)) for value in np.unique(code[code >= 0])]
    return _odd(vertices, clubs)


def _odd(vertices: Vertices, sets: Iterable[Ints]) -> list[Mask]:
    """The sets of an odd number of vertices, at least three, as masks."""
    masks = []
    for members in sets:
        if len(members) % 2 == 1 and len(members) >= 3:
            mask = np.zeros(len(vertices), dtype=bool)
            mask[members] = True
            masks.append(mask)
    return masks
