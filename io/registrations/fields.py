"""What registrations say of a player: one record a field, from which all else follows.

How a column is titled and read, how it is written into `players.csv` and `members.csv`, what is changed by a line and
what by emptying it, forms, pages, tables and the reference of columns are made of these records. A new field is an
attribute of `Person`, a record here, and a key of `PlayerAnswer`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from ...model.tournament.numbers import every_round, halves_in, number_in, parse_rounds, rounds_text
from ...model.tournament.person import Member, Person, Status
from ...model.tournament.ranks import HIGHEST_RATING, LOWEST_RATING, parse_rank, rating_from_aga, rating_from_ffg
from ..countries import code_of, is_known_code, known
from .cell_words import MARKS, STATES, spelt_rank, unmarked

#: What a cell says, by attribute of the player; nothing for a cell that stands for none, such as `?`.
Changes = Mapping[str, Any]

AGA, FFG = "AGA", "FFG"
NO_RATING = (0, -1)  # what databases write for it
_BETWEEN = re.compile(r"[;/|,]")  # groups of one player
_NO_ABSENCE = frozenset({"0", "no", "n", "nein", "non", "none", "never", "-", "–"})
_NO_ID, _CORRECTION = re.compile(r"[\s:]"), re.compile(r"[+-]?\d")


class WrongCell(ValueError):
    """A cell that cannot be read: what is wrong with it, and what was expected."""

    def __init__(self, message: str, expected: str) -> None:
        super().__init__(message)
        self.message, self.expected = message, expected


@dataclass(frozen=True, slots=True)
class ReadingTerms:
    """What reading a cell depends on besides its text.

    `scale` is that of the ratings, if it is not the European one; `zero_is_none`: a rating of 0 or -1 is none.
    `no_pins` are texts in the column of pins that stand for none. `own`: in the folder's own file `1-4` of four rounds
    says that somebody leaves after them, should there be more.
    """

    rounds: int
    scale: str = ""
    zero_is_none: bool = False
    no_pins: Collection[str] = ()
    own: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerField:
    """A field of a player.

    `titles` mean it to the letter, without case, blanks and signs; `words` in longer titles suggest it if the cells
    look so. `read` makes attributes of a filled cell, and raises WrongCell; names, rounds and states are put together
    of several columns elsewhere. `text` is the inverse, blank if nothing was said; `blank_means` says that in words.
    `unsaid` are the attributes of somebody of whom nobody has said it; without them it cannot be cleared. Its own are
    others only if there are `attributes`. `of_people` are those by which an entrant of several takes it from its
    people. `kept`: no line empties it. `of_members`: people of pairs and teams have it, too. A `rare` column is written
    only if it is needed. `prose` is short text of people. Requests have one with a `label`: what it means there, and
    what stands for its value in the help of a command.
    """

    name: str
    titles: str
    about: str
    words: str = ""
    looks: Callable[[str], bool] | None = None
    read: Callable[[str, ReadingTerms], Changes] | None = None
    text: Callable[[Any, int], str] | None = None
    attributes: tuple[str, ...] = ()
    unsaid: Changes = field(default_factory=dict)
    of_people: Changes = field(default_factory=dict)
    blank_means: str = "none"
    label: str = ""
    hint: str = ""
    meaning: str = ""
    typed: str = ""
    of_members: bool = True
    rare: bool = False
    public: bool = False
    prose: bool = False
    kept: bool = False

    @property
    def key(self) -> str:
        """Its name as an identifier."""
        return self.name.replace(" ", "_")


def is_rank(cell: str) -> bool:
    """Whether a cell is a rank with its letter."""
    text = spelt_rank(unmarked(cell))
    try:
        parse_rank(text)
    except ValueError:
        return False
    return not text.isdecimal()


def is_country(cell: str) -> bool:
    """Whether a cell is a country, in two letters or more."""
    return len(cell) > 1 and is_known_code(code_of(cell))


def _is_word(cell: str) -> bool:
    return any(letter.isalpha() for letter in cell) and cell.casefold() not in MARKS


def _id(cell: str, _: ReadingTerms) -> Changes:
    if _NO_ID.search(cell):
        raise WrongCell("an id with a space or a colon:", "an id such as 17")
    return {"id": cell}


def _rank(cell: str, _: ReadingTerms) -> Changes:
    text = spelt_rank(unmarked(cell))
    if not text:
        return {}
    try:
        rank, pro = parse_rank(text)
    except ValueError:
        raise WrongCell("impossible rank", "30k to 1k, 1d to 9d, or 1p to 9p") from None
    return {"rank": rank, "pro": pro}


def _rating(cell: str, terms: ReadingTerms) -> Changes:
    text = unmarked(cell)
    if not text or (terms.zero_is_none and number_in(text, thousands=True) in NO_RATING):
        return {}
    rating = _european(text, terms.scale)
    if not LOWEST_RATING <= rating <= HIGHEST_RATING:
        raise WrongCell("impossible rating", f"{LOWEST_RATING} to {HIGHEST_RATING}, 2100 = 1 dan")
    return {"rating": rating, "rating_is_derived": False}


def _european(text: str, scale: str) -> int:
    """The European rating of a text on a scale; one that is too high for what is none."""
    number = number_in(text, thousands=scale not in (AGA, FFG))
    if number is not None and scale not in (AGA, FFG) and abs(number) < 100 and number != int(number):
        raise WrongCell("a rating with a fraction:", "whole points such as 2150, or a column that says AGA or FFG")
    if number is None or (scale == AGA and abs(number) < 1):
        return HIGHEST_RATING + 1
    if scale == AGA:
        return rating_from_aga(number)
    return rating_from_ffg(number) if scale == FFG else int(number.to_integral_value())


def _absent(cell: str, terms: ReadingTerms) -> Changes:
    text = cell.lower()
    if text in _NO_ABSENCE:
        return {"absent": frozenset()}
    numbers = re.sub(r"\b(?:rd?|round)\.?\s*(?=\d)", "", text)
    return {"absent": _round_set(numbers, terms, ", or blank: the rounds that the player misses")}


def _round_set(text: str, terms: ReadingTerms, more: str = "") -> frozenset[int]:
    try:
        return parse_rounds(text, terms.rounds)
    except ValueError as error:
        raise WrongCell("unknown rounds", f"{error}{more}") from None


def _status(cell: str, _: ReadingTerms) -> Changes:
    if cell.casefold() not in STATES:
        raise WrongCell("unknown status", "final, preliminary, withdrawn or disqualified")
    return {"status": STATES[cell.casefold()]}


def _correction(cell: str, _: ReadingTerms) -> Changes:
    cell = cell.replace("\N{MINUS SIGN}", "-")  # pages write it so
    if not _CORRECTION.fullmatch(cell):
        raise WrongCell("wrong correction", "whole points from -9 to 9, usually -1 or -2")
    return {"correction": int(cell)}


def _unexcused_text(p: Any, rounds: int) -> str:
    if not p.unexcused:
        return ""
    return "all" if p.unexcused >= every_round(rounds) else rounds_text(p.unexcused, rounds)


def _granted(cell: str, terms: ReadingTerms) -> Changes:
    """Rounds with the points that missing them gives: `2=1 5=0.5`."""
    found: dict[int, int] = {}
    for word in cell.replace(";", " ").split():
        round_text, _, points = word.partition("=")
        halves = halves_in(points)
        if halves not in (0, 1, 2) or not round_text.isdecimal() or not 1 <= int(round_text) <= terms.rounds:
            expected = f"a round from 1 to {terms.rounds} and 0, 0.5 or 1 point each, such as 2=1 or 2=0.5 3=0"
            raise WrongCell("wrong points of an absence", expected)
        found[int(round_text)] = halves
    return {"granted": tuple(sorted(found.items()))}


def _granted_text(p: Any, _: int) -> str:
    return " ".join(f"{number}={'0.5' if halves == 1 else halves // 2}" for number, halves in p.granted)


_FIELDS = (
    PlayerField(
        name="id",
        titles="id playerid",
        about="a number or a name of one's own for the player; without one, one is given",
        read=_id,
        text=lambda p, _: p.id,
    ),
    PlayerField(
        name="name",
        titles="name player fullname spieler joueur jugador giocatore játékos",
        words="name spieler player joueur",
        looks=_is_word,
        about="the whole name, best as `Surname, Given name`; or two columns, surname and first name",
        text=lambda p, _: f"{p.surname}, {p.first_name}" if p.first_name else p.surname,
        of_people={"surname": "", "first_name": ""},
        label="Name",
        meaning="surname, comma, first name",
        hint="Surname, Given name",
        prose=True,
    ),
    PlayerField(
        name="surname",
        titles="surname lastname last familyname nachname nom apellido apellidos cognome nazwisko příjmení efternamn "
        "achternaam фамилия прізвище",
        words="surname lastname familyname nachname nom apellidos cognome nazwisko",
        looks=_is_word,
        about="the surname, if the first name has a column of its own",
        text=lambda p, _: p.surname,
        prose=True,
    ),
    PlayerField(
        name="first name",
        titles="firstname first givenname forename vorname prenom prénom nombre nome imię jméno förnamn voornaam имя "
        "ім'я",
        words="firstname givenname vorname prénom prenom nombre imię",
        looks=_is_word,
        about="the first name, if the surname has a column of its own",
        text=lambda p, _: p.first_name,
        prose=True,
    ),
    PlayerField(
        name="rank",
        titles="rank grade strength level niveau stärke staerke grad rang spielstärke spielstaerke dankyu kyudan grado "
        "ranga ранг разряд",
        words="rank grade strength level niveau dan kyu rang grad spielstärke ранг rango grado",
        looks=is_rank,
        about="`5k`, `2d`, `3p`, also `5 kyu`, `2 Dan` or `beginner` (20k); a blank is taken from the rating, and said",
        read=_rank,
        text=lambda p, _: p.rank_name,
        attributes=("rank", "pro"),
        of_people={"rank_is_derived": True},
        label="Rank",
        meaning="rank, e.g. 3d or 12k",
        hint="5k or 3d",
    ),
    PlayerField(
        name="rating",
        titles="rating gor elo elorating egfrating egdrating egfgor wertung wertungszahl рейтинг",
        words="rating elo gor wertungszahl рейтинг",
        looks=lambda cell: number_in(unmarked(cell), thousands=True) is not None,
        about="a whole number in the scale of European ratings (1 dan about 2,100)",
        read=_rating,
        text=lambda p, _: "" if p.rating_is_derived else str(p.rating),
        attributes=("rating", "rating_is_derived"),
        unsaid={"rating_is_derived": True},
        of_people={"rating_is_derived": True},
        label="Rating",
        meaning="rating on the European scale",
        hint="blank: that of the rank",
    ),
    PlayerField(
        name="club",
        titles="club verein klub círculo circolo клуб",
        words="club verein klub círculo circolo клуб",
        looks=_is_word,
        about="any text; a blank is no club",
        read=lambda cell, _: {"club": text} if (text := known(cell)) else {},
        text=lambda p, _: p.club,
        unsaid={"club": ""},
        of_people={"club": ""},
        label="Club",
        meaning="club, as it is called",
        public=True,
        prose=True,
    ),
    PlayerField(
        name="country",
        titles="country nation land pays staat país pais paese kraj země страна",
        words="country nation land pays país paese kraj země страна",
        looks=is_country,
        about="two letters such as `DE`, or the country's name",
        read=lambda cell, _: {"country": code} if (code := code_of(known(cell))) else {},
        text=lambda p, _: p.country,
        unsaid={"country": ""},
        of_people={"country": ""},
        label="Country",
        meaning="country, in two letters or by its name",
        hint="two letters",
        public=True,
    ),
    PlayerField(
        name="pin",
        titles="pin egd egdpin egfpin egdnumber egfnumber egdno egfno egdid egfid egdpinnumber egdnr egfnr "
        "egfpinnumber",
        words="egd egf pin",
        looks=lambda cell: re.fullmatch(r"\d{7,8}", cell) is not None,
        about="the number in the European Go Database",
        read=lambda cell, terms: {} if cell in terms.no_pins else {"pin": cell},
        text=lambda p, _: p.pin,
        unsaid={"pin": ""},
        label="EGD pin",
        meaning="EGD pin",
        kept=True,
    ),
    PlayerField(
        name="aga",
        titles="aga agaid aganumber agano",
        about="the number in the American Go Association's list",
        read=lambda cell, _: {"aga": cell},
        text=lambda p, _: p.aga,
        unsaid={"aga": ""},
        label="AGA number",
        meaning="AGA number",
        typed="NUMBER",
        kept=True,
    ),
    PlayerField(
        name="rounds",
        titles="rounds roundsplayed participation runden rondes rondas turni rundy kola",
        about="which rounds the player plays: `all`, `1-3`, `1,2,5`, or marks such as `11011`; a blank is all",
        read=lambda cell, terms: {"rounds": _round_set(cell, terms)},
        text=lambda p, _: "" if p.rounds is None else rounds_text(p.rounds, 0) if p.rounds else "none",
        unsaid={"rounds": None},
        blank_means="all",
        label="Rounds: all, none or 1-3,5",
        meaning="rounds to play: 1-3,5, all but 2, all or none",
        hint="all",
    ),
    PlayerField(
        name="absent",
        titles="absent absence absences absentrounds roundsabsent absentinrounds roundsmissed missedrounds abwesend "
        "abwesenheit abwesenheiten fehlt ausente assente afwezig nieobecny nieobecności",
        about="which rounds the player misses: `2`, `1,3`, `all`; a blank or `no` is none",
        read=_absent,
    ),
    PlayerField(
        name="group",
        titles="group groups family families gruppe gruppen familie familien groupe famille",
        about="who is not to meet, such as a family: players with the same text; several by a semicolon",
        read=lambda cell, _: {"groups": tuple(filter(None, map(str.strip, _BETWEEN.split(cell))))},
        text=lambda p, _: "; ".join(p.groups),
        unsaid={"groups": ()},
        label="Groups",
        meaning="families and travel groups, separated by semicolons",
        typed="GROUPS",
        hint="family; travel group",
    ),
    PlayerField(
        name="status",
        titles="status registration registered registeringstatus registrationstatus",
        about="`final` or `preliminary`; a preliminary entry is not paired",
        read=_status,
        text=lambda p, _: "" if p.status is Status.FINAL else p.status.value,
        unsaid={"status": Status.FINAL},
        blank_means=Status.FINAL.value,
        label="Entry",
        meaning="state of the entry: final, preliminary, withdrawn or disqualified",
        of_members=False,
    ),
    PlayerField(
        name="correction",
        titles="correction mmscorrection smmscorrection",
        about="points added to the start score, such as `-1`",
        read=_correction,
        text=lambda p, _: str(p.correction) if p.correction else "",
        unsaid={"correction": 0},
        label="Start score corrected by",
        meaning="points added to the start score, e.g. -1",
        typed="POINTS",
        hint="0",
        of_members=False,
    ),
    PlayerField(
        name="unexcused",
        titles="unexcused noshow unentschuldigt",
        about="the rounds that the player missed without a word",
        read=lambda cell, terms: {"unexcused": _round_set(cell, terms)},
        text=_unexcused_text,
        unsaid={"unexcused": frozenset()},
        label="Rounds missed without excuse",
        meaning="rounds missed without an excuse, which give 0 points: 2,5",
        typed="ROUNDS",
        hint="2,4",
        of_members=False,
        rare=True,
    ),
    PlayerField(
        name="absence points",
        titles="absencepoints",
        about="rounds that give other points than an absence does, if the player misses them: `2=1 5=0.5`",
        read=_granted,
        text=_granted_text,
        unsaid={"granted": ()},
        of_members=False,
        rare=True,
    ),
)

#: The fields by name, in the order of `players.csv` and of forms.
FIELDS: dict[str, PlayerField] = {one.name: one for one in _FIELDS}

#: Texts of people, of which the length is limited, and lost letters are told.
PROSE = tuple(one.name for one in FIELDS.values() if one.prose)
#: The columns of `players.csv`, and those of `members.csv` about a person. A rare one is there only if it is needed.
OF_FILES = tuple(one for one in FIELDS.values() if one.text and one.name != "name" and not one.rare)
OF_MEMBERS = tuple(one for one in OF_FILES if one.of_members)
RARE = tuple(one for one in FIELDS.values() if one.rare)
#: What pages and tables show of a player.
PUBLIC = tuple(one for one in FIELDS.values() if one.public)
#: What forms ask for.
IN_FORMS = tuple(one for one in FIELDS.values() if one.label)


def texts_of(person: Person, rounds: int) -> dict[str, str]:
    """The texts of a person by the name of the field, as lines of files have them; blank if nothing was said."""
    every = (one for one in FIELDS.values() if one.of_members or not isinstance(person, Member))
    return {one.name: one.text(person, rounds) for one in every if one.text}
