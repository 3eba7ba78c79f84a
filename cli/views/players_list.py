"""Prints the list of players."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ...desk.words.values import entered_rounds, value_text
from ...model.tournament.player import Player, Status
from .columns import fitted


def players_list_text(players: Sequence[Player], rounds: int, start: Mapping[str, int], by: str = "") -> str:
    """The list of players; `start` has their start scores in half points, by id.

    If there is little room, the column that it is sorted `by` is left out last; a status other than final stays longer
    than rating and start.
    """
    rows = [
        [
            p.id, p.name, p.rank_name, p.rating, p.club, p.country, value_text(start[p.id], 2),
            entered_rounds(p, rounds) + _unexcused(p), _status(p),
        ]
        for p in players
    ]  # fmt: skip
    titles = ["Id", "Name", "Rank", "Rating", "Club", "Country", "Start", "Rounds", "Status"]
    says_something = any(row[-1] != Status.FINAL.value for row in rows)
    optional = ["Country", "Club", "Rating", *(["Start"] if says_something else []), "Status"]
    if by.capitalize() in optional:
        optional = [title for title in optional if title.casefold() != by] + ["Rounds", by.capitalize()]
    return fitted(titles, rows, "r  r  r", optional)


def _status(player: Player) -> str:
    """The status of the entry, or that a final one is for no round."""
    return player.status.value if player.takes_part or player.status is not Status.FINAL else "not taking part"


def _unexcused(player: Player) -> str:
    """The rounds that give 0 points if the player misses them."""
    return f", {','.join(map(str, sorted(player.unexcused)))} unexcused" if player.unexcused else ""
