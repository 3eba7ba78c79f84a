"""How single values are written, wherever they are shown: scores and komi in points, criteria, rounds, ranks."""

from __future__ import annotations

from collections.abc import Sequence

from ...io.folder.round_files import halves_text
from ...io.languages.catalogues import negotiate, words_of
from ...io.pages.public import entered_rounds, missing_by_round, missing_text
from ...io.registrations.reading import member_words
from ...model.language import LANGUAGES, Words, counted
from ...model.notes import name_of
from ...model.pairing.criteria import CRITERIA
from ...model.placing.sections import rank_range
from ...model.placing.tie_breaks import TIE_BREAKS, in_points, value_text
from ...model.teams.match_boards import match_score
from ...model.tournament.settings.settings import Settings
from ...model.tournament.tournament import Tournament, entrant_of, everybody

__all__ = [
    "entered_rounds", "halves_text", "in_points", "match_score", "member_words", "missing_by_round", "missing_text",
    "rank_range", "value_text",
]  # fmt: skip


def criterion_heading(name: str) -> str:
    """The heading of a placing criterion's column in narrow tables: `Pt` for WINS."""
    return TIE_BREAKS[name].short or name


def criterion_meaning(name: str) -> str:
    """What a placing criterion is, in words: `Sum of opponents' scores` for SOS."""
    doc = TIE_BREAKS[name].doc
    return doc[:1].upper() + doc[1:]


def criterion_text(name: str) -> str:
    """The heading of a criterion; a rule over pairs, or a criterion of one's own, keeps its name."""
    return CRITERIA[name].heading if name in CRITERIA else name


def counted_entrants(number: int, settings: Settings) -> str:
    """`59 players`, `8 teams`, `1 pair`."""
    return counted(number, settings.entrants.word)


def winner_name(winner: str, tournament: Tournament) -> str:
    """The name of who gets a prize: `Ann (7)`; of a person in a pair or team `Ann (Tigers)`."""
    entrant = entrant_of(tournament).get(winner)
    return f"{everybody(tournament)[winner].name} ({entrant.name})" if entrant else name_of(winner, tournament)


def words_for(chosen: Sequence[str], wishes: str = "", otherwise: str = "en") -> Words:
    """The first of the chosen languages that there is, else the best for `Accept-Language`, else `otherwise`."""
    known = [code for code in chosen if code in LANGUAGES]
    return words_of(known[0] if known else negotiate(wishes, (otherwise, *LANGUAGES)))
