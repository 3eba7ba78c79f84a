"""The questions about a round as a face asks them: players by name, answers as data, nothing changed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from mcmahon.desk.questions.explain_board import (
    NO_LEDGER,
    BoardReasonsAnswer,
    ExplainBoard,
    WhyNotAnswer,
    explain,
    explain_pair,
    explain_player,
)
from mcmahon.desk.questions.next_best import Alternatives, alternatives, next_best
from mcmahon.desk.questions.standing_round import difference_answer, drawn_round
from mcmahon.model.edits import publish, withdraw
from mcmahon.model.effects import DraftOutdated
from mcmahon.model.errors import InputError
from mcmahon.model.records.state import State

from .test_explaining import state


@pytest.fixture(scope="module")
def odd() -> State:
    return state()


def test_a_board_is_explained_to_whoever_is_named(odd: State) -> None:
    player = odd.tournament.player(odd.tournament.round(5).games[3].white)
    outcome = explain(odd, ExplainBoard(player=player.name))
    assert outcome.value.found == explain_player(drawn_round(odd, 5), player.id)
    assert isinstance(outcome.value.found, BoardReasonsAnswer)
    assert outcome.state is odd
    assert outcome.notes == ()


def test_two_who_do_not_meet_are_explained(odd: State) -> None:
    a, b = (odd.tournament.round(4).games[k].white for k in (0, 9))
    found = explain(odd, ExplainBoard(player=a, other=b, round=4)).value.found
    assert isinstance(found, WhyNotAnswer)
    assert found == explain_pair(drawn_round(odd, 4), a, b)


def test_a_round_without_ledger_is_noted(odd: State) -> None:
    bare = replace(odd, records={5: replace(odd.records[5], kept=None)})
    assert explain(bare, ExplainBoard(player=odd.tournament.round(5).games[0].white)).notes == (NO_LEDGER,)
    with pytest.raises(InputError, match="no round has been drawn yet"):
        explain(replace(odd, tournament=replace(odd.tournament, rounds=())), ExplainBoard(player="1"))


@pytest.mark.slow
def test_other_rounds_come_one_by_one(odd: State) -> None:
    rounds = alternatives(odd, Alternatives(most=2)).value
    first = next(iter(rounds))
    found = list(rounds)
    assert found[0] == first
    drawn = drawn_round(odd, 5)
    assert found == [difference_answer(drawn, other) for other in next_best(drawn, 2)]
    assert not rounds.may_be_more(len(found))


def test_there_may_be_more_where_the_number_and_not_the_cost_ends_them(odd: State) -> None:
    some = alternatives(odd, Alternatives(most=1, within=10_000)).value
    assert [some.may_be_more(k) for k in (0, 1)] == [False, True]


def test_a_stale_draft_is_explained_with_the_advice_to_pair_again(odd: State) -> None:
    drawn = odd.tournament.round(5)
    assert drawn.draft
    a, b = drawn.games[0].white, drawn.games[9].white
    gone = odd.with_tournament(withdraw(odd.tournament, odd.tournament.player(drawn.games[20].white)))
    assert explain(gone, ExplainBoard(player=a)).notes == (DraftOutdated((), (drawn.games[20].white,)),)
    moved = odd.with_tournament(
        odd.tournament.with_players([replace(odd.tournament.player(a), club="Elsewhere", rank=5, groups=("x",))])
    )
    board, pair = (explain(moved, ExplainBoard(player=a, other=other)).value.found for other in ("", b))
    assert isinstance(board, BoardReasonsAnswer)
    assert isinstance(pair, WhyNotAnswer)
    advice = " The round is a draft: pair it again."
    assert board.paragraph.endswith(advice)
    assert pair.sentence.startswith("By the current results, entries and settings: no rule forbids it. ")
    assert pair.sentence.endswith(advice)
    with pytest.raises(InputError, match=r"cannot be computed\. The round is a draft: pair it again"):
        list(alternatives(moved).value)
    published = moved.with_tournament(publish(moved.tournament, 5))
    assert advice not in explain(published, ExplainBoard(player=a)).value.found.paragraph  # type: ignore[union-attr]
