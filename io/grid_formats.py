"""Tables for spreadsheets, papers and web pages: CSV and JSON here, others by pandas (with the extra `tables`)."""

from __future__ import annotations

import io
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from ..model.errors import InputError, Problem
from .files import check_target, write_file
from .tables.records import harmless, write_table

if TYPE_CHECKING:
    import pandas as pd

_PACKAGES = {".xlsx": "openpyxl", ".ods": "odfpy", ".md": "tabulate", ".parquet": "pyarrow"}
_WIDEST = 40  # letters of a column in Excel
_SHEET = 31  # letters that Excel allows in the name of a sheet


@dataclass(frozen=True, slots=True)
class GridColumn:
    """A column: its name, an identifier for programs, and its heading, for people."""

    name: str
    heading: str


@dataclass(frozen=True, slots=True)
class Grid:
    """A table: its title, its columns, and rows of numbers, texts, booleans, lists of texts, or None for nothing."""

    title: str
    columns: Sequence[GridColumn]
    rows: Sequence[Sequence[Any]]

    @property
    def names(self) -> list[str]:
        """The names of the columns."""
        return [column.name for column in self.columns]


def check_file(path: Path) -> None:
    """Raise InputError unless a table can be written there, in the format that the file's name ends with."""
    check_target(path)
    check_format(path)


def check_format(path: Path) -> None:
    """Raise InputError unless the file's name ends with a format of tables."""
    if path.suffix.lower() not in FORMATS:
        expected = f"a name that ends in one of {', '.join(FORMATS)}"
        raise InputError([Problem("a table has no such format", str(path), expected=expected)])


def write_grid(grid: Grid, path: Path) -> None:
    """Write a table in the format that the file's name ends with. Raises InputError, FolderError."""
    write_file(path, grid_bytes(grid, path.suffix.lower(), str(path)))


def grid_bytes(grid: Grid, ending: str, name: str = "") -> bytes:
    """A table in a format: `.csv`, `.xlsx` …. Raises InputError for any other, or if its package is missing."""
    check_format(Path(name or f"table{ending}"))
    try:
        return FORMATS[ending](grid)
    except ImportError:
        package = _PACKAGES.get(ending, "pandas")
        expected = f".csv, which needs nothing; to install it: pip install {package}"
        what = f"to write {ending}, {package} is needed"
        raise InputError([Problem(what, name, expected=expected)]) from None


def grid_csv(grid: Grid) -> str:
    """A table as CSV; nothing in it is a formula to a spreadsheet."""
    return write_table(grid.names, ([_in_a_cell(value) for value in row] for row in grid.rows))


def _joined(value: Any) -> Any:
    """A value, a list as text."""
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else value


def _in_a_cell(value: Any) -> Any:
    """A value as a cell of text has it: lists joined, `yes` or nothing, no fraction after a whole number."""
    if isinstance(value, float):
        return int(value) if value.is_integer() else round(value, 6)
    return "yes" if value is True else "" if value is None or value is False else _joined(value)


def _frame(grid: Grid, headings: bool = True) -> pd.DataFrame:
    import pandas as pd

    titles = [column.heading if headings else column.name for column in grid.columns]
    return pd.DataFrame([list(map(_joined, row)) for row in grid.rows], columns=titles)


def _json(grid: Grid) -> bytes:
    rows = [dict(zip(grid.names, row, strict=True)) for row in grid.rows]
    return (json.dumps(rows, ensure_ascii=False, indent=1) + "\n").encode()


def _parquet(grid: Grid) -> bytes:
    target = io.BytesIO()
    _frame(grid, headings=False).to_parquet(target, index=False, engine="pyarrow")
    return target.getvalue()


def _spreadsheet(grid: Grid, engine: Literal["openpyxl", "odf"]) -> bytes:
    """A sheet with the table; a text is never a formula."""
    import pandas as pd

    target, title = io.BytesIO(), "".join(" " if c in "[]:*?/\\'" else c for c in grid.title)[:_SHEET].strip()
    with pd.ExcelWriter(target, engine=engine) as writer:
        _frame(grid).to_excel(writer, index=False, sheet_name=title or "table")
        if engine == "openpyxl":
            _finish(next(iter(writer.sheets.values())))
    return target.getvalue()


def _finish(sheet: Any) -> None:
    """Make texts of what openpyxl took for formulas, columns wide enough, and leave the titles in sight."""
    sheet.freeze_panes = "A2"
    for column in sheet.columns:
        for cell in column:
            if cell.data_type == "f":
                cell.data_type, cell.quotePrefix = "s", True
        width = max(len(str(cell.value)) for cell in column if cell.value is not None)
        sheet.column_dimensions[column[0].column_letter].width = min(width, _WIDEST) + 2


def _html(grid: Grid) -> bytes:
    from html import escape

    title = escape(grid.title)
    table = _readable(grid).map(harmless).to_html(index=False, border=0)  # spreadsheets open such files, too
    head = f'<!doctype html>\n<html>\n<meta charset="utf-8">\n<title>{title}</title>\n'
    return f"{head}<h1>{title}</h1>\n{table}\n</html>\n".encode()


def _markdown(grid: Grid) -> bytes:
    frame = _readable(grid).map(lambda cell: cell.replace("|", "\\|"))
    table = frame.to_markdown(index=False, disable_numparse=True, colalign=_sides(grid))
    return f"# {grid.title}\n\n{table}\n".encode()


def _latex(grid: Grid) -> bytes:
    sides = "".join(side[0] for side in _sides(grid))
    return _readable(grid).to_latex(index=False, escape=True, column_format=sides).encode()


def _readable(grid: Grid) -> pd.DataFrame:
    import pandas as pd

    rows = [[str(_in_a_cell(value)) for value in row] for row in grid.rows]
    return pd.DataFrame(rows, columns=[column.heading for column in grid.columns], dtype=object)


def _sides(grid: Grid) -> list[str]:
    """On which side the cells of each column stand: numbers on the right."""
    columns = zip(*grid.rows, strict=True) if grid.rows else ([] for _ in grid.columns)
    return ["right" if any(type(v) in (int, float) for v in column) else "left" for column in columns]


#: What writes each format, by the end of the file's name.
FORMATS: Mapping[str, Callable[[Grid], bytes]] = {
    ".csv": lambda grid: grid_csv(grid).encode(),
    ".xlsx": lambda grid: _spreadsheet(grid, "openpyxl"),
    ".ods": lambda grid: _spreadsheet(grid, "odf"),
    ".html": _html,
    ".md": _markdown,
    ".tex": _latex,
    ".parquet": _parquet,
    ".json": _json,
}
