"""Rounds that no matching algorithm solves: many counts over pairs of equal colours, each wanted exactly."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import numpy as np
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.tournament.rules import CountRule

from ..engines.matrix_problem import matrix_problem
from ..speed.worst_cases import field_of

DEAREST = 99


def counted(size: int, columns: int, values: int, limit: int, price: int, seed: int) -> RoundProblem:
    """One score group; every pair costs 0 to 99 by lot, and each player has one of `values` colours in each column.

    For each colour of each column exactly `limit` games are wanted among players who share it; each game more or less
    costs `price`, and is forbidden if that is 0. The costs of pairs come from NumPy's PCG64, the colours from Python's
    Mersenne Twister, both by the seed.
    """
    colours = Random(seed)
    names = [f"c{k}" for k in range(1, columns + 1)]
    t = field_of(size, seed, "swiss")
    players = [replace(p, extra=tuple((name, str(colours.randrange(values))) for name in names)) for p in t.players]
    rules = tuple(
        CountRule(f"{name}-{word}", (f"same {name}",), limit, word == "least", name, price=price or None)
        for name in names
        for word in ("least", "most")
    )
    profile = Profile("counted", "", (Weight("mms_difference", 1),), rules=rules)
    problem = round_problem(replace(t, players=tuple(players)), 1, profile)
    costs = np.triu(np.random.default_rng(seed).integers(0, DEAREST + 1, (size, size)), 1)
    return matrix_problem(problem, costs + costs.T)
