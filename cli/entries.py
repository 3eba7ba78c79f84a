"""Commands about the tournament: new, set, register."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from . import shell
from .common import Dir, command, desk, done_at, example, quoted, say, tell_notes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..desk.desk import Done
    from ..desk.settings import SettingChange
    from ..model.records.state import State

commands = typer.Typer()


@commands.command(epilog=example("new spring --preset bga", "new spring --rounds 5 --bar 3d"))
def new(
    path: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make.")],
    preset: Annotated[
        str,
        typer.Option(
            metavar="NAME", help="bga, egf, aga, german, opengotha, club, swiss or round-robin; by default egf."
        ),
    ] = "",
    name: Annotated[str, typer.Option(metavar="NAME", help="Name of the tournament.")] = "",
    rounds: Annotated[
        int | None, typer.Option(metavar="N", min=1, max=99, help="Number of rounds; by default 5.")
    ] = None,
    bar: Annotated[str, typer.Option(metavar="RANK", help="The bar: a rank, auto or none.")] = "",
    floor: Annotated[str, typer.Option(metavar="RANK", help="The floor: a rank or none.")] = "",
    seed: Annotated[int | None, typer.Option(metavar="N", min=0, help="Seed of all lotteries; by default 1.")] = None,
    setting: Annotated[list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="Any other setting.")] = None,
    like: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Take settings and players from this tournament.")
    ] = None,
) -> None:
    """Make a new tournament folder."""
    from ..desk.people.entries import NewTournament, create

    old = desk(like).read() if like is not None else None
    request = NewTournament(name, preset, rounds, bar, floor, seed, setting or (), old)
    state = create(desk(path), request, command())
    if like is None or old is None:
        _tell_new(path, state)
    else:
        _tell_like(path, state, like, old)


def _meanings(texts: list[str]) -> dict[str, str]:
    """What columns of a file are, from `TITLE=WHAT`. Raises InputError."""
    from ..model.errors import wrong_argument

    parts = [text.rpartition("=") for text in texts]
    for title, equals, what in parts:
        if not (title and what):
            raise wrong_argument("column", title + equals + what, "a title and what it is, such as Rnak=rank")
    return {title: what for title, _, what in parts}


def _tell_new(path: Path, state: State) -> None:
    settings = state.tournament.settings
    say(f"{path}: a new tournament with {settings.rounds} rounds, preset {settings.preset}.")
    say(f"Next: mcmahon register {quoted(path)} players.csv; the settings are in {path / 'tournament.toml'}")


def _tell_like(path: Path, state: State, like: Path, old: State) -> None:
    from ..desk.people.entries import not_taken_over
    from ..model.words import counted

    players = counted(len(state.tournament.players), "player")
    rounds = state.tournament.settings.rounds
    say(f"{path}: a new tournament with {rounds} rounds and the settings of {like}; {players}, all entered.")
    left_out = not_taken_over(old)
    if left_out:
        say(f"Not copied: {', '.join(left_out)}.")
    say(f"To mark someone absent: mcmahon absent {quoted(path)} PLAYER all. Next: mcmahon pair {quoted(path)}")


@commands.command("set", epilog=example("set spring start.bar=3d", "set spring pairing.forbid+=3:17"))
def set_(
    path: Dir,
    assignments: Annotated[list[str] | None, typer.Argument(metavar="KEY=VALUE", help="Without any: show all.")] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace lists that already have entries.")] = False,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Change start scores even after a round is published.")
    ] = False,
) -> None:
    """Show all settings or one section (handicap), or change settings: KEY=VALUE sets, += adds, KEY= resets."""
    from ..desk.settings import settings
    from .asking import with_yes
    from .views.entries import change_line, setting_line

    given = assignments or []
    if not given or (len(given) == 1 and "=" not in given[0]):
        for setting in desk(path).ask(lambda state: settings(state, "".join(given))).value:
            say(setting_line(setting))
        return
    done = with_yes(lambda yes: _changed(path, given, replace or yes, anyway or yes), False, "Change it anyway?")
    for changed in done.value:
        say(change_line(changed))
    tell_notes(done.outcome)


def _changed(path: Path, given: list[str], replace: bool, anyway: bool) -> Done[Sequence[SettingChange]]:
    """The changed settings; an error in one of several repeats the whole line, to be corrected."""
    from ..desk.settings import ChangeSettings, change
    from ..model.errors import InputError, Problem, UnconfirmedError

    try:
        return done_at(path, lambda state: change(state, ChangeSettings(given, replace=replace, anyway=anyway)))
    except UnconfirmedError:
        raise
    except InputError as error:
        if len(given) == 1:
            raise
        line = f"mcmahon set {quoted(path)} {shell.joined(given)}"
        raise InputError([*error.problems, Problem(f"nothing was written; correct and repeat: {line}")]) from None


@commands.command(epilog=example("register spring players.csv", "register spring new.csv --skip 4,7-9"))
def register(
    path: Dir,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV, or an entry list of MacMahon; - reads stdin.")],
    skip: Annotated[
        list[str] | None, typer.Option(metavar="LINES", help="Leave out these lines of the file: 4,7-9.")
    ] = None,
    encoding: Annotated[
        str, typer.Option(metavar="NAME", help="How the file is encoded, e.g. windows-1250; by default found out.")
    ] = "",
    column: Annotated[
        list[str] | None, typer.Option(metavar="TITLE=WHAT", help="What a column is: Rnak=rank, Notes='leave out'.")
    ] = None,
    keep_paired: Annotated[
        bool, typer.Option("--keep-paired", help="Leave players who are already paired as they are.")
    ] = False,
) -> None:
    """Add or update players from a CSV file, by id or else by name; you can repeat this at any time."""
    from ..desk.people.entries import register as registered
    from ..desk.people.entries import registrations_in
    from ..desk.people.taken_back import taken_back
    from .views.entries import registered_lines

    source = sys.stdin.fileno() if str(file) == "-" else file
    request = registrations_in(source, str(file), ",".join(skip or ()), encoding, _meanings(column or []))
    request = replace(request, keep_paired=keep_paired)
    done = done_at(path, lambda state: registered(state, request))
    before = done.before.tournament
    back = taken_back(desk(path), done.before, done.after)
    tell_notes(done.outcome.with_first(back))
    for line in registered_lines(done.value, before, done.after.tournament):
        say(line)
    if not before.players:
        say(f"Next: mcmahon groups {quoted(path)}, then mcmahon pair {quoted(path)}")
