"""Who won by a result, in words: the token alone does not say it to everybody."""

from __future__ import annotations

from ...model.tournament.games import Game, Result, result_text
from ...model.tournament.tournament import Tournament
from .teams import NOBODY, people_by_id


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
