"""Boards changed by hand, with what the change costs and what the judge thinks of it; every round judged again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from ...io.folder.round_files import parse_halves
from ...io.results import seat_of
from ...model.cups.bracket import cup_pairs, match_text
from ...model.edits import BoardChange, edit_board, move_to_table
from ...model.edits import swap as swapped
from ...model.errors import InputError, Problem, check_confirmed, wrong_argument
from ...model.judging.round_costs import cost_of_round
from ...model.judging.violation import Violation, broken
from ...model.notes import Note
from ...model.noticing import colour_notes, forfeit_notes, table_notes
from ...model.pairing.draw import without_own_rules
from ...model.pairing.entrants import Before, before_each_round
from ...model.plan.plan import Foresight
from ...model.records.state import State
from ...model.teams.match_boards import BoardAt
from ...model.tournament.games import Game, Result, Round
from ...model.tournament.tournament import Tournament
from ...model.ways import Way
from ..desk_notes import changed_notes
from ..messages.changed_rounds import wide_lines, won_text
from ..messages.foresight_texts import shortage_text
from ..messages.rule_texts import violation_text
from ..messages.step_texts import round_text, who_text
from ..questions.standing_round import emptied_notes
from ..verb import Answer, Change, Outcome, Verb, answer_of, done_answer, told, without_run
from .draw.draw_notes import judge_as_drawn
from .new_boards import NewBoard, wider_than, with_scores
from .plan.planning import RoundsNotPossible, plan_notes, short_notes
from .round_numbers import round_number


class BrokenRuleAnswer(Answer, frozen=True):
    """A rule that a round breaks."""

    rule: Annotated[str, told('name of the rule, such as "repeats"')]
    players: Annotated[tuple[str, ...], told("ids of whom it concerns")]
    table: Annotated[int, told("number of the table; 0 where it is not about one")]
    found: Annotated[int, told("how many times, stones, points (in steps) or games there are")]
    limit: Annotated[int, told("how many there may be")]
    allowed: Annotated[bool, told("whether the director said yes to it, or a cup needs it")]
    outdated: Annotated[bool, told("whether it was legal when the round was drawn")]
    text: Annotated[str, told("the same in words")]


def broken_rule(one: Violation, tournament: Tournament) -> BrokenRuleAnswer:
    """A broken rule, with its sentence."""
    return answer_of(BrokenRuleAnswer, one, rule=one.name, text=violation_text(one, tournament))


def violations_of(state: State, number: int, before: Before | None = None) -> list[Violation]:
    """What the judge finds in a round; `before`, here and below: what the rounds before say. Raises InputError."""
    profile = state.profile_of_round(number)
    return judge_as_drawn(state.tournament, number, state.records.get(number), before, profile)


def allowed_by_hand(before: State, after: State, number: int, agreed: bool, losses: Sequence[str] = ()) -> State:
    """The state after a change of a round, with the rules that it breaks there or later kept as allowed.

    What was broken before does not count. Raises UnconfirmedError with `losses` and each of those rules where the
    director has not agreed to them. While the round is paired by hand nothing is asked for: that comes at its end.
    """
    if after.tournament.round(number).hand_pairing:
        return after
    fresh: dict[int, list[Violation]] = {}
    for later in range(number, len(after.tournament.rounds) + 1):
        known = {one.as_allowed for one in broken(violations_of(before, later))}
        fresh[later] = [one for one in broken(violations_of(after, later)) if one.as_allowed not in known]
    if not agreed:
        breaks = [
            f"this breaks a rule of round {later}: {violation_text(one, after.tournament)}"
            for later, found in fresh.items()
            for one in found
        ]
        check_confirmed([*losses, *breaks], Way("to do it anyway", anyway=True))
    for later, found in fresh.items():
        after = with_allowed(after, later, found)
    return after


def with_allowed(state: State, number: int, fresh: Sequence[Violation]) -> State:
    """With these rules allowed in a round; what was allowed there and is not broken any more is forgotten."""
    drawn = state.tournament.round(number)
    if not fresh and not drawn.allowed:
        return state
    still = {one.as_allowed for one in violations_of(state, number)}
    kept = [one for one in drawn.allowed if one in still]
    allowed = tuple(dict.fromkeys([*kept, *(one.as_allowed for one in fresh)]))
    return state.with_tournament(state.tournament.with_round(replace(drawn, allowed=allowed)))


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the judge finds in a round, and its cost by criterion; `drawn_at` is what it cost when it was drawn."""

    number: int
    violations: Sequence[Violation]
    costs: Mapping[str, int]
    drawn_at: int | None = None

    @property
    def legal(self) -> bool:
        """Whether no rule is broken but those that the director allowed."""
        return not broken(self.violations)

    @property
    def cost(self) -> int:
        """The sum of its costs."""
        return sum(self.costs.values())


def verdict(state: State, number: int, before: Before | None = None) -> Verdict:
    """A round judged by what it was drawn with, if that is known. Raises InputError."""
    record, costs = state.records.get(number), costs_of(state, number, before)
    return Verdict(number, violations_of(state, number, before), costs, record.cost if record else None)


def costs_of(state: State, number: int, before: Before | None = None) -> dict[str, int]:
    """What a round costs by criterion, by the profile it was drawn by."""
    own = without_own_rules(state.tournament) if state.records.get(number) else state.tournament
    return cost_of_round(own, number, state.profile_of_round(number), before)


def check(state: State, number: int = 0) -> Outcome[Sequence[Verdict]]:
    """Every round, or one, judged against every hard rule, and its cost recomputed. Raises InputError.

    Notes say which rounds to come are impossible, who does not sit at a fixed table in the round, or the last one, and
    which cells are empty that the draw has read.
    """
    rounds = state.tournament.rounds
    of_tables = table_notes(state.tournament, state.tournament.round(number or len(rounds))) if rounds else []
    notes: list[Note] = [*short_notes(state), *of_tables, *forfeit_notes(state.tournament)]
    notes += emptied_notes(state, [number] if number else range(1, len(rounds) + 1))
    if number:
        return Outcome(state, [verdict(state, number)], notes)
    every = before_each_round(state.tournament, len(rounds))
    return Outcome(state, [verdict(state, before.number, before) for before in every], notes)


def broken_rules(tournament: Tournament) -> list[tuple[int, Violation]]:
    """Every hard rule that a round breaks, with the round's number; what a director allowed is not known here."""
    numbers = (drawn.number for drawn in tournament.rounds)
    return [(number, one) for number in numbers for one in broken(judge_as_drawn(tournament, number, None))]


class Swap(Change, frozen=True, kw_only=True):
    """Two players to change places."""

    a: Annotated[str, told("one of them, by id or name", "PLAYER")]
    b: Annotated[str, told("the other", "OTHER")]
    round: Annotated[int, told("number of the round; 0 is the last")] = 0
    anyway: Annotated[
        bool,
        told("do it even if it breaks a rule, removes a result, makes a far wider board, or a later round impossible"),
    ] = False
    dry_run: Annotated[bool, told("only look at it: nothing is asked for, and nothing is written")] = False


@dataclass(frozen=True, slots=True)
class Swapped:
    """A round in which two have changed places, and how it was before.

    `extra` is what each criterion costs more than before; `verdicts` are of this round and those behind it. `wide` are
    the new boards far wider than any that the round had. `ahead`: what is left of the rounds to come, where the swap
    makes some impossible.
    """

    before: Round
    after: Round
    extra: Mapping[str, int]
    verdicts: Sequence[Verdict]
    wide: Sequence[NewBoard] = ()
    ahead: Foresight | None = None

    @property
    def number(self) -> int:
        """The number of the round."""
        return self.after.number

    @property
    def replaced(self) -> list[Game]:
        """The boards that are no more as they were."""
        return _only_in(self.before, self.after)

    @property
    def new(self) -> list[Game]:
        """The boards that have come for them."""
        return _only_in(self.after, self.before)

    @property
    def lost_results(self) -> list[Game]:
        """The boards that have lost a result."""
        return [game for game in self.replaced if game.begun]


def _only_in(drawn: Round, other: Round) -> list[Game]:
    """The games of a round that another version of it has not."""
    there = set(other.games)
    return [game for game in drawn if game not in there]


def swap(state: State, request: Swap) -> Outcome[Swapped]:
    """With two players in each other's places, by hand.

    Raises InputError, and UnconfirmedError where a result would be taken out, a board be far wider than any of the
    round, a later round be impossible, or a rule be broken that was not before, and that was not asked for.
    """
    tournament = state.tournament
    number = round_number(tournament, request.round)
    a, b = (tournament.find(text).id for text in (request.a, request.b))
    after = state.with_tournament(swapped(tournament, number, a, b))
    old, new = tournament.round(number), after.tournament.round(number)
    wide = wider_than(old, with_scores(_only_in(new, old), tournament, number), tournament)
    about_plan = plan_notes(state, after)
    ahead = next((note.foresight for note in about_plan if isinstance(note, RoundsNotPossible)), None)
    if not request.dry_run:
        doubts = [*_lost_results(old, new, tournament), *wide_lines(wide, old, tournament)]
        doubts += _of_cups(old, new, tournament)
        doubts += _not_tables(request, old, tournament) if wide else []
        doubts += [shortage_text(ahead, tournament).removesuffix(".")] if ahead else []
        after = allowed_by_hand(state, after, number, request.anyway, doubts)
    was, now = (costs_of(s, number) for s in (state, after))
    extra = {name: now.get(name, 0) - was.get(name, 0) for name in {**was, **now}}
    verdicts = [verdict(after, later) for later in range(number, len(tournament.rounds) + 1)]
    notes: list[Note] = [*([] if request.dry_run else changed_notes(old, new)), *colour_notes(after.tournament, number)]
    notes += table_notes(after.tournament, new)
    return Outcome(after, Swapped(old, new, extra, verdicts, wide, ahead), [*notes, *about_plan])


def _not_tables(request: Swap, drawn: Round, tournament: Tournament) -> list[str]:
    """That both words are read as ids of players, where they could be tables of the round as well; else nothing."""
    words, names = (request.a, request.b), tournament.by_id()
    if not all(word in names and word in {str(game.table) for game in drawn} for word in words):
        return []
    one, two = (f"{word} is {names[word].name}" for word in words)
    return [f"the numbers are ids of players, not tables: {one}, {two}"]


def _of_cups(old: Round, new: Round, tournament: Tournament) -> list[str]:
    """A sentence for every game of a cup in a published round that would be no more: nobody would advance by it."""
    matches = cup_pairs(tournament, old.number) if not old.draft else {}
    gone = ((game, matches.get(frozenset(game.players))) for game in _only_in(old, new))
    return [
        f"round {old.number} table {game.table} is for the {match_text(match)}; without it you decide who advances"
        for game, match in gone
        if match is not None
    ]


def _lost_results(old: Round, new: Round, tournament: Tournament) -> list[str]:
    """A sentence for every result on a board that is no more as it was."""
    names = tournament.by_id()
    return [
        f"round {old.number} table {game.table}: {names[game.white].name} – {names[game.black].name} already has "
        f"{won_text(game, None, tournament) if game.result is not Result.UNKNOWN else 'results'}, "
        "which the swap would delete"
        for game in _only_in(old, new)
        if game.begun
    ]


class EditBoard(Change, frozen=True, kw_only=True):
    """A board to change by hand."""

    table: Annotated[int | str, told("its number; 3.2 in a match of teams", "TABLE")]
    white: Annotated[str, told("the player or team who takes White, by id or name", "PLAYER")] = ""
    handicap: Annotated[int | None, told("handicap stones", "STONES")] = None
    komi: Annotated[str, told("komi, such as 0.5", "POINTS")] = ""
    round: Annotated[int, told("number of the round; 0 is the last")] = 0
    anyway: Annotated[bool, told("do it even if it breaks a rule")] = False


@dataclass(frozen=True, slots=True)
class BoardDone:
    """A board as it is now, whether that is new, and what the judge thinks of its round; of a match with the match."""

    game: Game
    changed: bool
    verdict: Verdict
    match: Game | None = None

    @property
    def at(self) -> BoardAt:
        """The board as it is now."""
        return BoardAt(self.game, self.match)


def edit(state: State, request: EditBoard) -> Outcome[BoardDone]:
    """With colours, handicap or komi of a board changed by hand. Raises InputError, UnconfirmedError."""
    if not request.white and request.handicap is None and not request.komi:
        raise InputError("nothing to change; expected who is White, a handicap or komi")
    try:
        halves = parse_halves(request.komi) if request.komi else None
    except ValueError:
        raise wrong_argument("komi", request.komi, "a multiple of 0.5") from None
    tournament = state.tournament
    number = round_number(tournament, request.round)
    white = tournament.find(request.white).id if request.white else ""
    table, board = seat_of(str(request.table), tournament.settings.of_teams)
    if table is None:
        expected = "a table such as 3, or a board of a match such as 3.2"
        raise InputError([Problem("wrong table", value=str(request.table), expected=expected)])
    after = edit_board(tournament, number, table, BoardChange(white, request.handicap, halves, board))
    old, new = (_board_of(t.round(number).at_table(table), board) for t in (tournament, after))
    assert new is not None, "edit_board raises where there is no such table"
    changed = allowed_by_hand(state, state.with_tournament(after), number, request.anyway)
    notes = changed_notes(tournament.round(number), after.round(number))
    match = after.round(number).at_table(table) if board else None
    return Outcome(changed, BoardDone(new, new != old, verdict(changed, number), match), notes)


def _board_of(game: Game | None, board: int) -> Game | None:
    """The game at a table, or that at a board of its match."""
    return next((b.game for b in game.boards if b.game.table == board), None) if game and board else game


class Move(Change, frozen=True, kw_only=True):
    """A game to be at another table."""

    player: Annotated[str, told("one of its players, by id or name", "PLAYER")]
    table: Annotated[int, told("the table; a game that is there already takes the old one", "TABLE")]
    round: Annotated[int, told("number of the round; 0 is the last")] = 0


def move(state: State, request: Move) -> Outcome[Sequence[Game]]:
    """With a player's game at another table; the games that have moved, the player's first. Raises InputError."""
    tournament = state.tournament
    number = round_number(tournament, request.round)
    player = tournament.find(request.player).id
    after = move_to_table(tournament, number, player, request.table)
    old, new = tournament.round(number), after.round(number)
    moved = sorted((game for game in new if game not in old.games), key=lambda game: player not in game.players)
    return Outcome(state.with_tournament(after), moved, [*changed_notes(old, new), *table_notes(after, new)])


SWAP = Verb(
    "swap",
    Swap,
    without_run(swap),
    lambda r, s: f"swap {who_text(s, (r.a, r.b))} in {round_text(s, r.round)}",
    done_answer,
)
EDIT_BOARD = Verb(
    "board",
    EditBoard,
    without_run(edit),
    lambda r, s: f"change table {r.table} of {round_text(s, r.round)}",
    done_answer,
)
MOVE = Verb(
    "move",
    Move,
    without_run(move),
    lambda r, s: f"{who_text(s, [r.player])} to table {r.table} of {round_text(s, r.round)}",
    done_answer,
)
