"""A certificate: whole numbers from which anybody can check that no pairing of the round costs less.

For each tier: duals in units of 1/scale of every player (`y`), of odd sets of players (`w`), of the rules over sets of
pairs (`rows`) and of earlier tiers' costs (`levels`). docs/optimisation.md says why they prove the bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from .criteria.field import Ints


@dataclass(frozen=True, slots=True, eq=False)
class TierProof:
    """The proof of one tier: `name` is `breaches`, the number of a profile's tier, or `tie` (the lottery).

    `value` is what the certified pairing costs in this tier, excess of rules included, and `sets` are the odd sets as
    vertex numbers. `levels` has one entry for each tier before.
    """

    name: str
    value: int
    scale: int
    y: Ints
    sets: tuple[Ints, ...]
    w: Ints
    rows: Ints
    levels: Ints


@dataclass(frozen=True, slots=True, eq=False)
class Certificate:
    """The proofs of a pairing's tiers, in their order.

    Vertices are the players in `players` (positions in the problem's entrants); in an odd field one more is the bye.
    `pairs` are the certified pairs as vertices. `rows` names the rules over sets of pairs in the order of the duals, by
    rule and part of the field. Forced pairs and byes are settled before and not part of it.
    """

    players: Ints
    odd: bool
    pairs: Ints
    rows: tuple[tuple[str, str], ...]
    tiers: tuple[TierProof, ...]


def plain(proof: TierProof) -> dict[str, Any]:
    """A tier's proof as lists and numbers, for a JSON file."""
    return {
        "name": proof.name,
        "value": proof.value,
        "scale": proof.scale,
        "y": proof.y.tolist(),
        "sets": [members.tolist() for members in proof.sets],
        "w": proof.w.tolist(),
        "rows": proof.rows.tolist(),
        "levels": proof.levels.tolist(),
    }
