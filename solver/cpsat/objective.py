"""The objective of the CP-SAT model."""

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
    """Minimise the costs of the chosen pairs, of the excess of side rows, and of slacks where they have a cost.

    With reduced costs for pairs and duals for slacks, it differs from the cost of the round only by factor and
    constant.
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
