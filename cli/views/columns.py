"""Tables in columns that fit the width of the terminal."""

from __future__ import annotations

import os
import shutil
import sys
import unicodedata
from collections.abc import Collection, Sequence

LEAST = 14  # columns that a cut text keeps at least


def width(text: str) -> int:
    """How many columns of a terminal a text takes: two for wide letters, none for combining and invisible ones."""
    return len(text) if text.isascii() or max(text) < "\u0300" else sum(map(_width, text))


def _width(letter: str) -> int:
    if letter < "\u0300":
        return 1
    if unicodedata.category(letter) in ("Mn", "Me", "Cf") or "\u1160" <= letter <= "\u11ff":  # parts of a Hangul block
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def cut(text: str, room: int) -> str:
    """The text; if there is no room, cut and ended with `…`."""
    if width(text) <= room:
        return text
    while text and width(text) >= room:
        text = text[:-1]
    return f"{text.rstrip()}…"


def columns(titles: Sequence[str], rows: Sequence[Sequence[object]], right: str = "") -> str:
    """A table in aligned columns; `right` has an `r` for each column that is aligned right.

    On a narrow terminal long texts of the other columns are cut; in a pipe they are whole.
    """
    cells = [[str(cell) for cell in row] for row in [titles, *rows]]
    widths = _cut_to_fit(_widths(cells), right, room_of_terminal(), LEAST)

    def line(row: Sequence[str]) -> str:
        padded = []
        for k, cell in enumerate(row):
            shown, taken = cell, width(cell)
            if taken > widths[k]:
                shown = cut(cell, widths[k])
                taken = width(shown)
            space = " " * (widths[k] - taken)
            padded.append(space + shown if _is_right(right, k) else shown + space)
        return "  ".join(padded).rstrip()

    return "\n".join(line(row) for row in cells)


def fitted(
    titles: Sequence[str], rows: Sequence[Sequence[object]], right: str, optional: Sequence[str], least: int = LEAST
) -> str:
    """A table without those optional columns, given by title, for which a terminal has no room; whole in a pipe.

    A line below it names the columns left out. Of the rounds, which a number heads, the latest stay, without a gap.
    A column goes before a text of another is cut below `least`.
    """
    room, out = room_of_terminal(), list[str]()

    def fits(out: Collection[str]) -> bool:
        return _fits(*_without(out, titles, rows, right), room, least)

    for title in optional:
        if fits(out):
            break
        out += [title] if title in titles else []
    for title in reversed(out[:-1]):  # a wide column that went last may have left room for narrower ones
        fewer = [name for name in out if name != title]
        if title.isdigit() and any(name.isdigit() and int(name) > int(title) for name in fewer):
            continue
        out = fewer if fits(fewer) else out
    text = columns(*_without(out, titles, rows, right))
    names = [f"round {title}" if title.isdigit() else title for title in reversed(out)]
    return f"{text}\n(no room for the columns: {', '.join(names)})" if out else text


def _without(
    out: Collection[str], titles: Sequence[str], rows: Sequence[Sequence[object]], right: str
) -> tuple[list[str], list[list[object]], str]:
    """A table without the columns of some titles."""
    keep = [k for k, name in enumerate(titles) if name not in out]
    sides = right.ljust(len(titles))
    return [titles[k] for k in keep], [[row[k] for k in keep] for row in rows], "".join(sides[k] for k in keep)


def _fits(titles: Sequence[str], rows: Sequence[Sequence[object]], right: str, room: int, least: int) -> bool:
    """Whether a table fits, with its long texts cut to so many columns if necessary."""
    if not room:
        return True
    widths = _widths([[str(cell) for cell in row] for row in [titles, *rows]])
    return _total(_cut_to_fit(widths, right, room, least)) <= room


def _cut_to_fit(widths: Sequence[int], right: str, room: int, least: int) -> list[int]:
    """The widths, with the widest columns of text made narrower if necessary."""
    found = list(widths)
    texts = [k for k in range(len(found)) if not _is_right(right, k)]
    while texts and room and _total(found) > room:
        widest = max(texts, key=found.__getitem__)
        if found[widest] <= least:
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
    """The width of the terminal on standard output; in a pipe the number in COLUMNS, or 0."""
    if sys.stdout.isatty():
        return shutil.get_terminal_size().columns
    given = os.environ.get("COLUMNS", "")
    return int(given) if given.isascii() and given.isdigit() else 0
