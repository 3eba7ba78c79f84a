"""What the desk answers to a program that has changed something: what was done, and the revision after it."""

from __future__ import annotations

from typing import Annotated

from ..verb import DoneAnswer, told
from .players import PlayerAnswer


class RegisteredAnswer(DoneAnswer, frozen=True, kw_only=True):
    """Registrations merged in."""

    new: Annotated[tuple[str, ...], told("ids of new players")]
    changed: Annotated[dict[str, tuple[str, ...]], told("by id what has changed, in words")]
    paired: Annotated[
        dict[str, tuple[str, ...]], told("by id what was left as it is because the player is already paired, in words")
    ]
    unchanged: Annotated[int, told("how many lines say nothing new")]


class PlayerDoneAnswer(DoneAnswer, frozen=True, kw_only=True):
    """A player entered or changed."""

    player: Annotated[PlayerAnswer, told("the player now")]
