"""The people of pairs and teams: the file `members.csv` of a tournament folder, a line a person."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from ...model.errors import Problem
from ...model.tournament.line_ups import with_members
from ...model.tournament.member import Member
from ...model.tournament.player import Player, as_member
from ...model.tournament.ranks import rank_name
from ...model.tournament.round_sets import rounds_text
from ..tables import Row, Table, whole, write_table
from .columns import KEEP
from .reading import Entry, read_registrations

#: The titles that say where a person belongs; all others are those of registrations.
ENTRANT, ORDER, SUBSTITUTE = "entrant", "order", "substitute"
MEMBER_TITLES = (
    "id", "surname", "first name", "rank", "rating", "club", "country", "pin", "aga", "rounds", "group",
)  # fmt: skip
YES = "yes"
NOT_SUBSTITUTE = frozenset({"", "no", "n", "nein", "non", "false", "0", "-"})


def members_text(players: Sequence[Player], rounds: int) -> str:
    """The `members.csv` of a tournament folder: the people of every entrant in board order; unknown columns last."""
    people = [(p.id, order, m) for p in players for order, m in enumerate(p.members, 1)]
    titles = list(dict.fromkeys(title for _, _, m in people for title, _ in m.extra))
    rows = []
    for entrant, order, m in people:
        extra = dict(m.extra)
        mark = YES if m.substitute else ""
        rows.append([entrant, order, *member_cells(m, rounds), mark, *(extra.get(title, "") for title in titles)])
    return write_table([ENTRANT, ORDER, *MEMBER_TITLES, SUBSTITUTE, *titles], rows)


def member_cells(m: Member, rounds: int) -> list[object]:
    """The cells under `MEMBER_TITLES`; blank for a derived rating, and for all rounds but of substitutes."""
    entered = "" if m.rounds is None else rounds_text(m.rounds, rounds)
    every = "all" if m.substitute else ""
    return [
        m.id, m.surname, m.first_name, rank_name(m.rank, m.pro), "" if m.rating_is_derived else m.rating, m.club,
        m.country, m.pin, m.aga, entered or every, "; ".join(m.groups),
    ]  # fmt: skip


def read_members(
    table: Table, rounds: int, entrants: Collection[str]
) -> tuple[dict[str, tuple[Member, ...]], list[Problem]]:
    """The members of each entrant (an id) in their order, and every problem of the file."""
    missing = [title for title in (ENTRANT, ORDER) if title not in table.titles]
    if missing:
        return {}, [Problem("no column", table.name, 1, value=title, expected=title) for title in missing]
    own = {title: KEEP for title in table.titles if title not in MEMBER_TITLES}
    reading = read_registrations(table, rounds, meanings=own, remarks=False)
    problems, known = list(reading.problems), set(entrants)
    found: dict[str, dict[int, Member]] = {}
    rows = {row.line: row for row in table.rows}
    for entry in reading.entries:
        row, before = rows[entry.line], len(problems)
        problems += _problems(entry, row, table.name, known)
        order = whole(row.cells[ORDER]) or 0
        same = found.setdefault(row.cells[ENTRANT], {})
        if order in same:
            expected = "a different order for each member"
            problems.append(Problem("this place is taken:", table.name, entry.line, ORDER, str(order), expected))
        if len(problems) == before:
            same[order] = member_of(entry, row.cells.get(SUBSTITUTE, "").casefold() not in NOT_SUBSTITUTE)
    return {pid: tuple(own[k] for k in sorted(own)) for pid, own in found.items() if own}, problems


def _problems(entry: Entry, row: Row, file: str, known: Collection[str]) -> list[Problem]:
    """What is wrong with a line of the file beside what every registration may have wrong."""
    found = []
    if row.cells[ENTRANT] not in known:
        expected = "an id from players.csv"
        found.append(Problem("no entrant has the id", file, entry.line, ENTRANT, row.cells[ENTRANT], expected))
    if not whole(row.cells[ORDER]):
        expected = "the place in the line-up, from 1"
        found.append(Problem("wrong order", file, entry.line, ORDER, row.cells[ORDER], expected))
    if not entry.player.id:
        found.append(Problem("empty id", file, entry.line, "id", expected="an id such as 17.1"))
    if not {"rank", "rating"} & entry.given:
        found.append(Problem("neither rank nor rating", file, entry.line, "rank", expected="a rank such as 3d or 12k"))
    return found


def member_of(entry: Entry, substitute: bool = False) -> Member:
    """The person of a line of registrations as a member. A substitute plays in no round but those named."""
    member = as_member(entry.player)
    rounds = frozenset[int]() if substitute and "rounds" not in entry.given else member.rounds
    extra = tuple((title, text) for title, text in member.extra if title not in (ENTRANT, ORDER, SUBSTITUTE))
    return replace(member, rounds=rounds, substitute=substitute, extra=extra)


def with_people(entry: Entry, members: Sequence[Member], rule: str) -> Player:
    """The entrant of a line of `players.csv` with its people; what the line leaves blank follows from them."""
    own = replace(
        entry.player,
        rank_is_derived="rank" not in entry.given,
        rating_is_derived="rating" not in entry.given,
    )
    return with_members(own, members, rule)
