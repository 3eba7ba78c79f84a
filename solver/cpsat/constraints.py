"""Constraints of the CP-SAT model, one function each. Which pairs exist at all is decided by the round problem."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..formulation.arrays import Mask
from ..formulation.side_rows import SideRows
from .variables import RoundModel


def one_game_each(round_model: RoundModel) -> None:
    """Each vertex has exactly one pair: a player one game or the bye, the bye vertex one player."""
    of_vertex: list[list[object]] = [[] for _ in range(round_model.size)]
    for a, b, literal in zip(round_model.a.tolist(), round_model.b.tolist(), round_model.played, strict=True):
        of_vertex[a].append(literal)
        of_vertex[b].append(literal)
    for literals in of_vertex:
        round_model.model.add_exactly_one(literals)


def odd_sets(round_model: RoundModel) -> None:
    """An odd number of pairs leaves each odd set S: x(δ(S)) = 1 + 2·slack."""
    for mask, set_slack in zip(round_model.sets, round_model.set_slack, strict=True):
        round_model.model.add(_leaving(round_model, mask) == 1 + 2 * set_slack)


def tight_sets(round_model: RoundModel, sets: Sequence[Mask]) -> None:
    """Exactly one pair leaves each of these odd sets, as earlier tiers require: x(δ(S)) = 1."""
    for mask in sets:
        round_model.model.add(_leaving(round_model, mask) == 1)


def _leaving(round_model: RoundModel, mask: Mask) -> object:
    return sum(round_model.played[k] for k in np.flatnonzero(mask[round_model.a] ^ mask[round_model.b]))


def side_rows(round_model: RoundModel, rows: SideRows) -> None:
    """The rules over sets of pairs: sum of amounts - excess + slack = limit."""
    for terms, limit, row_slack, row_excess in zip(
        round_model.terms, rows.limit.tolist(), round_model.row_slack, round_model.row_excess, strict=True
    ):
        total = sum(amount * round_model.played[k] for k, amount in terms)
        round_model.model.add(total - row_excess + row_slack == limit)


def cost_equals(round_model: RoundModel, pair_cost: Sequence[int], row_excess_cost: Sequence[int], total: int) -> None:
    """The cost row of an earlier tier: its cost equals its optimum, `total`."""
    terms = [(c, v) for c, v in zip(pair_cost, round_model.played, strict=True) if c]
    terms += [(c, v) for c, v in zip(row_excess_cost, round_model.row_excess, strict=True) if c]
    round_model.model.add(sum(c * v for c, v in terms) == total)
