"""The start groups: what the first draw decides of them and later draws keep, and who is in each.

The first draw decides the automatic bar, the boundaries of groups, the zero, the seed, and who plays on in a final.
Sources: BGA handbook 4.2 for the table of the bar; McMahon Regular for groups of equal size.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ..language import first_few
from ..tournament.person import Player
from ..tournament.ranks import rank_name
from ..tournament.settings.kinds import parse_band
from ..tournament.settings.occasion import DecidedSettings
from ..tournament.settings.play import BAKU
from ..tournament.settings.settings import VERSION, Settings
from ..tournament.tournament import Tournament
from . import start_scores as starting
from .stages import Stages, groups_made, in_turn, stages_of, with_shares
from .standings import in_group
from .start_scores import StartScores, sort_key, start_scores


def with_decisions(tournament: Tournament) -> Tournament:
    """The tournament as it is drawn: what the first draw decides stands in its settings."""
    decided = _with_finalists(tournament, decide(tournament))
    if decided == tournament.settings.decided:
        return tournament
    return replace(tournament, settings=replace(tournament.settings, decided=decided))


def decide(tournament: Tournament) -> DecidedSettings:
    """What is decided at a draw: all anew while round 1 is a draft, then what is missing or of another scheme."""
    settings = tournament.settings
    old = settings.decided
    started = bool(tournament.rounds) and not tournament.rounds[0].draft
    if not (started and old.zero_shift and old.scheme in ("", settings.start.scheme)):
        return _decided(tournament, DecidedSettings(version=old.version if old.made else VERSION))
    old = with_shares(tournament, old)
    wants_bar = settings.start.scheme == "rank" and settings.start.bar == "auto"
    return replace(old, bar=_decided(tournament, DecidedSettings()).bar) if wants_bar and not old.bar else old


def _decided(tournament: Tournament, kept: DecidedSettings) -> DecidedSettings:
    """What is not kept, decided by the field as it is; the zero always, as it hangs on the rest."""
    settings = tournament.settings
    final = [p for p in tournament.players if p.takes_part]
    new = replace(kept, scheme=settings.start.scheme, zero_shift="", seed=kept.seed or str(settings.seed))
    if settings.start.scheme == "rank" and settings.start.bar == "auto" and final and not new.bar:
        new = replace(new, bar=rank_name(starting.automatic_bar([p.rank for p in final], settings.rounds)))
    if settings.start.scheme == "regular" and not new.boundaries:
        keys = starting.boundaries(final, replace(settings, decided=new))
        new = replace(new, boundaries=tuple(starting.write_boundary(key, settings) for key in keys))
    limit = starting.weakest_above(final, replace(settings, decided=new))
    if limit is not None and not new.supergroup:
        members = tuple(p.id for p in final if sort_key(p, replace(settings, decided=new)) >= limit)
        new = replace(new, supergroup=starting.write_boundary(limit, settings), supergroup_ids=members)
    new = with_shares(tournament, new)
    if BAKU in settings.start.acceleration:
        new = replace(new, baku_rounds=new.baku_rounds or str(settings.rounds))
    if settings.groups.number and not new.drawn_groups:
        new = replace(new, drawn_groups=groups_made(final, replace(settings, decided=new)))
    return replace(new, zero_shift=str(start_scores(tournament.players, replace(settings, decided=new)).shift))


def _with_finalists(tournament: Tournament, decided: DecidedSettings) -> DecidedSettings:
    now = replace(tournament, settings=replace(tournament.settings, decided=decided))
    stages, done = stages_of(now.settings), len(tournament.published)
    if stages is None or done > stages.rounds:
        return decided
    ids = () if done < stages.rounds or done >= tournament.settings.rounds else finalists(now, stages)
    return replace(decided, finalists=ids)


def finalists(tournament: Tournament, stages: Stages) -> tuple[str, ...]:
    """Who of each group plays on and is entered: all winners in the order of groups, then all second, and so on."""
    players, settings, first = tournament.by_id(), tournament.settings, []
    for group in stages.groups:
        equal = in_group(tournament, [pid for pid in group if pid in players], stages.rounds)
        order = [
            pid for own in equal for pid in sorted(own, key=lambda pid: sort_key(players[pid], settings), reverse=True)
        ]
        here = [pid for pid in order if players[pid].enters(stages.rounds + 1)]
        first.append(here[: settings.groups.finalists])
    return tuple(in_turn(first))


def decide_again(tournament: Tournament, changed: Iterable[str]) -> DecidedSettings:
    """What was decided, after a change of settings: only what the changed ones touch is decided anew."""
    old, keys = tournament.settings.decided, set(changed)
    if "start.supergroup_size" in keys:
        old = replace(old, supergroup="", supergroup_ids=())
    if "start.acceleration" in keys:
        old = replace(old, acceleration=(), baku_rounds="")
    begun = bool(tournament.rounds) and not tournament.rounds[0].draft
    if keys & {"groups.number", "groups.apart"} and not begun:  # later on the groups stay
        old = replace(old, drawn_groups=(), finalists=())
    if not old.zero_shift or not any(key.startswith("start.") for key in keys):
        return old
    if keys & {"start.scheme", "start.group_size", "start.sorted_by"}:
        bar = old.bar if "start.scheme" not in keys else ""
        return _decided(tournament, DecidedSettings(bar=bar, version=old.version))
    return _decided(tournament, replace(old, bar="") if "start.bar" in keys else old)


@dataclass(frozen=True, slots=True)
class Group:
    """The players of one start score (half points), strongest first; which are `top`, and what is special (`marks`)."""

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
        return self.settings.start.group_size or starting.group_size(self.settings.rounds)

    @property
    def table(self) -> tuple[int, int]:
        """Fewest and most players at or above the bar by BGA's table."""
        return starting.bar_table(self.settings.rounds)


def start_groups(tournament: Tournament) -> Groups:
    """The groups as the next draw would make them: what the first draw decides is decided, but nothing is kept."""
    settings, players = with_decisions(tournament).settings, tournament.players
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
    by_table = starting.automatic_bar(ranks, rounds)
    bars = {by_table} if taken is None else {by_table, taken}
    counts = starting.players_at_each_bar(ranks) | {bar: sum(rank >= bar for rank in ranks) for bar in bars}
    return [
        PossibleBar(
            rank_name(rank), counts[rank], starting.bar_verdict(counts[rank], rounds), rank == taken, rank == by_table
        )
        for rank in sorted(counts, reverse=True)
    ]
