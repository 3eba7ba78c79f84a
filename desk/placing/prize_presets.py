"""Lines for the table of prizes that most tournaments have; once added they can be changed like any other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ...model.prizes.prize import Term
from ...model.tournament.numbers import parse_int
from ...model.tournament.person import column_values
from ...model.tournament.tournament import Tournament

USUAL_WINS = 5
MOST_CATEGORIES = 24

#: Titles of columns of registrations that a prize can be about, and the words that mean yes in them.
_CATEGORY = ("category", "kategorie", "catégorie", "categoria", "age group", "altersklasse", "section")
_SEX = ("sex", "gender", "geschlecht", "sexe", "women", "woman", "female", "frau")
_BORN = ("born", "birth year", "year of birth", "birthday", "birth date", "date of birth", "geburtsjahr", "jahrgang")
_NEW = ("newcomer", "first tournament", "new player", "debut", "neuling", "erstes turnier")
_WOMAN = ("f", "w", "female", "woman", "women", "weiblich", "frau", "femme")
_YES = ("yes", "y", "x", "1", "true", "ja", "oui")


@dataclass(frozen=True, slots=True)
class PrizePreset:
    """A few lines of the table, cells by title, and what the button for them says."""

    key: str
    title: str
    rows: Sequence[Mapping[str, str]]


def prize_presets(tournament: Tournament, wins: str = "") -> list[PrizePreset]:
    """The presets for a table; those about a column only if somebody has something there."""
    number = parse_int(wins) or min(USUAL_WINS, tournament.settings.rounds)
    first_three = [
        {"prize": f"{name} place", "place": str(k)} for k, name in enumerate(("First", "Second", "Third"), 1)
    ]
    of_wins = {"prize": f"{number} wins", "list": f"wins>={number}", "place": "each", "besides": "yes"}
    best = {"Best woman": _woman(tournament), "Best under 18": _under_18(tournament), "Best newcomer": _new(tournament)}
    found = [
        PrizePreset("places", "Places 1–3", first_three),
        PrizePreset("kyu", "Best kyu", [{"prize": "Best kyu", "list": "kyu", "place": "1"}]),
        PrizePreset("categories", "First three of each category", _of_categories(tournament)),
        PrizePreset("wins", f"{number} wins", [of_wins]),
        *(
            PrizePreset(name, name, [{"prize": name, "list": text, "place": "1"}])
            for name, text in best.items()
            if text
        ),
    ]
    return [preset for preset in found if preset.rows]


def _columns(tournament: Tournament, titles: Sequence[str]) -> dict[str, list[str]]:
    """The columns of the registrations that are called so, each with what stands there, in order."""
    own = dict.fromkeys(title for player in tournament.players for title, _ in player.extra)
    found = {}
    for title in own:
        if title.strip().casefold() in titles:
            cells = {text for texts in column_values(title, tournament.players) for text in texts if text}
            found[title] = sorted(cells)
    return {title: cells for title, cells in found.items() if cells}


def _of_categories(tournament: Tournament) -> list[Mapping[str, str]]:
    for title, cells in _columns(tournament, _CATEGORY).items():
        if len(cells) <= MOST_CATEGORIES:
            return [
                {"prize": f"{cell}, place {place}", "list": Term(title, "=", (cell,)).text, "place": str(place)}
                for cell in cells
                for place in (1, 2, 3)
            ]
    return []


def _with(tournament: Tournament, titles: Sequence[str], words: Sequence[str]) -> str:
    """The condition that a column called so has one of the words; blank if nobody has."""
    for title, cells in _columns(tournament, titles).items():
        for cell in cells:
            if cell.casefold() in words:
                return Term(title, "=", (cell,)).text
    return ""


def _woman(tournament: Tournament) -> str:
    return _with(tournament, _SEX, _WOMAN) or _with(tournament, _SEX[4:], _YES)


def _new(tournament: Tournament) -> str:
    return _with(tournament, _NEW, _YES)


def _under_18(tournament: Tournament) -> str:
    """By age, or by birth if the first day of the tournament is known."""
    begin = tournament.settings.event.begin
    for title in _columns(tournament, ("age", "alter", "âge")):
        return Term(title, "<", ("18",)).text
    for title in _columns(tournament, _BORN) if begin else ():
        return Term(title, ">", (f"{int(begin[:4]) - 18}{begin[4:]}",)).text
    return ""
