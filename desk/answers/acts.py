"""What the desk answers to a program that has changed something: what was done, and the revision after it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ..verb import Answer, DoneAnswer, told
from .cups import CupAnswer
from .players import PlayerAnswer
from .prizes import PrizesAnswer

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...model.prizes.prize import Prize


class RegisteredAnswer(DoneAnswer, frozen=True, kw_only=True):
    """Registrations merged in."""

    new: Annotated[tuple[str, ...], told("ids of new players")]
    changed: Annotated[dict[str, tuple[str, ...]], told("by id what has changed, in words")]
    paired: Annotated[
        dict[str, tuple[str, ...]], told("by id what was left as it is because the player is already paired, in words")
    ]
    unchanged: Annotated[int, told("how many lines say nothing new")]


class PlayerDoneAnswer(DoneAnswer, frozen=True, kw_only=True):
    """A player entered or changed."""

    player: Annotated[PlayerAnswer, told("the player now")]


class CupDoneAnswer(DoneAnswer, frozen=True, kw_only=True):
    """A cup made or changed, or a match of it decided."""

    cup: Annotated[CupAnswer, told("the cup now")]


class StepAnswer(DoneAnswer, frozen=True, kw_only=True):
    """A step taken back, or done again."""

    command: Annotated[str, told("what the journal calls the step")]


class LoggedAnswer(Answer, frozen=True):
    """A step of the journal."""

    number: Annotated[int, told("its number")]
    time: Annotated[str, told("on the clock of the desk's machine")]
    command: Annotated[str, told("what was done, and who did it")]


class TableAnswer(Answer, frozen=True):
    """A board of the round that is played, for helpers."""

    table: Annotated[int, told("number of the table")]
    white: Annotated[str, told("id of White, in a match of teams of the member who sits there; blank for nobody")]
    black: Annotated[str, told("id of Black")]
    white_name: Annotated[str, told("name of White")]
    black_name: Annotated[str, told("name of Black")]
    result: Annotated[str, told("White's points first; blank while it is missing")]
    white_says: Annotated[str, told('what White says: "1-0", "0-1", "jigo", or blank')]
    black_says: Annotated[str, told("what Black says")]
    board: Annotated[int, told("number of the board in a match of teams; 0 elsewhere")] = 0


class WaitingAnswer(Answer, frozen=True):
    """A player who has said to be here, and waits for the desk's nod."""

    id: Annotated[str, told("id of the player")]
    name: Annotated[str, told("surname, then first name")]
    rounds: Annotated[tuple[int, ...], told("the rounds for which they are here")]


class PrizeOfTableAnswer(Answer, frozen=True):
    """A prize of the table, one for each place."""

    name: Annotated[str, told("name of the prize, with its place where a line has several")]
    list: Annotated[str, told("who can get it; blank for everybody")]
    order: Annotated[str, told("by what the list goes; blank for the standings")]
    place: Annotated[int, told("place in the list; 0 for everybody on it")]
    value: Annotated[int, told("in hundredths")]
    currency: Annotated[str, told("blank where there is no money")]
    thing: Annotated[str, told("blank where there is none")]
    besides: Annotated[bool, told("whether it is given besides another prize")]
    people: Annotated[bool, told("whether it is for the members of pairs and teams")]


class PrizeTableAnswer(DoneAnswer, frozen=True, kw_only=True):
    """The table of prizes after a change."""

    prizes: Annotated[tuple[PrizeOfTableAnswer, ...], told("in the order of the table")]


class AnnouncedAnswer(DoneAnswer, frozen=True, kw_only=True):
    """The list of winners after it was announced or taken back."""

    prizes: Annotated[PrizesAnswer, told("who gets which prize")]


def table_answer(prizes: Sequence[Prize]) -> tuple[PrizeOfTableAnswer, ...]:
    """The prizes of a table."""
    return tuple(
        PrizeOfTableAnswer(
            p.name, p.condition.text, p.order, p.place, p.value, p.currency, p.thing, p.is_besides, p.people
        )
        for p in prizes
    )
