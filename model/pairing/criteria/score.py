"""Criteria about how even a game is."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from .field import Field, Ints


def gap_cost(gap: Ints) -> Ints:
    """d(d+1)/2 for a difference of d points: 0, 1, 3, 6 … so that one wide gap costs more than several narrow ones."""
    return gap * (gap + 1) // 2


def mms_difference(field: Field, i: Ints, j: Ints) -> Ints:
    """d(d+1)/2, d the difference of the pairing scores in whole points."""
    return gap_cost(np.abs(field.score[i] - field.score[j]))


def point_gap(field: Field, i: Ints, j: Ints) -> Ints:
    """d, the difference of the pairing scores in whole points: one gap of two costs as much as two of one."""
    return np.asarray(np.abs(field.score[i] - field.score[j]))


def wide_gap(field: Field, i: Ints, j: Ints) -> Ints:
    """The points of difference of the pairing scores beyond the third: 0 up to three, 1 for four, 2 for five …"""
    return beyond_three(np.abs(field.score[i] - field.score[j]))


def beyond_three(gap: Ints) -> Ints:
    """max(0, d - 3) for a difference of d points."""
    return np.maximum(gap - 3, 0)


def one_each(gap: Ints) -> Ints:
    """d for a difference of d points."""
    return gap


#: The criteria that depend only on the difference of the pairing scores, as functions of it (d ≥ 0, whole points).
OF_THE_GAP: Mapping[str, Callable[[Ints], Ints]] = {
    "mms_difference": gap_cost,
    "point_gap": one_each,
    "wide_gap": beyond_three,
}


def handicap(field: Field, i: Ints, j: Ints) -> Ints:
    """The number of handicap stones."""
    return field.handicap(i, j)
