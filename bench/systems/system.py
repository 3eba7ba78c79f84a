"""A pairing system as an engine of the bench: it sees the whole past, and our judge looks at what it draws."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace

from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.boards import make_round
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.tournament.games import Round
from mcmahon.model.tournament.rules import Rule
from mcmahon.model.tournament.tournament import Tournament

from ..engines.all_engines import check
from ..engines.open_round import pairing, refuse_hard_counts
from .entrants import Seen, seen

#: White and Black of each game, by start number; the one with the bye stands against 0.
Drawn = Iterable[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class System:
    """A system: `draw` says its pairs, `source` where its rules stand; `library` is what must be installed.

    `repeats`: its rules let two players meet again, so our rule against it is not applied to what it draws.
    """

    name: str
    draw: Callable[[Seen], Drawn]
    source: str
    repeats: bool = False
    library: str = ""

    def round(self, tournament: Tournament, problem: RoundProblem) -> tuple[Pairing, Round]:
        """The pairing with its cost, and the round with the system's own colours in games without handicap.

        Raises NoPairingError where the system finds no round, ValueError where what it draws breaks a rule, and
        InputError where the round has a hard rule over sets of pairs or the library is missing.
        """
        refuse_hard_counts(problem)
        judged = problem.relax({Rule.REPEATS}) if self.repeats else problem
        view = seen(tournament, problem)
        at = {e.number: e.index for e in view.entrants}
        drawn = [(at.get(white, -1), at.get(black, -1)) for white, black in self.draw(view)]
        pairs = [pair for pair in drawn if -1 not in pair]
        byes = [max(pair) for pair in drawn if -1 in pair]
        found = pairing(judged, pairs, byes)
        check(judged, found)
        white = {problem.field.ids[i]: problem.field.ids[j] for i, j in pairs}
        made = make_round(tournament, problem, found.pairs, found.byes)
        games = tuple(
            replace(game, white=game.black, black=game.white)
            if game.handicap == 0 and white.get(game.black) == game.white
            else game
            for game in made.games
        )
        return found, replace(made, games=games)


def no_round(view: Seen) -> NoPairingError:
    """The error of a round in which a system finds no pairing."""
    return NoPairingError(view.round)
