"""Results of matches: of one board, or of the whole match where neither team has played."""

from __future__ import annotations

from dataclasses import replace

from ..errors import InputError, Problem
from ..tournament.games import Game, Result, TeamBoard, result_text
from .boards import board_at, with_board, with_result_of

#: What may be said of a whole match: nobody has played, or all results are taken out.
WHOLE = "1-0!, 0-1! (forfeit of the match), 0-0 (both lose), void (no result), ? (not known)"


def with_match_result(match: Game, board: int, result: Result, by_default: bool) -> Game:
    """The match with the result of a board, or of all of them (board 0). Raises InputError.

    For a whole match there is a forfeit, which every board is then lost by, a loss of both, and no result at all. All
    else follows from its boards. The result of a board is White's there, for the match the team's that is its White.
    """
    if not board:
        return _whole(match, result, by_default)
    own = board_at(match, board)
    if own.incomplete and not (by_default or result in (Result.UNKNOWN, Result.BOTH_LOSE, Result.VOID)):
        text = f"nobody sits at board {board} of table {match.table} on one side, so no game was played there"
        raise InputError([Problem(text, expected="1-0! or 0-1! (forfeit), or ? to take a result out")])
    return with_board(match, _with(own, result, by_default))


def _whole(match: Game, result: Result, by_default: bool) -> Game:
    decided = result in (Result.WHITE, Result.BLACK) and by_default
    if not decided and result not in (Result.BOTH_LOSE, Result.VOID, Result.UNKNOWN):
        text = f"table {match.table} is a match of teams, whose result follows from its boards"
        example = f"a board such as {match.table}.1, or for the whole match {WHOLE}"
        raise InputError([Problem(text, value=result_text(result, by_default), expected=example)])
    turned = {Result.WHITE: Result.BLACK, Result.BLACK: Result.WHITE}
    boards = (_with(b, turned.get(result, result) if b.turned else result, by_default) for b in match.boards)
    return with_result_of(replace(match, boards=tuple(boards)))


def _with(board: TeamBoard, result: Result, by_default: bool) -> TeamBoard:
    return replace(board, game=replace(board.game, result=result, by_default=by_default))
