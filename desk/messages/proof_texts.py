"""Checks and proofs in sentences, and how far a search is."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ...model.language import counted, first_few, one_line
from ...model.notes import name_of
from ...model.plan.plan import Outlook
from ...model.tournament.games import ByHand
from ...model.tournament.tournament import Tournament
from ..options import Progress
from ..rounds.proof.claim import Backing, Basis, Claim, PlanPrice
from .foresight_texts import rounds_words

if TYPE_CHECKING:
    from ...model.errors import EnginesDisagreeError
    from ...model.records.state import State
    from ..rounds.proof.claim import Verified

MOST_BOARDS, MOST_NEW_BOARDS = 8, 12
PROVEN = "Proven: no legal round costs less."


def proven_text(verified: Verified) -> str:
    """What is proven of the folder's round, in one sentence."""
    if verified.proven:
        if verified.backing is Backing.RECORD:
            return "Proven, if the record of the draw is right: no legal round costs less."
        return "Proven under the terms below: no legal round costs less." if verified.own_terms else PROVEN
    if verified.gap and any(value != bound for name, value, bound in verified.tiers if name != "tie"):
        return "Not proven: there may be a legal round that costs less."
    if verified.gap or not verified.lot:
        return "Not proven: the lottery among rounds of equal cost is open."
    if verified.differences:
        return "Proven, but by other terms than the folder's."
    if verified.other and verified.other.extra:
        return "The round in the folder is not the cheapest one that was proven."
    return "The round in the folder is not the one that was proven." if verified.other else "The plan is not legal."


def verified_lines(verified: Verified, tournament: Tournament | None) -> list[str]:
    """The round, each tier with its cost and bound, the plan, and under which terms all that holds."""
    lines = [f"{verified.title}: the pairing is legal"]
    for name, value, bound in verified.tiers:
        what = {"tie": "lottery", "breaches": "broken rules"}.get(name, f"cost, tier {name}")
        least = "proven minimal" + " under the certificate's own terms" * bool(verified.differences)
        rest = least if value == bound else f"not proven minimal, gap {value - bound:,}"
        lines.append(f"{what}: {value:,}, bound {bound:,}: {rest}")
    return [*lines, *verified_more(verified, tournament)]


def verified_more(verified: Verified, tournament: Tournament | None) -> list[str]:
    """What a certificate says beside the tiers: the plan, the terms and who stands for them, other boards, absences."""
    lines = [] if verified.lot else ["lottery: not part of the proof"]
    if verified.whole_cost is not None:
        lines.append(f"with the boards that were fixed by hand, the round costs {verified.whole_cost:,}")
    lines += _plan_lines(verified)
    lines += verified.terms
    if verified.own_terms and verified.backing is not Backing.NOTHING:
        of = "as the record says" if verified.backing is Backing.RECORD else "under these terms"
        lines.append(f"{of}: {'; '.join(verified.own_terms)}")
    if verified.backing is Backing.NOTHING:
        lines.append(f"no command has written what the record of the round says: {'; '.join(verified.own_terms)}")
    lines += [f"the terms differ from the folder's: {line}" for line in verified.differences]
    if verified.other and tournament is not None:
        costs, boards = other_round_lines(verified, tournament)
        lines += [f"the folder has another round: {costs}", boards]
    if verified.absent and tournament is not None:
        lines.append(absent_text(verified.absent, tournament))
    return [one_line(line) for line in (*lines, *verified.notes)]


def _plan_lines(verified: Verified) -> list[str]:
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


def absent_text(absent: Sequence[str], tournament: Tournament) -> str:
    """Who (ids) is entered and neither plays nor has the bye."""
    return f"entered, but absent: {first_few([name_of(player, tournament) for player in absent], MOST_BOARDS)}"


def drawn_text(claim: Claim) -> str:
    """What is proven of a round just drawn, and by which engines; `terms_text` says under whose terms."""
    if not claim.proven:
        return "not proven"
    for_plan = claim.plan_price is not PlanPrice.NONE
    best = "proven optimal" + " of those that leave a plan" * for_plan
    return f"{best}{'; the cheapest of all' * for_plan} {_engines_text(claim)}"


def _engines_text(claim: Claim) -> str:
    """By which engines a round is proven: by duals in whole numbers, by CP-SAT over all pairs, or by both."""
    said = claim.by_cp_sat
    if said is None or not said.agrees:
        return "by CP-SAT" if claim.engine == "cp-sat" else "by matching"
    if claim.engine == "cp-sat":
        rows = f", {counted(said.odd_sets, 'odd set')} from the matching engine" if said.odd_sets else ""
        return f"by CP-SAT ({said.pairs:,} pairs{rows})"
    return f"by matching and by CP-SAT ({said.pairs:,} pairs)"


def closed_text(names: Sequence[str]) -> str:
    """The tiers of a certificate in which CP-SAT has closed the gap, in words."""
    words = {"tie": "the lottery", "breaches": "the number of broken rules"}
    return " and ".join(words.get(name, f"the cost in tier {name}") for name in names)


def disagreement_lines(wrong: EnginesDisagreeError, state: State, number: int) -> list[str]:
    """How the engines disagree on a round: both costs, and the boards that only CP-SAT's round has."""
    names = {player.id: player.name for player in state.tournament.players}
    met = {frozenset(game.players) for game in state.tournament.round(number)}
    new = [f"{names.get(a, a)} – {names.get(b, b)}" for a, b in wrong.boards if frozenset((a, b)) not in met]
    where = f"; both rounds are in the file {Path(wrong.file).resolve()}" if wrong.file else ""
    costs = f"this round costs {wrong.cost:,}, but CP-SAT has a legal one that costs {wrong.cheaper:,}"
    return [
        f"The engines disagree: {costs}",
        f"Boards of CP-SAT's round: {first_few(new, MOST_NEW_BOARDS, '; ')}{where}. Please report this round",
    ]


def other_round_lines(verified: Verified, tournament: Tournament) -> list[str]:
    """Where the folder has other boards than those proven: what both rounds cost, and the boards; else nothing."""
    other = verified.other
    if other is None:
        return []
    names = tournament.by_id()
    boards = [
        f"table {game.table}: {' – '.join(names[player].name for player in game.players)}"
        + " (swapped by hand)" * (ByHand.SWAP in game.by_hand)
        for game in other.games
    ]
    boards += [f"bye: {names[player].name}" for player in other.byes]
    more = f"{abs(other.extra):,} {'more' if other.extra > 0 else 'less'}" if other.extra else "the same"
    return [
        f"the proven round costs {other.certified_cost:,}; the round in the folder costs {other.cost:,}, {more}",
        f"not in the proven round: {first_few(boards, MOST_BOARDS, '; ')}",
    ]


def claim_text(claim: Claim, tournament: Tournament) -> str:
    """What is claimed of a round: whether none costs less, by whose terms and results, and what was only believed."""
    keeps = f"{claim.for_plan:,} more keeps later rounds possible"
    of_plan = {
        PlanPrice.COMPUTED: f"{keeps}, computed again",
        PlanPrice.BELIEVED: f"{keeps}, as the record says; this is believed",
        PlanPrice.WRONG: "the record names a wrong price for keeping later rounds possible",
    }
    said = [
        _least_text(claim),
        _results_text(claim),
        terms_text(claim),
        of_plan.get(claim.plan_price, ""),
        "the lottery gives other boards of the same cost" * claim.other_lot,
        absent_text(claim.absent, tournament) if claim.absent else "",
    ]
    return "; ".join(filter(None, said))


def _results_text(claim: Claim) -> str:
    """By whose results, if they have changed since the draw."""
    if claim.basis is Basis.DRAW:
        return "by the results known at the draw"
    return "by scores and results of today, which have changed since the draw" if claim.since else ""


def terms_text(claim: Claim) -> str:
    """The terms that are not the settings' own, and who stands for them; empty if there are none."""
    terms = "; ".join(claim.terms)
    match claim.backing:
        case Backing.SETTINGS:
            return ""
        case Backing.JOURNAL:
            return f"under these terms: {terms}" if terms else ""
        case Backing.RECORD:
            return f"as the record says: {terms or 'the scores at the draw'}"
    return f"by the settings alone, because no command has written what the record says: {terms}"


def at_draw_text(claim: Claim) -> str:
    """What the record of the draw says of a round, which nobody has checked now."""
    bound = "" if not claim.extra else f" than {sum(claim.least):,}"
    said = f"at the draw, no legal round cost less{bound}"
    return "; ".join(filter(None, (said, terms_text(claim))))


def _least_text(claim: Claim) -> str:
    """Whether no pairing costs less, and whether the proof of that holds."""
    proof = {True: ", certificate verified", False: ", but its certificate is wrong", None: ""}[claim.certified]
    proof = f" {_engines_text(claim)}{proof}"
    if claim.closed_by_cp_sat:
        proof += f"; CP-SAT has proven {closed_text(claim.closed_by_cp_sat)}, where the certificate leaves a gap"
    if claim.by_cp_sat is not None and claim.by_cp_sat.why:
        proof += f"; no second opinion of CP-SAT, because {claim.by_cp_sat.why}"
    if not claim.proven:
        return "the time was too short to prove the least cost"
    if claim.extra:
        best = " + ".join(f"{cost:,}" for cost in claim.cheapest)
        return f"costs {claim.extra:,} more than the cheapest ({best}{proof})"
    return f"no legal pairing costs less: proven{proof}"


def progress_text(found: Progress) -> str:
    """`Best round so far 112,000; none costs less than 111,544 (gap 0.4 %).`"""
    if found.tier == "tie":
        return "The cost is proven; the lottery decides among equal rounds."
    if found.tier == "breaches":
        return "Looking for a round that breaks as few rules as possible."
    if found.bound is None and found.cost is None:
        return "No bound yet."
    if found.cost is None:
        return f"No round costs less than {found.bound:,}. None of that cost is found yet."
    if found.bound is None:
        return f"Best round so far {found.cost:,}. No bound yet."
    if found.bound >= found.cost:
        return f"The best round costs {found.cost:,}, proven."
    share = 100 * (found.cost - found.bound) / max(found.cost, 1)
    return f"Best round so far {found.cost:,}; none costs less than {found.bound:,} (gap {share:.1f} %)."
