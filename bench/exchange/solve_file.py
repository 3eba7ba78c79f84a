"""A problem file, a matrix of costs or a round solved by an engine: its answer and its certificate."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from pathlib import Path

from mcmahon.io.certificates import check_target, npz_bytes
from mcmahon.io.files import read_bytes, write_file
from mcmahon.model.errors import ContradictionError, InputError
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.solver.proof.statement import arrays

from ..engines.all_engines import ENGINES
from ..engines.open_round import tier_names
from .as_round import round_of_file, round_of_matrix
from .edge_list import COMMENTS, parse_edges
from .matrix_file import read_matrix
from .problem import judged, read_problem
from .problem_file import ProblemFile

ENDINGS = (".json", *COMMENTS, ".csv", ".npz")
MOST_ROUND = 999  # that a certificate names


@dataclass(frozen=True, slots=True)
class ToSolve:
    """A round to be solved: its problem, the names of its tiers, and the file that judges answers, if there is one.

    `tournament` is the name that its certificate gives.
    """

    problem: RoundProblem
    tiers: tuple[str, ...]
    file: ProblemFile | None = None
    tournament: str = ""


@dataclass(frozen=True, slots=True)
class Solved:
    """An engine's answer: pairs and byes as ids, cost and bound by tier, and the seconds that it took.

    `proven`: no pairing costs less, by the engine's word. `certificate` has what proves it to others, with the problem
    that it is of; there is none from engines that prove nothing, and if nothing was left to draw.
    """

    engine: str
    pairs: tuple[tuple[str, str], ...]
    byes: tuple[str, ...]
    cost: dict[str, int]
    bound: dict[str, int]
    proven: bool
    seconds: float
    pairing: Pairing
    problem: RoundProblem
    tournament: str = ""

    @property
    def certified(self) -> bool:
        """Whether there is a certificate."""
        return self.pairing.certificate is not None


def read_any(path: Path) -> ToSolve:
    """A round out of a file of `bench export` or out of a matrix of costs, as the file's ending says.

    Raises InputError with what is wrong, FolderError if the file cannot be read.
    """
    if path.suffix in (".csv", ".npz"):
        return ToSolve(round_of_matrix(*read_matrix(path)), ("matrix",))
    if path.suffix in ENDINGS:
        file = read_problem(path) if path.suffix == ".json" else parse_edges(read_bytes(path), str(path)).problem
        return ToSolve(round_of_file(file), file.tiers, file, file.tournament)
    raise InputError(f"{path}; expected a file name ending in {', '.join(ENDINGS)}, or a round of the library")


def round_to_solve(problem: RoundProblem, tournament: str = "") -> ToSolve:
    """A round that is there already, and the name of its tournament."""
    return ToSolve(problem, tuple(map(str, tier_names(problem))), tournament=tournament)


def solve_round(given: ToSolve, engine: str = "ours") -> Solved:
    """The answer of an engine (a name of `ENGINES`), checked rule by rule, and by the file alone if there is one.

    Raises NoPairingError, NoAnswerError; InputError for engines that cannot keep the rules of the round.
    """
    problem = given.problem
    begin = time.perf_counter()
    found = ENGINES[engine](problem)
    seconds = time.perf_counter() - begin
    ids = problem.field.ids
    pairs, byes = tuple((ids[i], ids[j]) for i, j in found.pairs), tuple(ids[i] for i in found.byes)
    costs = [tier.cost for tier in found.tiers]
    gaps = [tier.cost - tier.bound for tier in found.tiers]
    if len(given.tiers) > len(costs):  # broken rules are no tier of a pairing
        costs, gaps = [found.breaches, *costs], [0 if found.optimal else found.breaches, *gaps]
    if given.file is not None:
        verdict = judged(given.file, list(pairs), list(byes))
        settled = [cost + more for cost, more in zip(costs, given.file.settled, strict=True)]
        if not verdict.legal or [*(verdict.cost or {}).values()] != settled:
            raise ContradictionError(f"{engine} gives {costs}, the file {verdict.cost}: {'; '.join(verdict.reasons)}")
        costs = settled
    bounds = [cost - gap for cost, gap in zip(costs, gaps, strict=True)]
    cost, bound = (dict(zip(given.tiers, values, strict=True)) for values in (costs, bounds))
    proven = found.optimal
    return Solved(engine, pairs, byes, cost, bound, proven, seconds, found, problem, tournament=given.tournament)


def write_answer(solved: Solved, path: Path) -> None:
    """Write the answer as JSON, which `bench verify` reads. Raises FolderError."""
    told = {name: getattr(solved, name) for name in ("engine", "proven", "cost", "bound", "pairs", "byes")}
    write_file(path, json.dumps(told, ensure_ascii=False).encode() + b"\n")


def check_certificate_name(path: Path) -> None:
    """Raise InputError or FolderError if no certificate can be written under this name."""
    if path.suffix != ".npz":
        raise InputError(f"certificate {str(path)!r}; expected a file name ending in .npz")
    check_target(path)


def write_certificate(solved: Solved, path: Path) -> None:
    """Write the certificate, .npz, which `mcmahon verify` checks. Raises InputError if there is none; FolderError."""
    pairing, problem = solved.pairing, solved.problem
    if pairing.certificate is None:
        raise InputError("nothing was left to draw" if solved.engine == "ours" else f"{solved.engine} proves nothing")
    check_certificate_name(path)
    if not 1 <= problem.round <= MOST_ROUND:
        raise InputError(f"a certificate of round {problem.round}; expected 1 to {MOST_ROUND}")
    proven = problem.as_proven(pairing.breaches)
    write_file(path, npz_bytes(arrays(proven, pairing.certificate, solved.tournament)))
