"""Odd sets from Edmonds' algorithm (1965) on the columns of a master: those that the cheapest matching needs.

A source of cuts, not of proofs: the linear program decides what the sets are worth. The start is the optimum of the
relaxation without odd sets: its duals, and a matching of pairs with x = 1 and of every other pair of its odd cycles.
Each stage then joins two single vertices by trees that grow from all of them at once, and looks at all pairs in a few
array operations at a time.
"""

from __future__ import annotations

import numpy as np

from ..formulation.arrays import Floats, Ints, Mask
from .glop import IncrementalLp

EXACT = 1e-6  # reduced costs and duals below this count as 0


def blossom_sets(size: int, a: Ints, b: Ints, cost: Floats) -> list[Mask]:
    """The odd sets with a dual in an optimal perfect matching of these pairs; none where there is no such matching."""
    each, ones = np.arange(len(a), dtype=np.int64), np.ones(len(a))
    lp = IncrementalLp()
    rows = np.ones(size)
    lp.add_rows(rows, rows, (each[:0], each[:0], ones[:0]))
    entries = (np.concatenate([a, b]), np.concatenate([each, each]), np.concatenate([ones, ones]))
    lp.add_columns(cost, entries)
    x, y, _ = lp.solve()
    matching = Matching(size, a, b, np.maximum(cost, y[a] + y[b]), y)
    matching.begin(np.flatnonzero(x > 0.1)[np.argsort(-x[x > 0.1], kind="stable")])
    while matching.stage():
        pass
    return matching.sets()


class Matching:
    """A matching with duals and blossoms: vertices are nodes 0 … n-1, blossoms further nodes.

    `value` is each vertex's dual plus those of the blossoms around it. Labels: 1 for nodes at even distance from the
    root of their tree, -1 at odd distance, 0 outside the trees; `via` is the edge by which a node got its label.
    """

    def __init__(self, size: int, a: Ints, b: Ints, cost: Floats, y: Floats) -> None:
        self.size, self.a, self.b, self.cost, self.value = size, a, b, cost, y.copy()
        self.ends = list(zip(a.tolist(), b.tolist(), strict=True))
        self.mate = [-1] * size
        self.top = np.arange(size, dtype=np.int64)
        self.label_of = np.zeros(size, dtype=np.int64)
        self.members: list[Ints] = [np.array([v]) for v in range(size)]
        self.parent, self.base = [-1] * size, list(range(size))
        self.children: list[list[int]] = [[] for _ in range(size)]
        self.links: list[list[int]] = [[] for _ in range(size)]
        self.dual, self.label, self.via = [0.0] * size, [0] * size, [-1] * size
        self.tops: set[int] = set(range(size))

    def begin(self, edges: Ints) -> None:
        """Match the ends of these edges, in their order, where both are still single."""
        for e in edges.tolist():
            u, v = self.ends[e]
            if self.mate[u] < 0 and self.mate[v] < 0:
                self.mate[u] = self.mate[v] = e

    def sets(self) -> list[Mask]:
        """The blossoms with a dual, as masks."""
        found = []
        for node in range(self.size, len(self.members)):
            if self.dual[node] > EXACT:
                mask = np.zeros(self.size, dtype=bool)
                mask[self.members[node]] = True
                found.append(mask)
        return found

    def stage(self) -> bool:
        """Match two single vertices more; False where there are none, or none can be."""
        self.label_of[:] = 0
        for node in self.tops:
            single = self.mate[self.base[node]] < 0
            self.label[node], self.via[node] = int(single), -1
            if single:
                self.label_of[self.members[node]] = 1
        if not self.label_of.any():
            return False
        while True:
            ready = self._grown()
            if ready is None:
                return False
            for e in ready:
                if self._meet(e):
                    return True

    def _grown(self) -> list[int] | None:
        """Change the duals by as much as they can be; the edges that are tight then. None where nothing stops them."""
        la, lb = self.label_of[self.a], self.label_of[self.b]
        apart = (la + lb > 0) & (self.top[self.a] != self.top[self.b])
        edges = np.flatnonzero(apart)
        sign = (la + lb)[edges]
        slack = self.cost[edges] - self.value[self.a[edges]] - self.value[self.b[edges]]
        inner = [node for node in self.tops if node >= self.size and self.label[node] == -1]
        step = min((slack / sign).min(initial=np.inf), min((self.dual[node] for node in inner), default=np.inf))
        if step == np.inf:
            return None
        step = max(step, 0.0)
        self.value += step * self.label_of
        for node in self.tops:
            if node >= self.size:
                self.dual[node] += step * self.label[node]
        for node in inner:
            if self.dual[node] <= EXACT:
                self._expand(node)
        return [int(e) for e in edges[slack - step * sign <= EXACT]]

    def _meet(self, e: int) -> bool:
        """Take a tight edge into the trees; whether it joined two of them, which ends the stage."""
        u, v = (int(self.top[end]) for end in self.ends[e])
        if u == v or 1 not in (self.label[u], self.label[v]) or -1 in (self.label[u], self.label[v]):
            return False
        if 0 in (self.label[u], self.label[v]):
            node = u if self.label[u] == 0 else v
            self._set(node, -1, e)
            mate = self.mate[self.base[node]]
            self._set(self._beyond(node, mate), 1, mate)
            return False
        one, other = self._path(u), self._path(v)
        if one[-1] != other[-1]:
            self._flip(e)
            return True
        self._shrink(e, one, other)
        return False

    def _set(self, node: int, label: int, via: int) -> None:
        self.label[node], self.via[node] = label, via
        self.label_of[self.members[node]] = label

    def _beyond(self, node: int, e: int) -> int:
        """The outermost node at the other end of an edge."""
        u, v = (int(self.top[end]) for end in self.ends[e])
        return v if u == node else u

    def _path(self, node: int) -> list[int]:
        """The nodes from this one to the root of its tree."""
        path = [node]
        while self.via[path[-1]] >= 0:
            path.append(self._beyond(path[-1], self.via[path[-1]]))
        return path

    def _shrink(self, e: int, one: list[int], other: list[int]) -> None:
        """Make a blossom of the cycle that an edge closes."""
        while len(one) > 1 and len(other) > 1 and one[-2] == other[-2]:
            one.pop()
            other.pop()
        down, up = one[::-1], other[:-1]  # from the common node to one end of the edge, from its other end back
        children = down + up
        links = [self.via[node] for node in down[1:]] + [e] + [self.via[node] for node in up]
        node = len(self.members)
        self.members.append(np.concatenate([self.members[child] for child in children]))
        self.parent.append(-1)
        self.base.append(self.base[children[0]])
        self.children.append(children)
        self.links.append(links)
        self.dual.append(0.0)
        self.label.append(0)
        self.via.append(-1)
        for child in children:
            self.parent[child] = node
        self.tops -= set(children)
        self.tops.add(node)
        self.top[self.members[node]] = node
        self._set(node, 1, self.via[children[0]])

    def _expand(self, node: int) -> None:
        """Make the children of a blossom of label -1 outermost, those on the way from its edge to its base labelled."""
        children, links, via = self.children[node], self.links[node], self.via[node]
        inside = next(end for end in self.ends[via] if self.top[end] == node)
        at = children.index(self._child(node, inside))
        self.tops.discard(node)
        self.dual[node] = 0.0
        for child in children:
            self.parent[child] = -1
            self.tops.add(child)
            self.top[self.members[child]] = child
            self._set(child, 0, -1)
        count, step = len(children), 1 if at % 2 else -1
        label = -1
        self._set(children[at], label, via)
        while at % count:
            link = links[at] if step > 0 else links[at - 1]
            at, label = at + step, -label
            self._set(children[at % count], label, link)

    def _child(self, node: int, vertex: int) -> int:
        """The child of a blossom that a vertex is in."""
        while self.parent[vertex] != node:
            vertex = self.parent[vertex]
        return vertex

    def _flip(self, e: int) -> None:
        """Match along the ways from both ends of an edge to the roots."""
        for vertex in self.ends[e]:
            edge, node = e, int(self.top[vertex])
            while True:
                self._match(node, vertex, edge)
                if self.via[node] < 0:
                    break
                node = self._beyond(node, self.via[node])
                edge = self.via[node]
                u, v = self.ends[edge]
                inside, vertex = (u, v) if self.top[u] == node else (v, u)
                self._match(node, inside, edge)
                node = int(self.top[vertex])

    def _match(self, node: int, vertex: int, e: int) -> None:
        """Match a vertex of a node by an edge that leaves the node; inside the node everybody else is matched."""
        self.mate[vertex] = e
        self._turn(node, vertex)

    def _turn(self, node: int, vertex: int) -> None:
        """Make a vertex the base of a node."""
        if node < self.size or self.base[node] == vertex:
            return
        child = self._child(node, vertex)
        self._turn(child, vertex)
        children, links = self.children[node], self.links[node]
        at, count = children.index(child), len(children)
        for k in range(at + 1, count, 2) if at % 2 else range(0, at, 2):
            u, v = self.ends[links[k]]
            one, other = children[k], children[(k + 1) % count]
            if not np.any(self.members[one] == u):
                u, v = v, u
            self._match(one, u, links[k])
            self._match(other, v, links[k])
        self.children[node], self.links[node] = children[at:] + children[:at], links[at:] + links[:at]
        self.base[node] = vertex
