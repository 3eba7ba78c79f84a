"""Which engine finds a round, and what CP-SAT says of one that the matching engine has found.

CP-SAT is asked in a process of its own: whatever becomes of it, the round is drawn. Only boards that the judge finds
legal and cheaper stop a draw.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...._version import __version__
from ....io.files import write_file
from ....io.settings.profiles import known_version
from ....model.errors import EnginesDisagreeError, FolderError, McMahonError
from ....model.pairing.pairing import ByCpSat, Pairing
from ....model.pairing.round_problem import RoundProblem, fingerprint
from ....model.records.state import State
from ....solver.engine import Options, solve

if TYPE_CHECKING:
    from ....solver.cpsat.solving import ModelAnswer
    from ....solver.opinion import Cheaper

#: Makes a round of a pairing and has the judge pass it. Raises McMahonError.
Judged = Callable[[Pairing], object]


def by_engine(state: State, engine: str, options: Options | None) -> Options:
    """The options with an engine; with that of the settings if it is empty."""
    return replace(options or Options(), engine=engine or state.tournament.settings.pairing.engine)


def solved(problem: RoundProblem, options: Options) -> Pairing:
    """The cheapest pairing, by the engine of the options; `both` has the matching engine find it."""
    if options.engine != "cp-sat":
        return solve(problem, options)
    from ....solver.by_cp_sat import solve_by_cp_sat

    return solve_by_cp_sat(problem, options)


def get_ready(problem: RoundProblem, options: Options) -> None:
    """Let the process for a second opinion load CP-SAT while the round is solved, if it will be asked for one."""
    if options.engine != "both":
        return
    from ....solver.opinion import NoOpinionError, kept_process, too_great

    if not too_great(problem):
        with suppress(NoOpinionError):  # told when it is asked
            kept_process().start()


def with_opinion(problem: RoundProblem, pairing: Pairing, options: Options, judged: Judged) -> Pairing:
    """A pairing with what CP-SAT says of it, if both are asked. EnginesDisagreeError for a legal, cheaper round."""
    if options.engine != "both" or not pairing.optimal or not len(problem.free()):
        return pairing
    from ....solver.opinion import NoOpinionError, kept_process, too_great

    why = too_great(problem)
    if why:
        return replace(pairing, by_cp_sat=ByCpSat(why=why))
    try:
        _, answer = kept_process().ask(problem, pairing, options.timer())
    except NoOpinionError as error:
        return replace(pairing, by_cp_sat=ByCpSat(why=str(error)))
    return replace(pairing, by_cp_sat=weighed(problem, pairing, answer, judged))


def weighed(problem: RoundProblem, pairing: Pairing, answer: ModelAnswer, judged: Judged) -> ByCpSat:
    """What an answer of CP-SAT says of a pairing. Raises EnginesDisagreeError as `with_opinion`."""
    from ....solver.opinion import Cheaper, opinion

    said = opinion(answer, problem, pairing)
    if not isinstance(said, Cheaper):
        return said
    costs = problem.by_tier(problem.costs_by_criterion(said.pairs, said.byes))
    other = replace(pairing, pairs=said.pairs, byes=said.byes, cost=sum(costs), engine="cp-sat")
    try:
        judged(other)
    except McMahonError as error:
        return ByCpSat(why=f"its round is not legal: {error}")
    ours = (pairing.breaches, *(tier.cost for tier in pairing.tiers))
    theirs = (problem.breaches_of(said.pairs, said.byes), *costs)
    if theirs >= ours:
        return ByCpSat(why=f"it says that its round costs {sum(said.values.values()):,}, but it costs {sum(costs):,}")
    cost, cheaper = next((a, b) for a, b in zip(ours, theirs, strict=True) if a != b)
    ids = problem.field.ids
    boards = tuple((ids[i], ids[j]) for i, j in said.pairs)
    file = _reported(problem, pairing, said, costs)
    raise EnginesDisagreeError(problem.round, cost, cheaper, file, boards)


def _reported(problem: RoundProblem, pairing: Pairing, said: Cheaper, costs: tuple[int, ...]) -> str:
    """The file in the working folder that both answers were written to; empty if it cannot be written."""
    ids = problem.field.ids

    def boards(pairs: Any, byes: Any) -> dict[str, Any]:
        return {"pairs": [[ids[i], ids[j]] for i, j in pairs], "byes": [ids[i] for i in byes]}

    report = {
        "version": __version__,
        "round": problem.round,
        "fingerprint": fingerprint(problem),
        "profile": problem.profile.name,
        "weights": problem.weights,
        "matching": {"cost": [tier.cost for tier in pairing.tiers], **boards(pairing.pairs, pairing.byes)},
        "cp-sat": {"cost": list(costs), **boards(said.pairs, said.byes)},
        "profile_version": known_version(problem.profile)[1],
    }
    names = (f"engines-disagree-round-{problem.round}{f'-{k}' if k > 1 else ''}.json" for k in count(1))
    path = next(path for path in map(Path, names) if not path.exists())
    try:
        write_file(path, (json.dumps(report, indent=1, ensure_ascii=False) + "\n").encode())
    except FolderError:
        return ""
    return str(path)
