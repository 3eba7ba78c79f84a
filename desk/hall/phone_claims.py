"""Results by players: each side of a board says what it was; two that say the same make a result.

In a match of teams a side is a team: whoever has its token says how each of its boards ended, some now and some later.

What is said lies in a file of its own, not in the journal: a claim is no fact, and undoing a step must not bring one
back. It is on the disk before the player is thanked. Boards on which both sides agree are entered together as one step.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from ...io.folder.hall_files import HallFiles
from ...model.errors import InputError, McMahonError, Problem
from ...model.records.hall import CLAIMS, UNKNOWN_PHONE, Board, Claims, HallEvent, HallState, Phone, Said, Side
from ...model.records.state import State
from ...model.teams.match_boards import BoardAt, boards_at
from ...model.tournament.games import Game, Result, Round
from ...model.tournament.tournament import Tournament
from ..desk import Desk
from ..messages.changed_rounds import won_text
from ..messages.team_texts import people_by_id
from ..rounds.enter_results import ENTER_RESULTS, EnterResults, OneResult, ResultsDone, enter
from ..verb import Answer, Outcome, Request, told
from .links import board_token, now, same

MOST_CLAIMS = 20  # that a side makes of a board, or a captain of a line-up; who says more often talks to the desk


class ClosedBoardError(McMahonError):
    """Nothing can be said of this board any more: its result is in, or its round is over."""


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """A board of the round that is played, and what its sides say of it.

    `one_phone`: both say the same, and said so on one phone, so that the desk has to confirm it.
    """

    board: Board
    at: BoardAt
    claims: Claims
    one_phone: bool


@dataclass(frozen=True, slots=True)
class Seat(OpenClaim):
    """A side of a board, for who has its token. `open`: something can be said of the game now."""

    side: Side
    open: bool

    @property
    def game(self) -> Game:
        """The game at the board."""
        return self.at.game

    @property
    def player(self) -> str:
        """Who sits here: an id, in a match `team/member`."""
        return self.board.white if self.side is Side.WHITE else self.board.black

    @property
    def own(self) -> str:
        """What this side says; blank for nothing."""
        return self.claims.of(self.side)

    @property
    def theirs(self) -> str:
        """What the other side says; blank for nothing."""
        return self.claims.of(self.side.other)

    @property
    def jigo(self) -> bool:
        """Whether the game can end even: no game with half a point of komi does."""
        return self.game.komi_halves % 2 == 0


class ClaimRequest(Request, frozen=True, kw_only=True):
    """What a side says of its game."""

    result: Annotated[Literal["1-0", "0-1", "jigo", ""], told("White's points first; blank takes back what was said")]
    board: Annotated[int, told("in a match of teams the number of the board; White is who has White there")] = 0


class TeamSeatAnswer(Answer, frozen=True):
    """A team's side of a board of its match."""

    board: Annotated[int, told("number of the board")]
    side: Annotated[str, told('"white" or "black", as its own person sits there')]
    open: Annotated[bool, told("whether something can be said of the game now")]
    own: Annotated[str, told('what this side says: "1-0", "0-1", "jigo", or blank')]
    other: Annotated[str, told("what the other side says")]


class SeatAnswer(Answer, frozen=True):
    """A side of a board, for who has its token."""

    round: Annotated[int, told("number of the round")]
    table: Annotated[int, told("number of the table")]
    side: Annotated[str, told('"white" or "black"; in a match that of the team at board 1')]
    open: Annotated[bool, told("whether something can be said of the game now, in a match of any of its boards")]
    own: Annotated[str, told('what this side says: "1-0", "0-1", "jigo", or blank; blank in a match')]
    other: Annotated[str, told("what the other side says")]
    boards: Annotated[
        tuple[TeamSeatAnswer, ...], told("the boards of a match of teams, of which each is said by itself")
    ] = ()


def round_played(tournament: Tournament) -> Round | None:
    """The round whose results are awaited: the last one that is published."""
    published = tournament.published
    return published[-1] if published else None


def seats(state: State, hall: HallFiles, number: int, table: int, side: Side, token: str) -> Sequence[Seat]:
    """What a token of a side of a table is for: that side of its board, or of a match all boards of that team.

    Nothing where it is for none, somebody else sits there now, or tokens of this hall do not count here.
    """
    tournament = state.tournament
    known = 1 <= number <= len(tournament.rounds) and not tournament.rounds[number - 1].draft
    game = tournament.rounds[number - 1].at_table(table) if known else None
    board = Board.of(number, game) if game else Board(number, table, "", "")
    good = same(board_token(hall.secret(), board, side), token)
    if game is None or not good or hall.is_from_elsewhere():
        return ()
    said, played = hall.state(), round_played(tournament)
    found = []
    for at in boards_at([game]):
        own = Board.at(number, at)
        is_open = played is not None and played.number == number and at.open and all(at.game.players)
        own_side = side.other if at.turned else side
        found.append(Seat(own, at, said.of(own), said.on_one_phone(own), own_side, is_open))
    return found


def claim(hall: HallFiles, said: Sequence[tuple[Seat, str]], phone: Phone = UNKNOWN_PHONE) -> Sequence[Claims]:
    """Say how the games of some seats ended, each in a word of CLAIMS; blank takes back what was said.

    All of it is taken, or nothing. The same said again on another `phone` counts as said there. What both sides of each
    board say now. Raises InputError, and ClosedBoardError where nothing can be said any more.
    """
    for own, result in said:
        if not own.open:
            raise ClosedBoardError("the result of this game is in already; if it is wrong, tell the desk")
        if result and (result not in CLAIMS or (result == "jigo" and not own.jigo)):
            raise InputError([Problem("wrong result", value=result, expected="1-0, 0-1" + ", jigo" * own.jigo)])
    with hall.locked():
        before = hall.state()
        events = [_event(own, result, before.of(own.board), phone) for own, result in said]
        new = [event for event in events if event is not None]
        if new:
            hall.say(new)
        now = hall.state()
        return [now.of(own.board) for own, _ in said]


def _event(own: Seat, result: str, before: Claims, phone: Phone) -> HallEvent | None:
    """What a seat says, None where it has said so already. Raises ClosedBoardError."""
    if before.of(own.side) == result and (not result or before.on(own.side) == phone):
        return None
    if before.times(own.side) >= MOST_CLAIMS:
        raise ClosedBoardError("this was changed too often; please tell the desk")
    kind = Said.RESULT if result else Said.BACK
    return HallEvent(kind, now(), own.board, own.side, result, by=own.player, phone=phone)


def open_claims(state: State, hall: HallState) -> Sequence[OpenClaim]:
    """The boards that wait for the other side, or for the desk, in the order of the tables."""
    found = [
        OpenClaim(board, at, hall.of(board), hall.on_one_phone(board))
        for board, at in _boards(state.tournament).items()
        if at.open
    ]
    return [one for one in found if one.claims.white or one.claims.black]


def _boards(tournament: Tournament) -> dict[Board, BoardAt]:
    drawn = round_played(tournament)
    return {Board.at(drawn.number, at): at for at in boards_at(drawn)} if drawn else {}


def enter_agreed(desk: Desk, hall: HallFiles, nod: str = "") -> Sequence[str]:
    """Enter every result that both sides say, as one step; their places. `nod` is who at the desk agrees.

    What was said on one phone is left out: the desk settles each such board by itself. It can be done at any time and
    by anybody at once: what is in already is left alone.
    """
    state = desk.read()
    if not nod and state.tournament.settings.hall.confirm == "desk":
        return []
    agreed = [one for one in open_claims(state, hall.state()) if one.claims.agreed and not one.one_phone]
    if not agreed:
        return []
    typed = " ".join(f"{one.at.place} {one.claims.agreed}" for one in agreed)
    desk.do(lambda now: _entered(now, agreed), f"{nod or 'players'}: both say: {typed}")
    _forget(hall, [one.board for one in agreed])
    return [one.at.place for one in agreed]


def _entered(state: State, agreed: Sequence[OpenClaim]) -> Outcome[ResultsDone | None]:
    """With those of the results that still fit the boards: the same players, and no result yet."""
    boards = _boards(state.tournament)
    results: dict[str, str] = {}
    for one in agreed:
        if one.board in boards and boards[one.board].open:
            results[one.at.place] = one.claims.agreed
    return enter(state, EnterResults(results=results, round=agreed[0].board.round)) if results else Outcome(state, None)


def settled(hall: HallFiles, entered: Iterable[OneResult]) -> None:
    """Forget what was said of boards whose results are in, so that a result that is taken out does not come back."""
    _forget(hall, [Board.at(one.number, one.at) for one in entered])


def contradicted(said: HallState, entered: Iterable[OneResult], tournament: Tournament) -> list[str]:
    """The claims of phones that contradict results which the desk has entered, a sentence for each."""
    found = []
    names = {player.id: player.name for player in tournament.players}
    for one in entered:
        claims = said.of(Board.at(one.number, one.at))
        people = people_by_id(one.match, tournament) if one.match else names
        for word, player in ((claims.white, one.game.white), (claims.black, one.game.black)):
            if word and one.game.result not in (CLAIMS[word], Result.UNKNOWN):
                told = won_text(replace(one.game, result=CLAIMS[word], by_default=False), one.match, tournament)
                found.append(f"table {one.place}: the phone of {people[player]} says {told}")
    return found


def _forget(hall: HallFiles, boards: Iterable[Board]) -> None:
    with hall.locked():
        said = hall.state()
        events = [
            HallEvent(Said.SETTLED, now(), board) for board in boards if said.of(board).white or said.of(board).black
        ]
        if events:
            hall.say(events)


def settle(desk: Desk, hall: HallFiles, place: str, result: str, who: str) -> ResultsDone:
    """The desk says how the game at a place (`3`, `3.2`) of this round ended. Raises InputError, ConflictError."""
    drawn = round_played(desk.read().tournament)
    if drawn is None:
        raise InputError("no round is being played")
    request = EnterResults(results={place: result}, round=drawn.number)
    done = desk.carry_out(ENTER_RESULTS, request, f"{who}: result of round {drawn.number}: {place} {result}")
    settled(hall, done.value.entered)
    return done.value


def seat_answer(seats: Sequence[Seat]) -> SeatAnswer:
    """A side of a board, or of all boards of a match."""
    first, is_open = seats[0], any(seat.open for seat in seats)
    if not first.at.match:
        return SeatAnswer(first.board.round, first.board.table, first.side, is_open, first.own, first.theirs)
    boards = tuple(TeamSeatAnswer(one.board.board, one.side, one.open, one.own, one.theirs) for one in seats)
    return SeatAnswer(first.board.round, first.board.table, first.side, is_open, "", "", boards)
