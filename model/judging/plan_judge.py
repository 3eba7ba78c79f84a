"""Whether a plan is legal: the judge's rules as if its rounds had been played, but for those that need results."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from ..pairing.draw import Locks, applied_rule
from ..pairing.entrants import Before, before_each_round, field_of
from ..pairing.field import Field
from ..pairing.profile import Profile
from ..pairing.standing_locks import forced_pairs
from ..placing.cup_seeds import with_known_seeds
from ..placing.stages import table_games
from ..plan.ahead import static_rules
from ..plan.plan import Plan, PlannedRound
from ..tournament.games import Game, Round
from ..tournament.rules import CountRule
from ..tournament.tournament import Tournament
from .judge import (
    RoundCase,
    broken_by,
    byes,
    counts_broken,
    entered,
    families_apart,
    locks_kept,
    no_repeats,
    one_game_each,
    same_part,
)
from .round_costs import count_at_once
from .violation import Violation

#: What rounds have in common that count in one field: the names of the rules, and the entrants.
_Alike = tuple[tuple[str, ...], tuple[str, ...]]

RULES = (one_game_each, entered, no_repeats, byes, same_part, locks_kept, families_apart)


def plan_violations(tournament: Tournament, plan: Plan, profile: Profile) -> list[tuple[int, Violation]]:
    """Every rule that a plan's first illegal round breaks, with its number; a missing round counts as illegal."""
    if not plan.rounds:
        return []
    tournament = with_known_seeds(tournament)
    played = tuple(replace(drawn, draft=False) for drawn in tournament.rounds)
    state, first = replace(tournament, rounds=played), len(played) + 1
    for planned in plan.rounds:
        state = state.with_round(_as_drawn(state, planned, len(state.rounds) + 1))
        if not _can_be_scored(planned, state):
            break  # it is illegal, and no round behind it is looked at
    counted: dict[_Alike, Field] = {}
    for before in before_each_round(state, len(state.rounds))[first - 1 :]:
        found = list(_broken(state, before, profile, counted))
        if found:
            return [(before.number, one) for one in found]
    return []


def _as_drawn(tournament: Tournament, planned: PlannedRound, number: int) -> Round:
    """A planned round as if it had been drawn; one of another number as a round without games."""
    if planned.number != number:
        return Round(number)
    games = tuple(Game(table, a, b) for table, (a, b) in enumerate(planned.pairs, 1))
    absent = tuple(p.id for p in tournament.players if not p.enters(number))
    paired = {player for pair in planned.pairs for player in pair}
    free = [p for p in table_games(tournament, number)[1] if p not in paired and p not in planned.byes]
    return Round(number, games, (*planned.byes, *free), absent)


def _can_be_scored(planned: PlannedRound, tournament: Tournament) -> bool:
    """Whether everybody in a planned round is known, and is in it once."""
    ids = [*(player for pair in planned.pairs for player in pair), *planned.byes]
    return len(set(ids)) == len(ids) and tournament.by_id().keys() >= set(ids)


def _broken(state: Tournament, before: Before, profile: Profile, counted: dict[_Alike, Field]) -> Iterator[Violation]:
    """The rules that a round breaks, without those that only forced pairs break."""
    number = before.number
    case = RoundCase(
        tournament=state,
        drawn=replace(state.round(number), draft=True),  # it can be drawn otherwise, so nobody in it has withdrawn
        players=state.by_id(),
        before=before,
        locks=Locks(),
        forced=frozenset(map(frozenset, forced_pairs(state.before(number), number))),
        profile=profile,
    )
    found = broken_by(case, RULES)
    if not found:
        found = list(_counts_broken(case, before, static_rules(state, profile, number), counted))
    yield from (violation for violation in found if not violation.allowed)


def _counts_broken(
    case: RoundCase, before: Before, rules: Sequence[CountRule], counted: dict[_Alike, Field]
) -> Iterator[Violation]:
    """The hard rules over sets of pairs that a round breaks; rounds of the same entrants are `counted` in one field."""
    if not rules:
        return
    here = tuple(rule.name for rule in rules), tuple(before.index)
    if here not in counted:
        counted[here] = field_of(before, rules)
    field = counted[here]
    counts = [applied_rule(rule, before.entrants, field, (), case.settings.clubs) for rule in rules]
    yield from counts_broken(case, counts, lambda count, games: count_at_once(field, count, games))
