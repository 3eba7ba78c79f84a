"""A plan: one legal way to pair every round to come. It is a witness that there is one, not what will be drawn."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from ..language import one_line
from ..pairing.standing_locks import Pair


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """One round of a plan: its number, the pairs (ids), and who has the bye."""

    number: int
    pairs: tuple[Pair, ...]
    byes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plan:
    """The rounds of a plan in their order."""

    rounds: tuple[PlannedRound, ...] = ()

    def behind(self, number: int) -> Plan:
        """The part of it for the rounds after a round."""
        return Plan(tuple(planned for planned in self.rounds if planned.number > number))


NO_PLAN = Plan()


class Outlook(StrEnum):
    """What is known of the rounds behind a round.

    `NOTHING`: nobody has asked, or no round follows. `SURE`: they can be paired whatever is drawn. `PLANNED`: a plan
    shows that they can. `NONE`: not even the next one can. `OPEN`: the search ended before it was decided.
    """

    NOTHING = ""
    SURE = "whatever is drawn"
    PLANNED = "plan"
    NONE = "none"
    OPEN = "open"


@dataclass(frozen=True, slots=True)
class Repeat:
    """A breach that would make all rounds possible: two players who meet again, or one with a second bye."""

    number: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Foresight:
    """What is guaranteed of the rounds `first` to `until`, of a tournament whose last round is `last`.

    `extra` is what the round costs more than the cheapest so that they stay possible, in the first tier that differs.
    Where `until` < `last`, not all rounds are possible; `repeats` are then the fewest breaches with which they would
    be, none where nobody knows, and `relax` the rules of which each alone, if it were relaxed, would make all possible.
    """

    outlook: Outlook = Outlook.NOTHING
    first: int = 0
    until: int = 0
    last: int = 0
    plan: Plan = NO_PLAN
    extra: int = 0
    repeats: tuple[Repeat, ...] = ()
    relax: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Raises ValueError for what no draw says."""
        if self.outlook is Outlook.PLANNED:
            numbers = [planned.number for planned in self.plan.rounds]
            in_turn = numbers == [*range(self.first, self.first + len(numbers))]
            if not (numbers and in_turn and numbers[-1] == self.until):
                found = one_line(", ".join(map(str, numbers))) or "none"
                raise ValueError(f"a plan of rounds {found}; expected {self.first} to {self.until}")
        elif self.plan.rounds:
            raise ValueError("a plan that nobody asked for")
        if (self.repeats or self.relax) and not self.short:
            raise ValueError("breaches that would make all rounds possible, though none is known to be impossible")

    @property
    def short(self) -> bool:
        """Whether it is known that not all rounds can be paired."""
        return self.outlook in (Outlook.SURE, Outlook.PLANNED, Outlook.NONE) and self.until < self.last


#: Nobody has looked ahead.
NO_FORESIGHT = Foresight()
