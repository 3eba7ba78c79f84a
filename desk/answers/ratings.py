"""What a rating list says of the players."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from ...model.rating_lists.rating_match import MatchVerdict
from ..verb import Answer, told

if TYPE_CHECKING:
    from ...model.rating_lists.rating_match import Candidate, RatingMatch
    from ..people.ratings import Matched


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
