"""The optimal faces of all tiers, by matching and pricing in whole numbers, where a round is a plain matching."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from enum import Enum

import numpy as np

from .clock import Clock
from .formulation.costs import TierName, pair_costs
from .formulation.duals import INFINITE, PairBlock, least_of_lines, least_per_vertex
from .formulation.tiers import BlockTier, ListedTier, Tier
from .formulation.vertices import EMPTY, NO_PAIRS, Ints, Mask, Pairs, Vertices
from .lp.master import dual_ascent
from .matching.blossom import LARGEST, PARTS, Laminar, SetDuals, as_mask, available, cheapest_matching, nothing
from .proof.certificate import DualBound, OptimalFace, Search, face_of, repaired

SCALE = 2  # duals are halves of whole numbers
DEARER = 16  # factor by which the price of having no partner grows, while it is paid and no pair could improve that
FEW = 16  # the share of the vertices, one in so many, for which pairs in memory must be found to look there again
MANY = 16  # improving pairs of a block for each of its rows and columns: of more, only the best of each are looked at


def solve_by_matching(search: Search, tier: BlockTier, later: Sequence[TierName]) -> bool:
    """Put the faces of a first tier and of all later ones into the search; False where it cannot.

    It cannot where rules over sets of pairs need more than a look, costs are too great for 64 bits, tiers are too many,
    or no pairing keeps the rules. When time is up, the only face is the best pairing so far, with its bound in the
    first tier.
    """
    if not available() or len(later) >= PARTS or search.clock.stopped:
        return False
    found = _at_the_ends_of_rules(search, tier, later)
    if found is None:
        return False
    solver, end = found
    if end is not End.PROVEN:
        search.faces[tier.name] = solver.unproven_face(end)
        return True
    face = search.faces[tier.name] = solver.face(tier, 0, solver.a, solver.b)
    search.clock.tell(tier.name, face.value, face.bound)
    for k, name in enumerate(later, 1):
        listed = ListedTier(name, search.vertices, search.rows, face, search.tuning)
        face = search.faces[name] = solver.face(listed, k, face.a, face.b)
        search.clock.tell(name, face.value, face.bound)
    return True


def keeps_no_rules(search: Search) -> bool:
    """Whether matchings prove that no pairing keeps all rules over sets of pairs."""
    own = Search(Vertices(search.vertices.problem.relax_everything()), search.clock, tuning=search.tuning)
    tier = BlockTier(own.vertices, own.rows, "breaches", None, own.tuning)
    return solve_by_matching(own, tier, []) and own.faces["breaches"].bound > 0


def _at_the_ends_of_rules(search: Search, tier: BlockTier, later: Sequence[TierName]) -> tuple[_Solver, End] | None:
    """The solved matching and how it ended; None if matching cannot tell.

    With rules over sets of pairs each costs nothing, or its whole price a unit: the matching is optimal if it keeps the
    first kind and not the second. If a price is paid, later tiers are left to others.
    """
    rows, state, dual = search.rows, tier.state, np.zeros(len(search.rows), dtype=np.int64)
    free = state.elastic & (state.price == 0) & (tier.name == "breaches" and not later)  # rules that cost nothing here
    for attempt in range(2):
        solver = _Solver(tier, [*later], dual)
        if tier.likely_infeasible:  # `start` has found too few opponents for many
            return None
        end = solver.solve(search.clock, search.enough)
        if end is End.NO_PAIRING:
            return None
        if not len(rows):
            return solver, end
        over = np.where(free, 0, rows.activities(*solver.chosen()) - rows.limit)
        broken = over > 0
        if end is not End.PROVEN or (over[dual < 0] < 0).any():
            return None
        if not (broken & (dual == 0)).any():
            return solver, end
        if attempt or later or not state.elastic[broken].all():
            return None
        dual = np.where(broken, -SCALE * state.price, 0)
    return None


class End(Enum):
    """How a search by matchings ends."""

    PROVEN = "no pairing costs less"
    GOOD_ENOUGH = "it costs less than was asked for"
    TIME_UP = "it is the best so far"
    NO_PAIRING = "somebody has no partner, or costs are too great for 64 bits"


class _Solver:
    """Candidate pairs, their matching, and pricing over all pairs of the first tier until none could improve it.

    The parts of a matching's costs are the tiers: the first one and all `later`. A unit of what a rule over sets of
    pairs counts costs what its `dual` takes away, in the first tier.
    """

    def __init__(self, tier: BlockTier, later: list[TierName], dual: Ints) -> None:
        self._dual = dual
        self._tier, self._later, self._size = tier, later, len(tier.vertices)
        self._a, self._b, cost = tier.start()
        cost = self._first(self._a, self._b) if dual.any() else cost
        self._costs = self._with_later(self._a, self._b, cost)
        self._now, self._laminar = nothing(self._size, 1 + len(later)), Laminar(self._size, [])
        ascent = dual_ascent(self._size, self._a, self._b, cost, tier.tuning.ascents)
        self._now.y[:, 0] = SCALE * ascent.astype(np.int64)
        self.a, self.b = EMPTY, EMPTY  # after `solve`, the pairs of reduced cost 0 in the first tier
        self._below = NO_PAIRS  # and those below 0, with their reduced costs
        self._halves: Ints | None = None  # duals of the best matching whose pairs may count by half
        self._lowered = np.zeros(self._size, dtype=np.int64)  # how much to lower a dual where they are too many to list
        self._rng = np.random.default_rng(20090423)  # by which equals are chosen
        self._near = tier.outgrows_memory  # whether pairs are first looked for among those in memory
        self._unmatched_cost = 4 * int(self._now.y[:, 0].max(initial=SCALE))
        self._greatest = 0

    def _with_later(self, a: Ints, b: Ints, cost: Ints) -> Ints:
        """The costs of pairs in all tiers (pairs × tiers), given those in the first."""
        return np.stack([cost, *(pair_costs(self._tier.vertices, a, b, name) for name in self._later)], axis=1)

    def _first(self, a: Ints, b: Ints) -> Ints:
        """The costs of pairs in the first tier, with what they cost by rules."""
        return self._tier.costs(a, b) - self._tier.rows.dual_sum(a, b, self._dual // SCALE)

    def solve(self, clock: Clock, enough: int | None) -> End:
        """Match the candidates and price all pairs until none could improve the matching, in two phases.

        Pairs count by half as long as some could improve such a matching: that is quick, and its duals bound every
        pairing. Only then come odd sets, which make it whole. `enough`: an end at a pairing that costs less.
        """
        return self._by_halves(clock, enough) or self._by_odd_sets(clock, enough)

    def _by_halves(self, clock: Clock, enough: int | None) -> End | None:
        """Phase 1: the cheapest matching of the candidates in which a pair may count by half, and what improves it.

        Holds after it, unless time was up: no pair has a negative reduced cost in the first tier, so half the sum of
        the duals bounds every pairing; they are kept. It is the end if the matching happens to be whole.
        """
        while True:
            if end := self._match(False, enough):
                return end
            new, everywhere = self._price(clock)
            proven = not len(new[0]) and self._everybody
            self._tell(clock, proven)
            if proven:
                return End.PROVEN
            if clock.expired() and self._everybody:
                return End.TIME_UP
            over = everywhere and not len(self._below.a)
            if over:
                self._halves = self._now.y[:, 0].copy()
            over = over or clock.expired()  # then one matching with odd sets gives a pairing
            self._add(*new)
            if over:
                return None

    def _by_odd_sets(self, clock: Clock, enough: int | None) -> End:
        """Phase 2: the cheapest whole matching of the candidates by Edmonds' algorithm, and what improves it.

        Holds if proven: duals of vertices and odd sets are feasible for all pairs and tight on the matching, tier by
        tier, as the pairs of reduced cost 0 of a tier are priced by the next. If somebody is alone though no pair could
        improve that, being alone costs more; at the greatest price there is no pairing.
        """
        while True:
            if end := self._match(True, enough):
                return end
            new, _ = self._price(clock, in_memory_first=self._everybody)
            found = len(new[0])
            if not self._everybody and not found and self._unmatched_cost < self._greatest:
                self._unmatched_cost *= DEARER
                continue
            self._tell(clock, not found)
            if not found:
                return End.PROVEN if self._everybody else End.NO_PAIRING
            if clock.expired() and (self._everybody or not self._tier.outgrows_memory):
                return End.TIME_UP if self._everybody else End.NO_PAIRING
            self._add(*new)

    def _match(self, odd_sets: bool, enough: int | None) -> End | None:
        """The cheapest matching of the candidates; an end if it costs less than `enough` or is beyond 64 bits."""
        greatest = [SCALE * self._size * (most + 1) for most in abs(self._costs).max(axis=0, initial=0).tolist()]
        if max(greatest) > LARGEST:
            return End.NO_PAIRING
        self._greatest = greatest[0]  # dearer than being alone is no pairing
        price = min(self._unmatched_cost, self._greatest)
        self._now = cheapest_matching(self._size, self._a, self._b, self._costs, price, self._now, odd_sets)
        self._laminar = Laminar(self._size, self._now.sets)
        if self._everybody and enough is not None and self._value() < enough:
            return End.GOOD_ENOUGH
        return None

    @property
    def _everybody(self) -> bool:
        """Whether nobody is alone in the matching."""
        return bool((self._now.partner >= 0).all())

    def _value(self) -> int:
        """The cost of the matching in the first tier."""
        return int(self._first(*self.chosen()).sum())

    def _price(self, clock: Clock, in_memory_first: bool = True) -> tuple[tuple[Ints, Ints], bool]:
        """Pairs that could improve the matching, and whether all pairs were looked at, not only those in memory."""
        self._near = self._near and in_memory_first and not clock.expired()
        if self._near:
            new = self._improving(in_memory=True)
            self._near = FEW * len(self._below.a) > self._size
        if self._near:
            return new, False
        new = self._improving(in_memory=False)
        self._near = self._tier.outgrows_memory and FEW * len(self._below.a) > self._size
        return new, True

    def _tell(self, clock: Clock, proven: bool) -> None:
        """Say how far the first tier has come; the candidates of a proof are kept for variants of the round."""
        if not len(self._tier.rows):
            value = self._value() if self._everybody else None
            clock.tell(self._tier.name, value, value if proven else None)
        if proven and self._tier.known is not None:
            self._tier.known.a, self._tier.known.b = self._a, self._b

    def _add(self, a: Ints, b: Ints) -> None:
        """New candidates, with their costs in all tiers."""
        self._a, self._b = np.concatenate([self._a, a]), np.concatenate([self._b, b])
        self._costs = np.concatenate([self._costs, self._with_later(a, b, self._first(a, b))])

    def _improving(self, in_memory: bool) -> tuple[Ints, Ints]:
        """Pairs that could improve the matching, a few for each vertex; the pairs of reduced cost 0 are noted."""
        tier, used = self._tier, np.flatnonzero(self._now.w[:, 0])
        columns = tier.tuning.columns_a_vertex * (4 if tier.outgrows_memory and not in_memory else 1)
        sets = [self._now.sets[k] for k in used.tolist()]
        duals = SetDuals(tier.rows, self._now.y[:, 0], sets, self._now.w[used, 0], self._dual)
        found = [NO_PAIRS]
        self._lowered[:] = 0
        for block in tier.blocks_below(duals, 1, SCALE, in_memory):
            reduced = duals.reduced_costs(block, SCALE)
            mask = reduced <= 0
            if block.allowed is not None:
                mask &= block.allowed
            if mask.ndim == 2:
                mask = self._best_of_many(block, reduced, mask, columns // 2)
            if mask.any():
                found.append(block.select(mask)._replace(cost=reduced[mask]))
        every = Pairs.joined(found)
        a, b, reduced = every
        self._below = every.at(reduced < 0)
        self.a, self.b = a[reduced == 0], b[reduced == 0]
        new = []
        for k, name in enumerate([*self._later, ""], 1):
            worse, even = np.flatnonzero(reduced < 0), np.flatnonzero(reduced == 0)
            keep = worse[least_per_vertex(a[worse], b[worse], reduced[worse], columns)]
            new.append((a[keep], b[keep]))
            a, b = a[even], b[even]
            if name:
                reduced = self._reduced(k, a, b, pair_costs(tier.vertices, a, b, name))
        one, other = (np.concatenate(part) for part in zip(*new, strict=True))
        return one, other

    def _best_of_many(self, block: PairBlock, reduced: Ints, mask: Mask, count: int) -> Mask:
        """The improving pairs of a block; of many, only the best of each row and column: duals are lowered for all."""
        below = mask & (reduced < 0)
        if np.count_nonzero(below) <= MANY * sum(mask.shape):
            return mask
        own = block.a[:, 0]
        self._lowered[own] = np.maximum(self._lowered[own], np.max(-reduced, axis=1, initial=0, where=below))
        cost = np.where(below, reduced.astype(np.float32), INFINITE)
        return least_of_lines(cost, count, self._rng)

    def _reduced(self, tier: int, a: Ints, b: Ints, cost: Ints) -> Ints:
        """The reduced costs of pairs, times the scale, in one tier."""
        y, w = self._now.y[:, tier], self._now.w[:, tier]
        return np.asarray(SCALE * cost - y[a] - y[b] - self._laminar.across(w, a, b))

    def _sets(self, tier: int) -> tuple[list[Mask], Ints]:
        """The sets whose dual is not 0 in a tier, and those duals."""
        used = np.flatnonzero(self._now.w[:, tier])
        odd = self._tier.vertices.odd
        return [as_mask(self._now.sets[k], self._size, odd) for k in used.tolist()], self._now.w[used, tier]

    def chosen(self) -> tuple[Ints, Ints]:
        """The pairs of the matching."""
        own = np.flatnonzero(self._now.partner > np.arange(self._size))
        return own, self._now.partner[own]

    def unproven_face(self, end: End) -> OptimalFace:
        """The last matching's pairing with a bound from duals lowered until feasible, or the better one by halves."""
        a, b = self.chosen()
        cost = self._tier.costs(a, b)
        face = OptimalFace(a, b, [], self._tier.state, (), np.arange(len(a)), int(cost.sum()), 0)
        if end is End.GOOD_ENOUGH:
            return face
        masks, w = self._sets(0)
        below, other, reduced = self._below
        lowered = self._lowered + repaired(
            self._size, below, other, reduced + self._lowered[below] + self._lowered[other]
        )
        y = self._now.y[:, 0] - lowered
        proof = self._bound(masks, y, w, tight=[False] * len(w), pairs=Pairs(a, b, self._reduced(0, a, b, cost)))
        if self._halves is not None and self._halves.sum() > y.sum() + w.sum():
            y = self._halves
            proof = self._bound([], y, EMPTY, tight=[], pairs=Pairs(a, b, SCALE * cost - y[a] - y[b]))
        return replace(face, bound=-(-proof.value // SCALE), proof=proof)

    def face(self, tier: Tier, number: int, a: Ints, b: Ints) -> OptimalFace:
        """The face of a tier by its number, whose pairs of reduced cost 0 are among these."""
        masks, w = self._sets(number)
        earlier = self._now.w[self._now.w[:, number] != 0, :number]
        tight = [bool((duals > 0).any()) for duals in earlier]
        cost = tier.costs(a, b) if number else self._first(a, b)
        listed, pairs = Pairs(a, b, self._reduced(number, a, b, cost)), self.chosen()
        proof = self._bound(masks, self._now.y[:, number], w, tight=tight, pairs=listed)
        value = int(tier.costs(*pairs).sum()) + tier.rows.excess_cost(*pairs, tier.state)
        return face_of(tier, proof, pairs, value, value)

    def _bound(self, masks: list[Mask], y: Ints, w: Ints, tight: list[bool], pairs: Pairs) -> DualBound:
        value = int(y.sum() + w.sum() + (self._dual * self._tier.rows.limit).sum())
        return DualBound(y, w, self._dual, levels=EMPTY, sets=masks, tight=tight, scale=SCALE, value=value, pairs=pairs)
