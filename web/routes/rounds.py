"""A round: the draft with its price, and what can be done to it; and why two players meet or do not."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.options import Clock, Options
from ...desk.questions.why import ExplainBoard, explain
from ...desk.rounds.boards import Swap, swap
from ...desk.rounds.next_round import Draw, Publish, draw, publish
from ...desk.tables import show as shown
from ...model.errors import InputError, Problem
from ..visits import Visit

SECONDS = 60.0


def show(visit: Visit) -> Response:
    """The boards of a round, by default the last."""
    tournament = visit.state.tournament
    if not tournament.rounds:
        return visit.page("round.html", drawn=None, record=None, people={}, scores=None, first="", question="")
    number = int(visit.query("round")) if visit.query("round").isdecimal() else 0
    found = shown(visit.state, number if 1 <= number <= len(tournament.rounds) else 0).value
    return visit.page(
        "round.html",
        drawn=found.round,
        record=visit.state.records.get(found.round.number),
        people=tournament.by_id(),
        scores=found.scores,
        first=visit.query("swap"),
        question="",
    )


def act(visit: Visit) -> Response:
    """Draw, publish, or swap two players."""
    form = visit.form
    if form.said("draw"):
        options = Options(clock=Clock(SECONDS))
        request = Draw(missing_results=form.said("missing"))
        done = visit.do(lambda state: draw(state, request, options), "desk: draw the next round")
        number = done.value.drawn.round.number
        return visit.back("round", f"Round {number} is drawn: a draft until you publish it.", notes=visit.noted(done))
    if form.said("publish"):
        request_ = Publish(form.number("round"), form.said("yes"))
        published = visit.do(lambda state: publish(state, request_), "desk: publish the round")
        return visit.back("results", f"Round {published.value} is published.", notes=visit.noted(published))
    if form.said("swap"):
        pair = form.text("a"), form.text("b")
        change = Swap(*pair, form.number("round"), form.said("yes"))
        swapped = visit.do(lambda state: swap(state, change), f"desk: swap {pair[0]} and {pair[1]}")
        cost = sum(swapped.value.extra.values())
        return visit.back("round", f"Swapped; the round costs {cost:+,}.", notes=visit.noted(swapped))
    raise InputError([Problem("nothing is asked for", expected="a button of the page")])


def why(visit: Visit) -> Response:
    """Why a player has this board, or why two do not meet."""
    found = visit.desk.ask(lambda state: explain(state, ExplainBoard(visit.query("a"), visit.query("b"))))
    return visit.page("why.html", explanation=found.value, people=visit.state.tournament.by_id())
