"""A round that stands, as it was drawn: its entrants, history, profile, locks and relaxed rules, and its problem."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Annotated

from msgspec import field

from ...model.errors import InputError
from ...model.notes import Remark
from ...model.pairing.draw import Locks, count_rules, parse_rule_names, round_problem, without_own_rules
from ...model.pairing.own_criteria import empty_cells
from ...model.pairing.pairing import Pairing
from ...model.pairing.profile import Profile
from ...model.pairing.round_problem import IndexPair, RoundProblem, has_print
from ...model.placing.start_groups import with_decisions
from ...model.reasons.difference import PairingDifference, difference
from ...model.records.as_drawn import problem_as_drawn
from ...model.records.ledger import Ledger, ledger_of
from ...model.records.state import State
from ...model.tournament.games import ByHand, Round
from ...model.tournament.rules import PAIR_RULES
from ...model.tournament.tournament import Tournament
from ..verb import Answer, told

Ids = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DrawInputs:
    """What a round was drawn from. `entered` is the tournament with exactly its players entered; `drawn` its boards.

    `drawn` is None for a round still to be drawn. Locks of players who have left the round are left out.
    """

    number: int
    entered: Tournament
    drawn: Round | None
    profile: Profile
    locks: Locks
    relaxed: tuple[str, ...]

    def problem(self, profile: Profile | None = None) -> RoundProblem:
        """The problem of the round, by its own profile or another. Raises InputError."""
        profile = profile or self.profile
        rules = count_rules(self.entered, profile, self.number)
        known = {*PAIR_RULES} | {rule.name for rule in rules}
        relaxed = parse_rule_names([name for name in self.relaxed if name in known], rules)
        return round_problem(self.entered, self.number, profile, self.locks, relaxed)

    def standing(self, problem: RoundProblem) -> tuple[tuple[IndexPair, ...], tuple[int, ...]]:
        """Pairs and byes of the round as it stands, as indices of its problem; none where it is not drawn."""
        if self.drawn is None:
            return (), ()
        index = problem.field.index()
        pairs = ((index[game.white], index[game.black]) for game in self.drawn)
        return tuple(sorted((min(p), max(p)) for p in pairs)), tuple(index[p] for p in self.drawn.byes)


def redrawn(state: State, number: int = 0, present: Collection[str] | None = None) -> DrawInputs:
    """A round of a tournament (0: the last; the first, where none is drawn) as it was drawn.

    With `present` exactly these players (ids) are taken as entered, else those who have a game or the bye in it.
    Raises InputError.
    """
    tournament = state.tournament
    if not tournament.rounds:
        return next_redrawn(state)
    number = number or len(tournament.rounds)
    drawn, record = tournament.round(number), state.records.get(number)
    own = without_own_rules(tournament) if record else tournament
    entered = own.entered_as_drawn(number) if present is None else own.entered(number, present)
    here = {player.id for player in entered.entrants(number)}
    locks = record.locks if record else Locks()
    force = tuple(pair for pair in locks.force if here.issuperset(pair))
    locks = replace(locks, force=force, bye=tuple(p for p in locks.bye if p in here))
    profile = state.profile_of_round(number)
    profile = profile.judged if present is None else profile  # those who are there now are paired anew
    return DrawInputs(number, entered, drawn, profile, locks, record.relaxed if record else ())


def emptied_notes(state: State, numbers: Iterable[int]) -> list[Remark]:
    """The cells that own criteria of drawn rounds read, and that are empty now. Raises InputError."""
    found = []
    for number in numbers:
        if own := state.profile_of_round(number).judged.own_criteria:
            entrants = state.tournament.entered_as_drawn(number).entrants(number)
            for cells in empty_cells(own, entrants):
                found.append(Remark(f"round {number}: {cells} now and counts as 0 there"))
    return found


def next_redrawn(state: State) -> DrawInputs:
    """The round behind the last, by the profile of the settings, as `pair` would draw it. Raises InputError."""
    tournament = with_decisions(state.tournament)
    return DrawInputs(len(tournament.rounds) + 1, tournament, None, state.profile, Locks(), ())


def problem_of_round(state: State, number: int = 0, profile: Profile | None = None) -> RoundProblem:
    """A round (0: the last; one more: the next) as the problem it was drawn from, by its own profile or another.

    Raises InputError if there are fewer than two entrants.
    """
    own = next_redrawn(state) if number == len(state.tournament.rounds) + 1 else redrawn(state, number)
    problem = own.problem(profile)
    if len(problem) < 2:
        raise InputError(f"round {own.number} has fewer than two entrants: nothing to pair")
    return problem


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

    def difference_to(self, other: Pairing) -> PairingDifference:
        """What differs in another pairing of the round."""
        return difference(self.problem, (self.pairs, self.byes), (other.pairs, other.byes))


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


def pair_again(drawn: StandingRound) -> str:
    """What to do about a draft that is out of date."""
    return " The round is a draft: pair it again." if drawn.round.draft else ""
