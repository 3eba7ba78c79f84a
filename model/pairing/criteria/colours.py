"""The criterion of colour balance (rules: section 4)."""

from __future__ import annotations

import numpy as np

from .field import Field, Ints, brief


def colour_balance(field: Field, i: Ints, j: Ints) -> Ints:
    """Sum of the squares of the two balances (Whites minus Blacks over even games) after this game.

    In an even game the smaller balance takes White; a game with handicap leaves both balances as they are.
    """
    one, other = brief(field.colours[i]), brief(field.colours[j])
    nearer = 2 - 2 * np.abs(one - other)  # (low + 1)² + (high - 1)² less low² + high²
    return np.asarray(one**2 + other**2 + np.where(field.handicap(i, j) == 0, nearer, 0))


def colour_balance_of_bye(field: Field) -> Ints:
    """The square of the balance, which a bye leaves as it is."""
    return field.colours**2
