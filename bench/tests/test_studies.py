"""The studies: every page has its parts, comes out the same twice, and is the one that is stored."""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product
from pathlib import Path

import mcmahon_bench.studies as studies
import pandas as pd
import pytest
from builders import played as results_of
from builders import real_data, tournament
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.placing.scores import score
from mcmahon.model.placing.standings import standings
from mcmahon.model.tournament.ranks import parse_rank
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament
from mcmahon_bench.simulations import metrics
from mcmahon_bench.simulations.results_model import ResultModel, Side, SimulatedBoard, chances
from mcmahon_bench.simulations.simulation import Played, ours, simulate
from mcmahon_bench.studies import absences, country, pairings, published
from mcmahon_bench.studies.__main__ import MORE, STUDIES, _tell, main
from mcmahon_bench.studies.absences import lead_after_absence, places_lost
from mcmahon_bench.studies.bar import bar_near
from mcmahon_bench.studies.common import SYSTEMS, Size, figures
from mcmahon_bench.studies.contenders import single_winner
from mcmahon_bench.studies.page import page_text, rows_name
from mcmahon_bench.studies.published import Skills
from mcmahon_bench.sweeps.figures import Figures, read_figures
from mcmahon_bench.sweeps.plots import plot
from mcmahon_bench.tournaments.generator import FieldShape, make_players

STORED = Path(studies.__path__[0])
TWICE = ("rankings", "contenders", "absences")
TINY = ["--tournaments", "2", "--players", "16", "--rounds", "3"]


SPREADS = ("{}", "{}, spread 0", "{}, spread 2")
HOSTS = tuple(f"{field}, {{}}" for field in country.HOMES)
LENGTHS = tuple(f"{rounds} rounds, {{}}" for rounds in (4, 5, 6))
CARTER = tuple(f"Carter, {size} × {rounds}" for size, each in published.ROUNDS.items() for rounds in each)
LARGE = ("1,000 players, {}", "250 players, {}", "250 players, {}, spread 0", "250 players, {}, spread 2")
FAR_AND_NEAR = tuple(f"5 rounds, {group}" for group in SPREADS[1:])
#: What the answers claim: study, groups, method, what it is compared with if not the baseline, and the differences that
#: show by both models, above (+) or below (-) 0, or do not show by both (?).
CLAIMS = (
    (
        "systems", SPREADS, "Swiss", "",
        {"distance_mean": "+", "kendall": "-", "unbeaten_winner": "-", "best_wins": "-"},
    ),
    ("systems", SPREADS[:2], "McMahon Regular", "", {"distance_mean": "+", "kendall": "-"}),
    ("systems", SPREADS[2:], "McMahon Regular", "", {"distance_mean": "?", "kendall": "?"}),
    ("systems", SPREADS, "McMahon Regular", "", {"unbeaten_winner": "?", "best_wins": "?"}),
    ("systems", SPREADS, "Swiss, its own profile", "Swiss", {"kendall": "?"}),
    ("systems", SPREADS, "Swiss, its own preset", "Swiss, its own profile", {"kendall": "-"}),
    (
        "absences", SPREADS[:1], "½, absences rounded down", "",
        {"lead_after_absence": "?", "lead_after_odd_absences": "?", "places_lost": "+", "kendall": "?"},
    ),
    ("absences", SPREADS[:1], "½, kept; paired rounded by lot", "", {"lead_after_absence": "-"}),
    ("absences", SPREADS[:1], "½, kept; paired rounded up", "", {"lead_after_absence": "-"}),
    ("absences", SPREADS[:1], absences.SETTING, "", {"lead_after_absence": "-"}),
    ("absences", SPREADS[:1], absences.COUNTED, "", {"lead_after_absence": "-", "distance_mean": "-", "kendall": "?"}),
    ("absences", SPREADS[:1], "1", "", {"lead_after_absence": "-"}),
    ("seeding", SPREADS[:1], "by hand: adjacent", "", {"kendall": "-"}),
    ("seeding", SPREADS[:1], "by hand: adjacent", "by hand: slide", {"kendall": "-"}),
    ("seeding", SPREADS[:1], "by hand: adjacent", "by hand: fold", {"kendall": "?"}),
    ("seeding", SPREADS[:1], "by hand: adjacent", "by hand: random", {"kendall": "?"}),
    ("seeding", SPREADS[:1], "ours: adjacent", "", {"kendall": "?"}),
    *(
        ("seeding", SPREADS[:1], "ours: adjacent", f"ours: {way}", {"distance_mean": "-"})
        for way in ("slide", "fold", "random")
    ),
    (
        "seeding", SPREADS[:1], "ours: adjacent by rating, weight 100", "",
        {"distance_mean": "-", "kendall": "-", "kendall_top": "-"},
    ),
    (
        "seeding", SPREADS[:1], "ours: adjacent by rating, weight 100", "ours: adjacent by rating",
        {"distance_mean": "-", "kendall": "?", "kendall_top": "?"},
    ),
    *(
        (
            "country", HOSTS, f"same_country {weight}", "",
            {"same_country": "-", "mms_differences": "?", "same_club": "?", "distance_mean": "?", "kendall": "?"},
        )
        for weight in (500, 2000, 8000)
    ),
    ("country", HOSTS, "same_country 2000", "same_country 500", {"same_country": "-"}),
    ("country", HOSTS, "same_country 30000", "", {"mms_differences": "+"}),
    ("country", HOSTS, "same_country 30000", "same_country 8000", {"same_country": "-"}),
    ("country", HOSTS[:1], "same_country 30000", "", {"same_club": "+", "distance_mean": "+"}),
    ("bar", LENGTHS, "about 12 above", "", {"stranded": "-", "kendall": "-", "best_wins": "?"}),
    ("bar", LENGTHS, "about 16 above", "", {"stranded": "-", "kendall": "-", "best_wins": "?"}),
    ("bar", LENGTHS[::2], "about 16 above", "", {"top_3": "-"}),
    ("bar", LENGTHS[1:2], "about 16 above", "", {"top_3": "?"}),
    ("bar", LENGTHS[:1], "about 16 above", "", {"unbeaten_winner": "?"}),
    ("bar", LENGTHS[1:2], "about 32 above", "", {"unbeaten_winner": "+"}),
    ("bar", LENGTHS[2:], "about 64 above", "", {"unbeaten_winner": "+"}),
    ("bar", LENGTHS[:1], "about 32 above", "about 16 above", {"unbeaten_winner": "-"}),
    ("bar", LENGTHS[1:2], "about 64 above", "about 32 above", {"unbeaten_winner": "-"}),
    ("bar", FAR_AND_NEAR, "about 12 above", "", {"stranded": "-"}),
    ("bar", FAR_AND_NEAR, "about 16 above", "", {"stranded": "-"}),
    ("bar", FAR_AND_NEAR, "about 32 above", "", {"unbeaten_winner": "+"}),
    ("bar", FAR_AND_NEAR[1:], "about 12 above", "", {"kendall": "?"}),
    ("bar", FAR_AND_NEAR[1:], "about 16 above", "", {"kendall": "?"}),
    (
        "contenders", ("{}", "Swiss, {}"), "contenders 100", "",
        {
            "single_winner": "?", "distinct_winner": "?", "unbeaten_winner": "?", "best_wins": "?", "kendall": "?",
            "distance_mean": "?",
        },
    ),
    ("published", ("RankCraft",), "contenders 100", "", {"single_winner": "?", "best_wins": "?", "kendall": "?"}),
    ("published", ("RankCraft",), "fold", "", {"kendall": "?"}),
    ("published", CARTER, "contenders 100", "", {"single_winner": "?"}),
    ("pairings", ("RankCraft",), "py4swiss burstein", "", {"kendall": "+"}),
    ("pairings", tuple(pairings.METHODS)[:2], "ours, fold by SOS", "", {"kendall": "+"}),
    ("pairings", tuple(pairings.METHODS)[:2], "burstein", "", {"kendall": "+"}),
    ("pairings", ("chess",), "ours, fold by SOS", "", {"kendall": "?"}),
    ("pairings", ("chess",), "burstein", "", {"kendall": "?"}),
    ("pairings", ("RankCraft",), "ours, fold", "", {"kendall": "?"}),
    ("pairings", ("RankCraft",), "dutch", "", {"kendall": "?"}),
    ("pairings", ("RankCraft",), "random in groups", "", {"kendall": "?"}),
    ("pairings", ("RankCraft",), "keizer", "", {"kendall": "-"}),
    ("pairings", tuple(pairings.METHODS), "monrad", "", {"kendall": "-", "distance_mean": "-"}),
    ("pairings", ("chess",), "ours, fold", "", {"kendall": "+"}),
    ("rankings", SPREADS, "McMahon, by hand: random", "", {"points_sos": "?", "points_listed": "?"}),
    ("scale", LARGE, "Swiss", "", {"kendall": "-", "distance_mean": "+"}),
    ("scale", LARGE[:3], "ours: adjacent", "", {"kendall": "-", "distance_mean": "-"}),
    ("scale", LARGE[3:], "ours: adjacent", "", {"kendall": "?"}),
    ("scale", LARGE[:2] + LARGE[3:], "by hand: random", "", {"kendall": "?"}),
    ("scale", LARGE[2:3], "by hand: random", "", {"kendall": "-"}),
    ("rankings", SPREADS, "Swiss, ours", "", {"points_sos": "-", "points_listed": "-"}),
)  # fmt: skip


def stored(name: str) -> Figures:
    return read_figures((STORED / f"{name}.csv").read_text(encoding="utf-8"))


@pytest.mark.long
@pytest.mark.parametrize("name", STUDIES)
def test_a_tiny_study_writes_its_page_twice_the_same(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: bool
) -> None:
    """Its page has every figure. All are played a second time with --full, else a few."""
    monkeypatch.setattr(metrics, "RESAMPLES", 20)
    monkeypatch.chdir(tmp_path)
    made = []
    for _ in range(2 if full or name in TWICE else 1):
        main([name, *TINY, "--out", "of my own"])
        made.append({path.name: path.read_bytes() for path in Path("of my own").iterdir()})
    assert made[0] == made[-1]
    assert {f"{name}.md", f"{name}.csv", f"{name}.svg"} <= made[0].keys()
    page = made[0][f"{name}.md"].decode()
    study = STUDIES[name]
    assert page.startswith(f"# {study.question}")
    assert (
        f"python -m mcmahon_bench.studies {name} --tournaments 2 --players 16 --rounds 3 --seed 1 --out 'of my own'\n"
        in page
    )
    assert f"]({name}.svg)" in page
    assert "The answer was written for" in page
    found = read_figures(made[0][f"{name}.csv"].decode())
    for group in found.groups():
        assert f"| {group} | {' | '.join(study.metrics)} |" in page
        assert all(f"| {method} | " in page for method in found.methods(group))
        first = next(iter(study.metrics))
        assert all(f"| {a} − {b} | {found.gap(group, a, first, b)} | " in page for a, b in study.contrasts)
    assert made[0][f"{name}.svg"].startswith(b"<?xml")


def test_a_study_tells_how_far_it_is(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Two models and four ways by hand, of two tournaments each; in a pipe nothing is shown."""
    arms = [arm for arm in STUDIES["seeding"].arms(Size(2, 8, 2)) if "by hand" in arm.method]
    study, told = replace(STUDIES["seeding"], baseline="by hand: fold", contrasts=()), []
    figures(study, arms, 1, tell=lambda *how_far: told.append(how_far))
    assert told == [(done, 16) for done in range(2, 17, 2)]
    _tell(3, 16)
    assert capsys.readouterr().err == ""
    monkeypatch.setattr("sys.stderr.isatty", lambda: True)
    _tell(3, 16)
    _tell(16, 16)
    assert capsys.readouterr().err == f"3 of 16 tournaments\r{' ' * 20}\r"


@pytest.mark.parametrize(
    ("option", "value"), [("tournaments", "0"), ("tournaments", "1"), ("players", "3"), ("seed", "-1")]
)
def test_a_size_without_figures_is_refused(
    option: str, value: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One tournament has no interval; nothing is written."""
    with pytest.raises(SystemExit) as stopped:
        main(["seeding", f"--{option}", value, "--out", str(tmp_path / "out")])
    assert stopped.value.code == 2
    assert f"{option} {value}; expected at least " in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_a_folder_without_real_tournaments_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Before anything is played; a table of no tournament would stand in the page otherwise."""
    with pytest.raises(SystemExit):
        main(["country", "--data", str(tmp_path), "--out", str(tmp_path / "out")])
    assert "contains no tournaments; expected a folder with tournaments/*.json" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.slow
@pytest.mark.parametrize("name", STUDIES)
def test_the_stored_page_is_that_of_the_stored_figures(name: str) -> None:
    study, found = STUDIES[name], stored(name)
    added = country.more_text(STORED) if name in MORE else ""
    assert (STORED / f"{name}.md").read_text(encoding="utf-8") == page_text(study, found, study.size, added)
    assert found.csv_text() == (STORED / f"{name}.csv").read_text(encoding="utf-8")
    assert {f.tournaments for f in found.every} == {study.size.tournaments}
    assert plot(found, study.plotted) == plot(found, study.plotted)


@pytest.mark.parametrize(("study", "groups", "method", "against", "metrics"), CLAIMS)
def test_what_an_answer_claims_shows_by_both_models(
    study: str, groups: tuple[str, ...], method: str, against: str, metrics: dict[str, str]
) -> None:
    found = stored(study)
    for group, (metric, claimed) in product(groups, metrics.items()):
        signs = set()
        for system in SYSTEMS:
            _, low, high = found.figure(group.format(system), method, metric, against).difference
            signs.add("+" if low > 0 else "-" if high < 0 else "?")
        assert (signs.pop() if len(signs) == 1 else "?") == claimed, (group, metric)


def test_no_seeding_has_more_wins_of_the_best_by_both_models() -> None:
    found = stored("seeding")
    pairs = {(f.method, f.against) for f in found.every}
    assert pairs
    for method, against in pairs:
        both = [found.figure(system, method, "best_wins", against).difference for system in SYSTEMS]
        assert not all(low > 0 for _, low, _ in both)
        assert not all(high < 0 for _, _, high in both)


@pytest.mark.full
@pytest.mark.long
def test_stored_figures_come_back_to_the_digit() -> None:
    """Of the draw by hand that is simulated fastest; its difference from itself is 0."""
    study = replace(STUDIES["seeding"], baseline="by hand: fold")
    arms = [arm for arm in study.arms(study.size) if arm.method == study.baseline]
    again, before = figures(study, arms, study.size.seed), stored("seeding")
    assert len(again.every) == 2 * len(study.metrics)
    for figure in again.every:
        assert figure.mean == before.figure(figure.group, figure.method, figure.metric).mean
        assert set(figure.difference) <= {0.0} or figure.metric == "kendall_top"


@pytest.mark.long
def test_stored_fronts_come_back() -> None:
    rows = [[str(value) for value in row] for row in country.front_rows(STUDIES["country"].size)]
    text = (STORED / country.FRONT_FILE).read_text(encoding="utf-8")
    assert [",".join(row) for row in rows] == text.splitlines()[1:]


@pytest.mark.slow
def test_stored_counts_of_the_smallest_real_tournament_come_back(tmp_path: Path) -> None:
    (tmp_path / "tournaments").mkdir()
    paths = sorted((real_data() / "tournaments").glob("*.json"), key=lambda path: path.stat().st_size)
    (tmp_path / "tournaments" / paths[0].name).write_bytes(paths[0].read_bytes())
    text = (STORED / country.REAL_FILE).read_text(encoding="utf-8").splitlines()
    rows = [",".join(map(str, row)) for row in country.real_rows(tmp_path)]
    assert rows == [line for line in text if line.startswith(rows[0].partition(",")[0] + ",")]
    assert len(rows) == len(country.WEIGHTS)


def played(absence: frozenset[int]) -> Played:
    """One simulated tournament of 12 in which only the first player misses rounds."""
    players = make_players(FieldShape(12, 3, part_time=0, late=0, leaving=0), 1)
    players[0] = replace(players[0], rounds=frozenset({1, 2, 3}) - absence)
    made = Tournament(Settings(rounds=3), tuple(players))
    return simulate(lambda seed: made, ours, load_profile("balanced"), 1, ResultModel())


def test_a_lead_is_counted_after_an_absence_only() -> None:
    """The lead of the only absentee is over those met in later rounds; without later rounds there is none."""
    made = played(frozenset({1}))
    games = [g for drawn in made.tournament.rounds[1:] for g in drawn if "1" in g.players]
    assert len(games) == 2
    leads = [made.strengths["1"] - made.strengths[next(p for p in g.players if p != "1")] for g in games]
    assert lead_after_absence(made) == pytest.approx(sum(leads) / 2)
    assert lead_after_absence(played(frozenset({3}))) != lead_after_absence(played(frozenset({3})))  # NaN


def test_places_lost_is_final_place_less_place_by_true_strength() -> None:
    made = played(frozenset({1}))
    rows = made.standings.rows
    place = next(row.place for row in rows if row.player.id == "1")
    level = sum(row.place == place for row in rows)
    stronger = sum(strength > made.strengths["1"] for strength in made.strengths.values())
    assert places_lost(made) == pytest.approx(place + (level - 1) / 2 - 1 - stronger)


@pytest.mark.long
def test_another_rounding_changes_the_scores_with_a_half_only() -> None:
    """None rounded up is the round as ever; all rounded up is the half point more, in groups of its own order."""
    study = STUDIES["absences"]
    arm = next(arm for arm in study.arms(study.size) if arm.method == study.baseline)
    cell = arm.cells[0]
    tournament = simulate(cell.tournament, cell.engine, cell.profile, 1, cell.model).tournament
    moved = 0
    for number in range(1, tournament.settings.rounds + 1):
        problem = round_problem(tournament.before(number), number, cell.profile)
        down, up = (absences.engine_of(cell, share).field(problem) for share in (0.0, 1.0))
        for name in ("score", "place", "size"):
            assert getattr(down, name).tolist() == getattr(problem.field, name).tolist()
        totals = score(tournament.before(number))
        assert up.score.tolist() == [-(-totals.mms(pid) // 2) for pid in up.ids]
        for value in set(up.score.tolist()):
            group = [k for k in range(len(up)) if up.score[k] == value]
            assert sorted(up.place[group].tolist()) == list(range(len(group)))
            assert set(up.size[group].tolist()) == {len(group)}
        moved += int((up.score != down.score).sum())
    assert moved > 10


@pytest.mark.parametrize("above", [1, 5, 9, 30])
def test_the_bar_has_the_nearest_count_above_it(above: int) -> None:
    players = make_players(FieldShape(40, 4), 3)
    ranks = [p.rank for p in players]
    counts = {rank: sum(r >= rank for r in ranks) for rank in ranks}
    got = counts[parse_rank(bar_near(players, above))[0]]
    assert abs(got - above) == min(abs(count - above) for count in counts.values())


def test_one_more_round_makes_single_winners_rarer_or_far_more_frequent() -> None:
    """The zigzag by parity, as Carter has it."""
    found = stored("published")
    share = {name: found.figure(name, "without", "single_winner").mean for name in CARTER}
    for few, many in (("20 × 6", "20 × 7"), ("20 × 8", "20 × 9"), ("32 × 7", "32 × 8"), ("32 × 9", "32 × 10")):
        assert share[f"Carter, {few}"][2] < share[f"Carter, {many}"][1]


def with_games(*rounds: str) -> Played:
    """Five players, the rounds by results."""
    made = tournament("1d 1d 1d 1d 1d", preset="swiss", rounds=len(rounds))
    for games in rounds:
        made = results_of(made, games)
    return Played(made, {}, ResultModel(), standings(made), (), (), ())


@pytest.mark.parametrize(
    ("rounds", "single"),
    [
        (("a+b c+d", "a+c b+d"), True),
        (("a+b c+d",), False),
        (("a+b c+d", "a=c b+d"), False),
        (("a+b c+d", "b+c a+d", "c+a b+d"), False),
        (("a+c b+d", "a+b c+d", "e+a c+b"), True),
    ],
)
def test_a_single_winner_leads_alone_or_has_beaten_those_level(rounds: tuple[str, ...], single: bool) -> None:
    """a alone; a and c level and unmet; a and c level by a jigo; a circle; a level with c, whom a has beaten."""
    assert single_winner(with_games(*rounds)) == single


def test_skills_decide_games_but_for_their_noise() -> None:
    """Level: half; 100 ahead: seven of eight; 200 ahead or more: always."""
    model = Skills()
    chances = [
        model.white_wins(SimulatedBoard(Side(1, 1800.0 + lead), Side(2, 1800.0))) for lead in (-300, -100, 0, 100, 200)
    ]
    assert chances == [0, 0.125, 0.5, 0.875, 1]
    cell = next(arm for arm in published.arms(Size(2)) if arm.group == published.RANKCRAFT).cells[0]
    players = cell.tournament(1).players
    skills = cell.model.strengths(players, 1)
    assert len(skills) == 32
    assert all(1400 < value < 2200 for value in skills.values())
    assert 0 < max(abs(player.rating - skills[player.id]) for player in players) < 5 * published.SEEDING


def test_draws_in_chess_are_davidsons() -> None:
    """Equals without a lead of White: 35 % draws; 400 points ahead: wins ten times as often as loses."""
    model = pairings.Chess()
    level = SimulatedBoard(Side(1, 1800.0 - pairings.WHITE_LEAD), Side(2, 1800.0))
    white, drawn, black = chances(model, level)
    assert (white, drawn, black) == pytest.approx((0.325, 0.35, 0.325))
    white, drawn, black = chances(model, replace(level, white=Side(1, 2200.0 - pairings.WHITE_LEAD)))
    assert white / black == pytest.approx(10)
    assert drawn / math.sqrt(white * black) == pytest.approx(pairings.DRAWS)


@pytest.mark.parametrize("name", STUDIES)
def test_a_page_tells_a_director_in_its_first_lines_what_to_do(name: str) -> None:
    lines = (STORED / f"{name}.md").read_text(encoding="utf-8").splitlines()
    assert lines[2] == f"**For a director**: {STUDIES[name].advice}"
    assert STUDIES[name].advice.endswith(".")


@pytest.mark.parametrize("name", STUDIES)
def test_stored_rows_are_those_of_the_stored_figures(name: str) -> None:
    """Every tournament of every method has its seed, and their means are the figures; small enough for a repository."""
    path = STORED / rows_name(name)
    assert path.stat().st_size < 1_000_000
    rows = pd.read_csv(path)
    found = stored(name)
    assert len(rows) == STUDIES[name].size.tournaments * len({(f.group, f.method) for f in found.every})
    assert set(rows["seed"]) == set(range(1, 1 + STUDIES[name].size.tournaments))
    for (group, method), own in rows.groupby(["group", "method"], sort=False):
        for metric in STUDIES[name].metrics:
            mean = found.figure(group, method, metric).mean[0]
            assert own[metric].mean() == pytest.approx(mean, abs=2e-6, nan_ok=True)
