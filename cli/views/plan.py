"""Prints what is guaranteed of the rounds to come."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...desk.words.names import name_of
from ...desk.words.plans import plan_lines
from ..hints import remedy_lines

if TYPE_CHECKING:
    from ...desk.rounds.plan.planning import PlanDone
    from ...model.tournament.tournament import Tournament


def plan_text(done: PlanDone, tournament: Tournament) -> str:
    """What is guaranteed, and a plan round by round."""
    first, *others = plan_lines(done, tournament)
    lines = [f"{tournament.settings.name or 'the tournament'}: {first}", *others]
    lines += remedy_lines(done.foresight, tournament, done.absent)
    for one in done.plan.rounds:
        pairs = [f"{name_of(a, tournament)} – {name_of(b, tournament)}" for a, b in one.pairs]
        byes = [f"bye: {name_of(player, tournament)}" for player in one.byes]
        lines += [f"Round {one.number}", *(f"  {text}" for text in (*pairs, *byes))]
    return "\n".join(lines)
