"""Looking for the pairing of a repaired round: few boards given up, and a plan left for the rounds behind it."""

from __future__ import annotations

from dataclasses import dataclass

from ....model.pairing.pairing import Pairing
from ....model.plan.plan import NO_FORESIGHT, Foresight
from ....model.tournament.tournament import Tournament
from ....solver.engine import Options
from ....solver.questions.repair import (
    Repaired,
    cheapest,
    fewest_acceptable_changes,
    fewest_changes,
    within_changes,
)
from ..draw.looking_ahead import passed
from .late_changes import RepairCase


@dataclass(frozen=True, slots=True)
class RepairFound:
    """The pairing of a repaired round, the cheapest round of all, and the one that gives up fewest boards.

    `without_plan` is how many boards would be given up, were it not for the rounds to come; None where that is the same
    round.
    """

    pairing: Pairing
    cheapest: Repaired
    fewest: Repaired
    without_plan: int | None = None


def searched(case: RepairCase, most: int | None, options: Options | None) -> RepairFound:
    """The pairing of the repaired round, and those to compare it with. Raises as `solve` does."""
    problem, kept = case.problem, case.kept
    least, fewest = cheapest(problem, kept, options), fewest_changes(problem, kept, options)
    if most is not None:
        own = within_changes(problem, kept, most, options, least)
    else:
        own = fewest_acceptable_changes(problem, kept, case.tournament.settings.pairing.repair_wider, least, options)
    planned = _leaving_a_plan(case, own, most, options)
    return RepairFound(planned.pairing, least, fewest, own.changed if planned is not own else None)


def _leaving_a_plan(case: RepairCase, own: Repaired, most: int | None, options: Options | None) -> Repaired:
    """The pairing itself, where it leaves a plan for the rounds to come or none goes farther; else one that does.

    Where at most so many boards may change, they do so in that one, too.
    """
    if case.later is None or own.pairing.breaches:
        return own
    ahead = case.later.behind(case.problem, own.pairing.pairs, own.pairing.byes)
    return (ahead.short and case.later.repaired(case.problem, case.kept, ahead.until, options, most)) or own


def foresight_behind(case: RepairCase, pairing: Pairing, after: Tournament) -> Foresight:
    """What is possible behind a pairing, its plan passed by the judge."""
    if case.later is None:
        return NO_FORESIGHT
    return passed(case.later.behind(case.problem, pairing.pairs, pairing.byes), after, case.later.profile)
