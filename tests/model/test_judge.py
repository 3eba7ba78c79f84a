"""The judge: for every rule a legal round, and one that breaks it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, tournament, with_player
from mcmahon.model.draw import Locks
from mcmahon.model.games import Game, Round
from mcmahon.model.judge import broken, cost_of_round, judge
from mcmahon.model.player import Status
from mcmahon.model.profile import Profile, Weight
from mcmahon.model.tournament import Tournament


def rules(t: Tournament, number: int | None = None, locks: Locks | None = None) -> set[str]:
    return {v.rule for v in broken(judge(t, number or len(t.rounds), locks))}


def test_a_legal_round_has_no_violation() -> None:
    t = played(tournament("1d 1d 1d 1d 1d"), "a+b c+d", byes="e")
    assert rules(t) == set()


def test_nobody_meets_twice() -> None:
    t = played(played(tournament("1d 1d 1d 1d"), "a+b c+d"), "b+a c+d")
    assert rules(t) == {"repeats"}
    assert rules(t, 1) == set()
    assert rules(t, locks=Locks(force=(("a", "b"), ("c", "d")))) == set()


def test_what_the_director_wanted_is_reported_as_allowed() -> None:
    t = played(played(tournament("1d 1d 1d 1d"), "a+b c+d"), "b+a c+d")
    one, two = judge(t, 2, Locks(force=(("a", "b"),)))
    assert (one.allowed, two.allowed) == (True, False)
    assert str(one).endswith("(allowed by the director)")
    assert all(v.allowed for v in judge(t, 2, relaxed=["repeats"]))


def test_everybody_entered_has_one_game() -> None:
    t = tournament("1d 1d 1d 1d")
    assert rules(played(t, "a+b")) == {"one game each"}
    assert rules(played(t, "a+b", absent="c d")) == set()
    assert rules(played(t, "a+b b+c", unpaired="d")) == {"one game each"}
    assert rules(played(t, "a+b c+d", byes="a")) == {"one game each"}


def test_only_entrants_play() -> None:
    t = played(tournament("1d 1d 1d 1d"), "a+b c+d")
    assert rules(with_player(t, "a", status=Status.PRELIMINARY)) == {"entered"}
    assert rules(with_player(t, "a", rounds=frozenset({2, 3}))) == {"entered"}
    assert rules(with_player(t, "a", rounds=frozenset({1}), status=Status.WITHDRAWN)) == set()


def test_one_bye_and_nobody_a_second() -> None:
    t = tournament("1d 1d 1d 1d 1d")
    assert rules(played(t, "a+b", byes="c d e")) == {"byes"}
    twice = played(played(t, "a+b c+d", byes="e"), "a+c b+d", byes="e")
    assert rules(twice) == {"second-bye"}
    assert rules(twice, locks=Locks(bye=("e",))) == set()


def board(t: Tournament, **changes: object) -> Tournament:
    return t.with_round(replace(t.rounds[0], games=(replace(t.rounds[0].games[0], **changes),)))  # type: ignore[arg-type]


def test_handicaps_follow_the_rule_unless_changed_by_hand() -> None:
    t = played(tournament("1k 5k", start__bar="none"), "a+b")
    assert rules(t) == {"handicap"}
    assert rules(board(t, handicap=3)) == set()
    assert rules(board(t, handicap=3, white="b", black="a")) == {"handicap"}
    assert rules(board(t, handicap=1, by_hand="handicap")) == set()


def test_games_at_the_bar_are_even_even_by_hand() -> None:
    t = played(tournament("3d 5k", start__bar="1d"), "a+b")
    assert rules(t) == set()
    assert rules(board(t, handicap=2, by_hand="handicap")) == {"even at the bar"}


def test_caps() -> None:
    t = played(tournament("1k 6k", start__bar="none", pairing__max_difference=4, handicap__rule="none"), "a+b")
    assert rules(t) == {"difference-cap"}
    t = tournament("1k 6k", start__bar="none", pairing__max_handicap=3)
    t = t.with_round(Round(1, (Game(1, "a", "b", 4, 1),)))
    assert rules(t) == {"handicap-cap"}


def test_locks_of_the_draw_and_of_the_settings() -> None:
    t = played(tournament("1d 1d 1d 1d"), "a+b c+d")
    assert rules(t, locks=Locks(force=(("a", "c"),))) == {"forced"}
    assert rules(t, locks=Locks(forbid=(("a", "b"),))) == {"forbidden"}
    assert rules(t, locks=Locks(bye=("a",))) == {"forced"}
    s = played(tournament("1d 1d 1d 1d", pairing__forbid=[{"players": ["a", "b"], "rounds": "1"}]), "a+b c+d")
    assert rules(s) == {"forbidden"}
    s = played(tournament("1d 1d 1d 1d", pairing__force=[{"players": ["a", "c"], "rounds": "1"}]), "a+b c+d")
    assert rules(s) == {"forced"}


def test_families_may_be_kept_apart() -> None:
    for families, found in (("avoid", set()), ("forbid", {"families"})):
        t = played(tournament("1d 1d", pairing__families=families), "a+b")
        t = with_player(with_player(t, "a", groups=("S",)), "b", groups=("S",))
        assert rules(t) == found


def test_tables_differ_and_are_in_use() -> None:
    t = played(tournament("1d 1d 1d 1d", tables__out_of_use=[2]), "a+b c+d")
    assert rules(t) == {"tables"}
    t = played(tournament("1d 1d 1d 1d"), "a+b c+d")
    doubled = tuple(replace(g, table=1) for g in t.rounds[0].games)
    assert rules(t.with_round(replace(t.rounds[0], games=doubled))) == {"tables"}


def test_unknown_players_are_named() -> None:
    assert rules(tournament("1d 1d").with_round(Round(1, (Game(1, "a", "zz"),)))) == {"unknown player"}


@pytest.mark.parametrize("byes", ["", "e"])
def test_the_cost_is_recomputed_pair_by_pair(byes: str) -> None:
    t = tournament("1d 1d 1k 3k" + (" 4k" if byes else ""), start__bar="none", preset="egf")
    profile = Profile("p", "", (Weight("mms_difference", 10), Weight("colour_balance", 3), Weight("bye_score", 7)))
    costs = cost_of_round(played(t, "a+b c+d", byes=byes), 1, profile)
    assert costs == {"mms_difference": 30, "colour_balance": 12, "bye_score": 0}
