"""The odd sets of a certificate, written short: by the sets inside them, as most of them are nested."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

MOST_MEMBERS = 2**23  # vertices in all sets together


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


def unnested(written: Sequence[Sequence[int]], size: int, most: int = MOST_MEMBERS) -> tuple[Any, ...]:
    """The sets with all their vertices, ascending. Raises ValueError if one names nothing, or for too many in all."""
    sets: list[Any] = []
    total = 0
    for k, parts in enumerate(written):
        numbers = np.array(parts, dtype=np.int64)
        if numbers.ndim != 1 or not ((numbers >= 0) & (numbers < size + k)).all():
            raise ValueError("sets: expected lists of vertices and earlier sets")
        inner = [sets[at] for at in (numbers[numbers >= size] - size).tolist()]
        total += len(numbers) + sum(map(len, inner))
        if total > most:
            raise ValueError(f"sets: more than {most:,} vertices in all of them together; say that it may be large")
        sets.append(np.sort(np.concatenate([numbers[numbers < size], *inner])))
    return tuple(sets)
