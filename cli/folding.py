"""Lines folded to the width of a terminal: words whole, what goes on of a line indented."""

from __future__ import annotations

import re
import shutil
from typing import TextIO

from .views.columns import width

#: A word, or words in quotes as a shell needs them, with the blanks before it.
_WORD = re.compile(r"( *)((?:[`(]?(?:[^\s']*=)?'[^'\n]*'|\S)\S*)")


def folded(text: str, stream: TextIO) -> str:
    """The text as a stream shows it: folded on a terminal, as it is anywhere else."""
    return fold(text, shutil.get_terminal_size().columns) if stream.isatty() else text


def fold(text: str, room: int) -> str:
    """The text with no line wider than the room, but for a word that is; tables have been made to fit before."""
    return "\n".join(line if width(line) <= room else _fold_line(line, room) for line in text.split("\n"))


def _fold_line(line: str, room: int) -> str:
    """One line as several; the further ones are indented by two more."""
    indent = " " * (len(line) - len(line.lstrip(" ")) + 2)
    lines = [""]
    for blanks, word in _WORD.findall(line):
        if lines[-1].strip() and width(lines[-1] + blanks + word) > room:
            lines.append(indent + word)
        else:
            lines[-1] += blanks + word
    return "\n".join(lines)
