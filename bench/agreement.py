"""How often engines of others draw the same round as our plain statement of their rules, in tournaments that it draws.

python -m mcmahon_bench.agreement [SIZE …] [--tournaments 5] [--rounds 5] [--engines "gacrux dutch,py4swiss dutch"]
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence

from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.tournament.tournament import Tournament

from .simulations.results_model import ResultModel
from .simulations.simulation import simulate
from .studies.common import preset
from .systems.all_systems import SYSTEMS
from .systems.entrants import seen
from .tournaments.generator import FieldShape, make_players
from .typed import words

ENGINES = "py4swiss dutch,gacrux dutch,caissify dutch,py4swiss burstein"
PROFILE = load_profile("swiss")


def agreement(engine: str, players: int, rounds: int, tournaments: int) -> Counter[str]:
    """Rounds with the `same pairs`, those among them with the `same colours`, with `no answer`, and in `all`."""
    found: Counter[str] = Counter()
    own = SYSTEMS["burstein" if engine.endswith("burstein") else "dutch"]

    def made(seed: int) -> Tournament:
        shape = FieldShape(players, rounds, part_time=0, late=0, leaving=0)
        return Tournament(preset("swiss", rounds=rounds, seed=seed), tuple(make_players(shape, seed)))

    for seed in range(1, tournaments + 1):
        played = simulate(made, own, PROFILE, seed, ResultModel())
        for number in range(1, rounds + 1):
            before = played.tournament.before(number)
            view = seen(before, round_problem(before, number, PROFILE))
            found["all"] += 1
            try:
                theirs = set(SYSTEMS[engine].draw(view))
            except NoPairingError:
                found["no answer"] += 1
                continue
            ours = set(own.draw(view))
            found["same pairs"] += {frozenset(pair) for pair in ours} == {frozenset(pair) for pair in theirs}
            found["same colours"] += ours == theirs
    return found


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m mcmahon_bench.agreement", description=__doc__)
    parser.add_argument("sizes", type=int, nargs="*", default=[13, 14, 24])
    parser.add_argument("--tournaments", type=int, default=5)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--engines", default=ENGINES)
    given = parser.parse_args(arguments)
    print("| engine | players | rounds | same pairs | colours, too | no answer |\n|---|---|---|---|---|---|")
    for engine in words(given.engines):
        for size in given.sizes:
            n = agreement(engine, size, given.rounds, given.tournaments)
            cells = (engine, size, n["all"], n["same pairs"], n["same colours"], n["no answer"])
            print("| " + " | ".join(map(str, cells)) + " |", flush=True)


if __name__ == "__main__":
    main()
