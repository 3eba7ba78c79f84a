"""Ranks engines on the library: python -m mcmahon_bench.library.ranking [--most N] [--limit S] [--out FOLDER] [--more].

Each engine draws each round of at most `--most` players in a process of its own, which ends after `--limit` seconds of
processor time (so not on Windows), small rounds first. Writes ranking.csv, a row a draw, and ranking.md, the page made
from it, after each round; with `--more` the rounds that are there already stay.
"""

from __future__ import annotations

import argparse
import csv
import io
import math
import multiprocessing
import statistics
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from functools import cache, partial
from multiprocessing.connection import Connection
from pathlib import Path

from mcmahon.io.files import write_file
from mcmahon.model.errors import InputError, McMahonError
from mcmahon.model.pairing.round_problem import RoundProblem

from ..engines.all_engines import ENGINES
from ..engines.libraries import AbsentError
from ..engines.open_round import tier_names
from ..speed.worst_cases import one_group
from .table import Instance, checked, key, read_rounds

#: What is ranked, and up to how many players it is tried; beyond, it certainly takes longer than the limit.
RANKED = {
    "ours": 10**6,
    "lemon": 1000,
    "fusion": 1000,
    "blossom": 1000,
    "networkx": 250,
    "cp-sat": 250,
    "highs": 400,
    "scip": 250,
    "greedy": 1000,
    "slide": 1000,
}
ABOUT = {
    "ours": "this program: least cost, seeded lottery, certificate",
    "lemon": "LEMON's `MaxWeightedPerfectMatching` (C++) on all pairs, by a program that reads an edge list; at 1,000 "
    "players a fifth of its seconds are writing and reading the list",
    "fusion": "fusion-blossom (Rust) on all pairs, made for sparse graphs; its costs have 32 bits",
    "blossom": "rustworkx's blossom algorithm (Rust) on all pairs",
    "networkx": "networkx's blossom algorithm (Python) on all pairs, up to 250 players",
    "cp-sat": "CP-SAT, one model over all pairs, up to 250 players",
    "highs": "HiGHS, as scipy brings it, one integer programme over all pairs, up to 400 players",
    "scip": "SCIP, as OR-Tools brings it, the same programme, up to 250 players",
    "greedy": "from the top, everybody the cheapest partner still free; not optimal",
    "slide": "top half of each score group against its bottom half, as by hand; not optimal",
}
LIMIT, MOST = 5.0, 1000
LEAST, MORE, LATE, REFUSED, UNTRIED, ABSENT = "least", "more", "late", "refused", "not tried", "absent"
FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Draw:
    """One engine at one round: processor seconds, its cost by tier, what that is, and the reason if there is no cost.

    `least`: the least cost known; `more`: a greater one; `late`: no answer within the limit; `refused`: the engine
    cannot keep a rule of the round, or add up its costs; `not tried`: the round is too large for it; `absent`: it is
    not installed.
    """

    round: str
    engine: str
    players: int
    seconds: float
    cost: str
    state: str
    reason: str = ""


@cache
def missing(engine: str) -> str:
    """What an engine lacks on this machine; "" if it is here, and then its libraries are loaded before a clock runs."""
    try:
        ENGINES[engine](one_group(20))
    except AbsentError as error:
        return str(error)
    return ""


def drawn(instance: Instance, problem: RoundProblem, engine: str, limit: float = LIMIT) -> Draw:
    """One engine's draw in a process of its own."""
    draw = partial(Draw, instance.name, engine, instance.players)
    if missing(engine):
        return draw(0.0, "", ABSENT, missing(engine))
    if instance.players > RANKED[engine]:
        return draw(0.0, "", UNTRIED)
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(False)
    process = context.Process(target=_draw, args=(problem, engine, limit, theirs))
    process.start()
    theirs.close()
    try:
        seconds, cost, refusal = ours.recv()
    except EOFError:  # ended by the limit
        seconds, cost, refusal = limit, "", ""
    process.join()
    if refusal:
        return draw(0.0, "", REFUSED, refusal)
    if not cost:
        return draw(seconds, "", LATE)
    return draw(round(seconds, 4), cost, LEAST if key(cost) <= key(instance.cost) else MORE)


def _draw(problem: RoundProblem, engine: str, limit: float, out: Connection) -> None:
    """In the process of its own: sends processor seconds with those of programs it calls, cost, and why it refuses."""
    import resource

    def spent() -> float:
        both = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
        return sum(used.ru_utime + used.ru_stime for used in both)

    begin = spent()
    end = int(begin + limit) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (end, end))
    try:
        answer = ENGINES[engine](problem)
    except InputError as error:
        out.send((0.0, "", str(error)))
    except McMahonError:
        out.send((limit, "", ""))
    else:
        seconds = spent() - begin
        costs = [answer.breaches] if tier_names(problem)[0] == "breaches" else []
        costs += [tier.cost for tier in answer.tiers]
        out.send((min(seconds, limit), "+".join(map(str, costs)) if seconds <= limit else "", ""))


def csv_text(draws: Sequence[Draw]) -> str:
    """The draws as CSV with their head."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow([field.name for field in fields(Draw)])
    writer.writerows(astuple(draw) for draw in draws)
    return text.getvalue()


def read_draws(text: str) -> list[Draw]:
    """The draws of a CSV of `csv_text`."""
    rows = csv.DictReader(io.StringIO(text))
    return [Draw(**row | {"players": int(row["players"]), "seconds": float(row["seconds"])}) for row in rows]  # type: ignore[arg-type]


def score(draws: Sequence[Draw], limit: float = LIMIT) -> float:
    """The mean of the seconds until the least cost known; twice the limit where it was not found (PAR2).

    Infinite if the engine is absent from one of the rounds.
    """
    if any(draw.state == ABSENT for draw in draws):
        return math.inf
    return statistics.fmean(draw.seconds if draw.state == LEAST else 2 * limit for draw in draws)


def gap(draw: Draw, best: str) -> float | None:
    """By how many percent a cost is above the best in the first tier that differs; None where that one costs 0."""
    first = next(((a, b) for a, b in zip(key(draw.cost), key(best), strict=True) if a != b), (1, 1))
    return 100 * (first[0] / first[1] - 1) if first[1] else None


def page_text(draws: Sequence[Draw], limit: float = LIMIT) -> str:
    """The page: engines by their score, all rounds together and by kind."""
    best, engines = read_rounds(), list(dict.fromkeys(draw.engine for draw in draws))
    rounds = dict.fromkeys(draw.round for draw in draws)
    hard = {name for name in rounds if best[name].hard}
    absent = {d.engine: f" Absent, so not measured: {d.reason}." for d in draws if d.state == ABSENT}
    library = "[library](../../docs/reference/instances.md#a-hundred-rounds-for-solvers)"
    lines = [
        "# Engines on the library of rounds",
        "",
        f"{len(rounds)} rounds of the {library} of at most "
        f"{max(d.players for d in draws):,} players, all engines on one machine, at most {limit:g} seconds "
        "of processor time a round. `python -m mcmahon_bench.library.ranking` makes this page and "
        "[ranking.csv](ranking.csv), a row a draw.",
        "",
        *_table("All rounds", draws, engines, limit),
        *_table("Plain rounds: a matching of least cost", [d for d in draws if d.round not in hard], engines, limit),
        *_table("Rounds marked as hard", [d for d in draws if d.round in hard], engines, limit),
        "`score`: mean of the seconds until the least cost known, twice the limit where it was not found (PAR2, as in "
        "competitions of solvers). Less is better. `× ours`: median of the ratios to our seconds, over rounds "
        "where both found the least cost. `gap`: median percentage above the least cost known, in the first tier that "
        "differs, over the answers that cost more. `late`: no answer in time; `refused`: the engine cannot keep a hard "
        "rule over sets of pairs, or add up the costs exactly; `absent`: it was not installed. The cost of every "
        "answer is computed anew from its boards. An answer that is not proven counts, too.",
        "",
        *(f"* `{name}`: {ABOUT[name]}.{absent.get(name, '')}" for name in engines),
        "",
        "Seconds include the costs of the pairs, not the making of the round. The other optimal engines get all "
        "allowed pairs; to choose which pairs to look at is a part of our engine, as are the lottery and the proof.",
        "",
        "Not measured: Blossom V, whose licence is for research only, and commercial solvers.",
        "",
    ]
    return "\n".join(lines)


def _table(title: str, draws: Sequence[Draw], engines: Sequence[str], limit: float) -> list[str]:
    best = read_rounds()
    rows = []
    ours = {d.round: d.seconds for d in draws if d.engine == "ours" and d.state == LEAST}
    for engine in engines:
        own = [d for d in draws if d.engine == engine]
        if not own:
            continue
        counts = [sum(d.state == state for d in own) for state in (LEAST, MORE, LATE, REFUSED, UNTRIED, ABSENT)]
        ratios = [d.seconds / max(ours[d.round], 1e-3) for d in own if d.state == LEAST and d.round in ours]
        gaps = [g for d in own if d.state == MORE and (g := gap(d, best[d.round].cost)) is not None]
        reached = score(own, limit)
        cells = [f"`{engine}`", *map(str, counts), f"{reached:.2f}" if reached < math.inf else "–"]
        cells += [f"{statistics.median(ratios):.2f}" if ratios else "–"]
        cells += [f"{statistics.median(gaps):.1f} %" if gaps else "–"]
        rows.append((reached, "| " + " | ".join(cells) + " |"))
    head = "| engine | least cost | more | late | refused | not tried | absent | score, s | × ours | gap |"
    return [
        f"## {title} ({len({d.round for d in draws})})",
        "",
        head,
        "|---" * 10 + "|",
        *(r for _, r in sorted(rows)),
        "",
    ]


def main(words: Sequence[str] | None = None) -> None:
    """Draw every round by every engine and write table and page."""
    parser = argparse.ArgumentParser(prog="python -m mcmahon_bench.library.ranking", description=__doc__)
    parser.add_argument("--most", type=int, default=MOST)
    parser.add_argument("--limit", type=float, default=LIMIT)
    parser.add_argument("--out", type=Path, default=FOLDER)
    parser.add_argument("--more", action="store_true")
    options = parser.parse_args(words)
    file = options.out / "ranking.csv"
    draws = read_draws(file.read_text(encoding="utf-8")) if options.more and file.exists() else []
    done = {draw.round for draw in draws}
    for instance in sorted(read_rounds().values(), key=lambda line: line.players):
        if instance.players <= options.most and instance.name not in done:
            problem = checked(instance)
            draws += [drawn(instance, problem, engine, options.limit) for engine in RANKED]
            print(instance.name, *(f"{d.engine} {d.state} {d.seconds:.2f}" for d in draws[-len(RANKED) :]), flush=True)
            write_file(file, csv_text(draws).encode())
            write_file(options.out / "ranking.md", page_text(draws, options.limit).encode())


if __name__ == "__main__":
    main()
