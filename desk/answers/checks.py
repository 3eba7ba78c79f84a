"""The verdict on a tournament: rounds, costs, proofs, and what a file has written."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import UNSET, UnsetType

from ..words.proofs import claim_text
from ..words.rules import violation_text
from .answer import Answer
from .draw import OpinionAnswer, opinion_answer

if TYPE_CHECKING:
    from ...model.judging.violation import Violation
    from ...model.tournament.tournament import Tournament
    from ..rounds.proof.checking import Checked, CheckedRound
    from ..rounds.proof.claim import Claim


class BrokenRuleAnswer(Answer, frozen=True):
    """A rule that a round breaks.

    rule: name of the rule, such as "repeats"
    players: ids of whom it concerns
    table: number of the table; 0 where it is not about one
    found: how many times, stones, points (in steps) or games there are
    limit: how many there may be
    allowed: whether the director said yes to it, or a cup needs it
    outdated: whether it was legal when the round was drawn
    text: the same in words
    """

    rule: str
    players: tuple[str, ...]
    table: int
    found: int
    limit: int
    allowed: bool
    outdated: bool
    text: str


class LeastCostAnswer(Answer, frozen=True):
    """A round solved again.

    costs: what its boards cost, a number for each tier of the profile
    least: the least cost of the same round
    for_plan: what it may cost more, so that later rounds stay possible
    extra: what it costs more beyond that, in the first tier that differs
    proven: whether the least cost is proven
    certified: whether the certificate of that was verified; null if nothing was left to draw, or CP-SAT has found it
    since: whether players or results have changed since the draw, so that these are the costs of today
    engine: what has found the least cost: "matching" or "cp-sat"
    by_cp_sat: what CP-SAT says of it; null where it was not asked
    results: the costs are by the results and entrants of "today", or by those of the "draw"
    backing: who stands for terms that the settings lack: "settings" (there are none), "journal", "record", "nothing"
    terms: those terms, in words
    plan_price: whether `for_plan` was "computed" again or "believed", or what the record says of it is "wrong"; else ""
    other_lot: whether the lottery gives other boards of the same cost
    absent: ids of those who are entered and neither play nor have the bye
    ticked: whether it is proven now that no legal round costs less, and nothing of that was believed
    fingerprint: the print of the problem that was solved
    text: the same in words
    proven_by_cp_sat: what CP-SAT has proven, across a gap that the certificate leaves: "tie", "breaches" or a tier
    """

    costs: tuple[int, ...]
    least: tuple[int, ...]
    for_plan: int
    extra: int
    proven: bool
    certified: bool | None
    since: bool
    engine: str
    by_cp_sat: OpinionAnswer | None
    results: str
    backing: str
    terms: tuple[str, ...]
    plan_price: str
    other_lot: bool
    absent: tuple[str, ...]
    ticked: bool
    fingerprint: str
    text: str
    proven_by_cp_sat: tuple[str, ...] = ()


class CheckedRoundAnswer(Answer, frozen=True):
    """The verdict on a round.

    round: number of the round
    legal: whether no rule is broken but those that were allowed
    broken: every broken rule, the allowed ones too
    cost: what it costs today by the profile it was drawn by
    drawn_at: what it cost at the draw; null where that is not known
    by_hand: numbers of the tables that a person has changed since the draw
    least_cost: only with --prove; null for a round of cups alone
    sound: whether it is legal, and no cheaper one was found
    """

    round: int
    legal: bool
    broken: tuple[BrokenRuleAnswer, ...]
    cost: int
    drawn_at: int | None
    by_hand: tuple[int, ...]
    least_cost: LeastCostAnswer | UnsetType | None = UNSET
    sound: bool = True


class CheckedPlaceAnswer(Answer, frozen=True):
    """A place as it follows from the results.

    place: place, shared by equals
    id: id of the player
    name: surname, then first name
    mms: McMahon score, in points
    """

    place: int
    id: str
    name: str
    mms: float


class WrittenWrongAnswer(Answer, frozen=True):
    """What a file says and its rounds do not.

    line: line of the file
    id: id of the player
    name: surname, then first name
    what: "points" or "place"
    written: what the file says
    found: what follows from its rounds; of a place the best that the score allows
    """

    line: int
    id: str
    name: str
    what: str
    written: str
    found: str


class VerdictAnswer(Answer, frozen=True):
    """The verdict on a tournament.

    name: name of the tournament, or of the file
    sound: whether nothing is wrong; else the exit code is 1
    rounds: the rounds that were checked
    standings: the places as they follow from the results
    written: whether points and places are those that the file has written: "equal", "wrong", or "nothing" was written
    wrong: each point and place that is not
    faults: where a file contradicts itself, in words
    remarks: what else of a file was left out or guessed, in words
    """

    name: str
    sound: bool
    rounds: tuple[CheckedRoundAnswer, ...]
    standings: tuple[CheckedPlaceAnswer, ...]
    written: str
    wrong: tuple[WrittenWrongAnswer, ...]
    faults: tuple[str, ...]
    remarks: tuple[str, ...]


def verdict_answer(found: Checked, tournament: Tournament, prove: bool) -> VerdictAnswer:
    """The verdict; with `prove` the least cost of each round is in it."""
    return VerdictAnswer(
        name=found.name,
        sound=found.sound,
        rounds=tuple(_round(one, tournament, prove) for one in found.rounds),
        standings=tuple(
            CheckedPlaceAnswer(row.place, row.player.id, row.player.name, row.mms / 2) for row in found.table.rows
        ),
        written="nothing" if found.wrong is None else "wrong" if found.wrong else "equal",
        wrong=tuple(
            WrittenWrongAnswer(one.line, one.player, one.name, one.what, one.written, one.found)
            for one in found.wrong or ()
        ),
        faults=tuple(found.faults),
        remarks=tuple(found.remarks),
    )


def _round(one: CheckedRound, tournament: Tournament, prove: bool) -> CheckedRoundAnswer:
    verdict = one.verdict
    return CheckedRoundAnswer(
        round=verdict.number,
        legal=verdict.legal,
        broken=tuple(broken_rule(v, tournament) for v in verdict.violations),
        cost=verdict.cost,
        drawn_at=verdict.drawn_at,
        by_hand=tuple(game.table for game in tournament.round(verdict.number) if game.by_hand),
        least_cost=UNSET if not prove else None if one.claim is None else _least(one.claim, tournament),
        sound=one.sound,
    )


def broken_rule(violation: Violation, tournament: Tournament) -> BrokenRuleAnswer:
    """A broken rule, with its sentence."""
    return BrokenRuleAnswer(
        violation.name,
        tuple(violation.players),
        violation.table,
        violation.found,
        violation.limit,
        violation.allowed,
        violation.outdated,
        violation_text(violation, tournament),
    )


def _least(claim: Claim, tournament: Tournament) -> LeastCostAnswer:
    return LeastCostAnswer(
        costs=claim.costs,
        least=claim.least,
        for_plan=claim.for_plan,
        extra=claim.extra,
        proven=claim.proven,
        certified=claim.certified,
        since=claim.since,
        engine=claim.engine,
        by_cp_sat=opinion_answer(claim.by_cp_sat),
        results=claim.basis.value,
        backing=claim.backing.value,
        terms=claim.terms,
        plan_price=claim.plan_price.value,
        other_lot=claim.other_lot,
        absent=claim.absent,
        ticked=claim.ticked,
        fingerprint=claim.fingerprint,
        text=claim_text(claim, tournament),
        proven_by_cp_sat=claim.closed_by_cp_sat,
    )
