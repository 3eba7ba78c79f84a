"""Ratings, clubs, countries and pins out of a rating list: what it says of the players, and that applied."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from ...io.files import read_bytes
from ...io.ratings.lists import RatingList, read_rating_list
from ...io.ratings.search import MOST_SHOWN, matches
from ...io.registrations.registration_remarks import Lines, far_from_rating
from ...model.errors import InputError, Problem
from ...model.hints import Advice, Hint
from ...model.notes import Note, Remark
from ...model.rating_lists.rating_changes import (
    TakenPin,
    applied,
    changing,
    taken_pins,
    with_changes,
    without_taken_pins,
)
from ...model.rating_lists.rating_match import (
    FIELDS,
    PIN_OF_LIST,
    Candidate,
    ListedPlayer,
    MatchVerdict,
    RatingChange,
    RatingMatch,
    parse_fields,
)
from ...model.records.state import State
from ...model.tournament.members import everybody, people_of
from ...model.tournament.person import Player
from ...model.tournament.tournament import Tournament
from ..notes import doubtful_notes
from ..outcome import Outcome

__all__ = [
    "FIELDS",
    "MOST_SHOWN",
    "Decided",
    "Matched",
    "RatingList",
    "Ratings",
    "apply",
    "decide",
    "match",
    "rating_list",
    "read_rating_list",
    "would_change",
]


@dataclass(frozen=True, slots=True)
class Ratings:
    """A rating list, the fields to take from it as typed (`rank,club`; blank: as usual), and how sure a name must be.

    `at_least` is the least likeness of names, in percent.
    """

    found: RatingList
    only: str = ""
    at_least: int = 90


@dataclass(frozen=True, slots=True)
class Matched:
    """What a list says of each player, in their order."""

    asked: Ratings
    matches: Sequence[RatingMatch]

    @property
    def changing(self) -> int:
        """How many players the sure matches change."""
        return changing(self.matches)


def rating_list(path: Path, form: str = "") -> RatingList:
    """The list in a file, of the form told (`egd`, `ffg`, `aga`) or by its content. Raises FolderError, InputError."""
    return read_rating_list(read_bytes(path), str(path), form)


def would_change(state: State, player: Player, line: ListedPlayer, found: Ratings) -> Sequence[RatingChange]:
    """What a line would change of somebody who was matched, were it decided that it is theirs."""
    chosen = RatingMatch(player, MatchVerdict.SURE, (Candidate(line, 100),))
    return with_changes(
        chosen, found.found.form, parse_fields(found.only), _clubs(everybody(state.tournament).values())
    ).changes


def match(state: State, request: Ratings) -> Outcome[Matched]:
    """The players found in the list, and what it would change; notes are about the list. Raises InputError.

    Of pairs and teams the people are looked up, each by their id behind that of the entrant.
    """
    judged = matches(
        [*everybody(state.tournament).values()], request.found, parse_fields(request.only), request.at_least
    )
    found = without_taken_pins(judged, request.found.form)
    taken = map(_taken, taken_pins(found, request.found.form))
    return Outcome(state, Matched(request, found), (*request.found.report.remarks(), *taken))


def _taken(pin: TakenPin) -> Remark:
    """The remark on a pin that the wrong player has, and how it is given back."""
    owner = pin.owner.label
    text = f"{owner} has the pin {pin.pin}, which in the list is that of {pin.player.label}"
    return Remark(text, Hint(Advice.CLEAR_PIN, (pin.owner.id,)))


def apply(state: State, shown: Matched) -> Outcome[Matched]:
    """With the changes of the matches that were shown as sure, made to the players as they are in this state.

    They are matched again where players have changed since. A match that is sure only by now has been seen by nobody:
    it changes nothing.
    """
    before = state.tournament
    agreed = {m.player.id for m in shown.matches if m.verdict is MatchVerdict.SURE}
    now = _agreed(shown if _still(shown, state) else match(state, shown.asked).value, agreed)
    after = applied(before, now.matches, shown.asked.found.form)
    notes: tuple[Note, ...] = (*doubtful_notes(before, after), *_far(before, after))
    return Outcome(state.with_tournament(after), now, notes)


def _far(before: Tournament, after: Tournament) -> list[Remark]:
    """A remark on the players whose rank is far from the rating that they have now got."""
    players = everybody(after)
    changed = [pid for pid, person in everybody(before).items() if players[pid] != person]
    return far_from_rating(Lines(before, players, (), changed, {}))


@dataclass(frozen=True, slots=True)
class Decided:
    """Lines of a list of a form (`egd`, `ffg`, `aga`) that somebody has named for players, by id; `only` as typed."""

    form: str
    lines: Mapping[str, ListedPlayer]
    only: str = ""


def decide(state: State, request: Decided) -> Outcome[int]:
    """With what the lines say of the players that they were named for: how many that changes. Raises InputError."""
    before, only = state.tournament, parse_fields(request.only)
    if request.form not in PIN_OF_LIST:
        raise InputError([Problem("unknown rating list", value=request.form, expected=" or ".join(PIN_OF_LIST))])
    people = everybody(before)
    clubs = _clubs(people.values())
    chosen = (
        RatingMatch(people.get(who) or _single(before.find(who)), MatchVerdict.SURE, (Candidate(line, 100),))
        for who, line in request.lines.items()
    )
    matches = [with_changes(one, request.form, only, clubs) for one in chosen]
    after = applied(before, matches, request.form)
    return Outcome(state.with_tournament(after), changing(matches), doubtful_notes(before, after))


def _single(player: Player) -> Player:
    """A player who is one person. Raises InputError."""
    if player.members:
        people = ", ".join(p.label for p in people_of(player))
        raise InputError(f"{player.label} is not one person; expected one of {people}")
    return player


def _clubs(people: Iterable[Player]) -> set[tuple[str, str]]:
    """The clubs with their countries: a list that cuts names means one of them."""
    return {(person.club, person.country) for person in people if person.club}


def _still(shown: Matched, state: State) -> bool:
    """Whether the players are those that were matched."""
    return [m.player for m in shown.matches] == [*everybody(state.tournament).values()]


def _agreed(now: Matched, agreed: Collection[str]) -> Matched:
    """The matches without what a sure one would change of somebody else than these players."""
    unseen = (m.verdict is MatchVerdict.SURE and m.player.id not in agreed for m in now.matches)
    kept = [replace(m, changes=()) if new else m for m, new in zip(now.matches, unseen, strict=True)]
    return replace(now, matches=kept)
