"""A team event on the desk: its pages open, and boards are typed as `1.2 w`."""

from __future__ import annotations

import re
import shutil

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.pages import publish as publish_pages
from mcmahon.desk.rounds.next_round import Publish, draw, publish

from .conftest import INSTANCES, Opened


@pytest.fixture
def event(opened: Opened) -> Opened:
    """The event of eight teams with round 3 drawn and published."""
    shutil.copytree(INSTANCES / "teams8", opened.folder / "teams8")
    desk = Desk(opened.folder / "teams8")
    desk.do(draw, "draw")
    desk.do(lambda state: publish(state, Publish()), "publish")
    return opened


PAGES = ("", "entrants", "entrants/1", "results", "results?all=1", "round", "board?round=3&table=1", "standings",
         "standings/1", "log", "why?a=1&round=3", "settings", "repair?without=1", "publish")  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_pages_of_a_team_event_open(event: Opened, page: str) -> None:
    assert event.text(f"/t/teams8/{page}")


def test_the_result_of_a_board_is_typed(event: Opened) -> None:
    said = event.post("/t/teams8/results", typed="1.1 w, 1.2 b+", round=3)
    assert "Table 1.1:" in said
    game = Desk(event.folder / "teams8").read().tournament.round(3).games[0]
    assert [b.game.result.value for b in game.boards] == ["white", "black", "unknown"]
    said = event.post("/t/teams8/results", 422, typed="1 w", round=3)
    assert "follows from its boards" in said


def test_prizes_of_teams_and_of_their_people_stand_side_by_side(opened: Opened) -> None:
    """The best at board 1 with the team beside the name; the page to read out names everybody of the team."""
    shutil.copytree(INSTANCES / "teams8", opened.folder / "teams8")
    rows = {"prize": ["Team", "Board 1"], "list": ["", "board=1"], "thing": ["a cup", "a book"], "people": ["", "yes"]}
    sent: dict[str, object] = {"seen": str(Desk(opened.folder / "teams8").read().revision)}
    sent |= {f"cell-{title}": cells for title, cells in rows.items()}
    answer = opened.client.post("/t/teams8/prizes", data=sent)
    assert "The table has 2 prizes." in " ".join(answer.text.split())
    page = opened.text("/t/teams8/prizes").split("<bdi>Zaneira Greta</bdi>")[1]
    assert "Casterton" in page[:60]
    assert "Board 1: yes, at place 1 of its list." in opened.text("/t/teams8/prizes?why=Zaneira")
    read = opened.text("/t/teams8/prizes/read")
    assert "Zaneira Greta, Garrad Quentin" in re.sub("<[^>]*>|[\u2068\u2069]", "", read)
    opened.post("/t/teams8/prizes", announce=1, yes=1)
    publish_pages(Desk(opened.folder / "teams8").read(), opened.folder / "pages")
    page = " ".join((opened.folder / "pages" / "prizes.html").read_text(encoding="utf-8").split())
    assert 'href="player-3.html"><bdi>Zaneira Greta</bdi>' in page
