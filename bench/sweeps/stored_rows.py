"""Rows as they are stored: in a CSV file, in a Parquet file, or in a folder of parts; read one after the other.

A million rows are a gigabyte of text, most of it inputs that half a million rows have in common. Blocks keep these
inputs once, and the metrics as numbers.
"""

from __future__ import annotations

import csv
from array import array
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from itertools import chain
from operator import itemgetter
from pathlib import Path
from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from mcmahon.io.tables.decode import is_utf8
from mcmahon.model.errors import FolderError, InputError, Problem
from mcmahon.model.language import first_few

INPUTS = (
    "players", "rounds", "bar", "seed", "system", "jitter", "profile", "engine", "version", "model", "shape",
    "settings", "weights",
)  # fmt: skip
WHOLE = ("players", "rounds", "seed")  # inputs that are whole numbers
SEED = INPUTS.index("seed")
_AT_ONCE = 10_000  # rows of a Parquet file

#: The inputs of a row but its seed.
BlockKey = tuple[str, ...]
Order = tuple[tuple[int, float, str], ...]


class StoredRow(NamedTuple):
    """The texts of a row, and the file and line that has them; of Parquet the number of the row."""

    file: Path
    line: int
    cells: Sequence[str]

    def wrong(self, what: str, expected: str, column: str = "", value: str = "") -> InputError:
        """The error that says what is wrong with it, and where."""
        return InputError([Problem(what, str(self.file), self.line, column, value, expected)])

    def seed(self, place: int = SEED) -> int:
        """Its seed. Raises InputError."""
        try:
            return int(self.cells[place])
        except ValueError:
            raise self.wrong("this is no seed:", "a whole number", "seed", self.cells[place]) from None


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """Rows that differ in their seed only: their inputs but the seed, the seeds in order, a line of metrics a seed."""

    inputs: Mapping[str, str]
    seeds: npt.NDArray[np.int64]
    values: npt.NDArray[np.float64]


def check_parquet() -> None:
    """Raise InputError if Parquet files cannot be written or read: before hours of work, not after."""
    if find_spec("pyarrow") is None:
        hint = "in a clone of the project: pip install './bench[parquet]'"
        raise InputError(f"Parquet files need the library pyarrow; {hint}")


def cell_text(value: float | int | str) -> str:
    """How a value is written: floats with six digits behind the point at most, `nan` where there is none."""
    return str(round(value, 6)) if isinstance(value, float) else str(value)


def block_key(cells: Sequence[str]) -> BlockKey:
    """The inputs but the seed of a row that begins with `INPUTS`."""
    return (*cells[:SEED], *cells[SEED + 1 : len(INPUTS)])


def row_inputs(key: BlockKey, seed: int) -> dict[str, str]:
    """The inputs of the row with a seed in a block."""
    return dict(zip(INPUTS, (*key[:SEED], str(seed), *key[SEED:]), strict=True))


@cache
def block_order(key: BlockKey) -> tuple[Order, Order]:
    """What the rows of a block are sorted by: before their seed, and after it."""
    orders = tuple(map(_order, key))
    return orders[:SEED], orders[SEED:]


def read_rows(path: Path, columns: Sequence[str] = ()) -> Iterator[StoredRow]:
    """The rows of a CSV or Parquet file or a folder of parts in the order they are stored in; first their columns.

    Two parts may have the same row. Raises InputError for a row with too few or too many cells and for columns that are
    not the ones given or those of the first part, FolderError for what cannot be read.
    """
    files = sorted(path.glob("*.csv")) if path.is_dir() else [path]
    for number, file in enumerate(files):
        rows = _parquet_rows(file) if file.suffix == ".parquet" else _csv_rows(file)
        with _readable(file):
            head = next(rows, None)
            if head is None:
                raise InputError(f"{file} does not contain rows of mcmahon simulate: it is empty")
            found = head.cells
            if columns and found != [*columns]:
                odd = sorted(set(found) ^ set(columns)) or found
                raise InputError(f"{file} has columns that differ from those of this run ({first_few(odd, 5)})")
            if not number:
                yield head
            columns = found
            width = len(found)
            for row in rows:
                if len(row.cells) != width:
                    what = f"this row has {len(row.cells)} cells"
                    expected = f"{width}; take the {'part' if path.is_dir() else 'line'} away and resume the rows"
                    raise row.wrong(what, expected)
                yield row


def read_blocks(path: Path, metrics: Sequence[str]) -> list[Block]:
    """All rows by block, blocks in the order in which a sorted file has them; a row that is there twice counts once.

    Raises InputError if there are no rows, a column is missing, a metric is no number, or two rows of one tournament
    and method differ, FolderError for what cannot be read.
    """
    rows = read_rows(path)
    columns = next(rows, StoredRow(path, 0, ())).cells
    missing = [name for name in (*INPUTS, *metrics) if name not in columns]
    first = next(rows, None)
    if missing or first is None:
        what = f"has no column {missing[0]}" if columns and missing else "has no row"
        raise InputError(f"{path} {what}; expected rows written by mcmahon simulate")
    seed = columns.index("seed")
    names = [name for name in INPUTS if name != "seed"]
    key_of = itemgetter(*map(columns.index, names))
    places = [*map(columns.index, metrics)]
    found: dict[BlockKey, tuple[array[int], array[float]]] = {}
    for row in chain([first], rows):
        key = key_of(row.cells)
        own = found.get(key)
        if own is None:
            own = found[key] = array("q"), array("d")
        own[0].append(row.seed(seed))
        try:
            own[1].extend([float(row.cells[place]) for place in places])
        except ValueError:
            raise _no_number(row, columns, metrics) from None
    blocks = []
    for key in [*found]:
        seeds, values = found.pop(key)
        table = np.frombuffer(values).reshape(len(seeds), len(metrics))
        blocks.append(_block(path, dict(zip(names, key, strict=True)), np.frombuffer(seeds, np.int64), table))
    return sorted(blocks, key=_block_place)


def _block_place(block: Block) -> tuple[Order, int, Order]:
    """Where the first row of a block stands in a sorted file."""
    before, after = block_order(tuple(block.inputs.values()))
    return before, int(block.seeds[0]), after


def _block(
    path: Path, inputs: Mapping[str, str], seeds: npt.NDArray[np.int64], values: npt.NDArray[np.float64]
) -> Block:
    """The rows of a block by seed, each once. Raises InputError where two of one seed are not the same."""
    order = np.argsort(seeds, kind="stable")
    if not np.array_equal(order, np.arange(len(order))):
        seeds, values = seeds[order], values[order]
    again = np.flatnonzero(seeds[1:] == seeds[:-1]) + 1
    if len(again):
        one, other = values[again], values[again - 1]
        unlike = again[np.any((one != other) & ~(np.isnan(one) & np.isnan(other)), axis=1)]
        if len(unlike):
            what = f"engine {inputs['engine']}, profile {inputs['profile']}, seed {seeds[unlike[0]]}"
            raise InputError(f"{path} has two rows with other metrics ({what}); expected the same row from every run")
        seeds, values = np.delete(seeds, again), np.delete(values, again, axis=0)
    return Block(inputs, seeds, values)


def _no_number(row: StoredRow, columns: Sequence[str], metrics: Sequence[str]) -> InputError:
    for name in metrics:
        value = row.cells[columns.index(name)]
        try:
            float(value)
        except ValueError:
            return row.wrong("this is no number:", "a number, or nan", name, value)
    raise AssertionError("all are numbers")


def _csv_rows(file: Path) -> Iterator[StoredRow]:
    with file.open(encoding="utf-8", newline="") as lines:
        reader = csv.reader(lines)
        try:
            for cells in reader:
                yield StoredRow(file, reader.line_num, cells)
        except csv.Error as error:
            raise StoredRow(file, reader.line_num, ()).wrong(f"{error}:", "CSV written by mcmahon simulate") from None
        except UnicodeDecodeError:
            with file.open("rb") as binary:
                line = next(k for k, text in enumerate(binary, 1) if not is_utf8(text))
            raise StoredRow(file, line, ()).wrong("this line is not UTF-8", "CSV written by mcmahon simulate") from None


def _parquet_rows(file: Path) -> Iterator[StoredRow]:
    check_parquet()
    from pyarrow import ArrowInvalid
    from pyarrow.parquet import ParquetFile

    try:
        with ParquetFile(file) as table:
            names = table.schema_arrow.names
            yield StoredRow(file, 0, names)
            line = 0
            for batch in table.iter_batches(_AT_ONCE):
                columns = [list(map(cell_text, column.to_pylist())) for column in batch.columns]
                for cells in zip(*columns, strict=True):
                    line += 1
                    yield StoredRow(file, line, cells)
    except ArrowInvalid as error:
        raise InputError(f"{file} does not contain rows of mcmahon simulate: {error}") from None


@contextmanager
def _readable(file: Path) -> Iterator[None]:
    """What the system refuses is a FolderError that names the file."""
    try:
        yield
    except OSError as error:
        raise FolderError(f"cannot read {file}: {error.strerror or error}") from None


def _order(text: str) -> tuple[int, float, str]:
    """Numbers as numbers, before texts."""
    try:
        return 0, float(text), text
    except ValueError:
        return 1, 0.0, text
