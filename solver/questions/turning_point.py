"""How far a weight can go until a pairing is no longer optimal: a linear program over directions away from the pairing.

A direction z ≥ 0 on pairs outside the pairing keeps every vertex at one pair if each pair of the pairing loses at both
its ends as much as the others there gain. It keeps an odd set's row if, where the pairing leaves the set once, z does
not lower x(δ(S)). Along z the cost changes by reduced costs ≥ 0, and by the step of the weight times the change in the
criterion. The least step at which that sum is 0, for a z that changes the criterion by -1, is where the pairing stops
being optimal, as far as these pairs and odd sets tell. The duals show it from the other side: with them the pairing is
optimal up to that step.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..formulation.arrays import Floats, Ints, Mask
from ..formulation.vertices import Vertices
from ..lp.cuts import FractionalMatching, components, violated_sets
from ..lp.glop import Entries, IncrementalLp, joined
from ..lp.solution import TOLERANCE
from .nearby import DualPoint


@dataclass(frozen=True, slots=True, eq=False)
class Star:
    """A pairing a < b with the odd sets that exactly one of its pairs leaves: `numbers` among `sets`.

    `pair_of` has each vertex's pair, `side` 1 or -1 for its first and second vertex; `inner` is, for each set, the end
    inside it of the pair that leaves it.
    """

    pair_of: Ints
    side: Ints
    sets: list[Mask]
    numbers: Ints
    inner: Ints

    @classmethod
    def of(cls, a: Ints, b: Ints, sets: list[Mask]) -> Star:
        """The star of a pairing."""
        pair_of, side = np.zeros(2 * len(a), dtype=np.int64), np.ones(2 * len(a), dtype=np.int64)
        pair_of[a] = pair_of[b] = np.arange(len(a))
        side[b] = -1
        numbers, inner = [], []
        for k, mask in enumerate(sets):
            leaving = np.flatnonzero(mask[a] != mask[b])
            if len(leaving) == 1:
                numbers.append(k)
                inner.append(int(a[leaving[0]] if mask[a[leaving[0]]] else b[leaving[0]]))
        return cls(pair_of, side, sets, np.array(numbers, dtype=np.int64), np.array(inner, dtype=np.int64))

    def entries(self, a: Ints, b: Ints) -> Entries:
        """The entries of pairs outside the pairing: rows of its pairs, then of its odd sets."""
        each = np.arange(len(a), dtype=np.int64)
        found: list[Entries] = [(self.pair_of[end], each, self.side[end].astype(float)) for end in (a, b)]
        for row, (k, inner) in enumerate(zip(self.numbers.tolist(), self.inner.tolist(), strict=True)):
            mask = self.sets[k]
            value = (mask[a] != mask[b]).astype(float) - (a == inner) - (b == inner)
            used = np.flatnonzero(value)
            found.append((np.full(len(used), len(self.pair_of) // 2 + row), used, value[used]))
        return joined(found)

    def changed(self, own: tuple[Ints, Ints], a: Ints, b: Ints) -> tuple[Ints, Ints]:
        """The pairing `own` with these pairs for its own, in each part where they make a pairing again."""
        one, other = own[0].copy(), own[1].copy()
        size = len(self.pair_of)
        for mask in components(np.concatenate([a, own[0]]), np.concatenate([b, own[1]]), size):
            new = mask[a]
            if new.sum() * 2 == mask.sum() and len(np.unique(np.append(a[new], b[new]))) == mask.sum():
                places = np.flatnonzero(mask[own[0]])
                one[places], other[places] = a[new], b[new]
        return one, other

    def violated(self, vertices: Vertices, own: tuple[Ints, Ints], a: Ints, b: Ints, z: Floats) -> list[Mask]:
        """Odd sets that the pairing leaves once and that no small step along z respects."""
        size = len(self.pair_of)
        at_end = np.bincount(a, z, size) + np.bincount(b, z, size)
        most = at_end.max(initial=0.0)
        if most <= TOLERANCE:
            return []
        one, other = np.append(a, own[0]), np.append(b, own[1])
        x = np.append(z / most, 1 - at_end[own[0]] / most)
        found = violated_sets(FractionalMatching(vertices, one, other, x), self.sets, [])
        return [mask for mask in found if (mask[own[0]] != mask[own[1]]).sum() == 1]


@dataclass(frozen=True, slots=True, eq=False)
class Turn:
    """Where a pairing stops being optimal: the `step`, how the duals change up to there, and the direction `z` there.

    The duals' change leaves out what the pairing's own pairs cost more; `z` has one value for each pair of the program.
    """

    step: float
    moved: DualPoint
    z: Floats


def turning_point(
    star: Star, entries: Entries, reduced: Floats, change: Floats, set_duals: Floats, most: float
) -> Turn:
    """Where the pairing stops being optimal; at the step `most` where it does not up to there.

    `reduced` are the reduced costs of the pairs of `entries`, `change` what each adds to the criterion where it takes
    the place of the pairing's own.
    """
    pairs, sets = len(star.pair_of) // 2, len(star.numbers)
    unit = max(float(np.median(reduced)), 1.0)
    lp = IncrementalLp()
    right = np.append(np.zeros(pairs + sets), 1.0)
    lp.add_rows(right, right, (np.zeros(0, dtype=np.int64), np.zeros(0, dtype=np.int64), np.zeros(0)))
    used = np.flatnonzero(change)
    norm = (np.full(len(used), pairs + sets), used, -change[used])
    lp.add_columns(np.maximum(reduced, 0.0) / unit, joined([entries, norm]))
    slack = pairs + np.arange(sets, dtype=np.int64)
    lp.add_columns(np.maximum(set_duals[star.numbers], 0.0) / unit, (slack, slack - pairs, -np.ones(sets)))
    last = np.array([pairs + sets], dtype=np.int64)
    lp.add_columns(np.array([most / unit]), (last, last * 0, np.ones(1)))
    values, duals, step = lp.solve()
    duals = duals * unit
    y, w = star.side * duals[star.pair_of], np.zeros(len(star.sets))
    np.subtract.at(y, star.inner, duals[pairs : pairs + sets])
    w[star.numbers] = duals[pairs : pairs + sets]
    return Turn(step * unit, DualPoint(y, w), values[: len(reduced)])
