"""How a round was drawn, as it is kept with the round."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Protocol

from ..pairing.profile import Profile
from ..pairing.standing_locks import Locks
from ..plan.plan import NO_FORESIGHT, Foresight
from .ledger import Ledger


class UnreadLedger(Protocol):
    """A ledger that is read when somebody asks for it: most commands never look at those of earlier rounds."""

    def read(self) -> Ledger:
        """The ledger. Raises InputError where it is damaged."""


@dataclass(frozen=True, slots=True)
class Record:
    """How a round was drawn: profile and weights, locks, relaxed rules, what it cost and what was proven.

    `bound` is proven of all legal rounds by these terms; `status` speaks only of the rounds that were looked for: those
    that leave a plan, or a repair that changes few boards. `kept` is the ledger of the draw, None where none was kept;
    `seed` that of its lottery, None in records of old. `foresight` says which of the later rounds the draw has kept
    possible, with the plan that shows it. `engine` found the round: `matching` or `cp-sat`.
    """

    profile: Profile
    locks: Locks = field(default_factory=Locks)
    relaxed: tuple[str, ...] = ()
    cost: int = 0
    bound: int = 0
    status: str = ""
    costs: Mapping[str, int] = field(default_factory=dict)
    version: str = ""
    kept: Ledger | UnreadLedger | None = None
    seed: int | None = None
    foresight: Foresight = NO_FORESIGHT
    engine: str = "matching"

    @property
    def ledger(self) -> Ledger | None:
        """What was true at the draw; None where that was not kept. Raises InputError when it is damaged."""
        return self.kept if self.kept is None or isinstance(self.kept, Ledger) else self.kept.read()
