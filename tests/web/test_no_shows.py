"""A no-show and a late guest on the desk: clicks counted, and nothing changed but what the card says."""

from __future__ import annotations

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.model.placing.scores import score
from mcmahon.model.tournament.games import Game, Round
from mcmahon.model.tournament.person import Status
from mcmahon.model.tournament.tournament import Tournament

from .conftest import Opened
from .congress import published

BASE = "/t/congress60/"


def now(opened: Opened) -> Tournament:
    return Desk(opened.folder / "congress60").read().tournament


@pytest.fixture
def running(opened: Opened) -> tuple[Opened, Round]:
    """Round 4 while it is played, with somebody who has the bye."""
    drawn = published(opened.folder)
    opened.post(f"{BASE}results", typed="1 w 3 b", round=4)
    assert drawn.byes
    return opened, now(opened).round(4)


def others(before: Round, after: Round, game: Game) -> bool:
    """Whether all other games are as they were, tables and results included."""
    return {*before} - {game} == {one for one in after if one.table != game.table}


def test_a_no_show_is_two_clicks_from_the_board_and_a_forfeit_leaves_the_rest(running: tuple[Opened, Round]) -> None:
    opened, before = running
    game = before.games[1]
    gone = now(opened).player(game.white).name
    page = opened.plain(f"{BASE}board?round=4&table=2")
    page.follow(f"{gone} is absent")
    assert "absent without excuse, 0 points" in page.text
    assert "absent, ½ point" in page.text
    page.press("Enter the forfeit")
    after = now(opened)
    forfeit = after.round(4).at_table(2)
    assert forfeit is not None
    assert (forfeit.result.value, forfeit.by_default) == ("black", True)
    assert others(before, after.round(4), game)
    assert f"Table 2: {after.player(game.black).name} wins by forfeit." in page.text
    assert after.player(game.white).enters(5)


@pytest.mark.parametrize(("unexcused", "points"), [("1", 0), ("", 1)])
def test_the_other_meets_the_bye_and_the_absence_counts_as_said(
    running: tuple[Opened, Round], unexcused: str, points: int
) -> None:
    """The gap is said on the card, so that taking it asks nothing more."""
    opened, before = running
    game = before.games[1]
    page = opened.plain(f"{BASE}repair?without={game.white}")
    assert " points apart" in page.text
    page.press("Use this repair", unexcused=unexcused)
    after = now(opened)
    drawn = after.round(4)
    met = drawn.game_of(game.black)
    assert met is not None
    assert met.opponent(game.black) == before.byes[0]
    assert others(before, drawn, game)
    assert score(after).entries[game.white][3].points == points
    assert f"Table {met.table}: " in page.text


def test_who_has_gone_home_is_out_of_the_later_rounds_with_the_same_click(running: tuple[Opened, Round]) -> None:
    opened, before = running
    for game, button in ((before.games[1], "Enter the forfeit"), (before.games[3], "Use this repair")):
        opened.plain(f"{BASE}repair?without={game.white}").press(button, withdraw="1")
        gone = now(opened).player(game.white)
        assert (gone.status, gone.enters(5)) == (Status.WITHDRAWN, False)


def test_the_rows_of_round_and_results_lead_there(running: tuple[Opened, Round]) -> None:
    opened, before = running
    game = before.games[1]
    chosen = opened.client.post(f"{BASE}round", data={"without": "1", "p": game.white}, follow_redirects=False)
    assert chosen.headers["location"] == f"{BASE}repair?without={game.white}"
    for table in (2, 1):
        links = opened.text(f"{BASE}results?round=4&all=1&table={table}")
        assert (f'repair?without={game.white}"' in links) is (table == 2), "a game with a result has been played"
    assert "is absent" not in opened.text(f"{BASE}board?round=3&table=2")


@pytest.mark.parametrize("where", ["entrants", "player", "round"])
def test_a_late_guest_plays_who_has_the_bye_by_one_button(running: tuple[Opened, Round], where: str) -> None:
    opened, before = running
    page = opened.plain(f"{BASE}entrants")
    page.press("Enter late", name="Later, Leo", rank="9k")
    guest = next(p for p in now(opened).players if p.name == "Later Leo")
    bye = now(opened).player(before.byes[0]).name
    if where != "entrants":
        page.go(f"{BASE}round" if where == "round" else f"{BASE}entrants/{guest.id}")
    page.press(f"Play {bye}, who has the bye")
    after = now(opened).round(4)
    game = after.game_of(guest.id)
    assert game is not None
    assert game.opponent(guest.id) == before.byes[0]
    assert {*after} == {*before, game}
    assert (after.draft, after.byes) == (False, ())
    assert "who has the bye" not in opened.text(f"{BASE}round")


def test_away_is_only_this_round_or_gone_home(opened: Opened) -> None:
    """In the row of the entrants and on the player's page; who has gone home may still miss one round only."""
    who = now(opened).entrants(4)[0].id
    page = opened.plain(f"{BASE}entrants")
    page.press_value("away", who)
    assert "only round 4" in page.text
    page.press_value("gone", who)
    assert now(opened).player(who).has_left
    page.press_value("only", who)
    assert [now(opened).player(who).enters(number) for number in (4, 5)] == [False, True]
    page.go(f"{BASE}entrants/{who}")
    page.press("Gone home")
    assert now(opened).player(who).has_left
    page.press("Plays all rounds to come")
    page.press("Only round 4", counts="unexcused")
    found = now(opened).player(who)
    assert (found.enters(4), found.enters(5), found.unexcused) == (False, True, {4})


def test_a_late_guest_with_the_name_of_another_is_entered_by_one_button(running: tuple[Opened, Round]) -> None:
    opened, _ = running
    name = now(opened).players[0].name
    page = opened.plain(f"{BASE}entrants")
    page.press("Enter late", code=422, name=name, rank="9k", club="Ulm")
    assert f"{name} is already registered" in page.text
    page.press("Enter another person of this name")
    namesakes = [p for p in now(opened).players if p.name == name]
    assert [p.rank_name for p in namesakes[1:]] == ["9k"]
    assert namesakes[1].club == "Ulm"
    assert "has no game in this round" in page.text or "Find a game" in page.text
