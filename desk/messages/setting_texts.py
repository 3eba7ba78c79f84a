"""Settings in words: the players that they name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...io.settings.settings_file import toml_value
from ...model.notes import name_of
from ...model.tournament.settings import kinds
from ...model.tournament.settings.settings import declared
from ...model.tournament.tournament import Tournament

#: Kinds of settings whose entries are players: locks, ids, or a table by id.
OF_PLAYERS = (kinds.LOCKS, kinds.IDS, kinds.FIXED)


def who_text(key: str, value: Any, tournament: Tournament) -> str:
    """The players that a setting lists, by name and id; nothing where it lists none, or only ids that are nobody's."""
    if declared(key).kind not in OF_PLAYERS:
        return ""
    entries = list(value.items()) if isinstance(value, Mapping) else value
    text = "; ".join(entry_text(key, entry, tournament) for entry in entries)
    return text if any(player.label in text for player in tournament.players) else ""


def entry_text(key: str, entry: Any, tournament: Tournament) -> str:
    """An entry of a list or table: players by name and id, all else as TOML writes it."""
    kind = declared(key).kind
    if kind is kinds.FIXED:
        who, table = entry
        return f"{name_of(str(who), tournament)} at table {table}"
    if kind is kinds.IDS:
        return name_of(str(entry), tournament)
    if kind is kinds.LOCKS:
        return _lock_text(entry, tournament)
    return " = ".join(map(str, entry)) if isinstance(entry, tuple) else toml_value(entry)


def _lock_text(lock: Mapping[str, Any], tournament: Tournament) -> str:
    """`Ann (1), Bo (2) in round 1-3`."""
    against = f" against {_names(lock['against'], tournament)}" if lock.get("against") else ""
    rounds = f" in round {lock['rounds']}" if lock.get("rounds") else ""
    return _names(lock["players"], tournament) + against + rounds


def _names(ids: Sequence[object], tournament: Tournament) -> str:
    return ", ".join(name_of(str(who), tournament) for who in ids)
