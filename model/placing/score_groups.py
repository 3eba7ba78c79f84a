"""The start groups of a tournament: who is in each, who is just above and below each boundary, and where a bar may be.

Sources: BGA handbook 4.2 for the bar's table; McMahon Regular for groups of equal size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..language import first_few
from ..last_few import LastFew
from ..tournament.person import Player
from ..tournament.ranks import rank_name
from ..tournament.settings.kinds import parse_band
from ..tournament.settings.settings import Settings
from ..tournament.tournament import Tournament
from .decisions import with_decisions
from .start_scores import (
    StartScores,
    automatic_bar,
    bar_table,
    bar_verdict,
    group_size,
    players_at_each_bar,
    sort_key,
    start_scores,
)


@dataclass(frozen=True, slots=True)
class Group:
    """The players of one start score (half points), the strongest first; `top` are those of the top group.

    `marks` say what is special about them.
    """

    start: int
    players: tuple[Player, ...]
    top: frozenset[str]
    marks: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PossibleBar:
    """A rank that the bar may be on: how many would be at or above it, and what BGA's table says of that."""

    rank: str
    count: int
    verdict: str
    taken: bool
    automatic: bool


@dataclass(frozen=True, slots=True)
class Groups:
    """The start groups from the top, the possible bars (scheme `rank` only), and the entries that do not count."""

    groups: tuple[Group, ...]
    bars: tuple[PossibleBar, ...]
    waiting: tuple[Player, ...]
    settings: Settings

    @property
    def size(self) -> int:
        """Players of each group in the scheme `regular`: as set, else by the table."""
        return self.settings.start.group_size or group_size(self.settings.rounds)

    @property
    def table(self) -> tuple[int, int]:
        """Fewest and most players at or above the bar by BGA's table."""
        return bar_table(self.settings.rounds)


_known: LastFew[Groups] = LastFew(4)


def start_groups(tournament: Tournament) -> Groups:
    """The groups as the next draw would make them: what the first draw decides is decided, but nothing is kept."""
    settings, players = with_decisions(tournament).settings, tournament.players
    return _known.get((settings, players), lambda: _groups_of(players, settings))


def _groups_of(players: Sequence[Player], settings: Settings) -> Groups:
    final = [p for p in players if p.takes_part]
    begin = start_scores(players, settings)
    by_start: dict[int, list[Player]] = {}
    for player in sorted(final, key=lambda p: sort_key(p, settings), reverse=True):
        by_start.setdefault(begin.half_points[player.id], []).append(player)
    groups = tuple(_group(start, by_start[start], begin, settings) for start in sorted(by_start, reverse=True))
    bars = _possible_bars([p.rank for p in final], settings) if settings.start.scheme == "rank" else ()
    waiting = tuple(p for p in players if not p.takes_part)
    return Groups(groups, tuple(bars), waiting, settings)


def _group(start: int, players: Sequence[Player], begin: StartScores, settings: Settings) -> Group:
    inside = frozenset(p.id for p in players) & begin.top
    marks = []
    if any(p.id in begin.above for p in players):
        marks.append("supergroup")
    if inside and settings.start.scheme != "swiss":
        where = "at or above the bar" if settings.start.scheme == "rank" else "top group"
        marks.append(where if len(inside) == len(players) else f"{len(inside)} of them {where}")
    if settings.start.scheme == "rank" and any(p.rank < settings.floor_rank for p in players):
        marks.append(f"floor {settings.start.floor}")
    if settings.start.scheme == "bands" and settings.start.bands:
        strongest, weakest = parse_band(settings.start.bands[0])[1], parse_band(settings.start.bands[-1])[0]
        outside = sum(not weakest <= p.rank <= strongest for p in players)
        marks += [f"{outside} outside the bands"] if outside else []
    corrected = [p for p in players if p.correction]
    if corrected:
        marks.append("corrected: " + first_few([f"{p.name} {p.correction:+d}" for p in corrected], 3))
    return Group(start, tuple(players), inside, tuple(marks))


def _possible_bars(ranks: Sequence[int], settings: Settings) -> list[PossibleBar]:
    """Every rank of the field and the bar that is taken, from the top."""
    if not ranks:
        return []
    taken, rounds = settings.bar_rank, settings.rounds
    by_table = automatic_bar(ranks, rounds)
    bars = {by_table} if taken is None else {by_table, taken}
    counts = players_at_each_bar(ranks) | {bar: sum(rank >= bar for rank in ranks) for bar in bars}
    return [
        PossibleBar(rank_name(rank), counts[rank], bar_verdict(counts[rank], rounds), rank == taken, rank == by_table)
        for rank in sorted(counts, reverse=True)
    ]
