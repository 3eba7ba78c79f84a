"""The decision variables of a round: one Boolean a pair, one for each bye (a pair with the bye vertex)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ..formulation.arrays import Ints, Mask
from ..formulation.side_rows import SideRows, SideRowState


@dataclass(slots=True, eq=False)
class RoundModel:
    """A CP-SAT model under construction: pairs a, b of vertices with their Booleans, and slacks of rows.

    `slack` belongs to `sets`: how many times two games more than one leave the odd set. `under` and `over` belong to
    the side rows: how far below its limit a row stays, and how far it passes it.
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
    """A model with one Boolean for every pair that may be made."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    round_model = RoundModel(size, a, b, model)
    round_model.played = [model.new_bool_var("") for _ in range(len(a))]
    return round_model


def odd_set_slacks(round_model: RoundModel, sets: list[Mask], most: Sequence[int]) -> None:
    """One whole number for every odd set: how many pairs fewer than (|S|-1)/2 its players make among themselves."""
    round_model.sets = sets
    for mask, limit in zip(sets, most, strict=True):
        round_model.set_slack.append(round_model.model.new_int_var(0, min((int(mask.sum()) - 1) // 2, limit), ""))


def row_slacks(
    round_model: RoundModel,
    rows: SideRows,
    state: SideRowState,
    max_slack: Sequence[int] = (),
    max_excess: Sequence[int] = (),
) -> None:
    """Two whole numbers for every side row: how far it stays below its limit, and how far it passes it."""
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
