"""How single values are written, wherever they are shown: scores and komi in points, criteria, rounds, ranks."""

from __future__ import annotations

from ...io.folder.round_files import halves_text
from ...io.pages.page_cells import entered_rounds
from ...io.pages.public import missing_by_round, missing_text
from ...io.registrations.reading import member_words
from ...model.placing.sections import rank_range
from ...model.placing.tie_breaks import TIE_BREAKS, in_points, value_text
from ...model.teams.match_boards import match_score

__all__ = [
    "criterion_heading",
    "criterion_meaning",
    "entered_rounds",
    "halves_text",
    "in_points",
    "match_score",
    "member_words",
    "missing_by_round",
    "missing_text",
    "rank_range",
    "value_text",
]


def criterion_heading(name: str) -> str:
    """The heading of a placing criterion's column in narrow tables: `Pt` for WINS."""
    return TIE_BREAKS[name].short or name


def criterion_meaning(name: str) -> str:
    """What a placing criterion is, in words: `Sum of opponents' scores` for SOS."""
    doc = TIE_BREAKS[name].doc
    return doc[:1].upper() + doc[1:]
