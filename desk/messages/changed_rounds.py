"""Rounds changed by hand, in sentences: points, wider boards, results that are lost."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...model.language import counted
from ...model.placing.tie_breaks import value_text
from ...model.reasons.board_case import points_text
from ...model.reasons.place_explained import WITHOUT_EXCUSE
from ...model.tournament.games import Game, Result, Round, result_text
from ...model.tournament.tournament import Tournament
from .team_texts import NOBODY, people_by_id

if TYPE_CHECKING:
    from ..rounds.new_boards import NewBoard
    from ..rounds.repair.mended import RepairDone

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


def bye_lines(done: RepairDone) -> list[str]:
    """A line for each bye that somebody wished for and that the repair takes away, with the opponent."""
    names = done.tournament.by_id()
    return [
        f"{names[player].name} was given the bye of round {done.round.number} by hand, but with an even number of "
        f"players nobody needs a bye: {_seat(player, done)}"
        for player in done.lose_bye
    ]


def given_up_lines(done: RepairDone) -> list[str]:
    """How many boards are given up although both play, then a line for each, with what becomes of the two."""
    if not done.given_up:
        return []
    names = done.tournament.by_id()
    tables = {game.players: game.table for game in done.old}
    return [
        f"round {done.round.number} is published, and {counted(len(done.given_up), 'board')} would be given up:",
        *(
            f"table {tables[pair]}: {' – '.join(names[player].name for player in pair)}; "
            f"now {' and '.join(_seat(player, done) for player in pair)}"
            for pair in done.given_up
        ),
    ]


def _seat(player: str, done: RepairDone) -> str:
    """Whom a player meets now, or that the player has the bye."""
    names, game = done.tournament.by_id(), done.round.game_of(player)
    name = names[player].name
    return f"{name} meets {names[game.opponent(player)].name}" if game else f"{name} has the bye"
