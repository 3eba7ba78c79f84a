"""Ranks engines on the library: python -m mcmahon_bench.library.ranking [--most N] [--limit S] [--out FOLDER] [--more].

Each engine draws each round of at most `--most` players in a process of its own, which ends after `--limit` seconds of
processor time (so not on Windows), small rounds first. Writes ranking.csv, a row a draw, and ranking.md, the page made
from it, after each round; with `--more` the rounds that are there already stay.
"""

from __future__ import annotations

import argparse
import csv
import io
import multiprocessing
import statistics
import time
from collections.abc import Sequence
from dataclasses import astuple, dataclass, fields
from multiprocessing.connection import Connection
from pathlib import Path

from mcmahon.io.files import write_file
from mcmahon.model.errors import InputError, McMahonError
from mcmahon.model.pairing.round_problem import RoundProblem

from ..engines.all_engines import ENGINES
from ..engines.open_round import tier_names
from ..speed.worst_cases import one_group
from .table import Instance, checked, key, read_rounds

#: What is ranked, and up to how many players it is tried; beyond, it certainly takes longer than the limit.
RANKED = {"ours": 10**6, "blossom": 1000, "networkx": 250, "cp-sat": 250, "greedy": 1000, "slide": 1000}
ABOUT = {
    "ours": "this program: least cost, seeded lottery, certificate",
    "blossom": "rustworkx's blossom algorithm (compiled) on all pairs",
    "networkx": "networkx's blossom algorithm (Python) on all pairs, up to 250 players",
    "cp-sat": "CP-SAT, one model over all pairs, up to 250 players",
    "greedy": "from the top, everybody the cheapest partner still free; not optimal",
    "slide": "top half of each score group against its bottom half, as by hand; not optimal",
}
LIMIT, MOST = 5.0, 1000
LEAST, MORE, LATE, REFUSED, UNTRIED = "least", "more", "late", "refused", "not tried"
FOLDER = Path(__file__).parent


@dataclass(frozen=True, slots=True)
class Draw:
    """One engine at one round: processor seconds, its cost by tier, and what that is.

    `least`: the least cost known; `more`: a greater one; `late`: no answer within the limit; `refused`: the engine
    cannot keep a rule of the round; `not tried`: the round is too large for it.
    """

    round: str
    engine: str
    players: int
    seconds: float
    cost: str
    state: str


def drawn(instance: Instance, problem: RoundProblem, engine: str, limit: float = LIMIT) -> Draw:
    """One engine's draw in a process of its own."""
    if instance.players > RANKED[engine]:
        return Draw(instance.name, engine, instance.players, 0.0, "", UNTRIED)
    context = multiprocessing.get_context("fork")
    ours, theirs = context.Pipe(False)
    process = context.Process(target=_draw, args=(problem, engine, limit, theirs))
    process.start()
    theirs.close()
    try:
        seconds, cost = ours.recv()
    except EOFError:  # ended by the limit
        seconds, cost = limit, ""
    process.join()
    if not cost:
        state = REFUSED if seconds < 0 else LATE
        return Draw(instance.name, engine, instance.players, max(seconds, 0.0), "", state)
    state = LEAST if key(cost) <= key(instance.cost) else MORE
    return Draw(instance.name, engine, instance.players, round(seconds, 4), cost, state)


def _draw(problem: RoundProblem, engine: str, limit: float, out: Connection) -> None:
    """In the process of its own: sends processor seconds and cost; −1 where the engine refuses the round."""
    import resource

    begin = time.process_time()
    end = int(begin + limit) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (end, end))
    try:
        answer = ENGINES[engine](problem)
    except InputError:
        out.send((-1.0, ""))
    except McMahonError:
        out.send((limit, ""))
    else:
        seconds = time.process_time() - begin
        costs = [answer.breaches] if tier_names(problem)[0] == "breaches" else []
        costs += [tier.cost for tier in answer.tiers]
        out.send((seconds, "+".join(map(str, costs)) if seconds <= limit else ""))


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
    return [Draw(r["round"], r["engine"], int(r["players"]), float(r["seconds"]), r["cost"], r["state"]) for r in rows]


def score(draws: Sequence[Draw], limit: float = LIMIT) -> float:
    """The mean of the seconds until the least cost known; twice the limit where it was not found (PAR2)."""
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
        "rule over sets of pairs. An answer that is not proven counts, too.",
        "",
        *(f"* `{name}`: {ABOUT[name]}." for name in engines),
        "",
        "Seconds include the costs of the pairs, not the making of the round.",
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
        counts = [sum(d.state == state for d in own) for state in (LEAST, MORE, LATE, REFUSED, UNTRIED)]
        ratios = [d.seconds / max(ours[d.round], 1e-3) for d in own if d.state == LEAST and d.round in ours]
        gaps = [g for d in own if d.state == MORE and (g := gap(d, best[d.round].cost)) is not None]
        cells = [f"`{engine}`", *map(str, counts), f"{score(own, limit):.2f}"]
        cells += [f"{statistics.median(ratios):.2f}" if ratios else "–"]
        cells += [f"{statistics.median(gaps):.1f} %" if gaps else "–"]
        rows.append((score(own, limit), "| " + " | ".join(cells) + " |"))
    head = "| engine | least cost | more | late | refused | not tried | score, s | × ours | gap |"
    return [
        f"## {title} ({len({d.round for d in draws})})",
        "",
        head,
        "|---" * 9 + "|",
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
    for engine in RANKED:
        ENGINES[engine](one_group(20))  # libraries are loaded before a clock runs
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
