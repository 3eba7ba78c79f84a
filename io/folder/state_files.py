"""A tournament's state as the texts of a folder's files, and back; and its settings changed in their own text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from ...model.cup import Cup
from ...model.cups.bracket import last_round
from ...model.edits import change_of_settings
from ...model.errors import FolderError, InputError, McMahonError, Problem
from ...model.last_few import LastFew, same
from ...model.pairing.profile import Profile
from ...model.records.state import Record, State
from ...model.teams.match_boards import with_boards
from ...model.tournament.games import Round
from ...model.tournament.person import Member, Player, Status
from ...model.tournament.settings.occasion import DecidedSettings
from ...model.tournament.settings.settings import Settings, changed_since
from ...model.tournament.tournament import Tournament
from ..registrations.columns import as_in_a_folder
from ..registrations.reading import players_text, read_registrations
from ..registrations.registered_people import members_text, read_members, with_people
from ..settings.cups_file import check_cups, cups_text, has_cups, parse_cups
from ..settings.profiles import profile_of_settings
from ..settings.settings_file import change_settings, current, parse_settings, with_decided
from ..tables.records import Table, parse_table
from .own_files import ANNOUNCED, CUPS, PRIZES, SETTINGS, is_own
from .record_file import RoundSaid, parse_record, record_text
from .round_files import boards_name, boards_text, parse_round, round_text, with_boards_of

PLAYERS, MEMBERS = "players.csv", "members.csv"
RecordFile = tuple[Record | None, RoundSaid]
#: A file as it is to be written: what its text is made from, and how.
WrittenFile = tuple[tuple[Any, ...], Callable[[], str]]

#: What the files of a folder have said last, and how states were written last; a tournament has some dozen rounds.
_players_read: LastFew[tuple[Player, ...]] = LastFew(8)
_rounds_read: LastFew[Round] = LastFew(64)
_records_read: LastFew[RecordFile] = LastFew(64)
_cups_read: LastFew[tuple[Cup, ...]] = LastFew(8)
_written: LastFew[str] = LastFew(128)


def parse_state(files: Mapping[str, str], path: Path, revision: int = 0) -> State:
    """The state that the texts of a folder's files say. Raises InputError with every problem."""
    text, place = files[SETTINGS], str(path / SETTINGS)
    settings = parse_settings(text, place)
    if not re.search(r"^[ \t]*preset[ \t]*=", text, re.MULTILINE):
        expected = 'preset = "egf" or another preset; undo restores a file that was emptied or cut off'
        raise InputError([Problem("the settings name no preset", place, expected=expected)])
    tournament, list_of_players = Tournament(settings), path / PLAYERS
    if PLAYERS in files:
        people = parse_table(files[MEMBERS], str(path / MEMBERS)) if MEMBERS in files else None
        source = (files[PLAYERS], settings.rounds, str(list_of_players), files.get(MEMBERS), settings.entrants)
        players = _players_read.get(
            source, lambda: _players(settings, parse_table(files[PLAYERS], str(list_of_players)), people)
        )
        tournament = replace(tournament, players=players)
    elif any(name.startswith("rounds/") for name in files):
        raise FolderError(f"{list_of_players} is missing, although rounds have been drawn; restore it with undo")
    beside = {name: text for name, text in files.items() if name.endswith(".toml") and name != SETTINGS}
    if has_cups(beside.get(CUPS, "")):
        tournament = replace(tournament, cups=_cups(tournament, beside.pop(CUPS), str(path / CUPS)))
    rounds, records = _rounds(files, path, tournament)
    profile = _profile(settings.pairing.profile, beside, path)
    tournament = with_boards(replace(tournament, rounds=tuple(rounds)))
    tables = {name: files[name] for name in (PRIZES, ANNOUNCED) if name in files}
    return State(tournament, profile, records, files[SETTINGS], beside, revision, tables)


def _profile(name: str, beside: Mapping[str, str], path: Path | str) -> Profile | McMahonError:
    """The profile of this name, or why there is none: a tournament can be read, and repaired, without one."""
    try:
        return profile_of_settings(name, beside, str(path))
    except McMahonError as error:
        return error


def _cups(tournament: Tournament, text: str, file: str) -> tuple[Cup, ...]:
    """The cups of a tournament, which name nobody but its players."""
    cups = _cups_read.get((text, file), lambda: parse_cups(text, file))
    check_cups(cups, tournament, file)
    return cups


def _players(settings: Settings, table: Table, people: Table | None) -> tuple[Player, ...]:
    reading = read_registrations(table, settings.rounds, meanings=as_in_a_folder(table.titles), remarks=False)
    problems = list(reading.problems)
    members: Mapping[str, tuple[Member, ...]] = {}
    if people is not None:
        members, wrong = read_members(people, settings.rounds, [entry.player.id for entry in reading.entries])
        problems += wrong
    for entry in reading.entries:
        if entry.player.id in members:
            entry.player = with_people(entry, members[entry.player.id], settings.entrants.rank)
            continue
        for is_there, message, column, expected in (
            (entry.player.id, "empty id", "id", "an id such as 17"),
            (entry.player.surname, "empty name", "surname", "a name with a letter"),
            ({"rank", "rating"} & entry.given, "neither rank nor rating", "rank", "a rank such as 3d or 12k"),
        ):
            if not is_there:
                problems.append(Problem(message, table.name, entry.line, column, expected=expected))
    if problems:
        raise InputError(problems)
    return Tournament(settings).with_players(entry.player for entry in reading.entries).players


def _rounds(files: Mapping[str, str], path: Path, tournament: Tournament) -> tuple[list[Round], dict[int, Record]]:
    found = (re.fullmatch(r"rounds/([1-9][0-9]*)\.csv", name) for name in files)
    numbers = sorted(int(match[1]) for match in found if match)
    if len(numbers) > last_round(tournament):
        text = f"{len(numbers)} rounds have been drawn, but the settings have"
        expected = f"rounds = {len(numbers)} or more"
        has = str(tournament.settings.rounds)
        raise InputError([Problem(text, str(path / SETTINGS), column="rounds", value=has, expected=expected)])
    if numbers != list(range(1, len(numbers) + 1)):
        expected = "rounds 1, 2, 3 … without a gap"
        raise InputError([Problem(f"found rounds {numbers}", str(path / "rounds"), expected=expected)])
    rounds, records = [], {}
    for number in numbers:
        record, said = _record(files, path, number)
        if record is not None:
            records[number] = record
        rounds.append(_round(files, path, number, tournament, said))
    return rounds, records


def _record(files: Mapping[str, str], path: Path, number: int) -> RecordFile:
    name = f"rounds/{number}.json"
    if name not in files:
        return None, RoundSaid(draft=False)
    text, place = files[name], str(path / name)
    return _records_read.get((text, place), lambda: parse_record(text, place))


def _round(files: Mapping[str, str], path: Path, number: int, tournament: Tournament, said: RoundSaid) -> Round:
    """The boards of a round, with what the file beside them says of it."""
    name, beside = f"rounds/{number}.csv", boards_name(number)
    text, place = files[name], str(path / name)
    boards = files.get(beside) if tournament.settings.of_teams else None

    def read() -> Round:
        drawn = parse_round(parse_table(text, place).sound(), number, tournament, said.draft)
        if boards is not None:
            drawn = with_boards_of(drawn, parse_table(boards, str(path / beside)).sound(), tournament)
        return replace(drawn, allowed=said.allowed, hand_pairing=said.hand_pairing)

    source = (text, place, boards, number, said, tournament.players, tournament.settings)
    return _rounds_read.get(source, read)


def state_files(state: State) -> dict[str, str]:
    """The texts of the files that a tournament is written to; what a draw has decided is part of the settings."""
    return {name: _written.get(*file) for name, file in _files(state).items()}


def changed_files(before: State, after: State) -> dict[str, str | None]:
    """New texts of the files that differ, None for one gone; a file that says the same stays as somebody wrote it."""
    old, new = _files(before), _files(after)
    other = {name: file for name, file in new.items() if name not in old or not same(file[0], old[name][0])}
    texts = {name: _written.get(*file) for name, file in other.items()}
    changed: dict[str, str | None] = dict.fromkeys(old.keys() - new.keys())
    return changed | {n: text for n, text in texts.items() if n not in old or _written.get(*old[n]) != text}


def check_readable(after: State, changed: Mapping[str, str | None], path: Path) -> None:
    """Raise InputError where the files that a change is written to could not be read again."""
    texts = {name: text for name, text in changed.items() if text is not None}
    if any(not name.startswith("rounds/") or name.endswith(".boards.csv") for name in changed):
        parse_state(state_files(after), path)
        return
    for drawn in after.tournament.rounds:
        if f"rounds/{drawn.number}.csv" in texts:
            _round(texts, path, drawn.number, after.tournament, RoundSaid.of(drawn))
        _record(texts, path, drawn.number)


def _files(state: State) -> dict[str, WrittenFile]:
    tournament, decided = state.tournament, state.tournament.settings.decided
    players, rounds = tournament.players, tournament.settings.rounds
    files: dict[str, WrittenFile] = {
        SETTINGS: ((state.settings_text, decided), lambda: _settings_text(state)),
        PLAYERS: ((players, rounds), lambda: players_text(players, rounds)),
    }
    if tournament.cups:
        files[CUPS] = (tournament.cups,), lambda: cups_text(tournament.cups)
    if any(p.members for p in players):
        files[MEMBERS] = (players, rounds, MEMBERS), lambda: members_text(players, rounds)
    for drawn in tournament.rounds:
        files |= _round_files(drawn, tournament, state.records.get(drawn.number))
    beside = {**state.profile_texts, **state.tables}
    return files | {name: ((name, text), partial(str, text)) for name, text in beside.items()}


def _round_files(drawn: Round, tournament: Tournament, record: Record | None) -> dict[str, WrittenFile]:
    number, players, said = drawn.number, tournament.players, RoundSaid.of(drawn)
    files: dict[str, WrittenFile] = {
        f"rounds/{number}.csv": ((drawn, players), lambda: round_text(drawn, tournament.by_id())),
        f"rounds/{number}.json": (("record", record, *said), lambda: record_text(record, *said)),
    }
    if any(game.boards for game in drawn):
        files[boards_name(number)] = (drawn, players, "boards"), lambda: boards_text(drawn, tournament.by_id())
    return files


def _settings_text(state: State) -> str:
    decided = state.tournament.settings.decided
    text, is_written = state.settings_text, parse_settings(state.settings_text, SETTINGS).decided == decided
    return text if is_written else with_decided(text, decided, SETTINGS)


def in_memory(tournament: Tournament, records: Mapping[int, Record] | None = None, settings_text: str = "") -> State:
    """A tournament that is in no folder; its profile is one of the program."""
    name = tournament.settings.pairing.profile
    return State(with_boards(tournament), _profile(name, {}, ""), records or {}, settings_text)


def with_settings(state: State, changes: Mapping[str, Any]) -> State:
    """With settings changed, by dotted key; None unsets one. Raises InputError with every problem."""
    if not changes:
        return state
    text = change_settings(_settings_text(state), changes, SETTINGS)
    tournament = change_of_settings(state.tournament, parse_settings(text, SETTINGS), changes)
    profile = state.own_profile
    if tournament.settings.pairing.profile != state.tournament.settings.pairing.profile:
        profile = _profile(tournament.settings.pairing.profile, state.profile_texts, "")
    return replace(state, tournament=with_boards(tournament), settings_text=text, own_profile=profile)


def with_profile_file(state: State, name: str, text: str) -> State:
    """With the file of a profile beside the settings; an empty text takes it away. Raises InputError for its name."""
    if not is_own(name) or not name.endswith(".toml") or name in (SETTINGS, CUPS) or "/" in name:
        raise InputError([Problem("no profile can be called", value=name, expected="a name such as close-games.toml")])
    texts = _with(state.profile_texts, name, text)
    profile = _profile(state.tournament.settings.pairing.profile, texts, "")
    return replace(state, profile_texts=texts, own_profile=profile)


def with_table(state: State, name: str, text: str) -> State:
    """With a table of the director's beside the settings; an empty text takes it away."""
    return replace(state, tables=_with(state.tables, name, text))


def _with(texts: Mapping[str, str], name: str, text: str) -> dict[str, str]:
    others = {other: old for other, old in texts.items() if other != name}
    return others | ({name: text} if text else {})


def afresh(state: State, changes: Mapping[str, Any]) -> State:
    """A tournament that begins: these players, all entered, and these settings with changes; nothing decided."""
    fresh: dict[str, Any] = {
        "rounds": None, "status": Status.FINAL, "correction": 0, "unexcused": frozenset(), "granted": (),
    }  # fmt: skip
    old = state.tournament.settings
    players = tuple(replace(p, **fresh, members=tuple(map(_afresh, p.members))) for p in state.tournament.players)
    begun = Tournament(replace(old, decided=DecidedSettings()), players)
    tables = _with(state.tables, ANNOUNCED, "")
    if old.decided.made:  # what its preset said then is said by the new one, too
        changes = {**{name: current(old, name) for name in changed_since(old.preset, old.decided.version)}, **changes}
    return with_settings(replace(state, tournament=begun, records={}, revision=0, tables=tables), changes)


def _afresh(member: Member) -> Member:
    """A member who plays all rounds again, a substitute none so far."""
    return replace(member, rounds=frozenset() if member.substitute else None)
