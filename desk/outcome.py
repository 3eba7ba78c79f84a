"""What every use case of the desk returns."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Generic, TypeVar

from ..model.notes import Note
from ..model.records.state import State
from .desk_notes import found_before

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


@dataclass(frozen=True, slots=True)
class Committed(Generic[Value]):
    """What was committed: the outcome of a use case, and the state before it.

    `edited` names files that somebody had edited by hand since the last step, `recovered` says that a command that had
    died half way was finished first, `runs` how often the use case was computed.
    """

    before: State
    outcome: Outcome[Value]
    edited: tuple[str, ...] = ()
    recovered: bool = False
    runs: int = 1

    @property
    def value(self) -> Value:
        """What the use case has found."""
        return self.outcome.value

    @property
    def after(self) -> State:
        """The state after it."""
        return self.outcome.state

    @property
    def found(self) -> list[str]:
        """What was found in the folder before it, in sentences."""
        return found_before(self.edited, self.recovered)
