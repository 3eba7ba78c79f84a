"""What a change of a team's members must leave: who has played at boards of its matches."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.errors import InputError
from ...model.notes import Remark
from ...model.teams.match_boards import seats, seats_taken
from ...model.tournament.person import Member, Player
from ...model.tournament.tournament import Tournament


def check_never_played(tournament: Tournament, team: Player, member: Member) -> None:
    """Raise InputError for somebody who has a result at a board of the team's matches."""
    for number, board in _boards_played(tournament, team, member).items():
        where = f"round {number}, board {board}"
        raise InputError(f"{member.name} has played for {team.name} ({where}), so {member.name} stays a member")


def check_not_played(tournament: Tournament, team: Player, member: Member, numbers: frozenset[int]) -> None:
    """Raise InputError for somebody who has a result in one of these rounds."""
    played = _boards_played(tournament, team, member)
    for number in sorted(played.keys() & numbers):
        text = f"{member.name} has a result at board {played[number]} of round {number}, so {member.name} was there"
        raise InputError(text)


def _boards_played(tournament: Tournament, team: Player, member: Member) -> dict[int, int]:
    """The boards of matches at which somebody has a result, by round."""
    found = {}
    for drawn in tournament.rounds:
        match = drawn.game_of(team.id)
        side = match.players.index(team.id) if match else 0
        for board in match.boards if match else ():
            if board.begun and board.people()[side] == member.id:
                found[drawn.number] = board.game.table
    return found


def not_seated(tournament: Tournament, team: Player, numbers: Sequence[int]) -> list[Remark]:
    """A remark on drawn rounds in which others sit at boards of a team: they have played, or sit there by hand."""
    other = []
    for number in numbers if tournament.settings.of_teams else ():
        match = tournament.round(number).game_of(team.id) if number <= len(tournament.rounds) else None
        if match and seats_taken(match, team) != seats(team, number, tournament.settings):
            other.append(str(number))
    text = f"{team.name} sits as played, or as entered by hand, at boards of round {', '.join(other)}; these stay"
    return [Remark(text)] if other else []
