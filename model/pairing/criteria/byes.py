"""Criteria about who gets the bye (rules: section 5)."""

from __future__ import annotations

from .field import Field, Ints
from .score import gap_cost


def bye_score(field: Field) -> Ints:
    """`gap_cost` of the difference between the player's pairing score and the lowest of the field (may be empty)."""
    return gap_cost(field.score - field.score.min(initial=field.score.max(initial=0)), field.steps)


def bye_after_free_win(field: Field) -> Ints:
    """Games that the player has won by forfeit."""
    return field.free_wins.copy()
