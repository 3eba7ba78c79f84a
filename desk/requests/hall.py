"""What phones and helpers ask: claims, check-ins, own steps."""

from __future__ import annotations

from typing import Literal

from .request import Request


class ClaimRequest(Request, frozen=True, kw_only=True):
    """What a side says of its game.

    result: White's points first; blank takes back what was said
    board: in a match of teams the number of the board; White is who has White there
    """

    result: Literal["1-0", "0-1", "jigo", ""]
    board: int = 0


class HereRequest(Request, frozen=True, kw_only=True):
    """A player is here.

    player: number on public pages
    rounds: rounds to come for which they are here
    """

    player: int
    rounds: tuple[int, ...]


class ConfirmRequest(Request, frozen=True, kw_only=True):
    """Check-ins that somebody at the desk has seen.

    players: ids
    """

    players: tuple[str, ...]


class UndoRequest(Request, frozen=True, kw_only=True):
    """A step to take back: the last one.

    step: its number; if another is the last by now, it is refused
    """

    step: int


class RedoRequest(Request, frozen=True, kw_only=True):
    """The step that was taken back last, to be done again."""
