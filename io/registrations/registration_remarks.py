"""What a director should look at in registrations that are merged: doubles, countries, clubs, ranks."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from ...model.language import first_few
from ...model.notes import Remark
from ...model.tournament.person import Player, country_key, name_key
from ...model.tournament.ranks import rank_from_rating
from ...model.tournament.same_names import cut_words, spelling_key
from ...model.tournament.tournament import Tournament
from ...model.ways import Way
from ..countries import is_known_code, nearest_codes, two_letters
from ..pins import is_egd_pin
from ..tables import plain_title
from .columns import Columns

ALIKE = 88  # of 100: one letter of nine is another
SHORT_NAME = 7  # letters below which names are alike by chance
MOST_COUNTRIES = 50  # unknown ones that are told one by one
MOST_COMPARED = 1_000_000  # pairs of names: a moment
MANY_FILLED = 10  # lines of a column that is not read: more than a few stray notes
FAR = 6  # ranks between rank and rating
RANKS_OF_ONE = 3  # ranks between two lines of one file that may be one person: siblings are farther apart
#: Titles that may say on which day somebody plays, in English, German and French.
_DAY = re.compile(
    r"(day|tag|jour)\d|(mon|tues?|wed(nes)?|thu(rs)?|fri|sat(ur)?|sun)(day)?|(diens|donners|frei|sams|sonn|mon)tag"
    "|sonnabend|mittwoch|(lun|mar|mercre|jeu|vendre|same)di|dimanche"
)


@dataclass(frozen=True, slots=True)
class Lines:
    """What the lines of a file have made: all players by id, who of them is new or changed, and on which line.

    `before` is the tournament as it was; lines are 0 for what comes from no file.
    """

    before: Tournament
    players: Mapping[str, Player]
    new: Sequence[str]
    changed: Sequence[str]
    line_of: Mapping[str, int]

    def where(self, ids: Iterable[str]) -> str:
        """`line 7 and 2 more: ` before a remark; nothing where there is no line."""
        lines = [self.line_of.get(pid, 0) for pid in ids]
        more = f" (and {len(lines) - 1} more)" if len(lines) > 1 else ""
        return f"line {lines[0]}{more}: " if lines[0] else ""


def title_remarks(columns: Columns, own: Collection[str]) -> list[Remark]:
    """A remark for each title that is nearly one which would be understood, and one for the days of an event.

    One more for the other columns that many lines fill in and nobody reads; `own` are those that players have already.
    """
    remarks = []
    for title, near in columns.near.items():
        where = _at(columns, title)
        remarks.append(Remark(f"{where}{title!r} is not understood; did you mean {near}?"))
    days = [title for title in columns.unknown if _DAY.fullmatch(plain_title(title))]
    if days:
        where = _at(columns, days[0])
        shown = ", ".join(days)
        text = (
            f"{where}{shown}: these columns are not read as rounds; expected a column rounds, such as 1-3, or R1, R2 …"
        )
        remarks.append(Remark(text))
    passed_over = {*columns.near, *columns.kept, *days, *own}
    filled = {t: n for t, n in columns.filled.items() if t in columns.unknown and t not in passed_over}
    many = [title for title, lines in filled.items() if lines >= MANY_FILLED and columns.line]
    if len(many) == 1:
        text = f"{many[0]!r} is a column of your own, filled in on {filled[many[0]]} lines"
        text += ": kept for prizes, cups and sections"
        remarks.append(Remark(_at(columns, many[0]) + text, _to_say(many[0])))
    elif many:
        text = f"columns of your own, kept for prizes, cups and sections: {first_few(many, MANY_FILLED)}"
        remarks.append(Remark(f"line {columns.line}: {text}", _to_say(many[0])))
    return remarks


def _at(columns: Columns, title: str) -> str:
    """`line 1, column 3: ` before a remark on a title; nothing for what comes from no file."""
    return f"line {columns.line}, column {columns.places[title]}: " if columns.line else ""


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
    remarks = []
    for pid in lines.new:
        player = lines.players[pid]
        key, letters = spelling_key(player.name), name_key(player.surname, player.first_name)
        other = by_key.get(key) or (_nearest(lines, pid, (key, letters), (known, plain)) if few else None)
        if (
            other
            and name_key(lines.players[other].name) != name_key(player.name)
            and not two_pins(player, lines.players[other])
        ):
            remarks.append(_asked(lines, pid, other))
        by_key.setdefault(key, pid)
        known[pid], plain[pid] = key, letters
    return remarks


def _nearest(lines: Lines, pid: str, keys: Sequence[str], known: Sequence[Mapping[str, str]]) -> str | None:
    """Who has nearly such a name, in the order of the words or of the alphabet; in one file only of about one rank."""
    from rapidfuzz.fuzz import ratio  # no other command is to wait for it
    from rapidfuzz.process import extractOne

    for key, others in zip(keys, known, strict=True):
        near = extractOne(key, others, scorer=ratio, score_cutoff=ALIKE) if len(key) >= SHORT_NAME else None
        if near is not None and _may_be_one(lines, pid, near[2]):
            return near[2]
    return None


def _may_be_one(lines: Lines, pid: str, other: str) -> bool:
    one, two = lines.players[pid], lines.players[other]
    return other not in lines.new or abs(one.rank - two.rank) <= RANKS_OF_ONE


def two_pins(one: Player, other: Player) -> bool:
    """Whether the EGD knows them as two people."""
    return one.pin != other.pin and is_egd_pin(one.pin) and is_egd_pin(other.pin)


def _asked(lines: Lines, pid: str, other: str) -> Remark:
    line = lines.line_of.get(other, 0) if other in lines.new else 0
    there = f" on line {line}" if line else ""
    name, other_name = lines.players[pid].name, lines.players[other].name
    text = f"{name} ({pid}) is new; is this the same person as {other_name} ({other}){there}?"
    return Remark(lines.where([pid]) + text)


def _countries(lines: Lines) -> list[Remark]:
    """A remark, with the first line, for each country that is not a known two-letter code."""
    found: dict[str, list[str]] = {}
    before = {p.id: p.country for p in lines.before.players}
    for pid in [*lines.new, *lines.changed]:
        country = lines.players[pid].country
        if country and not is_known_code(country) and country != before.get(pid):
            found.setdefault(country, []).append(pid)
    remarks = [Remark(lines.where(ids) + _country_text(country)) for country, ids in [*found.items()][:MOST_COUNTRIES]]
    more = len(found) - len(remarks)
    return [*remarks, Remark(f"{more} more countries are not known codes")] if more else remarks


def _country_text(country: str) -> str:
    near = " or ".join(nearest_codes(country))
    meant = f"did you mean {near}? {country}" if near else "it"
    if two_letters(country):
        return f"unknown country code {country}; {meant} is kept as it is"
    return (
        f"the country {country} is not a two-letter code such as DE; {meant} is kept, but exports leave it out, "
        "and the draw treats it as a separate country"
    )


def _two_codes(lines: Lines) -> list[Remark]:
    """A remark where a line brings a second code of one country: UK and GB count as one."""
    told = _first_with(lines, lambda p: country_key(p.country))
    before: dict[str, set[str]] = {}
    for p in lines.before.players:
        before.setdefault(country_key(p.country), set()).add(p.country.upper())
    codes: dict[str, Counter[str]] = {}
    for player in lines.players.values():
        codes.setdefault(country_key(player.country), Counter())[player.country.upper()] += 1
    remarks = []
    for key, counts in codes.items():
        if len(counts) == 1:
            continue
        if key in told and len(before.get(key, ())) < len(counts):
            remarks.append(Remark(f"{lines.where([told[key]])}{_counted(counts)} count as one country"))
    return remarks


def _clubs(lines: Lines) -> list[Remark]:
    """A remark where a line brings a club that may be another one in another spelling, and how to make them one."""
    clubs = lines.before.settings.clubs
    keys = {club: spelling_key(club) for club in {p.club for p in [*lines.players.values(), *lines.before.players]}}
    spellings: dict[str, dict[str, Counter[str]]] = {}
    for player in lines.players.values():
        counts = spellings.setdefault(keys[player.club], {}).setdefault(clubs.key(player.club), Counter())
        counts[player.club] += 1
    told, before = _first_with(lines, lambda p: keys[p.club]), dict[str, set[str]]()
    for p in lines.before.players:
        before.setdefault(keys[p.club], set()).add(clubs.key(p.club))
    remarks = []
    for key, known in spellings.items():
        if not key or len(known) == 1:
            continue
        if key in told and len(before.get(key, ())) < len(known):
            names = Counter({max(counts, key=lambda c: counts[c]): counts.total() for counts in known.values()})
            text = f"{lines.where([told[key]])}{_counted(names)} are probably the same club, but count as {len(names)}"
            grouped = any(clubs.group(name) for name in names)
            remarks.append(Remark(text) if grouped else _to_join(text, names))
    return remarks


def _cut_clubs(lines: Lines) -> list[Remark]:
    """A remark where a line brings a club of which another one may be the cut word, or which may be one."""
    clubs = lines.before.settings.clubs
    counts = Counter(p.club for p in lines.players.values() if p.club)
    before = {p.club for p in lines.before.players}
    countries: dict[str, set[str]] = {}
    for p in lines.players.values():
        countries.setdefault(p.club, set()).add(country_key(p.country))
    told = _first_with(lines, lambda p: p.club)
    order = {pid: k for k, pid in enumerate([*lines.new, *lines.changed])}
    remarks = []
    for code, club in ((code, club) for code, longer in cut_words(counts).items() for club in longer):
        one = [countries[code], countries[club]]
        if clubs.key(code) == clubs.key(club) or {code, club} <= before or not _one_country(one):
            continue
        ids = sorted((told[name] for name in (code, club) if name in told), key=order.__getitem__)
        names = Counter({name: counts[name] for name in (code, club)})
        text = f"{lines.where(ids[:1])}{_counted(names)} may be the same club, but count as 2"
        grouped = clubs.group(code) or clubs.group(club)
        remarks.append(Remark(text) if grouped else _to_join(text, names))
    return remarks


def _first_with(lines: Lines, key: Callable[[Player], str]) -> dict[str, str]:
    """By what players have in common, the first of those who are new or changed."""
    found: dict[str, str] = {}
    for pid in [*lines.new, *lines.changed]:
        found.setdefault(key(lines.players[pid]), pid)
    return found


def _one_country(found: Sequence[set[str]]) -> bool:
    """Whether clubs may be of one country: one that is known of players of both, or none of one of them."""
    return any("" in countries for countries in found) or bool(set.intersection(*found))


def _to_say(title: str) -> tuple[Way, ...]:
    """How the director says what a column is."""
    return (Way("to say what it is, such as absent, rank or club", columns=((title, "absent"),)),)


def _to_join(text: str, names: Iterable[str]) -> Remark:
    """The remark with the setting that makes these clubs one."""
    group = json.dumps([list(names)], ensure_ascii=False)
    return Remark(f"{text}; a setting joins them", (Way("", "set", assignments=(f"pairing.club_groups+={group}",)),))


def _pins(lines: Lines) -> list[Remark]:
    """A remark for each pin that is new and cannot be one of the EGD."""
    before = {p.id: p.pin for p in lines.before.players}
    remarks = []
    for pid in [*lines.new, *lines.changed]:
        player = lines.players[pid]
        if player.pin and player.pin != before.get(pid) and not is_egd_pin(player.pin):
            text = f"the pin {player.pin!r} of {player.name} ({pid}) cannot be an EGD pin, which has eight digits"
            remarks.append(Remark(f"{lines.where([pid])}{text}; it is kept, but not exported as one"))
    return remarks


def _counted(names: Counter[str]) -> str:
    """`Köln (5) and Koeln (1)`."""
    return " and ".join(f"{name} ({count})" for name, count in names.items())


def far_from_rating(lines: Lines) -> list[Remark]:
    """Ranks of new or changed players that contradict the ratings beside them, which may be typing errors."""
    far = []
    for pid in [*lines.new, *lines.changed]:
        p = lines.players[pid]
        gap = abs(rank_from_rating(p.rating) - p.rank)
        if not p.rating_is_derived and not p.pro and gap >= FAR:
            far.append((-gap, f"{lines.where([pid])}{p.name} ({pid}) {p.rank_name} with {p.rating}"))
    some = "; ".join(text for _, text in sorted(far, key=lambda one: one[0])[:5])
    more = f" and {len(far) - 5} more" if len(far) > 5 else ""
    return [Remark(f"ranks that do not fit the ratings: {some}{more}")] if far else []
