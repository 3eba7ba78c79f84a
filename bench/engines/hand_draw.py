"""Draws as a director makes them by hand: score group by score group from the top, by a seeding method.

1. The bye goes to the lowest group: its last player who may have it and has not won by forfeit.
2. A player drawn down meets a player of the group below, at the place that `float_up` sets, who has not been drawn up
   before; or the nearest player to that place, if the two may not meet.
3. An odd group draws its middle (or top, or bottom: `float_down`) player down, if not drawn down before; or the nearest
   other player, if the rest cannot be paired otherwise.
4. The rest is paired by the method. A forbidden pair exchanges partners with the nearest pair that makes both legal. If
   there is none, partners are exchanged along a chain inside the group. Players still left are drawn down as well.
5. If the last group cannot be paired, the groups above are added one by one, and partners are exchanged along chains.
   At the end this is the whole field, so a legal pairing is found if one exists.

Costs are ignored.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from mcmahon.model.pairing.field import Ints
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.round_problem import RoundProblem

from .augment import NOBODY, completed
from .open_round import OpenRound, strict_first

LOT_BITS = 32
TRIES = 20  # players sent down on trial from an odd group
Couple = tuple[int, int]


def hand_draw(problem: RoundProblem, method: str) -> Pairing:
    """The round drawn by hand; relaxed rules are broken only where the strict round has no pairing.

    Raises NoPairingError, and InputError where a rule over sets of pairs is hard.
    """
    return strict_first(problem, lambda strict: _HandDraw(strict, method).drawn())


class _HandDraw:
    """One draw under way: `mate` is each vertex's partner so far."""

    def __init__(self, problem: RoundProblem, method: str) -> None:
        self.round = OpenRound(problem)
        self.method, self.field = method, problem.field
        self.may = self.round.may()
        who = self.round.vertices.who
        self.score, self.place = self.field.score[who], self.field.place[who]
        self.who = who
        self.mate = [NOBODY] * len(self.round)
        self.groups = [sorted(g.tolist(), key=lambda v: int(self.place[v])) for g in self.round.vertices.groups]

    def drawn(self) -> Pairing:
        """The pairing."""
        if self.round.vertices.odd:
            self._give_bye()
        down: list[int] = []
        for group in self.groups:
            down = self._group(down, [v for v in group if self.mate[v] == NOBODY])
        for lowest in range(len(self.groups) - 1, -1, -1):
            if NOBODY in self.mate:
                self._widened(lowest)
        return self.round.answer((v, w) for v, w in enumerate(self.mate) if v < w)

    def _join(self, v: int, w: int) -> None:
        self.mate[v], self.mate[w] = w, v

    def _give_bye(self) -> None:
        bye, free_wins = len(self.who), self.field.free_wins[self.who]
        upward = [v for group in reversed(self.groups) for v in reversed(group) if self.may[v, bye]]
        if upward:
            self._join(min(upward, key=lambda v: bool(free_wins[v])), bye)

    def _group(self, down: list[int], own: list[int]) -> list[int]:
        """Pair a group with those sent down to it; returns who is sent on."""
        if (len(down) + len(own)) % 2 == 0 or not own:
            return self._paired(down, own)
        first: list[int] | None = None
        for sent in self._by_wish(own, self.field.float_down, self.field.drawn_down)[:TRIES]:
            left = self._paired(down, [v for v in own if v != sent])
            if not left:
                return [sent]
            for v in (*down, *own):
                if self.mate[v] != NOBODY:
                    self.mate[self.mate[v]] = self.mate[v] = NOBODY
            first = [sent] if first is None else first
        assert first is not None
        return sorted([*first, *self._paired(down, [v for v in own if v not in first])])

    def _by_wish(self, group: Sequence[int], wanted: str, before: Ints) -> list[int]:
        """A group's vertices in the order in which they are drawn up or down."""
        last = len(group) - 1
        best = {"top": 0, "middle": last, "bottom": 2 * last}[wanted]
        order = sorted(range(len(group)), key=lambda p: (int(before[self.who[group[p]]]), abs(2 * p - best), -p))
        return [group[p] for p in order]

    def _paired(self, down: list[int], own: list[int]) -> list[int]:
        """Pair an even group; returns who is left without a partner."""
        rest = list(own)
        for v in down:
            wished = self._by_wish(rest, self.field.float_up, self.field.drawn_up)
            partner = next((w for w in wished if self.may[v, w]), NOBODY)
            if partner != NOBODY:
                self._join(v, partner)
                rest.remove(partner)
        for v, w in self._exchanged(self._by_method(rest)):
            if self.may[v, w]:
                self._join(v, w)
        everybody = [*down, *own]
        if any(self.mate[v] == NOBODY for v in everybody):
            self._chain(everybody)
        return [v for v in everybody if self.mate[v] == NOBODY]

    def _by_method(self, group: list[int]) -> list[Couple]:
        """The pairs that the method wants; of an odd group the last one stays alone."""
        half, n = len(group) // 2, len(group) - len(group) % 2
        if self.method == "slide":
            return list(zip(group[:half], group[half:n], strict=True))
        if self.method == "fold":
            return list(zip(group[:half], group[half:n][::-1], strict=True))
        if self.method == "adjacent":
            return list(zip(group[:n:2], group[1:n:2], strict=True))
        left, pairs = list(group), []
        while len(left) > 1:
            v = left.pop(0)
            others = np.array(left, dtype=np.int64)
            lots = self.field.lots(self.who[np.array([v])], self.who[others], LOT_BITS)
            pairs.append((v, left.pop(int(lots.argmin()))))
        return pairs

    def _exchanged(self, pairs: list[Couple]) -> list[Couple]:
        """Pairs that a rule forbids, mended by exchanging partners with the nearest pair where that helps."""
        for k in range(len(pairs)):
            if not self.may[pairs[k]]:
                for near in sorted(range(len(pairs)), key=lambda m: (abs(m - k), -m)):
                    (a, b), (c, d) = pairs[k], pairs[near]
                    mended = [p for p in (((a, d), (c, b)), ((a, c), (b, d))) if self.may[p[0]] and self.may[p[1]]]
                    if near != k and mended:
                        pairs[k], pairs[near] = mended[0]
                        break
        return pairs

    def _chain(self, group: Sequence[int]) -> None:
        """Match as many of a group as can be, along chains of exchanges, near scores and places first."""
        members = np.array(group, dtype=np.int64)
        near: list[list[int]] = [[] for _ in self.mate]
        players = members[members < len(self.who)]
        for v in members.tolist():
            if v >= len(self.who):
                near[v] = [w for w in players[::-1].tolist() if self.may[v, w]]
                continue
            gap, off = np.abs(self.score[players] - self.score[v]), np.abs(self.place[players] - self.place[v])
            order = players[np.lexsort((off, gap))]
            near[v] = order[self.may[v, order]].tolist()
            if len(players) < len(members) and self.may[v, -1]:
                near[v].append(len(self.who))
        self.mate = completed(near, self.mate)

    def _widened(self, lowest: int) -> None:
        """The groups from one downward as one, with everybody who has no partner and all whom its members meet."""
        inside = {v for group in self.groups[lowest:] for v in group} | set(range(len(self.who), len(self.mate)))
        inside |= {v for v, w in enumerate(self.mate) if w == NOBODY}
        inside |= {self.mate[v] for v in inside if self.mate[v] != NOBODY}
        self._chain(sorted(inside))
