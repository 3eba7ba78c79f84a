"""What programs do: each of these hands a request to the use case of the desk that a page or command has for it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ...desk.hall.arrivals import HereAnswer, confirm, here_answer, i_am_here
from ...desk.hall.helper_steps import confirm_here, enter_results, undo_own
from ...desk.hall.links import phone_of
from ...desk.hall.phone_claims import SeatAnswer, claim, seat_answer, settled
from ...desk.journal_entries import StepAnswer, redo, undo
from ...desk.rounds.enter_results import ENTER_RESULTS
from ...desk.rounds.pair_by_hand import HandPairingAnswer, compare
from ...desk.rounds.proof.checking import VerdictAnswer, verdict
from ...desk.verb import DoneAnswer, Verb
from ...model.errors import InputError, Problem
from ...model.records.hall import Role
from ..hall.rooms import Rooms
from .json_calls import JsonContext, seats_of


def carry_out(verb: Verb[Any, Any], name: str) -> Callable[[JsonContext], DoneAnswer]:
    """What does a verb of the desk as it is asked for, in a process of its own if it is slow; its name for programs."""

    def carried_out(context: JsonContext) -> DoneAnswer:
        done: DoneAnswer = context.carry_out(verb, context.body)
        return done

    carried_out.__name__ = name
    return carried_out


def sit(context: JsonContext) -> SeatAnswer:
    """A side of a board, or of a match."""
    return seat_answer(seats_of(context, context.desk.read()))


def say(context: JsonContext) -> SeatAnswer:
    """What a side says of its game, or of one at a board of its match. Raises InputError for a board that is none."""
    client, hall, number = context.request.client, context.room.hall, context.body.board
    phone = phone_of(hall.secret(), "", client.host if client else "")
    own = next((one for one in seats_of(context, context.desk.read()) if one.board.board == number), None)
    if own is None:
        raise InputError([Problem("wrong board", value=str(number), expected="0 for a table, a number in a match")])
    if any(one.agreed for one in claim(hall, [(own, context.body.result)], phone)):
        rooms: Rooms = context.request.app.state.rooms
        rooms.enter_soon(context.room.name)
    return seat_answer(seats_of(context, context.desk.read()))


def here(context: JsonContext) -> HereAnswer:
    """Somebody is here. Raises InputError."""
    player = context.room.view().player(context.body.player)
    if not player:
        raise InputError("no player has this number")
    said = i_am_here(context.desk.read(), context.room.hall, player, context.body.rounds)
    return here_answer(context.body.player, said)


def confirm_players(context: JsonContext) -> DoneAnswer:
    """Check-ins that the desk or a helper has seen."""
    desk, hall, chosen = context.desk, context.room.hall, context.body.players
    if context.link is not None and context.link.role is Role.HELPER:
        confirm_here(desk, hall, context.link, chosen)
    else:
        confirm(desk, hall, chosen, context.who)
    return DoneAnswer(revision=desk.read().revision)


def results(context: JsonContext) -> DoneAnswer:
    """Results of a round; a helper's of the own tables of the round that is played."""
    desk, hall, body = context.desk, context.room.hall, context.body
    if context.link is not None and context.link.role is Role.HELPER:
        done = enter_results(desk, hall, context.link, body)
    else:
        done = context.commit(ENTER_RESULTS, body)
        settled(hall, done.value.entered)
    return ENTER_RESULTS.answer(done)


def take_back(context: JsonContext) -> StepAnswer:
    """The last step taken back; a helper's only where it is an own one."""
    desk, step = context.desk, context.body.step
    if context.link is not None and context.link.role is Role.HELPER:
        command = undo_own(desk, context.link, step)
    else:
        command = undo(desk, step).command
    return StepAnswer(revision=desk.read().revision, command=command)


def do_again(context: JsonContext) -> StepAnswer:
    """The step that was taken back last."""
    command = redo(context.desk).command
    return StepAnswer(revision=context.desk.read().revision, command=command)


def check(context: JsonContext) -> VerdictAnswer:
    """The verdict on all rounds, or one; nothing is written."""
    return context.find(partial(verdict, folder=context.desk.path), context.body, worker=context.worker)[0]


def compare_by_hand(context: JsonContext) -> HandPairingAnswer:
    """The round by hand beside the engine's; nothing is written."""
    return context.find(compare, worker=context.worker)[0]
