"""Sweeps: one file for the same inputs whatever the workers; nothing done is lost, nothing is done twice."""

from __future__ import annotations

import csv
import errno
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import psutil
import pytest
from lot_engine import by_lot
from mcmahon import __version__
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.errors import FolderError, InputError
from mcmahon_bench.profiles import example_or_profile
from mcmahon_bench.simulations.metrics import METRICS, row
from mcmahon_bench.simulations.results_model import ResultModel, Spread
from mcmahon_bench.simulations.simulation import ours, simulate
from mcmahon_bench.studies.common import preset
from mcmahon_bench.sweeps import rows_file, stored_rows
from mcmahon_bench.sweeps import sweep as sweeping
from mcmahon_bench.sweeps.rows_file import open_rows
from mcmahon_bench.sweeps.stored_rows import INPUTS, cell_text, read_blocks, read_rows
from mcmahon_bench.sweeps.sweep import Grid, Progress, Run, Swept, cell_of, cell_row, sweep

GRID = Grid(
    {"ours": ours, "lot": by_lot},
    (load_profile("balanced"),),
    models=(ResultModel(), ResultModel("aga", spread=Spread(0))),
    bars=("3d", "none"),
    rounds=(3,),
    sizes=(9, 12),
    tournaments=2,
)
ROWS = 2 * 2 * 2 * 2 * 2
PAGE = Path(sweeping.__file__).parents[1] / "README.md"
READ_AS = {"whole": int, "number": float, "text": str, "JSON": json.loads}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The grid by one worker."""
    path = tmp_path_factory.mktemp("sweep") / "whole.csv"
    assert sweep(GRID, path, Run(workers=1)) == Swept(ROWS, 0, 0)
    return path


def table(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_one_row_for_each_tournament_and_method(whole: Path) -> None:
    rows = table(whole)
    assert list(rows[0]) == [*INPUTS, *METRICS]
    assert len({tuple(r[name] for name in INPUTS) for r in rows}) == len(rows) == ROWS
    assert {r["version"] for r in rows} == {__version__}
    assert {(r["system"], r["jitter"]) for r in rows} == {("egf", "1.0"), ("aga", "0.0")}
    assert [int(r["players"]) for r in rows] == [9] * 16 + [12] * 16


def table_of_the_page(head: str) -> list[list[str]]:
    """The cells below a head of a table of bench/README.md."""
    _, text = PAGE.read_text(encoding="utf-8").split(head + "\n", 1)
    lines = text.split("\n\n")[0].splitlines()[1:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_the_page_tells_every_column(tmp_path: Path) -> None:
    """By name and in its order, with the type that its values have."""
    small = replace(GRID, models=GRID.models[:1], bars=("3d",), sizes=(9,))
    sweep(small, tmp_path / "rows.csv", Run(workers=1, seconds=True))
    rows = table(tmp_path / "rows.csv")
    told = table_of_the_page("| column | type | unit | better | what it is |")
    assert [name for name, *_ in told] == list(rows[0])
    for name, kind, _, better, what in told:
        values = [found[name] for found in rows]
        assert all(READ_AS[kind](value) is not None for value in values)  # raises where it is none
        assert kind != "number" or not any(value.isdigit() for value in values)
        assert what
        assert better in ("more", "less", "")
        assert (name in INPUTS) <= (not better)


def test_the_page_tells_every_word_of_model_and_shape(whole: Path) -> None:
    told = table_of_the_page("| column | key | unit | what it is |")
    found = table(whole)[0]
    for column in ("model", "shape"):
        words = [word.partition("=")[0] for word in found[column].split()]
        assert [key for name, key, *_ in told if name == column] == words


def test_a_row_can_be_played_again_from_its_cell(whole: Path) -> None:
    cell = next(c for c in GRID.cells() if c.engine_name == "lot" and c.shape.players == 12)
    played = simulate(cell.tournament, by_lot, load_profile("balanced"), 1, cell.model)
    expected = cell.inputs() | {name: cell_text(value) for name, value in row(played).items()}
    assert expected in table(whole)


def test_a_row_of_a_file_says_all_that_is_needed_to_play_it_again(whole: Path, tmp_path: Path) -> None:
    for found in table(whole)[:: ROWS // 4]:
        assert cell_row(cell_of(found, {"ours": ours, "lot": by_lot}[found["engine"]])) == found
    path = tmp_path / "rules.csv"
    own = preset("bga", komi=7, pairing__seeding=["1+ fold RATING"])
    grid = replace(GRID, engines={"lot": by_lot}, profiles=(example_or_profile("strict"),), settings=own, sizes=(12,))
    sweep(replace(grid, tournaments=1, models=(ResultModel("fixed", 0.1, 0.1, 0.7),)), path, Run(workers=1))
    found = table(path)[0]
    assert json.loads(found["settings"])["komi"] == 7
    assert cell_row(cell_of(found, by_lot)) == found


def test_methods_play_the_same_tournaments_and_differ(whole: Path) -> None:
    by_engine = {name: [r for r in table(whole) if r["engine"] == name] for name in ("ours", "lot")}
    for a, b in zip(by_engine["ours"], by_engine["lot"], strict=True):
        assert (a["seed"], a["games"], a["byes"]) == (b["seed"], b["games"], b["byes"])
    total = {name: sum(int(r["cost"]) for r in rows) for name, rows in by_engine.items()}
    assert total["ours"] < total["lot"]


@pytest.mark.long
def test_two_workers_give_the_same_bytes(whole: Path, tmp_path: Path) -> None:
    assert sweep(GRID, tmp_path / "two.csv", Run(workers=2)) == Swept(ROWS, 0, 0)
    assert (tmp_path / "two.csv").read_bytes() == whole.read_bytes()


@pytest.mark.long
@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_what_is_done_and_resume_does_the_rest(whole: Path, tmp_path: Path, workers: int) -> None:
    path = tmp_path / "stopped.csv"

    def stop(progress: Progress) -> None:
        if progress.done == 5:
            raise KeyboardInterrupt

    assert sweep(GRID, path, Run(workers=workers, progress=stop)) == Swept(5, 0, ROWS - 5)
    assert len(table(path)) == 5
    assert all(found in table(whole) for found in table(path))
    assert sweep(GRID, path, Run(workers=1, resume=True)) == Swept(ROWS - 5, 5, 0)
    assert path.read_bytes() == whole.read_bytes()


def test_resume_plays_nothing_again_and_mends_a_torn_line(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "torn.csv"
    path.write_bytes(whole.read_bytes()[:-40])
    asked = []
    real = sweeping.simulate
    monkeypatch.setattr(sweeping, "simulate", lambda *args: asked.append(args) or real(*args))
    assert sweep(GRID, path, Run(workers=1, resume=True)) == Swept(1, ROWS - 1, 0)
    assert path.read_bytes() == whole.read_bytes()
    assert sweep(GRID, path, Run(workers=1, resume=True)) == Swept(0, ROWS, 0)
    assert len(asked) == 1
    assert path.read_bytes() == whole.read_bytes()


def test_what_is_named_twice_is_played_once(tmp_path: Path) -> None:
    twice = replace(GRID, engines={"lot": by_lot}, models=GRID.models[:1], bars=("3d", "3d"), sizes=(9, 9))
    assert sweep(twice, tmp_path / "rows.csv", Run(workers=1)) == Swept(2, 0, 0)
    assert [found["seed"] for found in table(tmp_path / "rows.csv")] == ["1", "2"]


@pytest.mark.long
def test_a_killed_worker_process_is_said_and_the_rows_stay(whole: Path, tmp_path: Path) -> None:
    def kill_one(progress: Progress) -> None:
        if progress.done == 5:
            workers = [p for p in psutil.Process().children(recursive=True) if "LokyProcess" in " ".join(p.cmdline())]
            workers[0].kill()

    path = tmp_path / "killed.csv"
    with pytest.raises(InputError, match="a worker process was killed; resume the rows"):
        sweep(replace(GRID, tournaments=50), path, Run(workers=2, progress=kill_one))
    assert len(table(path)) >= 5
    sweep(GRID, path, Run(workers=1, resume=True))
    assert all(found in table(path) for found in table(whole))


@pytest.mark.slow
def test_rows_of_another_grid_stay(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "grown.csv"
    for sizes in ((12,), (9,)):
        sweep(replace(GRID, sizes=sizes), path, Run(workers=1, resume=True))
    assert path.read_bytes() == whole.read_bytes()


def test_a_failing_engine_loses_no_row(tmp_path: Path) -> None:
    small = replace(GRID, engines={"ours": ours, "broken": len}, sizes=(9,))  # type: ignore[dict-item]
    with pytest.raises(AttributeError):
        sweep(small, tmp_path / "broken.csv", Run(workers=1))
    assert [r["engine"] for r in table(tmp_path / "broken.csv")] == ["ours"]


@pytest.mark.long
def test_a_metric_that_the_workers_do_not_know_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their processes have the metrics of the module, not what a script has added to them; one worker has both."""
    monkeypatch.setitem(METRICS, "own", lambda played: len(played.tournament.rounds))
    small = replace(GRID, sizes=(9,), bars=("none",), models=(ResultModel(),))
    with pytest.raises(InputError, match=r"the metric own; expected .* in bench/simulations/metrics.py, or workers=1"):
        sweep(small, tmp_path / "two.csv", Run(workers=2))
    assert table(tmp_path / "two.csv") == []
    sweep(small, tmp_path / "one.csv", Run(workers=1))
    assert {r["own"] for r in table(tmp_path / "one.csv")} == {"3"}


def test_a_file_is_never_overwritten_by_mistake(whole: Path, tmp_path: Path) -> None:
    before = whole.read_bytes()
    with pytest.raises(InputError, match="exists already"):
        sweep(GRID, whole, Run(workers=1))
    with pytest.raises(InputError, match="solve_seconds"):
        sweep(GRID, whole, Run(workers=1, resume=True, seconds=True))
    assert whole.read_bytes() == before


def test_a_file_of_something_else_is_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.csv"
    path.write_text("day,visitors\nMonday,12\nTuesday,9")
    with pytest.raises(InputError, match=r"columns that differ from those of this run"):
        sweep(GRID, path, Run(workers=1, resume=True))
    assert path.read_text() == "day,visitors\nMonday,12\nTuesday,9"


@pytest.mark.slow
def test_two_runs_never_write_one_file(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "shared.csv"
    seen = []

    def second(progress: Progress) -> None:
        if progress.done == 2:
            with pytest.raises(FolderError, match="another run"):
                sweep(GRID, path, Run(workers=1, resume=True))
            seen.append(progress.done)

    sweep(GRID, path, Run(workers=1, progress=second))
    assert seen == [2]
    assert path.read_bytes() == whole.read_bytes()
    assert [file.name for file in tmp_path.iterdir()] == ["shared.csv"]  # no lock is left behind


def test_progress_counts_up_with_the_time_left(tmp_path: Path) -> None:
    seen: list[Progress] = []
    small = replace(GRID, sizes=(9,), bars=("none",))
    sweep(small, tmp_path / "small.csv", Run(workers=1, seconds=True, progress=seen.append))
    assert [(p.done, p.total) for p in seen] == [(k, 8) for k in range(1, 9)]
    assert seen[-1].left == 0
    assert seen[3].left == pytest.approx(seen[3].seconds)
    rows = table(tmp_path / "small.csv")
    assert len(rows) == 8
    assert all(float(r["solve_seconds"]) >= float(r["slowest_round"]) > 0 for r in rows)


def test_parquet_has_the_same_values_and_can_be_resumed(whole: Path, tmp_path: Path) -> None:
    pytest.importorskip("pyarrow", reason="pyarrow is not installed (extra `parquet`)")
    import pandas as pd

    path = tmp_path / "rows.parquet"
    sweep(replace(GRID, sizes=(9,)), path, Run(workers=1))
    assert sweep(GRID, path, Run(workers=1, resume=True)) == Swept(ROWS // 2, ROWS // 2, 0)
    assert [p.name for p in tmp_path.iterdir()] == ["rows.parquet"]
    pd.testing.assert_frame_equal(pd.read_parquet(path), pd.read_csv(whole, keep_default_na=False, na_values=["nan"]))
    again = tmp_path / "again.parquet"
    sweep(GRID, again, Run(workers=1))
    assert again.read_bytes() == path.read_bytes()
    assert all_rows(path) == all_rows(whole)


def test_parquet_without_a_row_can_be_resumed(tmp_path: Path) -> None:
    """The error of the first tournament is the one that is said."""
    pytest.importorskip("pyarrow", reason="pyarrow is not installed (extra `parquet`)")
    path = tmp_path / "rows.parquet"
    with pytest.raises(AttributeError):
        sweep(replace(GRID, engines={"broken": len}), path, Run(workers=1))  # type: ignore[dict-item]
    assert sweep(replace(GRID, engines={"lot": by_lot}), path, Run(workers=1, resume=True)).new == ROWS // 2


def test_a_missing_library_is_named_before_anything_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored_rows, "find_spec", lambda name: None)
    with pytest.raises(InputError, match="pyarrow"):
        sweep(GRID, tmp_path / "rows.parquet")


def test_a_wrong_grid_is_refused() -> None:
    with pytest.raises(InputError, match="expected a rank"):
        replace(GRID, bars=("high",))
    with pytest.raises(InputError, match="no game"):
        replace(GRID, sizes=(1,))


def made_up(seed: int, wins: int) -> dict[str, str]:
    """A row with one metric."""
    return dict.fromkeys(INPUTS, "1") | {"seed": str(seed), "wins": str(wins)}


def test_rows_that_cannot_be_written_are_an_error_and_the_others_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "rows.csv"
    rows = open_rows(path, ["wins"])
    rows.append(made_up(2, 5))
    rows.append(made_up(1, 4))
    before = path.read_text()

    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", full)
        patch.setattr("os.fsync", full)
        with pytest.raises(FolderError, match=r"cannot write .*rows\.csv: No space left"):
            rows.append(made_up(3, 6))
        with pytest.raises(FolderError, match=r"cannot write .*rows\.csv: No space left"):
            rows.finish()
    assert path.read_text() == before
    assert [p.name for p in tmp_path.iterdir()] == ["rows.csv"]
    seeds: list[int] = []
    again = open_rows(path, ["wins"], lambda row: seeds.append(row.seed()))
    assert seeds == [2, 1]
    again.finish()
    assert [(r["seed"], r["wins"]) for r in table(path)] == [("1", "4"), ("2", "5")]


def all_rows(path: Path) -> list[tuple[str, ...]]:
    """The cells of every row, sorted."""
    _, *rows = read_rows(path)
    return sorted(tuple(row.cells) for row in rows)


def test_parts_have_the_rows_of_one_file(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows_file, "ROWS_OF_PART", 5)
    path = tmp_path / "rows.parts"
    assert sweep(GRID, path, Run(workers=1)) == Swept(ROWS, 0, 0)
    parts = sorted(path.iterdir())
    assert [len(table(part)) for part in parts].count(5) == ROWS // 5
    assert all_rows(path) == all_rows(whole)
    with pytest.raises(InputError, match="exists already"):
        sweep(GRID, path, Run(workers=1))
    parts[0].unlink()
    gone = ROWS - len(all_rows(path))
    assert gone
    assert sweep(GRID, path, Run(workers=1, resume=True)) == Swept(gone, ROWS - gone, 0)
    assert all_rows(path) == all_rows(whole)
    assert sweep(GRID, path, Run(workers=1, resume=True)) == Swept(0, ROWS, 0)
    one, other = read_blocks(path, [*METRICS]), read_blocks(whole, [*METRICS])
    for here, there in zip(one, other, strict=True):
        assert here.inputs == there.inputs
        np.testing.assert_array_equal(here.seeds, there.seeds)
        np.testing.assert_array_equal(here.values, there.values)


def test_a_part_is_written_after_some_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rows_file, "SECONDS_OF_PART", 0.0)
    rows = open_rows(tmp_path / "rows.parts", ["wins"])
    rows.append(made_up(1, 4))
    assert all_rows(tmp_path / "rows.parts") == [tuple(made_up(1, 4).values())]


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (lambda text: text[:-9], r"part\.csv:5: this row has \d+ cells; expected 42; take the part away and resume"),
        (lambda text: text.replace("balanced", "balanced,x", 1), r"part\.csv:2: this row has 43 cells; expected 42"),
        (lambda text: text.replace(",seed,", ",sead,"), r"part\.csv has columns that differ .*sead, seed"),
        (lambda text: text.replace(",3d,1,", ",3d,one,", 1), r"part\.csv:2: column seed: .* 'one'; expected a whole"),
        (lambda text: "", r"part\.csv does not contain rows of mcmahon simulate: it is empty"),
        (lambda text: text + "\udcff", r"part\.csv:6: this line is not UTF-8; expected CSV written by"),
    ],
)
def test_a_broken_part_is_refused_with_its_name_and_line(
    wrong: Callable[[str], str], says: str, whole: Path, tmp_path: Path
) -> None:
    path = tmp_path / "rows.parts"
    path.mkdir()
    lines = whole.read_text(encoding="utf-8").splitlines(keepends=True)
    (path / "good.csv").write_text("".join([lines[0], *lines[5:]]), encoding="utf-8")
    (path / "part.csv").write_bytes(wrong("".join(lines[:5])).encode("utf-8", "surrogateescape"))
    with pytest.raises(InputError, match=says):
        sweep(GRID, path, Run(workers=1, resume=True))
    assert len([*path.iterdir()]) == 2


def test_what_is_no_number_and_two_rows_that_differ_are_refused(whole: Path, tmp_path: Path) -> None:
    head, first, *_ = whole.read_text(encoding="utf-8").splitlines()
    cost = first.rpartition(",")[2]
    for wrong, says in (
        ("x", r"b\.csv:2: column cost: this is no number: 'x'; expected a number, or nan"),
        (f"1{cost}", r"two rows with other metrics \(engine \w+, profile balanced, seed 1\)"),
    ):
        path = tmp_path / f"{wrong}.parts"
        path.mkdir()
        (path / "a.csv").write_text(f"{head}\n{first}\n", encoding="utf-8")
        (path / "b.csv").write_text(f"{head}\n{first.removesuffix(cost)}{wrong}\n", encoding="utf-8")
        with pytest.raises(InputError, match=says):
            read_blocks(path, [*METRICS])
    (path / "b.csv").write_text(f"{head}\n{first}\n", encoding="utf-8")
    assert [len(block.seeds) for block in read_blocks(path, ["cost"])] == [1]


def test_inputs_and_players_are_made_once_for_many_tournaments(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The text of settings was made for each of 100,000 rows, of which two were missing: a minute for nothing."""
    lines = whole.read_bytes().splitlines(keepends=True)
    (tmp_path / "rows.csv").write_bytes(b"".join(lines[:-2]))
    texts, fields = [], []
    inputs, make_players = sweeping._own_settings, sweeping.make_players
    monkeypatch.setattr(sweeping, "_own_settings", lambda own: texts.append(own) or inputs(own))
    monkeypatch.setattr(sweeping, "make_players", lambda *args: fields.append(args) or make_players(*args))
    sweeping._players.cache_clear()
    assert sweep(GRID, tmp_path / "rows.csv", Run(workers=1, resume=True)) == Swept(2, ROWS - 2, 0)
    assert len(texts) == ROWS // GRID.tournaments
    assert len(fields) == 1
    assert (tmp_path / "rows.csv").read_bytes() == whole.read_bytes()


def test_a_sorted_file_is_not_written_again(whole: Path, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_bytes(whole.read_bytes())
    before = path.stat().st_ino
    assert sweep(GRID, path, Run(workers=1, resume=True)) == Swept(0, ROWS, 0)
    assert path.stat().st_ino == before
