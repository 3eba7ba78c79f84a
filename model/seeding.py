"""The order inside each score group that the seeding methods go by (rules: section 6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from .lottery import lot
from .player import Player
from .scores import Scores
from .setting_kinds import parse_seeding
from .settings import Settings
from .tie_breaks import TIE_BREAKS


def seeding_of(settings: Settings, round_number: int) -> tuple[str, tuple[str, ...]]:
    """Method and ordering keys for a round: the first line of the settings that names it, else random."""
    for line in settings.pairing.seeding:
        first, last, method, keys = parse_seeding(line)
        if first <= round_number <= last:
            return method, keys
    return "random", ()


def group_order(
    entrants: Sequence[Player], scores: Scores, keys: Sequence[str], round_number: int
) -> dict[int, list[str]]:
    """The entrants' ids of each pairing score, best first by the keys, then by the seeded lottery."""
    players: Mapping[str, Player] = {p.id: p for p in entrants}
    values = [TIE_BREAKS[key].values(scores, _all_players(scores, players)) for key in keys]
    seed = scores.settings.seed

    def place(player: Player) -> tuple[int, ...]:
        return (*(-value[player.id] for value in values), lot(seed, "order", round_number, player.id))

    groups: dict[int, list[str]] = {}
    for player in sorted(entrants, key=place):
        groups.setdefault(scores.pairing_score(player.id), []).append(player.id)
    return groups


def _all_players(scores: Scores, entrants: Mapping[str, Player]) -> Mapping[str, Player]:
    """The entrants, with a stand-in for everybody else whom the scores know (their values are never looked up)."""
    return {pid: entrants.get(pid) or Player(pid, pid) for pid in scores.entries}
