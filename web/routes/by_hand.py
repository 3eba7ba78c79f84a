"""A round paired by hand: begun, compared with the engine's, and ended by keeping it or by taking the engine's."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.rounds.by_hand import END_BY_HAND, EndByHand, begin, compare
from ...desk.rounds.results import RoundDoneAnswer
from ...desk.verb import build
from ...desk.words.by_hand import ended_text
from ...model.errors import InputError, Problem
from ..context import RequestContext
from ..pages import Page


def show(context: RequestContext) -> Response:
    """The round by hand beside the engine's, with what both cost and which boards differ."""
    found, _ = context.find(compare, worker=context.worker)
    return context.page("by_hand.html", here="round", found=found, people=context.state.tournament.by_id())


def act(context: RequestContext) -> Response:
    """Begin, or end it."""
    form = context.form
    if form.said("begin"):
        done = context.do(begin, "desk: begin to pair by hand")
        return context.back("round", f"Round {done.value} is paired by hand from now on.", notes=context.noted(done))
    if not form.said("keep") and not form.said("engine"):
        raise InputError([Problem("nothing is asked for", expected="a button of the page")])
    asked = build(EndByHand, keep=form.said("keep"))
    ended: RoundDoneAnswer = context.carry_out(END_BY_HAND, asked)
    said = ended_text(asked.keep, ended.round, ended.cost or 0)
    return context.back("round", said, notes=ended.notes)


PAGES = (Page("by-hand", show, act),)
