"""Everything about a tournament checked: each round, its cost and proof, and the standings that a file has written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from msgspec import UNSET, UnsetType

from ....io.files import read_bytes
from ....io.foreign.foreign import WrittenWrong
from ....io.foreign.wallist import CONTRADICTIONS
from ....io.formats import format_of
from ....model.placing.standings import Standings, standings
from ....model.records.state import State
from ....model.tournament.settings.play import EngineName
from ....model.tournament.tournament import Tournament
from ....solver.engine import Options
from ...files.export_files import read_source
from ...messages.proof_texts import claim_text
from ...outcome import Outcome
from ...verb import Answer, Request, told
from ..change_boards import BrokenRuleAnswer, Verdict, broken_rule, check
from ..draw.draw_answer import OpinionAnswer, opinion_answer
from ..draw.engines import by_engine
from .claim import Claim
from .proving import claim_of


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


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A round as the judge sees it; with `claim` if it was solved again."""

    verdict: Verdict
    claim: Claim | None = None

    @property
    def shown(self) -> Verdict:
        """The verdict with the costs that are proven, of the draw or of today: never one beside the other."""
        claim = self.claim
        return self.verdict if claim is None else replace(self.verdict, costs=claim.by_criterion, drawn_at=None)

    @property
    def sound(self) -> bool:
        """Whether it is legal, and no cheaper one was found."""
        return self.verdict.legal and (self.claim is None or self.claim.sound)


@dataclass(frozen=True, slots=True)
class Checked:
    """All that was checked. `wrong` is None where nothing was written that could be compared.

    `faults` are remarks on a file that contradicts itself, `remarks` on what else was left out or guessed.
    """

    name: str
    rounds: Sequence[CheckedRound]
    table: Standings
    wrong: Sequence[WrittenWrong] | None = None
    faults: Sequence[str] = ()
    remarks: Sequence[str] = ()

    @property
    def sound(self) -> bool:
        """Whether nothing is wrong."""
        return not self.faults and not self.wrong and all(one.sound for one in self.rounds)


class Check(Request, frozen=True, kw_only=True):
    """Rounds to be checked; nothing is written."""

    round: Annotated[int, told("number of the round; 0 is all of them")] = 0
    prove: Annotated[bool, told("solve each again, so that it is known whether no legal one costs less")] = False
    engine: Annotated[
        EngineName,
        told(
            'what solves it: "matching", "cp-sat", or "both", the former with a second opinion of the latter',
            "ENGINE",
        ),
    ] = "matching"


def check_all(
    state: State, request: Check, options: Options | None = None, folder: Path | None = None
) -> Outcome[Checked]:
    """A tournament checked. Raises InputError, NoAnswerError."""
    options = by_engine(state, request.engine, options)
    judged = check(state, request.round)
    rounds = [
        CheckedRound(verdict, claim_of(state, verdict.number, options, folder) if request.prove else None)
        for verdict in judged.value
    ]
    name = state.tournament.settings.name
    return Outcome(state, Checked(name, rounds, standings(state.tournament)), judged.notes)


def verdict(
    state: State, request: Check, options: Options | None = None, folder: Path | None = None
) -> Outcome[VerdictAnswer]:
    """The same as programs get it. Raises as `check_all`."""
    outcome = check_all(state, request, options, folder)
    return Outcome(state, verdict_answer(outcome.value, state.tournament, request.prove), outcome.notes)


def check_file(path: Path, request: Check, options: Options | None = None) -> Outcome[Checked]:
    """A file of another program checked, with points and places if its format has them. Raises as `check_all`."""
    source = read_source(path)
    outcome = check_all(source.state, request, options)
    faults = [line for line in source.remarks.lines() if line.startswith(CONTRADICTIONS)]
    remarks = [line for line in source.remarks.lines() if line not in faults]
    wrong = None
    data = read_bytes(path)
    compared = format_of(path, data=data).compared
    if compared is not None:
        wrong = compared(data, str(path), source.state.tournament, outcome.value.table)
    return replace(outcome, value=replace(outcome.value, name=str(path), wrong=wrong, faults=faults, remarks=remarks))


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
            WrittenWrongAnswer(one.line, one.player, one.name, what=one.what, written=one.written, found=one.found)
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
