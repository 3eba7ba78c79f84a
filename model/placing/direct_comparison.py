"""Direct comparison of tied players: SDC and DC (rules: section 7). Only wins of games really played count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from ..language import ENGLISH, Words, marked
from .sums import Sums, Value, Vector

#: What the later criteria say of each player; greater is better.
LaterKeys = Mapping[str, tuple[Value, ...]]


def simple(sums: Sums, tied: Sequence[str], later: LaterKeys) -> Vector:
    """Wins inside the tied set, if every two of it have met with a winner; otherwise 0 for all."""
    beaten = _beaten(sums, tied)
    met = _all_met(beaten)
    return {pid: len(beaten[pid]) if met else 0 for pid in tied}


def simple_remarks(sums: Sums, tied: Sequence[str], player: str, words: Words = ENGLISH) -> list[str]:
    """Why nobody is ahead, where it is so."""
    return (
        []
        if _all_met(_beaten(sums, tied))
        else [words.say("some of them have not met, or their game had no winner, so all count as equal")]
    )


def full_remarks(sums: Sums, tied: Sequence[str], player: str, words: Words = ENGLISH) -> list[str]:
    """The cycle that a player is in, and how the order comes about."""
    cycle = _cycles(_beaten(sums, tied))
    others = [sums.players[pid].name for pid in tied if cycle[pid] == cycle[player] and pid != player]
    cycle_text = marked("in a cycle of wins with {players}: wins inside it do not count")
    remarks = [words.say(cycle_text, players=words.commas(others))] if others else []
    return [
        *remarks,
        words.say(
            "places are given from the bottom: the last one goes to a player who has beaten none of the others; "
            "if there are several, later criteria decide"
        ),
    ]


def chain_of_wins(sums: Sums, tied: Sequence[str], a: str, b: str) -> bool:
    """Whether wins lead from one of two players to the other, and not back as well."""
    beaten = _beaten(sums, tied)
    return (b in _reached(beaten, a)) != (a in _reached(beaten, b))


def _all_met(beaten: Mapping[str, set[str]]) -> bool:
    return all(b in beaten[a] or a in beaten[b] for a, b in combinations(beaten, 2))


def full(sums: Sums, tied: Sequence[str], later: LaterKeys) -> Vector:
    """Places from the bottom, 0 for the last: last is a player without a win against the rest; later criteria decide.

    In a cycle of wins no win counts, and to beat one of it is to beat all of it. Players whom nothing separates get the
    same number.
    """
    beaten = _beaten(sums, tied)
    cycle = _cycles(beaten)
    over: dict[str, set[str]] = {name: set() for name in cycle.values()}
    for pid in tied:
        over[cycle[pid]] |= {cycle[b] for b in beaten[pid]} - {cycle[pid]}
    rest = list(tied)
    places: dict[str, int] = {}
    while rest:
        left = {cycle[pid] for pid in rest}
        without_win = [pid for pid in rest if not over[cycle[pid]] & left]
        least = min(later[pid] for pid in without_win)
        last = [pid for pid in without_win if later[pid] == least]
        places.update(dict.fromkeys(last, len(places)))
        rest = [pid for pid in rest if pid not in places]
    return places


def _beaten(sums: Sums, tied: Sequence[str]) -> dict[str, set[str]]:
    """Whom of the tied each has beaten; jigos, forfeits and games that both won or lost are left out."""
    inside = set(tied)
    entries = sums.scores.counting
    beaten: dict[str, set[str]] = {pid: set() for pid in tied}
    for pid in tied:
        for k, entry in enumerate(entries[pid]):
            if (
                entry.played
                and entry.game_half_points == 2
                and entry.opponent in inside
                and entries[entry.opponent][k].game_half_points == 0
            ):
                beaten[pid].add(entry.opponent)
    return beaten


def _cycles(beaten: Mapping[str, set[str]]) -> dict[str, str]:
    """A name for the cycle of each player: that of the first player who can be reached from it and reaches it."""
    reached = {pid: _reached(beaten, pid) for pid in beaten}
    return {pid: next(q for q in beaten if q == pid or (q in reached[pid] and pid in reached[q])) for pid in beaten}


def _reached(beaten: Mapping[str, set[str]], start: str) -> set[str]:
    """Everybody whom a chain of wins leads to."""
    found: set[str] = set()
    todo = [start]
    while todo:
        new = beaten[todo.pop()] - found
        found |= new
        todo += new
    return found
