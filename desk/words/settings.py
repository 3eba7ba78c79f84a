"""Settings that list players, with their names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...io.settings.settings_file import toml_value
from ...model.tournament.tournament import Tournament
from .names import name_of

#: Settings whose entries are players: locks, ids, or a table by id.
OF_PLAYERS = frozenset({"pairing.forbid", "pairing.force", "start.supergroup", "tables.fixed"})


def who_text(key: str, value: Any, tournament: Tournament) -> str:
    """The players that a setting lists, by name and id; nothing where it lists none, or only ids that are nobody's."""
    if key not in OF_PLAYERS:
        return ""
    entries = list(value.items()) if isinstance(value, Mapping) else value
    text = "; ".join(entry_text(key, entry, tournament) for entry in entries)
    return text if any(player.label in text for player in tournament.players) else ""


def entry_text(key: str, entry: Any, tournament: Tournament) -> str:
    """An entry of a list or table: players by name and id, all else as TOML writes it."""
    if key == "tables.fixed":
        who, table = entry
        return f"{name_of(str(who), tournament)} at table {table}"
    if key == "start.supergroup":
        return name_of(str(entry), tournament)
    if key in OF_PLAYERS:
        return _lock_text(entry, tournament)
    return " = ".join(map(str, entry)) if isinstance(entry, tuple) else toml_value(entry)


def _lock_text(lock: Mapping[str, Any], tournament: Tournament) -> str:
    """`Ann (1), Bo (2) in round 1-3`."""
    against = f" against {_names(lock['against'], tournament)}" if lock.get("against") else ""
    rounds = f" in round {lock['rounds']}" if lock.get("rounds") else ""
    return _names(lock["players"], tournament) + against + rounds


def _names(ids: Sequence[object], tournament: Tournament) -> str:
    return ", ".join(name_of(str(who), tournament) for who in ids)
