"""An existing round with its problem reconstructed, and with what was true at its draw."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Annotated

from msgspec import field

from ...model.cups.bracket import is_extra
from ...model.errors import InputError
from ...model.pairing.fingerprint import has_print
from ...model.pairing.profile import Profile
from ...model.pairing.round_problem import IndexPair, RoundProblem
from ...model.reasons.board_case import points_text
from ...model.reasons.board_reasons import RULE_WORDS
from ...model.reasons.difference import PairingDifference
from ...model.reasons.place_explained import WITHOUT_EXCUSE
from ...model.records.as_drawn import problem_as_drawn
from ...model.records.ledger import Ledger, ledger_of
from ...model.records.state import State
from ...model.tournament.games import ByHand, Round
from ...model.tournament.person import Status
from ...model.tournament.rules import Rule
from ...model.tournament.tournament import Tournament
from ..verb import Answer, told
from .redrawn import redrawn

Ids = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StandingRound:
    """An existing round with its problem reconstructed.

    `pairs` and `byes` are its boards as they are now, `ledger` what was true at the draw. `kept`: the ledger was
    written at the draw. `unchanged`: `problem` is the one that was drawn, so that the costs of other pairings can be
    computed; if players or results of a published round have changed since, it is rebuilt from the ledger. `proven`:
    the draw, or the repair, was proven optimal. `for_plan`: it costs more so that later rounds stay possible.
    """

    tournament: Tournament
    round: Round
    profile: Profile
    problem: RoundProblem
    pairs: tuple[IndexPair, ...]
    byes: tuple[int, ...]
    ledger: Ledger
    kept: bool
    unchanged: bool
    proven: bool = True
    for_plan: bool = False

    @property
    def why_dearer(self) -> str:
        """What has happened to the round, where another that the rules allow is cheaper."""
        if any(ByHand.SWAP in game.by_hand for game in self.round):
            return "was changed by hand"
        if not self.kept:
            return "was not drawn by these weights, or was changed by hand"
        if not self.proven:
            return "was not proven to be the best"
        kept = "was repaired, and kept its boards"
        return "keeps the rounds to come possible" if self.for_plan else kept

    def names(self, players: Collection[int]) -> list[str]:
        """Names by index."""
        ids = self.problem.field.ids
        return [self.tournament.player(ids[i]).name for i in players]


def drawn_round(state: State, number: int) -> StandingRound:
    """A drawn round with its problem, by the profile, locks and relaxed rules it was drawn with. Raises InputError."""
    own, record = redrawn(state, number), state.records.get(number)
    if own.drawn is None:
        raise InputError("no round has been drawn yet")
    problem = own.problem()
    pairs, byes = own.standing(problem)
    ledger = record.ledger if record else None
    unchanged = ledger is None or has_print(problem, ledger.fingerprint)
    if record and ledger and not unchanged and not own.drawn.draft:
        then = problem_as_drawn(problem, own.entered, ledger, record)
        problem, unchanged = then or problem, then is not None
    return StandingRound(
        tournament=own.entered,
        round=own.drawn,
        profile=own.profile,
        problem=problem,
        pairs=pairs,
        byes=byes,
        ledger=ledger or ledger_of(own.entered, problem, pairs, byes),
        kept=ledger is not None,
        unchanged=unchanged,
        proven=record is None or record.status == "optimal",
        for_plan=record is not None and record.foresight.extra > 0,
    )


class DifferenceAnswer(Answer, frozen=True):
    """What differs from the round as it stands to another pairing of it."""

    cost: Annotated[int, told("how much more the other one costs over all tiers; below 0 where it is cheaper")]
    costs: Annotated[dict[str, int], told("the same by criterion; criteria that cost the same are left out")]
    tiers: Annotated[tuple[int, ...], told("the same for each tier of the profile, in their order")]
    out: Annotated[tuple[tuple[str, str], ...], told("boards of the round that the other one has not: two ids each")]
    in_: Annotated[tuple[tuple[str, str], ...], told("boards that only the other one has: two ids each")] = field(
        name="in"
    )
    bye_out: Annotated[Ids, told("ids of those who have the bye only in the round")]
    bye_in: Annotated[Ids, told("ids of those who have the bye only in the other one")]
    chains: Annotated[
        tuple[Ids, ...],
        told("ids along each path of changes: the first two meet newly, the second and third met, and so on"),
    ]


def difference_answer(drawn: StandingRound, found: PairingDifference) -> DifferenceAnswer:
    """What differs in another pairing of a round, players by id."""
    ids = drawn.problem.field.ids

    def named(players: Iterable[int]) -> Ids:
        return tuple(ids[i] for i in players)

    def boards(pairs: Iterable[IndexPair]) -> tuple[tuple[str, str], ...]:
        return tuple((ids[i], ids[j]) for i, j in pairs)

    return DifferenceAnswer(
        cost=found.cost,
        costs=dict(found.costs),
        tiers=found.tiers,
        out=boards(found.gone),
        in_=boards(found.new),
        bye_out=named(found.byes_gone),
        bye_in=named(found.byes_new),
        chains=tuple(map(named, found.chains)),
    )


def no_game(drawn: StandingRound, player: str) -> str:
    """Why a player has no game in the round, about the player."""
    who, number = drawn.tournament.player(player), drawn.round.number
    if is_extra(drawn.tournament, number):
        return f"Round {number} is for cups only, and {who.name} has no game in one."
    if player in drawn.round.absent:
        half = drawn.tournament.settings.points.absence
        if number in who.unexcused:
            return f"{who.name} was {WITHOUT_EXCUSE} in round {number}. That gives {points_text(0)}."
        why = "not entered, or taken out of the round"
        return f"{who.name} was absent in round {number} ({why}). That gives {points_text(half)}."
    if player in drawn.round.unpaired:
        late = "entered too late, or left out by hand"
        return f"{who.name} is entered for round {number} but has no game: {late}."
    if who.status is Status.PRELIMINARY:
        return f"{who.name}'s registration is still preliminary; only final entries are paired."
    if who.disqualified:
        return f"{who.name} is disqualified."
    if who.status is Status.WITHDRAWN:
        return f"{who.name} has withdrawn from the tournament."
    return f"{who.name} was not entered for round {number}."


def pair_again(drawn: StandingRound) -> str:
    """What to do about a draft that is out of date."""
    return " The round is a draft: pair it again." if drawn.round.draft else ""


def rule_sentence(drawn: StandingRound, rule: Rule, a: str, b: str) -> str:
    """The rule in words, with the round where there is one."""
    if rule is Rule.REPEATS:
        return f"have met before, in round {' and '.join(met_before(drawn, a, b))}"
    return RULE_WORDS[rule]


def met_before(drawn: StandingRound, a: str, b: str) -> list[str]:
    """The numbers of the earlier rounds in which two players have met."""
    before, counts = drawn.tournament.rounds[: drawn.round.number - 1], drawn.tournament.settings.pairing
    return [str(r.number) for r in before if _meet(r, a, b, counts.default_is_met)]


def _meet(drawn: Round, a: str, b: str, default_is_met: bool) -> bool:
    game = drawn.game_of(a)
    return game is not None and b in game.players and (default_is_met or not game.defaulted)
