"""A repaired round, and what each further change would gain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal

from ...model.notes import note_texts
from .answer import Answer

if TYPE_CHECKING:
    from ..rounds.repair.repairing import RepairDone, Repaired


class NewBoardAnswer(Answer, frozen=True):
    """A new game.

    table: number of the table
    white: id of White
    black: id of Black
    handicap: stones; 0 in an even game
    """

    table: int
    white: str
    black: str
    handicap: int


class OtherRoundAnswer(Answer, frozen=True):
    """Another repaired round, to compare with.

    given_up: how many boards it gives up, those that lost a player not counted
    cost: what it costs over all tiers, a sum of whole weights
    """

    given_up: int
    cost: int


class RepairAnswer(Answer, frozen=True):
    """A repaired round.

    round: number of the round
    lost: boards of whom somebody does not play: ids of White and Black
    given_up: other boards that are given up: ids of White and Black
    new: the new games
    byes: ids of all who have a bye
    cost: what the round costs over all tiers, a sum of whole weights
    status: "optimal": proven the best that changes so few boards; "feasible": the best found in the time
    cheapest: the cheapest round of all, however many boards it gives up
    fewest: the round that gives up fewest boards, whatever it costs
    notes: what the director should know, in words
    """

    round: int
    lost: tuple[tuple[str, str], ...]
    given_up: tuple[tuple[str, str], ...]
    new: tuple[NewBoardAnswer, ...]
    byes: tuple[str, ...]
    cost: int
    status: Literal["optimal", "feasible"]
    cheapest: OtherRoundAnswer
    fewest: OtherRoundAnswer
    notes: tuple[str, ...]


class TradeOffAnswer(Answer, frozen=True):
    """The cheapest round with so many boards given up.

    changed: how many boards it gives up
    cost: what it costs over all tiers, a sum of whole weights
    proven: whether it is proven that none costs less
    """

    changed: int
    cost: int
    proven: bool


def repair_answer(done: RepairDone) -> RepairAnswer:
    """The repaired round: what goes, what comes, what it costs."""
    return RepairAnswer(
        round=done.round.number,
        lost=done.lost,
        given_up=done.given_up,
        new=tuple(NewBoardAnswer(g.table, g.white, g.black, g.handicap) for g in done.new),
        byes=done.round.byes,
        cost=done.pairing.cost,
        status=done.pairing.status,
        cheapest=OtherRoundAnswer(done.cheapest.changed, done.cheapest.pairing.cost),
        fewest=OtherRoundAnswer(done.fewest.changed, done.fewest.pairing.cost),
        notes=tuple(note_texts(done.notes, done.tournament)),
    )


def trade_off_answer(points: Sequence[Repaired]) -> list[TradeOffAnswer]:
    """What each further board given up gains, from the fewest."""
    return [TradeOffAnswer(p.changed, p.pairing.cost, p.pairing.optimal) for p in points]
