"""The criterion of colour balance (rules: section 4)."""

from __future__ import annotations

import numpy as np

from .field import Field, Ints


def colour_balance(field: Field, i: Ints, j: Ints) -> Ints:
    """Sum of the squares of the two balances (Whites minus Blacks over even games) after this game.

    In an even game the smaller balance takes White; a game with handicap leaves both balances as they are.
    """
    low = np.minimum(field.colours[i], field.colours[j])
    high = np.maximum(field.colours[i], field.colours[j])
    step = (field.handicap(i, j) == 0).astype(np.int64)
    return np.asarray((low + step) ** 2 + (high - step) ** 2)


def colour_balance_of_bye(field: Field) -> Ints:
    """The square of the balance, which a bye leaves as it is."""
    return field.colours**2
