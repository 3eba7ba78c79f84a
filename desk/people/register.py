"""Registrations merged into a tournament, and what the columns of their file are read as."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import msgspec

from ...io.files import read_bytes, read_handle
from ...io.folder.state_files import PLAYERS
from ...io.registrations.as_csv import is_spreadsheet, markup_as_csv, spreadsheet_as_csv
from ...io.registrations.columns import (
    FILLED_DOWN,
    KEEP,
    LEAVE_OUT,
    ROUND_MEANING,
    SCALES,
    TITLES,
    Columns,
    columns_of,
    known_title,
    near_title,
)
from ...io.registrations.merging import merge
from ...io.registrations.reading import Reading, cells_of, change_text, player_changes, read_registrations
from ...io.registrations.registered_people import Layout, layout_of, not_expected, read_entrants
from ...io.registrations.registration_files import plain_list, registrations_table
from ...io.registrations.understanding import sent_list, understand
from ...io.tables.decode import OLD, decode_and_tell, numbered_lines, old_encoding, readings, recoded
from ...io.tables.records import Table, check_size, clean, parse_table
from ...model.errors import InputError, McMahonError, Problem, wrong_argument
from ...model.language import counted, first_few
from ...model.notes import MOST_NAMED, Note, Remark, name_of
from ...model.placing.scores import score
from ...model.placing.tie_breaks import value_text
from ...model.records.state import State
from ...model.tournament.numbers import parse_ranges
from ...model.tournament.same_names import Same
from ...model.tournament.tournament import Tournament
from ...model.ways import Way
from ..desk import Desk, keep, kept
from ..desk_notes import doubtful_notes, draft_notes
from ..rounds.plan.planning import plan_notes
from ..verb import Answer, Change, DoneAnswer, Outcome, Verb, build, said_of, told, without_run

__all__ = ["OLD", "is_spreadsheet", "readings", "recoded"]

MANY_NEW = 4  # players; of fewer anybody sees what is missing
#: What may be done if the encoding of a file was guessed wrong.
OTHER_ENCODING = (Way("If not", encoding="windows-1250"), Way("If the players are written already, first", "undo"))
MOST_GUESSES = 20  # of columns of one file
TAKE_BACK = Way("to take all of this back", "undo")
MANY_PROBLEMS = 10  # of one file: more than are read at a glance
LONGEST_NAME = 1000  # of a file with its folders, as messages and the journal call it

#: What a column can be said to be, with what a page calls it.
MEANINGS: Mapping[str, str] = {
    **{name: name for name in TITLES},
    "absent": "absent (the rounds missed)",
    "rounds": "rounds (the rounds played)",
    "group": "group (not to meet)",
    **{name: name for name in SCALES},
    FILLED_DOWN: "club, also for the lines below",
    KEEP: "kept, not used",
    LEAVE_OUT: "left out",
}
SAMPLES = 3  # of the cells of a column


class Register(Change, frozen=True, kw_only=True):
    """Registrations to merge in, by id or else by name.

    `remark` says how the encoding of a file was guessed, `more` what else to know of it. `table` takes the place of the
    text. Raises InputError for a text that is too large, before anybody reads or shows it.
    """

    text: Annotated[str, told("lines of a CSV file with titles, or of a list such as OpenGotha's", to="programs")] = ""
    name: Annotated[str, told("what messages call it", to="programs")] = "registrations"
    skip: Annotated[str, told('lines to leave out, such as "4,7-9"')] = ""
    both_people: Annotated[
        str, told('lines that are people, though an earlier line has their name or pin, such as "4,7"', "LINES")
    ] = ""
    keep_paired: Annotated[bool, told("leave players who are already paired as they are")] = False
    dry_run: Annotated[bool, told("only look at it; nothing is written")] = False
    same: Annotated[
        Same, told('if ids and names disagree: "ids" or "names" decide who a line is; else it is an error', "WHICH")
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
    read_in: Annotated[str, told("the old encoding that the text is read in; blank for UTF-8", to="face")] = ""
    more: Annotated[str, told("what else to know of the file", to="face")] = ""

    def __post_init__(self) -> None:
        """Cut the name, which goes into messages and the journal. Raises InputError for a text that is too large."""
        msgspec.structs.force_setattr(self, "name", self.name[:LONGEST_NAME])
        check_size(self.text, self.name)


def in_file(asked: Register, source: Path | int | bytes, name: str) -> Register:
    """The same with the registrations of a file: path, open handle, or bytes. Raises FolderError, InputError."""
    if not isinstance(source, bytes):
        source = read_handle(source, name) if isinstance(source, int) else read_bytes(source)
    if is_spreadsheet(source):
        text, more = spreadsheet_as_csv(source, name, asked.sheet)
        return asked.but(text=text, name=name, more=more)
    if asked.sheet:
        raise wrong_argument("sheet", asked.sheet, "nothing: the file is no spreadsheet")
    check_size(source, name)
    text, remark = decode_and_tell(source, name, asked.encoding)
    table, more = markup_as_csv(text, name)
    read_in = old_encoding(source) if remark else ""
    return asked.but(text=table or text, name=name, remark=remark, read_in=read_in, more=more)


def kept_address(folder: Path) -> str:
    """Where the registrations of a tournament's folder were fetched last; blank if they never were."""
    return kept("sheet", folder.resolve()).decode("utf-8", "replace")


def fetched(folder: Path, address: str) -> Register:
    """The list at an address; players who are paired stay as they are. Raises InputError, SheetError, FolderError."""
    from ...io.sheets import fetch

    found = in_file(build(Register, keep_paired=True), fetch(address), address)
    keep("sheet", folder.resolve(), address.encode())
    return found


class FileColumn(Answer, frozen=True):
    """A column of a file of registrations."""

    title: Annotated[str, told("its title")]
    filled: Annotated[int, told("how many lines fill it in")]
    read_as: Annotated[str, told("what it is read as, in words")]
    near: Annotated[str, told("a title that is known and nearly this one; blank if there is none")] = ""
    asked: Annotated[
        bool, told("whether the director should look: nobody reads what many lines say, or another title is near")
    ] = False
    samples: Annotated[tuple[str, ...], told("some of its different cells")] = ()

    @property
    def is_read(self) -> bool:
        """Whether it says something of players, and is not only kept or left out."""
        return self.read_as not in (MEANINGS[KEEP], MEANINGS[LEAVE_OUT])

    @property
    def is_kept(self) -> bool:
        """Whether players keep it, for prizes, cups, sections and own criteria; the program itself does not read it."""
        return self.read_as == MEANINGS[KEEP]


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
    counts = {"club": sum(not p.club for p in players), "country": sum(not p.country for p in players)}
    counts["rating"] = sum(p.rating_is_derived for p in players)
    return {name: n for name, n in counts.items() if n}


def register(state: State, request: Register) -> Outcome[RegisteredAnswer]:
    """With registrations merged in, by id or else by name. Raises InputError with every line that is wrong."""
    guessed: dict[str, str] = {}
    while True:
        try:
            outcome = _registered(state, request.but(columns={**request.columns, **guessed}))
            break
        except InputError as error:
            may_guess = request.guess and len(guessed) < MOST_GUESSES
            asked = [problem for problem in error.problems if may_guess and problem.offered("guess")]
            likelier = dict(pair for problem in asked for pair in problem.offered("columns"))
            if not likelier.keys() - guessed.keys():
                raise
            guessed |= likelier
    texts = [f"{title!r} as {meaning}" for title, meaning in guessed.items()]
    return outcome.with_first([Remark(f"{request.name}: read by guess: {', '.join(texts)}")] if texts else [])


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
    titled = reading.columns if reading.columns and reading.columns.line else None  # None of a list without titles
    of_people = before.settings.entrants.kind != "players"
    done = RegisteredAnswer(
        revision=state.revision,
        new=tuple(merged.new),
        changed={pid: tuple(changes) for pid, changes in differ.items() if pid not in stay},
        paired={pid: tuple(differ[pid]) for pid in stay},
        unchanged=len({*merged.ids} - {*merged.new, *merged.changed}),
        columns=columns_read(table, titled, request.columns, of_people) if titled else (),
        missing=_missing(after, merged.new),
    )
    of_file = [Remark(request.remark, OTHER_ENCODING)] if request.remark else []
    of_file += [Remark(request.more)] if request.more else []
    named = [replace(one, text=f"{request.name}: {one.text}") for one in (*of_file, *reading.remarks)]
    notes: list[Note] = [*named, *merged.remarks, *_paired_notes(before, done.paired)]
    notes += [*draft_notes(after), *doubtful_notes(before, after)]
    notes += plan_notes(state, state.with_tournament(after))
    return Outcome(state.with_tournament(after), done, (*notes, *_changed_notes(before, after, merged.changed)))


def together(request: Register, rounds: int) -> str:
    """The title of the column that may say who plays together, such as `team`; empty where there is none."""
    return layout_of(registrations_table(request.text, request.name, rounds).titles).entrant


def _reading(table: Table, before: Tournament, request: Register) -> Reading:
    """The lines of a table; where pairs or teams take part, with the people in them."""
    rounds = before.settings.rounds
    skip, both = _lines("skip", request.skip), _lines("both_people", request.both_people)
    if before.settings.entrants.kind != "players":
        return read_entrants(table, rounds, skip, request.columns)
    lines = {row.line for row in table.rows if any(row.line in chosen for chosen in both)}
    reading = read_registrations(table, rounds, skip, request.columns, both=lines)
    reading.problems[:0] = not_expected(table)
    return reading


def _lines(argument: str, text: str) -> list[range]:
    """Lines as somebody has named them. Raises InputError."""
    try:
        return parse_ranges(text)
    except ValueError:
        raise wrong_argument(argument, text, "lines such as 4,7-9") from None


def _paired_notes(before: Tournament, paired: Mapping[str, Sequence[str]]) -> list[Remark]:
    """Who stays as they are because they are already paired, and what the lines say otherwise."""
    text = "is already paired and was not changed; the new line says"
    return [Remark(f"{before.player(pid).label} {text}: {'; '.join(changes)}") for pid, changes in paired.items()]


def _with_encoding(problems: Sequence[Problem], request: Register) -> list[Problem]:
    """The problems of a file, many summed up; a guessed encoding first, which also makes other names for a pin."""
    if request.remark:
        renamed = [p for p in problems if p.offered("name")]
        guessed = Problem(request.remark, request.name, ways=OTHER_ENCODING)
        problems = [guessed, *(p for p in problems if p not in renamed[1:])]
    if len(problems) < MANY_PROBLEMS:
        return [*problems]
    doubles = dict.fromkeys(str(problem.offered("skip")) for problem in problems if problem.offered("skip"))
    text = f"{len(problems)} problems in {counted(len({p.line for p in problems}), 'line')}; nothing was written"
    way = Way("to leave out the duplicates", skip=",".join(doubles))
    return [*problems, Problem(text, request.name, ways=(way,) if doubles else ())]


def _changed_notes(before: Tournament, after: Tournament, changed: Sequence[str]) -> list[Remark]:
    """After the first draw: whose rank or start score the registrations have changed."""
    if not before.rounds:
        return []
    starts, texts = [score(t.before(1)).start for t in (before, after)], []
    for player in changed:
        ranks = before.player(player).rank_name, after.player(player).rank_name
        old, new = ("none" if (start := of.get(player)) is None else value_text(start, 2) for of in starts)
        rank = f" {ranks[0]} → {ranks[1]}" if ranks[0] != ranks[1] else ""
        start_score = f", start score {old} → {new}" if old != new else ""
        texts += [f"{name_of(player, after)}{rank}{start_score}"] if rank or start_score else []
    text = f"changed after rounds were drawn: {'; '.join(texts)}"
    return [Remark(text, (TAKE_BACK,))] if texts else []


def taken_back(desk: Desk, before: State, after: State) -> list[Remark]:
    """The commands, few players first, whose changes of players are undone from one state to another, and what of each.

    A value is taken back if it was there earlier, by the journal, and a later step has changed it to what it is in the
    state `before`. What the journal has lost is passed over.
    """
    changed = _changed_cells(before, after)
    made_by: dict[tuple[str, str], str] = {}  # the step that has set the value of before, by player and title
    found: dict[str, dict[str, list[str]]] = {}
    for command, old in _earlier(desk, before.revision, after.revision) if changed else ():
        for (player, title), (now, new) in list(changed.items()):
            if player not in old:
                del changed[player, title]
                continue
            was = old[player].get(title, "")
            if was != now:
                made_by.setdefault((player, title), command)
            if was == new:
                found.setdefault(made_by[player, title], {}).setdefault(player, []).append(change_text(title, now, new))
                del changed[player, title]
    remarks = []
    for command, of in sorted(found.items(), key=lambda one: len(one[1])):
        changes = [f"{name_of(player, after.tournament)} {', '.join(texts)}" for player, texts in of.items()]
        text = f"the file takes back what was changed by `{command}`: {first_few(changes, MOST_NAMED, '; ')}"
        remarks.append(Remark(text, (TAKE_BACK,)))
    return remarks


def _changed_cells(before: State, after: State) -> dict[tuple[str, str], tuple[str, str]]:
    """Each cell that differs between two states, with its text in both; a file takes no column from a player."""
    rounds, new = after.tournament.settings.rounds, after.tournament.by_id()
    both = [(p, new[p.id]) for p in before.tournament.players if p.id in new and new[p.id] != p]
    texts = [(old.id, cells_of(old, rounds), cells_of(now, rounds)) for old, now in both]
    cells = [(pid, title, was.get(title, ""), text) for pid, was, now in texts for title, text in now.items()]
    return {(pid, title): (was, now) for pid, title, was, now in cells if was != now}


def _earlier(desk: Desk, revision: int, written: int) -> Iterator[tuple[str, Mapping[str, Mapping[str, str]]]]:
    """The cells of the players before each standing step that has changed them, with its command; the last first."""
    journal = desk.folder.journal
    steps = {step.number: step for step in journal.steps()}
    step = steps.get(steps[written].undo_to if revision < written and written in steps else revision)
    while step and (old := steps.get(step.undo_to)):
        if step.tree.get(PLAYERS) != old.tree.get(PLAYERS):
            try:
                text = journal.contents_after(old.number)[PLAYERS].decode()
                cells = {row.cells["id"]: row.cells for row in parse_table(text, PLAYERS).rows}
            except (McMahonError, KeyError, UnicodeDecodeError):
                return
            yield step.done, cells
        step = old


def file_columns(
    text: str, name: str, rounds: int, meanings: Mapping[str, str], of_people: bool = False
) -> Sequence[FileColumn]:
    """The columns of a file, none if it is no table; `of_people`: some may say who plays with whom."""
    try:
        table = registrations_table(text, name, rounds)
    except InputError:
        return []
    sent = sent_list(table, table.rows)
    columns = understand(sent, columns_of(table, rounds, meanings)[0], rounds, meanings).columns
    return columns_read(table, columns, meanings, of_people)


def columns_read(
    table: Table, columns: Columns, meanings: Mapping[str, str], of_people: bool = False
) -> tuple[FileColumn, ...]:
    """What each column of a table was read as."""
    layout = layout_of(table.titles) if of_people else Layout()
    return tuple(_column(table, columns, title, meanings, layout) for title in table.titles if title)


def titles_line(text: str) -> int:
    """The line of a file that its titles stand on, or would; 0 for a list of players, which needs none."""
    written = (number for number, line in numbered_lines(text) if line.strip())
    return 0 if plain_list(text, "") else next(written, 0)


def _column(table: Table, columns: Columns, title: str, meanings: Mapping[str, str], layout: Layout) -> FileColumn:
    cells = [cell for row in table.rows if (cell := clean(row.cells[title]))]
    filled, samples = len(cells), tuple(islice(dict.fromkeys(cells), SAMPLES))
    of_people = _of_people(title, layout)
    if of_people:
        return FileColumn(title, filled, of_people, samples=samples)
    ours = next((ours for ours, one in columns.ours.items() if one == title), "")
    numbers = [str(number) for number, one in columns.by_round.items() if one == title]
    rounds = f"round{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"
    unread = title in columns.unknown
    near = known_title(near_title(title, columns.ours)) if unread and title not in columns.kept else ""
    if title in columns.states:
        return FileColumn(title, filled, "state of the entry", samples=samples)
    read_as = MEANINGS.get(ours or meanings.get(title, ""), rounds if numbers else MEANINGS[KEEP])
    return FileColumn(title, filled, read_as, near, unread and filled > 0 and title not in meanings, samples)


def _of_people(title: str, layout: Layout) -> str:
    """What a column says of pairs and teams; blank for another column."""
    named = {layout.entrant: "pair or team", layout.order: "order of the boards", layout.substitute: "substitute"}
    if title in named:
        return named[title]
    return next((f"{own[title]} of person {k}" for k, own in layout.numbered.items() if title in own), "")


def check_meanings(meanings: Mapping[str, str], table: Table) -> None:
    """Raises InputError for a title that the file has not, and for a meaning that there is not."""
    for title, meaning in meanings.items():
        if title not in table.titles:
            raise wrong_argument("column", title, f"a title of the file: {', '.join(filter(None, table.titles))[:200]}")
        if meaning not in MEANINGS and not ROUND_MEANING.fullmatch(meaning):
            raise wrong_argument("column", meaning, f"one of {', '.join(MEANINGS)}, or round 2, or round 1-3")


REGISTER = Verb(
    "register",
    Register,
    without_run(register),
    lambda request, _: f"register {request.name}",
    lambda done: msgspec.structs.replace(done.value, **said_of(done)),
)
