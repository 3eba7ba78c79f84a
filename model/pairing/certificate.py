"""A certificate: whole numbers from which anybody can check that no pairing of the round costs less.

For each tier: duals in units of 1/scale of every player (`y`), of odd sets of players (`w`), of the rules over sets of
pairs (`rows`) and of earlier tiers' costs (`levels`). docs/optimisation.md says why they prove the bound.
"""

from __future__ import annotations

from dataclasses import dataclass

from .criteria.field import Ints


@dataclass(frozen=True, slots=True, eq=False)
class TierProof:
    """The proof of one tier: `name` is `breaches`, the number of a profile's tier, or `tie` (the lottery).

    `value` is what the certified pairing costs in this tier, excess of rules included. `w` has one entry for each odd
    set of the certificate, `levels` one for each tier before.
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
    `pairs` are the certified pairs as vertices, `sets` the odd sets of all tiers as ascending vertices, each once.
    `rows` names the rules over sets of pairs in the order of the duals, by rule and part of the field. Forced pairs and
    byes are settled before and not part of it.
    """

    players: Ints
    pairs: Ints
    rows: tuple[tuple[str, str], ...]
    sets: tuple[Ints, ...]
    tiers: tuple[TierProof, ...]
