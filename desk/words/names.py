"""Names in sentences: of entrants, winners and languages."""

from __future__ import annotations

from collections.abc import Sequence

from ...io.languages.catalogues import negotiate, words_of
from ...model.language import LANGUAGES, Words, counted
from ...model.notes import name_of
from ...model.tournament.members import entrant_of, everybody
from ...model.tournament.settings.settings import Settings
from ...model.tournament.tournament import Tournament


def counted_entrants(number: int, settings: Settings) -> str:
    """`59 players`, `8 teams`, `1 pair`."""
    return counted(number, settings.entrants.word)


def winner_name(winner: str, tournament: Tournament) -> str:
    """The name of who gets a prize: `Ann (7)`; of a person in a pair or team `Ann (Tigers)`."""
    entrant = entrant_of(tournament).get(winner)
    return f"{everybody(tournament)[winner].name} ({entrant.name})" if entrant else name_of(winner, tournament)


def words_for(chosen: Sequence[str], wishes: str = "", otherwise: str = "en") -> Words:
    """The first of the chosen languages that there is, else the best for a browser's `Accept-Language`.

    `otherwise` is for who wishes for no language that there is.
    """
    known = [code for code in chosen if code in LANGUAGES]
    return words_of(known[0] if known else negotiate(wishes, (otherwise, *LANGUAGES)))
