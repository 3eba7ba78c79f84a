"""Players: listed with their start scores; one by one entered and changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import TYPE_CHECKING, Annotated, Any

import msgspec

from ...io.registrations.columns import known_title
from ...io.registrations.fields import FIELDS, IN_FORMS, Changes, PlayerField
from ...io.registrations.merging import Merge, merge
from ...io.registrations.reading import MemberEntry, as_given, player_changes, read_registrations
from ...io.registrations.registered_people import called
from ...io.registrations.registration_files import name_and_rank
from ...io.registrations.registration_remarks import without_comma
from ...io.tables.records import Row, Table
from ...model.edits import with_entry
from ...model.errors import InputError, wrong_argument
from ...model.notes import Note, Remark
from ...model.noticing import bar_text
from ...model.placing.scores import score
from ...model.records.state import State
from ...model.tournament.person import Member, Player, Status, name_key
from ...model.tournament.ranks import rating_from_rank
from ...model.tournament.same_names import Same
from ...model.tournament.tournament import Tournament, with_members
from ...model.ways import Way
from ..desk_notes import doubtful_notes, draft_notes, unplayed_notes
from ..messages.step_texts import who_text
from ..rounds.plan.planning import plan_notes
from ..verb import Answer, Change, Committed, DoneAnswer, Outcome, Verb, answer_of, said_of, told, without_run
from .change_members import names_without_comma, parse_member, people_of, with_lines


@dataclass(frozen=True, slots=True)
class PlayerList:
    """The players, their start scores in half points by id, and the bar in words."""

    players: Sequence[Player]
    start: Mapping[str, int]
    bar: str


#: By what a list of players is sorted: the strongest first, names and clubs by the alphabet.
ORDERS: Mapping[str, Callable[[Player], Any]] = {
    "strength": lambda p: (-p.rank, -p.pro, -p.rating),
    "name": lambda p: name_key(p.surname, p.first_name),
    "club": lambda p: (not p.club, name_key(p.club), -p.rank, -p.rating),
}


def players(state: State, by: str = "") -> Outcome[PlayerList]:
    """Everybody registered, with their start scores, `by` one of ORDERS, else as registered. Raises InputError."""
    tournament = state.tournament
    start = score(tournament.before(1)).start
    if by and by not in ORDERS:
        raise wrong_argument("by", by, " or ".join(ORDERS))
    listed = sorted(tournament.players, key=ORDERS[by]) if by else tournament.players
    return Outcome(state, PlayerList(listed, start, bar_text(tournament)))


__all__ = ["IN_FORMS"]


class MemberAnswer(Answer, frozen=True):
    """One of the people of a pair or team."""

    id: Annotated[str, told("id, as in members.csv")]
    name: Annotated[str, told("surname, then first name")]
    rank: Annotated[str, told('such as "3d", "12k", "2p"')]
    rating: Annotated[int, told("on the European scale; that of the rank where none was registered")]
    club: Annotated[str, told("blank where it is not known")]
    country: Annotated[str, told("two letters, blank where it is not known")]
    pin: Annotated[str, told("EGD pin")]
    rounds: Annotated[tuple[int, ...] | None, told("those that the person plays, where these are not all")]
    substitute: Annotated[bool, told("whether the person plays only in these rounds, for somebody who is missing")]


class PlayerAnswer(Answer, frozen=True):
    """A registered player."""

    id: Annotated[str, told("id, as in players.csv")]
    name: Annotated[str, told("surname, then first name")]
    rank: Annotated[str, told('such as "3d", "12k", "2p"')]
    rating: Annotated[int, told("on the European scale; that of the rank where none was registered")]
    club: Annotated[str, told("blank where it is not known")]
    country: Annotated[str, told("two letters, blank where it is not known")]
    start: Annotated[float, told("start score, in points")]
    status: Annotated[Status, told('"final", "preliminary" or "withdrawn"; only final entries are paired')]
    takes_part: Annotated[bool, told("whether the entry is final and for at least one round")]
    unexcused: Annotated[tuple[int, ...], told("rounds that give nothing where the player misses them")]
    members: Annotated[
        tuple[MemberAnswer, ...], told("the people of a pair or team in board order; empty for a single player")
    ] = ()


def players_answer(listed: PlayerList) -> list[PlayerAnswer]:
    """The players in the order of the list."""
    return [
        answer_of(
            PlayerAnswer,
            player,
            rank=player.rank_name,
            start=listed.start[player.id] / 2,
            unexcused=tuple(sorted(player.unexcused)),
            members=tuple(map(_member, player.members)),
        )
        for player in listed.players
    ]


def _member(m: Member) -> MemberAnswer:
    rounds = None if m.rounds is None else tuple(sorted(m.rounds))
    return answer_of(MemberAnswer, m, rank=m.rank_name, rounds=rounds)


class PlayerDoneAnswer(DoneAnswer, frozen=True, kw_only=True):
    """A player entered or changed."""

    player: Annotated[PlayerAnswer, told("the player now")]


def _done(done: Committed[Player]) -> PlayerDoneAnswer:
    listed = players_answer(players(done.after).value)
    return PlayerDoneAnswer(**said_of(done), player=next(one for one in listed if one.id == done.value.id))


def _meant(one: PlayerField) -> Any:
    """The type of a field in a request, with what it means."""
    return Annotated[str | None, told(one.meaning or one.about, one.typed or one.key.upper())]


if TYPE_CHECKING:
    _Typed = Change
else:  # a field for each record
    _Typed = msgspec.defstruct(
        "_Typed", [(one.key, _meant(one), None) for one in IN_FORMS], bases=(Change,), frozen=True, kw_only=True
    )


class PlayerCells(_Typed, frozen=True, kw_only=True):
    """A player, in cells as a line of registrations has them; null is what nothing is said about."""

    columns: Annotated[Mapping[str, str], told("other columns by title")] = msgspec.field(default_factory=dict)
    members: Annotated[
        tuple[str, ...],
        told('a member of a pair or team: "Sato, Kei 3d; club=Ulm" for a new one, "2: rank=2d" to change the second'),
    ] = ()

    def said(self) -> dict[str, str]:
        """The cells of which something was said, by title. Raises InputError for one that is given twice."""
        typed = {one.name: getattr(self, one.key) for one in IN_FORMS if getattr(self, one.key) is not None}
        if twice := sorted(typed.keys() & self.columns.keys()):
            raise InputError(f"{twice[0]} is given twice")
        return typed | dict(self.columns)


class AddPlayer(PlayerCells, frozen=True, kw_only=True):
    """A player to enter."""

    drop: Annotated[tuple[str, ...], told("nobody: a new player has no members who leave", to="programs")] = ()


def form_texts(player: Player, rounds: int) -> dict[str, str]:
    """The texts of a player in a form: what is changed there is `ChangePlayer`, and what is emptied is cleared."""
    given = as_given(player, rounds)
    blank = {one.name: "" if one.blank_means == "none" else one.blank_means for one in IN_FORMS}
    return {name: given[name] or word for name, word in blank.items()} | dict(player.extra)


def add(state: State, request: AddPlayer) -> Outcome[Player]:
    """With one more player, perhaps named with a rank, `Anna 5k`. Raises InputError, also if they are registered."""
    before = state.tournament
    said = request.said()
    if said.get("id") == "":
        raise InputError(f"an empty id; expected an id such as {_free_id(before)}")
    people = people_of(request.members, before.settings.rounds)
    both = name_and_rank(said.get("name", "")) if not people and not said.get("rank") else None
    said |= {"name": both[0], "rank": both[1]} if both else {}
    cells = {"name": called(people), "rank": ""} | {title: text for title, text in said.items() if text}
    merged, odd = _merged(before, cells, cells, people)
    if not merged.new:
        known = before.player(merged.ids[0])
        change = Way("to change it", "player", who=known.id)
        add = Way("to add a namesake", columns=(("id", _free_id(before)),))
        raise InputError(f"{known.name} is already registered", change, add)
    after = merged.tournament
    new = after.player(merged.new[0])
    entered = state.with_tournament(after)
    names = names_without_comma(people) if people else _no_comma(new, before)
    own: tuple[Note, ...] = (*odd, *names, *merged.remarks)
    return Outcome(entered, new, (*own, *draft_notes(after), *plan_notes(state, entered)))


def _no_comma(new: Player, before: Tournament) -> list[Remark]:
    """A remark on a new name of several words without a comma, where other players have a first name."""
    plain = not new.first_name and any(p.first_name for p in before.players if p.id != new.id)
    return without_comma(new.name) if plain else []


def _free_id(tournament: Tournament) -> str:
    taken = tournament.by_id()
    return next(str(number) for number in count(1) if str(number) not in taken)


def _merged(
    before: Tournament, cells: Mapping[str, str], given: Iterable[str], people: tuple[MemberEntry, ...] = ()
) -> tuple[Merge, Sequence[Remark]]:
    """One line of registrations merged in, with remarks; only what is given changes a player. Raises InputError."""
    reading = read_registrations(Table("", tuple(cells), (Row(0, dict(cells)),)), before.settings.rounds)
    for entry in reading.entries:
        said = {ours for ours, title in reading.columns.ours.items() if title in given} if reading.columns else set()
        said |= {"rounds"} if "absent" in said else set()
        entry.people = people
        entry.given = frozenset(said) - ({"rank"} - entry.given)  # ? is no rank, but nothing as a rating is its rank's
    return merge(before, reading, "", Same.IDS), reading.remarks


class ChangePlayer(PlayerCells, frozen=True, kw_only=True):
    """What is to be different of a player."""

    who: Annotated[str, told("id or name", "PLAYER")]
    clear: Annotated[tuple[str, ...], told("fields to be emptied, by title: club, pin, notes", "NAME")] = ()
    drop: Annotated[tuple[str, ...], told("members who leave it, by place, id or name", "MEMBER")] = ()


def change(state: State, request: ChangePlayer) -> Outcome[Player]:
    """With one player changed: the player as they are then. Raises InputError."""
    before = state.tournament
    old, given = before.find(request.who), request.said()
    merged, odd = _merged(before, {"id": old.id, "name": old.name, "rank": old.rank_name, **given}, given)
    after = merged.tournament
    for title in request.clear:
        if title in given:
            raise InputError(f"{title} cannot be both changed and cleared")
    for title in [*_emptied(after.player(old.id), given), *request.clear]:
        after = with_entry(after, _without(after.player(old.id), title, after.settings.entrants.rank))
    if request.members or request.drop:
        after = with_lines(after, old.id, [parse_member(text) for text in request.members], request.drop)
    renamed = _no_comma(after.player(old.id), before) if "name" in given else []
    notes: list[Note] = [*odd, *renamed, *merged.remarks, *doubtful_notes(before, after), *draft_notes(after)]
    if after.player(old.id).has_left and not old.has_left:
        notes += unplayed_notes(after, old.id)
    notes += plan_notes(state, state.with_tournament(after))
    return Outcome(state.with_tournament(after), after.player(old.id), notes)


def _emptied(player: Player, given: Mapping[str, str]) -> list[str]:
    """The fields that are given without a text: that clears them. A rank and a name cannot be cleared."""
    own = {title.casefold() for title, _ in player.extra}
    blank = (known_title(title) for title, text in given.items() if not text.strip())
    return [title for title in blank if _unsaid(player, title) is not None or title.casefold() in own]


def _unsaid(player: Player, title: str) -> Changes | None:
    """What a player has of whom nobody has said a field; None if there is always something, or no such field."""
    one = FIELDS.get(title)
    if one is None or not (one.unsaid or (one.of_people and player.members)):
        return None
    return one.of_people if one.of_people and player.members else one.unsaid


def changes_of(before: State, after: State, player: str) -> list[str]:
    """What differs of a player (an id) between two states: `club Ulm → none`."""
    old, new = (state.tournament.player(player) for state in (before, after))
    return player_changes(old, new, after.tournament.settings.rounds)


def _without(player: Player, title: str, rule: str) -> Player:
    """The player with nothing in a column: as if it had never been said. Raises InputError."""
    unsaid = _unsaid(player, title)
    if unsaid is not None:
        cleared: Player = replace(player, **unsaid)
        if cleared.members and unsaid is FIELDS[title].of_people:
            return with_members(cleared, cleared.members, rule)
        return replace(cleared, rating=rating_from_rank(cleared.rank)) if title == "rating" else cleared
    kept = tuple((name, text) for name, text in player.extra if name.casefold() != title.casefold())
    if len(kept) == len(player.extra):
        known = ", ".join([*(one.name for one in FIELDS.values() if one.unsaid), *(name for name, _ in player.extra)])
        raise wrong_argument("clear", title, f"one of {known}")
    emptied = ((name, "" if name.casefold() == title.casefold() else text) for name, text in player.extra)
    return replace(player, extra=tuple(emptied))


ADD = Verb(
    "add",
    AddPlayer,
    without_run(add),
    lambda request, _: f"enter {request.said().get('name') or ' and '.join(request.members)}",
    _done,
)
CHANGE_PLAYER = Verb("player", ChangePlayer, without_run(change), lambda r, s: f"change {who_text(s, [r.who])}", _done)
