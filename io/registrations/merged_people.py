"""Changes of a known player by a line of registrations, and the people of entrants merged in."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count

from ...model.errors import Problem
from ...model.language import counted, first_few
from ...model.notes import Remark
from ...model.tournament.person import MOST_MEMBERS, MOST_OF_PAIR, Member, Player, Status, as_player, name_key, regulars
from ...model.tournament.ranks import rating_from_rank
from ...model.tournament.tournament import with_members
from .fields import FIELDS
from .reading import Entry
from .registered_people import member_of
from .registration_remarks import Lines, noticed


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
    """The member who a line of registrations is."""
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
