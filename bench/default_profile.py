"""Where the default profile comes from: weights sought over real rounds, and chosen without each tournament in turn.

python -m mcmahon_bench.default_profile FOLDER PROFILE …      what each profile counts, by tournament
python -m mcmahon_bench.default_profile FOLDER --choices      a choice among a few, without each tournament in turn
python -m mcmahon_bench.default_profile FOLDER --search       a search, and the same of it (an hour)

FOLDER holds `tournaments/` and `opengotha/`. The same FOLDER gives the same answer.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import numpy as np
from mcmahon.io.files import read_bytes
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.pairing.criteria import STONES
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.evaluation import values
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.solver.engine import solve

from .tournaments.real import PLACEHOLDERS, read_real

#: What a profile is judged by; the last four must only be no worse. A straight price of gaps, which brings repeated
#: floats down by a fifth, has more games two and three points apart, and more leaders who must play one.
COUNTS = (
    "mms_diff_sum", "four_or_more_apart", "clubmates", "compatriots", "repeated_draw_downs", "repeated_draw_ups",
    "colour_imbalance", "draw_downs", "handicap_games", "handicap_stones",
    "two_or_more_apart",
)  # fmt: skip
GUARDS = 4
MARGIN = 0.005  # by which share every count shall be better at least
SAMPLES, SWEEPS, SEED = 50, 1, 20
#: The coordinates of the search: the least and the greatest value that is sampled.
RANGES: Mapping[str, tuple[int, int]] = {
    "straight": (0, 6_000),  # of 10,000 for the first point, the share that each point more costs as well
    "wide_gap": (2_500, 40_000),
    "same_club": (30_000, 60_000),
    "drawn_again": (1_250, 5_000),  # drawn_down_again and drawn_up_again
    "same_country": (1_000, 4_000),
    "colour_balance": (150, 900),
    "handicap": (200, 2_000),
}
FACTORS = (0.7, 0.85, 1.2, 1.4)
#: What the default was chosen among, over balanced-1 and AT_THE_BAR: same_club, both drawn again, colour_balance.
CHOICES = (
    (60_000, 2_500, 300), (48_000, 3_500, 500), (42_000, 3_500, 500), (54_000, 3_500, 500), (48_000, 2_500, 400),
    (45_000, 4_000, 600), (48_000, 4_500, 600),
)  # fmt: skip
AT_THE_BAR = {"same_club_at_bar": 3_000, "same_country_at_bar": 1_000}

Weights = Mapping[str, int]
Totals = tuple[int, ...]


def profile_of(point: Weights, base: Profile) -> Profile:
    """The base with the weights of a point of the search."""
    own = {name: value for name, value in point.items() if name not in ("straight", "drawn_again")}
    straight, again = point["straight"], point["drawn_again"]
    gaps = {"mms_difference": 10_000 - straight, "point_gap": straight}
    return base.with_weights(own | gaps | AT_THE_BAR | {"drawn_down_again": again, "drawn_up_again": again})


def totals_of(problem: RoundProblem, answer: Pairing, clubs: bool = True) -> Totals:
    """The COUNTS of a round, as `plain_counts` counts them; without `clubs` no game is one of clubmates."""
    own = problem.field
    i, j = np.array(answer.pairs, dtype=np.int64).reshape(-1, 2).T
    gap = np.abs(own.score[i] - own.score[j])
    higher = own.score[i] > own.score[j]
    upper, lower = np.where(higher, i, j), np.where(higher, j, i)
    stones, after = values(STONES, own, i, j), own.colours.copy()
    whites = own.colours[i] <= own.colours[j]
    white, black = np.where(whites, i, j)[stones == 0], np.where(whites, j, i)[stones == 0]
    after[white] += 1
    after[black] -= 1
    same = [(code[i] == code[j]) & (code[i] >= 0) for code in (own.club, own.country)]
    counted = (
        gap, gap >= 4, same[0] & clubs, same[1], (gap > 0) & (own.drawn_down[upper] > 0),
        (gap > 0) & (own.drawn_up[lower] > 0), np.abs(after), gap > 0, stones > 0, stones, gap >= 2,
    )  # fmt: skip
    return tuple(int(values.sum()) for values in counted)


@dataclass(frozen=True, slots=True)
class Real:
    """A real round as a problem, with the name of its tournament."""

    tournament: str
    problem: RoundProblem


def real_rounds(folder: Path) -> list[Real]:
    """Every round of every real tournament, from its real history, in the order of names and numbers."""
    base, found = load_profile("balanced-1"), []
    for path in sorted((folder / "tournaments").glob("*.json")):
        tournament = read_real(path)
        for data in json.loads(read_bytes(folder / "opengotha" / path.name))["rounds"]:
            entered = tournament.entered_as_drawn(data["round"])
            found.append(Real(path.stem, round_problem(entered, data["round"], base)))
    return found


@dataclass(slots=True)
class ProfileTrials:
    """Profiles tried so far on all rounds, by the point of the search, with their counts by tournament."""

    rounds: Sequence[Real]
    tried: dict[tuple[tuple[str, int], ...], dict[str, Totals]] = field(default_factory=dict)

    def of(self, point: Weights) -> dict[str, Totals]:
        """The counts of a point, by tournament."""
        key = tuple(sorted(point.items()))
        if key not in self.tried:
            self.tried[key] = self.by_tournament(profile_of(point, load_profile("balanced-1")))
        return self.tried[key]

    def by_tournament(self, profile: Profile) -> dict[str, Totals]:
        """The counts of a profile, by tournament."""
        found: dict[str, Totals] = {}
        for one in self.rounds:
            problem = replace(one.problem, profile=profile)
            counted = totals_of(problem, solve(problem), one.tournament != PLACEHOLDERS)
            found[one.tournament] = added([found.get(one.tournament, (0,) * len(COUNTS)), counted])
        return found


def added(totals: Collection[Totals]) -> Totals:
    """The sums of several counts."""
    return tuple(map(sum, zip(*totals, strict=True)))


def excess(now: Totals, before: Totals) -> float:
    """How bad a profile is, less is better: the mean of what its counts are of those before.

    Ten times what is missing to the margin is added, and ten times what a guarded count is above the one before.
    """
    ratios = [own / max(old, 1) for own, old in zip(now, before, strict=True)]
    judged, guarded = ratios[:-GUARDS], ratios[-GUARDS:]
    missing = sum(max(0.0, r - 1 + MARGIN) for r in judged) + sum(max(0.0, r - 1) for r in guarded)
    return sum(judged) / len(judged) + 10 * missing


def samples() -> list[dict[str, int]]:
    """Points spread over the ranges by chance, evenly in the logarithm (`straight` as it is); round numbers."""
    rng = Random(SEED)

    def value(name: str) -> int:
        low, high = RANGES[name]
        if not low:
            return rng.randrange(0, high + 1, 500)
        found: float = low * (high / low) ** rng.random()
        return round(found / 50) * 50

    return [{name: value(name) for name in RANGES} for _ in range(SAMPLES)]


def neighbours(point: Weights) -> Iterator[dict[str, int]]:
    """The points that differ in one coordinate, name by name."""
    for name, value in point.items():
        steps = [value + d for d in (-1500, 1500)] if name == "straight" else [round(value * f) for f in FACTORS]
        for step in steps:
            yield {**point, name: min(step, 10_000) if name == "straight" else step}


def search(trials: ProfileTrials, before: Mapping[str, Totals], left_out: str = "") -> dict[str, int]:
    """The best point: the best of the samples, then sweeps from neighbour to neighbour; one tournament is not seen."""
    names = [name for name in before if name != left_out]
    old = added([before[name] for name in names])

    def value(point: Weights) -> tuple[float, list[tuple[str, int]]]:
        counts = trials.of(point)
        return excess(added([counts[name] for name in names]), old), sorted(point.items())

    best = min(samples(), key=value)
    for _ in range(SWEEPS):
        start = best
        best = min([best, *(n for n in neighbours(best) if 0 <= n["straight"] <= 10_000)], key=value)
        if best == start:
            break
    return best


def leave_one_out(trials: ProfileTrials, before: Mapping[str, Totals]) -> dict[str, tuple[dict[str, int], Totals]]:
    """For each tournament the point that the others choose, and what it counts in the one left out."""
    chosen = {name: search(trials, before, name) for name in before}
    return {name: (point, trials.of(point)[name]) for name, point in chosen.items()}


def print_choices(trials: ProfileTrials, before: Mapping[str, Totals]) -> None:
    """Print what each tournament counts by the choice that all the others would make."""
    found = {}
    for club, again, colour in CHOICES:
        weights = {"same_club": club, "drawn_down_again": again, "drawn_up_again": again, "colour_balance": colour}
        profile = load_profile("balanced-1").with_weights(weights | AT_THE_BAR | {"same_country": 2_500})
        found[club, again, colour] = trials.by_tournament(profile)
    apart: dict[str, Totals] = {}
    rows: dict[str, Totals] = {}
    for name in before:
        others = [other for other in before if other != name]
        old = added([before[other] for other in others])
        best = min((excess(added([by[other] for other in others]), old), choice) for choice, by in found.items())[1]
        apart[name] = found[best][name]
        rows |= {f"{name} before": before[name], f"{name} by {best}": apart[name]}
    print(table(rows))
    print(table({"before": added(before.values()), "left out": added(apart.values())}))


def table(rows: Mapping[str, Totals]) -> str:
    """Counts as columns, with a head."""
    lines = [f"{'':28}" + "".join(f"{name[:12]:>13}" for name in COUNTS)]
    lines += [f"{name[:27]:28}" + "".join(f"{value:>13,}" for value in row) for name, row in rows.items()]
    return "\n".join(lines)


def print_search(trials: ProfileTrials, before: Mapping[str, Totals]) -> None:
    """Print the point that all tournaments choose, then what those chosen without each of them count there."""
    best = search(trials, before)
    found = trials.of(best)
    print(f"{len(trials.tried)} profiles tried; best: {best}", flush=True)
    print(table({"balanced-1": added(before.values()), "best": added(found.values())}), flush=True)
    apart = leave_one_out(trials, before)
    print(f"\n{len(trials.tried)} profiles tried; each tournament with the weights chosen from the others:")
    rows: dict[str, Totals] = {}
    for name, (_, counted) in apart.items():
        rows |= {f"{name} before": before[name], f"{name} now": counted}
    print(table(rows))
    print(table({"before": added(before.values()), "left out": added([c for _, c in apart.values()])}))
    for name, (point, _) in apart.items():
        print(f"{name}: {point}")


def main() -> None:
    """Print what the profiles named count, or the search."""
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    trials = ProfileTrials(real_rounds(Path(sys.argv[1])))
    if sys.argv[2] == "--search":
        print_search(trials, trials.by_tournament(load_profile("balanced-1")))
        return
    if sys.argv[2] == "--choices":
        print_choices(trials, trials.by_tournament(load_profile("balanced-1")))
        return
    for name in sys.argv[2:]:
        found = trials.by_tournament(load_profile(name))
        print(name, table({**found, "all": added(found.values())}), sep="\n")


if __name__ == "__main__":
    main()
