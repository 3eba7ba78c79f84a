"""The seeded lottery: the same seed and the same names give the same lot, on any machine and in any order."""

from __future__ import annotations

from hashlib import blake2b


def lot(seed: int, *names: object) -> int:
    """A 63-bit number that depends on the seed and the names only."""
    text = "|".join(map(str, (seed, *names)))
    return int.from_bytes(blake2b(text.encode(), digest_size=8).digest(), "big") >> 1
