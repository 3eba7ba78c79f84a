"""Prints the start groups."""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from ...desk.words.values import rank_range, value_text
from ...model.tournament.player import Player
from ...model.words import counted
from .columns import columns, fitted

if TYPE_CHECKING:
    from ...model.placing.groups import Groups


WHO = 24  # columns that a name with id, rank and rating keeps while a column beside it can go


def groups_text(found: Groups) -> str:
    """The start groups: counts by score, the players next to each boundary, and the effect of each bar."""
    settings, groups = found.settings, found.groups
    count = sum(len(group.players) for group in groups)
    waiting = (
        f"; {counted(len(found.waiting), 'entry')} preliminary, withdrawn or entered for no round"
        if found.waiting
        else ""
    )
    head = f"{settings.name}: {counted(count, 'player')} in {counted(len(groups), 'start group')}"
    lines = [f"{head}, scheme {settings.start.scheme}{waiting}"]
    if settings.start.scheme == "regular":
        why = "set by hand" if settings.start.group_size else f"from the table for {settings.rounds} rounds"
        lines.append(f"Groups of {found.size}, {why}; players are sorted by {settings.start.sorted_by} first.")
    if groups:
        lines += ["", _groups_table(found)]
    return "\n".join([*lines, *_bars_lines(found)])


def _groups_table(found: Groups) -> str:
    rows, in_all = [], 0
    for group, below in zip_longest(found.groups, found.groups[1:]):
        in_all += len(group.players)
        boundary = ["", ""] if below is None else [_entrant(group.players[-1]), _entrant(below.players[0])]
        ranks = rank_range([p.rank for p in group.players])
        rows.append([value_text(group.start, 2), len(group.players), in_all, ranks, *boundary, "; ".join(group.marks)])
    titles = ["Start", "Players", "In all", "Ranks", "Just above the boundary", "Just below it", ""]
    return fitted(titles, rows, "rrr", ("Just below it", "In all"), least=WHO)


def _entrant(player: Player) -> str:
    return f"{player.label} {player.rank_name} {player.rating}"


def _bars_lines(found: Groups) -> list[str]:
    """The effect of each plausible bar, and which one is used and why."""
    settings, bars = found.settings, found.bars
    if not bars:
        return []
    (low, high), most = found.table, 2**settings.rounds
    some = f"{low} to {high} players at or above the bar, never more than {most}"
    table = some if settings.rounds > 2 else f"not more than {most} players at or above the bar"
    near = [bar for k, bar in enumerate(bars) if k == 0 or bars[k - 1].count <= most or bar.taken or bar.automatic]
    rows = []
    for bar in near:
        marks = ["auto would choose it"] if bar.automatic else []
        rows.append([bar.rank, bar.count, bar.verdict, ", ".join([*marks, "in use"] if bar.taken else marks)])
    taken = f"start.bar = {settings.start.bar}"
    taken += f": the bar is {settings.decided.bar}" if settings.start.bar == "auto" else " (set by you)"
    if all(len(group.top) == len(group.players) for group in found.groups):
        taken += "; everybody is at or above it, so all start with the same score and all games are even"
    return [
        f"\nThe BGA's table for {settings.rounds} rounds: {table}.",
        columns(["Bar", "Players", "By the table", ""], rows, "rr"),
        taken,
    ]
