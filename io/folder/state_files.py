"""A tournament's state as the texts of a folder's files, and back; and its settings changed in their own text."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...model.edits import change_of_settings
from ...model.errors import FolderError, InputError, McMahonError, Problem
from ...model.pairing.profile import Profile
from ...model.records.record import Record
from ...model.records.state import State
from ...model.tournament.games import Round
from ...model.tournament.player import Status
from ...model.tournament.settings import Decided
from ...model.tournament.tournament import Tournament
from ..registrations.reading import players_text, read_registrations
from ..settings.profiles import profile_of_settings
from ..settings.settings_file import change_settings, decided_in, parse_settings, with_decided
from ..tables import parse_table
from .own_files import SETTINGS
from .record_file import parse_record, record_text
from .rounds import parse_round, round_text

PLAYERS = "players.csv"


def parse_state(files: Mapping[str, str], path: Path, revision: int = 0) -> State:
    """The state that the texts of a folder's files say. Raises InputError with every problem."""
    settings = parse_settings(files[SETTINGS], str(path / SETTINGS))
    if not re.search(r"^[ \t]*preset[ \t]*=", files[SETTINGS], re.MULTILINE):
        expected = 'preset = "egf", or another one; an empty or cut file can be taken back with undo'
        raise InputError([Problem("the settings name no preset", str(path / SETTINGS), expected=expected)])
    if PLAYERS not in files and any(name.startswith("rounds/") for name in files):
        raise FolderError(f"{path / PLAYERS} is missing, though rounds have been drawn")
    tournament = Tournament(settings)
    if PLAYERS in files:
        tournament = _with_players(tournament, files[PLAYERS], str(path / PLAYERS))
    rounds, records = _rounds(files, path, tournament)
    beside = {name: text for name, text in files.items() if name.endswith(".toml") and name != SETTINGS}
    profile = _profile(settings.pairing.profile, beside, path)
    return State(replace(tournament, rounds=tuple(rounds)), profile, records, files[SETTINGS], beside, revision)


def _profile(name: str, beside: Mapping[str, str], path: Path | str) -> Profile | McMahonError:
    """The profile of this name, or why there is none: a tournament can be read, and mended, without one."""
    try:
        return profile_of_settings(name, beside, str(path))
    except McMahonError as error:
        return error


def _with_players(tournament: Tournament, text: str, file: str) -> Tournament:
    table = parse_table(text, file)
    reading = read_registrations(table, tournament.settings.rounds)
    problems = list(reading.problems)
    for entry in reading.entries:
        if not entry.player.id:
            problems.append(Problem("empty id", table.name, entry.line, "id", expected="an id such as 17"))
        if not entry.player.surname:
            problems.append(Problem("empty name", table.name, entry.line, "surname", expected="a name with a letter"))
        if not {"rank", "rating"} & entry.given:
            problems.append(Problem("neither rank nor rating", table.name, entry.line, "rank", expected="3d, 12k …"))
    if problems:
        raise InputError(problems)
    return tournament.with_players(entry.player for entry in reading.entries)


def _rounds(files: Mapping[str, str], path: Path, tournament: Tournament) -> tuple[list[Round], dict[int, Record]]:
    found = (re.fullmatch(r"rounds/([1-9][0-9]*)\.csv", name) for name in files)
    numbers = sorted(int(match[1]) for match in found if match)
    if len(numbers) > tournament.settings.rounds:
        text = f"{len(numbers)} rounds have been drawn, but the settings have"
        expected = f"rounds = {len(numbers)} or more"
        raise InputError([Problem(text, str(path / SETTINGS), 0, "rounds", str(tournament.settings.rounds), expected)])
    if numbers != list(range(1, len(numbers) + 1)):
        raise InputError([Problem(f"rounds {numbers} without gap from 1 expected", str(path / "rounds"))])
    rounds, records = [], {}
    for number in numbers:
        name, beside = f"rounds/{number}.csv", f"rounds/{number}.json"
        there = beside in files
        record, draft, allowed = parse_record(files[beside], str(path / beside)) if there else (None, False, ())
        if record is not None:
            records[number] = record
        drawn = parse_round(parse_table(files[name], str(path / name)).sound(), number, tournament, draft)
        rounds.append(replace(drawn, allowed=allowed))
    return rounds, records


def state_files(state: State) -> dict[str, str]:
    """The texts of the files that a tournament is written to; what a draw has decided stands in the settings."""
    tournament = state.tournament
    players = tournament.by_id()
    files = {
        SETTINGS: _settings_text(state),
        PLAYERS: players_text(tournament.players, tournament.settings.rounds),
    }
    for drawn in tournament.rounds:
        files[f"rounds/{drawn.number}.csv"] = round_text(drawn, players)
        record = state.records.get(drawn.number)
        files[f"rounds/{drawn.number}.json"] = record_text(record, drawn.draft, drawn.allowed)
    return files


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


def afresh(state: State, changes: Mapping[str, Any]) -> State:
    """A tournament that begins: these players, all entered, and these settings with changes; nothing decided."""
    players = (replace(p, rounds=None, status=Status.FINAL, correction=0) for p in state.tournament.players)
    begun = replace(state.tournament, players=tuple(players), rounds=())
    begun = replace(begun, settings=replace(begun.settings, decided=Decided()))
    return with_settings(replace(state, tournament=begun, records={}, revision=0), changes)
