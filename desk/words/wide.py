"""Boards far wider than any of their round, in sentences."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.tournament.games import Round
from ...model.tournament.tournament import Tournament
from ..rounds.wide import NewBoard
from .points import points_text


def wide_lines(wide: Sequence[NewBoard], drawn: Round, tournament: Tournament) -> list[str]:
    """A line for each new board of a round that is far wider than every board that it had."""
    names = tournament.by_id()
    head = "" if drawn.draft else f"round {drawn.number} is published, and "
    return [
        f"{head}{names[board.game.white].name} would meet {names[board.game.black].name}, "
        f"{points_text(board.apart)} apart: wider than any board of the round so far"
        for board in wide
    ]
