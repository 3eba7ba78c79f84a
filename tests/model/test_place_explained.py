"""Every reason that a line of an explanation can have, and what decided against the neighbours."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, tournament, with_player
from mcmahon.model.errors import InputError
from mcmahon.model.placing.standings import standings
from mcmahon.model.reasons.place_explained import CriterionExplained, PlaceExplained, explain_place
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.person import Status
from mcmahon.model.tournament.tournament import Tournament


def explained(t: Tournament, player: str) -> PlaceExplained:
    return explain_place(standings(t), t.player(player))


def criterion(t: Tournament, player: str, name: str) -> CriterionExplained:
    return next(c for c in explained(t, player).criteria if c.name == name)


def test_a_sum_is_printed_with_its_terms() -> None:
    t = tournament("1d 1k 2k", preset="german", rounds=2, start__bar="none", start__zero="1d")
    t = played(played(t, "a+b", absent="c"), "a=c", absent="b")
    assert str(criterion(t, "a", "MMS")) == "MMS 1½ = start 0 + 1 + ½"
    assert str(criterion(t, "a", "SOS")) == "SOS -1½ = -½ - 1"
    assert criterion(t, "a", "SOS").doc == "sum of opponents' scores"
    assert criterion(t, "a", "SOS").notes == ()


def test_an_empty_round_says_why_and_what_it_counts() -> None:
    """Rules, section 7: "SOS 41 = 9 + 8 + …; round 3 absent: own start 7"."""
    t = tournament("2k 1d 1d", preset="bga", start__bar="none", placing__order=["MMS", "SOS", "SOSOS", "SODOS"])
    t = played(played(played(t, "b+c", absent="a"), "b+c", byes="a"), "b+c", unpaired="a")
    assert criterion(t, "a", "SOS").notes == (
        "round 1, absent: own start -2",
        "round 2, bye: own start -2",
        "round 3, entered, but without a game: own start -2",
    )
    assert criterion(t, "a", "SOSOS").notes[0] == "round 1, absent: own SOS -6"
    assert criterion(t, "a", "SODOS").notes[0] == "round 1, absent: nothing 0"


def test_points_added_up_and_rounded_down_say_so() -> None:
    t = tournament("1d 1d 1d", preset="bga")
    t = played(played(t, "b+c", absent="a"), "b+c", absent="a")
    assert str(criterion(t, "a", "MMS")) == "MMS 1 = start 0 + 0 + 1"
    assert criterion(t, "a", "MMS").notes == (
        "round 1, absent: ½, rounded down in the total: 0",
        "round 2, absent: ½, rounded down in the total: 1",
    )


def test_a_bye_rounded_down_says_so_in_scorex_too() -> None:
    t = played(tournament("1d 1d 1d", preset="egf", placing__order=["SCOREX"]), "a+b", byes="c")
    assert criterion(t, "c", "SCOREX").notes == ("round 1, bye: ½, rounded down in the total: 0",)


def test_what_is_no_sum_of_points_is_not_rounded_down() -> None:
    """A bye of half a point that is no win: 0 of WINS is all there is to it."""
    t = played(tournament("1d 1d 1d", placing__order=["WINS"]), "a+b", byes="c")
    assert criterion(t, "c", "WINS").notes == ("round 1, bye: 0",)


def test_wins_rounded_down_say_so() -> None:
    own = {"points__bye_wins": 0.5, "placing__order": ["WINS"]}
    t = played(tournament("1d 1d 1d", preset="egf", **own), "a+b", byes="c")
    assert criterion(t, "c", "WINS").notes == ("round 1, bye: ½, rounded down in the total: 0",)


def test_a_rating_that_nobody_registered_says_so() -> None:
    t = with_player(tournament("1d 1d", placing__order=["RATING"]), "a", rating_is_derived=True)
    assert criterion(t, "a", "RATING").notes == ("none was registered: it is the middle of the rank",)
    assert criterion(t, "b", "RATING").notes == ()


def test_a_running_sum_begins_at_the_start_score() -> None:
    t = tournament("3k 3k 3k", start__bar="none", placing__order=["CUSS"])
    t = played(played(t, "b+c", absent="a"), "b+c", absent="a")
    assert str(criterion(t, "a", "CUSS")) == "CUSS -5 = -3 - 2"
    assert criterion(t, "a", "CUSS").notes == ("round 1, absent: adds nothing; total -3", "round 2, absent: total -2")


def test_an_empty_round_in_sososw_may_count_the_own_sosw() -> None:
    t = tournament("1d 1d 1d", start__bar="none", rounds=2, placing__order=["SOSOSW"])
    t = played(played(t, "b+c", absent="a"), "a+b", byes="c")
    assert criterion(t, "a", "SOSOSW").notes == ("round 1, absent: own SOSW 1",)


def test_default_games_are_named_and_count_or_not() -> None:
    t = played(tournament("1d 1d 1d 1d", start__bar="none"), "a+b! c+d")
    assert criterion(t, "a", "SOS").notes == ("round 1, won against Player-b (b) by forfeit: 0",)
    assert criterion(t, "b", "SOS").notes == ("round 1, lost to Player-a (a) by forfeit: 1",)
    assert criterion(t, "a", "CUSP").notes == ("round 1, won against Player-b (b) by forfeit: adds nothing; total 0",)
    left_out = played(tournament("1d 1d", start__bar="none", placing__default_games=False), "a+b!")
    assert criterion(left_out, "a", "SOS").notes == ("round 1, won against Player-b (b) by forfeit: own start 0",)


def test_an_adjusted_opponent_says_what_it_would_have_counted() -> None:
    t = tournament("1d 1d 1d", preset="aga", rounds=2)
    t = played(played(t, "a+b", byes="c"), "b+c", absent="a")
    notes = criterion(t, "a", "SOS-N").notes
    assert notes == ("round 2, absent: the mean of the other rounds 1",)
    assert criterion(t, "b", "SOS-N").notes == (
        "round 2, won against Player-c (c): counts ½, not 1 (half a point for each round not played): ½",
    )


@pytest.mark.parametrize("name", ["SOS", "SODOS", "SOSW", "SODOSW", "SODOS-N"])
def test_every_sum_that_takes_adjusted_scores_says_so(name: str) -> None:
    """c has scored the bye, which counts a half instead of a whole point, and lost to b."""
    t = tournament("1d 1d 1d", preset="aga", rounds=2, placing__opponents_unplayed="half", placing__order=[name])
    t = played(played(t, "a+b", byes="c"), "b+c", absent="a")
    of_defeated = name in ("SODOS", "SODOS-N")
    half, one = ("30½", "31") if of_defeated else ("½", "1")
    assert criterion(t, "b", name).notes[-2 if of_defeated else -1] == (
        f"round 2, won against Player-c (c): counts {half}, not {one} (half a point for each round not played): {half}"
    )


def test_a_handicap_is_shown_where_it_corrects() -> None:
    t = tournament("1d 4k", preset="opengotha", start__bar="none", start__zero="1d")
    t = t.with_round(Round(1, (Game(1, "a", "b", handicap=3, result=Result.WHITE),)))
    won, lost = "round 1, won against Player-b (b), giving 3 stones", "round 1, lost to Player-a (a), taking 3 stones"
    assert criterion(t, "a", "SOS").notes == (f"{won}: -4 + 3 for the handicap: -1",)
    assert criterion(t, "b", "SOS").notes == (f"{lost}: 1 - 3 for the handicap: -2",)
    t = replace(t, settings=replace(t.settings, placing=replace(t.settings.placing, order=("MMS", "SODOS"))))
    scale = "scores count from 30 kyu = 0"
    assert criterion(t, "a", "SODOS").notes == (f"{won}: 26 + 3 for the handicap: 29", scale)
    assert criterion(t, "b", "SODOS").notes == (scale,), "a game lost adds nothing, whatever the handicap"
    jigo = t.with_round(Round(1, (Game(1, "a", "b", handicap=3, result=Result.JIGO),)))
    note = "round 1, jigo with Player-b (b), giving 3 stones: 26½ + 3 for the handicap; half of it: 14¾"
    assert criterion(jigo, "a", "SODOS").notes == (note, scale)
    assert explained(t, "b").rounds == ("round 1: lost to Player-a (a), taking 3 stones",)
    assert explained(t, "a").rounds == ("round 1: won against Player-b (b), giving 3 stones",)


def test_dropped_terms_are_named() -> None:
    t = tournament("1d 1d 1d 1d", rounds=2, placing__order=["MMS", "SOS-1", "SOS-MEDIAN"])
    t = played(played(t, "a+b c+d"), "a+c b+d")
    assert str(criterion(t, "a", "SOS-1")) == "SOS-1 1 = 1"
    assert criterion(t, "a", "SOS-1").notes == ("round 1 dropped: 1",)
    assert criterion(t, "a", "SOS-MEDIAN").notes == ("round 1 dropped: 1", "round 2 dropped: 1")


def test_a_missing_result_and_a_game_without_result_are_named() -> None:
    t = tournament("1d 1d 1d 1d")
    t = t.with_round(Round(1, (Game(1, "a", "b"), Game(2, "c", "d", result=Result.VOID))))
    assert explained(t, "a").rounds == ("round 1: result not known yet, against Player-b (b)",)
    assert explained(t, "c").rounds == ("round 1: no result, against Player-d (d)",)
    assert criterion(t, "a", "MMS").notes == ("round 1, result not known yet, against Player-b (b): 0",)
    assert criterion(t, "c", "MMS").notes == ("round 1, no result, against Player-d (d): ½",)


def test_games_that_both_won_or_lost_are_named() -> None:
    t = tournament("1d 1d 1d 1d")
    games = (Game(1, "a", "b", result=Result.BOTH_LOSE, by_default=True), Game(2, "c", "d", result=Result.BOTH_WIN))
    t = t.with_round(Round(1, games))
    assert explained(t, "a").rounds == ("round 1: a loss for both, against Player-b (b) by forfeit",)
    assert explained(t, "c").rounds == ("round 1: a win for both, against Player-d (d)",)


def test_where_no_round_counts_the_mean_is_the_own_start() -> None:
    t = tournament("3d 1d 1d", preset="aga", start__bar="none").with_round(Round(1, absent=("a", "b", "c")))
    assert criterion(t, "a", "SOS-N").notes == ("round 1, absent: own start 2",)
    assert criterion(t, "a", "SODOS-N").notes[0] == "round 1, absent: nothing 0"


def test_neighbours_are_decided_by_the_first_criterion_that_differs() -> None:
    t = tournament("1d 1d 1d 1d 1d 1d", rounds=2, placing__order=["MMS", "SOS"])
    t = played(played(t, "a+b c+d e+f"), "a+c b+e f+d")
    assert [(row.player.id, row.place) for row in standings(t).rows] == [
        ("a", 1), ("b", 2), ("c", 3), ("e", 3), ("f", 5), ("d", 6),
    ]  # fmt: skip
    assert explained(t, "a").neighbours == ("below: place 2, Player-b (b): MMS 1 against 2",)
    assert explained(t, "b").neighbours == (
        "above: place 1, Player-a (a): MMS 2 against 1",
        "below: place 3, Player-c (c): SOS 2 against 3, equal in MMS",
    )
    assert explained(t, "e").neighbours == (
        "shares place 3 with Player-c (c): equal in all criteria",
        "above: place 2, Player-b (b): SOS 3 against 2, equal in MMS",
        "below: place 5, Player-f (f): SOS 1 against 2, equal in MMS",
    )


def test_a_direct_comparison_names_the_tied_and_their_games() -> None:
    t = played(tournament("1d 1d 1d", placing__order=["START", "SDC", "DC"]), "b+a", absent="c")
    assert criterion(t, "a", "DC").notes == (
        "tied on the criteria before it: Player-b (b), Player-c (c)",
        "round 1 lost to Player-b (b)",
        "places are given from the bottom: the last one goes to a player who has beaten none of the others; "
        "if there are several, later criteria decide",
    )
    assert (
        criterion(t, "a", "SDC").notes[-1]
        == "some of them have not met, or their game had no winner, so all count as equal"
    )
    circle = played(played(played(tournament("1d 1d 1d", placing__order=["START", "DC"]), "a+b"), "b+c"), "c+a")
    assert (
        "in a cycle of wins with Player-b, Player-c: wins inside it do not count" in criterion(circle, "a", "DC").notes
    )
    alone = played(tournament("1d 1d", placing__order=["MMS", "DC"]), "b+a")
    assert str(criterion(alone, "a", "DC")) == "DC –"
    assert criterion(alone, "a", "DC").notes == ("no player is tied on the criteria before it",)


def test_a_later_criterion_that_chose_in_a_direct_comparison_is_named() -> None:
    """b beat c; a has met neither, and is above both by rating."""
    t = tournament("3d 2d 1d", start__bar="1d", placing__order=["START", "DC", "RATING"])
    t = played(t, "b+c", absent="a")
    chosen = "DC 1 against 2, equal in START; no chain of wins connects the two, so a later criterion decided: RATING"
    assert explained(t, "a").neighbours == (f"below: place 2, Player-b (b): {chosen} 2200 against 2300",)
    assert explained(t, "c").neighbours == ("above: place 2, Player-b (b): DC 1 against 0, equal in START",)


def test_who_is_not_in_the_standings_is_an_error() -> None:
    t = with_player(tournament("1d 1d"), "b", status=Status.PRELIMINARY)
    with pytest.raises(InputError, match=r"Player-b \(b\) is not in the standings: status preliminary"):
        explain_place(standings(t), t.player("b"))
