"""The judge: for every rule a legal round, and one that breaks it."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from builders import played, tournament, with_player
from mcmahon.model.judging.judge import judge, since_drawn
from mcmahon.model.judging.round_costs import cost_of_round
from mcmahon.model.judging.violation import Violation, broken
from mcmahon.model.pairing.draw import Locks
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.records.ledger import DrawnBoard, Entrant, Ledger
from mcmahon.model.tournament.games import ByHand, Game, Round
from mcmahon.model.tournament.person import Status
from mcmahon.model.tournament.rules import CountRule, Rule
from mcmahon.model.tournament.tournament import Tournament


def rules(t: Tournament, number: int | None = None, locks: Locks | None = None) -> set[str]:
    return {v.name for v in broken(judge(t, number or len(t.rounds), locks))}


def found(t: Tournament, locks: Locks | None = None, **more: Any) -> list[Violation]:
    """Every violation of the last round."""
    return judge(t, len(t.rounds), locks, **more)


def at(table: int, rule: Rule, players: str, *values: int, **more: Any) -> Violation:
    """A violation at a table, with what is found there and the limit."""
    return Violation(rule, tuple(players), table, *values, **more)


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
    assert [v.rule for v in broken((one, two))] == [Rule.REPEATS]
    assert all(v.allowed for v in judge(t, 2, relaxed=["repeats"]))


def test_locks_that_are_not_kept_are_named_in_the_order_of_their_players() -> None:
    """Forced pairs that do not meet before forbidden ones that do, however the director has named them."""
    t = played(tournament("1d 1d 1d 1d 1d 1d 1d 1d"), "a+b c+d e+f g+h")
    locks = Locks(force=(("h", "d"), ("f", "b"), ("c", "a")), forbid=(("h", "g"), ("d", "c"), ("f", "e"), ("b", "a")))
    met = [v.players for v in judge(t, 1, locks)]
    assert met == [("a", "c"), ("b", "f"), ("d", "h"), ("a", "b"), ("c", "d"), ("e", "f"), ("g", "h")]


def test_everybody_entered_has_one_game() -> None:
    t = tournament("1d 1d 1d 1d")
    assert rules(played(t, "a+b")) == {"one game each"}
    assert rules(played(t, "a+b", absent="c d")) == set()
    assert rules(played(t, "a+b b+c", unpaired="d")) == {"one game each"}
    assert rules(played(t, "a+b c+d", byes="a")) == {"one game each"}


def test_who_is_not_entered_needs_no_game() -> None:
    t = with_player(tournament("1d 1d 1d 1d"), "c", rounds=frozenset({2}))
    t = with_player(t, "d", status=Status.WITHDRAWN)
    assert rules(played(t, "a+b")) == set()
    assert rules(played(with_player(t, "c", rounds=frozenset({1, 3})), "a+b")) == {"one game each"}


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
    assert rules(board(t, handicap=1, by_hand={ByHand.HANDICAP})) == set()


def test_games_at_the_bar_are_even_even_by_hand() -> None:
    t = played(tournament("3d 5k", start__bar="1d"), "a+b")
    assert rules(t) == set()
    assert rules(board(t, handicap=2, by_hand={ByHand.HANDICAP})) == {"even at the bar"}


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


def test_every_violation_says_what_is_wrong_and_with_whom() -> None:
    t = played(played(tournament("1d 1d 1d 1d 1d 1d 1d"), "a+b c+d", byes="e", absent="f g"), "b+a", byes="e f g")
    t = with_player(with_player(t, "f", status=Status.PRELIMINARY), "g", rounds=frozenset({1}))
    assert found(t) == [
        Violation(Rule.ONE_GAME_EACH, ("c",), found=0, limit=1),
        Violation(Rule.ONE_GAME_EACH, ("d",), found=0, limit=1),
        Violation(Rule.ENTERED, ("f",)),
        Violation(Rule.ENTERED, ("g",)),
        at(1, Rule.REPEATS, "ba"),
        Violation(Rule.BYES, ("e", "f", "g"), found=3, limit=1),
        Violation(Rule.SECOND_BYE, ("e",)),
    ]
    thrice = played(tournament("1d 1d 1d 1d"), "a+b a+c", byes="a", unpaired="d")
    assert found(thrice) == [Violation(Rule.ONE_GAME_EACH, ("a",), found=3, limit=1)]
    unknown = tournament("1d 1d").with_round(Round(1, (Game(1, "a", "y"),), byes=("z",)))
    assert found(unknown) == [Violation(Rule.UNKNOWN_PLAYER, (who,)) for who in "yz"]


def test_byes_given_by_hand_are_no_second_bye_for_the_round() -> None:
    """One bye by rule beside those given by hand; a bye given by hand may be a second one."""
    t = played(tournament("1d 1d 1d 1d"), "a+b", byes="c d")
    assert rules(t, locks=Locks(bye=("c",))) == set()
    assert found(t) == [Violation(Rule.BYES, ("c", "d"), found=2, limit=1)]
    again = played(t, "b+a", byes="c d")
    allowed = [(v.rule, v.allowed) for v in judge(again, 2, Locks(bye=("c",)))]
    assert allowed == [("repeats", False), ("second-bye", True), ("second-bye", False)]


def test_handicaps_are_judged_by_the_difference_from_one_dan() -> None:
    """Whatever prints as 0: from 1 dan up nobody gets stones, a 3 kyu gets two of anybody there (3 less 1)."""
    for zero in ("1d", "20k"):
        t = tournament("4d 3k", start__bar="none", start__zero=zero, handicap__none_from="1d")
        assert rules(t.with_round(Round(1, (Game(1, "a", "b", 2),)))) == set()
        assert found(t.with_round(Round(1, (Game(1, "b", "a", 2),)))) == [at(1, Rule.HANDICAP, "ba", 2, 2)]


def test_colours_by_hand_excuse_the_handicap_and_even_games_at_the_bar_are_a_setting() -> None:
    t = played(tournament("1k 5k", start__bar="none"), "b+a")
    assert rules(board(t, handicap=3, by_hand={ByHand.COLOURS})) == set()
    assert rules(board(t, handicap=3, by_hand={ByHand.SWAP})) == {"handicap"}
    t = tournament("3d 5k", start__bar="1d", pairing__even_at_bar=False)
    assert rules(t.with_round(Round(1, (Game(1, "a", "b", 4),)))) == set()
    assert rules(t.with_round(Round(1, (Game(1, "a", "b", 3),)))) == {"handicap"}
    t = board(played(tournament("3d 5k", start__bar="1d"), "a+b"), handicap=2)
    assert found(t) == [at(1, Rule.EVEN_AT_BAR, "ab", 2, 0)]


def test_every_board_is_judged_also_behind_a_legal_one() -> None:
    t = played(tournament("1k 1k 1k 5k", start__bar="none"), "a+b c+d")
    assert found(t) == [at(2, Rule.HANDICAP, "cd", 0, 3)]


def test_caps_are_kept_up_to_the_limit_and_for_forced_pairs_allowed() -> None:
    """1 kyu against 6 kyu is five points; whoever is White."""
    force = Locks(force=(("a", "b"),))
    for games in ("a+b", "b+a"):
        limits = {"start__bar": "none", "handicap__rule": "none"}
        assert found(played(tournament("1k 6k", pairing__max_difference=5, **limits), games)) == []
        over = played(tournament("1k 6k", pairing__max_difference=4, **limits), games)
        players = games[0] + games[2]
        assert found(over) == [at(1, Rule.DIFFERENCE_CAP, players, 5, 4)]
        assert found(over, force) == [at(1, Rule.DIFFERENCE_CAP, players, 5, 4, allowed=True)]
    four = Round(1, (Game(1, "a", "b", 4, 1),))
    assert found(tournament("1k 6k", start__bar="none", pairing__max_handicap=4).with_round(four)) == []
    over = tournament("1k 6k", start__bar="none", pairing__max_handicap=3).with_round(four)
    assert found(over) == [at(1, Rule.HANDICAP_CAP, "ab", 4, 3)]
    assert found(over, force) == [at(1, Rule.HANDICAP_CAP, "ab", 4, 3, allowed=True)]


def test_a_forced_pair_binds_who_is_there() -> None:
    t = played(tournament("1d 1d 1d 1d 1d"), "a+b", byes="c", absent="d e")
    assert rules(t, locks=Locks(force=(("a", "c"),))) == {"forced"}
    assert rules(t, locks=Locks(force=(("a", "d"),))) == set()
    assert rules(played(tournament("1d 1d"), "", byes="a b"), locks=Locks(force=(("a", "b"),))) == {"byes", "forced"}
    assert found(t, Locks(force=(("c", "a"),))) == [Violation(Rule.FORCED, ("a", "c"))]
    assert found(t, Locks(bye=("b", "c"))) == [Violation(Rule.FORCED, ("b",))]


def test_who_is_forced_and_forbidden_to_meet_is_allowed_to() -> None:
    t = played(tournament("1d 1d"), "b+a")
    both = Locks(force=(("a", "b"),), forbid=(("a", "b"),))
    assert found(t, Locks(forbid=(("b", "a"),))) == [Violation(Rule.FORBIDDEN, ("a", "b"))]
    assert found(t, both) == [Violation(Rule.FORBIDDEN, ("a", "b"), allowed=True)]
    assert rules(t, locks=Locks(forbid=(("a", "c"),))) == set()


def test_locks_of_the_settings_hold_in_their_rounds_for_each_against_each() -> None:
    t = tournament("1d 1d 1d 1d", pairing__forbid=[{"players": ["a", "c"], "against": ["b"], "rounds": "2-3"}])
    first = played(t, "a+b c+d")
    assert rules(first) == set()
    assert rules(played(played(t, "a+c b+d"), "c+b a+d")) == {"forbidden"}
    assert rules(played(played(t, "a+b c+d"), "a+c b+d")) == set()
    t = played(tournament("1d 1d 1d 1d", pairing__forbid=[{"players": ["a", "b", "c"], "rounds": "1"}]), "c+a b+d")
    assert found(t) == [Violation(Rule.FORBIDDEN, ("a", "c"))]
    both = played(tournament("1d 1d 1d 1d", pairing__forbid=[{"players": ["a", "b"]}]), "a+b c+d")
    named = {v.players for v in found(both, Locks(forbid=(("c", "d"),)))}
    assert named == {("a", "b"), ("c", "d")}
    forced = [{"players": ["a", "b"], "rounds": "2"}]
    t = played(played(tournament("1d 1d", pairing__force=forced), "a+b"), "b+a")
    assert [(v.rule, v.allowed) for v in judge(t, 2)] == [("repeats", True)]


def test_families_are_named_and_allowed_where_forced() -> None:
    t = played(tournament("1d 1d 1d 1d", pairing__families="forbid"), "a+b c+d")
    t = with_player(with_player(t, "a", groups=("S", "T", "U")), "b", groups=("U", "S"))
    t = with_player(with_player(t, "c", groups=("S",)), "d", groups=("U",))
    assert found(t) == [at(1, Rule.FAMILIES, "ab", groups=("S", "U"))]
    assert found(t, Locks(force=(("b", "a"),))) == [at(1, Rule.FAMILIES, "ab", groups=("S", "U"), allowed=True)]


def clubs(names: str, **settings: Any) -> Tournament:
    """1 dans of these clubs (`-`: none), in pairs: a against b, c against d …"""
    t = tournament(" ".join("1d" for _ in names), **settings)
    for player, club in zip(t.players, names, strict=True):
        t = with_player(t, player.id, club=club.replace("-", ""))
    ids = [p.id for p in t.players]
    return played(t, " ".join(f"{a}+{b}" for a, b in zip(ids[::2], ids[1::2], strict=True)))


def rule_of(**more: Any) -> list[dict[str, Any]]:
    return [{"name": "clubs", "pairs": "same_club", **more}]


def counts(t: Tournament, locks: Locks | None = None, **more: Any) -> list[tuple[str, int, int, str, bool]]:
    """Of the rules over pairs that are broken: the rule, what it counts, its limit, where, and whether by hand."""
    return [(str(v.rule), v.found, v.limit, v.part, v.allowed) for v in found(t, locks, **more)]


def test_rules_over_pairs_are_counted_game_by_game() -> None:
    """Two games inside club X, one inside Y: three in all."""
    open_bar = {"start__bar": "none"}
    three = "XXXXYY-Z"
    assert found(clubs(three, pairing__rules=rule_of(at_most=3), **open_bar)) == []
    over = clubs(three, pairing__rules=rule_of(at_most=2), **open_bar)
    assert counts(over) == [("at most 2 clubmates", 3, 2, "", False)]
    assert [(v.name, v.rule, v.players) for v in judge(over, 1)] == [
        ("clubs", CountRule("clubs", ("clubmates",), 2), ())
    ]
    assert counts(over, relaxed=["clubs"]) == [("at most 2 clubmates", 3, 2, "", True)]
    assert found(clubs(three, pairing__rules=rule_of(at_least=3), **open_bar)) == []
    assert counts(clubs(three, pairing__rules=rule_of(at_least=4), **open_bar)) == [
        ("at least 4 clubmates", 3, 4, "", False)
    ]
    assert counts(clubs(three, pairing__rules=rule_of(at_most=1, per="club"), **open_bar)) == [
        ("at most 1 clubmates per club", 2, 1, "X", False)
    ]
    assert found(clubs(three, pairing__rules=rule_of(at_most=0, rounds="2"), **open_bar)) == []
    assert found(clubs(three, pairing__rules=rule_of(at_most=0, price=9), **open_bar)) == []


def test_a_rule_over_pairs_with_the_name_of_one_of_the_judge_relaxes_itself_alone() -> None:
    """Both tables are numbered 1, and both games are inside a club: the director has allowed the second only."""
    t = clubs("XXYY", start__bar="none", pairing__rules=[{"name": "tables", "pairs": "same_club", "at_most": 1}])
    t = t.with_round(replace(t.rounds[0], games=tuple(replace(g, table=1) for g in t.rounds[0].games)))
    assert [(v.name, v.allowed) for v in found(t, relaxed=["tables"])] == [("tables", True), ("tables", False)]


def test_what_only_forced_pairs_break_of_a_rule_over_pairs_is_allowed() -> None:
    t = clubs("XXXX-Y", start__bar="none", pairing__rules=rule_of(at_most=0))
    one, two = Locks(force=(("a", "b"),)), Locks(force=(("b", "a"), ("c", "d")))
    assert [v.allowed for v in found(t)] == [False]
    assert [v.allowed for v in found(t, one)] == [False]
    assert [v.allowed for v in found(t, two)] == [True]
    t = clubs("XXXX-Y", start__bar="none", pairing__rules=rule_of(at_most=1))
    assert [v.allowed for v in found(t, one)] == [False]
    assert [v.allowed for v in found(t, two)] == [True]
    t = clubs("XXXX-Y", start__bar="none", pairing__rules=rule_of(at_least=3))
    assert [v.allowed for v in found(t, two)] == [False]
    apart = clubs("XXXXYYYY", start__bar="none", pairing__rules=rule_of(at_most=1, per="club"))
    assert counts(apart, Locks(force=(("e", "f"), ("g", "h")))) == [
        ("at most 1 clubmates per club", 2, 1, "X", False),
        ("at most 1 clubmates per club", 2, 1, "Y", True),
    ]


def test_rules_of_a_profile_are_judged_where_it_is_given() -> None:
    t = clubs("XXXX", start__bar="none")
    hard = CountRule("clubs", ("clubmates",), 1)
    assert found(t) == []
    assert counts(t, profile=Profile("p", "", (), (hard, replace(hard, name="dear", price=5)))) == [
        ("at most 1 clubmates", 2, 1, "", False)
    ]


def test_tables_are_named() -> None:
    t = played(tournament("1d 1d 1d 1d", tables__out_of_use=[1]), "a+b c+d")
    doubled = tuple(replace(g, table=1) for g in t.rounds[0].games)
    assert found(t) == [Violation(Rule.TABLES, table=1, found=1, limit=0)]
    assert found(t.with_round(replace(t.rounds[0], games=doubled))) == [
        Violation(Rule.TABLES, table=1, found=2, limit=1),
        Violation(Rule.TABLES, table=1, found=2, limit=0),
    ]


def test_the_price_of_rules_over_pairs_is_part_of_the_cost() -> None:
    """Two games inside X, one inside Y: two over 1 in all, one over 1 in X, two short of 5."""
    t = clubs("XXXXYY", start__bar="none")
    base = CountRule("over", ("clubmates",), 1, price=10)
    in_club = replace(base, name="in-club", per="club", price=100)
    under = replace(base, name="under", limit=5, at_least=True, price=1000)
    kept = replace(base, name="kept", limit=7)
    hard = replace(base, name="hard", limit=0, price=None)
    profile = Profile("p", "", (Weight("same_club", 3),), (base, in_club, under, kept, hard))
    assert cost_of_round(t, 1, profile) == {"same_club": 9, "over": 20, "in-club": 100, "under": 2000, "kept": 0}


def test_the_cost_of_a_round_is_that_of_the_scores_before_it() -> None:
    """Level after a handicap of two points: 1 dan against 2 kyu costs 3, and once the 2 kyu has won twice, 1."""
    t = tournament("1d 2k 9k 9k", start__bar="none")
    t = played(played(t, "b+c", absent="a d"), "a+b", absent="c d")
    profile = Profile("p", "", (Weight("mms_difference", 1),))
    assert cost_of_round(t, 2, profile) == {"mms_difference": 1}
    assert cost_of_round(t, 1, profile) == {"mms_difference": 28}


@pytest.mark.parametrize("byes", ["", "e"])
def test_the_cost_is_recomputed_pair_by_pair(byes: str) -> None:
    t = tournament("1d 1d 1k 3k" + (" 4k" if byes else ""), start__bar="none", preset="egf")
    profile = Profile("p", "", (Weight("mms_difference", 10), Weight("colour_balance", 3), Weight("bye_score", 7)))
    costs = cost_of_round(played(t, "a+b c+d", byes=byes), 1, profile)
    assert costs == {"mms_difference": 30, "colour_balance": 12, "bye_score": 0}


def test_a_handicap_as_it_was_drawn_is_outdated_not_wrong() -> None:
    """A result corrected since has moved the scores; other rules are broken as before."""
    drawn = Round(1, (Game(1, "a", "b", 2), Game(2, "c", "d", 1)))
    found = [Violation(rule, pair) for rule in (Rule.HANDICAP, Rule.REPEATS) for pair in (("b", "a"), ("c", "d"))]
    entrants = dict.fromkeys("abcd", Entrant())
    ledger = Ledger(entrants, (DrawnBoard(("a", "b"), 2), DrawnBoard(("c", "d"), 3)), "", "", "", 0, 9)
    assert [v.outdated for v in since_drawn(found, drawn, ledger)] == [True, False, False, False]
    assert since_drawn(found[1:], drawn, None) == found[1:]
