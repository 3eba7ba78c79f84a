"""Check-in by players: only "I am here", only for rounds to come, until the desk confirms it."""

from __future__ import annotations

import re

import pytest
from markupsafe import escape
from mcmahon.desk.hall.hall_view import HallView
from mcmahon.desk.people.miss_rounds import Absent, absent
from mcmahon.desk.settings.change_settings import ChangeSettings, change

from ..forms import Plain
from .builders import Hall


@pytest.fixture
def two_to_come(hall: Hall) -> Hall:
    """A hall in which rounds 5 and 6 are still to be drawn, and the first player on the list misses both."""
    hall.desk.do(lambda state: change(state, ChangeSettings(assignments=["rounds=6"])), "set")
    hall.desk.do(lambda state: absent(state, Absent(who=["1"], rounds="5-6")), "absent")
    return hall


def number(hall: Hall, player: str) -> int:
    return HallView(hall.desk.read()).number(player)


def test_a_player_says_to_be_here_and_the_desk_confirms(two_to_come: Hall) -> None:
    hall, path = two_to_come, two_to_come.link("check-in")
    phone, name = hall.phone(), hall.desk.read().tournament.player("1").name
    found = phone.get(path + "here", params={"name": name}).text
    assert f'href="{path}here/{number(hall, "1")}"' in found
    own = f"{path}here/{number(hall, '1')}"
    assert f"Hello {name}" in phone.get(own).text
    assert "The desk confirms it soon" in phone.post(own, data={"round": "5"}).text
    assert not hall.desk.read().tournament.player("1").enters(5), "a claim until the desk confirms it"
    assert name in hall.director.get("/t/congress60/hall").text
    hall.director.post("/t/congress60/hall", data={"here": "1"})
    player = hall.desk.read().tournament.player("1")
    assert player.enters(5)
    assert not player.enters(6), "only for the rounds that were named"
    assert hall.desk.folder.journal.steps()[-1].command == "desk: check-in confirmed"
    assert "You are checked in for round 5" in phone.get(own).text


def test_all_who_wait_are_confirmed_at_once_and_those_missing_are_named(two_to_come: Hall) -> None:
    hall, path, phone = two_to_come, two_to_come.link("check-in"), two_to_come.phone()
    for player in ("1", "2", "4"):
        phone.post(f"{path}here/{number(hall, player)}", data={"round": ["5", "6"]})
    hall.director.post("/t/congress60/hall", data={"all": "1"})
    here = hall.files.state().here
    assert {player for player, one in here.items() if one.confirmed == {5, 6} and not one.waiting} == {"1", "2", "4"}
    page = hall.director.get("/t/congress60/hall").text
    assert "3 are checked in for round 5" in page
    people = hall.desk.read().tournament.players
    expected = [p for p in people if p.enters(5) and p.id not in here]
    assert f"{len(expected)} are entered for it and not checked in yet" in page
    assert all(f"<bdi>{escape(p.name)}</bdi>" in page.partition("not checked in yet")[2] for p in expected)


def test_who_is_not_entered_for_the_next_round_is_named_too(two_to_come: Hall) -> None:
    hall, phone = two_to_come, two_to_come.phone()
    hall.desk.do(lambda state: absent(state, Absent(who=["3"], rounds="5")), "absent")
    phone.post(f"{hall.link('check-in')}here/{number(hall, '2')}", data={"round": "5"})
    hall.director.post("/t/congress60/hall", data={"all": "1"})
    page = hall.director.get("/t/congress60/hall").text.partition("1 are not entered for round 5")[2]
    people = hall.desk.read().tournament
    assert f"<bdi>{escape(people.player('3').name)}</bdi>" in page
    assert f"<bdi>{escape(people.player('1').name)}</bdi>" not in page, "plays in no round to come"


def ticked(page: str) -> list[str]:
    return re.findall(r'name="round" value="(\d+)" checked', page)


def test_the_next_round_is_ticked_and_a_check_in_without_it_is_said(two_to_come: Hall) -> None:
    hall, path, phone = two_to_come, two_to_come.link("check-in"), two_to_come.phone()
    hall.desk.do(lambda state: absent(state, Absent(who=["3"], rounds="5")), "absent")
    hall.desk.do(lambda state: absent(state, Absent(who=["4"], rounds="6")), "absent")
    pages = {p: f"{path}here/{number(hall, p)}" for p in ("1", "2", "3", "4")}
    assert ticked(phone.get(pages["1"]).text) == ["5", "6"], "entered for none: all"
    assert ticked(phone.get(pages["2"]).text) == ["5", "6"]
    assert ticked(phone.get(pages["3"]).text) == ["5", "6"], "who is here plays next"
    assert ticked(phone.get(pages["4"]).text) == ["5"], "misses round 6, as said before"
    assert "Not for round 5, which comes next." in phone.post(pages["3"], data={"round": "6"}).text
    assert "Not for round" not in phone.post(pages["2"], data={"round": ["5", "6"]}).text
    helper = phone.get(hall.link("helper")).text
    for page in (hall.director.get("/t/congress60/hall").text, helper):
        assert page.count("not for round 5</") == 1
    name = hall.desk.read().tournament.player("3").name
    said = hall.director.post("/t/congress60/hall", data={"all": "1"}).text
    assert f"Not for round 5: {escape(name)}." in said
    assert "Not for round 5, which comes next." in phone.get(pages["3"]).text
    phone.post(pages["3"], data={"round": "5"})
    assert "Not for round" not in phone.get(pages["3"]).text


def test_nobody_can_say_that_somebody_is_not_here(two_to_come: Hall) -> None:
    hall, path, phone = two_to_come, two_to_come.link("check-in"), two_to_come.phone()
    own = f"{path}here/{number(hall, '2')}"
    phone.post(own, data={"round": "5"})
    before = hall.desk.read().tournament.player("2").rounds_entered(6)
    for fields in ({"absent": "1"}, {"round": ""}, {"round": "-5"}, {"refuse": "2"}, {"back": "1"}):
        assert phone.post(own, data=fields).status_code == 422
    assert hall.files.state().here["2"].waiting == {5}
    hall.director.post("/t/congress60/hall", data={"all": "1"})
    assert hall.desk.read().tournament.player("2").rounds_entered(6) == before, "who plays more rounds plays them still"


def test_the_desk_can_say_that_it_is_not_so(two_to_come: Hall) -> None:
    hall, path = two_to_come, two_to_come.link("check-in")
    hall.phone().post(f"{path}here/{number(hall, '1')}", data={"round": "5"})
    Plain(hall.director, "/t/congress60/hall").press("not here")
    assert not hall.files.state().here["1"].waiting
    assert not hall.desk.read().tournament.player("1").enters(5)


@pytest.mark.slow
@pytest.mark.parametrize("rounds", ["4", "7", "0", "99", "5x"])
def test_only_rounds_that_are_still_to_be_drawn(two_to_come: Hall, rounds: str) -> None:
    hall, path = two_to_come, two_to_come.link("check-in")
    assert hall.phone().post(f"{path}here/{number(hall, '1')}", data={"round": rounds}).status_code == 422
    assert not hall.files.state().here


def test_a_helper_confirms_only_the_players_of_the_link(two_to_come: Hall) -> None:
    hall, path, phone = two_to_come, two_to_come.link("check-in"), two_to_come.phone()
    people = hall.desk.read().tournament.players
    one = next(p for p in people if p.enters(5))
    other = next(p for p in people if p.enters(5) and p.country != one.country)
    for player in (one, other):
        phone.post(f"{path}here/{number(hall, player.id)}", data={"round": "5"})
    helper = hall.link("helper", only=f"country={one.country}")
    page = phone.get(helper).text
    assert f'name="here" value="{one.id}"' in page
    assert f'name="here" value="{other.id}"' not in page
    for chosen in ([other.id], [one.id, other.id], ["nobody"]):
        assert phone.post(helper, data={"here": chosen}).status_code == 422, chosen
    assert phone.post(hall.link("helper"), data={"here": "nobody"}).status_code == 422
    assert phone.post(helper, data={"here": one.id}).status_code == 200
    assert hall.files.state().here[one.id].confirmed == {5}
    assert not hall.files.state().here[other.id].confirmed


@pytest.mark.slow
def test_a_check_in_that_is_confirmed_is_no_step_of_the_tournament_to_be_undone(two_to_come: Hall) -> None:
    """Nor is anything else that only the hall knows: the last step would be another one."""
    hall, path, page = two_to_come, two_to_come.link("check-in"), "/t/congress60/hall"
    for player in ("2", "4"):
        hall.phone().post(f"{path}here/{number(hall, player)}", data={"round": "5"})
    for asked, said in (
        ({"here": "2"}, "1 check-in confirmed."),
        ({"refuse": "4"}, "That check-in counts no more."),
        ({"nod": "1"}, "0 results entered."),
        ({"revoke": "1"}, "The link check-in 1 (Ann) is taken back"),
        ({"make": "reader"}, ""),
        ({"captains": "1"}, ""),
        ({"count": "1"}, "count here now"),
        ({"anew": "1"}, "There are no links any more"),
    ):
        answer = hall.director.post(page, data=asked)
        assert (answer.status_code, said in answer.text) == (200, True), asked
        assert 'name="undo"' not in answer.text, asked
    settled = hall.director.post(page, data={"at 1": "1-0"}).text
    assert "Table 1: White won." in settled
    assert 'name="undo"' in settled, "this is one"
    assert "Table 2: Black won." in hall.director.post(page, data={"at 2": "0-1"}).text
    for wrong, says in (
        ({"at x": "1-0"}, "wrong table"),
        ({"at ": "1-0"}, "wrong table"),
        ({"at 3": "x"}, "wrong result"),
    ):
        answer = hall.director.post(page, data=wrong)
        assert (answer.status_code, says in answer.text) == (422, True)
