"""What a new draft changes against the one before, and that in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ....model.tournament.games import Round
from ....model.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class NewPair:
    """A pair (ids, White first) that the draft before did not have."""

    white: str
    black: str


@dataclass(frozen=True, slots=True)
class OtherTerms:
    """A pair of the draft before with other colours, stones or komi."""

    white: str
    black: str
    handicap: int


@dataclass(frozen=True, slots=True)
class OtherBye:
    """Who (ids) has the bye now, and who had it in the draft before."""

    now: tuple[str, ...]
    before: tuple[str, ...]


DraftChange = NewPair | OtherTerms | OtherBye


def changes(before: Round | None, after: Round) -> list[DraftChange]:
    """What a new draft changes against the last: new pairs, other colours or stones, who has the bye."""
    if before is None:
        return []
    old = {frozenset(g.players): g for g in before}
    found: list[DraftChange] = []
    for game in after:
        known = old.get(frozenset(game.players))
        if known is None:
            found.append(NewPair(game.white, game.black))
        elif (known.white, known.handicap, known.komi_halves) != (game.white, game.handicap, game.komi_halves):
            found.append(OtherTerms(game.white, game.black, game.handicap))
    if set(before.byes) != set(after.byes):
        found.append(OtherBye(after.byes, before.byes))
    return found


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
