"""What a rating list says of the players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ...model.rating_lists.rating_match import MatchVerdict
from .answer import Answer

if TYPE_CHECKING:
    from ...model.rating_lists.rating_match import Candidate, Match
    from ..people.ratings import Matched


class ChangeAnswer(Answer, frozen=True):
    """What a match would change of one field.

    old: what the player has now; blank: nothing
    new: what the list says
    """

    old: str
    new: str


class CandidateAnswer(Answer, frozen=True):
    """A line of the list that may be the player.

    line: its number in the file
    name: name, as in the list
    pin: the player's number in the list; blank where it has none
    rank: such as "3d"; blank where the list has none
    rank_from_rating: whether the list declares no rank, and this is that of the rating
    rating: on the European scale; null where the list has none
    club: blank where the list has none
    country: two letters, blank where the list has none
    likeness: how much alike the names are, in percent
    """

    line: int
    name: str
    pin: str
    rank: str
    rank_from_rating: bool
    rating: int | None
    club: str
    country: str
    likeness: int


class MatchAnswer(Answer, frozen=True):
    """A player of the tournament in the list.

    id: id of the player
    name: surname, then first name
    verdict: "sure", "doubtful", "ambiguous" or "none"; only sure ones are applied
    confidence: how sure it is, in percent; 0 where the list has nobody like this
    by: "pin" or "name", whichever says who it is; blank where there is no candidate
    reason: why it is not sure, in words; blank where it is
    changes: what it would change, by field: "rank", "rating", "club", "country", "pin", "name"
    candidates: the lines that may be the player, the best first
    """

    id: str
    name: str
    verdict: MatchVerdict
    confidence: int
    by: Literal["", "pin", "name"]
    reason: str
    changes: dict[str, ChangeAnswer]
    candidates: tuple[CandidateAnswer, ...]


class RatingsAnswer(Answer, frozen=True):
    """A rating list beside the players.

    format: "egd", "ffg" or "aga"
    dated: the day that the list says it is of; blank where it says none
    lines: how many players the list has
    applied: whether the changes of the sure matches were made
    players: what it says of each player of the tournament, in their order
    """

    format: str
    dated: str
    lines: int
    applied: bool
    players: tuple[MatchAnswer, ...]


def ratings_answer(shown: Matched, applied: bool) -> RatingsAnswer:
    """What a list says of each player; `applied` tells whether the changes of the sure matches were made."""
    found = shown.asked.found
    return RatingsAnswer(found.form, found.dated, len(found.lines), applied, tuple(map(_match, shown.matches)))


def _match(match: Match) -> MatchAnswer:
    return MatchAnswer(
        id=match.player.id,
        name=match.player.name,
        verdict=match.verdict,
        confidence=match.confidence,
        by="" if not match.candidates else "pin" if match.by_pin else "name",
        reason=match.reason,
        changes={change.field: ChangeAnswer(change.old, change.new) for change in match.changes},
        candidates=tuple(map(_candidate, match.candidates)),
    )


def _candidate(candidate: Candidate) -> CandidateAnswer:
    listed = candidate.listed
    return CandidateAnswer(
        line=listed.line,
        name=listed.name,
        pin=listed.pin,
        rank=listed.rank_name,
        rank_from_rating=listed.rank_is_derived,
        rating=listed.rating,
        club=listed.club,
        country=listed.country,
        likeness=candidate.likeness,
    )
