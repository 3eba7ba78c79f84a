"""The table of the rounds: what is in a line, and how its figures are computed from its recipe."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from pathlib import Path
from typing import Any

from mcmahon._version import __version__
from mcmahon.model.errors import ContradictionError, InputError
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.solver.engine import Options, solve

from ..engines.all_engines import check
from ..engines.open_round import tier_names
from ..exchange.solve_file import Solved, round_to_solve, solve_round
from .checksum import measured
from .recipes import made

FILE = Path(__file__).with_name("rounds.csv")
SECONDS = 60.0  # of one search, unless more are asked for
OPEN, BY_DUALS, BY_CP_SAT = "no", "duals", "CP-SAT"


@dataclass(frozen=True, slots=True)
class Instance:
    """A line of the table. `cost` and `bound` are by tier, with + between tiers, breaches of relaxed rules first.

    `proven`: `duals` where the cost is attained by the dual bound, `CP-SAT` where a gap was closed by it, `no` where
    the two differ. `edges` are the allowed games and byes; `counts` the rows of rules over sets of pairs.
    """

    name: str
    recipe: str
    profile: str = ""
    hard: str = ""
    players: int = 0
    round: int = 0
    edges: int = 0
    tiers: int = 0
    counts: int = 0
    checksum: str = ""
    cost: str = ""
    bound: str = ""
    proven: str = ""
    version: str = ""

    @property
    def is_open(self) -> bool:
        """Whether the least cost is not known."""
        return self.proven == OPEN

    def problem(self) -> RoundProblem:
        """The round, made from its recipe; whether it is the one of the table says `checked`."""
        return made(self.recipe, self.profile)


COLUMNS = tuple(field.name for field in fields(Instance))


def read_rounds(text: str | None = None) -> dict[str, Instance]:
    """The lines of a table, by default the one that comes with the program, by name."""
    rows = csv.DictReader(io.StringIO(FILE.read_text(encoding="utf-8") if text is None else text))
    numbers = {field.name for field in fields(Instance) if field.type == "int"}
    plain: Iterator[dict[str, Any]] = (
        {key: int(value or 0) if key in numbers else value for key, value in row.items()} for row in rows
    )
    return {row["name"]: Instance(**row) for row in plain}


def named(name: str) -> Instance:
    """A line by its name. Raises InputError."""
    found = read_rounds()
    if name not in found:
        raise InputError(f"the library has no round {name!r}; its list: mcmahon bench instance")
    return found[name]


def checked(instance: Instance) -> RoundProblem:
    """The round of a line. Raises InputError when the recipe gives another round than it gave for the table."""
    problem = instance.problem()
    found = measured(problem).checksum
    if found != instance.checksum:
        raise InputError(
            f"this version makes another round from the recipe of {instance.name}: checksum {found[:12]}…, "
            f"in the table {instance.checksum[:12]}… (version {instance.version})"
        )
    return problem


def described(instance: Instance, problem: RoundProblem) -> Instance:
    """The line with size and checksum of its round."""
    found = measured(problem)
    return replace(
        instance,
        players=len(problem),
        round=problem.round,
        edges=found.edges,
        tiers=len(tier_names(problem)),
        counts=sum(len(count.labels) for count in problem.counts),
        checksum=found.checksum,
    )


def solved(instance: Instance, problem: RoundProblem, seconds: float = SECONDS) -> Instance:
    """The line with cost and bound as they are found now; the answer is checked rule by rule."""
    answer = solve(problem, Options(seconds, lottery=False))
    check(problem, answer)
    return with_answer(instance, problem, answer)


def with_answer(instance: Instance, problem: RoundProblem, answer: Pairing) -> Instance:
    """The line with cost and bound of an answer to its round."""
    values = [(tier.cost, tier.bound) for tier in answer.tiers]
    if tier_names(problem)[0] == "breaches":
        values.insert(0, (answer.breaches, answer.breaches if answer.optimal else 0))
    proven = OPEN if not answer.optimal else BY_CP_SAT if answer.closed_by_cp_sat else BY_DUALS
    cost, bound = ("+".join(str(value[k]) for value in values) for k in (0, 1))
    return replace(instance, cost=cost, bound=bound, proven=proven, version=__version__)


def certified(instance: Instance, problem: RoundProblem) -> Solved:
    """An answer to the round of a line, with its certificate. Raises ContradictionError if the table disagrees."""
    found = solve_round(round_to_solve(problem, instance.name))
    wrong = disagreements(instance, with_answer(instance, problem, found.pairing))
    if wrong:
        raise ContradictionError("; ".join(wrong))
    return found


def disagreements(kept: Instance, found: Instance) -> list[str]:
    """Where figures found now differ from those of the table, in words.

    Of a round whose least cost is not known, only a contradiction between the two counts, as the time decides how far
    a search comes.
    """
    same = {"players", "round", "edges", "tiers", "counts", "checksum"}
    same |= set() if kept.is_open or found.is_open else {"cost", "bound"}
    wrong = [name for name in COLUMNS if name in same and getattr(kept, name) != getattr(found, name)]
    said = [f"{kept.name}: {name} {getattr(found, name)}, in the table {getattr(kept, name)}" for name in wrong]
    if (kept.is_open or found.is_open) and max(key(kept.bound), key(found.bound)) > min(
        key(kept.cost), key(found.cost)
    ):
        said.append(f"{kept.name}: a bound above a cost: {found.cost}, {found.bound}; table {kept.cost}, {kept.bound}")
    return said


def key(cost: str) -> tuple[int, ...]:
    """A cost by tier, to compare; later tiers of a bound count only where the earlier ones are equal."""
    return tuple(map(int, cost.split("+")))


def better(kept: Instance, found: Instance) -> Instance:
    """The line with the least cost and the greatest bound of two searches of one round."""
    if not kept.cost or kept.checksum != found.checksum or not found.is_open:
        return found
    if not kept.is_open:
        return replace(found, cost=kept.cost, bound=kept.bound, proven=kept.proven, version=kept.version)
    cost, bound = min(kept.cost, found.cost, key=key), max(kept.bound, found.bound, key=key)
    return replace(found, cost=cost, bound=bound, proven=OPEN if cost != bound else BY_CP_SAT)


def table_text(lines: Iterable[Instance]) -> str:
    """The lines as CSV with their head."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    for line in lines:
        values: Mapping[str, object] = asdict(line)
        writer.writerow(["" if values[name] == 0 and name != "counts" else values[name] for name in COLUMNS])
    return text.getvalue()
