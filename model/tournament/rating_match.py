"""Which line of a rating list is which player, how sure that is, and what it would change.

A pin decides, unless the names have nothing in common. A name decides when it is the same, whichever part stands first;
a name that is only alike needs a country or a rank that agrees. What is not sure is shown and never applied.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ..errors import wrong_argument
from .player import Player, country_key
from .ranks import rank_name, rating_from_rank
from .tournament import Tournament

FIELDS = ("rank", "rating", "club", "country", "pin")
#: Fields that a list refreshes by default; club and country are only filled in where they are empty.
REFRESHED = ("rating", "pin")
FILLED_IN = ("club", "country")
#: Where a player's number in each list is kept: our pin, our AGA number, or a column of the registrations.
PIN_OF_LIST = {"egd": "pin", "ffg": "FFG", "aga": "aga"}
SAME_NAME = 100
#: Names less alike than this are two people, whatever pin they share.
UNLIKE = 50
#: A name that is hardly less alike than the best one leaves the choice open.
CLOSE = 5
RANKS_APART = 3


@dataclass(frozen=True, slots=True)
class Listed:
    """A line of a rating list; rank and rating on the European scale, None or blank where the list has none.

    `rank_is_derived` where the list declares no rank, and it is that of the rating.
    """

    line: int
    name: str
    pin: str = ""
    rank: int | None = None
    pro: int = 0
    rating: int | None = None
    club: str = ""
    country: str = ""
    rank_is_derived: bool = False

    @property
    def rank_name(self) -> str:
        """`3d`, `12k`, `2p`, or blank."""
        return "" if self.rank is None else rank_name(self.rank, self.pro)


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that may be a player, and how much alike the names are in percent."""

    listed: Listed
    likeness: int
    by_pin: bool = False


class Verdict(StrEnum):
    """How far a match can be trusted; only sure ones are applied."""

    SURE = "sure"
    DOUBTFUL = "doubtful"
    AMBIGUOUS = "ambiguous"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Change:
    """What a match would change: a field, what it is now (blank: nothing), and what the list says."""

    field: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Match:
    """What the list says about a player: the verdict and its reason, the candidates with the best first."""

    player: Player
    verdict: Verdict
    candidates: tuple[Candidate, ...] = ()
    reason: str = ""
    changes: tuple[Change, ...] = ()

    @property
    def listed(self) -> Listed | None:
        """The line that is the player, or may well be."""
        return self.candidates[0].listed if self.verdict in (Verdict.SURE, Verdict.DOUBTFUL) else None

    @property
    def by_pin(self) -> bool:
        """Whether the pin says who it is."""
        return bool(self.candidates) and self.candidates[0].by_pin

    @property
    def confidence(self) -> int:
        """Percent: 100 for a pin with a name that is not another's, else how much alike the names are."""
        if not self.candidates:
            return 0
        return 100 if self.by_pin and self.verdict is Verdict.SURE else self.candidates[0].likeness


def pin_of(player: Player, form: str) -> str:
    """The player's number in a list of this form: `egd`, `ffg` or `aga`."""
    place = PIN_OF_LIST[form]
    if place == "FFG":
        return next((value for title, value in player.extra if title.casefold() == "ffg"), "")
    return player.aga if place == "aga" else player.pin


def pin_key(pin: str, form: str) -> str:
    """The text by which pins are compared; AGA numbers also as `USA02001`."""
    plain = pin.strip().upper()
    return re.sub(r"^[A-Z]*0*(?=\d)", "", plain) if form == "aga" else plain


def parse_fields(text: str) -> tuple[str, ...]:
    """The fields out of `rank,club`; none for a blank text, which stands for the default. Raises InputError."""
    names = [name.strip().casefold() for name in text.split(",") if name.strip()]
    unknown = [name for name in names if name not in FIELDS]
    if unknown:
        raise wrong_argument("only", ", ".join(unknown), f"some of {','.join(FIELDS)}")
    return tuple(name for name in FIELDS if name in names)


def judged(player: Player, candidates: Sequence[Candidate], form: str, at_least: int) -> Match:
    """The verdict on a player, from candidates whose best stands first."""
    best_first = tuple(sorted(candidates, key=lambda c: (not c.by_pin, -c.likeness, c.listed.line)))
    if best_first and best_first[0].by_pin:
        if best_first[0].likeness >= UNLIKE:
            return Match(player, Verdict.SURE, best_first[:1])
        return Match(player, Verdict.DOUBTFUL, best_first, "the pin is that of another name")
    near = [c for c in best_first if c.likeness >= at_least]
    if not near:
        return Match(player, Verdict.NONE, best_first)
    rivals = _rivals(near)
    chosen = [c for c in rivals if _same_country(player, c.listed) and _ranks_near(player, c.listed)]
    if len(rivals) == 1:
        chosen = rivals
    if len(chosen) != 1:
        return Match(player, Verdict.AMBIGUOUS, tuple(rivals), "several in the list have such a name")
    doubt = _doubt(player, chosen[0], form)
    others = tuple(c for c in rivals if c is not chosen[0])
    return Match(player, Verdict.DOUBTFUL if doubt else Verdict.SURE, (chosen[0], *others), doubt)


def _rivals(near: Sequence[Candidate]) -> list[Candidate]:
    """Whoever has the same name; where nobody has, whoever is about as much alike as the best."""
    best = near[0].likeness
    return [c for c in near if c.likeness > (SAME_NAME - 1 if best == SAME_NAME else best - CLOSE)]


def _doubt(player: Player, candidate: Candidate, form: str) -> str:
    """Why a match by name is not sure, or nothing."""
    listed = candidate.listed
    own = pin_of(player, form)
    if own and listed.pin and pin_key(own, form) != pin_key(listed.pin, form):
        return f"has the number {own}, which the list does not know"
    agrees = _same_country(player, listed) or _ranks_near(player, listed)
    if candidate.likeness < SAME_NAME and not agrees:
        return f"the name is only alike, and neither country nor rank within {RANKS_APART} agrees"
    return ""


def _same_country(player: Player, listed: Listed) -> bool:
    return bool(player.country) and country_key(player.country) == country_key(listed.country)


def _ranks_near(player: Player, listed: Listed) -> bool:
    return listed.rank is not None and abs(player.rank - listed.rank) <= RANKS_APART


def settled(matches: Iterable[Match]) -> list[Match]:
    """The matches, doubtful where two players claim one line: a pin goes before a name, and no two are both it."""
    matches = list(matches)
    claims: dict[int, list[Match]] = defaultdict(list)
    for match in matches:
        if match.listed is not None and (match.by_pin or match.verdict is Verdict.SURE):
            claims[match.listed.line].append(match)
    return [_settled(match, claims[match.listed.line]) if match.listed else match for match in matches]


def _settled(match: Match, claims: Sequence[Match]) -> Match:
    others = [c for c in claims if c.player.id != match.player.id]
    stronger = [c for c in others if c.by_pin or not match.by_pin]
    if match.verdict is not Verdict.SURE or not stronger:
        return match
    other = stronger[0].player
    return replace(match, verdict=Verdict.DOUBTFUL, reason=f"{other.name} ({other.id}) is the same line of the list")


def with_changes(match: Match, form: str, only: Sequence[str] = ()) -> Match:
    """The match with what it would change: the fields of `only`, else rating and pin and what is empty."""
    player, listed = match.player, match.listed
    if listed is None:
        return match
    rating = "" if player.rating_is_derived else str(player.rating)
    new_rating = "" if listed.rating is None else str(listed.rating)
    same_country = country_key(player.country) == country_key(listed.country)
    same_pin = pin_key(pin_of(player, form), form) == pin_key(listed.pin, form)
    found = {
        "rank": (player.rank_name, listed.rank_name),
        "rating": (rating, new_rating),
        "club": (player.club, listed.club),
        "country": (player.country, player.country if same_country else listed.country),
        "pin": (pin_of(player, form), pin_of(player, form) if same_pin else listed.pin),
    }
    wanted = only or (*REFRESHED, *(name for name in FILLED_IN if not found[name][0]))
    changes = (Change(name, *found[name]) for name in FIELDS if name in wanted)
    return replace(match, changes=tuple(change for change in changes if change.new and change.new != change.old))


def applied(tournament: Tournament, matches: Iterable[Match], form: str) -> Tournament:
    """The tournament with the changes of all sure matches."""
    sure = [match for match in matches if match.verdict is Verdict.SURE and match.changes]
    return tournament.with_players(_changed(match, form) for match in sure)


def _changed(match: Match, form: str) -> Player:
    player, listed = match.player, match.listed
    assert listed is not None
    new = {change.field: change.new for change in match.changes}
    player = replace(player, club=new.get("club", player.club), country=new.get("country", player.country))
    if "rank" in new and listed.rank is not None:
        player = replace(player, rank=listed.rank, pro=listed.pro)
        if player.rating_is_derived:
            player = replace(player, rating=rating_from_rank(listed.rank))
    if "rating" in new and listed.rating is not None:
        player = replace(player, rating=listed.rating, rating_is_derived=False)
    return _with_pin(player, form, new["pin"]) if "pin" in new else player


def _with_pin(player: Player, form: str, pin: str) -> Player:
    """The player with another number in a list of this form."""
    place = PIN_OF_LIST[form]
    if place == "FFG":
        title = next((title for title, _ in player.extra if title.casefold() == "ffg"), "FFG")
        return replace(player, extra=tuple((dict(player.extra) | {title: pin}).items()))
    return replace(player, aga=pin) if place == "aga" else replace(player, pin=pin)


def changing(matches: Iterable[Match]) -> int:
    """How many players the sure matches change."""
    return sum(match.verdict is Verdict.SURE and bool(match.changes) for match in matches)
