"""Points as they are written: `3½`, `3½ points`; what an absence gives."""

from __future__ import annotations

from ...model.placing.tie_breaks import value_text
from ...model.reasons.board_case import points_text
from ...model.reasons.place_explained import WITHOUT_EXCUSE

__all__ = ["absence_text", "points_text", "value_text"]


def absence_text(half_points: int, excused: bool) -> str:
    """How a missed round counts: `absent, ½ point`."""
    return f"{'absent' if excused else WITHOUT_EXCUSE}, {points_text(half_points)}"
