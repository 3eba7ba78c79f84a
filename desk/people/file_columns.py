"""The columns of a file of registrations: what each is read as, and what a director can say that it is instead."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Annotated

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
from ...io.registrations.registered_people import Layout, layout_of
from ...io.registrations.registration_files import plain_list, registrations_table
from ...io.registrations.sent_list import sent_list
from ...io.registrations.understanding import understand
from ...io.tables import Table, clean, numbered_lines
from ...model.errors import InputError, wrong_argument
from ..verb import Answer, told

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


def file_columns(
    text: str, name: str, rounds: int, meanings: Mapping[str, str], of_people: bool = False
) -> Sequence[FileColumn]:
    """The columns of a file as far as it is a table; none of one that is not.

    `of_people`: of a tournament of pairs or teams, in which some columns say who plays with whom.
    """
    try:
        table = registrations_table(text, name, rounds)
    except InputError:
        return []
    sent = sent_list(table, table.rows)
    columns = understand(sent, columns_of(table, rounds, meanings)[0], rounds, meanings).columns
    return columns_read(table, columns, meanings, of_people)


def columns_read(
    table: Table, columns: Columns, meanings: Mapping[str, str], of_people: bool = False
) -> Sequence[FileColumn]:
    """What each column of a table was read as."""
    layout = layout_of(table.titles) if of_people else Layout()
    return [_column(table, columns, title, meanings, layout) for title in table.titles if title]


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
