"""Tables in columns, as wide as what is printed to has room for."""

from __future__ import annotations

import shutil
import sys
import unicodedata
from collections.abc import Sequence


def width(text: str) -> int:
    """How many columns of a terminal a text takes: wide letters two; marks on a letter and invisible signs none."""
    return sum(map(_width, text))


def _width(letter: str) -> int:
    if letter < "\u0300":
        return 1
    if unicodedata.category(letter) in ("Mn", "Me", "Cf") or "\u1160" <= letter <= "\u11ff":  # parts of a Hangul block
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def columns(titles: Sequence[str], rows: Sequence[Sequence[object]], right: str = "") -> str:
    """A table in aligned columns; `right` holds an `r` for each column to be aligned right."""
    cells = [[str(cell) for cell in row] for row in [titles, *rows]]
    widths = [max(width(row[k]) for row in cells) for k in range(len(titles))]

    def line(row: Sequence[str]) -> str:
        padded = []
        for k, cell in enumerate(row):
            space = " " * (widths[k] - width(cell))
            padded.append(space + cell if right[k : k + 1] == "r" else cell + space)
        return "  ".join(padded).rstrip()

    return "\n".join(line(row) for row in cells)


def fitted(titles: Sequence[str], rows: Sequence[Sequence[object]], right: str, optional: Sequence[str]) -> str:
    """A table without as many of the optional columns, by title, as a terminal has no room for; whole in a pipe.

    What is left out is named below it.
    """
    text, room, out = columns(titles, rows, right), room_of_terminal(), list[str]()
    for title in optional:
        if not room or max(map(width, text.splitlines())) <= room:
            break
        if title not in titles:
            continue
        out.append(title)
        keep = [k for k, name in enumerate(titles) if name != title]
        titles, rows = [titles[k] for k in keep], [[row[k] for k in keep] for row in rows]
        right = "".join(right.ljust(max(keep, default=0) + 1)[k] for k in keep)
        text = columns(titles, rows, right)
    return f"{text}\n(no room for: {', '.join(reversed(out))})" if out else text


def room_of_terminal() -> int:
    """Columns of the terminal that is printed to, 0 where it is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 0
