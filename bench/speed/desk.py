"""How long the questions of the desk take: realistic fields, several rounds, every answer proven.

python -m mcmahon_bench.speed.desk [SIZE …] [--rounds N]
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from mcmahon.desk.questions.explain_board import explain_pair, explain_player
from mcmahon.desk.questions.next_best import next_best
from mcmahon.desk.questions.standing_round import StandingRound, drawn_round, redrawn
from mcmahon.desk.questions.vary_weights import front_of, intervals_of
from mcmahon.desk.rounds.draw.drawing import draw_round
from mcmahon.desk.rounds.repair.repairing import LateChange, repair_round, trade_off_of
from mcmahon.io.folder.state_files import in_memory
from mcmahon.model.lottery import lot
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.tournament import Tournament

from ..tournaments.generator import play_round
from .rounds import realistic_tournament

ASKED = 6  # players or pairs a round


def drawn_states(size: int, rounds: int) -> Iterator[State]:
    """A field after each of its rounds, drawn and published, with the records of the draws."""
    state = in_memory(realistic_tournament(size, size))
    for number in range(1, rounds + 1):
        drawn = draw_round(state.tournament)
        state = state.with_tournament(play_round(drawn.tournament, number, size)).with_record(number, drawn.record)
        yield state


def questions(state: State) -> Iterator[tuple[str, float, str]]:
    """Every question to the last round: its name, the seconds it took, and how much it found."""
    number = len(state.tournament.rounds)
    begin = time.perf_counter()
    own = drawn_round(state, number)
    yield "problem reconstructed", time.perf_counter() - begin, f"{len(own.problem)} players"
    players = sorted((g.white for g in own.round), key=lambda p: lot(number, p))
    for player in players[:ASKED]:
        yield _timed("explain a board", _explained, own, player)
    for a, b in zip(players[:ASKED], players[-ASKED:], strict=True):
        yield _timed("force a pair", _forced, own, a, b)
    fresh = state.with_tournament(_unplayed(state))
    for k in range(ASKED // 2):
        yield _timed("repair after 3 no-shows", _repaired, fresh, players[3 * k : 3 * k + 3])
    yield _timed("trade-off curve", lambda: f"{len(trade_off_of(fresh, LateChange(players[:3])))} points")
    yield _timed("5 alternatives", lambda: f"{len(list(next_best(own, 5)))}")
    yield _timed("sensitivity, all weights", lambda: f"{len(list(intervals_of(own)))} weights")
    for second in ("same_club", "same_country", "colour_balance"):
        yield _timed(f"corners of mms and {second}", _front, state, ("mms_difference", second), False)
    yield _timed("all points of mms and same_country", _front, state, ("mms_difference", "same_country"), True)
    yield _timed("corners of seeding and colours", _front, state, ("seeding", "colour_balance"), False)


def _timed(name: str, work: Callable[..., str], *of: Any) -> tuple[str, float, str]:
    begin = time.perf_counter()
    found = work(*of)
    return name, time.perf_counter() - begin, found


def _explained(own: StandingRound, player: str) -> str:
    without = explain_player(own, player).without
    return "no other round" if without is None else f"{len(without.out)} boards"


def _forced(own: StandingRound, a: str, b: str) -> str:
    forced = explain_pair(own, a, b).forced
    return "forbidden or already met" if forced is None else f"{len(forced.out)} boards"


def _repaired(state: State, gone: list[str]) -> str:
    return f"{len(repair_round(state, LateChange(gone)).given_up)} boards dropped"


def _front(state: State, criteria: tuple[str, str], every: bool) -> str:
    return f"{len(front_of(redrawn(state), criteria, every))} points"


def _unplayed(state: State) -> Tournament:
    """The tournament with the last round's results taken out, as if it had just been published."""
    last = state.tournament.rounds[-1]
    games = tuple(replace(g, result=Result.UNKNOWN, by_default=False) for g in last)
    return state.tournament.with_round(replace(last, games=games))


def report(size: int, rounds: int) -> list[str]:
    """Lines of the table: question, median and worst seconds over all rounds, and the least and most found."""
    taken: dict[str, list[float]] = {}
    found: dict[str, list[str]] = {}
    for state in drawn_states(size, rounds):
        for name, seconds, what in questions(state):
            taken.setdefault(name, []).append(seconds)
            found.setdefault(name, []).append(what)
    return [
        f"| {size:,} | {name} | {statistics.median(seconds):.2f} | {max(seconds):.2f} | {found[name][-1]} |"
        for name, seconds in taken.items()
    ]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, default=[250, 1000])
    parser.add_argument("--rounds", type=int, default=4)
    options = parser.parse_args()
    print("| players | question | median s | worst s | found in the last round |\n|---|---|---|---|---|")
    for size in options.sizes:
        for line in report(size, options.rounds):
            print(line, flush=True)


if __name__ == "__main__":
    main()
