"""Whether a plan is legal: every planned round is judged as if it had been played. No solver is asked.

The rules are the judge's own, but for those that depend on results: handicaps, limits of differences, counts by score.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ..pairing.draw import Locks, without_own_rules
from ..pairing.entrants import before_round
from ..pairing.profile import Profile
from ..pairing.standing_locks import forced_pairs
from ..plan.ahead import static_rules
from ..plan.plan import Plan, PlannedRound
from ..tournament.games import Game, Round
from ..tournament.tournament import Tournament
from .judge import (
    RoundCase,
    byes,
    counts_kept,
    entered,
    families_apart,
    known_players,
    locks_kept,
    no_repeats,
    one_game_each,
)
from .violation import Violation

RULES = (one_game_each, entered, no_repeats, byes, locks_kept, families_apart, counts_kept)


def plan_violations(tournament: Tournament, plan: Plan, profile: Profile) -> list[tuple[int, Violation]]:
    """Every rule that a plan breaks, with the round; the rounds drawn so far stand before it as they are.

    A plan that does not begin with the next round, or leaves one out, breaks a rule of the round in its place.
    """
    played = tuple(replace(drawn, draft=False) for drawn in tournament.rounds)
    state, found = replace(tournament, rounds=played), list[tuple[int, Violation]]()
    for planned in plan.rounds:
        number = len(state.rounds) + 1
        after = state.with_round(_as_drawn(state, planned, number))
        forced = frozenset(map(frozenset, forced_pairs(state, number)))
        found += [(number, one) for one in _broken(after, number, profile, forced)]
        if found:
            break
        state = after
    return found


def _as_drawn(tournament: Tournament, planned: PlannedRound, number: int) -> Round:
    """A planned round as if it had been drawn; one of another number as a round without games."""
    if planned.number != number:
        return Round(number)
    games = tuple(Game(table, a, b) for table, (a, b) in enumerate(planned.pairs, 1))
    absent = tuple(p.id for p in tournament.players if not p.enters(number))
    return Round(number, games, planned.byes, absent)


def _broken(after: Tournament, number: int, profile: Profile, forced: frozenset[frozenset[str]]) -> Iterator[Violation]:
    """The rules that a round breaks, without those that only forced pairs break."""
    rules = replace(profile, rules=tuple(static_rules(after, profile, number)))
    case = RoundCase(
        tournament=without_own_rules(after),
        drawn=replace(after.round(number), draft=True),  # it can be drawn otherwise, so nobody in it has withdrawn
        players=after.by_id(),
        before=before_round(after, number),
        locks=Locks(),
        forced=forced,
        profile=rules,
    )
    unknown = list(known_players(case))
    found = unknown or [violation for rule in RULES for violation in rule(case)]
    yield from (violation for violation in found if not violation.allowed)
