"""The criteria: one definition for a pair, a list of pairs and a block; whole numbers ≥ 0; the same both ways round."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, partial

import numpy as np
import pytest
from builders import played, tournament, with_player
from hypothesis import given, settings
from hypothesis import strategies as st
from mcmahon.desk.rounds.draw.drawing import draw_round
from mcmahon.model.judging.round_costs import plain_counts
from mcmahon.model.pairing.criteria import CRITERIA
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.evaluation import places_wanted, values, values_of_one
from mcmahon.model.pairing.field import Field
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.tournament.settings.play import HandicapSettings, PairingSettings
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament
from mcmahon_bench.tournaments.generator import FieldShape, make_players, play_round

ONE_EACH = Profile("one each", "", tuple(Weight(name, 1) for name in CRITERIA))


def field_of(t: Tournament, number: int | None = None) -> Field:
    return round_problem(t, number or len(t.rounds) + 1, ONE_EACH).field


def cost(name: str, t: Tournament, a: str, b: str) -> int:
    field = field_of(t)
    i, j = (np.array([field.ids.index(p)]) for p in (a, b))
    return int(values(CRITERIA[name].of_pair, field, i, j)[0])


@cache
def generated(seed: int, method: str = "slide") -> Tournament:
    """A field of 13 after two rounds, with clubs, families, handicaps and every kind of history."""
    shape = FieldShape(13, 5, spread=300, late=0.2, leaving=0.2)
    own = Settings(
        rounds=5, seed=seed, handicap=HandicapSettings(rule="mms", reduction=0),
        pairing=PairingSettings(seeding=(f"1+ {method} RATING",), local_clubs=("DE-1",)),
    )  # fmt: skip
    t = Tournament(own, tuple(make_players(shape, seed)))
    t = with_player(with_player(t, "1", groups=("f", "g")), "2", groups=("g",))
    for number in (1, 2):
        t = play_round(draw_round(t).tournament, number, seed, 0.1)
    return t


@pytest.mark.slow
@pytest.mark.parametrize("name", CRITERIA)
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 50), method=st.sampled_from(["slide", "fold", "adjacent", "random"]))
def test_block_list_and_single_pair_agree_and_are_symmetric(name: str, seed: int, method: str) -> None:
    field, pair = field_of(generated(seed, method)), partial(values, CRITERIA[name].of_pair)
    every = np.arange(len(field))
    block = np.broadcast_to(pair(field, every[:, None], every[None, :]), (len(field), len(field)))
    assert block.dtype == np.int64
    assert (block >= 0).all()
    assert (block == block.T).all()
    groups = [np.flatnonzero(field.score == score) for score in np.unique(field.score)]
    for one in groups:  # blocks inside and between groups are computed in shorter ways
        for other in groups:
            assert (pair(field, one[:, None], other[None, :]) == block[np.ix_(one, other)]).all()
    i, j = np.triu_indices(len(field), 1)
    assert (pair(field, i, j) == block[i, j]).all()
    for a, b in ((0, 1), (2, 5), (4, 3)):
        assert pair(field, np.array([a]), np.array([b]))[0] == block[a, b]
    bye = values_of_one(CRITERIA[name].of_bye, field)
    assert bye.shape == (len(field),)
    assert (bye >= 0).all()


@pytest.mark.parametrize(("gap", "value"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10)])
def test_a_difference_of_d_points_costs_d_d_plus_1_over_2(gap: int, value: int) -> None:
    t = tournament(f"1k {1 + gap}k", start__bar="none")
    assert cost("mms_difference", t, "a", "b") == value


@pytest.mark.parametrize(("gap", "wide"), [(0, 0), (1, 0), (3, 0), (4, 1), (6, 3)])
def test_points_of_difference_count_one_each_and_those_beyond_the_third_as_wide(gap: int, wide: int) -> None:
    t = tournament(f"1k {1 + gap}k", start__bar="none")
    assert cost("point_gap", t, "a", "b") == gap
    assert cost("wide_gap", t, "a", "b") == wide


def test_clubs_and_countries_at_the_bar_count_apart() -> None:
    """Two players at the bar (2d) of one club and country, one below it; nobody is exempt where geography counts."""
    t = tournament("3d 2d 1d", start__bar="2d")
    for pid in "abc":
        t = with_player(t, pid, club="Praha", country="CZ")
    counts = tournament("3d 2d 1d", start__bar="2d", pairing__geography_at_bar="counts")
    counts = replace(counts, players=t.players)
    for below, at_bar in (("same_club", "same_club_at_bar"), ("same_country", "same_country_at_bar")):
        assert [cost(name, t, "a", "b") for name in (below, at_bar)] == [0, 1]
        assert [cost(name, t, "a", "c") for name in (below, at_bar)] == [1, 0]
        assert [cost(name, counts, "a", "b") for name in (below, at_bar)] == [1, 0]


def test_only_the_repeated_direction_of_a_float_costs() -> None:
    t = tournament("1d 1d 1k 1k", start__bar="none")
    t = played(t, "a-c b+d")  # a drawn down, c drawn up; b drawn down, d drawn up
    assert cost("drawn_down_again", t, "b", "c") == 1  # b (1) is drawn down again to c (0)
    assert cost("drawn_up_again", t, "b", "c") == 1
    assert cost("drawn_down_again", t, "a", "c") == 0  # both have 0 points
    assert cost("drawn_down_again", t, "a", "d") == 1
    assert cost("float_uncompensated", t, "b", "d") == 2


def test_a_float_in_the_other_direction_is_compensation() -> None:
    t = tournament("1d 1d 1k 1k 1d", start__bar="none")
    t = played(t, "a-c b+d", byes="e")
    t = with_player(t, "a", correction=1)
    # c was drawn up; as the upper player of c - d it is drawn down now: compensated
    assert cost("float_uncompensated", t, "c", "d") == 1


@pytest.mark.parametrize(
    ("method", "best", "worst"), [("slide", "ac", "ab"), ("fold", "ad", "ab"), ("adjacent", "ab", "ad")]
)
def test_the_seeding_methods_want_their_pairs(method: str, best: str, worst: str) -> None:
    """Of four: slide 1-3, fold 1-4, adjacent 1-2."""
    t = tournament("1d 1d 1d 1d", pairing__seeding=[f"1+ {method} RATING"])
    for k, p in enumerate("abcd"):
        t = with_player(t, p, rating=2149 - k)
    assert cost("seeding", t, *best) == 0
    assert cost("seeding", t, *worst) > 0


def test_adjacent_does_not_pair_second_with_third() -> None:
    t = tournament("1d 1d 1d 1d", pairing__seeding=["1+ adjacent RATING"])
    for k, p in enumerate("abcd"):
        t = with_player(t, p, rating=2149 - k)
    assert cost("seeding", t, "a", "b") == 0 < cost("seeding", t, "b", "c")


@pytest.mark.parametrize(
    ("method", "size", "off"),
    [
        ("slide", 4, {"01": 25, "02": 0, "03": 25, "12": 25, "13": 0, "23": 25}),
        ("slide", 5, {"02": 4, "03": 4, "14": 4, "01": 36, "04": 36}),
        ("slide", 40, {"01": 91}),
        ("fold", 4, {"01": 25, "02": 7, "03": 0, "12": 0, "13": 7, "23": 25}),
        ("fold", 5, {"04": 0, "13": 0, "03": 4, "14": 4, "01": 36}),
        ("adjacent", 4, {"01": 0, "02": 7, "03": 25, "12": 2, "13": 15, "23": 0}),
    ],
)
def test_off_the_method_is_a_square_of_the_size_rounded_up(method: str, size: int, off: dict[str, int]) -> None:
    """Slide: 2|p - q| - n of n; fold: p + q - (n - 1) of n; adjacent: 2(|p - q| - 1), 1 more from odd places, of 2n."""
    own = field_of(tournament("1d 1d", start__bar="none", pairing__seeding=[f"1+ {method}"]))
    for pair, value in off.items():
        field = replace(own, place=np.array([int(place) for place in pair]), size=np.array([size, size]))
        both = values(CRITERIA["seeding"].of_pair, field, np.array([0, 1]), np.array([1, 0]))
        assert both.tolist() == [value, value], pair


def test_seeding_by_lot_is_a_lot_from_0_to_100() -> None:
    """The lot of 1 is 0.338 of all, of 101 numbers the 34th from 0; 0 stays 0. Other scores are not seeded together."""
    field = field_of(tournament("1d 1d 1k", start__bar="none", pairing__seeding=["1+ random"]))
    for last, lots in ((2**64 - 2, [34, 0]), (2**64 - 3, [0, 0])):
        lot = replace(field, key=np.array([3, last, 0], dtype=np.uint64))
        assert values(CRITERIA["seeding"].of_pair, lot, np.array([0, 0]), np.array([1, 2])).tolist() == lots


def test_the_places_that_a_method_would_best_pair_with() -> None:
    assert [places_wanted("slide", place, 5) for place in (1, 3, 5)] == [[3, 4], [1, 5], [2, 3]]
    assert [places_wanted("fold", place, 5) for place in (1, 3)] == [[5], [2, 4]]
    assert [places_wanted("adjacent", place, 5) for place in (1, 2, 4)] == [[2], [1], [3]]


@pytest.mark.parametrize(
    ("wanted", "distances"),
    [("top", [0, 33, 66, 100]), ("middle", [100, 33, 33, 100]), ("bottom", [100, 66, 33, 0])],
)
def test_who_is_drawn_down_or_up_stands_so_far_from_the_wanted_place(wanted: str, distances: list[int]) -> None:
    """Places of four by rating; the only one of a group is at no distance. Two of one score are no float."""
    down = tournament("1d 1d 1d 1d 2k", start__bar="none", pairing__draw_down=wanted, pairing__draw_up="top")
    up = tournament("1k 1k 1k 1k 2d", start__bar="none", pairing__draw_up=wanted, pairing__draw_down="top")
    for t in (down, up):
        for k, p in enumerate("abcd"):
            t = with_player(t, p, rating=2049 - k)
        assert [cost("float_place", t, p, "e") for p in "abcd"] == distances
        assert cost("float_place", t, "a", "d") == 0


def test_of_two_in_a_group_neither_is_in_the_middle() -> None:
    t = tournament("1d 1d 1k 1k", start__bar="none", pairing__draw_down="bottom", pairing__draw_up="middle")
    for k, p in enumerate("abcd"):
        t = with_player(t, p, rating=2049 - k)
    assert [cost("float_place", t, *pair) for pair in ("ac", "ad", "bc", "db")] == [200, 200, 100, 100]


@pytest.mark.parametrize(("down", "up", "upper", "lower"), [(0, 0, 1, 1), (1, 1, 1, 1), (0, 1, 0, 1), (1, 0, 1, 0)])
def test_a_float_is_compensated_by_more_of_the_other_kind_only(down: int, up: int, upper: int, lower: int) -> None:
    """Both players with the same past, then only one of them: 0 or 1 for the upper and for the lower."""
    field = field_of(tournament("1d 1k", start__bar="none"))
    pair = partial(values, CRITERIA["float_uncompensated"].of_pair)
    i, j = np.array([0]), np.array([1])
    downs, ups = np.array([[down, down], [down, 0], [0, down]]), np.array([[up, up], [up, 0], [0, up]])
    found = [int(pair(replace(field, drawn_down=d, drawn_up=u), i, j)[0]) for d, u in zip(downs, ups, strict=True)]
    assert found == [upper + lower, upper + 1, 1 + lower]


def test_a_visitor_waits_for_the_first_local() -> None:
    """a is a local; b has met a, c and d have met visitors only. Whoever is named first."""
    t = with_player(tournament("1d 1d 1d 1d", pairing__local_clubs=["Home"]), "a", club="Home")
    t = played(t, "a+b c+d")
    pairs = ("ab", "ac", "da", "bc", "db", "cd")
    assert [cost("no_local_yet", t, *pair) for pair in pairs] == [0, 0, 0, 1, 1, 2]
    assert values_of_one(CRITERIA["no_local_yet"].of_bye, field_of(t)).tolist() == [0, 0, 1, 1]
    nobody = tournament("1d 1d", pairing__local_clubs=["Home"])
    assert cost("no_local_yet", nobody, "a", "b") == 0
    assert values_of_one(CRITERIA["no_local_yet"].of_bye, field_of(nobody)).tolist() == [0, 0]


def test_colours_cost_the_squares_of_the_balances_after_the_game() -> None:
    t = played(played(tournament("1d 1d 1d 1d", preset="egf"), "a+b c+d"), "a+d c+b")
    # a and c have two Whites each, b and d two Blacks each
    assert cost("colour_balance", t, "a", "b") == 2
    assert cost("colour_balance", t, "a", "c") == 9 + 1


def test_a_bye_leaves_the_colour_balance_and_costs_its_square() -> None:
    t = played(played(tournament("1d 1d 1d 1d 1d"), "a+b c+d", byes="e"), "a+d c+b", absent="e")
    t = played(t, "e+a", absent="b c d")
    assert values_of_one(CRITERIA["colour_balance"].of_bye, field_of(t)).tolist() == [1, 4, 4, 4, 1]


def test_a_handicap_game_leaves_the_colour_balance() -> None:
    t = tournament("1d 5k", start__bar="none", handicap__reduction=0)
    assert cost("handicap", t, "a", "b") == 5
    assert cost("colour_balance", t, "a", "b") == 0


def test_unknown_clubs_are_all_different_and_the_top_is_exempt() -> None:
    t = tournament("3d 3d 1k 1k 1k", start__bar="2d")
    for p, club in zip("abcd", ("X", "x", "X", "X"), strict=True):
        t = with_player(t, p, club=club, country="DE")
    assert cost("same_club", t, "c", "d") == 1
    assert cost("same_club", t, "a", "b") == 0  # both at or above the bar
    assert cost("same_club", t, "a", "c") == 1  # compared without case
    assert cost("same_club", t, "e", "c") == 0
    assert cost("same_country", t, "c", "d") == 1
    assert cost("same_country", t, "c", "e") == 0


@pytest.mark.parametrize("codes", [("UK", "GB"), ("EL", "GR"), ("de", "DE")])
def test_two_codes_of_one_country_are_one_country(codes: tuple[str, str]) -> None:
    """European lists have UK and EL, all others GB and GR."""
    t = tournament("1k 1k 1k", start__bar="2d")
    for p, country in zip("abc", (*codes, "FR"), strict=True):
        t = with_player(t, p, country=country)
    assert (cost("same_country", t, "a", "b"), cost("same_country", t, "a", "c")) == (1, 0)


def test_clubs_of_one_group_are_one_for_the_draw_and_its_rules() -> None:
    """Compared without accents and case, as clubs are; a local club's group is local."""
    rules = [
        {"name": "few", "pairs": "same_club", "at_most": 1, "per": "club"},
        {"name": "meet", "pairs": "any club = Neu-Ulm", "at_most": 1},
    ]
    own = {"pairing__club_groups": [["Ulm", "Neu-Ulm"]], "pairing__local_clubs": ["Ulm"], "pairing__rules": rules}
    t = tournament("1k 1k 1k 1k", start__bar="1d", **own)
    for p, club in zip("abc", ("ULM", "Neu Ulm", "Bonn"), strict=True):
        t = with_player(t, p, club=club)
    assert [cost("same_club", t, "a", "b"), cost("same_club", t, "a", "c"), cost("same_club", t, "d", "c")] == [1, 0, 0]
    assert [cost("visitor_local", t, "a", "b"), cost("visitor_local", t, "b", "c")] == [1, 0]
    problem = round_problem(t, 1, ONE_EACH)
    few, meet = problem.counts
    assert (few.labels, few.scope.tolist()) == (("Ulm + Neu-Ulm", "Bonn"), [0, 0, 1, -1])
    pairs = np.array([0, 2]), np.array([1, 3])
    assert (few.of_pairs(problem.field, *pairs).tolist(), meet.of_pairs(problem.field, *pairs).tolist()) == (
        [1, 0],
        [1],
    )
    assert plain_counts(t, 1, [("a", "b", 0), ("c", "d", 0)], [])["clubmates"] == 1


def test_families_share_a_group() -> None:
    t = tournament("1d 1d 1d")
    t = with_player(with_player(t, "a", groups=("Smith", "car 1")), "b", groups=("car 1",))
    assert [cost("family", t, "a", "b"), cost("family", t, "a", "c"), cost("family", t, "b", "c")] == [1, 0, 0]


def test_visitors_meet_locals() -> None:
    t = tournament("1d 1d 1d", pairing__local_clubs=["Home"])
    t = with_player(t, "a", club="home")
    assert [cost("visitor_local", t, "a", "b"), cost("visitor_local", t, "b", "c")] == [0, 1]
    assert cost("visitor_local", tournament("1d 1d"), "a", "b") == 0


@pytest.mark.parametrize("name", CRITERIA)
def test_a_field_of_nobody_costs_nothing(name: str) -> None:
    """A round that nobody came to has no bye, and no pair."""
    field, nobody = field_of(Tournament(tournament("1d").settings, ())), np.array([], dtype=np.int64)
    assert (
        values_of_one(CRITERIA[name].of_bye, field).tolist()
        == values(CRITERIA[name].of_pair, field, nobody, nobody).tolist()
        == []
    )


def test_the_bye_costs_points_above_the_lowest_and_free_wins() -> None:
    t = played(tournament("1d 2k 2k 2k", start__bar="none"), "a+b! c+d")
    field = field_of(t)
    assert values_of_one(CRITERIA["bye_score"].of_bye, field).tolist() == [6, 0, 1, 0]
    assert values_of_one(CRITERIA["bye_after_free_win"].of_bye, field).tolist() == [1, 0, 0, 0]


def test_lots_of_a_pair_are_splitmix64_of_both_keys() -> None:
    """Its finalizer gives 0x5692161D100B05E5 for 1. Pinned: another would draw other boards of the same cost."""
    field = replace(field_of(tournament("1d 1d 1d")), key=np.array([1, 2**63, 2**63], dtype=np.uint64))
    assert field.bye_lots(32).tolist() == [0x5692161D, 633499301, 633499301]
    assert field.lots(np.array([0, 1]), np.array([0, 2]), 32).tolist() == [3687987351, 0]
    assert field.bye_lots(4).tolist() == [5, 2, 2]


def test_lots_depend_on_seed_and_pair_only() -> None:
    a, b = field_of(generated(1)), field_of(generated(2))
    i, j = np.triu_indices(len(a), 1)
    assert (a.lots(i, j, 32) == a.lots(j, i, 32)).all()
    assert len(set(a.lots(i, j, 32).tolist())) == len(i)
    assert (a.lots(i, j, 32)[:10] != b.lots(*np.triu_indices(len(b), 1), 32)[:10]).any()
