"""What avoiding games of compatriots costs in differences of score."""

from __future__ import annotations

import csv
import io
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.judging.round_costs import plain_counts
from mcmahon.model.pairing.boards import make_round
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.solver.engine import solve
from mcmahon.solver.questions.other_pairings import Front

from ..simulations import metrics as m
from ..simulations.metrics import paired_difference
from ..simulations.results_model import ResultModel
from ..simulations.simulation import Played, simulate
from ..sweeps.figures import Figures, interval_text
from ..tournaments.generator import FieldShape
from ..tournaments.real import read_real
from .common import ONE_SPREAD, PROFILE, Arm, Method, Size, Study, both, cells, models, write

WEIGHTS = (0, 500, 2000, 8000, 30000)
FRONTS = 2  # rounds of each kind of field whose front is found
FRONT_FILE, REAL_FILE = "country_front.csv", "country_real.csv"
FRONT_COLUMNS = ("field", "seed", "same_country", "mms_difference", "some_weights")
REAL_COLUMNS = ("tournament", "weight", "games", "same_country", "mms_diff_sum", "same_club")
FRONT_WORDS = (
    "Every pairing of the third round that no other pairing beats in both, as games of compatriots: value of the "
    "criterion mms_difference (greater gaps count more than their points; [country_front.csv](country_front.csv))."
)
REAL_WORDS = (
    "All rounds of 14 real tournaments, each drawn again from its real history "
    "([country_real.csv](country_real.csv); `--data FOLDER` counts them again, the data is not part of the project)."
)
HOMES = {"host 60 %": 0.6, "host 25 %": 0.25}


def arms(size: Size) -> list[Arm]:
    """Every weight of same_country in national and international fields, by both rating models."""
    return [
        Arm(f"{field}, {group}", f"same_country {weight}", cells(_method(weight, home, size), model, size))
        for field, home in HOMES.items()
        for group, model in models().items()
        for weight in WEIGHTS
    ]


def _method(weight: int, home: float, size: Size) -> Method:
    shape = FieldShape(size.players, size.rounds, home=home)
    return Method(profile=load_profile(PROFILE).with_weights({"same_country": weight}), shape=shape)


def mms_differences(played: Played) -> float:
    """The sum over all games of the difference of pairing scores at the draw."""
    before = played.standings.sums.scores.mms_after
    return sum(
        abs(before[g.white][k] // 2 - before[g.black][k] // 2)
        for k, drawn in enumerate(played.tournament.rounds)
        for g in drawn
    )


def problem_of(seed: int, home: float, size: Size) -> RoundProblem:
    """The middle round of a generated tournament, its earlier rounds drawn by `balanced-1` and played by `egf`."""
    profile, number = load_profile(PROFILE), (size.rounds + 1) // 2
    method = Method(shape=FieldShape(size.players, size.rounds, home=home))
    cell = cells(method, ResultModel("egf"), replace(size, seed=seed))[0]
    played = simulate(cell.tournament, cell.engine, cell.profile, seed, cell.model)
    return round_problem(played.tournament.before(number), number, profile)


def front_rows(size: Size) -> list[list[object]]:
    """Every point of the exact fronts of a few rounds between differences and compatriots."""
    rows: list[list[object]] = []
    for field, home in HOMES.items():
        for seed in range(size.seed, size.seed + FRONTS):
            front = Front(problem_of(seed, home, size), ("mms_difference", "same_country"))
            for point in front.all_points():
                rows.append([field, seed, *reversed(point.values), "yes" if point.supported else "no"])
    return rows


def real_rows(folder: Path) -> list[list[object]]:
    """The counts of every real tournament under each weight, its rounds drawn from their real history."""
    rows: list[list[object]] = []
    for path in sorted((folder / "tournaments").glob("*.json")):
        tournament = read_real(path)
        for weight in WEIGHTS:
            profile, total = load_profile(PROFILE).with_weights({"same_country": weight}), Counter[str]()
            for drawn in tournament.rounds:
                entered = tournament.entered_as_drawn(drawn.number)
                problem = round_problem(entered, drawn.number, profile)
                answer = solve(problem)
                made = make_round(entered, problem, answer.pairs, answer.byes)
                pairs = [(g.white, g.black, g.handicap) for g in made]
                total.update(plain_counts(entered, drawn.number, pairs, made.byes))
            counts = (total[name] for name in ("pairs", "compatriots", "mms_diff_sum", "clubmates"))
            rows.append([tournament.settings.name, weight, *counts])
    return rows


def more(out: Path, size: Size, data: Path | None) -> str:
    """Write the fronts and the real tournaments' counts, and return what the page says of them.

    Without the data the real tournaments stay as they are stored beside this module.
    """
    _write_rows(out / FRONT_FILE, FRONT_COLUMNS, front_rows(size))
    if data:
        _write_rows(out / REAL_FILE, REAL_COLUMNS, real_rows(data))
    elif not (out / REAL_FILE).exists():
        write(out / REAL_FILE, (Path(__file__).parent / REAL_FILE).read_text(encoding="utf-8"))
    return more_text(out)


def _write_rows(path: Path, columns: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerows([columns, *rows])
    write(path, text.getvalue())


def more_text(folder: Path) -> str:
    """The page's part about fronts and real tournaments, from their files."""
    fronts, real = (_read(folder / name) for name in (FRONT_FILE, REAL_FILE))
    lines = ["## The exact front of a few rounds", "", FRONT_WORDS, "", "| round | points |", "|---|---|"]
    for field, seed in dict.fromkeys((row[0], row[1]) for row in fronts):
        points = [f"{row[2]}: {row[3]}" for row in fronts if (row[0], row[1]) == (field, seed)]
        lines.append(f"| {field}, seed {seed} | {' · '.join(points)} |")
    lines += ["", "## Real tournaments", "", REAL_WORDS, ""]
    lines += ["| same_country | games | games of compatriots | sum of MMS differences | games of clubmates |"]
    lines += ["|---|---|---|---|---|"]
    for weight in map(str, WEIGHTS):
        own = [[int(value) for value in row[2:]] for row in real if row[1] == weight]
        sums = [f"{sum(column):,}" for column in zip(*own, strict=True)]
        lines.append(f"| {weight} | {' | '.join(sums)} |")
    lines += ["", "Differences a tournament from weight 0:", "", "| same_country | compatriots | MMS differences |"]
    lines += ["|---|---|---|"]
    for weight in map(str, WEIGHTS[1:]):
        lines.append(f"| {weight} | {real_gap(real, weight, 3)} | {real_gap(real, weight, 4)} |")
    return "\n".join(lines)


def real_gap(real: Sequence[Sequence[str]], weight: str, column: int) -> str:
    """The mean difference of a column from weight 0 over the real tournaments, with its interval."""
    own, base = ([float(row[column]) for row in real if row[1] == w] for w in (weight, "0"))
    return interval_text(paired_difference(own, base, 1), signed=True)


def _read(path: Path) -> list[list[str]]:
    return list(csv.reader(io.StringIO(path.read_text(encoding="utf-8"))))[1:]


def answer(found: Figures) -> str:
    """The findings."""
    home, away = (f"{field}, {{}}" for field in HOMES)
    little, default, much, eager = (f"same_country {weight}" for weight in WEIGHTS[1:])
    most = max(
        found.figure(group, method, "mms_differences").difference[2]
        for group in found.groups()
        for method in (little, default, much)
    )

    def fields(method: str, metric: str, *against: str) -> str:
        national, international = (both(found.gap, method, metric, group, *against) for group in (home, away))
        return f"{national} in national fields, {international} in international ones"

    return (
        f"* The default of 2000 changes the games between compatriots in a tournament by "
        f"{fields(default, 'same_country')}. A weight of 500 already achieves most of this; from 500 to 2000 the "
        f"change is {fields(default, 'same_country', little)}.\n"
        "* Up to a weight of 8000 neither model shows a cost in score differences: with the default the sum changes by "
        f"{fields(default, 'mms_differences')}. There may still be a small cost: the intervals of these weights reach "
        f"up to {most:+.2f} points of about 55. In each of the 14 real tournaments the weights 0, 500, 2000 and 8000 "
        "give the same sum.\n"
        "* With a weight above the price of a point there is a cost: 30000 changes the sum by "
        f"{fields(eager, 'mms_differences')}, and the games of compatriots, compared with 8000, by "
        f"{fields(eager, 'same_country', much)}. In national fields it also has more games of clubmates "
        f"({both(found.gap, eager, 'same_club', home)}) and less even games "
        f"({both(found.gap, eager, 'distance_mean', home)} rating points).\n"
        "* For clubmates, distances and Kendall's tau, no weight from 500 to 8000 differs from 0 in both models. The "
        "default in national fields comes nearest, with games of clubmates "
        f"{both(found.gap, default, 'same_club', home)} and tau {both(found.gap, default, 'kendall', home)}.\n"
        "* So no cost of the default shows in both models, and there is no reason to change it."
    )


STUDY = Study(
    name="country",
    question="What does avoiding games of compatriots cost in differences of score?",
    advice=(
        "Leave the weight of `same_country` at 2000: it avoids most games of compatriots and shows no cost. "
        "Do not go above the price of a point."
    ),
    simulated=(
        "Preset `egf`, bar nearest the middle of the BGA's table (above it compatriots do not count), profile "
        "`balanced-1` with five weights of the "
        "criterion same_country; a point of difference costs 10000. Fields with three players in five from the host's "
        "country, and with one in four. same_country: games of compatriots; mms_differences: sum over all games of the "
        "difference between pairing scores; same_club: games of clubmates; distance_mean: mean distance of true "
        "strengths; kendall: Kendall's tau of places and true strengths."
    ),
    size=Size(100),
    metrics={f.__name__: f for f in (m.same_country, mms_differences, m.same_club, m.distance_mean, m.kendall)},
    baseline="same_country 0",
    contrasts=tuple((f"same_country {more}", f"same_country {less}") for less, more in pairwise(WEIGHTS[1:])),
    arms=arms,
    answer=answer,
    limits=(
        "One profile and five rounds. Floats, colours and seeding have their own weights in the default, and this "
        "study does not count what they lose. Generated players come from the host country and 15 others with fixed "
        "shares. The real tournaments are only 14, and the largest of them make most of the difference. The fronts "
        "are of "
        f"four rounds, between two criteria only. {ONE_SPREAD}"
    ),
    plotted=("same_country", "mms_differences"),
)
