"""Systems beside the plain ones, as settings say them: virtual points, groups with a final.

Sources: FIDE handbook C.04.5.1 (Baku acceleration): the first half of the players, rounded up to an even number, count
a point more in the first half of the accelerated rounds and half a point in the others; accelerated is the first half
of the tournament. Both halves are rounded up.

A table is the circle of a round robin: with an even number m + 1 of places the last one is fixed, and in round r it
meets place r, and r + i meets r - i (modulo m). With an odd number of players the last place is empty: a free round.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from ...errors import WrongValue
from .kinds import SettingKind, check_boundary, lines, list_of, text_in, when

BAKU = "baku"
HALF = "1/2"
_LINE = re.compile(r"(\d+)(?:-(\d+))?\s+(\d+(?:\.[05])?)\s+(?:(\d+)/(\d+)|(\d+)|players((?:\s+\S+)+))", re.IGNORECASE)
_MOST = 10  # points


@dataclass(frozen=True, slots=True)
class Accelerated:
    """A line of virtual points: the rounds, and for whom: a `share` of the strongest (`1/2`, `40`), or `players`."""

    first: int
    last: int
    half_points: int
    share: str = ""
    players: tuple[str, ...] = ()


def accelerated(lines: Iterable[str], rounds: int) -> Iterator[Accelerated]:
    """The lines of a tournament of so many rounds, Baku acceleration spelt out. Raises ValueError."""
    for line in lines:
        if line == BAKU:
            all_of_them = (rounds + 1) // 2
            whole = (all_of_them + 1) // 2
            yield Accelerated(1, whole, 2, HALF)
            if whole < all_of_them:
                yield Accelerated(whole + 1, all_of_them, 1, HALF)
        else:
            yield parse_accelerated(line)


def parse_accelerated(text: str) -> Accelerated:
    """One line, such as `1-2 1 1/2`, `1-3 0.5 40` or `1 1 players 3 17`. Raises ValueError."""
    match = _LINE.fullmatch(text.strip())
    if match is None:
        raise ValueError(text)
    first, last = int(match[1]), int(match[2] or match[1])
    half_points = round(2 * float(match[3]))
    if not 1 <= first <= last <= 99 or not 1 <= half_points <= 2 * _MOST:
        raise ValueError(text)
    if match[4]:
        part, of = int(match[4]), int(match[5])
        if not 1 <= part < of <= 16:
            raise ValueError(text)
        return Accelerated(first, last, half_points, f"{part}/{of}")
    if match[6]:
        if not int(match[6]):
            raise ValueError(text)
        return Accelerated(first, last, half_points, str(int(match[6])))
    return Accelerated(first, last, half_points, players=tuple(match[7].split()))


def accelerated_text(line: Accelerated) -> str:
    """The text that `parse_accelerated` reads back."""
    rounds = str(line.first) if line.first == line.last else f"{line.first}-{line.last}"
    who = line.share or " ".join(("players", *line.players))
    return f"{rounds} {line.half_points // 2 if line.half_points % 2 == 0 else line.half_points / 2} {who}"


def size_of(share: str, players: int) -> int:
    """How many of the strongest a share is: `1/2` of 161 are 82, rounded up to an even number; `40` are 40."""
    part, _, of = share.partition("/")
    return min(players, 2 * -(-players * int(part) // (2 * int(of))) if of else int(part))


def has_halves(lines: Iterable[Accelerated]) -> bool:
    """Whether some virtual points are no whole points."""
    return any(line.half_points % 2 for line in lines)


def _line(text: Any) -> str:
    try:
        return BAKU if text.strip().casefold() == BAKU else accelerated_text(parse_accelerated(text))
    except ValueError:
        raise WrongValue(f"{text!r} is not a line of acceleration") from None


def parse_share(text: str) -> tuple[str, str]:
    """The share and the boundary (rank, rating, lot) in a line that the first draw has written. Raises ValueError."""
    share, _, boundary = text.partition(" ")
    if parse_accelerated(f"1 1 {share}").share != share or len(boundary.split()) != 3:
        raise ValueError(text)
    return share, boundary


ACCELERATION = SettingKind(
    list_of(_line),
    'baku, or lines: rounds, points, how many of the strongest (or players and ids), as in ["1-2 1 1/2", "1 1 40"]',
)
SHARES = SettingKind(
    lines(lambda text: check_boundary(parse_share(text)[1])),
    "a list of lines of share, rank, rating and lot, as written by the first draw",
)


Table = list[list[tuple[str, str]]]


def circle(players: Sequence[str]) -> Table:
    """Every round of a round robin: everybody meets everybody once. A round less than players, as many if odd."""
    places = [*players, *[""] * (len(players) % 2)]
    last = len(places) - 1
    rounds = []
    for r in range(last):
        pairs = [(places[r], places[last])]
        pairs += [(places[(r + i) % last], places[(r - i) % last]) for i in range(1, len(places) // 2)]
        rounds.append([(a, b) for a, b in pairs if a and b])
    return rounds


def final_table(parts: Sequence[Sequence[str]], again: bool) -> Table:
    """The rounds of a final of the first of each group, best first; `again`: those of one group meet once more.

    Without that, in as few rounds as are needed: with an even number of groups these meet each other in a circle, the
    players of two groups shifted by one each round; with two of each group the round in which they would meet is left
    out. Else the games that were played are left out of the circle, and both are free.
    """
    size = max(map(len, parts), default=0)
    everybody = [part[k] for k in range(size) for part in parts if k < len(part)]
    if again or size < 2:
        return circle(everybody)
    whole = all(len(part) == size for part in parts)
    if whole and len(parts) % 2 == 0:
        of = {str(k): part for k, part in enumerate(parts)}
        return [
            [(of[a][i], of[b][(i + shift) % size]) for a, b in between for i in range(size)]
            for between in circle(list(of))
            for shift in range(size)
        ]
    if whole and size == 2:
        first, *others = parts
        around = [first[0], *(part[0] for part in others), *(part[1] for part in reversed(others)), first[1]]
        return circle(around)[1:]
    own = {player: k for k, part in enumerate(parts) for player in part}
    return [[(a, b) for a, b in pairs if own[a] != own[b]] for pairs in circle(everybody)]


def snake(players: Sequence[str], groups: int) -> list[list[str]]:
    """So many groups of players, strongest first: A, B, C, C, B, A, A …, row by row."""
    made: list[list[str]] = [[] for _ in range(groups)]
    for row in range(0, len(players), groups):
        order = made if (row // groups) % 2 == 0 else list(reversed(made))
        for group, player in zip(order, players[row : row + groups], strict=False):
            group.append(player)
    return made


def letter(k: int) -> str:
    """The name of a group, from 0: `A` to `Z`, then `27` and so on."""
    return chr(ord("A") + k) if k < 26 else str(k + 1)


def _distinct(groups: tuple[tuple[str, ...], ...]) -> bool:
    everybody = [player for group in groups for player in group]
    return len(set(everybody)) == len(everybody)


ID_GROUPS = SettingKind(
    when(list_of(list_of(when(text_in, bool))), _distinct),
    'a list of groups of player ids, such as [["1", "4"], ["2", "3"]]',
    lambda made: [list(g) for g in made],
)
