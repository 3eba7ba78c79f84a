"""The second opinion: CP-SAT is asked for the least cost of a round that the matching engine has solved."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass

from ..model.pairing.pairing import ByCpSat, Pairing
from ..model.pairing.round_problem import IndexPair, RoundProblem
from .clock import Clock
from .cpsat.solving import Answer, solve_model
from .formulation.costs import TierName

#: Pairs of everybody with everybody, up to which an opinion takes about a second: 265 players.
MOST_PAIRS = 35_000
#: Units of deterministic time for all tiers together. Rounds of 250 players take up to 0.03; one unit is about ten
#: seconds of a slow search.
EFFORT = 0.5


@dataclass(frozen=True, slots=True)
class Cheaper:
    """Boards that CP-SAT holds to be legal and cheaper than the round it was asked about; the judge decides."""

    pairs: tuple[IndexPair, ...]
    byes: tuple[int, ...]
    values: Mapping[TierName, int]


def too_great(problem: RoundProblem) -> str:
    """Why no opinion is asked for a round of this size; empty if one is."""
    pairs = len(problem) * (len(problem) - 1) // 2
    return f"the round has more than {MOST_PAIRS:,} pairs" if pairs > MOST_PAIRS else ""


def answer_about(problem: RoundProblem, pairing: Pairing, effort: float = EFFORT) -> Answer:
    """The least cost of the round by CP-SAT, without the lottery, with rows from the certificate of the pairing.

    If no relaxed rule is broken, the round is solved with none relaxed, as the matching engine does.
    """
    own = problem if pairing.breaches else problem.strict()
    return solve_model(
        own, list(known_values(problem, pairing)), Clock(math.inf, effort=effort), pairing.certificate, effort
    )


def known_values(problem: RoundProblem, pairing: Pairing) -> dict[TierName, int]:
    """What the pairing costs in each tier, breaches of relaxed rules first if there are any."""
    values: dict[TierName, int] = {"breaches": pairing.breaches} if pairing.breaches else {}
    return values | {tier.tier: tier.cost for tier in pairing.tiers}


def opinion(answer: Answer, problem: RoundProblem, pairing: Pairing) -> ByCpSat | Cheaper:
    """What an answer says of the pairing: that none costs less, that one does, or why it says nothing."""
    if answer.infeasible:
        return ByCpSat(why="it finds no legal round, although there is one")
    for name, known in known_values(problem, pairing).items():
        value, bound = answer.values.get(name), answer.bounds.get(name)
        if bound is not None and bound > known:
            return ByCpSat(why=f"it says that no round costs less than {bound:,}, but this one costs {known:,}")
        if value is not None and value < known and answer.pairs is not None:
            return Cheaper(answer.pairs, answer.byes, answer.values)
        if value is None or value != bound:
            tier = f" in tier {name}" if len(pairing.tiers) > 1 or pairing.breaches else ""
            return ByCpSat(why=f"it did not settle the cost{tier} within its effort")
    return ByCpSat(agrees=True, pairs=answer.variables, odd_sets=answer.rows)
