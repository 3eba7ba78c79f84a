"""Rounds changed by hand, in sentences: points, wider boards, results that are lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...model.placing.tie_breaks import value_text
from ...model.reasons.board_case import points_text
from ...model.reasons.place_explained import WITHOUT_EXCUSE
from ...model.tournament.games import Game, Result, Round, result_text
from ...model.tournament.tournament import Tournament
from .team_texts import NOBODY, people_by_id

if TYPE_CHECKING:
    from ..rounds.new_boards import NewBoard

__all__ = ["absence_text", "points_text", "value_text"]


def absence_text(half_points: int, excused: bool) -> str:
    """How a missed round counts: `absent, ½ point`."""
    return f"{'absent' if excused else WITHOUT_EXCUSE}, {points_text(half_points)}"


def wide_lines(wide: Sequence[NewBoard], drawn: Round, tournament: Tournament) -> list[str]:
    """A line for each new board of a round that is far wider than every board that it had."""
    names = tournament.by_id()
    head = "" if drawn.draft else f"round {drawn.number} is published, and "
    return [
        f"{head}{names[board.game.white].name} would meet {names[board.game.black].name}, "
        f"{points_text(board.apart)} apart: wider than any board of the round so far"
        for board in wide
    ]


def won_text(game: Game, match: Game | None, tournament: Tournament) -> str:
    """A result and who won by it: `1-0 (Bo won)`; `?` where there is none. A board of a match has people of its own."""
    text = result_text(game.result, game.by_default)
    if not text:
        return "?"
    people = people_by_id(match, tournament) if match else {p: tournament.player(p).name for p in game.players}
    white, black = (people.get(player, NOBODY) for player in game.players)
    who = {
        Result.WHITE: f"{white} won",
        Result.BLACK: f"{black} won",
        Result.BOTH_LOSE: "both lost",
        Result.BOTH_WIN: "both won",
        Result.JIGO: "jigo",
    }.get(game.result, "no result")
    return f"{text} ({who}{' by forfeit' if game.by_default else ''})"
