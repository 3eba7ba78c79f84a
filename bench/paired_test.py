"""Whether paired differences could be luck: an exact test without a distribution, for several questions at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np


def sign_flip(differences: Sequence[int]) -> float:
    """The chance of a sum at least so far from 0 if each difference could as well have the other sign; at most 20.

    Exact over all signs (Fisher's randomisation test of pairs, 1935). 1 where all are 0. Raises ValueError.
    """
    own = [value for value in differences if value]
    if len(own) > 20:
        raise ValueError(f"{len(own)} differences; expected at most 20")
    sums = np.zeros(1, dtype=np.int64)
    for value in own:
        sums = np.concatenate([sums - value, sums + value])
    return float((np.abs(sums) >= abs(sum(own))).mean())


def holm(chances: Mapping[str, float]) -> dict[str, float]:
    """The chances of several tests, each as if all had to hold together (Holm, Scand. J. Statist. 6, 1979)."""
    found, least = {}, 0.0
    for rank, (name, chance) in enumerate(sorted(chances.items(), key=lambda one: one[1])):
        least = max(least, min(1.0, (len(chances) - rank) * chance))
        found[name] = least
    return {name: found[name] for name in chances}
