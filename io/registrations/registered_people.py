"""The people of pairs and teams: registrations of them, merged in, and the file `members.csv` of a tournament folder.

Registrations have a line a person, `name,rank,pair`: those with the same text under `pair` belong together, in the
order of the file. Or they have a line a pair with numbered columns, `pair,name 1,rank 1,name 2,rank 2`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from ...model.errors import Problem
from ...model.language import counted, first_few
from ...model.notes import Remark
from ...model.tournament.numbers import every_round, parse_int
from ...model.tournament.person import (
    MOST_MEMBERS,
    MOST_OF_PAIR,
    Member,
    Player,
    Status,
    as_member,
    as_player,
    name_key,
    regulars,
)
from ...model.tournament.ranks import rating_from_rank
from ...model.tournament.tournament import Tournament, with_members
from ...model.ways import Way
from ..tables.records import Line, Row, Table, clean, missing_columns, plain_title
from .columns import KEEP, LEAVE_OUT, Columns, known_title
from .fields import FIELDS, OF_MEMBERS, texts_of
from .reading import Entry, MemberEntry, Reading, read_registrations, with_own_columns
from .registration_remarks import Lines, noticed

#: The titles that say where a person belongs; all others are those of registrations.
ENTRANT, ORDER, SUBSTITUTE = "entrant", "order", "substitute"
MEMBER_TITLES = tuple(one.name for one in OF_MEMBERS)
YES = "yes"
NOT_SUBSTITUTE = frozenset({"", "no", "n", "nein", "non", "false", "0", "-"})


def members_text(players: Sequence[Player], rounds: int) -> str:
    """The `members.csv` of a tournament folder: the people of every entrant in board order; unknown columns last."""
    people = [(p, order, m) for p in players for order, m in enumerate(p.members, 1)]
    rows = [([p.id, order, *member_cells(m, rounds), YES if m.substitute else ""], m) for p, order, m in people]
    return with_own_columns([ENTRANT, ORDER, *MEMBER_TITLES, SUBSTITUTE], rows)


def member_cells(m: Member, rounds: int) -> list[str]:
    """The cells under `MEMBER_TITLES`; blank for a derived rating, and for all rounds but of substitutes."""
    texts = texts_of(m, rounds)
    if m.rounds is None or m.rounds == every_round(rounds):
        texts["rounds"] = "all" if m.substitute else ""
    return [texts[title] for title in MEMBER_TITLES]


def read_members(
    table: Table, rounds: int, entrants: Collection[str]
) -> tuple[dict[str, tuple[Member, ...]], list[Problem]]:
    """The members of each entrant (an id) in their order, and every problem of the file."""
    if missing := missing_columns(table, ENTRANT, ORDER):
        return {}, missing
    own = {title: KEEP for title in table.titles if title not in MEMBER_TITLES}
    reading = read_registrations(table, rounds, meanings=own, remarks=False)
    problems, known = list(reading.problems), set(entrants)
    found: dict[str, dict[int, Member]] = {}
    rows = {row.line: row for row in table.rows}
    for entry in reading.entries:
        line, before = Line(rows[entry.line], table.name, problems), len(problems)
        order = parse_int(line.text(ORDER)) or 0
        if line.text(ENTRANT) not in known:
            line.wrong(ENTRANT, "no entrant has the id", "an id from players.csv")
        if not order:
            line.wrong(ORDER, "wrong order", "the place in the line-up, from 1")
        if not entry.player.id:
            line.wrong("id", "empty id", "an id such as 17.1")
        if not {"rank", "rating"} & entry.given:
            line.wrong("rank", "neither rank nor rating", "a rank such as 3d or 12k")
        same = found.setdefault(line.text(ENTRANT), {})
        if order in same:
            line.wrong(ORDER, "this place is taken:", "a different order for each member")
        if len(problems) == before:
            same[order] = member_of(entry, line.text(SUBSTITUTE).casefold() not in NOT_SUBSTITUTE)
    return {pid: tuple(own[k] for k in sorted(own)) for pid, own in found.items() if own}, problems


def member_of(entry: Entry, substitute: bool = False) -> Member:
    """The person of a line of registrations as a member. A substitute plays in no round but those named."""
    member = as_member(entry.player)
    rounds = frozenset[int]() if substitute and "rounds" not in entry.given else member.rounds
    extra = tuple((title, text) for title, text in member.extra if title not in (ENTRANT, ORDER, SUBSTITUTE))
    return replace(member, rounds=rounds, substitute=substitute, extra=extra)


def with_people(entry: Entry, members: Sequence[Member], rule: str) -> Player:
    """The entrant of a line of `players.csv` with its people; what the line leaves blank follows from them."""
    ranked, rated = "rank" in entry.given, "rating" in entry.given
    return with_members(replace(entry.player, rank_is_derived=not ranked, rating_is_derived=not rated), members, rule)


#: Titles of the column that says whom a person plays with, of the place in the line-up, and of substitutes.
ENTRANT_TITLES, ORDER_TITLES, SUBSTITUTE_TITLES = (
    frozenset(titles.split())
    for titles in (
        "pair team entrant pairname teamname pairno pairnumber teamno teamnumber rengo rengoteam paar paarname "
        "mannschaft paire equipe équipe pareja equipo coppia squadra koppel duo ploeg para drużyna zespół dvojice "
        "družstvo пара команда ペア チーム 組",
        "order board boardnumber boardno seat brett échiquier tablero",
        "substitute sub reserve ersatz ersatzspieler remplaçant suplente riserva náhradník",
    )
)
#: Of these a file of people says something about the pair or team as a whole.
_OF_ALL = ("status", "correction", "unexcused", "absence points")
#: Columns of one person, which may have a number behind their titles.
_OF_PERSON = ("name", *MEMBER_TITLES)
_NUMBERED = re.compile(r"(.*\D)([1-9]\d?)")


@dataclass(slots=True)
class Layout:
    """How a table names people: the title that says to whom they belong, or numbered titles with their meanings."""

    entrant: str = ""
    order: str = ""
    substitute: str = ""
    numbered: dict[int, dict[str, str]] = field(default_factory=dict)


def layout_of(titles: Iterable[str]) -> Layout:
    """How a table with these titles names people; numbered titles count where two people have names."""
    found = Layout()
    numbered: dict[int, dict[str, str]] = {}
    for title in titles:
        plain = plain_title(title)
        match = _NUMBERED.fullmatch(plain)
        meaning = known_title(match[1]) if match else ""
        if match and meaning in _OF_PERSON:
            numbered.setdefault(int(match[2]), {})[title] = meaning
        elif plain in ENTRANT_TITLES:
            found.entrant = found.entrant or title
        elif plain in ORDER_TITLES:
            found.order = found.order or title
        elif plain in SUBSTITUTE_TITLES:
            found.substitute = found.substitute or title
    named = [n for n, own in numbered.items() if {"name", "surname"} & set(own.values())]
    if len(named) > 1:
        found.numbered = {n: numbered[n] for n in sorted(numbered)}
    return found


def kind_of_people(table: Table) -> str:
    """`pairs` or `teams` for a table in which people belong together, by how many do; empty for single players."""
    layout = layout_of(table.titles)
    if layout.numbered:
        return "pairs" if max(layout.numbered) <= MOST_OF_PAIR else "teams"
    if not layout.entrant or not layout.order:  # a column for the pair alone may be the director's own
        return ""
    regular = [row for row in table.rows if not layout.substitute or not row.cells[layout.substitute]]
    sizes = Counter(row.cells[layout.entrant] for row in regular)
    return "pairs" if max(sizes.values(), default=0) <= MOST_OF_PAIR else "teams"


def read_entrants(
    table: Table, rounds: int, skip: Sequence[range] = (), meanings: Mapping[str, str] | None = None
) -> Reading:
    """The entries of pairs or teams with their people; a table without people is read as registrations are."""
    layout = layout_of(table.titles)
    if layout.numbered:
        return _by_entrant(table, layout, rounds, skip, meanings or {})
    if layout.entrant:
        return _by_person(table, layout, rounds, skip, meanings or {})
    return read_registrations(table, rounds, skip, meanings)


def _kept_apart(columns: Columns, own: Iterable[str]) -> Columns:
    """The columns with those that say where people belong named as such, not among what is left out."""
    people = tuple(own)
    ours = {name: title for name, title in columns.ours.items() if columns.places.get(title)}
    return replace(columns, ours=ours, left_out=tuple(t for t in columns.left_out if t not in people), people=people)


def not_expected(table: Table) -> list[Problem]:
    """That a file has several people a line, where the settings say that single players take part."""
    if not layout_of(table.titles).numbered:
        return []
    way = Way("", "set", assignments=("entrants.kind=pairs",))
    expected = "entrants.kind = pairs or teams for such a file"
    return [Problem("several people in a line", table.name, table.line, expected=expected, ways=(way,))]


def _by_person(
    table: Table, layout: Layout, rounds: int, skip: Sequence[range], meanings: Mapping[str, str]
) -> Reading:
    """A line a person: people with one text in the column of pairs are an entrant."""
    own = {title: LEAVE_OUT for title in (layout.entrant, layout.order, layout.substitute) if title}
    reading = read_registrations(table, rounds, skip, {**meanings, **own})
    rows = {row.line: row for row in table.rows}
    together: dict[str, list[MemberEntry]] = {}
    for entry in reading.entries:
        line = Line(rows[entry.line], table.name, reading.problems)
        text = clean(line.text(layout.entrant))
        if not text:
            line.wrong(layout.entrant, "no pair or team is named", "its name or number")
        place = clean(line.text(layout.order))
        order = parse_int(place) or 0
        if place and not 1 <= order <= MOST_MEMBERS:
            line.wrong(layout.order, "wrong place", f"the place in the line-up, 1 to {MOST_MEMBERS}")
        substitute = clean(line.text(layout.substitute)).casefold() not in NOT_SUBSTITUTE
        person = MemberEntry(entry, order, substitute)
        together.setdefault(text if text.isdecimal() else name_key(text) or text, []).append(person)
    names = {key: clean(rows[people[0].entry.line].cells[layout.entrant]) for key, people in together.items()}
    reading.entries = [
        _entrant_of(names[key], people, table.name, reading.problems) for key, people in together.items() if names[key]
    ]
    reading.columns = reading.columns and _kept_apart(reading.columns, own)
    return reading


def _entrant_of(name: str, people: Sequence[MemberEntry], file: str, problems: list[Problem]) -> Entry:
    """The entry of an entrant out of its people; a number is its id, and then it is called after them."""
    first = people[0].entry
    changes, given = {}, set()
    for column in _OF_ALL:
        said = {getattr(one.entry.player, column): one.entry.line for one in people if column in one.entry.given}
        if len(said) > 1:
            text, expected = f"{name}: different texts", "the same on all lines of one entrant"
            problems.append(Problem(text, file, max(said.values()), column, expected=expected))
        if said:
            changes[column] = next(iter(said))
            given.add(column)
    number = name if name.isdecimal() else ""
    player = Player(number, called(people) if number else name, **changes)
    return Entry(first.line, player, frozenset(given | ({"id"} if number else {"name"})), bool(number), tuple(people))


def called(people: Iterable[MemberEntry]) -> str:
    """What an entrant is called after people who are still lines of a file."""
    return " & ".join(one.entry.player.surname for one in people if not one.substitute and one.entry.player.surname)


def _by_entrant(
    table: Table, layout: Layout, rounds: int, skip: Sequence[range], meanings: Mapping[str, str]
) -> Reading:
    """A line an entrant: its own columns, and numbered ones for each of its people."""
    skipped = {row.line for row in table.rows for lines in skip if row.line in lines}
    numbered = {title for own in layout.numbered.values() for title in own}
    problems: list[Problem] = []
    people: dict[int, list[MemberEntry]] = {}
    for number, own in layout.numbered.items():
        rows = [row for row in table.rows if row.line not in skipped and any(clean(row.cells[t]) for t in own)]
        part = Table(table.name, tuple(own), tuple(rows), line=table.line)
        reading = read_registrations(part, rounds, meanings=own)
        problems += reading.problems
        for entry in reading.entries:
            people.setdefault(entry.line, []).append(MemberEntry(entry, number, False))
    whole_table = _own_table(table, layout, numbered, people)
    named = {whole_table.titles[0]: "name"} | ({"id": "id"} if "id" in whole_table.titles else {})
    reading = read_registrations(whole_table, rounds, skip, {**meanings, **named})
    for entry in reading.entries:
        entry.people = tuple(people.get(entry.line, ()))
        entry.given -= frozenset() if "rank" in entry.given or "rating" in entry.given else {"rank"}
    reading.problems = sorted([*reading.problems, *problems], key=lambda problem: problem.line)
    places = {title: number for number, title in enumerate(table.titles, 1)}
    if reading.columns is not None:
        titles = [title for own in layout.numbered.values() for title in own]
        reading.columns = _kept_apart(replace(reading.columns, places=places), titles)
    return reading


def people_text(tournament: Tournament) -> str:
    """Everybody of every pair or team, a line a person, as `read_entrants` reads them."""
    rounds = tournament.settings.rounds
    rows = []
    for p in tournament.players:
        status = "" if p.status is Status.FINAL else p.status.value
        for order, m in enumerate(p.members or (as_member(p),), 1):
            rows.append(([p.name, order, *member_cells(m, rounds), YES if m.substitute else "", status], m))
    return with_own_columns(["team", ORDER, *MEMBER_TITLES, SUBSTITUTE, "status"], rows)


def _own_table(table: Table, layout: Layout, numbered: set[str], people: Mapping[int, Sequence[MemberEntry]]) -> Table:
    """The columns of the entrants themselves, the first with the name: of the people where it is blank or the id."""
    name = layout.entrant or next((t for t in table.titles if known_title(t) == "name"), "name")
    others = [title for title in table.titles if title not in {*numbered, name}]
    ids = "id" not in map(known_title, others)
    rows = []
    for row in table.rows:
        own = {title: row.cells[title] for title in others}
        text = clean(row.cells.get(name, ""))
        if ids:
            own["id"] = text if text.isdecimal() else ""
        own[name] = called(people.get(row.line, ())) if not text or (ids and text.isdecimal()) else text
        rows.append(Row(row.line, own))
    titles = (name, *others, *(["id"] if ids else []))
    return replace(table, titles=titles, rows=tuple(rows))


def comes_back(old: Player, entry: Entry) -> bool:
    """Whether a line takes in somebody who had withdrawn."""
    return old.has_left and "status" in entry.given and entry.player.status is Status.FINAL


def updated_by(old: Player, entry: Entry) -> Player:
    """The player with what the line fills in; who comes back after withdrawing enters the rounds of before."""
    new, given = entry.player, entry.given
    extra = dict(old.extra) | {title: value for title, value in new.extra if value or title not in dict(old.extra)}
    said = {
        name: value
        for one in FIELDS.values()
        for name in one.attributes or one.unsaid
        if one.name in given and ((value := getattr(new, name)) or not one.kept)
    }
    if entry.has_id and {"name", "surname"} & given:
        said |= {"surname": new.surname, "first_name": new.first_name}
    if "rank" in given:
        said["rank_is_derived"] = False
    updated: Player = replace(old, **said, extra=tuple(extra.items()))
    if "rank" in given and "rating" not in given and updated.rating_is_derived:
        updated = replace(updated, rating=rating_from_rank(new.rank))
    return updated


#: How many people an entrant has, substitutes left out, by the kind of the tournament.
SIZES = {"players": (0, 0), "pairs": (2, MOST_OF_PAIR), "teams": (1, MOST_MEMBERS)}
MOST_NAMED = 12  # entrants of one remark


def with_registered(entrant: Player, entry: Entry, rule: str, no_strength: Callable[[Entry], None]) -> Player:
    """An entrant with the people of its entry: known ones changed by what their lines fill in, others behind them.

    Who is known is found by id, pin or name. `no_strength` is told of new people without a rank.
    """
    if not entry.people:
        return entrant
    members = list(entrant.members)
    places: dict[str, int] = {}
    for person in entry.people:
        own = person.entry
        known = _known(members, own.player)
        if known is None and not {"rank", "rating"} & own.given:
            no_strength(own)
            continue
        if known:
            changed = updated_by(as_player(known), own)
            new = member_of(replace(own, player=changed), person.substitute or known.substitute)
            new = replace(new, rounds=changed.rounds)
        else:
            new = member_of(own, person.substitute)
        new = new if new.id else replace(new, id=free_id(entrant.id, members))
        members = [new if m.id == new.id else m for m in members] if known else [*members, new]
        if person.order:
            places[new.id] = person.order
    order = {m.id: (m.substitute, places.get(m.id, k), k) for k, m in enumerate(members, 1)}
    return with_members(entrant, sorted(members, key=lambda m: order[m.id]), rule)


def free_id(entrant: str, members: Sequence[Member]) -> str:
    """An id for one more person of an entrant: `17.3`."""
    taken = {m.id for m in members}
    return next(f"{entrant}.{n}" for n in count(1) if f"{entrant}.{n}" not in taken)


def _known(members: Sequence[Member], person: Player) -> Member | None:
    for of in (lambda one: one.id, lambda one: one.pin, lambda one: name_key(one.surname, one.first_name)):
        found = [m for m in members if of(person) and of(m) == of(person)]
        if len(found) == 1:
            return found[0]
    return None


def people_problems(players: Iterable[Player], line_of: Mapping[str, int], file: str, kind: str) -> list[Problem]:
    """Entrants of a file with too many people, and people who are in two entrants: the same id or the same pin."""
    entrants = [p for p in players if p.members]
    most, problems = SIZES[kind][1], []
    for p in entrants:
        number = len(regulars(p.members))
        if p.id in line_of and number > most:
            text, expected = f"{p.name} has {counted(number, 'member')}", _expected(kind)
            problems.append(Problem(text, file, line_of[p.id], expected=expected))
    people = [(p, m) for p in entrants for m in p.members]
    for what in ("id", "pin"):
        seen: dict[str, Player] = {}
        for own, m in people:
            text = getattr(m, what)
            other = seen.setdefault(text, own) if text else own
            if other is not own and {own.id, other.id} & line_of.keys():
                line = max(line_of.get(one.id, 0) for one in (own, other))
                expected = f"a different {what} for each person; it is in {other.name} and in {own.name}"
                message = f"{m.name}: this {what} is there twice:"
                problems.append(Problem(message, file, line, what, value=text, expected=expected))
    return problems


def incomplete(players: Iterable[Player], line_of: Mapping[str, int], kind: str) -> list[Remark]:
    """A remark on entrants of a file who have too few people so far, or none."""
    few = [p for p in players if p.id in line_of and len(regulars(p.members)) < SIZES[kind][0]]
    some = first_few([p.label for p in few], MOST_NAMED)
    return [Remark(f"{counted(len(few), 'entrant')} not complete, expected {_expected(kind)}: {some}")] if few else []


def noticed_of_people(lines: Lines) -> list[Remark]:
    """What a director should look at, person by person where entrants have several."""
    if not any(p.members for p in lines.players.values()):
        return noticed(lines)
    before, after = _people(lines.before.players), _people(lines.players.values())
    line_of = {one: lines.line_of[pid] for one, (pid, _) in after.items() if pid in lines.line_of}
    changed = [one for one, (_, p) in after.items() if one in before and p != before[one][1]]
    apart = Lines(
        replace(lines.before, players=tuple(p for _, p in before.values())),
        {one: p for one, (_, p) in after.items()},
        [one for one in after if one not in before and one in line_of],
        [one for one in changed if one in line_of],
        line_of,
    )
    return [replace(remark, ways_on=()) for remark in noticed(apart)]


def _people(players: Iterable[Player]) -> dict[str, tuple[str, Player]]:
    """Everybody by their own id, with the id of their entrant."""
    each = ((p.id, [as_player(m) for m in p.members] or [p]) for p in players)
    return {one.id: (pid, one) for pid, people in each for one in people}


def _expected(kind: str) -> str:
    least, most = SIZES[kind]
    if kind == "players":
        return "entrants.kind = pairs or teams for several people"
    return f"{least} to {most} people, substitutes apart"
