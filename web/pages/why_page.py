"""Questions about a round: why a board, why two do not meet, what other rounds there are, and what is to come."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

from starlette.responses import Response

from ...desk.questions.explain_board import ExplainBoard, Explanation, explain
from ...desk.questions.next_best import Alternatives, next_rounds
from ...desk.rounds.plan.planning import plan as planned
from ...desk.rounds.plan.planning import plan_answer
from ...desk.rounds.proof.checking import Check, check_all
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
    a, b = context.query("a"), context.query("b")
    if a or b:
        request = build(ExplainBoard, player=a or b, other=b if a else "", round=number_in(context))
        found, notes = context.find(explain, request)
    tournament, number = context.state.tournament, number_in(context)
    names = Counter(player.name for player in tournament.players) if context.query("names") else None
    drawn = next((one for one in tournament.rounds[::-1] if number in (0, one.number)), None)
    games = drawn.games if drawn and not names else ()
    return _page(context, "why.html", found=found, notes=notes, names=names, games=games, a=a, b=b)


def alternatives(context: RequestContext) -> Response:
    """The next best rounds, as differences."""
    found, notes = context.find(next_rounds, build(Alternatives, most=MOST, round=number_in(context)))
    return _page(context, "alternatives.html", found=found, notes=notes)


def plan(context: RequestContext) -> Response:
    """Which rounds to come can be paired, and one way to do it."""
    done, notes = context.find(planned)
    return _page(context, "plan.html", found=plan_answer(done, context.state.tournament), notes=notes)


def _page(context: RequestContext, template: str, **values: Any) -> Response:
    number = number_in(context) or len(context.state.tournament.rounds)
    return context.page(template, number=number, most_chains=MOST_CHAINS, **values)


def show(context: RequestContext) -> Response:
    """The verdict on all rounds."""
    prove = context.query("prove") == "1"
    found, _ = context.find(partial(check_all, folder=context.desk.path), build(Check, prove=prove))
    return context.page("check.html", found=found, prove=prove)


PAGES = (
    Page("why", why, under="round"),
    Page("alternatives", alternatives, under="round"),
    Page("plan", plan, under="round"),
    Page("check", show, under="publish"),
)
