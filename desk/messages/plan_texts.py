"""Plans for the rounds to come, in sentences: as asked for, and as a certificate has one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...model.language import one_line
from ...model.plan.plan import Outlook
from ...model.tournament.tournament import Tournament
from .foresight_texts import PLANNING_OFF, guarantee_lines, rounds_words, shortage_text

if TYPE_CHECKING:
    from ..rounds.plan.planning import PlanDone
    from ..rounds.proof.claim import Verified


def certified_plan_lines(verified: Verified) -> list[str]:
    """What a certificate says of the rounds after its own, whether that holds, and which of them it does not cover."""
    foresight = verified.foresight
    rounds = rounds_words(foresight.first, foresight.until)
    if verified.plan_broken:
        return [f"the plan is not legal: {one_line(verified.plan_broken)}"]
    lines = []
    if foresight.extra:
        lines.append(
            f"the certificate says that a plan for {rounds} needs {foresight.extra:,} more than the cheapest round of "
            "all; this is believed, not proven"
        )
    if foresight.outlook is Outlook.PLANNED:
        lines.append(f"the plan for {rounds} is legal")
    elif foresight.outlook is Outlook.SURE:
        lines.append(f"{rounds} can be paired whatever is drawn")
    covered = max(foresight.until, verified.number)
    if covered < verified.last:
        why = {Outlook.OPEN: "the search ended before it was decided", Outlook.NONE: "no legal plan exists"}
        says = why.get(foresight.outlook, "the certificate says nothing of that")
        lines.append(f"not covered: whether {rounds_words(covered + 1, verified.last)} can be paired; {says}")
    return lines


def plan_lines(done: PlanDone, tournament: Tournament) -> list[str]:
    """What is guaranteed of the rounds to come as the tournament stands, and what is not."""
    foresight = done.foresight
    if foresight.outlook is Outlook.NOTHING:
        return ["no round is to come."]
    rounds = rounds_words(foresight.first, foresight.until)
    lines = []
    if foresight.outlook is Outlook.SURE:
        lines.append(f"{rounds} can be paired whatever is drawn.")
    if foresight.outlook is Outlook.PLANNED and not foresight.short:
        off = tournament.settings.pairing.plan_ahead == "off"
        lines.append(f"{rounds} can be paired by the rules{'' if off else ', and every draw keeps it so'}.")
        lines += [PLANNING_OFF] if off else []
    if foresight.outlook is Outlook.OPEN:
        lines += guarantee_lines(foresight)
    if foresight.short:
        lines.append(shortage_text(foresight, tournament))
    if done.not_covered:
        lines.append(f"Not covered, because they depend on scores to come: {', '.join(done.not_covered)}.")
    if done.plan.rounds:
        lines.append("One way to pair them is below. It is not what will be drawn: each draw pairs by results.")
    return lines
