"""The optimal faces of all tiers, by matching and pricing in whole numbers, where a round is a plain matching."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from .clock import Clock
from .formulation.arrays import EMPTY, Ints, Mask
from .formulation.block_tier import BlockTier
from .formulation.candidates import least_per_vertex
from .formulation.costs import TierName, pair_costs
from .formulation.listed_tier import ListedTier
from .formulation.tiers import Tier
from .lp.objective import dual_ascent
from .matching.blossom import LARGEST, as_mask, available, match, nothing
from .matching.laminar import Laminar, SetDuals
from .proof.certificate import DualBound, repaired
from .proof.face import Face, Search, face_of

SCALE = 2  # duals are halves of whole numbers


def solve_by_matching(search: Search, tier: BlockTier, later: Sequence[TierName]) -> bool:
    """Put the faces of a first tier and of all later ones into the search; False where it cannot.

    It cannot where there are rules over sets of pairs, tiers whose costs do not fit into one number, or no pairing that
    keeps the rules. When time is up, the only face is the best pairing so far, with its bound in the first tier.
    """
    if not available() or len(search.rows) or search.clock.stopped:
        return False
    solver = _Solver(tier, [*later])
    if tier.likely_infeasible or not solver.solve(search.clock):
        return False
    if not solver.proven:
        search.faces[tier.name] = solver.unproven_face()
        return True
    face = search.faces[tier.name] = solver.face(tier, 0, solver.a, solver.b)
    for k, name in enumerate(later, 1):
        listed = ListedTier(name, search.vertices, search.rows, face, search.parameters)
        face = search.faces[name] = solver.face(listed, k, face.a, face.b)
        search.clock.tell(name, face.value, face.bound)
    return True


class _Solver:
    """Candidate pairs, their matching, and pricing over all pairs of the first tier until none could improve it.

    A matching knows costs of two parts: the second is the lottery, if it is among the `later` tiers, and the first has
    all other tiers in one number, each with `bits` enough for the duals of all vertices.
    """

    def __init__(self, tier: BlockTier, later: list[TierName]) -> None:
        self._tier, self._later, self._size = tier, later, len(tier.vertices)
        self._lottery = later[-1:] == ["tie"]
        a, b, cost = tier.start()
        self._a, self._b, self._costs = a, b, np.stack([cost, *(pair_costs(tier.vertices, a, b, n) for n in later)])
        self._bits: list[int] = []
        y = SCALE * dual_ascent(self._size, a, b, cost, tier.parameters.ascents).astype(np.int64)
        self._y = np.zeros((self._size, 1 + len(later)), dtype=np.int64)  # of each vertex, in each tier
        self._y[:, 0] = y
        self._w = np.zeros((0, 1 + len(later)), dtype=np.int64)  # of each set
        self._now, self._laminar = nothing(self._size), Laminar(self._size, [])
        self.a, self.b = EMPTY, EMPTY  # after `solve`, the pairs of reduced cost 0 in the first tier
        self._below: tuple[Ints, Ints, Ints] = (EMPTY, EMPTY, EMPTY)  # and those below: a, b, reduced cost
        self.proven = False

    def solve(self, clock: Clock) -> bool:
        """Whether there is a pairing: the optimum if it is `proven`, else the best when time was up.

        There is none where somebody is left without a partner, or where the costs are too great.
        """
        while True:
            greatest = self._costs.max(axis=1, initial=1).tolist()
            middle = greatest[1 : len(greatest) - self._lottery]
            self._bits = [(SCALE * most * self._size).bit_length() + 2 for most in middle]
            dearest = SCALE * (greatest[0] + 1) << sum(self._bits)
            if dearest * self._size > LARGEST:
                return False
            before = replace(self._now, y=self._joined(self._y.T).T)
            first, second = self._joined(self._costs)
            self._now = match(self._size, self._a, self._b, (first, second), dearest * self._size, before)
            self._y, self._w = self._parted(self._now.y), self._parted(self._now.w)
            self._laminar = Laminar(self._size, self._now.sets)
            a, b = self._improving()
            whole, self.proven = bool((self._now.partner >= 0).all()), not len(a)
            value = int(self._tier.costs(*self._chosen()).sum()) if whole else None
            clock.tell(self._tier.name, value, value if self.proven else None)
            if self.proven or clock.expired():
                return whole
            new = [self._tier.costs(a, b), *(pair_costs(self._tier.vertices, a, b, name) for name in self._later)]
            self._a, self._b = np.concatenate([self._a, a]), np.concatenate([self._b, b])
            self._costs = np.concatenate([self._costs, np.stack(new)], axis=1)

    def _joined(self, parts: Ints) -> Ints:
        """Numbers of each tier (tiers × n) as the two parts that a matching knows (2 × n)."""
        first = parts[0]
        for part, bits in zip(parts[1:], self._bits, strict=False):
            first = (first << bits) + part
        return np.stack([first, parts[-1] if self._lottery else np.zeros_like(first)])

    def _parted(self, numbers: Ints) -> Ints:
        """The numbers of each tier (n × tiers), from the two parts that a matching knows (n × 2)."""
        first, found = numbers[:, 0], [numbers[:, 1]] * self._lottery
        for bits in reversed(self._bits):
            low = ((first + (1 << (bits - 1))) & ((1 << bits) - 1)) - (1 << (bits - 1))
            first = (first - low) >> bits
            found.insert(0, low)
        return np.stack([first, *found], axis=1)

    def _improving(self) -> tuple[Ints, Ints]:
        """Pairs that could improve the matching, a few for each vertex; the pairs of reduced cost 0 are noted."""
        tier, used = self._tier, np.flatnonzero(self._w[:, 0])
        sets = [self._now.sets[k] for k in used.tolist()]
        duals = SetDuals(tier.vertices, self._y[:, 0], sets, self._w[used, 0])
        found: list[tuple[Ints, Ints, Ints]] = [(EMPTY, EMPTY, EMPTY)]
        for block in tier.blocks_below(duals, 1, SCALE):
            reduced = duals.reduced_costs(block, SCALE)
            mask = reduced <= 0
            if block.allowed is not None:
                mask &= block.allowed
            if mask.any():
                found.append((*block.select(mask)[:2], reduced[mask]))
        a, b, reduced = (np.concatenate(part) for part in zip(*found, strict=True))
        self._below = a[reduced < 0], b[reduced < 0], reduced[reduced < 0]
        self.a, self.b = a[reduced == 0], b[reduced == 0]
        new = []
        for k, name in enumerate([*self._later, ""], 1):
            worse, even = np.flatnonzero(reduced < 0), np.flatnonzero(reduced == 0)
            keep = worse[least_per_vertex(a[worse], b[worse], reduced[worse], tier.parameters.columns_a_vertex)]
            new.append((a[keep], b[keep]))
            a, b = a[even], b[even]
            if name:
                reduced = self._reduced(k, a, b, pair_costs(tier.vertices, a, b, name))
        one, other = (np.concatenate(part) for part in zip(*new, strict=True))
        return one, other

    def _reduced(self, tier: int, a: Ints, b: Ints, cost: Ints) -> Ints:
        """The reduced costs of pairs, times the scale, in one tier."""
        y, w = self._y[:, tier], self._w[:, tier]
        return np.asarray(SCALE * cost - y[a] - y[b] - self._laminar.across(w, a, b))

    def _sets(self, tier: int) -> tuple[list[Mask], Ints]:
        """The sets whose dual is not 0 in a tier, and those duals."""
        used = np.flatnonzero(self._w[:, tier])
        odd = self._tier.vertices.odd
        return [as_mask(self._now.sets[k], self._size, odd) for k in used.tolist()], self._w[used, tier]

    def _chosen(self) -> tuple[Ints, Ints]:
        """The pairs of the matching."""
        own = np.flatnonzero(self._now.partner > np.arange(self._size))
        return own, self._now.partner[own]

    def unproven_face(self) -> Face:
        """The pairing of the last matching alone, with a bound from duals that are lowered until they are feasible."""
        masks, w = self._sets(0)
        y, (a, b) = self._y[:, 0] - repaired(self._size, *self._below), self._chosen()
        cost = self._tier.costs(a, b)
        proof = self._bound(masks, y, w, [False] * len(w), a, b, self._reduced(0, a, b, cost))
        bound = -(-proof.value // SCALE)
        return Face(a, b, [], self._tier.state, (), np.arange(len(a)), int(cost.sum()), bound, proof=proof)

    def face(self, tier: Tier, number: int, a: Ints, b: Ints) -> Face:
        """The face of a tier by its number, whose pairs of reduced cost 0 are among these."""
        masks, w = self._sets(number)
        earlier = self._w[self._w[:, number] != 0, :number]
        tight = [bool((duals > 0).any()) for duals in earlier]
        reduced, pairs = self._reduced(number, a, b, tier.costs(a, b)), self._chosen()
        proof = self._bound(masks, self._y[:, number], w, tight, a, b, reduced)
        value = int(tier.costs(*pairs).sum())
        return face_of(tier, proof, pairs, value, value)

    def _bound(
        self, masks: list[Mask], y: Ints, w: Ints, tight: list[bool], a: Ints, b: Ints, reduced: Ints
    ) -> DualBound:
        none = np.zeros(0, dtype=np.int64)
        return DualBound(y, w, none, none, masks, tight, SCALE, int(y.sum() + w.sum()), a, b, reduced, 0, [])
