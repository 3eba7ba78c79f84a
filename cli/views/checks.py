"""Prints the verdict on a tournament."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from .rounds import verdict_lines

if TYPE_CHECKING:
    from ...desk.rounds.checking import Checked, Least
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


def least_text(least: Least) -> str:
    """What solving a round again has shown."""
    plan = f"; {least.for_plan:,} more keeps later rounds possible" if least.for_plan else ""
    today = "; by scores and results of today" if least.since else ""
    proof = {True: ", certificate verified", False: ", but its certificate is wrong", None: ""}[least.certified]
    if not least.proven:
        return f"the time was too short to prove the least cost{today}"
    if least.extra:
        best = " + ".join(f"{cost:,}" for cost in least.least)
        return f"costs {least.extra:,} more than the cheapest ({best}{proof}){plan}{today}"
    return f"no legal pairing costs less: proven{proof}{plan}{today}"
