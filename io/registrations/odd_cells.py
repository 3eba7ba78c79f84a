"""Odd cells of registrations, and lines that name the same player, each with its line."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from ...model.errors import Problem
from ...model.language import counted
from ...model.notes import Remark
from ...model.tournament.person import country_key, name_key
from ...model.tournament.same_names import words_key
from ...model.ways import Way
from ..countries import code_of, known, stands_for_none
from ..tables import Row, Table
from ..tables.encodings import lost_letters
from .cell_words import unmarked
from .columns import Columns, name_in, split_name
from .fields import PROSE


def cell_remarks(rows: Sequence[Row], columns: Columns, no_pins: Collection[str]) -> list[Remark]:
    """What is odd in single cells: lost letters, pins and countries that stand for none, values that are not sure."""
    remarks = []
    for row in rows:
        for name in PROSE:
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


MOST_COMPARED = 5  # earlier lines of one name, to tell a line that can be left out


def duplicates(rows: Sequence[Row], file: str, columns: Columns, no_pins: Collection[str]) -> list[Problem]:
    """Lines that name the same id or pin, or without id the same name, first name first or last."""

    def same_name(row: Row) -> str:
        if columns.cell(row, "id"):
            return ""
        return words_key(*split_name(*(columns.cell(row, title) for title in ("name", "surname", "first name"))))

    problems = []
    name_column = "name" if "name" in columns.ours else "surname"
    for what, column in (("id", "id"), ("name", name_column), ("pin", "pin")):
        seen: dict[str, list[Row]] = {}
        for row in rows:
            key = same_name(row) if what == "name" else columns.cell(row, what)
            if not key or (what == "pin" and key in no_pins):
                continue
            before = seen.setdefault(key, [])
            compared = before[:MOST_COMPARED]
            if len(before) < MOST_COMPARED:
                before.append(row)
            if not compared:
                continue
            first = compared[0]
            message, expected = f"the same {what} as line {first.line}:", "one line per player, or different ids"
            if what == "pin":
                message = f"{name_in(row, columns)} has the same pin as {name_in(first, columns)} (line {first.line}):"
                expected = "a different pin for each player"
            title = columns.ours.get(column, column)
            value = name_in(row, columns) if what == "name" else columns.cell(row, column)
            double = any(_is_double(row, other, columns, no_pins) for other in compared)
            ways = (Way("to leave this line out", skip=str(row.line)),) if double else ()
            problems.append(Problem(message, file, row.line, column=title, value=value, expected=expected, ways=ways))
    return problems


def _is_double(row: Row, other: Row, columns: Columns, no_pins: Collection[str]) -> bool:
    """Whether two lines spell the name alike and agree in everything that both of them give.

    Ján is not Jan here, and sharing a pin is not enough: skipping such a line could lose a player.
    """
    names = [sorted(name_in(one, columns).casefold().replace(",", " ").split()) for one in (row, other)]
    keys: dict[str, Callable[[str], str]] = {
        "pin": lambda text: "" if text in no_pins else text,
        "country": lambda text: country_key(code_of(known(text))),
        "club": lambda text: name_key(known(text)),
        "rank": lambda text: unmarked(text).casefold().replace(" ", ""),
        "id": str,
    }
    said = ((key(columns.cell(row, name)), key(columns.cell(other, name))) for name, key in keys.items())
    return names[0] == names[1] and all(one == two for one, two in said if one and two)


def left_out(skipped: Collection[int], table: Table, columns: Columns) -> list[Remark]:
    """A remark naming the players on skipped lines, so that a wrong line number is noticed."""
    names = {row.line: name_in(row, columns) or columns.cell(row, "id") for row in table.rows}
    some = "; ".join(f"line {line}: {names.get(line) or 'not readable'}" for line in sorted(skipped))
    return [Remark(f"{counted(len(skipped), 'line')} left out: {some}")] if skipped else []
