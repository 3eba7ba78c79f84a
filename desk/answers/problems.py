"""What is wrong with what a program has sent, with its place in fields of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

from ...model.errors import Problem
from ..verb import Answer, told


class ProblemAnswer(Answer, frozen=True, omit_defaults=True):
    """One thing that is wrong. Keys that are not known, or say nothing here, are left out."""

    text: Annotated[str, told("what is wrong and where, in words")]
    file: Annotated[str, told('name of the file, or the part of the request, such as "players[3].rank"')] = ""
    line: Annotated[int, told("number of the line in the file, from 1")] = 0
    column: Annotated[str, told("title of the column")] = ""
    argument: Annotated[str, told("key of the request that has the value")] = ""
    player: Annotated[str, told("id of the player that it is about")] = ""
    value: Annotated[str, told("the value that is wrong")] = ""
    expected: Annotated[str, told("what would be right, in words")] = ""


def problem_answers(problems: Iterable[Problem]) -> tuple[ProblemAnswer, ...]:
    """The problems of an error, for programs."""
    return tuple(
        ProblemAnswer(str(p), p.file, p.line, p.column, p.argument, p.player, p.value, p.expected) for p in problems
    )
