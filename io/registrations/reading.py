"""Registrations: the CSV that a director has, with the columns and spellings that people really use."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from ...model.errors import Problem
from ...model.notes import Remark
from ...model.tournament.person import Member, Player, Status, name_key, rounds_or_all
from ...model.tournament.ranks import (
    HIGHEST_RATING,
    LOWEST_RATING,
    STRONGEST,
    WEAKEST,
    parse_rank,
    rank_from_rating,
    rank_name,
    rating_from_aga,
    rating_from_ffg,
    rating_from_rank,
)
from ...model.tournament.round_sets import every_round, parse_rounds, rounds_text
from ..countries import code_of, known
from ..pins import placeholders
from ..tables import Row, Table, clean, write_table
from .cell_words import NO, YES, state_of
from .columns import TITLES, Columns, columns_of, split_name, wrong_names
from .odd_cells import cell_remarks, duplicates, left_out, number_in, spelt_rank, unmarked
from .understanding import AGA, FFG, NO_RATING, understand

_BETWEEN = re.compile(r"[;/|,]")  # groups of one player
_NO_ABSENCE = frozenset({"0", "no", "n", "nein", "non", "none", "never", "-", "–"})
_NO_ID, _CORRECTION = re.compile(r"[\s:]"), re.compile(r"[+-]?\d")


@dataclass(slots=True)
class Entry:
    """One line of the registrations: the player, which of our columns it filled in, and the people of an entrant."""

    line: int
    player: Player
    given: frozenset[str]
    has_id: bool
    people: tuple[Person, ...] = ()

    @property
    def where(self) -> str:
        """`line 7: ` before a remark; nothing for what comes from no file."""
        return f"line {self.line}: " if self.line else ""


@dataclass(frozen=True, slots=True)
class Person:
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
) -> Reading:
    """The entries of a table, with all problems; lines to skip are left out unread.

    A line may leave out rank and rating, and with an id the name: that is enough for a player who is known already.
    `meanings` has what somebody says that a title means. Without `remarks` nobody looks for odd cells.
    """
    columns, problems = columns_of(table, rounds, meanings)
    lines = {row.line for row in table.rows} | {p.line for p in table.problems}
    skipped = {line for chosen in skip for line in lines if line in chosen}
    reading = Reading(problems=problems + [p for p in table.problems if p.line not in skipped], columns=columns)
    for chosen in skip:
        if not skipped.intersection(chosen):
            expected = "a line with a player (the titles are line 1)"
            reading.problems.append(Problem("no line to skip", table.name, chosen.start, expected=expected))
    rows: Sequence[Row] = [row for row in table.rows if row.line not in skipped]
    if remarks and (len(rows) > 1 or columns.line):
        found = understand(table, rows, columns, rounds, meanings or ())
        columns, rows = found.columns, found.rows
        reading.columns = columns
        reading.problems += found.problems
        reading.remarks += found.remarks
    unnamed = wrong_names(table, columns)
    if unnamed:
        reading.problems += unnamed
        return reading
    reading.remarks += left_out(skipped, table, columns)
    no_pins = placeholders(columns.cell(row, "pin") for row in rows)
    for row in rows:
        texts = ((name, row.cells[title]) for name, title in columns.ours.items())
        cells = _BLANK | {name: clean(text) for name, text in texts if text}
        entry = _Reader(row, cells, columns, table.name, rounds, reading.problems, no_pins).entry()
        if entry is not None:
            reading.entries.append(entry)
    if remarks:
        reading.remarks += cell_remarks(rows, columns, no_pins)
    reading.problems += duplicates(rows, table.name, columns, no_pins)
    reading.problems.sort(key=lambda problem: problem.line)
    return reading


LONGEST = 300  # letters of a name, a club or an id, which stand on every page
_BLANK = dict.fromkeys(TITLES, "")


@lru_cache(4096)
def _groups(text: str) -> tuple[str, ...]:
    """The groups of a player in a text."""
    return tuple(g.strip() for g in _BETWEEN.split(text) if g.strip())


@lru_cache(4096)
def _european(text: str, scale: str) -> int:
    """The European rating of a text on a scale; one that is too high for what is none."""
    number = number_in(text, thousands=scale not in (AGA, FFG))
    if number is None or (scale == AGA and abs(number) < 1):
        return HIGHEST_RATING + 1
    if scale == AGA:
        return rating_from_aga(number)
    return rating_from_ffg(number) if scale == FFG else int(number.to_integral_value())


@dataclass(slots=True)
class _Reader:
    """Reads one row, of which `cells` has all our columns; what is wrong goes to `problems`."""

    row: Row
    cells: Mapping[str, str]
    columns: Columns
    file: str
    rounds: int
    problems: list[Problem]
    no_pins: Collection[str]

    def wrong(self, message: str, name: str, expected: str) -> None:
        title = self.columns.ours.get(name, name)
        self.problems.append(
            Problem(message, self.file, self.row.line, title, self.cells[name], expected, player=self.cells["id"])
        )

    def entry(self) -> Entry | None:
        """The player of the row, or None when anything is wrong."""
        before = len(self.problems)
        surname, first_name = split_name(self.cells["name"], self.cells["surname"], self.cells["first name"])
        if not name_key(surname, first_name) and (surname or first_name or not self.cells["id"]):
            self.wrong("empty name", "name" if "name" in self.columns.ours else "surname", "a name with a letter in it")
        for name in ("id", "name", "surname", "first name", "club"):
            if len(self.cells[name]) > LONGEST:
                title = self.columns.ours.get(name, name)
                wrong = f"a text of {len(self.cells[name]):,} letters in {title}"
                self.problems.append(Problem(wrong, self.file, self.row.line, expected=f"at most {LONGEST}"))
        if _NO_ID.search(self.cells["id"]):
            self.wrong("an id with a space or a colon:", "id", "an id such as 17")
        rank, pro = self.rank()
        rating = self.rating()
        played, unexcused = self.played(), self.unexcused()
        status = state_of([self.cells["status"], *(clean(self.row.cells[title]) for title in self.columns.states)])
        if status is None:
            self.wrong("unknown status", "status", "final, preliminary or withdrawn")
        correction = self.cells["correction"] or "0"
        if not _CORRECTION.fullmatch(correction):
            self.wrong("wrong correction", "correction", "whole points from -9 to 9, usually -1 or -2")
        if len(self.problems) > before or status is None:
            return None
        known_rank = rank if rank is not None else self.rank_by_rating(rating)
        player = Player(
            id=self.cells["id"],
            surname=surname,
            first_name=first_name,
            rank=known_rank,
            pro=pro,
            rating=rating if rating is not None else rating_from_rank(known_rank),
            rating_is_derived=rating is None,
            club=known(self.cells["club"]),
            country=code_of(known(self.cells["country"])),
            pin="" if self.cells["pin"] in self.no_pins else self.cells["pin"],
            aga=self.cells["aga"],
            groups=_groups(self.cells["group"]),
            status=status,
            correction=int(correction),
            unexcused=unexcused,
            extra=tuple((title, self.row.cells[title]) for title in self.columns.unknown),
            rounds=rounds_or_all(played, self.rounds),
        )
        unknown = {name for name, value in (("rank", rank), ("rating", rating)) if value is None}  # ? and -, too
        given = frozenset(name for name, cell in self.cells.items() if cell) - unknown
        given -= {name for name in ("pin", "club", "country") if not getattr(player, name)}  # ?? empties nothing
        if "absent" in given or any(self.row.cells[title] for title in self.columns.by_round.values()):
            given |= {"rounds"}
        return Entry(self.row.line, player, given, bool(self.cells["id"]))

    def rank(self) -> tuple[int | None, int]:
        text = spelt_rank(unmarked(self.cells["rank"]))
        if not text:
            return None, 0
        try:
            return parse_rank(text)
        except ValueError:
            self.wrong("impossible rank", "rank", "30k to 1k, 1d to 9d, or 1p to 9p")
            return None, 0

    def rank_by_rating(self, rating: int | None) -> int:
        """The rank of a player who has none: by the rating; -12 of the AGA is 12k, not the border of 11k."""
        if rating is None or self.columns.scale != AGA:
            return rank_from_rating(rating or 0)
        stones = int(number_in(unmarked(self.cells["rating"]), thousands=False) or 0)
        return max(WEAKEST, min(STRONGEST, stones - (stones > 0)))

    def rating(self) -> int | None:
        text = unmarked(self.cells["rating"])
        if not text or (self.columns.zero_is_none and number_in(text) in NO_RATING):
            return None
        rating = _european(text, self.columns.scale)
        if not LOWEST_RATING <= rating <= HIGHEST_RATING:
            self.wrong("impossible rating", "rating", f"{LOWEST_RATING} to {HIGHEST_RATING}, 2100 = 1 dan")
            return None
        return rating

    def unexcused(self) -> frozenset[int]:
        """The rounds that give nothing where the player misses them; blank is none."""
        if not self.cells["unexcused"]:
            return frozenset()
        try:
            return parse_rounds(self.cells["unexcused"], self.rounds)
        except ValueError as error:
            self.wrong("unknown rounds", "unexcused", str(error))
            return frozenset()

    def absent(self) -> frozenset[int]:
        """The rounds that the player misses by the column of absences; blank and no are none."""
        text = self.cells["absent"]
        if not text or text.lower() in _NO_ABSENCE:
            return frozenset()
        try:
            return parse_rounds(re.sub(r"\b(?:rd?|round)\.?\s*(?=\d)", "", text.lower()), self.rounds)
        except ValueError as error:
            self.wrong("unknown rounds", "absent", f"{error}, or blank: the rounds that the player misses")
            return frozenset()

    def played(self) -> frozenset[int]:
        """The rounds entered for: by columns of rounds and absences, then by one column a round; blank is all."""
        chosen = every_round(self.rounds)
        if self.cells["rounds"]:
            try:
                chosen = parse_rounds(self.cells["rounds"], self.rounds)
            except ValueError as error:
                self.wrong("unknown rounds", "rounds", str(error))
        if not self.columns.by_round:
            return chosen - self.absent()
        marks = {number: clean(self.row.cells[title]).lower() for number, title in self.columns.by_round.items()}
        for number, mark in marks.items():
            if mark and mark not in YES | NO:
                title, expected = self.columns.by_round[number], "x, yes or 1 to play; no, 0 or blank to miss it"
                self.problems.append(Problem("unclear mark", self.file, self.row.line, title, mark, expected))
        blank_means_no = any(mark in YES for mark in marks.values())
        return chosen - self.absent() - {n for n, mark in marks.items() if mark in NO or (not mark and blank_means_no)}


OUR_TITLES = (
    "id", "surname", "first name", "rank", "rating", "club", "country", "pin", "aga", "rounds", "group", "status",
    "correction",
)  # fmt: skip
UNEXCUSED = "unexcused"  # this column exists only if somebody has missed a round without an excuse


def players_text(players: Sequence[Player], rounds: int) -> str:
    """The `players.csv` of a tournament folder; unknown columns stand at the end."""
    marks = [UNEXCUSED] if any(p.unexcused for p in players) else []
    titles = list(dict.fromkeys(title for p in players for title, _ in p.extra))
    rows = []
    for p in players:
        extra = dict(p.extra)
        unexcused = [_unexcused(p, rounds)] if marks else []
        cells = _our_cells(_as_given(p) if p.members else p, rounds)
        cells[OUR_TITLES.index("rank")] = "" if p.rank_is_derived else p.rank_name
        rows.append([*cells, *unexcused, *(extra.get(title, "") for title in titles)])
    return write_table([*OUR_TITLES, *marks, *titles], rows)


def _as_given(p: Player) -> Player:
    """An entrant of several people with nothing that follows from them."""
    return replace(p, club=p.own_club, country=p.own_country)


def _unexcused(p: Player, rounds: int) -> str:
    """The rounds that give nothing where the player misses them, as a line of registrations has them."""
    return ("all" if p.unexcused >= every_round(rounds) else rounds_text(p.unexcused, rounds)) if p.unexcused else ""


def _our_cells(p: Player, rounds: int) -> list[object]:
    """The cells under `OUR_TITLES`; blank for a rating derived from the rank, all rounds, final and no correction."""
    return [
        p.id, p.surname, p.first_name, rank_name(p.rank, p.pro), "" if p.rating_is_derived else p.rating,
        p.club, p.country, p.pin, p.aga, "" if p.rounds is None else rounds_text(p.rounds, rounds),
        "; ".join(p.groups), "" if p.status is Status.FINAL else p.status.value, p.correction or "",
    ]  # fmt: skip


def cells_of(p: Player, rounds: int) -> dict[str, str]:
    """The texts of a player's line in `players.csv`, by title."""
    ours = {title: str(cell) for title, cell in zip(OUR_TITLES, _our_cells(p, rounds), strict=True)}
    people = {f"member {k}": member_words(m, rounds) for k, m in enumerate(p.members, 1)}
    return dict(p.extra) | ours | {UNEXCUSED: _unexcused(p, rounds)} | people


def member_words(m: Member, rounds: int) -> str:
    """A member in words: `Sato Kei 3d (Ulm)`; with the rounds of who does not play all of them."""
    which = rounds_text(m.rounds, rounds) if m.rounds is not None else ""
    plays = f"substitute, rounds {which or 'all'}" if m.substitute else f"rounds {which}" if which else ""
    beside = ", ".join(filter(None, (m.club, m.country, plays)))
    return f"{m.name} {m.rank_name}" + (f" ({beside})" if beside else "")


def player_changes(old: Player, new: Player, rounds: int) -> list[str]:
    """What differs between two states of a player, column by column: `rank 8k → 21k`; nothing for blank columns."""
    states = [cells_of(p, rounds) for p in (old, new)]
    titles = dict.fromkeys([*OUR_TITLES, *states[0], *states[1]])
    cells = [(title, *(state.get(title, "") for state in states)) for title in titles]
    return [change_text(title, before, after) for title, before, after in cells if before != after]


def change_text(title: str, before: str, after: str) -> str:
    """A cell with its text before and after a change: `rank 8k → 21k`, `rounds all → 1-2`."""
    blank = {"rounds": "all", "status": Status.FINAL.value}.get(title, "none")
    return f"{title} {before or blank} → {after or blank}"
