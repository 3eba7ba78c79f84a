"""What a new draft changes against the one before, in words."""

from __future__ import annotations

from collections.abc import Iterable

from ...model.tournament.tournament import Tournament
from ..rounds.draw.asked import DraftChange, NewPair, OtherTerms

#: Why a round is another than its own weights draw today.
DRAWN_OTHERWISE = (
    "The weights are those of the tournament, but the round differs from what they give today: since it was drawn, "
    "results or players were corrected, or boards were changed by hand or repaired."
)


def change_lines(changes: Iterable[DraftChange], tournament: Tournament) -> list[str]:
    """A line for each change."""
    names = {p.id: p.label for p in tournament.players}
    lines = []
    for change in changes:
        if isinstance(change, NewPair):
            lines.append(f"{names[change.white]} – {names[change.black]}")
        elif isinstance(change, OtherTerms):
            lines.append(f"{names[change.white]} (White) – {names[change.black]}, handicap {change.handicap}")
        else:
            now, before = (", ".join(names[p] for p in byes) or "nobody" for byes in (change.now, change.before))
            lines.append(f"bye: {now} instead of {before}")
    return lines
