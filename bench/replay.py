"""Real tournaments drawn again, round by round from their real history, and counted beside OpenGotha and as played.

python -m mcmahon.bench.replay FOLDER [PROFILE]     FOLDER holds `tournaments/` and `opengotha/`
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

from ..io.files import read_bytes
from ..io.settings.profiles import load_profile
from ..model.errors import FolderError
from ..model.judging.judge import judge
from ..model.judging.plain_counts import Counts, plain_counts
from ..model.judging.round_cost import cost_of_round
from ..model.judging.violation import broken
from ..model.pairing.boards import make_round
from ..model.pairing.draw import round_problem
from ..model.pairing.pairing import Pairing
from ..model.pairing.profile import Profile
from ..model.pairing.round_problem import RoundProblem
from ..model.tournament.games import Round
from ..model.tournament.tournament import Tournament
from ..solver.engine import solve
from ..solver.proof.statement import Statement, arrays_of
from ..solver.proof.verify_certificate import verify
from .real import check_home, read_real


@dataclass(frozen=True, slots=True)
class Replayed:
    """One real round: our answer and the counts of ours, OpenGotha's and the played pairs."""

    name: str
    number: int
    answer: Pairing
    ours: Counts
    opengotha: Counts
    played: Counts
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
    statement = Statement(problem, [tier.name for tier in certificate.tiers])
    return verify(statement, arrays_of(certificate))


def _counts(entered: Tournament, drawn: Round) -> Counts:
    pairs = [(g.white, g.black, g.handicap) for g in drawn]
    return plain_counts(entered, drawn.number, pairs, drawn.byes)


def replay_folder(folder: Path, profile: Profile) -> Iterator[Replayed]:
    """Every round of every real tournament of a folder, in the order of their names."""
    for path in sorted((folder / "tournaments").glob("*.json")):
        opengotha = json.loads(read_bytes(folder / "opengotha" / path.name))
        yield from replay(read_real(path), opengotha, profile)


def print_replay(folder: Path, profile: Profile) -> None:
    """Print the sums over all rounds as a table."""
    begin = time.perf_counter()
    rounds = list(replay_folder(folder, profile))
    blocks = {name: sum((getattr(r, name) for r in rounds), Counts()) for name in ("ours", "opengotha", "played")}
    print(f"{len(rounds)} rounds, profile {profile.name}; proven optimal: {sum(r.answer.optimal for r in rounds)},")
    verified = sum(all(value == bound for _, value, bound in r.verified) and len(r.verified) > 1 for r in rounds)
    print(f"cost and lottery verified by certificate: {verified},")
    print(f"lottery proven: {sum(r.answer.tie_proven for r in rounds)}; {time.perf_counter() - begin:.1f} s in all,")
    print(f"slowest solve {max(r.answer.seconds['solve'] for r in rounds):.2f} s")
    print(f"{'':24}{'ours':>10}{'opengotha':>10}{'played':>10}")
    for field in fields(Counts):
        print(f"{field.name:24}" + "".join(f"{getattr(block, field.name):>10}" for block in blocks.values()))
    clubs = [r for r in rounds if r.name != "iberoamericano2020"]  # its clubs are placeholders
    sums = (sum(getattr(r, name).same_club for r in clubs) for name in blocks)
    print(f"{'same_club, real clubs':24}" + "".join(f"{value:>10}" for value in sums))


def main() -> None:
    """Print the table for the folder and the profile named."""
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    try:
        check_home(Path(sys.argv[1]))
    except FolderError as error:
        sys.exit(str(error))
    print_replay(Path(sys.argv[1]), load_profile(sys.argv[2] if len(sys.argv) > 2 else "balanced"))


if __name__ == "__main__":
    main()
