"""Why a player has this board, or why two players do not meet; the costs are proven.

The desk says it in English; what phones show is made of public facts alone (`desk/hall/public_draw.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Annotated

import numpy as np
from msgspec.structs import replace

from ...model.cups.bracket import is_extra
from ...model.errors import InputError
from ...model.judging.violation import NoPairingError
from ...model.language import ENGLISH, counted
from ...model.notes import Remark
from ...model.pairing.round_problem import RoundProblem
from ...model.pairing.variants import with_forbidden, with_forced, with_game
from ...model.reasons.board_case import BoardCase, case_of, points_text
from ...model.reasons.board_reasons import RULE_WORDS, RULES_TO_YOU, sentences
from ...model.reasons.difference import PairingDifference
from ...model.reasons.place_explained import WITHOUT_EXCUSE
from ...model.records.ledger import Entrant, ledger_of
from ...model.records.state import State
from ...model.tournament.person import Status
from ...model.tournament.rules import Rule, rules_in
from ...solver.engine import Options
from ...solver.questions.other_pairings import solve_keeping_most
from ..desk_notes import draft_notes
from ..rounds.round_numbers import round_number
from ..verb import Answer, Outcome, Request, told
from .standing_round import DifferenceAnswer, StandingRound, difference_answer, drawn_round, pair_again

NO_LEDGER = Remark("no record of this draw was kept; scores and history are recomputed from the current results")


class ExplainBoard(Request, frozen=True, kw_only=True):
    """Whose board to explain, or why two players do not meet."""

    player: Annotated[str, told("the player, by id or name", "PLAYER")]
    other: Annotated[str, told("another player: why the two do not meet", "OTHER")] = ""
    round: Annotated[int, told("number of the round; 0 is the last")] = 0


class ReasonAnswer(Answer, frozen=True):
    """One reason for a board."""

    reason: Annotated[str, told("its name")]
    sentence: Annotated[str, told("the same in words, to the player")]


class BoardReasonsAnswer(Answer, frozen=True):
    """Why a player has this board."""

    title: Annotated[str, told("player, round and board, in words")]
    paragraph: Annotated[str, told("all sentences, to the player")]
    reasons: Annotated[tuple[ReasonAnswer, ...], told("the reasons one by one")]
    costs: Annotated[dict[str, int], told("cost of the board by criterion")]
    counts: Annotated[dict[str, int], told("what the board counts in the same criteria, without their weights")]
    without: Annotated[
        DifferenceAnswer | None,
        told("what differs in the best round without this board; null where there is none to compare with"),
    ]
    ledger_of_the_draw: Annotated[
        bool, told("whether scores and history are those kept at the draw, not those of today's results")
    ]


class WhyNotAnswer(Answer, frozen=True):
    """Why two players do not meet."""

    title: Annotated[str, told("the players and the round, in words")]
    sentence: Annotated[str, told("why, in words")]
    forbidden_by: Annotated[tuple[str, ...], told("names of the rules that forbid it")]
    forced: Annotated[
        DifferenceAnswer | None,
        told("what differs in the best round with this game; null where no such round is known"),
    ]


@dataclass(frozen=True, slots=True)
class Explanation:
    """What explains a board of a round, or why two players do not meet, for whom nothing else has to be known.

    `entrants` are the player and the other one at the draw, `tiers` the numbers of the profile's tiers, `alike` what
    says nothing of any board of the round, by criterion.
    """

    round: int
    found: BoardReasonsAnswer | WhyNotAnswer
    entrants: tuple[Entrant, ...]
    tiers: tuple[int, ...]
    alike: Mapping[str, int]


def explain(state: State, request: ExplainBoard, options: Options | None = None) -> Outcome[Explanation]:
    """Why a player has this board, or why two players do not meet. Raises InputError."""
    drawn = drawn_round(state, round_number(state.tournament, request.round))
    player = drawn.tournament.find(request.player).id
    other = drawn.tournament.find(request.other).id if request.other else ""
    game = drawn.round.game_of(player)
    found: BoardReasonsAnswer | WhyNotAnswer
    if not other:
        found = explain_player(drawn, player, options)
    elif game is not None and other == game.opponent(player):
        own, name = explain_player(drawn, player, options), drawn.tournament.player(other).name
        meets = ReasonAnswer("they_meet", f"You do meet {name}, at table {game.table}.")
        found = replace(own, paragraph=f"{meets.sentence} {own.paragraph}", reasons=(meets, *own.reasons))
    else:
        found = explain_pair(drawn, player, other, options)
    stale = draft_notes(state.tournament) if drawn.round.draft else []
    named, entrants = (player, other or (game.opponent(player) if game else "")), drawn.ledger.entrants
    there = tuple(entrants[one] for one in named if one in entrants)
    value = Explanation(drawn.round.number, found, there, drawn.problem.tiers, drawn.ledger.alike)
    return Outcome(state, value, (*([] if drawn.kept else [NO_LEDGER]), *stale))


def explain_player(drawn: StandingRound, player: str, options: Options | None = None) -> BoardReasonsAnswer:
    """Why a player (an id) has this board in a drawn round."""
    name = drawn.tournament.player(player).name
    number = drawn.round.number
    if player not in drawn.ledger.entrants or not (drawn.round.game_of(player) or player in drawn.round.byes):
        reason = no_game(drawn, player, to_player=True)
        why = (ReasonAnswer("no game", reason),)
        return BoardReasonsAnswer(f"{name} ({player}), round {number}: no game", reason, why, {}, {}, None, drawn.kept)
    case = case_of(drawn.ledger, drawn.tournament, drawn.round, player)
    if case.other and case.other not in drawn.ledger.entrants:
        ledger = ledger_of(drawn.tournament, drawn.problem, drawn.pairs, drawn.byes)
        case = BoardCase(ledger, drawn.round, player, cup=case.cup)
    board = case.board
    costs = dict(board.costs) if board else {}
    without, last = _without(drawn, case, options)
    where = "the bye"
    if case.game:
        side = "White" if case.game.white == player else "Black"
        where = f"table {case.game.table}, {side} against {case.opponent.name} ({case.other})"
    found = [*sentences(case), *_broken_by_hand(drawn, case)]
    return BoardReasonsAnswer(
        title=f"{name} ({player}), round {number}: {where}",
        paragraph=" ".join([text for _, text in found] + ([last] if last else [])),
        reasons=tuple(ReasonAnswer(reason, text) for reason, text in found),
        costs=costs,
        counts={name: board.values[name] for name in costs} if board else {},
        without=difference_answer(drawn, without) if without is not None else None,
        ledger_of_the_draw=drawn.kept,
    )


def _broken_by_hand(drawn: StandingRound, case: BoardCase) -> list[tuple[str, str]]:
    """The hard rules that a board made by hand breaks, and what else about the player was broken with a yes."""
    found: list[tuple[str, str]] = []
    rules = _rules_against(drawn, case.player, case.other) if case.board is None and case.other else ()
    if rules:
        broken = _in_words(drawn, rules, RULES_TO_YOU, case.player, case.other)
        of_these = {one.rule for one in drawn.round.allowed if set(one.players) == {case.player, case.other}}
        allowed = ", but the director allowed it" if of_these.issuperset(rules) else ""
        found = [("broken_rules", f"{broken[0].upper()}{broken[1:]}. That is against the rules{allowed}.")]
    others = [one.rule for one in drawn.round.allowed if case.player in one.players and one.rule not in rules]
    allowed = "The director allowed this although it is against the rule “{}”."
    return [*found, *(("broken_rules", allowed.format(rule)) for rule in dict.fromkeys(others))]


def _rules_against(drawn: StandingRound, a: str, b: str) -> tuple[Rule, ...]:
    """The rules over single pairs that keep two players apart."""
    index = drawn.problem.field.index()
    return rules_in(int(drawn.problem.breaches(np.array([index[a]]), np.array([index[b]]))[0]))


def _without(drawn: StandingRound, case: BoardCase, options: Options | None) -> tuple[PairingDifference | None, str]:
    """What the best round without this board differs in, and a sentence of it."""
    if case.board is None or case.board.settled or case.cup is not None:
        return None, ""
    if not drawn.unchanged:
        late = "Players, results or settings have changed since the draw, so other rounds can no longer be compared."
        return None, late + pair_again(drawn)
    problem, index = drawn.problem, drawn.problem.field.index()
    here = index[case.player]
    variant = with_forbidden(problem, [(here, index[case.other])]) if case.other else with_game(problem, here)
    try:
        without = _best_of(drawn, variant, options)
    except NoPairingError:
        return None, f"There is no legal round without this {'game' if case.other else 'bye'}."
    return without, comparison(drawn, without, bool(case.other))


def _best_of(drawn: StandingRound, variant: RoundProblem, options: Options | None) -> PairingDifference:
    """What differs in the best round of a variant, with as many boards of this one as such a round can have."""
    return drawn.difference_to(solve_keeping_most(variant, drawn.pairs, options))


def comparison(drawn: StandingRound, without: PairingDifference, game: bool) -> str:
    """The comparison of a round with the best without a game (or bye), in a sentence to the player."""
    what = "game" if game else "bye"
    dearest = sorted(without.deciding.items(), key=lambda item: (-item[1], item[0]))
    words = {weight.criterion: weight.record.worse for weight in drawn.profile.weights}
    worse = [words.get(name, f"more breaches of the rule {name}") for name, cost in dearest if cost > 0][:3]
    if without.first < 0:
        return f"A round without this {what} would be better, because this round {drawn.why_dearer}."
    if without.first == 0:
        return f"A round without this {what} is just as good; the lottery decided between them."
    return f"The best round without this {what} would have been worse as a whole: {ENGLISH.listed(worse)}."


def explain_pair(drawn: StandingRound, a: str, b: str, options: Options | None = None) -> WhyNotAnswer:
    """Why two players (ids) do not meet in a drawn round; they are two who do not. Raises InputError."""
    if a == b:
        raise InputError(f"{drawn.tournament.player(a).name} is named twice; expected two different players")
    names = {p: drawn.tournament.player(p).name for p in (a, b)}
    title = f"{names[a]} ({a}) and {names[b]} ({b}), round {drawn.round.number}"
    problem, index = drawn.problem, drawn.problem.field.index()
    away = next((player for player in (a, b) if player not in index), None)
    settled = no_game(drawn, away) if away is not None else _settled(drawn, index[a], index[b])
    if settled:
        return WhyNotAnswer(title, settled, (), None)
    rules = _rules_against(drawn, a, b)
    head = f"They {_in_words(drawn, rules, RULE_WORDS, a, b)}." if rules else "No rule forbids it."
    if not drawn.unchanged:
        head = f"By the current results, entries and settings: {head[0].lower()}{head[1:]}"
        late = "Players, results or settings have changed since the draw: the cost of this game is no longer known."
        return WhyNotAnswer(title, f"{head} {late}{pair_again(drawn)}", rules, None)
    try:
        forced = _best_of(drawn, with_forced(problem, [(index[a], index[b])]), options)
    except NoPairingError:
        none = f"{head} If they met, not all the others could be paired within the rules."
        return WhyNotAnswer(title, none, rules, None)
    extra, boards = forced.first, f"{counted(len(forced.gone), 'board')} would change"
    if rules:
        text = f"{head} If the director allowed it, the round would cost {signed(forced)}, and {boards}."
        text += _anew(drawn, options) if extra < 0 else ""
    elif extra == 0:
        text = f"{head} A round with this game costs the same, and {boards}; the lottery decided between the two."
    elif extra < 0:
        why = f"because this round {drawn.why_dearer}"
        text = f"{head} A round with this game would cost {-extra:,} less, {why}; {boards}."
        text += _anew(drawn, options)
    else:
        text = f"{head} The best round with this game costs {signed(forced)}, and {boards}."
    return WhyNotAnswer(title, text, rules, difference_answer(drawn, forced))


def _settled(drawn: StandingRound, i: int, j: int) -> str:
    """What the director had settled of two players (indices), so that they could not meet; blank if nothing."""
    problem = drawn.problem
    names = [drawn.tournament.player(player).name for player in problem.field.ids]
    for one, other in ((i, j), (j, i)):
        name = names[one]
        for pair in problem.forced:
            if one in pair and other not in pair:
                [partner] = [names[p] for p in pair if p != one]
                return f"The director fixed the game of {name} against {partner} before the draw."
        if one in problem.forced_byes:
            if len(problem.forced_byes) > 1:
                return f"{name} has the bye: the director gave it, or allowed more byes than needed."
            return f"The director gave {name} the bye."
    return ""


def _anew(drawn: StandingRound, options: Options | None) -> str:
    """What the round would save without any wish, where it is not the cheapest: repaired, or changed by hand."""
    found = _best_of(drawn, drawn.problem, options)
    return f" Drawn again, the round would cost {signed(found)} even without this game." if found.first < 0 else ""


def signed(found: PairingDifference) -> str:
    """The extra cost of the first tier that differs."""
    text = f"{found.first:,} more" if found.first >= 0 else f"{-found.first:,} less"
    return text + (f" in tier {found.tier}" if len(found.tiers) > 1 else "")


def no_game(drawn: StandingRound, player: str, to_player: bool = False) -> str:
    """Why a player has no game in the round: about the player, or to the player."""
    who, number = drawn.tournament.player(player), drawn.round.number
    name, was, does, has = ("You", "were", "are", "have") if to_player else (who.name, "was", "is", "has")
    if is_extra(drawn.tournament, number):
        return f"Round {number} is for cups only, and {'you' if to_player else name} {has} no game in one."
    if player in drawn.round.absent:
        if number in who.unexcused:
            return f"{name} {was} {WITHOUT_EXCUSE} in round {number}. That gives {points_text(0)}."
        points = points_text(drawn.tournament.settings.points.absence)
        why = "not entered, or taken out of the round"
        return f"{name} {was} absent in round {number} ({why}). That gives {points}."
    if player in drawn.round.unpaired:
        late = "entered too late, or left out by hand"
        return f"{name} {does} entered for round {number} but {has} no game: {late}."
    if who.status is Status.PRELIMINARY:
        whose = "Your" if to_player else f"{name}'s"
        return f"{whose} registration is still preliminary; only final entries are paired."
    if who.disqualified:
        return f"{name} {does} disqualified."
    if who.status is Status.WITHDRAWN:
        return f"{name} {has} withdrawn from the tournament."
    return f"{name} {was} not entered for round {number}."


def _in_words(drawn: StandingRound, rules: Iterable[Rule], words: Mapping[Rule, str], a: str, b: str) -> str:
    """Rules that a pair breaks, with the earlier rounds in which the two have met."""
    default_is_met = drawn.tournament.settings.pairing.default_is_met
    games = [(one.number, one.game_of(a)) for one in drawn.tournament.rounds[: drawn.round.number - 1]]
    met = [str(n) for n, game in games if game and b in game.players and (default_is_met or not game.defaulted)]
    where = {Rule.REPEATS: f", in round {' and '.join(met)}"}
    return " and ".join(words[rule] + where.get(rule, "") for rule in rules)
