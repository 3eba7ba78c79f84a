"""Prints the events of a congress and their clashes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...desk.words.clashes import sitting_text
from .columns import columns

if TYPE_CHECKING:
    from ...desk.congress import Congress


def congress_text(found: Congress) -> str:
    """The events, how many people are in several, and a line for each clash."""
    rows = [
        [event.name, len(event.tournament.participants()), sum(map(bool, event.tournament.settings.event.round_times))]
        for event in found.events
    ]
    lines = [columns(["Event", "Entrants", "Rounds with a time"], rows, "lrr"), ""]
    lines += [f"{name}: no round has a start time (setting event.round_times)" for name in found.untimed]
    several = f"{found.shared} {'person is' if found.shared == 1 else 'people are'} in several events"
    if not found.clashes:
        return "\n".join([*lines, f"{several}; nobody would have to be in two places at once."])
    head = f"{several}; in two places at once:"
    clashing = [[one.name, sitting_text(one.first), sitting_text(one.second)] for one in found.clashes]
    free = "To free somebody: mcmahon absent DIR PLAYER 1; of a pair or team: with --member and --substitute"
    return "\n".join([*lines, head, columns(["Who", "is in", "and in"], clashing, "lll"), free])
