"""How a player is named in a sentence."""

from __future__ import annotations

from ...model.tournament.tournament import Tournament


def name_of(player_id: str, tournament: Tournament) -> str:
    """Name and id: `Ann (7)`; the id alone of somebody who is not, or no more, a player."""
    player = tournament.by_id().get(player_id)
    return f"{player.name} ({player_id})" if player else player_id
