"""Tables in columns, as wide as what is printed to has room for."""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from collections.abc import Collection, Sequence

LEAST = 14  # columns of a terminal that a text keeps at least where it is cut


def width(text: str) -> int:
    """How many columns of a terminal a text takes: wide letters two; marks on a letter and invisible signs none."""
    return sum(map(_width, text))


def _width(letter: str) -> int:
    if letter < "\u0300":
        return 1
    if unicodedata.category(letter) in ("Mn", "Me", "Cf") or "\u1160" <= letter <= "\u11ff":  # parts of a Hangul block
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def cut(text: str, room: int) -> str:
    """The text, or as much of it as there is room for, and `…`."""
    if width(text) <= room:
        return text
    while text and width(text) >= room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def columns(titles: Sequence[str], rows: Sequence[Sequence[object]], right: str = "") -> str:
    """A table in aligned columns; `right` holds an `r` for each column to be aligned right.

    Long texts of the other columns are cut as far as a terminal has no room for them; whole in a pipe.
    """
    cells = [[str(cell) for cell in row] for row in [titles, *rows]]
    widths = _cut_to_fit(_widths(cells), right, room_of_terminal())

    def line(row: Sequence[str]) -> str:
        padded = []
        for k, cell in enumerate(row):
            shown = cut(cell, widths[k])
            space = " " * (widths[k] - width(shown))
            padded.append(space + shown if _is_right(right, k) else shown + space)
        return "  ".join(padded).rstrip()

    return "\n".join(line(row) for row in cells)


def fitted(titles: Sequence[str], rows: Sequence[Sequence[object]], right: str, optional: Sequence[str]) -> str:
    """A table without as many of the optional columns, by title, as a terminal has no room for; whole in a pipe.

    What is left out is named below it.
    """
    room, out = room_of_terminal(), list[str]()
    for title in optional:
        if _fits(*_without(out, titles, rows, right), room):
            break
        out += [title] if title in titles else []
    for title in reversed(out[:-1]):  # a wide column that went last may have left room for narrower ones
        fewer = [name for name in out if name != title]
        out = fewer if _fits(*_without(fewer, titles, rows, right), room) else out
    text = columns(*_without(out, titles, rows, right))
    names = [f"round {title}" if title.isdigit() else title for title in reversed(out)]
    return f"{text}\n(no room for: {', '.join(names)})" if out else text


def _without(
    out: Collection[str], titles: Sequence[str], rows: Sequence[Sequence[object]], right: str
) -> tuple[list[str], list[list[object]], str]:
    """A table without the columns of some titles."""
    keep = [k for k, name in enumerate(titles) if name not in out]
    sides = right.ljust(len(titles))
    return [titles[k] for k in keep], [[row[k] for k in keep] for row in rows], "".join(sides[k] for k in keep)


def _fits(titles: Sequence[str], rows: Sequence[Sequence[object]], right: str, room: int) -> bool:
    """Whether there is room for a table, its long texts cut where need be."""
    widths = _widths([[str(cell) for cell in row] for row in [titles, *rows]])
    return not room or _total(_cut_to_fit(widths, right, room)) <= room


def _cut_to_fit(widths: Sequence[int], right: str, room: int) -> list[int]:
    """The widths, the widest columns of text narrower as far as need be."""
    found = list(widths)
    texts = [k for k in range(len(found)) if not _is_right(right, k)]
    while texts and room and _total(found) > room:
        widest = max(texts, key=found.__getitem__)
        if found[widest] <= LEAST:
            break
        found[widest] -= 1
    return found


def _widths(cells: Sequence[Sequence[str]]) -> list[int]:
    return [max(map(width, column)) for column in zip(*cells, strict=True)]


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + 2 * (len(widths) - 1)


def _is_right(right: str, k: int) -> bool:
    return right[k : k + 1] == "r"


def room_of_terminal() -> int:
    """Columns of the terminal that is printed to; of a pipe those that COLUMNS says, 0 where nothing does."""
    if sys.stdout.isatty():
        return shutil.get_terminal_size().columns
    said = os.environ.get("COLUMNS", "")
    return int(said) if said.isascii() and said.isdigit() else 0
