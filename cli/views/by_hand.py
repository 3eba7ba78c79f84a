"""Prints a round paired by hand beside the engine's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...desk.words.by_hand import difference_text, exchange_lines
from ...desk.words.drafts import change_lines
from ...desk.words.rules import violation_text

if TYPE_CHECKING:
    from ...desk.rounds.by_hand import HandPairing
    from ...model.tournament.tournament import Tournament


def compared_lines(found: HandPairing, tournament: Tournament) -> Iterator[str]:
    """What both rounds cost, the boards that differ with their price, and the rules broken by hand."""
    yield f"Round {found.number} by hand: {difference_text(found)}."
    yield from exchange_lines(found, tournament)
    yield from (f"  by hand: {line}" for line in change_lines(found.terms, tournament))
    yield from (f"  broken by hand: {violation_text(one, tournament)}" for one in found.violations)
