"""What a director should know after a change that touches rounds which are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..model.edits import doubtful_boards, drafts_without
from ..model.tournament.tournament import Tournament
from ..model.words import first_few

MOST_NAMED = 6


def draft_notes(tournament: Tournament) -> list[str]:
    """What a standing draft does not know yet."""
    lines = drafts_without(tournament)
    return [f"{first_few(lines, MOST_NAMED, '; ')}: pair the round again"] if lines else []


def doubtful_notes(before: Tournament, after: Tournament, numbers: Iterable[int] = (0,)) -> list[str]:
    """The boards that were drawn from scores which a change has altered, behind these rounds, each once."""
    doubtful = (line for number in numbers for line in doubtful_boards(before, after, number))
    return [f"drawn from scores that have changed: {line}" for line in dict.fromkeys(doubtful)]


def step_notes(edited: Sequence[str], recovered: bool) -> list[str]:
    """What was found before a step: a command that had died half way and was finished first, files edited by hand."""
    finished = ["the last command had been interrupted; it has been finished first"] if recovered else []
    text = f"edited by hand since the last command, and journaled as a step: {', '.join(edited)}"
    return [*finished, *([text] if edited else [])]
