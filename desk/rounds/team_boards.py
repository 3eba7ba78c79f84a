"""Boards as they are shown: who sits there, in matches for which team, the result; matches with their score."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...model.teams.match_boards import BoardAt, boards_at, match_score
from ...model.tournament.games import Game, Result, Round, result_text
from ...model.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class ShownBoard:
    """A board of a match: White and Black with their teams (ids and names); ids and names are blank for nobody.

    `komi` in points; `result` White's points first, blank while it is open. Where two players sit at a table, `board`
    is 0 and the teams are blank.
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

    @property
    def place(self) -> str:
        """The table, with the board of a match: `3`, `3.2`."""
        return f"{self.table}.{self.board}" if self.board else str(self.table)


@dataclass(frozen=True, slots=True)
class ShownTable:
    """A table with its boards: one of two players, or those of the `match` there, with its score so far (`2½–1½`)."""

    table: int
    boards: Sequence[ShownBoard]
    match: Game | None = None
    score: str = ""

    @property
    def open(self) -> int:
        """How many of its boards have no result."""
        return sum(not board.result for board in self.boards)


def tables_shown(games: Iterable[Game], tournament: Tournament) -> list[ShownTable]:
    """Some tables of a round with their boards."""
    found = []
    for game in games:
        boards = [shown(at, tournament) for at in boards_at([game])]
        match = game if game.boards else None
        found.append(ShownTable(game.table, boards, match, match_score(game) if match else ""))
    return found


def boards_shown(drawn: Round, tournament: Tournament) -> list[ShownBoard]:
    """The boards of all matches of a round, by table and board."""
    return [board for match in drawn for board in boards_of_match(match, tournament)]


def boards_of_match(match: Game, tournament: Tournament) -> list[ShownBoard]:
    """The boards of a match; none where two players sit at the table."""
    return [shown(at, tournament) for at in boards_at([match]) if at.match]


def shown(at: BoardAt, tournament: Tournament) -> ShownBoard:
    """A board with names and ranks."""
    game, (white, black) = at.game, at.entrants
    people = [_person(entrant, pid, at, tournament) for entrant, pid in zip((white, black), game.players, strict=True)]
    teams = [tournament.player(pid).name if at.match else "" for pid in (white, black)]
    return ShownBoard(
        table=at.table,
        board=at.board,
        white_team=white if at.match else "",
        white_team_name=teams[0],
        white=game.white,
        white_name=people[0][0],
        white_rank=people[0][1],
        black_team=black if at.match else "",
        black_team_name=teams[1],
        black=game.black,
        black_name=people[1][0],
        black_rank=people[1][1],
        handicap=game.handicap,
        komi=game.komi_halves / 2,
        result="" if game.result is Result.UNKNOWN else result_text(game.result, game.by_default),
    )


def _person(entrant: str, person: str, at: BoardAt, tournament: Tournament) -> tuple[str, str]:
    """Name and rank of a player, or of the member of a team who sits there; blank for nobody."""
    own = tournament.player(entrant)
    if at.match is None:
        return own.name, own.rank_name
    member = next((m for m in own.members if m.id == person), None)
    return (member.name, member.rank_name) if member else ("", "")
