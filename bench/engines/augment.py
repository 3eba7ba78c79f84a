"""A matching made greater by augmenting paths (Edmonds 1965), near partners first; no costs and no library."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

NOBODY = -1


def completed(near: Sequence[Sequence[int]], mate: Sequence[int]) -> list[int]:
    """The partner of every vertex (-1: none) in a matching of greatest size that grows out of `mate`.

    `near` has each vertex's possible partners, the preferred ones first; whoever is matched stays matched, though
    perhaps with somebody else. A vertex without any is left alone, and its partner is kept.
    """
    grown = list(mate)
    for root in range(len(grown)):
        if grown[root] == NOBODY and near[root]:
            _Tree(near, grown).grow(root)
    return grown


class _Tree:
    """The alternating tree of one search; odd cycles (blossoms) count as one vertex, their `base`."""

    def __init__(self, near: Sequence[Sequence[int]], mate: list[int]) -> None:
        self.near, self.mate = near, mate
        self.parent = [NOBODY] * len(mate)
        self.base = list(range(len(mate)))
        self.outer = [False] * len(mate)
        self.queue: deque[int] = deque()

    def grow(self, root: int) -> bool:
        """Match `root` along the first augmenting path found; False when there is none."""
        self.outer[root] = True
        self.queue.append(root)
        while self.queue:
            v = self.queue.popleft()
            for w in self.near[v]:
                if self.base[v] == self.base[w] or self.mate[v] == w:
                    continue
                if w == root or (self.mate[w] != NOBODY and self.parent[self.mate[w]] != NOBODY):
                    self._shrink(v, w)
                elif self.parent[w] == NOBODY:
                    self.parent[w] = v
                    if self.mate[w] == NOBODY:
                        self._turn(w)
                        return True
                    self.outer[self.mate[w]] = True
                    self.queue.append(self.mate[w])
        return False

    def _turn(self, end: int) -> None:
        """Exchange the pairs along the path from `end` to the root."""
        while end != NOBODY:
            before = self.parent[end]
            end_of_pair = self.mate[before]
            self.mate[end], self.mate[before] = before, end
            end = end_of_pair

    def _shrink(self, v: int, w: int) -> None:
        """Make one vertex of the odd cycle that the edge between two outer vertices closes."""
        base = self._common_base(v, w)
        inside = self._mark(v, base, w) | self._mark(w, base, v)
        for u in range(len(self.base)):
            if self.base[u] in inside:
                self.base[u] = base
                if not self.outer[u]:
                    self.outer[u] = True
                    self.queue.append(u)

    def _common_base(self, v: int, w: int) -> int:
        """The first base that the ways of both to the root share."""
        seen = set()
        while True:
            v = self.base[v]
            seen.add(v)
            if self.mate[v] == NOBODY:
                break
            v = self.parent[self.mate[v]]
        while self.base[w] not in seen:
            w = self.parent[self.mate[self.base[w]]]
        return self.base[w]

    def _mark(self, v: int, base: int, child: int) -> set[int]:
        """The bases on the way from `v` down to `base`, whose parents now lead round the cycle too."""
        inside = set()
        while self.base[v] != base:
            inside |= {self.base[v], self.base[self.mate[v]]}
            self.parent[v] = child
            child = self.mate[v]
            v = self.parent[self.mate[v]]
        return inside
