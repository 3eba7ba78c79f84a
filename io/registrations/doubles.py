"""Lines of registrations that name the same player, and lines that a director skips."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence

from ...model.errors import Problem
from ...model.hints import Advice, Hint
from ...model.notes import Remark
from ...model.tournament.player import country_key, name_key
from ...model.tournament.spellings import words_key
from ...model.words import counted
from ..countries import code_of, known
from ..tables import Row, Table
from .columns import Columns, name_in, split_name
from .odd_cells import unmarked

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
            hint = Hint(Advice.SKIP_LINE, (str(row.line),)) if double else None
            problems.append(Problem(message, file, row.line, title, value, expected, hint))
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
