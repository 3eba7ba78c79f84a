"""That a round has no pairing with all its rules, as an error that carries the reasons as data."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..errors import McMahonError
from .violation import Violation

if TYPE_CHECKING:
    from ..pairing.droppable_rules import Conflict


class NoPairingError(McMahonError):
    """No pairing of a round keeps every hard rule. What it knows of the reason is data; its text names no player.

    `breaches` are the rules that the pairing with the fewest breaches breaks; it breaks `least` in all, and any breaks
    `bound` at least. Of them, those that were relaxed anyway are allowed; `relaxed` are all relaxed rules by name.
    `conflict` are rules and locks that contradict each other, where somebody has looked for them. `unmet` are, by the
    name of a rule over pairs, the conditions of it that nobody meets.
    """

    exit_code = 1

    def __init__(
        self,
        number: int,
        breaches: Sequence[Violation] = (),
        least: int = 0,
        bound: int = 0,
        relaxed: Sequence[str] = (),
        conflict: Conflict | None = None,
        unmet: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.number = number
        self.breaches = tuple(breaches)
        self.least = least
        self.bound = bound
        self.relaxed = tuple(relaxed)
        self.conflict = conflict
        self.unmet = dict(unmet or {})
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

    def because(self, conflict: Conflict, unmet: Mapping[str, Sequence[str]] | None = None) -> NoPairingError:
        """The same error with the rules and locks that contradict each other, and conditions that nobody meets."""
        return NoPairingError(self.number, self.breaches, self.least, self.bound, self.relaxed, conflict, unmet)
