"""Figures of a few tournaments, written as numbers by seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from mcmahon_bench.sweeps.figures import Contrast, Figures, compared


def compared_by_seed(
    values: Mapping[tuple[str, str], Mapping[int, Sequence[float]]],
    metrics: Sequence[str],
    baseline: str,
    seed: int,
    contrasts: Sequence[Contrast] = (),
) -> Figures:
    """The figures of methods by group and method; of each, the metrics of every tournament by its seed."""
    arrays = {key: (np.array([*own]), np.array([*own.values()], np.float64)) for key, own in values.items()}
    return compared(arrays, metrics, baseline, seed, contrasts)
