"""A TRF file whose next round is to be drawn, as chess programs hand it to a pairing engine.

The column behind the last round that was played is the next round's: 0000 there, or a letter, is an absence, and two
who name each other without a result are a pair made by hand. Lines XXZ and 240 name absences, too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ....model.errors import InputError, Problem
from ....model.placing.scores import Scores, score
from ....model.tournament.tournament import Tournament
from ...tables import decode
from ..foreign import Report, whole_number
from ..wallist import MOST_ROUNDS, Line
from .codes import FREE, NOBODY
from .lines import TrfFile, halves_in, parsed, positions
from .reading import lines_of, places, tournament_of
from .virtual import VirtualRows, virtual_rows

POINTS = slice(80, 84)
MOST_TOLD = 20
#: Rounds without an opponent in which a player took part: with the bye, or a win by forfeit.
TOOK_PART = ("U", "+")


@dataclass(frozen=True, slots=True)
class ToPair:
    """The tournament before the next round, and the pairs of it that are made by hand, by id, White first.

    `numbers` are the start numbers of the file by id.
    """

    tournament: Tournament
    pairs: tuple[tuple[str, str], ...]
    numbers: Mapping[str, int]
    report: Report


def read_to_pair(data: bytes, name: str) -> ToPair:
    """The next round of a file. Raises InputError where it does not say all that is needed, or contradicts itself."""
    report = Report()
    file = parsed(decode(data, name), name, report)
    _check_headers(file, name)
    whole = lines_of(file, report)
    played = max(_played(line.words) for line in whole)
    next_cells = {line.player.id: line.words[played] for line in whole if len(line.words) > played}
    lines = [replace(line, words=tuple(map(_as_bye, line.words[:played]))) for line in whole]
    at = places(file)
    rows = _virtual_rows(file, at, played)
    read = tournament_of(file, lines, name, report, rows)
    pairs, absent = _settled(next_cells, at, name)
    absent |= {str(k) for words in file.lists_of("XXZ") for k in positions(words, at)}
    tournament = read.tournament.with_entries(played + 1, (), absent)
    _check_points(file, lines, score(tournament), _of_round(rows, played + 1), next_cells, name)
    return ToPair(tournament, pairs, {str(k): start for start, k in at.items()}, report)


def _check_headers(file: TrfFile, name: str) -> None:
    """Raise InputError where the number of rounds is missing."""
    if not whole_number(file.headers.get("142", file.headers.get("XXR")), 0, 0, NOBODY):
        raise InputError([Problem("the number of rounds is missing", name, expected="a line XXR or 142")])


def _played(cells: Sequence[str]) -> int:
    """The last round that a player took part in: against somebody, with a result, or with the bye."""
    return max((k for k, cell in enumerate(cells, 1) if _took_part(cell)), default=0)


def _took_part(cell: str) -> bool:
    sign = cell[-1].upper()
    return sign in TOOK_PART if _opponent(cell) == 0 else bool(sign.strip())


def _as_bye(cell: str) -> str:
    """A full point without a game is a bye: who has had one gets no other, as in FIDE's rules."""
    return f"{cell[:-1]}U" if cell[-1] in "Ff" and _opponent(cell) == 0 else cell


def _opponent(cell: str) -> int:
    return whole_number(cell[2:-4], 0, 0, NOBODY)


def _settled(
    cells: Mapping[str, str], at: Mapping[int, int], name: str
) -> tuple[tuple[tuple[str, str], ...], set[str]]:
    """Pairs made by hand, White first, and who is absent. Raises InputError for half a pair."""
    others = {pid: str(at.get(_opponent(cell), 0)) for pid, cell in cells.items() if _opponent(cell)}
    for pid, other in others.items():
        if others.get(other) != pid or other == pid:
            expected = "two players who name each other"
            raise InputError([Problem(f"half a pair in the next round: player {pid}", name, expected=expected)])
    white = {pid for pid in others if cells[pid][-3].lower() == "w"}
    first = white | {pid for pid, other in others.items() if other not in white and int(pid) < int(other)}
    pairs = {frozenset((pid, others[pid])): (pid, others[pid]) for pid in sorted(first)}
    return tuple(pairs.values()), {pid for pid, cell in cells.items() if cell.strip()} - others.keys()


def _virtual_rows(file: TrfFile, at: Mapping[int, int], played: int) -> VirtualRows:
    """The virtual points of every round. Raises InputError for lines that cannot be read."""
    said = whole_number(file.headers.get("142", file.headers.get("XXR")), 0, 0, MOST_ROUNDS)
    rows, unreadable = virtual_rows(file, at, max(said, played + 1))
    if unreadable:
        raise _unreadable(*unreadable[0])
    return rows


def _of_round(rows: VirtualRows, number: int) -> dict[str, int]:
    return {pid: row[number - 1] for pid, row in rows.items() if row[number - 1]}


def _unreadable(code: str, words: Sequence[str]) -> InputError:
    return InputError([Problem("a line that cannot be read:", value=f"{code} {' '.join(words)}"[:60])])


def _check_points(
    file: TrfFile,
    lines: Sequence[Line],
    scores: Scores,
    virtual: Mapping[str, int],
    cells: Mapping[str, str],
    name: str,
) -> None:
    """Raise InputError where the points of a player's line are not those of the rounds.

    They may be with virtual points, and with those of an absence in the next round.
    """
    problems = []
    for line, start in zip(lines, sorted(file.players), strict=True):
        pid, text = line.player.id, file.players[start][1][POINTS].strip()
        own, extra = scores.mms(pid) - scores.start[pid], virtual.get(pid, 0)
        ahead = FREE.get(cells.get(pid, " ")[-1].upper(), 0)
        if text and halves_or_none(text) not in (own, own + extra, own + ahead, own + extra + ahead):
            wrong = "points that are not those of the rounds:"
            problems.append(Problem(wrong, name, line.number, value=text, expected=f"{own / 2:.1f}"))
    if problems:
        raise InputError(problems[:MOST_TOLD])


def halves_or_none(text: str) -> int | None:
    """The half points of a text, None where it has none."""
    try:
        return halves_in(text)
    except (ValueError, OverflowError):
        return None
