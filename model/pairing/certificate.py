"""A certificate: a dual solution in whole numbers, by which anybody can check that no pairing of the round costs less.

For each tier it has the duals, in units of 1/scale, of players (`y`), of odd sets of players (`w`), of rules over sets
of pairs (`rows`) and of the costs of earlier tiers (`levels`). docs/explanation/proof.md says why they prove the bound.
"""

from __future__ import annotations

from dataclasses import dataclass

from .criteria.field import Ints


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
