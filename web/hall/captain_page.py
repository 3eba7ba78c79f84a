"""A captain's page: who plays for the team in the round that comes next, or sits where before its first result."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.responses import Response

from ...desk.hall.hand_in import Closed, TeamRound, checked, hand_in, team_rounds
from ...model.errors import ConflictError, InputError
from ...model.records.hall import HallState
from ...model.records.state import State
from ...model.teams.match_boards import FaultKind, HandedIn, LineUpFault
from .hall_context import HallContext, NotHereError

NOBODY = "-"
CLOSED = {Closed.ABSENT: "team_absent", Closed.BYE: "team_bye", Closed.BEGUN: "line_up_begun"}


def show(context: HallContext, problem: str = "", status: int = 200) -> Response:
    """The rounds of a team; with `round` and `p` the question whether a line-up is right."""
    state, said, team = _team(context)
    rounds = team_rounds(state, said, team)
    asked = _asked(context.query("round"), context.request.query_params.getlist("p"), rounds) if not problem else None
    try:
        confirm = _confirm(context, state, asked) if asked else {}
    except InputError:
        problem, confirm = context.say("nobody_plays"), {}
    substitutes = state.tournament.settings.teams.substitutes != "none"
    return context.page(
        "captain.html",
        status,
        team=state.tournament.player(team),
        people=[m for m in state.tournament.player(team).members if substitutes or not m.substitute],
        rounds=rounds,
        names=state.tournament.by_id(),
        problem=problem,
        closed_keys=CLOSED,
        nobody=NOBODY,
        live="" if confirm else f"{context.base}live?page=captain&seen={mark(state, said, team)}",
        **{"asked": None} | confirm,
    )


def _confirm(context: HallContext, state: State, asked: HandedIn) -> dict[str, Any]:
    """What a captain is asked to confirm: who sits where, what is wrong with it, and who plays without a board."""
    there, wrong = checked(state, asked)
    without = {*asked.people} - {m.id for m in there if m}
    return {
        "asked": asked,
        "there": there,
        "faults": [_fault(context, fault) for fault in wrong],
        "twice": any(fault.kind is FaultKind.TWICE for fault in wrong),
        "spare": context.words.commas([m.name for m in state.tournament.player(asked.team).members if m.id in without]),
    }


def say(context: HallContext) -> Response:
    """Take a line-up that is handed in."""
    state, said, team = _team(context)
    asked = _asked(context.form.text("round"), context.form.fields.get("p", ()), team_rounds(state, said, team))
    try:
        if asked is None:
            raise ConflictError("no such round")
        hand_in(state, context.room.hall, asked)
    except ConflictError:
        return show(context, context.say("moved_on"), 409)
    return context.to(context.base)


def mark(state: State, said: HallState, team: str) -> int:
    """What the page of a team depends on, as a number."""
    known = team in state.tournament.by_id()
    return hash(repr(team_rounds(state, said, team)) if known else "")


def _team(context: HallContext) -> tuple[State, HallState, str]:
    """The team that the link is for. Raises NotHereError where it is gone."""
    assert context.link is not None
    state, team = context.room.desk.read(), context.link.team
    if team not in state.tournament.by_id() or not state.tournament.settings.of_teams:
        raise NotHereError
    return state, context.room.hall.state(), team


def _asked(number: str, people: Sequence[str], rounds: Sequence[TeamRound]) -> HandedIn | None:
    """The line-up of a form; None where its round is none that something can be said of."""
    found = next((one for one in rounds if str(one.round) == number and not one.closed), None)
    if found is None:
        return None
    said = tuple("" if person == NOBODY else person for person in people)
    return HandedIn(found.team.id, found.round, said, found.seated)


def _fault(context: HallContext, fault: LineUpFault) -> str:
    if fault.other is None:
        return context.say("at_two_boards", name=fault.member.name)
    return context.say("weaker_than", name=fault.member.name, other=fault.other.name, board=fault.other_board)
