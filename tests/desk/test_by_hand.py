"""A round paired by hand: begun, left alone by everything else, compared with the engine's, and ended."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from builders import played, tournament
from mcmahon.desk.changes import allowed_since, conflict_text, contradictions, logged_command
from mcmahon.desk.glance import overview
from mcmahon.desk.questions.explain_board import ExplainBoard, explain
from mcmahon.desk.rounds.change_boards import EditBoard, Move, Swap, check, edit, move, swap
from mcmahon.desk.rounds.draw_round import Draw, Publish, draw, publish
from mcmahon.desk.rounds.enter_results import EnterResults, enter
from mcmahon.desk.rounds.pair_by_hand import (
    EndByHand,
    HandPairingAnswer,
    begin,
    compare,
    difference_text,
    end,
    exchange_lines,
)
from mcmahon.desk.rounds.repair.repair_case import Repair
from mcmahon.desk.rounds.repair.repair_round import choices, curve, repair
from mcmahon.desk.verb import Outcome
from mcmahon.io.folder.state_files import in_memory
from mcmahon.model.errors import InputError, McMahonError
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.notes import Remark, note_texts
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Allowed, Round

AGAIN = Remark("round 2 was published and is a draft again; publish it when you have ended pairing by hand")

PLAYED = "a+b c+d e+f"


@pytest.fixture(scope="module")
def drafted() -> State:
    """Six players of one rank; round 1 is played, so that a, c and e lead; round 2 is drawn."""
    return draw(in_memory(played(tournament("5k 5k 5k 5k 5k 5k 5k"), PLAYED, byes="g"))).state


@pytest.fixture(scope="module")
def in_hand(drafted: State) -> State:
    return begin(drafted).state


def last(state: State) -> Round:
    return state.tournament.rounds[-1]


def pairs(drawn: Round) -> set[frozenset[str]]:
    return {frozenset(game.players) for game in drawn}


def with_repeat(state: State) -> State:
    """Round 2 by hand with a and b together again, by one swap or two."""
    while frozenset("ab") not in pairs(last(state)):
        game = last(state).game_of("a")
        state = swap(state, Swap(a=game.opponent("a") if game else "a", b="b")).state
    return state


def test_it_begins_at_the_last_round_and_is_seen_as_long_as_it_lasts(drafted: State) -> None:
    outcome = begin(drafted)
    assert (outcome.value, outcome.notes) == (2, [])
    assert last(outcome.state) == replace(last(drafted), hand_pairing=True)
    assert [s.tournament.in_hand for s in (drafted, outcome.state)] == [0, 2]
    assert [overview(s).value.in_hand for s in (drafted, outcome.state)] == [False, True]
    with pytest.raises(InputError, match="being paired by hand already"):
        begin(outcome.state)


def test_a_published_round_without_results_is_a_draft_again(drafted: State) -> None:
    public = publish(drafted, Publish()).state
    outcome = begin(public)
    assert (last(outcome.state).draft, outcome.notes) == (True, [AGAIN])
    table = last(public).games[0].table
    begun = enter(public, EnterResults(results={str(table): "1-0"})).state
    with pytest.raises(InputError, match="round 2 has results"):
        begin(begun)
    with pytest.raises(InputError, match="no round has been drawn"):
        begin(in_memory(tournament("5k 5k")))


CASES: dict[str, Callable[[State], Outcome[object]]] = {
    "draw": draw,
    "draw fresh": lambda state: draw(state, Draw(fresh=True)),
    "repair": lambda state: repair(state, Repair(without=("a",))),
    "choices": lambda state: choices(state, Repair(without=("a",))),
    "curve": lambda state: curve(state, Repair(without=("a",))),
    "publish": lambda state: publish(state, Publish(anyway=True)),
    "result": lambda state: enter(state, EnterResults(results={"1": "1-0"}, round=2)),
}


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_nothing_but_a_change_by_hand_touches_the_round(case: Callable[[State], object], in_hand: State) -> None:
    """The engine does not repair it, a result does not publish it."""
    with pytest.raises(InputError, match="round 2 is being paired by hand"):
        case(in_hand)


def test_changes_ask_nothing_until_the_end_and_the_judge_tells_them(in_hand: State) -> None:
    """A series of swaps goes through rounds that break rules: only the last one counts."""
    after = with_repeat(in_hand)
    assert [v.as_allowed for v in check(after, 2).value[0].violations] == [Allowed("repeats", ("a", "b"))]
    assert not last(after).allowed, "nothing is allowed before the end"
    table = last(after).games[0].table
    after = move(edit(after, EditBoard(table=table, handicap=3)).state, Move(player="a", table=9)).state
    assert last(after).hand_pairing


def test_the_comparison_has_boards_that_differ_with_what_they_cost_more(in_hand: State) -> None:
    """The prices of the exchanges, and of what is of no board, add up to the difference of both rounds."""
    assert compare(in_hand).value.same
    found = compare(with_repeat(in_hand)).value
    assert found.engine_cost is not None
    assert not found.same
    engines = end(with_repeat(in_hand), EndByHand(keep=False)).state
    own, engine = pairs(last(with_repeat(in_hand))), pairs(last(engines))
    differ = [{frozenset(one.players) for boards in side for one in boards if one.table} for side in (
        [one.by_hand for one in found.exchanges], [one.engine for one in found.exchanges]
    )]  # fmt: skip
    assert differ == [own - engine, engine - own]
    assert all({p for b in one.by_hand for p in b.players} == {p for b in one.engine for p in b.players}
               for one in found.exchanges)  # fmt: skip
    assert found.extra == found.cost - found.engine_cost == sum(one.extra for one in found.exchanges) + found.beside
    assert found.beside == 0
    assert [one.rule for one in found.broken] == ["repeats"]


def test_two_exchanges_that_share_nobody_are_apart() -> None:
    state = begin(draw(in_memory(tournament("5k 5k 5k 5k 5k 5k 5k 5k"))).state).state
    games = last(state).games
    for one, other in (games[:2], games[2:]):
        state = swap(state, Swap(a=one.white, b=other.white)).state
    found = compare(state).value
    assert [len(one.by_hand) for one in found.exchanges] == [2, 2]
    lines = list(exchange_lines(found, state.tournament))
    assert len(lines) == 4
    assert lines[0].startswith("  by hand Player-")


def test_other_colours_at_the_same_board_differ_too(in_hand: State) -> None:
    game = last(in_hand).games[0]
    found = compare(edit(in_hand, EditBoard(table=game.table, white=game.black)).state).value
    assert [(one.white, one.black) for one in found.terms] == [(game.black, game.white)]
    assert (found.extra, found.same) == (0, False)
    even = edit(in_hand, EditBoard(table=game.table, handicap=2, anyway=True)).state
    assert [one.handicap for one in compare(even).value.terms] == [2], "as it is by hand"


def test_a_player_who_has_been_swapped_in_is_no_fault_of_the_comparison(in_hand: State) -> None:
    """The engine draws those who are entered; what follows from another field is told apart from the boards."""
    away = in_hand.tournament.with_players([replace(in_hand.tournament.player("g"), rounds=frozenset({1}))])
    state = in_hand.with_tournament(away)
    found = compare(state).value
    assert "g" not in last(end(state, EndByHand(keep=False)).state).present
    assert found.extra == sum(one.extra for one in found.exchanges) + found.beside
    assert any(one.rule == "entered" for one in found.broken)


def test_kept_every_broken_rule_is_kept_with_it_and_seen_wherever_the_round_is(in_hand: State) -> None:
    """In check, in why, at publishing, and in the command of the journal."""
    outcome = end(with_repeat(in_hand), EndByHand(keep=True))
    assert (outcome.value.kept, [v.name for v in outcome.value.broken]) == (True, ["repeats"])
    drawn = last(outcome.state)
    assert (drawn.hand_pairing, drawn.draft, drawn.allowed) == (False, True, (Allowed("repeats", ("a", "b")),))
    verdict = check(outcome.state, 2).value[0]
    assert verdict.legal
    assert [v.allowed for v in verdict.violations] == [True]
    assert "but the director allowed it" in explain(outcome.state, ExplainBoard(player="a")).value.found.paragraph
    public = publish(outcome.state, Publish())
    told = next(text for text in note_texts(public.notes, public.state.tournament) if "was changed by hand" in text)
    assert told.endswith("; rules broken with your yes: repeats")
    since = allowed_since(in_hand, outcome.state)
    assert logged_command("mcmahon by-hand --keep", since) == (
        "mcmahon by-hand --keep # broken by hand: round 2: repeats (a, b)"
    )
    assert logged_command("mcmahon pair", allowed_since(outcome.state, outcome.state)) == "mcmahon pair"


def test_a_rule_over_pairs_is_logged_with_what_it_counted() -> None:
    found = [(2, Allowed("few-clubmates", (), 5)), (3, Allowed("few", (), 2, "group A"))]
    assert logged_command("x", found) == "x # broken by hand: round 2: few-clubmates (5); round 3: few (group A: 2)"


def test_with_the_engines_round_all_by_hand_is_gone(drafted: State, in_hand: State) -> None:
    outcome = end(with_repeat(in_hand), EndByHand(keep=False))
    assert last(outcome.state) == last(drafted)
    assert outcome.value.cost == drafted.records[2].cost
    assert not outcome.value.kept


def test_the_engines_round_is_by_the_weights_and_wishes_of_the_draft() -> None:
    t = played(tournament("5k 5k 5k 5k 5k 5k"), PLAYED)
    state = draw(in_memory(t), Draw(force=(("a", "d"),))).state
    found = compare(begin(state).state).value
    assert found.same
    assert frozenset("ad") in pairs(last(end(begin(state).state, EndByHand(keep=False)).state))


def test_where_the_engine_finds_no_round_one_by_hand_can_still_be_kept() -> None:
    """Two players who have met and nobody else."""
    t = played(tournament("5k 5k", rounds=3), "a+b")
    state = in_memory(replace(t, rounds=(*t.rounds, replace(t.rounds[0], number=2, draft=True))))
    state = begin(state).state
    found = compare(state).value
    assert (found.engine_cost, found.same) == (None, False)
    assert difference_text(found).endswith("the engine finds no legal round")
    assert (found.extra, found.proven) == (None, False)
    with pytest.raises(NoPairingError):
        end(state, EndByHand(keep=False))
    assert last(end(state, EndByHand(keep=True)).state).allowed


def test_without_a_round_in_hand_nothing_is_compared_or_ended(drafted: State) -> None:
    for case in (compare, lambda state: end(state, EndByHand(keep=True))):
        with pytest.raises(InputError, match="no round is being paired by hand"):
            case(drafted)


def test_a_board_changed_while_somebody_else_ends_it_is_a_contradiction(in_hand: State) -> None:
    """What was compared is what is kept."""
    ended = end(in_hand, EndByHand(keep=True)).state
    found = contradictions(in_hand, ended, with_repeat(in_hand))
    assert found
    assert not contradictions(in_hand, ended, in_hand)
    twice = contradictions(
        in_hand, ended, replace(in_hand, tournament=end(in_hand, EndByHand(keep=True)).state.tournament)
    )
    assert not twice
    assert McMahonError(conflict_text(found, in_hand.tournament))


def test_the_answer_to_programs_says_all_of_it(in_hand: State) -> None:
    state = with_repeat(in_hand)
    answer = compare(state).value
    assert isinstance(answer, HandPairingAnswer)
    assert (answer.round, answer.proven, answer.same) == (2, True, False)
    assert [one.rule for one in answer.broken] == ["repeats"]
    assert sum(one.extra for one in answer.exchanges) + answer.beside == answer.extra
    seats = {one.players: one.table for exchange in answer.exchanges for one in exchange.by_hand}
    assert all(table for players, table in seats.items() if len(players) == 2)


def test_the_note_of_a_draft_again_says_what_to_do() -> None:
    assert "publish it when you have ended" in AGAIN.text


def test_why_tells_every_breach_by_hand_not_those_of_pairs_alone(in_hand: State) -> None:
    """Stones at the bar, and a bye that is the player's second: each once, to those whom it concerns."""
    state = begin(draw(in_memory(tournament("3d 3d 3d 3d"))).state).state
    game = last(state).games[0]
    state = end(edit(state, EditBoard(table=game.table, handicap=2)).state, EndByHand(keep=True)).state
    assert "against the rule “even at the bar”" in explain(state, ExplainBoard(player=game.white)).value.found.paragraph
    other = last(state).games[1].white
    assert "against the rule" not in explain(state, ExplainBoard(player=other)).value.found.paragraph
    second = swap(in_hand, Swap(a=last(in_hand).byes[0], b="g")).state if "g" not in last(in_hand).byes else in_hand
    kept = end(second, EndByHand(keep=True)).state
    assert explain(kept, ExplainBoard(player="g")).value.found.paragraph.count("against the rule “second-bye”") == 1
    repeated = end(with_repeat(in_hand), EndByHand(keep=True)).state
    assert "against the rule “repeats”" not in explain(repeated, ExplainBoard(player="a")).value.found.paragraph
