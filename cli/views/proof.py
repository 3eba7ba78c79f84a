"""Prints what a certificate proves."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...desk.words.plans import certified_plan_lines
from ...desk.words.proofs import other_round_lines, proof_texts
from ...model.words import one_line

if TYPE_CHECKING:
    from ...desk.rounds.proof.verifying import Verified
    from ...model.tournament.tournament import Tournament


def verified_lines(verified: Verified) -> list[str]:
    """The round, each tier with its cost and bound, and the assumptions of the proof."""
    lines = [f"{verified.title}: the pairing is legal"]
    for name, value, bound in verified.tiers:
        what = {"tie": "lottery", "breaches": "broken rules"}.get(name, f"cost, tier {name}")
        least = "proven minimal" + " under the certificate's own terms" * bool(verified.differences)
        rest = least if value == bound else f"not proven minimal, gap {value - bound:,}"
        lines.append(f"{what}: {value:,}, bound {bound:,}: {rest}")
    return [*lines, *certified_plan_lines(verified), *map(one_line, verified.terms)]


def verified_notes(verified: Verified, tournament: Tournament | None) -> list[str]:
    """Where the folder has another round, or other terms."""
    lines = [f"the terms differ from the folder's: {one_line(line)}" for line in verified.differences]
    if verified.other and tournament is not None:
        costs, boards = other_round_lines(verified, tournament)
        lines += [f"the folder has another round: {costs}", boards]
    return [*lines, *map(one_line, proof_texts(verified.notes))]
