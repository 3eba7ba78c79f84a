"""Prints players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...desk.words.points import absence_text
from ...model.words import counted
from .players_list import players_list_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...desk.people.absences import Missed
    from ...desk.people.players import PlayerList
    from ...model.tournament.player import Player


def players_text(listed: PlayerList, rounds: int) -> str:
    """The list of players, how many there are, and the bar."""
    table = players_list_text(listed.players, rounds, listed.start)
    return f"{table}\n{counted(len(listed.players), 'player')}, {listed.bar}"


def player_line(player: Player) -> str:
    """A player with id and rank."""
    return f"{player.id}: {player.name} {player.rank_name}"


def changed_line(player: Player, changes: Sequence[str]) -> str:
    """A changed player, with the old and new value of each field."""
    return f"{player_line(player)}: {', '.join(changes) or 'nothing changed'}"


def missed_line(missed: Missed) -> str:
    """The rounds that a player misses and their points, or the boards lost by forfeit."""
    who, rounds = f"{missed.player.id} ({missed.player.name})", ", ".join(map(str, missed.rounds))
    if missed.lost:
        return f"{who} loses round {rounds} by forfeit, table {', '.join(str(game.table) for game in missed.lost)}"
    return f"{who} misses round {rounds}: {_counts(missed)}"


def withdrawn_line(missed: Missed) -> str:
    """A player who has withdrawn, and the points of the missed rounds."""
    who, rounds = f"{missed.player.id} ({missed.player.name})", ", ".join(map(str, missed.rounds))
    return f"{who} has withdrawn" + (f"; misses round {rounds}: {_counts(missed)}" if rounds else "")


def _counts(missed: Missed) -> str:
    """The points of each of the rounds."""
    each = " each" if len(missed.rounds) > 1 else ""
    return absence_text(missed.half_points, missed.counts != "unexcused") + each
