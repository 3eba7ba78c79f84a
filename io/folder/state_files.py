"""A tournament's state as the texts of a folder's files, and back; and its settings changed in their own text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from ...model.edits import change_of_settings
from ...model.errors import FolderError, InputError, McMahonError, Problem
from ...model.last_few import LastFew, same
from ...model.pairing.profile import Profile
from ...model.records.record import Record
from ...model.records.state import State
from ...model.tournament.games import Allowed, Round
from ...model.tournament.player import Player, Status
from ...model.tournament.settings import DecidedSettings, Settings
from ...model.tournament.tournament import Tournament
from ..registrations.columns import as_in_a_folder
from ..registrations.reading import players_text, read_registrations
from ..settings.profiles import profile_of_settings
from ..settings.settings_file import change_settings, decided_in, parse_settings, with_decided
from ..tables import parse_table
from .own_files import SETTINGS, is_own
from .record_file import parse_record, record_text
from .rounds import parse_round, round_text

PLAYERS = "players.csv"
RecordFile = tuple[Record | None, bool, tuple[Allowed, ...]]

#: What the files of a folder have said last, and how states were written last; a tournament has some dozen rounds.
_settings_read: LastFew[Settings] = LastFew(8)
_players_read: LastFew[tuple[Player, ...]] = LastFew(8)
_rounds_read: LastFew[Round] = LastFew(64)
_records_read: LastFew[RecordFile] = LastFew(64)
_written: LastFew[str] = LastFew(128)


def parse_state(files: Mapping[str, str], path: Path, revision: int = 0) -> State:
    """The state that the texts of a folder's files say. Raises InputError with every problem."""
    place = str(path / SETTINGS)
    settings = _settings_read.get((files[SETTINGS], place), lambda: parse_settings(files[SETTINGS], place))
    if not re.search(r"^[ \t]*preset[ \t]*=", files[SETTINGS], re.MULTILINE):
        expected = 'preset = "egf" or another preset; undo restores a file that was emptied or cut off'
        raise InputError([Problem("the settings name no preset", str(path / SETTINGS), expected=expected)])
    if PLAYERS not in files and any(name.startswith("rounds/") for name in files):
        raise FolderError(f"{path / PLAYERS} is missing, although rounds have been drawn; restore it with undo")
    tournament = Tournament(settings)
    if PLAYERS in files:
        text, place = files[PLAYERS], str(path / PLAYERS)
        players = _players_read.get((text, settings.rounds, place), lambda: _players(settings, text, place))
        tournament = replace(tournament, players=players)
    rounds, records = _rounds(files, path, tournament)
    beside = {name: text for name, text in files.items() if name.endswith(".toml") and name != SETTINGS}
    profile = _profile(settings.pairing.profile, beside, path)
    return State(replace(tournament, rounds=tuple(rounds)), profile, records, files[SETTINGS], beside, revision)


def _profile(name: str, beside: Mapping[str, str], path: Path | str) -> Profile | McMahonError:
    """The profile of this name, or why there is none: a tournament can be read, and repaired, without one."""
    try:
        return profile_of_settings(name, beside, str(path))
    except McMahonError as error:
        return error


def _players(settings: Settings, text: str, file: str) -> tuple[Player, ...]:
    table = parse_table(text, file)
    reading = read_registrations(table, settings.rounds, meanings=as_in_a_folder(table.titles), remarks=False)
    problems = list(reading.problems)
    for entry in reading.entries:
        if not entry.player.id:
            problems.append(Problem("empty id", table.name, entry.line, "id", expected="an id such as 17"))
        if not entry.player.surname:
            problems.append(Problem("empty name", table.name, entry.line, "surname", expected="a name with a letter"))
        if not {"rank", "rating"} & entry.given:
            problems.append(
                Problem("neither rank nor rating", table.name, entry.line, "rank", expected="a rank such as 3d or 12k")
            )
    if problems:
        raise InputError(problems)
    return Tournament(settings).with_players(entry.player for entry in reading.entries).players


def _rounds(files: Mapping[str, str], path: Path, tournament: Tournament) -> tuple[list[Round], dict[int, Record]]:
    found = (re.fullmatch(r"rounds/([1-9][0-9]*)\.csv", name) for name in files)
    numbers = sorted(int(match[1]) for match in found if match)
    if len(numbers) > tournament.settings.rounds:
        text = f"{len(numbers)} rounds have been drawn, but the settings have"
        expected = f"rounds = {len(numbers)} or more"
        raise InputError([Problem(text, str(path / SETTINGS), 0, "rounds", str(tournament.settings.rounds), expected)])
    if numbers != list(range(1, len(numbers) + 1)):
        raise InputError(
            [Problem(f"found rounds {numbers}", str(path / "rounds"), expected="rounds 1, 2, 3 … without a gap")]
        )
    rounds, records = [], {}
    for number in numbers:
        record, draft, allowed = _record(files, path, number)
        if record is not None:
            records[number] = record
        rounds.append(_round(files, path, number, tournament, (draft, allowed)))
    return rounds, records


def _record(files: Mapping[str, str], path: Path, number: int) -> RecordFile:
    """How a round was drawn, whether it is a draft, and what the director has allowed in it."""
    name = f"rounds/{number}.json"
    if name not in files:
        return None, False, ()
    text, place = files[name], str(path / name)
    return _records_read.get((text, place), lambda: parse_record(text, place))


def _round(
    files: Mapping[str, str], path: Path, number: int, tournament: Tournament, said: tuple[bool, tuple[Allowed, ...]]
) -> Round:
    """The boards of a round, of which its record says whether it is a draft and what is allowed."""
    name = f"rounds/{number}.csv"
    text, place, (draft, allowed) = files[name], str(path / name), said

    def read() -> Round:
        drawn = parse_round(parse_table(text, place).sound(), number, tournament, draft)
        return replace(drawn, allowed=allowed)

    source = (text, place, number, draft, allowed, tournament.players, tournament.settings)
    return _rounds_read.get(source, read)


def state_files(state: State) -> dict[str, str]:
    """The texts of the files that a tournament is written to; what a draw has decided is part of the settings."""
    return {name: file.text() for name, file in _files(state).items()}


def changed_files(before: State, after: State) -> dict[str, str | None]:
    """The files that two states differ in with their new texts, None for one that is gone.

    A file that says the same is left as somebody wrote it; where it is of the same things, its text is not even made.
    """
    old, new = _files(before), _files(after)
    other = {name: file for name, file in new.items() if name not in old or not same(file.source, old[name].source)}
    texts = {name: file.text() for name, file in other.items()}
    changed: dict[str, str | None] = dict.fromkeys(old.keys() - new.keys())
    return changed | {name: text for name, text in texts.items() if name not in old or old[name].text() != text}


def check_readable(after: State, changed: Mapping[str, str | None], path: Path) -> None:
    """Raise InputError where the files that a change is written to could not be read again."""
    texts = {name: text for name, text in changed.items() if text is not None}
    if any(not name.startswith("rounds/") for name in changed):
        parse_state(state_files(after), path)
        return
    for drawn in after.tournament.rounds:
        if f"rounds/{drawn.number}.csv" in texts:
            _round(texts, path, drawn.number, after.tournament, (drawn.draft, drawn.allowed))
        _record(texts, path, drawn.number)


@dataclass(frozen=True, slots=True)
class _File:
    """A file as it is to be written: what its text is made from, and how."""

    source: tuple[Any, ...]
    make: Callable[[], str]

    def text(self) -> str:
        return _written.get(self.source, self.make)


def _files(state: State) -> dict[str, _File]:
    """The files of a tournament by name."""
    tournament, settings = state.tournament, state.tournament.settings
    players, rounds = tournament.players, settings.rounds
    files = {
        SETTINGS: _File((state.settings_text, settings.decided), lambda: _settings_text(state)),
        PLAYERS: _File((players, rounds), lambda: players_text(players, rounds)),
    }
    for drawn in tournament.rounds:
        files |= _round_files(drawn, tournament, state.records.get(drawn.number))
    return files | {name: _File((name, text), partial(str, text)) for name, text in state.profile_texts.items()}


def _round_files(drawn: Round, tournament: Tournament, record: Record | None) -> dict[str, _File]:
    """The files of a round's boards, and of how it was drawn."""
    return {
        f"rounds/{drawn.number}.csv": _File((drawn, tournament.players), lambda: round_text(drawn, tournament.by_id())),
        f"rounds/{drawn.number}.json": _File(
            ("record", record, drawn.draft, drawn.allowed), lambda: record_text(record, drawn.draft, drawn.allowed)
        ),
    }


def _settings_text(state: State) -> str:
    decided = state.tournament.settings.decided
    if decided_in(state.settings_text, SETTINGS) == decided:
        return state.settings_text
    return with_decided(state.settings_text, decided, SETTINGS)


def in_memory(tournament: Tournament, records: Mapping[int, Record] | None = None, settings_text: str = "") -> State:
    """A tournament that is in no folder; its profile is one of the program."""
    name = tournament.settings.pairing.profile
    return State(tournament, _profile(name, {}, ""), records or {}, settings_text)


def with_settings(state: State, changes: Mapping[str, Any]) -> State:
    """With settings changed, by dotted key; None unsets one. Raises InputError with every problem."""
    if not changes:
        return state
    text = change_settings(_settings_text(state), changes, SETTINGS)
    tournament = change_of_settings(state.tournament, parse_settings(text, SETTINGS), changes)
    profile = state.own_profile
    if tournament.settings.pairing.profile != state.tournament.settings.pairing.profile:
        profile = _profile(tournament.settings.pairing.profile, state.profile_texts, "")
    return replace(state, tournament=tournament, settings_text=text, own_profile=profile)


def with_profile_file(state: State, name: str, text: str) -> State:
    """With the file of a profile beside the settings; an empty text takes it away. Raises InputError for its name."""
    if not is_own(name) or not name.endswith(".toml") or name == SETTINGS or "/" in name:
        raise InputError([Problem("no profile can be called", value=name, expected="a name such as close-games.toml")])
    texts = {other: old for other, old in state.profile_texts.items() if other != name} | ({name: text} if text else {})
    profile = _profile(state.tournament.settings.pairing.profile, texts, "")
    return replace(state, profile_texts=texts, own_profile=profile)


def afresh(state: State, changes: Mapping[str, Any]) -> State:
    """A tournament that begins: these players, all entered, and these settings with changes; nothing decided."""
    fresh: dict[str, Any] = {"rounds": None, "status": Status.FINAL, "correction": 0, "unexcused": frozenset()}
    players = tuple(replace(p, **fresh) for p in state.tournament.players)
    begun = replace(state.tournament, players=players, rounds=())
    begun = replace(begun, settings=replace(begun.settings, decided=DecidedSettings()))
    return with_settings(replace(state, tournament=begun, records={}, revision=0), changes)
