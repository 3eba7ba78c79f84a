"""A round as it stands: its boards and results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...model.tournament.games import ByHand, result_text
from ..team_boards import ShownBoard, boards_shown
from .answer import Answer

if TYPE_CHECKING:
    from ...model.tournament.tournament import Tournament
    from ..tables import ShownRound


class StandingBoardAnswer(Answer, frozen=True):
    """One game of a round, with its result.

    table: number of the table
    white: id of White
    black: id of Black
    white_name: name of White
    black_name: name of Black
    handicap: stones; 0 in an even game
    komi: points for White, in halves such as 6.5
    result: White's points first, such as "1-0", "½-½", with ! for a win by forfeit; blank while it is missing
    by_hand: what was changed by hand
    """

    table: int
    white: str
    black: str
    white_name: str
    black_name: str
    handicap: int
    komi: float
    result: str
    by_hand: tuple[ByHand, ...]


class TeamBoardAnswer(Answer, frozen=True):
    """One board of a match of teams.

    table: number of the match's table
    board: number of the board
    white_team: id of the team that has White here
    white: id of its person, blank for an empty seat
    white_name: name of that person
    black_team: id of the other team
    black: id of its person, blank for an empty seat
    black_name: name of that person
    handicap: stones; 0 in an even game
    komi: points for White, in halves such as 6.5
    result: as of a game
    """

    table: int
    board: int
    white_team: str
    white: str
    white_name: str
    black_team: str
    black: str
    black_name: str
    handicap: int
    komi: float
    result: str


class AllowedAnswer(Answer, frozen=True):
    """A rule that a change by hand broke with the director's yes.

    rule: name of the rule, such as "repeats"
    players: ids of whom it concerns
    found: of a rule over pairs, how many of its games there were; else 0
    part: of a rule over pairs, which part of the field it counted in; else blank
    """

    rule: str
    players: tuple[str, ...]
    found: int
    part: str


class RoundAnswer(Answer, frozen=True):
    """A round as it stands.

    round: number of the round
    draft: whether it is a draft, which publish-round or a result makes final
    boards: the games, by table
    byes: ids of all who have a bye
    unpaired: ids of those who are there but have neither a game nor a bye
    absent: ids of those who are not entered for the round
    team_boards: the boards of all matches where teams play; their results make those of the games
    hand_pairing: whether the draft is being paired by hand
    allowed: the rules that a change by hand broke with the director's yes
    stale: what has changed since a draft was drawn, in words; nothing of such a draft is proven any more
    """

    round: int
    draft: bool
    boards: tuple[StandingBoardAnswer, ...]
    byes: tuple[str, ...]
    unpaired: tuple[str, ...]
    absent: tuple[str, ...]
    team_boards: tuple[TeamBoardAnswer, ...] = ()
    hand_pairing: bool = False
    allowed: tuple[AllowedAnswer, ...] = ()
    stale: tuple[str, ...] = ()


def round_answer(shown: ShownRound, tournament: Tournament) -> RoundAnswer:
    """A round with its boards and results."""
    drawn, players = shown.round, tournament.by_id()
    boards = (
        StandingBoardAnswer(
            table=game.table,
            white=game.white,
            black=game.black,
            white_name=players[game.white].name,
            black_name=players[game.black].name,
            handicap=game.handicap,
            komi=game.komi_halves / 2,
            result=result_text(game.result, game.by_default),
            by_hand=tuple(sorted(game.by_hand)),
        )
        for game in drawn
    )
    teams = tuple(_team_board(one) for one in boards_shown(drawn, tournament))
    seats = drawn.byes, drawn.unpaired, drawn.absent
    allowed = tuple(AllowedAnswer(one.rule, one.players, one.found, one.part) for one in drawn.allowed)
    of_director = drawn.hand_pairing, allowed
    return RoundAnswer(drawn.number, drawn.draft, tuple(boards), *seats, teams, *of_director, shown.stale)


def _team_board(one: ShownBoard) -> TeamBoardAnswer:
    values = {name: getattr(one, name) for name in TeamBoardAnswer.__struct_fields__}
    return TeamBoardAnswer(**values)
