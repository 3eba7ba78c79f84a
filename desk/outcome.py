"""What every use case of the desk returns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from ..model.notes import Note
from ..model.records.state import State

Value = TypeVar("Value", covariant=True)


@dataclass(frozen=True, slots=True)
class Outcome(Generic[Value]):
    """The state after a use case, what it has found, and notes beside the answer.

    `state` is the one that came in where nothing changes. `again` makes the same of another state without computing
    everything anew; it returns None where something has changed that the answer was computed from.
    """

    state: State
    value: Value
    notes: Sequence[Note] = ()
    again: Callable[[State], Outcome[Value] | None] | None = None

    def with_first(self, notes: Sequence[Note]) -> Outcome[Value]:
        """The same with notes before all others."""
        return replace(self, notes=(*notes, *self.notes))
