"""Questions about a round: why a board, why two do not meet, what other rounds there are, and what is to come."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

from starlette.responses import Response

from ...desk.messages.changed_rounds import value_text
from ...desk.messages.written_values import criterion_text
from ...desk.questions.explain_board import ExplainBoard, Explanation, explain
from ...desk.questions.next_best import Alternatives, next_rounds
from ...desk.rounds.plan.plan_answer import plan_answer
from ...desk.rounds.plan.planning import plan as planned
from ...desk.rounds.proof.checking import Check, verdict
from ...desk.verb import build
from ..context import RequestContext
from ..page import Page
from .round_page import number_in

MOST = 5  # other rounds


MOST_CHAINS = 6  # chains of boards that are each shown


def why(context: RequestContext) -> Response:
    """Why a player has this board, or why two do not meet."""
    found: Explanation | None = None
    notes: tuple[str, ...] = ()
    if context.query("a") or context.query("b"):
        a, b = context.query("a"), context.query("b")
        request = build(ExplainBoard, player=a or b, other=b if a else "", round=number_in(context))
        found, notes = context.find(explain, request)
    words = _words(context)
    names = Counter(player.name for player in words["people"].values()) if context.query("names") else None
    words |= {"found": found, "notes": notes, "names": names, "a": context.query("a"), "b": context.query("b")}
    return context.page("why.html", **words)


def alternatives(context: RequestContext) -> Response:
    """The next best rounds, as differences."""
    found, notes = context.find(next_rounds, build(Alternatives, most=MOST, round=number_in(context)))
    return context.page("alternatives.html", found=found, notes=notes, **_words(context))


def plan(context: RequestContext) -> Response:
    """Which rounds to come can be paired, and one way to do it."""
    done, notes = context.find(planned)
    found = plan_answer(done, context.state.tournament)
    return context.page("plan.html", found=found, notes=notes, **_words(context))


def _words(context: RequestContext) -> dict[str, Any]:
    """What templates of differences say things with."""
    return {
        "here": "round",
        "people": context.state.tournament.by_id(),
        "number": number_in(context) or len(context.state.tournament.rounds),
        "criterion": criterion_text,
        "value": lambda halves: value_text(halves, 2),
        "most_chains": MOST_CHAINS,
    }


def show(context: RequestContext) -> Response:
    """The verdict on all rounds."""
    prove = context.query("prove") == "1"
    found, _ = context.find(partial(verdict, folder=context.desk.path), build(Check, prove=prove))
    return context.page("check.html", here="publish", found=found, prove=prove)


PAGES = (
    Page("why", why),
    Page("alternatives", alternatives),
    Page("plan", plan),
    Page("check", show),
)
