"""Why this opponent, for everybody to read: only what follows from facts that are public anyway.

The draw's ledger is reduced field by field, as pages are: what is not listed here is not known to any sentence, so that
no family, forbidden pair, local club, rule of the director or price can be recognised in one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from ...io.pages.public import said_name
from ...model.cups.bracket import Match, cup_pairs
from ...model.language import ENGLISH, Words
from ...model.placing.scores import Scores, score
from ...model.reasons.board_case import BoardCase, with_scores
from ...model.reasons.board_reasons import OF_CUPS, REASONS, game_by_hand
from ...model.records.ledger import DrawnBoard, Entrant, Ledger
from ...model.records.state import State
from ...model.tournament.games import Round
from ...model.tournament.person import country_key, name_key

#: The reasons that speak of scores, places, colours, clubs and countries, all of which pages show.
PUBLIC_REASONS = (
    "cup", "same_score", "drawn_down", "drawn_up", "bye", "corrected", "float_history", "club", "country", "colours",
    "handicap",
)  # fmt: skip
#: What everybody may know of the draw besides the boards, and of an entrant in it.
OF_LEDGER = ("seeding", "draw_down", "draw_up", "stones_off", "most_stones", "steps")
OF_ENTRANT = (
    "name", "mms", "score", "place", "size", "strength", "lowest", "drawn_down", "drawn_up", "colours", "byes",
    "free_wins", "club", "country", "even", "exempt", "several_clubs", "several_countries", "virtual",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PublicDraw:
    """A round as everybody may know it: its boards now, the public ledger of its draw, the scores before it.

    `cups` are the games of cups in it, as everybody can read in their trees.
    """

    drawn: Round
    ledger: Ledger
    scores: Scores
    cups: Mapping[frozenset[str], Match] = field(default_factory=dict)

    def why(self, player: str, words: Words = ENGLISH) -> list[str]:
        """Why a player (an id) has their game or bye, in sentences; none where the draw has nothing to say of it."""
        game = self.drawn.game_of(player)
        others = (player, game.opponent(player)) if game else (player,)
        if not self.ledger.entrants.keys() >= set(others) or not (game or player in self.drawn.byes):
            return []
        cup = self.cups.get(frozenset(others))
        case = BoardCase(said_ledger(self.ledger, words), self.drawn, player, words=words, cup=cup)
        case = with_scores(case, self.scores)
        if case.board is None or game_by_hand(case):
            return []
        names = [name for name in PUBLIC_REASONS if case.cup is None or name in OF_CUPS]
        return [text for name in names if (text := REASONS[name](case))]


def said_ledger(ledger: Ledger, words: Words) -> Ledger:
    """The ledger with names as a language says them; the same where nobody is anonymous."""
    other = {p: name for p, one in ledger.entrants.items() if (name := said_name(one.name, words)) != one.name}
    if not other:
        return ledger
    said = {p: replace(one, name=other.get(p, one.name)) for p, one in ledger.entrants.items()}
    return replace(ledger, entrants=said)


def public_draw(state: State, number: int) -> PublicDraw | None:
    """What everybody may know of the draw of a round; None where it kept no ledger."""
    record, tournament = state.records.get(number), state.tournament
    if record is None or record.ledger is None:
        return None
    drawn, scores = replace(tournament.round(number), allowed=()), score(tournament.before(number))
    return PublicDraw(drawn, public_ledger(record.ledger), scores, cup_pairs(tournament, number))


def public_ledger(ledger: Ledger) -> Ledger:
    """The ledger with nothing in it but what is public."""
    entrants = {player: Entrant(**_kept(one, OF_ENTRANT)) for player, one in ledger.entrants.items()}
    boards = tuple(_board(board, ledger) for board in ledger.boards)
    return Ledger(entrants=entrants, boards=boards, **_kept(ledger, OF_LEDGER))


def _kept(whole: object, names: Iterable[str]) -> dict[str, Any]:
    return {name: getattr(whole, name) for name in names}


def _board(board: DrawnBoard, ledger: Ledger) -> DrawnBoard:
    """A board with its players, and that these are of one club or country where everybody can read that."""
    players = [ledger.entrants[player] for player in board.players]
    values: dict[str, int] = {}
    if len(players) == 2:
        one, other = players
        of_one_club = not set(map(name_key, one.own_clubs)).isdisjoint(map(name_key, other.own_clubs))
        of_one_country = not set(map(country_key, one.own_countries)).isdisjoint(map(country_key, other.own_countries))
        kinds = {"same_club": of_one_club, "same_country": of_one_country}
        names = [f"{kind}{where}" for kind, there in kinds.items() if there for where in ("", "_at_bar")]
        values = {name: 1 for name in names if board.values.get(name)}
    return DrawnBoard(board.players, board.stones, values=values, by_table=board.by_table)
