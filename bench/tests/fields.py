"""Random small rounds for the engines: odd fields, later rounds, locks, several profiles."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from mcmahon.desk.rounds.draw.drawing import Terms, draw_round
from mcmahon.model.errors import InputError
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.draw import Locks, round_problem
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.tournament.settings.play import PairingSettings as PairingSettings
from mcmahon.model.tournament.settings.play import StartSettings
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament
from mcmahon_bench.profiles import example_or_profile
from mcmahon_bench.tournaments.bar_of_then import bar_of_then
from mcmahon_bench.tournaments.generator import FieldShape, make_players, play_round


def random_problem(seed: int, profiles: tuple[str, ...] = ("balanced-1", "swiss", "handicap")) -> RoundProblem:
    """A round of 2 to 21 players after none to three rounds, every third with locks, some with limits."""
    rng = Random(seed)
    shape = FieldShape(rng.randint(2, 21), 5, spread=rng.choice([150, 500]), part_time=0.1, big_club=0.5)
    pairing = PairingSettings(
        draw_down=rng.choice(["top", "middle", "bottom"]),
        max_difference=rng.choice([0, 0, 3]),
        families=rng.choice(["avoid", "forbid"]),
    )
    start = StartSettings(scheme=rng.choice(["rank", "swiss"]))
    settings, players = Settings(rounds=5, seed=seed, start=start, pairing=pairing), tuple(make_players(shape, seed))
    t = Tournament(replace(settings, start=replace(start, bar=bar_of_then(settings, players))), players)
    for number in range(1, rng.randint(1, 4)):
        try:
            t = play_round(draw_round(t, Terms("balanced-1")).tournament, number, seed)
        except (NoPairingError, InputError):
            break
    number = len(t.rounds) + 1
    ids = [p.id for p in t.entrants(number)]
    locks = Locks()
    if seed % 3 == 0 and len(ids) > 6:
        rng.shuffle(ids)
        locks = Locks(((ids[0], ids[1]),), ((ids[2], ids[3]),), (ids[4],) * rng.randint(0, 1))
    return round_problem(t, number, example_or_profile(rng.choice(profiles)), locks)
