"""A matrix of costs out of a file, CSV or npz: whole numbers, symmetric; the diagonal has what a bye costs."""

from __future__ import annotations

import csv
import zipfile
from pathlib import Path

import numpy as np
from mcmahon.io.files import read_bytes
from mcmahon.io.tables.cost_matrix import columns_of_rows, whole_costs
from mcmahon.io.tables.decode import decode
from mcmahon.model.errors import FolderError, InputError, Problem
from mcmahon.model.pairing.field import Ints

from .problem_file import MOST_PLAYERS

LARGEST = 2**26  # bytes of an unpacked file: 2,000 players need half of it


def read_matrix(path: Path) -> tuple[list[str], Ints]:
    """The ids of the players and their costs, n × n, of a file .csv or .npz.

    A table without ids has the players 1 to n. Raises InputError with file, line, row, column and value; FolderError.
    """
    return _of_npz(path) if path.suffix == ".npz" else _of_csv(path)


def _of_csv(path: Path) -> tuple[list[str], Ints]:
    file = str(path)
    text = decode(read_bytes(path), file)
    first = text.partition("\n")[0]
    delimiter = max(",;\t", key=first.count)
    try:
        reader = csv.reader(text.splitlines(), delimiter=delimiter, skipinitialspace=True)
        lines = [(reader.line_num, [cell.strip() for cell in cells]) for cells in reader if any(cells)]
    except csv.Error as error:
        raise InputError([Problem(f"not a CSV file: {error}", file)]) from None
    if not lines:
        raise InputError([Problem("the file is empty", file, expected="a matrix of costs, a line for each player")])
    head = lines[0][1]
    named = isinstance(_number(head[0]), str)
    rows = lines[1:] if named else lines
    size = len(head) - named
    for line, cells in rows:
        if len(cells) != len(head):
            expected = f"{len(head)}, as in the first line"
            raise InputError([Problem(f"{len(cells)} cells", file, line=line, expected=expected)])
    if size != len(rows):
        expected = f"{size} lines of costs, as many as columns"
        raise InputError([Problem(f"the costs are not square: {len(rows)} × {size}", file, expected=expected)])
    _check_size(size, file)
    ids = [cells[0] for _, cells in rows] if named else [str(k) for k in range(1, size + 1)]
    order = columns_of_rows(ids, head[1:], file) if named else range(size)
    costs = np.empty((size, size), dtype=object)
    for k, (_, cells) in enumerate(rows):
        costs[k] = [_number(cells[column + named]) for column in order]
    return ids, whole_costs(costs, ids, file, [line for line, _ in rows])


def _number(cell: str) -> int | float | str:
    """A cell as a number, or as it stands."""
    for kind in (int, float):
        try:
            return kind(cell)
        except ValueError:
            continue
    return cell


def _of_npz(path: Path) -> tuple[list[str], Ints]:
    """`costs`, or the only array, n × n; `players`, if there, has their ids."""
    file = str(path)
    if not path.is_file():
        raise FolderError(f"cannot read {path}: no such file")
    try:
        with zipfile.ZipFile(path) as archive:
            if sum(part.file_size for part in archive.infolist()) > LARGEST:
                raise InputError([Problem("the file is too large", file, expected=f"at most {LARGEST:,} bytes")])
        with np.load(path, allow_pickle=False) as arrays:
            found = {name: arrays[name] for name in arrays.files}
    except (OSError, ValueError, EOFError, zipfile.BadZipFile) as error:
        expected = "a file that numpy.savez has written"
        raise InputError([Problem(f"not an npz file: {error}", file, expected=expected)]) from None
    players = found.pop("players", None)
    if len(found) != 1 and "costs" not in found:
        has = ", ".join(found) or "none"
        raise InputError(
            [Problem("no array costs; it has", file, value=has, expected="costs, and players with the ids")]
        )
    costs = found["costs"] if "costs" in found else next(iter(found.values()))
    ids = [str(k) for k in range(1, (len(costs) if costs.ndim else 0) + 1)]
    if players is not None:
        ids = [str(player) for player in np.ravel(players).tolist()]
        if len({*ids}) < len(ids):
            raise InputError([Problem("players: two have one id", file, expected="each id once")])
    _check_size(len(ids), file)
    return ids, whole_costs(costs, ids, file)


def _check_size(players: int, file: str) -> None:
    if players > MOST_PLAYERS:
        raise InputError([Problem(f"{players:,} players", file, expected=f"at most {MOST_PLAYERS:,}")])
