"""Lists in Excel and OpenDocument files, in JSON and in web pages, as the text of a CSV file.

Its lines are the rows of a sheet, so that all that is said of a list names the row. pandas reads the sheet, every cell
as text; the packages that it needs come with the extra `tables`. What the file would unpack to is looked at before.
JSON has lines of objects, or an array of them. Nothing that a page names is fetched.
"""

from __future__ import annotations

import io
import json
import re
import zipfile
import zlib
from collections.abc import Mapping, Sequence
from functools import reduce
from html import unescape
from typing import TYPE_CHECKING, Any, Literal

from ...model.errors import InputError, Problem
from ...model.language import counted, first_few
from ...model.ways import Way
from ..foreign.format import is_pairgoth
from ..tables.records import LARGEST, MOST_LINES, clean, write_table
from .columns import names_players

if TYPE_CHECKING:
    import pandas as pd

UNPACKED = 16 * 2**20  # bytes; the list of a thousand players has a hundredth
MOST_PARTS = 1_000
MOST_CELLS = 500_000
TITLE_ROWS = 10  # rows above the titles: the name of the event, a date
_NO_VALUE = re.compile(rb"</f>\s*(?:<v\s*/>|<v></v>)?\s*</c>")  # of a formula
_OLE = b"\xd0\xcf\x11\xe0"  # how old Excel files begin, and those that have a password
_PACKAGES = {"xlsx": "openpyxl", "ods": "odfpy"}


def is_spreadsheet(data: bytes) -> bool:
    """Whether a file is of Excel or OpenDocument, or says that it is."""
    return data.startswith(_OLE) or (data.startswith(b"PK\x03\x04") and zipfile.is_zipfile(io.BytesIO(data)))


def spreadsheet_as_csv(data: bytes, name: str, sheet: str = "") -> tuple[str, str]:
    """The text of a spreadsheet's list (`sheet`, else the only one with names), and a remark. Raises InputError."""
    kind = _checked(data, name)
    lists: dict[str, list[list[str]]] = {}
    for title, frame in _frames(data, name, kind).items():
        rows = [[clean(_text(cell)) for cell in row] for row in frame.to_numpy(dtype=object).tolist()]
        if any(any(row) for row in rows):
            lists[title] = rows
    chosen = _chosen(lists, name, sheet)
    rows = lists[chosen]
    begin = _titles_at(rows) or 0  # what stands above is left blank, so that the numbers of the rows stay
    rows[:begin] = [[] for _ in range(begin)]
    first, *others = rows
    remarks = [f"read from the sheet {chosen!r}"] if len(lists) > 1 else []
    if kind == "xlsx":
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            without = sum(len(_NO_VALUE.findall(text)) for text in _sheets(archive))
        remarks += [f"{counted(without, 'formula')} without a stored value read as blank"] if without else []
    return write_table(first, others), "; ".join(remarks)


def _checked(data: bytes, name: str) -> str:
    """The kind of a file that may be unpacked. Raises InputError for what is locked, too large or no spreadsheet."""
    expected = "an .xlsx or .ods file without a password, or CSV"
    if data.startswith(_OLE):
        raise InputError([Problem("an old Excel file, or one with a password", name, expected=expected)])
    if len(data) > LARGEST:
        most = f"a list of one tournament, at most {LARGEST // 2**20} MiB"
        raise InputError([Problem("the file is too large", name, expected=most)])
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = archive.infolist()
            names = {part.filename for part in parts}
            if sum(part.file_size for part in parts) > UNPACKED or len(parts) > MOST_PARTS:
                most = f"at most {UNPACKED // 2**20} MiB unpacked"
                raise InputError([Problem("the file is too large when it is unpacked", name, expected=most)])
            for part in parts:
                if part.filename.endswith((".xml", ".rels")) and _is_risky(archive, part):
                    what = "the file has document types or entities, which no spreadsheet needs"
                    raise InputError([Problem(what, name, expected=expected)])
            ods = "mimetype" in names and b"opendocument.spreadsheet" in archive.read("mimetype")[:100]
            if (_cells_of_ods(archive) if ods else _cells_of_excel(archive)) > MOST_CELLS:
                most = f"at most {MOST_CELLS:,}"
                raise InputError([Problem("the sheets have too many cells", name, expected=most)])
    except (zipfile.BadZipFile, zlib.error, RuntimeError, EOFError, OSError, KeyError, SyntaxError):
        raise InputError([Problem("not a file that can be unpacked", name, expected=expected)]) from None
    if ods or "xl/workbook.xml" in names:
        return "ods" if ods else "xlsx"
    raise InputError([Problem("a zip file, but no spreadsheet", name, expected=expected)])


def _is_risky(archive: zipfile.ZipFile, part: zipfile.ZipInfo) -> bool:
    """Whether a part declares a document type or is longer than it says."""
    with archive.open(part) as stream:
        text = stream.read(part.file_size + 1)
    plain = text.replace(b"\0", b"")  # UTF-16
    return len(text) > part.file_size or b"<!DOCTYPE" in plain or b"<!ENTITY" in plain


def _sheets(archive: zipfile.ZipFile) -> list[bytes]:
    return [archive.read(part) for part in archive.namelist() if part.startswith("xl/worksheets/sheet")]


def _cells_of_excel(archive: zipfile.ZipFile) -> int:
    """How many cells the sheets have when each row is filled up to its last one."""
    total = 0
    for row in (row for sheet in _sheets(archive) for row in sheet.split(b"</row>")):
        places = {*re.findall(rb"<c [^>]*?r=\"([A-Z]{1,3})\d", row)}  # A is 1, AA is 27
        numbers = (reduce(lambda number, letter: 26 * number + letter - ord("A") + 1, name, 0) for name in places)
        total += max([len(re.findall(rb"<c[ >]", row)), *numbers])
    return total


def _cells_of_ods(archive: zipfile.ZipFile) -> int:
    """How many cells the tables have when what is repeated is written out, up to the last one that is filled."""
    from defusedxml.ElementTree import fromstring

    total, space = 0, "{urn:oasis:names:tc:opendocument:xmlns:table:1.0}"
    for table in fromstring(archive.read("content.xml")).iter(f"{space}table"):
        size = height = 0
        for row in table.iter(f"{space}table-row"):
            width = last = 0
            for cell in row:
                width += int(cell.get(f"{space}number-columns-repeated", "1"))
                last = width if "".join(cell.itertext()).strip() else last
            times = int(row.get(f"{space}number-rows-repeated", "1"))
            height += times
            size = max(size + last * times, height) if last else size
        total += size
    return total


def _frames(data: bytes, name: str, kind: str) -> Mapping[str, pd.DataFrame]:
    """All sheets by their titles, every cell as it stands there. Raises InputError."""
    import pandas as pd

    engine: Literal["odf", "openpyxl"] = "odf" if kind == "ods" else "openpyxl"
    try:
        found: Mapping[str, pd.DataFrame] = pd.read_excel(
            io.BytesIO(data), sheet_name=None, header=None, dtype=str, na_filter=False, engine=engine, nrows=MOST_LINES
        )
    except ImportError:
        what = f"to read it, {_PACKAGES[kind]} is needed"
        expected = f"CSV, which needs nothing; to install it: pip install {_PACKAGES[kind]}"
        raise InputError([Problem(what, name, expected=expected)]) from None
    except Exception as error:  # whatever a damaged file makes these packages say
        what = f"the spreadsheet cannot be read ({type(error).__name__})"
        raise InputError([Problem(what, name, expected="a file that its program opens, or CSV")]) from None
    return found


def _text(cell: object) -> str:
    """A cell as text; a whole number without a fraction."""
    if cell is None or cell != cell:  # what pandas has for a blank
        return ""
    return re.sub(r"^(-?\d+)\.0$", r"\1", str(cell))


def _chosen(lists: Mapping[str, list[list[str]]], name: str, sheet: str) -> str:
    """The title of the sheet to read. Raises InputError where it must be said."""
    titles = first_few([repr(title) for title in lists], TITLE_ROWS)
    if sheet:
        if sheet not in lists:
            raise InputError([Problem("no such sheet", name, value=sheet, expected=f"one of {titles}")])
        return sheet
    if not lists:
        raise InputError([Problem("the spreadsheet is empty", name, expected="a sheet with a line of titles")])
    of_people = [title for title, rows in lists.items() if _titles_at(rows) is not None]
    if len(of_people) == 1 or len(lists) == 1:
        return of_people[0] if of_people else next(iter(lists))
    what = f"the file has {counted(len(lists), 'sheet')}: {titles}"
    way = Way("to say which", sheet=next(iter(lists)))
    raise InputError([Problem(what, name, expected="one of them", ways=(way,))])


def _titles_at(rows: Sequence[Sequence[str]]) -> int | None:
    """The row that has titles of a list of players, among the first ones."""
    return next((k for k, row in enumerate(rows[:TITLE_ROWS]) if names_players(filter(None, row))), None)


MOST_COLUMNS = 300
_HALF = re.compile("[\ud800-\udfff]")  # of a letter, which JSON can name alone: no file can hold it
_DEEP = "objects with one text, number or true/false for each title"


def markup_as_csv(text: str, name: str) -> tuple[str, str]:
    """The list as CSV, and a remark on its lines; empty if this is neither JSON nor a page. Raises InputError."""
    begin = text.lstrip("\ufeff \t\r\n")[:500].casefold()
    if is_pairgoth(text[:200_000].encode("utf-8", "replace")):
        return "", ""
    if begin.startswith(("{", "[{")) or (begin.startswith("[") and begin[1:].lstrip().startswith("{")):
        rows = _of_json(text, name)
    elif begin.startswith("<") and "<table" in text.casefold():
        rows = _of_page(text, name)
    else:
        return "", ""
    titles, *players = ([clean(_HALF.sub("\ufffd", cell)) for cell in row] for row in rows)
    return write_table(titles, players), "read as a table: line 1 has the titles, line 2 the first player"


def _of_json(text: str, name: str) -> list[list[str]]:
    """A row of titles, and one for each object. Raises InputError with the line."""
    if text.lstrip("\ufeff \t\r\n").startswith("["):
        found = [(1, text.lstrip("\ufeff"))]
    else:
        found = [(number, line) for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1) if line.strip()]
    objects: list[Mapping[str, Any]] = []
    for number, line in found:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            at = number + error.lineno - 1 if isinstance(error, json.JSONDecodeError) else number
            raise InputError([Problem("this is not JSON", name, at, expected="one object on each line")]) from None
        several = value if isinstance(value, list) else [value]
        if any(not isinstance(one, dict) or any(isinstance(v, dict | list) for v in one.values()) for one in several):
            raise InputError([Problem("this JSON is no list of players", name, number, expected=_DEEP)])
        objects += several
    titles = list(dict.fromkeys(title for one in objects for title in one))
    if len(titles) > MOST_COLUMNS:
        raise InputError([Problem("too many titles", name, expected=f"at most {MOST_COLUMNS}")])
    return [titles, *([_json_text(one.get(title)) for title in titles] for one in objects)]


def _json_text(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "yes" if value else "no" if value is False else ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)\b[^<>]*>", re.IGNORECASE)  # however a page is damaged, it is read once


def _tables(text: str) -> list[list[list[str]]]:
    """The tables of a page, each as rows of texts; a table in a cell belongs to the table around it."""
    begin, *others = text.split("<!--")
    text = begin + "".join(other.partition("-->")[2] for other in others)
    tables: list[list[list[list[str]]]] = []
    spare: list[str] = []
    depth, cell, end = 0, spare, 0  # the pieces of the cell that is open; of none, they are not looked at
    for found in _TAG.finditer(text):
        cell.append(text[end : found.start()])
        end, tag, closes = found.end(), found[2].lower(), bool(found[1])
        if tag == "table":
            depth = max(0, depth + (-1 if closes else 1))
            if depth == 1 and not closes:
                tables.append([])
            cell = spare
        elif tag == "tr" or (tag in ("td", "th") and closes):
            if depth == 1 and not closes:
                tables[-1].append([])
            cell = spare
        elif tag in ("td", "th") and depth == 1 and tables[-1]:
            cell = []
            tables[-1][-1].append(cell)
        elif tag in ("br", "p", "div"):
            cell.append(" ")
    cell.append(text[end:])
    return [[[unescape("".join(pieces)) for pieces in row] for row in table] for table in tables]


def _of_page(text: str, name: str) -> list[list[str]]:
    """The rows of the one table of a page that has names of players. Raises InputError."""
    lists = [rows for table in _tables(text) if (rows := [row for row in table if row]) and names_players(rows[0])]
    if len(lists) != 1:
        what = f"{len(lists)} tables of the page have names" if lists else "no table of the page has names"
        raise InputError([Problem(what, name, expected="one table with a title such as Name in its first row")])
    width = max(map(len, lists[0]))
    return [row + [""] * (width - len(row)) for row in lists[0]]
