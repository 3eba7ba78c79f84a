"""Pages for a wall: everybody on one of them, a turn in a minute, and a screen that never stays behind."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from builders import field, make_pages, played, tournament
from mcmahon.io.pages.contents.walls import BOARDS, NAMES, PLACES, TURN, Wall
from mcmahon.model.tournament.games import Game, Round

pytestmark = pytest.mark.slow


def turn(pages: dict[str, str], stem: str) -> list[tuple[str, int]]:
    """The pages that a screen shows until it is back at the first, with the seconds of each."""
    shown: list[tuple[str, int]] = []
    file = f"{stem}.html"
    while file not in [name for name, _ in shown]:
        found = re.search(r'content="(\d+); url=(\S+)"', pages[file])
        assert found is not None
        shown.append((file, int(found[1])))
        file = found[2]
    assert file == f"{stem}.html"
    return shown


def lines(page: str) -> int:
    return page.count("<li>")


@pytest.fixture(scope="module")
def large() -> dict[str, str]:
    return make_pages(field(451))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stem", "screens", "every"), [("wall", 5, 226), ("wall-names", 4, 451), ("wall-standings", 6, 451)]
)
def test_450_players_are_shown_in_a_minute(large: dict[str, str], stem: str, screens: int, every: int) -> None:
    """48 boards, 120 names or 78 places a screen."""
    shown = turn(large, stem)
    assert len(shown) == screens
    assert sum(seconds for _, seconds in shown) <= TURN
    assert min(seconds for _, seconds in shown) >= 10
    assert sum(lines(large[file]) for file, _ in shown) == every


@pytest.mark.parametrize(
    ("wall", "count", "pages", "shape"),
    [(BOARDS, 1, 1, (1, 1)), (BOARDS, 8, 1, (1, 8)), (BOARDS, 16, 1, (1, 16)), (BOARDS, 29, 1, (2, 15)),
     (BOARDS, 48, 1, (2, 24)), (BOARDS, 49, 2, (2, 25)), (NAMES, 12, 1, (1, 12)), (NAMES, 58, 1, (3, 20)),
     (NAMES, 120, 1, (4, 30)), (PLACES, 60, 1, (3, 20)), (PLACES, 79, 2, (3, 27)), (NAMES, 0, 1, (1, 1))],
)  # fmt: skip
def test_few_lines_stand_large_and_many_in_columns(wall: Wall, count: int, pages: int, shape: tuple[int, int]) -> None:
    assert wall.grid.pages(count) == pages
    assert wall.grid.of(count) == shape


def test_letters_fill_the_wall_where_names_are_short() -> None:
    """Six boards: larger letters than for names of any length, and less for longer ones; a line has no more height."""
    any_length = BOARDS.grid.letters(*BOARDS.grid.of(6))
    short, long = (BOARDS.grid.fitted(["Bo Li", name]) for name in ("Ann Moe", "Łęcka-Wojciechowska Ines Magdalena"))
    assert short.letters(*short.of(6)) > 1.3 * any_length
    assert long.letters(*long.of(6)) == any_length
    assert BOARDS.grid.fitted(["金子 一郎"]).wide < BOARDS.grid.fitted(["Ko Ichi"]).wide, "East Asian letters are wide"
    shown = make_pages(field(12))["wall-names.html"]
    assert "--columns:2;--rows:6" in shown


def test_no_screen_has_more_than_it_carries(large: dict[str, str]) -> None:
    for wall in (BOARDS, NAMES, PLACES):
        for file, _ in turn(large, wall.stem):
            found = re.search(r"--columns:(\d+);--rows:(\d+)", large[file])
            assert found is not None
            columns, rows = map(int, found.groups())
            assert lines(large[file]) <= columns * rows <= wall.grid.columns * wall.grid.rows


def test_a_wall_shows_the_last_round_whatever_was_shown_before() -> None:
    first = played(tournament("1d 1d 1d"), "a+b", byes="c")
    assert "Bye: <bdi>Player-c</bdi>" in make_pages(first)["wall.html"]
    assert "Bye: <bdi>Player-b</bdi>" in make_pages(played(first, "a+c", byes="b"))["wall.html"]


def test_a_screen_at_a_page_that_a_smaller_round_does_not_need_goes_back_to_the_first() -> None:
    """The second page of round 1 stays when round 2 needs one page: a screen may be turning to it."""
    t = field(100)
    assert [file for file, _ in turn(make_pages(t), "wall")] == ["wall.html", "wall-2.html"]
    later = make_pages(t.with_round(Round(2, (Game(1, "0", "99"),))))
    assert turn(later, "wall") == [("wall.html", 15)]
    assert 'url=wall.html"' in later["wall-2.html"]
    assert "Player0099" in later["wall-2.html"]


def test_a_wall_waits_for_the_first_round() -> None:
    pages = make_pages(tournament("1d 1d", event__round_times=["2026-05-01 10:00"]))
    assert "The pairings will be shown here." in pages["wall.html"]
    assert "Fri 1 May, 10:00" in pages["wall.html"]
    assert turn(pages, "wall") == [("wall.html", 15)]
    assert lines(pages["wall-standings.html"]) == 2


def test_names_on_the_wall_go_by_surname_and_say_table_and_colour() -> None:
    t = played(tournament("1d 1d 1d"), "c+a", byes="b")
    t = t.with_players([replace(p, surname={"a": "Zorn", "b": "Abel", "c": "Mai"}[p.id]) for p in t.players])
    page = make_pages(t)["wall-names.html"]
    assert re.findall("<bdi>(\\w+)</bdi><span", page) == ["Abel", "Mai", "Zorn"]
    mai = page[page.index("<bdi>Mai</bdi><span") :]
    assert mai.index('aria-label="White"') < mai.index('<b class="table">1</b>') < mai.index("Zorn")


def test_a_line_of_the_wall_is_crowded_only_if_both_names_need_its_room() -> None:
    assert not BOARDS.grid.crowds(["van der Berg Václav", "Kim Jun"])
    assert BOARDS.grid.crowds(["Fernández-Villanueva Maximilian", "Łęcka-Wojciechowska Ines"])
