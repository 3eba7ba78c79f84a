"""What the columns of a list hold, by the words of their titles and their values: taken if it is sure, else asked.

A title known to the letter, and what somebody has said, are read in `columns.py`. Here follow titles of several words
(`EGF rank`, `Club *`), rounds (`… [Round 1]`), states of entries under any title, ratings of other scales, and columns
that look like what they are not: places, sections.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ...model.errors import Problem
from ...model.language import counted, first_few
from ...model.notes import Remark
from ...model.tournament.numbers import number_in
from ...model.tournament.person import Status
from ...model.ways import Way
from ..tables.records import Row, Table, clean
from .cell_words import MARKS, STATES, TELLING, unmarked
from .columns import FILLED_DOWN, Columns
from .fields import AGA, FFG, FIELDS, NO_RATING, is_country, is_rank

if TYPE_CHECKING:
    import pandas as pd

FEW = 3  # lines on which values say something
MOST_SHARE = 0.8  # of the filled lines must fit
MOST_WORDS = 5  # of a title; a longer one is a question of a form
FAMILY = 4  # players of one family; a larger group is a section
MOST_FIRST = 0.6  # of the lines have a club, if it stands on the first line of each block alone
SCHOOL = 13  # the highest year of school


@dataclass(slots=True)
class SentList:
    """The lines of a list. The index is the number of the line in its file, the same for two players of one line.

    `cells` are in one line, without blanks around them and invisible characters; `written` as they stand in the file.
    A blank cell is an empty text.
    """

    table: Table
    cells: pd.DataFrame
    written: pd.DataFrame

    def filled(self, title: str) -> pd.Series[Any]:
        """The cells under a title that say something."""
        column = self.cells[title]
        return column[column != ""]

    def joined(self, titles: Sequence[str]) -> pd.Series[Any]:
        """The cells under these titles as one text a line, with a blank between two."""
        first, *others = titles
        return self.cells[first].str.cat(self.cells[others], sep=" ").str.strip() if others else self.cells[first]

    def rows(self, as_written: Collection[str]) -> list[Row]:
        """The lines one by one, with the cells under these titles as they stand in the file."""
        titles = [str(title) for title in self.cells]
        columns = [(self.written if title in as_written else self.cells)[title].tolist() for title in titles]
        lines = zip(self.cells.index.tolist(), zip(*columns, strict=True), strict=True)
        return [Row(line, dict(zip(titles, cells, strict=True))) for line, cells in lines]


def sent_list(table: Table, rows: Sequence[Row]) -> SentList:
    """These rows of a table as frames."""
    import pandas as pd

    titles = list(rows[0].cells if rows else filter(None, table.titles))  # a column that counts the lines has no title
    lines = pd.Index([row.line for row in rows], dtype="int64", name="line")
    written = pd.DataFrame({title: [row.cells[title] for row in rows] for title in titles}, lines, dtype=object)
    return SentList(table, written.apply(once, read=clean), written)


def once(column: pd.Series[Any], read: Callable[[str], Hashable]) -> pd.Series[Any]:
    """What is read of each cell; each different text is read once."""
    import pandas as pd

    found = {text: read(text) for text in column.unique()}
    return pd.Series([found[text] for text in column], column.index, dtype=object)


def share(column: pd.Series[Any], fits: Callable[[str], bool]) -> float:
    """The share of the cells that look so, 0 to 1; 0 for no cells."""
    return float(once(column, fits).astype(bool).mean()) if len(column) else 0.0


@dataclass(slots=True)
class Understanding:
    """What has been found of a list so far. `said` are titles whose meaning somebody has given."""

    sent: SentList
    columns: Columns
    rounds: int
    said: frozenset[str]
    problems: list[Problem] = field(default_factory=list)
    remarks: list[Remark] = field(default_factory=list)

    def unread(self) -> list[str]:
        """The titles that nobody has read or spoken of."""
        near = self.columns.near
        return [title for title in self.columns.unknown if title not in self.said and title not in near]

    def now_known(self, title: str, **changes: Any) -> None:
        """Change the columns, of which this title is no unknown one any more."""
        unknown = tuple(one for one in self.columns.unknown if one != title)
        self.columns = replace(self.columns, unknown=unknown, **changes)

    def ask(self, title: str, message: str, expected: str, *answers: str, guess: bool = True) -> None:
        """A question about a title, with what may be said of it, the likelier first, which may also be a guess."""
        leads = zip(("to say it", "or"), answers, strict=True)
        ways = [Way(lead, columns=((title, answer),)) for lead, answer in leads]
        ways += [Way("to take the first", guess=True)] if guess else []
        file, line = self.sent.table.name, self.columns.line
        self.problems.append(Problem(message, file, line, value=title, expected=expected, ways=tuple(ways)))

    def tell(self, title: str, text: str) -> None:
        """A remark on a title."""
        self.remarks.append(Remark(self.columns.at(title) + text))


def understand(sent: SentList, columns: Columns, rounds: int, said: Iterable[str]) -> Understanding:
    """The columns as their words and values have them, with every question and remark. Changes the list."""
    found = Understanding(sent, columns, rounds, frozenset(said))
    steps = (
        titles_of_words, first_names, doubled_titles, lines_of_nobody, titles_by_values, rounds_in_titles, states,
        scale, places, sections, blocks,
    )  # fmt: skip
    for step in steps:
        step(found)
    return found


def _set(words: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", words))


_OTHERS_WORDS = _set(
    "contact|emergency|parent|parents|mother|father|payer|buyer|acheteur|payeur|partner|guardian|dinner|email|"
    "mail|order|billing|company|nick|nickname|user|file|event|tournament|ticket|room|hotel|school|teacher|coach|"
    "friend|notfall|eltern|mutter|vater|besteller|urgence|parrain|white|black|weiß|schwarz|blanc|noir|opponent|"
    "winner|team"
)


#: The fields that words of a title suggest; the more special ones come later in their list, and first here.
_SUGGESTED = [one for one in reversed([*FIELDS.values()]) if one.words]


def titles_of_words(found: Understanding) -> None:
    """Titles of several words: `Go club`, `Rank (dan/kyu)`; two for one column are asked about."""
    suggested: dict[str, list[str]] = {}
    for title in found.unread():
        words = re.findall(r"[^\W\d_]+", title.casefold())
        if not words or len(words) > MOST_WORDS or _OTHERS_WORDS.intersection(words) or "?" in title:
            continue
        joined = {*words, *("".join(pair) for pair in pairwise(words))}
        cells = found.sent.filled(title)
        for one in _SUGGESTED:
            if joined.intersection(one.words.split()) and one.looks and share(cells, one.looks) >= MOST_SHARE:
                suggested.setdefault(one.name, []).append(title)
                break
    named = {"name", "surname"} & found.columns.ours.keys()
    for name, titles in suggested.items():
        if name in found.columns.ours or (name == "name" and named):
            continue
        if len(titles) > 1:
            text = f"several columns may be the {name}: {', '.join(titles)};"
            found.ask(titles[0], text, "which of them it is", name, "keep")
            continue
        found.now_known(titles[0], ours={**found.columns.ours, name: titles[0]})


def titles_by_values(found: Understanding) -> None:
    """Columns under other titles whose values are ranks or countries, if no column of ours has them."""
    for name, fits in (("rank", is_rank), ("country", is_country)):
        if name in found.columns.ours:
            continue
        for title in found.unread():
            cells = found.sent.filled(title)
            if len(cells) < FEW or share(cells, fits) < MOST_SHARE:
                continue
            codes = cells.nunique() <= FEW and not (cells.str.len() > FEW).any()  # two letters may be anything
            if name == "rank" or not codes:
                some = first_few(cells.unique().tolist(), FEW)
                text = f"the values look like {'ranks' if name == 'rank' else 'countries'} ({some}) under the title"
                found.ask(title, text, "what the column is", name, "keep")
                break


_ROUND = re.compile(
    r"\b(?:round|runde|ronde|rd|ronda|turno|kolo|runda|omgång|тур|раунд|r)\s*[.#:]?\s*(\d{1,2})\b|第\s?(\d{1,2})\s?[回轮輪]",
    re.IGNORECASE,
)
_DAYS = re.compile(
    r"\b(mon|tue|wed|thu|fri|sat|sun|montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonnabend|sonntag|lundi|mardi|"
    r"mercredi|jeudi|vendredi|samedi|dimanche|sábado|domingo|sabato|domenica|sobota|niedziela|neděle|суббота|воскресенье|"
    r"土曜|日曜|day|tag|jour)",
    re.IGNORECASE,
)


def rounds_in_titles(found: Understanding) -> None:
    """A column of yes and no for a round that its title names among other words; one for a day is asked about."""
    for title in found.unread():
        cells = found.sent.filled(title)
        if cells.empty or not cells.str.casefold().isin(MARKS).all():
            continue
        numbers = {int(one or other) for one, other in _ROUND.findall(title)}
        if len(numbers) == 1 and (number := numbers.pop()) not in found.columns.by_round and number <= found.rounds:
            found.now_known(title, by_round={**found.columns.by_round, number: title})
        elif _DAYS.search(title) or _ROUND.search(title):
            text = "who plays is lost if nobody reads the column"
            found.ask(title, text, "the rounds that it stands for", "round 1-2", "keep")


_OF_STATES = _set(
    "status|state|zustand|zahlung|payment|paid|bezahlt|statut|état|etat|paiement|estado|pago|stato|pagamento|stan|"
    "płatność|stav|platba|betaling|betalning|состояние|статус|оплата|стан|状態|状态|支払|상태"
)


def states(found: Understanding) -> None:
    """Columns that say of entries that they are cancelled, refunded or waiting, under any title.

    Under one that speaks of states or payments words that say less do, too, such as `offen`; no yes or no.
    """
    for title in (title for title in found.columns.unknown if title not in found.said):
        cells = found.sent.filled(title)
        words = cells.str.casefold()
        known, telling = words.isin(STATES), words.isin(TELLING)
        if not telling.any() and _OF_STATES.intersection(re.findall(r"\w+", title.casefold())):
            telling = words.map(STATES).ne(Status.FINAL) & bool((known & ~words.isin(MARKS)).all())
        if not telling.any():
            continue
        if known.all():
            found.now_known(title, states=(*found.columns.states, title))
            counts = Counter(f"{cell} ({STATES[cell.casefold()].value})" for cell in cells)
            text = ", ".join(f"{n} {cell}" for cell, n in counts.most_common())
            found.tell(title, f"{title!r} is read as the state of each entry: {text}")
        else:
            lines = int(telling.sum())
            some = f"{counted(lines, 'line')} say{'s' if lines == 1 else ''} {words[telling].iloc[0]!r}"
            text = f"{some}, and others {cells[~known].iloc[0]!r}, under the title"
            found.ask(title, text, "whether these entries count", "keep", "leave out", guess=False)


def scale(found: Understanding) -> None:
    """Ratings of the AGA or the FFG, by their values; those of no scale are asked about. Some 0 are none."""
    title = found.columns.ours.get("rating", "")
    if not title:
        return
    filled = found.sent.filled(title)
    numbers = once(filled, lambda cell: number_in(unmarked(cell), thousands=True))
    cells, values = filled[numbers.notna()].tolist(), numbers[numbers.notna()].tolist()
    great, none = max(map(abs, values), default=0), sum(value in NO_RATING for value in values)
    if great >= 1000 and none:
        found.columns = replace(found.columns, zero_is_none=True)
        found.tell(title, f"{counted(none, 'line')} have 0 or -1 under {title!r}: read as no rating")
    if found.columns.scale or title in found.said:
        return
    if values and great < 40:
        if any(value < 0 or value % 1 for value in values) or "aga" in title.casefold():
            found.columns = replace(found.columns, scale=AGA)
            found.tell(title, f"{title!r} has ratings of the AGA, such as {cells[0]}: converted to the European scale")
        elif any(values):
            text = f"the ratings {first_few(cells, FEW)} are none of the EGF, under the title"
            found.ask(title, text, "which they are", "AGA rating", "rank")
    elif values and min(values) < -900 and max(values) <= 1200:
        found.columns = replace(found.columns, scale=FFG)
        found.tell(title, f"{title!r} has ratings of the FFG, such as {cells[0]}: converted to the European scale")


def places(found: Understanding) -> None:
    """A column of ranks that only counts the lines, or has years of school: no strength."""
    title = found.columns.ours.get("rank", "")
    if not title or title in found.said:
        return
    cells = found.sent.filled(title)
    if len(cells) < FEW or not cells.str.isdecimal().all():
        return
    numbers = [int(cell) for cell in cells]
    if numbers == [*range(1, len(cells) + 1)]:
        if "rating" in found.columns.ours:
            ours = {name: one for name, one in found.columns.ours.items() if name != "rank"}
            found.columns = replace(found.columns, ours=ours, unknown=(*found.columns.unknown, title))
            found.tell(title, f"{title!r} counts the lines, so it is a place; the rating says the strength")
        else:
            found.ask(title, "this counts the lines and may be a place:", "what it is", "keep", "rank")
    elif title.casefold().strip(" *:") in ("grade", "class", "klasse", "year") and max(numbers) <= SCHOOL:
        found.ask(title, "numbers without k or d may be years of school:", "what it is", "keep", "rank")


def sections(found: Understanding) -> None:
    """A column of groups of which one is larger than a family: a section of the tournament, perhaps."""
    title, titles = found.columns.ours.get("group", ""), set(found.sent.table.titles)
    if not title or title in found.said or {"id", "group", "correction"} <= titles:  # a list of this program
        return
    players = len(found.sent.cells)
    group, most = next(iter(Counter(found.sent.filled(title)).most_common(1)), ("", 0))
    if most > FAMILY or (players >= 2 * FEW and 2 * most >= players):
        text = f"{most} players are in {group!r}, more than a family:"
        found.ask(title, text, "families who should not meet (group), or sections (keep)", "keep", "group")


_DOUBLED = re.compile(r"(.+) \((\d)\)")


def doubled_titles(found: Understanding) -> None:
    """A title that stands twice: the cell that is filled counts; two that say different things are asked about."""
    for title in found.unread():
        match = _DOUBLED.fullmatch(title)
        ours = {one: name for name, one in found.columns.ours.items()}
        if match is None or match[1] not in ours:
            continue
        base = match[1]
        cells = found.sent.cells
        one, other = cells[base], cells[title]
        unlike = cells[one.ne("") & other.ne("") & one.ne(other)]
        if len(unlike):
            line, (first, second) = unlike.index[0], unlike[[base, title]].iloc[0]
            text = f"two columns have the title {base!r}, and line {line} has {first!r} and {second!r}:"
            found.ask(title, text, "which of them counts", "leave out", "keep")
            continue
        cells[base] = one.where(one.ne(""), other)
        found.now_known(title)


_NOBODY = re.compile(
    r"(?:(?:summe|gesamt|total|totale|sum|somme|suma|anzahl|count|итого|всего|計|合計)\b.*|[\W_]+)", re.IGNORECASE
)


def lines_of_nobody(found: Understanding) -> None:
    """Leave out lines that are empty but for their running number, sums below a list, and rulers."""
    ours = found.columns.ours
    names = [ours[name] for name in ("name", "surname", "first name") if name in ours]
    if not names:
        return
    sent, cells = found.sent, found.sent.cells
    who = sent.joined(names)
    doubtful = who.str.fullmatch(_NOBODY) | (who.eq("") & ("id" not in ours))
    strengths = [ours[name] for name in ("rank", "rating") if name in ours]
    nobody = doubtful.to_numpy(dtype=bool, copy=True)
    nobody[nobody] = [_is_nobody(row, names, strengths) for row in cells[doubtful].to_dict("records")]
    if nobody.any() and not nobody.all():
        left = cells.index[nobody].astype(str).tolist()
        sent.cells, sent.written = sent.cells[~nobody].copy(), sent.written[~nobody].copy()
        text = f"{counted(len(left), 'line')} without a player left out: {first_few(left, FEW * FEW)}"
        found.remarks.append(Remark(text))


def _is_nobody(cells: Mapping[Hashable, str], names: Sequence[str], strengths: Sequence[str]) -> bool:
    """Whether a line has only a number, or its name is a sum or a ruler and it has no strength."""
    others = {cell for title, cell in cells.items() if title not in names and cell}
    if not any(cells[title] for title in names):
        return len(others) == 1 and all(cell.strip(".#)").isdecimal() for cell in others)
    strong = any(cells[title] and not cells[title].isdecimal() for title in strengths)
    return not strong or all(map(_NOBODY.fullmatch, others))


def blocks(found: Understanding) -> None:
    """A club on the first line of each block alone, as merged cells of a spreadsheet leave it."""
    title = found.columns.ours.get("club", "")
    if not title:
        return
    cells, ours, at = found.sent.cells[title], found.columns.ours, found.columns.places
    before_names = at[title] < min((at[ours[name]] for name in ("name", "surname") if name in ours), default=0)
    if found.columns.filled_down:
        found.sent.cells[title] = cells.mask(cells == "").ffill().fillna("")
    elif title not in found.said and len(cells) > FEW and cells.iloc[0] and before_names:
        filled = found.sent.filled(title)
        if filled.is_unique and 2 <= len(filled) <= MOST_FIRST * len(cells):
            text = "each club stands once, with lines without a club below it:"
            found.ask(title, text, "whether it holds for those lines, too", FILLED_DOWN, "club")


def first_names(found: Understanding) -> None:
    """First names under `name`, beside a column of surnames."""
    ours = found.columns.ours
    if not ("name" in ours and "surname" in ours) or "first name" in ours:
        return
    if found.sent.filled(ours["name"]).str.contains("[ ,]").any():
        return
    ours = {("first name" if name == "name" else name): title for name, title in ours.items()}
    found.columns = replace(found.columns, ours=ours)
