"""What a round gives, tie-breaks and standings."""

from __future__ import annotations

import re

import pytest
from builders import played, tournament, values, with_player
from mcmahon.model.placing.scores import histories, score
from mcmahon.model.placing.standings import standings
from mcmahon.model.placing.tie_breaks import value_text
from mcmahon.model.tournament.games import Game, Result, Round, parse_result, result_text
from mcmahon.model.tournament.tournament import Tournament


def points(t: Tournament) -> dict[str, float]:
    s = score(t)
    return {p: (s.mms(p) - s.start[p]) / 2 for p in s.start}


def test_win_loss_and_jigo_give_one_none_and_a_half() -> None:
    t = played(tournament("1d 1d 1d 1d"), "a+b c=d")
    assert points(t) == {"a": 1, "b": 0, "c": 0.5, "d": 0.5}


def test_a_default_win_is_a_point_and_both_lose_gives_none() -> None:
    t = played(tournament("1d 1d 1d 1d"), "a+b! c0d")
    assert points(t) == {"a": 1, "b": 0, "c": 0, "d": 0}
    assert histories(t)["a"].free_wins == 1
    assert histories(t)["b"].free_wins == 0


def test_no_result_gives_a_half_each() -> None:
    """Sensei's: no result ½ each."""
    t = tournament("1d 1d").with_round(Round(1, (Game(1, "a", "b", result=Result.VOID),)))
    assert points(t) == {"a": 0.5, "b": 0.5}


def test_a_missing_result_is_no_loss_and_makes_the_standings_provisional() -> None:
    t = played(tournament("1d 1d 1d 1d"), "a?b c+d")
    assert standings(t).provisional
    cells = {row.player.id: row.rounds[0] for row in standings(t).rows}
    assert cells["a"].endswith("?")
    assert cells["c"].endswith("+")


def test_standings_are_final_once_every_result_is_known() -> None:
    assert not standings(played(tournament("1d 1d 1d 1d"), "a+b c=d")).provisional
    assert standings(played(tournament("1d 1d"), "a?b")).provisional


def test_only_a_known_result_makes_a_game_played() -> None:
    """Rules, section 2: no result yet is not a loss; a default, and a game both lost, was not played."""
    t = played(tournament("1d 1d 1d 1d 1d 1d 1d 1d 1d"), "a+b c?d e+f! g0h", byes="i")
    assert {p for p, row in score(t).entries.items() if row[0].played} == {"a", "b"}


def test_scores_of_nobody_are_of_no_round() -> None:
    assert score(Tournament(tournament("1d").settings, ())).rounds == 0


@pytest.mark.parametrize(("rounds", "given"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_bga_gives_one_point_for_every_two_rounds_missed(rounds: int, given: int) -> None:
    """BGA 4.4: an extra McMahon point after every two rounds missed."""
    t = tournament("1d 1d 1d", preset="bga")
    for _ in range(rounds):
        t = t.with_round(Round(len(t.rounds) + 1, (), absent=("a",)))
    assert points(t)["a"] == given


def test_egf_rounds_down_absences_and_byes_together_and_bga_absences_only() -> None:
    egf = played(played(tournament("1d 1d 1d", preset="egf"), "b+c", byes="a"), "b+c", absent="a")
    bga = played(played(tournament("1d 1d 1d", preset="bga"), "b+c", byes="a"), "b+c", absent="a")
    assert (points(egf)["a"], points(bga)["a"]) == (1, 0.5)


def test_gerlach_keeps_the_half_point_of_a_missed_round() -> None:
    t = played(tournament("1d 1d 1d", preset="german"), "b+c", absent="a")
    assert points(t)["a"] == 0.5


def test_a_latecomer_gets_the_same_as_an_absentee() -> None:
    t = played(played(tournament("1d 1d 1d", preset="egf"), "b+c"), "b+c")
    assert points(t)["a"] == 1


def test_an_entrant_without_game_gets_nothing() -> None:
    t = played(tournament("1d 1d 1d", preset="german"), "b+c", unpaired="a")
    assert points(t)["a"] == 0


def test_a_round_without_a_game_has_no_board_and_no_default() -> None:
    t = played(tournament("1d 1d 1d", preset="german"), "", byes="a", absent="b", unpaired="c")
    for row in score(t).entries.values():
        assert (row[0].opponent, row[0].colour, row[0].handicap, row[0].by_default) == ("", 0, 0, False)
    assert score(t).entries["c"][0].wins == 0


def test_the_pairing_score_is_rounded_down_also_below_zero() -> None:
    t = played(tournament("1d 4k 1k 1k", start__bar="none"), "a=b c+d")
    assert [score(t).pairing_score(p) for p in "ab"] == [0, -4]


def test_by_lot_a_half_is_paired_up_or_down_anew_each_round_and_whole_points_as_they_are() -> None:
    """26 players have a bye (½), then a round without a game, then another bye; handicaps go by the score below."""
    t = tournament(" ".join(["4k"] * 26), start__bar="none", pairing__rounding="lot", preset="german", start__zero="1d")
    ids = [p.id for p in t.players]
    three = played(played(played(t, "", byes=" ".join(ids)), "", unpaired=" ".join(ids)), "", byes=" ".join(ids))
    of_round = [[score(three, k).pairing_score(p) for p in ids] for k in range(4)]
    assert of_round[0] == [-4] * 26
    assert of_round[3] == [-3] * 26
    for halves in of_round[1:3]:
        assert set(halves) == {-4, -3}
        assert 6 < halves.count(-3) < 20
    assert of_round[1] != of_round[2]
    assert [[score(three).pairing_score_after(p, k) for p in ids] for k in range(4)] == of_round
    assert {score(three, 1).raw_score(p) for p in ids} == {-4}


def test_half_points_that_count_are_neither_dropped_nor_drawn_and_handicaps_go_by_the_score_below() -> None:
    t = played(tournament("1d 4k 1k 1k", start__bar="none", pairing__rounding="half"), "a=b c+d")
    scores = score(t)
    assert [scores.pairing_score(p) for p in "abcd"] == [1, -7, 0, -2]
    assert [scores.paired_as(p) for p in "abcd"] == [1, -7, 0, -2]
    assert [scores.pairing_score_after(p, 0) for p in "abcd"] == [0, -8, -2, -2]
    assert [scores.raw_score(p) for p in "ab"] == [0, -4]
    past = histories(t)
    assert [(past[p].drawn_down, past[p].drawn_up) for p in "ab"] == [(1, 0), (0, 1)]
    down = tournament("1d 4k 1k 1k", start__bar="none")
    assert [score(played(down, "a=b c+d")).paired_as(p) for p in "abcd"] == [0, -8, 0, -2]


def three_rounds() -> Tournament:
    """Four 1 dans, all against all: a beats all, b beats c and d, c - d is jigo."""
    t = tournament("1d 1d 1d 1d", rounds=3)
    return played(played(played(t, "a+b c=d"), "a+c b+d"), "a+d b+c")


def test_tie_breaks_of_a_round_robin() -> None:
    t = three_rounds()
    assert values(t, "MMS") == {"a": 3, "b": 2, "c": 0.5, "d": 0.5}
    assert values(t, "WINS") == {"a": 3, "b": 2, "c": 0.5, "d": 0.5}
    assert values(t, "SOS") == {"a": 3, "b": 4, "c": 5.5, "d": 5.5}
    assert values(t, "SOS-1") == {"a": 2.5, "b": 3.5, "c": 5, "d": 5}
    assert values(t, "SOS-2") == {"a": 2, "b": 3, "c": 3, "d": 3}
    assert values(t, "SODOS") == {"a": 3 + 3 * 30, "b": 1 + 2 * 30, "c": 0.25 + 15, "d": 0.25 + 15}
    assert values(t, "SOSOS") == {"a": 15, "b": 14, "c": 12.5, "d": 12.5}
    assert values(t, "CUSS") == {"a": 6, "b": 3, "c": 1.5, "d": 1.5}
    assert values(t, "CUSP") == values(t, "CUSS")


def test_an_empty_round_counts_the_own_start_in_sos_and_nothing_in_a_swiss() -> None:
    """BGA 4.6: for each round missed add the player's own initial score."""
    t = played(tournament("1k 1d 1d", preset="bga", start__bar="none"), "b+c", absent="a")
    assert values(t, "SOS")["a"] == -1
    s = played(tournament("1k 1d 1d", preset="swiss"), "b+c", absent="a")
    assert values(s, "SOS")["a"] == 0


def test_sosos_counts_the_own_sos_for_an_empty_round() -> None:
    """BGA 4.6."""
    t = played(played(tournament("1d 1d 1d", preset="bga"), "b+c", absent="a"), "a+b", absent="c")
    s, so = values(t, "SOS"), values(t, "SOSOS")
    assert so["a"] == s["a"] + s["b"]


def test_cusp_leaves_out_free_points() -> None:
    """BGA 4.6: no free wins, no points gained by sleepers."""
    t = played(played(tournament("1d 1d 1d", preset="swiss"), "a+b", byes="c"), "c+b", absent="a")
    assert values(t, "CUSP") == {"a": 2, "b": 0, "c": 1}


def test_equal_players_share_a_place() -> None:
    t = three_rounds()
    assert [row.place for row in standings(t).rows] == [1, 2, 3, 3]
    assert [row.shares_place for row in standings(t).rows] == [False, False, False, True]


def test_game_columns_refer_to_lines_both_ways() -> None:
    """Gerlach: a column holds the opponent's line number and the sign of the result."""
    rows = standings(three_rounds()).rows
    assert rows[0].rounds == ("2+", "3+", "4+")
    assert rows[1].rounds[0] == "1-"
    assert rows[2].rounds[0] == "4="


def test_standings_after_an_earlier_round() -> None:
    t = three_rounds()
    assert standings(t, 1).after_round == 1
    assert [row.mms for row in standings(t, 1).rows] == [2, 1, 1, 0]


def test_a_draft_round_counts_for_nothing() -> None:
    from dataclasses import replace

    t = played(tournament("1d 1d"), "a+b")
    t = t.with_round(replace(t.rounds[0], draft=True))
    assert points(t) == {"a": 0, "b": 0}


@pytest.mark.parametrize(
    ("value_", "unit", "text"),
    [(25, 2, "12½"), (24, 2, "12"), (1, 2, "½"), (-1, 2, "-½"), (-5, 2, "-2½"), (-4, 2, "-2"), (0, 2, "0")]
    + [(1, 4, "¼"), (7, 4, "1¾"), (-1, 4, "-¼"), (-7, 4, "-1¾"), (-3, 4, "-¾")],
)
def test_values_are_printed_with_fractions(value_: int, unit: int, text: str) -> None:
    assert value_text(value_, unit) == text


@pytest.mark.parametrize("result", list(Result))
@pytest.mark.parametrize("by_default", [False, True])
def test_results_come_back_from_their_text(result: Result, by_default: bool) -> None:
    if by_default and result in (Result.UNKNOWN, Result.VOID):
        return
    assert parse_result(result_text(result, by_default)) == (result, by_default)


@pytest.mark.parametrize("text", ["{}+R", "{}+2.5", "{}+0,5", "{}+t", "{}+10", "{}", "{}+", " {}+f "])
def test_a_win_is_read_as_game_records_have_it(text: str) -> None:
    for letter, result in (("B", Result.BLACK), ("b", Result.BLACK), ("W", Result.WHITE), ("w", Result.WHITE)):
        assert parse_result(text.format(letter)) == (result, False)
        assert parse_result(f"{text.format(letter).strip()}!") == (result, True)


@pytest.mark.parametrize("text", ["2-0", "x", "1", "void!", "!", "b+x", "w+2.3", "b+-"])
def test_a_wrong_result_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        parse_result(text)


def test_floats_are_judged_by_the_scores_before_the_round() -> None:
    t = tournament("1d 1d 1d 1d 1k", start__bar="none")
    t = played(played(t, "a+b c+d", byes="e"), "a+d b+c", byes="e")
    past = histories(with_player(t, "e", club="x"))
    assert (past["a"].drawn_down, past["a"].drawn_up) == (1, 0)
    assert (past["d"].drawn_down, past["d"].drawn_up) == (0, 1)
    assert past["e"].byes == 2
    assert past["a"].opponents == {"b", "d"}
    assert (past["a"].colours, past["b"].colours, past["c"].colours) == (2, 0, 0)


def test_cusp_leaves_out_wins_by_default() -> None:
    t = played(tournament("1d 1d 1d 1d"), "a+b! c+d")
    assert values(t, "CUSP") == {"a": 0, "b": 0, "c": 1, "d": 0}
    assert values(t, "WINS")["a"] == 1


def test_default_games_may_be_left_out_of_all_sums_over_opponents() -> None:
    t = played(tournament("1d 1d 1d 1d", start__bar="none", placing__default_games=False), "a+b! c+d")
    assert values(t, "SOS") == {"a": 0, "b": 0, "c": 0, "d": 1}
    assert values(t, "SODOS")["a"] == 0
    assert values(t, "SOSOS")["a"] == values(t, "SOS")["a"]


@pytest.mark.parametrize("text", ["1 : 0", "1 - 0", "1 :0", " 1 – 0 "])
def test_blanks_around_the_stroke_of_a_result_say_nothing(text: str) -> None:
    assert parse_result(text) == (Result.WHITE, False)
