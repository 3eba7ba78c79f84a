"""Line-ups from captains: who plays for a team in the round that comes next, or who sits where before its first result.

A line-up waits for the desk's nod, as a check-in does, and is then entered as if the desk had said it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from ...io.folder.hall_files import HallFiles
from ...model.errors import ConflictError, InputError, McMahonError
from ...model.language import counted, first_few
from ...model.notes import MOST_NAMED
from ...model.records.hall import HallEvent, HallState, Said
from ...model.records.state import State
from ...model.teams.match_boards import (
    FaultKind,
    HandedIn,
    LineUpDecision,
    LineUpFault,
    Seats,
    faults,
    seats,
    seats_asked,
    seats_taken,
)
from ...model.tournament.games import Game
from ...model.tournament.person import Player
from ...model.tournament.tournament import Tournament
from ..desk import Desk
from ..rounds.seat_teams import EMPTY, Attendance, LineUp, attend, line_up
from ..verb import Outcome
from .arrivals import rounds_to_come
from .links import hall_of, now
from .phone_claims import MOST_CLAIMS, round_played


class Closed(StrEnum):
    """Why nothing can be handed in for a round."""

    ABSENT = "absent"
    BYE = "bye"
    BEGUN = "begun"


@dataclass(frozen=True, slots=True)
class TeamRound:
    """A round of a team as its captain sees it: who is at the boards now, and what was handed in.

    `seated`: it is published, so people are chosen board by board; else it is said who plays. `match` is the one of a
    published round. Nothing can be handed in where it is `closed`. `asked`: who would be at the boards by a line-up
    that waits for the desk, with its `faults`; else empty.
    """

    team: Player
    round: int
    seats: Seats
    seated: bool = False
    match: Game | None = None
    closed: Closed | None = None
    handed: HandedIn | None = None
    asked: Seats = ()
    faults: Sequence[LineUpFault] = ()

    @property
    def key(self) -> tuple[str, int, int]:
        """Which line-up was handed in: its team (an id), its round, and how often one was."""
        return self.team.id, self.round, self.handed.times if self.handed else 0


def team_rounds(state: State, hall: HallState, team: str) -> list[TeamRound]:
    """The rounds of a team (an id): that which is played, until its match begins, and the next one."""
    tournament = state.tournament
    played, to_come = round_played(tournament), rounds_to_come(tournament)
    numbers = [*([played.number] if played else []), *to_come[:1]]
    found = [_round(tournament, hall, tournament.player(team), number) for number in numbers]
    open_ = [one for one in found if one.closed is not Closed.BEGUN]
    return [_with_asked(one, tournament) for one in open_ or found]


def _with_asked(one: TeamRound, tournament: Tournament) -> TeamRound:
    if not one.handed or one.handed.decision is not LineUpDecision.OPEN or one.closed:
        return one
    asked = seats_asked(one.handed, one.team, tournament.settings)
    return replace(one, asked=asked, faults=faults(one.team, asked, tournament.settings))


def _round(tournament: Tournament, hall: HallState, team: Player, number: int) -> TeamRound:
    handed = hall.line_ups.get((team.id, number))
    if number in rounds_to_come(tournament):  # a draft is the desk's alone
        closed = None if team.enters(number) else Closed.ABSENT
        return TeamRound(team, number, seats(team, number, tournament.settings), closed=closed, handed=handed)
    drawn = tournament.round(number)
    match = drawn.game_of(team.id)
    if match is None or not match.boards:
        closed = Closed.BYE if team.id in drawn.byes else Closed.ABSENT
        return TeamRound(team, number, (), True, None, closed, handed)
    return TeamRound(team, number, seats_taken(match, team), True, match, Closed.BEGUN if match.begun else None, handed)


def checked(state: State, asked: HandedIn) -> tuple[Seats, list[LineUpFault]]:
    """Who would sit at each board by a line-up, and what is wrong with that. Raises InputError.

    It is refused where it is of other people, leaves all boards empty, or has somebody at two boards; that the order of
    boards does not allow it, the desk may overlook.
    """
    settings, team = state.tournament.settings, state.tournament.player(asked.team)
    known = {m.id for m in team.members if not m.substitute or settings.teams.substitutes != "none"}
    people = [person for person in asked.people if person]
    if not people or not {*people} <= known or (asked.seated and len(asked.people) != settings.teams.boards):
        raise InputError(f"expected who plays for {team.name}, from its own members")
    there = seats_asked(asked, team, settings)
    return there, faults(team, there, settings)


def hand_in(state: State, hall: HallFiles, asked: HandedIn) -> HandedIn:
    """Keep what a captain says. What is so already is taken at once. Raises InputError."""
    there, wrong = checked(state, asked)
    if any(fault.kind is FaultKind.TWICE for fault in wrong):
        raise InputError("nobody can sit at two boards")
    with hall.locked():
        said = hall.state()
        found = [one for one in team_rounds(state, said, asked.team) if one.round == asked.round]
        if not found or found[0].closed or found[0].seated is not asked.seated:
            raise ConflictError("this round has moved on; load the page again")
        before = found[0].handed
        if before and before.times >= MOST_CLAIMS:
            raise InputError("this was changed too often; please tell the desk")
        is_so = there == found[0].seats
        decided = LineUpDecision.TAKEN if is_so else LineUpDecision.OPEN
        known = before and (before.people, before.seated, before.decision)
        if known != (asked.people, asked.seated, decided):
            said_now = HallEvent(
                Said.LINE_UP,
                now(),
                player=asked.team,
                rounds=(asked.round,),
                by=asked.team,
                people=asked.people,
                seated=asked.seated,
            )
            hall.say([said_now, *([replace(said_now, kind=Said.TAKEN)] if is_so else [])])
        return hall.state().line_ups[asked.team, asked.round]


def waiting(state: State, hall: HallState) -> list[TeamRound]:
    """The line-ups that the desk has not decided on and that can still be played, in the order of the teams."""
    teams = state.tournament.players if state.tournament.settings.of_teams else ()
    return [one for team in teams for one in team_rounds(state, hall, team.id) if one.asked]


def waiting_in(folder: Path, state: State) -> list[TeamRound]:
    """The line-ups that wait in the hall of a folder; none where its files cannot be read."""
    try:
        return waiting(state, hall_of(folder).state())
    except McMahonError:
        return []


def waiting_text(found: Sequence[TeamRound]) -> str:
    """The count of line-ups that wait, with their teams."""
    verb = "waits" if len(found) == 1 else "wait"
    names = first_few([one.team.name for one in found], MOST_NAMED)
    return f"{counted(len(found), 'line-up')} of captains {verb} for the desk: {names}"


def take(desk: Desk, hall: HallFiles, chosen: Sequence[tuple[str, int, int]], who: str, seen: int | None = None) -> int:
    """Enter line-ups as one step, each by team (an id), round and how often something was said; how many.

    Raises ConflictError where a captain has handed in another one since, InputError.
    """
    open_ = {one.key: one for one in waiting(desk.read(), hall.state())}
    if not chosen or not {*chosen} <= open_.keys():
        raise ConflictError("these line-ups are not the last ones any more; look at the list again")
    taken = [open_[key] for key in chosen]
    rounds = {one.round: "; ".join(own.team.name for own in taken if own.round == one.round) for one in taken}
    named = ", ".join(f"round {number}: {names}" for number, names in sorted(rounds.items()))
    handed = [one.handed for one in taken if one.handed]
    desk.do(lambda state: _entered(state, handed), f"{who}: line-ups from captains, {named}", seen)
    decide(hall, chosen, who)
    return len(chosen)


def _entered(state: State, handed: Sequence[HandedIn]) -> Outcome[None]:
    to_come = rounds_to_come(state.tournament)
    for one in handed:
        team = state.tournament.player(one.team)
        if one.round in to_come:
            state = attend(state, Attendance(one.team, [*filter(None, one.people)], one.round)).state
        else:
            there = seats_asked(one, team, state.tournament.settings)
            asked = LineUp(
                who=one.team, people=tuple(m.id if m else EMPTY for m in there), round=one.round, anyway=True
            )
            state = line_up(state, asked).state
    return Outcome(state, None)


def decide(hall: HallFiles, chosen: Sequence[tuple[str, int, int]], who: str, taken: bool = True) -> None:
    """Note that the desk has taken line-ups or not, where no other ones have been handed in since."""
    with hall.locked():
        known = hall.state().line_ups
        kind = Said.TAKEN if taken else Said.NOT_TAKEN
        events = [
            HallEvent(kind, now(), player=team, rounds=(number,), by=who)
            for team, number, times in chosen
            if (team, number) in known and known[team, number].times == times
        ]
        if events:
            hall.say(events)
