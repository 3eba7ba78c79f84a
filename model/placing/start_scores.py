"""Start McMahon scores by the four schemes, the automatic bar, and who counts as "at or above the bar".

Sources: BGA handbook 4.1, 4.2, 4.4; Sensei's Library, McMahon Pairing; McMahon Regular. All scores in half points.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..lottery import lot
from ..tournament.person import Player
from ..tournament.ranks import STRONGEST, WEAKEST, parse_rank, rank_name
from ..tournament.settings.kinds import parse_band
from ..tournament.settings.occasion import DecidedSettings
from ..tournament.settings.settings import Settings

#: BGA's guideline: rounds -> fewest and most players at or above the bar.
BAR_TABLE = {
    3: (4, 8), 4: (5, 10), 5: (6, 12), 6: (7, 15), 7: (8, 18), 8: (9, 22), 9: (10, 26), 10: (11, 30),
}  # fmt: skip

INSIDE = "inside the table"
BAR_REACH = 9  # ranks that an automatic bar is below the strongest, at most: more stones apart is no contest

SortKey = tuple[int, int, int]


@dataclass(frozen=True, slots=True)
class StartScores:
    """Start scores in half points by player id; `top` are the ids at or above the bar, `above` of the supergroup.

    `shift` is what the zero adds, `lowest` the lowest start with it (30 kyu or the lowest group), in whole points.
    """

    half_points: Mapping[str, int]
    top: frozenset[str]
    shift: int
    lowest: int = 0
    above: frozenset[str] = frozenset()


def automatic_bar(ranks: Sequence[int], rounds: int) -> int:
    """The rank of the bar by the table, at most `BAR_REACH` below the strongest; nobody need have it."""
    return max(bar_by_table(ranks, rounds), max(ranks, default=STRONGEST) - BAR_REACH)


def bar_by_table(ranks: Sequence[int], rounds: int) -> int:
    """The rank that BGA's table puts the bar on, given the ranks of all players.

    The rank whose count of players at or above it falls inside the table's range, nearest what is aimed at there; if
    none does, the count nearest the range that does not pass 2^rounds; if all do, the smallest count. In doubt the
    count nearest the aim, then the higher rank.
    """
    low, high = bar_table(rounds)
    counts = players_at_each_bar(ranks)

    def preference(rank: int) -> tuple[bool, int, int]:
        count = counts[rank]
        return count > 2**rounds, max(low - count, count - high, 0), abs(2 * count - bar_aim(rounds))

    return min(counts, key=preference, default=STRONGEST)


def players_at_each_bar(ranks: Sequence[int]) -> dict[int, int]:
    """How many players would be at or above the bar, by the rank it is on, from the highest that somebody has."""
    ordered = sorted(ranks)
    return {rank: len(ranks) - bisect_left(ordered, rank) for rank in sorted(set(ranks), reverse=True)}


def bar_table(rounds: int) -> tuple[int, int]:
    """Fewest and most players at or above the bar by BGA's table; 2^rounds for one or two rounds, as 10 over ten."""
    return BAR_TABLE[min(rounds, 10)] if rounds >= 3 else (2**rounds, 2**rounds)


def bar_aim(rounds: int) -> int:
    """Twice the players at or above the bar that the automatic bar aims at: the middle of BGA's range.

    For 5 and 6 rounds the upper end: with less, leaders often meet players two points below (bench/studies/bar.md).
    """
    low, high = bar_table(rounds)
    return 2 * high if rounds in (5, 6) else low + high


def bar_verdict(count: int, rounds: int) -> str:
    """What BGA's table says of so many players at or above the bar; `inside the table` when nothing is wrong."""
    low, high = bar_table(rounds) if rounds > 2 else (1, 2**rounds)
    if count > 2**rounds:
        return f"more than {2**rounds}: several players may win all games"
    if count < low:
        return f"fewer than {low}"
    return f"more than {high}" if count > high else INSIDE


def group_size(rounds: int) -> int:
    """Group size of McMahon Regular: the power of two closest to twice the rounds, the lower in doubt."""
    return next((size for most, size in ((1, 2), (3, 4), (6, 8), (12, 16)) if rounds <= most), 32)


def sort_key(player: Player, settings: Settings) -> SortKey:
    """McMahon Regular's order, strongest greatest: rank, rating (or rating, rank), seeded lottery."""
    lottery = lot(start_seed(settings), "start", player.id)
    by_rank = settings.start.sorted_by == "rank"
    return (player.rank, player.rating, lottery) if by_rank else (player.rating, player.rank, lottery)


def start_seed(settings: Settings) -> int:
    """The seed of the lots between equal players: the one of the first draw, even if another is set later."""
    return int(settings.decided.seed or settings.seed)


def boundaries(players: Sequence[Player], settings: Settings) -> list[SortKey]:
    """The sort key of the weakest member of each group of McMahon Regular, from the top; the last group has none."""
    size = settings.start.group_size or group_size(settings.rounds)
    keys = sorted((sort_key(p, settings) for p in players), reverse=True)
    return [keys[i + size - 1] for i in range(0, len(keys) - size, size)]


@dataclass(frozen=True, slots=True)
class _Scheme:
    """What a scheme gives, in whole points: everybody's score, the top group, its score and the lowest there is."""

    points: dict[str, int]
    top: set[str]
    top_score: int
    lowest: int


def start_scores(players: Sequence[Player], settings: Settings) -> StartScores:
    """Start score and top group of every player by the scheme; only final entries decide bar, groups and zero."""
    if not players:
        return StartScores({}, frozenset(), 0)
    if settings.decided.scheme not in ("", settings.start.scheme):
        settings = replace(settings, decided=DecidedSettings())
    final = [p for p in players if p.takes_part] or list(players)
    scheme = _SCHEMES[settings.start.scheme](players, final, settings)
    shift = _shift(scheme, settings)
    above = scheme.top_score + settings.start.supergroup_points
    super_ = supergroup(players, final, settings)
    points = {p.id: (above if p.id in super_ else scheme.points[p.id]) + p.correction + shift for p in players}
    half_points = {pid: 2 * value for pid, value in points.items()}
    lowest = WEAKEST if settings.start.scheme == "rank" else scheme.lowest
    return StartScores(half_points, frozenset(scheme.top | super_), shift, lowest + shift, frozenset(super_))


def supergroup(players: Sequence[Player], final: Sequence[Player], settings: Settings) -> set[str]:
    """The ids of who starts above the bar: those named, and so many of the strongest, as the first draw keeps them."""
    named = {p.id for p in players} & set(settings.start.supergroup)
    kept = settings.decided.supergroup
    limit = read_boundary(kept, settings) if kept else weakest_above(final, settings)
    if limit is None or not settings.start.supergroup_size:
        return named
    strong = {p.id for p in players if sort_key(p, settings) >= limit}
    if not settings.decided.supergroup_ids:  # nothing is drawn, or by a version that kept only the limit
        return named | strong
    there = {p.id for p in players if p.rounds is None or 1 in p.rounds}
    return named | (strong - there) | {p.id for p in players if p.id in settings.decided.supergroup_ids}


def weakest_above(final: Sequence[Player], settings: Settings) -> SortKey | None:
    """The sort key of the weakest of the strongest who start above the bar by `start.supergroup_size`."""
    size = settings.start.supergroup_size
    keys = sorted((sort_key(p, settings) for p in final), reverse=True)[:size] if size else []
    return keys[-1] if keys else None


def _by_rank(players: Sequence[Player], final: Sequence[Player], settings: Settings) -> _Scheme:
    """Without a bar, the strongest players there are stand for it."""
    bar, floor = settings.bar_rank, settings.floor_rank
    if bar is None and settings.start.bar == "auto":
        bar = automatic_bar([p.rank for p in final], settings.rounds)
    ceiling = STRONGEST if bar is None else bar
    points = {p.id: max(min(p.rank, ceiling), min(floor, ceiling)) for p in players}
    own = [points[p.id] for p in final]
    top_score = max(own) if bar is None else bar
    top = {p.id for p in players if bar is not None and p.rank >= bar}
    return _Scheme(points, top, top_score, min(own))


def _regular(players: Sequence[Player], final: Sequence[Player], settings: Settings) -> _Scheme:
    kept = [read_boundary(text, settings) for text in settings.decided.boundaries]
    limits = kept if settings.decided.made else boundaries(final, settings)
    points = {p.id: -sum(sort_key(p, settings) < limit for limit in limits) for p in players}
    return _in_groups(points, -len(limits))


def _bands(players: Sequence[Player], final: Sequence[Player], settings: Settings) -> _Scheme:
    bands = [parse_band(text) for text in settings.start.bands]

    def place(rank: int) -> int:
        """The band that has a rank or is nearest to it, in doubt the lower."""
        away = [max(low - rank, rank - high, 0) for low, high in bands]
        return max((k for k, distance in enumerate(away) if distance == min(away)), default=0)

    return _in_groups({p.id: -place(p.rank) for p in players}, min(0, 1 - len(bands)))


def _swiss(players: Sequence[Player], final: Sequence[Player], settings: Settings) -> _Scheme:
    return _in_groups({p.id: 0 for p in players}, 0)


def _in_groups(points: dict[str, int], lowest: int) -> _Scheme:
    return _Scheme(points, {pid for pid, value in points.items() if value == 0}, 0, lowest)


_SCHEMES = {"rank": _by_rank, "regular": _regular, "bands": _bands, "swiss": _swiss}


def _shift(scheme: _Scheme, settings: Settings) -> int:
    """What to add so that the zero prints as 0. Where scores are no ranks, a rank as zero means the lowest group."""
    if settings.decided.zero_shift:
        return int(settings.decided.zero_shift)
    zero = settings.start.zero
    if zero == "top":
        return -scheme.top_score
    if zero == "bottom" or settings.start.scheme != "rank":
        return -scheme.lowest
    return -parse_rank(zero)[0]


def read_boundary(text: str, settings: Settings) -> SortKey:
    """A boundary of McMahon Regular as the settings keep it: rank, rating and lot. Raises ValueError."""
    rank, rating, lottery = text.split()
    strength = parse_rank(rank)[0], int(rating)
    first, second = strength if settings.start.sorted_by == "rank" else reversed(strength)
    return first, second, int(lottery)


def write_boundary(key: SortKey, settings: Settings) -> str:
    """The text that `read_boundary` reads."""
    rank, rating = key[:2] if settings.start.sorted_by == "rank" else (key[1], key[0])
    return f"{rank_name(rank)} {rating} {key[2]}"
