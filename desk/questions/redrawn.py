"""A round that stands, as it was drawn: the same entrants, history, profile, locks and relaxed rules."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace

from ...model.pairing.draw import Locks, count_rules, parse_rule_names, round_problem, without_own_rules
from ...model.pairing.profile import Profile
from ...model.pairing.round_problem import IndexPair, RoundProblem
from ...model.placing.start_groups import with_decisions
from ...model.records.state import State
from ...model.tournament.games import Round
from ...model.tournament.rules import PAIR_RULES
from ...model.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class DrawInputs:
    """What a round was drawn from. `entered` is the tournament with exactly its players entered; `drawn` its boards.

    `drawn` is None for a round still to be drawn. Locks of players who have left the round are left out.
    """

    number: int
    entered: Tournament
    drawn: Round | None
    profile: Profile
    locks: Locks
    relaxed: tuple[str, ...]

    def problem(self, profile: Profile | None = None) -> RoundProblem:
        """The problem of the round, by its own profile or another. Raises InputError."""
        profile = profile or self.profile
        rules = count_rules(self.entered, profile, self.number)
        known = {*PAIR_RULES} | {rule.name for rule in rules}
        relaxed = parse_rule_names([name for name in self.relaxed if name in known], rules)
        return round_problem(self.entered, self.number, profile, self.locks, relaxed)

    def standing(self, problem: RoundProblem) -> tuple[tuple[IndexPair, ...], tuple[int, ...]]:
        """Pairs and byes of the round as it stands, as indices of its problem; none where it is not drawn."""
        if self.drawn is None:
            return (), ()
        index = problem.field.index()
        pairs = ((index[game.white], index[game.black]) for game in self.drawn)
        return tuple(sorted((min(p), max(p)) for p in pairs)), tuple(index[p] for p in self.drawn.byes)


def redrawn(state: State, number: int = 0, present: Collection[str] | None = None) -> DrawInputs:
    """A round of a tournament (0: the last; the first, where none is drawn) as it was drawn.

    With `present` exactly these players (ids) are taken as entered, else those who have a game or the bye in it.
    Raises InputError.
    """
    tournament = state.tournament
    if not tournament.rounds:
        return next_redrawn(state)
    number = number or len(tournament.rounds)
    drawn, record = tournament.round(number), state.records.get(number)
    own = without_own_rules(tournament) if record else tournament
    entered = own.entered_as_drawn(number) if present is None else own.entered(number, present)
    here = {player.id for player in entered.entrants(number)}
    locks = record.locks if record else Locks()
    force = tuple(pair for pair in locks.force if here.issuperset(pair))
    locks = replace(locks, force=force, bye=tuple(p for p in locks.bye if p in here))
    return DrawInputs(number, entered, drawn, state.profile_of_round(number), locks, record.relaxed if record else ())


def next_redrawn(state: State) -> DrawInputs:
    """The round behind the last, by the profile of the settings, as `pair` would draw it. Raises InputError."""
    tournament = with_decisions(state.tournament)
    return DrawInputs(len(tournament.rounds) + 1, tournament, None, state.profile, Locks(), ())
