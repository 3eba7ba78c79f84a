"""Rounds as weighted edge lists, as other matching codes read them, and their answers (docs/reference/exchange.md).

A perfect matching of least weight is a pairing of least cost. Two forms, with one content: `p edge` lines as Blossom V
reads them (`.dimacs`), LEMON's graph format (`.lgf`). What our own reader needs beside the edges stands in comments.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from mcmahon.io.settings.profiles import known_version
from mcmahon.model.errors import FolderError, InputError, Problem
from mcmahon.model.pairing.field import Ints
from mcmahon.model.pairing.round_problem import RoundProblem, fingerprint
from mcmahon.solver.formulation.costs import pair_costs
from mcmahon.solver.formulation.vertices import Mask, Vertices

from ..engines.open_round import scales, settled_costs, tier_names, weighed
from .problem_file import MOST_PLAYERS, ProblemFile

FORMAT = "mcmahon edge list 1"
COMMENTS = {".dimacs": "c", ".lgf": "#"}
LONGEST_LINE = 900  # bytes; Blossom V reads lines of up to 999
AT_ONCE = 1 << 18  # pairs

Matching = list[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class EdgeList:
    """An edge list that was read: the round, and the player of each vertex (from 1), None for the bye."""

    problem: ProblemFile
    players: tuple[str | None, ...]


def write_edges(problem: RoundProblem, path: Path, tournament: str = "") -> int:
    """Write a round as an edge list, the form by the file's ending, and give the greatest weight.

    The vertices are the free entrants by descending score and, where their number is odd, the bye. Raises InputError
    where rules over sets of pairs are to be kept, which no edge list can say; FolderError.
    """
    if problem.counts:
        raise InputError(f"an edge list cannot say the rule {problem.counts[0].rule}; a file .json can")
    vertices, names = Vertices(problem), tier_names(problem)
    edges, most = 0, [0] * len(names)
    for a, b in _pieces(vertices):
        edges += len(a)
        most = [max(m, int(pair_costs(vertices, a, b, n).max(initial=0))) for m, n in zip(most, names, strict=True)]
    times = scales(most, len(vertices))
    head = list(_head(vertices, times, tournament))
    if max(map(len, head)) > LONGEST_LINE:
        raise InputError(f"a name or an id is too long for an edge list: {max(head, key=len)[:60]}…")
    mark, form = COMMENTS[path.suffix], "e {} {} {}" if path.suffix == ".dimacs" else "{}\t{}\t{}"
    try:
        with path.open("w", encoding="utf-8", newline="\n") as out:
            out.writelines(f"{mark} {line}\n" for line in head)
            out.write(_opening(path.suffix, len(vertices), edges))
            for a, b in _pieces(vertices):
                total = weighed([pair_costs(vertices, a, b, name) for name in names], times)
                out.writelines(map((form + "\n").format, (a + 1).tolist(), (b + 1).tolist(), total))
    except OSError as error:
        raise FolderError(f"cannot write {path}: {error.strerror or error}") from None
    return sum(m * t for m, t in zip(most, times, strict=True))


def _pieces(vertices: Vertices) -> Iterator[tuple[Ints, Ints]]:
    """All allowed pairs of vertices, some rows at a time; the byes last."""
    players, problem = len(vertices.who), vertices.problem
    step = max(1, AT_ONCE // max(players, 1))
    for first in range(0, players, step):
        rows = range(first, min(first + step, players))
        a = np.repeat(np.array(rows, dtype=np.int64), [players - 1 - v for v in rows])
        b = np.concatenate([np.arange(v + 1, players, dtype=np.int64) for v in rows])
        may: Mask = problem.allowed(vertices.who[a], vertices.who[b])
        yield a[may], b[may]
    if vertices.odd:
        byes = np.flatnonzero(problem.bye_allowed()[vertices.who])
        yield byes, np.full(len(byes), players, dtype=np.int64)


def _head(vertices: Vertices, times: Sequence[int], tournament: str) -> Iterator[str]:
    """What is said of the round in comments."""
    problem, ids = vertices.problem, vertices.problem.field.ids
    settled = settled_costs(problem)
    yield FORMAT
    yield "a perfect matching of least weight; weight = sum over the tiers of cost x factor"
    yield f"round {problem.round} profile {json.dumps(problem.profile.name)}"
    yield f"tournament {json.dumps(tournament)}"
    yield f"fingerprint {fingerprint(problem)}"
    yield f"profile_version {json.dumps(known_version(problem.profile)[1])}"
    for name, factor in zip(tier_names(problem), times, strict=True):
        yield f"tier {name} factor {factor} settled {settled[name] if isinstance(name, int) else 0}"
    yield from (f"vertex {v} {json.dumps(ids[i])}" for v, i in enumerate(vertices.who.tolist(), 1))
    if vertices.odd:
        yield f"bye {len(vertices)}"
    yield from (f"forced {json.dumps([ids[i], ids[j]])}" for i, j in problem.forced)
    yield from (f"forced {json.dumps([ids[i]])}" for i in problem.forced_byes)


def _opening(form: str, vertices: int, edges: int) -> str:
    if form == ".dimacs":
        return f"p edge {vertices} {edges}\n"
    return "@nodes\nlabel\n" + "".join(f"{v}\n" for v in range(1, vertices + 1)) + "@edges\n\tweight\n"


_SAID = {
    "round": re.compile(r"round ([0-9]{1,6}) profile (.*)"),
    "tournament": re.compile(r"tournament (.*)"),
    "fingerprint": re.compile(r"fingerprint ((?:2:)?\w*)"),
    "tier": re.compile(r"tier (\w+) factor ([1-9][0-9]{0,400}) settled ([0-9]{1,20})"),
    "vertex": re.compile(r"vertex ([0-9]{1,6}) (.*)"),
    "bye": re.compile(r"bye ([0-9]{1,6})"),
    "forced": re.compile(r"forced (.*)"),
}
_EDGE = re.compile(r"(?:e )?([0-9]{1,6})[ \t]([0-9]{1,6})[ \t]([0-9]{1,400})")


def parse_edges(data: bytes, file: str) -> EdgeList:
    """An edge list that this program wrote, up to 2,000 players. Raises InputError that names the line."""
    said: dict[str, list[tuple[str, ...]]] = {name: [] for name in _SAID}
    edges: dict[tuple[int, int], int] = {}
    lines = _lines(data, file)
    if not lines or lines[0][2:] != FORMAT:
        raise InputError([Problem("no edge list of this program", file, line=1, expected=f"c {FORMAT}")])
    body = False
    for number, line in enumerate(lines, 1):
        if line[:2] in ("c ", "# "):
            name = line[2:].partition(" ")[0]
            found = _SAID[name].fullmatch(line[2:]) if name in _SAID else None
            if found:
                said[name].append(found.groups())
        elif edge := _EDGE.fullmatch(line):
            u, v, weight = map(int, edge.groups())
            if not 0 < u < v or (u, v) in edges:
                raise InputError([Problem(f"edge {u} {v}", file, line=number, expected="u < v, each pair once")])
            edges[u, v] = weight
        body = body or line.startswith(("p edge", "@edges"))
    if not (body and said["tier"] and said["round"]):
        raise InputError([Problem("the edge list is not complete", file, expected="the lines c tier … and p edge …")])
    return _edge_list(said, edges, file)


def _edge_list(said: dict[str, list[tuple[str, ...]]], edges: dict[tuple[int, int], int], file: str) -> EdgeList:
    ids = {int(vertex): _text(text, file) for vertex, text in said["vertex"]}
    bye = int(said["bye"][0][0]) if said["bye"] else 0
    forced = [_couple(text, file) for (text,) in said["forced"]]
    size = len(ids) + (bye > 0)
    known = sorted(ids) + [bye] * (bye > 0) == list(range(1, size + 1))
    if len(ids) > MOST_PLAYERS or not known or any(v > size for _, v in edges):
        raise InputError([Problem("vertices without names", file, expected="c vertex … for each")])
    factors = [int(factor) for _, factor, _ in said["tier"]]
    players = [*(ids[v] for v in sorted(ids)), *(p for pair in forced for p in pair)]
    place = {player: k for k, player in enumerate(players)}
    if len(place) < len(players):
        raise InputError([Problem("a player appears twice", file, expected="different names of all vertices")])
    pairs, byes = {}, {}
    for (u, v), weight in edges.items():
        if v == bye:
            byes[u - 1] = apart(weight, factors)
        else:
            pairs[u - 1, v - 1] = apart(weight, factors)
    problem = ProblemFile(
        round=int(said["round"][0][0]),
        profile=_text(said["round"][0][1], file),
        fingerprint=said["fingerprint"][0][0] if said["fingerprint"] else "",
        players=tuple(players),
        tiers=tuple(name for name, _, _ in said["tier"]),
        settled=tuple(int(settled) for _, _, settled in said["tier"]),
        forced=frozenset((place[p[0]], place[p[1]]) for p in forced if len(p) == 2),
        forced_byes=frozenset(place[p[0]] for p in forced if len(p) == 1),
        free_byes=int(bye > 0),
        pairs=pairs,
        byes=byes,
        rows=(),
        tournament=_text(said["tournament"][0][0], file) if said["tournament"] else "",
    )
    return EdgeList(problem, tuple(ids.get(v) for v in range(1, size + 1)))


def _text(text: str, file: str) -> str:
    (found,) = _texts(f"[{text}]", file, 1)
    return found


def _couple(text: str, file: str) -> list[str]:
    return _texts(text, file, 2)


def _texts(text: str, file: str, most: int) -> list[str]:
    """One or more texts in JSON. Raises InputError."""
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        found = []
    if not (isinstance(found, list) and 0 < len(found) <= most and all(isinstance(one, str) for one in found)):
        raise InputError([Problem("wrong in a comment", file, value=text[:60], expected='"…", in quotes as in JSON')])
    return found


def apart(weight: int, factors: Sequence[int]) -> tuple[int, ...]:
    """A weight, or a sum of weights of a matching, as its costs by tier."""
    costs = []
    for factor in factors:
        cost, weight = divmod(weight, factor)
        costs.append(cost)
    return tuple(costs)


def parse_matching(data: bytes, file: str, vertices: int) -> Matching:
    """The pairs of vertices, from 1, of an answer. Raises InputError that names the line.

    Lines `e u v` (from 1; what follows is ignored), or what Blossom V writes: a line with the numbers of vertices and
    edges, then `u v` from 0. Comments begin with c or #.
    """
    pairs: Matching = []
    zero = False
    for number, line in enumerate(_lines(data, file), 1):
        words = line.split()
        if not words or words[0] in ("c", "#"):
            continue
        if not pairs and not zero and words == [str(vertices), str(vertices // 2)]:
            zero = True
            continue
        ends = words[:2] if zero and len(words) == 2 else words[1:3] if words[0] == "e" and not zero else []
        if len(ends) != 2 or not all(re.fullmatch(r"[0-9]{1,9}", end) for end in ends):
            want = f"e u v (vertices from 1), or Blossom V's answer: {vertices} {vertices // 2}, then u v from 0"
            raise InputError([Problem(f"{line[:40]!r}", file, line=number, expected=want)])
        u, v = int(ends[0]) + zero, int(ends[1]) + zero
        if not (0 < u <= vertices and 0 < v <= vertices):
            want = f"vertices {1 - zero} to {vertices - zero}"
            raise InputError([Problem(f"{line[:40]!r}", file, line=number, expected=want)])
        pairs.append((u, v))
    return pairs


def people(
    matching: Matching, players: Sequence[str | None], forced: Sequence[Sequence[str]] = ()
) -> tuple[list[tuple[str, str]], list[str]]:
    """Pairs and byes by the players' ids, with what was forced; None among the players is the bye."""
    pairs, byes = [], []
    for u, v in matching:
        a, b = players[u - 1], players[v - 1]
        if a is not None and b is not None:
            pairs.append((a, b))
        else:
            byes += [p for p in (a, b) if p is not None]
    pairs += [(p[0], p[1]) for p in forced if len(p) == 2]
    return pairs, [*byes, *(p[0] for p in forced if len(p) == 1)]


def _lines(data: bytes, file: str) -> list[str]:
    try:
        return data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise InputError([Problem("not a UTF-8 text", file)]) from None
