"""Long checks in batches: a row of a CSV file each, so that what was interrupted goes on where it stopped."""

from __future__ import annotations

import csv
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from mcmahon.model.errors import InputError, Problem

Row = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Batches:
    """What a file of batches is: its columns, `batch` the first and `cpu_seconds` the last, and what makes a row."""

    columns: tuple[str, ...]
    run: Callable[[int], Row]

    @property
    def titles(self) -> list[str]:
        """The columns as they are written."""
        return ["batch", *self.columns, "cpu_seconds"]


def known_rows(path: Path, batches: Batches) -> list[dict[str, str]]:
    """The rows of a file, none where there is no file. Raises InputError where it is another kind of file."""
    if not path.exists():
        return []
    with path.open(encoding="utf-8", newline="") as lines:
        reader = csv.DictReader(lines)
        rows = [row for row in reader if row["cpu_seconds"]] if reader.fieldnames == batches.titles else None
    if rows is None:
        raise InputError([Problem("not the rows of this check", str(path), expected=",".join(batches.titles))])
    return rows


def run_batches(
    path: Path, batches: Batches, numbers: Iterable[int], cpu_hours: float, until: tuple[str, int] | None = None
) -> list[dict[str, str]]:
    """Every row of a file after the batches that it lacks, as many as the processor time allows; one row at a time.

    `until` is a column and the sum at which it is enough. A row cut off by a kill is made again. Raises InputError.
    """
    rows = known_rows(path, batches)
    done, limit = {int(row["batch"]) for row in rows}, _computed() + cpu_hours * 3600
    with path.open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, batches.titles, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        for number in numbers:
            if number in done:
                continue
            if _computed() >= limit or (until and total(rows, until[0]) >= until[1]):
                break
            begin = _computed()
            row = {"batch": number, **batches.run(number), "cpu_seconds": f"{_computed() - begin:.2f}"}
            writer.writerow(row)
            out.flush()
            rows.append({key: str(value) for key, value in row.items()})
    return rows


def _computed() -> float:
    """The seconds that this process has computed, and those that it has begun and that have ended."""
    return sum(os.times()[:4])


def total(rows: Sequence[Mapping[str, str]], column: str) -> float:
    """The sum of a column."""
    return sum(float(row[column]) for row in rows)
