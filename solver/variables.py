"""The decision variables of a round: one Boolean a pair, one for each bye (a pair with the bye vertex)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .glop import Ints
from .tiers import Mask


@dataclass(slots=True, eq=False)
class RoundModel:
    """A CP-SAT model under construction: pairs a, b of vertices with their Booleans, and slacks of odd sets."""

    size: int
    a: Ints
    b: Ints
    model: Any
    played: list[Any] = field(default_factory=list)
    slack: list[Any] = field(default_factory=list)
    sets: list[Mask] = field(default_factory=list)


def pair_variables(size: int, a: Ints, b: Ints) -> RoundModel:
    """A model with one Boolean for every pair that may be made."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    round_model = RoundModel(size, a, b, model)
    round_model.played = [model.new_bool_var("") for _ in range(len(a))]
    return round_model


def odd_set_slacks(round_model: RoundModel, sets: list[Mask]) -> None:
    """One whole number for every odd set: how many games fewer than (|S|-1)/2 its players play among themselves."""
    round_model.sets = sets
    round_model.slack = [round_model.model.new_int_var(0, (int(mask.sum()) - 1) // 2, "") for mask in sets]
