"""Reports of sweeps: methods told apart by what differs, compared over the tournaments that both played."""

from __future__ import annotations

import re
from base64 import b64decode
from dataclasses import replace
from pathlib import Path

import pandas as pd
import pytest
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.errors import FolderError, InputError
from mcmahon_bench.commands.report import report_text
from mcmahon_bench.engines.all_engines import ENGINES
from mcmahon_bench.simulations import metrics
from mcmahon_bench.simulations.metrics import METRICS
from mcmahon_bench.studies.common import preset
from mcmahon_bench.sweeps.figures import Figures, interval_text, read_figures
from mcmahon_bench.sweeps.report import read_report, write_report
from mcmahon_bench.sweeps.sweep import Grid, Run, sweep
from values import compared_by_seed

GRID = Grid(
    {name: ENGINES[name] for name in ("slide", "fold")},
    (load_profile("balanced"),),
    bars=("3d", "none"),
    rounds=(3,),
    sizes=(9, 12),
    tournaments=3,
)


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report") / "rows.csv"
    sweep(GRID, path, Run(workers=1))
    return path


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(metrics, "RESAMPLES", 20)


def test_methods_and_fields_are_named_by_what_differs(rows: Path) -> None:
    found = read_report(rows)
    assert found.figures.groups() == ["players=9", "players=12"]
    assert set(found.methods) == {f"{engine} bar={bar}" for engine in ("slide", "fold") for bar in ("3d", "none")}
    assert found.same["rounds"] == "3"
    assert found.same["profile"] == "balanced"
    assert "engine" not in found.same


def test_means_and_differences_are_those_of_the_rows(rows: Path) -> None:
    base = "slide bar=none"
    found = read_report(rows, base).figures
    table = pd.read_csv(rows)
    here = table[(table.players == 12) & (table.bar == "none")]
    own, other = (here[here.engine == name].sort_values("seed") for name in ("fold", "slide"))
    for name in ("distance_mean", "draw_downs", "same_country"):
        figure = found.figure("players=12", "fold bar=none", name)
        gaps = own[name].to_numpy() - other[name].to_numpy()
        assert figure.mean[0] == pytest.approx(own[name].mean(), abs=1e-4)
        assert figure.difference[0] == pytest.approx(gaps.mean(), abs=1e-4)
        assert gaps.min() - 1e-4 <= figure.difference[1] <= figure.difference[2] <= gaps.max() + 1e-4
        assert found.figure("players=12", base, name).difference == (0, 0, 0)


def test_costs_are_compared_by_one_function_only(rows: Path) -> None:
    """Another engine has the same costs to keep down; another bar, profile or seeding makes them other numbers."""
    report = read_report(rows, "slide bar=none")
    found = report.figures
    assert found.gap("players=12", "fold bar=none", "cost") != "–"
    assert found.gap("players=12", "fold bar=3d", "cost") == "–"
    assert found.mean("players=12", "fold bar=3d", "cost") != "–"
    assert found.gap("players=12", "fold bar=3d", "kendall") != "–"


def test_weights_and_settings_are_named_by_the_keys_that_differ(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    own = load_profile("balanced")
    tight = own.with_weights({"same_club": 9000})
    small = replace(
        GRID, engines={"fold": ENGINES["fold"]}, bars=("none",), sizes=(9,), tournaments=1, settings=preset()
    )
    sweep(replace(small, profiles=(own, tight, load_profile("swiss"))), path, Run(workers=1))
    sweep(replace(small, settings=preset(komi=7)), path, Run(workers=1, resume=True))
    was = next(w.weight for w in own.weights if w.criterion == "same_club")
    assert set(read_report(path).methods) == {
        f"balanced same_club={was}",
        "balanced same_club=9000",
        "swiss",
        f"balanced same_club={was} komi=7",
    }


def test_only_tournaments_that_both_played_are_compared() -> None:
    values = {("g", "a"): {1: [5.0], 2: [7.0], 3: [90.0]}, ("g", "b"): {1: [4.0], 2: [4.0]}}
    found = compared_by_seed(values, ["m"], "b", 1)
    assert found.figure("g", "a", "m").mean[0] == 34
    assert found.figure("g", "a", "m").difference[0] == 2
    alone = compared_by_seed({("g", "a"): {1: [5.0]}}, ["m"], "b", 1)
    assert alone.gap("g", "a", "m") == "–"


def test_figures_come_back_from_their_file() -> None:
    found = compared_by_seed({("g", "a"): {1: [0.12345], 2: [2]}, ("g", "b"): {1: [1], 2: [3]}}, ["m"], "b", 1)
    again = read_figures(found.csv_text())
    assert isinstance(again, Figures)
    assert again.every == found.every
    assert interval_text((-0.5, -25, 1), signed=True) == "−0.5 (−25.0 to +1.0)"


def test_the_terminal_shows_means_and_differences_by_field(rows: Path) -> None:
    text = report_text(read_report(rows, "slide bar=3d"))
    assert text.count("Means, players=") == text.count("Differences from slide bar=3d, players=") == 2
    mean = read_report(rows).figures.figure("players=9", "fold bar=3d", "distance_mean").mean[0]
    line = next(line for line in text.splitlines() if line.startswith("fold bar=3d"))
    assert f" {mean:.3f} " in line
    assert line.split()[2] == "3"  # tournaments
    assert text.endswith("Intervals from fewer than 10 tournaments are rough.")


@pytest.mark.slow
def test_the_page_stands_alone_and_is_the_same_twice(rows: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    write_report(read_report(rows), page, rows, "mcmahon simulate <rows.csv>")
    text = page.read_text(encoding="utf-8")
    assert "&lt;rows.csv&gt;" in text
    assert not re.search(r'(src|href)="(?!data:)', text)
    for name in METRICS:
        assert f'<th scope="row">{name}</th>' in text
    svgs = [b64decode(data).decode() for data in re.findall(r"base64,([^\"]+)", text)]
    assert "(–): all tournaments have the same value" in text
    assert "Intervals from fewer than 10 tournaments are rough." in text
    assert len(svgs) == 2
    assert all("slide bar=none" in svg for svg in svgs)
    write_report(read_report(rows), page, rows, "mcmahon simulate <rows.csv>")
    assert page.read_text(encoding="utf-8") == text


@pytest.mark.slow
def test_the_page_says_how_many_rows_its_command_has_played(rows: Path, tmp_path: Path) -> None:
    """A file may have grown by several commands."""
    page = tmp_path / "page.html"
    for new, says in (
        (None, "<code>x</code> from 24 rows."),
        (24, "<code>x</code>, which simulated all 24 rows."),
        (6, "<code>x</code>, which simulated 6 of the 24 rows; the other 18 were already in the file."),
    ):
        write_report(read_report(rows), page, rows, "x", new)
        assert says in " ".join(page.read_text(encoding="utf-8").split())


def test_a_file_that_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    """As any other: exit code 3."""
    with pytest.raises(FolderError, match=r"cannot read .*none\.csv: No such file"):
        read_report(tmp_path / "none.csv")


@pytest.mark.slow
def test_the_page_is_not_written_over_a_file_of_a_tournament(rows: Path, tmp_path: Path) -> None:
    own = tmp_path / "tournament.toml"
    own.write_text("rounds = 3\n")
    with pytest.raises(FolderError, match="it is one of the tournament's own files"):
        write_report(read_report(rows), own, rows)
    assert own.read_text() == "rounds = 3\n"


def test_parquet_gives_the_same_report(rows: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed (extra `parquet`)")
    sweep(GRID, tmp_path / "rows.parquet", Run(workers=1))
    both = (read_report(file).figures.every for file in (tmp_path / "rows.parquet", rows))
    assert len(set(map(repr, both))) == 1, "as texts: a mean of nothing equals no other"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "does not contain rows of mcmahon simulate"),
        ("a,b\n1,2\n", "has no column players"),
        ("\x00\xff", "mcmahon simulate"),
    ],
)
def test_a_file_of_something_else_is_refused(text: str, says: str, tmp_path: Path) -> None:
    path = tmp_path / "odd.csv"
    path.write_text(text, encoding="latin-1")
    with pytest.raises(InputError, match=says):
        read_report(path)


def test_a_part_of_one_name_is_enough_for_the_baseline(rows: Path) -> None:
    assert read_report(rows, "fold bar=n").baseline == "fold bar=none"
    assert read_report(rows).baseline == "fold bar=3d"  # the first
    with pytest.raises(InputError, match=r"several methods in .* contain 'slide' in .* slide bar=3d; slide bar=none"):
        read_report(rows, "slide")


def test_an_unknown_baseline_names_the_methods(rows: Path) -> None:
    with pytest.raises(InputError, match=r"expected one of .*fold bar=none"):
        read_report(rows, "greedy")
