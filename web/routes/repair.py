"""Repair: who does not come, who comes late; what that changes, side by side, and then done."""

from __future__ import annotations

from collections import Counter

from starlette.responses import Response

from ...desk.rounds.next_round import DrawnAnswer
from ...desk.rounds.repair.mended import RepairDone
from ...desk.rounds.repair.repairing import REPAIR, Choices, Repair, choices
from ...desk.verb import build
from ...desk.words.changed_rounds import value_text
from ...desk.words.foresight import guarantee_lines
from ...model.errors import InputError
from ...model.notes import note_texts
from ..context import RequestContext
from ..pages import Page

FIELDS = ("without", "late", "bye")


def show(context: RequestContext) -> Response:
    """The form."""
    return _page(context, None)


def act(context: RequestContext) -> Response:
    """Look at repaired rounds, or take one."""
    form = context.form
    request = build(
        Repair,
        without=_named(context, "without"),
        late=_named(context, "late"),
        keep=form.text("keep"),
        bye=_named(context, "bye"),
        changes=form.number("changes") if form.text("changes") else None,
        unexcused=form.said("unexcused"),
        anyway=form.said("yes"),
    )
    if not form.said("take"):
        return _page(context, context.find(choices, request, worker=context.worker)[0])
    done: DrawnAnswer = context.carry_out(REPAIR, request)
    if done.same:
        return context.back("round", f"Round {done.round} stays as it is.", notes=done.notes)
    boards = f"{done.new} new boards, {done.given_up} given up"
    return context.back("round", f"Round {done.round} is repaired: {boards}, cost {done.cost:,}.", notes=done.notes)


def _named(context: RequestContext, field: str) -> list[str]:
    """The players of a field: one a line, or several separated by semicolons."""
    texts = context.form.all(field)
    return [one.strip() for text in texts for one in text.replace("\n", ";").split(";") if one.strip()]


def _asked(context: RequestContext, field: str) -> list[str]:
    """The players of a field in the address."""
    return context.request.query_params.getlist(field)


def _notes(done: RepairDone) -> list[str]:
    """What the director should know of a repaired round."""
    return [*guarantee_lines(done.record.foresight), *note_texts(done.notes, done.tournament)]


def _page(context: RequestContext, found: Choices | None) -> Response:
    tournament = context.state.tournament
    if not tournament.rounds:
        raise InputError("no round has been drawn, so there is none to repair")
    last = tournament.rounds[-1]
    present = last.present
    form = context.form
    posted = context.request.method == "POST"
    return context.page(
        "repair.html",
        here="round",
        drawn=last,
        found=found,
        notes_of=_notes,
        inside=[p for p in tournament.players if p.id in present],
        outside=[p for p in tournament.players if p.id not in present],
        people=tournament.by_id(),
        given={name: _named(context, name) if posted else _asked(context, name) for name in FIELDS},
        names=Counter(p.name for p in tournament.players),
        keep=form.text("keep"),
        unexcused=form.said("unexcused"),
        points=lambda halves: value_text(halves, 2),
        tables={game.players: game.table for game in last},
    )


PAGES = (Page("repair", show, act),)
