"""Repair: who does not come, who comes late; what that changes, side by side, and then done."""

from __future__ import annotations

from collections import Counter

from starlette.responses import Response

from ...desk.rounds.repair.repairing import Repair
from ...desk.verb import build
from ...desk.words.changed_rounds import value_text
from ...model.errors import InputError
from ..pages import Page
from ..searches import MendedRound, RepairedRound, repair_choices, repair_last
from ..visits import Visit

FIELDS = ("without", "late", "bye")


def show(visit: Visit) -> Response:
    """The form."""
    return _page(visit, None)


def act(visit: Visit) -> Response:
    """Look at repaired rounds, or take one."""
    form = visit.form
    request = build(
        Repair,
        without=_named(visit, "without"),
        late=_named(visit, "late"),
        keep=form.text("keep"),
        bye=_named(visit, "bye"),
        changes=form.number("changes") if form.text("changes") else None,
        unexcused=form.said("unexcused"),
        anyway=form.said("yes"),
    )
    if not form.said("take"):
        return _page(visit, visit.worker.run(repair_choices, visit.desk.path, request))
    command = visit.step("desk: repair the round")
    done: RepairedRound = visit.worker.run(repair_last, visit.desk.path, request, command, visit.seen)
    if not done.changed:
        return visit.back("round", f"Round {done.number} stays as it is.", notes=done.notes)
    boards = f"{done.new} new boards, {done.given_up} given up"
    return visit.back("round", f"Round {done.number} is repaired: {boards}, cost {done.cost:,}.", notes=done.notes)


def _named(visit: Visit, field: str) -> list[str]:
    """The players of a field: one a line, or several separated by semicolons."""
    texts = visit.form.all(field)
    return [one.strip() for text in texts for one in text.replace("\n", ";").split(";") if one.strip()]


def _asked(visit: Visit, field: str) -> list[str]:
    """The players of a field in the address."""
    return visit.request.query_params.getlist(field)


def _page(visit: Visit, found: list[MendedRound] | None) -> Response:
    tournament = visit.state.tournament
    if not tournament.rounds:
        raise InputError("no round has been drawn, so there is none to repair")
    last = tournament.rounds[-1]
    present = last.present
    form = visit.form
    posted = visit.request.method == "POST"
    return visit.page(
        "repair.html",
        here="round",
        drawn=last,
        found=found,
        inside=[p for p in tournament.players if p.id in present],
        outside=[p for p in tournament.players if p.id not in present],
        people=tournament.by_id(),
        given={name: _named(visit, name) if posted else _asked(visit, name) for name in FIELDS},
        names=Counter(p.name for p in tournament.players),
        keep=form.text("keep"),
        unexcused=form.said("unexcused"),
        points=lambda halves: value_text(halves, 2),
        tables={game.players: game.table for game in last},
    )


PAGES = (Page("repair", show, act),)
