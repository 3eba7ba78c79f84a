"""The rounds to come: which of them are possible, and a plan."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ...messages.plan_texts import plan_lines
from ...verb import Answer, told
from ..draw.draw_answer import AheadAnswer, PlannedRoundAnswer, ahead_answer

if TYPE_CHECKING:
    from ....model.tournament.tournament import Tournament
    from .planning import PlanDone


class PlanAnswer(Answer, frozen=True):
    """What is guaranteed of the rounds to come."""

    ahead: Annotated[AheadAnswer, told("which of them are possible")]
    plan: Annotated[
        tuple[PlannedRoundAnswer, ...],
        told("one legal way to pair them, shown also where none is needed; empty where there is none"),
    ]
    not_covered: Annotated[
        tuple[str, ...], told("names of hard rules that depend on scores to come, which no plan can guarantee")
    ]
    sentences: Annotated[tuple[str, ...], told("the same in words")]


def plan_answer(done: PlanDone, tournament: Tournament) -> PlanAnswer:
    """What is guaranteed of the rounds of a tournament that are to come."""
    return PlanAnswer(
        ahead=ahead_answer(done.foresight, tournament),
        plan=tuple(PlannedRoundAnswer(one.number, one.pairs, one.byes) for one in done.plan.rounds),
        not_covered=tuple(done.not_covered),
        sentences=tuple(plan_lines(done, tournament)),
    )
