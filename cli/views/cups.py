"""Prints cups as trees."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...desk.words.cups import cup_lines
from .columns import room_of_terminal

if TYPE_CHECKING:
    from ...desk.cups import CupShown
    from ...model.tournament.tournament import Tournament


def cups_text(found: Sequence[CupShown], tournament: Tournament) -> str:
    """Every cup, or that there is none."""
    if not found:
        return "There is no cup; `mcmahon cup --help` says how to make one."
    return "\n\n".join(cup_text(one, tournament) for one in found)


def cup_text(one: CupShown, tournament: Tournament) -> str:
    """A cup: what it is, its tree, and what is open."""
    return "\n".join(cup_lines(one, tournament, room_of_terminal()))
