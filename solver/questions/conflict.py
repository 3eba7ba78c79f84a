"""Why a round has no pairing: rules and locks that contradict each other, none of them to spare, and the ways out."""

from __future__ import annotations

from dataclasses import dataclass

from ...model.errors import NoAnswerError, NoPairingError
from ...model.pairing.parts import keep_only, parts_of
from ...model.pairing.round_problem import RoundProblem
from ..clock import Clock
from ..engine import Options, solve
from ..parameters import DEFAULTS, Parameters


@dataclass(frozen=True, slots=True)
class Conflict:
    """An irreducible set of rules and locks: together they leave no pairing, without any one of them they leave one.

    `members` are the names of parts. `ways_out` has for each, cheapest first, what the best pairing of the round costs
    when only that one is given up; None where the others still leave none. `complete` is false where the time was up
    before everything had been tried: then the set may be smaller.
    """

    members: tuple[str, ...]
    ways_out: tuple[tuple[str, int | None], ...]
    complete: bool


def conflict(problem: RoundProblem, clock: Clock | None = None, parameters: Parameters = DEFAULTS) -> Conflict:
    """The conflict in a problem that has no pairing with all its rules.

    Each part is left out in turn, for good where the others still leave no pairing. Rules of pairs are tried first, so
    that locks, which somebody wanted, are named only where they are needed.
    """
    options = Options(lottery=False, clock=clock or Clock(parameters.conflict_seconds), parameters=parameters)
    members, complete = list(parts_of(problem)), True
    for name in list(members):
        fewer = [other for other in members if other != name]
        possible, _ = _best(problem, fewer, options)
        if possible is None:
            complete = False
        elif not possible:
            members = fewer
    ways: list[tuple[str, int | None]] = []
    for name in members:
        possible, cost = _best(problem, [other for other in parts_of(problem) if other != name], options)
        complete &= possible is not None
        ways.append((name, cost if possible else None))
    ways.sort(key=lambda way: (way[1] is None, way[1] or 0))
    return Conflict(tuple(members), tuple(ways), complete)


def _best(problem: RoundProblem, names: list[str], options: Options) -> tuple[bool | None, int]:
    """Whether there is a pairing that keeps these parts (None: the time did not suffice to tell), and its cost."""
    if options.clock and options.clock.over():
        return None, 0
    try:
        return True, solve(keep_only(problem, names), options).cost
    except NoPairingError:
        return False, 0
    except NoAnswerError:
        return None, 0
