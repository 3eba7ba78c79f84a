"""Prints registrations and settings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...desk.words.names import counted_entrants
from ...desk.words.values import entered_rounds
from ...model.tournament.player import Player, Status
from ...model.words import first_few
from .columns import room_of_terminal, width

if TYPE_CHECKING:
    from ...desk.people.entries import Registered
    from ...desk.settings import Setting, SettingChange
    from ...model.tournament.tournament import Tournament

MOST_NAMED = 12  # players of one registration who are each named


def setting_line(setting: Setting) -> str:
    """A setting as in the file, with the players in it and its meaning; on a line below where there is no room."""
    value, meaning = f"{setting.name} = {setting.value}", "; ".join(filter(None, (setting.who, setting.meaning)))
    line = f"{value}  # {meaning}"
    return f"{value}\n  {meaning}" if 0 < room_of_terminal() < width(line) else line


def change_line(change: SettingChange) -> str:
    """A setting with its new value, the players in it, and its old value."""
    was = [f"was {change.before}"] if change.before != change.after else []
    notes = ", ".join([*(["the default"] if change.unset else []), *was])
    note = "; ".join(filter(None, (change.who, notes)))
    return f"{change.name} = {change.after}" + (f"  # {note}" if note else "")


def registered_lines(done: Registered, before: Tournament, after: Tournament) -> list[str]:
    """How the columns were read, new and changed players, their number, and those not entered for every round."""
    players = counted_entrants(len(after.players), after.settings)
    counts = f"{len(done.new)} new, {len(done.changed)} changed, {done.unchanged} unchanged; {players} in all."
    return [
        *([f"{done.columns}."] if done.columns else []),
        *_new_lines(done, before, after),
        *_changed_lines(done, after),
        counts,
        *_missing_lines(done, after),
    ]


def _new_lines(done: Registered, before: Tournament, after: Tournament) -> list[str]:
    """The new players, if they are few and there were others before."""
    if not before.players or len(done.new) > MOST_NAMED:
        return []
    return [f"new: {after.player(pid).label} {after.player(pid).rank_name}" for pid in done.new]


def _changed_lines(done: Registered, after: Tournament) -> list[str]:
    """The changed players with old and new values, all of them: any may be one that nobody wanted."""
    return [f"changed: {after.player(pid).label}: {', '.join(done.changed[pid])}" for pid in done.changed]


def _missing_lines(done: Registered, after: Tournament) -> list[str]:
    """The new players who are not entered for every round."""
    new = [after.player(pid) for pid in done.new]
    away = [p for p in new if p.rounds is not None or p.status is not Status.FINAL]
    texts = [f"{p.label} {_entered(p, after.settings.rounds)}" for p in away]
    return [f"Not entered for all rounds: {first_few(texts, MOST_NAMED)}."] if texts else []


def _entered(player: Player, rounds: int) -> str:
    return entered_rounds(player, rounds) if player.status is Status.FINAL else player.status.value
