"""A certificate: whole numbers from which anybody can check that no pairing of the round costs less.

For each tier: duals in units of 1/scale of every player (`y`), of odd sets of players (`w`), of the rules over sets of
pairs (`rows`) and of earlier tiers' costs (`levels`). docs/optimisation.md says why they prove the bound.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

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


@dataclass(frozen=True, slots=True, eq=False)
class ProofArrays:
    """A certificate as the arrays of the table in `solver/verify_certificate.py`: texts, int64, `sets` bool.

    T tiers, m vertices, S sets, K rules: `tiers`, `value`, `scale` T; `pairs` m/2 × 2; `sets` S × m; `y` T × m;
    `w` T × S; `rows` T × K; `levels` T × T, row k has the duals of the tiers before k.
    """

    tiers: Any
    value: Ints
    scale: Ints
    pairs: Ints
    sets: Any
    y: Ints
    w: Ints
    rows: Ints
    levels: Ints


def arrays_of(certificate: Certificate) -> ProofArrays:
    """The proof as arrays. Raises ValueError, OverflowError where the parts do not fit together."""
    tiers, size = certificate.tiers, 2 * len(certificate.pairs)
    sets = np.zeros((len(certificate.sets), size), dtype=bool)
    for mask, members in zip(sets, certificate.sets, strict=True):
        if not (np.diff(members) > 0).all() or not ((members >= 0) & (members < size)).all():
            raise ValueError("sets: not vertices in ascending order")
        mask[members] = True

    def stacked(name: str, width: int) -> Ints:
        duals = [getattr(tier, name) for tier in tiers]
        if any(len(dual) != width for dual in duals):
            raise ValueError(f"{name}: not {width} numbers in every tier")
        return np.array(duals, dtype=np.int64).reshape(len(tiers), width)

    levels = np.zeros((len(tiers), len(tiers)), dtype=np.int64)
    for k, tier in enumerate(tiers):
        if len(tier.levels) != k:
            raise ValueError(f"levels: not {k} numbers in tier {tier.name}")
        levels[k, :k] = tier.levels
    return ProofArrays(
        np.array([tier.name for tier in tiers], dtype=np.str_),
        np.array([tier.value for tier in tiers], dtype=np.int64),
        np.array([tier.scale for tier in tiers], dtype=np.int64),
        certificate.pairs,
        sets,
        stacked("y", size),
        stacked("w", len(sets)),
        stacked("rows", len(certificate.rows)),
        levels,
    )
