"""The decision variables of the CP-SAT model: a Boolean for each pair (a bye is a pair with the bye vertex), slacks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..formulation.arrays import Ints, Mask
from ..formulation.side_rows import SideRows, SideRowState


@dataclass(slots=True, eq=False)
class RoundModel:
    """A CP-SAT model under construction: pairs a, b of `size` vertices with their Booleans `played`, and slacks.

    `set_slack`, one for each of `sets`: k where 1 + 2k pairs leave the odd set. `row_slack` and `row_excess`, one for
    each side row: how far it is below its limit, or above. `terms` are the side rows' entries (pair, amount).
    """

    size: int
    a: Ints
    b: Ints
    model: Any
    played: list[Any] = field(default_factory=list)
    set_slack: list[Any] = field(default_factory=list)
    sets: list[Mask] = field(default_factory=list)
    row_slack: list[Any] = field(default_factory=list)
    row_excess: list[Any] = field(default_factory=list)
    terms: list[list[tuple[int, int]]] = field(default_factory=list)
    objective: list[tuple[int, Any]] = field(default_factory=list)


def pair_variables(size: int, a: Ints, b: Ints) -> RoundModel:
    """A model with one Boolean for each pair."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    round_model = RoundModel(size, a, b, model)
    round_model.played = [model.new_bool_var("") for _ in range(len(a))]
    return round_model


def odd_set_slacks(round_model: RoundModel, sets: list[Mask], max_slack: Sequence[int]) -> None:
    """Add an integer slack for each odd set: (|S| - 1)/2 less the number of pairs inside it."""
    round_model.sets = sets
    for mask, limit in zip(sets, max_slack, strict=True):
        round_model.set_slack.append(round_model.model.new_int_var(0, min((int(mask.sum()) - 1) // 2, limit), ""))


def row_slacks(
    round_model: RoundModel,
    rows: SideRows,
    state: SideRowState,
    max_slack: Sequence[int] = (),
    max_excess: Sequence[int] = (),
) -> None:
    """Add an integer slack and excess for each side row; 0 where the row is tight, or not elastic."""
    row, position, amount = rows.entries(round_model.a, round_model.b)
    terms: list[list[tuple[int, int]]] = [[] for _ in range(len(rows))]
    for r, k, coefficient in zip(row.tolist(), position.tolist(), amount.tolist(), strict=True):
        terms[r].append((k, coefficient))
    round_model.terms = terms
    most = round_model.size + int(np.abs(rows.limit).max(initial=0))
    row_slack = np.minimum(np.where(state.tight, 0, most), max_slack or most)
    row_excess = np.minimum(np.where(state.elastic, most, 0), max_excess or most)
    round_model.row_slack = [round_model.model.new_int_var(0, limit, "") for limit in row_slack.tolist()]
    round_model.row_excess = [round_model.model.new_int_var(0, limit, "") for limit in row_excess.tolist()]
