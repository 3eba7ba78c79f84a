"""Check-in by players: only "I am here", only for rounds to come, until the desk confirms it."""

from __future__ import annotations

import pytest
from mcmahon.desk.hall.view import HallView
from mcmahon.desk.people.absences import Absent, absent
from mcmahon.desk.settings import ChangeSettings, change

from .conftest import Hall


@pytest.fixture
def two_to_come(hall: Hall) -> Hall:
    """A hall in which rounds 5 and 6 are still to be drawn, and the first player on the list misses both."""
    hall.desk.do(lambda state: change(state, ChangeSettings(assignments=["rounds=6"])), "set")
    hall.desk.do(lambda state: absent(state, Absent(["1"], "5-6")), "absent")
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
    assert f"{len(expected)} are not yet" in page


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
    hall.director.post("/t/congress60/hall", data={"refuse": "1"})
    assert not hall.files.state().here["1"].waiting
    assert not hall.desk.read().tournament.player("1").enters(5)


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
    assert phone.post(helper, data={"here": other.id}).status_code == 422
    assert phone.post(helper, data={"here": one.id}).status_code == 200
    assert hall.files.state().here[one.id].confirmed == {5}
    assert not hall.files.state().here[other.id].confirmed
