"""A repaired round, and what each further change would gain."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from ...model.notes import note_texts
from ..verb import Answer, told

if TYPE_CHECKING:
    from ..rounds.repair.repairing import RepairDone, Repaired


class NewBoardAnswer(Answer, frozen=True):
    """A new game."""

    table: Annotated[int, told("number of the table")]
    white: Annotated[str, told("id of White")]
    black: Annotated[str, told("id of Black")]
    handicap: Annotated[int, told("stones; 0 in an even game")]


class OtherRoundAnswer(Answer, frozen=True):
    """Another repaired round, to compare with."""

    given_up: Annotated[int, told("how many boards it gives up, those that lost a player not counted")]
    cost: Annotated[int, told("what it costs over all tiers, a sum of whole weights")]


class RepairAnswer(Answer, frozen=True):
    """A repaired round."""

    round: Annotated[int, told("number of the round")]
    lost: Annotated[tuple[tuple[str, str], ...], told("boards of whom somebody does not play: ids of White and Black")]
    given_up: Annotated[tuple[tuple[str, str], ...], told("other boards that are given up: ids of White and Black")]
    new: Annotated[tuple[NewBoardAnswer, ...], told("the new games")]
    byes: Annotated[tuple[str, ...], told("ids of all who have a bye")]
    cost: Annotated[int, told("what the round costs over all tiers, a sum of whole weights")]
    status: Annotated[
        Literal["optimal", "feasible"],
        told('"optimal": proven the best that changes so few boards; "feasible": the best found in the time'),
    ]
    cheapest: Annotated[OtherRoundAnswer, told("the cheapest round of all, however many boards it gives up")]
    fewest: Annotated[OtherRoundAnswer, told("the round that gives up fewest boards, whatever it costs")]
    notes: Annotated[tuple[str, ...], told("what the director should know, in words")]


class TradeOffAnswer(Answer, frozen=True):
    """The cheapest round with so many boards given up."""

    changed: Annotated[int, told("how many boards it gives up")]
    cost: Annotated[int, told("what it costs over all tiers, a sum of whole weights")]
    proven: Annotated[bool, told("whether it is proven that none costs less")]


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
