"""Which round is meant: the next one, or one that has been drawn."""

from __future__ import annotations

from ...model.errors import InputError
from ...model.hints import Advice, Hint
from ...model.tournament.tournament import Tournament


def next_round(tournament: Tournament) -> int:
    """The number of the round that `pair` draws: the draft, or the one behind the last. Raises InputError."""
    last = len(tournament.rounds)
    if last and tournament.rounds[-1].draft:
        return last
    if last >= tournament.settings.rounds:
        raise InputError(f"all {last} rounds have been drawn", Hint(Advice.ADD_ROUNDS, (str(last + 1),)))
    return last + 1


def round_number(tournament: Tournament, number: int = 0) -> int:
    """The number of a round that has been drawn, 0 being the last. Raises InputError."""
    if not tournament.rounds:
        raise InputError("no round has been drawn")
    return tournament.round(number or len(tournament.rounds)).number
