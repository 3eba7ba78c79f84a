"""Settings that are valid alone but contradict each other."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from ..numbers import parse_rounds
from .kinds import parse_band, parse_seeding
from .settings import Settings
from .systems import has_halves

#: The dotted name of a setting, what is wrong with it, and what is expected.
Contradiction = tuple[str, str, str]


def contradictions(settings: Settings) -> Iterator[Contradiction]:
    """All of them."""
    yield from _of_starts(settings)
    yield from _of_pairing(settings)
    if (times := len(settings.event.round_times)) > settings.rounds:
        message = f"{times} rounds have a start time, but there are only {settings.rounds}"
        yield "event.round_times", message, "at most one start time per round"
    for player, table in settings.tables.fixed:
        if table in settings.tables.out_of_use:
            yield "tables.fixed", f"table {table} of player {player} is out of use", "a table that is in use"


def _of_starts(settings: Settings) -> Iterator[Contradiction]:
    """Bands that are missing or leave ranks out, a floor above the bar, virtual half points that are lost."""
    start, bar = settings.start, settings.bar_rank
    if start.scheme == "bands" and not start.bands:
        yield "start.scheme", "the scheme bands needs the setting start.bands", 'start.bands = ["7d-1d", "1k-6k", …]'
    for upper, lower in pairwise(start.bands):
        if parse_band(lower)[1] != parse_band(upper)[0] - 1:
            expected = f"a band that begins one rank below {upper}"
            yield "start.bands", f"{lower} does not follow {upper}", expected
    if start.scheme == "rank" and bar is not None and start.floor != "none" and settings.floor_rank > bar:
        yield "start.floor", f"the floor {start.floor} is above the bar", "a floor below the bar, or none"
    if settings.pairing.rounding == "down" and has_halves(settings.accelerated):
        message = "half a virtual point is lost where half points are rounded down"
        yield "start.acceleration", message, 'pairing.rounding = "half" as well, or whole points'


def _of_pairing(settings: Settings) -> Iterator[Contradiction]:
    """Rounds without a seeding, and rounds of locks and rules that there are not."""
    pairing = settings.pairing
    named = [parse_seeding(line)[:2] for line in pairing.seeding]
    missing = [n for n in range(1, settings.rounds + 1) if not any(a <= n <= b for a, b in named)]
    if missing:
        expected = 'a line for every round, such as "3+ fold SOS"'
        yield "pairing.seeding", f"no seeding for round {missing[0]}", expected
    of_locks = [(f"pairing.{key}", rounds, "") for key in ("forbid", "force") for _, _, rounds in getattr(pairing, key)]
    of_rules = [("pairing.rules", rule.rounds, f" of rule {rule.name}") for rule in pairing.rules]
    for name, rounds, of in (*of_locks, *of_rules):
        try:
            parse_rounds(rounds, settings.rounds)
        except ValueError as error:
            yield name, f"unknown rounds {rounds!r}{of}", str(error)
