"""A tournament begun, and registrations merged into it."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import msgspec

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
from ...model.language import counted
from ...model.notes import Note, Remark, name_of
from ...model.placing.scores import score
from ...model.placing.tie_breaks import value_text
from ...model.records.state import State
from ...model.tournament.numbers import parse_ranges
from ...model.tournament.person import Status
from ...model.tournament.same_names import Same
from ...model.tournament.tournament import Tournament
from ...model.ways import Way
from ..desk import Desk
from ..desk_notes import doubtful_notes, draft_notes
from ..outcome import Outcome
from ..rounds.plan.planning import plan_notes
from ..settings.change_settings import check_locals
from ..verb import Change, DoneAnswer, Request, Verb, said_of, told, without_run
from .file_columns import FileColumn, check_meanings, columns_read

MANY_NEW = 4  # players; of fewer anybody sees what is missing
#: What may be done if the encoding of a file was guessed wrong.
OTHER_ENCODING = (
    Way("If not", encoding="windows-1250"),
    Way("If the players are written already, first", "undo"),
)
MANY_PROBLEMS = 10  # of one file: more than are read at a glance
LONGEST_NAME = 1000  # of a file with its folders, as messages and the journal call it


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

    def ways(self, tournament: Tournament) -> list[Way]:
        """What could be done about it."""
        return [Way("to take all of this back", "undo")]


class NewTournament(Request, frozen=True, kw_only=True):
    """A tournament to begin; blank or None is the default."""

    preset: Annotated[
        str,
        told(
            "rules to begin with: bga, egf, aga, german, opengotha, club, swiss or round-robin; by default egf", "NAME"
        ),
    ] = ""
    name: Annotated[str, told("name of the tournament", "NAME")] = ""
    rounds: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=99)] | None, told("number of rounds, 1 to 99; by default 5")
    ] = None
    bar: Annotated[str, told("the bar: a rank, auto or none", "RANK")] = ""
    floor: Annotated[str, told("the floor: a rank or none", "RANK")] = ""
    seed: Annotated[Annotated[int, msgspec.Meta(ge=0)] | None, told("seed of all lotteries; by default 1")] = None
    settings: Annotated[tuple[str, ...], told("any other setting", "KEY=VALUE")] = ()
    like: Annotated[Path | None, told("take settings and players from this tournament", "FOLDER", "here")] = None
    values: Annotated[Mapping[str, Any], told("settings by their dotted names", to="face")] = msgspec.field(
        default_factory=dict
    )

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

    What belongs to the dates and rounds of the other one is left out (`not_taken_over`). Raises FolderError, and
    InputError with every setting that is wrong.
    """
    given = request.given()
    if request.like is not None:
        if request.preset:
            raise contradicted("preset", "it is copied from the other tournament; leave it out")
        like = Desk(request.like).read()
        return afresh(like, _for_another_time(like) | given)
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
    state = begun(request.but(name=request.name or _name_of(desk.path)))
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


class Register(Change, frozen=True, kw_only=True):
    """Registrations to merge in, by id or else by name.

    `remark` says how the encoding of a file was guessed, `more` what else to know of it. `table` takes the place of the
    text. Raises InputError for a text that is too large, before anybody reads or shows it.
    """

    text: Annotated[str, told("lines of a CSV file with titles, or of a list such as OpenGotha's", to="programs")] = ""
    name: Annotated[str, told("what messages call it", to="programs")] = "registrations"
    skip: Annotated[str, told('lines to leave out, such as "4,7-9"')] = ""
    keep_paired: Annotated[bool, told("leave players who are already paired as they are")] = False
    dry_run: Annotated[bool, told("only look at it; nothing is written")] = False
    same: Annotated[
        Same,
        told('if ids and names disagree: "ids" or "names" decide who a line is; else it is an error', "WHICH"),
    ] = Same.ASK
    guess: Annotated[bool, told("if a column may be two things, take the likelier; else it is an error")] = False
    columns: Annotated[
        Mapping[str, str], told('what columns are, by title: {"Rnak": "rank", "Notes": "leave out"}')
    ] = msgspec.field(default_factory=dict)
    encoding: Annotated[
        str, told("how the file is encoded, e.g. windows-1250; by default found out", "NAME", "here")
    ] = ""
    sheet: Annotated[str, told("the sheet of a spreadsheet that has several", "NAME", "here")] = ""
    table: Annotated[Any, told("a table in the place of the text", to="face")] = None
    remark: Annotated[str, told("how the encoding was guessed", to="face")] = ""
    more: Annotated[str, told("what else to know of the file", to="face")] = ""

    def __post_init__(self) -> None:
        """Cut the name, which goes into messages and the journal. Raises InputError for a text that is too large."""
        msgspec.structs.force_setattr(self, "name", self.name[:LONGEST_NAME])
        check_size(self.text, self.name)


def in_file(asked: Register, source: Path | int | bytes, name: str) -> Register:
    """The same request with the registrations of a file: its path, the handle of an open one, or what it has.

    Without an `encoding` it is found out. Raises FolderError, and InputError if the file cannot be decoded.
    """
    if isinstance(source, bytes):
        data = source
    else:
        data = read_handle(source, name) if isinstance(source, int) else read_bytes(source)
    if is_spreadsheet(data):
        text, more = as_csv(data, name, asked.sheet)
        return asked.but(text=text, name=name, more=more)
    if asked.sheet:
        raise wrong_argument("sheet", asked.sheet, "nothing: the file is no spreadsheet")
    check_size(data, name)
    text, remark = decode_and_tell(data, name, asked.encoding)
    table, more = of_markup(text, name)
    return asked.but(text=table or text, name=name, remark=remark, more=more)


def reads_long(data: bytes) -> bool:
    """Whether the list in a file that somebody has sent is better read in a process that can be ended."""
    return is_spreadsheet(data)


class RegisteredAnswer(DoneAnswer, frozen=True, kw_only=True):
    """Registrations merged in."""

    new: Annotated[tuple[str, ...], told("ids of new players")]
    changed: Annotated[dict[str, tuple[str, ...]], told("by id what has changed, in words")]
    paired: Annotated[
        dict[str, tuple[str, ...]], told("by id what was left as it is because the player is already paired, in words")
    ]
    unchanged: Annotated[int, told("how many lines say nothing new")]
    columns: Annotated[tuple[FileColumn, ...], told("how the columns were read; none of a list without titles")] = ()
    missing: Annotated[
        dict[str, int], told("how many of the new players have no club, country or rating; nothing of a few players")
    ] = msgspec.field(default_factory=dict)

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


def register(state: State, request: Register) -> Outcome[RegisteredAnswer]:
    """With registrations merged in, by id or else by name. Raises InputError with every line that is wrong."""
    guessed: dict[str, str] = {}
    while True:
        try:
            outcome = _registered(state, request.but(columns={**request.columns, **guessed}))
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
    asked = [problem for problem in problems if problem.offered("guess")]
    return dict(pair for problem in asked for pair in problem.offered("columns"))


def _registered(state: State, request: Register) -> Outcome[RegisteredAnswer]:
    """The same with nothing guessed."""
    before = state.tournament
    rounds = before.settings.rounds
    table = request.table or registrations_table(request.text, request.name, rounds)
    check_meanings(request.columns, table)
    reading = _reading(table, before, request)
    try:
        merged = merge(before, reading, request.name, request.same)
    except InputError as error:
        raise InputError(_with_encoding(error.problems, request)) from None
    differ = {pid: player_changes(before.player(pid), merged.tournament.player(pid), rounds) for pid in merged.changed}
    stay = [pid for pid in differ if request.keep_paired and any(drawn.holds(pid) for drawn in before.rounds)]
    after = merged.tournament.with_players(before.player(pid) for pid in stay)
    done = RegisteredAnswer(
        revision=state.revision,
        new=tuple(merged.new),
        changed={pid: tuple(changes) for pid, changes in differ.items() if pid not in stay},
        paired={pid: tuple(differ[pid]) for pid in stay},
        unchanged=len({*merged.ids} - {*merged.new, *merged.changed}),
        columns=tuple(_columns(table, reading, before, request)),
        missing=_missing(after, merged.new),
    )
    guessed = [Remark(f"{request.name}: {request.remark}", OTHER_ENCODING)] if request.remark else []
    guessed += [Remark(f"{request.name}: {request.more}")] if request.more else []
    odd = [replace(remark, text=f"{request.name}: {remark.text}") for remark in reading.remarks]
    notes: list[Note] = [*guessed, *odd, *merged.remarks, *_paired_notes(before, done.paired)]
    notes += [*draft_notes(after), *doubtful_notes(before, after)]
    notes += plan_notes(state, state.with_tournament(after))
    return Outcome(state.with_tournament(after), done, (*notes, *_changed_notes(before, after, merged.changed)))


def _columns(table: Table, reading: Reading, before: Tournament, request: Register) -> Sequence[FileColumn]:
    """What the columns of a table with titles were read as; nothing of a list without."""
    if reading.columns is None or not reading.columns.line:
        return ()
    of_people = before.settings.entrants.kind != "players"
    return columns_read(table, reading.columns, request.columns, of_people)


def together(request: Register, rounds: int) -> str:
    """The title of the column that may say who plays together, such as `team`; empty where there is none."""
    return layout_of(registrations_table(request.text, request.name, rounds).titles).entrant


def _reading(table: Table, before: Tournament, request: Register) -> Reading:
    """The lines of a table; where pairs or teams take part, with the people in them."""
    rounds, skip = before.settings.rounds, _lines(request.skip)
    if before.settings.entrants.kind != "players":
        return read_entrants(table, rounds, skip, request.columns)
    reading = read_registrations(table, rounds, skip, request.columns)
    reading.problems[:0] = not_expected(table)
    return reading


def _paired_notes(before: Tournament, paired: Mapping[str, Sequence[str]]) -> list[Remark]:
    """Who stays as they are because they are already paired, and what the lines say otherwise."""
    found = []
    for player, changes in paired.items():
        who = f"{before.player(player).name} ({player})"
        found.append(Remark(f"{who} is already paired and was not changed; the new line says: {'; '.join(changes)}"))
    return found


def _with_encoding(problems: Sequence[Problem], request: Register) -> list[Problem]:
    """The problems of a file, summed up; where its encoding was guessed, that first, and no other name for a pin.

    A name read in a wrong encoding is another name, so whoever has that pin would be renamed.
    """
    if request.remark:
        renamed = [p for p in problems if p.offered("name")]
        guessed = Problem(request.remark, request.name, ways=OTHER_ENCODING)
        problems = [guessed, *(p for p in problems if p not in renamed[1:])]
    return [*problems, *_summed_up(problems, request.name)]


def _summed_up(problems: Sequence[Problem], name: str) -> list[Problem]:
    """How many problems there are, where they fill a screen, and which lines are doubles that can be left out."""
    if len(problems) < MANY_PROBLEMS:
        return []
    doubles = dict.fromkeys(str(problem.offered("skip")) for problem in problems if problem.offered("skip"))
    lines = counted(len({p.line for p in problems}), "line")
    text = f"{len(problems)} problems in {lines}; nothing was written"
    way = Way("to leave out the duplicates", skip=",".join(doubles))
    return [Problem(text, name, ways=(way,) if doubles else ())]


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


REGISTER = Verb(
    "register",
    Register,
    without_run(register),
    lambda request: f"register {request.name}",
    lambda done: msgspec.structs.replace(done.value, **said_of(done)),
)
