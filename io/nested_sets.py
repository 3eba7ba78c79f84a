"""Sets of vertices written by the sets inside them: number m + k, where there are m vertices, is all of set k."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

MOST_MEMBERS = 2**26  # of all sets together: half a gigabyte


def nested(sets: Sequence[Any], size: int) -> list[list[int]]:
    """Each set, ascending vertices below `size`, as the vertices and earlier sets that it is made of, ascending.

    An earlier set stands for its members where all of them are inside and no set written since has one of them.
    """
    around = np.full(size, -1, dtype=np.int64)  # the last set written that has the vertex
    length = np.array([len(members) for members in sets], dtype=np.int64)
    written = []
    for k, members in enumerate(sets):
        found, count = np.unique(around[members], return_counts=True)
        whole = found[(found >= 0) & (count == length[found])]
        own = members[~np.isin(around[members], whole)]
        written.append([*own.tolist(), *(whole + size).tolist()])
        around[members] = k
    return written


def whole(written: Sequence[Sequence[int]], size: int) -> tuple[Any, ...]:
    """The sets with all their vertices, ascending.

    Raises ValueError where one names no vertex and no earlier set, or all have more than 2^26 members together.
    """
    sets: list[Any] = []
    total = 0
    for k, parts in enumerate(written):
        numbers = np.array(parts, dtype=np.int64)
        if numbers.ndim != 1 or not ((numbers >= 0) & (numbers < size + k)).all():
            raise ValueError("sets: expected lists of vertices and earlier sets")
        inner = [sets[at] for at in (numbers[numbers >= size] - size).tolist()]
        total += len(numbers) + sum(map(len, inner))
        if total > MOST_MEMBERS:
            raise ValueError("sets: too many vertices in all of them together")
        sets.append(np.sort(np.concatenate([numbers[numbers < size], *inner])))
    return tuple(sets)
