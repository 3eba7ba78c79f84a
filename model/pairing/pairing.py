"""A solver's answer: a pairing, its cost, a proven lower bound, and a certificate by which anybody can check it.

A certificate is a dual solution in whole numbers. For each tier it has the duals, in units of 1/scale, of players
(`y`), of odd sets of players (`w`), of rules over sets of pairs (`rows`) and of the costs of earlier tiers (`levels`).
docs/explanation/proof.md says why they prove the bound.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from .field import Ints


@dataclass(frozen=True, slots=True, eq=False)
class TierProof:
    """The proof of one tier: `name` is `breaches`, the number of a profile's tier, or `tie` (the lottery).

    `value` is the cost of the certified pairing in this tier, prices of rules included. `w` has one entry for each odd
    set of the certificate, `levels` one for each earlier tier.
    """

    name: str
    value: int
    scale: int
    y: Ints
    w: Ints
    rows: Ints
    levels: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Certificate:
    """The proofs of a pairing's tiers, in their order.

    Vertices are the players in `players` (positions in the problem's entrants); in an odd field one more is the bye.
    `pairs` are the certified pairs as vertices, `sets` the odd sets of all tiers as ascending vertices, each once,
    the smaller ones first.
    `rows` names the rules over sets of pairs in the order of the duals, as (rule, part of the field). Forced pairs and
    byes are not part of the certificate.
    """

    players: Ints
    pairs: Ints
    rows: tuple[tuple[str, str], ...]
    sets: tuple[Ints, ...]
    tiers: tuple[TierProof, ...]


@dataclass(frozen=True, slots=True)
class TierValue:
    """One tier of the profile: its number, the cost of the pairing in it, and a proven lower bound.

    The bound holds for pairings that are optimal in all earlier tiers; it is 0 when one of those is not proven.
    """

    tier: int
    cost: int
    bound: int


@dataclass(frozen=True, slots=True)
class ByCpSat:
    """What CP-SAT says of a round: `agrees` that none costs less, or `why` it says nothing.

    `pairs` are the games and byes of its model, `odd_sets` the rows that it took from the matching engine.
    """

    agrees: bool = False
    pairs: int = 0
    odd_sets: int = 0
    why: str = ""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Pairs and byes as indices of the problem's entrants.

    `cost` is the weighted sum over all tiers of the profile, `bound` the sum of the tiers' bounds: equal when
    `optimal`. `tiers` has them one by one. `breaches` is the number of breaches of relaxed hard rules, the least
    possible when `optimal`. `tie_proven`: the lottery tier is proven too, so that the boards are the same on any
    machine. `certificate` proves the bounds; None when every player was forced, or no bound was found in time.
    `bound_of_all` bounds every legal pairing, where `bound` holds among fewer: those that leave a plan, or keep boards.
    `closed_by_cp_sat` names the proven tiers (as in the certificate) whose dual bound left a gap that CP-SAT closed.
    `engine` found the round; `by_cp_sat` is what CP-SAT says of it, None if it was not asked.
    `seconds` is wall-clock time: `solve`, and `total`, which includes the judge.
    """

    pairs: tuple[tuple[int, int], ...]
    byes: tuple[int, ...]
    cost: int
    bound: int
    tiers: tuple[TierValue, ...] = ()
    breaches: int = 0
    optimal: bool = True
    tie_proven: bool = True
    certificate: Certificate | None = field(default=None, compare=False, repr=False)
    closed_by_cp_sat: tuple[str, ...] = field(default=(), compare=False)
    seconds: Mapping[str, float] = field(default_factory=dict, compare=False)
    bound_of_all: int | None = None
    engine: Literal["matching", "cp-sat"] = field(default="matching", compare=False)
    by_cp_sat: ByCpSat | None = field(default=None, compare=False)

    @property
    def status(self) -> Literal["optimal", "feasible"]:
        """`optimal` or `feasible`."""
        return "optimal" if self.optimal else "feasible"


def bound_of_all(pairing: Pairing, cheapest: Pairing) -> int:
    """What is proven of all legal pairings, seen from one of them: by the bounds of the cheapest, tier by tier.

    Behind the first tier in which that one costs less nothing is bounded: an earlier tier always decides.
    """
    total = 0
    for own, least in zip(pairing.tiers, cheapest.tiers, strict=True):
        total += least.bound
        if own.cost != least.cost:
            break
    return total
