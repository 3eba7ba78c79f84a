"""A minimum-cost perfect matching in a sparse graph, with its duals: the Python side of `_blossom.cpp`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ..formulation.arrays import Ints, Mask

try:
    from . import _blossom  # type: ignore[attr-defined]
except ImportError:  # no compiler was there at the installation
    _blossom = None

#: Parts of a cost.
PARTS = 8
#: Of the duals of each part.
LARGEST = 2**60


@dataclass(frozen=True, slots=True, eq=False)
class Matched:
    """A matching and its duals, all of them twice as great as those of the costs.

    `partner` of each vertex, -1 for none; `y` (n × parts) and `w` (sets × parts), each part of which decides among
    equals of those before; `sets` are odd sets of vertices, of any two of which one contains the other or none of its
    members.
    """

    partner: Ints
    y: Ints
    sets: list[Ints]
    w: Ints


def available() -> bool:
    """Whether the compiled code is there."""
    return _blossom is not None


def nothing(size: int, parts: int) -> Matched:
    """No pairs, and duals of 0, from which a matching can start."""
    none = np.zeros((0, parts), dtype=np.int64)
    return Matched(np.full(size, -1, dtype=np.int64), np.zeros((size, parts), dtype=np.int64), [], none)


def as_mask(members: Ints, size: int, odd: bool) -> Mask:
    """A set as flags; of one with the bye, the last vertex of an odd field, the complement: the border is the same."""
    mask = np.zeros(size, dtype=bool)
    mask[members] = True
    return ~mask if odd and mask[-1] else mask


def match(size: int, a: Ints, b: Ints, cost: Ints, most: int, before: Matched, whole: bool = True) -> Matched:
    """The cheapest matching of pairs a, b of such costs (pairs × parts); having no partner costs `most` in the first.

    `before` is a matching from which it starts: one of other pairs, or just duals. Where it need not be `whole`, pairs
    may count by half: who is in an odd cycle of such pairs has no partner then, and there are no sets.
    """
    y, partner = before.y.copy(), before.partner.copy()
    arrays = [np.ascontiguousarray(part, dtype=np.int64) for part in (a, b, cost)]
    members, bounds, duals = _blossom.match(size, whole, y.shape[1], most, *arrays, y, partner)
    every = np.frombuffer(members, dtype=np.int32).astype(np.int64)  # nested sets are parts of one list
    sets = [every[begin:end] for begin, end in np.frombuffer(bounds, dtype=np.int32).reshape(-1, 2).tolist()]
    return Matched(partner, y, sets, np.frombuffer(duals, dtype=np.int64).reshape(-1, y.shape[1]))
