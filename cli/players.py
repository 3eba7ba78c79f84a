"""Commands about the players: players, add, player, absent, withdraw."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import AsJson, Dir, change_of, folder, say, tell_doubtful, tell_draft, warn

if TYPE_CHECKING:
    from ..io.registrations.merging import Merge
    from ..model.tournament.tournament import Tournament

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
    from ..io.terminal import players_list_text
    from ..model.notes import bar_text
    from ..model.placing.scores import score
    from ..model.words import counted

    tournament = folder(path).read().tournament
    scores = score(tournament.before(1))
    if as_json:
        data = [
            {"id": p.id, "name": p.name, "rank": p.rank_name, "rating": p.rating, "club": p.club, "country": p.country,
             "start": scores.start[p.id] / 2, "status": p.status.value}
            for p in tournament.players
        ]  # fmt: skip
        say(json.dumps(data, ensure_ascii=False, indent=1))
        return
    say(players_list_text(tournament.players, tournament.settings.rounds, scores.start))
    say(f"{counted(len(tournament.players), 'player')}, {bar_text(tournament)}")


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
    from ..model.errors import InputError

    options = {"rating": rating, "club": club, "country": country, "rounds": rounds, "group": group}
    cells = {"name": name, "rank": rank} | {key: value for key, value in options.items() if value}
    with change_of(path) as change:
        before = change.tournament
        merged = _merged(before, cells, cells)
        if not merged.new:
            known = before.find(name)
            raise InputError(f"{known.name} is registered already; to change: mcmahon player DIR {known.id}")
        change.tournament = after = merged.tournament
    new = after.player(merged.new[0])
    say(f"{new.id}: {new.name} {new.rank_name}")
    for remark in merged.remarks:
        warn(remark)
    tell_draft(after)


def _merged(before: Tournament, cells: Mapping[str, str], given: Mapping[str, str]) -> Merge:
    """One line of registrations merged in; only what is given changes a player. Raises InputError."""
    from ..io.registrations.merging import merge
    from ..io.registrations.reading import read_registrations
    from ..io.tables import Row, Table

    reading = read_registrations(Table("player", tuple(cells), (Row(0, dict(cells)),)), before.settings.rounds)
    for entry in reading.entries:
        entry.given = frozenset(given) - ({"rank"} - entry.given)  # ? is no rank, but nothing as a rating is its rank's
    return merge(before, reading, "options")


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
    options = {
        "name": name, "rank": rank, "rating": rating, "club": club, "country": country, "rounds": rounds,
        "group": group, "status": status, "correction": correction,
    }  # fmt: skip
    given = {key: value for key, value in options.items() if value is not None}
    with change_of(path) as change:
        before = change.tournament
        old = before.find(who)
        merged = _merged(before, {"id": old.id, "name": old.name, "rank": old.rank_name, **given}, given)
        change.tournament = after = merged.tournament
        say(f"{old.id}: {after.player(old.id).name} {after.player(old.id).rank_name}")
    for remark in merged.remarks:
        warn(remark)
    tell_doubtful(before, after)
    tell_draft(after)


@commands.command()
def absent(
    path: Dir,
    who: Annotated[str, typer.Argument(metavar="PLAYER", help="Id or name.")],
    rounds: Annotated[str, typer.Argument(metavar="[ROUNDS]", help="2 or 2,4-5; else the next to be drawn.")] = "",
) -> None:
    """Let a player miss rounds that are not drawn yet."""
    from dataclasses import replace

    from ..desk.drawing import next_round
    from ..model.edits import with_entry
    from ..model.errors import InputError
    from ..model.notes import sleeping_notes
    from ..model.tournament.round_sets import parse_rounds

    with change_of(path) as change:
        tournament = change.tournament
        old = tournament.find(who)
        total = tournament.settings.rounds
        missed = _rounds_argument(parse_rounds, rounds or str(next_round(tournament)), total)
        played = [r.number for r in tournament.rounds if r.number in missed and not r.draft]
        if played:
            raise InputError(f"round {played[0]} is published already: enter a default instead (result DIR TABLE 0-1!)")
        plays = (frozenset(range(1, total + 1)) if old.rounds is None else old.rounds) - missed
        change.tournament = with_entry(tournament, replace(old, rounds=plays))
        after = change.tournament
    say(f"{old.id} ({old.name}) misses round {', '.join(map(str, sorted(missed)))}")
    for note in sleeping_notes(after, old.id):
        warn(note)
    tell_draft(after)


def _rounds_argument(parse: Any, text: str, total: int) -> frozenset[int]:
    from ..model.errors import InputError

    try:
        chosen: frozenset[int] = parse(text, total)
    except ValueError as error:
        raise InputError(f"rounds {text!r}; right would be: {error}") from None
    return chosen


@commands.command()
def withdraw(path: Dir, who: Annotated[str, typer.Argument(metavar="PLAYER", help="Id or name.")]) -> None:
    """Take a player out of all rounds to come; what has been played stays."""
    from ..model.edits import withdraw as withdraw_player
    from ..model.errors import InputError

    with change_of(path) as change:
        old = change.tournament.find(who)
        if old.status.value == "withdrawn":
            raise InputError(f"{old.id} ({old.name}) has withdrawn already")
        change.tournament = withdraw_player(change.tournament, old)
        after = change.tournament
    say(f"{old.id} ({old.name}) has withdrawn")
    tell_draft(after)
