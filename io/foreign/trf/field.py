"""What is written of a tournament as TRF: who has which start number, scores and places."""

from __future__ import annotations

from dataclasses import dataclass

from ....model.errors import InputError
from ....model.pairing.seeding import seeding_of
from ....model.placing.scores import Scores, score
from ....model.placing.standings import standings
from ....model.placing.sums import Sums, Value
from ....model.placing.tie_breaks import plain_values
from ....model.tournament.games import Round
from ....model.tournament.player import Player
from ....model.tournament.tournament import Tournament
from ..foreign import Report
from .codes import MOST_PLAYERS


@dataclass(frozen=True, slots=True)
class StartingList:
    """What the writer goes by: the players in the order of their start numbers, numbers by id, scores, places."""

    tournament: Tournament
    players: list[Player]
    numbers: dict[str, int]
    scores: Scores
    places: dict[str, int]

    @property
    def drawn(self) -> list[Round]:
        """The rounds without drafts."""
        return [own for own in self.tournament.rounds if not own.draft]

    @property
    def rounds(self) -> int:
        """The number of rounds of the tournament."""
        return max(self.tournament.settings.rounds, len(self.drawn))


def field_of(tournament: Tournament, losses: Report) -> StartingList:
    """Start numbers by start score, then by what the first round is seeded by; who never takes part is left out.

    Raises InputError where nobody takes part, or more than TRF has numbers for.
    """
    before = score(tournament.before(1))
    sums = Sums(before, tournament.by_id())
    seeding = [plain_values(key, sums) for key in seeding_of(tournament.settings, 1)[1]]

    def place(player: Player) -> tuple[Value, ...]:
        return (-before.start[player.id], *(-values[player.id] for values in seeding))

    players = sorted(tournament.participants(), key=place)
    if not 0 < len(players) <= MOST_PLAYERS:
        raise InputError(f"{len(players)} players take part; expected 1 to {MOST_PLAYERS}")
    left_out = len(tournament.players) - len(players)
    if left_out:
        losses.add("entries that have not played and are not entered for a later round are left out", str(left_out))
    table = standings(tournament)
    numbers = {player.id: k for k, player in enumerate(players, 1)}
    places = {row.player.id: row.line for row in table.rows}
    return StartingList(tournament, players, numbers, table.sums.scores, places)
