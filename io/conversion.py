"""From one program's file to another's: reading any file, a new folder of it, and how much there is on both sides."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ..model.errors import FolderError, InputError, Problem
from ..model.rating_lists.rating_match import PIN_OF_LIST, pin_of, with_pin
from ..model.records.state import State
from ..model.tournament.person import Player
from ..model.tournament.tournament import Tournament
from .files import check_target, read_bytes
from .folder.folder import TournamentFolder
from .folder.state_files import PLAYERS
from .foreign.foreign import Read, Report
from .foreign.tde import read_tde, rounds_beside
from .formats import format_of
from .pins import placeholders
from .registrations.reading import players_text
from .tables import parse_table

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
    return found if form.name == "tde" else with_own_pins(found)


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
