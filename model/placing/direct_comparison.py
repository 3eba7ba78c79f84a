"""Direct comparison of tied players: SDC and DC (rules: section 7). Wins by forfeit count only by a setting."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations

from ..language import ENGLISH, Words, marked
from .sums import Sums, Value, Vector

#: What the later criteria say of each player; greater is better.
LaterKeys = Mapping[str, tuple[Value, ...]]


def simple(sums: Sums, tied: Sequence[str], later: LaterKeys) -> Vector:
    """Wins inside the tied set, if every two of it have met and all their games had a winner; otherwise 0 for all."""
    wins = _wins(sums, tied)
    met = _all_decided(sums, tied, wins)
    return {pid: sum(wins[pid].values()) if met else 0 for pid in tied}


def simple_remarks(sums: Sums, tied: Sequence[str], player: str, words: Words = ENGLISH) -> list[str]:
    """Why nobody is ahead, where it is so."""
    return (
        []
        if _all_decided(sums, tied, _wins(sums, tied))
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


def _all_decided(sums: Sums, tied: Sequence[str], wins: Mapping[str, Mapping[str, int]]) -> bool:
    """Whether every two of the tied have met, and each of their games is a win that counts."""
    games = {pid: Counter(entry.opponent for entry in sums.scores.counting[pid]) for pid in tied}
    return all(0 < games[a][b] == wins[a].get(b, 0) + wins[b].get(a, 0) for a, b in combinations(tied, 2))


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
    """Whom of the tied each has beaten: of several games of two, who has won more of them."""
    wins = _wins(sums, tied)
    return {pid: {other for other, won in own.items() if won > wins[other].get(pid, 0)} for pid, own in wins.items()}


def _wins(sums: Sums, tied: Sequence[str]) -> dict[str, dict[str, int]]:
    """How often each of the tied has beaten each other one.

    Jigos and games that both won or lost are left out, and forfeits unless `placing.forfeits_in_dc`.
    """
    inside, entries = set(tied), sums.scores.counting
    forfeits = sums.scores.settings.placing.forfeits_in_dc
    wins: dict[str, dict[str, int]] = {pid: {} for pid in tied}
    for pid in tied:
        for k, entry in enumerate(entries[pid]):
            if (
                (entry.played or (forfeits and entry.by_default))
                and entry.game_half_points == 2
                and entry.opponent in inside
                and entries[entry.opponent][k].game_half_points == 0
            ):
                wins[pid][entry.opponent] = wins[pid].get(entry.opponent, 0) + 1
    return wins


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
