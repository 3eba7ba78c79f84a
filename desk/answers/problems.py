"""What is wrong with what a program has sent, with its place in fields of its own."""

from __future__ import annotations

from collections.abc import Iterable

from ...model.errors import Problem
from .answer import Answer


class ProblemAnswer(Answer, frozen=True, omit_defaults=True):
    """One thing that is wrong. Keys that are not known, or say nothing here, are left out.

    text: what is wrong and where, in words
    file: name of the file, or the part of the request, such as "players[3].rank"
    line: number of the line in the file, from 1
    column: title of the column
    argument: key of the request that has the value
    player: id of the player that it is about
    value: the value that is wrong
    expected: what would be right, in words
    """

    text: str
    file: str = ""
    line: int = 0
    column: str = ""
    argument: str = ""
    player: str = ""
    value: str = ""
    expected: str = ""


def problem_answers(problems: Iterable[Problem]) -> tuple[ProblemAnswer, ...]:
    """The problems of an error, for programs."""
    return tuple(
        ProblemAnswer(str(p), p.file, p.line, p.column, p.argument, p.player, p.value, p.expected) for p in problems
    )
