"""Pages of a team event: boards with who sits there, scores of matches, everybody's own games; nothing private."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from builders import make_pages, member
from mcmahon.io.pages.contents.rounds import match_boards, score_of
from mcmahon.io.pages.site import Site
from mcmahon.model.tournament.person import Status
from mcmahon.model.tournament.tournament import Tournament
from team_events import changed, match, matched, team, teams


def event() -> Tournament:
    """Four teams, two of four boards played at the first table; the second of `c` has no opponent."""
    four = teams(team("a", "2d 1d"), team("b", "2d 1d"), team("c", "2d 1d"), team("d", "3d"), boards=2)
    return matched(four, "a-b wb", "c-d b")


def plain(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", page).replace("&nbsp;", " ").split())


@pytest.mark.slow
def test_a_round_shows_matches_with_their_boards() -> None:
    page = plain(make_pages(event())["round-1.html"])
    assert "1.2 a2 1d ✓ b2 1d 1–0" in page, "the people of a team stay on its side, whatever their colours"
    assert "2.2 c2 1d ✓ nobody 1–0!" in page
    assert "2–0" in page


def test_the_score_of_a_match_runs() -> None:
    t = matched(teams(team("a", "2d 1d"), team("b", "2d 1d"), boards=2), "a-b w")
    game = match(t, 1)
    assert (score_of(game, "a"), score_of(game, "b")) == ("1–0", "0–1")
    assert "1–0" in plain(make_pages(t)["round-1.html"])
    assert score_of(match(matched(t.before(1), "a-b"), 1), "a") == "", "nothing before the first result"


def test_boards_are_turned_to_the_side_that_is_asked_for() -> None:
    site = Site(event())
    game = match(event(), 1)
    ours, theirs = match_boards(site, game), match_boards(site, game, 1)
    assert [[m.name if m else "" for m in b.people] for b in ours] == [["a1", "b1"], ["a2", "b2"]]
    assert [b.colours for b in ours] == [("White", "Black"), ("Black", "White")]
    assert [b.result for b in ours] == ["1–0", "1–0"]
    assert [b.result for b in theirs] == ["0–1", "0–1"]
    assert [b.won for b in theirs] == [(False, True), (False, True)]


def test_everybody_has_standings_that_lead_to_the_page_of_the_team() -> None:
    pages = make_pages(event())
    page = pages["people.html"]
    assert 'href="player-1.html#m2"' in page
    assert "a2 1d Team a" in plain(page)
    assert 'id="m2"' in pages["player-1.html"]
    assert 'href="people.html"' in pages["index.html"]
    assert "Place 1 of 4 teams" in plain(pages["player-1.html"])


def test_the_page_of_a_team_has_its_boards() -> None:
    page = plain(make_pages(event())["player-2.html"])
    assert "1 1.1 b1 2d a1 2d 0–1" in page
    assert "lost 0–2" in page


def test_a_drawn_match_has_its_score_and_is_no_jigo() -> None:
    page = plain(
        make_pages(matched(teams(team("a", "2d 1d"), team("b", "2d 1d"), boards=2), "a-b ww"))["player-1.html"]
    )
    assert re.search(r"Team b \d[dk] 1–1", page)
    assert "jigo" not in page


def test_lists_on_the_door_name_people_with_their_boards() -> None:
    pages = make_pages(event())
    page = plain(pages["round-1-names.html"])
    assert "a2 1d Team a table 1.2" in page
    assert "d1 3d Team d table 2.1" in page
    assert "a2" in pages["wall-names.html"]
    assert "2–0" in pages["wall.html"]


def test_slips_have_a_line_for_each_board() -> None:
    page = make_pages(event())["round-1-slips.html"]
    assert page.count('class="slip match"') == 2
    assert "2 c2 1d won even, komi 6.5 nobody won" in plain(page)


def test_a_substitute_is_named_at_the_board() -> None:
    t = teams(team("a", "2d 1d", "s1 4k"), team("b", "2d 1d"), boards=2)
    t = matched(changed(changed(t, "a", "s1", rounds=None), "a", "a2", rounds=frozenset({2})), "a-b")
    assert "1.2 s1 4k b2 1d" in plain(make_pages(t)["round-1.html"])
    assert "Round 1: s1 for a2" in plain(make_pages(t)["player-1.html"])


def test_pins_groups_and_teams_that_have_left_are_on_no_page() -> None:
    secret = member("zz 1d", pin="99887766", groups=("Clan Zorn",))
    away = team("x", "3d", status=Status.PRELIMINARY), team("xx", "3d", rounds=frozenset())
    t = teams(team("a", "2d 1d"), team("b", "2d 1d"), *away, boards=2)
    own = t.player("a")
    t = matched(t.with_players([replace(own, members=(own.members[0], secret))]), "a-b")
    for name, page in make_pages(t).items():
        assert "99887766" not in page, name
        assert "Clan Zorn" not in page, name
        assert "x1" not in plain(page), name
        assert "xx1" not in plain(page), name


def test_boards_are_counted_that_have_no_result_as_at_the_desk() -> None:
    """Of two matches two boards are open: at the first table none, at the second both."""
    four = teams(team("a", "2d 1d"), team("b", "2d 1d"), team("c", "2d 1d"), team("d", "3d 2d"), boards=2)
    page = plain(make_pages(matched(four, "a-b wb", "c-d"))["index.html"])
    assert "2 results missing" in page
    assert "2 missing" in page
