"""What is odd in single cells of registrations, each with its line."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from ...model.notes import Remark
from ..countries import stands_for_none
from ..tables import Row
from .columns import Columns
from .letters import lost_letters


def cell_remarks(rows: Sequence[Row], columns: Columns, no_pins: Collection[str]) -> list[Remark]:
    """What is odd in single cells: letters that were lost, pins and countries that stand for none, bare ranks."""
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
            remarks.append(Remark(f"{_first_line(lines)}the {name} {cell!r} stands for none, and is left out"))
    bare = [row for row in rows if columns.cell(row, "rank").isdecimal()]
    if bare:
        rank, lines = columns.cell(bare[0], "rank"), [row.line for row in bare]
        remarks.append(Remark(f"{_first_line(lines)}the rank {rank!r} has no letter, and is read as {rank}k"))
    return remarks


def _first_line(lines: Sequence[int]) -> str:
    """`line 4 and 2 more: `, the first of some lines; nothing for what comes from no file."""
    more = f" and {len(lines) - 1} more" if len(lines) > 1 else ""
    return f"line {lines[0]}{more}: " if lines[0] else ""
