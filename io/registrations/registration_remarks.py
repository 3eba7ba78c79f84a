"""What a director should look at in registrations: odd cells, lines of one player, countries, clubs, ranks."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ...model.errors import Problem
from ...model.language import counted, first_few
from ...model.notes import Remark
from ...model.tournament.person import Player, country_key, name_key
from ...model.tournament.ranks import rank_from_rating
from ...model.tournament.same_names import alike_clubs, cut_words, spelling_key, words_key
from ...model.tournament.tournament import Tournament
from ...model.ways import Way
from ..countries import code_of, is_known_code, known, nearest_codes, stands_for_none, two_letters
from ..pins import is_egd_pin
from ..tables.decode import lost_letters
from ..tables.records import Row, Table, plain_title
from .cell_words import unmarked
from .columns import Columns, name_in, split_name
from .fields import PROSE

ALIKE = 88  # of 100: one letter of nine is another
SHORT_NAME = 7  # letters below which names are alike by chance
MOST_COUNTRIES = 50  # unknown ones that are told one by one
MOST_COMPARED = 1_000_000  # pairs of names: a moment
MOST_DOUBLES = 5  # earlier lines of one name, to tell a line that can be left out
MANY_FILLED = 10  # lines of a column that is not read: more than a few stray notes
FAR = 6  # ranks between rank and rating
RANKS_OF_ONE = 3  # ranks between two lines of one file that may be one person: siblings are farther apart
#: Titles that may say on which day somebody plays, in English, German and French.
_DAY = re.compile(
    r"(day|tag|jour)\d|(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?|(diens|donners|frei|sams|sonn|mon)tag"
    "|sonnabend|mittwoch|(lun|mar|mercre|jeu|vendre|same)di|dimanche"
)


class OfLines(StrEnum):
    """Kinds of findings that many lines of a list may have; each is the name of several of them."""

    LOST = "cells with lost letters"
    SAME = "new players who may be somebody else on the list"
    COUNTRIES = "countries that are not known codes"
    CLUBS = "clubs that may be others in another spelling"
    PINS = "pins that cannot be EGD pins"


@dataclass(frozen=True, slots=True)
class Finding(Remark):
    """A remark on a line of a list: its kind, in short what it is about, and the line if there is one.

    `beside` is another line that may be the same player.
    """

    group: OfLines = OfLines.LOST
    case: str = ""
    line: int = 0
    beside: int = 0


@dataclass(frozen=True, slots=True)
class Lines:
    """What a file's lines made: players by id, who is new or changed, on which line (0: no file); and `before` it."""

    before: Tournament
    players: Mapping[str, Player]
    new: Sequence[str]
    changed: Sequence[str]
    line_of: Mapping[str, int]

    @property
    def touched(self) -> list[str]:
        """Who is new or changed."""
        return [*self.new, *self.changed]

    def where(self, ids: Iterable[str]) -> str:
        """`line 7 (and 2 more): ` before a remark; nothing where there is no line."""
        return _first_line([self.line_of.get(pid, 0) for pid in ids])


def _first_line(lines: Sequence[int]) -> str:
    """`line 4 (and 2 more): `, the first of some lines; nothing for what comes from no file."""
    more = f" (and {len(lines) - 1} more)" if len(lines) > 1 else ""
    return f"line {lines[0]}{more}: " if lines and lines[0] else ""


def title_remarks(columns: Columns, own: Collection[str]) -> list[Remark]:
    """A remark for each title that is nearly one which would be understood, and one for the days of an event.

    One more for the other columns that many lines fill in and nobody reads; `own` are those that players have already.
    """
    remarks = [
        Remark(f"{columns.at(title)}{title!r} is not understood; did you mean {near}?")
        for title, near in columns.near.items()
    ]
    days = [title for title in columns.unknown if _DAY.fullmatch(plain_title(title))]
    if days:
        expected = "these columns are not read as rounds; expected a column rounds, such as 1-3, or R1, R2 …"
        remarks.append(Remark(f"{columns.at(days[0])}{', '.join(days)}: {expected}"))
    passed_over = {*columns.near, *columns.kept, *days, *own}
    filled = {t: n for t, n in columns.filled.items() if t in columns.unknown and t not in passed_over}
    many = [title for title, lines in filled.items() if lines >= MANY_FILLED and columns.line]
    if many:
        way = Way("to say what it is, such as absent, rank or club", columns=((many[0], "absent"),))
        text = f"line {columns.line}: columns of your own, kept for prizes, cups and sections: "
        text += first_few(many, MANY_FILLED)
        if len(many) == 1:
            text = f"{columns.at(many[0])}{many[0]!r} is a column of your own, filled in on {filled[many[0]]} lines"
            text += ": kept for prizes, cups and sections"
        remarks.append(Remark(text, (way,)))
    return remarks


def noticed(lines: Lines) -> list[Remark]:
    """Every remark on registrations that are merged."""
    clubs = [*_clubs(lines), *_cut_clubs(lines)]
    return [*_countries(lines), *_two_codes(lines), *clubs, *_alike(lines), *_pins(lines), *far_from_rating(lines)]


def _alike(lines: Lines) -> list[Remark]:
    """New players whose names may be those of others: perhaps one person twice."""
    known = {pid: spelling_key(p.name) for pid, p in lines.before.by_id().items()}
    few = len(lines.new) * (len(known) + len(lines.new)) <= MOST_COMPARED
    by_key = {key: pid for pid, key in reversed(known.items())}
    plain = {pid: name_key(p.surname, p.first_name) for pid, p in lines.before.by_id().items()}
    remarks: list[Remark] = []
    for pid in lines.new:
        player = lines.players[pid]
        key, letters = spelling_key(player.name), name_key(player.surname, player.first_name)
        other = by_key.get(key) or (_nearest(lines, pid, (key, letters), (known, plain)) if few else None)
        same = lines.players[other] if other else player
        if name_key(same.name) != name_key(player.name) and not two_pins(player, same):
            line = lines.line_of.get(same.id, 0) if same.id in lines.new else 0
            there = f" on line {line}" if line else ""
            text = f"{player.name} ({pid}) is new; is this the same person as {same.name} ({other}){there}?"
            own, case = lines.line_of.get(pid, 0), f"{player.name} and {same.name}"
            remarks.append(Finding(lines.where([pid]) + text, (), OfLines.SAME, case, own, line))
        by_key.setdefault(key, pid)
        known[pid], plain[pid] = key, letters
    return remarks


def _nearest(lines: Lines, pid: str, keys: Sequence[str], known: Sequence[Mapping[str, str]]) -> str | None:
    """Who has nearly such a name, in the order of the words or of the alphabet; in one file only of about one rank."""
    from rapidfuzz.fuzz import ratio  # no other command is to wait for it
    from rapidfuzz.process import extractOne

    for key, others in zip(keys, known, strict=True):
        near = extractOne(key, others, scorer=ratio, score_cutoff=ALIKE) if len(key) >= SHORT_NAME else None
        if near is not None:
            other = near[2]
            if other not in lines.new or abs(lines.players[pid].rank - lines.players[other].rank) <= RANKS_OF_ONE:
                return other
    return None


def two_pins(one: Player, other: Player) -> bool:
    """Whether the EGD knows them as two people."""
    return one.pin != other.pin and is_egd_pin(one.pin) and is_egd_pin(other.pin)


def _countries(lines: Lines) -> list[Remark]:
    """A remark, with the first line, for each country that is not a known two-letter code."""
    found: dict[str, list[str]] = {}
    before = {p.id: p.country for p in lines.before.players}
    for pid in lines.touched:
        country = lines.players[pid].country
        if country and not is_known_code(country) and country != before.get(pid):
            found.setdefault(country, []).append(pid)
    told = [
        Finding(lines.where(ids) + _country_text(country), (), OfLines.COUNTRIES, country, lines.line_of.get(ids[0], 0))
        for country, ids in [*found.items()][:MOST_COUNTRIES]
    ]
    more = len(found) - len(told)
    return [*told, *([Remark(f"{more} more countries are not known codes")] if more else [])]


def _country_text(country: str) -> str:
    near = " or ".join(nearest_codes(country))
    meant = f"did you mean {near}? {country}" if near else "it"
    if two_letters(country):
        return f"unknown country code {country}; {meant} is kept as it is"
    return (
        f"the country {country} is not a two-letter code such as DE; {meant} is kept, but exports leave it out, "
        "and the draw treats it as a separate country"
    )


def _brought(
    lines: Lines, key: Callable[[Player], str], variant: Callable[[Player], str], text: Callable[[Player], str]
) -> Iterator[tuple[str, Counter[str]]]:
    """Where a line brings a second variant of what has one key: its place, and how often each is there."""
    told, before = _first_with(lines, key), dict[str, set[str]]()
    for p in lines.before.players:
        before.setdefault(key(p), set()).add(variant(p))
    found: dict[str, dict[str, Counter[str]]] = {}
    for p in lines.players.values():
        found.setdefault(key(p), {}).setdefault(variant(p), Counter())[text(p)] += 1
    for one, variants in found.items():
        if one and one in told and len(before.get(one, ())) < len(variants) > 1:
            names = Counter({max(texts, key=texts.__getitem__): texts.total() for texts in variants.values()})
            yield lines.where([told[one]]), names


def _two_codes(lines: Lines) -> list[Remark]:
    """A remark where a line brings a second code of one country: UK and GB count as one."""
    found = _brought(lines, lambda p: country_key(p.country), lambda p: p.country.upper(), lambda p: p.country.upper())
    return [Remark(f"{where}{_counted(names)} count as one country") for where, names in found]


def _clubs(lines: Lines) -> list[Remark]:
    """A remark where a line brings a club that may be another one in another spelling, and how to make them one."""
    clubs = lines.before.settings.clubs
    alike = alike_clubs(countries_of_clubs([*lines.players.values(), *lines.before.players]), clubs)
    group_of = {club: names[0] for names in alike for club in names}
    found = _brought(lines, lambda p: group_of.get(p.club, ""), lambda p: clubs.key(p.club), lambda p: p.club)
    return [_one_club(lines, f"{where}{_counted(names)} are probably", names) for where, names in found]


def countries_of_clubs(players: Iterable[Player]) -> dict[str, set[str]]:
    """The countries of the players of each club, in the order of the players."""
    found: dict[str, set[str]] = {}
    for p in players:
        if p.club:
            found.setdefault(p.club, set()).add(country_key(p.country))
    return found


def _cut_clubs(lines: Lines) -> list[Remark]:
    """A remark where a line brings a club of which another one may be the cut word, or which may be one."""
    clubs = lines.before.settings.clubs
    counts = Counter(p.club for p in lines.players.values() if p.club)
    before = {p.club for p in lines.before.players}
    countries = countries_of_clubs(lines.players.values())
    told = _first_with(lines, lambda p: p.club)
    order = {pid: k for k, pid in enumerate(lines.touched)}
    remarks = []
    for code, club in ((code, club) for code, longer in cut_words(counts).items() for club in longer):
        one, two = countries[code], countries[club]
        of_one = "" in one or "" in two or one & two  # a country that players of both have, or none of one of them
        if clubs.key(code) == clubs.key(club) or {code, club} <= before or not of_one:
            continue
        ids = sorted((told[name] for name in (code, club) if name in told), key=order.__getitem__)
        names = Counter({name: counts[name] for name in (code, club)})
        remarks.append(_one_club(lines, f"{lines.where(ids[:1])}{_counted(names)} may be", names))
    return remarks


def _first_with(lines: Lines, key: Callable[[Player], str]) -> dict[str, str]:
    """By what players have in common, the first of those who are new or changed."""
    found: dict[str, str] = {}
    for pid in lines.touched:
        found.setdefault(key(lines.players[pid]), pid)
    return found


def _one_club(lines: Lines, who: str, names: Collection[str]) -> Remark:
    """The remark with the setting that makes these clubs one, unless one of them is in a group already."""
    text = f"{who} the same club, but count as {len(names)}"
    kind, case = OfLines.CLUBS, " / ".join(names)
    if any(map(lines.before.settings.clubs.group, names)):
        return Finding(text, (), kind, case)
    group = json.dumps([list(names)], ensure_ascii=False)
    way = Way("", "set", assignments=(f"pairing.club_groups+={group}",))
    return Finding(f"{text}; a setting joins them", (way,), kind, case)


def _pins(lines: Lines) -> list[Remark]:
    """A remark for each pin that is new and cannot be one of the EGD."""
    before = {p.id: p.pin for p in lines.before.players}
    remarks: list[Remark] = []
    for pid in lines.touched:
        player = lines.players[pid]
        if player.pin and player.pin != before.get(pid) and not is_egd_pin(player.pin):
            text = f"the pin {player.pin!r} of {player.name} ({pid}) cannot be an EGD pin, which has eight digits"
            text = f"{lines.where([pid])}{text}; it is kept, but not exported as one"
            remarks.append(Finding(text, (), OfLines.PINS, player.pin, lines.line_of.get(pid, 0)))
    return remarks


def _counted(names: Counter[str]) -> str:
    """`Köln (5) and Koeln (1)`."""
    return " and ".join(f"{name} ({count})" for name, count in names.items())


def odd_ranks(players: Iterable[Player]) -> list[Player]:
    """Players whose ranks contradict the ratings beside them, which may be typing errors; the farthest first."""
    far = [(abs(rank_from_rating(p.rating) - p.rank), p) for p in players if not p.rating_is_derived and not p.pro]
    return [p for gap, p in sorted(far, key=lambda one: -one[0]) if gap >= FAR]


def far_from_rating(lines: Lines) -> list[Remark]:
    """A remark on ranks of new or changed players that contradict their ratings."""
    far = odd_ranks(lines.players[pid] for pid in lines.touched)
    some = "; ".join(f"{lines.where([p.id])}{p.label} {p.rank_name} with {p.rating}" for p in far[:5])
    more = f" and {len(far) - 5} more" if len(far) > 5 else ""
    return [Remark(f"ranks that do not fit the ratings: {some}{more}")] if far else []


def cell_remarks(rows: Sequence[Row], columns: Columns, no_pins: Collection[str]) -> list[Remark]:
    """What is odd in single cells: lost letters, pins and countries that stand for none, values that are not sure."""
    remarks: list[Remark] = []
    for row in rows:
        for name in PROSE:
            wrong = lost_letters(columns.cell(row, name))
            if wrong:
                cell, line = columns.cell(row, name), f"line {row.line}, " if row.line else ""
                where = f"{line}column {columns.ours[name]}"
                remarks.append(Finding(f"{where}: {cell!r}: {wrong}", (), OfLines.LOST, cell, row.line))
    for name in ("pin", "country"):
        found: dict[str, list[int]] = {}
        for row in rows:
            cell = columns.cell(row, name)
            if cell in no_pins if name == "pin" else stands_for_none(cell):
                found.setdefault(cell, []).append(row.line)
        for cell, lines in found.items():
            remarks.append(Remark(f"{_first_line(lines)}the {name} {cell!r} is a placeholder and is left out"))
    bare = [row for row in rows if unmarked(columns.cell(row, "rank")).isdecimal()]
    if bare:
        rank, lines = columns.cell(bare[0], "rank"), [row.line for row in bare]
        remarks.append(Remark(f"{_first_line(lines)}the rank {rank!r} has no letter; it is read as {unmarked(rank)}k"))
    return [*remarks, *_marked(rows, columns), *_of_several_lines(rows), *_mixed_order(rows, columns)]


def without_comma(name: str, lines: Sequence[int] = ()) -> list[Remark]:
    """A remark on a name of several words without a comma where others have one; none for a single word."""
    text = f"{name!r} has no comma, unlike other names; it is sorted by its first word"
    return [Remark(f"{_first_line(lines)}{text}; expected Surname, First name")] if " " in name else []


def _mixed_order(rows: Sequence[Row], columns: Columns) -> list[Remark]:
    """A remark where some names have a comma after the surname and others, of several words, have none."""
    names = {row.line: columns.cell(row, "name") for row in rows}
    plain = [line for line, name in names.items() if " " in name and "," not in name]
    if not plain or not any("," in name for name in names.values()):
        return []
    return without_comma(names[plain[0]], plain)


def _marked(rows: Sequence[Row], columns: Columns) -> list[Remark]:
    """Ranks and ratings that their writers were not sure of, as they are read."""
    remarks = []
    for name in ("rank", "rating"):
        cells = [(columns.cell(row, name), row.line) for row in rows]
        found = [(cell, line) for cell, line in cells if unmarked(cell) not in ("", cell)]
        if found:
            where, cell = _first_line([line for _, line in found]), found[0][0]
            remarks.append(Remark(f"{where}the {name} {cell!r} is read as {unmarked(cell)}"))
    return remarks


def _of_several_lines(rows: Sequence[Row]) -> list[Remark]:
    """Cells with a line in them that may be a player's: two quotation marks may have met by chance."""
    remarks = []
    for row in rows:
        for title, cell in row.cells.items():
            marks = max(len(row.cells) - 1, 2)
            inside = [line for line in cell.split("\n")[1:] if max(map(line.count, ",;\t|")) >= marks]
            if inside:
                text = f"the cell of {title} has several lines; {inside[0].strip()[:60]!r} may be a player"
                remarks.append(Remark(f"{_first_line([row.line])}{text}; is a quotation mark missing?"))
    return remarks


def duplicates(
    rows: Sequence[Row], file: str, columns: Columns, no_pins: Collection[str], both: Collection[int] = ()
) -> list[Problem]:
    """Lines that name the same id or pin, or without id the same name, first name first or last.

    Two pins of the EGD are two people of one name. Lines of `both` are somebody else than an earlier line.
    """

    def same_name(row: Row) -> str:
        if columns.cell(row, "id"):
            return ""
        return words_key(*split_name(*(columns.cell(row, title) for title in ("name", "surname", "first name"))))

    problems = []
    name_column = "name" if "name" in columns.ours else "surname"
    for what, column in (("id", "id"), ("name", name_column), ("pin", "pin")):
        seen: dict[str, list[Row]] = {}
        for row in rows:
            key = same_name(row) if what == "name" else columns.cell(row, what)
            if not key or (what == "pin" and key in no_pins):
                continue
            before = seen.setdefault(key, [])
            compared = before[:MOST_DOUBLES] if what == "id" or row.line not in both else []
            if what == "name":
                compared = [other for other in compared if not _two_pins(row, other, columns, no_pins)]
            if len(before) < MOST_DOUBLES:
                before.append(row)
            if not compared:
                continue
            first = compared[0]
            message, expected = f"the same {what} as line {first.line}:", "one line per player, or different ids"
            if what == "pin":
                message = f"{name_in(row, columns)} has the same pin as {name_in(first, columns)} (line {first.line}):"
                expected = "a different pin for each player"
            title = columns.ours.get(column, column)
            value = name_in(row, columns) if what == "name" else columns.cell(row, column)
            double = any(_is_double(row, other, columns, no_pins) for other in compared)
            ways = [Way("to leave this line out", skip=str(row.line))] if double else []
            ways += [Way("if both are people", both_people=str(row.line))] if what != "id" and not double else []
            wrong = Problem(message, file, row.line, column=title, value=value, expected=expected, ways=tuple(ways))
            problems.append(replace(wrong, beside=first.line))
    return problems


def _two_pins(row: Row, other: Row, columns: Columns, no_pins: Collection[str]) -> bool:
    """Whether two lines have different pins of the EGD."""
    one, two = columns.cell(row, "pin"), columns.cell(other, "pin")
    return one != two and not {one, two} & {*no_pins} and is_egd_pin(one) and is_egd_pin(two)


def shared_pins(rows: Sequence[Row], columns: Columns, both: Collection[int]) -> dict[str, list[int]]:
    """The pins that two people have by `both`, so that nobody knows whose they are, with all their lines."""
    lines: dict[str, list[int]] = {}
    for row in rows if both else ():
        lines.setdefault(columns.cell(row, "pin"), []).append(row.line)
    return {pin: own for pin, own in lines.items() if pin and len(own) > 1 and not {*own}.isdisjoint(both)}


def _is_double(row: Row, other: Row, columns: Columns, no_pins: Collection[str]) -> bool:
    """Whether two lines spell the name alike and agree in everything that both of them give.

    Ján is not Jan here, and sharing a pin is not enough: skipping such a line could lose a player.
    """
    names = [sorted(name_in(one, columns).casefold().replace(",", " ").split()) for one in (row, other)]
    keys: dict[str, Callable[[str], str]] = {
        "pin": lambda text: "" if text in no_pins else text,
        "country": lambda text: country_key(code_of(known(text))),
        "club": lambda text: name_key(known(text)),
        "rank": lambda text: unmarked(text).casefold().replace(" ", ""),
        "id": str,
    }
    said = ((key(columns.cell(row, name)), key(columns.cell(other, name))) for name, key in keys.items())
    return names[0] == names[1] and all(one == two for one, two in said if one and two)


def left_out(skipped: Collection[int], table: Table, columns: Columns) -> list[Remark]:
    """A remark naming the players on skipped lines, so that a wrong line number is noticed."""
    names = {row.line: name_in(row, columns) or columns.cell(row, "id") for row in table.rows}
    some = "; ".join(f"line {line}: {names.get(line) or 'not readable'}" for line in sorted(skipped))
    return [Remark(f"{counted(len(skipped), 'line')} left out: {some}")] if skipped else []
