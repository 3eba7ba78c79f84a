"""A minimum-cost perfect matching in a sparse graph, with its duals: the Python side of `_blossom.cpp`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..formulation.arrays import Ints, Mask

try:
    from . import _blossom  # type: ignore[attr-defined]
except ImportError:  # no compiler was there at the installation
    _blossom = None

#: Of the second part of a cost; sums of it stay far below.
BITS = 62
#: Of a dual of the first part.
LARGEST = 2**60


@dataclass(frozen=True, slots=True, eq=False)
class Matched:
    """A matching and its duals, all of them twice as great as those of the costs.

    `partner` of each vertex, -1 for none; `y` (n × 2) and `w` (sets × 2) in two parts, of which the second decides
    among equals of the first; `sets` are odd sets of vertices, of any two of which one contains the other or none of
    its members.
    """

    partner: Ints
    y: Ints
    sets: list[Ints]
    w: Ints


def available() -> bool:
    """Whether the compiled code is there."""
    return _blossom is not None


def nothing(size: int) -> Matched:
    """No pairs, and duals of 0, from which a matching can start."""
    duals = np.zeros((size, 2), dtype=np.int64)
    return Matched(np.full(size, -1, dtype=np.int64), duals, [], np.zeros((0, 2), dtype=np.int64))


def as_mask(members: Ints, size: int, odd: bool) -> Mask:
    """A set as flags; of one with the bye, the last vertex of an odd field, the complement: the border is the same."""
    mask = np.zeros(size, dtype=bool)
    mask[members] = True
    return ~mask if odd and mask[-1] else mask


def match(size: int, a: Ints, b: Ints, cost: tuple[Ints, Ints], most: int, before: Matched) -> Matched:
    """The cheapest matching of pairs a, b, whose costs have two parts; somebody left without a partner costs `most`.

    `before` is a matching from which it starts: one of other pairs, or just duals.
    """
    y = [np.ascontiguousarray(before.y[:, k]) for k in (0, 1)]
    partner = before.partner.copy()
    arrays = [np.ascontiguousarray(part, dtype=np.int64) for part in (a, b, *cost)]
    _, members, ends, duals = _blossom.match(size, BITS, most, *arrays, *y, partner)
    cuts = np.frombuffer(ends, dtype=np.int32)[:-1]
    sets = [part.astype(np.int64) for part in np.split(np.frombuffer(members, dtype=np.int32), cuts) if len(part)]
    return Matched(partner, np.stack(y, axis=1), sets, np.frombuffer(duals, dtype=np.int64).reshape(-1, 2))
