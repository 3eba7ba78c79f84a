"""Prints what a rating list would change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...desk.people.ratings import MOST_SHOWN
from ...model.rating_lists.rating_changes import changing
from ...model.rating_lists.rating_match import ListedPlayer, Match, MatchVerdict, RatingChange
from ...model.tournament.player import Player
from ...model.words import counted
from .columns import columns

if TYPE_CHECKING:
    from ...desk.people.ratings import RatingList

_UNSURE = {
    MatchVerdict.DOUBTFUL: "Doubtful, not applied",
    MatchVerdict.AMBIGUOUS: "Ambiguous, not applied",
    MatchVerdict.NONE: "Not in the list",
}


def ratings_text(found: RatingList, matches: Sequence[Match]) -> str:
    """The sure matches with their changes, then the players who are doubtful, ambiguous or not in the list."""
    dated = f" of {found.dated}" if found.dated else ""
    lines = [f"{found.form.upper()} list{dated}, {counted(len(found.lines), 'player')}"]
    if any(candidate.listed.rank_is_derived for match in matches for candidate in match.candidates):
        lines.append("A rank in parentheses is derived from the rating, as the list has no rank.")
    sure = [match for match in matches if match.verdict is MatchVerdict.SURE]
    rows = [
        [
            match.confidence, "pin" if match.by_pin else "name", match.player.id, _own(match.player),
            _listed(match.candidates[0].listed), _changes(match.changes),
        ]
        for match in sure
    ]  # fmt: skip
    if rows:
        lines.append(columns(["%", "By", "Id", "Player", "In the list", "Would change"], rows, "r r"))
    for verdict, title in _UNSURE.items():
        others = [match for match in matches if match.verdict is verdict]
        if others:
            lines += ["", f"{title}: {counted(len(others), 'player')}", *(line for m in others for line in _unsure(m))]
    of_all = f"Sure matches: {len(sure)} of {counted(len(matches), 'player')}"
    return "\n".join([*lines, "", f"{of_all}; {changing(matches)} of them would change."])


def _unsure(match: Match) -> list[str]:
    """A player without a sure match, with the candidates below."""
    reason = f": {match.reason}" if match.reason else ""
    shown = [f"  {c.likeness} %  line {c.listed.line}: {_listed(c.listed)}" for c in match.candidates[:MOST_SHOWN]]
    more = [f"  … {len(match.candidates)} candidates in all"] if len(match.candidates) > MOST_SHOWN else []
    change = [f"  would change: {_changes(match.changes)}"] if match.listed is not None else []
    return [f"{_own(match.player)} ({match.player.id}){reason}", *shown, *more, *change]


def _own(player: Player) -> str:
    return " ".join(filter(None, (player.name, player.rank_name, player.country)))


def _listed(listed: ListedPlayer) -> str:
    rating = "" if listed.rating is None else str(listed.rating)
    rank = f"({listed.rank_name})" if listed.rank_is_derived else listed.rank_name
    return " ".join(filter(None, (listed.name, rank, rating, listed.country, listed.club, listed.pin)))


def _changes(changes: Sequence[RatingChange]) -> str:
    return ", ".join(f"{change.field} {change.old or 'none'} → {change.new}" for change in changes) or "nothing"
