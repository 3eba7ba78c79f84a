"""The rounds to come: which of them are possible, and a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..words.plans import plan_lines
from .answer import Answer
from .draw import AheadAnswer, PlannedRoundAnswer, ahead_answer

if TYPE_CHECKING:
    from ...model.tournament.tournament import Tournament
    from ..rounds.plan.planning import PlanDone


class PlanAnswer(Answer, frozen=True):
    """What is guaranteed of the rounds to come.

    ahead: which of them are possible
    plan: one legal way to pair them, shown also where none is needed; empty where there is none
    not_covered: names of hard rules that depend on scores to come, which no plan can guarantee
    sentences: the same in words
    """

    ahead: AheadAnswer
    plan: tuple[PlannedRoundAnswer, ...]
    not_covered: tuple[str, ...]
    sentences: tuple[str, ...]


def plan_answer(done: PlanDone, tournament: Tournament) -> PlanAnswer:
    """What is guaranteed of the rounds of a tournament that are to come."""
    return PlanAnswer(
        ahead=ahead_answer(done.foresight, tournament),
        plan=tuple(PlannedRoundAnswer(one.number, one.pairs, one.byes) for one in done.plan.rounds),
        not_covered=tuple(done.not_covered),
        sentences=tuple(plan_lines(done, tournament)),
    )
