"""Everything about a tournament checked: each round, its cost and proof, and the standings that a file has written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ....io.files import read_bytes
from ....io.foreign.foreign import WrittenWrong
from ....io.foreign.wallist import CONTRADICTIONS
from ....io.formats import format_of
from ....model.cups.cup_games import is_extra
from ....model.pairing.pairing import ByCpSat
from ....model.placing.standings import Standings, standings
from ....model.records.state import State
from ....solver.engine import Options
from ....solver.proof.statement import Statement, arrays_of
from ....solver.proof.verify_certificate import verify
from ...exchange import read_source
from ...outcome import Outcome
from ...questions.standing_round import drawn_round
from ..boards import Verdict, check
from ..draw.engines import solved, with_opinion
from ..draw.standing_opinion import judged_again
from ..next_round import by_engine


@dataclass(frozen=True, slots=True)
class Least:
    """A round solved again by what it was drawn with: what its boards cost there, and the least cost, by tier.

    `for_plan` is what the round may cost more, so that later rounds stay possible. `certified`: the certificate of the
    least cost was verified; None if nothing was left to draw, or CP-SAT has found it. `since`: results or players have
    changed since the draw, and what was true then is not known, so that the costs are those of today. `engine` has
    found the least cost, and `by_cp_sat` is what CP-SAT says of it, if it was asked.
    """

    costs: tuple[int, ...]
    least: tuple[int, ...]
    for_plan: int
    proven: bool
    certified: bool | None
    since: bool
    engine: str = "matching"
    by_cp_sat: ByCpSat | None = None

    @property
    def extra(self) -> int:
        """What the round costs more in the first tier that differs, beyond the price of a plan."""
        dearer = next((a - b for a, b in zip(self.costs, self.least, strict=True) if a != b), 0)
        return max(0, dearer - self.for_plan)

    @property
    def sound(self) -> bool:
        """Whether no round costs less, and the proof of that holds."""
        return not self.extra and self.proven and self.certified is not False


@dataclass(frozen=True, slots=True)
class CheckedRound:
    """A round as the judge sees it; `least` where it was solved again."""

    verdict: Verdict
    least: Least | None = None

    @property
    def sound(self) -> bool:
        """Whether it is legal, and no cheaper one was found."""
        return self.verdict.legal and (self.least is None or self.least.sound)


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


@dataclass(frozen=True, slots=True)
class Check:
    """What to check: a round (0: all), and with `prove` whether none costs less, by `engine`."""

    number: int = 0
    prove: bool = False
    engine: str = "matching"


def check_all(state: State, request: Check, options: Options | None = None) -> Outcome[Checked]:
    """A tournament checked. Raises InputError, NoAnswerError."""
    options = by_engine(state, request.engine, options)
    judged = check(state, request.number)
    rounds = [
        CheckedRound(verdict, least_of(state, verdict.number, options) if request.prove else None)
        for verdict in judged.value
    ]
    name = state.tournament.settings.name
    return Outcome(state, Checked(name, rounds, standings(state.tournament)), judged.notes)


def least_of(state: State, number: int, options: Options | None = None) -> Least | None:
    """A round solved again; None for a round of cups alone. Raises InputError, NoAnswerError."""
    if is_extra(state.tournament, number):
        return None
    own, record = drawn_round(state, number), state.records.get(number)
    if options is not None and options.engine == "cp-sat":
        options = replace(options, lottery=False)  # only the cost is asked for
    pairing = with_opinion(
        own.problem, solved(own.problem, options), options, lambda other: judged_again(state, own, other)
    )
    problem = own.problem if pairing.breaches else own.problem.strict()
    certificate, certified = pairing.certificate, None
    if certificate is not None and pairing.engine == "matching":
        try:
            tiers = list(verify(Statement(problem, [t.name for t in certificate.tiers]), arrays_of(certificate)))
        except (ValueError, IndexError, OverflowError):
            certified = False
        else:
            gaps = {name for name, value, bound in tiers if value != bound and name != "tie"}
            certified = not gaps - set(pairing.closed_by_cp_sat)
    costs = own.problem.by_tier(own.problem.costs_by_criterion(own.pairs, own.byes))
    least = tuple(tier.cost for tier in pairing.tiers)
    for_plan = record.foresight.extra if record else 0
    of_cp_sat = pairing.engine, pairing.by_cp_sat
    return Least(costs, least, for_plan, pairing.optimal, certified, not own.unchanged, *of_cp_sat)


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
