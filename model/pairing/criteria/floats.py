"""Criteria about draw-ups and draw-downs: pairs of different pairing score."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from .field import Field, Ints, brief, nothing

OfPlayers = Callable[[Ints], Ints]


def _of_floats(field: Field, i: Ints, j: Ints, of_upper: OfPlayers, of_lower: OfPlayers) -> Ints:
    """A value of the player with the higher score plus one of the other; 0 where the scores are equal.

    Computed for each player before the arrays broadcast; between score groups only as far as it is needed.
    """
    one, other = brief(field.score[i]), brief(field.score[j])
    if (one == other).all():
        return nothing(i, j)
    downwards = np.asarray(brief(of_upper(i)) + brief(of_lower(j)))
    if one.size and one.min() > other.max(initial=one.min() - 1):
        return downwards
    upwards = brief(of_upper(j)) + brief(of_lower(i))
    return np.where(one > other, downwards, np.where(one < other, upwards, 0))


def _nothing(who: Ints) -> Ints:
    return np.zeros_like(who)


def drawn_down_again(field: Field, i: Ints, j: Ints) -> Ints:
    """How often the player who is drawn down has been drawn down before."""
    return _of_floats(field, i, j, lambda who: field.drawn_down[who], _nothing)


def drawn_up_again(field: Field, i: Ints, j: Ints) -> Ints:
    """How often the player who is drawn up has been drawn up before."""
    return _of_floats(field, i, j, _nothing, lambda who: field.drawn_up[who])


def float_uncompensated(field: Field, i: Ints, j: Ints) -> Ints:
    """0 to 2: one for the upper player unless drawn up more often so far, one for the lower unless drawn down more."""

    def upper(who: Ints) -> Ints:
        return (field.drawn_up[who] <= field.drawn_down[who]).astype(np.int64)

    def lower(who: Ints) -> Ints:
        return (field.drawn_down[who] <= field.drawn_up[who]).astype(np.int64)

    return _of_floats(field, i, j, upper, lower)


def _distance(field: Field, who: Ints, wanted: str) -> Ints:
    """0 to 100: how far a player is from the top, middle or bottom of the own score group."""
    place, last = field.place[who], field.size[who] - 1
    off = {"top": place, "middle": np.abs(2 * place - last), "bottom": last - place}[wanted]
    return np.asarray(100 * off // np.maximum(last, 1))


def float_place(field: Field, i: Ints, j: Ints) -> Ints:
    """0 to 200: how far the two are from the places in their groups that the settings prefer for floaters."""
    down, up = field.float_down, field.float_up
    return _of_floats(field, i, j, lambda who: _distance(field, who, down), lambda who: _distance(field, who, up))
