"""Certificates as files: JSON for the proof alone, npz with all costs for `verify_certificate.py`."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..model.certificate import Certificate, TierProof, plain
from ..model.draw import Locks
from ..model.errors import InputError, RefusedError
from ..model.profile import Profile
from .files import check_target as check_file
from .files import read_bytes, write_file
from .rounds import locks_data, parse_locks, parse_profile, profile_data

FORMAT = "mcmahon certificate 1"
MOST_PLAYERS = 2000  # of an npz file, which holds all costs


@dataclass(frozen=True, slots=True)
class CertifiedRound:
    """What a certificate file says: of which round and how it was drawn, with which proof.

    `ids` are the players in the order of the vertices, `fingerprint` tells whether a problem is the same.
    """

    tournament: str
    round: int
    seed: int
    profile: Profile
    locks: Locks
    relaxed: tuple[str, ...]
    fingerprint: str
    ids: tuple[str, ...]
    certificate: Certificate


def check_target(path: Path, players: int) -> None:
    """Raise InputError or FolderError when a certificate of so many players cannot be written under this name."""
    if path.suffix == ".npz" and players > MOST_PLAYERS:
        raise InputError(f"an npz certificate holds all costs, up to {MOST_PLAYERS:,} players; write {path.stem}.json")
    if path.suffix not in (".json", ".npz"):
        raise InputError(f"certificate {str(path)!r}; right would be: a name in .json (proof) or .npz (with all costs)")
    check_file(path)


def write_json(path: Path, certified: CertifiedRound) -> None:
    """The proof as JSON. Raises FolderError."""
    certificate = certified.certificate
    data = {
        "format": FORMAT,
        "tournament": certified.tournament,
        "round": certified.round,
        "seed": certified.seed,
        **profile_data(certified.profile),
        **locks_data(certified.locks),
        "relaxed": list(certified.relaxed),
        "fingerprint": certified.fingerprint,
        "players": list(certified.ids),
        "odd": certificate.odd,
        "pairs": certificate.pairs.tolist(),
        "rows": [list(label) for label in certificate.rows],
        "proofs": [plain(tier) for tier in certificate.tiers],
    }
    write_file(path, json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode() + b"\n")


def write_npz(path: Path, arrays: Mapping[str, Any]) -> None:
    """Problem and proof as compressed arrays. Raises FolderError."""
    import io

    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    write_file(path, buffer.getvalue())


def read_json(path: Path) -> CertifiedRound:
    """A certificate out of a JSON file. Raises RefusedError; FolderError and InputError as `read_bytes`."""
    try:
        data = json.loads(read_bytes(path))
        if data["format"] != FORMAT:
            raise ValueError("another format")
        players = tuple(str(player) for player in data["players"])
        certificate = Certificate(
            np.arange(len(players)),
            bool(data["odd"]),
            _ints(data["pairs"]).reshape(-1, 2),
            tuple((str(rule), str(part)) for rule, part in data["rows"]),
            tuple(_proof(tier) for tier in data["proofs"]),
        )
        return CertifiedRound(
            str(data["tournament"]),
            int(data["round"]),
            int(data["seed"]),
            parse_profile(data),
            parse_locks(data),
            tuple(str(name) for name in data["relaxed"]),
            str(data["fingerprint"]),
            players,
            certificate,
        )
    except (ValueError, KeyError, TypeError, AttributeError, OverflowError, RecursionError) as error:
        why = (
            str(error)
            if type(error) is ValueError and "shape" not in str(error)
            else "something is missing or malformed"
        )
        raise RefusedError(f"{path}: refused: not a certificate as `mcmahon pair` writes it ({why})") from None


def _proof(data: Mapping[str, Any]) -> TierProof:
    return TierProof(
        str(data["name"]),
        _int(data["value"]),
        _int(data["scale"]),
        _ints(data["y"]),
        tuple(_ints(members) for members in data["sets"]),
        _ints(data["w"]),
        _ints(data["rows"]),
        _ints(data["levels"]),
    )


def _int(value: Any) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError(f"{value!r} is no whole number")
    return value


def _ints(values: Sequence[Any]) -> Any:
    array = np.array(values if len(values) else [], dtype=np.int64)
    flat = [v for value in values for v in (value if isinstance(value, list) else [value])]
    for value in flat:
        _int(value)
    return array
