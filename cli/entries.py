"""Commands about the tournament and its entrants: new, set, register, players, player, absent, withdraw."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from .common import AsJson, Dir, change_of, command, folder, say, tell_doubtful, tell_draft, warn

if TYPE_CHECKING:
    from ..io.folder import State
    from ..io.merging import Merge
    from ..model.settings import Settings
    from ..model.tournament import Tournament

commands = typer.Typer()

MOST_NAMED = 12  # players of one registration who are each named


@commands.command()
def new(
    path: Dir,
    preset: Annotated[str, typer.Option(help="bga, egf, aga, german, opengotha or swiss.")] = "egf",
    name: Annotated[str, typer.Option(help="Name of the tournament.")] = "",
    rounds: Annotated[int, typer.Option(min=1, max=99, help="Number of rounds.")] = 5,
    bar: Annotated[str, typer.Option(help="The bar: a rank, auto or none.")] = "",
    floor: Annotated[str, typer.Option(help="The floor: a rank or none.")] = "",
    seed: Annotated[int, typer.Option(min=0, help="Seed of every lottery.")] = 1,
    setting: Annotated[list[str] | None, typer.Option("--set", help="Any other setting, KEY=VALUE.")] = None,
) -> None:
    """Make a new tournament folder."""
    from ..io.settings_file import new_settings_text, parse_assignments, parse_settings

    given: dict[str, Any] = {"name": name or path.resolve().name, "rounds": rounds, "seed": seed}
    given |= {key: value for key, value in (("start.bar", bar), ("start.floor", floor)) if value}
    given |= {key: value for key, value in parse_assignments(setting or []).items() if value is not None}
    text = new_settings_text(preset, given)
    parse_settings(text, "tournament.toml (not written)")
    folder(path).create(text, command())
    say(f"{path}: a new tournament of {rounds} rounds, preset {preset}.")
    say(f"Next: mcmahon register {path} players.csv; settings are in {path / 'tournament.toml'}")


@commands.command("set")
def set_(
    path: Dir,
    assignments: Annotated[list[str] | None, typer.Argument(metavar="[KEY=VALUE]…", help="None: show all.")] = None,
) -> None:
    """Show the settings, or change some: start.bar=3d komi=7.5 placing.order=MMS,SOS (KEY= takes one out again)."""
    from ..io.settings_file import change_settings, parse_assignments, parse_settings
    from ..model.edits import change_of_settings
    from ..model.notes import unknown_ids

    if not assignments:
        _show_settings(folder(path).read())
        return
    changes = parse_assignments(assignments)
    with change_of(path) as change:
        from dataclasses import replace

        text = change_settings(change.state.settings_text, changes, str(path / "tournament.toml"))
        settings = parse_settings(text, "tournament.toml")
        if "pairing.profile" in changes:
            from ..solver.profiles import load_profile

            load_profile(settings.pairing.profile, path)
        change.state = replace(change.state, settings_text=text)
        change.tournament = change_of_settings(change.tournament, settings, changes)
        tournament = change.tournament
    for key in changes:
        say(_setting_text(settings, key) + ("" if changes[key] is not None else "  (the default)"))
    unknown = unknown_ids(tournament)
    if unknown and tournament.players:
        warn(f"the settings name players whom nobody registered: {', '.join(unknown)}")
    if tournament.rounds and any(key.startswith("start.") for key in changes):
        warn("start scores change for everybody; `mcmahon check` judges the drawn rounds by the new ones")


def _show_settings(state: State) -> None:
    from ..model.settings import SECTIONS, declarations

    for section in ("", *SECTIONS):
        for key, (_, doc) in declarations(section).items():
            name = f"{section}.{key}" if section else key
            say(f"{_setting_text(state.tournament.settings, name)}  # {doc}")


def _setting_text(settings: Settings, name: str) -> str:
    """A setting as a line of TOML, with its section before it."""
    from ..io.settings_file import plain_value, toml_value

    section, _, key = name.rpartition(".")
    owner = getattr(settings, section) if section else settings
    return f"{name} = {toml_value(plain_value(section, key, getattr(owner, key)))}"


@commands.command()
def register(
    path: Dir,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV of registrations, or MacMahon's.")],
    skip: Annotated[str, typer.Option(help="Lines of the file to leave out: 4,7-9.")] = "",
) -> None:
    """Merge a CSV of registrations into the tournament, by id or else by name; as often as wanted."""
    from ..io.files import read_bytes
    from ..io.merging import merge
    from ..io.registration_files import registrations_in
    from ..io.registrations import read_registrations
    from ..io.tables import encoding_remark
    from ..model.notes import counted

    with change_of(path) as change:
        before = change.tournament
        rounds = before.settings.rounds
        reading = read_registrations(registrations_in(file, rounds), rounds, _lines(skip))
        merged = merge(before, reading, str(file))
        change.tournament = merged.tournament
    guessed = encoding_remark(read_bytes(file))
    for remark in [*([f"{file}: {guessed}"] if guessed else []), *merged.remarks]:
        warn(remark)
    tell_draft(merged.tournament)
    if reading.columns is not None:
        say(f"{reading.columns.text()}.")
    _tell_changed(before, merged)
    unchanged = len(reading.entries) - len(merged.new) - len(merged.changed)
    players = counted(len(merged.tournament.players), "player")
    say(f"{len(merged.new)} new, {len(merged.changed)} changed, {unchanged} as before; {players} in all.")


def _tell_changed(before: Tournament, merged: Merge) -> None:
    """Name who is new or changed, where they are few, and what has changed."""
    from dataclasses import fields

    if before.players and len(merged.new) <= MOST_NAMED:
        for pid in merged.new:
            say(f"new: {merged.tournament.player(pid).name} ({pid}) {merged.tournament.player(pid).rank_name}")
    for pid in merged.changed if len(merged.changed) <= MOST_NAMED else ():
        old, new = before.player(pid), merged.tournament.player(pid)
        names = [f.name.replace("_", " ") for f in fields(old) if getattr(old, f.name) != getattr(new, f.name)]
        say(f"changed: {new.name} ({pid}): {', '.join(names)}")


def _lines(text: str) -> list[range]:
    """Ranges of lines out of `4,7-9`. Raises InputError."""
    from ..model.errors import InputError
    from ..model.round_sets import parse_ranges

    try:
        return parse_ranges(text)
    except ValueError:
        raise InputError(f"--skip {text!r}; right would be: lines such as 4,7-9") from None


@commands.command()
def players(path: Dir, as_json: AsJson = False) -> None:
    """List the players with their start scores."""
    from ..io.terminal import players_list_text
    from ..model.notes import bar_text, counted
    from ..model.scores import score

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
def player(
    path: Dir,
    who: Annotated[str, typer.Argument(metavar="PLAYER", help="Id or name.")],
    name: Annotated[str | None, typer.Option(help="Surname, First name.")] = None,
    rank: Annotated[str | None, typer.Option(help="3d, 12k.")] = None,
    rating: Annotated[str | None, typer.Option(help="European rating.")] = None,
    club: Annotated[str | None, typer.Option()] = None,
    country: Annotated[str | None, typer.Option()] = None,
    rounds: Annotated[str | None, typer.Option(help="Rounds to play: 1-3,5, all but 2, all, none.")] = None,
    group: Annotated[str | None, typer.Option(help="Families or groups, with ; between them.")] = None,
    status: Annotated[str | None, typer.Option(help="final, preliminary or withdrawn.")] = None,
    correction: Annotated[str | None, typer.Option(help="Points added to the start score: -1.")] = None,
) -> None:
    """Change one player at any time: rank, rounds, status, correction of the start score …"""
    from ..io.merging import merge
    from ..io.registrations import read_registrations
    from ..io.tables import Row, Table

    options = {
        "name": name, "rank": rank, "rating": rating, "club": club, "country": country, "rounds": rounds,
        "group": group, "status": status, "correction": correction,
    }  # fmt: skip
    given = {key: value for key, value in options.items() if value is not None}
    with change_of(path) as change:
        before = change.tournament
        old = before.find(who)
        cells = {"id": old.id, "name": old.name, "rank": old.rank_name, **given}
        table = Table("player", tuple(cells), (Row(0, cells),))
        reading = read_registrations(table, before.settings.rounds)
        for entry in reading.entries:
            entry.given = frozenset(given)
        merged = merge(before, reading, "options")
        change.tournament = after = merged.tournament
        say(f"{old.id}: {after.player(old.id).name} {after.player(old.id).rank_name}")
    for remark in merged.remarks:
        warn(remark)
    tell_doubtful(before, after, 0)
    tell_draft(after)


@commands.command()
def absent(
    path: Dir,
    who: Annotated[str, typer.Argument(metavar="PLAYER", help="Id or name.")],
    rounds: Annotated[str, typer.Argument(metavar="ROUNDS", help="Rounds to miss: 2 or 2,4-5.")],
) -> None:
    """Let a player miss rounds that are not drawn yet."""
    from dataclasses import replace

    from ..model.edits import with_entry
    from ..model.errors import InputError
    from ..model.notes import sleeping_notes
    from ..model.round_sets import parse_rounds

    with change_of(path) as change:
        tournament = change.tournament
        old = tournament.find(who)
        total = tournament.settings.rounds
        missed = _rounds_argument(parse_rounds, rounds, total)
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
