"""The verdict on a tournament: rounds, costs, proofs, and what a file has written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import UNSET, UnsetType

from ..verb import Answer, told
from ..words.proofs import claim_text
from ..words.rules import violation_text
from .draw import OpinionAnswer, opinion_answer

if TYPE_CHECKING:
    from ...model.judging.violation import Violation
    from ...model.tournament.tournament import Tournament
    from ..rounds.proof.checking import Checked, CheckedRound
    from ..rounds.proof.claim import Claim


class BrokenRuleAnswer(Answer, frozen=True):
    """A rule that a round breaks."""

    rule: Annotated[str, told('name of the rule, such as "repeats"')]
    players: Annotated[tuple[str, ...], told("ids of whom it concerns")]
    table: Annotated[int, told("number of the table; 0 where it is not about one")]
    found: Annotated[int, told("how many times, stones, points (in steps) or games there are")]
    limit: Annotated[int, told("how many there may be")]
    allowed: Annotated[bool, told("whether the director said yes to it, or a cup needs it")]
    outdated: Annotated[bool, told("whether it was legal when the round was drawn")]
    text: Annotated[str, told("the same in words")]


class LeastCostAnswer(Answer, frozen=True):
    """A round solved again."""

    costs: Annotated[tuple[int, ...], told("what its boards cost, a number for each tier of the profile")]
    least: Annotated[tuple[int, ...], told("the least cost of the same round")]
    for_plan: Annotated[int, told("what it may cost more, so that later rounds stay possible")]
    extra: Annotated[int, told("what it costs more beyond that, in the first tier that differs")]
    proven: Annotated[bool, told("whether the least cost is proven")]
    certified: Annotated[
        bool | None,
        told("whether the certificate of that was verified; null if nothing was left to draw, or CP-SAT has found it"),
    ]
    since: Annotated[
        bool, told("whether players or results have changed since the draw, so that these are the costs of today")
    ]
    engine: Annotated[str, told('what has found the least cost: "matching" or "cp-sat"')]
    by_cp_sat: Annotated[OpinionAnswer | None, told("what CP-SAT says of it; null where it was not asked")]
    results: Annotated[str, told('the costs are by the results and entrants of "today", or by those of the "draw"')]
    backing: Annotated[
        str,
        told(
            'who stands for terms that the settings lack: "settings" (there are none), "journal", "record", "nothing"'
        ),
    ]
    terms: Annotated[tuple[str, ...], told("those terms, in words")]
    plan_price: Annotated[
        str,
        told(
            'whether `for_plan` was "computed" again or "believed", or what the record says of it is "wrong"; else ""'
        ),
    ]
    other_lot: Annotated[bool, told("whether the lottery gives other boards of the same cost")]
    absent: Annotated[tuple[str, ...], told("ids of those who are entered and neither play nor have the bye")]
    ticked: Annotated[
        bool, told("whether it is proven now that no legal round costs less, and nothing of that was believed")
    ]
    fingerprint: Annotated[str, told("the print of the problem that was solved")]
    text: Annotated[str, told("the same in words")]
    proven_by_cp_sat: Annotated[
        tuple[str, ...],
        told('what CP-SAT has proven, across a gap that the certificate leaves: "tie", "breaches" or a tier'),
    ] = ()


class CheckedRoundAnswer(Answer, frozen=True):
    """The verdict on a round."""

    round: Annotated[int, told("number of the round")]
    legal: Annotated[bool, told("whether no rule is broken but those that were allowed")]
    broken: Annotated[tuple[BrokenRuleAnswer, ...], told("every broken rule, the allowed ones too")]
    cost: Annotated[int, told("what it costs today by the profile it was drawn by")]
    drawn_at: Annotated[int | None, told("what it cost at the draw; null where that is not known")]
    by_hand: Annotated[tuple[int, ...], told("numbers of the tables that a person has changed since the draw")]
    least_cost: Annotated[
        LeastCostAnswer | UnsetType | None, told("only if the least cost was asked for; null for a round of cups alone")
    ] = UNSET
    sound: Annotated[bool, told("whether it is legal, and no cheaper one was found")] = True


class CheckedPlaceAnswer(Answer, frozen=True):
    """A place as it follows from the results."""

    place: Annotated[int, told("place, shared by equals")]
    id: Annotated[str, told("id of the player")]
    name: Annotated[str, told("surname, then first name")]
    mms: Annotated[float, told("McMahon score, in points")]


class WrittenWrongAnswer(Answer, frozen=True):
    """What a file says and its rounds do not."""

    line: Annotated[int, told("line of the file")]
    id: Annotated[str, told("id of the player")]
    name: Annotated[str, told("surname, then first name")]
    what: Annotated[str, told('"points" or "place"')]
    written: Annotated[str, told("what the file says")]
    found: Annotated[str, told("what follows from its rounds; of a place the best that the score allows")]


class VerdictAnswer(Answer, frozen=True):
    """The verdict on a tournament."""

    name: Annotated[str, told("name of the tournament, or of the file")]
    sound: Annotated[bool, told("whether nothing is wrong; else the exit code is 1")]
    rounds: Annotated[tuple[CheckedRoundAnswer, ...], told("the rounds that were checked")]
    standings: Annotated[tuple[CheckedPlaceAnswer, ...], told("the places as they follow from the results")]
    written: Annotated[
        str,
        told(
            'whether points and places are those that the file has written: "equal", "wrong", or "nothing" was written'
        ),
    ]
    wrong: Annotated[tuple[WrittenWrongAnswer, ...], told("each point and place that is not")]
    faults: Annotated[tuple[str, ...], told("where a file contradicts itself, in words")]
    remarks: Annotated[tuple[str, ...], told("what else of a file was left out or guessed, in words")]


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
