"""The page of columns: of registrations, of results, of pairs, and of the standings as CSV."""

from __future__ import annotations

from collections.abc import Mapping

from mcmahon.io import results
from mcmahon.io.registrations import columns

from .markdown import codes, page, table

ABOUT = """CSV files are read with commas, semicolons or tabs, in UTF-8, UTF-16 or Windows-1252, in any order of
columns. Titles are compared without case, blanks, hyphens and dots."""
REGISTRATIONS = {
    "id": "a number or a name of one's own for the player; where there is none, one is given",
    "name": "the whole name, best as `Surname, Given name`; or two columns, surname and first name",
    "surname": "the surname, where the first name has a column of its own",
    "first name": "the first name, where the surname has a column of its own",
    "rank": "`5k`, `2d`, `3p`, also `5 kyu` or `2 Dan`; a blank is taken from the rating, and said",
    "rating": "a whole number in the scale of European ratings (1 dan about 2,100)",
    "club": "any text; a blank is no club",
    "country": "two letters such as `DE`, or the country's name",
    "pin": "the number in the European Go Database",
    "aga": "the number in the American Go Association's list",
    "rounds": "which rounds the player plays: `all`, `1-3`, `1,2,5`, or marks such as `11011`; a blank is all",
    "absent": "which rounds the player misses: `2`, `1,3`, `all`; a blank or `no` is none",
    "group": "who is not to meet, such as a family: players with the same text; several by a semicolon",
    "status": "`final` or `preliminary`; a preliminary entry is not paired",
    "unexcused": "the rounds that the player missed without a word",
    "correction": "points added to the start score, such as `-1`",
}
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
ABOUT_PAIRS = """For `mcmahon explain` and `mcmahon check` with `--pairs FILE`: `white` and `black`, ids or names;
`round` where there are several; a blank or `bye` for the bye."""
ABOUT_STANDINGS = """Written by `mcmahon standings DIR --csv FILE`: `place`, `line`, `id`, `name`, `rank`, `club`,
`country`, `MMS`, a column a round as in the crosstable (`12+/w2`: won against line 12, White, two stones), `WINS` and
the placing criteria of the settings; with `--ratings` also `rating` and `expected rating`; by sections, `section` and
`section place` first."""


def columns_page() -> str:
    """The page."""
    return page(
        "Columns of CSV files",
        ABOUT,
        f"## Registrations\n\n{ABOUT_REGISTRATIONS}",
        _table(columns.TITLES, REGISTRATIONS),
        f"## Results\n\n{ABOUT_RESULTS}",
        _table(results.TITLES, RESULTS),
        f"## Pairings\n\n{ABOUT_PAIRS}",
        f"## Standings\n\n{ABOUT_STANDINGS}",
    )


def _table(titles: Mapping[str, tuple[str, ...]], meanings: Mapping[str, str]) -> str:
    """A line for each column; raises KeyError where one has no meaning here."""
    rows = [
        [name, meanings[name], codes(own for own in spellings if own != name)] for name, spellings in titles.items()
    ]
    return table(["column", "what is in it", "also titled"], rows)
