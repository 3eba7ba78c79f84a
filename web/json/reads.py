"""What programs read: what is public for every reader; all of it for the desk."""

from __future__ import annotations

from ...desk.hall.arrivals import WaitingAnswer, waiting_answers
from ...desk.hall.hall_view import HallView
from ...desk.hall.helper_steps import TableAnswer, tables_of
from ...desk.hall.public_answers import (
    CardAnswer,
    PersonAnswer,
    PublicRoundAnswer,
    PublicStandingsAnswer,
    TournamentAnswer,
    card_answer,
    person_answer,
    public_round_answer,
    public_standings_answer,
    tournament_answer,
)
from ...desk.journal_entries import LoggedAnswer, newest
from ...desk.people.change_players import PlayerAnswer, players, players_answer
from ...desk.placing.give_prizes import (
    NO_PRIZES,
    AnnouncedPrizeAnswer,
    ExplainedPrizesAnswer,
    ExplainPrizes,
    PrizeOfTableAnswer,
    PrizesAnswer,
    explain,
    has_prizes,
    prizes_answer,
    public_prizes,
    table_answer,
    table_read,
)
from ...desk.placing.give_prizes import prizes as given
from ...desk.placing.rank import StandingsAnswer, standings_answer
from ...desk.placing.rank import standings as ranked
from ...desk.placing.run_cups import CupAnswer, cup_answer
from ...desk.placing.run_cups import cups as all_cups
from ...desk.rounds.show_round import RoundAnswer, round_answer, show
from ...desk.verb import build
from ...model.errors import InputError
from ...model.records.hall import Limit, Link, Role
from .json_calls import JsonContext

MOST_STEPS = 200
EVERYTHING = Link(0, Role.DESK, "", "", "", Limit())


def view(context: JsonContext) -> HallView:
    """What is public; for the desk and helpers as it is at this moment, so that they read what they have written."""
    now = context.link is None or context.link.role is not Role.READER
    found: HallView = context.room.view(now)
    return found


def tournament(context: JsonContext) -> TournamentAnswer:
    """Where it stands."""
    return tournament_answer(view(context))


def people(context: JsonContext) -> list[PersonAnswer]:
    """Everybody, or those whose name has a part like the one that is asked for."""
    found = view(context)
    name = context.query("name")
    return [person_answer(one) for one in (found.found(name) if name else found.listed())]


def card(context: JsonContext) -> CardAnswer:
    """A player's own page. Raises InputError."""
    found = view(context).card(context.part("player"))
    if found is None:
        raise InputError("no player has this number")
    return card_answer(found)


def round_(context: JsonContext) -> PublicRoundAnswer:
    """A published round. Raises InputError."""
    found, number = view(context), context.part("round")
    if not 0 < number <= (found.drawn.number if found.drawn else 0):
        raise InputError(f"round {number} is not published")
    return public_round_answer(found, number)


def standings(context: JsonContext) -> PublicStandingsAnswer:
    """The standings after the last round that is published."""
    return public_standings_answer(view(context))


def own_tables(context: JsonContext) -> list[TableAnswer]:
    """The boards of the round that is played which the caller may enter."""
    return tables_of(context.desk.read(), context.room.hall.state(), context.link or EVERYTHING)


def waiting(context: JsonContext) -> list[WaitingAnswer]:
    """Who has checked in, and waits for the desk's nod."""
    limit = (context.link or EVERYTHING).limit
    return waiting_answers(context.desk.read(), context.room.hall.state(), limit)


def entrants(context: JsonContext) -> list[PlayerAnswer]:
    """Everybody registered, with ids."""
    return players_answer(players(context.desk.read()).value)


def drawn(context: JsonContext) -> RoundAnswer:
    """A round with ids, a draft too; 0 is the last."""
    found = show(context.desk.read(), context.part("round"), context.desk.path)
    return round_answer(found.value, found.state.tournament)


def cups(context: JsonContext) -> list[CupAnswer]:
    """All cups, with the ids of their players."""
    found = all_cups(context.desk.read())
    return [cup_answer(one, found.state.tournament) for one in found.value]


def ranking(context: JsonContext) -> StandingsAnswer:
    """The standings with ids."""
    return standings_answer(ranked(context.desk.read()).value)


def prizes(context: JsonContext) -> PrizesAnswer:
    """Who gets which prize; nothing where there are no prizes. Raises InputError with every problem of the table."""
    state = context.desk.read()
    return prizes_answer(given(state).value, state.tournament) if has_prizes(state) else NO_PRIZES


def prize_table(context: JsonContext) -> list[PrizeOfTableAnswer]:
    """The table of prizes. Raises InputError with every problem of it."""
    return [*table_answer(table_read(context.desk.read()))]


def prize_reasons(context: JsonContext) -> list[ExplainedPrizesAnswer]:
    """Why a player gets each prize or not; without a name, for all who get one. Raises InputError."""
    state = context.desk.read()
    if not has_prizes(state):
        return []
    found = given(state).value
    people = [context.query("player")] if context.query("player") else found.winners
    requests = [build(ExplainPrizes, player=player, prize=context.query("prize")) for player in people]
    return [explain(state, one).value for one in requests]


def announced_prizes(context: JsonContext) -> list[AnnouncedPrizeAnswer]:
    """The prizes as they were announced, by name; none where none were."""
    return public_prizes(context.desk.read())


def steps(context: JsonContext) -> list[LoggedAnswer]:
    """The last steps, the newest first."""
    return [LoggedAnswer(one.number, one.time, one.command) for one in newest(context.desk, MOST_STEPS)]
