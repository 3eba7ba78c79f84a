"""The lowest known cost of every round of the instances: python -m mcmahon_bench.best_known FOLDER [NAME …].

Writes `best_known.csv` into the folder. Each round, drawn or the next one, is the problem that `mcmahon bench export`
writes: first by the profile it was drawn by, then by today's `balanced` if that is another (`--profile balanced`).
`cost` and `bound` are by tier, with + between tiers; `proved` is yes when they meet; `version` is that of the program,
`fingerprint` that in the exported file.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from mcmahon._version import __version__
from mcmahon.desk.questions.standing_round import problem_of_round
from mcmahon.io.files import write_file
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.settings.profiles import known_version, load_profile
from mcmahon.model.errors import FolderError, McMahonError
from mcmahon.model.pairing.round_problem import fingerprint
from mcmahon.solver.engine import Options, solve

from .engines.all_engines import check

COLUMNS = ("instance", "round", "profile", "cost", "bound", "proved", "version", "profile_version", "fingerprint")
FILE = "best_known.csv"
SECONDS = 30.0


def best_known(folder: Path) -> Iterator[tuple[str, ...]]:
    """The lines of one instance: every round, drawn ones and the next, by its own profile and by today's `balanced`."""
    state = TournamentFolder(folder).read()
    for number in range(1, min(len(state.tournament.rounds) + 1, state.tournament.settings.rounds) + 1):
        own = problem_of_round(state, number)
        today = load_profile("balanced")
        problems = [own] if own.profile.name == today.name else [own, problem_of_round(state, number, today)]
        for problem in problems:
            answer = solve(problem, Options(SECONDS, lottery=False))
            check(problem, answer)
            cost = "+".join(str(tier.cost) for tier in answer.tiers)
            bound = "+".join(str(tier.bound) for tier in answer.tiers)
            proved, (name, version) = "yes" if answer.optimal else "no", known_version(problem.profile)
            line = (folder.name, str(number), name, cost, bound, proved, __version__)
            yield *line, str(version or ""), fingerprint(problem)


def table(lines: Iterator[tuple[str, ...]]) -> str:
    """The lines as CSV with their head."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(COLUMNS)
    writer.writerows(lines)
    return text.getvalue()


def write_best_known(home: Path, names: Sequence[str] = ()) -> str:
    """Write the table of all tournaments of a folder, or of those named, and give its text. Raises McMahonError."""
    names = names or sorted(path.parent.name for path in home.glob("*/tournament.toml"))
    if not names:
        raise FolderError(f"{home} contains no tournament folders")
    text = table(line for name in names for line in best_known(home / name))
    write_file(home / FILE, text.encode())
    return text


def main() -> None:
    """Write the table of all instances of a folder, or of those named."""
    home = Path(sys.argv[1] if len(sys.argv) > 1 else "instances")
    names = sys.argv[2:]
    try:
        print(write_best_known(home, names), end="")
    except McMahonError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
