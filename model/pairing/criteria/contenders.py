"""Criteria about who can still win the tournament."""

from __future__ import annotations

import numpy as np

from .field import Field, Ints


def contenders(field: Field, i: Ints, j: Ints) -> Ints:
    """|w - v|, w and v the simulated futures in which each of the two comes first (0 to 64).

    It is w + v - 2 min(w, v), and everybody's w counts once in a round: so the least cost is the most games in which
    both players can win the tournament.
    """
    return np.asarray(np.abs(field.first_places[i] - field.first_places[j]))


def contenders_of_bye(field: Field) -> Ints:
    """The simulated futures in which the player comes first."""
    return field.first_places
