"""Registrations: the CSV that a director has, with the columns and spellings that people really use."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from ...model.errors import Problem
from ...model.notes import Remark
from ...model.tournament.numbers import every_round, number_in, rounds_text
from ...model.tournament.person import Member, Person, Player, name_key, rounds_or_all
from ...model.tournament.ranks import STRONGEST, WEAKEST, rank_from_rating, rating_from_rank
from ..pins import placeholders
from ..tables.records import Row, Table, clean, with_what_to_do, write_table
from .cell_words import MARKS, NO, YES, state_of, unmarked
from .columns import Columns, columns_of, split_name, wrong_names
from .fields import AGA, FIELDS, OF_FILES, PROSE, RARE, Changes, PlayerField, ReadingTerms, WrongCell, texts_of
from .registration_remarks import cell_remarks, duplicates, left_out, shared_pins
from .understanding import sent_list, understand


@dataclass(slots=True)
class Entry:
    """One line of the registrations: the player, which of our columns it filled in, and the people of an entrant."""

    line: int
    player: Player
    given: frozenset[str]
    has_id: bool
    people: tuple[MemberEntry, ...] = ()

    @property
    def where(self) -> str:
        """`line 7: ` before a remark; nothing for what comes from no file."""
        return f"line {self.line}: " if self.line else ""


@dataclass(frozen=True, slots=True)
class MemberEntry:
    """One of the people of an entrant: the entry, the place in the line-up (0 where nobody says), and the role."""

    entry: Entry
    order: int = 0
    substitute: bool = False


@dataclass(slots=True)
class Reading:
    """What came of a table: entries, every problem with its place, and remarks on cells with their lines."""

    entries: list[Entry] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    columns: Columns | None = None


def read_registrations(
    table: Table,
    rounds: int,
    skip: Iterable[range] = (),
    meanings: Mapping[str, str] | None = None,
    remarks: bool = True,
    both: Collection[int] = (),
) -> Reading:
    """A table's entries and problems, without lines of `skip`; with an id, a known player needs no name.

    `meanings` of titles are somebody's words, and that lines of `both` are somebody else than an earlier line. Without
    `remarks` nobody looks for odd cells.
    """
    columns, problems = columns_of(table, rounds, meanings)
    lines = {row.line for row in table.rows} | {p.line for p in table.problems}
    skipped = {line for chosen in skip for line in lines if line in chosen}
    reading = Reading(problems=problems + [p for p in table.problems if p.line not in skipped], columns=columns)
    for chosen in skip:
        if not skipped.intersection(chosen):
            expected = "a line with a player (the titles are line 1)"
            reading.problems.append(Problem("no line to skip", table.name, chosen.start, expected=expected))
    rows = [row for row in table.rows if row.line not in skipped]
    if remarks and (len(rows) > 1 or columns.line):
        found = understand(sent_list(table, rows), columns, rounds, meanings or ())
        columns, rows = found.columns, found.sent.rows(as_written=found.columns.unknown)
        reading.columns = columns
        reading.problems += found.problems
        reading.remarks += found.remarks
    else:
        rows = [_tidy(row, columns) for row in rows]
    unnamed = wrong_names(table, columns)
    if unnamed:
        reading.problems += unnamed
        return reading
    reading.remarks += left_out(skipped, table, columns)
    no_pins = placeholders(columns.cell(row, "pin") for row in rows)
    shared = shared_pins(rows, columns, both)
    of_nobody = {*no_pins, *shared}
    terms = ReadingTerms(rounds, columns.scale, columns.zero_is_none, of_nobody, own=not remarks)
    read = _RowReader(table.name, columns, terms, reading.problems).entry
    reading.entries += filter(None, map(read, rows))
    if remarks:
        reading.remarks += cell_remarks(rows, columns, no_pins)
        told = ((pin, ", ".join(map(str, lines))) for pin, lines in shared.items())
        reading.remarks += [
            Remark(f"lines {lines} are people with one pin, {pin}; it is left out") for pin, lines in told
        ]
    reading.problems += duplicates(rows, table.name, columns, of_nobody, both)
    reading.problems.sort(key=lambda problem: problem.line)
    return reading


def _tidy(row: Row, columns: Columns) -> Row:
    """The row with cells in one line, but for those of the director's own columns."""
    cells = row.cells.items()
    return Row(row.line, {title: cell if title in columns.unknown else clean(cell) for title, cell in cells})


LONGEST = 300  # letters of a name, a club or an id, which stand on every page
_NAMES = ("name", "surname", "first name")


class _RowReader:
    """Reads the rows of a table; what is wrong goes to `problems`. Each different text of a column is read once."""

    def __init__(self, file: str, columns: Columns, terms: ReadingTerms, problems: list[Problem]) -> None:
        self._file, self._columns, self._terms, self._problems = file, columns, terms, problems
        self._known: dict[tuple[str, str], Changes | WrongCell] = {}

    def entry(self, row: Row) -> Entry | None:
        """The player of a row, or None when anything is wrong."""
        before, columns = len(self._problems), self._columns
        cells = {name: text for name, title in columns.ours.items() if (text := row.cells[title])}
        names = [cells.get(name, "") for name in _NAMES]
        surname, first_name = split_name(*names)
        if not name_key(surname, first_name) and (surname or first_name or "id" not in cells):
            title = "name" if "name" in columns.ours else "surname"
            self._wrong(row, cells, title, WrongCell("empty name", "a name with a letter in it"))
        for name in ("id", *PROSE):
            if len(cells.get(name, "")) > LONGEST:
                wrong = f"a text of {len(cells[name]):,} letters in {columns.ours[name]}"
                self._problems.append(Problem(wrong, self._file, row.line, expected=f"at most {LONGEST}"))
        said, given = self._said(row, cells)
        played = self._played(row, said)
        if len(self._problems) > before:
            return None
        rating = said.get("rating")
        rank = said["rank"] if "rank" in said else self._rank_by_rating(cells.get("rating", ""), rating)
        own = {"rating": rating_from_rank(rank), "rating_is_derived": True} | said
        own |= {"surname": surname, "first_name": first_name, "rank": rank, "rounds": played}
        extra = tuple((title, row.cells[title]) for title in columns.unknown)
        player = Player(**{"id": "", **own, "extra": extra})
        if "absent" in given or any(row.cells[title] for title in columns.by_round.values()):
            given |= {"rounds"}
        return Entry(row.line, player, given | {name for name in _NAMES if name in cells}, "id" in cells)

    def _said(self, row: Row, cells: Mapping[str, str]) -> tuple[dict[str, Any], frozenset[str]]:
        """The attributes that the cells of a row say, and the names of the fields that say something."""
        said: dict[str, Any] = {}
        given = set()
        for one in FIELDS.values():
            if one.read is None or one.name not in cells:
                continue
            found = self._once(one, cells[one.name])
            if isinstance(found, WrongCell):
                self._wrong(row, cells, one.name, found)
            elif found:
                said |= found
                given.add(one.name)
        states = [cells.get("status", ""), *(row.cells[title] for title in self._columns.states)]
        status = state_of(states)
        if status is None and ("status" in given or "status" not in cells):
            wrong = WrongCell("unknown status", "final, preliminary, withdrawn or disqualified")
            self._wrong(row, cells, "status", wrong)
        elif status is not None:
            said["status"] = status
        return said, frozenset(given)

    def _once(self, one: PlayerField, text: str) -> Changes | WrongCell:
        """What a text says in the column of a field."""
        key = (one.name, text)
        if key not in self._known:
            try:
                self._known[key] = one.read(text, self._terms) if one.read else {}
            except WrongCell as error:
                self._known[key] = error
        return self._known[key]

    def _wrong(self, row: Row, cells: Mapping[str, str], name: str, error: WrongCell) -> None:
        title, value, player = self._columns.ours.get(name, name), cells.get(name, ""), cells.get("id", "")
        expected = with_what_to_do(error.expected, value)
        wrong = Problem(error.message, self._file, row.line, title, value=value, expected=expected, player=player)
        self._problems.append(wrong)

    def _rank_by_rating(self, cell: str, rating: int | None) -> int:
        """The rank of a player who has none: by the rating; -12 of the AGA is 12k, not the border of 11k."""
        if rating is None or self._columns.scale != AGA:
            return rank_from_rating(rating or 0)
        stones = int(number_in(unmarked(cell)) or 0)
        return max(WEAKEST, min(STRONGEST, stones - (stones > 0)))

    def _played(self, row: Row, said: dict[str, Any]) -> frozenset[int] | None:
        """The rounds entered for: by columns of rounds and absences, then by one column a round; blank is all."""
        rounds = self._terms.rounds
        named = "rounds" in said and re.search(r"\d", row.cells[self._columns.ours["rounds"]])
        chosen = said.pop("rounds", every_round(rounds)) - said.pop("absent", frozenset())
        marks = {number: row.cells[title].lower() for number, title in self._columns.by_round.items()}
        for number, mark in marks.items():
            if mark and mark not in MARKS:
                title, expected = self._columns.by_round[number], "x, yes or 1 to play; no, 0 or blank to miss it"
                wrong = Problem("unclear mark", self._file, row.line, title, value=mark, expected=expected)
                self._problems.append(wrong)
        blank_means_no = any(mark in YES for mark in marks.values())
        missed = {number for number, mark in marks.items() if mark in NO or (not mark and blank_means_no)}
        entered = chosen - missed
        return entered if named and self._terms.own else rounds_or_all(entered, rounds)


def players_text(players: Sequence[Player], rounds: int) -> str:
    """The `players.csv` of a tournament folder; unknown columns stand at the end."""
    given = [as_given(p, rounds) for p in players]
    names = [*(one.name for one in OF_FILES), *(one.name for one in RARE if any(cells[one.name] for cells in given))]
    return with_own_columns(
        names, [([cells[name] for name in names], p) for cells, p in zip(given, players, strict=True)]
    )


def with_own_columns(titles: Sequence[str], rows: Sequence[tuple[Sequence[object], Person]]) -> str:
    """A table of people, the cells of each; the columns that are the director's own stand at the end."""
    more = list(dict.fromkeys(title for _, person in rows for title, _ in person.extra))
    extras = [dict(person.extra) for _, person in rows]
    cells = ([*own, *(extra.get(title, "") for title in more)] for (own, _), extra in zip(rows, extras, strict=True))
    return write_table([*titles, *more], cells)


def as_given(p: Player, rounds: int) -> dict[str, str]:
    """The texts of a player by the name of the field, without what follows from the people of a pair or team."""
    own = replace(p, club=p.own_club, country=p.own_country) if p.members else p
    return texts_of(own, rounds) | ({"rank": ""} if p.rank_is_derived else {})


def cells_of(p: Player, rounds: int) -> dict[str, str]:
    """The texts of a player's line in `players.csv`, by title; people in a few words each."""
    ours = {one.name: one.text(p, rounds) for one in (*OF_FILES, *RARE) if one.text}
    people = {f"member {k}": member_words(m, rounds) for k, m in enumerate(p.members, 1)}
    return dict(p.extra) | ours | people


def member_words(m: Member, rounds: int) -> str:
    """A member in words: `Sato Kei 3d (Ulm)`; with the rounds of who does not play all of them."""
    which = rounds_text(m.rounds, rounds) if m.rounds is not None else ""
    plays = f"substitute, rounds {which or 'all'}" if m.substitute else f"rounds {which}" if which else ""
    beside = ", ".join(filter(None, (m.club, m.country, plays)))
    return f"{m.name} {m.rank_name}" + (f" ({beside})" if beside else "")


def player_changes(old: Player, new: Player, rounds: int) -> list[str]:
    """What differs between two states of a player, column by column: `rank 8k → 21k`; nothing for blank columns."""
    states = [cells_of(p, rounds) for p in (old, new)]
    titles = dict.fromkeys([*(one.name for one in OF_FILES), *states[0], *states[1]])
    cells = [(title, *(state.get(title, "") for state in states)) for title in titles]
    return [change_text(title, before, after) for title, before, after in cells if before != after]


def change_text(title: str, before: str, after: str) -> str:
    """A cell with its text before and after a change: `rank 8k → 21k`, `rounds all → 1-2`."""
    blank = FIELDS[title].blank_means if title in FIELDS else "none"
    return f"{title} {before or blank} → {after or blank}"
