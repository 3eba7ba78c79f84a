"""What CP-SAT minimises."""

from __future__ import annotations

from collections.abc import Sequence

from .variables import RoundModel


def weighted_cost(round_model: RoundModel, pair_cost: Sequence[int], slack_cost: Sequence[int] = ()) -> None:
    """The sum of the costs of the pairs made, and of the odd sets' slacks where they are priced.

    With reduced costs and the odd sets' duals as prices, this differs from the cost of the round by a constant.
    """
    model = round_model.model
    terms = [(c, v) for c, v in zip(pair_cost, round_model.played, strict=True) if c]
    terms += [(c, v) for c, v in zip(slack_cost, round_model.slack, strict=False) if c]
    model.minimize(sum(c * v for c, v in terms))
