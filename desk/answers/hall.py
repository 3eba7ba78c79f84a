"""What the hall is told as JSON: public facts, in which players are named by their number on public pages."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ..hall.view import Card, HallView, Turn, number_of
from .answer import Answer

if TYPE_CHECKING:
    from ...io.pages.public import PublicBoard, PublicPlayer
    from ...model.records.hall import Here
    from ..hall.boards import Seat


class TournamentAnswer(Answer, frozen=True):
    """Where a tournament stands.

    name: as it is called
    rounds: how many there are
    published: the last round that is published; 0 before the first
    after_round: the last round that the standings count
    provisional: whether results are missing
    start: when the round that was published last begins; blank where that is not known
    revision: number of the last step; it differs when something has changed
    """

    name: str
    rounds: int
    published: int
    after_round: int
    provisional: bool
    start: str
    revision: int


class PersonAnswer(Answer, frozen=True):
    """A player as public pages show them.

    player: number on public pages
    name: surname, then first name
    rank: such as "3d"
    club: blank where it is not known
    country: two letters, blank where it is not known
    """

    player: int
    name: str
    rank: str
    club: str
    country: str


class MemberAnswer(Answer, frozen=True):
    """One of the people of a team as public pages show them.

    name: surname, then first name
    rank: such as "3d"
    club: blank where it is not known
    country: two letters, blank where it is not known
    """

    name: str
    rank: str
    club: str
    country: str


class MatchBoardAnswer(Answer, frozen=True):
    """A board of a match of teams.

    board: number of the board
    white: who has White at it; null for an empty seat
    black: who has Black
    white_team: number of White's team on public pages
    handicap: stones; 0 in an even game
    komi: points for White, as printed: "6.5"
    result: White's points first, such as "1-0", with ! for a forfeit; blank for none
    """

    board: int
    white: MemberAnswer | None
    black: MemberAnswer | None
    white_team: int
    handicap: int
    komi: str
    result: str


class PublicBoardAnswer(Answer, frozen=True):
    """A game of a published round.

    table: number of the table
    white: White
    black: Black
    handicap: stones; 0 in an even game
    komi: points for White, as printed: "6.5"
    result: White's points first, such as "1-0", with ! for a forfeit; of a match of teams so far: "2–1"; blank for none
    boards: the boards of a match of teams
    """

    table: int
    white: PersonAnswer
    black: PersonAnswer
    handicap: int
    komi: str
    result: str
    boards: tuple[MatchBoardAnswer, ...] = ()


class PublicRoundAnswer(Answer, frozen=True):
    """A round that is published.

    round: its number
    boards: its games, by table
    byes: who has a bye
    unpaired: who is there and has no game
    """

    round: int
    boards: tuple[PublicBoardAnswer, ...]
    byes: tuple[PersonAnswer, ...]
    unpaired: tuple[PersonAnswer, ...]


class PublicRowAnswer(Answer, frozen=True):
    """A line of the standings.

    place: place, shared by equals
    line: number of the line, from 1; the games refer to it
    player: the player
    rounds: a game a round, as in a crosstable: "12+" is a win against line 12
    values: each criterion of the order as printed
    """

    place: int
    line: int
    player: PersonAnswer
    rounds: tuple[str, ...]
    values: dict[str, str]


class PublicStandingsAnswer(Answer, frozen=True):
    """The standings as everybody may see them.

    after_round: number of the round; 0 before the first
    provisional: whether results are missing
    rows: the list
    """

    after_round: int
    provisional: bool
    rows: tuple[PublicRowAnswer, ...]


class TurnAnswer(Answer, frozen=True):
    """What a round is for a player.

    round: its number
    kind: "game", "bye", "absent" or "unpaired"
    table: number of the table; 0 without a game
    colour: "white" or "black"; blank without a game
    opponent: number of the opponent on public pages; 0 without a game
    handicap: stones; 0 in an even game
    komi: points for White, as printed
    won: "won", "lost", "jigo", "void", "-" without a game; blank while it is not known
    """

    round: int
    kind: str
    table: int
    colour: str
    opponent: int
    handicap: int
    komi: str
    won: str


class CardAnswer(Answer, frozen=True):
    """A player's own page.

    player: the player
    place: place in the standings; 0 before there are any
    points: McMahon score as printed
    turns: the published rounds
    why: why this game in the round that is played, in words
    """

    player: PersonAnswer
    place: int
    points: str
    turns: tuple[TurnAnswer, ...]
    why: tuple[str, ...]


class TeamSeatAnswer(Answer, frozen=True):
    """A team's side of a board of its match.

    board: number of the board
    side: "white" or "black", as its own person sits there
    open: whether something can be said of the game now
    own: what this side says: "1-0", "0-1", "jigo", or blank
    other: what the other side says
    """

    board: int
    side: str
    open: bool
    own: str
    other: str


class SeatAnswer(Answer, frozen=True):
    """A side of a board, for who has its token.

    round: number of the round
    table: number of the table
    side: "white" or "black"; in a match that of the team at board 1
    open: whether something can be said of the game now, in a match of any of its boards
    own: what this side says: "1-0", "0-1", "jigo", or blank; blank in a match
    other: what the other side says
    boards: the boards of a match of teams, of which each is said by itself
    """

    round: int
    table: int
    side: str
    open: bool
    own: str
    other: str
    boards: tuple[TeamSeatAnswer, ...] = ()


class HereAnswer(Answer, frozen=True):
    """What is known of a player's check-in.

    player: number on public pages
    waiting: rounds for which they say to be here, and the desk has not confirmed it yet
    confirmed: rounds for which the desk has
    """

    player: int
    waiting: tuple[int, ...]
    confirmed: tuple[int, ...]


def tournament_answer(view: HallView) -> TournamentAnswer:
    """Where a tournament stands."""
    published = view.drawn.number if view.drawn else 0
    return TournamentAnswer(
        view.name, view.rounds, published, view.after_round, view.provisional, view.start(), view.revision
    )


def person_answer(person: PublicPlayer) -> PersonAnswer:
    """A player as public pages show them."""
    return PersonAnswer(number_of(person), person.name, person.rank, person.club, person.country)


def public_round_answer(view: HallView, number: int) -> PublicRoundAnswer:
    """A published round of this number."""
    without = dict(view.without_board(number))
    byes, unpaired = (tuple(map(person_answer, people)) for people in without.values())
    return PublicRoundAnswer(number, tuple(map(public_board_answer, view.boards(number))), byes, unpaired)


def public_board_answer(line: dict[str, Any]) -> PublicBoardAnswer:
    """A game as lists of boards show it."""
    white, black = person_answer(line["white"]), person_answer(line["black"])
    boards = tuple(_match_board(board, (white, black)) for board in line["boards"])
    return PublicBoardAnswer(line["table"], white, black, line["handicap"], line["komi"], line["result"], boards)


def _match_board(board: PublicBoard, teams: Sequence[PersonAnswer]) -> MatchBoardAnswer:
    """A board of a match, White's side first; `teams` are those of the match, in the order of the board's sides."""
    sides = sorted(zip(board.colours, board.people, teams, strict=True), key=lambda side: side[0] != "White")
    white, black = (
        MemberAnswer(person.name, person.rank, person.club, person.country) if person else None
        for _, person, _ in sides
    )
    team = sides[0][2].player
    return MatchBoardAnswer(board.number, white, black, team, board.handicap, board.komi, board.score)


def public_standings_answer(view: HallView) -> PublicStandingsAnswer:
    """The standings as everybody may see them."""
    titles = view.criteria()
    rows = (
        PublicRowAnswer(
            row["shared_place"],
            row["line"],
            person_answer(row["player"]),
            tuple(row["cells"]),
            dict(zip(titles, map(str, row["numbers"]), strict=True)),
        )
        for row in view.standings()
    )
    return PublicStandingsAnswer(view.after_round, view.provisional, tuple(rows))


def card_answer(card: Card) -> CardAnswer:
    """A player's own page."""
    return CardAnswer(person_answer(card.person), card.place, card.points, tuple(map(_turn, card.turns)), card.why)


def _turn(turn: Turn) -> TurnAnswer:
    colour = ("white" if turn.white else "black") if turn.kind == "game" else ""
    opponent = number_of(turn.opponent) if turn.opponent else 0
    return TurnAnswer(turn.round, turn.kind, turn.table, colour, opponent, turn.handicap, turn.komi, turn.won)


def seat_answer(seats: Sequence[Seat]) -> SeatAnswer:
    """A side of a board, or of all boards of a match."""
    first, is_open = seats[0], any(seat.open for seat in seats)
    if not first.at.match:
        return SeatAnswer(first.board.round, first.board.table, first.side, is_open, first.own, first.theirs)
    boards = tuple(TeamSeatAnswer(one.board.board, one.side, one.open, one.own, one.theirs) for one in seats)
    return SeatAnswer(first.board.round, first.board.table, first.side, is_open, "", "", boards)


def here_answer(number: int, here: Here) -> HereAnswer:
    """A player's check-in."""
    return HereAnswer(number, tuple(sorted(here.waiting)), tuple(sorted(here.confirmed)))
