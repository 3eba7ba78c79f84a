"""A round paired by hand beside the engine's."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ..verb import Answer, told
from .checks import BrokenRuleAnswer, broken_rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...model.tournament.tournament import Tournament
    from ..rounds.by_hand import Exchange, HandPairing
    from ..rounds.priced import PricedBoard


class SeatedAnswer(Answer, frozen=True):
    """A board, or a bye."""

    players: Annotated[tuple[str, ...], told("ids of White and Black, or of who has the bye")]
    cost: Annotated[int, told("what it costs")]
    table: Annotated[int, told("number of the table; 0 for a bye")]


class ExchangeAnswer(Answer, frozen=True):
    """Boards and byes by hand, and the engine's of the same players."""

    by_hand: Annotated[tuple[SeatedAnswer, ...], told("those by hand")]
    engine: Annotated[tuple[SeatedAnswer, ...], told("those of the engine")]
    extra: Annotated[int, told("what those by hand cost more; below 0 less")]


class OtherTermsAnswer(Answer, frozen=True):
    """A board of both rounds, with other colours, stones or komi by hand."""

    white: Annotated[str, told("id of White by hand")]
    black: Annotated[str, told("id of Black by hand")]
    handicap: Annotated[int, told("stones by hand")]


class HandPairingAnswer(Answer, frozen=True):
    """A round paired by hand beside the engine's."""

    round: Annotated[int, told("number of the round")]
    cost: Annotated[int, told("what the round by hand costs, a sum of whole weights")]
    engine_cost: Annotated[int | None, told("what the engine's costs; null where no legal round exists")]
    proven: Annotated[bool, told("whether no round that keeps the rules costs less than the engine's")]
    extra: Annotated[
        int | None, told("what the round by hand costs more; below 0 less; null where there is no round of the engine")
    ]
    beside: Annotated[
        int,
        told("what of that is of no single board: rules over pairs, and players who are in one of the two rounds only"),
    ]
    broken: Annotated[tuple[BrokenRuleAnswer, ...], told("the rules that the round by hand breaks")]
    exchanges: Annotated[tuple[ExchangeAnswer, ...], told("the boards that differ, in the smallest sets of players")]
    terms: Annotated[tuple[OtherTermsAnswer, ...], told("the boards of both rounds with other colours, stones or komi")]

    @property
    def same(self) -> bool:
        """Whether both are the same round."""
        return self.engine_cost is not None and not self.exchanges and not self.terms


def hand_pairing_answer(found: HandPairing, tournament: Tournament) -> HandPairingAnswer:
    """The comparison."""
    there = found.engine is not None
    return HandPairingAnswer(
        found.number,
        found.cost,
        found.engine_cost if there else None,
        found.engine is not None and found.engine.pairing.optimal,
        found.extra if there else None,
        found.beside if there else 0,
        tuple(broken_rule(one, tournament) for one in found.violations),
        tuple(_exchange(one) for one in found.exchanges),
        tuple(OtherTermsAnswer(one.white, one.black, one.handicap) for one in found.terms),
    )


def _exchange(one: Exchange) -> ExchangeAnswer:
    return ExchangeAnswer(_seated(one.by_hand), _seated(one.engine), one.extra)


def _seated(boards: Sequence[PricedBoard]) -> tuple[SeatedAnswer, ...]:
    return tuple(SeatedAnswer(one.players, one.cost, one.game.table if one.game else 0) for one in boards)
