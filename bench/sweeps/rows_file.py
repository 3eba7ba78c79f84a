"""Rows written as they come, so that nothing done is lost: into one file, the same in any order, or into parts.

One file has one writer. A folder of parts has as many as there are: each writes whole files of its own, which nothing
changes afterwards, so that no lock is needed, on whatever disk.
"""

from __future__ import annotations

import csv
import io
import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from inspect import get_annotations
from itertools import pairwise
from pathlib import Path
from typing import BinaryIO

from filelock import FileLock, Timeout
from mcmahon.io.files import cannot_write, drop, move, replace_file
from mcmahon.model.errors import FolderError, InputError

from ..simulations.metrics import METRICS
from .stored_rows import INPUTS, WHOLE, Order, StoredRow, block_key, block_order, check_parquet, read_rows

#: A part is written when it has so many rows, or so many seconds after the one before: `kill -9` loses no more.
ROWS_OF_PART, SECONDS_OF_PART = 1000, 60.0
LONGEST_ROW = 2**20  # bytes

#: What is told of each row that is there.
Hears = Callable[[StoredRow], None]


def open_rows(path: Path, outputs: Sequence[str], known: Hears | None = None) -> OneFile | Parts:
    """Where rows with these outputs are written: parts in a folder for a name that ends in `.parts`, else one file.

    `known` is called with every row that is there; without it, nothing may be there. Raises InputError if something is,
    or if a row is broken or has other columns, FolderError while another run writes the file.
    """
    if path.suffix == ".parquet":
        check_parquet()
    kind = Parts if path.suffix == ".parts" else OneFile
    return kind(path, [*INPUTS, *outputs], known)


class OneFile:
    """Rows in a CSV as they come, sorted at the end; a name that ends in `.parquet` becomes a Parquet file then."""

    def __init__(self, path: Path, columns: Sequence[str], known: Hears | None) -> None:
        self._path, self._columns = path, columns
        self._growing = path.with_name(path.name + ".rows.csv") if path.suffix == ".parquet" else path
        if known is None:
            _check_new(path, self._growing)
        self._lock = FileLock(path.with_name(path.name + ".lock"), timeout=0)
        with _writing(path):
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire()
        try:
            with _writing(path):
                self._begin()
            _tell(read_rows(self._growing, columns), known)
        except BaseException:
            self._unlock()
            raise

    def append(self, row: Mapping[str, str]) -> None:
        """Write a row to the disk. Raises FolderError."""
        with _writing(self._path), self._growing.open("a", encoding="utf-8", newline="") as file:
            file.write(_line([row[name] for name in self._columns]))

    def finish(self) -> None:
        """Sort the rows by their inputs, numbers as numbers, write the Parquet file if that is wanted, let go.

        Raises FolderError when that cannot be written; the rows stay as they came, to be resumed.
        """
        try:
            with _writing(self._path):
                self._sort()
                if self._growing != self._path:
                    self._write_parquet()
                    self._growing.unlink()
        finally:
            self._unlock()

    def _unlock(self) -> None:
        with suppress(OSError):  # where a file in use cannot be taken away it stays
            Path(self._lock.lock_file).unlink()
        self._lock.release()

    def _begin(self) -> None:
        """Make the file of rows, or take away its last line if that was torn off. Raises InputError, FolderError."""
        if self._growing.exists() and self._growing.stat().st_size:
            next(read_rows(self._growing, self._columns))
            with self._growing.open("r+b") as file:
                file.truncate(_end_of_lines(file))
        elif self._path.exists() and self._path != self._growing:
            with _replaced(self._growing) as file:
                file.writelines(_line(row.cells).encode() for row in read_rows(self._path, self._columns))
        else:
            replace_file(self._growing, _line(self._columns).encode())

    def _sort(self) -> None:
        places = sorted(self._places())
        if all(start == end for (*_, end), (*_, start, _) in pairwise(places)):
            return
        with self._growing.open("rb") as file, _replaced(self._growing) as new:
            new.write(file.read(min(start for *_, start, _ in places)))
            for *_, start, end in places:
                file.seek(start)
                new.write(file.read(end - start))

    def _places(self) -> Iterator[tuple[Order, int, Order, int, int]]:
        """What each row is sorted by, and where it begins and ends in the file."""
        end = 0

        def lines(file: BinaryIO) -> Iterator[str]:
            nonlocal end
            for line in file:
                end += len(line)
                yield line.decode("utf-8")

        with self._growing.open("rb") as file:
            rows = csv.reader(lines(file))
            next(rows)
            start = end
            for cells in rows:
                before, after = block_order(block_key(cells))
                yield before, StoredRow(self._growing, rows.line_num, cells).seed(), after, start, end
                start = end

    def _write_parquet(self) -> None:
        """The Parquet file of the rows, some at a time."""
        from pyarrow import ArrowInvalid, float64, int64, string
        from pyarrow import csv as arrow_csv
        from pyarrow.parquet import ParquetWriter

        whole = {*WHOLE, *(name for name, m in METRICS.items() if get_annotations(m).get("return") in (int, "int"))}
        texts = {*INPUTS} - whole - {"jitter"}
        types = {n: string() if n in texts else int64() if n in whole else float64() for n in self._columns}
        options = arrow_csv.ConvertOptions(column_types=types, null_values=[])
        reading = arrow_csv.ReadOptions(use_threads=False, block_size=2**22)  # more at once takes more memory than time
        try:
            with (
                arrow_csv.open_csv(self._growing, reading, None, options) as found,
                _replaced(self._path) as file,
                ParquetWriter(file, found.schema) as new,
            ):
                for batch in found:
                    new.write_batch(batch)
        except ArrowInvalid as error:
            raise InputError(f"{self._growing} cannot become a Parquet file: {error}") from None


class Parts:
    """Rows in a folder of CSV files, some rows each; other processes may write into it at the same time.

    A part is named after what it says, so that none takes the place of another.
    """

    def __init__(self, path: Path, columns: Sequence[str], known: Hears | None) -> None:
        self._path, self._columns = path, columns
        self._lines: list[str] = []
        if known is None:
            _check_new(path)
        with _writing(path):
            path.mkdir(parents=True, exist_ok=True)
        _tell(read_rows(path, columns), known)
        self._since = time.monotonic()

    def append(self, row: Mapping[str, str]) -> None:
        """Take a row into the part that is being made, and write it if it is time to. Raises FolderError."""
        self._lines.append(_line([row[name] for name in self._columns]))
        if len(self._lines) >= ROWS_OF_PART or time.monotonic() - self._since >= SECONDS_OF_PART:
            self.finish()

    def finish(self) -> None:
        """Write the part that is being made, if it has a row. Raises FolderError; its rows may be written later."""
        self._since = time.monotonic()
        if self._lines:
            text = "".join([_line(self._columns), *self._lines]).encode()
            with _writing(self._path):
                replace_file(self._path / f"{sha256(text).hexdigest()[:20]}.csv", text)
            self._lines = []


def _check_new(*paths: Path) -> None:
    """Raise InputError if one of these is there."""
    for path in paths:
        if path.exists():
            raise InputError(f"{path} exists already; expected another name, or resume it")


def _tell(rows: Iterator[StoredRow], known: Hears | None) -> None:
    """Tell of each row but the head, and check all of them."""
    next(rows, None)
    for row in rows:
        if known:
            known(row)


def _line(cells: Sequence[str]) -> str:
    line = io.StringIO()
    csv.writer(line, lineterminator="\n").writerow(cells)
    return line.getvalue()


def _end_of_lines(file: BinaryIO) -> int:
    """Where the last whole line of a file ends."""
    begin = max(0, file.seek(0, os.SEEK_END) - LONGEST_ROW)
    file.seek(begin)
    return begin + file.read().rfind(b"\n") + 1


@contextmanager
def _replaced(path: Path) -> Iterator[BinaryIO]:
    """A file to write, which takes the place of another one in one move, once it is whole and on the disk."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with temporary.open("wb") as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        drop(temporary)
        raise
    move(temporary, path)


@contextmanager
def _writing(path: Path) -> Iterator[None]:
    """What the system refuses is a FolderError that names the file."""
    try:
        yield
    except Timeout:
        raise FolderError(f"another run is writing {path}") from None
    except OSError as error:
        raise cannot_write(error.filename or path, error) from None
