"""Who takes which prize where everybody can have one: the most valuable first, to the best placed without a prize.

A prize is claimed by tiers of players, best first. A tier of several is tied for it: it can take as many prizes as it
has players, so one that is tied for two prizes leaves the other to somebody else of the tie. (Kuhn's augmenting paths:
a player who has a prize keeps having one, never a smaller one than those that somebody placed behind gets.)
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .prize import Prize

#: The tier that each prize went to, by its position among the claims; None where nobody takes it.
Levels = Sequence[int | None]


@dataclass(frozen=True, slots=True)
class Claim:
    """A prize and the tiers of players who can get it, best first; a copy of one for each is a claim of its own."""

    prize: Prize
    tiers: tuple[tuple[str, ...], ...]


def highest_first(claims: Sequence[Claim]) -> list[int | None]:
    """The tier that takes each prize, where the most valuable is given first, of equal ones the first of the table."""
    matching = _Matching(claims)
    for k in in_order_of_value(claims):
        matching.take(k)
    return matching.levels


def in_order_of_value(claims: Sequence[Claim]) -> list[int]:
    """The positions of the claims, the most valuable prize first, of equal ones the first of the table."""
    return sorted(range(len(claims)), key=lambda k: (-claims[k].prize.value, claims[k].prize.number, k))


def holders(claims: Sequence[Claim], levels: Levels) -> dict[int, str]:
    """Who has which prize, by its position: in its tier the first in the order that decides for whom that can be.

    The most valuable prize chooses first, as long as every prize that is given can be given.
    """
    taken = [k for k in in_order_of_value(claims) if levels[k] is not None]
    tiers = {k: claims[k].tiers[levels[k] or 0] for k in taken}
    fixed: dict[int, str] = {}
    found = _matched(tiers)
    for k in taken:
        for player in tiers[k]:
            if found[k] == player:
                break
            if player not in fixed.values():
                other = _matched({**tiers, **{j: (one,) for j, one in fixed.items()}, k: (player,)})
                if len(other) == len(taken):
                    found = other
                    break
        fixed[k] = found[k]
    return fixed


def _matched(tiers: Mapping[int, tuple[str, ...]]) -> dict[int, str]:
    """A player of its tier for as many prizes as possible."""
    matching = _Matching([])
    for k, tier in tiers.items():
        matching.allowed[k] = tier
        matching.augment(k, set())
    return {k: player for player, k in matching.held.items()}


class _Matching:
    """The prizes given so far: `held` by player, and who may have each that is given (`allowed`)."""

    def __init__(self, claims: Sequence[Claim]) -> None:
        self.claims = claims
        self.held: dict[str, int] = {}
        self.allowed: dict[int, tuple[str, ...]] = {}
        self.levels: list[int | None] = [None] * len(claims)

    def take(self, k: int) -> None:
        """Give a prize to the best tier that has somebody without one, or could have by passing prizes on."""
        for level, tier in enumerate(self.claims[k].tiers):
            self.allowed[k] = tier
            if self.augment(k, set()):
                self.levels[k] = level
                return

    def augment(self, k: int, asked: set[str]) -> bool:
        """Give a prize to somebody of its tier, where prizes may pass on inside their own tiers."""
        for player in self.allowed[k]:
            if player not in self.held and player not in asked:
                self.held[player] = k
                return True
        for player in self.allowed[k]:
            if player not in asked:
                asked.add(player)
                if self.augment(self.held[player], asked):
                    self.held[player] = k
                    return True
        return False
