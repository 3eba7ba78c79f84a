"""A tournament as a folder of plain files: reading it, and changing it in whole steps that can be undone.

tournament.toml   settings                 rounds/1.csv    boards, byes, absences, results
players.csv       everybody registered     rounds/1.json   how the round was drawn, and whether it is a draft
.journal/         every step, and the lock
"""

from __future__ import annotations

import logging
import os
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...model.edits import change_of_settings
from ...model.errors import FolderError, InputError, Problem
from ...model.tournament.games import Round
from ...model.tournament.player import Status
from ...model.tournament.settings import Decided
from ...model.tournament.tournament import Tournament
from ..files import cannot_write
from ..registrations.reading import players_text, read_registrations
from ..settings.settings_file import change_settings, parse_settings, with_decided
from ..tables import decode, parse_table
from .journal import Journal, UnfinishedStep
from .journal_standing import AS_THEY_ARE
from .journal_steps import LostContent
from .own_files import check_places
from .rounds import Record, parse_record, parse_round, record_text, round_text

SETTINGS, PLAYERS = "tournament.toml", "players.csv"
LOCK_SECONDS = 10.0

INTERRUPTED = "the last command was interrupted and cannot be finished"

log = logging.getLogger("mcmahon")


@dataclass(frozen=True, slots=True)
class State:
    """What a folder holds: the tournament, the text of its settings, and how each round was drawn."""

    tournament: Tournament
    settings_text: str
    records: Mapping[int, Record] = field(default_factory=dict)

    def with_record(self, number: int, record: Record) -> State:
        """With the record of a round."""
        return replace(self, records={**self.records, number: record})

    def with_tournament(self, tournament: Tournament) -> State:
        """With another tournament; newly decided settings are written into the text."""
        text = self.settings_text
        if tournament.settings.decided != self.tournament.settings.decided:
            text = with_decided(text, tournament.settings.decided, SETTINGS)
        return replace(self, tournament=tournament, settings_text=text)

    def with_settings(self, changes: Mapping[str, Any]) -> State:
        """With settings changed, by dotted key; None unsets one. Raises InputError with every problem."""
        if not changes:
            return self
        text = change_settings(self.settings_text, changes, SETTINGS)
        settings = parse_settings(text, SETTINGS)
        changed = change_of_settings(self.tournament, settings, changes)
        return replace(self, settings_text=text).with_tournament(changed)

    def afresh(self, changes: Mapping[str, Any]) -> State:
        """A tournament that begins: these players, all entered, and these settings with changes; nothing decided."""
        players = (replace(p, rounds=None, status=Status.FINAL, correction=0) for p in self.tournament.players)
        begun = replace(self.tournament, players=tuple(players), rounds=())
        begun = replace(begun, settings=replace(begun.settings, decided=Decided()))
        return State(begun, with_decided(self.settings_text, Decided(), SETTINGS)).with_settings(changes)


class TournamentFolder:
    """A tournament folder on disk."""

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        self.recovered = False  # whether `take_back` or `do_again` had to finish an interrupted command first
        self.journal = Journal(self.path)

    def read(self) -> State:
        """The state of the folder, also while another command works on it without writing yet.

        A command that died half way is finished first, where the folder can be written. What does not fit in the
        journal is logged and left alone. Raises FolderError, and InputError with every problem of its files.
        """
        check_places(self.path)
        files = self._files_between_steps()
        if files is None and self.journal.home.is_dir() and os.access(self.journal.home, os.W_OK):
            with self.locked():
                self.recover_if_possible()
                return self._parse()
        return self._parse(files)

    def _files_between_steps(self) -> dict[str, bytes] | None:
        """The folder's files, read without its lock; None where a step is being written, or was left half written."""
        with suppress(FolderError, OSError):
            before = self.journal.standing()
            files = self.journal.tracked()
            after = self.journal.standing()
            same = (before.number, before.remarks()) == (after.number, after.remarks())
            if same and before.before is None and after.before is None:
                for remark in before.remarks():
                    log.warning(remark)
                return files
        return None

    def recover_if_possible(self) -> None:
        """Finish a command that died half way; a damaged journal is no reason not to read the files."""
        try:
            self.journal.recover()
        except FolderError as error:
            log.warning("%s: %s; %s", INTERRUPTED, error, AS_THEY_ARE)

    def _bring_up(self) -> bool:
        """Before a command writes: set aside what does not fit, and finish one that died half way. Whether one had."""
        self.journal.set_aside()
        try:
            return self.journal.recover()
        except LostContent as lost:
            log.warning("%s: %s; %s", INTERRUPTED, lost, AS_THEY_ARE)
            self.journal.give_up_recovering()
            return False

    def _parse(self, files: Mapping[str, bytes] | None = None) -> State:
        files = self.journal.tracked() if files is None else files
        if SETTINGS not in files:
            raise FolderError(f"{self.path} is no tournament folder: it has no {SETTINGS}; `mcmahon new` makes one")
        return parse_state({name: decode(data, name) for name, data in files.items()}, self.path)

    @contextmanager
    def locked(self, seconds: float | None = None) -> Iterator[None]:
        """Hold the folder's lock. Raises FolderError when another command keeps it for so long, else LOCK_SECONDS."""
        import filelock

        held = False
        try:
            check_places(self.path)
            self.journal.home.mkdir(exist_ok=True)
            with filelock.FileLock(self.journal.home / "lock", timeout=LOCK_SECONDS if seconds is None else seconds):
                held = True
                yield
        except filelock.Timeout:
            raise FolderError(f"another command is writing {self.path}; try again when it has finished") from None
        except UnfinishedStep:
            raise
        except (OSError, FolderError, InputError) as error:
            if held:
                self._check_still_there()
            if not isinstance(error, OSError):
                raise
            raise cannot_write(error.filename or self.path, error) from None

    def _check_still_there(self) -> None:
        """Raise FolderError when the folder was moved while a command had its lock."""
        if not self.journal.home.is_dir():
            text = f"{self.path} was moved, or its disk taken out, while the command ran; it has changed nothing there"
            raise FolderError(f"{text}: give the command again where the folder is now")

    @contextmanager
    def change(self, command: str) -> Iterator[Change]:
        """One command: the state as it is, to be replaced in the block; written as one step when the block ends well.

        Files edited by hand since the last command become a step of their own first.
        """
        if not self.journal.home.is_dir():
            self.read()  # what is no tournament folder shall not become one by a journal
        with self.locked():
            recovered = self._bring_up()
            edited = self.journal.note_edits()
            change = Change(self._parse(), tuple(edited), recovered)
            before = state_files(change.state)
            yield change
            after = state_files(change.state)
            parse_state(after, self.path)  # what is written can be read again
            self._check_still_there()
            self.journal.commit(command, _differences(before, after))

    def create(self, settings_text: str, command: str, tournament: Tournament | None = None) -> None:
        """A new tournament in this folder, empty or as given. Raises FolderError when there is one already."""
        state = State(Tournament(parse_settings(settings_text, SETTINGS)), settings_text)
        if tournament is not None:
            state = state.with_tournament(tournament)
        files = state_files(state)
        parse_state(files, self.path)  # what is written can be read again
        if not self.journal.home.is_dir():
            self._check_free()  # a folder that is refused gets no journal
        self._make()
        with self.locked():
            self._bring_up()
            self._check_free()
            self.journal.note_edits()
            self.journal.commit(command, {name: text.encode() for name, text in files.items()})

    def _make(self) -> None:
        """Make the folder, and those above it. Raises FolderError."""
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise cannot_write(error.filename or self.path, error) from None

    def _check_free(self) -> None:
        """Raise FolderError where no tournament can begin; a journal of nothing is what a `new` that died has left."""
        if (self.path / SETTINGS).exists():
            raise FolderError(f"{self.path} holds a tournament already")
        taken = [name for name in (PLAYERS, "rounds") if (self.path / name).exists()]
        if any(step.tree for step in self.journal.steps()):
            taken.append(self.journal.home.name)
        if taken:
            raise FolderError(f"{self.path} holds {', '.join(taken)} already; choose another folder, or move it away")

    def take_back(self) -> str:
        """Undo the last step; the command that was undone."""
        with self._stepping():
            return self.journal.undo()

    def do_again(self) -> str:
        """Redo what was undone last; the command that was done again."""
        with self._stepping():
            return self.journal.redo()

    @contextmanager
    def _stepping(self) -> Iterator[None]:
        if not self.journal.home.is_dir():
            raise InputError(f"{self.path} has no journal yet: there is nothing to undo")
        with self.locked():
            self.recovered = self._bring_up()
            self.journal.note_edits()
            yield


@dataclass(slots=True)
class Change:
    """A change under way: assign `state`. `edited` names files that were edited by hand before it."""

    state: State
    edited: tuple[str, ...] = ()
    recovered: bool = False

    @property
    def tournament(self) -> Tournament:
        """The tournament as it is so far."""
        return self.state.tournament

    @tournament.setter
    def tournament(self, new: Tournament) -> None:
        self.state = self.state.with_tournament(new)


def parse_state(files: Mapping[str, str], path: Path) -> State:
    """The state that the texts of a folder's files say. Raises InputError with every problem."""
    settings = parse_settings(files[SETTINGS], str(path / SETTINGS))
    if not re.search(r"^[ \t]*preset[ \t]*=", files[SETTINGS], re.MULTILINE):
        expected = 'preset = "egf", or another one; an empty or cut file can be taken back with undo'
        raise InputError([Problem("the settings name no preset", str(path / SETTINGS), expected=expected)])
    if PLAYERS not in files and any(name.startswith("rounds/") for name in files):
        raise FolderError(f"{path / PLAYERS} is missing, though rounds have been drawn")
    tournament = Tournament(settings)
    if PLAYERS in files:
        table = parse_table(files[PLAYERS], str(path / PLAYERS))
        reading = read_registrations(table, settings.rounds)
        problems = list(reading.problems)
        for entry in reading.entries:
            if not entry.player.id:
                problems.append(Problem("empty id", table.name, entry.line, "id", expected="an id such as 17"))
            if not {"rank", "rating"} & entry.given:
                problems.append(
                    Problem("neither rank nor rating", table.name, entry.line, "rank", expected="3d, 12k …")
                )
        if problems:
            raise InputError(problems)
        tournament = tournament.with_players(entry.player for entry in reading.entries)
    rounds, records = _rounds(files, path, tournament)
    return State(replace(tournament, rounds=tuple(rounds)), files[SETTINGS], records)


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
        record, draft = parse_record(files[beside], str(path / beside)) if beside in files else (None, False)
        if record is not None:
            records[number] = record
        rounds.append(parse_round(parse_table(files[name], str(path / name)).sound(), number, tournament, draft))
    return rounds, records


def state_files(state: State) -> dict[str, str]:
    """The texts of a folder's files that say this state."""
    tournament = state.tournament
    players = tournament.by_id()
    files = {
        SETTINGS: state.settings_text,
        PLAYERS: players_text(tournament.players, tournament.settings.rounds),
    }
    for drawn in tournament.rounds:
        files[f"rounds/{drawn.number}.csv"] = round_text(drawn, players)
        files[f"rounds/{drawn.number}.json"] = record_text(state.records.get(drawn.number), drawn.draft)
    return files


def _differences(old: Mapping[str, str], new: Mapping[str, str]) -> dict[str, bytes | None]:
    """The files that two states differ in; a file that says the same is left as somebody wrote it."""
    changed: dict[str, bytes | None] = {name: text.encode() for name, text in new.items() if old.get(name) != text}
    changed.update(dict.fromkeys(old.keys() - new.keys()))
    return changed
