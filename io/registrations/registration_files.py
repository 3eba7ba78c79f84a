"""Files of registrations: CSV with titles, MacMahon's lines of fields between `|`, and plain lists without titles.

People type or copy such lists from a chat: `1. Anna 5k`, `Bob (12 kyu), Cleo 3k`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...model.errors import InputError, Problem
from ...model.tournament.numbers import rounds_text
from ...model.tournament.tournament import Tournament
from ...model.ways import Way
from ..countries import known
from ..foreign.foreign import Read, Report, Written, settings_of
from ..foreign.format import tournament_in
from ..tables.decode import decode_and_tell, numbered_lines
from ..tables.records import MOST_LINES, Row, Table, check_size, clean, parse_table
from .cell_words import BEGINNERS
from .columns import TITLES as COLUMNS
from .columns import known_title, names_players, near_title, rounds_named
from .merging import merge
from .reading import players_text, read_registrations
from .registered_people import kind_of_people, people_text, read_entrants

_LETTER = r"[\s.-]{0,2}(?:dan|kyu|pro|[dkp])(?!\w)"
#: A name, a rank behind it, and the rest of the line. The rank has its letter: a bare number may be anything.
_PLAYER = re.compile(
    r"(?P<name>[^\W\d_].*?)(?P<between>[\s,;:|(\[–—-]{1,8})"
    rf"(?P<rank>[~≈]?\d{{1,2}}{_LETTER}\s?[?*]*|(?:{'|'.join(BEGINNERS)})(?!\w|\W{{0,3}}\d{{1,2}}{_LETTER}))[)\]]?"
    r"(?P<rest>.*)",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^[\W\d_]+")  # numbers, dashes, ticks and pictures before a name
_NOTE = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_ENDS = " ,;:|.-–—\t"
LONGEST = 5_000  # letters of a line, which may have a whole club in it
TITLES = ("name", "rank", "club", "country", "note")


def plain_list(text: str, name: str) -> Table | None:
    """A list without titles: names with ranks, then club and country, notes in brackets; None for another text.

    A line may have several players, or a name without a rank. Raises InputError for too many.
    """
    lines = [(number, line) for number, line in numbered_lines(text.lstrip("\ufeff")) if line.strip()]
    if not lines or max(len(line) for _, line in lines) > LONGEST or _has_titles(lines[0][1]):
        return None
    rows: list[Row] = []
    for number, line in lines:
        rows += (Row(number, dict(zip(TITLES, cells, strict=True))) for cells in _players(line))
        if len(rows) > MOST_LINES:
            expected = f"at most {MOST_LINES:,}"
            raise InputError([Problem("too many players", name, number, expected=expected)])
    typed = sum(" " in found["between"] for _, line in lines if (found := _player(line)) and "\t" not in line)
    if not _player(lines[0][1]) and 2 * typed < len(lines):
        return None
    used = tuple(t for t in TITLES if t in ("name", "rank") or any(row.cells[t] for row in rows))
    return Table(name, used, tuple(Row(row.line, {t: row.cells[t] for t in used}) for row in rows), line=0)


def name_and_rank(text: str) -> tuple[str, str] | None:
    """The name and the rank of `Anna 5k`; None where no rank ends the text."""
    found = _PLAYER.fullmatch(text.strip())
    return (found["name"].strip(_ENDS), found["rank"]) if found and not found["rest"].strip(_ENDS) else None


def _has_titles(line: str) -> bool:
    cells = [cell.strip(' "') for cell in re.split(r"[\t;|,]", line)[:40]]
    return any(known_title(cell.lower()) in COLUMNS or near_title(cell, ()) for cell in cells if cell)


def _player(line: str) -> re.Match[str] | None:
    return _PLAYER.match(_BULLET.sub("", line))


def _players(line: str) -> Sequence[tuple[str, str, str, str, str]]:
    """The cells under TITLES of every player in a line."""
    found, cells = _player(line), []
    if found is None:
        return [(clean(_BULLET.sub("", line)).strip(_ENDS) or clean(line), "", "", "", "")]
    while found is not None:
        following = _player(found["rest"])
        rest = "" if following else found["rest"]
        club, _, country = _NOTE.sub(" ", rest).strip(_ENDS).partition(",")
        told = _NOTE.findall(rest)
        if club.strip().casefold() in BEGINNERS:
            told, club = [*told, club], ""
        notes = ", ".join(filter(None, map(clean, told)))
        cells.append((clean(found["name"].strip(_ENDS)), found["rank"].strip(), clean(club), clean(country), notes))
        found = following
    return cells


#: The fields between strokes, in MacMahon's order. Only the surname must be there.
FIELDS = ("surname", "first name", "rank", "country", "club", "rating", "status", "rounds")
_COUNTRY = re.compile(r"[A-Za-z]{2}|--|\?\?")


def registrations_table(text: str, name: str, rounds: int) -> Table:
    """Registrations by titles, or without: fields between strokes, or names and ranks.

    Raises InputError if it is no table, too large, or club and country seem to be exchanged.
    """
    check_size(text, name)
    kind = tournament_in(text)
    if kind or text.lstrip("\ufeff \t\r\n").startswith("<"):
        what = f"this is a tournament ({kind})" if kind else "this is XML or HTML"
        way = Way("to read another program's file", "convert", source="FILE", target="NEW-FOLDER")
        raise InputError([Problem(f"{what}, not a table", name, expected="a table of registrations", ways=(way,))])
    lines = [
        (number, [field.strip() for field in line.lstrip("\ufeff").split("|")])
        for number, line in numbered_lines(text)
        if line.strip() and not line.lstrip("\ufeff ").startswith(";")
    ]
    if not lines or len(lines[0][1]) == 1 or names_players(lines[0][1]):
        return (plain_list(text, name) or parse_table(text, name, sent=True)).of_one_tournament()
    return _participants(lines, name, rounds).of_one_tournament()


def is_participants(data: bytes) -> bool:
    """Whether a file has lines of fields between strokes with a registration among them."""
    line = rb"^[^|;\r\n]+(\|[^|\r\n]*){5}\|\s*[pPfF]\s*(\||\r|\n|$)"
    return re.search(line, data[:100_000], re.MULTILINE) is not None


def read_entries(data: bytes, name: str) -> Read:
    """A new tournament (`egf`, 5 rounds or the file's) from registrations. Raises InputError with each bad line."""
    check_size(data, name)
    text, guessed = decode_and_tell(data, name)
    rounds = max([5, *(len(found) for found in re.findall(r"\|\s*[fF]\s*\|\s*([01]{1,20})\s*$", text, re.MULTILINE))])
    table = registrations_table(text, name, rounds)
    rounds = max(rounds, rounds_named(table))
    kind = kind_of_people(table)
    given = {"rounds": rounds} | ({"entrants.kind": kind} if kind else {})
    settings, settings_text = settings_of("egf", given, name)
    reading = read_entrants(table, rounds) if kind else read_registrations(table, rounds)
    reading.problems = [replace(problem, ways=()) for problem in reading.problems]  # here no line can be skipped
    merged = merge(Tournament(settings, (), ()), reading, name)
    report = Report()
    if not merged.new:
        raise InputError([Problem("no players", name, expected="one line per player")])
    report.add(f"the file has no settings: the preset egf with {rounds} rounds is used")
    if guessed:
        report.add(guessed)
    for remark in (*reading.remarks, *merged.remarks):
        report.add(remark.text, ways=remark.ways_on)
    return Read(merged.tournament, settings_text, report)


def _participants(lines: Sequence[tuple[int, list[str]]], name: str, rounds: int) -> Table:
    """Lines of fields as a table. Raises InputError if the country seems to stand where the club belongs."""
    rows, problems = [], []
    for number, fields in lines:
        if any(fields[len(FIELDS) :]):
            expected = "at most " + "|".join(FIELDS)
            problems.append(Problem("more fields than expected:", name, number, value=fields[-1], expected=expected))
            continue
        cells = dict(zip(FIELDS, fields + [""] * len(FIELDS), strict=False))
        for column in ("club", "country"):
            cells[column] = known(cells[column])
        if cells["rank"] and not re.fullmatch(r"-?[1-9]\d{0,3}", cells["rating"]):
            cells["rating"] = ""  # none, or a zero where ratings are not used
        played = "" if cells["status"].lower() == "p" else cells["rounds"]  # a preliminary entry has none of its own
        if not re.fullmatch("[01]*", played):
            expected = "1 for each round played and 0 for each round missed, such as 1101"
            problems.append(Problem("unknown rounds", name, number, "rounds", value=played, expected=expected))
            continue
        plays = [k for k, mark in enumerate(played[:rounds].ljust(rounds, "1"), 1) if mark == "1"]
        cells["rounds"] = rounds_text(plays, rounds) if played else ""
        rows.append(Row(number, cells))
    _check_countries(rows, name)
    return Table(name, FIELDS, tuple(rows), tuple(problems))


def _check_countries(rows: Sequence[Row], name: str) -> None:
    """Raise InputError if the fifth fields could all be countries and the fourth could not, as old OpenGotha wrote."""
    fourth, fifth = ([row.cells[title] for row in rows] for title in ("country", "club"))
    wrong = next((k for k, text in enumerate(fourth) if text and not _COUNTRY.fullmatch(text)), None)
    if wrong is not None and any(fifth) and all(_COUNTRY.fullmatch(text) for text in fifth if text):
        what = "club and country seem to be exchanged:"
        expected = "the country before the club, or first a line with titles: surname|first name|rank|club|country"
        raise InputError([Problem(what, name, rows[wrong].line, "country", value=fourth[wrong], expected=expected)])


def write_csv(tournament: Tournament) -> Written:
    """The players as `mcmahon register` reads them, with all that it knows of them."""
    losses = Report()
    for drawn in tournament.rounds:
        losses.add("games, results, byes and absences", f"round {drawn.number}", of="games byes absences unpaired")
    if not any(p.members for p in tournament.players):
        rounds = tournament.settings.rounds
        players = [p if p.rounds is None else p.with_rounds(p.rounds, rounds) for p in tournament.players]
        text = players_text(players, rounds)
        return Written(text.encode("utf-8"), losses)
    for p in tournament.players:
        own = p.own_club, p.own_country, p.pin, p.aga, p.groups, p.correction, p.unexcused, p.granted, p.extra
        follows = p.members and p.rank_is_derived and p.rating_is_derived and p.rounds is None
        if any(own) or not follows:
            losses.add("what a pair or team has beside its members", p.name)
    return Written(people_text(tournament).encode("utf-8"), losses)
