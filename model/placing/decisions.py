"""What the first draw decides and later draws keep: the automatic bar, the groups' boundaries, the zero, the seed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ..tournament.ranks import rank_name
from ..tournament.settings.house import DecidedSettings
from ..tournament.settings.presets import VERSION
from ..tournament.settings.systems import BAKU
from ..tournament.tournament import Tournament
from .stages import Stages, groups_made, stages_of, with_shares
from .standings import in_group
from .start_scores import automatic_bar, boundaries, sort_key, start_scores, weakest_above, write_boundary


def with_decisions(tournament: Tournament) -> Tournament:
    """The tournament as it is drawn: what the first draw decides stands in its settings."""
    decided = _with_finalists(tournament, decide(tournament))
    if decided == tournament.settings.decided:
        return tournament
    return replace(tournament, settings=replace(tournament.settings, decided=decided))


def decide(tournament: Tournament) -> DecidedSettings:
    """What is decided at a draw.

    As long as the first round is a draft all of it anew; afterwards only what is missing or was for another scheme.
    """
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
        new = replace(new, bar=rank_name(automatic_bar([p.rank for p in final], settings.rounds)))
    if settings.start.scheme == "regular" and not new.boundaries:
        keys = boundaries(final, replace(settings, decided=new))
        new = replace(new, boundaries=tuple(write_boundary(key, settings) for key in keys))
    limit = weakest_above(final, replace(settings, decided=new))
    if limit is not None and not new.supergroup:
        members = tuple(p.id for p in final if sort_key(p, replace(settings, decided=new)) >= limit)
        new = replace(new, supergroup=write_boundary(limit, settings), supergroup_ids=members)
    new = with_shares(tournament, new)
    if BAKU in settings.start.acceleration:
        new = replace(new, baku_rounds=new.baku_rounds or str(settings.rounds))
    if settings.groups.number and not new.drawn_groups:
        new = replace(new, drawn_groups=groups_made(final, replace(settings, decided=new)))
    return replace(new, zero_shift=str(start_scores(tournament.players, replace(settings, decided=new)).shift))


def _with_finalists(tournament: Tournament, decided: DecidedSettings) -> DecidedSettings:
    """With the finalists, where the next round to be drawn, or a draft, is the first of a final."""
    now = replace(tournament, settings=replace(tournament.settings, decided=decided))
    stages, done = stages_of(now.settings), sum(not drawn.draft for drawn in tournament.rounds)
    if stages is None or done > stages.rounds:
        return decided
    ids = () if done < stages.rounds or done >= tournament.settings.rounds else finalists(now, stages)
    return replace(decided, finalists=ids)


def finalists(tournament: Tournament, stages: Stages) -> tuple[str, ...]:
    """The first of each group who play on: all winners in the order of the groups, then all second, and so on.

    Who is not entered for the first round of the final is passed over. Equal players are in the order of rank, rating
    and lot.
    """
    players = tournament.by_id()
    first = []
    for group in stages.groups:
        here = [pid for pid in group if pid in players and players[pid].enters(stages.rounds + 1)]
        whole = in_group(tournament, [pid for pid in group if pid in players], stages.rounds)
        order = [
            pid
            for equal in whole
            for pid in sorted(equal, key=lambda pid: sort_key(players[pid], tournament.settings), reverse=True)
        ]
        first.append([pid for pid in order if pid in here][: tournament.settings.groups.finalists])
    size = max(map(len, first), default=0)
    return tuple(own[k] for k in range(size) for own in first if k < len(own))


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
