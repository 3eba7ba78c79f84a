"""Virtual points in TRF files, by player and round: lines XXA and 250, or Baku acceleration by its name alone.

What a player has in every round is a start score; what comes on top in some rounds is acceleration, as a setting. A
line XXA is all that a player has; rounds that it does not reach have none. The lines 250 of a round add up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from ....model.tournament.systems.acceleration import Accelerated, accelerated, accelerated_text, size_of
from .lines import TrfFile, halves_in, positions

#: The most virtual points of a player, in half points, as elsewhere.
MOST = 200
MOST_OF_A_LINE = 20

#: Half points in rounds 1, 2, … by player id.
VirtualRows = dict[str, list[int]]


def named_baku(file: TrfFile) -> bool:
    """Whether the file names Baku acceleration and does not say who has how many points."""
    return file.headers.get("192", "").upper().endswith("_BAKU") and not (file.lists_of("250") or file.lists_of("XXA"))


def virtual_rows(file: TrfFile, at: Mapping[int, int], rounds: int) -> tuple[VirtualRows, list[tuple[str, list[str]]]]:
    """What every player has in each round, half points; and the lines that cannot be read, code and words.

    For Baku acceleration by name the first half of the start numbers has them (FIDE C.04.5.1).
    """
    rows: VirtualRows = {}
    unreadable: list[tuple[str, list[str]]] = []
    if named_baku(file):
        ids = [str(at[start]) for start in sorted(at)]
        for line in accelerated(["baku"], rounds):
            for pid in ids[: size_of(line.share, len(ids))]:
                _add(rows, pid, line.half_points, range(line.first, line.last + 1), rounds)
    for words in file.lists_of("250"):
        try:
            points, (first, last, low, high) = halves_in(words[-5]), [int(word) for word in words[-4:]]
        except (ValueError, IndexError, OverflowError):
            unreadable.append(("250", words))
            continue
        for start in at:
            if low <= start <= high:
                _add(rows, str(at[start]), points, range(max(first, 1), min(last, rounds) + 1), rounds)
    for words in file.lists_of("XXA"):
        try:
            (player,), values = positions(words[:1], at), [halves_in(word) for word in words[1:]]
        except (ValueError, OverflowError):
            unreadable.append(("XXA", words))
            continue
        if player:
            rows[str(player)] = [*values, *[0] * rounds][:rounds]
    return {pid: [max(0, min(MOST, value)) for value in row] for pid, row in rows.items() if any(row)}, unreadable


def _add(rows: VirtualRows, pid: str, points: int, numbers: Iterable[int], rounds: int) -> None:
    row = rows.setdefault(pid, [0] * rounds)
    for number in numbers:
        row[number - 1] += points


def start_part(rows: VirtualRows) -> dict[str, int]:
    """What players have in all rounds: their start scores above the lowest, in half points."""
    return {pid: min(row) for pid, row in rows.items() if min(row)}


def acceleration_part(rows: VirtualRows) -> list[str]:
    """The lines of the setting for what players have in some rounds beside that."""
    players: dict[tuple[int, int, int], list[str]] = {}
    for pid in sorted(rows, key=lambda pid: (len(pid), pid)):
        more = [min(value - min(rows[pid]), MOST_OF_A_LINE) for value in rows[pid]]
        for run in _runs(more):
            players.setdefault(run, []).append(pid)
    return [accelerated_text(Accelerated(*run, players=tuple(ids))) for run, ids in sorted(players.items())]


def _runs(row: Sequence[int]) -> Iterator[tuple[int, int, int]]:
    """First round, last round and half points of every unbroken run of the same points."""
    at = 1
    for value, same in groupby(row):
        length = len(list(same))
        if value:
            yield at, at + length - 1, value
        at += length
