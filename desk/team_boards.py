"""The boards of matches as they are shown: who sits there for which team, and the result."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ..model.tournament.games import Game, Round, TeamBoard, result_text
from ..model.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A board of a match: White and Black with their teams (ids and names); ids and names are blank for nobody.

    `komi` in points; `result` White's points first, blank while it is open.
    """

    table: int
    board: int
    white_team: str
    white_team_name: str
    white: str
    white_name: str
    white_rank: str
    black_team: str
    black_team_name: str
    black: str
    black_name: str
    black_rank: str
    handicap: int
    komi: float
    result: str


def boards_shown(drawn: Round, tournament: Tournament) -> list[ShownBoard]:
    """The boards of all matches of a round, by table and board."""
    return [board for match in drawn for board in boards_of_match(match, tournament)]


def boards_of_match(match: Game, tournament: Tournament) -> list[ShownBoard]:
    """The boards of a match."""
    return [_shown(match, board, tournament) for board in match.boards]


def _shown(match: Game, board: TeamBoard, tournament: Tournament) -> ShownBoard:
    game = board.game
    teams = (match.black, match.white) if board.turned else match.players
    (white, black), names = game.players, tuple(_names(teams, game.players, tournament))
    return ShownBoard(
        table=match.table,
        board=game.table,
        white_team=teams[0],
        white_team_name=names[0][0],
        white=white,
        white_name=names[0][1],
        white_rank=names[0][2],
        black_team=teams[1],
        black_team_name=names[1][0],
        black=black,
        black_name=names[1][1],
        black_rank=names[1][2],
        handicap=game.handicap,
        komi=game.komi_halves / 2,
        result=result_text(game.result, game.by_default),
    )


def _names(teams: tuple[str, str], people: tuple[str, str], tournament: Tournament) -> Iterator[tuple[str, str, str]]:
    """Of each side the name of the team, and name and rank of the person."""
    for team, person in zip(teams, people, strict=True):
        own = tournament.player(team)
        member = next((m for m in own.members if m.id == person), None)
        yield own.name, member.name if member else "", member.rank_name if member else ""
