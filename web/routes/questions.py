"""Questions about a round: why a board, why two do not meet, what other rounds there are, and what is to come."""

from __future__ import annotations

from collections import Counter
from typing import Any

from starlette.responses import Response

from ...desk.questions.why import Alternatives, ExplainBoard
from ...desk.words.changed_rounds import value_text
from ...desk.words.criteria import criterion_text
from ..pages import Page
from ..searches import Others, Planned, Why, explain_board, look_ahead, other_rounds
from ..visits import Visit
from .rounds import number_in

MOST = 5  # other rounds
MOST_CHAINS = 6  # chains of boards that are each shown


def why(visit: Visit) -> Response:
    """Why a player has this board, or why two do not meet."""
    found: Why | None = None
    if visit.query("a") or visit.query("b"):
        a, b = visit.query("a"), visit.query("b")
        request = ExplainBoard(a or b, b if a else "", number_in(visit))
        found = visit.asker.run(explain_board, visit.desk.path, request)
    words = _words(visit)
    names = Counter(player.name for player in words["people"].values()) if visit.query("names") else None
    return visit.page("why.html", found=found, a=visit.query("a"), b=visit.query("b"), names=names, **words)


def alternatives(visit: Visit) -> Response:
    """The next best rounds, as differences."""
    found: Others = visit.asker.run(other_rounds, visit.desk.path, Alternatives(MOST, None, number_in(visit)))
    return visit.page("alternatives.html", found=found, **_words(visit))


def plan(visit: Visit) -> Response:
    """Which rounds to come can be paired, and one way to do it."""
    found: Planned = visit.asker.run(look_ahead, visit.desk.path)
    return visit.page("plan.html", found=found.found, notes=found.notes, **_words(visit))


def _words(visit: Visit) -> dict[str, Any]:
    """What templates of differences say things with."""
    return {
        "here": "round",
        "people": visit.state.tournament.by_id(),
        "number": number_in(visit) or len(visit.state.tournament.rounds),
        "criterion": criterion_text,
        "value": lambda halves: value_text(halves, 2),
        "most_chains": MOST_CHAINS,
    }


PAGES = (
    Page("why", why),
    Page("alternatives", alternatives),
    Page("plan", plan),
)
