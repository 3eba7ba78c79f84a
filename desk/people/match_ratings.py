"""Ratings, clubs, countries and pins out of a rating list: what it says of the players, and that applied."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from ...io.files import read_bytes
from ...io.ratings.lists import RatingList, read_rating_list
from ...io.ratings.search import MOST_SHOWN, matches
from ...io.registrations.registration_remarks import Lines, far_from_rating
from ...model.errors import InputError, Problem
from ...model.notes import Note, Remark
from ...model.rating_lists.rating_match import (
    FIELDS,
    PIN_OF_LIST,
    Candidate,
    ListedPlayer,
    MatchVerdict,
    RatingChange,
    RatingMatch,
    TakenPin,
    applied,
    changing,
    parse_fields,
    taken_pins,
    with_changes,
    without_taken_pins,
)
from ...model.records.state import State
from ...model.tournament.person import Player
from ...model.tournament.tournament import Tournament, everybody, people_of
from ...model.ways import Way
from ..desk_notes import doubtful_notes
from ..verb import Answer, Outcome, Request, answer_of, told

__all__ = ["FIELDS", "MOST_SHOWN", "RatingList", "read_rating_list"]


class Ratings(Request, frozen=True, kw_only=True):
    """A rating list, and what to take from it for whom."""

    only: Annotated[
        str,
        told(
            "change only these, wherever the list differs: rank,rating,club,country,pin,name; by default rating and "
            "pin change, club and country only if empty, names only in their order, and rank not at all",
            "FIELDS",
        ),
    ] = ""
    at_least: Annotated[
        Annotated[int, msgspec.Meta(ge=50, le=100)],
        told("least confidence of a match by name, in percent, 50 to 100; by default 90", "PERCENT"),
    ] = 90
    form: Annotated[
        str, told("the list's format: egd, ffg or aga; by default recognised by the content", "NAME", "here")
    ] = ""
    found: Annotated[Any, told("the list that was read", to="face")] = None


@dataclass(frozen=True, slots=True)
class Matched:
    """What a list says of each player, in their order."""

    asked: Ratings
    matches: Sequence[RatingMatch]

    @property
    def changing(self) -> int:
        """How many players the sure matches change."""
        return changing(self.matches)


class ChangeAnswer(Answer, frozen=True):
    """What a match would change of one field."""

    old: Annotated[str, told("what the player has now; blank: nothing")]
    new: Annotated[str, told("what the list says")]


class CandidateAnswer(Answer, frozen=True):
    """A line of the list that may be the player."""

    line: Annotated[int, told("its number in the file")]
    name: Annotated[str, told("name, as in the list")]
    pin: Annotated[str, told("the player's number in the list; blank where it has none")]
    rank: Annotated[str, told('such as "3d"; blank where the list has none')]
    rank_from_rating: Annotated[bool, told("whether the list declares no rank, and this is that of the rating")]
    rating: Annotated[int | None, told("on the European scale; null where the list has none")]
    club: Annotated[str, told("blank where the list has none")]
    country: Annotated[str, told("two letters, blank where the list has none")]
    likeness: Annotated[int, told("how much alike the names are, in percent")]


class MatchAnswer(Answer, frozen=True):
    """A player of the tournament in the list."""

    id: Annotated[str, told("id of the player")]
    name: Annotated[str, told("surname, then first name")]
    verdict: Annotated[MatchVerdict, told('"sure", "doubtful", "ambiguous" or "none"; only sure ones are applied')]
    confidence: Annotated[int, told("how sure it is, in percent; 0 where the list has nobody like this")]
    by: Annotated[
        Literal["", "pin", "name"], told('"pin" or "name", whichever says who it is; blank where there is no candidate')
    ]
    reason: Annotated[str, told("why it is not sure, in words; blank where it is")]
    changes: Annotated[
        dict[str, ChangeAnswer],
        told('what it would change, by field: "rank", "rating", "club", "country", "pin", "name"'),
    ]
    candidates: Annotated[tuple[CandidateAnswer, ...], told("the lines that may be the player, the best first")]


class RatingsAnswer(Answer, frozen=True):
    """A rating list beside the players."""

    format: Annotated[str, told('"egd", "ffg" or "aga"')]
    dated: Annotated[str, told("the day that the list says it is of; blank where it says none")]
    lines: Annotated[int, told("how many players the list has")]
    applied: Annotated[bool, told("whether the changes of the sure matches were made")]
    players: Annotated[tuple[MatchAnswer, ...], told("what it says of each player of the tournament, in their order")]


def ratings_answer(shown: Matched, applied: bool) -> RatingsAnswer:
    """What a list says of each player; `applied` tells whether the changes of the sure matches were made."""
    found = shown.asked.found
    return RatingsAnswer(found.form, found.dated, len(found.lines), applied, tuple(map(_match, shown.matches)))


def _match(match: RatingMatch) -> MatchAnswer:
    return answer_of(
        MatchAnswer,
        match,
        id=match.player.id,
        name=match.player.name,
        by="" if not match.candidates else "pin" if match.by_pin else "name",
        changes={change.field: ChangeAnswer(change.old, change.new) for change in match.changes},
        candidates=tuple(map(_candidate, match.candidates)),
    )


def _candidate(one: Candidate) -> CandidateAnswer:
    own = {"rank": one.listed.rank_name, "rank_from_rating": one.listed.rank_is_derived, "likeness": one.likeness}
    return answer_of(CandidateAnswer, one.listed, **own)


def rating_list(path: Path, form: str = "") -> RatingList:
    """The list in a file, of the form told (`egd`, `ffg`, `aga`) or by its content. Raises FolderError, InputError."""
    return read_rating_list(read_bytes(path), str(path), form)


def would_change(state: State, player: Player, line: ListedPlayer, found: Ratings) -> Sequence[RatingChange]:
    """What a line would change of somebody who was matched, were it decided that it is theirs."""
    clubs = _clubs(everybody(state.tournament).values())
    return with_changes(_chosen(player, line), found.found.form, parse_fields(found.only), clubs).changes


def _chosen(player: Player, line: ListedPlayer) -> RatingMatch:
    return RatingMatch(player, MatchVerdict.SURE, (Candidate(line, 100),))


def match(state: State, request: Ratings) -> Outcome[Matched]:
    """The people found in the list, of pairs and teams, too, and what it changes; notes on it. Raises InputError."""
    people = [*everybody(state.tournament).values()]
    judged = matches(people, request.found, parse_fields(request.only), request.at_least)
    found = without_taken_pins(judged, request.found.form)
    taken = map(_taken, taken_pins(found, request.found.form))
    return Outcome(state, Matched(request, found), (*request.found.report.remarks(), *taken))


def _taken(pin: TakenPin) -> Remark:
    """The remark on a pin that the wrong player has, and how it is given back."""
    owner = pin.owner.label
    text = f"{owner} has the pin {pin.pin}, which in the list is that of {pin.player.label}"
    return Remark(text, (Way("if it is not theirs", "player", who=pin.owner.id, clear="pin"),))


def apply(state: State, shown: Matched) -> Outcome[Matched]:
    """With the changes shown as sure, matched again if players have changed; what is sure only now changes nothing."""
    before = state.tournament
    agreed = {m.player.id for m in shown.matches if m.verdict is MatchVerdict.SURE}
    unchanged = [m.player for m in shown.matches] == [*everybody(before).values()]
    now = _agreed(shown if unchanged else match(state, shown.asked).value, agreed)
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
    chosen = (_chosen(people.get(who) or _single(before.find(who)), line) for who, line in request.lines.items())
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


def _agreed(now: Matched, agreed: Collection[str]) -> Matched:
    """The matches without what a sure one would change of somebody else than these players."""
    unseen = (m.verdict is MatchVerdict.SURE and m.player.id not in agreed for m in now.matches)
    kept = [replace(m, changes=()) if new else m for m, new in zip(now.matches, unseen, strict=True)]
    return replace(now, matches=kept)
