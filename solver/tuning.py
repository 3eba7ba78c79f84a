"""The numbers by which the search is tuned: how long a proof takes, and how good the incumbent is when time is up.

None changes the result of a proven round: its boards and costs are the same. Tolerances and the largest numbers
allowed follow from the arithmetic and stand where they are used.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, fields
from typing import Any

from ..model.errors import InputError, Problem


@dataclass(frozen=True, slots=True)
class Parameters:
    """Those that a host with little memory, or a study with much time, may set: `pair --parameters FILE`."""

    cached_pairs: int = 400_000_000  # pairs whose costs are kept in memory, 5 bytes each
    idle_cuts: int = 25  # rounds of cuts without a better bound before CP-SAT closes the gap
    exact_vertices: int = 400  # players in a component of fractional pairs up to which the separation is exact
    least_breach_seconds: float = 1.5  # for minimising the number of broken rules, at the first attempt
    curve_seconds: float = 20.0  # for the points between the two ends of a trade-off curve
    conflict_seconds: float = 20.0  # for finding the contradicting rules, when no clock is passed


@dataclass(frozen=True, slots=True)
class Tuning(Parameters):
    """All of them: these were found by measuring, and nobody needs to set them."""

    # initial candidate pairs (columns)
    candidates: tuple[int, int, int] = (5, 3, 1)  # a player: cheapest of the own group, the next, and the one after
    candidates_at_random: int = 3  # a player, in the own group; without them some rounds take 44 s
    fewest_candidates: int = 4  # a player with fewer gets more from the whole field
    small_field: int = 40  # players; up to this size, score groups further apart have candidates too
    later_candidates: int = 24  # a player, in a later tier that does not start with all its pairs
    all_pairs_below: int = 20  # pairs a player; a later tier with at most so many starts with all of them
    chunk_pairs: int = 2_000_000  # evaluated at a time when a player needs candidates from the whole field
    # column generation and the simplex method
    columns_a_vertex: int = 6  # pairs a player added in one pricing round
    pricing_margin: float = 0.2  # of the most negative reduced cost: pairs no further above 0 come in the next round
    perturbation: float = 0.25  # times the lottery number, added to costs: breaks degeneracy until x is integral
    perturbed_rounds: int = 31  # LPs solved without an integral optimum before the perturbation is removed
    ascents: int = 20  # sweeps of the dual ascent before the first LP
    most_rounds: int = 400  # LPs solved for one tier before its relaxation counts as not converging
    artificial_price: float = 4.0  # times the greatest cost of a pair: the first big-M of the artificial columns
    dearer_artificials: float = 16.0  # the big-M grows by it while an artificial column stays in the optimum
    refactorisation: int = 256  # pivots of GLOP between two factorisations of the basis
    # CP-SAT on what remains
    first_closing: int = 8  # pairs a player: first candidates, besides the pairs with x > 0 in the LP optimum
    wider: int = 4  # the limit of reduced costs grows by it while CP-SAT finds no pairing
    # time
    grace_seconds: float = 1.0  # for finding a good pairing when time is up before the first bound
    first_seconds: float = 10.0  # for finding any pairing at all when that was not enough


DEFAULTS = Tuning()
GREATEST = 10**9


def tuning_from(text: str, file: str) -> Tuning:
    """The tuning by the parameters in a TOML text. Raises InputError with every problem."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError([Problem(f"not valid TOML: {error}", file)]) from None
    own = {f.name: f.default for f in fields(Parameters)}
    problems = []
    for key, value in data.items():
        place = file, _line(text, key), ""
        if key not in own:
            problems.append(Problem("no parameter is called", *place, key, f"one of {', '.join(own)}"))
        elif not _fits(own[key], value):
            kind = "whole number" if isinstance(own[key], int) else "number"
            problems.append(Problem(f"{key}: wrong value", *place, str(value), f"a {kind} from 0 to {GREATEST:,}"))
    if problems:
        raise InputError(problems)
    return Tuning(**data)


def _fits(default: Any, value: Any) -> bool:
    right = isinstance(value, int if isinstance(default, int) else (int, float)) and not isinstance(value, bool)
    return right and 0 <= value <= GREATEST


def _line(text: str, key: str) -> int:
    lines = (n for n, line in enumerate(text.splitlines(), 1) if line.split("=")[0].strip().strip("[\"']") == key)
    return next(lines, 0)
