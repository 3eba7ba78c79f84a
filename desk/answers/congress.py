"""The events of a congress, and who would have to be in two of them at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...model.tournament.setting_kinds import START
from .answer import Answer

if TYPE_CHECKING:
    from ...model.congress import Sitting
    from ..congress import Congress


class SittingAnswer(Answer, frozen=True):
    """A round of an event.

    event: name of the event
    round: number of the round
    begins: day and time, such as "2026-08-01 10:00"
    ends: day and time
    """

    event: str
    round: int
    begins: str
    ends: str


class ClashAnswer(Answer, frozen=True):
    """Somebody who would have to be in two rounds at the same time.

    name: surname, then first name
    first: one of the rounds
    second: the other one
    """

    name: str
    first: SittingAnswer
    second: SittingAnswer


class CongressAnswer(Answer, frozen=True):
    """Several events.

    events: names of the events, in the order of the folders
    untimed: names of those in which no round has a start time
    shared: how many people are in several of them
    clashes: everybody who would have to be in two places at once, in order of time
    """

    events: tuple[str, ...]
    untimed: tuple[str, ...]
    shared: int
    clashes: tuple[ClashAnswer, ...]


def congress_answer(found: Congress) -> CongressAnswer:
    """The answer to `congress`."""
    return CongressAnswer(
        tuple(event.name for event in found.events),
        tuple(found.untimed),
        found.shared,
        tuple(ClashAnswer(one.name, _sitting(one.first), _sitting(one.second)) for one in found.clashes),
    )


def _sitting(one: Sitting) -> SittingAnswer:
    return SittingAnswer(one.event, one.round, one.begins.strftime(START), one.ends.strftime(START))
