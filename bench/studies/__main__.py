"""Run a study and write its page, table and plot.

python -m mcmahon_bench.studies NAME [--tournaments N] [--out FOLDER]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from mcmahon.model.errors import InputError

from ..sweeps.figures import Figures, compared
from ..sweeps.plots import plot
from . import absences, bar, contenders, country, pairings, published, rankings, scale, seeding, systems
from .common import Size, Study, played_values, rows_file, write
from .page import page_text, rows_name

STUDIES: dict[str, Study] = {
    study.name: study
    for study in (
        seeding.STUDY,
        country.STUDY,
        absences.STUDY,
        systems.STUDY,
        bar.STUDY,
        contenders.STUDY,
        published.STUDY,
        pairings.STUDY,
        rankings.STUDY,
        scale.STUDY,
    )
}
#: What a study adds to its page from files of its own: (folder to write to, size, real tournaments or None).
MORE: dict[str, Callable[[Path, Size, Path | None], str]] = {"country": country.more}


def run(name: str, size: Size, out: Path, workers: int = 1, data: Path | None = None) -> Figures:
    """Play a study, write NAME.md, .csv, .svg and NAME_rows.csv.gz; the figures."""
    study = STUDIES[name]
    values = played_values(study, study.arms(size), workers, _tell)
    found = compared(values, [*study.metrics], study.baseline, size.seed, study.contrasts)
    out.mkdir(parents=True, exist_ok=True)
    added = MORE[name](out, size, data) if name in MORE else ""
    write(out / f"{name}.csv", found.csv_text())
    (out / rows_name(name)).write_bytes(rows_file(study, values, size.seed))
    write(out / f"{name}.svg", plot(found, study.plotted))
    write(out / f"{name}.md", page_text(study, found, size, added, out))
    return found


def _tell(done: int, total: int) -> None:
    """Show on a terminal how far the study is, in a line that is wiped at the end; nothing in a pipe."""
    if sys.stderr.isatty():
        text = f"{done} of {total} tournaments"
        print(text if done < total else " " * len(text), end="\r", file=sys.stderr, flush=True)


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m mcmahon_bench.studies", description=__doc__)
    parser.add_argument("name", choices=[*STUDIES])
    for option in ("--tournaments", "--players", "--rounds", "--seed"):
        parser.add_argument(option, type=int, help="by default the study's own")
    parser.add_argument("--workers", type=int, default=1, help="number of processes; the figures do not depend on it")
    parser.add_argument("--data", type=Path, help="folder of the real tournaments, for the study country")
    parser.add_argument("--out", type=Path, default=Path("."), help="folder to write to")
    given = parser.parse_args(arguments)
    own = {k: getattr(given, k) for k in ("tournaments", "players", "rounds", "seed") if getattr(given, k) is not None}
    try:
        size = replace(STUDIES[given.name].size, **own)
    except InputError as error:
        parser.error(str(error))
    if given.data and not any((given.data / "tournaments").glob("*.json")):
        parser.error(f"--data {given.data} contains no tournaments; expected a folder with tournaments/*.json")
    run(given.name, size, given.out, given.workers, given.data)
    print(given.out / f"{given.name}.md")


if __name__ == "__main__":
    main()
