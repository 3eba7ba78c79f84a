"""Criteria about how even a game is."""

from __future__ import annotations

import numpy as np

from .field import Field, Ints


def gap_cost(gap: Ints) -> Ints:
    """d(d+1)/2 for a difference of d points: 0, 1, 3, 6 … so that one wide gap costs more than several narrow ones."""
    return gap * (gap + 1) // 2


def mms_difference(field: Field, i: Ints, j: Ints) -> Ints:
    """d(d+1)/2, d the difference of the pairing scores in whole points."""
    return gap_cost(np.abs(field.score[i] - field.score[j]))


def handicap(field: Field, i: Ints, j: Ints) -> Ints:
    """The number of handicap stones."""
    return field.handicap(i, j)
