"""Rounds as files for any solver, and solutions judged against such a file alone (docs/reference/exchange.md)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from mcmahon.io.files import LARGEST_FILE, read_bytes, write_file
from mcmahon.io.settings.profiles import known_version
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.counts import Count
from mcmahon.model.pairing.field import Ints
from mcmahon.model.pairing.round_problem import RoundProblem, fingerprint
from mcmahon.solver.formulation.costs import TierName, pair_costs
from mcmahon.solver.formulation.vertices import Vertices, all_pairs

from ..answers import BreachAnswer, SolutionAnswer
from ..engines.open_round import settled_costs, tier_names
from .edge_list import COMMENTS, parse_edges, parse_matching, people, write_edges
from .problem_file import FORMAT, MOST_PLAYERS, ExchangeRule, ProblemFile, parse_problem, parse_solution, problem_of

MINIMISED = (
    "Give every player one game from `pairs`, one of the `free_byes` byes, or what is forced. The cost of a tier is "
    "`settled`, plus the costs of the chosen games and byes, plus the penalties of its rows. A row sums its amounts "
    "over the chosen games. Its penalty is its price for each unit above (`most`) or below (`least`) the limit; "
    "a row without a price is hard and must keep the limit. Minimise the first tier's cost, then the second's, and "
    "so on."
)


def export_round(problem: RoundProblem, path: Path, lottery: bool = False, tournament: str = "") -> str:
    """Write a round as its file's ending says, as JSON or as an edge list; gives what to know of the file, or "".

    `tournament` is the name to write into it.

    Raises InputError, FolderError.
    """
    if path.suffix not in COMMENTS:
        export_problem(problem, path, lottery, tournament)
        return ""
    if lottery:
        raise InputError("an edge list has no lottery; a file .json can have it")
    return f"greatest weight {write_edges(problem, path, tournament):,}"


def export_problem(problem: RoundProblem, path: Path, lottery: bool = False, tournament: str = "") -> None:
    """Write a round as JSON; with `lottery` the seeded lottery is the last tier, so that one pairing is the answer.

    Raises InputError when there are more than 2,000 entrants, or the file would be too large; FolderError.
    """
    data = plain_problem(problem, lottery) | {"tournament": tournament}
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    written = text.encode() + b"\n"
    if len(written) > LARGEST_FILE:
        raise InputError(f"the file would have {len(data) // 2**20} MiB; a problem file has at most 64 MiB")
    write_file(path, written)


def plain_problem(
    problem: RoundProblem, lottery: bool = False, among: tuple[Ints, Ints] | None = None
) -> dict[str, Any]:
    """What the file says, as lists and numbers; `among` some pairs of vertices only, in place of all.

    Raises InputError when all pairs of more than 2,000 entrants are asked for.
    """
    if among is None and len(problem) > MOST_PLAYERS:
        raise InputError(
            f"{len(problem):,} entrants; a problem file has all pairs of at most {MOST_PLAYERS:,} entrants"
        )
    names: list[TierName] = [*tier_names(problem), *(["tie"] if lottery else [])]
    vertices, (a, b) = Vertices(problem), among or all_pairs(problem)
    cost = np.array([pair_costs(vertices, a, b, name) for name in names], dtype=np.int64).T
    real = b < len(vertices.who)
    ends = np.sort(np.stack([vertices.who[a[real]], vertices.who[b[real]]], axis=1), axis=1)
    settled = settled_costs(problem)
    return {
        "format": FORMAT,
        "minimised": MINIMISED,
        "round": problem.round,
        "profile": problem.profile.name,
        "fingerprint": fingerprint(problem),
        "players": list(problem.field.ids),
        "tiers": [str(name) for name in names],
        "settled": [settled[name] if isinstance(name, int) else 0 for name in names],
        "forced": [sorted(pair) for pair in problem.forced],
        "forced_byes": list(problem.forced_byes),
        "free_byes": int(vertices.odd),
        "pairs": np.concatenate([ends, cost[real]], axis=1).tolist(),
        "byes": np.concatenate([vertices.who[a[~real]][:, None], cost[~real]], axis=1).tolist(),
        "rows": side_rows(problem, ends),
        "profile_version": known_version(problem.profile)[1],
    }


def side_rows(problem: RoundProblem, ends: Ints | None = None) -> list[dict[str, Any]]:
    """The rules over sets of pairs as the file says them, with the amounts of some pairs (n × 2) or of all."""
    if not problem.counts:
        return []
    if ends is None:
        vertices, (a, b) = Vertices(problem), all_pairs(problem)
        real = b < len(vertices.who)
        ends = np.sort(np.stack([vertices.who[a[real]], vertices.who[b[real]]], axis=1), axis=1)
    return [row for count in problem.counts for row in _rows(problem, count, ends)]


def _rows(problem: RoundProblem, count: Count, ends: Ints) -> list[dict[str, Any]]:
    """A rule over sets of pairs, a row for each part of the field that it counts in."""
    rule, amounts = count.rule, np.zeros((2, len(ends)), dtype=np.int64)
    parts = np.full((2, len(ends)), -1, dtype=np.int64)
    for side, (part, amount) in enumerate(count.terms(problem.field, *ends.T)):
        parts[side], amounts[side] = np.where(amount > 0, part, -1), amount
    same = parts[0] == parts[1]
    amounts[0] += np.where(same, amounts[1], 0)
    parts[1][same] = -1
    relaxed = rule.price is None and rule.name in problem.relaxed_counts
    rows = []
    for k, (label, limit) in enumerate(zip(count.labels, count.limits.tolist(), strict=True)):
        sides, at = np.nonzero(parts == k)
        rows.append(
            {
                "rule": rule.name,
                "part": label,
                "at": "least" if rule.at_least else "most",
                "limit": limit,
                "price": 1 if relaxed else rule.price,
                "tier": "breaches" if relaxed else str(rule.tier) if rule.price is not None else "",
                "amounts": np.concatenate([ends[at], amounts[sides, at][:, None]], axis=1).tolist(),
            }
        )
    return rows


def read_problem(path: Path) -> ProblemFile:
    """A round out of a file. Raises InputError with what is wrong, FolderError when it cannot be read."""
    return parse_problem(read_bytes(path), str(path))


def verify_solution(problem_file: Path, solution_file: Path) -> SolutionAnswer:
    """What a solution is worth by the problem file alone, JSON or an edge list.

    A solution is JSON with ids, or of an edge list a matching. Raises InputError when one of the files is none.
    """
    data, answer = read_bytes(problem_file), read_bytes(solution_file)
    if not data.startswith(tuple(mark.encode() for mark in COMMENTS.values())):
        return judged(parse_problem(data, str(problem_file)), *parse_solution(answer, str(solution_file)))
    listed = parse_edges(data, str(problem_file))
    ids = listed.problem.players
    forced = [[ids[i] for i in pair] for pair in sorted(listed.problem.forced)]
    forced += [[ids[i]] for i in sorted(listed.problem.forced_byes)]
    return judged(listed.problem, *_solution(answer, str(solution_file), listed.players, forced))


def _solution(
    data: bytes, file: str, players: Sequence[str | None], forced: Sequence[Sequence[str]]
) -> tuple[list[tuple[str, str]], list[str]]:
    """Pairs and byes of an answer, JSON with ids or a matching of vertices."""
    if data.lstrip()[:1] == b"{":
        return parse_solution(data, file)
    return people(parse_matching(data, file, len(players)), players, forced)


def judge_round(problem: RoundProblem, solution_file: Path) -> SolutionAnswer:
    """What a solution is worth by the round itself, of any size. Raises InputError."""
    vertices, ids = Vertices(problem), problem.field.ids
    forced = [[ids[i] for i in pair] for pair in problem.forced] + [[ids[i]] for i in problem.forced_byes]
    players: list[str | None] = [*(ids[i] for i in vertices.who.tolist()), *([None] if vertices.odd else [])]
    pairs, byes = _solution(read_bytes(solution_file), str(solution_file), players, forced)
    place = {player: v for v, player in enumerate(players)}
    met = {(min(place[a], place[b]), max(place[a], place[b])) for a, b in pairs if a in place and b in place}
    met |= {(place[p], len(vertices.who)) for p in byes if p in place and vertices.odd}
    a, b = np.array(sorted(met), dtype=np.int64).reshape(-1, 2).T
    who = np.append(vertices.who, -1)
    may = np.where(who[b] < 0, problem.bye_allowed()[who[a]], problem.allowed(who[a], who[b]))
    plain = plain_problem(problem, among=(a[may], b[may]))
    return judged(problem_of(plain, str(solution_file), len(problem)), pairs, byes)


def judged(problem: ProblemFile, pairs: list[tuple[str, str]], byes: list[str]) -> SolutionAnswer:
    """A solution by the ids of its players, judged as `verify_solution` says."""
    index = {player: i for i, player in enumerate(problem.players)}
    named = [p for pair in pairs for p in pair] + byes
    unknown = [f"no player has the id {player!r}" for player in dict.fromkeys(named) if player not in index]
    if unknown:
        return _answer(problem, pairs, byes, unknown)
    times = Counter(named)
    reasons = [f"{p} appears {times[p]} times" for p in problem.players if times[p] > 1]
    reasons += [f"{p} has neither a game nor the bye" for p in problem.players if not times[p]]
    games = [(min(index[a], index[b]), max(index[a], index[b])) for a, b in pairs]
    out = [index[p] for p in byes]
    reasons += [f"{_pair(problem, p)} must meet" for p in sorted(problem.forced - set(games))]
    reasons += [f"{problem.players[p]} must have the bye" for p in sorted(problem.forced_byes - set(out))]
    free = [p for p in games if p not in problem.forced]
    own = [p for p in out if p not in problem.forced_byes]
    if len(own) != problem.free_byes:
        reasons.append(f"{len(own)} byes in addition to the forced ones; expected {problem.free_byes}")
    dear = [f"{_pair(problem, p)} may not meet" for p in free if p not in problem.pairs]
    dear += [f"{problem.players[p]} may not have the bye" for p in own if p not in problem.byes]
    total, breaches = list(problem.settled), []
    for costs in [] if dear else [*(problem.pairs[p] for p in free), *(problem.byes[p] for p in own)]:
        total = [t + c for t, c in zip(total, costs, strict=True)]
    for row in problem.rows:
        count = sum(row.amounts.get(pair, 0) for pair in free)
        units = row.excess(count)
        if units and row.price is None:
            reasons.append(f"{_row(row)}: {count}")
        elif units and row.price is not None:
            total[problem.tiers.index(row.tier)] += units * row.price
            breaches.append(BreachAnswer(_row(row), count, units, row.tier, units * row.price))
    reasons += dear
    cost = None if dear else dict(zip(problem.tiers, total, strict=True))
    return _answer(problem, pairs, byes, reasons, cost, breaches)


def _answer(
    problem: ProblemFile,
    pairs: list[tuple[str, str]],
    byes: list[str],
    reasons: list[str],
    cost: dict[str, int] | None = None,
    breaches: Sequence[BreachAnswer] = (),
) -> SolutionAnswer:
    """What was found of a solution, with the round and the boards that it is about."""
    boards = (*pairs, *((player,) for player in byes))
    of = (problem.tournament, problem.round, problem.fingerprint, boards)
    return SolutionAnswer(not reasons, tuple(reasons), cost, tuple(breaches), *of)


def _pair(problem: ProblemFile, pair: tuple[int, int]) -> str:
    return " and ".join(problem.players[p] for p in pair)


def _row(row: ExchangeRule) -> str:
    return f"{row.rule}{f' in {row.part}' if row.part else ''}: at {row.at} {row.limit}"
