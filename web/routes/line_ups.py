"""Line-ups of teams: who sits at which board of a round that is drawn, who plays in one that is not."""

from __future__ import annotations

from functools import partial

from starlette.responses import Response

from ...desk.hall.line_ups import decide, waiting_in
from ...desk.hall.links import hall_of
from ...desk.overview import Phase
from ...desk.rounds.line_ups import EMPTY, ROSTER, Attendance, LineUp, attend, line_up, line_ups
from ...desk.verb import build
from ...desk.words.teams import fault_text
from ...model.errors import InputError
from ..context import RequestContext
from ..pages import Page


def show(context: RequestContext) -> Response:
    """The line-ups of a round, by default of the last one that is drawn while it has no results, else of the next."""
    tournament = context.state.tournament
    if not tournament.settings.of_teams:
        raise InputError("only teams have line-ups (entrants.kind = teams)")
    number, drawn, last = context.number("round") or 0, len(tournament.rounds), tournament.settings.rounds
    if not 1 <= number <= min(drawn + 1, last):
        number = min(max(drawn, 1) + (context.overview.phase is Phase.DRAW and drawn > 0), last)
    found = line_ups(context.state, number).value
    return context.page(
        "line_ups.html",
        here="entrants",
        number=number,
        drawn=number <= drawn,
        rounds=range(1, min(drawn + 1, last) + 1),
        teams=found,
        faults={one.team.id: [fault_text(fault, tournament) for fault in one.faults] for one in found},
        empty=EMPTY,
        settings=tournament.settings.teams,
        handed={one.team.id: one for one in waiting_in(context.desk.path, context.state) if one.handed.round == number},
        fault_text=partial(fault_text, tournament=tournament),
    )


def act(context: RequestContext) -> Response:
    """Seat a team at the boards of a drawn round, or say who plays in one that is not drawn."""
    form = context.form
    number, who = form.number("round"), form.text("team")
    if number > len(context.state.tournament.rounds):
        present = Attendance(who, form.all("plays"), number)
        done = context.do(lambda state: attend(state, present), f"desk: {who} in round {number}")
        said = f"{done.value.team.name}: who plays in round {number} is saved."
    else:
        boards = range(1, context.state.tournament.settings.teams.boards + 1)
        people = [ROSTER] if form.said(ROSTER) else [form.text(f"b{k}") or EMPTY for k in boards]
        seated = build(LineUp, who=who, people=people, round=number, anyway=form.said("yes"))
        done = context.do(lambda state: line_up(state, seated), f"desk: line-up of {who} in round {number}")
        said = f"{done.value.team.name}: the line-up of round {number} is saved."
    own = [
        one.handed
        for one in waiting_in(context.desk.path, context.state)
        if one.team.id == done.value.team.id and one.handed.round == number
    ]
    if own:  # the desk has decided by itself
        decide(hall_of(context.desk.path), [(one.team, one.round, one.times) for one in own], context.who)
    return context.back(f"line-ups?round={number}#{done.value.team.id}", said, notes=context.noted(done))


PAGES = (Page("line-ups", show, act),)
