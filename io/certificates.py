"""Certificates as files: JSON for the proof alone, npz with the costs, too, for `verify_certificate.py`."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Annotated, Any

import msgspec
import numpy as np

from ..model.errors import InputError, RefusedError, unreadable_text
from ..model.language import one_line
from ..model.pairing.draw import Locks
from ..model.pairing.pairing import Certificate, TierProof
from ..model.pairing.profile import Profile
from ..model.plan.plan import NO_FORESIGHT, Foresight
from .files import check_target as check_file
from .files import read_bytes, write_file
from .folder.record_file import DrawnBy, PlainForesight, foresight_data, terms_data
from .typed import converted

MOST_MEMBERS = 2**23  # vertices in all sets together


def nested(sets: Sequence[Any], size: int) -> list[list[int]]:
    """Each set, ascending vertices below `size`, as the vertices and earlier sets that it is made of, ascending.

    An earlier set stands for its members where all of them are inside and no set written since has one of them.
    """
    around = np.full(size, -1, dtype=np.int64)  # the last set written that has the vertex
    length = np.array([len(members) for members in sets], dtype=np.int64)
    written = []
    for k, members in enumerate(sets):
        found, count = np.unique(around[members], return_counts=True)
        whole = found[(found >= 0) & (count == length[found])]
        own = members[~np.isin(around[members], whole)]
        written.append([*own.tolist(), *(whole + size).tolist()])
        around[members] = k
    return written


def unnested(written: Sequence[Sequence[int]], size: int, most: int = MOST_MEMBERS) -> tuple[Any, ...]:
    """The sets with all their vertices, ascending. Raises ValueError if one names nothing, or for too many in all."""
    sets: list[Any] = []
    total = 0
    for k, parts in enumerate(written):
        numbers = np.array(parts, dtype=np.int64)
        if numbers.ndim != 1 or not ((numbers >= 0) & (numbers < size + k)).all():
            raise ValueError("sets: expected lists of vertices and earlier sets")
        inner = [sets[at] for at in (numbers[numbers >= size] - size).tolist()]
        total += len(numbers) + sum(map(len, inner))
        if total > most:
            raise ValueError(f"sets: more than {most:,} vertices in all of them together; say that it may be large")
        sets.append(np.sort(np.concatenate([numbers[numbers < size], *inner])))
    return tuple(sets)


FORMAT, WHOLE = "mcmahon certificate 3", "mcmahon certificate 2"  # sets by the sets inside them; with all vertices
DUALS = ("y", "w", "rows", "levels")
MOST_LARGE = 2**26  # vertices in all sets together, half a gigabyte, if that is allowed
SMALL, LARGE = (2**22, 60_000), (2**25, 500_000)  # bytes and lists of JSON; 100,000 players have a tenth of the latter


Whole = Annotated[int, msgspec.Meta(ge=-(2**63), le=2**63 - 1)]  # a number of an array


class PlainProof(msgspec.Struct):
    """The proof of a tier in a file."""

    name: str
    value: int
    scale: int
    y: list[Whole]
    w: list[Whole]
    rows: list[Whole]
    levels: list[Whole]


class PlainParts(DrawnBy, frozen=True, kw_only=True):
    """What a file has: what the round was drawn by, and the proof."""

    tournament: str
    round: int
    seed: int
    relaxed: tuple[str, ...]
    fingerprint: str
    players: tuple[str, ...]
    pairs: list[tuple[Whole, Whole]]
    rows: tuple[tuple[str, str], ...]
    sets: list[list[Whole]]
    proofs: list[PlainProof]
    ahead: PlainForesight | None = None


@dataclass(frozen=True, slots=True)
class CertifiedRound:
    """A certificate file: its round, how it was drawn, the proof, and `foresight` with the plan for later rounds.

    `ids` are the players in vertex order; `fingerprint` tells whether a problem is the same.
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


def check_target(path: Path) -> None:
    """Raise InputError or FolderError when a certificate cannot be written under this name."""
    if path.suffix not in (".json", ".npz"):
        expected = "a file name ending in .json (proof) or .npz (proof and costs)"
        raise InputError(f"certificate {str(path)!r}; expected {expected}")
    check_file(path)


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
        **terms_data(certified.profile, certified.locks),
        "relaxed": list(certified.relaxed),
        **foresight_data(certified.foresight),
        "fingerprint": certified.fingerprint,
        "players": list(certified.ids),
        "pairs": certificate.pairs.tolist(),
        "rows": [list(label) for label in certificate.rows],
        "sets": nested(sets, size) if form == FORMAT else [members.tolist() for members in sets],
        "proofs": [
            {"name": tier.name, "value": tier.value, "scale": tier.scale}
            | {name: getattr(tier, name).tolist() for name in DUALS}
            for tier in certificate.tiers
        ],
    }


def npz_bytes(arrays: Mapping[str, Any]) -> bytes:
    """Problem and proof as a file of compressed arrays, in which `members` says the odd sets by those inside them."""
    sets = nested([np.flatnonzero(members) for members in arrays["sets"]], arrays["sets"].shape[1])
    members = [(k, member) for k, of_set in enumerate(sets) for member in of_set]
    kept = {name: array for name, array in arrays.items() if name != "sets"}
    buffer = BytesIO()
    np.savez_compressed(buffer, **kept, members=np.array(members, dtype=np.int64).reshape(-1, 2))
    return buffer.getvalue()


def read_json(path: Path, large: bool = False) -> CertifiedRound:
    """A certificate from a JSON file with nothing else in it. Raises RefusedError; FolderError, InputError.

    Refuses what takes more than some seconds and megabytes unless `large`; and by name what would be written in
    another way: a number as text, a name given twice, an unknown part.
    """
    try:
        text, (most_bytes, most_lists) = read_bytes(path, LARGE[0]), LARGE if large else SMALL
        lists = text.count(b"[") + text.count(b"{")
        if len(text) > most_bytes or lists > most_lists:
            asks = f"{len(text):,} bytes and {lists:,} lists, at most {most_bytes:,} and {most_lists:,}"
            raise ValueError(asks if large else f"it asks for much: {asks}; say that it may be large")
        data = json.loads(text.decode("utf-8-sig"), object_pairs_hook=_once)
        if not isinstance(data, dict) or data.get("format") not in (FORMAT, WHOLE):
            raise ValueError(f"expected the format {FORMAT!r}; for a file of another format, draw the round again")
        certified = _certified(data, MOST_LARGE if large else MOST_MEMBERS)
        wrong = _difference(data, plain_certificate(certified, data["format"]))
        if wrong:
            raise ValueError(f"{wrong} does not have the form that the program writes")
    except (RecursionError, ValueError) as error:
        why = unreadable_text(error) if isinstance(error, ValueError) else "nested too deeply"
        raise RefusedError(f"{path}: refused: not a certificate ({one_line(why)})") from None
    return certified


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


def _certified(data: Mapping[str, Any], most: int) -> CertifiedRound:
    """The certificate in such data. Raises ValueError."""
    parts = converted(data, PlainParts)
    (profile, locks), foresight = parts.terms(), parts.ahead.as_foresight() if parts.ahead else Foresight()
    if len(parts.sets) > len(parts.players) + 1:
        raise ValueError("more sets than players")
    pairs = _array(parts.pairs).reshape(-1, 2)
    sets = tuple(map(_array, parts.sets))
    certificate = Certificate(
        np.arange(len(parts.players)),
        pairs,
        parts.rows,
        unnested(sets, 2 * len(pairs), most) if data["format"] == FORMAT else sets,
        tuple(
            TierProof(tier.name, tier.value, tier.scale, *(_array(getattr(tier, name)) for name in DUALS))
            for tier in parts.proofs
        ),
    )
    same = {name: getattr(parts, name) for name in ("tournament", "round", "seed", "relaxed", "fingerprint")}
    return CertifiedRound(
        profile=profile, locks=locks, ids=parts.players, certificate=certificate, foresight=foresight, **same
    )


def _array(values: Sequence[Any]) -> Any:
    return np.array(values, dtype=np.int64)
