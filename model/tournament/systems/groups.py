"""Groups with a final after them, as settings keep them: who is in which group, and the tables of rounds.

A table is the circle of a round robin: with an even number m + 1 of places the last one is fixed, and in round r it
meets place r, and r + i meets r - i (modulo m). With an odd number of players the last place is empty: a free round.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ..setting_kinds import SettingKind

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


def _groups(value: Any) -> tuple[tuple[str, ...], ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(value)
    made = []
    for group in value:
        if not isinstance(group, list | tuple) or not all(isinstance(player, str) and player for player in group):
            raise ValueError(group)
        made.append(tuple(group))
    everybody = [player for group in made for player in group]
    if len(set(everybody)) < len(everybody):
        raise ValueError(value)
    return tuple(made)


ID_GROUPS = SettingKind(
    _groups, 'a list of groups of player ids, such as [["1", "4"], ["2", "3"]]', lambda made: [list(g) for g in made]
)
