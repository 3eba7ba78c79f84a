"""Who can still win the tournament: counts of simulated futures, worked out by hand where there is one answer."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from builders import played, tournament, with_player
from mcmahon.desk.questions.standing_round import drawn_round
from mcmahon.desk.rounds.draw.drawing import Terms, draw_round
from mcmahon.io.folder.record_file import parse_record, record_text
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.pairing.criteria import CRITERIA
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.entrants import FUTURES
from mcmahon.model.pairing.evaluation import values, values_of_one
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import fingerprint
from mcmahon.model.records.state import State
from mcmahon.model.tournament.tournament import Tournament

ALONE = Profile("alone", "", (Weight("contenders", 1),))
SWISS = load_profile("swiss")


def counts(t: Tournament) -> dict[str, int]:
    """In how many futures each entrant of the next round comes first."""
    field = round_problem(t, len(t.rounds) + 1, ALONE).field
    return dict(zip(field.ids, field.first_places.tolist(), strict=True))


def test_who_cannot_be_caught_comes_first_in_every_future() -> None:
    """a leads by a point before the last round and has met both who could draw level."""
    made = tournament("1d 1d 1d 1d", preset="swiss", rounds=3)
    assert counts(played(played(made, "a+b c+d"), "a+c b+d")) == {"a": FUTURES, "b": 0, "c": 0, "d": 0}


def test_the_last_game_decides_between_two_leaders() -> None:
    """a and c have won: one of them wins the other game, too, and nobody else can be first; equals win about half."""
    found = counts(played(tournament("1d 1d 1d 1d", preset="swiss", rounds=2), "a+b c+d"))
    assert found["a"] + found["c"] == FUTURES
    assert FUTURES // 4 < found["a"] < 3 * FUTURES // 4


def test_who_is_rated_higher_wins_more_often_but_not_always() -> None:
    """300 points are far more than the cap: 19 games in 20."""
    made = tournament("4d 1d 1d 1d", preset="swiss", rounds=1)
    found = counts(made)
    assert max(found, key=lambda p: found[p]) == "a"
    stronger = counts(played(tournament("4d 1d 1d 1d", preset="swiss", rounds=2), "a+b c+d"))
    assert 3 * FUTURES // 4 < stronger["a"] < FUTURES


def test_who_is_not_entered_wins_no_game() -> None:
    made = with_player(tournament("1d 1d 1d 1d", preset="swiss", rounds=2), "a", rounds=frozenset({1}))
    found = counts(made)
    assert found["a"] < min(found["b"], found["c"], found["d"])


def test_futures_belong_to_the_seed() -> None:
    first, again, other = (tournament("1d 1d 1d 1d 1d 1d", preset="swiss", seed=seed) for seed in (1, 1, 2))
    assert counts(first) == counts(again) != counts(other)
    assert sum(counts(first).values()) == FUTURES


def test_the_least_cost_is_the_most_games_in_which_both_can_win() -> None:
    """Of wins 40, 20, 4, 0: the first two together cost 24, with the others 76 less."""
    field = round_problem(tournament("1d 1d 1d 1d"), 1, ALONE).field
    field = replace(field, first_places=np.array([40, 20, 4, 0], dtype=np.int64))
    i, j = np.array([[0, 2], [0, 1], [0, 1]]), np.array([[1, 3], [2, 3], [3, 2]])
    assert values(CRITERIA["contenders"].of_pair, field, i, j).sum(axis=1).tolist() == [24, 56, 56]
    assert values_of_one(CRITERIA["contenders"].of_bye, field).tolist() == [40, 20, 4, 0]


def test_nothing_is_simulated_without_a_weight() -> None:
    """And the fingerprint is what it always was."""
    made = tournament("1d 1d 1d 1d", preset="swiss")
    plain = round_problem(made, 1, SWISS)
    assert not plain.field.first_places.any()
    zero = round_problem(made, 1, SWISS.with_weights({"contenders": 0}))
    assert not zero.field.first_places.any()
    asked = round_problem(made, 1, SWISS.with_weights({"contenders": 1}))
    assert asked.field.first_places.any()
    other = replace(asked, field=replace(asked.field, first_places=asked.field.first_places + 1))
    assert len({fingerprint(asked), fingerprint(other), fingerprint(plain)}) == 3


@pytest.mark.parametrize("weight", [0, 100])
def test_a_round_is_rebuilt_with_the_futures_of_its_draw(weight: int) -> None:
    """A rating corrected later changes the futures; the ledger, written and read, has those of the draw."""
    profile = SWISS.with_weights({"contenders": weight})
    drawn = draw_round(tournament("3d 2d 1d 1k 2k 3k", preset="swiss"), Terms(profile))
    record, _ = parse_record(record_text(drawn.record, draft=False), "test")
    assert record is not None
    published = drawn.tournament.with_round(replace(drawn.round, draft=False))
    later = with_player(published, "f", rating=2700)
    found = drawn_round(State(later, SWISS, {1: record}), 1)
    assert found.unchanged
    assert any(entrant.first_places for entrant in record.ledger.entrants.values()) == bool(weight)
