"""Leaders are nobody's remedy: who has the highest score meets somebody with that score, whatever others wish.

A leader is drawn below only if the leaders are an odd number or have met; a note names each, with the reason.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from builders import played, tournament
from hypothesis import given, settings
from hypothesis import strategies as st
from mcmahon.desk.rounds.draw.draw_notes import leader_notes
from mcmahon.desk.rounds.draw.drawing import Drawn, Terms, draw_round
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.notes import note_texts
from mcmahon.model.pairing.criteria import CRITERIA
from mcmahon.model.pairing.draw import Locks, round_problem
from mcmahon.model.pairing.evaluation import values
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.solver.engine import Options, solve


def with_clubs(t: Tournament, **clubs: str) -> Tournament:
    """With the players (their ids as one word) of each club."""
    club_of = {pid: club for club, ids in clubs.items() for pid in ids}
    return t.with_players([replace(p, club=club_of.get(p.id, "")) for p in t.players])


def leaders_below(drawn: Drawn) -> int:
    """How many players with the highest score meet somebody with a lower one."""
    score = drawn.problem.field.score
    return sum(
        score[one] != score[other] and max(score[one], score[other]) == score.max()
        for one, other in drawn.pairing.pairs
    )


def notes_of(drawn: Drawn) -> list[str]:
    return [text for text in note_texts(drawn.notes, drawn.tournament) if " leads and plays " in text]


FOUR = with_clubs(tournament("3d 3d 2d 2d", "egf", rounds=1, start__bar="3d"), Ulm="cd")
FOURTEEN = with_clubs(tournament("3k " * 10 + "4k 4k 4k 6k", "egf", rounds=5, start__bar="3k"), Ulm="abcdklmn")


@pytest.mark.parametrize("t", [FOUR, FOURTEEN], ids=["four", "fourteen"])
def test_clubmates_below_pull_no_leader_down(t: Tournament) -> None:
    """The default of 1.0 drew leaders below, although none had met another."""
    drawn, before = draw_round(t), draw_round(t, Terms("balanced-2"))
    assert leaders_below(before) >= 2
    assert leaders_below(drawn) == 0
    assert notes_of(drawn) == []


def test_an_odd_leader_is_drawn_below_and_named() -> None:
    t = tournament("3d 3d 3d 2d 2d 2d", "egf", rounds=1, start__bar="3d")
    drawn = draw_round(t)
    assert leaders_below(drawn) == 1
    (text,) = notes_of(drawn)
    pairs = {f"Player-{one} ({one}) leads and plays Player-{other} ({other})" for one in "abc" for other in "def"}
    assert text in {f"{pair}, 1 point below: the leaders are an odd number" for pair in pairs}


def test_a_leader_who_is_alone_is_in_no_group() -> None:
    drawn = draw_round(tournament("3d 2d 2d 2d", "egf", rounds=1, start__bar="3d"))
    assert leaders_below(drawn) == 1
    assert notes_of(drawn) == []


def test_a_round_in_which_nobody_is_left_to_pair_has_no_leaders() -> None:
    """So it is where cups take all who are there, and the others are away."""
    t = tournament("3d 3d")
    away = t.with_players([replace(p, rounds=frozenset({2})) for p in t.players])
    problem = round_problem(away, 1, load_profile("balanced"))
    assert problem.field.ids == ()
    assert leader_notes(problem, solve(problem), away, Options()) == []


@pytest.mark.parametrize("unsure", [{"optimal": False}, {"bound_of_all": 1}], ids=["unproven", "for later rounds"])
def test_nothing_is_said_of_another_round_if_this_one_is_no_measure(unsure: dict[str, Any]) -> None:
    """A stopped search may be dearer than the other round, and so may a round that keeps the later ones possible."""
    careless = load_profile("few-floats").with_weights({"leader_gap": 1})
    drawn = draw_round(FOUR, Terms(careless))
    (note,) = leader_notes(drawn.problem, replace(drawn.pairing, **unsure), FOUR, Options())
    assert note.text.endswith(": it is not known what a round costs in which more of the leaders meet")


def test_leaders_who_have_all_met_are_drawn_below_and_named() -> None:
    """In a late round: three games among four leaders, whose scores are equal again by corrections."""
    t = tournament("1d 1d 1d 1d 1k 1k 1k 1k", "egf", rounds=4, start__bar="1d", placing__order=["MMS"])
    for games in ("a+b c+d e+f g+h", "a+c d+b e+g h+f", "d+a b+c h+e f+g"):
        t = played(t, games)
    won = {"a": 2, "b": 1, "c": 1, "d": 2}
    t = t.with_players([replace(p, correction=3 - won[p.id] if p.id in won else 0) for p in t.players])
    drawn = draw_round(t)
    assert leaders_below(drawn) == 4
    (text,) = notes_of(drawn)
    assert text.count(" leads and plays ") == 4
    assert text.endswith(": no more of the leaders may meet")


def test_a_leader_who_is_drawn_below_for_others_is_named_with_the_price() -> None:
    """By weights that do not care; the round in which the leaders meet costs what the note says."""
    careless = load_profile("few-floats").with_weights({"leader_gap": 1})
    drawn = draw_round(FOUR, Terms(careless))
    meets = draw_round(FOUR, Terms(careless, Locks(force=(("a", "b"),))))
    price = meets.pairing.cost - drawn.pairing.cost
    assert price > 0
    (text,) = notes_of(drawn)
    assert text.endswith(f": a round in which more of the leaders meet costs {price:,} more")


def test_a_leader_whose_game_was_wished_for_is_not_named() -> None:
    drawn = draw_round(FOUR, Terms(locks=Locks(force=(("a", "c"), ("b", "d")))))
    assert leaders_below(drawn) == 2
    assert notes_of(drawn) == []


@given(st.lists(st.integers(-40, 10), min_size=8, max_size=8))
@settings(max_examples=60, deadline=None)
def test_the_price_counts_points_between_a_leader_and_somebody_below(scores: list[int]) -> None:
    """Also if every score is below 0; nothing between two leaders or between two others."""
    field = round_problem(EIGHT, 1, load_profile("balanced")).field
    field = replace(field, score=np.array(scores, dtype=np.int64))
    i, j = np.triu_indices(8, 1)
    pairs = [(scores[a], scores[b]) for a, b in zip(i.tolist(), j.tolist(), strict=True)]
    wanted = [abs(a - b) if max(a, b) == max(scores) else 0 for a, b in pairs]
    assert values(CRITERIA["leader_gap"].of_pair, field, i, j).tolist() == wanted
    block = values(CRITERIA["leader_gap"].of_pair, field, np.arange(8)[:, None], np.arange(8)[None, :])
    assert np.broadcast_to(block, (8, 8))[i, j].tolist() == wanted


EIGHT = tournament("1d 1d 1d 1d 1k 1k 1k 1k", "egf", rounds=4, start__bar="1d")


def test_no_profile_without_the_price_has_the_note() -> None:
    drawn = draw_round(FOUR, Terms("balanced-2"))
    assert leaders_below(drawn) == 2
    assert notes_of(drawn) == []
    assert round_problem(FOUR, 1, load_profile("balanced")).profile.weight_of("leader_gap") == 60_000
