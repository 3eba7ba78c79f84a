"""What a certificate proves, as it is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...desk.words.proofs import proof_texts
from ...model.words import one_line

if TYPE_CHECKING:
    from ...desk.rounds.verifying import Verified


def verified_lines(verified: Verified) -> list[str]:
    """The round, each tier with its value and bound, and what the proof takes for granted."""
    lines = [f"{verified.title}: the pairing is legal"]
    for name, value, bound in verified.tiers:
        what = {"tie": "lottery", "breaches": "broken rules"}.get(name, f"cost, tier {name}")
        least = "proven least" + " under the certificate's own terms" * bool(verified.differences)
        rest = least if value == bound else f"not proven least, the proof leaves a gap of {value - bound:,}"
        lines.append(f"{what}: {value:,}, no pairing below {bound:,}: {rest}")
    return [*lines, *map(one_line, verified.terms)]


def verified_notes(verified: Verified) -> list[str]:
    """Where the folder's round, or its terms, are others."""
    lines = [f"other terms than the folder's: {one_line(line)}" for line in verified.differences]
    if verified.other_boards:
        what = f"{verified.other_boards} games or byes of the proven one are not there"
        lines.append(f"the folder's round is another one: {what}")
    return [*lines, *map(one_line, proof_texts(verified.notes))]
