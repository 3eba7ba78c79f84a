"""A broken rule as data, and the error that carries such reasons if a round has no pairing with all its rules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ..cups.bracket import Match
from ..errors import McMahonError
from ..tournament.games import Allowed
from ..tournament.rules import PAIR_RULES, CountRule, Rule

if TYPE_CHECKING:
    from ..pairing.variants import Conflict


@dataclass(frozen=True, slots=True)
class Violation:
    """One broken rule: what there is, what the rule allows, and whom it concerns (ids).

    `found` are times that a player or a table appears, stones, points apart (in `steps`, so many to a point), or what a
    rule over pairs counts in `part`; `limit` is what it may be at most, of such a rule also at least, and of a handicap
    what it is by rule (a table out of use: 0 games). `groups` are what players who must not meet have in common. A
    player who is locked is named alone for the bye, with the other one for a game.
    `allowed`: the director wanted it so, by forcing the pair or the bye, by relaxing the rule, or by a yes to a change
    by hand. `outdated`: it was right when the round was drawn, and results or ranks have been corrected since. `cup`:
    the game of a cup that needs it, which is why it is allowed.
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


@dataclass(eq=False, repr=False)
class NoPairingError(McMahonError):
    """No pairing of a round keeps every hard rule. What it knows of the reason is data; its text names no player.

    `breaches` are the rules that the pairing with the fewest breaches breaks; it breaks `least` in all, and any breaks
    `bound` at least. Of them, those that were relaxed anyway are allowed; `relaxed` are all relaxed rules by name.
    `conflict` are rules and locks that contradict each other, where somebody has looked for them. `unmet` are, by the
    name of a rule over pairs, the conditions of it that nobody meets.
    """

    number: int
    breaches: Sequence[Violation] = ()
    least: int = 0
    bound: int = 0
    relaxed: Sequence[str] = ()
    conflict: Conflict | None = None
    unmet: Mapping[str, Sequence[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.breaches = tuple(self.breaches)
        super().__init__(self._text())

    def _text(self) -> str:
        but = f", even with {', '.join(self.relaxed)} relaxed" if self.relaxed else ""
        text = f"no pairing of round {self.number} keeps every rule{but}"
        if not self.breaches:
            return text
        if self.proven:
            return f"{text}; the least number of breaches is {self.least} (proven)"
        return f"{text}; the least number of breaches found is {self.least} (proven: at least {self.bound})"

    @property
    def proven(self) -> bool:
        """Whether no pairing breaks fewer rules."""
        return self.bound >= self.least

    @property
    def relax(self) -> tuple[str, ...]:
        """The names of rules that suffice to be relaxed, besides those that are."""
        return tuple(sorted({breach.name for breach in self.breaches if not breach.allowed}))
