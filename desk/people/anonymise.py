"""Somebody who has played becomes anonymous: in the files, in what the journal remembers, and on the pages.

Rank, rating, start score and results stay, because the places of others follow from them, and so does the id.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, TypeVar

from ...io.folder.copies import forget_past, still_written
from ...io.pages.public import ANONYMOUS
from ...model.errors import InputError, check_confirmed
from ...model.language import first_few
from ...model.records.ledger import Entrant
from ...model.records.state import Record, State
from ...model.tournament.person import Member, Person, Player, name_key
from ...model.tournament.tournament import Tournament, with_members
from ...model.ways import Way
from ..desk import Desk
from ..files.publish_pages import pages_folder, publish, written_pages
from ..verb import Change, Outcome, told
from .change_members import member_named

MOST_NAMED = 8  # files that still have the name
Somebody = TypeVar("Somebody", Player, Member)


class Anonymise(Change, frozen=True, kw_only=True):
    """A player to be made anonymous, or one member of a pair or team."""

    who: Annotated[str, told("id or name", "PLAYER")]
    member: Annotated[str, told("only this member of a pair or team: place, id or name", "MEMBER")] = ""
    anyway: Annotated[bool, told("do it: the journal forgets all before, and nothing can be undone")] = False


@dataclass(frozen=True, slots=True)
class Anonymised:
    """Who a player is now; `pages` were written anew; `left` are files that still have the name, or a pin."""

    player: Player
    pages: bool
    left: Sequence[str]


def anonymise(desk: Desk, request: Anonymise) -> Anonymised:
    """A player made anonymous in folder, past and pages. Raises InputError, UnconfirmedError, ConflictError."""
    before = desk.read().tournament.find(request.who)
    gone = member_named(before, request.member) if request.member else None
    who = f"member {gone.id}" if gone else f"player {before.id}"  # no name: the journal keeps it
    command = f"{who} made anonymous"
    done = desk.do(lambda state: anonymous(state, request), command, request.seen)
    forget_past(desk.folder, command, done.after.revision)
    pages = bool(written_pages(desk.path).files)
    if pages:
        publish(done.after, pages_folder(desk.path), desk.path)
    words = _words([gone] if gone else [before, *before.members])
    return Anonymised(done.value, pages, still_written(desk.path, words))


def anonymous(state: State, request: Anonymise) -> Outcome[Player]:
    """With a player who is nobody in the list and in the records of draws; one who is nobody already stays so."""
    tournament = state.tournament
    old = tournament.find(request.who)
    published = len(tournament.published)
    member = member_named(old, request.member) if request.member else None
    to_come = [n for n in range(published + 1, tournament.settings.rounds + 1) if old.enters(n)]
    to_come = [n for n in to_come if member is None or member.plays(n)]
    name = member.name if member else old.name
    if to_come:
        which = f"round{'s' if len(to_come) > 1 else ''} {', '.join(map(str, to_come))}"
        if member:
            raise InputError(f"{name} plays in {which}; mark the member absent from them first")
        text = f"{name} is entered for {which}; withdraw the player first"
        raise InputError(text, Way("to do that", "withdraw", who=(old.id,)))
    if not request.anyway:
        text = f"{name} becomes anonymous for good: the journal keeps nothing of before, so nothing can be undone"
        check_confirmed([text], Way("to do it anyway", anyway=True))
    new = _with_nobody(old, member, tournament) if member else _nobody(old, tournament)
    after = state.with_tournament(tournament.with_players([new]))
    for number, record in state.records.items():
        after = after.with_record(number, _without(record, new))
    return Outcome(after, new)


def _nobody(old: Player, tournament: Tournament) -> Player:
    """The player without anything that says who it is, nor any member. The registrations' own columns go, too."""
    if old.surname == ANONYMOUS and all(m.surname == ANONYMOUS for m in old.members):
        return old
    taken = {p.name for p in tournament.players}
    number = next(n for n in range(1, len(taken) + 2) if f"{ANONYMOUS} {n}" not in taken)
    return replace(_nameless(old, number), members=tuple(_nameless(m, k) for k, m in enumerate(old.members, 1)))


def _nameless(old: Somebody, number: int) -> Somebody:
    return replace(
        old, surname=ANONYMOUS, first_name=str(number), club="", country="", pin="", aga="", groups=(), extra=()
    )


def _with_nobody(old: Player, member: Member, tournament: Tournament) -> Player:
    """The entrant with one member who is nobody. What the entrant was called after that member goes, too."""
    people = [_nameless(m, k) if m.id == member.id else m for k, m in enumerate(old.members, 1)]
    new = with_members(old, people, tournament.settings.entrants.rank)
    named = member.surname and name_key(member.surname) in name_key(new.name)
    return with_members(replace(new, surname="", first_name=""), people, "mean") if named else new


def _without(record: Record, new: Player) -> Record:
    """A record whose ledger does not say who the player is; what the boards cost then stays."""
    ledger = record.ledger
    if ledger is None or new.id not in ledger.entrants:
        return record
    nobody: Entrant = replace(
        ledger.entrants[new.id], name=new.name, club=new.club, country=new.country, clubs=(), groups=new.families,
        several_clubs=(), several_countries=(),
    )  # fmt: skip
    return replace(record, kept=replace(ledger, entrants={**ledger.entrants, new.id: nobody}))


def _words(people: Iterable[Person]) -> list[str]:
    """What may still be written somewhere of who these people were."""
    known = [(one.surname, one.first_name, one) for one in people if one.surname != ANONYMOUS]
    texts = [(f"{a} {b}", f"{b} {a}", f"{a}, {b}", f"{a},{b}", one.pin, one.aga) for a, b, one in known]
    return [clean for own in texts for text in own if (clean := text.strip(" ,"))]


def anonymised_lines(done: Anonymised) -> list[str]:
    """What is gone, what stays, and what to look after."""
    player = done.player
    left = first_few(done.left, MOST_NAMED)
    pages = ", the pages are written anew" if done.pages else ""
    return [
        f"player {player.id} is now {player.name}: name, club, country, pins, groups and own columns are gone from "
        f"the files and from the records of draws; the journal begins anew{pages}",
        f"rank, rating, results and the id {player.id} stay, because the places of others follow from them",
        *([f"the name or a pin is still written in {left}; change or delete that"] if done.left else []),
        "not reached: copies, exports, printed sheets and pages that are elsewhere; certificates written before may no "
        "longer fit",
    ]
