"""How often a small tournament ends in a round that cannot be paired, with looking ahead and without.

python -m mcmahon_bench.simulations.dead_ends [TOURNAMENTS [PLAYERSxROUNDS …]] [--first SEED]
python -m mcmahon_bench.simulations.dead_ends halves
python -m mcmahon_bench.simulations.dead_ends large

The second draws rounds made to be hard: two odd halves that have played nearly all their games with one another. The
third says what looking ahead adds to the first round of large fields, with and without rules that take half the pairs.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random

from mcmahon.desk.rounds.draw.drawing import draw_round
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.records.state import Record
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.rules import CountRule
from mcmahon.model.tournament.settings.play import PairingSettings
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament

from ..tournaments.generator import FieldShape, make_players, play_round

TOURNAMENTS = 60
DRAWS = 5  # of a large field, with looking ahead and without
SIZES = ((6, 4), (6, 5), (7, 5), (8, 6), (8, 7), (9, 7), (10, 7), (10, 8), (12, 9), (16, 12))


@dataclass(frozen=True, slots=True)
class Played:
    """One tournament: the round that could not be paired (0: none), seconds of each draw, how rounds were drawn.

    `together` rounds cost more than the cheapest so that a plan is left, `extra` more of a cost of `cost` in all;
    `unproven` ones are not proven; `hopeless`: the first draw said that not all rounds are possible (known absences).
    """

    dead: int
    seconds: tuple[float, ...]
    together: int
    unproven: int
    hopeless: bool
    extra: int = 0
    cost: int = 0


def play(players: int, rounds: int, seed: int, plan_ahead: str, told: bool = True) -> Played:
    """A tournament of generated players with results by ratings.

    Without `told` absences become known in their round only: before it, everybody is expected in all later rounds.
    """
    settings = Settings(rounds=rounds, seed=seed, pairing=PairingSettings(plan_ahead=plan_ahead))
    tournament = Tournament(settings, tuple(make_players(FieldShape(players, rounds), seed)))
    records: dict[int, Record] = {}
    seconds: list[float] = []
    together, unproven, hopeless, extra, cost = 0, 0, False, 0, 0
    truth = {player.id: player.rounds_entered(rounds) for player in tournament.players}
    for number in range(1, rounds + 1):
        if not told:
            tournament = expected(tournament, truth, number)
        begin = time.perf_counter()
        try:
            drawn = draw_round(tournament, records=records)
        except NoPairingError:
            return Played(number, tuple(seconds), together, unproven, hopeless, extra, cost)
        seconds.append(time.perf_counter() - begin)
        foresight = drawn.record.foresight
        together += foresight.extra > 0
        extra, cost = extra + foresight.extra, cost + drawn.pairing.cost
        unproven += not (drawn.pairing.optimal and drawn.pairing.tie_proven)
        hopeless = hopeless or (number == 1 and foresight.short)
        records[number] = replace(drawn.record, kept=None)
        tournament = play_round(drawn.tournament, number, seed)
    return Played(0, tuple(seconds), together, unproven, hopeless, extra, cost)


def expected(tournament: Tournament, truth: Mapping[str, frozenset[int]], number: int) -> Tournament:
    """With the entries that are known when a round is drawn: the true ones up to it, everybody behind it."""
    later = frozenset(range(number + 1, tournament.settings.rounds + 1))
    players = (replace(p, rounds=frozenset(k for k in truth[p.id] if k <= number) | later) for p in tournament.players)
    return replace(tournament, players=tuple(players))


def odd_halves(half: int, left: int, rounds: int, seed: int) -> Tournament:
    """Two odd halves with so many games left between them for each player, and so many rounds to be drawn."""
    rng, played = Random(seed), half - left
    everybody = make_players(FieldShape(2 * half, played + rounds), seed)
    ids, turns = [player.id for player in everybody], list(range(half))
    rng.shuffle(ids)
    rng.shuffle(turns)
    settings = Settings(rounds=played + rounds, seed=seed)
    tournament = Tournament(settings, tuple(replace(player, rounds=None) for player in everybody))
    for number in range(1, played + 1):
        pairs = ((ids[k], ids[half + (k + turns[number]) % half]) for k in range(half))
        results = (Result.WHITE, Result.BLACK)
        games = tuple(Game(table, a, b, result=rng.choice(results)) for table, (a, b) in enumerate(pairs, 1))
        tournament = tournament.with_round(Round(number, games))
    return tournament


def draw_halves() -> None:
    """Print a line for each of the rounds made to be hard."""
    print("players  games left  rounds left  seconds  price  rounds kept possible")
    for half, left, rounds, seed in product((5, 9, 15, 19), (1, 2), (4, 10), (1, 2)):
        begin = time.perf_counter()
        drawn = draw_round(odd_halves(half, left, rounds, seed))
        seconds, ahead = time.perf_counter() - begin, drawn.record.foresight
        proof = "" if drawn.pairing.optimal and drawn.pairing.tie_proven else "  not proven"
        kept = f"{ahead.until - ahead.first + 1 if ahead.until else 0} of {rounds - 1}"
        print(f"{2 * half:7} {left:11} {rounds:12} {seconds:8.2f} {ahead.extra:6}  {kept}{proof}", flush=True)


def large(kind: str, size: int, rounds: int) -> Tournament:
    """A large field without rules, of two families that never meet, or with a hard rule and a club of most players."""
    players = [replace(player, rounds=None) for player in make_players(FieldShape(size, rounds), 1)]
    pairing = PairingSettings()
    if kind == "two families":
        players = [replace(player, groups=("AB"[k % 2],)) for k, player in enumerate(players)]
        pairing = PairingSettings(families="forbid")
    if kind == "hard club rule":
        players = [replace(player, club="Alburg" if k % 5 < 3 else f"C{k % 7}") for k, player in enumerate(players)]
        pairing = PairingSettings(rules=(CountRule("few-clubmates", ("clubmates",), size // 4),))
    return Tournament(Settings(rounds=rounds, seed=1, pairing=pairing), tuple(players))


def draw_large() -> None:
    """Print a line for each large field: seconds without and with looking ahead, the medians of some draws in turn."""
    print("players  field           off s  legal s  more  outlook")
    for size, rounds in ((200, 5), (250, 6), (1000, 7)):
        for kind in ("no rule", "hard club rule", "two families"):
            found: dict[str, list[float]] = {"off": [], "legal": []}
            made, outlook = large(kind, size, rounds), ""
            for plan_ahead in ["off", "legal"] * DRAWS:
                pairing = replace(made.settings.pairing, plan_ahead=plan_ahead)
                begin = time.process_time()
                drawn = draw_round(replace(made, settings=replace(made.settings, pairing=pairing)))
                found[plan_ahead].append(time.process_time() - begin)
                outlook = drawn.record.foresight.outlook
            off, legal = (statistics.median(found[name]) for name in ("off", "legal"))
            print(f"{size:7}  {kind:14} {off:6.2f}  {legal:7.2f}  {legal / off - 1:+4.0%}  {outlook}", flush=True)


def main(words: Sequence[str] | None = None) -> None:
    """Print a line for each size."""
    parser = argparse.ArgumentParser(prog="python -m mcmahon_bench.simulations.dead_ends", description=__doc__)
    parser.add_argument("count", nargs="?", default=str(TOURNAMENTS), help="tournaments, or halves, or large")
    parser.add_argument("sizes", nargs="*", help="PLAYERSxROUNDS")
    parser.add_argument("--first", type=int, default=0, help="the first seed")
    asked = parser.parse_args(words)
    if asked.count in ("halves", "large"):
        (draw_halves if asked.count == "halves" else draw_large)()
        return
    count = int(asked.count)
    print(f"{count} tournaments each; dead: with a round that cannot be paired, where the first draw did not say so")
    titles = (
        "dead without", "dead with", "told late", "no plan at all", "dearer rounds", "dearer by", "not proven",
        "median s", "worst s",
    )  # fmt: skip
    print("players x rounds", *(title.rjust(14) for title in titles))
    for players, rounds in [tuple(map(int, text.split("x"))) for text in asked.sizes] or SIZES:
        seeds = range(asked.first, asked.first + count)
        found = [play(players, rounds, seed, "legal") for seed in seeds]
        before = [play(players, rounds, seed, "off").dead > 0 for seed in seeds]
        unknown = [play(players, rounds, seed, "legal", told=False).dead > 0 for seed in seeds]
        hopeless = sum(one.hopeless for one in found)
        without, late = (
            sum(dead and not one.hopeless for dead, one in zip(played, found, strict=True))
            for played in (before, unknown)
        )
        dead = sum(one.dead > 0 and not one.hopeless for one in found)
        together, unproven = sum(one.together for one in found), sum(one.unproven for one in found)
        dearer = f"{sum(one.extra for one in found) / (sum(one.cost for one in found) or 1):.1%}"
        seconds = [s for one in found for s in one.seconds]
        times = f"{statistics.median(seconds):.3f}", f"{max(seconds):.2f}"
        figures = (*map(str, (without, dead, late, hopeless, together)), dearer, str(unproven), *times)
        print(f"{players:7} x {rounds:<6}", *(figure.rjust(14) for figure in figures), flush=True)


if __name__ == "__main__":
    main()
