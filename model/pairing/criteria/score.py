"""Criteria about how even a game is."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import numpy as np

from ..profile import Profile
from .field import Field, Ints, brief


def gap_cost(gap: Ints, steps: int = 1) -> Ints:
    """Every step from d to d + 1 points costs d + 1, so that one wide gap costs more than several narrow ones.

    d(d+1)/2 for whole points: 0, 1, 3, 6 …; with two steps to a point 0, 1, 2, 4, 6, 9, 12 …
    """
    points, more = gap // steps, gap % steps
    return steps * (points * (points + 1) // 2) + more * (points + 1)


def mms_difference(field: Field, i: Ints, j: Ints) -> Ints:
    """d(d+1)/2, d the difference of the pairing scores in points; with half points twice that, see `gap_cost`."""
    gap = score_gap(field, i, j)
    return gap_cost(np.arange(gap.max(initial=0) + 1), field.steps)[gap]


def score_gap(field: Field, i: Ints, j: Ints) -> Ints:
    """The difference of the pairing scores in steps."""
    return np.asarray(np.abs(brief(field.score[i]) - brief(field.score[j])))


def point_gap(field: Field, i: Ints, j: Ints) -> Ints:
    """The difference of the pairing scores in steps: one gap of two points costs as much as two of one."""
    return score_gap(field, i, j)


def wide_gap(field: Field, i: Ints, j: Ints) -> Ints:
    """The steps of difference of the pairing scores beyond the third point: in whole points 1 for four, 2 for five …"""
    return beyond_three(score_gap(field, i, j), field.steps)


def beyond_three(gap: Ints, steps: int = 1) -> Ints:
    """The steps of a difference beyond three points."""
    return np.maximum(gap - 3 * steps, 0)


def one_each(gap: Ints, steps: int = 1) -> Ints:
    """1 for each step."""
    return gap


#: The criteria that depend only on the difference of the pairing scores, as functions of it (≥ 0) and of the steps
#: that a point has. With n steps to a point, whole points count n times as much as with one.
OF_THE_GAP: Mapping[str, Callable[[Ints, int], Ints]] = {
    "mms_difference": gap_cost,
    "point_gap": one_each,
    "wide_gap": beyond_three,
}

#: The criteria that count differences of score in steps: their weights are for a whole point.
IN_STEPS = frozenset({*OF_THE_GAP, "bye_score"})


def weights_by_step(profile: Profile, steps: int) -> Profile:
    """The profile with its weights for a whole point shared out among the steps of a point, rounded up."""
    if steps == 1:
        return profile
    return profile.with_weights(
        {w.criterion: -(-w.weight // steps) for w in profile.weights if w.criterion in IN_STEPS}
    )


def handicap(field: Field, i: Ints, j: Ints) -> Ints:
    """The number of handicap stones."""
    return field.handicap(i, j)
