"""Everything about a tournament checked: each round, its cost and proof, and the standings that a file has written."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from ....io.files import read_bytes
from ....io.foreign.wallist import CONTRADICTIONS
from ....io.formats import format_of
from ....model.placing.standings import standings
from ....model.records.state import State
from ....model.tournament.settings.play import EngineName
from ....model.tournament.tournament import Tournament
from ....solver.engine import Options
from ...files.export_files import read_source
from ...messages.proof_texts import claim_text
from ...verb import Answer, Outcome, Request, Seconds, answer_of, told
from ..change_boards import BrokenRuleAnswer, Verdict, broken_rule, check
from ..draw.draw_answer import OpinionAnswer
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
    by_criterion: Annotated[dict[str, int], told("what its boards cost, by criterion")] = msgspec.field(
        default_factory=dict
    )


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
    by_criterion: Annotated[dict[str, int], told("`cost` by criterion; those that cost nothing are left out")] = (
        msgspec.field(default_factory=dict)
    )


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
    seconds: Annotated[Seconds, told("time limit for all rounds", "SECONDS", to="here")] = 300.0


def check_all(
    state: State, request: Check, options: Options | None = None, folder: Path | None = None
) -> Outcome[VerdictAnswer]:
    """A tournament checked. Raises InputError, NoAnswerError."""
    options = by_engine(state, request.engine, options or Options(request.seconds))
    judged, table = check(state, request.round), standings(state.tournament)
    rounds = tuple(_checked(state, one, request, options, folder) for one in judged.value)
    found = VerdictAnswer(
        name=state.tournament.settings.name,
        sound=all(one.sound for one in rounds),
        rounds=rounds,
        standings=tuple(CheckedPlaceAnswer(r.place, r.player.id, r.player.name, r.mms / 2) for r in table.rows),
        written="nothing",
        wrong=(),
        faults=(),
        remarks=(),
    )
    return Outcome(state, found, judged.notes)


def _checked(
    state: State, verdict: Verdict, request: Check, options: Options, folder: Path | None
) -> CheckedRoundAnswer:
    """A round as the judge sees it, solved again if that is asked for."""
    claim = claim_of(state, verdict.number, options, folder) if request.prove else None
    least = _least(claim, state.tournament) if claim else None
    return answer_of(
        CheckedRoundAnswer,
        verdict,
        round=verdict.number,
        broken=tuple(broken_rule(one, state.tournament) for one in verdict.violations),
        by_hand=tuple(game.table for game in state.tournament.round(verdict.number) if game.by_hand),
        least_cost=least if request.prove else UNSET,
        sound=verdict.legal and (claim is None or claim.sound),
        by_criterion={name: cost for name, cost in verdict.costs.items() if cost},
    )


def _least(claim: Claim, tournament: Tournament) -> LeastCostAnswer:
    more = {"results": claim.basis, "proven_by_cp_sat": claim.closed_by_cp_sat}
    return answer_of(LeastCostAnswer, claim, text=claim_text(claim, tournament), **more)


def check_file(path: Path, request: Check, options: Options | None = None) -> Outcome[VerdictAnswer]:
    """A file of another program checked, with points and places if its format has them. Raises as `check_all`."""
    source = read_source(path)
    outcome, lines = check_all(source.state, request, options), source.remarks.lines()
    faults, data = tuple(line for line in lines if line.startswith(CONTRADICTIONS)), read_bytes(path)
    tournament, compared = source.state.tournament, format_of(path, data=data).compared
    wrong = compared(data, str(path), tournament, standings(tournament)) if compared else None
    found = msgspec.structs.replace(
        outcome.value,
        name=str(path),
        sound=outcome.value.sound and not faults and not wrong,
        written="nothing" if wrong is None else "wrong" if wrong else "equal",
        wrong=tuple(answer_of(WrittenWrongAnswer, one, id=one.player) for one in wrong or ()),
        faults=faults,
        remarks=tuple(line for line in lines if line not in faults),
    )
    return replace(outcome, value=found)
