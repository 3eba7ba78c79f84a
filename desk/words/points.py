"""Points as they are written: `3½`, `3½ points`."""

from __future__ import annotations

from ...model.placing.tie_breaks import value_text
from ...model.reasons.board_case import points_text

__all__ = ["points_text", "value_text"]
