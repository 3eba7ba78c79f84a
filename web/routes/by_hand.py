"""A round paired by hand: begun, compared with the engine's, and ended by keeping it or by taking the engine's."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.answers.by_hand import HandPairingAnswer
from ...desk.rounds.by_hand import EndByHand, begin
from ...desk.verb import build
from ...desk.words.by_hand import end_step, ended_text
from ...model.errors import InputError, Problem
from ..pages import Page
from ..searches import EndedByHand, compare_by_hand, end_by_hand
from ..visits import Visit


def show(visit: Visit) -> Response:
    """The round by hand beside the engine's, with what both cost and which boards differ."""
    found: HandPairingAnswer = visit.worker.run(compare_by_hand, visit.desk.path)
    return visit.page("by_hand.html", here="round", found=found, people=visit.state.tournament.by_id())


def act(visit: Visit) -> Response:
    """Begin, or end it."""
    form = visit.form
    if form.said("begin"):
        done = visit.do(begin, "desk: begin to pair by hand")
        return visit.back("round", f"Round {done.value} is paired by hand from now on.", notes=visit.noted(done))
    if not form.said("keep") and not form.said("engine"):
        raise InputError([Problem("nothing is asked for", expected="a button of the page")])
    asked = build(EndByHand, keep=form.said("keep"))
    command = visit.step(f"desk: {end_step(asked.keep)}")
    ended: EndedByHand = visit.worker.run(end_by_hand, visit.desk.path, asked, command, visit.seen)
    said = ended_text(asked.keep, ended.number, ended.cost)
    return visit.back("round", said, notes=ended.notes)


PAGES = (Page("by-hand", show, act),)
