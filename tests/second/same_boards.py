"""The same boards from every version of OR-Tools: rounds of many kinds drawn, and one digest of all their boards.

PYTHONPATH=tests python -m second.same_boards [FIELDS]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from hashlib import sha256
from importlib.metadata import version
from random import Random

from mcmahon.desk.rounds.draw.drawing import Terms, draw_round
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.errors import InputError
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.draw import Locks, round_problem
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.tournament.rules import CountRule
from mcmahon.model.tournament.settings.play import PairingSettings as PairingSettings
from mcmahon.model.tournament.settings.play import StartSettings
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.solver.engine import Options, solve
from mcmahon_bench.profiles import example_or_profile
from mcmahon_bench.tournaments.bar_of_then import bar_of_then
from mcmahon_bench.tournaments.generator import FieldShape, make_players, play_round

FIELDS = 250
PROFILES = ("balanced-1", "swiss", "handicap", "strict", "few-clubmates", "welcome")
OF_THEN = load_profile("balanced-1")  # the digest is of the default of then, and of what was based on it
RULES = (
    CountRule("few-clubmates-here", ("clubmates",), 2),
    CountRule("few-floats", ("float",), 3, per="score group", price=700),
    CountRule("clubs-meet", ("compatriots",), 1, at_least=True, price=900),
)


@dataclass(frozen=True, slots=True)
class SameBoards:
    """The digest of all boards, how many rounds have a pairing, and how many of these are proven, lottery included."""

    digest: str
    paired: int
    proven: int


def some_round(seed: int) -> RoundProblem:
    """A round of 4 to 120 players after none to three others: locks, limits, tiers or rules over pairs by the seed."""
    rng = Random(seed)
    size = rng.randint(4, 30) if seed % 5 else rng.randint(60, 120)
    shape = FieldShape(size, 5, spread=rng.choice([150, 500]), big_club=rng.choice([0.2, 0.5]))
    pairing = PairingSettings(
        plan_ahead="off",  # as when the digest was made
        draw_down=rng.choice(["top", "middle", "bottom"]),
        max_difference=rng.choice([0, 0, 4]),
        families=rng.choice(["avoid", "forbid"]),
        rules=tuple(rng.sample(RULES, rng.choice([0, 0, 1, 2]))),
    )
    start = StartSettings(scheme=rng.choice(["rank", "swiss"]))
    settings, players = Settings(rounds=5, seed=seed, start=start, pairing=pairing), tuple(make_players(shape, seed))
    start = replace(start, bar=bar_of_then(settings, players))
    t = Tournament(replace(settings, start=start), players)
    for number in range(1, rng.randint(1, 4)):
        try:
            t = play_round(draw_round(t, Terms("balanced-1")).tournament, number, seed)
        except (NoPairingError, InputError):
            break
    number = len(t.rounds) + 1
    return round_problem(t, number, _of_then(rng.choice(PROFILES)), _locks(t, number, rng))


def _of_then(name: str) -> Profile:
    """A profile without the criteria that came later, few-clubmates over the default of then."""
    profile = OF_THEN if name == "few-clubmates" else example_or_profile(name)
    known = {weight.criterion for weight in OF_THEN.weights} | {"no_local_yet"}
    weights = tuple(weight for weight in profile.weights if weight.criterion in known)
    return replace(profile, weights=weights, rules=example_or_profile(name).rules)


def _locks(t: Tournament, number: int, rng: Random) -> Locks:
    """For every third round a pair to force, one to forbid, and perhaps a bye."""
    ids = [p.id for p in t.entrants(number)]
    rng.shuffle(ids)
    if len(ids) < 7 or rng.randrange(3):
        return Locks()
    return Locks(((ids[0], ids[1]),), ((ids[2], ids[3]),), (ids[4],) * rng.randint(0, 1))


def same_boards(seeds: Iterable[int], options: Options | None = None) -> SameBoards:
    """The boards of these rounds as one digest; of a round without a pairing only that there is none."""
    text, paired, proven = sha256(), 0, 0
    for seed in seeds:
        problem = some_round(seed)
        try:
            answer = solve(problem, options)
        except NoPairingError:
            text.update(f"{seed}: none\n".encode())
            continue
        costs = [tier.cost for tier in answer.tiers]
        text.update(f"{seed}: {costs} {answer.pairs} {sorted(answer.byes)}\n".encode())
        paired += 1
        proven += answer.optimal and answer.tie_proven
    return SameBoards(text.hexdigest(), paired, proven)


def main() -> None:
    """Print the digest with the versions that it was made by."""
    fields, begin = int(sys.argv[1]) if sys.argv[1:] else FIELDS, time.perf_counter()
    found = same_boards(range(fields))
    versions = f"ortools {version('ortools')}, numpy {version('numpy')}"
    counts = f"{fields} fields, {found.paired} with a pairing, {found.proven} proven including the lottery"
    print(f"{found.digest}\n{counts}; {versions}; {time.perf_counter() - begin:.0f} s")


if __name__ == "__main__":
    main()
