"""What phones and helpers ask: claims, check-ins, own steps."""

from __future__ import annotations

from typing import Annotated, Literal

from ..verb import Request, told


class ClaimRequest(Request, frozen=True, kw_only=True):
    """What a side says of its game."""

    result: Annotated[Literal["1-0", "0-1", "jigo", ""], told("White's points first; blank takes back what was said")]
    board: Annotated[int, told("in a match of teams the number of the board; White is who has White there")] = 0


class HereRequest(Request, frozen=True, kw_only=True):
    """A player is here."""

    player: Annotated[int, told("number on public pages")]
    rounds: Annotated[tuple[int, ...], told("rounds to come for which they are here")]


class ConfirmRequest(Request, frozen=True, kw_only=True):
    """Check-ins that somebody at the desk has seen."""

    players: Annotated[tuple[str, ...], told("ids")]


class UndoRequest(Request, frozen=True, kw_only=True):
    """A step to take back: the last one."""

    step: Annotated[int, told("its number; if another is the last by now, it is refused")]


class RedoRequest(Request, frozen=True, kw_only=True):
    """The step that was taken back last, to be done again."""
