"""A tier: one exact integer cost over the pairs that are still in play, handed out in parts.

A part is three arrays `a`, `b`, `cost` that broadcast together; entries with cost `NEVER` are no pairs. Vertices are
the free entrants, 0 … m-1 in descending pairing score; when m is odd the vertex m is the bye.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from ..model.errors import InputError
from ..model.round_problem import RoundProblem, Rule, popcount

Ints = NDArray[np.int64]
Floats = NDArray[np.float64]

NEVER = np.int64(2**62)
GREATEST_COST = 2**50
CACHED_PAIRS = 40_000_000

Mask = NDArray[np.bool_]
PairValue = Callable[[Ints, Ints], Ints]


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Pairs with their costs; `a`, `b` and `cost` broadcast together."""

    a: Ints
    b: Ints
    cost: Ints

    def select(self, mask: Mask) -> tuple[Ints, Ints, Ints]:
        """The pairs where the mask holds, flat: a, b and cost."""
        shape = self.cost.shape
        return np.broadcast_to(self.a, shape)[mask], np.broadcast_to(self.b, shape)[mask], self.cost[mask]


@dataclass(slots=True, eq=False)
class Vertices:
    """The free entrants as vertices: `who` maps a vertex to the problem's index, `groups` are vertices by score."""

    problem: RoundProblem
    who: Ints = field(init=False)
    groups: list[Ints] = field(init=False)
    group_score: Ints = field(init=False)
    odd: bool = field(init=False)

    def __post_init__(self) -> None:
        free = self.problem.free()
        score = self.problem.field.score
        self.who = free[np.lexsort((free, -score[free]))]
        self.odd = len(self.who) % 2 == 1
        own = score[self.who]
        cuts = np.flatnonzero(np.diff(own)) + 1
        self.groups = [g for g in np.split(np.arange(len(own), dtype=np.int64), cuts) if len(g)]
        self.group_score = np.array([own[g[0]] for g in self.groups], dtype=np.int64)

    def __len__(self) -> int:
        """Players and, in an odd field, the bye."""
        return len(self.who) + self.odd

    def camps(self) -> list[Ints]:
        """The parts of the field that no legal game connects, as vertices; one part in nearly every round.

        An odd camp cannot be paired among itself: either the bye goes there, or a rule must be broken.
        """
        strict = replace(self.problem, relaxed=Rule.NONE)
        left = np.arange(len(self.who), dtype=np.int64)
        camps = []
        while len(left):
            camp, reached, left = [left[:1]], [int(left[0])], left[1:]
            while reached and len(left):
                legal = strict.allowed(self.who[reached.pop()], self.who[left])
                camp.append(left[legal])
                reached += left[legal].tolist()
                left = left[~legal]
            camps.append(np.concatenate(camp))
        return camps


class BlockTier:
    """A tier over all allowed pairs, evaluated in blocks of score group × score group, only those that matter."""

    seeded = True

    def __init__(
        self,
        vertices: Vertices,
        pair: PairValue,
        bye: Ints,
        gap_bound: Callable[[Ints], Ints],
        known: tuple[Ints, Ints] | None = None,
    ) -> None:
        self.vertices = vertices
        self._known = known
        self._pair, self._bye, self._gap_bound = pair, bye, gap_bound
        self._cache: dict[tuple[int, int], Part] = {}
        self._cached = 0
        self.equalities: list[Mask] = []

    def block(self, g: int, h: int) -> Part:
        """All pairs between two groups (g ≤ h), each once."""
        if (g, h) in self._cache:
            return self._cache[g, h]
        who, problem = self.vertices.who, self.vertices.problem
        a, b = self.vertices.groups[g][:, None], self.vertices.groups[h][None, :]
        keep = problem.allowed(who[a], who[b])
        if g == h:
            keep &= a < b
        part = Part(a, b, np.where(keep, checked(self._pair(who[a], who[b])), NEVER))
        if self._cached < CACHED_PAIRS:
            self._cached += part.cost.size
            self._cache[g, h] = part
        return part

    def byes(self) -> Part | None:
        """The byes as pairs with the bye vertex, in an odd field."""
        if not self.vertices.odd:
            return None
        who = self.vertices.who
        a = np.arange(len(who), dtype=np.int64)
        cost = np.where(self.vertices.problem.bye_allowed()[who], self._bye[who], NEVER)
        return Part(a, np.full(len(who), len(who), dtype=np.int64), cost)

    def parts(self, dual: Floats | Ints, limit: float, scale: int = 1) -> Iterator[Part]:
        """The parts in which a pair may have scale·cost - dual - dual < limit; exact when duals and limit are whole."""
        groups, score = self.vertices.groups, self.vertices.group_score
        top = np.array([dual[g].max() for g in groups])
        for g in range(len(groups)):
            bound = scale * self._gap_bound(score[g] - score[g:]) - top[g] - top[g:]
            for h in np.flatnonzero(bound < limit):
                yield self.block(g, g + int(h))
        bye = self.byes()
        if bye is not None:
            yield bye

    def start(self) -> tuple[Ints, Ints, Ints]:
        """First candidates: the cheapest pairs of every vertex in the own and next two groups, and some at random."""
        rng = np.random.default_rng(20090423)
        chosen: list[tuple[Ints, Ints, Ints]] = []
        count = len(self.vertices.groups)
        small = len(self.vertices) <= 40
        for g in range(count):
            for h in range(g, count if small else min(g + 3, count)):
                chosen.append(self._cheapest(self.block(g, h), {0: 12, 1: 6}.get(h - g, 3), g == h, rng))
        bye = self.byes()
        if bye is not None:
            chosen.append(bye.select(bye.cost < NEVER))
        if self._known is not None:
            chosen.append(self._of_known(*self._known))
        a, b, cost = merge(chosen)
        _, first = np.unique(a * len(self.vertices) + b, return_index=True)
        return a[first], b[first], cost[first]

    def _of_known(self, a: Ints, b: Ints) -> tuple[Ints, Ints, Ints]:
        """The pairs of a pairing that is known, byes left out (they are all candidates)."""
        who = self.vertices.who
        real = b < len(who)
        a, b = a[real], b[real]
        return a, b, self._pair(who[a], who[b])

    @staticmethod
    def _cheapest(part: Part, most: int, inside: bool, rng: np.random.Generator) -> tuple[Ints, Ints, Ints]:
        cost = part.cost
        keep = np.zeros(cost.shape, dtype=bool)
        full = np.minimum(cost, cost.T) if inside else cost
        noisy = full.astype(np.float64) + rng.random(full.shape)
        for axis in (0, 1):
            depth = min(most, cost.shape[axis])
            order = np.argpartition(noisy, depth - 1, axis=axis).take(range(depth), axis=axis)
            np.put_along_axis(keep, order, True, axis=axis)
        if inside:
            keep |= rng.random(cost.shape) < 5 / max(cost.shape[0], 5)
            keep |= keep.T
        return part.select(keep & (cost < NEVER))


class ListedTier:
    """A tier over an explicit list of pairs: the optimal face of the tier before, with one pairing of it."""

    def __init__(
        self, vertices: Vertices, pairs: tuple[Ints, Ints], cost: Ints, chosen: Ints, sets: list[Mask], seeded: bool
    ) -> None:
        self.seeded = seeded
        self.vertices = vertices
        self.equalities = sets
        self._chosen = chosen
        a, b = pairs
        self._part = Part(a, b, cost)

    def parts(self, dual: Floats | Ints, limit: float, scale: int = 1) -> Iterator[Part]:
        """The one part."""
        yield self._part

    def costs(self) -> Ints:
        """The cost of every pair of the list, in its order."""
        return self._part.cost

    def start(self) -> tuple[Ints, Ints, Ints]:
        """All pairs when they are few, else the pairing at hand and the cheapest of every vertex."""
        a, b, cost = self._part.a, self._part.b, self._part.cost
        if len(cost) <= 20 * len(self.vertices):
            return a, b, cost
        keep = np.zeros(len(cost), dtype=bool)
        keep[self._chosen] = True
        for end in (a, b):
            order = np.lexsort((cost, end))
            first = np.searchsorted(end[order], end[order])
            keep[order[np.arange(len(order)) - first < 12]] = True
        return a[keep], b[keep], cost[keep]


Tier = BlockTier | ListedTier


def checked(cost: Ints) -> Ints:
    """The costs, if they are small enough to be added up exactly. Raises InputError."""
    if cost.size and not 0 <= cost.min() <= cost.max() <= GREATEST_COST:
        raise InputError(f"a pair costs more than {GREATEST_COST:,}: the weights of the profile are too great")
    return cost


def merge(chosen: list[tuple[Ints, Ints, Ints]]) -> tuple[Ints, Ints, Ints]:
    """Several flat lists of pairs as one."""
    if not chosen:
        none = np.zeros(0, dtype=np.int64)
        return none, none, none
    a, b, cost = (np.concatenate(column) for column in zip(*chosen, strict=True))
    return a, b, cost


def cost_tier(vertices: Vertices, known: tuple[Ints, Ints] | None = None) -> BlockTier:
    """The weighted cost of the profile; `known` is a pairing that shall be among the candidates."""
    problem = vertices.problem
    return BlockTier(vertices, problem.cost, problem.bye_cost(), problem.gap_bound, known)


def breach_tier(vertices: Vertices) -> BlockTier:
    """The number of hard rules broken, where rules are relaxed."""
    problem = vertices.problem
    return BlockTier(
        vertices,
        lambda i, j: popcount(problem.breaches(i, j)),
        popcount(problem.bye_breaches()),
        lambda gap: np.zeros_like(gap),
    )


def face_tier(vertices: Vertices, pairs: tuple[Ints, Ints], chosen: Ints, sets: list[Mask], which: str) -> ListedTier:
    """The next tier on the optimal face of the last: `cost` or `tie` of the pairs that remain, with its tight sets."""
    a, b = pairs
    problem, m = vertices.problem, len(vertices.who)
    pair, bye = (problem.cost, problem.bye_cost()) if which == "cost" else (problem.tie, problem.bye_tie())
    cost = np.zeros(len(a), dtype=np.int64)
    real = b < m
    cost[real] = pair(vertices.who[a[real]], vertices.who[b[real]])
    cost[~real] = bye[vertices.who[a[~real]]]
    return ListedTier(vertices, pairs, cost, chosen, sets, seeded=which == "cost")
