"""The people of pairs and teams changed one by one, and members who miss rounds with or without a substitute."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated

from ...io.registrations.fields import texts_of
from ...io.registrations.reading import Entry, MemberEntry, read_registrations
from ...io.registrations.registered_people import MEMBER_TITLES, free_id, member_cells, member_of, people_problems
from ...io.registrations.registration_remarks import without_comma
from ...io.tables.records import Row, Table
from ...model.errors import InputError, wrong_argument
from ...model.notes import Note, Remark
from ...model.records.state import State
from ...model.teams.match_boards import reopened, seats, seats_taken
from ...model.tournament.numbers import every_round
from ...model.tournament.person import Member, Player, name_key, rounds_or_all
from ...model.tournament.ranks import parse_rank
from ...model.tournament.tournament import Tournament, lineup, with_members
from ..desk_notes import doubtful_notes, draft_notes
from ..rounds.plan.planning import plan_notes
from ..rounds.round_numbers import next_round, typed_rounds
from ..verb import Change, Outcome, told

EXPECTED = '"Sato, Kei 3d; club=Ulm; pin=12345678" for a new member, "2: rank=2d" to change the second'


def member_texts(member: Member, rounds: int) -> dict[str, str]:
    """The texts of a member in a form, by field."""
    texts = texts_of(member, rounds)
    return texts | {"rounds": "all" if member.rounds is None else texts["rounds"]}


@dataclass(frozen=True, slots=True)
class MemberLine:
    """What is said of a member, `which` by place, id or name, blank for a new one: cells, where a blank one empties."""

    which: str = ""
    cells: Mapping[str, str] = field(default_factory=dict)
    substitute: bool | None = None


def parse_member(text: str) -> MemberLine:
    """A member as typed: `Sato, Kei 3d; club=Ulm`, or `2: rank=2d; rounds=all but 3`. Raises InputError."""
    first, *others = [part.strip() for part in text.split(";")]
    which, colon, rest = first.partition(":")
    cells: dict[str, str] = {}
    substitute = None
    if colon:
        first, others = "", [rest.strip(), *others]
    elif first:
        name, _, rank = first.rpartition(" ")
        try:
            parse_rank(rank)
        except ValueError:
            name, rank = first, ""
        cells = {"name": name.strip(), **({"rank": rank} if rank else {})}
    for part in filter(None, others):
        title, equals, value = (piece.strip() for piece in part.partition("="))
        if title.casefold() == "substitute":
            if value.casefold() not in ("", "yes", "no"):
                raise wrong_argument("substitute", value, "yes or no")
            substitute = value.casefold() != "no"
        elif equals and title:
            cells[title] = value
        else:
            raise wrong_argument("member", text, EXPECTED)
    if not cells and substitute is None:
        raise wrong_argument("member", text, EXPECTED)
    return MemberLine(which.strip() if colon else "", cells, substitute)


def people_of(texts: Sequence[str], rounds: int) -> tuple[MemberEntry, ...]:
    """The members of a new entrant as typed, in board order. Raises InputError."""
    lines = [parse_member(text) for text in texts]
    for text, line in zip(texts, lines, strict=True):
        if line.which:
            raise wrong_argument("member", text, EXPECTED)
    return tuple(MemberEntry(_entry(line.cells, rounds), 0, bool(line.substitute)) for line in lines)


def _entry(cells: Mapping[str, str], rounds: int) -> Entry:
    """A line of registrations out of cells. Raises InputError with every cell that is wrong."""
    titles = tuple({"name": "", **cells} if "surname" not in cells else cells)
    reading = read_registrations(Table("member", titles, (Row(0, {t: cells.get(t, "") for t in titles}),)), rounds)
    if reading.problems:
        raise InputError(reading.problems)
    return reading.entries[0]


def member_named(entrant: Player, text: str) -> Member:
    """A member by place (from 1), id or name, or a part of the name. Raises InputError."""
    for order, member in enumerate(entrant.members, 1):
        if text in (str(order), member.id):
            return member
    key = name_key(text)
    same = [m for m in entrant.members if key in (name_key(m.name), name_key(m.first_name, m.surname))]
    found = same or [m for m in entrant.members if key and key in name_key(m.name)]
    if len(found) != 1:
        people = ", ".join(f"{k} ({m.name})" for k, m in enumerate(entrant.members, 1)) or "no members"
        what = "is ambiguous in" if found else "is no member of"
        raise InputError(f"{text!r} {what} {entrant.label}: {people}")
    return found[0]


def with_lines(
    tournament: Tournament, entrant: str, lines: Sequence[MemberLine], drop: Sequence[str] = ()
) -> Tournament:
    """With members of an entrant (an id) changed, added behind the others, and dropped. Raises InputError."""
    settings, player = tournament.settings, tournament.player(entrant)
    members = list(player.members)
    gone = {member_named(player, text).id for text in drop}
    for line in lines:
        if line.which:
            old = member_named(player, line.which)
            new = _changed(old, line, settings.rounds)
            members = [new if m.id == old.id else m for m in members]
        else:
            members.append(_new(line, entrant, members, settings.rounds))
    members = sorted((m for m in members if m.id not in gone), key=lambda m: m.substitute)
    if not player.members and members:
        player = replace(player, rank_is_derived=True)
    for member in player.members:
        if member.id not in {m.id for m in members}:
            _check_never_played(tournament, player, member)
    after = tournament.with_players([with_members(player, members, settings.entrants.rank)])
    problems = people_problems(after.players, {entrant: 0}, "", settings.entrants.kind)
    if problems:
        raise InputError(problems)
    return after


def _check_never_played(tournament: Tournament, team: Player, member: Member) -> None:
    """Raise InputError for somebody who has a result at a board of the team's matches."""
    for number, board in _boards_played(tournament, team, member).items():
        where = f"round {number}, board {board}"
        raise InputError(f"{member.name} has played for {team.name} ({where}), so {member.name} stays a member")


def _check_not_played(tournament: Tournament, team: Player, member: Member, numbers: frozenset[int]) -> None:
    """Raise InputError for somebody who has a result in one of these rounds."""
    played = _boards_played(tournament, team, member)
    for number in sorted(played.keys() & numbers):
        where = f"board {played[number]} of round {number}"
        raise InputError(f"{member.name} has a result at {where}, so {member.name} was there")


def _boards_played(tournament: Tournament, team: Player, member: Member) -> dict[int, int]:
    """The boards of matches at which somebody has a result, by round."""
    found = {}
    for drawn in tournament.rounds:
        match = drawn.game_of(team.id)
        side = match.players.index(team.id) if match else 0
        for board in match.boards if match else ():
            if board.begun and board.people()[side] == member.id:
                found[drawn.number] = board.game.table
    return found


def _not_seated(tournament: Tournament, team: Player, numbers: Sequence[int]) -> list[Remark]:
    """A remark on drawn rounds in which others sit at boards of a team: they have played, or sit there by hand."""
    other = []
    for number in numbers if tournament.settings.of_teams else ():
        match = tournament.round(number).game_of(team.id) if number <= len(tournament.rounds) else None
        if match and seats_taken(match, team) != seats(team, number, tournament.settings):
            other.append(str(number))
    text = f"{team.name} sits as played, or as entered by hand, at boards of round {', '.join(other)}; these stay"
    return [Remark(text)] if other else []


def _new(line: MemberLine, entrant: str, members: Sequence[Member], rounds: int) -> Member:
    entry = _entry(line.cells, rounds)
    if not {"rank", "rating"} & entry.given:
        raise wrong_argument("member", entry.player.name, f"a name and a rank, such as {EXPECTED}")
    new = member_of(entry, bool(line.substitute))
    return new if new.id else replace(new, id=free_id(entrant, members))


def _changed(old: Member, line: MemberLine, rounds: int) -> Member:
    """A member with other cells; who is made a substitute plays only the rounds that are named."""
    name = f"{old.surname}, {old.first_name}" if old.first_name else old.surname
    now = dict(zip(MEMBER_TITLES, member_cells(old, rounds), strict=True))
    own = {title: text for title, text in now.items() if title not in ("surname", "first name")}
    cells = {"name": name} | own | dict(old.extra) | dict(line.cells)
    if "rank" in line.cells and not line.cells["rank"]:
        raise wrong_argument("rank", "", "a rank such as 3d or 12k")
    substitute = old.substitute if line.substitute is None else line.substitute
    if substitute is not old.substitute and "rounds" not in line.cells:
        cells["rounds"] = "none" if substitute else "all"
    return member_of(_entry(cells, rounds), substitute)


class MemberMissing(Change, frozen=True, kw_only=True):
    """A member of a pair or team who misses rounds."""

    who: Annotated[str, told("the pair or team, by id or name")]
    member: Annotated[str, told("place, id or name")]
    rounds: Annotated[str, told('such as "2,4-5"; blank is the next one')] = ""
    substitute: Annotated[str, told('a member who plays instead, or a new one, "Kim, Li 1d"; blank for nobody')] = ""


@dataclass(frozen=True, slots=True)
class MissingMember:
    """An entrant after a member was taken out of rounds, that member, and who plays instead, None for nobody."""

    entrant: Player
    member: Member
    rounds: Sequence[int]
    instead: Member | None


def member_missing(state: State, request: MemberMissing) -> Outcome[MissingMember]:
    """With a member who misses rounds, and a substitute who plays in them. Raises InputError."""
    before = state.tournament
    entrant = before.find(request.who)
    member = member_named(entrant, request.member)
    numbers = typed_rounds(request.rounds or str(next_round(before)), before)
    _check_not_played(before, entrant, member, numbers)
    plays = (every_round(before.settings.rounds) if member.rounds is None else member.rounds) - numbers
    after = _with_rounds(before, entrant, member, plays)
    instead = None
    if request.substitute:
        after, instead = _with_substitute(after, entrant.id, request.substitute, numbers)
    after = reopened(after, entrant.id, numbers)
    found = after.player(entrant.id)
    rounds, entered = sorted(numbers), state.with_tournament(after)
    notes: list[Note] = [*_not_seated(after, found, rounds), *_alone(found, rounds), *draft_notes(after)]
    notes += [*doubtful_notes(before, after), *plan_notes(state, entered)]
    return Outcome(entered, MissingMember(found, member_named(found, member.id), rounds, instead), notes)


def _with_rounds(tournament: Tournament, entrant: Player, member: Member, rounds: frozenset[int]) -> Tournament:
    """With a member who plays exactly these rounds."""
    plays = rounds_or_all(rounds, tournament.settings.rounds)
    people = [replace(m, rounds=plays) if m.id == member.id else m for m in entrant.members]
    return tournament.with_players([with_members(entrant, people, tournament.settings.entrants.rank)])


def _with_substitute(
    tournament: Tournament, entrant: str, text: str, numbers: frozenset[int]
) -> tuple[Tournament, Member]:
    """With somebody who plays these rounds instead of another. Raises InputError."""
    player = tournament.player(entrant)
    try:
        known = member_named(player, text)
    except InputError:
        tournament = with_lines(tournament, entrant, [replace(parse_member(text), substitute=True)])
        player = tournament.player(entrant)
        known = player.members[-1]
    if not known.substitute:
        raise InputError(f"{known.name} plays for {player.name} anyway; a substitute is somebody else")
    rounds = every_round(tournament.settings.rounds) if known.rounds is None else known.rounds | numbers
    after = _with_rounds(tournament, player, known, rounds)
    return after, member_named(after.player(entrant), known.id)


def _alone(entrant: Player, numbers: Sequence[int]) -> list[Remark]:
    """A remark on rounds in which nobody at all plays for an entrant."""
    nobody = [str(n) for n in numbers if not any(lineup(entrant, n))]
    text = f"nobody plays for {entrant.label} in round {', '.join(nobody)}; is the whole entrant absent?"
    return [Remark(text)] if nobody else []


def names_without_comma(people: Sequence[MemberEntry]) -> list[Remark]:
    """Remarks on names of several words without a comma, of which nobody knows what is the surname."""
    plain = [one.entry.player for one in people if not one.entry.player.first_name]
    return [remark for player in plain for remark in without_comma(player.name)]


class SetMembers(Change, frozen=True, kw_only=True):
    """All members of a pair or team as a form has them."""

    who: Annotated[str, told("the pair or team, by id or name")]
    lines: Annotated[tuple[MemberLine, ...], told("a line each; somebody who is there and has no name leaves")]


def set_members(state: State, request: SetMembers) -> Outcome[Player]:
    """With the members of an entrant as somebody has typed them. Raises InputError with every cell that is wrong."""
    before = state.tournament
    entrant = before.find(request.who)
    drop = [line.which for line in request.lines if line.which and not line.cells.get("name", "").strip()]
    kept = [line for line in request.lines if line.cells.get("name", "").strip()]
    after = with_lines(before, entrant.id, kept, drop)
    entered = state.with_tournament(after)
    notes: list[Note] = [*doubtful_notes(before, after), *draft_notes(after), *plan_notes(state, entered)]
    return Outcome(entered, after.player(entrant.id), notes)
