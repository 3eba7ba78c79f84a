"""A round: the draft with its price, and what can be done to it; and why two players meet or do not."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.questions.why import ExplainBoard, Explanation
from ...desk.rounds.boards import Swap, swap
from ...desk.rounds.next_round import Draw, Publish, publish
from ...desk.tables import show as shown
from ...model.errors import InputError, Problem
from ..visits import Visit
from ..work import DrawnRound, draw_next, explain_board


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
        return _draw(visit)
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


def _draw(visit: Visit) -> Response:
    """Draw the next round, or the draft again, with what was settled on the page."""
    form = visit.form
    request = Draw(
        force=[(a, b) for a, _, b in (text.partition(":") for text in form.all("force"))],
        forbid=[(a, b) for a, _, b in (text.partition(":") for text in form.all("forbid"))],
        bye=form.all("bye"),
        missing_results=form.said("missing"),
        two_byes=form.said("two_byes"),
        again=form.said("again"),
    )
    done: DrawnRound = visit.worker.run(
        draw_next, visit.desk.path, request, "desk: draw the round", form.number("seen")
    )
    proof = "proven best" if done.cost == done.bound else f"at least {done.bound:,}, not proven"
    said = f"Round {done.number} is drawn: cost {done.cost:,}, {proof}. It is a draft until you publish it."
    return visit.back("round", said, notes=done.notes)


def why(visit: Visit) -> Response:
    """Why a player has this board, or why two do not meet."""
    number = int(visit.query("round")) if visit.query("round").isdecimal() else 0
    request = ExplainBoard(visit.query("a"), visit.query("b"), number)
    found: Explanation = visit.asker.run(explain_board, visit.desk.path, request)
    return visit.page("why.html", explanation=found, people=visit.state.tournament.by_id())
