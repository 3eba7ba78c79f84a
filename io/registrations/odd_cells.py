"""What is odd in single cells of registrations, each with its line."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from functools import lru_cache

from ...model.notes import Remark
from ..countries import stands_for_none
from ..tables import Row
from .columns import Columns
from .letters import lost_letters

#: What people type where they have no rank or rating.
_NO_VALUE = frozenset({"", "-", "--", "?", "n/a", "na", "n.a.", "none", "unknown", "unrated"})
#: A rank or rating that somebody is not sure of, or has declared: `10k*`, `2100?`, `~1850`, `ca. 1800`.
_MARKED = re.compile(r"(?:~|≈|ca\.|about )?\s*(.*?)\s*[*?]*", re.IGNORECASE)


@lru_cache(8192)  # ranks and ratings of a tournament
def unmarked(text: str) -> str:
    """A rank or rating without marks of doubt such as `?`; empty for words that mean no value."""
    found = _MARKED.fullmatch(text)
    plain = found[1] if found else text
    return "" if plain.casefold() in _NO_VALUE else plain


def cell_remarks(rows: Sequence[Row], columns: Columns, no_pins: Collection[str]) -> list[Remark]:
    """What is odd in single cells: lost letters, pins and countries that stand for none, values that are not sure."""
    remarks = []
    for row in rows:
        for name in ("name", "surname", "first name", "club"):
            wrong = lost_letters(columns.cell(row, name))
            if wrong:
                where = f"line {row.line}, column {columns.ours[name]}"
                remarks.append(Remark(f"{where}: {columns.cell(row, name)!r}: {wrong}"))
    for name in ("pin", "country"):
        found: dict[str, list[int]] = {}
        for row in rows:
            cell = columns.cell(row, name)
            if cell in no_pins if name == "pin" else stands_for_none(cell):
                found.setdefault(cell, []).append(row.line)
        for cell, lines in found.items():
            remarks.append(Remark(f"{_first_line(lines)}the {name} {cell!r} is a placeholder and is left out"))
    bare = [row for row in rows if unmarked(columns.cell(row, "rank")).isdecimal()]
    if bare:
        rank, lines = columns.cell(bare[0], "rank"), [row.line for row in bare]
        remarks.append(Remark(f"{_first_line(lines)}the rank {rank!r} has no letter; it is read as {unmarked(rank)}k"))
    return [*remarks, *_marked(rows, columns), *_of_several_lines(rows), *_mixed_order(rows, columns)]


def without_comma(name: str, lines: Sequence[int] = ()) -> list[Remark]:
    """A remark on a name of several words without a comma where others have one; none for a single word."""
    text = f"{name!r} has no comma, unlike other names; it is sorted by its first word"
    return [Remark(f"{_first_line(lines)}{text}; expected Surname, First name")] if " " in name else []


def _mixed_order(rows: Sequence[Row], columns: Columns) -> list[Remark]:
    """A remark where some names have a comma after the surname and others, of several words, have none."""
    names = {row.line: columns.cell(row, "name") for row in rows}
    plain = [line for line, name in names.items() if " " in name and "," not in name]
    if not plain or not any("," in name for name in names.values()):
        return []
    return without_comma(names[plain[0]], plain)


def _marked(rows: Sequence[Row], columns: Columns) -> list[Remark]:
    """Ranks and ratings that their writers were not sure of, as they are read."""
    remarks = []
    for name in ("rank", "rating"):
        cells = [(columns.cell(row, name), row.line) for row in rows]
        found = [(cell, line) for cell, line in cells if unmarked(cell) not in ("", cell)]
        if found:
            where, cell = _first_line([line for _, line in found]), found[0][0]
            remarks.append(Remark(f"{where}the {name} {cell!r} is read as {unmarked(cell)}"))
    return remarks


def _of_several_lines(rows: Sequence[Row]) -> list[Remark]:
    """Cells with a line in them that may be a player's: two quotation marks may have met by chance."""
    remarks = []
    for row in rows:
        for title, cell in row.cells.items():
            marks = max(len(row.cells) - 1, 2)
            inside = [line for line in cell.split("\n")[1:] if max(map(line.count, ",;\t|")) >= marks]
            if inside:
                text = f"the cell of {title} has several lines; {inside[0].strip()[:60]!r} may be a player"
                remarks.append(Remark(f"{_first_line([row.line])}{text}; is a quotation mark missing?"))
    return remarks


def _first_line(lines: Sequence[int]) -> str:
    """`line 4 and 2 more: `, the first of some lines; nothing for what comes from no file."""
    more = f" (and {len(lines) - 1} more)" if len(lines) > 1 else ""
    return f"line {lines[0]}{more}: " if lines and lines[0] else ""
