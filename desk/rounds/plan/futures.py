"""Rules that depend on scores to come, looked at by simulation: how often a later round is left without a pairing."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from ....model.judging.violation import NoPairingError
from ....model.lottery import lot
from ....model.pairing.profile import Profile
from ....model.records.state import Record
from ....model.tournament.games import Result, Round
from ....model.tournament.tournament import Tournament
from ....solver.engine import Options
from ..draw.drawing import Terms, draw_round

FUTURES = 10
SECONDS = 5.0  # for each draw; in the fields that are looked at it takes far less


@dataclass(frozen=True, slots=True)
class Futures:
    """In how many of some futures a later round has no pairing, and the first such round of any; 0 where none has."""

    count: int
    dead: int
    first: int = 0


def futures(tournament: Tournament, profile: Profile, count: int = FUTURES) -> Futures:
    """The rounds to come, drawn as they would be after results by lot: the same every time."""
    dead = [found for k in range(count) if (found := _dead_end(tournament, profile, k))]
    return Futures(count, len(dead), min(dead, default=0))


def _dead_end(tournament: Tournament, profile: Profile, future: int) -> int:
    """The first round without a pairing in a future; 0 where all have one."""
    rng = Random(lot(tournament.settings.seed, "future", future))
    now = replace(tournament, rounds=tuple(_by_lot(drawn, rng) for drawn in tournament.rounds))
    records: dict[int, Record] = {}
    for number in range(len(now.rounds) + 1, now.settings.rounds + 1):
        try:
            drawn = draw_round(now, Terms(profile), Options(SECONDS), records)
        except NoPairingError:
            return number
        records[number] = drawn.record
        now = drawn.tournament.with_round(_by_lot(drawn.round, rng))
    return 0


def _by_lot(drawn: Round, rng: Random) -> Round:
    """A round that is played: games without a result have one by lot."""
    games = []
    for game in drawn:
        result = rng.choice((Result.WHITE, Result.BLACK))
        games.append(replace(game, result=result) if game.result is Result.UNKNOWN else game)
    return replace(drawn, games=tuple(games), draft=False)
