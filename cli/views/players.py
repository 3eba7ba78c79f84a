"""Prints players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...desk.words.notes import rounds_named
from ...desk.words.points import absence_text
from ...desk.words.values import member_words
from ...model.words import counted
from .players_list import players_list_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...desk.people.absences import Missed
    from ...desk.people.members import MissingMember
    from ...desk.people.players import PlayerList
    from ...model.tournament.player import Player


#: Said of a player who is entered for no round.
NOT_THERE = "; not taking part: entered for no round, so not in the standings"


def players_text(listed: PlayerList, rounds: int, by: str = "") -> str:
    """The list of players, sorted by something, how many there are, and the bar."""
    table = players_list_text(listed.players, rounds, listed.start, by)
    away = sum(player.rounds == frozenset() for player in listed.players)
    not_there = f", {away} not taking part" if away else ""
    return f"{table}\n{counted(len(listed.players), 'player')}{not_there}, {listed.bar}"


def members_lines(player: Player, rounds: int) -> list[str]:
    """The people of a pair or team with their places."""
    return [f"  {k}  {member_words(m, rounds)}" for k, m in enumerate(player.members, 1)]


def player_line(player: Player) -> str:
    """A player with id and rank, and a remark if the player is entered for no round."""
    return f"{player.label} {player.rank_name}{NOT_THERE if player.rounds == frozenset() else ''}"


def changed_line(player: Player, changes: Sequence[str]) -> str:
    """A changed player, with the old and new value of each field."""
    return f"{player.label} {player.rank_name}: {', '.join(changes) or 'nothing changed'}"


def missed_line(missed: Missed) -> str:
    """The rounds that a player misses and their points, or the boards lost by forfeit."""
    who, rounds = missed.player.label, rounds_named(missed.rounds)
    if missed.lost:
        return f"{who} loses {rounds} by forfeit, table {', '.join(str(game.table) for game in missed.lost)}"
    if missed.player.rounds == frozenset():
        return f"{who} misses {rounds}{NOT_THERE}"
    is_out = f"{'is' if len(missed.stay) == 1 else 'are'} already published"
    stay = f"; {rounds_named(missed.stay)} {is_out}" if missed.stay else ""
    return f"{who} misses {rounds}: {_counts(missed)}{stay}"


def missing_member_line(missed: MissingMember) -> str:
    """A member who misses rounds, and who plays instead."""
    who = f"{missed.member.name} of {missed.entrant.label}"
    instead = f"{missed.instead.name} {missed.instead.rank_name} plays instead" if missed.instead else "nobody instead"
    return f"{who} misses {rounds_named(missed.rounds)}; {instead}"


def withdrawn_line(missed: Missed) -> str:
    """A player who has withdrawn, and the points of the missed rounds."""
    misses = f"; misses {rounds_named(missed.rounds)}: {_counts(missed)}" if missed.rounds else ""
    return f"{missed.player.label} has withdrawn{misses}"


def _counts(missed: Missed) -> str:
    """The points of each of the rounds."""
    each = " each" if len(missed.rounds) > 1 else ""
    return absence_text(missed.half_points, missed.counts != "unexcused") + each
