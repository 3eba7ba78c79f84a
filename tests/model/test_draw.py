"""Handicap, komi, colours, tables: from a pair to a board."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from builders import played, tournament, with_player
from mcmahon.model.errors import InputError
from mcmahon.model.judging.judge import judge
from mcmahon.model.lottery import lot
from mcmahon.model.pairing.boards import make_games, make_round, number_tables
from mcmahon.model.pairing.criteria import STONES
from mcmahon.model.pairing.draw import Locks, parse_rule_names, round_problem
from mcmahon.model.pairing.entrants import group_order, seeding_of
from mcmahon.model.pairing.evaluation import values
from mcmahon.model.pairing.handicap import stones, strength
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import RelaxedRules, fingerprint
from mcmahon.model.pairing.standing_locks import parse_pair
from mcmahon.model.placing.scores import score
from mcmahon.model.placing.start_scores import start_scores
from mcmahon.model.tournament.games import Game
from mcmahon.model.tournament.person import Status
from mcmahon.model.tournament.rules import CountRule, Rule
from mcmahon.model.tournament.tournament import Tournament

NO_WEIGHTS = Profile("none", "", ())


def game(t: Tournament, a: str, b: str) -> Game:
    problem = round_problem(t, len(t.rounds) + 1, NO_WEIGHTS)
    return make_games(t, problem, [(problem.field.ids.index(a), problem.field.ids.index(b))])[0]


def boards(t: Tournament, pairs: str) -> list[set[str]]:
    """Who plays at each table from the first, of pairs such as `ab dc`."""
    problem = round_problem(t, len(t.rounds) + 1, NO_WEIGHTS)
    of = problem.field.ids.index
    made = make_round(t, problem, [(of(a), of(b)) for a, b in pairs.split()], [])
    assert [g.table for g in made] == list(range(1, len(made.games) + 1))
    return [set(g.players) for g in made]


@pytest.mark.parametrize(("reduction", "handicap"), [(0, 4), (1, 3), (2, 2)])
def test_the_handicap_is_the_difference_less_the_reduction(reduction: int, handicap: int) -> None:
    """BGA 4.3: normally one less than the difference; 2 is usual in Europe; some use the difference."""
    t = tournament("1k 5k", start__bar="none", handicap__reduction=reduction)
    made = game(t, "b", "a")
    assert (made.white, made.black, made.handicap, made.komi_halves) == ("a", "b", handicap, 1)


def test_an_even_game_has_the_tournaments_komi() -> None:
    made = game(tournament("1k 2k", start__bar="none", komi=7.5), "a", "b")
    assert (made.table, made.komi_halves) == (0, 15), "the tables are numbered when all games are made"


def test_handicap_is_capped() -> None:
    assert game(tournament("5d 30k", start__bar="none"), "a", "b").handicap == 9
    assert game(tournament("5d 30k", start__bar="none", handicap__maximum=4), "a", "b").handicap == 4


def test_a_player_at_or_above_the_bar_plays_even_games_only() -> None:
    """BGA 4.3: if either player declared a grade at or above the bar, the game must be even; whatever the scores."""
    t = tournament("2d 9k", start__bar="1d")
    assert game(t, "a", "b").handicap == 0
    t = with_player(t, "a", correction=-1)
    assert game(t, "a", "b").handicap == 0


def test_handicap_by_rank_and_none_from_a_rank_up() -> None:
    assert game(tournament("4d 1k", start__bar="none", handicap__rule="rank"), "a", "b").handicap == 3
    t = tournament("4d 1d 3k", start__bar="none", handicap__none_from="1d")
    assert game(t, "a", "b").handicap == 0
    assert game(t, "a", "c").handicap == 2  # 4 dan counts as 1 dan


def test_none_from_a_rank_means_the_same_whatever_prints_as_zero() -> None:
    for zero in ("1d", "30k", "20k"):
        t = tournament("4d 1d 3k", start__bar="none", handicap__none_from="1d", start__zero=zero)
        assert (game(t, "a", "b").handicap, game(t, "a", "c").handicap) == (0, 2)


def test_the_judges_handicap_and_the_draws_agree() -> None:
    t = tournament("5d 3d 1d 2k 8k 15k 25k", start__bar="4d", handicap__none_from="1d", start__zero="20k")
    field = round_problem(t, 1, NO_WEIGHTS).field
    begin = start_scores(t.players, t.settings)
    for i, a in enumerate(field.ids):
        for j, b in enumerate(field.ids):
            s = [strength(t.player(p), begin.half_points[p] // 2 - begin.shift, t.settings) for p in (a, b)]
            even = a in begin.top or b in begin.top
            assert values(STONES, field, np.array([i]), np.array([j]))[0] == stones(s[0] - s[1], even, t.settings)


def test_the_greater_excess_of_blacks_takes_white() -> None:
    t = played(tournament("1d 1d 1d 1d", preset="egf"), "a+b c+d")
    assert game(t, "a", "d").white == "d"
    assert game(t, "b", "c").white == "b"


def test_equal_balances_draw_lots_that_the_seed_decides() -> None:
    whites = {game(tournament("1d 1d", seed=seed), "a", "b").white for seed in range(20)}
    assert whites == {"a", "b"}
    assert game(tournament("1d 1d", seed=3), "a", "b").white == game(tournament("1d 1d", seed=3), "b", "a").white


def test_lots_are_the_same_on_every_machine() -> None:
    """Pinned: with another lottery every published draw would have other colours when drawn again."""
    assert lot(1, "start", "a") == 8_984_920_125_532_429_811
    whites = [game(tournament("1d 1d", seed=seed), "a", "b").white for seed in range(12)]
    assert "".join(whites) == "babbbaabbaba"
    later = played(played(tournament("1d 1d 1d 1d", seed=1), "a+b c+d"), "b+c d+a")
    assert [game(later, *pair).white for pair in ("ac", "bd", "ab", "cd")] == ["a", "d", "b", "d"]


def test_tables_go_by_the_higher_score_then_the_lower_then_the_place_in_the_group() -> None:
    """Scores 2 0 2 1 1 1: 2 against 1 comes before 2 against 0, and that before 1 against 1."""
    t = tournament("3d 1d 3d 2d 2d 2d", start__bar="none", handicap__rule="none")
    assert boards(t, "ab dc ef") == [{"c", "d"}, {"a", "b"}, {"e", "f"}]
    level = tournament("1d 1d 1d 1d")
    for k, p in enumerate("cabd"):
        level = with_player(level, p, rating=2149 - k)
    assert boards(level, "ab cd") == [{"c", "d"}, {"a", "b"}]
    assert boards(level, "cb ad") == [{"c", "b"}, {"a", "d"}]
    assert boards(level, "bd ca") == [{"c", "a"}, {"b", "d"}]


def test_a_round_is_a_draft_with_its_byes_and_the_absences_of_final_entries() -> None:
    t = with_player(tournament("1d 1d 1d 1d 1d"), "d", rounds=frozenset({2}))
    t = with_player(t, "e", status=Status.PRELIMINARY)
    made = make_round(t, round_problem(t, 1, NO_WEIGHTS), [(1, 0)], [2])
    assert (made.number, made.draft, made.byes, made.absent) == (1, True, ("c",), ("d",))
    assert [(g.table, set(g.players)) for g in made] == [(1, {"a", "b"})]


def test_of_two_own_tables_the_lower_is_taken_and_a_taken_one_is_given_up() -> None:
    t = tournament("1d 1d 1d 1d 1d 1d", tables__fixed={"a": 3, "b": 2, "c": 2})
    games = number_tables([Game(0, "a", "b"), Game(0, "c", "d"), Game(0, "e", "f")], t)
    assert [(g.table, g.white) for g in games] == [(1, "c"), (2, "a"), (3, "e")]


def test_tables_out_of_use_are_left_out_and_own_tables_kept() -> None:
    t = tournament("1d 1d 1d 1d 1d 1d", tables__first=5, tables__out_of_use=[6], tables__fixed={"e": 5})
    games = number_tables([Game(0, "a", "b"), Game(0, "c", "d"), Game(0, "e", "f")], t)
    assert [(g.table, g.white) for g in games] == [(5, "e"), (7, "a"), (8, "c")]


def test_locks_must_name_entrants_once() -> None:
    t = with_player(tournament("1d 1d 1d 1d"), "d", rounds=frozenset({2}))
    wrong = Locks(force=(("a", "d"),)), Locks(force=(("a", "b"), ("b", "c"))), Locks(force=(("a", "b"),), bye=("a",))
    for locks in wrong:
        with pytest.raises(
            InputError, match=r"entered|two games in round 1: with Player-a .* and Player-c|a game and a bye"
        ):
            round_problem(t, 1, NO_WEIGHTS, locks)


def forced(t: Tournament, locks: Locks | None = None) -> list[str]:
    problem = round_problem(t, len(t.rounds) + 1, NO_WEIGHTS, locks)
    return ["".join(problem.field.ids[k] for k in pair) for pair in problem.forced]


def test_settings_force_pairs_in_their_rounds_where_both_are_entered() -> None:
    """A pair that the director forces as well is forced once."""
    force = [{"players": ["a"], "against": ["b"]}, {"players": ["c", "d"], "rounds": "2"}, {"players": ["e", "f"]}]
    t = with_player(tournament("1d 1d 1d 1d 1d 1d", pairing__force=force), "f", rounds=frozenset({2}))
    assert forced(t) == ["ab"]
    assert forced(t, Locks(force=(("b", "a"), ("c", "d")))) == ["ab", "cd"]
    assert forced(played(t, "a+c b+d", absent="e f")) == ["ab", "cd", "ef"]


def test_a_pair_is_two_different_players() -> None:
    t = tournament("1d 1d")
    assert parse_pair("b: a", t) == ("b", "a")
    for text, says in (("a:a", "names one player twice"), ("a", "is not a pair"), ("a:b:c", "is not a pair")):
        with pytest.raises(InputError, match=says):
            parse_pair(text, t)


def test_only_hard_rules_can_be_relaxed() -> None:
    rules = [
        {"name": "hard", "pairs": "float", "at_most": 0},
        {"name": "dear", "pairs": "float", "at_most": 0, "price": 1},
    ]
    t = tournament("1d 1d", pairing__rules=rules)
    relaxed = RelaxedRules(counts=frozenset({"hard"}))
    assert round_problem(t, 1, NO_WEIGHTS, relaxed=relaxed).relaxed_counts == {"hard"}
    for name in ("dear", "none"):
        with pytest.raises(InputError, match=f"no hard rule is called '{name}'; .* second-bye.*, hard$"):
            round_problem(t, 1, NO_WEIGHTS, relaxed=RelaxedRules(counts=frozenset({name})))


def test_a_rule_over_pairs_for_rounds_that_are_none_is_refused() -> None:
    profile = replace(NO_WEIGHTS, rules=(CountRule("r", ("float",), 0, rounds="soon"),))
    with pytest.raises(InputError, match="wrong rounds in a rule over pairs; expected "):
        round_problem(tournament("1d 1d"), 1, profile)


def test_pairs_above_the_limits_break_a_rule() -> None:
    """1 kyu, 3 kyu and 6 kyu: 2, 3 and 5 points and as many stones, with a limit of 3."""
    for setting, rule in (("max_difference", Rule.DIFFERENCE_CAP), ("max_handicap", Rule.HANDICAP_CAP)):
        limit = {f"pairing__{setting}": 3}
        t = tournament("1k 3k 6k", start__bar="none", handicap__reduction=0, **limit)
        problem = round_problem(t, 1, NO_WEIGHTS)
        assert problem.breaches(np.array([0, 1, 2]), np.array([1, 2, 0])).tolist() == [0, 0, rule.bit]


def test_the_first_line_that_names_a_round_seeds_it_and_lots_beyond_the_last() -> None:
    t = tournament("1d", pairing__seeding=["1-2 slide RATING", "2-5 fold SOS RATING"])
    methods = [seeding_of(t.settings, number) for number in (1, 2, 3, 5, 6)]
    slide, fold = ("slide", ("RATING",)), ("fold", ("SOS", "RATING"))
    assert methods == [slide, slide, fold, fold, ("random", ())]


def test_equals_of_a_score_group_are_ordered_by_lot_for_each_round() -> None:
    """Pinned: with other lots every published draw would have other boards when drawn again."""
    t = tournament("1d 1d 1d 1d 1k 1k", start__bar="none", seed=1)
    orders = [group_order(t.players, score(t), (), number) for number in (1, 2)]
    assert orders == [{0: ["a", "c", "b", "d"], -1: ["e", "f"]}, {0: ["c", "a", "d", "b"], -1: ["e", "f"]}]


def test_settings_forbid_sets_and_one_against_many_by_round() -> None:
    forbid = [{"players": ["a", "b", "c"]}, {"players": ["d"], "against": ["e", "f"], "rounds": "2-3"}]
    t = tournament("1d 1d 1d 1d 1d 1d", pairing__forbid=forbid)
    assert len(round_problem(t, 1, NO_WEIGHTS).barred) == 3
    later = played(t, "a+d b+e c+f")
    assert len(round_problem(later, 2, NO_WEIGHTS).barred) == 3 + 2 + 3


def test_the_history_of_a_round_is_what_came_before_it() -> None:
    t = played(played(tournament("1d 1d 1d 1d"), "a+b c+d"), "a+c b+d")
    assert len(round_problem(t, 2, NO_WEIGHTS).barred) == 2
    assert score(t.before(2)).mms("a") == 2


@pytest.mark.parametrize("game", ["a+b!", "a0b", "a0b!"])
def test_a_default_game_is_no_meeting_where_the_settings_say_so(game: str) -> None:
    """A 0-0 counts as a default game; the draw lets the two meet, and the judge passes it."""
    met, not_met = (tournament("1d 1d 1d 1d", pairing__default_is_met=flag) for flag in (True, False))
    assert len(round_problem(played(met, f"{game} c+d"), 2, NO_WEIGHTS).barred) == 2
    assert len(round_problem(played(not_met, f"{game} c+d"), 2, NO_WEIGHTS).barred) == 1
    again = played(played(not_met, f"{game} c+d"), "b+a c+d")
    assert [v.players for v in judge(again, 2) if v.rule == "repeats"] == [("c", "d")]


def test_families_do_not_meet_where_the_settings_forbid_it() -> None:
    """Two of one family, three of another, of whom one is of both."""
    groups = {"a": ("one",), "b": ("one", "two"), "c": ("two",), "d": ("two",)}
    for families, barred in (("forbid", ["ab", "bc", "bd", "cd"]), ("avoid", [])):
        t = tournament("1d 1d 1d 1d 1d", pairing__families=families)
        t = t.with_players([replace(t.player(p), groups=names) for p, names in groups.items()])
        problem = round_problem(t, 1, NO_WEIGHTS)
        at = [divmod(code, 5) for code in problem.barred.tolist()]
        assert ["".join(problem.field.ids[k] for k in pair) for pair in at] == barred
        assert set(problem.barred_by.tolist()) <= {Rule.FAMILIES.bit}


def test_every_player_has_a_lot_of_the_seed_and_round() -> None:
    t = tournament("1d 1d 1d", seed=7)
    for number in (1, 2):
        key = round_problem(t, number, NO_WEIGHTS).field.key
        assert key.tolist() == [lot(7, "pair", number, p) for p in "abc"]
        assert len(set(key.tolist())) == 3


def test_without_handicaps_no_pair_has_stones() -> None:
    for rule, most in (("none", 0), ("rank", 6)):
        t = tournament("3d 5k", start__bar="none", handicap__rule=rule, handicap__maximum=6)
        field = round_problem(t, 1, NO_WEIGHTS).field
        assert field.most_stones == most
        assert values(STONES, field, np.array([0]), np.array([1])).tolist() == [most]


def test_rules_of_pairs_and_over_pairs_are_relaxed_together() -> None:
    rules = [
        CountRule("one", ("float",), 0),
        CountRule("two", ("float",), 0),
        CountRule("dear", ("float",), 0, price=1),
    ]
    relaxed = parse_rule_names(["one", "repeats", "two", "families"], rules)
    assert relaxed == RelaxedRules(frozenset({Rule.REPEATS, Rule.FAMILIES}), frozenset({"one", "two"}))
    for name in ("dear", "three"):
        with pytest.raises(InputError, match=f"no hard rule is called '{name}'"):
            parse_rule_names([name], rules)


def test_the_print_of_a_problem_leaves_out_reasons_and_nothing_that_counts() -> None:
    one = Profile("p", "", (Weight("same_club", 3, "why"), Weight("seeding", 1)))
    t = tournament("1d 1d 1d 1d")
    own = fingerprint(round_problem(t, 1, one))
    same = replace(one, name="q", about="text", weights=(Weight("same_club", 3, "why not"), Weight("seeding", 1)))
    assert fingerprint(round_problem(t, 1, same)) == own
    others = [
        round_problem(t, 1, replace(one, weights=(Weight("same_club", 4, "why"),))),
        round_problem(t, 1, replace(one, weights=(Weight("same_club", 3, "why", 2),))),
        round_problem(t, 1, replace(one, weights=(Weight("same_country", 3, "why"),))),
        round_problem(t, 1, replace(one, rules=(CountRule("r", ("float",), 0),))),
        round_problem(t, 1, one, Locks(force=(("a", "b"),))),
        round_problem(t, 1, one, Locks(forbid=(("a", "b"),))),
        round_problem(with_player(t, "a", rank=-3), 1, one),
        round_problem(t, 1, one, relaxed=RelaxedRules(frozenset({Rule.REPEATS}))),
        round_problem(replace(t, settings=replace(t.settings, seed=t.settings.seed + 1)), 1, one),
    ]
    assert len({own, *(fingerprint(other) for other in others)}) == 1 + len(others)


def test_a_rule_is_of_a_tier_only_with_a_price() -> None:
    rules = (CountRule("hard", ("float",), 0, tier=3), CountRule("dear", ("float",), 0, price=1, tier=2))
    profile = Profile("p", "", (Weight("same_club", 3, tier=4), Weight("family", 0, tier=5)))
    t = tournament("1d 1d")
    assert round_problem(t, 1, profile).tiers == (4,)
    assert round_problem(t, 1, replace(profile, rules=rules)).tiers == (2, 4)
    assert round_problem(t, 1, replace(NO_WEIGHTS, rules=rules[:1])).tiers == (1,)


def test_no_pair_of_a_gap_costs_less_than_the_bound_of_the_gap() -> None:
    """It is what the score term alone costs, in its own tier."""
    t = tournament("3d 2d 1k 4k", start__bar="none")
    problem = round_problem(t, 1, Profile("own", "", (Weight("mms_difference", 5), Weight("handicap", 1, tier=2))))
    gaps = np.array([1, 3, 6])
    assert problem.gap_bound(gaps, 1).tolist() == [5, 30, 105]
    assert problem.cost(np.array([0, 0, 0]), np.array([1, 2, 3]), 1).tolist() == [5, 30, 105]
    assert problem.gap_bound(gaps[:2], 2).tolist() == [0, 0]
    own = Profile("own", "", (Weight("point_gap", 5), Weight("wide_gap", 7), Weight("same_club", 1)))
    problem = round_problem(t, 1, own)
    assert problem.gap_bound(gaps, 1).tolist() == [5, 15, 51]
    assert problem.cost(np.array([0, 0, 0]), np.array([1, 2, 3]), 1).tolist() == [5, 15, 51]
