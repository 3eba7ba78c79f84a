"""Criteria about draw-ups and draw-downs: pairs of different pairing score."""

from __future__ import annotations

import numpy as np

from .field import Field, Ints


def _upper_lower(field: Field, i: Ints, j: Ints) -> tuple[Ints, Ints, Ints]:
    """The index of the player with the higher score, of the one with the lower, and 1 where the scores differ."""
    higher = field.score[i] >= field.score[j]
    floats = (field.score[i] != field.score[j]).astype(np.int64)
    return np.where(higher, i, j), np.where(higher, j, i), floats


def drawn_down_again(field: Field, i: Ints, j: Ints) -> Ints:
    """How often the player who is drawn down has been drawn down before."""
    upper, _, floats = _upper_lower(field, i, j)
    return floats * field.drawn_down[upper]


def drawn_up_again(field: Field, i: Ints, j: Ints) -> Ints:
    """How often the player who is drawn up has been drawn up before."""
    _, lower, floats = _upper_lower(field, i, j)
    return floats * field.drawn_up[lower]


def float_uncompensated(field: Field, i: Ints, j: Ints) -> Ints:
    """0 to 2: one for the upper player unless drawn up more often so far, one for the lower unless drawn down more."""
    upper, lower, floats = _upper_lower(field, i, j)
    up = field.drawn_up[upper] <= field.drawn_down[upper]
    down = field.drawn_down[lower] <= field.drawn_up[lower]
    return np.asarray(floats * (up.astype(np.int64) + down))


def _distance(field: Field, who: Ints, wanted: str) -> Ints:
    """0 to 100: how far a player is from the top, middle or bottom of the own score group."""
    place, last = field.place[who], field.size[who] - 1
    off = {"top": place, "middle": np.abs(2 * place - last), "bottom": last - place}[wanted]
    return np.asarray(100 * off // np.maximum(last, 1))


def float_place(field: Field, i: Ints, j: Ints) -> Ints:
    """0 to 200: how far the two are from the places in their groups that the settings prefer for floaters."""
    upper, lower, floats = _upper_lower(field, i, j)
    return floats * (_distance(field, upper, field.float_down) + _distance(field, lower, field.float_up))
