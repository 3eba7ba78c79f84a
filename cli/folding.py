"""Folds lines to the width of a terminal, between words; continuation lines are indented."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Sequence
from typing import TextIO

from .views.columns import width

LAST_LINES = 4  # below a draw: how to publish it, and the next prompt

#: A word, or several words in shell quotes, with the blanks before it.
_WORD = re.compile(r"( *)((?:[`(]?(?:[^\s']*=)?'[^'\n]*'|\S)\S*)")


def folded(text: str, stream: TextIO) -> str:
    """The text, folded if the stream is a terminal."""
    return fold(text, shutil.get_terminal_size().columns) if stream.isatty() else text


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
