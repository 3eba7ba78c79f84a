"""Check that no pairing of a round costs less than the one in a file. Needs only numpy, no other file of this project.

    python verify_certificate.py [--large] FILE.npz ...

Why this is a proof (docs/explanation/proof.md): the reduced cost of a pair a, b is scale·cost - y[a] - y[b] - w of
each odd set with one of a, b inside - r·amount of each rule - l·cost in each earlier tier. By weak duality, if all
are >= 0, a pairing costs at least (sum y + sum w + sum r·limit + sum l·value) / scale.
"""

import os
import sys
import zipfile
from types import SimpleNamespace
from typing import Any

import numpy as np

BIG, LARGEST, MOST = 2**61, 2**29, {"n": 2000, "K": 2**20}  # numbers; all arrays, in bytes; players and rules of a file
NAMES = ["breaches", *map(str, range(1, 100)), "tie"]  # of the tiers, in their order
LIMITS = {"costs": 2**24, "rules": 2**18, "amounts": 2**20, "work": 2**30, "room": 2**23}  # T·m·m, T·K, N; of sets
HEAD = ("tournament", "round", "fingerprint")  # since format 3: which round a file is about
ARRAYS = {  # type; shape: n players, m with bye, h pairs, T tiers, K rules, N pairs in rules, Q sets; least, greatest
    "format": ("<i8", "", 2, 3), "tournament": ("<U", "", 0, 0), "round": ("<i8", "", 1, 999),
    "fingerprint": ("<U", "", 0, 0), "players": ("<U", "n", 0, 0), "allowed": ("|b1", "mm", 0, 1),
    "tiers": ("<U", "T", 0, 0), "cost": ("<i8", "Tmm", 0, 2**50), "price": ("<i8", "TK", 0, 2**50),
    "limit": ("<i8", "K", -(2**40), 2**40), "hard": ("|b1", "K", 0, 1), "amounts": ("<i8", "N4", -(2**31), 2**31),
    "value": ("<i8", "T", 0, BIG), "scale": ("<i8", "T", 1, BIG), "pairs": ("<i8", "h2", 0, BIG),
    "sets": ("|b1", "Qm", 0, 1), "y": ("<i8", "Tm", -BIG, BIG), "w": ("<i8", "TQ", -BIG, BIG),
    "rows": ("<i8", "TK", -BIG, BIG), "levels": ("<i8", "TT", -BIG, 0),
}  # fmt: skip


def need(holds: Any, reason: str) -> None:  # noqa: D103
    if not holds:
        raise ValueError(f"refused: {reason}")


def check(name: str, dtype: Any, shape: tuple[int, ...], sizes: dict[str, int], values: Any = None) -> None:
    """Raise ValueError where an array, or its header before it is unpacked, differs from the table ARRAYS."""
    kind, letters, least, greatest = ARRAYS[name]
    right = dtype.str.startswith(kind) and dtype.itemsize and len(shape) == len(letters)
    need(right, f"{name}: not {kind} of shape ({', '.join(letters)})")
    for letter, size in zip(letters, shape, strict=True):
        known = min(sizes.setdefault(letter, size), MOST.get(letter, BIG))
        need(0 <= size == known, f"{name}: {letter} is {known}, not {size}")
    numbers = values.view(np.uint8) if kind == "|b1" and values is not None else values  # a byte may be other than 0, 1
    right = values is None or kind == "<U" or ((numbers >= least) & (numbers <= greatest)).all()
    need(right, f"{name}: not from {least} to {greatest}")


def bounded(large: bool, **asked: int) -> None:
    """Raise ValueError where a file asks for more than about 5 s and 500 MB of an ordinary machine."""
    for name, count in asked.items():
        told = f"it asks for much: {name} {count:,}, limit {LIMITS[name]:,}; say that it may be large"
        need(large or count <= LIMITS[name], told)


def verify(p: Any, c: Any, large: bool = False) -> list[tuple[str, int, int]]:
    """(name, value, lower bound) of each tier of certificate c for problem p. Raises ValueError."""
    sizes = {"m": p.size, "h": p.size // 2, "K": len(p.limit), "2": 2}
    for name in ("tiers", "value", "scale", "pairs", "sets", "y", "w", "rows", "levels"):
        check(name, getattr(c, name).dtype, getattr(c, name).shape, sizes, getattr(c, name))
    names, price, limit, value = c.tiers.tolist(), *(x.astype(object) for x in (p.price, p.limit, c.value))
    need(names and names == [n for n in NAMES if n in names], "tiers: not breaches, 1, 2 … tie, each once and in order")
    need(np.array_equal(np.sort(c.pairs.ravel()), np.arange(p.size)), "not everybody has exactly one game or the bye")
    need((c.sets.sum(axis=1) % 2 == 1).all() and not c.sets[:, p.size - p.odd :].any(), "sets: one is not odd")
    need(len(c.sets) <= p.size and not np.triu(c.levels).any(), "sets, levels: more than m, or not of earlier tiers")
    partner = np.zeros(p.size, dtype=np.int64)
    partner[c.pairs] = c.pairs[:, ::-1]
    closed, tight, tight_sets = p.hard.copy(), *(np.zeros(sizes[k], dtype=bool) for k in "KQ")  # closed: no excess
    duals, gaps, paid, work, room = [], [], [], 0, 0
    for k, (name, scale) in enumerate(zip(names, c.scale.tolist(), strict=True)):
        y, w, rows, levels = (dual[k].astype(object) for dual in (c.y, c.w, c.rows, c.levels))  # whole, however great
        over = price[k] * scale + rows - levels @ price
        need((tight_sets | (w >= 0)).all(), f"tier {name}: a set's dual is < 0")
        need((tight | (rows <= 0)).all(), f"tier {name}: the dual of a rule is positive")
        need((closed | (over >= 0)).all(), f"tier {name}: the dual of a rule is more than its price")
        gaps.append(value[k] * scale - sum([*y, *w, *rows * limit, *levels * value]))
        need(gaps[k] >= 0, f"tier {name}: the duals add up to more than the pairing costs")
        tight_sets, tight, closed = tight_sets | (2 * w > gaps[k]), tight | (-rows > gaps[k]), closed | (over > gaps[k])
        inside = np.concatenate([np.zeros((1, p.size), dtype=bool), c.sets[w != 0]])
        of_bits = np.unique(np.packbits(inside, axis=0), axis=1, return_index=True, return_inverse=True)
        kinds, kind = inside[:, of_bits[1]].astype(np.int64), of_bits[2]  # players in the same sets are one kind
        work, room = work + kinds.shape[0] * kinds.shape[1] ** 2, room + kinds.shape[1] ** 2
        bounded(large, work=work, room=room)
        pays = kinds * np.array([0, *c.w[k][w != 0]])[:, None]
        across = pays.sum(axis=0)[:, None] + pays.sum(axis=0) - 2 * (pays.T @ kinds)  # of sets that have one of the two
        paid.append((across, kind.ravel()))
        duals.append((scale, sum(map(abs, [*y, *w])), sum(map(abs, rows)), levels.tolist()))
    values, counts = [0] * len(names), np.zeros(sizes["K"], dtype=np.int64)
    for some in np.array_split(np.arange(p.size), max(1, p.size * p.size // 2_000_000)):
        alive, costs, own = p.allowed(some), [p.cost(k, some) for k in range(len(names))], np.arange(len(some))
        need(alive[own, partner[some]].all(), "a pair of the pairing is not allowed")
        row, a, b, amount = p.amounts(some)
        np.add.at(counts, row, amount * (b == partner[some[a]]))
        most, tops = int(abs(amount).max(initial=0)), [int(abs(cost).max()) for cost in costs]
        for k, (scale, total, of_rules, levels) in enumerate(duals):
            values[k] += sum(costs[k][own, partner[some]].tolist())
            room = total + most * of_rules + tops[k] * scale - sum(d * top for d, top in zip(levels, tops, strict=True))
            need(room <= 2**62, f"tier {names[k]}: numbers too great for 64 bits")
            reduced = costs[k] * scale - c.y[k][some][:, None] - c.y[k] - paid[k][0][paid[k][1][some]][:, paid[k][1]]
            np.subtract.at(reduced, (a, b), c.rows[k][row] * amount)
            reduced -= sum(cost * d for cost, d in zip(costs, levels, strict=True) if d)
            need((reduced >= 0)[alive].all(), f"tier {names[k]}: a pair has a negative reduced cost")
            alive &= reduced <= min(gaps[k], 2**62)  # no pairing of this value has a pair above the gap
    excess = np.maximum(counts // 2 - p.limit, 0)  # every pair was met twice
    need(not excess[p.hard].any(), "the pairing breaks a rule over sets of pairs")
    costs = [twice // 2 + sum(price[k] * excess) for k, twice in enumerate(values)]
    for name, found, said in zip(names, costs, value, strict=True):
        need(found == said, f"tier {name}: the pairing costs {found}, not {said}")
    return [(n, v, v - gap // s) for n, v, s, gap in zip(names, costs, c.scale.tolist(), gaps, strict=True)]


def read(file: str, large: bool = False) -> tuple[Any, Any]:
    """Problem and certificate from an npz file; each array is unpacked only if its header fits. Raises ValueError."""
    need(os.path.isfile(file), "not a file")
    data, sizes = {}, {"2": 2, "4": 4}
    with zipfile.ZipFile(file) as archive:
        parts = {part.filename: part for part in archive.infolist() if part.compress_type in (0, 8)}
        arrays = [name for name in ARRAYS if name not in HEAD or any(f"{one}.npy" in parts for one in HEAD)]
        right = sorted(archive.namelist()) == sorted(parts) == sorted(f"{name}.npy" for name in arrays)
        need(right, f"not a certificate of format 3 (format 1 is no longer read), with the arrays {', '.join(ARRAYS)}")
        need(sum(part.file_size for part in parts.values()) <= LARGEST, f"it unpacks to more than {LARGEST:,} bytes")
        for name in arrays:
            with archive.open(f"{name}.npy") as stream:
                need(np.lib.format.read_magic(stream) == (1, 0), f"{name}: not an array as numpy saves it")
                shape, turned, dtype = np.lib.format.read_array_header_1_0(stream)
                check(name, dtype, shape, sizes)
                sizes |= {"m": sizes["n"] + sizes["n"] % 2, "h": (sizes["n"] + 1) // 2} if name == "players" else {}
                t, k, m = (sizes.get(letter, 0) for letter in "TKm")
                need(k <= m * m or not m, f"{name}: more rules than pairs")
                bounded(large, costs=t * m * m, rules=t * k, amounts=sizes.get("N", 0))
                length = dtype.itemsize * int(np.prod(shape, dtype=object))
                need(length <= parts[f"{name}.npy"].file_size, f"{name}: its header says more than the file holds")
                raw = stream.read(length)
                right = not turned and len(raw) == length and not stream.read(1)
                need(right, f"{name}: not row by row, or not as long as it says")
                data[name] = np.ndarray(shape, dtype, raw)
                check(name, dtype, shape, sizes, data[name])
    need(data["format"] == 2 + ("round" in data), "format: 3 names tournament, round and fingerprint, 2 does not")
    c, m, (row, a, b, _) = SimpleNamespace(**data), sizes["m"], data["amounts"].T
    need((c.allowed == c.allowed.T).all() and not c.allowed.diagonal().any(), "allowed: it is not clear who may meet")
    need((c.cost == c.cost.transpose(0, 2, 1)).all(), "cost: a pair has two costs")
    need(len({name.encode() for name in c.players.tolist()}) == sizes["n"] > 0, "players: not each once")
    known = (row >= 0) & (row < sizes["K"]) & (a >= 0) & (a < b) & (b < m)
    need(
        known.all() and (np.diff((row * m + a) * m + b) > 0).all(),
        "amounts: not in order, each pair a < b of a rule once",
    )
    both = np.concatenate([c.amounts, c.amounts[:, [0, 2, 1, 3]]])

    def amounts(rows: Any) -> Any:
        rule, one, other, amount = both[np.isin(both[:, 1], rows)].T
        return rule, one - rows[0], other, amount

    problem = {"size": m, "odd": sizes["n"] % 2, "limit": c.limit, "hard": c.hard, "price": c.price, "amounts": amounts}
    return SimpleNamespace(**problem, allowed=c.allowed.__getitem__, cost=lambda k, rows: c.cost[k][rows]), c


def told(file: str, large: bool) -> bool:
    """Print what a file proves of which round; whether it leaves nothing open. Raises ValueError."""
    p, c = read(file, large)
    found, ids = verify(p, c, large), [ascii(player)[1:-1] for player in c.players.tolist()] + ["bye"] * p.odd
    head = [f"{name} {getattr(c, name).item()!a}" for name in HEAD if hasattr(c, name)]
    print(f"{file!a}: {', '.join(head) or 'format 2, which names no tournament and no round'}")
    print("boards:", ", ".join(" - ".join(ids[v] for v in sorted(pair)) for pair in c.pairs.tolist()))
    print("Players, costs and rules are those in the file: nothing here says that they are the tournament's.")
    for tier, value, bound in found:
        rest = f"; the proof leaves a gap of {value - bound}" if value > bound else ", proven"
        print(f"tier {tier}: {value}, no pairing below {bound}{rest}")
    if found[-1][0] != "tie":
        print("The lottery among pairings of equal cost is not part of the proof.")
    return found[-1][0] == "tie" and all(value == bound for _, value, bound in found)


if __name__ == "__main__":
    large = sys.argv[1:2] == ["--large"]
    files, proven = sys.argv[1 + large :], len(sys.argv) > 1 + large
    for file in files:
        try:
            proven &= told(file, large)
        except Exception as error:
            proven, text = False, str(error) if str(error).startswith("refused") else "refused: no certificate to read"
            print(f"{file!a}: {text}", file=sys.stderr)
    sys.exit(not proven)
