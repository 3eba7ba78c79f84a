"""The page of the standings: what decides stands first, empty columns do not stand, the final one names its winners."""

from __future__ import annotations

import re
from typing import Any

from builders import make_pages, played, tournament
from mcmahon.io.pages.contents.crosstable import firsts_of_groups, standing_rows, winners
from mcmahon.io.pages.site import Site
from mcmahon.model.tournament.tournament import Tournament


def after_two(**settings: Any) -> Tournament:
    t = played(tournament("3d 2d 1d 1k", start__bar="3d", **settings), "a+b c+d")
    return played(t, "a+c b+d")


def heads(t: Tournament) -> list[tuple[str, str]]:
    """Class and title of each column."""
    page = make_pages(t)["standings.html"]
    return re.findall(r'<th scope="col" class="([^"]*)">([^<]*)</th>', page)


def test_criteria_stand_in_the_order_in_which_they_place_and_the_first_is_emphasised() -> None:
    """MMS stands beside them where nobody is placed by it; a phone leaves out `beside` and `tie`."""
    assert heads(after_two(placing__order=["WINS", "SOS", "SODOS", "CUSP"]))[2:] == [
        ("g", "1"), ("g", "2"), ("n beside", "MMS"), ("n score", "Wins"), ("n", "SOS"), ("n tie", "SODOS"),
        ("n tie", "CUSP"),
    ]  # fmt: skip
    assert heads(after_two(placing__order=["SOS", "MMS"]))[4:] == [
        ("n beside", "Wins"), ("n score", "SOS"), ("n", "MMS"),
    ]  # fmt: skip


def test_the_numbers_stand_below_their_titles() -> None:
    (first, *_) = standing_rows(Site(after_two(placing__order=["WINS", "SOS", "MMS"])))
    assert [str(number) for number in first["numbers"]] == ["2", "3", "4"]
    assert first["beside"] == []


def test_a_comparison_that_nobody_needed_has_no_column() -> None:
    titles = [title for _, title in heads(after_two(placing__order=["MMS", "SOS", "SDC"]))]
    assert titles[-2:] == ["MMS", "SOS"]
    tied = [title for _, title in heads(played(tournament("1d 1d", placing__order=["MMS", "SDC"]), "a=b"))]
    assert tied[-2:] == ["MMS", "SDC"]


def test_units_stand_below_units_where_others_have_a_half() -> None:
    page = make_pages(played(tournament("3d 2d 1d", placing__order=["MMS"]), "a+b", byes="c"))["standings.html"]
    scores = re.findall(r'<td class="(n[^"]*score)">([^<]*)</td>', page)
    assert {("n whole score", "1"), ("n score", "½")} <= set(scores)


def test_numbers_below_zero_have_a_minus_sign_and_not_a_hyphen() -> None:
    pages = make_pages(played(tournament("1k 5k", placing__order=["MMS", "SOS"]), "a+b"))
    assert "\u22125" in pages["round-1.html"]
    for file in ("standings.html", "round-1.html", "players.html", "player-2.html", "wall-standings.html"):
        assert not re.search(r">-\d|\d-<", pages[file]), file


def test_final_standings_say_so_and_show_the_winners() -> None:
    pages = make_pages(after_two(rounds=2, placing__order=["WINS", "SOS"]))
    for file in ("standings.html", "index.html", "wall-standings.html"):
        assert "Final standings" in pages[file], file
    for file in ("standings.html", "index.html"):
        (podium,) = re.findall(r'<ol class="podium">(.*?)</ol>', pages[file], re.DOTALL)
        assert re.findall(r'class="place">(\d+)<', podium) == ["1", "2", "2"]
        assert re.findall("<bdi>(.*?)</bdi>", podium)[0] == "Player-a"
        assert "2 wins" in podium
        assert "1 win<" in podium


def test_standings_are_not_final_while_a_round_or_a_result_is_to_come() -> None:
    unfinished = played(played(tournament("3d 2d", rounds=2), "a+b"), "b?a")
    for t in (after_two(rounds=3), unfinished):
        pages = make_pages(t)
        assert "Final standings" not in pages["standings.html"] + pages["index.html"]
        assert 'class="podium"' not in pages["standings.html"] + pages["index.html"]


def test_nobody_is_a_winner_where_many_share_the_place() -> None:
    t = played(tournament("1d " * 8, rounds=1, placing__order=["MMS"]), "a=b c=d e=f g=h")
    assert not winners(Site(t), standing_rows(Site(t)))
    assert "Final standings" in make_pages(t)["index.html"]


def test_the_first_of_each_start_group_is_named_below_the_winners() -> None:
    """Groups of three or more, the winner's aside; those who share the first place of a group are all named."""
    t = tournament("3d 3d 3d 1d 1d 1d 5k", rounds=1, start__bar="3d", placing__order=["MMS"])
    t = played(t, "a+b c+d e+f", byes="g")
    assert [(ranks, [p.name for p in people]) for ranks, people in firsts_of_groups(Site(t))] == [("1d", ["Player-e"])]
    assert "First in each start group" in make_pages(t)["standings.html"]
    assert firsts_of_groups(Site(played(tournament("3d 3d 3d 1d 1d 1d", rounds=2), "a+b c+d e+f"))) == []
