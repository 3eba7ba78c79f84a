"""Commands about the tournament: desk, new, set, register."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .. import output
from ..common import Dir, carried_out, command, desk, echo, echo_notes, echo_slow_rounds, example, quoted, warn
from ..output import room_of_terminal, width
from ..request_options import takes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...desk.outcome import Committed
    from ...desk.people.new_tournament import NewTournament
    from ...desk.people.register import Register, RegisteredAnswer
    from ...desk.settings.change_settings import ChangeSettings, Setting, SettingChange
    from ...model.records.state import State
    from ...model.tournament.person import Player
    from ...model.tournament.tournament import Tournament

commands = typer.Typer()


@commands.command(name="desk", epilog=example("desk", "desk spring --no-browser"))
def open_desk(
    path: Annotated[
        Path, typer.Argument(metavar="DIR", help="A tournament's folder, or a folder of tournaments.")
    ] = Path(),
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 is that of the last time, or any free one.")
    ] = 0,
    lan: Annotated[
        bool, typer.Option("--lan", help="Also listen in the local network, for phones that have a link.")
    ] = False,
    wifi: Annotated[str, typer.Option(metavar="NAME", help="The Wi-Fi's name, for sheets and slips.")] = "",
    address: Annotated[
        str, typer.Option(metavar="IP", help="This machine's address for --lan, if it has several.")
    ] = "",
    certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A certificate, to encrypt what is sent.")
    ] = None,
    key: Annotated[Path | None, typer.Option(metavar="FILE", help="The certificate's private key.")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    new_link: Annotated[
        bool, typer.Option("--new-link", help="Make a new link; the one before no longer opens the desk.")
    ] = False,
    launcher: Annotated[
        bool,
        typer.Option(
            "--install-launcher", help="Write a launcher to double-click for this folder, with --lan if given, and end."
        ),
    ] = False,
) -> None:
    """Open the desk in a browser: everything a director does, by clicks; stop it with Ctrl-C."""
    from ...web.home import Home
    from ...web.launcher import install_launcher
    from ...web.server import Lan, serve

    if launcher:
        said = [("--lan", lan), (f"--wifi={wifi}", wifi), (f"--address={address}", address)]
        for file in install_launcher(path, options=[word for word, given in said if given]):
            echo(f"{file}: double-click it to open the desk of {path.resolve()}")
        return
    if bool(certificate) != bool(key):
        raise typer.BadParameter("--certificate and --key belong together")
    if not lan and (wifi or address or certificate):
        raise typer.BadParameter("--wifi, --address and --certificate go with --lan")
    network = Lan(address, wifi, certificate, key) if lan else None
    serve(Home.of(path), port, browser=not no_browser, new_link=new_link, lan=network, tell=_tell)


def _tell(address: str, *more: str) -> None:
    """Say where the desk is, at once, so that a script can open it; and more about it."""
    echo(address)
    echo("This is the address of the desk, with its key: open it in a browser on this machine.")
    for line in more:
        echo(line)
    echo("The desk runs as long as this window is open. Stop it with Ctrl-C; everything entered is saved at once.")
    sys.stdout.flush()
    echo_slow_rounds()


@commands.command(epilog=example("new spring --preset bga", "new spring --rounds 5 --bar 3d"))
@takes("people.new_tournament:NewTournament", without=("like",))
def new(
    path: Annotated[Path, typer.Argument(metavar="DIR", help="The folder to make.")],
    asked: NewTournament,
    like: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Take settings and players from this tournament.")
    ] = None,
) -> None:
    """Make a new tournament folder."""
    from ...desk.people.new_tournament import create

    state = create(desk(path), asked.but(like=like), command())
    if like is None:
        _tell_new(path, state)
    else:
        _tell_like(path, state, like)


def _meanings(texts: list[str]) -> dict[str, str]:
    """What columns of a file are, from `TITLE=WHAT`. Raises InputError."""
    from ...model.errors import wrong_argument

    parts = [text.rpartition("=") for text in texts]
    for title, equals, what in parts:
        if not (title and what):
            raise wrong_argument("column", title + equals + what, "a title and what it is, such as Rnak=rank")
    return {title: what for title, _, what in parts}


def _tell_new(path: Path, state: State) -> None:
    settings = state.tournament.settings
    echo(f"{path}: a new tournament with {settings.rounds} rounds, preset {settings.preset}.")
    echo(f"Next: mcmahon register {quoted(path)} players.csv; the settings are in {path / 'tournament.toml'}")


def _tell_like(path: Path, state: State, like: Path) -> None:
    from ...desk.people.new_tournament import not_taken_over
    from ...model.language import counted

    players = counted(len(state.tournament.players), "player")
    rounds = state.tournament.settings.rounds
    echo(f"{path}: a new tournament with {rounds} rounds and the settings of {like}; {players}, all entered.")
    left_out = not_taken_over(desk(like).read())
    if left_out:
        echo(f"Not copied: {', '.join(left_out)}.")
    echo(f"To mark someone absent: mcmahon absent {quoted(path)} PLAYER all. Next: mcmahon pair {quoted(path)}")


@commands.command("set", epilog=example("set spring start.bar=3d", "set spring pairing.forbid+=3:17"))
@takes("settings.change_settings:ChangeSettings", words=("assignments",), without=("values",))
def set_(path: Dir, asked: ChangeSettings) -> None:
    """Show all settings or one section (handicap), or change settings: KEY=VALUE sets, += adds, KEY= resets."""
    from ...desk.settings.change_settings import settings
    from ..common import confirm_and_retry

    given = asked.assignments
    if not given or (len(given) == 1 and "=" not in given[0]):
        for setting in desk(path).ask(lambda state: settings(state, "".join(given))).value:
            echo(setting_line(setting))
        return
    done = confirm_and_retry(
        lambda yes: _changed(path, asked.but(replace=asked.replace or yes, anyway=asked.anyway or yes)),
        False,
        "Change it anyway?",
    )
    for changed in done.value:
        echo(change_line(changed))
    echo_notes(done.outcome)


def _changed(path: Path, asked: ChangeSettings) -> Committed[Sequence[SettingChange]]:
    """The changed settings; an error in one of several repeats the whole line, to be corrected."""
    from ...desk.settings.change_settings import SET
    from ...model.errors import InputError, Problem, UnconfirmedError

    try:
        return carried_out(path, SET, asked)
    except UnconfirmedError:
        raise
    except InputError as error:
        if len(asked.assignments) == 1:
            raise
        line = f"mcmahon set {quoted(path)} {output.joined(asked.assignments)}"
        raise InputError([*error.problems, Problem(f"nothing was written; correct and repeat: {line}")]) from None


@commands.command(epilog=example("register spring players.csv", "register spring new.csv --skip 4,7-9"))
@takes("people.register:Register", without=("skip", "columns"))
def register(
    path: Dir,
    file: Annotated[Path, typer.Argument(metavar="FILE", help="CSV, .xlsx, .ods, or MacMahon's list; - reads stdin.")],
    asked: Register,
    skip: Annotated[
        list[str] | None, typer.Option(metavar="LINES", help="Leave out these lines of the file: 4,7-9.")
    ] = None,
    columns: Annotated[
        list[str] | None,
        typer.Option("--column", metavar="TITLE=WHAT", help="What a column is: Rnak=rank, Notes='leave out'."),
    ] = None,
) -> None:
    """Add or update players from a list or a file, by id or else by name; you can repeat this at any time."""
    from ...desk.people.register import REGISTER, in_file, taken_back

    asked = asked.but(skip=",".join(skip or ()), columns=_meanings(columns or []))
    source = sys.stdin.fileno() if str(file) == "-" else file
    done = carried_out(path, REGISTER, in_file(asked, source, str(file)))
    before = done.before.tournament
    back = taken_back(desk(path), done.before, done.after)
    echo_notes(done.outcome.with_first(back))
    for line in registered_lines(done.value, before, done.after.tournament):
        echo(line)
    if asked.dry_run:
        warn("nothing was written")
    elif not before.players:
        echo(f"Next: mcmahon groups {quoted(path)}, then mcmahon pair {quoted(path)}")


MOST_NAMED = 12  # players of one registration who are each named


def setting_line(setting: Setting) -> str:
    """A setting as in the file, with the players in it and its meaning; on a line below where there is no room."""
    value, meaning = f"{setting.name} = {setting.value}", "; ".join(filter(None, (setting.who, setting.meaning)))
    line = f"{value}  # {meaning}"
    return f"{value}\n  {meaning}" if 0 < room_of_terminal() < width(line) else line


def change_line(change: SettingChange) -> str:
    """A setting with its new value, the players in it, and its old value."""
    was = [f"was {change.before}"] if change.before != change.after else []
    notes = ", ".join([*(["the default"] if change.unset else []), *was])
    note = "; ".join(filter(None, (change.who, notes)))
    return f"{change.name} = {change.after}" + (f"  # {note}" if note else "")


def registered_lines(done: RegisteredAnswer, before: Tournament, after: Tournament) -> list[str]:
    """How the columns were read, new and changed players, their number, and those not entered for every round."""
    from ...desk.messages.written_values import counted_entrants

    players = counted_entrants(len(after.players), after.settings)
    counts = f"{len(done.new)} new, {len(done.changed)} changed, {done.unchanged} unchanged; {players} in all."
    return [
        *_column_lines(done),
        *_new_lines(done, before, after),
        *_changed_lines(done, after),
        counts,
        *([f"Of the new players, {done.missing_text}."] if done.missing_text else []),
        *_missing_lines(done, after),
    ]


def _column_lines(done: RegisteredAnswer) -> list[str]:
    """What each column was read as, with some of its cells; those that say nothing of players in one line."""
    from ..output import fitted

    read = [one for one in done.columns if one.is_read]
    if not read:
        return []
    rows = [[one.title, one.read_as, one.filled, " · ".join(one.samples)] for one in read]
    table = fitted(["Column", "read as", "filled", "such as"], rows, "llr", ("such as", "filled"))
    others = [one.title for one in done.columns if not one.is_read]
    return [table, *([f"Not used: {', '.join(others)}."] if others else [])]


def _new_lines(done: RegisteredAnswer, before: Tournament, after: Tournament) -> list[str]:
    """The new players, if they are few and there were others before."""
    if not before.players or len(done.new) > MOST_NAMED:
        return []
    return [f"new: {after.player(pid).label} {after.player(pid).rank_name}" for pid in done.new]


def _changed_lines(done: RegisteredAnswer, after: Tournament) -> list[str]:
    """The changed players with old and new values, all of them: any may be one that nobody wanted."""
    return [f"changed: {after.player(pid).label}: {', '.join(done.changed[pid])}" for pid in done.changed]


def _missing_lines(done: RegisteredAnswer, after: Tournament) -> list[str]:
    """The new players who are not entered for every round."""
    from ...model.language import first_few
    from ...model.tournament.person import Status

    new = [after.player(pid) for pid in done.new]
    away = [p for p in new if p.rounds is not None or p.status is not Status.FINAL]
    texts = [f"{p.label} {_entered(p, after.settings.rounds)}" for p in away]
    return [f"Not entered for all rounds: {first_few(texts, MOST_NAMED)}."] if texts else []


def _entered(player: Player, rounds: int) -> str:
    from ...desk.messages.written_values import entered_rounds
    from ...model.tournament.person import Status

    return entered_rounds(player, rounds) if player.status is Status.FINAL else player.status.value
