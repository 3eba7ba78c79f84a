"""Output of commands: safe to print, folded to the width of a terminal, tables in columns, words quoted for a shell."""

from __future__ import annotations

import io
import os
import re
import shlex
import shutil
import sys
import unicodedata
from collections.abc import Sequence
from contextvars import ContextVar
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TextIO, cast

from ..model.language import one_line, visible

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


@dataclass(frozen=True, slots=True)
class _Column:
    """A column of a table: its title, then its cells; whether they are aligned right, and how wide they are."""

    cells: Sequence[str]
    right: bool
    width: int


def _table(titles: Sequence[str], rows: Sequence[Sequence[object]], right: str) -> list[_Column]:
    cells = [[str(cell) for cell in column] for column in zip(titles, *rows, strict=True)]
    return [_Column(own, right[k : k + 1] == "r", max(map(width, own))) for k, own in enumerate(cells)]


def columns(titles: Sequence[str], rows: Sequence[Sequence[object]], right: str = "") -> str:
    """A table in columns, those with an `r` in `right` aligned right; on a narrow terminal long texts are cut."""
    return _printed(_table(titles, rows, right))


def fitted(
    titles: Sequence[str], rows: Sequence[Sequence[object]], right: str, optional: Sequence[str], least: int = LEAST
) -> str:
    """A table without those optional columns, given by title, for which a terminal has no room; whole in a pipe.

    A line below it names the columns left out. Of the rounds, which a number heads, the latest stay, without a gap.
    A column goes before a text of another is cut below `least`.
    """
    table, room, out = _table(titles, rows, right), room_of_terminal(), list[str]()

    def kept(out: Sequence[str]) -> list[_Column]:
        return [one for one in table if one.cells[0] not in out]

    def fits(out: Sequence[str]) -> bool:
        return not room or _total(_cut_to_fit(kept(out), room, least)) <= room

    for title in optional:
        if fits(out):
            break
        out += [title] if title in titles else []
    for title in reversed(out[:-1]):  # a wide column that went last may have left room for narrower ones
        fewer = [name for name in out if name != title]
        if title.isdigit() and any(name.isdigit() and int(name) > int(title) for name in fewer):
            continue
        out = fewer if fits(fewer) else out
    names = [f"round {title}" if title.isdigit() else title for title in reversed(out)]
    return _printed(kept(out)) + (f"\n(no room for the columns: {', '.join(names)})" if out else "")


def _printed(table: Sequence[_Column]) -> str:
    widths = _cut_to_fit(table, room_of_terminal(), LEAST)
    padded = [[_padded(cell, room, one.right) for cell in one.cells] for one, room in zip(table, widths, strict=True)]
    return "\n".join("  ".join(row).rstrip() for row in zip(*padded, strict=True))


def _padded(text: str, room: int, right: bool) -> str:
    shown = cut(text, room)
    space = " " * (room - width(shown))
    return space + shown if right else shown + space


def _cut_to_fit(table: Sequence[_Column], room: int, least: int) -> list[int]:
    """The widths of the columns, the widest ones of text made narrower if necessary."""
    found = [one.width for one in table]
    texts = [k for k, one in enumerate(table) if not one.right]
    while texts and room and _total(found) > room:
        widest = max(texts, key=found.__getitem__)
        if found[widest] <= least:
            break
        found[widest] -= 1
    return found


def _total(widths: Sequence[int]) -> int:
    return sum(widths) + 2 * (len(widths) - 1)


def room_of_terminal() -> int:
    """The width of the terminal on standard output; in a pipe the number in COLUMNS, or 0."""
    if sys.stdout.isatty():
        return shutil.get_terminal_size().columns
    given = os.environ.get("COLUMNS", "")
    return int(given) if given.isascii() and given.isdigit() else 0


LAST_LINES = 4  # below a draw: how to publish it, and the next prompt

#: A word, or several words in shell quotes, with the blanks before it.
_WORD = re.compile(r"( *)((?:[`(]?(?:[^\s']*=)?'[^'\n]*'|\S)\S*)")


def too_long(texts: Sequence[str]) -> bool:
    """Whether the first of some texts have left the terminal when all are printed; a line of the end is added."""
    columns, rows = shutil.get_terminal_size()
    lines = sum(fold(text, columns).count("\n") + 1 for text in texts)
    return sys.stdout.isatty() and lines + LAST_LINES > rows


def fold(text: str, room: int) -> str:
    """The text with no line wider than the room, unless a single word is; tables already fit."""
    return "\n".join(line if width(line) <= room else _fold_line(line, room) for line in text.split("\n"))


def _fold_line(line: str, room: int) -> str:
    """A line split into several; all but the first are indented by two more."""
    indent = " " * (len(line) - len(line.lstrip(" ")) + 2)
    lines = [""]
    for blanks, word in _WORD.findall(line):
        if lines[-1].strip() and width(lines[-1] + blanks + word) > room:
            lines.append(indent + word)
        else:
            lines[-1] += blanks + word
    return "\n".join(lines)


class VisibleStream:
    """A stream that writes control characters and other invisible characters as `\\u001b`, folded if it is asked to."""

    def __init__(self, stream: TextIO, folds: bool) -> None:
        self._stream, self._folds = stream, folds
        self._broken = [word for word in sys.argv[1:] if len(word.splitlines()) > 1]

    def write(self, text: str) -> int:
        """Write a text; an argument with a line break, such as a path, is printed on one line."""
        for word in self._broken:
            text = text.replace(word, one_line(word))
        if text == "\r":  # a line of progress is overwritten
            return self._stream.write(text)
        seen = visible(text)
        return self._stream.write(fold(seen, shutil.get_terminal_size().columns) if self._folds else seen)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


def shown(stream: TextIO, folds: bool = False) -> TextIO:
    """A stream to print on that accepts every character, and on a terminal folds what it gets if it is asked to.

    Files and pipes get UTF-8. A terminal, or an encoding set by PYTHONIOENCODING, gets ? for what it cannot show. Bytes
    of a path that are not text are shown as `\\xff`.
    """
    if not isinstance(stream, io.TextIOWrapper):
        return stream
    if stream.isatty() or "PYTHONIOENCODING" in os.environ:
        stream.reconfigure(errors="replace")
    else:
        stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    return cast(TextIO, VisibleStream(stream, folds and stream.isatty()))


#: Whether commands are printed for PowerShell and the command prompt, which know no single quotes in common.
WINDOWS = os.name == "nt"

_FOLDER: ContextVar[Path | None] = ContextVar("folder", default=None)


def quoted(word: object) -> str:
    """A word or path quoted if a shell would read it otherwise; on Windows a comma, too, as PowerShell makes a list."""
    text = str(word)
    if not WINDOWS:
        return shlex.quote(text)
    return text if re.fullmatch(r"[\w.:/\\=+-]+", text) else '"' + text.replace('"', '\\"') + '"'


def name_folder(path: Path | None) -> Path | None:
    """Keep the folder that was typed, so that ways on can name it."""
    _FOLDER.set(path)
    return path


def folder() -> str:
    """The folder that was typed, quoted; DIR if there is none."""
    return quoted(_FOLDER.get() or "DIR")
