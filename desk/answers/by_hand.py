"""A round paired by hand beside the engine's."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .answer import Answer
from .checks import BrokenRuleAnswer, broken_rule

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...model.tournament.tournament import Tournament
    from ..rounds.by_hand import Exchange, HandPairing
    from ..rounds.priced import PricedBoard


class SeatedAnswer(Answer, frozen=True):
    """A board, or a bye.

    players: ids of White and Black, or of who has the bye
    cost: what it costs
    table: number of the table; 0 for a bye
    """

    players: tuple[str, ...]
    cost: int
    table: int


class ExchangeAnswer(Answer, frozen=True):
    """Boards and byes by hand, and the engine's of the same players.

    by_hand: those by hand
    engine: those of the engine
    extra: what those by hand cost more; below 0 less
    """

    by_hand: tuple[SeatedAnswer, ...]
    engine: tuple[SeatedAnswer, ...]
    extra: int


class OtherTermsAnswer(Answer, frozen=True):
    """A board of both rounds, with other colours, stones or komi by hand.

    white: id of White by hand
    black: id of Black by hand
    handicap: stones by hand
    """

    white: str
    black: str
    handicap: int


class HandPairingAnswer(Answer, frozen=True):
    """A round paired by hand beside the engine's.

    round: number of the round
    cost: what the round by hand costs, a sum of whole weights
    engine_cost: what the engine's costs; null where no legal round exists
    proven: whether no round that keeps the rules costs less than the engine's
    extra: what the round by hand costs more; below 0 less; null where there is no round of the engine
    beside: what of that is of no single board: rules over pairs, and players who are in one of the two rounds only
    broken: the rules that the round by hand breaks
    exchanges: the boards that differ, in the smallest sets of players
    terms: the boards of both rounds with other colours, stones or komi
    """

    round: int
    cost: int
    engine_cost: int | None
    proven: bool
    extra: int | None
    beside: int
    broken: tuple[BrokenRuleAnswer, ...]
    exchanges: tuple[ExchangeAnswer, ...]
    terms: tuple[OtherTermsAnswer, ...]

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
