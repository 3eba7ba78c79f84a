"""Everything about a tournament checked: each round, its cost and proof, and the standings that a file has written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from ....io.files import read_bytes
from ....io.foreign.foreign import WrittenWrong
from ....io.foreign.wallist import CONTRADICTIONS
from ....io.formats import format_of
from ....model.placing.standings import Standings, standings
from ....model.records.state import State
from ....model.tournament.settings.pairing_settings import EngineName
from ....solver.engine import Options
from ...exchange import read_source
from ...outcome import Outcome
from ...verb import Request, told
from ..boards import Verdict, check
from ..draw.engines import by_engine
from .claim import Claim
from .proving import claim_of


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
        told('what solves it: "matching", "cp-sat", or "both", the former with a second opinion of the latter'),
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
