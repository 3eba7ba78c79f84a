"""The program tested by itself: tournaments of every kind, each round judged, solved a second time, its proof verified.

PYTHONPATH=tests python -m second.self_test ROWS.csv [--rounds 100000] [--cpu-hours 3]

What is checked of every round:

* it is drawn at all; where the program says that there is no pairing, a second method must say so, too;
* the judge, which knows no solver, finds every rule kept, and the same cost as the engine; at the end of a tournament
  the judge looks at all its rounds again;
* the least cost is the same by another method: rustworkx's blossom algorithm, or CP-SAT on one model where rules over
  pairs are in the way, in fields that it can solve in a moment;
* the certificate is verified, in whole numbers, for all that is claimed to be proven.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from mcmahon.desk.messages.rule_texts import violation_text
from mcmahon.desk.rounds.change_boards import check
from mcmahon.desk.rounds.draw.drawing import Drawn, Terms, draw_round, ready_to_draw
from mcmahon.model.errors import McMahonError
from mcmahon.model.judging.violation import NoPairingError, broken
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.records.state import State
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.solver.proof.statement import arrays_of, problem_of
from mcmahon.solver.proof.verify_certificate import verify
from mcmahon_bench.engines.all_engines import ENGINES
from mcmahon_bench.tournaments.random_tournaments import drawn_and_played, random_tournament, terms_of

from .batches import Batches, run_batches, total

BATCH = 20  # tournaments
MOST_FOR_CP_SAT = 14  # entrants; one model over all pairs of more takes longer than the round itself
COUNTED = ("drawn", "none", "unsure", "second", "certified", "by_cp_sat", "settled", "open")
FAULTS = ("refused", "illegal", "cost", "certificate")


@dataclass(slots=True)
class Findings:
    """What was found so far: counts by name, and the first fault in words."""

    counts: Counter[str] = field(default_factory=Counter)
    first: str = ""

    def fault(self, name: str, text: str) -> None:
        """A fault of the program."""
        self.counts[name] += 1
        self.first = self.first or f"{name}: {text}"


def second_cost(problem: RoundProblem) -> Pairing | None:
    """The round by another method; None where none is quick enough. Raises NoPairingError where there is none."""
    if not problem.counts:
        return ENGINES["blossom"](problem)
    return ENGINES["cp-sat"](problem) if len(problem) <= MOST_FOR_CP_SAT else None


def look_at(drawn: Drawn, where: str, found: Findings) -> None:
    """A drawn round: its cost by another method, and its certificate. The judge has passed it."""
    found.counts["drawn"] += 1
    problem, pairing = drawn.problem.strict(), drawn.pairing
    _compare(problem, drawn, where, found)
    if not pairing.optimal:
        found.counts["open"] += 1
    certificate = pairing.certificate
    if certificate is None:
        name = "open" if len(problem.free()) else "settled"
        found.counts[name] += pairing.optimal
        return
    try:
        tiers = list(verify(problem_of(problem, [tier.name for tier in certificate.tiers]), arrays_of(certificate)))
    except (ValueError, IndexError, OverflowError) as error:
        found.fault("certificate", f"{where}: {error}")
        return
    gaps = {name for name, value, bound in tiers if value != bound and name != "tie"}
    claimed = gaps - set(pairing.closed_by_cp_sat)
    if pairing.optimal and claimed and not drawn.record.foresight.extra:
        found.fault("certificate", f"{where}: a gap in {', '.join(sorted(claimed))} that nothing has closed")
    found.counts["by_cp_sat" if gaps else "certified"] += 1


def _compare(problem: RoundProblem, drawn: Drawn, where: str, found: Findings) -> None:
    """The cost beside that of another method; with a plan for later rounds, the round may be dearer by its price."""
    other = second_cost(problem) if len(problem.free()) else None
    if other is None or not other.optimal:
        return
    found.counts["second"] += 1
    ours, theirs = ([tier.cost for tier in pairing.tiers] for pairing in (drawn.pairing, other))
    extra = drawn.record.foresight.extra
    dearer = next((a - b for a, b in zip(ours, theirs, strict=True) if a != b), 0)
    if drawn.pairing.optimal and dearer != extra:
        found.fault("cost", f"{where}: {ours}, by another method {theirs}, for the plan {extra}")
    elif dearer < 0:
        found.fault("cost", f"{where}: {ours}, less than another method's {theirs}")


def look_at_none(tournament: Tournament, terms: Terms, where: str, found: Findings) -> None:
    """A round that the program has no pairing for, by another method; `unsure` where none is quick enough."""
    try:
        other = second_cost(ready_to_draw(tournament, terms).problem)
    except NoPairingError:
        found.counts["none"] += 1
        return
    if other is None:
        found.counts["unsure"] += 1
    else:
        found.fault("refused", f"{where}: no pairing, but another method has one")


def play(seed: int, found: Findings, kind: str = "") -> None:
    """A tournament from its first round to its last, or to a round that has no pairing."""
    begun = random_tournament(seed, kind)
    state = begun.state

    def draw(tournament: Tournament, terms: Terms, state: State) -> Drawn:
        drawn = draw_round(tournament, terms, records=state.records)
        look_at(drawn, f"{begun.kind} {seed} round {drawn.round.number}", found)
        return drawn

    for number in range(1, state.tournament.settings.rounds + 1):
        where = f"{begun.kind} {seed} round {number}"
        if len(state.tournament.entrants(number)) < 2:
            break
        try:
            state = drawn_and_played(begun, state, draw)
        except NoPairingError:
            look_at_none(state.tournament, terms_of(begun, state.tournament, number), where, found)
            break
        except McMahonError as error:
            found.fault("refused", f"{where}: {error}")
            break
    for verdict in check(state).value if state.tournament.rounds else ():
        for one in broken(verdict.violations):
            found.fault(
                "illegal", f"{begun.kind} {seed} round {verdict.number}: {violation_text(one, state.tournament)}"
            )


def a_batch(number: int) -> dict[str, object]:
    """The tournaments of a batch: rounds drawn, how each was checked, and faults."""
    found = Findings()
    for seed in range(number * BATCH, (number + 1) * BATCH):
        play(seed, found)
    return {name: found.counts[name] for name in (*COUNTED, *FAULTS)} | {"first": found.first}


TEST = Batches((*COUNTED, *FAULTS, "first"), a_batch)


def main(words: Sequence[str] | None = None) -> int:
    """Go on with a file of rows, and print what it says; 1 where there is a fault."""
    assert __doc__
    parser = argparse.ArgumentParser(
        prog="PYTHONPATH=tests python -m second.self_test", description=__doc__.splitlines()[0]
    )
    parser.add_argument("rows", type=Path, help=f"the file of rows, one for {BATCH} tournaments; goes on where it ends")
    parser.add_argument("--rounds", type=int, default=100_000, help="rounds in all")
    parser.add_argument("--cpu-hours", type=float, default=3.0, help="processor time to use now at most")
    asked = parser.parse_args(words)
    rows = run_batches(asked.rows, TEST, range(asked.rounds), asked.cpu_hours, ("drawn", asked.rounds))
    print(report(rows))
    return 1 if any(total(rows, name) for name in FAULTS) else 0


def report(rows: Sequence[dict[str, str]]) -> str:
    """What the rows say, a line each."""
    seconds, drawn = total(rows, "cpu_seconds"), total(rows, "drawn")
    lines = [
        f"{len(rows) * BATCH:,} tournaments, {drawn:,.0f} rounds drawn, {seconds:,.0f} s of processor time"
        + (f" ({drawn / seconds * 3600:,.0f} an hour)" if seconds else ""),
        f"  {total(rows, 'certified'):,.0f} certificates prove them, {total(rows, 'by_cp_sat'):,.0f} with a gap that "
        f"CP-SAT closed; {total(rows, 'settled'):,.0f} left nothing to draw; {total(rows, 'open'):,.0f} are not proven",
        f"  {total(rows, 'second'):,.0f} costs compared with another method's",
        f"  {total(rows, 'none'):,.0f} rounds without a pairing, as another method says, too; "
        f"{total(rows, 'unsure'):,.0f} that no other method has looked at",
        "  faults: " + ", ".join(f"{name} {total(rows, name):,.0f}" for name in FAULTS),
    ]
    return "\n".join(lines + [row["first"] for row in rows if row["first"]])


if __name__ == "__main__":
    raise SystemExit(main())
