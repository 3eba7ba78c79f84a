"""A team event on the desk: its pages open, and boards are typed as `1.2 w`."""

from __future__ import annotations

import re
import shutil

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.files.publish_pages import publish as publish_pages
from mcmahon.desk.people.change_members import MemberLine, SetMembers, set_members
from mcmahon.desk.rounds.seat_teams import line_ups

from .conftest import INSTANCES, Opened
from .hall.builders import copied, publish_next


@pytest.fixture
def event(opened: Opened) -> Opened:
    """The event of eight teams with round 3 drawn and published."""
    publish_next(copied("teams8", opened.folder))
    return opened


PAGES = ("", "entrants", "entrants/1", "results", "results?all=1", "round", "board?round=3&table=1", "standings",
         "line-ups", "hall", "hall/slips", "standings/1", "log", "why?a=1&round=3", "settings", "repair?without=1",
         "print")  # fmt: skip


@pytest.mark.slow
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


def buttons(page: str) -> set[tuple[str, str]]:
    """The place and the result of each button that can be clicked."""
    found = re.findall(r"<button[^>]*>", page)
    said = [re.search(r'name="at ([^"]*)"\s+value="([^"]*)"', one) for one in found if "disabled" not in one]
    return {(one[1], one[2]) for one in said if one}


def test_every_board_has_its_buttons_and_the_match_its_score(event: Opened) -> None:
    page = event.text("/t/teams8/results")
    assert {("1.1", "1-0"), ("1.1", "0-1"), ("1.1", "jigo"), ("4.3", "0-1")} <= buttons(page)
    assert "<strong>12</strong> of 12 missing" in page
    event.post("/t/teams8/results", typed="1.1 w", round=3)
    said = event.post("/t/teams8/results", typed="1.2 w", round=3)
    assert "Table 1: Casterton – Alburg 1–1, 1 board open" in said
    assert "<b>1–1</b>" in said
    assert "Round 3: 2 of 12 results" in said


def test_a_board_is_corrected_after_a_yes_and_cleared(event: Opened) -> None:
    event.post("/t/teams8/results", typed="1.1 w", round=3)
    asked = event.post("/t/teams8/results", 409, typed="1.1 b", round=3)
    assert re.search(r"already has 1-0 \(.+ won\); 0-1 \(.+ won\) would replace it", asked)
    said = event.post("/t/teams8/results", typed="1.1 b", round=3, yes=1)
    assert re.search(r"0-1 \(.+ won\) instead of 1-0 \(.+ won\)", said)
    said = event.post("/t/teams8/results", typed="1.1 ?", round=3, yes=1)
    assert "<strong>12</strong> of 12 missing" in said


def test_the_number_of_a_table_opens_forfeits_of_the_match(event: Opened) -> None:
    page = event.text("/t/teams8/results?table=2")
    assert "Brookham wins by forfeit" in page
    assert 'value="2 1-1"' not in page, "a match is not won by both without its boards"
    said = event.post("/t/teams8/results", typed="2 0-1!", round=3)
    assert "Table 2: Fellside – Brookham 0–3, Brookham wins by forfeit" in said
    assert "White wins by forfeit" in event.text("/t/teams8/results?table=3.1")


def test_at_an_empty_seat_only_a_forfeit_can_be_clicked(event: Opened) -> None:
    page = event.text("/t/teams8/results?round=2&all=1")
    assert ("3.3", "1-0!") in buttons(page), "who sits there wins by forfeit"
    assert not {("3.3", "1-0"), ("3.3", "jigo"), ("3.3", "0-1")} & buttons(page)
    menu = event.text("/t/teams8/results?round=2&all=1&table=3.3")
    assert "Both win" not in menu
    assert "nobody (Black, Eastmere)" in menu


@pytest.fixture
def draft(opened: Opened) -> Opened:
    """The event of eight teams before round 3 is drawn."""
    shutil.copytree(INSTANCES / "teams8", opened.folder / "teams8")
    return opened


def seats(event: Opened, team: str, number: int = 3) -> list[str]:
    """Who sits at the boards of a team."""
    [found] = line_ups(Desk(event.folder / "teams8").read(), number, team).value
    return [m.id if m else "" for m in found.seats]


def test_before_the_draw_it_is_said_who_plays(draft: Opened) -> None:
    page = draft.text("/t/teams8/line-ups")
    assert "Line-ups of round 3" in page
    assert 'value="1.2" checked' in page
    answer = draft.client.post(
        "/t/teams8/line-ups", data={"round": "3", "team": "1", "plays": ["1.1", "1.3", "1.4"]}, follow_redirects=True
    )
    said = " ".join(answer.text.split())
    assert "Alburg: who plays in round 3 is saved." in said
    assert seats(draft, "1") == ["1.1", "1.4", "1.3"]
    assert "Garfeld Greta 11k is weaker than Pelnier Sami 4d" in said, "the order is said in words"


def test_after_the_draw_a_team_is_seated_by_hand(event: Opened) -> None:
    page = event.text("/t/teams8/line-ups")
    assert 'aria-label="Board 2 of Alburg"' in page
    fields = {"round": 3, "team": "1", "b1": "1.3", "b2": "1.2", "b3": "1.1"}
    said = event.post("/t/teams8/line-ups", 409, **fields)
    assert "is weaker than" in said
    assert "Yes, do it" in said
    said = event.post("/t/teams8/line-ups", yes=1, **fields)
    assert seats(event, "1") == ["1.3", "1.2", "1.1"]
    assert said.count("Move up by strength") == 1, "only the team whose order is not allowed"
    event.post("/t/teams8/line-ups", round=3, team="1", strength=1)
    assert seats(event, "1") == ["1.2", "1.1", "1.3"]
    event.post("/t/teams8/line-ups", yes=1, **fields)
    event.post("/t/teams8/line-ups", round=3, team="1", roster=1)
    assert seats(event, "1") == ["1.1", "1.2", "1.3"]


def test_a_board_that_was_played_keeps_its_people(event: Opened) -> None:
    event.post("/t/teams8/results", typed="1.1 w", round=3)
    fields = {"round": 3, "team": "1", "b1": "1.2", "b2": "1.1", "b3": "1.3", "yes": 1}
    assert "has a result, so who played there stays" in event.post("/t/teams8/line-ups", 422, **fields)
    assert seats(event, "1") == ["1.1", "1.2", "1.3"]


def test_a_match_without_boards_has_a_result_and_no_line_up(event: Opened) -> None:
    """Another program, or an edit by hand, may know the result of a match alone."""
    boards = event.folder / "teams8" / "rounds" / "1.boards.csv"
    lines = boards.read_text(encoding="utf-8").splitlines(keepends=True)
    boards.write_text("".join(line for line in lines if not line.startswith("1,")), encoding="utf-8")
    page = event.text("/t/teams8/line-ups?round=1")
    assert page.count("its boards are not known") == 2
    assert page.count("As registered") == 6, "a form for each of the other teams"
    said = event.post("/t/teams8/line-ups", 422, round=1, team="1", b1="1.1", b2="1.2", b3="1.3")
    assert "its boards are not known" in said


def test_somebody_unknown_cannot_be_seated(event: Opened) -> None:
    event.post("/t/teams8/line-ups", 422, round=3, team="1", b1="2.1", b2="1.2", b3="1.3")
    event.post("/t/teams8/line-ups", 422, round=3, team="nobody", b1="1.1")


def test_players_of_an_ordinary_event_have_no_line_ups(event: Opened) -> None:
    assert "only teams have line-ups" in event.text("/t/club16/line-ups", 422)


def test_one_board_of_a_match_is_changed_by_hand(event: Opened) -> None:
    page = event.text("/t/teams8/board?round=3&table=1")
    assert 'name="table" value="1.2"' in page
    event.post("/t/teams8/board", round=3, table="1.2", handicap=2, komi="6.5")
    match = Desk(event.folder / "teams8").read().tournament.round(3).games[0]
    assert [b.game.handicap for b in match.boards] == [0, 2, 0]
    black = match.boards[1].game.black
    event.post("/t/teams8/board", round=3, table="1.2", white=match.white, handicap=2)
    match = Desk(event.folder / "teams8").read().tournament.round(3).games[0]
    assert match.boards[1].game.white == black


def test_the_round_shows_who_sits_where(event: Opened) -> None:
    event.post("/t/teams8/results", typed="1.1 w", round=3)
    page = event.text("/t/teams8/round")
    assert '<bdi class="won">Zaneira Greta</bdi>' in page
    assert page.count('class="seats"') == 4


def test_the_standings_of_everybody(event: Opened) -> None:
    page = event.text("/t/teams8/standings?people=1")
    assert "Garfeld Greta" in page
    assert "By board" in page
    assert "standings/1.1?people=1" in page
    assert "<th>Team<" in page
    assert "Marlund Pavel" in event.text("/t/teams8/standings/1.1?people=1")
    assert "board 1" in event.text("/t/teams8/standings?people=1&by=board").casefold()


def test_slips_name_the_people_and_their_pins(event: Opened) -> None:
    desk = Desk(event.folder / "teams8")
    desk.do(
        lambda state: set_members(
            state, SetMembers(who="1", lines=[MemberLine("1.1", {"pin": "12345678", "name": "Marlund, Pavel"})])
        ),
        "pin",
    )
    page = event.text("/t/teams8/hall/slips")
    assert page.count("12345678") == 2, "on both halves of one match"
    assert page.count('class="slip match"') == 4


@pytest.mark.slow
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
    assert 'href="player-3.html#m1"><bdi>Zaneira Greta</bdi>' in page
