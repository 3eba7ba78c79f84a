"""Names in the journal's steps: players by name and number, rounds by number."""

from __future__ import annotations

from collections.abc import Iterable

from ...model.errors import McMahonError
from ...model.language import ENGLISH
from ...model.notes import name_of
from ...model.records.state import State


def who_text(state: State, said: Iterable[str]) -> str:
    """Players whom a request names, by name and number; as they were said if they are not found."""
    return ENGLISH.listed([_named(state, one) for one in said])


def _named(state: State, said: str) -> str:
    try:
        return name_of(state.tournament.find(said).id, state.tournament)
    except McMahonError:
        return said


def round_text(state: State, number: int = 0, drawn_next: bool = False) -> str:
    """`round 3`: the round that a request names, by default the last; `drawn_next`: the one that a draw would make."""
    rounds = state.tournament.rounds
    after = drawn_next and not (rounds and rounds[-1].draft)
    return f"round {number or len(rounds) + after}"
