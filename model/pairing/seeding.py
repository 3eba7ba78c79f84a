"""The order of players inside each score group, on which the seeding methods are based (rules: section 6)."""

from __future__ import annotations

from collections.abc import Sequence

from ..lottery import lot
from ..placing.scores import Scores
from ..placing.sums import Sums, Value
from ..placing.tie_breaks import plain_values
from ..tournament.player import Player
from ..tournament.setting_kinds import parse_seeding
from ..tournament.settings import Settings


def seeding_of(settings: Settings, round_number: int) -> tuple[str, tuple[str, ...]]:
    """The seeding method and ordering keys of a round, from the first setting that covers it; else random."""
    for line in settings.pairing.seeding:
        first, last, method, keys = parse_seeding(line)
        if first <= round_number <= last:
            return method, keys
    return "random", ()


def group_order(
    entrants: Sequence[Player], scores: Scores, keys: Sequence[str], round_number: int
) -> dict[int, list[str]]:
    """The entrants' ids by pairing score, in each group best first by the keys, ties broken by the seeded lottery."""
    sums = Sums(scores, {p.id: p for p in entrants})
    values = [plain_values(key, sums) for key in keys]
    seed = scores.settings.seed

    def place(player: Player) -> tuple[Value, ...]:
        return (*(-value[player.id] for value in values), lot(seed, "order", round_number, player.id))

    groups: dict[int, list[str]] = {}
    for player in sorted(entrants, key=place):
        groups.setdefault(scores.pairing_score(player.id), []).append(player.id)
    return groups
