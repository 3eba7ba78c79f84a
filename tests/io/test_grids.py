"""Tables as files: every format has the same values with the right types, and nothing in them is a formula."""

from __future__ import annotations

import io
import json
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from typing import Any

import pandas as pd
import pytest
from commands import mcmahon
from defusedxml.ElementTree import fromstring
from mcmahon.io.grid_formats import FORMATS, Grid, GridColumn, grid_bytes, grid_csv, write_grid
from mcmahon.model.errors import FolderError, InputError

INSTANCES = Path(__file__).resolve().parents[2] / "instances"
NAMES = ("place", "white_name", "komi", "won", "absent", "sdc")
GRID = Grid(
    "Spring [Open]: round 1",
    [GridColumn(name, name.replace("_", " ").capitalize()) for name in NAMES],
    [
        [1, '=HYPERLINK("http://x.example","a")', 6.5, True, ["3", "4"], 1.25],
        [2, "-1+1 | Łódź & <b>", 7.0, False, [], None],
        [3, "@SUM(A1)", -0.5, False, ["1"], None],
    ],
)
TEXTS = [row[1] for row in GRID.rows]
NUMBERS = [[row[0], row[2]] for row in GRID.rows]


def test_csv_has_identifiers_and_no_formulas() -> None:
    lines = grid_csv(GRID).splitlines()
    assert lines[0] == "place,white_name,komi,won,absent,sdc"
    assert lines[1] == '1,"\'=HYPERLINK(""http://x.example"",""a"")",6.5,yes,"3, 4",1.25'
    assert lines[2] == "2,'-1+1 | Łódź & <b>,7,,,"
    assert lines[3] == "3,'@SUM(A1),-0.5,,1,"


def test_json_keeps_every_value() -> None:
    rows = json.loads(grid_bytes(GRID, ".json"))
    assert rows == [dict(zip(NAMES, row, strict=True)) for row in GRID.rows]


@pytest.mark.slow
@pytest.mark.parametrize("ending", [".xlsx", ".ods", ".parquet"])
def test_numbers_stay_numbers_and_texts_stay_texts(ending: str) -> None:
    data = io.BytesIO(grid_bytes(GRID, ending))
    read = pd.read_parquet(data) if ending == ".parquet" else pd.read_excel(data)
    titles = list(NAMES) if ending == ".parquet" else [column.heading for column in GRID.columns]
    assert list(read.columns) == titles
    assert read.iloc[:, 1].tolist() == TEXTS
    assert read.iloc[:, [0, 2]].to_numpy().tolist() == NUMBERS
    assert read.iloc[:, 3].tolist() == [True, False, False]
    assert (read.iloc[0, 5], read.iloc[1:, 5].isna().all()) == (1.25, True)
    assert read.iloc[0, 4] == "3, 4"


@pytest.mark.slow
def test_a_spreadsheet_has_no_formula_and_a_name_that_excel_takes() -> None:
    with zipfile.ZipFile(io.BytesIO(grid_bytes(GRID, ".xlsx"))) as archive:
        sheet = archive.read("xl/worksheets/sheet1.xml").decode()
        book = archive.read("xl/workbook.xml").decode()
    assert "<f>" not in sheet
    assert 'name="Spring  Open   round 1"' in book
    assert len(pd.read_excel(io.BytesIO(grid_bytes(Grid("", GRID.columns, []), ".xlsx")))) == 0, "none, and no title"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ending", "expected"),
    [
        (".html", "<td>'-1+1 | Łódź &amp; &lt;b&gt;</td>"),
        (".md", r"-1+1 \| Łódź & <b>"),
        (".tex", r"-1+1 | Łódź \& <b>"),
    ],
)
def test_papers_and_pages_have_headings_and_escaped_texts(ending: str, expected: str) -> None:
    text = grid_bytes(GRID, ending).decode()
    assert expected in text
    assert "White name" in text
    assert "<b>" not in text or ending != ".html"
    assert text.splitlines()[0].startswith({".html": "<!doctype", ".md": "# Spring [Open]", ".tex": "\\begin"}[ending])


def test_other_formats_and_places_are_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"x\.doc: a table has no such format; expected a name that ends in one of"):
        write_grid(GRID, tmp_path / "x.doc")
    with pytest.raises(FolderError, match="cannot write"):
        write_grid(GRID, tmp_path / "none" / "x.csv")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("ending", [".xlsx", ".ods", ".md", ".parquet"])
def test_a_missing_package_is_named(ending: str, monkeypatch: pytest.MonkeyPatch) -> None:
    package = {".xlsx": "openpyxl", ".ods": "odf", ".md": "tabulate", ".parquet": "pyarrow"}[ending]
    for module in [name for name in sys.modules if name.split(".")[0] == package]:
        monkeypatch.delitem(sys.modules, module)
    monkeypatch.setitem(sys.modules, package, None)
    with pytest.raises(InputError, match=rf"to write \{ending}, (openpyxl|odfpy|tabulate|pyarrow) is needed"):
        grid_bytes(GRID, ending)


@pytest.mark.slow
def test_every_table_of_the_commands_can_be_taken_along(tmp_path: Path) -> None:
    """In every format; a table that goes to a file is not printed, too."""
    shutil.copytree(INSTANCES / "congress60", tmp_path / "c")
    commands = (
        ("standings",), ("show",), ("players",), ("prizes",), ("what-if", "--set", "club=50"), ("sensitivity",),
    )  # fmt: skip
    mcmahon("prize", tmp_path / "c", "Main", "--value", "100", "--currency", "EUR")
    for (name, *more), ending in zip(commands, (".xlsx", ".csv", ".json", ".md", ".parquet", ".html"), strict=True):
        run = mcmahon(name, tmp_path / "c", *more, "--to", tmp_path / f"t{ending}")
        assert run.stdout.startswith("wrote "), name
        assert (tmp_path / f"t{ending}").stat().st_size > 100
    assert len(pd.read_excel(tmp_path / "t.xlsx")) == len(json.loads((tmp_path / "t.json").read_bytes())) == 60
    assert pd.read_csv(tmp_path / "t.csv")["white_mms"].dtype.kind in "if"
    assert "| Main" in (tmp_path / "t.md").read_text(encoding="utf-8")
    assert "--to can be used only without" in mcmahon("show", tmp_path / "c", "--json", "--to", "x.csv", code=2).stderr
    own = mcmahon("show", tmp_path / "c", "--to", tmp_path / "c" / "players.csv", code=3).stderr
    assert "one of the tournament's own files" in own
    front = mcmahon("pareto", tmp_path / "c", "mms", "club", "--to", tmp_path / "front.csv").stdout
    assert front.startswith("wrote ")


@pytest.mark.long
@pytest.mark.skipif(shutil.which("soffice") is None, reason="LibreOffice is not installed")
@pytest.mark.parametrize("ending", [".xlsx", ".ods", ".csv", ".html"])
def test_libreoffice_opens_them_with_the_right_types(ending: str, tmp_path: Path) -> None:
    write_grid(GRID, tmp_path / f"t{ending}")
    home, calc = f"-env:UserInstallation=file://{tmp_path / 'home'}", "fods:OpenDocument Spreadsheet Flat XML"
    read = ["--infilter=CSV:44,34,76"] if ending == ".csv" else ["--infilter=calc_HTML_WebQuery"][: ending == ".html"]
    place = ["--outdir", str(tmp_path), str(tmp_path / f"t{ending}")]
    subprocess.run(
        ["soffice", home, "--headless", *read, "--convert-to", calc, *place],
        check=True,
        capture_output=True,
        timeout=120,
    )
    space = "{urn:oasis:names:tc:opendocument:xmlns:"
    rows = list(fromstring((tmp_path / "t.fods").read_bytes()).iter(f"{space}table:1.0}}table-row"))
    cells = [[cell for cell in row if cell.tag.endswith("table-cell")] for row in rows]
    shown = [row for row in cells if row and _value(row[0], space) in (1.0, 2.0, 3.0)]
    assert [_value(row[0], space) for row in shown] == [1.0, 2.0, 3.0]
    assert [_value(row[2], space) for row in shown] == [6.5, 7.0, -0.5]
    kept = [str(_value(row[1], space)) for row in shown]
    assert [text.removeprefix("'") for text in kept] == TEXTS
    formulas = {cell.get(f"{space}table:1.0}}formula") for row in cells for cell in row}
    assert formulas <= {None, "of:=TRUE()", "of:=FALSE()"}, "booleans of Excel are read so"


def _value(cell: Any, space: str) -> object:
    """The value of a cell of LibreOffice: a number, or its text."""
    number = cell.get(f"{space}office:1.0}}value")
    return float(number) if number is not None else "".join(cell.itertext()).strip()


def test_every_format_has_its_writer() -> None:
    assert list(FORMATS) == [".csv", ".xlsx", ".ods", ".html", ".md", ".tex", ".parquet", ".json"]
