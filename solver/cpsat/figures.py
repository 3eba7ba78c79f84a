"""Optional data of a certificate that speed the proof of a great round up from minutes to seconds.

Nothing here is believed. An odd set cannot be paired inside itself, whoever found it, so that "at least one pair leaves
it" excludes no round. Duals of players, whatever they are, change the cost of every round by the same constant. And a
pair is only excluded if its reduced cost, computed here in whole numbers for all pairs, is above the gap.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ...model.pairing.pairing import Certificate, TierProof
from ..formulation.costs import TierName
from ..formulation.vertices import Ints, Mask
from .model import Open, RoundModel, cost_in

GREATEST = 2**61  # of a sum of costs and duals, in 64 bits


@dataclass(frozen=True, slots=True, eq=False)
class Figures:
    """The figures of one tier for a model: duals `y` of the entrants and of the bye, `w` of odd sets, all × `scale`.

    `sets` are the numbers of the odd sets in the certificate, and `crossing` says which variables of pairs and byes
    leave each. Of those that are `tight` exactly one pair leaves, as an earlier tier has shown.
    """

    scale: int
    y: Ints
    of_bye: int
    w: Ints
    sets: list[int]
    crossing: list[Mask]
    tight: frozenset[int]

    @property
    def constant(self) -> int:
        """By how much `shifted` lowers the cost of every round."""
        return int(self.y.sum()) + self.of_bye

    def shifted(self, model: RoundModel, cost: Ints) -> Ints:
        """scale · cost less the duals of the players of each pair and bye; that of excess is only scaled."""
        shifted, pairs, byes = cost * self.scale, len(model.pair_at), len(model.bye_at)
        shifted[:pairs] -= self.y[model.i[model.pair_at]] + self.y[model.j[model.pair_at]]
        by_hand = np.isin(model.bye_at, model.problem.forced_byes)  # these are no game of the bye's vertex
        shifted[pairs : pairs + byes] -= self.y[model.bye_at] + np.where(by_hand, 0, self.of_bye)
        return shifted

    def add_rows(self, model: RoundModel) -> int:
        """At least one pair or bye leaves each odd set; how many rows that were."""
        free = [crossing for number, crossing in zip(self.sets, self.crossing, strict=True) if number not in self.tight]
        for crossing in free:
            model.cp.add_at_least_one(_leaving(model, crossing))
        return len(free)

    def left_open(self, model: RoundModel, cost: Ints, optimum: int) -> Left | None:
        """What the rounds of the optimal cost of this tier have in common; None if the duals do not bound the cost.

        scale · cost of a round = Σ y + Σ w · (pairs that leave the set) + Σ reduced costs + scale · prices.
        """
        reduced = self.shifted(model, cost)
        pairs, byes = len(model.pair_at), len(model.bye_at)
        for dual, crossing in zip(self.w.tolist(), self.crossing, strict=True):
            reduced[: pairs + byes] -= dual * crossing
        free = np.array([number not in self.tight for number in self.sets], dtype=bool)
        gap = optimum * self.scale - self.constant - int(self.w.sum())
        if reduced.min(initial=0) < 0 or self.w[free].min(initial=0) < 0 or gap < 0:
            return None
        keep = reduced <= gap
        tight = [number for number, dual in zip(self.sets, self.w.tolist(), strict=True) if 2 * dual > gap]
        where = Open(model.pair_at[keep[:pairs]], model.bye_at[keep[pairs : pairs + byes]])
        excess = zip(model.excess_of, keep[pairs + byes :].tolist(), strict=True)
        no_excess = {(count.rule.name, part) for (count, part), kept in excess if not kept}
        return Left(where, self.tight | set(tight), frozenset(no_excess), exact=gap == 0)


@dataclass(frozen=True, slots=True, eq=False)
class Left:
    """Pairs and byes, odd sets (by number) that exactly one pair leaves, and excess that must be 0 in the next tier.

    `exact`: all rounds of these have the optimal cost of the tier, so that no row has to say it.
    """

    where: Open
    tight: frozenset[int]
    no_excess: frozenset[tuple[str, int]]
    exact: bool

    def add_rows(self, model: RoundModel, certificate: Certificate) -> None:
        """Exactly one pair or bye leaves each tight set, and rules over pairs are not exceeded."""
        for number in sorted(self.tight):
            crossing = _crossing(model, certificate.players, certificate.sets[number])
            model.cp.add_exactly_one(_leaving(model, crossing))
        for variable, (count, part) in zip(model.excess, model.excess_of, strict=True):
            if (count.rule.name, part) in self.no_excess:
                model.cp.add(variable == 0)


def figures_of(
    model: RoundModel, certificate: Certificate | None, tier: TierName, tight: frozenset[int] = frozenset()
) -> Figures | None:
    """The figures of a tier; None if the certificate has none, or is for other players."""
    proof = None if certificate is None else next((one for one in certificate.tiers if one.name == str(tier)), None)
    if certificate is None or proof is None or proof.levels.any() or proof.scale < 1:
        return None
    players = certificate.players
    if sorted(players.tolist()) != model.problem.free().tolist() or len(proof.y) != len(players) + len(players) % 2:
        return None
    if not _small_enough(int(cost_in(model, tier).max(initial=0)), proof):
        return None
    y = np.zeros(len(model.problem), dtype=np.int64)
    y[players] = proof.y[: len(players)]
    odd = [k for k, members in enumerate(certificate.sets) if _inside(model, players, members)[2] % 2]
    used = [k for k in odd if proof.w[k] or k in tight]
    crossing = [_crossing(model, players, certificate.sets[k]) for k in used]
    of_bye = int(proof.y[len(players)]) if len(players) % 2 else 0
    return Figures(proof.scale, y, of_bye, proof.w[used], used, crossing, tight)


def _small_enough(dearest: int, proof: TierProof) -> bool:
    """Whether no sum of costs and duals can pass 64 bits, in Python's numbers."""
    duals = 2 * sum(abs(dual) for dual in proof.y.tolist()) + 2 * sum(abs(dual) for dual in proof.w.tolist())
    return bool(dearest * proof.scale + duals < GREATEST)


def _leaving(model: RoundModel, crossing: Mask) -> list[Any]:
    literals = [*model.pairs, *model.byes]
    return [literals[k] for k in np.flatnonzero(crossing).tolist()]


def _inside(model: RoundModel, players: Ints, members: Ints) -> tuple[Mask, bool, int]:
    """Entrants in an odd set, whether it has the bye (the vertex after the last player), and how many that are."""
    inside = np.zeros(len(model.problem), dtype=bool)
    inside[players[members[(members >= 0) & (members < len(players))]]] = True
    with_bye = bool(len(players) % 2 and (members == len(players)).any())
    return inside, with_bye, int(inside.sum()) + with_bye


def _crossing(model: RoundModel, players: Ints, members: Ints) -> Mask:
    """Which pairs and byes leave an odd set."""
    inside, with_bye, _ = _inside(model, players, members)
    pairs = inside[model.i[model.pair_at]] ^ inside[model.j[model.pair_at]]
    byes = inside[model.bye_at] ^ with_bye
    byes[np.isin(model.bye_at, model.problem.forced_byes)] = False
    return np.concatenate([pairs, byes])
