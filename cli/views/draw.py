"""Prints a draw."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...desk.tables import bar_text, scores_before
from ...desk.words.names import counted_entrants
from ...desk.words.plans import foresight_lines
from ...desk.words.proofs import proof_text
from ...desk.words.rules import priced_text, violation_text
from ...model.words import first_few
from ..hints import remedy_lines
from ..shell import folder
from .boards import boards_text, costs_text

if TYPE_CHECKING:
    from ...desk.rounds.draw.drawing import Drawn
    from ...model.judging.violation import Violation
    from ...model.pairing.pairing import Pairing
    from ...model.tournament.tournament import Tournament

MOST_NAMED = 12


def draw_text(drawn: Drawn, changed: Sequence[str], seconds: float) -> str:
    """The boards, their cost and its proof, exceeded and relaxed rules, and what is new since the draft before."""
    tournament, number = drawn.tournament, drawn.round.number
    head = f"{tournament.settings.name}: round {number} of {tournament.settings.rounds}"
    if number > tournament.settings.rounds:
        head = f"{tournament.settings.name}: round {number}, for cups only"
    lines = [
        f"{head}, {counted_entrants(len(drawn.problem), tournament.settings)}, {bar_text(tournament)}",
        boards_text(tournament, drawn.round, scores_before(tournament, number)),
        *_cost_lines(drawn, seconds),
        *_proof_lines(drawn.pairing, number),
        *foresight_lines(drawn.record.foresight, tournament),
        *remedy_lines(drawn.record.foresight, tournament),
        *(f"soft rule exceeded: {priced_text(found)}" for found in drawn.priced),
        *(_allowed_line(violation, tournament) for violation in drawn.breaches),
    ]
    if changed:
        lines.append(f"New since the last draft: {first_few(changed, MOST_NAMED, '; ')}")
    return "\n".join(lines)


def _allowed_line(violation: Violation, tournament: Tournament) -> str:
    """A broken rule, and whether the director or a cup wants it so."""
    if violation.cup is not None:
        return violation_text(violation, tournament)
    return f"broken with your permission: {violation_text(violation, tournament, remark=False)}"


def _cost_lines(drawn: Drawn, seconds: float) -> list[str]:
    """Cost and proof; tiers are not added up, because an earlier tier always decides first."""
    pairing = drawn.pairing
    by = f"by profile {drawn.record.profile.name}: {costs_text(drawn.record.costs)}"
    proof = proof_text(pairing, drawn.record.foresight.extra > 0)
    if len(pairing.tiers) > 1:
        open_ = {t.tier: f" (at least {t.bound:,})" for t in pairing.tiers if t.cost != t.bound}
        cost = "Cost by tier: " + "; ".join(f"{t.tier}: {t.cost:,}{open_.get(t.tier, '')}" for t in pairing.tiers) + ","
    else:
        cost = f"Cost {pairing.cost:,}"
        proof += "" if pairing.optimal else f": at least {pairing.bound:,}, gap {pairing.cost - pairing.bound:,}"
    return [f"{cost} {by}", f"{proof}; {seconds:.2f} s, of which {pairing.seconds['solve']:.2f} s solving"]


def _check(number: int) -> str:
    """The command that asks CP-SAT for a second opinion on a round."""
    return f"mcmahon check {folder()} --round {number} --prove --engine cp-sat"


def _proof_lines(pairing: Pairing, number: int) -> list[str]:
    """What is not proven, and what CP-SAT has proven in addition."""
    lines = []
    said = pairing.by_cp_sat
    if said is not None and said.why and not pairing.optimal:
        lines.append(f"CP-SAT has not proven it, because {said.why}.")
    elif said is not None and said.why:
        lines.append(
            f"No second opinion of CP-SAT, because {said.why}. To ask for one after the draw: {_check(number)}"
        )
    if pairing.optimal and not pairing.tie_proven:
        lines.append("The lottery is not proven: another computer may draw other boards of the same cost.")
    if pairing.closed_by_cp_sat:
        names = {"tie": "the lottery", "breaches": "the number of broken rules"}
        what = " and ".join(names.get(name, f"the cost in tier {name}") for name in pairing.closed_by_cp_sat)
        lines.append(f"CP-SAT has proven {what}; the certificate alone leaves a gap there.")
    return lines
