"""How single values are written, wherever they are shown: scores and komi in points, criteria, rounds, ranks."""

from __future__ import annotations

from ...io.folder.rounds import halves_text
from ...io.pages.cells import criteria_shown, entered_rounds, printed
from ...model.placing.sections import rank_range
from ...model.placing.tie_breaks import in_points, value_text

__all__ = ["criteria_shown", "entered_rounds", "halves_text", "in_points", "printed", "rank_range", "value_text"]
