"""How long standings take: realistic fields, all rounds played, six criteria.

python -m mcmahon_bench.speed.standings [SIZE …] [--rounds N]
"""

from __future__ import annotations

import argparse
import statistics
import time
from dataclasses import replace

from mcmahon.model.lottery import lot
from mcmahon.model.placing.standings import standings
from mcmahon.model.tournament.games import Game, Round
from mcmahon.model.tournament.tournament import Tournament

from ..tournaments.generator import play_round
from .rounds import realistic_tournament

ORDERS = {
    "MMS SOS SOS-1 SOSOS SODOS CUSS": ("MMS", "SOS", "SOS-1", "SOSOS", "SODOS", "CUSS"),
    "START WINS SOS-N SODOS-N SODOSOS CUSP": ("START", "WINS", "SOS-N", "SODOS-N", "SODOSOS", "CUSP"),
    "MMS SDC DC SOS SOS-MEDIAN SOSW": ("MMS", "SDC", "DC", "SOS", "SOS-MEDIAN", "SOSW"),
}


def played_tournament(size: int, rounds: int, seed: int) -> Tournament:
    """A field with all rounds played, paired by lot."""
    tournament = realistic_tournament(size, seed)
    tournament = replace(tournament, settings=replace(tournament.settings, rounds=rounds))
    for number in range(1, rounds + 1):
        ids = sorted((p.id for p in tournament.entrants(number)), key=lambda pid: lot(seed, number, pid))
        pairs = zip(ids[::2], ids[1::2], strict=False)
        games = tuple(Game(table, white, black) for table, (white, black) in enumerate(pairs, 1))
        drawn = Round(number, games, tuple(ids[2 * len(games) :]))
        tournament = play_round(tournament.with_round(drawn), number, seed)
    return tournament


def seconds(tournament: Tournament, order: tuple[str, ...], times: int = 7) -> float:
    """Median seconds of the standings by an order of criteria, scores included."""
    placing = replace(tournament.settings.placing, order=order)
    field = replace(tournament, settings=replace(tournament.settings, placing=placing))
    taken = []
    for _ in range(times):
        begin = time.perf_counter()
        standings(field)
        taken.append(time.perf_counter() - begin)
    return statistics.median(taken)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, default=[100, 1000, 5000])
    parser.add_argument("--rounds", type=int, default=10)
    options = parser.parse_args()
    print("| players × rounds | " + " | ".join(ORDERS) + " |\n" + "|---" * (len(ORDERS) + 1) + "|")
    for size in options.sizes:
        tournament = played_tournament(size, options.rounds, size)
        cells = [f"{seconds(tournament, order):.3f} s" for order in ORDERS.values()]
        print(f"| {size:,} × {options.rounds} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
