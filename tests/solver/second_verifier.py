"""A second opinion on the certificate of a round: an `.npz` is read and checked by Python's own whole numbers alone.

The names are those of the documentation of certificates ("The file `.npz`, format 3" and "The check, exactly").
"""

import ast
import re
import struct
import sys
import zipfile
import zlib
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import prod
from typing import NamedTuple

Pair = tuple[int, int]
Row = Sequence[int]

UNPACKED = 256 * 2**20
LONGEST_HEADER = 10_000
SAFE = 2**62
UNREADABLE = (OSError, EOFError, RuntimeError, zipfile.BadZipFile, zlib.error, struct.error)
TIERS = ["breaches", *map(str, range(1, 100)), "tie"]


class Layout(NamedTuple):
    """What the document says of one array: its type, its shape in letters and digits, its least and greatest number."""

    kind: str
    shape: str
    least: int = 0
    most: int = 1


class Header(NamedTuple):
    """What an array says of itself: its type, its shape, the bytes of an entry, and where its entries begin."""

    kind: str
    shape: tuple[int, ...]
    width: int
    begin: int


# In the letters of the document, and h for m / 2. A letter is settled by the first array that has it.
ARRAYS = {
    "format": Layout("int64", "", 2, 3),
    "tournament": Layout("text", ""),
    "round": Layout("int64", "", 1, 999),
    "fingerprint": Layout("text", ""),
    "players": Layout("text", "n"),
    "allowed": Layout("bool", "mm"),
    "tiers": Layout("text", "T"),
    "cost": Layout("int64", "Tmm", 0, 2**50),
    "limit": Layout("int64", "K", -(2**40), 2**40),
    "hard": Layout("bool", "K"),
    "price": Layout("int64", "TK", 0, 2**50),
    "amounts": Layout("int64", "N4", -(2**31), 2**31),
    "value": Layout("int64", "T", 0, 2**61),
    "scale": Layout("int64", "T", 1, 2**61),
    "pairs": Layout("int64", "h2", -(2**63), 2**63 - 1),
    "sets": Layout("bool", "Qm"),
    "y": Layout("int64", "Tm", -(2**61), 2**61),
    "w": Layout("int64", "TQ", -(2**61), 2**61),
    "rows": Layout("int64", "TK", -(2**61), 2**61),
    "levels": Layout("int64", "TT", -(2**61), 0),
}


HEAD = ("tournament", "round", "fingerprint")  # which format 3 has, and format 2 has not


@dataclass(frozen=True)
class Certificate:
    """A problem, a pairing and the duals of each tier: amounts by pair, odd sets by the vertices inside."""

    tiers: list[str]
    allowed: list[Row]
    cost: list[list[Row]]
    limit: Row
    hard: Row
    price: list[Row]
    amounts: dict[Pair, list[tuple[int, int]]]
    value: Row
    scale: Row
    pairs: list[Pair]
    inside: list[frozenset[int]]
    y: list[Row]
    w: list[Row]
    rows: list[Row]
    levels: list[Row]

    def greatest_cost(self, tier: int) -> int:
        """The greatest cost of the tier over the whole field, allowed or not."""
        return max(max(row) for row in self.cost[tier])

    def greatest_amount(self) -> int:
        """The greatest sum of what a pair adds to all rules, without signs."""
        return max((sum(abs(amount) for _, amount in counted) for counted in self.amounts.values()), default=0)


@dataclass
class Known:
    """What the tiers so far have shown of every pairing that costs at most their values."""

    open: list[Pair]
    closed: set[int]
    left_once: set[int] = field(default_factory=set)
    full: set[int] = field(default_factory=set)


def second_opinion(file: str) -> list[tuple[str, int, int]]:
    """(name, value, lower bound) of each tier of an npz certificate, by Python's whole numbers. Raises ValueError."""
    certificate = _read(file)
    _check_pairing(certificate)
    vertices = range(len(certificate.allowed))
    known = Known(
        open=[(a, b) for a in vertices for b in vertices[a + 1 :] if certificate.allowed[a][b]],
        closed={rule for rule, hard in enumerate(certificate.hard) if hard},
    )
    opinion = []
    for tier, name in enumerate(certificate.tiers):
        gap = _check_tier(certificate, tier, known)
        opinion.append((name, certificate.value[tier], certificate.value[tier] - gap // certificate.scale[tier]))
    return opinion


class _Refused(ValueError):
    def __init__(self, part: str, why: str) -> None:
        super().__init__(f"refused: {part}: {why}")


def _require(holds: bool, part: str, why: str) -> None:
    if not holds:
        raise _Refused(part, why)


# The file


def _read(file: str) -> Certificate:
    try:
        with zipfile.ZipFile(file) as archive:
            members = _members(archive)
            headers = {name: _header(archive, members[name], name) for name in members}
            sizes = _check_headers(headers)
            numbers: dict[str, Row] = {}
            texts: dict[str, list[str]] = {}
            for name, header in headers.items():
                entries = archive.read(members[name])[header.begin :]
                _require(len(entries) == header.width * prod(header.shape), name, "is cut short")
                if header.kind == "text":
                    texts[name] = _texts(entries, header.width, name)
                else:
                    numbers[name] = _numbers(entries, name)
    except _Refused:
        raise
    except (*UNREADABLE, ValueError, OverflowError) as error:
        raise _Refused("the file", f"cannot be read: {error}") from error
    return _certificate(numbers, texts, sizes)


def _members(archive: zipfile.ZipFile) -> dict[str, zipfile.ZipInfo]:
    members: dict[str, zipfile.ZipInfo] = {}
    for member in archive.infolist():
        name, suffix = member.orig_filename[:-4], member.orig_filename[-4:]
        _require(name in ARRAYS and suffix == ".npy", repr(member.orig_filename), "is no array of this format")
        _require(name not in members, name, "is there more than once")
        _require(member.compress_type in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED), name, "is packed in another way")
        members[name] = member
    for name in ARRAYS:
        _require(name in members or (name in HEAD and not members.keys() & {*HEAD}), name, "is missing")
    unpacked = sum(member.file_size for member in members.values())
    _require(unpacked <= UNPACKED, "the file", f"is too large, {unpacked} bytes unpacked")
    return members


def _header(archive: zipfile.ZipFile, member: zipfile.ZipInfo, name: str) -> Header:
    with archive.open(member) as stream:
        magic = stream.read(8)
        _require(magic == b"\x93NUMPY\1\0", name, "is no array of version 1.0")
        (size,) = struct.unpack("<H", stream.read(2))
        _require(size <= LONGEST_HEADER, name, "has too long a header")
        text = stream.read(size)
    kind, width, shape = _described(text, name)
    header = Header(kind, shape, width, 10 + size)
    _require(member.file_size == header.begin + width * prod(shape), name, "has another length than its header says")
    return header


def _described(text: bytes, name: str) -> tuple[str, int, tuple[int, ...]]:
    try:
        said = ast.literal_eval(text.decode("ascii").strip())
    except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError) as error:
        raise _Refused(name, "has a header that cannot be read") from error
    _require(isinstance(said, dict) and set(said) == {"descr", "fortran_order", "shape"}, name, "has another header")
    _require(said["fortran_order"] is False, name, "is not row by row")
    shape = said["shape"]
    _require(isinstance(shape, tuple) and all(type(size) is int and size >= 0 for size in shape), name, "has no shape")
    kind, width = _kind(said["descr"], name)
    return kind, width, shape


def _kind(descr: object, name: str) -> tuple[str, int]:
    if descr == "<i8":
        return "int64", 8
    if descr == "|b1":
        return "bool", 1
    text = re.fullmatch("<U([1-9][0-9]{0,8})", descr, re.ASCII) if isinstance(descr, str) else None
    if text is None:
        raise _Refused(name, f"is of type {descr!r}")
    return "text", 4 * int(text[1])


def _check_headers(headers: dict[str, Header]) -> dict[str, int]:
    """How great each letter of the shapes is."""
    sizes = {"2": 2, "4": 4}
    for name, layout in ((name, layout) for name, layout in ARRAYS.items() if name in headers):
        kind, shape, _, _ = headers[name]
        _require(kind == layout.kind, name, f"is of type {kind}, not {layout.kind}")
        _require(len(shape) == len(layout.shape), name, f"has the shape {shape}")
        for letter, size in zip(layout.shape, shape, strict=True):
            _require(sizes.setdefault(letter, size) == size, name, f"has the shape {shape}")
        if name == "players":
            sizes["m"] = sizes["n"] + sizes["n"] % 2
            sizes["h"] = sizes["m"] // 2
    _require(sizes["n"] >= 1, "players", "are none")
    _require(sizes["n"] <= 2000, "players", "are more than 2,000")
    _require(sizes["T"] >= 1, "tiers", "are none")
    _require(sizes["K"] <= sizes["m"] ** 2, "limit", "has more rules than pairs")
    _require(sizes["T"] * sizes["m"] ** 2 <= 2**24, "cost", "asks for much")
    _require(sizes["T"] * sizes["K"] <= 2**18, "price", "asks for much")
    _require(sizes["N"] <= 2**20, "amounts", "asks for much")
    _require(sizes["Q"] <= sizes["m"], "sets", "are more than vertices")
    return sizes


def _numbers(entries: bytes, name: str) -> Row:
    layout = ARRAYS[name]
    numbers = array("q" if layout.kind == "int64" else "B", entries)
    if sys.byteorder == "big":
        numbers.byteswap()
    fits = not numbers or (layout.least <= min(numbers) and max(numbers) <= layout.most)
    _require(fits, name, f"has a number outside {layout.least} to {layout.most}")
    return numbers


def _texts(entries: bytes, width: int, name: str) -> list[str]:
    try:
        return [entries[at : at + width].decode("utf-32-le").rstrip("\0") for at in range(0, len(entries), width)]
    except UnicodeDecodeError as error:
        raise _Refused(name, "has a text that cannot be read") from error


def _certificate(numbers: dict[str, Row], texts: dict[str, list[str]], sizes: dict[str, int]) -> Certificate:
    def rows(name: str) -> list[Row]:
        *down, width = (sizes[letter] for letter in ARRAYS[name].shape)
        return [numbers[name][row * width : (row + 1) * width] for row in range(prod(down))]

    m = sizes["m"]
    three = any(name in texts or name in numbers for name in HEAD)
    _require(numbers["format"][0] == (3 if three else 2), "format", "is not that of its arrays")
    cost = rows("cost")
    certificate = Certificate(
        tiers=texts["tiers"],
        allowed=rows("allowed"),
        cost=[cost[tier * m : (tier + 1) * m] for tier in range(sizes["T"])],
        limit=numbers["limit"],
        hard=numbers["hard"],
        price=rows("price"),
        amounts=_amounts(rows("amounts"), sizes),
        value=numbers["value"],
        scale=numbers["scale"],
        pairs=[(min(row), max(row)) for row in rows("pairs")],
        inside=_inside(rows("sets"), sizes),
        y=rows("y"),
        w=rows("w"),
        rows=rows("rows"),
        levels=rows("levels"),
    )
    _check_texts(texts["players"], texts["tiers"])
    _check_arrays(certificate, sizes)
    return certificate


def _amounts(rows: list[Row], sizes: dict[str, int]) -> dict[Pair, list[tuple[int, int]]]:
    amounts: dict[Pair, list[tuple[int, int]]] = {}
    for rule, a, b, amount in rows:
        _require(0 <= rule < sizes["K"], "amounts", "have a rule that is none")
        _require(0 <= a < b < sizes["m"], "amounts", "have a pair that is none")
        amounts.setdefault((a, b), []).append((rule, amount))
    places = [tuple(row[:3]) for row in rows]
    _require(all(place < later for place, later in pairwise(places)), "amounts", "are not in ascending order")
    return amounts


def _inside(rows: list[Row], sizes: dict[str, int]) -> list[frozenset[int]]:
    """The numbers of the odd sets that each vertex is in."""
    for members in rows:
        _require(sum(members) % 2 == 1, "sets", "has one of an even number of players")
        _require(not any(members[sizes["n"] :]), "sets", "has one with the bye")
    return [frozenset(odd for odd, members in enumerate(rows) if members[vertex]) for vertex in range(sizes["m"])]


def _check_texts(players: list[str], tiers: list[str]) -> None:
    _require(len(set(players)) == len(players), "players", "has an id twice")
    places = [TIERS.index(tier) if tier in TIERS else -1 for tier in tiers]
    _require(min(places) >= 0, "tiers", "has a name that is none")
    _require(all(place < later for place, later in pairwise(places)), "tiers", "are not in their order")


def _check_arrays(certificate: Certificate, sizes: dict[str, int]) -> None:
    m = sizes["m"]
    _require(_symmetric(certificate.allowed), "allowed", "is not symmetric")
    _require(not any(certificate.allowed[a][a] for a in range(m)), "allowed", "has somebody who meets himself")
    _require(all(map(_symmetric, certificate.cost)), "cost", "is not symmetric")
    for tier, levels in enumerate(certificate.levels):
        _require(not any(levels[tier:]), "levels", "has a dual of a tier that is not before")


def _symmetric(matrix: list[Row]) -> bool:
    return all(tuple(row) == column for row, column in zip(matrix, zip(*matrix, strict=True), strict=True))


# The check


def _check_pairing(certificate: Certificate) -> None:
    """Is the certified pairing legal, and does it cost in each tier just its value?"""
    vertices = sorted(vertex for pair in certificate.pairs for vertex in pair)
    _require(vertices == list(range(len(certificate.allowed))), "pairs", "do not have everybody once")
    _require(all(certificate.allowed[a][b] for a, b in certificate.pairs), "pairs", "has one that is not allowed")
    beyond = [-limit for limit in certificate.limit]
    for pair in certificate.pairs:
        for rule, amount in certificate.amounts.get(pair, ()):
            beyond[rule] += amount
    excess = [max(units, 0) for units in beyond]
    _require(_product(certificate.hard, excess) == 0, "pairs", "break a hard rule")
    for tier, name in enumerate(certificate.tiers):
        cost = sum(certificate.cost[tier][a][b] for a, b in certificate.pairs)
        cost += _product(certificate.price[tier], excess)
        _require(cost == certificate.value[tier], "value", f"is not what the pairing costs in tier {name}, {cost}")


def _check_tier(certificate: Certificate, tier: int, known: Known) -> int:
    """The gap of a tier; what follows from it is added to what is known."""
    name, scale = certificate.tiers[tier], certificate.scale[tier]
    w, r = certificate.w[tier], certificate.rows[tier]
    _check_size(certificate, tier)
    for odd, dual in enumerate(w):
        _require(dual >= 0 or odd in known.left_once, "w", f"is negative for set {odd} in tier {name}")
    for rule, dual in enumerate(r):
        _require(dual <= 0 or rule in known.full, "rows", f"is positive for rule {rule} in tier {name}")
    over = [_over(certificate, tier, rule) for rule in range(len(r))]
    for rule, rest in enumerate(over):
        _require(rest >= 0 or rule in known.closed, "rows", f"is beyond the price of rule {rule} in tier {name}")

    gap = scale * certificate.value[tier] - _bound(certificate, tier)
    _require(gap >= 0, "value", f"is below the bound in tier {name}")
    reduced = {pair: _reduced(certificate, tier, pair) for pair in known.open}
    for pair, rest in reduced.items():
        if rest < 0:
            raise _Refused("y", f"leaves a negative reduced cost of the pair {pair} in tier {name}")

    known.open = [pair for pair in known.open if reduced[pair] <= gap]
    known.left_once.update(odd for odd, dual in enumerate(w) if 2 * dual > gap)
    known.full.update(rule for rule, dual in enumerate(r) if -dual > gap)
    known.closed.update(rule for rule, rest in enumerate(over) if rest > gap)
    return gap


def _over(certificate: Certificate, tier: int, rule: int) -> int:
    """What is left of the price of a rule's excess, in units of 1 / scale."""
    rest = certificate.scale[tier] * certificate.price[tier][rule] + certificate.rows[tier][rule]
    return rest - sum(level * certificate.price[before][rule] for before, level in _levels(certificate, tier))


def _bound(certificate: Certificate, tier: int) -> int:
    """What no pairing costs less than, in units of 1 / scale."""
    bound = sum(certificate.y[tier]) + sum(certificate.w[tier])
    bound += _product(certificate.rows[tier], certificate.limit)
    return bound + sum(level * certificate.value[before] for before, level in _levels(certificate, tier))


def _reduced(certificate: Certificate, tier: int, pair: Pair) -> int:
    """What is left of the cost of a pair, in units of 1 / scale."""
    a, b = pair
    y, w, r = certificate.y[tier], certificate.w[tier], certificate.rows[tier]
    rest = certificate.scale[tier] * certificate.cost[tier][a][b] - y[a] - y[b]
    rest -= sum(w[odd] for odd in certificate.inside[a] ^ certificate.inside[b])
    rest -= sum(r[rule] * amount for rule, amount in certificate.amounts.get(pair, ()))
    return rest - sum(level * certificate.cost[before][a][b] for before, level in _levels(certificate, tier))


def _check_size(certificate: Certificate, tier: int) -> None:
    """Refuses what could pass 2^62 in a sum of 64-bit numbers: no sum here can, but such a certificate is none."""
    greatest = sum(map(abs, certificate.y[tier])) + sum(map(abs, certificate.w[tier]))
    greatest += sum(map(abs, certificate.rows[tier])) * certificate.greatest_amount()
    greatest += certificate.scale[tier] * certificate.greatest_cost(tier)
    greatest += sum(-level * certificate.greatest_cost(before) for before, level in _levels(certificate, tier))
    _require(greatest <= SAFE, "the duals", f"and costs of tier {certificate.tiers[tier]} could pass 64 bits")


def _levels(certificate: Certificate, tier: int) -> list[tuple[int, int]]:
    """Each earlier tier whose costs have a dual in this one, with the dual."""
    return [(before, level) for before, level in enumerate(certificate.levels[tier]) if level]


def _product(left: Row, right: Row) -> int:
    return sum(one * other for one, other in zip(left, right, strict=True))
