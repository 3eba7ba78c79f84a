"""Commands about the tournament: desk, new, set, register."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, BadParameter, Option, Typer

from ...desk.people.register import taken_back
from ...desk.settings.change_settings import SET, ChangeSettings, Setting, SettingChange, settings
from ...model.errors import InputError, Problem, UnconfirmedError
from ...model.language import counted, first_few
from ...model.tournament.person import Status
from ...model.tournament.tournament import Tournament
from ..common import agreed, ask, carried_out, command, desk, echo, echo_outcome, echo_slow_rounds, warn
from ..output import fitted, quoted, room_of_terminal, width
from ..request_options import Dir, by_title, example, takes

if TYPE_CHECKING:
    from ...desk.people.new_tournament import NewTournament
    from ...desk.people.register import Register, RegisteredAnswer

commands = Typer()


@commands.command(name="desk", epilog=example("desk", "desk spring --no-browser"))
def open_desk(
    path: Annotated[Path, Argument(metavar="DIR", help="A tournament's folder, or a folder of tournaments.")] = Path(),
    port: Annotated[
        int, Option(metavar="N", min=0, max=65535, help="The port; 0 is that of the last time, or any free one.")
    ] = 0,
    lan: Annotated[
        bool, Option("--lan", help="Also listen in the local network, for phones that have a link.")
    ] = False,
    wifi: Annotated[str, Option(metavar="NAME", help="The Wi-Fi's name, for sheets and slips.")] = "",
    address: Annotated[str, Option(metavar="IP", help="This machine's address for --lan, if it has several.")] = "",
    certificate: Annotated[Path | None, Option(metavar="FILE", help="A certificate, to encrypt what is sent.")] = None,
    key: Annotated[Path | None, Option(metavar="FILE", help="The certificate's private key.")] = None,
    no_browser: Annotated[bool, Option("--no-browser", help="Do not open a browser.")] = False,
    new_link: Annotated[
        bool, Option("--new-link", help="Make a new link; the one before no longer opens the desk.")
    ] = False,
    launcher: Annotated[
        bool,
        Option(
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
        raise BadParameter("--certificate and --key belong together")
    if not lan and (wifi or address or certificate):
        raise BadParameter("--wifi, --address and --certificate go with --lan")
    network = Lan(address, wifi, certificate, key) if lan else None
    serve(Home.of(path), port, browser=not no_browser, new_link=new_link, lan=network, tell=_tell)


def _tell(address: str, *more: str) -> None:
    """Say where the desk is, at once, so that a script can open it; and more about it."""
    echo(address, "This is the address of the desk, with its key: open it in a browser on this machine.", *more)
    echo("The desk runs as long as this window is open. Stop it with Ctrl-C; everything entered is saved at once.")
    sys.stdout.flush()
    echo_slow_rounds()


@commands.command(epilog=example("new spring --preset bga", "new spring --rounds 5 --bar 3d"))
@takes("people.new_tournament:NewTournament")
def new(
    path: Annotated[Path, Argument(metavar="DIR", help="The folder to make.")],
    asked: NewTournament,
) -> None:
    """Make a new tournament folder."""
    from ...desk.people.new_tournament import create, not_taken_over

    state = create(desk(path), asked, command())
    settings = state.tournament.settings
    if asked.like is None:
        echo(f"{path}: a new tournament with {settings.rounds} rounds, preset {settings.preset}.")
        echo(f"Next: mcmahon register {quoted(path)} players.csv; the settings are in {path / 'tournament.toml'}")
        return
    players = f"{counted(len(state.tournament.players), 'player')}, all entered"
    echo(f"{path}: a new tournament with {settings.rounds} rounds and the settings of {asked.like}; {players}.")
    if left_out := not_taken_over(desk(asked.like).read()):
        echo(f"Not copied: {', '.join(left_out)}.")
    echo(f"To mark someone absent: mcmahon absent {quoted(path)} PLAYER all. Next: mcmahon pair {quoted(path)}")


@commands.command("set", epilog=example("set spring start.bar=3d", "set spring pairing.forbid+=3:17"))
@takes("settings.change_settings:ChangeSettings", words=("assignments",), without=("values",))
def set_(path: Dir, asked: ChangeSettings) -> None:
    """Show all settings or one section (handicap), or change settings: KEY=VALUE sets, += adds, KEY= resets."""
    given = asked.assignments
    if not given or (len(given) == 1 and "=" not in given[0]):
        echo(*map(setting_line, ask(path, lambda state: settings(state, "".join(given))).value))
        return
    try:
        done = agreed(path, SET, asked, "Change it anyway?", yes=("replace", "anyway"))
    except UnconfirmedError:
        raise
    except InputError as error:
        if len(given) == 1:
            raise
        line = " ".join(map(quoted, ("mcmahon", "set", path, *given)))
        raise InputError([*error.problems, Problem(f"nothing was written; correct and repeat: {line}")]) from None
    echo_outcome(done.outcome, *map(change_line, done.value))


@commands.command(epilog=example("register spring players.csv", "register spring new.csv --skip 4,7-9"))
@takes("people.register:Register", without=("skip", "columns"))
def register(
    path: Dir,
    file: Annotated[Path, Argument(metavar="FILE", help="CSV, .xlsx, .ods, or MacMahon's list; - reads stdin.")],
    asked: Register,
    skip: Annotated[list[str] | None, Option(metavar="LINES", help="Leave out these lines of the file: 4,7-9.")] = None,
    columns: Annotated[
        list[str] | None,
        Option("--column", metavar="TITLE=WHAT", help="What a column is: Rnak=rank, Notes='leave out'."),
    ] = None,
) -> None:
    """Add or update players from a list or a file, by id or else by name; you can repeat this at any time."""
    from ...desk.people.register import REGISTER, in_file

    asked = asked.but(
        skip=",".join(skip or ()), columns=by_title(columns, "a title and what it is, such as Rnak=rank", last=True)
    )
    source = sys.stdin.fileno() if str(file) == "-" else file
    done = carried_out(path, REGISTER, in_file(asked, source, str(file)))
    before = done.before.tournament
    back = taken_back(desk(path), done.before, done.after)
    echo_outcome(done.outcome.with_first(back))
    echo(*registered_lines(done.value, before, done.after.tournament))
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
    """How columns were read, few new and all changed players, their number, and those not entered for all rounds."""
    from ...desk.messages.written_values import counted_entrants, entered_rounds

    lines, new = _column_lines(done), [after.player(pid) for pid in done.new]
    if before.players and len(new) <= MOST_NAMED:
        lines += [f"new: {p.label} {p.rank_name}" for p in new]
    lines += [f"changed: {after.player(pid).label}: {', '.join(changes)}" for pid, changes in done.changed.items()]
    players = counted_entrants(len(after.players), after.settings)
    lines.append(f"{len(new)} new, {len(done.changed)} changed, {done.unchanged} unchanged; {players} in all.")
    if done.missing_text:
        lines.append(f"Of the new players, {done.missing_text}.")
    away = [p for p in new if p.rounds is not None or p.status is not Status.FINAL]
    rounds = after.settings.rounds
    texts = [f"{p.label} {entered_rounds(p, rounds) if p.status is Status.FINAL else p.status.value}" for p in away]
    return [*lines, f"Not entered for all rounds: {first_few(texts, MOST_NAMED)}."] if texts else lines


def _column_lines(done: RegisteredAnswer) -> list[str]:
    """What each column was read as, with some of its cells; those that say nothing of players in one line."""
    rows = [[one.title, one.read_as, one.filled, " · ".join(one.samples)] for one in done.columns if one.is_read]
    if not rows:
        return []
    table = fitted(["Column", "read as", "filled", "such as"], rows, "llr", ("such as", "filled"))
    others = [one for one in done.columns if not one.is_read]
    kept = ", ".join(one.title for one in others if one.is_kept)
    out = ", ".join(one.title for one in others if not one.is_kept)
    lines = [f"Kept, not read by the program itself: {kept}."] if kept else []
    return [table, *lines, *([f"Left out: {out}."] if out else [])]
