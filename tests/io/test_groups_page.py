"""The page of groups: each group placed by its own games, everybody against everybody; behind them the final."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from builders import make_pages, played, tournament
from mcmahon.model.placing.sections import group_tables
from mcmahon.model.placing.start_groups import with_decisions
from mcmahon.model.tournament.tournament import Tournament

RANKS = "8d 7d 6d 5d 4d 3d 2d 1d"


def groups(**settings: object) -> Tournament:
    """Eight players in groups A (a, d, e, h) and B (b, c, f, g), two finalists of each."""
    t = tournament(RANKS, "round-robin", rounds=6, groups__number=2, groups__finalists=2, **settings)
    return with_decisions(t)


def tables(page: str) -> list[list[list[str]]]:
    """The lines of the tables of a page, their cells as texts."""
    rows = [re.findall(r"<tr>(.*?)</tr>", body, re.S) for body in re.findall(r"<tbody>(.*?)</tbody>", page, re.S)]
    return [
        [
            [" ".join(re.sub(r"<[^>]+>", " ", c).split()) for c in re.findall(r"(?s)<t[dh][^>]*>(.*?)</t[dh]>", row)]
            for row in own
        ]
        for own in rows
    ]


def test_a_group_has_its_own_places_and_games() -> None:
    """By hand: d beats a and e; a and e have both beaten h, and share second place; h has lost twice."""
    t = played(played(groups(), "a+h d+e b+g c+f"), "d+a e+h b+f c+g")
    pages = make_pages(t)
    first, second = tables(pages["groups.html"])
    assert [row[:2] for row in first] == [["1", "1"], ["2", "2"], ["3", "2"], ["4", "4"]], "line, place"
    assert [row[2].split()[1] for row in first] == ["5d", "8d", "4d", "1d"]
    assert [row[3:8] for row in first] == [
        ["", "+", "+", "", "2"],
        ["−", "", "", "+", "1"],
        ["−", "", "", "+", "1"],
        ["", "−", "−", "", "0"],
    ]
    assert [row[2].split()[1] for row in second] == ["7d", "6d", "3d", "2d"]
    assert pages["index.html"].count('href="groups.html"') == 2, "in the menu, and as a door"


@pytest.mark.slow
def test_missing_results_and_forfeits_have_their_signs() -> None:
    page = make_pages(played(groups(), "a+h! d?e b+g c+f"))["groups.html"]
    cells = [cell for row in tables(page)[0] for cell in row]
    assert {"+!", "−!", "?"} <= {*cells}
    assert "Provisional" in page


def test_the_final_has_a_table_of_its_own_games_once_it_has_begun() -> None:
    t = groups(groups__carry_over="nothing")
    for line in ("a+h d+e b+g c+f", "a+d e+h b+f c+g", "a+e d+h b+c f+g"):
        t = played(t, line)
    decided = replace(t.settings.decided, finalists=("a", "d", "b", "c"))
    t = replace(t, settings=replace(t.settings, decided=decided))
    assert [one.letter for one in group_tables(t, 3)] == ["A", "B"]
    t = played(t, "a+c d+b e+g f+h")
    final, *rest = group_tables(t, 4)
    assert (final.letter, final.first, final.last) == ("", 4, 4)
    assert [row.player.id for row in final.rows][:2] == ["a", "d"]
    assert sum(game is not None for games in final.games for game in games) == 4, "two games, each seen twice"
    assert [one.last for one in rest] == [3, 3], "the groups are over"
    assert len(tables(make_pages(t)["groups.html"])) == 3


def test_without_groups_and_before_their_first_round_there_is_no_such_page() -> None:
    assert "groups.html" not in make_pages(played(tournament("3d 2d"), "a+b"))
    assert "groups.html" not in make_pages(groups())
