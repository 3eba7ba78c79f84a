"""Why a round is as it is: one player's board, a pair that was not made, and the next best pairings; all proven."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ...model.errors import InputError
from ...model.judging.no_pairing import NoPairingError
from ...model.pairing.pairing import Pairing
from ...model.pairing.round_problem import IndexPair, RoundProblem
from ...model.pairing.variants import with_forbidden, with_forced, with_game
from ...model.reasons.board_case import Case
from ...model.reasons.board_reasons import RULE_WORDS, WORSE, sentences
from ...model.reasons.difference import Difference, difference
from ...model.records.ledger import Ledger, ledger_of
from ...model.records.state import State
from ...model.tournament.games import Round
from ...model.tournament.player import Status
from ...model.tournament.rules import Rule, rules_in
from ...model.tournament.tournament import Tournament
from ...model.words import counted
from ...solver.engine import Options
from ...solver.questions.alternatives import alternatives, solve_keeping_most
from .redrawn import redrawn

#: Why a round may be dearer than another that the rules allow.
FREELY = "was mended, changed by hand, or not drawn by this profile"


@dataclass(frozen=True, slots=True)
class StandingRound:
    """A round that stands, made into its problem again.

    `pairs` and `byes` are its boards as they are now, `ledger` what was true at the draw. `kept`: the ledger was
    written at the draw. `unchanged`: what it was drawn from (players, results, settings) is what the tournament has
    now, so that other pairings can be reckoned as they stood.
    """

    tournament: Tournament
    round: Round
    problem: RoundProblem
    pairs: tuple[IndexPair, ...]
    byes: tuple[int, ...]
    ledger: Ledger
    kept: bool
    unchanged: bool

    def names(self, players: Collection[int]) -> list[str]:
        """Names by index."""
        ids = self.problem.field.ids
        return [self.tournament.player(ids[i]).name for i in players]


def drawn_round(state: State, number: int) -> StandingRound:
    """A drawn round with its problem, by the profile, locks and relaxed rules it was drawn with. Raises InputError."""
    own, record = redrawn(state, number), state.records.get(number)
    if own.drawn is None:
        raise InputError("no round has been drawn")
    problem = own.problem()
    pairs, byes = own.standing(problem)
    ledger = record.ledger if record else None
    unchanged = ledger is None or ledger.fingerprint == problem.fingerprint()
    return StandingRound(
        tournament=own.entered,
        round=own.drawn,
        problem=problem,
        pairs=pairs,
        byes=byes,
        ledger=ledger or ledger_of(own.entered, problem, pairs, byes),
        kept=ledger is not None,
        unchanged=unchanged,
    )


@dataclass(frozen=True, slots=True)
class Explained:
    """Why a player has this board.

    `title` names player and board, `players` are the ids of the player and the opponent, `reasons` are name and
    sentence. `without` is what the best round without this game (or bye) differs in: None where there is none, where it
    was forced, or where it cannot be reckoned any more. `last` says that in a sentence. `costs` are of the board: each
    criterion with its cost and its value.
    """

    title: str
    players: tuple[str, ...]
    reasons: tuple[tuple[str, str], ...]
    costs: tuple[tuple[str, int, int], ...]
    without: Difference | None
    last: str

    @property
    def paragraph(self) -> str:
        """The sentences for the player."""
        return " ".join([text for _, text in self.reasons] + ([self.last] if self.last else []))


def explain_player(drawn: StandingRound, player: str, options: Options | None = None) -> Explained:
    """Why a player (an id) has this board in a drawn round."""
    name = drawn.tournament.player(player).name
    number = drawn.round.number
    if player not in drawn.ledger.entrants or not (drawn.round.game_of(player) or player in drawn.round.byes):
        reason = _no_game(drawn, player)
        return Explained(f"{name} ({player}), round {number}: no game", (player,), (("no game", reason),), (), None, "")
    case = Case(drawn.ledger, drawn.round, player)
    if case.other and case.other not in drawn.ledger.entrants:
        case = Case(ledger_of(drawn.tournament, drawn.problem, drawn.pairs, drawn.byes), drawn.round, player)
    board = case.board
    costs = tuple((n, c, board.values[n]) for n, c in board.costs.items()) if board else ()
    without, last = _without(drawn, case, options)
    where = "the bye"
    if case.game:
        side = "White" if case.game.white == player else "Black"
        where = f"table {case.game.table}, {side} against {case.opponent.name} ({case.other})"
    who = (player, case.other) if case.other else (player,)
    found = [*sentences(case), *_broken_by_hand(drawn, case)]
    return Explained(f"{name} ({player}), round {number}: {where}", who, tuple(found), costs, without, last)


def _broken_by_hand(drawn: StandingRound, case: Case) -> list[tuple[str, str]]:
    """The hard rules that a board made by hand breaks."""
    if case.board is not None or not case.other:
        return []
    index = drawn.problem.field.index()
    bits = int(drawn.problem.breaches(np.array([index[case.player]]), np.array([index[case.other]]))[0])
    words = [_rule_sentence(drawn, rule, case.player, case.other) for rule in rules_in(bits)]
    return [("broken_rules", f"Against the rules: you {' and '.join(words)}.")] if words else []


def _no_game(drawn: StandingRound, player: str, you: bool = True) -> str:
    """Why a player has no game in the round, to the player or about the player."""
    who, number = drawn.tournament.player(player), drawn.round.number
    name = "You" if you else who.name
    if player in drawn.round.absent:
        return f"{name} {'were' if you else 'was'} absent in round {number}: not entered for it, or taken out of it."
    if player in drawn.round.unpaired:
        late = "entered too late for it, or left over by hand"
        return f"{name} {'are' if you else 'is'} entered for round {number} but without a game: {late}."
    if who.status is Status.PRELIMINARY:
        return f"{name} {'have' if you else 'has'} a preliminary registration today; only final entries are paired."
    if who.status is Status.WITHDRAWN:
        return f"{name} {'have' if you else 'has'} withdrawn from the tournament."
    return f"{name} {'were' if you else 'was'} not entered for round {number}."


def _without(drawn: StandingRound, case: Case, options: Options | None) -> tuple[Difference | None, str]:
    """What the best round without this board differs in, and a sentence of it."""
    if case.board is None or case.board.settled:
        return None, ""
    if not drawn.unchanged:
        return None, "Players, results or settings have changed since, so other rounds are no longer compared."
    index = drawn.problem.field.index()
    here = index[case.player]
    variant = (
        with_forbidden(drawn.problem, [(here, index[case.other])]) if case.other else with_game(drawn.problem, here)
    )
    try:
        found = solve_keeping_most(variant, drawn.pairs, options)
    except NoPairingError:
        return None, "There is no legal round without this " + ("game." if case.other else "bye.")
    without = difference(drawn.problem, (drawn.pairs, drawn.byes), (found.pairs, found.byes))
    return without, _comparison(without, "game" if case.other else "bye")


def _comparison(without: Difference, what: str) -> str:
    """The comparison in a sentence to the player."""
    dearest = sorted(without.deciding.items(), key=lambda item: (-item[1], item[0]))
    worse = [WORSE.get(name, f"the rule {name} broken more") for name, cost in dearest if cost > 0][:3]
    first = without.first
    if first < 0:
        return f"A round without this {what} would even be better: this one {FREELY}."
    if first == 0:
        return f"Without this {what} there is a round that is just as good: the lottery decided between them."
    return f"The best round without this {what} would have been worse as a whole: {_listed(worse)}."


def _listed(words: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


@dataclass(frozen=True, slots=True)
class WhyNot:
    """Why two players do not meet: the rules that forbid it, or what forcing it would cost.

    `forced` is the difference to the best round with this game; None where they do meet, or no round has it.
    """

    title: str
    sentence: str
    forbidden_by: tuple[str, ...]
    forced: Difference | None


def explain_pair(drawn: StandingRound, a: str, b: str, options: Options | None = None) -> WhyNot:
    """Why two players (ids) do not meet in a drawn round."""
    if a == b:
        raise InputError(f"{drawn.tournament.player(a).name} is named twice; right would be: two different players")
    names = {p: drawn.tournament.player(p).name for p in (a, b)}
    title = f"{names[a]} ({a}) and {names[b]} ({b}), round {drawn.round.number}"
    game = drawn.round.game_of(a)
    if game is not None and b in game.players:
        return WhyNot(title, f"They do meet, at table {game.table}.", (), None)
    index = drawn.problem.field.index()
    for player in (a, b):
        if player not in index:
            return WhyNot(title, _no_game(drawn, player, you=False), (), None)
    i, j = index[a], index[b]
    problem = drawn.problem
    for one, other in ((i, j), (j, i)):
        for pair in problem.forced:
            if one in pair and other not in pair:
                who, partner = drawn.names([one, *(p for p in pair if p != one)])
                return WhyNot(title, f"{who} was settled by the director to meet {partner}.", (), None)
        if one in problem.forced_byes:
            return WhyNot(title, f"{drawn.names([one])[0]} was given the bye by the director.", (), None)
    bits = int(problem.breaches(np.array([i]), np.array([j]))[0])
    rules = rules_in(bits)
    words = " and ".join(_rule_sentence(drawn, rule, a, b) for rule in rules)
    head = f"They {words}." if rules else "No rule forbids it."
    if not drawn.unchanged:
        head = f"By today's results, entries and settings: {head[0].lower()}{head[1:]}"
        late = "Players, results or settings have changed since the draw, so what it would have cost is not reckoned."
        return WhyNot(title, f"{head} {late}", rules, None)
    try:
        found = solve_keeping_most(with_forced(problem, [(i, j)]), drawn.pairs, options)
    except NoPairingError:
        return WhyNot(title, f"{head} If they met, the others could not all be paired by the rules.", rules, None)
    forced = difference(problem, (drawn.pairs, drawn.byes), (found.pairs, found.byes))
    extra = forced.first
    boards = f"{counted(len(forced.gone), 'board')} would change"
    if rules:
        text = f"{head} If it were allowed for these two, the round would cost {_signed(forced)}, and {boards}."
        text += _anew(drawn, options) if extra < 0 else ""
    elif extra == 0:
        text = f"{head} A round with this game costs the same; the lottery decided between them, and {boards}."
    elif extra < 0:
        text = f"{head} A round with it would even be better, by {-extra:,}: this one {FREELY}; {boards}."
        text += _anew(drawn, options)
    else:
        text = f"{head} The best round with this game costs {_signed(forced)}, and {boards}."
    return WhyNot(title, text, rules, forced)


def _anew(drawn: StandingRound, options: Options | None) -> str:
    """What the round would save without any wish, where it is not the cheapest: mended, or changed by hand."""
    best = solve_keeping_most(drawn.problem, drawn.pairs, options)
    found = difference(drawn.problem, (drawn.pairs, drawn.byes), (best.pairs, best.byes))
    return f" Drawn anew it would cost {_signed(found)} without this game, too." if found.first < 0 else ""


def _signed(found: Difference) -> str:
    """The extra cost of the first tier that differs."""
    text = f"{found.first:,} more" if found.first >= 0 else f"{-found.first:,} less"
    return text + (f" in tier {found.tier}" if len(found.tiers) > 1 else "")


def _rule_sentence(drawn: StandingRound, rule: Rule, a: str, b: str) -> str:
    """The rule in words, with the round where there is one."""
    if rule is Rule.REPEATS:
        before, counts = drawn.tournament.rounds[: drawn.round.number - 1], drawn.tournament.settings.pairing
        met = [str(r.number) for r in before if _meet(r, a, b, counts.default_is_met)]
        return f"have met before, in round {' and '.join(met)}"
    return RULE_WORDS[rule]


def _meet(drawn: Round, a: str, b: str, default_is_met: bool) -> bool:
    game = drawn.game_of(a)
    return game is not None and b in game.players and (default_is_met or not game.defaulted)


def next_best(
    drawn: StandingRound, most: int = 5, within: int | None = None, options: Options | None = None
) -> Iterator[Difference]:
    """The cheapest other pairings of a drawn round, as differences to it; at most so many, and so much dearer.

    `within` is compared with the extra cost of the first tier that differs. Where the round was changed by hand,
    cheaper ones come first. Raises InputError where its players or results have changed.
    """
    if not drawn.unchanged:
        raise InputError("players, results or settings have changed since the draw: alternatives cannot be reckoned")
    standing = Pairing(drawn.pairs, drawn.byes, 0, 0)
    for found in alternatives(drawn.problem, standing, options, most):
        other = difference(drawn.problem, (drawn.pairs, drawn.byes), (found.pairs, found.byes))
        if within is not None and other.first > within:
            return
        yield other
