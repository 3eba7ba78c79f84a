"""Plain data with some parts altered by lot, as a forger would who does not know what they mean."""

from __future__ import annotations

import copy
from typing import Any

import numpy as np


def places(data: Any, place: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Every place in plain data, by the keys that lead there."""
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [place] * bool(place) + [found for key, part in parts for found in places(part, (*place, key))]


def altered(data: Any, others: list[Any], rng: np.random.Generator, parts: int) -> Any:
    """The data with so many parts changed: in kind, value or order, left out, or taken from others."""
    data = copy.deepcopy(data)
    for _ in range(parts):
        every = places(data)
        *way, last = every[rng.integers(len(every))]
        owner = data
        for key in way:
            owner = owner[key]
        old = owner[last]
        unit = int(rng.choice([1, 32, 64, 1000]))
        new: list[Any] = [None, True, "1", [], {}, 0, -1, 2**61, 2**63, 10**40, 0.5, [old], [[old]]]
        if type(old) is int:
            new += [old + unit, old - unit, -old, float(old), str(old)] * 4
        if isinstance(old, list):
            new += [old[::-1], old[1:], [*old, *old[-1:]]] * 3
        if isinstance(old, dict):
            new += [old | {"more": 1}, dict(list(old.items())[1:])]
        choice = rng.integers(len(new) + 8)
        if choice < len(new):
            owner[last] = new[choice]
        elif choice < len(new) + 4 and isinstance(owner, list) and len(owner) > 1:
            at = int(rng.integers(len(owner)))
            owner[last], owner[at] = owner[at], owner[last]
        else:
            other = others[rng.integers(len(others))]
            try:
                for key in (*way, last):
                    other = other[key]
            except (KeyError, IndexError, TypeError):
                continue
            owner[last] = copy.deepcopy(other)
    return data
