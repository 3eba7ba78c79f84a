"""Matches of teams from phones: a side is a team, and says how each of its boards ended, now or later."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from mcmahon.desk.hall.hall_view import HallView
from mcmahon.desk.hall.public_answers import public_round_answer
from mcmahon.desk.rounds.enter_results import EnterResults, enter
from mcmahon.desk.rounds.seat_teams import LineUp, line_up
from mcmahon.desk.verb import plain
from mcmahon.model.records.hall import Board, Side
from mcmahon.model.tournament.games import Game, Result

from .builders import Hall, copied, hall_of, publish_next


class Event(Hall):
    """A team event whose third round is played."""

    def results(self, table: int = 1) -> list[Result]:
        return [b.game.result for b in self.entered(table).boards]

    def side(self, side: Side) -> str:
        """The path that the slip of a team at table 1 has."""
        return self.board(self.entered(1), side)


@pytest.fixture
def event(tmp_path: Path) -> Event:
    path = copied("teams8", tmp_path)
    publish_next(path)
    return hall_of(path, Event)


def test_boards_on_which_both_captains_agree_are_entered_and_the_match_follows(event: Event) -> None:
    white, black = event.side(Side.WHITE), event.side(Side.BLACK)
    one, other = event.phone(), event.phone()
    page = one.get(white).text
    assert "Casterton against Alburg: you enter for Casterton." in page
    assert page.count("<fieldset") == 3
    asked = one.get(f"{white}?b1=1-0&b2=0-1&b3=open").text
    assert ("Is this right?" in asked, "data-live" in asked, "data-live" in page) == (True, False, True)
    assert "Is this right?" not in one.get(f"{white}?b1=jigo").text, "with half a point of komi there is none"
    assert event.results() == [Result.UNKNOWN] * 3, "a question is no claim"
    one.post(white, data={"b1": "1-0", "b2": "0-1"})
    assert "Casterton says: Zaneira Greta won." in other.get(black).text
    other.post(black, data={"b1": "1-0", "b2": "0-1"})
    assert event.results() == [Result.WHITE, Result.BLACK, Result.UNKNOWN]
    assert event.desk.folder.journal.steps()[-1].command == "players: both say: 1.1 1-0 1.2 0-1"
    page = one.get(white).text
    assert page.count('type="radio"') == 3, "one board is left: won, lost, not finished"
    assert "</bdi> 2–0 <bdi>" in page
    for closed in ("b1=0-1", "b2=open"):
        assert "Is this right?" not in one.get(f"{white}?{closed}").text
        assert one.post(white, data=dict([closed.split("=")])).status_code == 200
    assert event.results() == [Result.WHITE, Result.BLACK, Result.UNKNOWN]
    assert re.findall("The result is in: ([^<]*) won", re.sub("[\u2066-\u2069]|</?bdi>", "", page)) == [
        "Zaneira Greta",
        "Garrad Quentin",
    ], "Black of the second board is of the team that has White at the first"
    one.post(white, data={"b3": "0-1"})
    other.post(black, data={"b3": "0-1"})
    assert event.entered(1).result is Result.WHITE
    done = one.get(white)
    assert done.status_code == 410
    assert "2–1" in done.text
    assert "data-live" not in done.text


def test_the_person_of_a_team_has_black_at_the_second_board(event: Event) -> None:
    """What a captain says is said of the side that the own person has at each board."""
    one = event.phone()
    one.post(event.side(Side.WHITE), data={"b1": "1-0", "b2": "1-0"})
    said = event.files.state()
    first, second, _ = [said.of(Board(3, 1, *people, board)) for board, people in _people(event.entered(1))]
    assert (first.white, first.black) == ("1-0", "")
    assert (second.white, second.black) == ("", "1-0")


def _people(match: Game) -> list[tuple[int, tuple[str, str]]]:
    """Board numbers with `team/member` of White and Black."""
    found = []
    for b in match.boards:
        teams = (match.black, match.white) if b.turned else match.players
        white, black = (f"{team}/{person}" for team, person in zip(teams, b.game.players, strict=True))
        found.append((b.game.table, (white, black)))
    return found


def test_captains_who_differ_are_settled_by_the_desk_board_by_board(event: Event) -> None:
    event.phone().post(event.side(Side.WHITE), data={"b1": "1-0", "b2": "1-0"})
    said = event.phone().post(event.side(Side.BLACK), data={"b1": "0-1", "b2": "1-0"}).text
    assert "says something else" in said
    assert event.results() == [Result.UNKNOWN, Result.WHITE, Result.UNKNOWN]
    page = event.director.get("/t/teams8/hall").text
    assert 'name="at 1.1" value="1-0"' in page
    assert "The players say different results at table 1.1" in " ".join(
        event.director.get("/t/teams8/results").text.split()
    )
    event.director.post("/t/teams8/hall", data={"at 1.1": "0-1"})
    assert event.results() == [Result.BLACK, Result.WHITE, Result.UNKNOWN]


def test_a_claim_is_taken_back_by_saying_that_the_board_is_not_finished(event: Event) -> None:
    white, black = event.side(Side.WHITE), event.side(Side.BLACK)
    one, other = event.phone(), event.phone()
    one.post(white, data={"b1": "1-0"})
    one.post(white, data={"b1": "open"})
    other.post(black, data={"b1": "1-0"})
    assert event.results()[0] is Result.UNKNOWN


def test_what_was_said_of_somebody_who_does_not_sit_there_any_more_counts_no_more(event: Event) -> None:
    team = event.entered(1).white
    event.phone().post(event.side(Side.WHITE), data={"b1": "1-0", "b3": "1-0"})
    event.desk.do(lambda state: line_up(state, LineUp(who=team, people=("2", "1", "3"), anyway=True)), "line-up")
    event.phone().post(event.side(Side.BLACK), data={"b1": "1-0", "b3": "1-0"})
    assert event.results() == [Result.UNKNOWN, Result.UNKNOWN, Result.WHITE]


def test_both_captains_on_one_phone_wait_for_the_desk(event: Event) -> None:
    one = event.phone()
    one.post(event.side(Side.WHITE), data={"b1": "1-0"})
    said = one.post(event.side(Side.BLACK), data={"b1": "1-0"}).text
    assert "one phone" in said
    assert event.results()[0] is Result.UNKNOWN
    event.director.post("/t/teams8/hall", data={"at 1.1": "1-0"})
    assert event.results()[0] is Result.WHITE


def test_the_token_of_another_match_leads_nowhere(event: Event) -> None:
    token = event.side(Side.WHITE).rpartition("/")[2]
    for path in (f"/h/teams8/b/3/1/b/{token}", f"/h/teams8/b/3/2/w/{token}", f"/h/teams8/b/2/1/w/{token}"):
        assert event.phone().get(path).status_code == 404


def test_odd_words_are_no_results(event: Event) -> None:
    white = event.side(Side.WHITE)
    event.phone().post(white, data={"b1": "1-0!", "b2": "jigo", "b9": "1-0", "b3": "<b>"})
    assert event.files.state().claims == {}, "no jigo with half a point of komi, no forfeit, no ninth board"


def test_a_helper_enters_boards(event: Event) -> None:
    path, helper = event.link("helper", tables="1-2"), event.phone()
    page = helper.get(path).text
    assert re.findall(r"<li>\s*<b[^>]*>([\d.]+)</b>", page)[:4] == ["1.1", "1.2", "1.3", "2.1"]
    assert re.search(r'name="at 1\.3"\s+value="0-1"', page)
    assert 'name="at 3.1"' not in page
    seen = re.search(r'name="seen" value="(\d+)"', page)
    assert seen
    said = helper.post(path, data={"typed": "2.2 w", "round": "3", "seen": seen[1]}).text
    assert "Table 2.2: " in said
    assert "(White) won against" in said
    assert event.results(2) == [Result.UNKNOWN, Result.WHITE, Result.UNKNOWN]
    assert helper.post(path, data={"typed": "3.1 w", "round": "3"}).status_code == 422


@pytest.mark.slow
def test_a_program_says_one_board_at_a_time(event: Event) -> None:
    path = event.side(Side.WHITE)
    token, phone = path.rpartition("/")[2], event.phone()
    head = {"authorization": f"Bearer {token}"}
    found = phone.get("/api/teams8/boards/3/1/white", headers=head).json()
    assert [one["side"] for one in found["boards"]] == ["white", "black", "white"]
    said = phone.post("/api/teams8/boards/3/1/white", headers=head, json={"result": "0-1", "board": 2}).json()
    assert [one["own"] for one in said["boards"]] == ["", "0-1", ""]
    wrong = phone.post("/api/teams8/boards/3/1/white", headers=head, json={"result": "0-1"})
    assert wrong.status_code == 422


def test_the_public_json_of_a_match_has_its_boards(event: Event) -> None:
    """Who played whom at board k, colour, handicap, result; no id, no pin."""
    event.desk.do(lambda state: enter(state, EnterResults(results={"1.1": "1-0", "1.2": "0-1!"}, round=3)), "results")
    tournament = event.desk.read().tournament
    view = HallView(event.desk.read())
    match, public = event.entered(1), plain(public_round_answer(view, 3))["boards"][0]
    people = {m.id: m for p in tournament.players for m in p.members}
    assert public["result"] == "2–0"
    assert [(b["board"], b["result"]) for b in public["boards"]] == [(1, "1-0"), (2, "0-1!"), (3, "")]
    for shown, board in zip(public["boards"], match.boards, strict=True):
        assert [shown[side]["name"] for side in ("white", "black")] == [people[p].name for p in board.game.players]
        assert (shown["handicap"], shown["komi"]) == (board.game.handicap, "6.5")
    assert [b["white_team"] == public["white"]["player"] for b in public["boards"]] == [True, False, True]
    assert {*public["boards"][0]["white"]} == {"name", "rank", "club", "country"}
