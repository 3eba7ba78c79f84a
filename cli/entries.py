"""Commands about the tournament: new, set, register."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import Dir, command, desk, done_at, quoted, say, tell_notes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..desk.desk import Done
    from ..desk.settings import SettingChange
    from ..model.records.state import State

commands = typer.Typer()


@commands.command()
def new(
    path: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make.")],
    preset: Annotated[str, typer.Option(help="bga, egf, aga, german, opengotha, club or swiss; else egf.")] = "",
    name: Annotated[str, typer.Option(help="Name of the tournament.")] = "",
    rounds: Annotated[int | None, typer.Option(min=1, max=99, help="Number of rounds; else 5.")] = None,
    bar: Annotated[str, typer.Option(help="The bar: a rank, auto or none.")] = "",
    floor: Annotated[str, typer.Option(help="The floor: a rank or none.")] = "",
    seed: Annotated[int | None, typer.Option(min=0, help="Seed of every lottery; else 1.")] = None,
    setting: Annotated[list[str] | None, typer.Option("--set", help="Any other setting, KEY=VALUE.")] = None,
    like: Annotated[Path | None, typer.Option(metavar="DIR", help="With settings and players of another one.")] = None,
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


def _tell_new(path: Path, state: State) -> None:
    settings = state.tournament.settings
    say(f"{path}: a new tournament of {settings.rounds} rounds, preset {settings.preset}.")
    say(f"Next: mcmahon register {quoted(path)} players.csv; settings are in {path / 'tournament.toml'}")


def _tell_like(path: Path, state: State, like: Path, old: State) -> None:
    from ..desk.people.entries import not_taken_over
    from ..model.words import counted

    players = counted(len(state.tournament.players), "player")
    say(f"{path}: a new tournament of {state.tournament.settings.rounds} rounds as {like}, {players}, all entered.")
    left_out = not_taken_over(old)
    if left_out:
        say(f"Not taken over: {', '.join(left_out)}.")
    say(f"Who does not come: mcmahon absent {quoted(path)} PLAYER all; next: mcmahon pair {quoted(path)}")


@commands.command("set")
def set_(
    path: Dir,
    assignments: Annotated[list[str] | None, typer.Argument(metavar="[KEY=VALUE]…", help="None: show all.")] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Replace lists that have something.")] = False,
) -> None:
    """Show the settings or a section (handicap), or change some: start.bar=3d pairing.forbid+=3:17; KEY= unsets."""
    from ..desk.settings import settings
    from .asking import with_yes
    from .views.entries import change_line, setting_line

    given = assignments or []
    if not given or (len(given) == 1 and "=" not in given[0]):
        for setting in desk(path).ask(lambda state: settings(state, "".join(given))).value:
            say(setting_line(setting))
        return
    done = with_yes(lambda yes: _changed(path, given, yes), replace, "Replace?")
    for changed in done.value:
        say(change_line(changed))
    tell_notes(done.outcome)


def _changed(path: Path, given: list[str], replace: bool) -> Done[Sequence[SettingChange]]:
    """The settings changed; an error about one of several repeats the line, to be corrected."""
    from ..desk.settings import ChangeSettings, change
    from ..model.errors import InputError, Problem, UnconfirmedError

    try:
        return done_at(path, lambda state: change(state, ChangeSettings(given, replace=replace)))
    except UnconfirmedError:
        raise
    except InputError as error:
        if len(given) == 1:
            raise
        line = f"mcmahon set {quoted(path)} {shlex.join(given)}"
        raise InputError([*error.problems, Problem(f"nothing was written; to correct: {line}")]) from None


@commands.command()
def register(
    path: Dir,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV of registrations, or MacMahon's; - reads stdin.")],
    skip: Annotated[str, typer.Option(help="Lines of the file to leave out: 4,7-9.")] = "",
) -> None:
    """Merge a CSV of registrations by id, else by name, as often as wanted; id and changed columns are enough."""
    from ..desk.people.entries import register as registered
    from ..desk.people.entries import registrations_in
    from .views.entries import registered_lines

    source = sys.stdin.fileno() if str(file) == "-" else file
    request = registrations_in(source, str(file), skip)
    done = done_at(path, lambda state: registered(state, request))
    before = done.before.tournament
    tell_notes(done.outcome)
    for line in registered_lines(done.value, before, done.after.tournament):
        say(line)
    if not before.players:
        say(f"Next: mcmahon groups {quoted(path)}, then mcmahon pair {quoted(path)}")
