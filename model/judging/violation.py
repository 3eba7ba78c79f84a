"""A broken rule as data: found by the judge in a round, or by the solver where none keeps every rule."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from ..cups.bracket import Match
from ..tournament.count_rule import CountRule
from ..tournament.games import Allowed
from ..tournament.rules import PAIR_RULES, Rule


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: what there is, what the rule allows, and whom it concerns (ids).

    `found` are times that a player or a table appears, stones, points apart (in `steps`, so many to a point), or what a
    rule over pairs counts in `part`; `limit` is what it may be at most, of such a rule also at least, and of a handicap
    what it is by rule (a table out of use: 0 games). `groups` are what players who must not meet have in common. A
    player who is locked is named alone for the bye, with the other one for a game.
    `allowed`: the director wanted it so, by forcing the pair or the bye, by relaxing the rule, or by a yes to a change
    by hand. `outdated`: it was
    right when the round was drawn, and results or ranks have been corrected since. `cup`: the game of a cup that needs
    it, which is why it is allowed.
    """

    rule: Rule | CountRule
    players: tuple[str, ...] = ()
    table: int = 0
    found: int = 0
    limit: int = 0
    part: str = ""
    groups: tuple[str, ...] = ()
    allowed: bool = False
    outdated: bool = False
    steps: int = 1
    cup: Match | None = None

    @property
    def name(self) -> str:
        """The rule by the name that a user types or has given it."""
        return self.rule.name if isinstance(self.rule, CountRule) else self.rule.value

    @property
    def as_allowed(self) -> Allowed:
        """What a round keeps of it where the director says yes to it."""
        found = self.found if isinstance(self.rule, CountRule) else 0
        return Allowed(self.name, tuple(sorted(self.players)), found, self.part)

    def relaxed_by(self, names: Collection[str]) -> bool:
        """Whether its rule is among the relaxed ones with these names."""
        return self.name in names and (isinstance(self.rule, CountRule) or self.rule in PAIR_RULES)


def broken(violations: Iterable[Violation]) -> list[Violation]:
    """Those that nobody allowed, and that were broken from the first."""
    return [violation for violation in violations if not (violation.allowed or violation.outdated)]
