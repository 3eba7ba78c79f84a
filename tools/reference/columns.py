"""The page of columns: of registrations, of results, of pairs, and of the standings as CSV."""

from __future__ import annotations

from collections.abc import Mapping

from mcmahon.io import results
from mcmahon.io.registrations import columns
from mcmahon.io.registrations.fields import FIELDS

from .markdown import codes, page, table

ABOUT = """CSV files are read with commas, semicolons or tabs, in UTF-8, UTF-16 or Windows-1252, in any order of
columns. Titles are compared without case, blanks, hyphens and dots."""
REGISTRATIONS = {one.name: one.about for one in FIELDS.values()}
RESULTS = {
    "table": "the table's number",
    "result": "`1-0`, `0-1`, `0.5-0.5`, `jigo`, `0-0`, `1-1`, `void`; with `!` a win by forfeit, e.g. `1-0!`",
    "round": "the round, if it is not the last one drawn",
    "white": "White's id or name, to be compared with the board",
    "white name": "White's name, likewise",
    "black": "Black's id or name, likewise",
    "black name": "Black's name, likewise",
}


ABOUT_REGISTRATIONS = """For `mcmahon new` and `mcmahon register`. A name and a rank (or a rating) are enough for a new
player; an id, or a name, and the columns that change are enough for a known one. A column for each round, titled by its
number, may stand for `rounds`. Other columns are kept under their titles, and rules and standings can use them."""
ABOUT_RESULTS = """For `mcmahon result DIR --file results.csv`. Where teams play, `board` is the board of a match,
`table` that of the match; `3.2` as table is both. White and Black are then the people at the board."""
ABOUT_STANDINGS = """Written by `mcmahon standings DIR --to FILE.csv`: `place`, `line`, `id`, `name`, `rank`, `club`,
`country`, `MMS`, a column a round as in the crosstable (`round_1`: `12+` is a win against line 12), `WINS` and the
placing criteria of the settings; with `--ratings` also `rating` and `expected_rating`; by sections, `section` and
`section_place` first; of the people of teams, `team` last."""


def columns_page() -> str:
    """The page."""
    return page(
        "Columns of CSV files",
        ABOUT,
        f"## Registrations\n\n{ABOUT_REGISTRATIONS}",
        _table(columns.TITLES, REGISTRATIONS),
        f"## Results\n\n{ABOUT_RESULTS}",
        _table(results.TITLES, RESULTS),
        f"## Standings\n\n{ABOUT_STANDINGS}",
    )


def _table(titles: Mapping[str, tuple[str, ...]], meanings: Mapping[str, str]) -> str:
    """A line for each column; raises KeyError where one has no meaning here."""
    rows = [
        [name, meanings[name], codes(own for own in spellings if own != name)] for name, spellings in titles.items()
    ]
    return table(["column", "what is in it", "also titled"], rows)
