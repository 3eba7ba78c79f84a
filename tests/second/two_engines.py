"""Both engines on the same rounds: whether they draw the same boards, and how long each takes.

PYTHONPATH=tests python -m second.two_engines [--rounds 2000] [--without-compiler]
PYTHONPATH=tests python -m second.two_engines instances [NAME …] [--alone SECONDS]

Random rounds have 4 to 40 players, and every kind of rule, tier, relaxed rule, forced pair and bye; each is solved by
CP-SAT with the figures of the matching engine and without any. Of a folder of tournaments every round is solved, and
timed; --alone also without any figure of the matching engine, at most so many seconds each.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from mcmahon.desk.rounds.draw.drawing import Drawn, Terms, draw_round, ready_to_draw
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.settings.profiles import profile_named
from mcmahon.model.errors import McMahonError
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.records.state import State
from mcmahon.model.tournament.rules import PAIR_RULES
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.solver.clock import Clock
from mcmahon.solver.cpsat.model import tier_names
from mcmahon.solver.cpsat.solving import ModelAnswer, solve_model
from mcmahon.solver.engine import solve
from mcmahon.solver.matching import blossom
from mcmahon_bench.tournaments.random_tournaments import Begun, drawn_and_played, random_tournament, terms_of

SECONDS = 60.0  # for one round alone
LEAST, MOST = 4, 40  # players
RELAXED = 0.2  # the share of rounds with a relaxed rule


def disagreement(problem: RoundProblem, with_figures: bool, seconds: float = SECONDS) -> str:
    """How the engines differ on a round: nothing if they have the same boards and cost, or no legal round; else why."""
    try:
        ours: Pairing | None = solve(problem)
    except NoPairingError:
        ours = None
    own = problem if ours is None or ours.breaches else problem.strict()
    names = [name for name in tier_names(own) if name != "breaches" or (ours is not None and ours.breaches)]
    if ours is None:
        names = tier_names(problem)
    known = ours.certificate if ours is not None and with_figures else None
    answer = solve_model(own, names, Clock(seconds), known)
    if ours is None or answer.infeasible:
        return "" if ours is None and answer.infeasible else "only one engine finds a legal round"
    if not answer.proven:
        return "not proven in time"
    return "" if same(ours, answer) else f"other boards: {ours.tiers}, by CP-SAT {answer.values}"


def same(pairing: Pairing, answer: ModelAnswer) -> bool:
    """Whether both are the same boards at the same cost."""
    costs = all(answer.values[tier.tier] == tier.cost for tier in pairing.tiers)
    boards = answer.pairs is not None and set(answer.pairs) == set(pairing.pairs)
    return costs and boards and set(answer.byes) == set(pairing.byes)


def random_rounds(seed: int) -> Iterator[RoundProblem]:
    """The rounds of a random tournament, one after the other, as they are played."""
    begun = random_tournament(seed)
    state, found = begun.state, list[RoundProblem]()

    def draw(tournament: Tournament, terms: Terms, state: State) -> Drawn:
        terms = _relaxing(begun, terms, len(tournament.rounds) + 1)
        found.append(ready_to_draw(tournament, terms).problem)
        return draw_round(tournament, terms, records=state.records)

    for number in range(1, state.tournament.settings.rounds + 1):
        if len(state.tournament.entrants(number)) < 2:
            return
        try:
            state = drawn_and_played(begun, state, draw)
        except McMahonError:
            terms = _relaxing(begun, terms_of(begun, state.tournament, number), number)
            try:
                found.append(ready_to_draw(state.tournament, terms).problem)
            except McMahonError:
                return
            yield from _sized(found)
            return
        yield from _sized(found)
        found.clear()


def _relaxing(begun: Begun, terms: Terms, number: int) -> Terms:
    """The terms of a draw, now and then with a rule that may be broken."""
    rng = begun.luck(number, "relaxed")
    return replace(terms, relaxed=(rng.choice(PAIR_RULES).value,)) if rng.random() < RELAXED else terms


def _sized(problems: Sequence[RoundProblem]) -> Iterator[RoundProblem]:
    yield from (problem for problem in problems[-1:] if LEAST <= len(problem) <= MOST)


def random_check(rounds: int, first: int = 0) -> tuple[Counter[str], list[str]]:
    """So many random rounds, each with figures and alone: what they were, and what went wrong."""
    kinds: Counter[str] = Counter()
    wrong: list[str] = []
    seed = first
    while kinds["rounds"] < rounds:
        for problem in random_rounds(seed):
            kinds["rounds"] += 1
            kinds["several tiers"] += len(problem.tiers) > 1
            kinds["rules over pairs"] += bool(problem.counts)
            kinds["relaxed rules"] += bool(problem.relaxed)
            kinds["forced pairs or byes"] += bool(problem.forced or problem.forced_byes)
            kinds["odd"] += len(problem.free()) % 2
            for with_figures in (True, False):
                why = disagreement(problem, with_figures)
                if why:
                    where = "with figures" if with_figures else "alone"
                    wrong.append(f"tournament {seed} round {problem.round}, {where}: {why}")
            if kinds["rounds"] == rounds:
                break
        seed += 1
    return kinds, wrong


@dataclass(frozen=True, slots=True)
class Timed:
    """Seconds of a round: by the matching engine, and by CP-SAT for the cost, with the lottery, and alone."""

    name: str
    pairs: int
    rows: int
    matching: float
    cost: float
    lottery: float
    alone: float | None
    wrong: str = ""


def timed(folder: Path, alone: float) -> Iterator[Timed]:
    """Every round of a tournament, drawn ones and the next, by the weights of the program's profile `balanced`."""
    tournament = TournamentFolder(folder).read().tournament
    drawn = len(tournament.rounds)
    for number in range(1, min(drawn + 1, tournament.settings.rounds) + 1):
        entered = tournament.entered_as_drawn(number) if number <= drawn else tournament
        problem = round_problem(entered, number, profile_named("balanced", folder))
        begin = time.perf_counter()
        ours = solve(problem)
        matching = time.perf_counter() - begin
        cost, by_cost = _solved(problem, list(problem.tiers), ours, SECONDS)
        lottery, whole = _solved(problem, tier_names(problem), ours, SECONDS)
        wrong = "" if by_cost.proven and whole.proven and same(ours, whole) else "not the same"
        by_itself = None
        if alone:
            by_itself, answer = _solved(problem, tier_names(problem), None, alone)
            wrong = wrong or ("" if answer.proven and same(ours, answer) else "alone not proven in time")
        name = f"{folder.name} {number}"
        yield Timed(name, whole.variables, whole.rows, matching, cost, lottery, by_itself, wrong)


def _solved(
    problem: RoundProblem, names: Sequence[int | str], known: Pairing | None, seconds: float
) -> tuple[float, ModelAnswer]:
    """How long CP-SAT takes, and its answer."""
    begin = time.perf_counter()
    answer = solve_model(problem, names, Clock(seconds), known.certificate if known else None)
    return time.perf_counter() - begin, answer


def main(arguments: Sequence[str] | None = None) -> None:
    """Check random rounds, or time those of a folder."""
    parser = argparse.ArgumentParser(prog="PYTHONPATH=tests python -m second.two_engines", description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--rounds", type=int, default=2000)
    parser.add_argument("--alone", type=float, default=0.0)
    parser.add_argument("--without-compiler", action="store_true")
    given = parser.parse_args(arguments)
    if given.without_compiler:
        vars(blossom)["_blossom"] = None
    wrong: list[str] = []
    if given.folder is None:
        kinds, wrong = random_check(given.rounds)
        print(", ".join(f"{count:,} {kind}" for kind, count in kinds.items()))
        print(f"{len(wrong)} differ" if wrong else "the engines agree on every round, with figures and without")
        print("\n".join(wrong))
    else:
        names = given.names or sorted(path.parent.name for path in given.folder.glob("*/tournament.toml"))
        print(f"{'round':16}{'pairs':>9}{'rows':>6}{'matching':>10}{'cost':>8}{'lottery':>9}{'alone':>8}")
        for one in (row for name in names for row in timed(given.folder / name, given.alone)):
            alone = "" if one.alone is None else f"{one.alone:.2f}"
            times = f"{one.matching:>10.3f}{one.cost:>8.2f}{one.lottery:>9.2f}{alone:>8}"
            print(f"{one.name:16}{one.pairs:>9,}{one.rows:>6}{times}  {one.wrong}", flush=True)
            wrong += [one.wrong] if one.wrong else []
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
