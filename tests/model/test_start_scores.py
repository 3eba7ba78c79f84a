"""Start scores by the four schemes, and the automatic bar."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import players, tournament, with_player
from mcmahon.model.noticing import bar_text
from mcmahon.model.placing.scores import score
from mcmahon.model.placing.start_scores import (
    INSIDE,
    StartScores,
    automatic_bar,
    bar_by_table,
    bar_table,
    bar_verdict,
    group_size,
    players_at_each_bar,
    read_boundary,
    sort_key,
    start_scores,
    write_boundary,
)
from mcmahon.model.tournament.person import Status
from mcmahon.model.tournament.ranks import STRONGEST, rank_name
from mcmahon.model.tournament.settings.occasion import DecidedSettings


def starts(ranks: str, **settings: object) -> list[float]:
    t = tournament(ranks, **settings)
    given = start_scores(t.players, t.settings).half_points
    return [given[p.id] / 2 for p in t.players]


def test_start_scores_are_ranks() -> None:
    """BGA 4.1: a 4 kyu starts at -4, a 1 dan at 0."""
    assert starts("3d 1d 1k 4k", start__bar="none") == [2, 0, -1, -4]


def test_everybody_at_or_above_the_bar_starts_on_the_bar() -> None:
    """BGA 4.2: a bar at 3 dan is a score of 2 for 3 dans and all who are stronger."""
    assert starts("7d 3d 2d 1k", start__bar="3d") == [2, 2, 1, -1]


def test_everybody_below_the_floor_starts_on_the_floor() -> None:
    assert starts("1d 10k 20k 30k", start__bar="1d", start__floor="15k") == [0, -10, -15, -15]


@pytest.mark.parametrize(("zero", "first"), [("1d", 2), ("20k", 22), ("30k", 32), ("top", 0), ("bottom", 4)])
def test_the_zero_only_shifts_the_scores(zero: str, first: int) -> None:
    """Gerlach: 20 kyu = 0; Sensei's: the band above the bar = 0, or the lowest = 0."""
    assert starts("5d 3d 1d 2k", start__bar="3d", start__zero=zero) == [first, first, first - 2, first - 4]


def test_the_supergroup_starts_above_the_bar_and_a_correction_moves_one_player() -> None:
    t = tournament("5d 4d 3d", start__bar="3d", start__supergroup=["a"], start__supergroup_points=2)
    t = with_player(t, "b", correction=-1)
    given = start_scores(t.players, t.settings)
    assert [given.half_points[p] / 2 for p in "abc"] == [4, 1, 2]
    assert given.top == {"a", "b", "c"}


@pytest.mark.parametrize(("rounds", "size"), [(1, 2), (2, 4), (3, 4), (4, 8), (6, 8), (7, 16), (12, 16), (13, 32)])
def test_the_group_size_of_mcmahon_regular(rounds: int, size: int) -> None:
    """McMahon Regular: the table of group sizes."""
    assert group_size(rounds) == size


def test_regular_groups_are_equal_from_the_top() -> None:
    ranks = " ".join(f"{k}k" for k in range(1, 11))
    assert starts(ranks, start__scheme="regular", start__group_size=4) == [2] * 4 + [1] * 4 + [0] * 2


def test_a_latecomer_is_placed_by_the_kept_boundaries() -> None:
    """McMahon Regular: the key of the weakest member of each group places latecomers."""
    t = tournament("4d 3d 2d 1d 1k 2k", start__scheme="regular", start__group_size=2)
    from mcmahon.model.placing.start_groups import with_decisions

    t = with_decisions(t)
    assert len(t.settings.decided.boundaries) == 2
    late = [replace(p, id=f"late{p.id}") for p in players("5d 2d 9k")]
    t = t.with_players(late)
    given = start_scores(t.players, t.settings).half_points
    assert [given[p] / 2 for p in ("latea", "lateb", "latec")] == [2, 1, 0]


def test_bands_are_one_point_apart() -> None:
    """Sensei's: Ibero-American 2005, 7d-1d = 3, 1k-6k = 2, 7k-13k = 1, 14k-20k = 0."""
    bands = ["7d-1d", "1k-6k", "7k-13k", "14k-20k"]
    assert starts("7d 1d 1k 6k 7k 13k 14k 20k 25k", start__scheme="bands", start__bands=bands) == [
        3, 3, 2, 2, 1, 1, 0, 0, 0,
    ]  # fmt: skip


def test_in_a_swiss_everybody_starts_at_0_and_is_in_the_top_group() -> None:
    t = tournament("7d 20k", preset="swiss")
    given = start_scores(t.players, t.settings)
    assert set(given.half_points.values()) == {0}
    assert given.top == {"a", "b"}


def test_the_automatic_bar_follows_the_table() -> None:
    """BGA 4.2: for 5 rounds 6 to 12 players, for 4 rounds 5 to 10."""
    ranks = [3] * 4 + [2] * 4 + [1] * 8 + [0] * 20
    assert automatic_bar(ranks, 5) == 2  # counts 4, 8, 16, 36
    assert automatic_bar(ranks, 4) == 2


@pytest.mark.parametrize(
    ("rounds", "count"), [(3, 6), (4, 7), (5, 12), (6, 15), (7, 13), (8, 15), (9, 18), (10, 20), (11, 20)]
)
def test_the_automatic_bar_aims_at_the_middle_of_the_table_and_in_5_and_6_rounds_at_its_upper_end(
    rounds: int, count: int
) -> None:
    """One player a rank, so that every count is there; of two counts as near to the middle the fewer is taken."""
    ranks = list(range(40, 0, -1))
    assert sum(rank >= bar_by_table(ranks, rounds) for rank in ranks) == count
    ranks = [8] * (count - 5) + list(range(7, -20, -1))  # so many of the strongest that the bar is near them
    assert sum(rank >= automatic_bar(ranks, rounds) for rank in ranks) == count


@pytest.mark.parametrize(
    ("ranks", "rounds", "bar"),
    [("4d 1d 2k 5k 9k 12k 15k 18k 22k 25k", 5, "6k"), ("6d 5k 5k 7k 9k 10k 11k 14k 18k 20k", 5, "4k"),
     ("3d 12k 15k 15k 18k 18k 20k 22k 25k 30k", 5, "7k"), ("3d 2d 2d 1d 1k 2k 3k 3k 4k 4k 5k 5k 8k", 5, "5k")],
)  # fmt: skip
def test_the_automatic_bar_is_at_most_nine_below_the_strongest(ranks: str, rounds: int, bar: str) -> None:
    """Rules, section 1: whether or not anybody has that rank; a narrower field has the rank of the table."""
    t = tournament(ranks, preset="bga", rounds=rounds)
    assert rank_name(automatic_bar([p.rank for p in t.players], rounds)) == bar
    assert ("but it is at most 9 below the strongest" in bar_text(t)) == (bar != "5k")
    assert f"bar {bar} (auto, not final yet)" in bar_text(t)


def test_a_bar_that_is_decided_stays() -> None:
    """Drawn by a version that put it on 25 kyu."""
    t = tournament("4d 1d 2k 5k 9k 12k 15k 18k 22k 25k", preset="bga", rounds=5)
    kept = replace(t, settings=replace(t.settings, decided=replace(t.settings.decided, bar="25k")))
    assert bar_text(kept).startswith("bar 25k, 10 players at or above it")


def test_the_automatic_bar_stays_below_two_to_the_rounds() -> None:
    assert automatic_bar([5] * 3 + [4] * 30, 3) == 5  # 3 is too few, but 33 passes 2^3
    assert automatic_bar([4] * 30, 3) == 4  # every count passes it: the smallest
    assert automatic_bar([2, 1, 1, 0], 2) == 0  # 1 or 2 rounds: at most 2^rounds


def test_the_automatic_bar_prefers_too_few_to_too_many_and_the_higher_of_two_as_near() -> None:
    """3 rounds, 4 to 8: one player is three too few, nine pass 2^3. 7 rounds, 8 to 18: 11 and 15 are as near to 13."""
    assert automatic_bar([5] + [4] * 8, 3) == 5
    assert automatic_bar([2] * 11 + [1] * 4, 7) == 2
    assert automatic_bar([3] * 7 + [2] * 12, 7) == 3  # one too few, one too many, 7 and 19: the fewer
    assert automatic_bar([3] * 6 + [2] * 13, 7) == 2  # two too few, one too many
    assert automatic_bar([], 5) == STRONGEST


def test_in_5_rounds_a_number_inside_the_table_goes_before_a_nearer_one_outside() -> None:
    """6 to 12: 6 is inside, 13 is one too many; where 5 and 13 are both one off, 13 is nearer the upper end."""
    assert automatic_bar([3] * 6 + [2] * 7, 5) == 3
    assert automatic_bar([3] * 7 + [2] * 4, 5) == 2  # 7 and 11
    assert automatic_bar([3] * 5 + [2] * 8, 5) == 2


def test_the_table_of_players_at_or_above_the_bar() -> None:
    """BGA 4.2; below three rounds 2^rounds, over ten as ten."""
    assert {rounds: bar_table(rounds) for rounds in range(1, 13)} == {
        1: (2, 2), 2: (4, 4), 3: (4, 8), 4: (5, 10), 5: (6, 12), 6: (7, 15), 7: (8, 18), 8: (9, 22), 9: (10, 26),
        10: (11, 30), 11: (11, 30), 12: (11, 30),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("count", "rounds", "verdict"),
    [(5, 5, "fewer than 6"), (6, 5, INSIDE), (12, 5, INSIDE), (13, 5, "more than 12"), (32, 5, "more than 12"),
     (33, 5, "more than 32: several players may win all games"),
     (0, 2, "fewer than 1"), (1, 2, INSIDE), (4, 2, INSIDE),
     (5, 2, "more than 4: several players may win all games"), (3, 3, "fewer than 4")],
)  # fmt: skip
def test_the_verdict_on_a_bar(count: int, rounds: int, verdict: str) -> None:
    assert bar_verdict(count, rounds) == verdict


def test_bars_are_counted_from_the_highest_rank() -> None:
    assert list(players_at_each_bar([1, 3, 1, 2]).items()) == [(3, 1), (2, 2), (1, 4)]


def test_the_lot_behind_rank_and_rating_is_that_of_the_seed_and_the_player() -> None:
    """The seed of the first draw is kept, even if another is set later."""
    t = tournament("1d", seed=1)
    assert sort_key(t.players[0], t.settings) == (0, 2100, 8_984_920_125_532_429_811)
    later = replace(t.settings, seed=9, decided=DecidedSettings(scheme="rank", seed="1"))
    assert sort_key(t.players[0], later) == sort_key(t.players[0], t.settings)
    undecided = replace(t.settings, seed=9)
    assert sort_key(t.players[0], undecided)[:2] == (0, 2100)
    assert sort_key(t.players[0], undecided) != sort_key(t.players[0], later)
    by_rating = replace(t.settings, start=replace(t.settings.start, sorted_by="rating"))
    assert sort_key(t.players[0], by_rating)[:2] == (2100, 0)


@pytest.mark.parametrize(("scheme", "start"), [("rank", 7), ("", 7), ("swiss", 2)])
def test_what_was_decided_for_another_scheme_does_not_count(scheme: str, start: int) -> None:
    t = tournament("3d", start__bar="3d", start__zero="1d")
    settings = replace(t.settings, decided=DecidedSettings(scheme=scheme, zero_shift="5"))
    assert start_scores(t.players, settings).half_points == {"a": 2 * start}


def test_boundaries_are_written_as_rank_rating_and_lot_whatever_comes_first_in_the_order() -> None:
    by_rank = tournament("1d").settings
    by_rating = tournament("1d", start__sorted_by="rating").settings
    for key, settings in (((2, 2315, 77), by_rank), ((2315, 2, 77), by_rating)):
        assert write_boundary(key, settings) == "3d 2315 77"
        assert read_boundary("3d 2315 77", settings) == key


def test_one_band_gives_everybody_the_same() -> None:
    assert starts("1d 1k 9k", start__scheme="bands", start__bands=["7d-1d"]) == [0, 0, 0]


@pytest.mark.parametrize("scheme", ["rank", "regular", "bands", "swiss"])
def test_nobody_entered_needs_no_start_score(scheme: str) -> None:
    settings = tournament("1d", start__scheme=scheme, start__bands=["7d-1d"], start__zero="20k").settings
    assert start_scores((), settings) == StartScores({}, frozenset(), 0)


def test_the_zero_at_the_top_is_the_bar_even_if_nobody_stands_there() -> None:
    assert starts("3d 2d", start__bar="5d", start__zero="top") == [-2, -3]


def test_where_all_entries_are_preliminary_they_decide() -> None:
    t = tournament("3d 1k", start__zero="bottom", start__bar="none")
    for player in "ab":
        t = with_player(t, player, status=Status.PRELIMINARY)
    assert start_scores(t.players, t.settings).half_points == {"a": 6, "b": 0}


def test_preliminary_entries_do_not_move_the_bar() -> None:
    t = tournament("3d 3d 3d 2d 2d 2d 2d 1d 1d", rounds=3)
    before = score(t).top
    for player in "abc":
        t = with_player(t, player, status=Status.PRELIMINARY)
    assert before == {"a", "b", "c", "d", "e", "f", "g"}
    assert score(t).top >= {"d", "e", "f", "g", "h", "i"}


def test_a_weak_player_in_the_supergroup_starts_above_the_bar_too() -> None:
    t = tournament("3d 10k", start__bar="3d", start__supergroup=["b"])
    given = start_scores(t.players, t.settings)
    assert (given.half_points["a"] / 2, given.half_points["b"] / 2) == (2, 3)
    assert given.top == {"a", "b"}


def test_the_supergroup_of_a_field_in_groups_starts_above_the_first_group() -> None:
    t = tournament("4d 3d 2d 1d", start__scheme="regular", start__group_size=2, start__supergroup=["d"])
    given = start_scores(t.players, t.settings).half_points
    assert given["d"] == given["a"] + 2


def test_the_supergroup_starts_above_the_bar_even_if_nobody_stands_there() -> None:
    assert starts("3d 2d", start__bar="5d", start__supergroup=["a"]) == [5, 1]
    assert starts("3d 2d 1d", start__bar="none", start__supergroup=["b"]) == [2, 3, 0]


@pytest.mark.parametrize(
    ("settings", "expected"),
    [({"start__scheme": "swiss"}, [0, 1, 0]),
     ({"start__scheme": "regular", "start__group_size": 2}, [1, 2, 0]),
     ({"start__scheme": "bands", "start__bands": ["3d-2d", "1d-5k"]}, [1, 2, 0])],
)  # fmt: skip
def test_the_supergroup_starts_above_the_top_group_of_every_scheme(
    settings: dict[str, object], expected: list[int]
) -> None:
    """Rules, section 1: the top group takes the place of "at or above the bar" in every rule, supergroup too."""
    assert starts("3d 2d 1d", start__supergroup=["b"], **settings) == expected


@pytest.mark.parametrize("decided", [False, True])
def test_the_zero_at_the_top_is_the_bar_not_the_supergroup(decided: bool) -> None:
    from mcmahon.model.placing.start_groups import with_decisions

    t = tournament("4d 4d 3d 3d 2d 2d 1d 1d", rounds=3, start__zero="top", start__supergroup=["a"])
    t = with_player(t, "b", correction=1)
    if decided:
        t = with_decisions(t)
    given = start_scores(t.players, t.settings).half_points
    assert [given[p] / 2 for p in "abc"] == [1, 1, 0]


@pytest.mark.parametrize(
    "settings",
    [{"start__bar": "none"}, {"start__scheme": "regular", "start__group_size": 1},
     {"start__scheme": "bands", "start__bands": ["2d-2d", "1d-1d", "1k-1k", "2k-2k"]}],
)  # fmt: skip
def test_the_zero_at_the_bottom_is_the_lowest_band_whoever_is_corrected(settings: dict[str, object]) -> None:
    t = with_player(tournament("2d 1d 1k 2k", start__zero="bottom", **settings), "d", correction=-1)
    given = start_scores(t.players, t.settings).half_points
    assert [given[p] / 2 for p in "abcd"] == [3, 2, 1, -1]
