"""The tuning parameters of the search in one value: numbers of candidates, limits of rounds, time limits.

No parameter changes the result of a proven round: its boards and costs are the same. Parameters change how long a proof
takes, and how good the incumbent is when time is up. Tolerances and the largest numbers allowed are not here, because
they follow from the arithmetic.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from typing import Any

from ..model.errors import InputError, Problem


@dataclass(frozen=True, slots=True)
class Allowed:
    """The values that a parameter may have: of the type of its default, from `least` to `most`."""

    default: Any
    least: float
    most: float

    def fits(self, value: Any) -> bool:
        """Whether a value is allowed: of the right type, of the right length if it is a list, and in range."""
        if not isinstance(self.default, tuple):
            return self._number(self.default, value)
        right = isinstance(value, tuple) and len(value) == len(self.default)
        return right and all(map(self._number, self.default, value))

    def __str__(self) -> str:
        between = f"from {self.least:,} to {self.most:,}"
        if isinstance(self.default, tuple):
            return f"a list of {len(self.default)} whole numbers {between}"
        return f"a {'whole ' if isinstance(self.default, int) else ''}number {between}"

    def _number(self, like: Any, value: Any) -> bool:
        right = isinstance(value, int if isinstance(like, int) else (int, float)) and not isinstance(value, bool)
        return right and self.least <= value <= self.most


def _tuned(default: Any, unit: str, reason: str, least: float = 0, most: float = 10**9) -> Any:
    """A field of `Parameters` with its default, its unit, its reason, and the least and greatest value allowed."""
    return field(default=default, metadata={"unit": unit, "reason": reason, "allowed": Allowed(default, least, most)})


@dataclass(frozen=True, slots=True)
class Parameters:
    """The tuning parameters; `explained` says what each field means. Raises InputError for values out of range."""

    # initial candidate pairs (columns)
    candidates: tuple[int, int, int] = _tuned(
        (5, 3, 1),
        "pairs a player",
        "cheapest pairs of each player in the own score group, the next one, and the one after",
        1,
        1000,
    )
    candidates_at_random: int = _tuned(
        3, "pairs a player", "random pairs added in the own group; without them some rounds take 44 s"
    )
    fewest_candidates: int = _tuned(
        4, "pairs a player", "a player with fewer candidates gets more from the whole field", 1, 1000
    )
    small_field: int = _tuned(40, "players", "up to this size, score groups further apart have candidates too")
    later_candidates: int = _tuned(
        24, "pairs a player", "initial candidates of a later tier that does not start with all its pairs", 2, 1000
    )
    all_pairs_below: int = _tuned(
        20, "pairs a player", "a later tier with at most so many pairs starts with all of them"
    )
    # memory
    cached_pairs: int = _tuned(400_000_000, "pairs", "cost blocks kept in memory, 5 bytes a pair")
    chunk_pairs: int = _tuned(
        2_000_000, "pairs", "evaluated at a time when a player needs candidates from the whole field", 1
    )
    # column generation and the simplex method
    columns_a_vertex: int = _tuned(6, "pairs a player", "columns added in one pricing round", 2, 1000)
    pricing_margin: float = _tuned(
        0.2,
        "share",
        "of the most negative reduced cost: pairs no further above 0 than that are added in the next round too",
        0,
        1,
    )
    perturbation: float = _tuned(
        0.25,
        "units of cost",
        "factor of the lottery number added to each cost; breaks degeneracy until the first integral optimum",
        0,
        1,
    )
    perturbed_rounds: int = _tuned(31, "LPs", "solved without an integral optimum before the perturbation is removed")
    ascents: int = _tuned(20, "sweeps", "of the dual ascent before the first LP", 0, 10_000)
    most_rounds: int = _tuned(400, "LPs", "solved for one tier before its relaxation counts as not converging", 1)
    artificial_price: float = _tuned(
        4.0, "times", "the greatest cost of a pair: the first big-M of the artificial columns", 1
    )
    dearer_artificials: float = _tuned(
        16.0, "times", "factor by which the big-M grows while an artificial column stays in the optimum", 1.1
    )
    refactorisation: int = _tuned(256, "pivots", "of GLOP between two factorisations of the basis", 1, 100_000)
    # separation of odd sets
    idle_cuts: int = _tuned(25, "rounds", "of cuts without a better bound before CP-SAT closes the gap", 1)
    exact_vertices: int = _tuned(
        400, "players", "in a component of fractional pairs; up to this size the exact separation is run"
    )
    # CP-SAT on what remains
    first_closing: int = _tuned(
        8, "pairs a player", "first candidates of CP-SAT, besides the pairs with x > 0 in the LP optimum", 2, 1000
    )
    wider: int = _tuned(4, "times", "factor by which the limit of reduced costs grows while CP-SAT finds no pairing", 2)
    # time
    least_breach_seconds: float = _tuned(1.5, "s", "for minimising the number of broken rules, at the first attempt")
    grace_seconds: float = _tuned(1.0, "s", "for finding a good pairing when time is up before the first bound")
    first_seconds: float = _tuned(10.0, "s", "for finding any pairing at all when that was not enough")
    curve_seconds: float = _tuned(20.0, "s", "for the points between the two ends of a trade-off curve")
    conflict_seconds: float = _tuned(20.0, "s", "for finding the contradicting rules, when no clock is passed")

    def __post_init__(self) -> None:
        given = [(f.name, getattr(self, f.name), f.metadata["allowed"]) for f in fields(self)]
        wrong = [Problem(f"{name}: wrong value", "", 0, "", str(v), str(a)) for name, v, a in given if not a.fits(v)]
        if wrong:
            raise InputError(wrong)


DEFAULTS = Parameters()


def explained() -> list[tuple[str, Any, str, str]]:
    """Name, default, unit and meaning of each parameter, in the order of the fields."""
    return [(f.name, f.default, f.metadata["unit"], f.metadata["reason"]) for f in fields(Parameters)]


def parameters_from(text: str, file: str) -> Parameters:
    """The parameters of a TOML text, with defaults for those it does not set. Raises InputError with every problem."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError([Problem(f"not valid TOML: {error}", file)]) from None
    known = {f.name: f.metadata["allowed"] for f in fields(Parameters)}
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in data.items()}
    problems = []
    for key, value in values.items():
        line = _line(text, key)
        if key not in known:
            problems.append(Problem("no parameter is called", file, line, "", key, f"one of {', '.join(known)}"))
        elif not known[key].fits(value):
            problems.append(Problem(f"{key}: wrong value", file, line, "", str(data[key]), str(known[key])))
    if problems:
        raise InputError(problems)
    return Parameters(**values)


def _line(text: str, key: str) -> int:
    lines = (n for n, line in enumerate(text.splitlines(), 1) if line.split("=")[0].strip().strip("[\"']") == key)
    return next(lines, 0)
