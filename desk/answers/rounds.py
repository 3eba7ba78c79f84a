"""A round as it stands: its boards and results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...model.tournament.games import ByHand, result_text
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


class RoundAnswer(Answer, frozen=True):
    """A round as it stands.

    round: number of the round
    draft: whether it is a draft, which publish-round or a result makes final
    boards: the games, by table
    byes: ids of all who have a bye
    unpaired: ids of those who are there but have neither a game nor a bye
    absent: ids of those who are not entered for the round
    """

    round: int
    draft: bool
    boards: tuple[StandingBoardAnswer, ...]
    byes: tuple[str, ...]
    unpaired: tuple[str, ...]
    absent: tuple[str, ...]


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
    return RoundAnswer(drawn.number, drawn.draft, tuple(boards), drawn.byes, drawn.unpaired, drawn.absent)
