"""All file formats, of this program and of other distributions; any file read by them, and a new folder of it."""

from __future__ import annotations

import logging
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path
from pkgutil import iter_modules
from typing import NoReturn

from ..model.errors import FolderError, InputError, Problem
from ..model.rating_lists.rating_match import PIN_OF_LIST, pin_of, with_pin
from ..model.records.state import State
from ..model.tournament.person import Player
from ..model.tournament.tournament import Tournament
from ..model.ways import Way
from . import foreign
from .files import check_target, read_bytes
from .folder.folder import TournamentFolder
from .folder.state_files import PLAYERS
from .foreign.foreign import LOST, Read, Report, bar_text
from .foreign.format import Format, is_trf
from .foreign.tde import read_tde, rounds_beside
from .pins import placeholders
from .registrations.reading import players_text
from .registrations.registration_files import is_participants, read_entries, write_csv
from .settings.settings_file import change_settings, parse_settings
from .tables.records import parse_table

log = logging.getLogger(__name__)

#: The group of entry points by which other distributions, such as that of `bench/`, add formats: each is a `Format`.
ADDED = "mcmahon.formats"
GET_RESEARCH = "to install that, in a clone of the project: pip install ./bench"


def not_here(*_: object) -> NoReturn:
    """Raise InputError for a format of another distribution that is not installed."""
    raise InputError(f"TRF files are read and written by mcmahon-bench; {GET_RESEARCH}")


#: In the place of the format that the research distribution has, so that its files are known and told about.
TRF = Format("trf", "FIDE", (".trf", ".trfx"), is_trf, not_here, not_here, about="by mcmahon-bench (bench/README.md)")
#: Lists of players, which are understood as registrations.
LISTS = (
    Format(
        "participants", "MacMahon's list of players", (".txt",), is_participants, read_entries, order=1,
        about="fields separated by `|`, the country before the club",
    ),
    Format(
        "csv", "a spreadsheet", (".csv", ".tsv"), lambda data: False, read_entries, write_csv, order=3,
        about="registrations with titles of columns, also OpenGotha's list of players",
    ),
)  # fmt: skip


def of_this_program() -> list[Format]:
    """The formats of the modules in `foreign/`, the lists of players, and the place of TRF, as they are asked."""
    modules = (import_module(f"{foreign.__name__}.{found.name}") for found in iter_modules(foreign.__path__))
    own = [module.FORMAT for module in modules if hasattr(module, "FORMAT")]
    return sorted([*own, *LISTS, TRF], key=lambda form: form.order)


@cache
def formats() -> dict[str, Format]:
    """All formats by name, those of other distributions too; one that cannot be loaded is named and left out."""
    added: dict[str, Format] = {}
    for point in entry_points(group=ADDED):
        try:
            added[point.name] = point.load()
        except Exception as error:  # whatever is wrong there, the formats of this program work
            log.warning("the format of %s cannot be loaded: %s", point.value, error)
    return {form.name: form for form in of_this_program()} | added


def writable() -> list[str]:
    """The names of the formats that can be written here."""
    return [form.name for form in formats().values() if form.write not in (None, not_here)]


def format_of(path: Path, named: str = "", data: bytes = b"") -> Format:
    """The format by its name, by the ending of the path, or by the content. Raises InputError."""
    every = formats()
    if named.casefold() in every:
        return every[named.casefold()]
    if named:
        raise InputError(f"unknown format {named!r}; expected one of {', '.join(every)}")
    of_ending = [form for form in every.values() if path.suffix.lower() in form.endings]
    by_content = not of_ending or path.suffix.lower() == ".txt"  # an ending of every program
    candidates = [*every.values()] if by_content else of_ending
    found = next((form for form in candidates if data and form.looks_like(data)), of_ending[0] if of_ending else None)
    if found is None:
        endings = ", ".join(f"{form.name} ({form.endings[0]})" for form in every.values())
        ways = (Way("to name it", **{"from": "FORMAT"}), Way("or", to="FORMAT"))
        expected = f"a file name with one of these endings: {endings}"
        raise InputError([Problem("unknown format", str(path), expected=expected, ways=ways)])
    return found


LARGEST = 16 * 2**20  # bytes: 1,000 players and 10 rounds take a tenth of that in every format
MOST_LINE_ENDS = 1_000_000
MOST_PLAYERS, MOST_TOLD = 20_000, 200  # of one file: players, and problems that are told one by one


def read_any(path: Path, named: str = "") -> Read:
    """A tournament folder, or a file of any format. Raises FolderError, InputError."""
    if (path / "register.tde").is_file():
        path = path / "register.tde"
    if path.is_dir():
        state = TournamentFolder(path).read()
        return Read(state.tournament, state.settings_text, Report())
    data, name = read_bytes(path, LARGEST), str(path)
    if data.count(b"\n") + data.count(b"\r") > MOST_LINE_ENDS:
        expected = f"a tournament with at most {MOST_LINE_ENDS // 2:,} lines"
        raise InputError([Problem("the file has too many lines", name, expected=expected)])
    form = format_of(path, named, data)
    try:
        found = read_tde(data, name, rounds_beside(path)) if form.name == "tde" else form.read(data, name)
    except InputError as error:
        if (more := len(error.problems) - MOST_TOLD) <= 0:
            raise
        raise InputError([*error.problems[:MOST_TOLD], Problem(f"{more:,} more problems", name)]) from None
    if (count := len(found.tournament.players)) > MOST_PLAYERS:
        problem = Problem("too many players:", name, value=f"{count:,}", expected=f"at most {MOST_PLAYERS:,}")
        raise InputError([problem])
    return with_fixed_bar(with_names(found if form.name == "tde" else with_own_pins(found)))


def with_fixed_bar(read: Read) -> Read:
    """The tournament with the bar that its rounds are read by in the settings: later rounds and players leave it."""
    settings = read.tournament.settings
    if not read.tournament.published or settings.start.scheme != "rank" or settings.start.bar != "auto":
        return read
    bar = bar_text(read.tournament)
    text = change_settings(read.settings_text, {"start.bar": bar}, "settings")
    read.report.add(f"the bar {bar} is written into the settings: later rounds and players do not move it")
    tournament = replace(read.tournament, settings=parse_settings(text, "settings"))
    return replace(read, tournament=tournament, settings_text=text)


def with_names(read: Read) -> Read:
    """The tournament in which a player whose name is nothing but lost letters is called by the place in the file."""
    changed = []
    for place, player in enumerate(read.tournament.players, 1):
        if any(c in LOST for c in player.name) and not any(c.isalnum() for c in player.name):
            changed.append(replace(player, surname=f"Player {place}", first_name=""))
            read.report.add("names without a letter, replaced by the place", f"{player.name} → Player {place}")
    return replace(read, tournament=read.tournament.with_players(changed)) if changed else read


def with_own_pins(read: Read) -> Read:
    """The tournament without placeholder numbers and without pins that two players share; both are remarked."""
    players = read.tournament.players
    numbers = {form: [pin_of(player, form) for player in players] for form in PIN_OF_LIST}
    dropped = {form: placeholders(own) for form, own in numbers.items()}
    holders: dict[str, list[str]] = {}
    for player in players:
        holders.setdefault(player.pin, []).append(player.label)
    doubles = {pin for pin, names in holders.items() if pin not in dropped["egd"] and pin and len(names) > 1}
    for pin in sorted(doubles):
        read.report.add("players with the same pin; it is left out", f"{pin}: {' and '.join(holders[pin])}")
    dropped["egd"] |= doubles
    changed: dict[str, Player] = {}
    for player in players:
        for form, pins in dropped.items():
            pin = pin_of(player, form)
            if pin in pins:
                changed[player.id] = with_pin(changed.get(player.id, player), form, "")
                if pin not in doubles:
                    remark = f"placeholders instead of {form} numbers; they are left out"
                    read.report.add(remark, f"{pin} of {player.name}")
    return replace(read, tournament=read.tournament.with_players(changed.values())) if changed else read


def in_new_folder(state: State, path: Path, command: str, name: str) -> None:
    """Put a tournament into a new folder. Raises FolderError, and InputError told of the source by its `name`."""
    try:
        TournamentFolder(path).create(state, command)
    except InputError as error:
        everybody = state.tournament.players
        rows = parse_table(players_text(everybody, state.tournament.settings.rounds), PLAYERS).rows
        players = {row.line: p.label for row, p in zip(rows, everybody, strict=True)}
        raise InputError([_of_the_source(problem, path, name, players) for problem in error.problems]) from None


def _of_the_source(problem: Problem, path: Path, name: str, players: Mapping[int, str]) -> Problem:
    """A problem of a folder that is not there, told of the file it came from: players and rounds instead of lines."""
    round_file = re.search(r"rounds\W(\d+)\.", problem.file)
    what = f"round {round_file[1]}" if round_file else ""
    if problem.file == str(path / PLAYERS):
        what = players.get(problem.line, "")
    message = re.sub(r" \(line \d+\)", "", problem.message)  # whose line it is has been said
    message = re.sub(r"\bline (\d+)", lambda line: players.get(int(line[1]), line[0]), message)
    return replace(problem, message=message, file=": ".join(filter(None, [name, what])), line=0, ways=())


def check_place(path: Path, is_folder: bool) -> None:
    """Raise FolderError where the result cannot be put, before any work is done."""
    if not is_folder:
        check_target(path)
    elif path.exists() and (not path.is_dir() or any(path.iterdir())):
        raise FolderError(f"{path} exists already and is not an empty folder")


@dataclass(frozen=True, slots=True)
class TournamentCounts:
    """How much there is in a tournament: what both sides of a conversion should agree on."""

    players: int
    rounds: int
    games: int
    byes: int


def counts(tournament: Tournament) -> TournamentCounts:
    """How much there is in a tournament."""
    games = sum(len(drawn.games) for drawn in tournament.rounds)
    byes = sum(len(drawn.byes) for drawn in tournament.rounds)
    return TournamentCounts(len(tournament.players), len(tournament.rounds), games, byes=byes)
