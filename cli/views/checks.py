"""Prints the verdict on a tournament."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from ...desk.words.checks import least_text
from .rounds import verdict_lines

if TYPE_CHECKING:
    from ...desk.rounds.proof.checking import Checked
    from ...model.tournament.tournament import Tournament


def checked_lines(found: Checked, tournament: Tournament) -> Iterator[str]:
    """Each round, with its least cost where it was solved again; then what is wrong in a file."""
    if not found.rounds:
        yield "no round has been drawn"
    for one in found.rounds:
        yield from verdict_lines(one.verdict, tournament)
        if one.least is not None:
            yield f"round {one.verdict.number}: {least_text(one.least)}"
    yield from (f"the file contradicts itself: {fault}" for fault in found.faults)
    for wrong in found.wrong or ():
        ours = f"{wrong.found} by the rounds" if wrong.what == "points" else f"at best {wrong.found} by the scores"
        yield f"line {wrong.line}: {wrong.name} ({wrong.player}): {wrong.what} {wrong.written}, {ours}"
    if found.wrong == []:
        yield "points and places are those that follow from the rounds"
