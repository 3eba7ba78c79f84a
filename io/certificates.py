"""Certificates as files: JSON for the proof alone, npz with all costs for `verify_certificate.py`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from ..model.errors import InputError, RefusedError
from ..model.pairing.certificate import Certificate, TierProof
from ..model.pairing.draw import Locks
from ..model.pairing.profile import Profile
from ..model.plan.plan import NO_FORESIGHT, Foresight
from ..model.words import one_line
from .files import check_target as check_file
from .files import read_bytes, write_file
from .folder.record_file import DrawnBy, PlainForesight, foresight_data, locks_data, profile_data
from .nested_sets import nested, whole
from .typed import converted

FORMAT, WHOLE = "mcmahon certificate 3", "mcmahon certificate 2"  # sets by the sets inside them; with all vertices
DUALS = ("y", "w", "rows", "levels")
MOST_PLAYERS = 2000  # of an npz file, which holds all costs
LARGEST_JSON, MOST_LISTS = 2**25, 500_000  # 100,000 players have a tenth of that


@dataclass(frozen=True, slots=True)
class CertifiedRound:
    """What a certificate file says: of which round and how it was drawn, with which proof.

    `ids` are the players in the order of the vertices, `fingerprint` tells whether a problem is the same.
    `foresight` has the plan for the rounds behind it.
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
    foresight: Foresight = NO_FORESIGHT


def check_target(path: Path, players: int) -> None:
    """Raise InputError or FolderError when a certificate of so many players cannot be written under this name."""
    if path.suffix == ".npz":
        check_size(players, f"write {path.stem}.json")
    if path.suffix not in (".json", ".npz"):
        raise InputError(
            f"certificate {str(path)!r}; expected a file name ending in .json (proof) or .npz (proof and all costs)"
        )
    check_file(path)


def check_size(players: int, instead: str) -> None:
    """Raise InputError where there are too many players for a certificate with all costs."""
    if players > MOST_PLAYERS:
        raise InputError(f"an npz certificate has all costs, for at most {MOST_PLAYERS:,} players; {instead}")


def write_json(path: Path, certified: CertifiedRound) -> None:
    """The proof as JSON. Raises FolderError."""
    text = json.dumps(plain_certificate(certified), ensure_ascii=False, separators=(",", ":"))
    write_file(path, text.encode() + b"\n")


def plain_certificate(certified: CertifiedRound, form: str = FORMAT) -> dict[str, Any]:
    """What a certificate file says, as plain data."""
    certificate = certified.certificate
    sets, size = certificate.sets, 2 * len(certificate.pairs)
    return {
        "format": form,
        "tournament": certified.tournament,
        "round": certified.round,
        "seed": certified.seed,
        **profile_data(certified.profile),
        **locks_data(certified.locks),
        "relaxed": list(certified.relaxed),
        **foresight_data(certified.foresight),
        "fingerprint": certified.fingerprint,
        "players": list(certified.ids),
        "pairs": certificate.pairs.tolist(),
        "rows": [list(label) for label in certificate.rows],
        "sets": nested(sets, size) if form == FORMAT else [members.tolist() for members in sets],
        "proofs": [_plain(tier) for tier in certificate.tiers],
    }


def _plain(proof: TierProof) -> dict[str, Any]:
    """A tier's proof as lists and numbers."""
    data: dict[str, Any] = {"name": proof.name, "value": proof.value, "scale": proof.scale}
    return data | {name: getattr(proof, name).tolist() for name in DUALS}


def write_npz(path: Path, arrays: Mapping[str, Any]) -> None:
    """Problem and proof as compressed arrays. Raises FolderError."""
    write_file(path, npz_bytes(arrays))


def npz_bytes(arrays: Mapping[str, Any]) -> bytes:
    """A file of compressed arrays."""
    import io

    buffer = io.BytesIO()
    np.savez_compressed(buffer, **arrays)
    return buffer.getvalue()


def read_json(path: Path) -> CertifiedRound:
    """A certificate from a JSON file with nothing else in it. Raises RefusedError; FolderError, InputError.

    Writing what was read must give the same file again. So a number given as text, a name given twice and an unknown
    part are refused by name.
    """
    try:
        text = read_bytes(path, LARGEST_JSON)
        if text.count(b"[") + text.count(b"{") > MOST_LISTS:
            raise ValueError(f"more than {MOST_LISTS:,} lists")
        data = json.loads(text, object_pairs_hook=_once)
        if not isinstance(data, dict) or data.get("format") not in (FORMAT, WHOLE):
            raise ValueError(f"expected the format {FORMAT!r}; for a file of another format, draw the round again")
        certified = _certified(data)
        wrong = _difference(data, plain_certificate(certified, data["format"]))
        if wrong:
            raise ValueError(f"{wrong} does not have the form that the program writes")
    except KeyError as error:
        raise _refused(path, f"{error} is missing") from None
    except RecursionError:
        raise _refused(path, "nested too deeply") from None
    except (ValueError, TypeError, AttributeError, OverflowError) as error:
        raise _refused(path, str(error)) from None
    return certified


def _refused(path: Path, why: str) -> RefusedError:
    return RefusedError(f"{path}: refused: not a certificate ({one_line(why)})")


def _difference(found: Any, written: Any, place: str = "") -> str:
    """The place of the first part that is not the same in kind and value, such as `proofs[0].y[3]`; empty if none."""
    if isinstance(found, dict) and isinstance(written, dict):
        parts = [(f"{place}.{name}", found.get(name, ...), written.get(name, ...)) for name in {**written, **found}]
    elif isinstance(found, list) and isinstance(written, list) and len(found) == len(written):
        parts = [(f"{place}[{k}]", *both) for k, both in enumerate(zip(found, written, strict=True))]
    else:
        return "" if type(found) is type(written) and found == written else place.lstrip(".")
    return next(filter(None, (_difference(one, other, name) for name, one, other in parts)), "")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of a JSON text. Raises ValueError where a name stands twice, of which readers would take either."""
    data = dict(pairs)
    if len(data) < len(pairs):
        ((twice, _),) = Counter(name for name, _ in pairs).most_common(1)
        raise ValueError(f"{twice!r} appears twice")
    return data


def _certified(data: Mapping[str, Any]) -> CertifiedRound:
    """The certificate in such data. Raises KeyError, ValueError, TypeError, AttributeError, OverflowError."""
    drawn_by = converted(data, DrawnBy)
    foresight = converted(data["ahead"], PlainForesight).as_foresight() if "ahead" in data else Foresight()
    players = tuple(str(player) for player in data["players"])
    if len(data["sets"]) > len(players) + 1:
        raise ValueError("more sets than players")
    pairs = np.array(data["pairs"], dtype=np.int64).reshape(-1, 2)
    sets = tuple(_vector("sets", members) for members in data["sets"])
    certificate = Certificate(
        np.arange(len(players)),
        pairs,
        tuple((str(rule), str(part)) for rule, part in data["rows"]),
        whole(sets, 2 * len(pairs)) if data["format"] == FORMAT else sets,
        tuple(
            TierProof(str(tier["name"]), int(tier["value"]), int(tier["scale"]), *(_vector(n, tier[n]) for n in DUALS))
            for tier in data["proofs"]
        ),
    )
    return CertifiedRound(
        str(data["tournament"]),
        int(data["round"]),
        int(data["seed"]),
        drawn_by.as_profile(),
        drawn_by.as_locks(),
        tuple(str(name) for name in data["relaxed"]),
        str(data["fingerprint"]),
        players,
        certificate,
        foresight,
    )


def _vector(name: str, values: Any) -> Any:
    """A list of whole numbers as an array. Raises ValueError, OverflowError, TypeError."""
    array = np.array(values, dtype=np.int64)
    if array.ndim != 1:
        raise ValueError(f"expected lists of whole numbers in {name!r}")
    return array
