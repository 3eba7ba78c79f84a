"""Money shared among tied players: each prize among those of them who can get it, all amounts as equal as possible.

Among all ways to divide prizes so, one has the most equal amounts: nobody has more than a tied player who could have
been given some of it. It is found from the top: the set of players whose own prizes give most a head takes these,
then the next. USCF rule 32B3 asks for the same: sum and divide equally, unless some get more from a prize of their own.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Pot:
    """Something to divide: its value in hundredths, and who may get of it."""

    value: int
    players: frozenset[str]


@dataclass(frozen=True, slots=True)
class PotPool:
    """Pots (by position) that are divided equally among players."""

    pots: tuple[int, ...]
    players: frozenset[str]


def pools(pots: Sequence[Pot]) -> list[PotPool]:
    """The pots in pools of equal amounts, so that the amounts of all players are as equal as can be."""
    return [pool for part in _connected(pots) for pool in _divided(pots, part)]


def by_list(lists: Sequence[Hashable], pots: Sequence[Pot]) -> list[list[PotPool]]:
    """The pots in a pool for each list of prizes and each tie in it (Hort); pools with players in common together."""
    found = []
    for part in _connected(pots):
        own: dict[tuple[Hashable, frozenset[str]], list[int]] = {}
        for k in part:
            own.setdefault((lists[k], pots[k].players), []).append(k)
        found.append([PotPool(tuple(mine), players) for (_, players), mine in own.items()])
    return found


def _divided(pots: Sequence[Pot], part: Sequence[int]) -> list[PotPool]:
    rest, gone = list(part), frozenset[str]()
    found: list[PotPool] = []
    while rest:
        open_to = {k: pots[k].players - gone for k in rest}
        richest = _richest(pots, open_to)
        inside = [k for k in rest if open_to[k] <= richest]
        for own in _connected([Pot(0, open_to[k]) for k in inside]):
            mine = [inside[j] for j in own]
            found.append(PotPool(tuple(mine), frozenset[str]().union(*(open_to[k] for k in mine))))
        gone |= richest
        rest = [k for k in rest if k not in inside]
    return found


def _richest(pots: Sequence[Pot], open_to: Mapping[int, frozenset[str]]) -> frozenset[str]:
    """The players whose own pots give most a head (Dinkelbach: a better set is looked for until there is none)."""
    chosen = frozenset[str]().union(*open_to.values())
    if len({*open_to.values()}) == 1:
        return chosen
    while True:
        total = sum(pots[k].value for k, players in open_to.items() if players <= chosen)
        better = _better(pots, open_to, total, len(chosen))
        if not better:
            return chosen
        chosen = better


def _better(pots: Sequence[Pot], open_to: Mapping[int, frozenset[str]], total: int, heads: int) -> frozenset[str]:
    """Players whose own pots give more than total / heads each; none where there are none (a minimum cut)."""
    network = _Network()
    for k, players in open_to.items():
        network.add("", ("pot", k), pots[k].value * heads)
        for player in players:
            network.add(("pot", k), ("player", player), 10**30)
    everybody = frozenset[str]().union(*open_to.values())
    for player in everybody:
        network.add(("player", player), "end", total)
    network.fill()
    reached = network.reached()
    return frozenset(player for player in everybody if ("player", player) in reached)


class _Network:
    """Capacities between nodes, filled by shortest paths (Edmonds and Karp)."""

    def __init__(self) -> None:
        self.room: dict[object, dict[object, int]] = {}

    def add(self, a: object, b: object, capacity: int) -> None:
        self.room.setdefault(a, {})[b] = capacity
        self.room.setdefault(b, {}).setdefault(a, 0)

    def fill(self) -> None:
        """Send as much as possible from the beginning to the end."""
        while "end" in (before := self.reached()):
            path, node = [], "end"
            while node != "":
                path.append((before[node], node))
                node = before[node]  # type: ignore[assignment]
            least = min(self.room[a][b] for a, b in path)
            for a, b in path:
                self.room[a][b] -= least
                self.room[b][a] += least

    def reached(self) -> dict[object, object]:
        """The nodes that there is room to from the beginning, each with the one before it."""
        before: dict[object, object] = {"": ""}
        todo: deque[object] = deque([""])
        while todo:
            node = todo.popleft()
            for other, room in self.room.get(node, {}).items():
                if room > 0 and other not in before:
                    before[other] = node
                    todo.append(other)
        return before


def _connected(pots: Sequence[Pot]) -> list[list[int]]:
    of_player: dict[str, int] = {}
    sets: dict[int, list[int]] = {}
    for k in range(len(pots)):
        joined = sorted({of_player[player] for player in pots[k].players if player in of_player})
        mine = sorted([k, *(j for number in joined for j in sets.pop(number))])
        sets[k] = mine
        for player in pots[k].players if not joined else {p for j in mine for p in pots[j].players}:
            of_player[player] = k
    return sorted(sets.values())
