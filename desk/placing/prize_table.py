"""The table of prizes: a line added, changed or taken out, and all of it replaced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from ...io.files import read_own
from ...io.folder.own_files import PRIZES
from ...io.folder.state_files import with_table
from ...io.prizes_files import MEANINGS, TITLES, prize_table, prizes_text, read_prizes
from ...io.tables import check_size, decode
from ...model.errors import InputError, Problem
from ...model.prizes.prize import Prize
from ...model.records.state import State
from ..outcome import Committed, Outcome
from ..verb import Answer, Change, DoneAnswer, Verb, answer_of, said_of, told, without_run
from .give_prizes import awards_of

__all__ = ["MEANINGS", "TITLES"]


class PrizeOfTableAnswer(Answer, frozen=True):
    """A prize of the table, one for each place."""

    name: Annotated[str, told("name of the prize, with its place where a line has several")]
    list: Annotated[str, told("who can get it; blank for everybody")]
    order: Annotated[str, told("by what the list goes; blank for the standings")]
    place: Annotated[int, told("place in the list; 0 for everybody on it")]
    value: Annotated[int, told("in hundredths")]
    currency: Annotated[str, told("blank where there is no money")]
    thing: Annotated[str, told("blank where there is none")]
    besides: Annotated[bool, told("whether it is given besides another prize")]
    people: Annotated[bool, told("whether it is for the members of pairs and teams")]


class PrizeTableAnswer(DoneAnswer, frozen=True, kw_only=True):
    """The table of prizes after a change."""

    prizes: Annotated[tuple[PrizeOfTableAnswer, ...], told("in the order of the table")]


class PrizeRequest(Change, frozen=True, kw_only=True):
    """A prize to be added to the table, or to be changed where it is there; null keeps what it has."""

    name: Annotated[str, told("name of the prize; a new one is added to the table", "NAME")]
    list: Annotated[
        str | None, told('who can get it, such as "women=yes", "rank 5k-1k" or "wins>=3"; blank for everybody', "LIST")
    ] = None
    order: Annotated[
        str | None,
        told(
            'by what the list goes: blank for the standings, "upset", "cup U12", or criteria such as "WINS,SOS"',
            "ORDER",
        ),
    ] = None
    place: Annotated[str | None, told('place in the list: "1", "1-3" or "each"', "PLACE")] = None
    value: Annotated[str | None, told('amount of money such as "37.50", or what the thing is worth', "VALUE")] = None
    currency: Annotated[
        str | None, told('currency of the value, such as "EUR"; blank if there is no money', "NAME")
    ] = None
    thing: Annotated[str | None, told("what is handed over")] = None
    besides: Annotated[
        str | None, told('whether it is given besides another prize: "yes", "no" or blank', "YES|NO")
    ] = None
    people: Annotated[
        str | None,
        told('whether it is for the members of pairs and teams, each for themselves: "yes", "no" or blank', "YES|NO"),
    ] = None

    @property
    def cells(self) -> dict[str, str]:
        """The cells that are given, by title."""
        return {title: own for title in TITLES[1:] if (own := getattr(self, title)) is not None}


class RemovePrizeRequest(Change, frozen=True, kw_only=True):
    """A prize to be taken out of the table."""

    name: Annotated[str, told("name of the prize", "NAME")]


def edit(state: State, request: PrizeRequest) -> Outcome[Sequence[Prize]]:
    """With one prize of the table added or changed. Raises InputError with every problem of the table."""
    rows, titles = _lines(state)
    at = _place_of(rows, request.name)
    if at is None:
        rows.append({"prize": request.name.strip(), **request.cells})
    else:
        rows[at] |= request.cells
    return replace_table(state, PrizeTable(rows, titles))


def remove(state: State, request: RemovePrizeRequest) -> Outcome[Sequence[Prize]]:
    """With one prize taken out of the table. Raises InputError with every problem of the table."""
    rows, titles = _lines(state)
    at = _place_of(rows, request.name)
    if at is None:
        names = ", ".join(row["prize"] for row in rows[:12]) or "a name of the table"
        raise InputError([Problem("no prize is called", value=request.name, expected=f"one of {names}")])
    del rows[at]
    return replace_table(state, PrizeTable(rows, titles))


def _lines(state: State) -> tuple[list[dict[str, str]], Sequence[str]]:
    """The cells of each line by title, and the titles. Raises InputError with every problem of the table."""
    table = prize_table(state.tables.get(PRIZES, "")).sound()
    return [dict(row.cells) for row in table.rows], table.titles


def _place_of(rows: Sequence[Mapping[str, str]], name: str) -> int | None:
    """Which line has the prize of this name; None if there is none."""
    return next((k for k, row in enumerate(rows) if row["prize"].casefold() == name.strip().casefold()), None)


@dataclass(frozen=True, slots=True)
class PrizeTable:
    """All lines of a table, cells by title; those without any cell are left out."""

    rows: Sequence[Mapping[str, str]]
    titles: Sequence[str] = TITLES


def replace_table(state: State, request: PrizeTable) -> Outcome[Sequence[Prize]]:
    """With another table of prizes. Raises InputError with every problem, also of its lists."""
    rows = [row for row in request.rows if any(text.strip() for text in row.values())]
    text = prizes_text(rows, request.titles) if rows else ""
    found = read_prizes(text)
    if found and state.tournament.players:
        awards_of(state, found)
    return Outcome(with_table(state, PRIZES, text), found)


def table_in(text: str, name: str = PRIZES) -> PrizeTable:
    """A table of prizes in the text of a CSV file. Raises InputError with every problem."""
    read_prizes(text, name)
    table = prize_table(text, name)
    return PrizeTable([row.cells for row in table.rows], table.titles)


def check_table_size(text: str) -> None:
    """Raise InputError for a typed text that is too large to be a table of prizes, before it is read or shown."""
    check_size(text, "the table")


def table_sent(data: bytes, name: str) -> PrizeTable:
    """A table of prizes in a CSV file that somebody has sent. Raises InputError with every problem."""
    check_size(data, name)
    return table_in(decode(data, name), name)


def table_file(path: Path) -> PrizeTable:
    """A table of prizes in a CSV file. Raises FolderError, and InputError with every problem."""
    return table_in(decode(read_own(path), str(path)), str(path))


def table_of(state: State) -> PrizeTable:
    """The table as it is, sound or not. Raises InputError where it is no table."""
    table = prize_table(state.tables.get(PRIZES, ""))
    return PrizeTable([row.cells for row in table.rows], table.titles)


def table_answer(prizes: Sequence[Prize]) -> tuple[PrizeOfTableAnswer, ...]:
    """The prizes of a table."""
    return tuple(answer_of(PrizeOfTableAnswer, p, list=p.condition.text, besides=p.is_besides) for p in prizes)


def _table_done(done: Committed[Sequence[Prize]]) -> PrizeTableAnswer:
    return PrizeTableAnswer(**said_of(done), prizes=table_answer(done.value))


PRIZE = Verb("prize", PrizeRequest, without_run(edit), lambda r: f"prize {r.name}", _table_done)
REMOVE_PRIZE = Verb("prize", RemovePrizeRequest, without_run(remove), lambda r: f"remove prize {r.name}", _table_done)
