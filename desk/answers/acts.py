"""What the desk answers to a program that has changed something: what was done, and the revision after it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .answer import Answer
from .cups import CupAnswer
from .players import PlayerAnswer
from .prizes import PrizesAnswer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...model.prizes.prize import Prize


class DoneAnswer(Answer, frozen=True, kw_only=True):
    """Something that was done.

    revision: number of the last step now; a request can name it as what it has seen
    notes: what should be known beside it, in words
    """

    revision: int
    notes: tuple[str, ...] = ()


class RegisteredAnswer(DoneAnswer, frozen=True, kw_only=True):
    """Registrations merged in.

    revision: number of the last step now; a request can name it as what it has seen
    notes: what should be known beside it, in words
    new: ids of new players
    changed: by id what has changed, in words
    paired: by id what was left as it is because the player is already paired, in words
    unchanged: how many lines say nothing new
    """

    new: tuple[str, ...]
    changed: dict[str, tuple[str, ...]]
    paired: dict[str, tuple[str, ...]]
    unchanged: int


class PlayerDoneAnswer(DoneAnswer, frozen=True, kw_only=True):
    """A player entered or changed.

    revision: number of the last step now; a request can name it as what it has seen
    notes: what should be known beside it, in words
    player: the player now
    """

    player: PlayerAnswer


class DrawnAnswer(DoneAnswer, frozen=True, kw_only=True):
    """A round drawn or repaired; a draft, unless it was published before.

    revision: number of the last step now; a request can name it as what it has seen
    notes: what should be known beside it, in words
    round: its number
    cost: what it costs, a sum of whole weights
    proven: whether no round that keeps the rules is better
    """

    round: int
    cost: int
    proven: bool


class RoundDoneAnswer(DoneAnswer, frozen=True, kw_only=True):
    """A round published, or results entered.

    revision: number of the last step now; a request can name it as what it has seen
    notes: what should be known beside it, in words
    round: its number
    missing: tables without result
    """

    round: int
    missing: tuple[int, ...] = ()


class CupDoneAnswer(DoneAnswer, frozen=True, kw_only=True):
    """A cup made or changed, or a match of it decided.

    revision: number of the last step now; a request can name it as what it has seen
    notes: what should be known beside it, in words
    cup: the cup now
    """

    cup: CupAnswer


class StepAnswer(DoneAnswer, frozen=True, kw_only=True):
    """A step taken back, or done again.

    revision: number of the last step now; a request can name it as what it has seen
    notes: what should be known beside it, in words
    command: what the journal calls the step
    """

    command: str


class LoggedAnswer(Answer, frozen=True):
    """A step of the journal.

    number: its number
    time: on the clock of the desk's machine
    command: what was done, and who did it
    """

    number: int
    time: str
    command: str


class TableAnswer(Answer, frozen=True):
    """A board of the round that is played, for helpers.

    table: number of the table
    white: id of White, in a match of teams of the member who sits there; blank for nobody
    black: id of Black
    white_name: name of White
    black_name: name of Black
    result: White's points first; blank while it is missing
    white_says: what White says: "1-0", "0-1", "jigo", or blank
    black_says: what Black says
    board: number of the board in a match of teams; 0 elsewhere
    """

    table: int
    white: str
    black: str
    white_name: str
    black_name: str
    result: str
    white_says: str
    black_says: str
    board: int = 0


class WaitingAnswer(Answer, frozen=True):
    """A player who has said to be here, and waits for the desk's nod.

    id: id of the player
    name: surname, then first name
    rounds: the rounds for which they are here
    """

    id: str
    name: str
    rounds: tuple[int, ...]


class PrizeOfTableAnswer(Answer, frozen=True):
    """A prize of the table, one for each place.

    name: name of the prize, with its place where a line has several
    list: who can get it; blank for everybody
    order: by what the list goes; blank for the standings
    place: place in the list; 0 for everybody on it
    value: in hundredths
    currency: blank where there is no money
    thing: blank where there is none
    besides: whether it is given besides another prize
    people: whether it is for the members of pairs and teams
    """

    name: str
    list: str
    order: str
    place: int
    value: int
    currency: str
    thing: str
    besides: bool
    people: bool


class PrizeTableAnswer(DoneAnswer, frozen=True, kw_only=True):
    """The table of prizes after a change.

    revision: number of the last step now; a request can name it as what it has seen
    notes: what should be known beside it, in words
    prizes: in the order of the table
    """

    prizes: tuple[PrizeOfTableAnswer, ...]


class AnnouncedAnswer(DoneAnswer, frozen=True, kw_only=True):
    """The list of winners after it was announced or taken back.

    revision: number of the last step now; a request can name it as what it has seen
    notes: what should be known beside it, in words
    prizes: who gets which prize
    """

    prizes: PrizesAnswer


def table_answer(prizes: Sequence[Prize]) -> tuple[PrizeOfTableAnswer, ...]:
    """The prizes of a table."""
    return tuple(
        PrizeOfTableAnswer(
            p.name, p.condition.text, p.order, p.place, p.value, p.currency, p.thing, p.is_besides, p.people
        )
        for p in prizes
    )
