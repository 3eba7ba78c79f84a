"""Line-ups of teams: who sits at which board of a round, what is wrong with it, and another one by hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from ...model.errors import InputError, check_confirmed, wrong_argument
from ...model.language import first_few
from ...model.notes import Note, Remark
from ...model.records.state import State
from ...model.teams.match_boards import (
    LineUpFault,
    Seats,
    as_registered,
    attending,
    faults,
    seated,
    seats_taken,
    strength,
    with_boards,
    with_line_up,
)
from ...model.tournament.games import Game
from ...model.tournament.person import Player
from ...model.tournament.tournament import Tournament, with_members
from ...model.ways import Way
from ..messages.team_texts import fault_text
from ..people.change_members import member_named
from ..verb import Change, Outcome, Verb, done_answer, told, without_run
from .round_numbers import next_round

EMPTY, ROSTER, STRENGTH = "-", "roster", "strength"
MOST_NAMED = 6
MOST_FAULTS = 3  # told one by one; of more the first, and whose they are


class LineUp(Change, frozen=True, kw_only=True):
    """Who is to sit at the boards of a team in a drawn round."""

    who: Annotated[str, told("the team, by id or name", "TEAM")]
    people: Annotated[
        tuple[str, ...],
        told(
            'members from board 1, by place, id or name; "-" leaves a board empty, "roster" alone seats them as '
            'registered, "strength" alone those who sit there now, the strongest first; if none is named, the line-up '
            "is only shown",
            "MEMBER",
        ),
    ] = ()
    round: Annotated[int, told("number of the round; 0 is the last")] = 0
    anyway: Annotated[bool, told("do it even if the order of boards does not allow it")] = False


@dataclass(frozen=True, slots=True)
class TeamLineUp:
    """A team with who sits at its boards in a round, and what is wrong with that; `match` is None before the draw."""

    team: Player
    number: int
    seats: Seats
    faults: Sequence[LineUpFault]
    match: Game | None = None


def line_ups(state: State, number: int = 0, who: str = "") -> Outcome[list[TeamLineUp]]:
    """Who sits where in a round, by default the last one drawn, of all teams or one (id or name). Raises InputError."""
    check_teams(state.tournament)
    own = state.tournament.find(who).id if who else ""
    number = number or max(len(state.tournament.rounds), 1)
    if not 1 <= number <= state.tournament.settings.rounds:
        raise wrong_argument("round", str(number), f"1 to {state.tournament.settings.rounds}")
    teams = [team for team in state.tournament.players if own in ("", team.id)]
    found = (_of(state.tournament, team, number) for team in teams)
    to_come = number > len(state.tournament.rounds)
    return Outcome(state, [one for one in found if one.match or (to_come and one.team.enters(number))])


def check_teams(tournament: Tournament) -> None:
    """Raise InputError where no teams play."""
    if not tournament.settings.of_teams:
        raise InputError("only teams have line-ups (entrants.kind = teams)")


def _of(tournament: Tournament, team: Player, number: int) -> TeamLineUp:
    match = tournament.round(number).game_of(team.id) if number <= len(tournament.rounds) else None
    there = seated(tournament, team, number)
    return TeamLineUp(team, number, there, faults(team, there, tournament.settings), match)


def line_up(state: State, request: LineUp) -> Outcome[TeamLineUp]:
    """With a team at its boards as asked. Raises InputError; UnconfirmedError for an order that is not allowed."""
    before = state.tournament
    check_teams(before)
    team, number = before.find(request.who), request.round or max(len(before.rounds), 1)
    if not request.people:
        return Outcome(state, _of(before, team, number))
    drawn = before.round(number)
    match = drawn.game_of(team.id)
    if match is None:
        raise InputError(f"{team.label} has no match in round {number}")
    if not match.boards:
        raise InputError(
            f"the match of {team.label} in round {number} has a result of its own; its boards are not known"
        )
    if list(request.people) == [ROSTER]:
        after = _as_registered(before, team.id, number)
    else:
        words = [text.strip() for text in request.people]
        if words == [STRENGTH]:
            there = [m for m in seats_taken(match, team) if m]
            ids = [m.id for m in sorted(there, key=lambda m: -strength(m, before.settings))]
            ids += [""] * (len(match.boards) - len(ids))
        else:
            ids = ["" if word == EMPTY else member_named(team, word).id for word in words]
        new = with_line_up(match, team, ids, before.settings, before.by_id())
        games = tuple(new if game is match else game for game in drawn.games)
        after = with_boards(before.with_round(replace(drawn, games=games)))
    found = _of(after, team, number)
    texts = [fault_text(fault, after) for fault in found.faults]
    if list(request.people) != [ROSTER] and not request.anyway:
        check_confirmed(texts, Way("to let them sit so", anyway=True))
    return Outcome(state.with_tournament(after), found, [Remark(text) for text in texts])


@dataclass(frozen=True, slots=True)
class Attendance:
    """Which members (ids) of a team (id or name) play in a round that is not published yet, substitutes too."""

    who: str
    people: Sequence[str]
    number: int


def attend(state: State, request: Attendance) -> Outcome[TeamLineUp]:
    """With these members of a team for a round, and no others. Raises InputError."""
    before, number = state.tournament, request.number
    check_teams(before)
    team = before.find(request.who)
    published = len(before.published)
    if not published < number <= before.settings.rounds:
        raise wrong_argument("round", str(number), "a round that is not published yet")
    unknown = {*request.people} - {m.id for m in team.members}
    if unknown:
        raise InputError(f"nobody of {team.name} has the id {', '.join(sorted(unknown))}")
    members = attending(team, number, request.people, before.settings.rounds).members
    after = before.with_players([with_members(team, members, before.settings.entrants.rank)])
    if number <= len(before.rounds):
        after = _as_registered(after, team.id, number)
    found = _of(after, after.player(team.id), number)
    changed = state.with_tournament(after)
    return Outcome(changed, found, [Remark(fault_text(fault, after)) for fault in found.faults])


def _as_registered(tournament: Tournament, team: str, number: int) -> Tournament:
    """With the team at the boards of its match in a drawn round as its members say."""
    drawn = tournament.round(number)
    games = tuple(as_registered(game, team) if team in game.players else game for game in drawn.games)
    return with_boards(tournament.with_round(replace(drawn, games=games)))


def line_up_notes(tournament: Tournament, number: int = 0) -> list[Note]:
    """A remark on line-ups of a round that are not allowed, with who and why; nothing where no teams play."""
    if not tournament.settings.of_teams or not tournament.players:
        return []
    number = number or next_round(tournament)
    teams = [_of(tournament, team, number) for team in tournament.players if team.enters(number)]
    texts = [fault_text(fault, tournament) for one in teams for fault in one.faults]
    said = "; ".join(texts)
    if len(texts) > MOST_FAULTS:
        wrong = first_few([one.team.label for one in teams if one.faults], MOST_NAMED)
        said = f"{wrong}; the first of {len(texts)} faults: {texts[0]}"
    gaps = [(one.team, [str(board) for board, m in enumerate(one.seats, 1) if m is None]) for one in teams]
    empty = [f"{team.label} at {', '.join(boards)}" for team, boards in gaps if boards]
    notes: list[Note] = [Remark(f"line-ups not allowed: {said}")] if texts else []
    return [*notes, *([Remark(f"empty boards: {first_few(empty, MOST_NAMED)}")] if empty else [])]


LINE_UP = Verb(
    "line-up",
    LineUp,
    without_run(line_up),
    lambda request, _: f"line-up {request.who} {' '.join(request.people)}".rstrip(),
    done_answer,
)
