"""What programs do: each of these hands a request to the use case of the desk that a page or command has for it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from ...desk import cups, prizes
from ...desk.answers.acts import (
    AnnouncedAnswer,
    CupDoneAnswer,
    DoneAnswer,
    DrawnAnswer,
    PlayerDoneAnswer,
    PrizeTableAnswer,
    RegisteredAnswer,
    RoundDoneAnswer,
    StepAnswer,
    table_answer,
)
from ...desk.answers.by_hand import HandPairingAnswer
from ...desk.answers.checks import VerdictAnswer
from ...desk.answers.cups import cup_answer
from ...desk.answers.hall import HereAnswer, SeatAnswer, here_answer, seat_answer
from ...desk.answers.players import players_answer
from ...desk.answers.prizes import prizes_answer
from ...desk.desk import Done
from ...desk.hall.boards import claim, settled
from ...desk.hall.check_in import confirm, i_am_here
from ...desk.hall.helping import confirm_here, enter_results, undo_own
from ...desk.hall.links import phone_of
from ...desk.people import absences, entries, players
from ...desk.rounds import boards, by_hand, next_round
from ...desk.rounds.results import enter, results_step
from ...desk.settings import change as change_settings
from ...desk.steps import redo, undo
from ...desk.words.by_hand import end_step
from ...model.errors import InputError, Problem
from ...model.notes import note_texts
from ...model.records.hall import Role
from ...model.tournament.games import Result
from ...model.tournament.person import Player
from ...model.tournament.tournament import Tournament
from .. import searches
from ..hall.rooms import Rooms
from ..searches import EndedByHand, RepairedRound, repair_last
from ..work import DrawnRound, draw_next
from .calls import Call, seats_of


def sit(call: Call) -> SeatAnswer:
    """A side of a board, or of a match."""
    return seat_answer(seats_of(call, call.room.desk.read()))


def say(call: Call) -> SeatAnswer:
    """What a side says of its game, or of one at a board of its match. Raises InputError for a board that is none."""
    client, hall, number = call.request.client, call.room.hall, call.body.board
    phone = phone_of(hall.secret(), "", client.host if client else "")
    own = next((one for one in seats_of(call, call.room.desk.read()) if one.board.board == number), None)
    if own is None:
        raise InputError([Problem("wrong board", value=str(number), expected="0 for a table, a number in a match")])
    if any(one.agreed for one in claim(hall, [(own, call.body.result)], phone)):
        rooms: Rooms = call.request.app.state.rooms
        rooms.enter_soon(call.room.name)
    return seat_answer(seats_of(call, call.room.desk.read()))


def here(call: Call) -> HereAnswer:
    """Somebody is here. Raises InputError."""
    player = call.room.view().player(call.body.player)
    if not player:
        raise InputError("no player has this number")
    return here_answer(call.body.player, i_am_here(call.room.desk.read(), call.room.hall, player, call.body.rounds))


def confirm_players(call: Call) -> DoneAnswer:
    """Check-ins that the desk or a helper has seen."""
    desk, hall, chosen = call.room.desk, call.room.hall, call.body.players
    if call.link is not None and call.link.role is Role.HELPER:
        confirm_here(desk, hall, call.link, chosen)
    else:
        confirm(desk, hall, chosen, call.who)
    return DoneAnswer(revision=desk.read().revision)


def results(call: Call) -> RoundDoneAnswer:
    """Results of a round; a helper's of the own tables of the round that is played."""
    desk, hall, body = call.room.desk, call.room.hall, call.body
    if call.link is not None and call.link.role is Role.HELPER:
        done = enter_results(desk, hall, call.link, body)
    else:
        done = call.do(lambda state: enter(state, body), results_step(body))
        settled(hall, done.value.entered)
    return RoundDoneAnswer(**call.done(done), round=done.value.number, missing=tuple(done.value.missing))


def take_back(call: Call) -> StepAnswer:
    """The last step taken back; a helper's only where it is an own one."""
    desk, step = call.room.desk, call.body.step
    if call.link is not None and call.link.role is Role.HELPER:
        command = undo_own(desk, call.link, step)
    else:
        command = undo(desk, step).command
    return StepAnswer(revision=desk.read().revision, command=command)


def do_again(call: Call) -> StepAnswer:
    """The step that was taken back last."""
    command = redo(call.room.desk).command
    return StepAnswer(revision=call.room.desk.read().revision, command=command)


def register(call: Call) -> RegisteredAnswer:
    """Registrations merged in, or only looked at."""
    asked = call.body.asked()
    if call.body.dry_run:
        found = call.room.desk.ask(lambda state: entries.register(state, asked))
        value, revision = found.value, call.room.desk.read().revision
        said: dict[str, Any] = {"revision": revision, "notes": tuple(note_texts(found.notes, found.state.tournament))}
    else:
        done = call.do(lambda state: entries.register(state, asked), f"register {asked.name}")
        value, said = done.value, call.done(done)
    return RegisteredAnswer(
        **said,
        new=tuple(value.new),
        changed={player: tuple(lines) for player, lines in value.changed.items()},
        paired={player: tuple(lines) for player, lines in value.paired.items()},
        unchanged=value.unchanged,
    )


def add(call: Call) -> PlayerDoneAnswer:
    """One more player."""
    done = call.do(lambda state: players.add(state, call.body.cells()), f"enter {call.body.name or ''}")
    return _player(call, done)


def change(call: Call) -> PlayerDoneAnswer:
    """A player changed."""
    return _player(call, call.do(lambda state: players.change(state, call.body.asked()), f"change {call.body.who}"))


def _player(call: Call, done: Done[Player]) -> PlayerDoneAnswer:
    listed = players_answer(players.players(done.after).value)
    return PlayerDoneAnswer(**call.done(done), player=next(one for one in listed if one.id == done.value.id))


def absent(call: Call) -> DoneAnswer:
    """Players who miss rounds."""
    body = call.body
    text = f"absent {', '.join(body.who)} {body.rounds}".rstrip()
    return DoneAnswer(**call.done(call.do(lambda state: absences.absent(state, body), text)))


def withdraw(call: Call) -> DoneAnswer:
    """Players who leave for good."""
    body = call.body
    done = call.do(lambda state: absences.withdraw(state, body), f"withdraw {', '.join(body.who)}")
    return DoneAnswer(**call.done(done))


def draw(call: Call) -> DrawnAnswer:
    """The next round drawn."""
    request, path = call.body, call.room.desk.path
    call.opinions.stop()
    found: DrawnRound = call.worker.run(draw_next, path, request, f"{call.who}: draw the round", call.body.seen)
    said: dict[str, Any] = {"revision": call.room.desk.read().revision, "notes": tuple(found.notes)}
    return DrawnAnswer(**said, round=found.number, cost=found.cost, proven=found.cost == found.bound)


def repair(call: Call) -> DrawnAnswer:
    """The last round repaired."""
    request, path = call.body, call.room.desk.path
    found: RepairedRound = call.worker.run(repair_last, path, request, f"{call.who}: repair the round", call.body.seen)
    said: dict[str, Any] = {"revision": call.room.desk.read().revision, "notes": tuple(found.notes)}
    return DrawnAnswer(**said, round=found.number, cost=found.cost, proven=found.proven)


def publish(call: Call) -> RoundDoneAnswer:
    """A draft made final."""
    request = replace(call.body, folder=call.room.desk.path)
    done = call.do(lambda state: next_round.publish(state, request), "publish the round")
    return RoundDoneAnswer(**call.done(done), round=done.value, missing=_missing(done.after.tournament, done.value))


def _missing(tournament: Tournament, number: int) -> tuple[int, ...]:
    return tuple(game.table for game in tournament.round(number) if game.result is Result.UNKNOWN)


def check(call: Call) -> VerdictAnswer:
    """The verdict on all rounds, or one; nothing is written."""
    found: VerdictAnswer = call.worker.run(searches.checked, call.room.desk.path, call.body)
    return found


def begin_by_hand(call: Call) -> RoundDoneAnswer:
    """The last round paired by hand from now on."""
    done = call.do(by_hand.begin, "begin to pair by hand")
    return RoundDoneAnswer(**call.done(done), round=done.value)


def compare_by_hand(call: Call) -> HandPairingAnswer:
    """The round by hand beside the engine's; nothing is written."""
    found: HandPairingAnswer = call.worker.run(searches.compare_by_hand, call.room.desk.path)
    return found


def end_by_hand(call: Call) -> RoundDoneAnswer:
    """Pairing by hand ended: the round is kept, or the engine's taken."""
    request, path = call.body, call.room.desk.path
    command = f"{call.who}: {end_step(request.keep)}"
    found: EndedByHand = call.worker.run(searches.end_by_hand, path, request, command, call.body.seen)
    return RoundDoneAnswer(revision=call.room.desk.read().revision, notes=tuple(found.notes), round=found.number)


def swap(call: Call) -> DoneAnswer:
    """Two players in each other's places."""
    body = call.body
    done = call.do(lambda state: boards.swap(state, body), f"swap {body.a} and {body.b}")
    return DoneAnswer(**call.done(done))


def edit(call: Call) -> DoneAnswer:
    """A board changed by hand."""
    return DoneAnswer(
        **call.done(call.do(lambda state: boards.edit(state, call.body), f"change table {call.body.table}"))
    )


def move(call: Call) -> DoneAnswer:
    """A game at another table."""
    body = call.body
    text = f"{body.player} to table {body.table}"
    return DoneAnswer(**call.done(call.do(lambda state: boards.move(state, body), text)))


def cup(call: Call) -> CupDoneAnswer:
    """A cup made or changed."""
    return _cup(call, call.do(lambda state: cups.set_cup(state, call.body), f"cup {call.body.name}"))


def remove_cup(call: Call) -> DoneAnswer:
    """A cup removed."""
    name = call.body.name
    return DoneAnswer(**call.done(call.do(lambda state: cups.remove(state, call.body), f"remove cup {name}")))


def decide(call: Call) -> CupDoneAnswer:
    """A match of a cup decided."""
    text = f"decide a match of the cup {call.body.name}"
    return _cup(call, call.do(lambda state: cups.decide(state, call.body), text))


def _cup(call: Call, done: Done[Any]) -> CupDoneAnswer:
    tournament = done.after.tournament
    own = cups.shown(cups.cup_named(tournament, call.body.name), tournament)
    return CupDoneAnswer(**call.done(done), cup=cup_answer(own, tournament))


def remove_prize(call: Call) -> PrizeTableAnswer:
    """A prize taken out of the table."""
    return prize(call)


def prize(call: Call) -> PrizeTableAnswer:
    """A prize added to the table, changed, or taken out."""
    asked = call.body.asked()
    text = f"{'remove ' if asked.remove else ''}prize {call.body.name}"
    done = call.do(lambda state: prizes.edit(state, asked), text)
    return PrizeTableAnswer(**call.done(done), prizes=table_answer(done.value))


def announce(call: Call) -> AnnouncedAnswer:
    """The list of winners announced, or taken back."""
    text = f"{'take back' if call.body.take_back else 'announce'} the prizes"
    done = call.do(lambda state: prizes.announce(state, call.body), text)
    return AnnouncedAnswer(**call.done(done), prizes=prizes_answer(done.value, done.after.tournament))


def settings(call: Call) -> DoneAnswer:
    """Settings changed."""
    body, by_director = call.body, call.link is None
    asked = replace(body, by_director=by_director)
    done = call.do(lambda state: change_settings(state, asked), f"set {' '.join(body.assignments)}")
    return DoneAnswer(**call.done(done))
