"""What a director should know beside what a certificate proves, in sentences."""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from ...model.notes import LotteryNotProven, OtherTermsToday, ProofNote, RoundNotDrawn
from ...model.words import first_few

MOST_NAMED = 3


def proof_texts(notes: Iterable[ProofNote]) -> list[str]:
    """A sentence for each."""
    return [_text(note) for note in notes]


def _text(note: ProofNote) -> str:
    """The sentence of one."""
    match note:
        case LotteryNotProven():
            return "the lottery among pairings of equal cost is not part of the proof"
        case RoundNotDrawn(number):
            return f"round {number} is not drawn in the folder; the proof is compared with the current settings"
        case OtherTermsToday(differences):
            some = first_few(differences, MOST_NAMED, "; ")
            return f"the settings have changed since this round was drawn: {some}"
        case _:
            assert_never(note)
