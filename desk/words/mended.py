"""Which boards and byes a repair gives up although the players are there, in sentences."""

from __future__ import annotations

from ...model.language import counted
from ..rounds.repair.mended import RepairDone


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
