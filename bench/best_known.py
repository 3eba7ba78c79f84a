"""The lowest known cost of every round of the instances: python -m mcmahon_bench.best_known FOLDER [NAME …].

Writes `best_known.csv` into the folder. Rounds already drawn are drawn again from the entrants they had, under today's
settings; the round after them is the next one. `cost` and `bound` are by tier, with + between tiers; `proved` is yes
when they meet.
"""

from __future__ import annotations

import csv
import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from mcmahon._version import __version__
from mcmahon.io.files import write_file
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.settings.profiles import profile_named
from mcmahon.model.errors import FolderError, McMahonError
from mcmahon.model.pairing.draw import round_problem
from mcmahon.solver.engine import Options, solve

from .engines.all_engines import check

COLUMNS = ("instance", "round", "profile", "cost", "bound", "proved", "version")
FILE = "best_known.csv"
SECONDS = 30.0


def best_known(folder: Path) -> Iterator[tuple[str, ...]]:
    """A line for every round of one instance, drawn ones and the next, by `balanced` and by the instance's profile."""
    tournament = TournamentFolder(folder).read().tournament
    drawn = len(tournament.rounds)
    for number in range(1, min(drawn + 1, tournament.settings.rounds) + 1):
        entered = tournament.entered_as_drawn(number) if number <= drawn else tournament
        for name in dict.fromkeys(("balanced", tournament.settings.pairing.profile)):
            problem = round_problem(entered, number, profile_named(name, folder))
            answer = solve(problem, Options(SECONDS, lottery=False))
            check(problem, answer)
            cost = "+".join(str(tier.cost) for tier in answer.tiers)
            bound = "+".join(str(tier.bound) for tier in answer.tiers)
            yield folder.name, str(number), name, cost, bound, "yes" if answer.optimal else "no", __version__


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
