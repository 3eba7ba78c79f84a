"""Criteria about who gets the bye (rules: section 5)."""

from __future__ import annotations

import numpy as np

from .field import Field, Ints


def bye_score(field: Field) -> Ints:
    """Points between the player's pairing score and the lowest of the field."""
    return np.asarray(field.score - field.score.min())


def bye_after_free_win(field: Field) -> Ints:
    """Games the player has won by default."""
    return field.free_wins.copy()
