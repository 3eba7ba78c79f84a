"""A whole tournament simulated: every round drawn by an engine and played by a rating model, all from one seed."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.boards import make_round
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.placing.standings import Standings, standings
from mcmahon.model.placing.start_groups import with_decisions
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.solver.engine import solve

from ..engines.all_engines import Engine
from ..systems.system import System
from .results_model import ResultModel, Side, SimulatedBoard, outcome, stays_away

#: The tournament of a seed before its first round.
TournamentMaker = Callable[[int], Tournament]


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """A tournament played to its end, with what only a simulation knows: true strengths by id, and the model.

    `seconds` and `costs` are the engine's, by round; `relaxed` are the rounds whose rules could not all be kept.
    """

    tournament: Tournament
    strengths: Mapping[str, float]
    model: ResultModel
    standings: Standings
    seconds: tuple[float, ...]
    costs: tuple[int, ...]
    relaxed: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class _Luck:
    """What decides the games: model, seed, and the players' numbers and true strengths by id."""

    model: ResultModel
    seed: int
    sides: Mapping[str, Side]


def ours(problem: RoundProblem) -> Pairing:
    """The project's own engine: the least cost, and among equals the one that the lottery names."""
    return solve(problem)


def simulate(
    tournament_maker: TournamentMaker, engine: Engine | System, profile: Profile, seed: int, model: ResultModel
) -> Played:
    """The tournament of a seed, drawn by the engine, played by the model; the same for the same arguments.

    Entries by round are the tournament's own: late entries and drop-outs are not paired when they are not there.
    Raises ValueError when the engine's answer leaves somebody out or names somebody twice.
    """
    tournament = tournament_maker(seed).before(1)
    strengths = model.strengths(tournament.players, seed)
    luck = _luck(tournament, seed, model, strengths)
    seconds, costs, relaxed = [], [], []
    for number in range(1, tournament.settings.rounds + 1):
        tournament = with_decisions(tournament)
        problem = round_problem(tournament, number, profile)
        begin = time.perf_counter()
        pairing, drawn, kept = _drawn(tournament, problem, engine)
        seconds.append(time.perf_counter() - begin)
        costs.append(sum(problem.costs_by_criterion(pairing.pairs, pairing.byes).values()))
        relaxed += [] if kept else [number]
        tournament = tournament.with_round(_with_results(tournament, drawn, luck))
    table = standings(tournament)
    return Played(tournament, strengths, model, table, tuple(seconds), tuple(costs), tuple(relaxed))


def play_results(
    tournament: Tournament, number: int, seed: int, model: ResultModel, strengths: Mapping[str, float]
) -> Tournament:
    """The tournament with every result of a drawn round by the model, no longer a draft; by the luck of `simulate`."""
    luck = _luck(tournament, seed, model, strengths)
    return tournament.with_round(_with_results(tournament.before(number), tournament.round(number), luck))


def _luck(tournament: Tournament, seed: int, model: ResultModel, strengths: Mapping[str, float]) -> _Luck:
    sides = {p.id: Side(k, strengths[p.id]) for k, p in enumerate(tournament.players, 1)}
    return _Luck(model, seed, sides)


def _drawn(tournament: Tournament, problem: RoundProblem, engine: Engine | System) -> tuple[Pairing, Round, bool]:
    """The answer of an engine or a system, as a round, and whether every rule could be kept.

    Where a system finds no round, ours draws it, with every rule relaxed if need be; that round counts as relaxed.
    """
    if isinstance(engine, System) and len(problem) > 1:
        try:
            return *engine.round(tournament, problem), True
        except NoPairingError:
            pairing, _ = _paired(problem, solve)
            return pairing, make_round(tournament, problem, pairing.pairs, pairing.byes), False
    pairing, kept = _paired(problem, solve if isinstance(engine, System) else engine)
    return pairing, make_round(tournament, problem, pairing.pairs, pairing.byes), kept


def _paired(problem: RoundProblem, engine: Engine) -> tuple[Pairing, bool]:
    """The engine's answer, and whether every rule could be kept; where not, every rule is relaxed."""
    if len(problem) < 2:
        return Pairing((), tuple(range(len(problem))), 0, 0), True
    kept = True
    try:
        pairing = engine(problem)
    except NoPairingError:
        pairing, kept = engine(problem.relax_everything()), False
    named = sorted([i for pair in pairing.pairs for i in pair] + list(pairing.byes))
    if named != list(range(len(problem))):
        raise ValueError(f"the engine's pairing of round {problem.round} leaves players out or has them twice")
    return pairing, kept


def _with_results(tournament: Tournament, drawn: Round, luck: _Luck) -> Round:
    """A round with every result, no longer a draft."""
    met = Counter(frozenset(game.players) for earlier in tournament.rounds for game in earlier)
    games = tuple(_played(game, drawn.number, met[frozenset(game.players)], luck) for game in drawn.games)
    return replace(drawn, games=games, draft=False)


def _played(game: Game, number: int, met: int, luck: _Luck) -> Game:
    """The game with its result; a forfeit where one of the two, or both, did not come."""
    white_away, black_away = (stays_away(luck.model, luck.seed, number, player) for player in game.players)
    if white_away or black_away:
        won = Result.BLACK if white_away else Result.WHITE
        return replace(game, result=Result.BOTH_LOSE if white_away and black_away else won, by_default=True)
    board = SimulatedBoard(luck.sides[game.white], luck.sides[game.black], game.handicap, game.komi_halves, met)
    return replace(game, result=outcome(luck.model, luck.seed, board))
