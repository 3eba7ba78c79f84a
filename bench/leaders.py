"""Leaders who play below their score, by weights: python -m mcmahon_bench.leaders TOURNAMENTS PROFILE …

A PROFILE is one of the program's, with other weights after commas: `few-floats,leader_gap=60000`. For each size it
prints in how many simulated tournaments a leader of some round had to play somebody two or more points below, and how
many games leaders had with somebody below in all.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from mcmahon.io.settings.profiles import load_profile
from mcmahon.io.settings.settings_file import new_settings_text, parse_settings
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.tournament.tournament import Tournament

from .engines.all_engines import ENGINES
from .simulations.adviser import leader_stranded
from .simulations.results_model import ResultModel
from .simulations.simulation import Played, simulate
from .tournaments.generator import FieldShape, make_players

#: What is played: a name, players, rounds, and settings over the preset egf.
FIELDS: tuple[tuple[str, int, int, dict[str, object]], ...] = (
    ("64 players, 6 rounds", 64, 6, {}),
    ("100 players, 5 rounds", 100, 5, {}),
    ("32 players, 5 rounds", 32, 5, {}),
    ("16 players, 4 rounds", 16, 4, {}),
    ("48 players, 5 rounds, bar 1d", 48, 5, {"start.bar": "1d"}),
    ("48 players, 5 rounds, no bar", 48, 5, {"start.bar": "none", "handicap.rule": "mms", "handicap.reduction": 2}),
)


def profile_of(text: str) -> Profile:
    """A profile of the program with other weights. Raises InputError, ValueError."""
    name, *changes = text.split(",")
    weights = (change.split("=") for change in changes)
    return load_profile(name).with_weights({key: int(value) for key, value in weights})


def played(profile: Profile, players: int, rounds: int, given: dict[str, object], seed: int) -> Played:
    """A simulated tournament of a field."""
    settings = parse_settings(new_settings_text("egf", {"rounds": rounds, "seed": seed, **given}), "leaders")
    shape = FieldShape(players, rounds)

    def field(own: int) -> Tournament:
        return Tournament(settings, tuple(make_players(shape, own)))

    return simulate(field, ENGINES["ours"], profile, seed, ResultModel())


def below(done: Played) -> int:
    """How many games leaders had with somebody below them, by the score rounded down."""
    before, found = done.standings.sums.scores.mms_after, 0
    for k, drawn in enumerate(done.tournament.rounds):
        games = [sorted(before[pid][k] // 2 for pid in game.players) for game in drawn]
        most = max((upper for _, upper in games), default=0)
        found += sum(lower < upper == most for lower, upper in games)
    return found


def main(arguments: Sequence[str]) -> None:
    """Print the table."""
    tournaments, *profiles = arguments
    for name, players, rounds, given in FIELDS:
        print(name)
        for text in profiles:
            many = [played(profile_of(text), players, rounds, given, seed) for seed in range(1, int(tournaments) + 1)]
            stranded = sum(map(leader_stranded, many))
            print(f"  {text}: stranded in {stranded} of {tournaments}, {sum(map(below, many))} games below", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
