"""What CP-SAT minimises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .variables import RoundModel


def weighted_cost(
    round_model: RoundModel,
    pair_cost: Sequence[int],
    excess_price: Sequence[int] = (),
    set_price: Sequence[int] = (),
    under_price: Sequence[int] = (),
) -> None:
    """The sum of the costs of the pairs made and of the excess of side rows; and of slacks where they have a price.

    With reduced costs, and the duals as prices of slacks, this differs from the cost of the round by a constant.
    """
    prices: list[tuple[Sequence[int], list[Any]]] = [
        (pair_cost, round_model.played),
        (excess_price, round_model.over),
        (set_price, round_model.slack),
        (under_price, round_model.under),
    ]
    terms = [(c, v) for costs, variables in prices for c, v in zip(costs, variables, strict=False) if c]
    round_model.objective = terms
    round_model.model.minimize(sum(c * v for c, v in terms))
