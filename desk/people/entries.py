"""A tournament begun, and registrations merged into it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...io.files import read_bytes, read_handle, real_path
from ...io.folder.own_files import SETTINGS, is_device
from ...io.folder.state_files import afresh, in_memory
from ...io.foreign.foreign_names import ascii_text
from ...io.registrations.markup import as_csv as of_markup
from ...io.registrations.merging import merge
from ...io.registrations.reading import Reading, player_changes, read_registrations
from ...io.registrations.registered_people import layout_of, not_expected, read_entrants
from ...io.registrations.registration_files import registrations_table
from ...io.registrations.spreadsheets import as_csv, is_spreadsheet
from ...io.settings.list_changes import current
from ...io.settings.settings_file import new_settings_text, parse_assignments, parse_settings, plain_value
from ...io.tables import Table, check_size, decode_and_tell
from ...model.errors import FolderError, InputError, Problem, contradicted, wrong_argument
from ...model.hints import Advice, Hint
from ...model.language import counted
from ...model.notes import Note, Remark, name_of
from ...model.placing.scores import score
from ...model.placing.tie_breaks import value_text
from ...model.records.state import State
from ...model.tournament.person import Status
from ...model.tournament.round_sets import parse_ranges
from ...model.tournament.same_names import Same
from ...model.tournament.tournament import Tournament
from ..desk import Desk
from ..notes import doubtful_notes, draft_notes
from ..outcome import Outcome
from ..rounds.plan.planning import plan_notes
from ..settings import check_locals
from .file_columns import FileColumn, check_meanings, columns_read

MANY_NEW = 4  # players; of fewer anybody sees what is missing
MANY_PROBLEMS = 10  # of one file: more than are read at a glance


#: What places teams by the preset swiss: points of matches, points at boards, the opponents' of both.
SWISS_OF_TEAMS = ["TEAMP", "BDW", "SOST", "SODOS"]


@dataclass(frozen=True, slots=True)
class EntryChange:
    """A player (id) with rank and start score (half points, None where there is none) before a change and now."""

    player: str
    ranks: tuple[str, str]
    starts: tuple[int | None, int | None]

    def text(self, tournament: Tournament) -> str:
        """The new rank and start score, each only if it is another one."""
        ranks, starts = self.ranks, ["none" if start is None else value_text(start, 2) for start in self.starts]
        rank = f" {ranks[0]} → {ranks[1]}" if ranks[0] != ranks[1] else ""
        start = f", start score {starts[0]} → {starts[1]}" if starts[0] != starts[1] else ""
        return f"{name_of(self.player, tournament)}{rank}{start}"


@dataclass(frozen=True, slots=True)
class EntriesChanged(Note):
    """Ranks or start scores that registrations have changed after rounds were drawn."""

    changes: tuple[EntryChange, ...]

    def says(self, tournament: Tournament) -> str:
        """The sentence."""
        return f"changed after rounds were drawn: {'; '.join(one.text(tournament) for one in self.changes)}"

    def hints(self, tournament: Tournament) -> list[Hint]:
        """What could be done about it."""
        return [Hint(Advice.UNDO)]


@dataclass(frozen=True, slots=True)
class NewTournament:
    """A tournament to begin; blank or None is the default, and `settings` are others as typed: `komi=6.5`.

    `like` is another tournament whose settings and players it takes over. `values` are settings by their dotted names.
    """

    name: str = ""
    preset: str = ""
    rounds: int | None = None
    bar: str = ""
    floor: str = ""
    seed: int | None = None
    settings: Sequence[str] = ()
    like: State | None = None
    values: Mapping[str, Any] = field(default_factory=dict)

    def given(self) -> dict[str, Any]:
        """The settings that differ from the defaults, by dotted key. Raises InputError."""
        own = {"name": self.name, "rounds": self.rounds, "seed": self.seed}
        own |= {"start.bar": self.bar, "start.floor": self.floor}
        given: dict[str, Any] = {key: value for key, value in own.items() if value not in (None, "")}
        others = parse_assignments(self.settings) | dict(self.values)
        if self.preset == "swiss" and others.get("entrants.kind") == "teams":
            given["placing.order"] = SWISS_OF_TEAMS
        return given | {key: value for key, value in others.items() if value is not None}


def begun(request: NewTournament) -> State:
    """A tournament before its first round; like another one, all its players are entered afresh.

    What belongs to the dates and rounds of the other one is left out (`not_taken_over`). Raises InputError with every
    setting that is wrong.
    """
    given = request.given()
    if request.like is not None:
        if request.preset:
            raise contradicted("preset", "it is copied from the other tournament; leave it out")
        return afresh(request.like, _for_another_time(request.like) | given)
    text = new_settings_text(request.preset or "egf", {"rounds": 5, "seed": 1} | given)
    settings = parse_settings(text, "tournament.toml (not written)")
    check_locals(settings)
    return in_memory(Tournament(settings), settings_text=text)


#: Settings that belong to one event; a tournament like it does not copy them.
OF_ONE_EVENT = ("event.begin", "event.end", "event.round_times", "event.congress", "pairing.force")


def _for_another_time(like: State) -> dict[str, Any]:
    """The settings that a tournament like another one leaves out (None), or has only a part of."""
    settings, forbid = like.tournament.settings, like.tournament.settings.pairing.forbid
    lasting = tuple(lock for lock in forbid if not lock[2])
    changes: dict[str, Any] = {name: None for name in OF_ONE_EVENT if current(settings, name)}
    if lasting != forbid:
        changes["pairing.forbid"] = plain_value("pairing", "forbid", lasting) if lasting else None
    return changes


def not_taken_over(like: State) -> list[str]:
    """What a tournament like this one does not copy, in words: settings by name, and marks of players."""
    changes = _for_another_time(like)
    found = [f"{name} for single rounds" if name == "pairing.forbid" else name for name in changes]
    players = like.tournament.players
    marks = {
        "rounds that players are entered for": any(p.rounds is not None for p in players),
        "withdrawn and preliminary entries": any(p.status is not Status.FINAL for p in players),
        "corrections of start scores": any(p.correction for p in players),
        "unexcused absences": any(p.unexcused for p in players),
        "points of absences": any(p.granted for p in players),
    }
    return found + [text for text, there in marks.items() if there]


def create(desk: Desk, request: NewTournament, command: str) -> State:
    """A tournament begun in a new folder, whose name it bears where none is given; the journal's first step.

    Raises InputError, and FolderError where the folder holds something already or is inside another tournament.
    """
    around = next((folder for folder in real_path(desk.path).parents if (folder / SETTINGS).is_file()), None)
    if around is not None:
        beside = around.parent / desk.path.name
        raise FolderError(
            f"{desk.path} would be inside the tournament {around.name}; expected a folder beside it, such as {beside}"
        )
    state = begun(replace(request, name=request.name or _name_of(desk.path)))
    desk.folder.create(state, command)
    return state


def folder_name(title: str) -> str:
    """The folder of a tournament that is called so: small plain letters, digits and hyphens, no device's name.

    Raises InputError for a name without a letter or a digit.
    """
    made = re.sub(r"[^a-z0-9]+", "-", ascii_text(title).casefold()).strip("-")[:60]
    if not made:
        raise InputError([Problem("the tournament has no name", expected="a name with a letter or a digit")])
    return f"{made}-go" if is_device(made) else made


def _name_of(path: Path) -> str:
    """The name of a folder, as text even where it is no UTF-8."""
    return real_path(path).name.encode(errors="replace").decode()


@dataclass(frozen=True, slots=True)
class Registrations:
    """A text of registrations, the name it has in messages, and the lines to leave out, as typed: `4,7-9`.

    `remark` says how its encoding was guessed, where it was. `table` takes the place of the text where there is one.
    `meanings` has what titles of the file mean, where somebody says so: `{"Rnak": "rank"}`.
    `keep_paired`: who is already paired stays as they are, whatever the lines say. `same` says whether ids or names
    decide where they disagree. `told` is what else to know of the file, in words. `guess`: if a column may be two
    things, the likelier counts; who a line is and who takes part is asked all the same.
    """

    text: str
    name: str
    skip: str = ""
    remark: str = ""
    table: Table | None = None
    meanings: Mapping[str, str] = field(default_factory=dict)
    keep_paired: bool = False
    same: Same = Same.ASK
    told: str = ""
    guess: bool = False

    def __post_init__(self) -> None:
        """Raises InputError for a text that is too large, before anybody reads or shows it."""
        check_size(self.text, self.name)


def registrations_in(
    source: Path | int,
    name: str,
    skip: str = "",
    encoding: str = "",
    meanings: Mapping[str, str] | None = None,
    sheet: str = "",
) -> Registrations:
    """The registrations of a file, or of one that is open and given by its handle. Raises FolderError, InputError.

    Without an `encoding`, that of the file is found out; `sheet` is that of a spreadsheet with several.
    """
    data = read_handle(source, name) if isinstance(source, int) else read_bytes(source)
    return registrations_sent(data, name, skip, encoding, meanings, sheet)


def reads_long(data: bytes) -> bool:
    """Whether the list in a file that somebody has sent is better read in a process that can be ended."""
    return is_spreadsheet(data)


def registrations_sent(
    data: bytes,
    name: str,
    skip: str = "",
    encoding: str = "",
    meanings: Mapping[str, str] | None = None,
    sheet: str = "",
) -> Registrations:
    """The registrations of a file that somebody has sent. Raises InputError where it cannot be decoded."""
    if is_spreadsheet(data):
        text, told = as_csv(data, name, sheet)
        return Registrations(text, name, skip, meanings=meanings or {}, told=told)
    if sheet:
        raise wrong_argument("sheet", sheet, "nothing: the file is no spreadsheet")
    check_size(data, name)
    text, remark = decode_and_tell(data, name, encoding)
    table, told = of_markup(text, name)
    return Registrations(table or text, name, skip, remark, meanings=meanings or {}, told=told)


@dataclass(frozen=True, slots=True)
class Registered:
    """Who is new, who has changed and in what, and how many are as before.

    `changed` has by id what differs, as `rank 8k → 21k`; `paired` the same of those who stay as they are, because they
    are paired already. `missing` says how many of the new players have no club, country or rating. `columns` says how
    those of a file with titles were read.
    """

    new: Sequence[str]
    changed: Mapping[str, Sequence[str]]
    unchanged: int
    paired: Mapping[str, Sequence[str]] = field(default_factory=dict)
    missing: Mapping[str, int] = field(default_factory=dict)
    columns: Sequence[FileColumn] = ()

    @property
    def missing_text(self) -> str:
        """`club: 51 of 60 missing; rating: 3 of 60 missing`, of the new players; empty if nothing is."""
        return "; ".join(f"{name}: {n} of {len(self.new)} missing" for name, n in self.missing.items())


def _missing(after: Tournament, new: Sequence[str]) -> dict[str, int]:
    """How many of the new players have no club, country or rating, by what is missing; nothing of a few players."""
    players = [after.player(pid) for pid in new]
    if len(players) < MANY_NEW:
        return {}
    counts = {
        "club": sum(not p.club for p in players),
        "country": sum(not p.country for p in players),
        "rating": sum(p.rating_is_derived for p in players),
    }
    return {name: n for name, n in counts.items() if n}


MOST_GUESSES = 20


def register(state: State, request: Registrations) -> Outcome[Registered]:
    """With registrations merged in, by id or else by name. Raises InputError with every line that is wrong."""
    guessed: dict[str, str] = {}
    while True:
        try:
            outcome = _registered(state, replace(request, meanings={**request.meanings, **guessed}))
            break
        except InputError as error:
            likelier = _likelier(error.problems) if request.guess and len(guessed) < MOST_GUESSES else {}
            if not likelier.keys() - guessed.keys():
                raise
            guessed |= likelier
    texts = [f"{title!r} as {meaning}" for title, meaning in guessed.items()]
    return outcome.with_first([Remark(f"{request.name}: read by guess: {', '.join(texts)}")] if texts else [])


def _likelier(problems: Sequence[Problem]) -> dict[str, str]:
    """The likelier meaning of each column that is asked about, by its title."""
    asked = [p for p in problems if p.hint and p.hint.advice is Advice.SAY_COLUMN]
    return {p.value: p.hint.values[0].removeprefix(f"{p.value}=") for p in asked if p.hint}


def _registered(state: State, request: Registrations) -> Outcome[Registered]:
    """The same with nothing guessed."""
    before = state.tournament
    rounds = before.settings.rounds
    table = request.table or registrations_table(request.text, request.name, rounds)
    check_meanings(request.meanings, table)
    reading = _reading(table, before, request)
    try:
        merged = merge(before, reading, request.name, request.same)
    except InputError as error:
        raise InputError(_with_encoding(error.problems, request)) from None
    differ = {pid: player_changes(before.player(pid), merged.tournament.player(pid), rounds) for pid in merged.changed}
    stay = [pid for pid in differ if request.keep_paired and any(drawn.holds(pid) for drawn in before.rounds)]
    after = merged.tournament.with_players(before.player(pid) for pid in stay)
    done = Registered(
        new=merged.new,
        changed={pid: changes for pid, changes in differ.items() if pid not in stay},
        unchanged=len({*merged.ids} - {*merged.new, *merged.changed}),
        paired={pid: differ[pid] for pid in stay},
        missing=_missing(after, merged.new),
        columns=_columns(table, reading, before, request),
    )
    guessed = [Remark(f"{request.name}: {request.remark}", Hint(Advice.NAME_ENCODING))] if request.remark else []
    guessed += [Remark(f"{request.name}: {request.told}")] if request.told else []
    odd = [replace(remark, text=f"{request.name}: {remark.text}") for remark in reading.remarks]
    notes: list[Note] = [*guessed, *odd, *merged.remarks, *_paired_notes(before, done.paired)]
    notes += [*draft_notes(after), *doubtful_notes(before, after)]
    notes += plan_notes(state, state.with_tournament(after))
    return Outcome(state.with_tournament(after), done, (*notes, *_changed_notes(before, after, merged.changed)))


def _columns(table: Table, reading: Reading, before: Tournament, request: Registrations) -> Sequence[FileColumn]:
    """What the columns of a table with titles were read as; nothing of a list without."""
    if reading.columns is None or not reading.columns.line:
        return ()
    of_people = before.settings.entrants.kind != "players"
    return columns_read(table, reading.columns, request.meanings, of_people)


def together(request: Registrations, rounds: int) -> str:
    """The title of the column that may say who plays together, such as `team`; empty where there is none."""
    return layout_of(registrations_table(request.text, request.name, rounds).titles).entrant


def _reading(table: Table, before: Tournament, request: Registrations) -> Reading:
    """The lines of a table; where pairs or teams take part, with the people in them."""
    rounds, skip = before.settings.rounds, _lines(request.skip)
    if before.settings.entrants.kind != "players":
        return read_entrants(table, rounds, skip, request.meanings)
    reading = read_registrations(table, rounds, skip, request.meanings)
    reading.problems[:0] = not_expected(table)
    return reading


def _paired_notes(before: Tournament, paired: Mapping[str, Sequence[str]]) -> list[Remark]:
    """Who stays as they are because they are already paired, and what the lines say otherwise."""
    found = []
    for player, changes in paired.items():
        who = f"{before.player(player).name} ({player})"
        found.append(Remark(f"{who} is already paired and was not changed; the new line says: {'; '.join(changes)}"))
    return found


def _with_encoding(problems: Sequence[Problem], request: Registrations) -> list[Problem]:
    """The problems of a file, summed up; where its encoding was guessed, that first, and no other name for a pin.

    A name read in a wrong encoding is another name, so whoever has that pin would be renamed.
    """
    if request.remark:
        renamed = [p for p in problems if p.hint and p.hint.advice is Advice.CHANGE_NAME]
        guessed = Problem(request.remark, request.name, hint=Hint(Advice.NAME_ENCODING))
        problems = [guessed, *(p for p in problems if p not in renamed[1:])]
    return [*problems, *_summed_up(problems, request.name)]


def _summed_up(problems: Sequence[Problem], name: str) -> list[Problem]:
    """How many problems there are, where they fill a screen, and which lines are doubles that can be left out."""
    if len(problems) < MANY_PROBLEMS:
        return []
    doubles = [value for p in problems if p.hint and p.hint.advice is Advice.SKIP_LINE for value in p.hint.values]
    lines = counted(len({p.line for p in problems}), "line")
    text = f"{len(problems)} problems in {lines}; nothing was written"
    once = tuple(dict.fromkeys(doubles))
    return [Problem(text, name, hint=Hint(Advice.SKIP_LINES, once) if once else None)]


def _lines(text: str) -> list[range]:
    """Ranges of lines out of `4,7-9`. Raises InputError."""
    try:
        return parse_ranges(text)
    except ValueError:
        raise wrong_argument("skip", text, "lines such as 4,7-9") from None


def _changed_notes(before: Tournament, after: Tournament, changed: Sequence[str]) -> list[EntriesChanged]:
    """After the first draw: whose rank or start score the registrations have changed."""
    if not before.rounds:
        return []
    starts = [score(t.before(1)).start for t in (before, after)]
    found = []
    for player in changed:
        ranks = before.player(player).rank_name, after.player(player).rank_name
        old, new = (of.get(player) for of in starts)
        if ranks[0] != ranks[1] or old != new:
            found.append(EntryChange(player, ranks, (old, new)))
    return [EntriesChanged(tuple(found))] if found else []
