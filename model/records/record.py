"""How a round was drawn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ..errors import InputError
from ..pairing.draw import Locks
from ..pairing.profile import Profile
from .ledger import Ledger, parse_ledger


@dataclass(frozen=True, slots=True)
class Record:
    """How a round was drawn: profile and weights, locks, relaxed rules, what it cost and what was proven.

    `seed` is that of its lottery, None in records of old. `ledger_data` is the ledger as plain data; it is made into
    one when somebody asks.
    """

    profile: Profile
    locks: Locks = field(default_factory=Locks)
    relaxed: tuple[str, ...] = ()
    cost: int = 0
    bound: int = 0
    status: str = ""
    costs: Mapping[str, int] = field(default_factory=dict)
    version: str = ""
    ledger_data: Mapping[str, Any] = field(default_factory=dict)
    seed: int | None = None

    @property
    def ledger(self) -> Ledger | None:
        """What was true at the draw; None where that was not kept. Raises InputError when it is damaged."""
        try:
            return parse_ledger(self.ledger_data) if self.ledger_data else None
        except (ValueError, KeyError, TypeError, AttributeError, ArithmeticError) as error:
            raise InputError(f"the ledger of the draw is damaged ({error}); undo brings it back") from error
