"""Commands about the players: players, add, player, absent, withdraw."""

from __future__ import annotations

from typing import Annotated

import typer

from .common import AsJson, Dir, desk, done_at, say, say_json, tell_notes

commands = typer.Typer()

Rank = Annotated[str | None, typer.Option(help="3d, 12k.")]
Rating = Annotated[str | None, typer.Option(help="European rating.")]
Club = Annotated[str | None, typer.Option()]
Country = Annotated[str | None, typer.Option()]
Rounds = Annotated[str | None, typer.Option(help="Rounds to play: 1-3,5, all but 2, all, none.")]
Group = Annotated[str | None, typer.Option(help="Families or groups, with ; between them.")]


@commands.command()
def players(path: Dir, as_json: AsJson = False) -> None:
    """List the players with their start scores."""
    from ..desk.answers.players import players_answer
    from ..desk.people.players import players as listed
    from .views.players import players_text

    found = desk(path).ask(listed)
    if as_json:
        say_json(players_answer(found.value))
    else:
        say(players_text(found.value, found.state.tournament.settings.rounds))


@commands.command()
def add(
    path: Dir,
    name: Annotated[str, typer.Argument(metavar="NAME", help="Surname, First name.")],
    rank: Annotated[str, typer.Argument(metavar="RANK", help="3d, 12k.")],
    rating: Rating = None,
    club: Club = None,
    country: Country = None,
    rounds: Rounds = None,
    group: Group = None,
) -> None:
    """Enter one player: mcmahon add spring "Weiß, Jörg" 5k --club Ulm."""
    from ..desk.people.players import Cells
    from ..desk.people.players import add as added
    from .views.players import player_line

    cells = Cells(name, rank, rating, club, country, rounds, group)
    done = done_at(path, lambda state: added(state, cells))
    say(player_line(done.value))
    tell_notes(done.outcome)


@commands.command()
def player(
    path: Dir,
    who: Annotated[str, typer.Argument(metavar="PLAYER", help="Id or name.")],
    name: Annotated[str | None, typer.Option(help="Surname, First name.")] = None,
    rank: Rank = None,
    rating: Rating = None,
    club: Club = None,
    country: Country = None,
    rounds: Rounds = None,
    group: Group = None,
    status: Annotated[str | None, typer.Option(help="final, preliminary or withdrawn.")] = None,
    correction: Annotated[str | None, typer.Option(help="Points added to the start score: -1.")] = None,
) -> None:
    """Change one player at any time: rank, rounds, status, correction of the start score …"""
    from ..desk.people.players import Cells, ChangePlayer, change
    from .views.players import player_line

    cells = Cells(name, rank, rating, club, country, rounds, group, status, correction)
    done = done_at(path, lambda state: change(state, ChangePlayer(who, cells)))
    say(player_line(done.value))
    tell_notes(done.outcome)


@commands.command()
def absent(
    path: Dir,
    who: Annotated[str, typer.Argument(metavar="PLAYER", help="Id or name.")],
    rounds: Annotated[str, typer.Argument(metavar="[ROUNDS]", help="2 or 2,4-5; else the next to be drawn.")] = "",
) -> None:
    """Let a player miss rounds that are not drawn yet."""
    from ..desk.people.players import Absent
    from ..desk.people.players import absent as missing
    from .views.players import missed_line

    done = done_at(path, lambda state: missing(state, Absent(who, rounds)))
    say(missed_line(done.value))
    tell_notes(done.outcome)


@commands.command()
def withdraw(path: Dir, who: Annotated[str, typer.Argument(metavar="PLAYER", help="Id or name.")]) -> None:
    """Take a player out of all rounds to come; what has been played stays."""
    from ..desk.people.players import withdraw as withdrawn

    done = done_at(path, lambda state: withdrawn(state, who))
    say(f"{done.value.id} ({done.value.name}) has withdrawn")
    tell_notes(done.outcome)
