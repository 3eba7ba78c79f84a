"""What `Director` returns: tables and values as attributes, shown in notebooks; pictures; the notebook of the docs."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import matplotlib as mpl
import mcmahon
import numpy as np
import pandas as pd
import pytest
from mcmahon.desk.rounds.draw.drawing import Drawn
from mcmahon.model.errors import InputError

ROOT = Path(__file__).resolve().parent.parent
NOTEBOOK = ROOT / "docs" / "tournament.ipynb"


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> mcmahon.Director:
    """Sixteen players before the fourth round; nobody changes it."""
    place = tmp_path_factory.mktemp("found") / "club"
    shutil.copytree(ROOT / "instances" / "club16", place)
    return mcmahon.Director(place)


@pytest.fixture(autouse=True)
def no_windows() -> None:
    """Pictures are drawn in memory."""
    mpl.use("Agg")


def test_a_draw_has_its_boards_its_cost_and_its_proof(club: mcmahon.Director) -> None:
    drawn = club.pair(dry_run=True)
    assert (drawn.round, drawn.cost, drawn.status, drawn.engine) == (4, drawn.bound, "optimal", "matching")
    assert drawn.proven is True
    assert len(drawn.boards) == 8
    assert {"white_name", "white_rank", "white_mms", "by_hand"} <= set(drawn.boards.columns)
    assert drawn.certificate["round"] == 4, "made when it is asked for"
    assert isinstance(drawn.record, Drawn)
    assert drawn.pairing is drawn.record.pairing, "what the desk has is passed through"
    assert {"boards", "cost", "certificate", "proven"} <= set(dir(drawn))
    with pytest.raises(AttributeError, match=r"there is no 'costt' here; there is boards, round, .*, certificate"):
        _ = drawn.costt


def test_an_answer_says_what_it_is(club: mcmahon.Director) -> None:
    drawn = club.pair(dry_run=True)
    assert repr(drawn).startswith("<boards: 8 rows; round=4; draft=True; byes=[]")
    page = drawn._repr_html_()
    assert "<table" in page
    assert f"cost={drawn.cost}" in page
    why = club.explain("1")
    assert why.text in why._repr_html_().replace("&#x27;", "'")
    assert repr(club) == f"<Director of {str(club.path)!r}: Club evening, 16 players, 3 of 4 rounds drawn>"


def test_names_are_escaped_in_notebooks(tmp_path: Path) -> None:
    two = mcmahon.Director.new(tmp_path / "two", rounds=2)
    two.register(pd.DataFrame({"name": ["<b>Ann</b>", "Bo"], "rank": ["1d", "1d"]}))
    assert "&lt;b&gt;Ann" in two.pair()._repr_html_()
    assert "<b>" not in two.show()._repr_html_()


def test_register_gives_a_row_for_each_player_it_concerns(tmp_path: Path) -> None:
    spring = mcmahon.Director.new(tmp_path / "s", rounds=2)
    players = pd.DataFrame({"name": ["Ann", "Bo", "Cy"], "rank": ["1d", "2d", "3d"]})
    found = spring.register(players)
    assert found.table[["name", "state"]].to_numpy().tolist() == [["Ann", "new"], ["Bo", "new"], ["Cy", "new"]]
    again = spring.register(players.assign(rank=["1d", "1k", "3d"]))
    assert again.table[["id", "name", "state", "changes"]].to_numpy().tolist() == [
        ["2", "Bo", "changed", "rank 2d → 1k"]
    ]
    assert (again.unchanged, again.new) == (2, ())
    assert found.columns[["title", "read_as", "filled"]].to_numpy().tolist() == [
        ["name", "name", 3],
        ["rank", "rank", 3],
    ]


@pytest.mark.parametrize(
    "given",
    [
        {1: 1.0, 2: 0.5, 3: 0.0},
        {1: 1, 2: np.float64(0.5), 3: np.int64(0)},
        {1: "1-0", 2: "jigo", 3: "0-1"},
        pd.DataFrame({"table": [1, 2, 3], "result": [1.0, 0.5, 0.0]}),
        pd.DataFrame({"table": [1.0, 2.0, 3.0], "result": [1.0, "jigo", "0-1"]}),
    ],
)
def test_results_are_points_of_white_or_texts(given: Any, tmp_path: Path) -> None:
    spring = mcmahon.Director.new(tmp_path / "s", rounds=2, komi=6)
    spring.register(pd.DataFrame({"name": list("ABCDEF"), "rank": "1d"}))
    spring.pair()
    assert spring.results(given, 1).table["result"].tolist() == ["1-0", "½-½", "0-1"]


def test_a_missing_result_is_none_and_other_points_are_refused(tmp_path: Path) -> None:
    spring = mcmahon.Director.new(tmp_path / "s", rounds=2)
    spring.register(pd.DataFrame({"name": list("ABCD"), "rank": "1d"}))
    drawn = spring.pair()
    drawn.boards["result"] = [float("nan"), 1.0]
    assert spring.results(drawn).missing == [1]
    with pytest.raises(InputError, match=r"0\.7"):
        spring.results({1: 0.7}, 1)


@pytest.mark.slow
def test_pictures_show_what_there_is(club: mcmahon.Director) -> None:
    lines = club.plot.scores().get_lines()
    assert (len(lines), len(lines[0].get_xdata())) == (16, 4)
    games = club.plot.crosstable().collections[0].get_offsets()
    assert len(games) == 2 * sum(len(drawn.games) for drawn in club.tournament.rounds)
    heights = sum(bar.get_height() for bar in club.plot.floats().patches)
    assert heights == sum(len(drawn.games) for drawn in club.tournament.rounds)
    front, ax = club.pareto("mms", "club"), club.plot.front("mms", "club")
    assert sorted(map(tuple, ax.collections[0].get_offsets().tolist()))[0][0] == front.table["mms_difference"].min()
    assert ax.get_legend_handles_labels()[1][-1] == "the round as it is"


def test_without_matplotlib_its_extra_is_named(club: mcmahon.Director, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(__import__("sys").modules, "matplotlib", None)
    with pytest.raises(InputError, match="pictures in Python need matplotlib, the extra `plots`"):
        club.plot.floats()


def test_the_notebook_is_kept_without_what_it_printed() -> None:
    """And it shows two pictures; `tests/docs/test_code_on_pages.py` runs it."""
    cells = [cell for cell in json.loads(NOTEBOOK.read_text(encoding="utf-8"))["cells"] if cell["cell_type"] == "code"]
    assert [(cell["outputs"], cell["execution_count"]) for cell in cells] == [([], None)] * len(cells)
    assert sum(".plot." in "".join(cell["source"]) for cell in cells) == 2
