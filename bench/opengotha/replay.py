"""Real tournaments drawn again, round by round from their real history, and counted beside OpenGotha and as played.

python -m mcmahon_bench.opengotha.replay FOLDER [PROFILE [KEY=VALUE …]]   FOLDER holds `tournaments/` and `opengotha/`
python -m mcmahon_bench.opengotha.replay FOLDER --other-weights 1.25      how many pairs stay if weights are others
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from mcmahon.io.files import read_bytes
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.errors import FolderError
from mcmahon.model.judging.judge import judge
from mcmahon.model.judging.round_costs import cost_of_round, plain_counts
from mcmahon.model.judging.violation import broken
from mcmahon.model.pairing.boards import make_round
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.tournament.games import Round
from mcmahon.model.tournament.rules import COUNTS
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.solver.engine import solve
from mcmahon.solver.proof.statement import arrays_of, problem_of
from mcmahon.solver.proof.verify_certificate import verify

from ..paired_test import holm, sign_flip
from ..tournaments.real import PLACEHOLDERS, check_home, read_real
from .field import OpenGothaField, opengotha_field

#: Counts of a tournament, or of several, by name; of each the fewer the better.
Tally = Mapping[str, int]

TRIALS = 3  # of other weights, a round
BLOCKS = ("ours", "opengotha", "played")
#: What is tested: the counts of the project's table, clubs and countries only where OpenGotha's settings look at them.
TESTED = (
    "mms_diff_sum", "two_or_more_apart", "four_or_more_apart", "same_club_avoided", "same_country_avoided",
    "repeated_draw_downs", "repeated_draw_ups", "colour_imbalance_even",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Replayed:
    """One real round: our answer and the counts of ours, OpenGotha's and the played pairs."""

    name: str
    number: int
    answer: Pairing
    pairs: tuple[tuple[str, str], ...]
    ours: Counter[str]
    opengotha: Counter[str]
    played: Counter[str]
    data: dict[str, Any]
    verified: tuple[tuple[str, int, int], ...]


def replay(tournament: Tournament, opengotha: dict[str, Any], profile: Profile) -> Iterator[Replayed]:
    """Every round of a real tournament, drawn, judged, counted, and its certificate verified.

    The entrants are those who really had a game or the bye. Raises ValueError when the judge or the verifier refuses.
    """
    for data in opengotha["rounds"]:
        number = data["round"]
        entered = tournament.entered_as_drawn(number)
        problem = round_problem(entered, number, profile)
        answer = solve(problem)
        drawn = make_round(entered, problem, answer.pairs, answer.byes)
        after = entered.before(number).with_round(drawn)
        wrong = broken(judge(after, number))
        if wrong or sum(cost_of_round(after, number, profile).values()) != answer.cost:
            raise ValueError(f"the rules reject round {number} of {tournament.settings.name}: {wrong}")
        theirs = data["opengotha"]
        bye = [theirs["bye"]] if theirs["bye"] else []
        yield Replayed(
            tournament.settings.name,
            number,
            answer,
            tuple((game.white, game.black) for game in drawn),
            _counts(entered, drawn),
            plain_counts(entered, number, theirs["pairs"], bye),
            _counts(entered, tournament.round(number)),
            data,
            tuple(_verified(problem, answer)),
        )


def _verified(problem: RoundProblem, answer: Pairing) -> list[tuple[str, int, int]]:
    """What the verifier says of each tier. Raises ValueError."""
    certificate = answer.certificate
    if certificate is None:
        raise ValueError("no certificate")
    statement = problem_of(problem, [tier.name for tier in certificate.tiers])
    return verify(statement, arrays_of(certificate))


def _counts(entered: Tournament, drawn: Round) -> Counter[str]:
    pairs = [(g.white, g.black, g.handicap) for g in drawn]
    return plain_counts(entered, drawn.number, pairs, drawn.byes)


def replay_folder(folder: Path, profile: Profile) -> Iterator[tuple[Tournament, list[Replayed]]]:
    """Every real tournament of a folder with its rounds, in the order of their names."""
    for path in sorted((folder / "tournaments").glob("*.json")):
        opengotha = json.loads(read_bytes(folder / "opengotha" / path.name))
        tournament = read_real(path)
        yield tournament, list(replay(tournament, opengotha, profile))


def tallies(rounds: Iterable[Replayed], tournament: Tournament) -> dict[str, Tally]:
    """Every count of a tournament's rounds: of ours, of OpenGotha's and of those played.

    `two_or_more_apart` and `five_or_more_apart` are games; `…_avoided` are games of clubmates and of compatriots that
    OpenGotha's defaults look at, `…_exempt` those in which both are at the bar or 1 dan, and which they ignore.
    """
    sums: dict[str, dict[str, int]] = {block: dict.fromkeys(COUNTS, 0) for block in BLOCKS}
    for one in rounds:
        entered = tournament.entered_as_drawn(one.number)
        played = [game.players for game in tournament.round(one.number)]
        pairs = {"ours": one.pairs, "opengotha": one.data["opengotha"]["pairs"], "played": played}
        field = opengotha_field(entered, one.number)
        for block in BLOCKS:
            own = {**getattr(one, block), **_more(entered, field, pairs[block])}
            for name, value in own.items():
                sums[block][name] = sums[block].get(name, 0) + value
    return dict(sums)


def _more(entered: Tournament, field: OpenGothaField, pairs: Iterable[Sequence[str]]) -> dict[str, int]:
    players = entered.by_id()
    index = {pid: i for i, pid in enumerate(field.ids)}
    named = ("same_club_avoided", "same_country_avoided", "same_club_exempt", "same_country_exempt")
    found = dict.fromkeys(("two_or_more_apart", "five_or_more_apart", *named), 0)
    for one, other in (pair[:2] for pair in pairs):
        i, j = index[one], index[other]
        gap = abs(int(field.group[i] - field.group[j]))
        kind = "exempt" if field.exempt[i] and field.exempt[j] else "avoided"
        a, b = players[one], players[other]
        found["two_or_more_apart"] += gap >= 2
        found["five_or_more_apart"] += gap >= 5
        found[f"same_club_{kind}"] += bool(a.club) and a.club == b.club and entered.settings.name != PLACEHOLDERS
        found[f"same_country_{kind}"] += bool(a.country) and a.country == b.country
    return found


def print_replay(folder: Path, profile: Profile) -> None:
    """Print the sums over all rounds as a table, and how sure the differences from OpenGotha are."""
    begin, found, tallied = time.perf_counter(), list[Replayed](), list[dict[str, Tally]]()
    for tournament, rounds in replay_folder(folder, profile):
        found += rounds
        tallied.append(tallies(rounds, tournament))
    print(f"{len(found)} rounds, profile {profile.name}; proven optimal: {sum(r.answer.optimal for r in found)},")
    verified = sum(all(value == bound for _, value, bound in r.verified) and len(r.verified) > 1 for r in found)
    print(f"cost and lottery verified by certificate: {verified},")
    print(f"lottery proven: {sum(r.answer.tie_proven for r in found)}; {time.perf_counter() - begin:.1f} s in all,")
    print(f"slowest solve {max(r.answer.seconds['solve'] for r in found):.2f} s")
    print(f"{'':24}" + "".join(f"{block:>10}" for block in BLOCKS))
    for name in tallied[0]["ours"]:
        print(f"{name:24}" + "".join(f"{sum(one[block][name] for one in tallied):>10}" for block in BLOCKS))
    print("\n".join(certainty(tallied)))


def certainty(tallied: Sequence[Mapping[str, Tally]]) -> list[str]:
    """Lines that say of each tested count how many tournaments have less of it than OpenGotha's pairs, and the chance.

    A tournament is one observation, its rounds are not independent. The chance is that of a sum so far from 0 if ours
    and OpenGotha's were alike; `all` allows for the number of counts that are tested.
    """
    gaps = {name: [one["ours"][name] - one["opengotha"][name] for one in tallied] for name in TESTED}
    chances = {name: sign_flip(own) for name, own in gaps.items()}
    together = holm(chances)
    lines = [f"{'ours less OpenGotha, by tournament':36}   sum  fewer  same  more   most in one  chance     all"]
    for name, own in gaps.items():
        less, same, more = sum(v < 0 for v in own), own.count(0), sum(v > 0 for v in own)
        lines.append(
            f"{name:36}{sum(own):>6}{less:>7}{same:>6}{more:>6}{max(own, key=abs):>14}"
            f"{chances[name]:>8.3f}{together[name]:>8.3f}"
        )
    return lines


def print_stability(folder: Path, profile: Profile, times: float) -> None:
    """Print the share of pairs that stay when every weight is another by up to a factor, drawn evenly on its logarithm.

    "Proven" is said of the cost; this says how much of a round depends on the exact weights.
    """
    lots, pairs, stay, whole, rounds = Random(1), 0, 0, 0, 0
    for tournament, found in replay_folder(folder, profile):
        for one in found:
            entered, kept = tournament.entered_as_drawn(one.number), {frozenset(pair) for pair in one.pairs}
            for _ in range(TRIALS):
                drawn = {w.criterion: max(1, round(w.weight * times ** lots.uniform(-1, 1))) for w in profile.weights}
                problem = round_problem(entered, one.number, profile.with_weights(drawn))
                ids = problem.field.ids
                same = len(kept & {frozenset((ids[i], ids[j])) for i, j in solve(problem).pairs})
                pairs, stay, rounds, whole = pairs + len(kept), stay + same, rounds + 1, whole + (same == len(kept))
    print(f"every weight times {1 / times:.2f} to {times:.2f}, {TRIALS} times a round: {stay / pairs:.1%} of the pairs")
    print(f"stay, and all pairs in {whole / rounds:.0%} of the rounds")


def main(words: Sequence[str] | None = None) -> None:
    """Print the table for the folder and the profile named."""
    assert __doc__
    parser = argparse.ArgumentParser(
        prog="python -m mcmahon_bench.opengotha.replay", description=__doc__.splitlines()[0]
    )
    parser.add_argument("folder", type=Path, help="holds tournaments/ and opengotha/")
    parser.add_argument("profile", nargs="?", default="balanced")
    parser.add_argument("weights", nargs="*", metavar="criterion=weight", help="over those of the profile")
    parser.add_argument(
        "--other-weights", type=float, metavar="TIMES", help="how many pairs stay if weights are others"
    )
    asked = parser.parse_args(words)
    changes = {name: int(value) for name, _, value in (word.partition("=") for word in asked.weights)}
    try:
        check_home(asked.folder)
    except FolderError as error:
        sys.exit(str(error))
    profile = load_profile(asked.profile).with_weights(changes)
    if asked.other_weights:
        print_stability(asked.folder, profile, asked.other_weights)
    else:
        print_replay(asked.folder, profile)


if __name__ == "__main__":
    main()
