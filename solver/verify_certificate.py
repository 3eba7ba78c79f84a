"""Check that no pairing of a round costs less than the one in a file. Needs numpy, and nothing else of this project.

    python verify_certificate.py FILE.npz

Why it proves (docs/optimisation.md): let reduced = scale·cost - y[a] - y[b] - w of odd sets with one of a, b inside -
duals of rules it counts in - those of earlier tiers. Everybody has one pair, one at least leaves an odd set, rules keep
limits. If all reduced >= 0, every pairing costs at least (sum y + sum w + rules·limit + levels·value) / scale.
"""

import sys
from types import SimpleNamespace
from typing import Any

import numpy as np


def need(holds: Any, reason: str) -> None:  # noqa: D103
    if not holds:
        raise ValueError(f"refused: {reason}")


def verify(p: Any, tiers: Any, pairs: Any) -> list[tuple[str, int, int]]:
    """(name, value, lower bound) of each tier, checked in whole numbers. Raises ValueError."""
    need(len(tiers) and p.price.shape == (len(tiers), len(p.limit)), "it has no tier, or not the prices of each")
    need(np.array_equal(np.sort(pairs.ravel()), np.arange(p.size)), "not everybody has exactly one game or the bye")
    partner = pairs[:, ::-1].T.ravel()[np.argsort(pairs.T.ravel())]
    closed, tight, full, gaps, paid = p.hard.copy(), np.zeros(len(p.limit), dtype=bool), set(), [], []
    for k, t in enumerate(tiers):
        lengths = ((t.y, p.size), (t.w, len(t.sets)), (t.rows, len(p.limit)), (t.levels, k))
        whole = t.scale >= 1 and all(dual.dtype == np.int64 and len(dual) == length for dual, length in lengths)
        need(whole, f"tier {t.name}: not the right number of whole numbers")
        sets = [frozenset(members.tolist()) for members in t.sets]
        odd = all(len(s) % 2 == 1 and len(s) == len(m) for s, m in zip(sets, t.sets, strict=True))
        need(odd and all(min(s) >= 0 and max(s) < p.size - p.odd for s in sets), f"tier {t.name}: a set is not odd")
        need(all(w >= 0 or s in full for s, w in zip(sets, t.w, strict=True)), f"tier {t.name}: a set's dual is < 0")
        over = p.price[k] * t.scale + t.rows - sum(p.price[s] * t.levels[s] for s in range(k))
        need((tight | (t.rows <= 0)).all() and (t.levels <= 0).all(), f"tier {t.name}: the dual of a rule is positive")
        need((closed | (over >= 0)).all(), f"tier {t.name}: the dual of a rule is more than its price")
        bound = sum(map(int, [*t.y, *t.w])) + sum(int(d) * int(v) for d, v in zip(t.rows, p.limit, strict=True))
        bound += sum(int(d) * tiers[s].value for s, d in enumerate(t.levels))
        gaps.append(t.value * t.scale - bound)
        need(gaps[k] >= 0, f"tier {t.name}: the duals add up to more than the pairing costs")
        full |= {s for s, w in zip(sets, t.w, strict=True) if 2 * w > gaps[k]}
        tight, closed = tight | (-t.rows > gaps[k]), closed | (over > gaps[k])
        inside = np.array([np.zeros(p.size), *(np.isin(np.arange(p.size), m) for m in t.sets)], dtype=bool)
        kinds, kind = np.unique(inside, axis=1, return_inverse=True)  # players who are in the same sets
        paid.append((sum(w * (s[:, None] ^ s) for s, w in zip(kinds, [np.int64(0), *t.w], strict=True)), kind.ravel()))
    values, counts = [0] * len(tiers), np.zeros(len(p.limit), dtype=np.int64)
    for rows in np.array_split(np.arange(p.size), max(1, p.size * p.size // 2_000_000)):
        alive, costs, own = p.allowed(rows), [p.cost(k, rows) for k in range(len(tiers))], np.arange(len(rows))
        need(alive[own, partner[rows]].all(), "a pair of the pairing is not allowed")
        row, a, b, amount = p.amounts(rows)
        np.add.at(counts, row, amount * (b == partner[rows[a]]))
        for k, (t, (across, kind)) in enumerate(zip(tiers, paid, strict=True)):
            values[k] += sum(map(int, costs[k][own, partner[rows]]))
            most = max(1.0, abs(amount.astype(float)).max(initial=0))  # what a pair adds to a rule
            room = sum(abs(d.astype(float)).sum() for d in (t.y, t.w, t.rows, t.rows * most))
            room += max(float(costs[k].max()), abs(p.price.astype(float)).max(initial=0) * most * p.size) * t.scale
            room -= sum(float(cost.max()) * float(level) for cost, level in zip(costs, t.levels, strict=False))
            need(room < 2**62, f"tier {t.name}: numbers too great for 64 bits")
            reduced = costs[k] * t.scale - t.y[rows][:, None] - t.y - across[kind[rows]][:, kind]
            np.subtract.at(reduced, (a, b), t.rows[row] * amount)
            reduced -= sum(cost * level for cost, level in zip(costs, t.levels, strict=False))
            need((reduced >= 0)[alive].all(), f"tier {t.name}: a pair has a negative reduced cost")
            alive &= reduced <= gaps[k]  # no pairing of this value has a pair above the gap
    excess = np.maximum(counts // 2 - p.limit, 0)  # every pair was met twice
    need(not excess[p.hard].any(), "the pairing breaks a rule over sets of pairs")
    for k, t in enumerate(tiers):
        value = values[k] // 2 + sum(int(price) * int(over) for price, over in zip(p.price[k], excess, strict=True))
        need(value == t.value, f"tier {t.name}: the pairing costs {value}, not {t.value}")
    return [(t.name, t.value, t.value - gap // t.scale) for t, gap in zip(tiers, gaps, strict=True)]


def read(file: str) -> tuple[Any, list[Any], Any]:
    """Problem, tiers and pairs out of an npz file. Raises ValueError."""
    a: Any = dict(np.load(file, allow_pickle=False))
    amounts, may, cost = a["amounts"], a["allowed"], [a[f"cost_{k}"] for k in range(len(a["tiers"]))]
    need(all(c.dtype == np.int64 and (c == c.T).all() and (c >= 0).all() for c in cost), "a cost matrix is malformed")
    need((may == may.T).all() and not may.diagonal().any(), "it is not clear who may meet")
    rules, turned, size = (a["limit"], a["price"], amounts), amounts[[0, 2, 1, 3]], len(may)
    inside = (amounts[:3] >= 0).all() and (amounts[:3] < [[len(a["limit"])], [size], [size]]).all()
    need(inside and all(r.dtype == np.int64 for r in rules) and a["hard"].dtype == bool, "a rule is malformed")
    need((amounts[:, np.lexsort(amounts)] == turned[:, np.lexsort(turned)]).all(), "a rule counts a pair one way only")
    n = np.unique(a["players"]).size
    named = n == len(a["players"]) and int(a["odd"]) == n % 2 and size == n + n % 2
    need(named, "it is not said who the players are")

    def of(rows: Any) -> Any:
        row, one, other, amount = amounts[:, np.isin(amounts[1], rows)]
        return row, one - rows[0], other, amount

    problem = {name: a[name] for name in ("limit", "hard", "price", "odd")} | {"size": len(may), "amounts": of}
    problem |= {"allowed": may.__getitem__, "cost": lambda k, rows: cost[k][rows]}
    tiers = []
    for k, name in enumerate(a["tiers"]):
        proof = {what: a[f"{what}_{k}"] for what in ("y", "w", "rows", "levels")}
        proof["sets"] = np.split(a[f"members_{k}"], np.cumsum(a[f"sizes_{k}"]))[:-1]
        tiers.append(SimpleNamespace(name=str(name), value=int(a["value"][k]), scale=int(a["scale"][k]), **proof))
    return SimpleNamespace(**problem), tiers, a["pairs"]


if __name__ == "__main__":
    try:
        found = verify(*read(sys.argv[1]))
    except Exception as error:
        sys.exit(str(error) if str(error).startswith("refused") else f"refused: no certificate to read: {sys.argv[1:]}")
    for tier, value, bound in found:
        rest = f"; the proof leaves a gap of {value - bound}" if value > bound else ", proven"
        print(f"tier {tier}: {value}, no pairing below {bound}{rest}")
    sys.exit(any(value > bound for tier, value, bound in found if tier != "tie"))
