"""Results by players: each side of a board says what it was; two that say the same make a result.

What is said lies in a file of its own, not in the journal: a claim is no fact, and undoing a step must not bring one
back. It is on the disk before the player is thanked. Boards on which both sides agree are entered together as one step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...io.folder.hall_files import HallFiles
from ...model.errors import InputError, McMahonError, Problem
from ...model.records.hall import CLAIMS, UNKNOWN_PHONE, Board, Claims, Event, HallState, Phone, Said, Side
from ...model.records.state import State
from ...model.tournament.games import Game, Result, Round
from ...model.tournament.tournament import Tournament
from ..desk import Desk
from ..outcome import Outcome
from ..rounds.results import Results, ResultsDone, enter
from .links import board_token, now, same

MOST_CLAIMS = 20  # that a side can make of one board: whoever changes their mind more often talks to the desk


class ClosedBoardError(McMahonError):
    """Nothing can be said of this board any more: its result is in, or its round is over."""


@dataclass(frozen=True, slots=True)
class Seat:
    """A side of a board, for who has its token. `open`: something can be said of the game now.

    `one_phone`: both sides say the same, and said so on one phone, so that the desk has to confirm it.
    """

    board: Board
    side: Side
    game: Game
    claims: Claims
    open: bool
    one_phone: bool = False

    @property
    def player(self) -> str:
        """The id of who sits here."""
        return self.game.white if self.side is Side.WHITE else self.game.black

    @property
    def own(self) -> str:
        """What this side says; blank for nothing."""
        return self.claims.of(self.side)

    @property
    def jigo(self) -> bool:
        """Whether the game can end even: no game with half a point of komi does."""
        return self.game.komi_halves % 2 == 0


def round_played(tournament: Tournament) -> Round | None:
    """The round whose results are awaited: the last one that is published."""
    published = [drawn for drawn in tournament.rounds if not drawn.draft]
    return published[-1] if published else None


def seat(state: State, hall: HallFiles, number: int, table: int, side: Side, token: str) -> Seat | None:
    """The side of a board that a token is for; None where it is for none, or somebody else sits there now."""
    tournament = state.tournament
    known = 1 <= number <= len(tournament.rounds) and not tournament.rounds[number - 1].draft
    game = tournament.rounds[number - 1].at_table(table) if known else None
    board = Board.of(number, game) if game else Board(number, table, "", "")
    good = same(board_token(hall.secret(), board, side), token)
    if game is None or not good:
        return None
    said = hall.state()
    return Seat(board, side, game, said.of(board), _is_open(tournament, number, game), said.on_one_phone(board))


def _is_open(tournament: Tournament, number: int, game: Game) -> bool:
    played = round_played(tournament)
    return game.result is Result.UNKNOWN and played is not None and played.number == number


def claim(hall: HallFiles, own: Seat, result: str, phone: Phone = UNKNOWN_PHONE) -> Claims:
    """Say how the game of a seat ended, in a word of CLAIMS; blank takes back what was said. What both say now.

    The same said again on another `phone` counts as said there.
    Raises InputError, and ClosedBoardError where nothing can be said any more.
    """
    if not own.open:
        raise ClosedBoardError("the result of this game is in already; if it is wrong, tell the desk")
    if own.game.boards:
        raise ClosedBoardError("the desk enters the results of team matches; please tell it how your boards ended")
    if result and (result not in CLAIMS or (result == "jigo" and not own.jigo)):
        raise InputError([Problem("wrong result", value=result, expected="1-0, 0-1" + ", jigo" * own.jigo)])
    with hall.locked():
        before = hall.state().of(own.board)
        if before.of(own.side) == result and (not result or before.on(own.side) == phone):
            return before
        if before.times(own.side) >= MOST_CLAIMS:
            raise ClosedBoardError("this was changed too often; please tell the desk")
        kind = Said.RESULT if result else Said.BACK
        hall.say([Event(kind, now(), own.board, own.side, result, by=own.player, phone=phone)])
        return hall.state().of(own.board)


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """A board of the round that is played, of which something is said and that has no result yet.

    `one_phone`: both sides say the same, on one phone.
    """

    board: Board
    game: Game
    claims: Claims
    one_phone: bool = False


def open_claims(state: State, hall: HallState) -> Sequence[OpenClaim]:
    """The boards that wait for the other side, or for the desk, in the order of the tables."""
    drawn = round_played(state.tournament)
    if drawn is None:
        return []
    boards = [(Board.of(drawn.number, game), game) for game in drawn if game.result is Result.UNKNOWN]
    found = [OpenClaim(board, game, hall.of(board), hall.on_one_phone(board)) for board, game in boards]
    return [one for one in found if one.claims.white or one.claims.black]


def enter_agreed(desk: Desk, hall: HallFiles, nod: str = "") -> Sequence[int]:
    """Enter every result that both sides say, as one step; their tables. `nod` is who at the desk agrees.

    What was said on one phone is left out: the desk settles each such board by itself. It can be done at any time and
    by anybody at once: what is in already is left alone.
    """
    state = desk.read()
    if not nod and state.tournament.settings.hall.confirm == "desk":
        return []
    agreed = [one for one in open_claims(state, hall.state()) if one.claims.agreed and not one.one_phone]
    if not agreed:
        return []
    typed = " ".join(f"{one.board.table} {one.claims.agreed}" for one in agreed)
    desk.do(lambda now: _entered(now, agreed), f"{nod or 'players'}: both say: {typed}")
    settled(hall, [one.board for one in agreed])
    return [one.board.table for one in agreed]


def _entered(state: State, agreed: Sequence[OpenClaim]) -> Outcome[ResultsDone | None]:
    """With those of the results that still fit the boards: the same players, and no result yet."""
    drawn = round_played(state.tournament)
    boards = {Board.of(drawn.number, game): game for game in drawn or ()} if drawn else {}
    typed: list[str] = []
    for one in agreed:
        if one.board in boards and boards[one.board].result is Result.UNKNOWN:
            typed += [str(one.board.table), one.claims.agreed]
    return enter(state, Results(typed, number=agreed[0].board.round)) if typed else Outcome(state, None)


def settled(hall: HallFiles, boards: Iterable[Board]) -> None:
    """Forget what was said of boards whose results are in, so that a result that is taken out does not come back."""
    with hall.locked():
        said = hall.state()
        events = [Event(Said.SETTLED, now(), board) for board in boards if said.of(board).white or said.of(board).black]
        if events:
            hall.say(events)


def settle(desk: Desk, hall: HallFiles, table: int, result: str, who: str) -> ResultsDone:
    """The desk says how a game of this round ended, whatever the sides say. Raises InputError, ConflictError."""
    drawn = round_played(desk.read().tournament)
    if drawn is None:
        raise InputError("no round is being played")
    request = Results([str(table), result], number=drawn.number)
    done = desk.do(lambda state: enter(state, request), f"{who}: result of round {drawn.number}: {table} {result}")
    settled(hall, [Board.of(one.number, one.at_table) for one in done.value.entered])
    return done.value
