"""The optimal faces of a cost and of the lottery among its optima, by matching and pricing in whole numbers."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from ..clock import Clock
from ..formulation.arrays import EMPTY, Ints, Mask
from ..formulation.block_tier import BlockTier
from ..formulation.candidates import least_per_vertex
from ..formulation.costs import TierName, pair_costs
from ..formulation.listed_tier import ListedTier
from ..formulation.tiers import Tier, first_tier
from ..lp.objective import dual_ascent
from ..proof.certificate import DualBound, repaired
from ..proof.face import Face, Search, face_of
from .blossom import LARGEST, available, match, nothing
from .laminar import Laminar, SetDuals

SCALE = 2  # duals are halves of whole numbers


def solve_by_matching(search: Search, names: list[TierName]) -> bool:
    """Put the faces of a cost, and of the lottery where it is asked for, into the search; False where it cannot.

    It cannot where there are rules over sets of pairs, several tiers of costs, or no pairing that keeps the rules. When
    time is up, the face is the best pairing so far, with its bound.
    """
    if not available() or len(search.rows) or len(names) > 2 or names[1:] not in ([], ["tie"]):
        return False
    tier = first_tier(search.vertices, search.rows, names[0], search.incumbent, search.parameters)
    solver = _Solver(tier, lottery=len(names) == 2)
    if tier.likely_infeasible or not solver.solve(search.clock):
        return False
    if not solver.proven:
        search.faces[names[0]] = solver.unproven_face()
        return True
    face = search.faces[names[0]] = solver.face(tier, 0, solver.a, solver.b)
    if len(names) == 2:
        later = ListedTier("tie", search.vertices, search.rows, face, search.parameters)
        search.faces["tie"] = solver.face(later, 1, face.a, face.b)
        search.clock.tell("tie", search.faces["tie"].value, search.faces["tie"].bound)
    return True


class _Solver:
    """Candidate pairs, their matching, and pricing over all pairs of the tier until none could improve it."""

    def __init__(self, tier: BlockTier, lottery: bool) -> None:
        self._tier, self._size, self._lottery = tier, len(tier.vertices), lottery
        a, b, cost = tier.start()
        self._pairs = [(a, b, cost, self._lots(a, b))]
        y = SCALE * dual_ascent(self._size, a, b, cost, tier.parameters.ascents).astype(np.int64)
        self._now = replace(nothing(self._size), y=np.stack([y, np.zeros_like(y)], axis=1))
        self._laminar = Laminar(self._size, [])
        self.a, self.b = EMPTY, EMPTY  # after `solve`, the pairs of reduced cost 0 in the first part
        self._below: tuple[Ints, Ints, Ints] = (EMPTY, EMPTY, EMPTY)  # and those below: a, b, reduced cost
        self.proven = False

    def _lots(self, a: Ints, b: Ints) -> Ints:
        return pair_costs(self._tier.vertices, a, b, "tie") if self._lottery else np.zeros_like(a)

    def solve(self, clock: Clock) -> bool:
        """Whether there is a pairing: the optimum if it is `proven`, else the best when time was up.

        There is none where somebody is left without a partner.
        """
        dearest = SCALE * (int(self._pairs[0][2].max(initial=0)) + 1)
        if dearest * self._size > LARGEST:
            return False
        while True:
            a, b, cost, lots = (np.concatenate(part) for part in zip(*self._pairs, strict=True))
            self._now = match(self._size, a, b, (cost, lots), dearest * self._size, self._now)
            self._laminar = Laminar(self._size, self._now.sets)
            new = self._improving()
            whole, self.proven = bool((self._now.partner >= 0).all()), not len(new[0])
            value = int(self._tier.costs(*self._chosen()).sum()) if whole else None
            clock.tell(self._tier.name, value, value if self.proven else None)
            if self.proven or clock.expired():
                return whole
            self._pairs.append(new)

    def _improving(self) -> tuple[Ints, Ints, Ints, Ints]:
        """Pairs of negative reduced cost, a few for each vertex: a, b, cost, lottery number; and all of 0 are noted."""
        tier, used = self._tier, np.flatnonzero(self._now.w[:, 0])
        sets = [self._now.sets[k] for k in used.tolist()]
        duals = SetDuals(tier.vertices, self._now.y[:, 0], sets, self._now.w[used, 0])
        found: list[tuple[Ints, Ints, Ints, Ints]] = [(EMPTY,) * 4]
        for block in tier.blocks_below(duals, 1, SCALE):
            reduced = duals.reduced_costs(block, SCALE)
            mask = reduced <= 0
            if block.allowed is not None:
                mask &= block.allowed
            if mask.any():
                found.append((*block.select(mask), reduced[mask]))
        a, b, cost, reduced = (np.concatenate(part) for part in zip(*found, strict=True))
        even = np.flatnonzero(reduced == 0)
        self.a, self.b, lots = a[even], b[even], self._lots(a[even], b[even])
        second = self._reduced(1, self.a, self.b, lots)
        worse, drawn = np.flatnonzero(reduced < 0), np.flatnonzero(second < 0)
        self._below = a[worse], b[worse], reduced[worse]
        most = tier.parameters.columns_a_vertex
        keep = worse[least_per_vertex(a[worse], b[worse], reduced[worse], most)]
        also = drawn[least_per_vertex(self.a[drawn], self.b[drawn], second[drawn], most)]
        keep, lots = np.concatenate([keep, even[also]]), np.concatenate([self._lots(a[keep], b[keep]), lots[also]])
        return a[keep], b[keep], cost[keep], lots

    def _reduced(self, part: int, a: Ints, b: Ints, cost: Ints) -> Ints:
        """The reduced costs of pairs, times the scale, in one part of the costs."""
        y, w = self._now.y[:, part], self._now.w[:, part]
        return np.asarray(SCALE * cost - y[a] - y[b] - self._laminar.across(w, a, b))

    def _sets(self, part: int) -> tuple[list[Mask], Ints]:
        """The sets whose dual is not 0 in a part of the costs, and those duals."""
        used = np.flatnonzero(self._now.w[:, part])
        return [self._mask(k) for k in used.tolist()], self._now.w[used, part]

    def _mask(self, number: int) -> Mask:
        """A set as flags; the complement of one with the bye, as the border is the same."""
        mask = np.zeros(self._size, dtype=bool)
        mask[self._now.sets[number]] = True
        return ~mask if self._tier.vertices.odd and mask[-1] else mask

    def _chosen(self) -> tuple[Ints, Ints]:
        """The pairs of the matching."""
        own = np.flatnonzero(self._now.partner > np.arange(self._size))
        return own, self._now.partner[own]

    def unproven_face(self) -> Face:
        """The pairing of the last matching alone, with a bound from duals that are lowered until they are feasible."""
        masks, w = self._sets(0)
        y, none = self._now.y[:, 0] - repaired(self._size, *self._below), np.zeros(0, dtype=np.int64)
        bound, (a, b) = int(y.sum() + w.sum()), self._chosen()
        proof = DualBound(
            y,
            w,
            none,
            none,
            masks,
            [False] * len(w),
            SCALE,
            bound,
            a,
            b,
            self._reduced(0, a, b, self._tier.costs(a, b)),
            0,
            [],
        )
        value = int(self._tier.costs(a, b).sum())
        return Face(a, b, [], self._tier.state, (), np.arange(len(a)), value, -(-bound // SCALE), proof=proof)

    def face(self, tier: Tier, part: int, a: Ints, b: Ints) -> Face:
        """The face of a tier, the cost or the lottery, whose pairs of reduced cost 0 are among these."""
        masks, w = self._sets(part)
        y, none = self._now.y[:, part], np.zeros(0, dtype=np.int64)
        reduced = self._reduced(part, a, b, tier.costs(a, b))
        pairs = self._chosen()
        value = int(tier.costs(*pairs).sum())
        tight = (self._now.w[self._now.w[:, part] != 0, 0] > 0).tolist() if part else [False] * len(w)
        bound = int(y.sum() + w.sum())
        proof = DualBound(y, w, none, none, masks, tight, SCALE, bound, a, b, reduced, 0, [])
        return face_of(tier, proof, pairs, value, value)
