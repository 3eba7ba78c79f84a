"""What CP-SAT minimises."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .variables import RoundModel


def weighted_cost(
    round_model: RoundModel,
    pair_cost: Sequence[int],
    row_excess_cost: Sequence[int] = (),
    set_slack_cost: Sequence[int] = (),
    row_slack_cost: Sequence[int] = (),
) -> None:
    """The sum of the costs of the pairs made and of the excess of side rows; and of slacks where they have a price.

    With reduced costs, and the duals as prices of slacks, this differs from the cost of the round by a constant.
    """
    prices: list[tuple[Sequence[int], list[Any]]] = [
        (pair_cost, round_model.played),
        (row_excess_cost, round_model.row_excess),
        (set_slack_cost, round_model.set_slack),
        (row_slack_cost, round_model.row_slack),
    ]
    terms = [(c, v) for costs, variables in prices for c, v in zip(costs, variables, strict=False) if c]
    round_model.objective = terms
    round_model.model.minimize(sum(c * v for c, v in terms))
