"""Prints the steps of the journal."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from ...desk.words.steps import BROKEN
from ...model.words import one_line
from .. import shell
from .columns import room_of_terminal, width

if TYPE_CHECKING:
    from ...desk.steps import LoggedStep

CLOCK = len("12:00:00")


def log_lines(steps: Sequence[LoggedStep]) -> Iterator[str]:
    """A line for each step, under its day; times are those of this computer."""
    before = ""
    for step in steps:
        day, _, clock = step.time.partition(" ")
        if step.unsound:
            yield f"{step.number:5}  cannot be read: {step.unsound}"
            continue
        if day != before:
            yield f"{day}, local time:"
            before = day
        command, remark, broken = one_line(step.command).partition(BROKEN)
        yield _command_lines(f"{step.number:5}  {clock[:CLOCK]}  ", command) + remark + broken


def _command_lines(head: str, command: str) -> str:
    """A command after its number, as this system's shell reads it; on a narrow terminal on several lines, as one."""
    if not command.startswith("mcmahon "):
        return head + command
    try:
        words = [shell.quoted(word) for word in shlex.split(command)]
    except ValueError:  # written before commands were quoted
        return head + command
    room = room_of_terminal()
    if shell.WINDOWS or not room or width(head + command) <= room:
        return head + " ".join(words)
    lines = [head + words[0]]
    for word in words[1:]:
        if width(f"{lines[-1]} {word} \\") > room:
            lines[-1] += " \\"
            lines.append(" " * 6)
        first, *rest = _pieces(word, room - len(" " * 7 + "\\"))
        lines[-1] += f" {first}"
        for piece in rest:
            lines[-1] += "\\"
            lines.append(piece)  # without a blank before it: a shell reads it as more of the same word
    return "\n".join(lines)


def _pieces(word: str, room: int) -> list[str]:
    """A quoted word; one that is too long is broken behind blanks, each part in quotes of its own."""
    if width(word) <= room:
        return [word]
    parts = [""]
    for text in re.findall(r"\S*\s*", "".join(shlex.split(word))):
        if parts[-1] and width(shlex.quote(parts[-1] + text)) > room:
            parts.append("")
        parts[-1] += text
    return [shlex.quote(part) for part in parts]
