"""Names that mean the same: a player's with its words in another order or spelling, and clubs that count as one."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from ..errors import WrongValue
from .person import country_key, name_key, value_key


class Same(StrEnum):
    """What says who a line of a list is, if its id and its name disagree: `ASK` somebody, the `IDS`, or the `NAMES`."""

    ASK = ""
    IDS = "ids"
    NAMES = "names"


#: Letters that are no other letter with an accent, as they are spelt without them.
_PLAIN = str.maketrans(
    {"Ø": "O", "Æ": "A", "Œ": "O", "Å": "A", "Ł": "L", "Đ": "D", "Ð": "D", "Þ": "TH", "Ħ": "H", "Ŧ": "T", "ẞ": "SS"}
)
SHORT_WORD = 5  # letters below which a word with another letter in it is another name: Jan and Jon
_FEMALE = "AEI"  # ends of a name that is another's with letters more: Martin and Martina
#: Two letters for one that a keyboard has not: `ae` for ä or æ, `oe` for ö or ø, `ue` for ü, `aa` for å, `ss` for ß.
_TWO_FOR_ONE = re.compile("([AOU])E|(A)A|(S)S")


def words_key(*parts: str) -> str:
    """The text by which a name is compared whatever the order of its words, with or without a comma or hyphens."""
    return " ".join(sorted(filter(None, map(name_key, _words(" ".join(parts))))))


def spelling_key(*parts: str) -> str:
    """The text by which names may be one (Müller, Mueller, Muller), and are asked about; looser than `name_key`."""
    plain = (word.translate(_PLAIN) for word in words_key(*parts).split())
    return " ".join(sorted(map(one_for_two, plain)))


def one_for_two(word: str) -> str:
    """A word of a name with one letter where two stand for one of another keyboard: MUELLER is MULLER."""
    return _TWO_FOR_ONE.sub(lambda two: two[1] or two[2] or two[3], word)


def unlike_words(name: str, other: str) -> tuple[str, str] | None:
    """The words that may make nearly equal names two (Jon and Jan, Martin and Martina); None: a typing error."""
    one, two = ({spelling_key(word): word for word in _words(text) if spelling_key(word)} for text in (name, other))
    left, right = one.keys() - two.keys(), two.keys() - one.keys()
    if not left | right or len(left) > 1 or len(right) > 1:
        return None
    shorter, longer = sorted(("".join(left), "".join(right)), key=len)
    ending = longer.startswith(shorter) and longer[-1] in _FEMALE
    if len(shorter) >= SHORT_WORD and not ending:
        return None
    return "".join(one[key] for key in left), "".join(two[key] for key in right)


def _words(text: str) -> list[str]:
    return re.split(r"[\s,_\-\u2010-\u2015]+", text)


#: Groups of clubs, each of at least two.
ClubGroups = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class Clubs:
    """The groups of clubs that count as one (settings: pairing.club_groups)."""

    groups: ClubGroups = ()
    _of: Mapping[str, tuple[str, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_of", {name_key(club): group for group in self.groups for club in group})

    def group(self, club: str) -> tuple[str, ...]:
        """The clubs that a club counts as one with, itself among them; none where it stands alone."""
        return self._of.get(name_key(club), ())

    def key(self, club: str) -> str:
        """The text by which clubs are compared, one for all of a group; empty for none."""
        group = self.group(club)
        return name_key(group[0]) if group else name_key(club)

    def value_key(self, title: str, text: str) -> str:
        """The text by which the values of any column of the registrations are compared."""
        return self.key(text) if title.casefold() == "club" else value_key(title, text)

    def label(self, club: str) -> str:
        """A club as it is shown where it stands for its group: `Ulm + Neu-Ulm`."""
        return " + ".join(self.group(club)) or club


def parse_club_groups(data: Any) -> ClubGroups:
    """The groups out of a list of lists of names. Raises WrongValue; ValueError where it is none."""
    if not isinstance(data, list | tuple) or not all(isinstance(group, list | tuple) for group in data):
        raise ValueError(data)
    for names in data:
        if not all(isinstance(name, str) and name_key(name) for name in names) or len(names) < 2:
            raise WrongValue(f"the group of clubs {list(names)!r} must have two or more names")
    groups: ClubGroups = tuple(map(tuple, data))
    seen: set[str] = set()
    for club in (club for group in groups for club in group):
        if name_key(club) in seen:
            raise WrongValue(f"the club {club!r} is listed twice")
        seen.add(name_key(club))
    return groups


#: Rating lists cut the names of clubs to so many letters.
CODE_LETTERS = 4
MOST_LONGER = 20  # clubs that one word may be cut from; a word that more begin with says nothing


def is_code_of(code: str, club: str) -> bool:
    """Whether a text is the code that rating lists make of a club: its first four letters, as `Pozn` of `Poznań`."""
    return len(code) == CODE_LETTERS < len(club) and name_key(club).startswith(name_key(code))


def is_cut_word_of(code: str, club: str) -> bool:
    """Whether a text can only be the code of a club: `Pozn` of Poznań, but not `Wien` of Wien Nord."""
    club = unicodedata.normalize("NFC", club)
    if not is_code_of(code, club):
        return False
    end = next((k for k in range(1, len(club)) if name_key(club[:k]) == name_key(code)), 0)
    return end > 0 and club[end].isalpha()


def cut_words(clubs: Iterable[str]) -> dict[str, list[str]]:
    """Each club that can only be the code of others, with those others, in the order of the clubs."""
    known = dict.fromkeys(clubs)
    codes: dict[str, list[str]] = {}
    for club in known:
        if len(club) == CODE_LETTERS:
            codes.setdefault(name_key(club), []).append(club)
    lengths = {len(key) for key in codes}
    found: dict[str, list[str]] = {}
    for club in known:
        key = name_key(club)
        for code in (code for n in lengths if n <= len(key) for code in codes.get(key[:n], ())[:MOST_LONGER]):
            if is_cut_word_of(code, club):
                found.setdefault(code, []).append(club)
    return {code: longer for code, longer in found.items() if len(longer) <= MOST_LONGER}


#: Words of a club's name that say only that it is a club, and words that tie one of them to a place.
_OF_CLUBS = frozenset((
    "GO", "IGO", "BADUK", "WEIQI", "CLUB", "KLUB", "KLUBB", "CLUBE", "KERHO", "CERCLE", "VEREIN", "GOCLUB", "GOKLUB",
    "GOVEREIN", "GOVERENIGING", "SPIELVEREIN", "EV", "ASBL", "SOCIETY", "ASSOCIATION", "VERENIGING", "SPOLEK",
    "STOWARZYSZENIE",
))  # fmt: skip
_TIES = frozenset(("DE", "DU", "DI", "OF", "THE", "DER", "IN"))
#: Districts, and second and third clubs of a place: `5e`, `13ème`, `2`.
_NUMBER = re.compile("([0-9]{1,2})(?:E|ER|ERE|EME|TH|ST|ND|RD)?")


def _club_place(club: str) -> tuple[str, str]:
    """The words of a club's name that not any club has, and its number: `PARIS` and `5` of Paris 5e."""
    words = list(filter(None, map(name_key, _words(club))))
    own = [word for word in words if word not in _OF_CLUBS]
    own = [word for word in own if word not in _TIES] if len(own) < len(words) else own
    numbers = [found[1] for word in own if (found := _NUMBER.fullmatch(word))]
    place = spelling_key(" ".join(word for word in own if not _NUMBER.fullmatch(word)))
    return (place, " ".join(numbers)) if place else (spelling_key(club), "")


def alike_clubs(clubs: Mapping[str, Collection[str]], known: Clubs) -> list[tuple[str, ...]]:
    """The clubs that may be one in several spellings, in the order in which they come; `clubs` have keys of countries.

    Köln, Koeln and Go Klub Köln; Paris and Paris 5e, unless another number is there as well. Clubs whose players are
    all of different countries are two, and those that count as one already are not proposed.
    """
    by_place: dict[str, list[tuple[str, str]]] = {}
    for club in clubs:
        place, number = _club_place(club)
        if place:
            by_place.setdefault(place, []).append((club, number))
    found: list[list[str]] = []
    for named in by_place.values():
        several = len({number for _, number in named if number}) > 1
        for number in dict.fromkeys(number for _, number in named) if several else [""]:
            groups: list[list[str]] = []
            for club in (club for club, own in named if not several or own == number):
                near = [group for group in groups if any(_of_one_country(clubs[club], clubs[one]) for one in group)]
                near[0].append(club) if near else groups.append([club])
            found += groups
    return [tuple(names) for names in found if len({known.key(club) for club in names}) > 1]


def _of_one_country(one: Collection[str], other: Collection[str]) -> bool:
    """Whether two clubs have players of one country, or one of them somebody of none."""
    return not one or not other or "" in {*one, *other} or not {*one}.isdisjoint(other)


def with_joined(groups: ClubGroups, clubs: Sequence[str]) -> ClubGroups:
    """The groups of clubs with these as one, together with the groups that have one of them."""
    keys = {name_key(club) for club in clubs}
    apart = [group for group in groups if not keys & {name_key(club) for club in group}]
    together = [club for group in groups if group not in apart for club in group]
    names = {name_key(club): club for club in (*clubs, *together)}
    return (*apart, tuple(names.values()))


def whole_name(code: str, country: str, known: Iterable[tuple[str, str]]) -> str:
    """The club that this cut word means, of clubs with their countries; the text itself unless it is one alone."""
    if len(code) != CODE_LETTERS:
        return code
    meant = {
        name_key(club): club
        for club, other in known
        if is_cut_word_of(code, club) and (not country or not other or country_key(country) == country_key(other))
    }
    return next(iter(meant.values())) if len(meant) == 1 else code


def joined(groups: Iterable[Sequence[str]]) -> tuple[ClubGroups, list[str]]:
    """Groups as the settings may have them, each club in the first that names it, and the names left out for that."""
    seen: set[str] = set()
    kept: list[tuple[str, ...]] = []
    left_out: list[str] = []
    for group in groups:
        own = []
        for club in group:
            if not name_key(club):
                continue
            if name_key(club) in seen:
                left_out.append(club)
                continue
            seen.add(name_key(club))
            own.append(club)
        if len(own) > 1:
            kept.append(tuple(own))
    return tuple(kept), left_out
