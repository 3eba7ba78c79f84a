"""Which line of a rating list is which player, how sure that is, what it would change, and that applied.

A pin decides where name, country and rank fit; else it may be mistyped, and whoever has the name goes before it.
A name that is the same, whichever part stands first, decides where country and rank pass the same tests as beside a
pin, and where no country is known, only with a club or a rank that fits; one that is only alike must agree in both as
far as they are known, and in short words to the letter: Jan is not Jana. What is not sure is shown and never applied.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from ..errors import wrong_argument
from ..tournament.person import Player, country_key, name_key
from ..tournament.ranks import rank_name, rating_from_rank
from ..tournament.same_names import is_code_of, unlike_words, whole_name
from ..tournament.tournament import Tournament, with_people

FIELDS = ("rank", "rating", "club", "country", "pin", "name")
#: Fields that a list refreshes by default; club and country are only filled in where they are empty.
REFRESHED = ("rating", "pin", "name")
FILLED_IN = ("club", "country")
#: Where a player's number in each list is kept: our pin, our AGA number, or a column of the registrations.
PIN_OF_LIST = {"egd": "pin", "ffg": "FFG", "aga": "aga"}
SAME_NAME = 100
#: Names less alike than this are two people, whatever pin they share.
UNLIKE = 75
#: A name that is hardly less alike than the best one leaves the choice open.
CLOSE = 5
RANKS_APART = 3
#: Beside the same name: so far a rank goes up between two entries in a list.
RANKS_APART_OF_ONE = 6
#: Where only the name says who it is, as no country is known: namesakes abroad are many.
RANKS_APART_ALONE = 2


@dataclass(frozen=True, slots=True)
class ListedPlayer:
    """A line of a rating list: rank and rating on the European scale, None or blank where it has none."""

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

    listed: ListedPlayer
    likeness: int
    by_pin: bool = False


class MatchVerdict(StrEnum):
    """How far a match can be trusted; only sure ones are applied."""

    SURE = "sure"
    DOUBTFUL = "doubtful"
    AMBIGUOUS = "ambiguous"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class RatingChange:
    """What a match would change: a field, what it is now (blank: nothing), and what the list says."""

    field: str
    old: str
    new: str


@dataclass(frozen=True, slots=True)
class RatingMatch:
    """What the list says about a player: the verdict and its reason, the candidates with the best first."""

    player: Player
    verdict: MatchVerdict
    candidates: tuple[Candidate, ...] = ()
    reason: str = ""
    changes: tuple[RatingChange, ...] = ()

    @property
    def listed(self) -> ListedPlayer | None:
        """The line that is the player, or may well be."""
        return self.candidates[0].listed if self.verdict in (MatchVerdict.SURE, MatchVerdict.DOUBTFUL) else None

    @property
    def by_pin(self) -> bool:
        """Whether the pin says who it is."""
        return bool(self.candidates) and self.candidates[0].by_pin

    @property
    def confidence(self) -> int:
        """Percent: 100 for a pin that fits, else how much alike the names are."""
        if not self.candidates:
            return 0
        return 100 if self.by_pin and self.verdict is MatchVerdict.SURE else self.candidates[0].likeness


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


def judged(player: Player, candidates: Sequence[Candidate], form: str, at_least: int) -> RatingMatch:
    """The verdict on a player, from candidates whose best stands first."""
    best_first = tuple(sorted(candidates, key=lambda c: (not c.by_pin, -c.likeness, c.listed.line)))
    if best_first and best_first[0].by_pin:
        doubt = _doubt_of_pin(player, best_first[0])
        if not doubt:
            return RatingMatch(player, MatchVerdict.SURE, best_first[:1])
        return _owner_before_pin(player, best_first, doubt, at_least)
    near = [c for c in best_first if c.likeness >= at_least]
    if not near:
        return RatingMatch(player, MatchVerdict.NONE, best_first)
    rivals = _rivals(near)
    chosen = [c for c in rivals if _same_country(player, c.listed) and _ranks_near(player, c.listed)]
    if len(rivals) == 1:
        chosen = rivals
    if len(chosen) != 1:
        return RatingMatch(player, MatchVerdict.AMBIGUOUS, tuple(rivals), "several players in the list have this name")
    doubt = _doubt(player, chosen[0], form)
    others = tuple(c for c in rivals if c is not chosen[0])
    return RatingMatch(player, MatchVerdict.DOUBTFUL if doubt else MatchVerdict.SURE, (chosen[0], *others), doubt)


def pin_fits(player: Player, candidate: Candidate) -> bool:
    """Whether a line with the player's pin is the player's in name, country and rank, too."""
    return not _doubt_of_pin(player, candidate)


def _doubt_of_pin(player: Player, candidate: Candidate) -> str:
    """Why a pin may be mistyped, or nothing."""
    listed = candidate.listed
    found = f"the pin belongs to {_described(listed)}"
    if candidate.likeness < UNLIKE:
        return f"{found}, who has another name"
    differs = _other_country_or_rank(player, candidate)
    return f"{found}, {differs}" if differs else ""


def _other_country_or_rank(player: Player, candidate: Candidate) -> str:
    """How a line contradicts a player, or nothing; a pin and a name are tested alike."""
    listed = candidate.listed
    if player.country and listed.country and not _same_country(player, listed):
        return "who is from another country"
    most = RANKS_APART_OF_ONE if candidate.likeness == SAME_NAME else RANKS_APART
    if listed.rank is not None and abs(player.rank - listed.rank) > most:
        return f"whose rank is far from {player.rank_name}"
    return ""


def _only_the_name(player: Player, listed: ListedPlayer) -> str:
    """Why the same name is not enough, or nothing: without countries to compare, the club or the rank must fit."""
    if (player.country and listed.country) or is_code_of(listed.club, player.club):
        return ""
    if player.club and name_key(player.club) == name_key(listed.club):
        return ""
    if listed.rank is not None and abs(player.rank - listed.rank) <= RANKS_APART_ALONE:
        return ""
    return f"but no country is known to compare, and neither club nor rank fits (within {RANKS_APART_ALONE})"


def _owner_before_pin(player: Player, best_first: Sequence[Candidate], doubt: str, at_least: int) -> RatingMatch:
    """The doubtful match: whoever else has the name goes before the pin."""
    by_pin, others = best_first[0], [c for c in best_first[1:] if c.listed.line != best_first[0].listed.line]
    near = [c for c in others if c.likeness >= max(at_least, by_pin.likeness)]
    agreeing = [c for c in near if _same_country(player, c.listed) or _ranks_near(player, c.listed)]
    owners = agreeing or ([] if by_pin.likeness >= UNLIKE else near)
    if not owners:
        return RatingMatch(player, MatchVerdict.DOUBTFUL, (by_pin, *others), doubt)
    named = " or ".join(_described(owner.listed) for owner in _rivals(owners))
    rest = (c for c in others if c is not owners[0])
    return RatingMatch(
        player, MatchVerdict.DOUBTFUL, (owners[0], by_pin, *rest), f"{doubt}; the name belongs to {named}"
    )


def _described(listed: ListedPlayer) -> str:
    """`Amber Ada 2d CH (14000001)`."""
    number = f"({listed.pin})" if listed.pin else ""
    return " ".join(filter(None, (listed.name, listed.rank_name, listed.country, number)))


def _rivals(near: Sequence[Candidate]) -> list[Candidate]:
    """Whoever has the same name; where nobody has, whoever is about as much alike as the best."""
    best = near[0].likeness
    return [c for c in near if c.likeness > (SAME_NAME - 1 if best == SAME_NAME else best - CLOSE)]


def _doubt(player: Player, candidate: Candidate, form: str) -> str:
    listed = candidate.listed
    own = pin_of(player, form)
    if own and listed.pin and pin_key(own, form) != pin_key(listed.pin, form):
        return f"has the number {own}, which is not in the list"
    if candidate.likeness == SAME_NAME:
        differs = _other_country_or_rank(player, candidate) or _only_the_name(player, listed)
        return f"the name belongs to {_described(listed)}, {differs}" if differs else ""
    return _doubt_of_alike(player, listed)


def _doubt_of_alike(player: Player, listed: ListedPlayer) -> str:
    """Why a name that is not quite the same may be another's, or nothing: all that is known must agree."""
    unlike = unlike_words(player.name, listed.name)
    if unlike and all(unlike):
        return f"the name is only similar: {' may not be '.join(unlike)}"
    if unlike:
        return f"the name is only similar: one of the two also has {''.join(unlike)}"
    near, compatriots = _ranks_near(player, listed), _same_country(player, listed)
    if not near and not compatriots:
        return f"the name is only similar; the country does not match, and the rank is not within {RANKS_APART}"
    if not near and listed.rank is not None:
        return f"the name is only similar, and the rank is not within {RANKS_APART}"
    if not compatriots and player.country and listed.country:
        return "the name is only similar, and the country is different"
    return ""


def _same_country(player: Player, listed: ListedPlayer) -> bool:
    return bool(player.country) and country_key(player.country) == country_key(listed.country)


def _ranks_near(player: Player, listed: ListedPlayer) -> bool:
    return listed.rank is not None and abs(player.rank - listed.rank) <= RANKS_APART


def settled(matches: Iterable[RatingMatch]) -> list[RatingMatch]:
    """The matches, doubtful where two players claim one line: a pin goes before a name, and no two are both it."""
    matches = list(matches)
    claims: dict[int, list[RatingMatch]] = defaultdict(list)
    for match in matches:
        if match.listed is not None and (match.by_pin or match.verdict is MatchVerdict.SURE):
            claims[match.listed.line].append(match)
    return [_settled(match, claims[match.listed.line]) if match.listed else match for match in matches]


def _settled(match: RatingMatch, claims: Sequence[RatingMatch]) -> RatingMatch:
    others = [c for c in claims if c.player.id != match.player.id]
    stronger = [c for c in others if c.by_pin or not match.by_pin]
    if match.verdict is not MatchVerdict.SURE or not stronger:
        return match
    other = stronger[0].player
    return replace(match, verdict=MatchVerdict.DOUBTFUL, reason=f"{other.label} matches the same line of the list")


@dataclass(frozen=True, slots=True)
class TakenPin:
    """A pin that the list gives to one player, and another one has."""

    player: Player
    owner: Player
    pin: str


def with_changes(
    match: RatingMatch, form: str, only: Sequence[str] = (), clubs: Collection[tuple[str, str]] = (), name: str = ""
) -> RatingMatch:
    """The match with the changes to the fields of `only`, else to rating and pin and what is empty.

    `clubs` (with countries) complete a name that the list cuts; `name` is the own one with a comma if known.
    """
    player, listed = match.player, match.listed
    if listed is None:
        return match
    rating = "" if player.rating_is_derived else str(player.rating)
    new_rating = "" if listed.rating is None else str(listed.rating)
    same_country = country_key(player.country) == country_key(listed.country)
    club = whole_name(listed.club, listed.country or player.country, clubs)
    same_pin = pin_key(pin_of(player, form), form) == pin_key(listed.pin, form)
    found = {
        "rank": (player.rank_name, listed.rank_name),
        "rating": (rating, new_rating),
        "club": (player.club, player.club if is_code_of(listed.club, player.club) else club),
        "country": (player.country, player.country if same_country else listed.country),
        "pin": (pin_of(player, form), pin_of(player, form) if same_pin else listed.pin),
        "name": (player.name, name),
    }
    wanted = only or (*REFRESHED, *(name for name in FILLED_IN if not found[name][0]))
    changes = (RatingChange(name, *found[name]) for name in FIELDS if name in wanted)
    return replace(match, changes=tuple(change for change in changes if change.new and change.new != change.old))


def without_taken_pins(matches: Sequence[RatingMatch], form: str) -> list[RatingMatch]:
    """The matches, doubtful where somebody else keeps the pin that the list gives; only the EGD's differ."""
    found = list(matches)
    while form == "egd":
        after = [_pin_after(match) for match in found]
        counts = Counter(after)
        clashes = [k for k, pin in enumerate(after) if pin != found[k].player.pin and counts[pin] > 1]
        if not clashes:
            break
        for k in clashes:
            owner = next(m.player for j, m in enumerate(found) if j != k and after[j] == after[k])
            reason = f"{owner.label} has the pin {after[k]}"
            found[k] = replace(found[k], verdict=MatchVerdict.DOUBTFUL, reason=reason)
    return found


def taken_pins(matches: Sequence[RatingMatch], form: str) -> list[TakenPin]:
    """The pins of doubtful players that somebody else has who is not the player of that line."""
    sure = {m.player.id for m in matches if m.verdict is MatchVerdict.SURE}
    owners = {m.player.pin: m.player for m in matches if m.player.pin and m.player.id not in sure}
    taken = []
    for match in matches:
        listed, player = match.listed, match.player
        if form == "egd" and match.verdict is MatchVerdict.DOUBTFUL and listed is not None and not match.by_pin:
            owner = owners.get(listed.pin)
            if owner is not None and owner.id != player.id:
                taken.append(TakenPin(player, owner, listed.pin))
    return taken


def _pin_after(match: RatingMatch) -> str:
    new = [change.new for change in match.changes if change.field == "pin" and match.verdict is MatchVerdict.SURE]
    return new[0] if new else match.player.pin


def applied(tournament: Tournament, matches: Iterable[RatingMatch], form: str) -> Tournament:
    """The tournament with the changes of all sure matches."""
    sure = [match for match in matches if match.verdict is MatchVerdict.SURE and match.changes]
    return with_people(tournament, (_changed(match, form) for match in sure))


def _changed(match: RatingMatch, form: str) -> Player:
    player, listed = match.player, match.listed
    assert listed is not None
    new = {change.field: change.new for change in match.changes}
    player = replace(player, club=new.get("club", player.club), country=new.get("country", player.country))
    if "name" in new:
        surname, _, first_name = new["name"].partition(", ")
        player = replace(player, surname=surname, first_name=first_name)
    if "rank" in new and listed.rank is not None:
        player = replace(player, rank=listed.rank, pro=listed.pro)
        if player.rating_is_derived:
            player = replace(player, rating=rating_from_rank(listed.rank))
    if "rating" in new and listed.rating is not None:
        player = replace(player, rating=listed.rating, rating_is_derived=False)
    return with_pin(player, form, new["pin"]) if "pin" in new else player


def with_pin(player: Player, form: str, pin: str) -> Player:
    """The player with another number in a list of this form."""
    place = PIN_OF_LIST[form]
    if place == "FFG":
        title = next((title for title, _ in player.extra if title.casefold() == "ffg"), "FFG")
        extra = dict(player.extra) | {title: pin}
        return replace(player, extra=tuple(extra.items()))
    return replace(player, aga=pin) if place == "aga" else replace(player, pin=pin)


def changing(matches: Iterable[RatingMatch]) -> int:
    """How many players the sure matches change."""
    return sum(match.verdict is MatchVerdict.SURE and bool(match.changes) for match in matches)
