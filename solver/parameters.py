"""What can be tuned in the search, in one value: how many candidates, how long, how patient.

No parameter changes what is proven: boards and costs of proven rounds are the same with all of them. They change how
long a proof takes, and what is at hand when the time is up. Tolerances and greatest numbers, which follow from the
arithmetic, are not here.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field, fields
from typing import Any

from ..model.errors import InputError, Problem


@dataclass(frozen=True, slots=True)
class Allowed:
    """What a parameter may be: numbers like its default, whole where that is, from `least` to `most`."""

    default: Any
    least: float
    most: float

    def fits(self, value: Any) -> bool:
        """Whether a value is one of them."""
        if not isinstance(self.default, tuple):
            return self._number(self.default, value)
        right = isinstance(value, tuple) and (len(value) == len(self.default) or not self._whole())
        return right and all(self._number(self.default[0], v) for v in value)

    def __str__(self) -> str:
        several = isinstance(self.default, tuple)
        kind = f"{'whole ' if self._whole() else ''}number"
        many = f"{len(self.default)} " if several and self._whole() else ""
        return f"{f'a list of {many}{kind}s' if several else f'a {kind}'} from {self.least:,} to {self.most:,}"

    def _whole(self) -> bool:
        return isinstance(self.default[0] if isinstance(self.default, tuple) else self.default, int)

    def _number(self, like: Any, value: Any) -> bool:
        right = isinstance(value, int if isinstance(like, int) else (int, float)) and not isinstance(value, bool)
        return right and self.least <= value <= self.most


def _tuned(default: Any, unit: str, reason: str, least: float = 0, most: float = 10**9) -> Any:
    """A field of `Parameters`: its default, its unit, why it is so, and the values that it may have."""
    return field(default=default, metadata={"unit": unit, "reason": reason, "allowed": Allowed(default, least, most)})


@dataclass(frozen=True, slots=True)
class Parameters:
    """The tuning of the search; `explained` says what each field means. Raises InputError for values out of range."""

    # the pairs that a search begins with
    candidates: tuple[int, int, int] = _tuned(
        (5, 3, 1), "pairs a player", "the cheapest in the own score group, the next, the next but one", 1, 1000
    )
    candidates_at_random: int = _tuned(3, "pairs a player", "more in the own group; without them some rounds take 44 s")
    fewest_candidates: int = _tuned(4, "pairs a player", "who has fewer gets some from the whole field", 1, 1000)
    small_field: int = _tuned(40, "players", "up to so many, groups further apart have candidates too")
    later_candidates: int = _tuned(24, "pairs a player", "in a later tier, where not all pairs are taken", 2, 1000)
    all_pairs_below: int = _tuned(20, "pairs a player", "a later tier with no more begins with all of them")
    # memory
    cached_pairs: int = _tuned(40_000_000, "pairs", "costs of blocks that are kept, 9 bytes each")
    chunk_pairs: int = _tuned(2_000_000, "pairs", "looked at in one piece where somebody needs the whole field", 1)
    # the linear programme
    columns_a_vertex: int = _tuned(6, "pairs a player", "priced in at a time", 2, 1000)
    pricing_margin: float = _tuned(0.2, "share", "of the worst reduced cost: pairs as near to 0 come in with it", 0, 1)
    perturbation: float = _tuned(
        0.25, "units of cost", "times the lottery; breaks degeneracy until the first integral optimum", 0, 1
    )
    perturbed_rounds: int = _tuned(31, "programmes", "without an integral optimum, then the perturbation is removed")
    ascents: int = _tuned(20, "sweeps", "of the dual ascent before the first programme", 0, 10_000)
    most_rounds: int = _tuned(400, "programmes", "then the programme counts as not converging", 1)
    artificial_price: float = _tuned(4.0, "times", "the dearest pair: what an artificial column costs at first", 1)
    dearer_artificials: float = _tuned(16.0, "times", "whenever their price is raised", 1.1)
    refactorisation: int = _tuned(256, "pivots", "of GLOP between factorisations of the basis", 1, 100_000)
    # separation of odd sets
    idle_cuts: int = _tuned(25, "rounds", "of cuts that do not raise the bound; then CP-SAT gets the rest", 1)
    contractions: int = _tuned(6, "sizes", "up to which active sets count as one vertex", 1, 1000)
    strong_pairs: tuple[float, ...] = _tuned(
        (0.3, 0.5, 0.7, 0.9), "values", "components of the pairs above them are tried where nothing else is found", 0, 1
    )
    exact_vertices: int = _tuned(
        400, "players", "in fractional pairs that hang together; up to so many, violated sets are sought exactly"
    )
    # CP-SAT on what remains
    first_closing: int = _tuned(
        8, "pairs a player", "that CP-SAT gets first, beside those the relaxation uses", 2, 1000
    )
    wider: int = _tuned(4, "times", "the reduced cost of the candidates grows while they hold no pairing", 2)
    # time
    least_breach_seconds: float = _tuned(
        1.5, "s", "for the least breach, once it is sure that some rule must be broken"
    )
    grace_seconds: float = _tuned(1.0, "s", "for a pairing, when the time is up before the first bound")
    first_seconds: float = _tuned(10.0, "s", "for any pairing at all, where that has not sufficed")
    curve_seconds: float = _tuned(20.0, "s", "for what lies between the ends of a trade-off curve")
    conflict_seconds: float = _tuned(20.0, "s", "for the rules that contradict each other, if nothing else is said")

    def __post_init__(self) -> None:
        given = [(f.name, getattr(self, f.name), f.metadata["allowed"]) for f in fields(self)]
        wrong = [Problem(f"{name}: wrong value", "", 0, "", str(v), str(a)) for name, v, a in given if not a.fits(v)]
        if wrong:
            raise InputError(wrong)


DEFAULTS = Parameters()


def explained() -> list[tuple[str, Any, str, str]]:
    """Name, default, unit and reason of each parameter, in their order."""
    return [(f.name, f.default, f.metadata["unit"], f.metadata["reason"]) for f in fields(Parameters)]


def parameters_from(text: str, file: str) -> Parameters:
    """The parameters of a TOML text, the defaults where it has none. Raises InputError with every problem."""
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
