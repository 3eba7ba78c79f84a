"""Line-ups from phones: a captain says who plays, the desk confirms it; nothing counts before."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import cached_property
from pathlib import Path

import pytest
from mcmahon.desk.hall import hand_in as of_captains
from mcmahon.desk.hall import links
from mcmahon.desk.people.change_members import MemberLine, SetMembers, set_members
from mcmahon.desk.rounds.draw_round import draw
from mcmahon.desk.rounds.enter_results import EnterResults, enter
from mcmahon.desk.rounds.seat_teams import LineUp, line_up, line_ups
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.desk.verb import Outcome
from mcmahon.model.records.state import State
from mcmahon.model.teams.match_boards import HandedIn, with_boards
from mcmahon.model.tournament.games import Game, Round
from mcmahon.web import streams
from mcmahon.web.hall import captain_page as captains
from mcmahon.web.watcher import stamp
from starlette.responses import PlainTextResponse
from starlette.testclient import TestClient

from ..forms import Plain
from .builders import Hall, copied, hall_of

ALBURG, BROOKHAM = "1", "2"


class Event(Hall):
    """A team event of three boards whose third round comes next, and a phone."""

    @cached_property
    def one(self) -> TestClient:
        return self.phone()

    def captain(self, team: str = ALBURG) -> str:
        """The path of a captain's link."""
        tournament = self.desk.read().tournament
        [own] = [link for link in links.make_for_captains(self.files, tournament) if link.team == team]
        return f"/h/teams8/{links.address_token(self.files, own)}/"

    def seats(self, team: str = ALBURG) -> list[str]:
        """Who sits at the boards of a team in round 3."""
        [found] = line_ups(self.desk.read(), 3, team).value
        return [m.id if m else "" for m in found.seats]

    def hand_in(self, *people: str, team: str = ALBURG, status: int = 200) -> str:
        answer = self.one.post(self.captain(team), data={"round": "3", "p": [*people]}, follow_redirects=True)
        assert answer.status_code == status
        return answer.text

    def waiting(self) -> list[str]:
        """The buttons that confirm line-ups, as the page has them."""
        found = of_captains.waiting(self.desk.read(), self.files.state())
        return [json.dumps(one.key) for one in found]

    def publish(self) -> None:
        """Publish a round without looking for the best one."""
        first, *others = (p.id for p in self.desk.read().tournament.players)
        pairs = [(first, others[-1]), *zip(others[:3], others[3:6][::-1], strict=True)]
        games = tuple(Game(k, *pair) for k, pair in enumerate(pairs, 1))

        def drawn(state: State) -> Outcome[None]:
            made = state.tournament.with_round(Round(3, games, draft=False))
            return Outcome(state.with_tournament(with_boards(made)), None)

        self.desk.do(drawn, "draw")


@pytest.fixture
def event(tmp_path: Path) -> Event:
    return hall_of(copied("teams8", tmp_path), Event)


@pytest.mark.slow
def test_who_plays_is_handed_in_before_the_draw_and_counts_once_the_desk_confirms_it(event: Event) -> None:
    page = event.one.get(event.captain()).text
    assert page.count('type="checkbox"') == 4, "three members and a substitute"
    asked = event.one.get(event.captain() + "?round=3&p=1.1&p=1.2&p=1.4").text
    assert "Is this right?" in asked
    assert not event.waiting(), "a question hands nothing in"
    assert "The desk confirms it soon." in event.hand_in("1.1", "1.2", "1.4")
    assert event.seats() == ["1.1", "1.2", "1.3"]
    assert "1 line-up of captains waits for the desk: Alburg" in event.director.get("/t/teams8/").text
    assert "Handed in by the captain" in event.director.get("/t/teams8/line-ups").text
    assert "1 line-up entered." in event.director.post("/t/teams8/hall", data={"take": event.waiting()}).text
    assert event.seats() == ["1.1", "1.2", "1.4"]
    assert event.desk.folder.journal.steps()[-1].command == "desk: line-ups from captains, round 3: Alburg"
    assert "The desk has confirmed your line-up." in event.one.get(event.captain()).text
    assert not event.waiting()


def test_line_ups_of_two_rounds_that_are_confirmed_together_are_named_by_their_rounds(event: Event) -> None:
    settings = event.path / "tournament.toml"
    settings.write_text(
        settings.read_text(encoding="utf-8").replace("\nrounds = 3 ", "\nrounds = 4 "), encoding="utf-8"
    )
    event.publish()
    event.hand_in("1.2", "1.1", "-")
    state, files = event.desk.read(), event.files
    of_captains.hand_in(state, files, HandedIn("2", 4, ("2.1", "2.2", "2.4")))
    chosen = [one.key for one in of_captains.waiting(state, files.state())]
    assert of_captains.take(event.desk, files, chosen[::-1], "desk") == 2
    named = "desk: line-ups from captains, round 3: Alburg, round 4: Brookham"
    assert event.desk.folder.journal.steps()[-1].command == named


def test_who_sits_where_is_handed_in_until_the_first_result(event: Event) -> None:
    event.publish()
    assert event.one.get(event.captain()).text.count("<select") == 3
    asked = Plain(event.one, event.captain() + "?round=3&p=1.2&p=1.1&p=-")
    asked.press("Yes, hand it in")
    event.director.post("/t/teams8/hall", data={"take": event.waiting()})
    assert event.seats() == ["1.2", "1.1", ""]
    table = next(g.table for g in event.desk.read().tournament.rounds[-1] if ALBURG in g.players)
    event.desk.do(lambda state: enter(state, EnterResults(results={f"{table}.1": "1-0"}, round=3)), "result")
    assert "A result is in" in event.one.get(event.captain()).text
    assert "Is this right?" not in event.one.get(event.captain() + "?round=3&p=1.1&p=1.2&p=1.3").text
    assert "changed meanwhile" in event.hand_in("1.1", "1.2", "1.3", status=409)


def test_an_order_that_the_rules_do_not_allow_is_named_and_left_to_the_desk(event: Event) -> None:
    asked = event.one.get(event.captain() + "?round=3&p=1.1&p=1.3&p=1.4").text
    assert "Garfeld Greta is weaker than Pelnier Sami at board 3." in asked
    assert "Yes, hand it in" in asked
    event.hand_in("1.1", "1.3", "1.4")
    event.hand_in("2.1", "2.2", "2.4", team=BROOKHAM)
    page = event.director.get("/t/teams8/hall").text
    assert "Confirm all the same" in page
    assert "Confirm all 2" not in page
    event.publish()
    asked = event.one.get(event.captain() + "?round=3&p=1.1&p=1.1&p=1.3").text
    assert "Marlund Pavel cannot play at two boards." in asked
    assert "Yes, hand it in" not in asked
    event.hand_in("1.1", "1.1", "1.3", status=422)


def test_what_was_handed_in_before_the_draw_is_good_after_it(event: Event) -> None:
    event.hand_in("1.1", "1.2", "1.4")
    event.publish()
    event.director.post("/t/teams8/hall", data={"take": event.waiting()})
    assert event.seats() == ["1.1", "1.2", "1.4"]


def test_a_draft_shows_in_no_captains_page_and_takes_a_line_up(event: Event) -> None:
    before = event.one.get(event.captain()).text.split("<main")[1]
    event.desk.do(draw, "draw")
    assert event.one.get(event.captain()).text.split("<main")[1] == before
    event.desk.do(lambda state: line_up(state, LineUp(who=ALBURG, people=("2", "1", "3"), anyway=True)), "line-up")
    event.hand_in("1.1", "1.2", "1.4")
    event.director.post("/t/teams8/hall", data={"take": event.waiting()})
    assert event.seats() == ["1.1", "1.2", "1.4"]


def test_only_the_line_up_that_the_desk_has_seen_is_confirmed(event: Event) -> None:
    event.hand_in("1.1", "1.2", "1.4")
    seen = event.waiting()
    event.hand_in("1.1", "1.3", "1.4")
    answer = event.director.post("/t/teams8/hall", data={"take": seen})
    assert answer.status_code == 409
    assert "not the last ones any more" in answer.text
    assert event.seats() == ["1.1", "1.2", "1.3"]


def test_the_desk_refuses_or_seats_the_team_itself(event: Event) -> None:
    event.hand_in("1.1", "1.2", "1.4")
    refused = event.director.post("/t/teams8/hall", data={"not_taken": event.waiting()})
    assert "That line-up counts no more" in refused.text
    assert 'name="undo"' not in refused.text, "it is no step"
    assert "has not confirmed your line-up" in event.one.get(event.captain()).text
    event.hand_in("1.1", "1.2", "1.4")
    assert event.waiting(), "the same can be handed in once more"
    form = {"round": "3", "team": ALBURG, "plays": ["1.2", "1.3", "1.4"]}
    event.director.post("/t/teams8/line-ups", data=form)
    assert not event.waiting()


def test_a_line_up_is_confirmed_from_the_page_where_it_is_shown(event: Event) -> None:
    event.hand_in("2.1", "2.2", "2.4", team=BROOKHAM)
    for wrong in ("", "x", "[3]", '["3", 1]', '["3", "1", 1]'):
        assert event.director.post("/t/teams8/hall", data={"take": wrong or " ", "not_taken": wrong}).status_code == 422
    page = event.director.post("/t/teams8/hall", data={"take": event.waiting(), "page": "line-ups"})
    assert (page.url.path, "1 line-up entered." in page.text) == ("/t/teams8/line-ups", True)
    assert event.seats(BROOKHAM) == ["2.1", "2.2", "2.4"]
    event.hand_in("1.1", "1.2", "1.4")
    assert event.director.post("/t/teams8/hall", data={"take": event.waiting()}).url.path == "/t/teams8/hall"


@pytest.mark.slow
def test_a_round_is_not_published_over_a_line_up_that_waits(event: Event) -> None:
    """Round shows it, the menu counts it, Publish asks; after the yes it is in, and the round can be published."""
    address = "/t/teams8/round"
    assert "drawn without what is not confirmed" not in event.director.post(address, data={"draw": "1"}).text
    event.hand_in("1.1", "1.2", "1.4")
    event.director.post(address, data={"draw": "1"})
    page = " ".join(event.director.get(address).text.split())
    assert "Handed in by the captain for round 3" in page
    assert re.search(r'<span class="count" id="waits">1</span>', page)
    asked = event.director.post(address, data={"publish": "1"})
    assert asked.status_code == 409
    assert "1 line-up of captains waits for the desk: Alburg" in asked.text
    assert len(event.desk.read().tournament.published) == 2
    done = event.director.post(address, data={"line_ups": "1"})
    assert "1 line-up entered: Alburg. Now publish the round." in done.text
    assert event.seats() == ["1.1", "1.2", "1.4"]
    assert not event.waiting()
    assert '<span class="count" id="waits" hidden>' in " ".join(done.text.split())
    event.director.post(address, data={"publish": "1"})
    assert len(event.desk.read().tournament.published) == 3


def test_a_round_is_published_without_a_line_up_that_waits_after_a_yes(event: Event) -> None:
    address = "/t/teams8/round"
    event.hand_in("1.1", "1.2", "1.4")
    drawn = event.director.post(address, data={"draw": "1"}).text
    assert "drawn without what is not confirmed: 1 line-up of captains waits for the desk: Alburg" in drawn
    event.director.post(address, data={"publish": "1", "without_line_ups": "1"})
    assert len(event.desk.read().tournament.published) == 3
    assert event.seats() == ["1.1", "1.2", "1.3"]


def test_a_captains_page_and_its_stream_go_by_the_same(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    found = re.search(r'data-live="([^"]*seen=(-?\d+))"', event.one.get(event.captain()).text)
    assert found
    monkeypatch.setattr(
        streams, "_hall_stream", lambda _, room, mark: PlainTextResponse(str(mark(stamp(room.desk.path))))
    )
    assert event.one.get(found[1].replace("&amp;", "&")).text == found[2]


def test_a_line_up_that_is_so_already_asks_nothing_of_the_desk(event: Event) -> None:
    assert "The desk has confirmed your line-up." in event.hand_in("1.1", "1.2", "1.3")
    assert not event.waiting()


def test_a_captain_hands_in_for_the_own_team_only(event: Event) -> None:
    for people in (("2.1", "1.2", "1.3"), ("-",), ()):
        event.hand_in(*people, status=422)
    path = event.captain()
    for page in ("tables", "here", "standings"):
        assert event.one.get(path + page).status_code == 403
    event.hand_in("1.1", "1.2", "1.4")
    event.desk.do(
        lambda state: set_members(state, SetMembers(who=BROOKHAM, lines=[MemberLine("2.4", {"name": ""})])), "out"
    )
    assert event.waiting(), "what happens to other teams changes nothing"
    own = next(link for link in event.files.links() if link.team == ALBURG)
    event.director.post("/t/teams8/hall", data={"revoke": str(own.id)})
    assert event.one.get(path).status_code == 404


def test_a_captain_is_told_who_of_those_named_has_no_board(event: Event) -> None:
    names = {m.id: m.name for m in event.desk.read().tournament.player(ALBURG).members}
    asked = event.one.get(event.captain() + "?round=3&p=1.1&p=1.2&p=1.3&p=1.4").text
    assert re.search(f"Without a board:[^<]*{names['1.4']}", asked)
    assert "Without a board" not in event.one.get(event.captain() + "?round=3&p=1.1&p=1.2&p=1.3").text


def test_a_captain_chooses_substitutes_only_where_there_may_be_any(event: Event) -> None:
    event.desk.do(lambda state: change(state, ChangeSettings(assignments=["teams.substitutes=none"])), "set")
    page = event.one.get(event.captain()).text
    assert re.findall('name="p" value="([^"]*)"', page) == ["1.1", "1.2", "1.3"]


@pytest.mark.slow
@pytest.mark.parametrize("number", ["2", "4", "", "x"])
def test_a_line_up_is_for_a_round_to_come(event: Event, number: str) -> None:
    answer = event.one.post(event.captain(), data={"round": number, "p": ["1.1", "1.2", "1.4"]})
    assert (answer.status_code, "changed meanwhile" in answer.text) == (409, True)
    assert "Is this right?" not in event.one.get(event.captain() + f"?round={number}&p=1.1").text
    assert not event.waiting()


def test_a_team_that_is_gone_has_no_captain(event: Event) -> None:
    path, before = event.captain(), captains.mark(event.desk.read(), event.files.state(), ALBURG)
    event.hand_in("1.1", "1.2", "1.4")
    state, said = event.desk.read(), event.files.state()
    assert captains.mark(state, said, ALBURG) != before, "an open page hears of it"
    gone = [p for p in state.tournament.players if p.id != ALBURG]
    none = state.with_tournament(replace(state.tournament, players=tuple(gone), rounds=()))
    assert captains.mark(none, said, ALBURG) == captains.mark(none, said, "nobody"), "nothing of it is left"
    event.desk.do(lambda _: Outcome(none, None), "gone")
    assert event.one.get(path).status_code == 404
    assert event.one.post(path, data={"round": "3", "p": ["1.1"]}).status_code == 404


def test_who_is_no_team_any_more_has_no_captain(event: Event) -> None:
    path = event.captain()
    event.desk.do(lambda state: change(state, ChangeSettings(assignments=["entrants.kind=pairs"])), "set")
    assert event.one.get(path).status_code == 404


def test_each_team_has_one_link_and_a_card_with_its_code(event: Event) -> None:
    event.director.post("/t/teams8/hall", data={"captains": "1"})
    event.director.post("/t/teams8/hall", data={"captains": "1"})
    assert len(event.files.links()) == 8
    cards = event.director.get("/t/teams8/hall/captains").text
    assert (cards.count("<svg"), '<a href="/t/teams8/hall">Back</a>' in cards) == (8, True)
    listed = re.findall('name="revoke" value="([0-9]+)"', event.director.get("/t/teams8/hall").text)
    assert len(listed) == len(set(listed)), "links of captains are listed with their teams alone"
    assert event.director.post("/t/teams8/hall", data={"make": "captain"}).status_code == 422


def test_whoever_changes_their_mind_all_day_is_sent_to_the_desk(event: Event) -> None:
    state, hall = event.desk.read(), event.files
    for k in range(of_captains.MOST_CLAIMS):
        of_captains.hand_in(state, hall, HandedIn(ALBURG, 3, ("1.1", "1.2", "1.4" if k % 2 else "1.3")))
    assert "changed too often" in event.hand_in("1.1", "1.2", status=422)
