"""What programs read, public for every reader and all of it for the desk; and what they do, beside the verbs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ...desk import journal_entries
from ...desk.hall import arrivals, helper_steps, public_answers
from ...desk.hall.hall_view import HallView
from ...desk.hall.links import phone_of
from ...desk.hall.phone_claims import SeatAnswer, claim, seat_answer, settled
from ...desk.journal_entries import LoggedAnswer, StepAnswer
from ...desk.people.change_players import PlayerAnswer, players, players_answer
from ...desk.placing import give_prizes, rank, run_cups
from ...desk.placing.give_prizes import PrizeOfTableAnswer, table_answer
from ...desk.rounds.enter_results import ENTER_RESULTS
from ...desk.rounds.pair_by_hand import HandPairingAnswer, compare
from ...desk.rounds.proof.checking import VerdictAnswer, check_all
from ...desk.rounds.show_round import RoundAnswer, round_answer, show
from ...desk.verb import DoneAnswer, Verb, build
from ...model.errors import InputError, Problem
from ...model.records.hall import Limit, Link, Role
from ..doors import address_of
from ..hall.rooms import Rooms
from .json_calls import JsonContext, seats_of

MOST_STEPS = 200
EVERYTHING = Link(0, Role.DESK, "", "", "", Limit())


def carry_out(verb: Verb[Any, Any], name: str) -> Callable[[JsonContext], DoneAnswer]:
    """What does a verb of the desk as it is asked for, in a process of its own if it is slow; its name for programs."""

    def carried_out(context: JsonContext) -> DoneAnswer:
        done: DoneAnswer = context.carry_out(verb, context.body)
        return done

    carried_out.__name__ = name
    return carried_out


def view(context: JsonContext) -> HallView:
    """What is public; for the desk and helpers as it is at this moment, so that they read what they have written."""
    return context.room.view(context.link is None or context.link.role is not Role.READER)


def tournament(context: JsonContext) -> public_answers.TournamentAnswer:
    """Where it stands."""
    return public_answers.tournament_answer(view(context))


def people(context: JsonContext) -> list[public_answers.PersonAnswer]:
    """Everybody, or those whose name has a part like the one that is asked for."""
    found, name = view(context), context.query("name")
    return [public_answers.person_answer(one) for one in (found.found(name) if name else found.listed())]


def card(context: JsonContext) -> public_answers.CardAnswer:
    """A player's own page. Raises InputError."""
    found = view(context).card(context.part("player"))
    if found is None:
        raise InputError("no player has this number")
    return public_answers.card_answer(found)


def round_(context: JsonContext) -> public_answers.PublicRoundAnswer:
    """A published round. Raises InputError."""
    found, number = view(context), context.part("round")
    if not 0 < number <= (found.drawn.number if found.drawn else 0):
        raise InputError(f"round {number} is not published")
    return public_answers.public_round_answer(found, number)


def standings(context: JsonContext) -> public_answers.PublicStandingsAnswer:
    """The standings after the last round that is published."""
    return public_answers.public_standings_answer(view(context))


def own_tables(context: JsonContext) -> list[helper_steps.TableAnswer]:
    """The boards of the round that is played which the caller may enter."""
    return helper_steps.tables_of(context.state, context.room.hall.state(), context.link or EVERYTHING)


def waiting(context: JsonContext) -> list[arrivals.WaitingAnswer]:
    """Who has checked in, and waits for the desk's nod."""
    return arrivals.waiting_answers(context.state, context.room.hall.state(), (context.link or EVERYTHING).limit)


def entrants(context: JsonContext) -> list[PlayerAnswer]:
    """Everybody registered, with ids."""
    return players_answer(players(context.state).value)


def drawn(context: JsonContext) -> RoundAnswer:
    """A round with ids, a draft too; 0 is the last."""
    return round_answer(show(context.state, context.part("round"), context.desk.path).value, context.state.tournament)


def cups(context: JsonContext) -> list[run_cups.CupAnswer]:
    """All cups, with the ids of their players."""
    return [run_cups.cup_answer(one, context.state.tournament) for one in run_cups.cups(context.state).value]


def ranking(context: JsonContext) -> rank.StandingsAnswer:
    """The standings with ids."""
    return rank.standings_answer(rank.standings(context.state).value)


def prizes(context: JsonContext) -> give_prizes.PrizesAnswer:
    """Who gets which prize; nothing where there are no prizes. Raises InputError with every problem of the table."""
    if not give_prizes.has_prizes(context.state):
        return give_prizes.NO_PRIZES
    return give_prizes.prizes_answer(give_prizes.prizes(context.state).value, context.state.tournament)


def prize_table(context: JsonContext) -> list[PrizeOfTableAnswer]:
    """The table of prizes. Raises InputError with every problem of it."""
    return [*table_answer(give_prizes.table_read(context.state))]


def prize_reasons(context: JsonContext) -> list[give_prizes.ExplainedPrizesAnswer]:
    """Why a player gets each prize or not; without a name, for all who get one. Raises InputError."""
    state, player, prize = context.state, context.query("player"), context.query("prize")
    if not give_prizes.has_prizes(state):
        return []
    found = give_prizes.prizes(state).value
    people = [player] if player else found.winners
    requests = [build(give_prizes.ExplainPrizes, player=one, prize=prize) for one in people]
    return [give_prizes.explain(state, one).value for one in requests]


def announced_prizes(context: JsonContext) -> list[give_prizes.AnnouncedPrizeAnswer]:
    """The prizes as they were announced, by name; none where none were."""
    return give_prizes.public_prizes(context.state)


def steps(context: JsonContext) -> list[LoggedAnswer]:
    """The last steps, the newest first."""
    newest = journal_entries.newest(context.desk, MOST_STEPS)
    return [LoggedAnswer(one.number, one.time, one.command) for one in newest]


def sit(context: JsonContext) -> SeatAnswer:
    """A side of a board, or of a match."""
    return seat_answer(seats_of(context, context.desk.read()))


def say(context: JsonContext) -> SeatAnswer:
    """What a side says of its game, or of one at a board of its match. Raises InputError for a board that is none."""
    hall, number = context.room.hall, context.body.board
    phone = phone_of(hall.secret(), "", address_of(context.request))
    own = next((one for one in seats_of(context, context.desk.read()) if one.board.board == number), None)
    if own is None:
        raise InputError([Problem("wrong board", value=str(number), expected="0 for a table, a number in a match")])
    if any(one.agreed for one in claim(hall, [(own, context.body.result)], phone)):
        rooms: Rooms = context.request.app.state.rooms
        rooms.enter_soon(context.room.name)
    return sit(context)


def here(context: JsonContext) -> arrivals.HereAnswer:
    """Somebody is here. Raises InputError."""
    player = context.room.view().player(context.body.player)
    if not player:
        raise InputError("no player has this number")
    said = arrivals.i_am_here(context.state, context.room.hall, player, context.body.rounds)
    return arrivals.here_answer(context.body.player, said)


def helper(context: JsonContext) -> Link | None:
    """The helper's link by whose token a program comes; None for a desk."""
    return context.link if context.link is not None and context.link.role is Role.HELPER else None


def confirm_players(context: JsonContext) -> DoneAnswer:
    """Check-ins that the desk or a helper has seen."""
    desk, hall, chosen = context.desk, context.room.hall, context.body.players
    if link := helper(context):
        helper_steps.confirm_here(desk, hall, link, chosen)
    else:
        arrivals.confirm(desk, hall, chosen, context.who)
    return DoneAnswer(revision=desk.read().revision)


def results(context: JsonContext) -> DoneAnswer:
    """Results of a round; a helper's of the own tables of the round that is played."""
    if link := helper(context):
        done = helper_steps.enter_results(context.desk, context.room.hall, link, context.body)
    else:
        done = context.commit(ENTER_RESULTS, context.body)
        settled(context.room.hall, done.value.entered)
    return ENTER_RESULTS.answer(done)


def take_back(context: JsonContext) -> StepAnswer:
    """The last step taken back; a helper's only where it is an own one."""
    desk, step, link = context.desk, context.body.step, helper(context)
    command = helper_steps.undo_own(desk, link, step) if link else journal_entries.undo(desk, step).command
    return StepAnswer(revision=desk.read().revision, command=command)


def do_again(context: JsonContext) -> StepAnswer:
    """The step that was taken back last."""
    command = journal_entries.redo(context.desk).command
    return StepAnswer(revision=context.desk.read().revision, command=command)


def check(context: JsonContext) -> VerdictAnswer:
    """The verdict on all rounds, or one; nothing is written."""
    return context.find(partial(check_all, folder=context.desk.path), context.body, worker=context.worker)[0]


def compare_by_hand(context: JsonContext) -> HandPairingAnswer:
    """The round by hand beside the engine's; nothing is written."""
    return context.find(compare, worker=context.worker)[0]
