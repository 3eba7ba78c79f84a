"""What a hall keeps beside a tournament: links for phones and helpers, what players say of their games, who is here."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum

from ..teams.match_boards import BoardAt, HandedIn, LineUpDecision
from ..tournament.games import Game, Result
from ..tournament.numbers import every_round


class Role(StrEnum):
    """What a link lets somebody do. A side of a board has a link of its own, which is kept nowhere."""

    DESK = "desk"  # everything in this tournament
    HELPER = "helper"  # results and check-in, where the link says so only of some tables or players
    CHECK_IN = "check-in"  # players say that they are here
    CAPTAIN = "captain"  # a team says who plays for it
    READER = "reader"  # pairings, standings, a page for each player


@dataclass(frozen=True, slots=True)
class Limit:
    """A helper's boards: tables `first` to `last`, or players by a column's value; zeros and blanks limit nothing."""

    first: int = 0
    last: int = 0
    column: str = ""
    value: str = ""

    def __post_init__(self) -> None:
        """Raises ValueError for tables that there cannot be, and for a column without value."""
        if not 0 <= self.first <= self.last <= 99_999 or bool(self.column) != bool(self.value):
            raise ValueError("expected tables such as 1-40, or a column and its value")

    def __str__(self) -> str:
        tables = f"tables {self.first}\N{EN DASH}{self.last}" if self.last else ""
        return ", ".join(part for part in (tables, f"{self.column} {self.value}" if self.column else "") if part)


@dataclass(frozen=True, slots=True)
class Link:
    """A link that was made: for whom (`label`), the SHA-256 of its token, and times in UTC, blank for never.

    `team` is the one (an id) that a captain's link is for; `maker` the second desk that has made this link, as the
    journal names it, blank for the director.
    """

    id: int
    role: Role
    label: str
    digest: str
    made: str
    limit: Limit = field(default_factory=Limit)
    revoked: str = ""
    used: str = ""
    team: str = ""
    maker: str = ""

    @property
    def who(self) -> str:
        """How the journal names who came by this link: `helper 3 (Ann)`."""
        return f"{self.role} {self.id}" + (f" ({self.label})" if self.label else "")


class Side(StrEnum):
    """A side of a board."""

    WHITE = "white"
    BLACK = "black"

    @property
    def other(self) -> Side:
        """The opponent's."""
        return Side.BLACK if self is Side.WHITE else Side.WHITE


#: What a player can say of a game; the rest is the desk's.
CLAIMS = {"1-0": Result.WHITE, "0-1": Result.BLACK, "jigo": Result.JIGO}


@dataclass(frozen=True, slots=True)
class Board:
    """A board as it was when something was said of it; `board` in a match from 1, of people `team/member`, else 0."""

    round: int
    table: int
    white: str
    black: str
    board: int = 0

    @classmethod
    def of(cls, number: int, game: Game) -> Board:
        """The table of a game, or of a match."""
        return cls(number, game.table, game.white, game.black)

    @classmethod
    def at(cls, number: int, at: BoardAt) -> Board:
        """A table where two players sit, or a board of a match."""
        if not at.match:
            return cls.of(number, at.game)
        white, black = (f"{team}/{person}" for team, person in zip(at.entrants, at.game.players, strict=True))
        return cls(number, at.table, white, black, at.board)


class Said(StrEnum):
    """What happened in the hall, a line of its file each."""

    RESULT = "result"  # a side says how its game ended
    BACK = "back"  # it takes that back
    SETTLED = "settled"  # the board's result is in: what was said before counts no more
    HERE = "here"  # a player is here, for these rounds
    CONFIRMED = "confirmed"  # the desk has seen it
    REFUSED = "refused"  # the desk says that it is not so
    LINE_UP = "line-up"  # a captain says who plays for a team in a round
    TAKEN = "line-up taken"  # the desk has confirmed it, or has seated the team itself
    NOT_TAKEN = "line-up not taken"  # the desk has not confirmed it


@dataclass(frozen=True, slots=True)
class Phone:
    """What something was said on: keyed hashes of the browser's own cookie and of its address; blank for not known."""

    browser: str = ""
    address: str = ""


UNKNOWN_PHONE = Phone()


@dataclass(frozen=True, slots=True)
class HallEvent:
    """One thing that was said; what does not belong to its kind is blank. `at` is the time in UTC, `by` who said it.

    Of a line-up `player` is the team, `rounds` has its round, and `people` are as `HandedIn` has them.
    """

    kind: Said
    at: str = ""
    board: Board | None = None
    side: Side | None = None
    result: str = ""
    player: str = ""
    rounds: tuple[int, ...] = ()
    by: str = ""
    phone: Phone = UNKNOWN_PHONE
    people: tuple[str, ...] = ()
    seated: bool = False

    def __post_init__(self) -> None:
        """Raises ValueError for an event without what its kind needs."""
        needs = {
            Said.RESULT: self.board and self.side and self.result in CLAIMS,
            Said.BACK: self.board and self.side,
            Said.SETTLED: self.board,
            Said.HERE: self.player and self.rounds and set(self.rounds) <= every_round(99),
            **dict.fromkeys((Said.LINE_UP, Said.TAKEN, Said.NOT_TAKEN), self.player and len(self.rounds) == 1),
        }
        if not needs.get(self.kind, self.player):
            raise ValueError(f"{self.kind} without what belongs to it")


@dataclass(frozen=True, slots=True)
class Claims:
    """What both sides of a board say now (CLAIMS; blank: nothing), how often each `said` one, and by which `phones`."""

    white: str = ""
    black: str = ""
    said: tuple[int, int] = (0, 0)
    phones: tuple[Phone, Phone] = (UNKNOWN_PHONE, UNKNOWN_PHONE)

    def of(self, side: Side) -> str:
        """What a side says."""
        return self.white if side is Side.WHITE else self.black

    def times(self, side: Side) -> int:
        """How often a side has said something."""
        return self.said[0 if side is Side.WHITE else 1]

    def on(self, side: Side) -> Phone:
        """On what a side has said the last."""
        return self.phones[0 if side is Side.WHITE else 1]

    @property
    def agreed(self) -> str:
        """The result that both say; blank where they do not."""
        return self.white if self.white == self.black else ""

    @property
    def differ(self) -> bool:
        """Whether the sides say different results."""
        return bool(self.white and self.black and self.white != self.black)


@dataclass(frozen=True, slots=True)
class Here:
    """A player who is here: the rounds that wait for the desk's nod, those that have it, and when it was said first."""

    waiting: frozenset[int] = frozenset()
    confirmed: frozenset[int] = frozenset()
    at: str = ""


#: Boards of one round that were claimed from one address, each by another browser: then many phones share the address.
CROWD = 3


@dataclass(frozen=True, slots=True)
class HallState:
    """What is said now; `behind` are, by round and address, the first few boards claimed there by other browsers."""

    claims: Mapping[Board, Claims] = field(default_factory=dict)
    here: Mapping[str, Here] = field(default_factory=dict)
    behind: Mapping[tuple[int, str], Mapping[Board, str]] = field(default_factory=dict)
    line_ups: Mapping[tuple[str, int], HandedIn] = field(default_factory=dict)

    def of(self, board: Board) -> Claims:
        """What is said of a board."""
        return self.claims.get(board, Claims())

    def on_one_phone(self, board: Board) -> bool:
        """Whether both sides say the same on one phone: by one browser, or from an address that is not a crowd's."""
        claims = self.of(board)
        white, black = claims.phones
        if not claims.agreed:
            return False
        crowd = len(self.behind.get((board.round, white.address), ())) >= CROWD
        of_one_address = white.address == black.address != "" and not crowd
        return white.browser == black.browser != "" or of_one_address


def told(events: list[HallEvent], before: HallState) -> HallState:
    """What stands after all that was said, in this order, on top of what stood before."""
    claims, here, behind, line_ups = {**before.claims}, {**before.here}, {**before.behind}, {**before.line_ups}
    for event in events:
        if event.board is not None:
            claims[event.board] = _after(claims.get(event.board, Claims()), event)
            place, browser = (event.board.round, event.phone.address), event.phone.browser
            known = behind.get(place, {})
            if all(place) and browser and len(known) < CROWD and browser not in known.values():
                behind[place] = {event.board: browser, **known}
        elif event.kind in _LINE_UPS:
            team = (event.player, event.rounds[0])
            line_ups[team] = _handed(line_ups.get(team, HandedIn(*team)), event)
        else:
            here[event.player] = _present(here.get(event.player, Here()), event)
    return HallState(claims, here, behind, line_ups)


def _after(before: Claims, event: HallEvent) -> Claims:
    if event.side is None:
        return Claims(said=before.said)
    own = event.result if event.kind is Said.RESULT else ""
    white, black = before.said
    if event.side is Side.WHITE:
        return Claims(own, before.black, (white + 1, black), (event.phone, before.on(Side.BLACK)))
    return Claims(before.white, own, (white, black + 1), (before.on(Side.WHITE), event.phone))


#: What the kinds of events about line-ups make of one.
_LINE_UPS = {
    Said.LINE_UP: LineUpDecision.OPEN,
    Said.TAKEN: LineUpDecision.TAKEN,
    Said.NOT_TAKEN: LineUpDecision.NOT_TAKEN,
}


def _handed(before: HandedIn, event: HallEvent) -> HandedIn:
    decision = _LINE_UPS[event.kind]
    if decision is not LineUpDecision.OPEN:
        return replace(before, decision=decision)
    return HandedIn(before.team, before.round, event.people, event.seated, before.times + 1, decision)


def _present(before: Here, event: HallEvent) -> Here:
    rounds = frozenset(event.rounds)
    if event.kind is Said.HERE:
        return Here(before.waiting | (rounds - before.confirmed), before.confirmed, before.at or event.at)
    if event.kind is Said.CONFIRMED:
        return Here(before.waiting - rounds, before.confirmed | rounds, before.at)
    return Here(before.waiting - rounds, before.confirmed - rounds, before.at)
