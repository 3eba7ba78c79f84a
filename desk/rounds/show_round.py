"""What is looked up: a round with its boards, scores, the bar, who is there; and tables that come from no file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from ...io.tables.records import Row, Table
from ...model.noticing import bar_text
from ...model.placing.scores import Scores, score
from ...model.records.state import State
from ...model.teams.match_boards import BoardAt, boards_at, match_score
from ...model.tournament.games import ByHand, Game, Result, Round, result_text
from ...model.tournament.tournament import Tournament
from ..verb import Answer, Outcome, answer_of, told
from .draw.draw_answer import BoardAnswer, game_values
from .round_numbers import round_number

__all__ = ["Table", "bar_text", "table_of"]


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


class StandingBoardAnswer(BoardAnswer, frozen=True):
    """One game of a round, with its result."""

    result: Annotated[
        str, told('White\'s points first, such as "1-0", "½-½", with ! for a win by forfeit; blank while it is missing')
    ]
    by_hand: Annotated[tuple[ByHand, ...], told("what was changed by hand")]


class TeamBoardAnswer(Answer, frozen=True):
    """One board of a match of teams."""

    table: Annotated[int, told("number of the match's table")]
    board: Annotated[int, told("number of the board")]
    white_team: Annotated[str, told("id of the team that has White here")]
    white: Annotated[str, told("id of its person, blank for an empty seat")]
    white_name: Annotated[str, told("name of that person")]
    black_team: Annotated[str, told("id of the other team")]
    black: Annotated[str, told("id of its person, blank for an empty seat")]
    black_name: Annotated[str, told("name of that person")]
    handicap: Annotated[int, told("stones; 0 in an even game")]
    komi: Annotated[float, told("points for White, in halves such as 6.5")]
    result: Annotated[str, told("as of a game")]


class AllowedAnswer(Answer, frozen=True):
    """A rule that a change by hand broke with the director's yes."""

    rule: Annotated[str, told('name of the rule, such as "repeats"')]
    players: Annotated[tuple[str, ...], told("ids of whom it concerns")]
    found: Annotated[int, told("of a rule over pairs, how many of its games there were; else 0")]
    part: Annotated[str, told("of a rule over pairs, which part of the field it counted in; else blank")]


class RoundAnswer(Answer, frozen=True):
    """A round as it stands."""

    round: Annotated[int, told("number of the round")]
    draft: Annotated[bool, told("whether it is a draft, which publish-round or a result makes final")]
    boards: Annotated[tuple[StandingBoardAnswer, ...], told("the games, by table")]
    byes: Annotated[tuple[str, ...], told("ids of all who have a bye")]
    unpaired: Annotated[tuple[str, ...], told("ids of those who are there but have neither a game nor a bye")]
    absent: Annotated[tuple[str, ...], told("ids of those who are not entered for the round")]
    team_boards: Annotated[
        tuple[TeamBoardAnswer, ...],
        told("the boards of all matches where teams play; their results make those of the games"),
    ] = ()
    hand_pairing: Annotated[bool, told("whether the draft is being paired by hand")] = False
    allowed: Annotated[
        tuple[AllowedAnswer, ...], told("the rules that a change by hand broke with the director's yes")
    ] = ()
    stale: Annotated[
        tuple[str, ...],
        told("what has changed since a draft was drawn, in words; nothing of such a draft is proven any more"),
    ] = ()


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A round, the scores that its players had before it, and what has changed since a draft was drawn, in words."""

    round: Round
    scores: Scores
    stale: tuple[str, ...] = ()


def show(state: State, number: int = 0, folder: Path | None = None) -> Outcome[ShownRound]:
    """A round that has been drawn (0: the last); `folder` is where the tournament is. Raises InputError."""
    drawn = state.tournament.round(round_number(state.tournament, number))
    stale: tuple[str, ...] = ()
    if drawn.draft:
        from .proof.since_draw import since_draw, since_draw_lines  # a published round is shown without numpy

        stale = tuple(since_draw_lines(since_draw(state, drawn.number, folder), state.tournament))
    return Outcome(state, ShownRound(drawn, scores_before(state.tournament, drawn.number), stale))


def round_answer(shown: ShownRound, tournament: Tournament) -> RoundAnswer:
    """A round with its boards and results."""
    drawn, players = shown.round, tournament.by_id()
    boards = (
        StandingBoardAnswer(
            **game_values(game, players),
            result=result_text(game.result, game.by_default),
            by_hand=tuple(sorted(game.by_hand)),
        )
        for game in drawn
    )
    teams = (answer_of(TeamBoardAnswer, one) for one in boards_shown(drawn, tournament))
    seats = drawn.byes, drawn.unpaired, drawn.absent
    allowed = tuple(answer_of(AllowedAnswer, one) for one in drawn.allowed)
    of_director = drawn.hand_pairing, allowed
    return RoundAnswer(drawn.number, drawn.draft, tuple(boards), *seats, tuple(teams), *of_director, shown.stale)


def scores_before(tournament: Tournament, number: int) -> Scores:
    """Everybody's scores before a round."""
    return score(tournament.before(number)).for_draw()


def table_of(name: str, titles: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """A table as a use case reads it, out of titles and rows of texts; its lines count from 2, as in a CSV file."""
    cells = (dict(zip(titles, row, strict=True)) for row in rows)
    return Table(name, tuple(titles), tuple(Row(line, row) for line, row in enumerate(cells, 2)))
