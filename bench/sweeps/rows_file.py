"""A table of results that grows row by row: nothing done is lost, and the finished file is the same in any order."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path

import pandas as pd
from filelock import FileLock, Timeout
from mcmahon.io.files import cannot_write, read_bytes, replace_file
from mcmahon.model.errors import FolderError, InputError
from mcmahon.model.language import first_few

Key = tuple[str, ...]

LARGEST_TABLE = 2**31  # bytes of rows that a run may go on from


def cell_text(value: float | int | str) -> str:
    """How a value is written: floats with six digits behind the point at most, `nan` where there is none."""
    return str(round(value, 6)) if isinstance(value, float) else str(value)


class RowsFile:
    """Rows in a CSV as they come, sorted at the end; a name that ends in `.parquet` becomes a Parquet file then.

    The first columns are a row's inputs, which it is found by. Raises InputError when the file is there and is not
    to be resumed, or has other columns, and FolderError while another run writes it.
    """

    def __init__(self, path: Path, inputs: Sequence[str], outputs: Sequence[str], resume: bool = False) -> None:
        self._path, self._inputs, self._columns = path, len(inputs), [*inputs, *outputs]
        self._parquet = path.suffix == ".parquet"
        self._growing = path.with_name(path.name + ".rows.csv") if self._parquet else path
        if self._parquet and find_spec("pyarrow") is None:  # said before hours of work, not after
            hint = "in a clone of the project: pip install './bench[parquet]'"
            raise InputError(f"Parquet files need the library pyarrow; {hint}")
        there = path.exists() or self._growing.exists()
        if there and not resume:
            raise InputError(f"{path} exists already; expected another name, or resume it")
        self._lock = FileLock(path.with_name(path.name + ".lock"), timeout=0)
        with self._writing():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
        try:
            rows = self._read() if there else []
            self.known: set[Key] = {self.key(row) for row in rows}
            with self._writing():
                replace_file(self._growing, self._text(rows).encode())
        except BaseException:
            self._unlock()
            raise

    def key(self, row: Sequence[str]) -> Key:
        """The inputs of a row."""
        return tuple(row[: self._inputs])

    def append(self, row: Mapping[str, str]) -> None:
        """Write a row to the disk."""
        with self._writing(), self._growing.open("a", encoding="utf-8", newline="") as file:
            file.write(self._line([row[name] for name in self._columns]))

    def finish(self) -> None:
        """Sort the rows by their inputs, numbers as numbers, write the Parquet file if that is wanted, let go.

        Raises FolderError when that cannot be written; the rows stay as they came, to be resumed.
        """
        try:
            with self._writing():
                self._finish()
        finally:
            self._unlock()

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """What the system refuses is a FolderError that names the file."""
        try:
            yield
        except Timeout:
            raise FolderError(f"another run is writing {self._path}") from None
        except OSError as error:
            raise cannot_write(error.filename or self._path, error) from None

    def _unlock(self) -> None:
        with suppress(OSError):  # where a file in use cannot be taken away it stays
            Path(self._lock.lock_file).unlink()
        self._lock.release()

    def _finish(self) -> None:
        rows = sorted(self._read(), key=lambda row: [_order(text) for text in row])
        replace_file(self._growing, self._text(rows).encode())
        if self._parquet and rows:
            table = pd.DataFrame(dict(zip(self._columns, map(_typed, zip(*rows, strict=True)), strict=True)))
            data = io.BytesIO()
            table.to_parquet(data, index=False)
            replace_file(self._path, data.getvalue())
            self._growing.unlink()

    def _read(self) -> list[list[str]]:
        """The rows on the disk; a last line that was torn off is left out."""
        if self._growing.exists():
            text = read_bytes(self._growing, LARGEST_TABLE).decode("utf-8")
            whole = text[: text.rfind("\n") + 1]
            header, *rows = [*csv.reader(io.StringIO(whole))] or [self._columns]
        else:
            table = pd.read_parquet(self._path)
            header = [str(name) for name in table.columns]
            columns = [[cell_text(value) for value in table[name].tolist()] for name in header]
            rows = [list(row) for row in zip(*columns, strict=True)]
        if header != self._columns:
            odd = sorted(set(header) ^ set(self._columns)) or header
            raise InputError(f"{self._path} has columns that differ from those of this run ({first_few(odd, 5)})")
        return rows

    def _text(self, rows: Iterable[Sequence[str]]) -> str:
        return "".join(self._line(row) for row in [self._columns, *rows])

    @staticmethod
    def _line(cells: Sequence[str]) -> str:
        line = io.StringIO()
        csv.writer(line, lineterminator="\n").writerow(cells)
        return line.getvalue()


def _typed(texts: Sequence[str]) -> list[int] | list[float] | list[str]:
    """A column as whole numbers, else as numbers, else as it is."""
    for kind in (int, float):
        try:
            return [kind(text) for text in texts]
        except ValueError:
            continue
    return list(texts)


def _order(text: str) -> tuple[int, float, str]:
    try:
        return 0, float(text), text
    except ValueError:
        return 1, 0.0, text
