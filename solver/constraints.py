"""What CP-SAT must keep: one rule, one function. Which pairs exist at all is decided by the round problem."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .tiers import Mask
from .variables import RoundModel


def one_game_each(round_model: RoundModel) -> None:
    """Every player has exactly one game or the bye; the bye vertex has exactly one player."""
    of_vertex: list[list[object]] = [[] for _ in range(round_model.size)]
    for a, b, literal in zip(round_model.a.tolist(), round_model.b.tolist(), round_model.played, strict=True):
        of_vertex[a].append(literal)
        of_vertex[b].append(literal)
    for literals in of_vertex:
        round_model.model.add_exactly_one(literals)


def odd_sets(round_model: RoundModel) -> None:
    """The players of an odd set play at most (|S|-1)/2 games among themselves; the slack counts what is missing."""
    for mask, slack in zip(round_model.sets, round_model.slack, strict=True):
        inside = np.flatnonzero(mask[round_model.a] & mask[round_model.b])
        games = sum(round_model.played[k] for k in inside)
        round_model.model.add(games + slack == (int(mask.sum()) - 1) // 2)


def full_sets(round_model: RoundModel, sets: Sequence[Mask]) -> None:
    """The players of these odd sets play exactly (|S|-1)/2 games among themselves, as the tier before demands."""
    for mask in sets:
        inside = np.flatnonzero(mask[round_model.a] & mask[round_model.b])
        games = sum(round_model.played[k] for k in inside)
        round_model.model.add(games == (int(mask.sum()) - 1) // 2)


def total_is(round_model: RoundModel, pair_cost: Sequence[int], slack_cost: Sequence[int], total: int) -> None:
    """The cost of the tier before is exactly its optimum."""
    terms = [(c, v) for c, v in zip(pair_cost, round_model.played, strict=True) if c]
    terms += [(c, v) for c, v in zip(slack_cost, round_model.slack, strict=True) if c]
    round_model.model.add(sum(c * v for c, v in terms) == total)
