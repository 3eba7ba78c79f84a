"""Variants of a round with other weights, bounded by the duals of the round itself: proofs without a search.

Duals that are optimal for a round are nearly feasible for a variant with similar weights. Made feasible in whole
numbers (`certify`), they bound the variant's cost from below. Where a known pairing attains the bound, it is proven
optimal; where it nearly does, only pairs whose reduced cost is within the gap can be in a better one, and most players
have just one such pair: it is fixed, and what remains is a small problem.
"""

from __future__ import annotations

from copy import copy
from dataclasses import dataclass, replace

import numpy as np

from ...model.pairing.certificate import Certificate
from ...model.pairing.criteria import CRITERIA
from ...model.pairing.pairing import Pairing
from ...model.pairing.round_problem import RoundProblem
from ..formulation.arrays import EMPTY, Floats, Ints, Mask
from ..formulation.block_tier import BlockTier
from ..formulation.costs import checked_costs, pair_costs
from ..formulation.duals import Duals, PairBlock
from ..formulation.remaining import Remaining
from ..formulation.side_rows import SideRows
from ..formulation.vertices import Vertices
from ..lp.pricing import Pricing
from ..lp.solution import LinearOptimum
from ..parameters import DEFAULTS, Parameters
from ..proof.certificate import DualBound, certify
from ..proof.face import face_of


@dataclass(frozen=True, slots=True, eq=False)
class DualPoint:
    """Duals of the first tier: `y` of the vertices, `w` of the odd sets of a `Nearby`; not quite feasible perhaps."""

    y: Floats
    w: Floats


class Nearby:
    """Bounds of the first tier of a round's variants. It has one tier, no rules over sets of pairs, none relaxed.

    `sets` are the odd sets that duals refer to. Unweighted values of the criteria are kept by block, so that the costs
    by other weights are sums of them.
    """

    def __init__(self, problem: RoundProblem, certificate: Certificate, parameters: Parameters = DEFAULTS) -> None:
        self.problem, self.parameters = problem, parameters
        self.vertices = Vertices(problem)
        self.rows = SideRows(self.vertices)
        self.sets: list[Mask] = []
        for members in certificate.sets:
            mask = np.zeros(len(self.vertices), dtype=bool)
            mask[members] = True
            self.sets.append(mask)
        first = certificate.tiers[0]
        self.duals = DualPoint(first.y / first.scale, first.w / first.scale)
        self._frames = BlockTier("breaches", self.vertices, self.rows, self.rows.initial_state(), None, parameters)
        self._values: dict[tuple[str, int, int], Ints | None] = {}

    def add_sets(self, masks: list[Mask]) -> None:
        """Add odd sets, with the dual 0 in the round itself."""
        self.sets = [*self.sets, *masks]
        self.duals = DualPoint(self.duals.y, np.append(self.duals.w, np.zeros(len(masks))))

    def bound(
        self, variant: RoundProblem, duals: DualPoint, greatest: int, limit: int = 0, scale: int = 0
    ) -> DualBound:
        """The exact bound of a variant's first tier that these duals prove, with its pairs of reduced cost to `limit`.

        `greatest` is the greatest cost of a pair. Raises TooGreatError.
        """
        tight = [False] * len(self.sets)
        none, zeros, cost = EMPTY, np.zeros(0), np.array([greatest], dtype=np.int64)
        optimum = LinearOptimum(none, none, cost, zeros, duals.y, duals.w, zeros, zeros, self.sets, tight, True)
        return certify(VariantTier(variant, self), optimum, limit, scale)

    def costs(self, variant: RoundProblem, a: Ints, b: Ints) -> Ints:
        """The costs of pairs of vertices in a variant's first tier."""
        return pair_costs(self.vertices_of(variant), a, b, variant.tiers[0])

    def reduced(self, variant: RoundProblem, duals: DualPoint, a: Ints, b: Ints) -> Floats:
        """The reduced costs of pairs of vertices in a variant's first tier."""
        reduced = self.costs(variant, a, b) - duals.y[a] - duals.y[b]
        for mask, dual in zip(self.sets, duals.w, strict=True):
            if dual:
                reduced = reduced - dual * (mask[a] != mask[b])
        return np.asarray(reduced)

    def pairs_below(self, variant: RoundProblem, duals: DualPoint, limit: float) -> tuple[Ints, Ints]:
        """Pairs whose reduced cost in a variant's first tier is below a limit, a few for each vertex."""
        none = np.zeros(0)
        own = Duals(self.rows, self.sets, duals.y, duals.w, none, none)
        return Pricing(VariantTier(variant, self)).improving_pairs(own, limit)[:2]

    def proves(self, variant: RoundProblem, duals: DualPoint, pairs: tuple[Ints, Ints]) -> bool:
        """Whether the duals prove that a pairing is optimal in a variant."""
        cost = self.costs(variant, *pairs)
        proof = self.bound(variant, duals, int(cost.max(initial=0)))
        return int(cost.sum()) * proof.scale - proof.value < proof.scale

    def face(self, variant: RoundProblem, duals: DualPoint, pairs: tuple[Ints, Ints]) -> Remaining:
        """All pairs that a pairing can have that costs no more than this one; the optimal face where it is optimal."""
        cost = self.costs(variant, *pairs)
        total, greatest = int(cost.sum()), int(cost.max(initial=0))
        proof = self.bound(variant, duals, greatest)
        proof = self.bound(variant, duals, greatest, total * proof.scale - proof.value, proof.scale)
        face = face_of(VariantTier(variant, self), proof, pairs, total, total)
        if total * proof.scale - proof.value < proof.scale:
            return face
        return Remaining(face.a, face.b, [], self.rows.initial_state(), (), face.chosen, initial_sets=proof.sets)

    def places(self, pairing: Pairing) -> tuple[Ints, Ints]:
        """The pairs of a pairing as vertices a < b, the bye included; forced ones are left out."""
        place = np.full(len(self.problem), -1, dtype=np.int64)
        place[self.vertices.who] = np.arange(len(self.vertices.who))
        ends = np.array([*pairing.pairs], dtype=np.int64).reshape(-1, 2)
        ends = place[ends[(place[ends] >= 0).all(axis=1)]]
        byes = np.array([v for v in place[list(pairing.byes)].tolist() if v >= 0], dtype=np.int64)
        bye = np.stack([byes, np.full(len(byes), len(self.vertices.who))], axis=1)
        ends = np.concatenate([ends, bye])
        return ends.min(axis=1), ends.max(axis=1)

    def vertices_of(self, variant: RoundProblem) -> Vertices:
        """The same vertices with a variant as their problem."""
        own = copy(self.vertices)
        own.problem = variant
        return own

    def frame(self, s: int, t: int) -> PairBlock:
        """The pairs between two stretches, without costs."""
        return self._frames.block(s, t)

    def values(self, criterion: str, s: int, t: int) -> Ints | None:
        """The unweighted values of the pairs between two stretches; None where all are 0."""
        key = (criterion, s, t)
        if key not in self._values:
            frame, who = self.frame(s, t), self.vertices.who
            value = CRITERIA[criterion].pair(self.problem.field, who[frame.a], who[frame.b])
            small = np.min_scalar_type(int(value.max(initial=0)))
            self._values[key] = value.astype(small) if value.any() else None
        return self._values[key]


class VariantTier(BlockTier):
    """The first tier of a variant; the costs of its blocks are sums of kept values."""

    def __init__(self, variant: RoundProblem, nearby: Nearby) -> None:
        rows, vertices = nearby.rows, nearby.vertices_of(variant)
        super().__init__(variant.tiers[0], vertices, rows, rows.initial_state(), None, nearby.parameters)
        self._nearby = nearby

    def block(self, s: int, t: int) -> PairBlock:
        """All pairs between two stretches (s ≤ t), each once."""
        frame, problem, who = self._nearby.frame(s, t), self.vertices.problem, self.vertices.who
        cost = np.zeros(np.broadcast_shapes(frame.a.shape, frame.b.shape), dtype=np.int64)
        for name, weight in problem.tier_weights(problem.tiers[0]).items():
            value = self._nearby.values(name, s, t)
            if value is not None:
                cost += np.multiply(value, weight, dtype=np.int64)
        for boards in problem.kept:
            if boards.tier == self.name:
                cost += boards.cost(who[frame.a], who[frame.b])
        return replace(frame, cost=checked_costs(cost))
