"""What solving a round again has shown, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .proofs import engines_text

if TYPE_CHECKING:
    from ..answers.checks import LeastCostAnswer
    from ..rounds.proof.checking import Least


def least_text(least: Least | LeastCostAnswer) -> str:
    """Whether no pairing costs less, by which costs, and whether the proof of that holds."""
    plan = f"; {least.for_plan:,} more keeps later rounds possible" if least.for_plan else ""
    today = "; by scores and results of today" if least.since else ""
    proof = {True: ", certificate verified", False: ", but its certificate is wrong", None: ""}[least.certified]
    by = engines_text(least.engine, least.by_cp_sat)
    proof = f" {by}{proof}" if by else proof
    if least.by_cp_sat is not None and least.by_cp_sat.why:
        proof += f"; no second opinion of CP-SAT, because {least.by_cp_sat.why}"
    if not least.proven:
        return f"the time was too short to prove the least cost{today}"
    if least.extra:
        best = " + ".join(f"{cost:,}" for cost in least.least)
        return f"costs {least.extra:,} more than the cheapest ({best}{proof}){plan}{today}"
    return f"no legal pairing costs less: proven{proof}{plan}{today}"
