"""Virtual points: what players count more by in the first rounds, for pairing alone, never in the standings.

Who has them is decided before the first round, from all who are entered then: the strongest by rank, rating and lot
(`start.sorted_by`). The draw keeps the weakest of each share, by whom later entries are placed (FIDE C.04.5.1, 3).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..tournament.player import Player
from ..tournament.settings import DecidedSettings, Settings
from ..tournament.systems.acceleration import Accelerated, accelerated, parse_share, size_of
from ..tournament.tournament import Tournament
from .start_scores import SortKey, read_boundary, sort_key, write_boundary


def virtual_points(players: Sequence[Player], settings: Settings) -> dict[str, tuple[int, ...]]:
    """Half points in rounds 1, 2, …, by player id; who has none is left out, and so are rounds behind the last."""
    lines = list(accelerated(settings.start.acceleration, settings.rounds))
    if not lines or not players:
        return {}
    limits = _limits(players, lines, settings)
    keys = {p.id: sort_key(p, settings) for p in players}
    found: dict[str, tuple[int, ...]] = {}
    for line in lines:
        limit = limits.get(line.share)
        named = set(line.players) & keys.keys()
        for pid in named if limit is None else (pid for pid, key in keys.items() if key >= limit):
            found[pid] = _with(found.get(pid, ()), line)
    return found


def _with(own: tuple[int, ...], line: Accelerated) -> tuple[int, ...]:
    """A player's virtual points with those of a line, where they are more."""
    row = [*own, *[0] * (line.last - len(own))]
    for k in range(line.first - 1, line.last):
        row[k] = max(row[k], line.half_points)
    return tuple(row)


def _limits(players: Sequence[Player], lines: Sequence[Accelerated], settings: Settings) -> dict[str, SortKey]:
    """The weakest of each share: as the first draw has kept it, else by the final entries."""
    kept = dict(map(parse_share, settings.decided.acceleration))
    limits = {share: read_boundary(text, settings) for share, text in kept.items()}
    missing = {line.share for line in lines if line.share} - limits.keys()
    if missing:
        final = [p for p in players if p.takes_part] or list(players)
        keys = sorted((sort_key(p, settings) for p in final), reverse=True)
        limits |= {share: keys[size_of(share, len(keys)) - 1] for share in missing}
    return limits


def with_shares(tournament: Tournament, kept: DecidedSettings) -> DecidedSettings:
    """What is decided, with the weakest of each share that is not decided yet."""
    settings, players = replace(tournament.settings, decided=kept), tournament.players
    lines = list(accelerated(settings.start.acceleration, settings.rounds))
    if not lines or not players:
        return kept
    known = dict(map(parse_share, kept.acceleration))
    limits = _limits(players, lines, settings)
    new = (f"{share} {write_boundary(limits[share], settings)}" for share in sorted(limits.keys() - known.keys()))
    added = tuple(new)
    return replace(kept, acceleration=(*kept.acceleration, *added)) if added else kept
