"""Registrations: the CSV that a director has, with the columns and spellings that people really use."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal, InvalidOperation

from ..model.errors import InputError, Problem
from ..model.player import Player, Status, name_key
from ..model.ranks import HIGHEST_RATING, LOWEST_RATING, parse_rank, rank_from_rating, rank_name, rating_from_rank
from ..model.round_sets import parse_rounds, rounds_text
from ..model.tournament import Tournament
from .tables import Row, Table, write_table

#: Titles by our name, compared without case, blanks, hyphens and dots.
TITLES: dict[str, tuple[str, ...]] = {
    "id": ("id", "no", "nr", "number"),
    "name": ("name", "player", "fullname"),
    "surname": ("surname", "lastname", "familyname", "nachname", "nom"),
    "first name": ("firstname", "givenname", "forename", "vorname", "prenom", "prénom"),
    "rank": ("rank", "grade", "strength", "level", "niveau", "stärke", "staerke"),
    "rating": ("rating", "gor", "elo", "egfrating", "egdrating"),
    "club": ("club", "verein"),
    "country": ("country", "nation", "land", "pays"),
    "pin": ("pin", "egd", "egdpin", "egfpin"),
    "aga": ("aga", "agaid", "aganumber"),
    "rounds": ("rounds", "roundsplayed", "participation", "runden", "rondes"),
    "group": ("group", "groups", "family", "families"),
    "status": ("status", "registration", "registered"),
    "correction": ("correction", "mmscorrection", "smmscorrection"),
}
_BY_TITLE = {title: ours for ours, titles in TITLES.items() for title in titles}
_ROUND_TITLE = re.compile(r"(?:round|runde|ronde|rd|r)?(\d{1,2})")
_YES = frozenset({"x", "1", "yes", "y", "true", "t", "j", "ja", "oui", "o", "✓", "✔", "+", "plays", "in"})
_NO = frozenset({"0", "no", "n", "false", "f", "nein", "non", "-", "absent", "out", "skip", "bye"})
_STATUS = {
    **dict.fromkeys(("", "final", "fin", "f", "confirmed", "yes", "ok", "paid", "registered"), Status.FINAL),
    **dict.fromkeys(("preliminary", "pre", "p", "prelim", "pending", "no", "unconfirmed"), Status.PRELIMINARY),
    **dict.fromkeys(("withdrawn", "out", "cancelled", "canceled"), Status.WITHDRAWN),
}
_UNKNOWN_COUNTRY = frozenset({"XX", "--", "??", "-"})


@dataclass(slots=True)
class Entry:
    """One line of the registrations: the player, and which of our columns it filled in."""

    line: int
    player: Player
    given: frozenset[str]
    has_id: bool


@dataclass(slots=True)
class Reading:
    """What came of a table: entries and every problem with its place."""

    entries: list[Entry] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Columns:
    """Which title of the file stands for what: our columns, one column a round, and the unknown ones."""

    ours: Mapping[str, str]
    by_round: Mapping[int, str]
    unknown: tuple[str, ...]


def columns_of(table: Table, rounds: int) -> tuple[Columns, list[Problem]]:
    """The meaning of each title, and the problems with titles."""
    ours: dict[str, str] = {}
    by_round: dict[int, str] = {}
    unknown: list[str] = []
    problems: list[Problem] = []
    for title in table.titles:
        plain = re.sub(r"[\s._\-/]+", "", title.lower())
        number = _ROUND_TITLE.fullmatch(plain)
        if plain in _BY_TITLE:
            name = _BY_TITLE[plain]
            if name in ours:
                problems.append(Problem(f"two columns for {name}: {ours[name]!r} and", table.name, 1, value=title))
            ours.setdefault(name, title)
        elif number and 1 <= int(number[1]) <= rounds:
            by_round[int(number[1])] = title
        elif number:
            expected = f"rounds 1 to {rounds}"
            problems.append(Problem("a column for an unknown round", table.name, 1, title, title, expected))
        elif title:
            unknown.append(title)
    if not {"name", "surname"} & set(ours):
        expected = "a column called name, or surname and first name"
        problems.append(Problem("no column with names", table.name, 1, expected=expected))
    if not {"rank", "rating"} & set(ours):
        problems.append(Problem("no column with ranks", table.name, 1, expected="a column called rank or rating"))
    return Columns(ours, by_round, tuple(unknown)), problems


def read_registrations(table: Table, rounds: int, skip: Iterable[int] = ()) -> Reading:
    """The entries of a table, with all problems; lines to skip are left out unread."""
    columns, problems = columns_of(table, rounds)
    reading = Reading(problems=problems)
    if problems:
        return reading
    skipped = set(skip)
    for row in table.rows:
        if row.line in skipped:
            continue
        entry, wrong = _entry(row, columns, table.name, rounds)
        reading.problems += wrong
        if entry is not None:
            reading.entries.append(entry)
    reading.problems += _duplicates(reading.entries, table.name, columns)
    reading.problems.sort(key=lambda problem: problem.line)
    return reading


def _entry(row: Row, columns: Columns, file: str, rounds: int) -> tuple[Entry | None, list[Problem]]:
    """The player of a row, or the row's problems."""
    problems: list[Problem] = []

    def cell(name: str) -> str:
        return row.cells[columns.ours[name]] if name in columns.ours else ""

    def wrong(message: str, name: str, expected: str) -> None:
        problems.append(Problem(message, file, row.line, columns.ours.get(name, name), cell(name), expected))

    surname, first_name = _name(cell("name"), cell("surname"), cell("first name"))
    if not name_key(surname, first_name):
        wrong("empty name", "name" if "name" in columns.ours else "surname", "a name with a letter in it")
    if re.search(r"[\s:]", cell("id")):
        wrong("an id with a blank or colon", "id", "an id such as 17")
    rank, pro = _rank(cell("rank"), wrong)
    rating = _rating(cell("rating"), wrong)
    if rank is None and rating is None and not problems:
        wrong("neither rank nor rating", "rank" if "rank" in columns.ours else "rating", "a rank such as 3d or 12k")
    played = _rounds(row, columns, cell("rounds"), rounds, problems, file)
    status = _STATUS.get(cell("status").lower())
    if status is None:
        wrong("unknown status", "status", "final, preliminary or withdrawn")
    correction = _correction(cell("correction"))
    if correction is None:
        wrong("wrong correction", "correction", "whole points from -9 to 9, usually -1 or -2")
    if problems or status is None or correction is None:
        return None, problems
    known_rank = rank if rank is not None else rank_from_rating(rating or 0)
    country = cell("country").upper()
    player = Player(
        id=cell("id"),
        surname=surname,
        first_name=first_name,
        rank=known_rank,
        pro=pro,
        rating=rating if rating is not None else rating_from_rank(known_rank),
        rating_is_derived=rating is None,
        club=cell("club"),
        country="" if country in _UNKNOWN_COUNTRY else country,
        pin=cell("pin"),
        aga=cell("aga"),
        rounds=None if len(played) == rounds else played,
        groups=tuple(g.strip() for g in re.split(r"[;/|,]", cell("group")) if g.strip()),
        status=status,
        correction=correction,
        extra=tuple((title, row.cells[title]) for title in columns.unknown),
    )
    given = frozenset(name for name in columns.ours if cell(name))
    if any(row.cells[title] for title in columns.by_round.values()):
        given |= {"rounds"}
    return Entry(row.line, player, given, bool(cell("id"))), []


def _name(name: str, surname: str, first_name: str) -> tuple[str, str]:
    if surname or first_name:
        return (surname, first_name) if surname else (first_name, "")
    last, comma, first = name.partition(",")
    return (last.strip(), first.strip()) if comma else (name, "")


def _rank(text: str, wrong: object) -> tuple[int | None, int]:
    if not text or text in ("-", "?"):
        return None, 0
    try:
        return parse_rank(text)
    except ValueError:
        wrong("impossible rank", "rank", "30k to 1k, 1d to 9d, or 1p to 9p")  # type: ignore[operator]
        return None, 0


def _rating(text: str, wrong: object) -> int | None:
    if not text or text in ("-", "?"):
        return None
    try:
        rating = int(Decimal(text.replace(",", ".")).to_integral_value())
    except (InvalidOperation, ValueError, OverflowError):
        rating = HIGHEST_RATING + 1
    if not LOWEST_RATING <= rating <= HIGHEST_RATING:
        wrong("impossible rating", "rating", f"{LOWEST_RATING} to {HIGHEST_RATING}, 2100 = 1 dan")  # type: ignore[operator]
        return None
    return rating


def _correction(text: str) -> int | None:
    if not text:
        return 0
    return int(text) if re.fullmatch(r"[+-]?\d", text) else None


def _rounds(row: Row, columns: Columns, text: str, rounds: int, problems: list[Problem], file: str) -> frozenset[int]:
    """The rounds a row enters: by the column of that name, then by one column a round; blank is all."""
    chosen = frozenset(range(1, rounds + 1))
    if text:
        try:
            chosen = parse_rounds(text, rounds)
        except ValueError as error:
            problems.append(Problem("unknown rounds", file, row.line, columns.ours["rounds"], text, str(error)))
    marks = {number: row.cells[title].lower() for number, title in columns.by_round.items()}
    for number, mark in marks.items():
        if mark and mark not in _YES | _NO:
            title = columns.by_round[number]
            problems.append(
                Problem("unclear mark", file, row.line, title, row.cells[title], "x, yes, 1 or no, 0, blank")
            )
    blank_means_no = any(mark in _YES for mark in marks.values())
    out = {number for number, mark in marks.items() if mark in _NO or (not mark and blank_means_no)}
    return chosen - out


def _duplicates(entries: Sequence[Entry], file: str, columns: Columns) -> list[Problem]:
    problems = []
    for what, title in (("id", "id"), ("name", "name" if "name" in columns.ours else "surname"), ("pin", "pin")):
        seen: dict[str, int] = {}
        for entry in entries:
            player = entry.player
            name = name_key(player.surname, player.first_name) if not entry.has_id else ""
            key = {"id": player.id, "name": name, "pin": player.pin}[what]
            if key and key in seen:
                value = player.name if what == "name" else key
                expected = "one line a player; two players of one name need different ids"
                column = columns.ours.get(title, title)
                problems.append(
                    Problem(f"the same {what} as line {seen[key]}", file, entry.line, column, value, expected)
                )
            elif key:
                seen[key] = entry.line
    return problems


@dataclass(frozen=True, slots=True)
class Merge:
    """What registering does: the players new and changed, by id, and remarks for the director."""

    tournament: Tournament
    new: tuple[str, ...]
    changed: tuple[str, ...]
    remarks: tuple[str, ...]


def merge(tournament: Tournament, reading: Reading, file: str) -> Merge:
    """The tournament with entries merged in, by id or else by name. Raises InputError with every problem.

    A new player after the first draw enters from the next round on. Only columns that a line fills in change a player.
    """
    problems = list(reading.problems)
    ids = {p.id for p in tournament.players}
    by_name: dict[str, list[Player]] = {}
    for player in tournament.players:
        by_name.setdefault(name_key(player.surname, player.first_name), []).append(player)
        if player.first_name:
            by_name.setdefault(name_key(player.first_name, player.surname), []).append(player)
    taken = ids | {entry.player.id for entry in reading.entries}
    numbers = (str(n) for n in range(1, 10**7) if str(n) not in taken)
    merged: dict[str, Player] = {p.id: p for p in tournament.players}
    new, changed, remarks = [], [], []
    for entry in reading.entries:
        known = _known(entry, ids, by_name, merged)
        if len(known) > 1:
            expected = f"an id: {', '.join(p.id for p in known)}"
            problems.append(
                Problem("several players have the name", file, entry.line, value=entry.player.name, expected=expected)
            )
        elif known:
            updated = _updated(known[0], entry)
            if updated != known[0]:
                changed.append(updated.id)
            merged[updated.id] = updated
        else:
            player, remark = _newcomer(tournament, replace(entry.player, id=entry.player.id or next(numbers)))
            remarks += remark
            merged[player.id] = player
            new.append(player.id)
    if problems:
        raise InputError(problems)
    return Merge(tournament.with_players(merged.values()), tuple(new), tuple(changed), tuple(remarks))


def _known(
    entry: Entry, ids: set[str], by_name: Mapping[str, list[Player]], merged: Mapping[str, Player]
) -> list[Player]:
    if entry.has_id:
        return [merged[entry.player.id]] if entry.player.id in ids else []
    found = by_name.get(name_key(entry.player.surname, entry.player.first_name), [])
    return list({p.id: merged[p.id] for p in found}.values())


def _updated(old: Player, entry: Entry) -> Player:
    new, given = entry.player, entry.given
    extra = dict(old.extra) | {title: value for title, value in new.extra if value or title not in dict(old.extra)}
    updated = replace(
        old,
        club=new.club or old.club,
        country=new.country or old.country,
        pin=new.pin or old.pin,
        aga=new.aga or old.aga,
        extra=tuple(extra.items()),
    )
    if entry.has_id and {"name", "surname"} & given:
        updated = replace(updated, surname=new.surname, first_name=new.first_name)
    if "rank" in given:
        updated = replace(updated, rank=new.rank, pro=new.pro)
        if updated.rating_is_derived:
            updated = replace(updated, rating=rating_from_rank(new.rank))
    if "rating" in given:
        updated = replace(updated, rating=new.rating, rating_is_derived=False)
    return replace(
        updated,
        rounds=new.rounds if "rounds" in given else old.rounds,
        status=new.status if "status" in given else old.status,
        correction=new.correction if "correction" in given else old.correction,
        groups=new.groups if "group" in given else old.groups,
    )


def _newcomer(tournament: Tournament, player: Player) -> tuple[Player, list[str]]:
    """A new player; rounds that are drawn and published already are missed."""
    drawn = sum(not r.draft for r in tournament.rounds)
    if not drawn:
        return player, []
    everything = frozenset(range(1, tournament.settings.rounds + 1))
    rounds = (everything if player.rounds is None else player.rounds) - frozenset(range(1, drawn + 1))
    text = rounds_text(rounds, tournament.settings.rounds) or "all"
    return replace(player, rounds=rounds), [f"{player.id} ({player.name}) enters late: rounds {text}"]


OUR_TITLES = (
    "id", "surname", "first name", "rank", "rating", "club", "country", "pin", "aga", "rounds", "group", "status",
    "correction",
)  # fmt: skip


def players_text(players: Sequence[Player], rounds: int) -> str:
    """The `players.csv` of a tournament folder; unknown columns stand at the end."""
    titles = list(dict.fromkeys(title for p in players for title, _ in p.extra))
    rows = []
    for p in players:
        extra = dict(p.extra)
        rows.append(
            [
                p.id, p.surname, p.first_name, rank_name(p.rank, p.pro), "" if p.rating_is_derived else p.rating,
                p.club, p.country, p.pin, p.aga, "" if p.rounds is None else rounds_text(p.rounds, rounds),
                "; ".join(p.groups), "" if p.status is Status.FINAL else p.status.value, p.correction or "",
                *(extra.get(title, "") for title in titles),
            ]
        )  # fmt: skip
    return write_table([*OUR_TITLES, *titles], rows)
