"""How often a small tournament ends in a round that cannot be paired, with looking ahead and without.

python -m mcmahon.bench.dead_ends [TOURNAMENTS [PLAYERSxROUNDS …]]
"""

from __future__ import annotations

import statistics
import sys
import time
from dataclasses import dataclass, replace

from ..desk.rounds.drawing import draw_round
from ..model.judging.no_pairing import NoPairingError
from ..model.plan.plan import Outlook
from ..model.records.record import Record
from ..model.tournament.settings import PairingSettings, Settings
from ..model.tournament.tournament import Tournament
from .generator import FieldShape, make_players, play_round

TOURNAMENTS = 60
SIZES = ((6, 4), (6, 5), (7, 5), (8, 6), (8, 7), (9, 7), (10, 7), (10, 8), (12, 9), (16, 12))


@dataclass(frozen=True, slots=True)
class Played:
    """One tournament: the round that could not be paired (0: none), seconds of each draw, how rounds were drawn.

    `together` rounds were solved with their plan, `unproven` ones are not proven cheapest; `short` where a draw said
    that not all rounds are possible.
    """

    dead: int
    seconds: tuple[float, ...]
    together: int
    unproven: int
    short: bool


def play(players: int, rounds: int, seed: int, plan_ahead: str) -> Played:
    """A tournament of generated players with results by ratings."""
    settings = Settings(rounds=rounds, seed=seed, pairing=PairingSettings(plan_ahead=plan_ahead))
    tournament = Tournament(settings, tuple(make_players(FieldShape(players, rounds), seed)))
    records: dict[int, Record] = {}
    seconds: list[float] = []
    together, unproven, short = 0, 0, False
    for number in range(1, rounds + 1):
        begin = time.perf_counter()
        try:
            drawn = draw_round(tournament, records=records)
        except NoPairingError:
            return Played(number, tuple(seconds), together, unproven, short)
        seconds.append(time.perf_counter() - begin)
        foresight = drawn.record.foresight
        together += foresight.extra > 0
        unproven += not (drawn.pairing.optimal and drawn.pairing.tie_proven)
        short = short or foresight.short or foresight.outlook is Outlook.OPEN
        records[number] = replace(drawn.record, kept=None)
        tournament = play_round(drawn.tournament, number, seed)
    return Played(0, tuple(seconds), together, unproven, short)


def main() -> None:
    """Print a line for each size."""
    count = int(sys.argv[1]) if sys.argv[1:] else TOURNAMENTS
    asked = [tuple(map(int, text.split("x"))) for text in sys.argv[2:]]
    print(f"{count} tournaments each; dead: with a round that cannot be paired")
    print(
        "players x rounds   dead without   dead with   rounds at a cost   not proven   said short   median s   worst s"
    )
    for players, rounds in asked or SIZES:
        without = sum(play(players, rounds, seed, "off").dead > 0 for seed in range(count))
        found = [play(players, rounds, seed, "legal") for seed in range(count)]
        dead, short = (sum(bool(getattr(one, name)) for one in found) for name in ("dead", "short"))
        together, unproven = (sum(getattr(one, name) for one in found) for name in ("together", "unproven"))
        seconds = [s for one in found for s in one.seconds]
        figures = f"{without:12} {dead:12} {together:14} {unproven:14} {short:12}"
        print(f"{players:7} x {rounds:<6} {figures} {statistics.median(seconds):12.3f} {max(seconds):9.2f}", flush=True)


if __name__ == "__main__":
    main()
