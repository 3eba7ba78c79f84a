"""Small things that a director stumbles over: badges, buttons, sentences and lines of the log."""

from __future__ import annotations

import re

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.journal_entries import newest
from mcmahon.desk.people.miss_rounds import nobody_yet
from mcmahon.desk.questions.what_if import DRAWN_OTHERWISE
from mcmahon.model.errors import InputError

from .conftest import Opened
from .congress import last, published

ENTRANTS = "/t/congress60/entrants"


def test_the_number_beside_results_goes_with_the_last_result(opened: Opened) -> None:
    """The part of the page that takes its place is there, hidden, when nothing is missing."""
    published(opened.folder)
    assert f'id="missing">{len(last(opened.folder).games)}<' in opened.text("/t/congress60/state")
    opened.post("/t/congress60/results", typed=" ".join(f"{game.table} w" for game in last(opened.folder)), round=4)
    assert 'id="missing" hidden>0<' in opened.text("/t/congress60/state")


def test_a_result_typed_wrong_teaches_what_was_taught(opened: Opened) -> None:
    published(opened.folder)
    assert "17 w, 17 b, 4 jigo" in opened.post("/t/congress60/results", 422, typed="1 x", round=4)


def test_check_in_begins_with_nobody_here_and_is_one_step(opened: Opened) -> None:
    desk = Desk(opened.folder / "congress60")
    before = desk.read()
    number = len(before.tournament.rounds) + 1
    entered = before.tournament.entrants(number)
    assert "Untick everybody" in opened.text(ENTRANTS)
    page = opened.post(ENTRANTS, nobody=1, round=number)
    assert f"{len(entered)} are waited for" in page
    assert desk.read().tournament.entrants(number) == []
    later = len(before.tournament.entrants(number + 1))
    assert len(desk.read().tournament.entrants(number + 1)) == later, "later rounds stay"
    opened.post(ENTRANTS, here=entered[0].id, round=number)
    assert [p.id for p in desk.read().tournament.entrants(number)] == [entered[0].id]
    assert '<button name="nobody"' not in opened.text(ENTRANTS), "it would undo the ticks"
    opened.post("/t/congress60/log", undo=1)
    opened.post("/t/congress60/log", undo=1)
    assert desk.read().tournament == before.tournament
    with pytest.raises(InputError, match="not drawn yet"):
        nobody_yet(before, 3)


def test_undo_stays_on_the_page_where_it_was_pressed(opened: Opened) -> None:
    for page, at in (
        ("round?round=3", "round?round=3"),
        ("entrants/1", "entrants/1"),
        ("", ""),
        ("elsewhere", "log"),
        ("../../", "log"),
    ):
        opened.post("/t/club16/settings", komi="7.5")
        answer = opened.client.post("/t/club16/log", data={"undo": "1", "page": page}, follow_redirects=False)
        assert answer.headers["location"] == f"/t/club16/{at}"
    assert 'name="page" value="entrants?new=1&amp;late=' in opened.post(ENTRANTS, add=1, name="Zoe 5k")
    assert 'name="page" value="groups"' in opened.post("/t/congress60/groups", floor="30k")


def test_a_tick_counts_at_once_who_is_here(opened: Opened) -> None:
    tournament = Desk(opened.folder / "congress60").read().tournament
    number = len(tournament.rounds) + 1
    here = tournament.entrants(number)
    sent = {"away": here[0].id, "round": str(number)}
    line = opened.client.post(ENTRANTS, data=sent, headers={"hx-request": "true"}).text
    assert f'<b id="n-here" hx-swap-oob="true">{len(here) - 1}</b>' in line
    assert 'id="n-here"' in opened.text(ENTRANTS)


def test_who_leaves_early_reads_how_to_write_it_beside_the_field(opened: Opened) -> None:
    page = opened.text("/t/club16/entrants/1")
    assert "Rounds: all, none or 1-3,5" in page
    assert page.index(">Save<") < page.index("Fields left blank are cleared") < page.index("Away?")


def test_a_small_evening_has_no_search_and_no_filters(opened: Opened) -> None:
    assert 'role="search"' in opened.text(ENTRANTS)
    assert 'role="search"' not in opened.text("/t/club16/entrants")
    assert 'class="filters"' in opened.text("/t/congress60/round")
    small = opened.text("/t/club16/round")
    assert 'class="filters"' not in small
    assert small.index("</tbody>") < small.index("Price by criterion"), "boards come before what they cost"


def test_a_club_evening_can_be_placed_by_wins(opened: Opened) -> None:
    first = "/t/club16/standings"
    assert '&criteria=WINS,SOS"' in opened.text(first)
    by_wins = opened.text(f"{first}?criteria=WINS,SOS")
    assert "Only this page places by wins" in by_wins
    assert '<details class="more">' in by_wins
    opened.post("/t/club16/settings", **{"handicap.rule": "none"})
    assert "Places by" not in opened.text(first), "strength is no longer in the handicap"


def test_rules_are_called_by_names_that_people_say(opened: Opened) -> None:
    page = opened.text("/")
    assert "<strong>A club evening</strong>" in page
    assert page.index('value="club"') < page.index('value="bga"')
    assert "<strong>egf</strong>" not in page


def test_steps_name_folders_and_files_without_the_way_there(opened: Opened) -> None:
    desk = Desk(opened.folder / "club16")
    opened.post("/t/club16/settings", komi="7.5")
    assert [step.command for step in newest(desk, 6)] == ["desk: set komi"], (
        "the start of the journal is no step of anybody"
    )
    assert "start of the journal" not in opened.text("/t/club16/")
    desk.do(lambda now: nobody_yet(now, 4), f"mcmahon register {desk.path} '/media/stick/new list.csv'")
    assert newest(desk, 1)[0].command == "mcmahon register club16 'new list.csv'"
    assert str(opened.folder) not in opened.text("/t/club16/log")


def test_a_wrong_setting_is_named_above_with_the_way_to_it_and_nothing_typed_is_lost(opened: Opened) -> None:
    page = opened.post("/t/club16/settings", 422, komi="7.5", **{"start.bar": "99z"})
    assert '<a href="#f-start.bar">Bar</a>' in page
    assert re.search(r'id="f-start\.bar".*?<input name="start\.bar" value="99z"[^>]*autofocus', page)
    assert 'name="komi" value="7.5"' in page
    assert "Komi: 7.5" in opened.post("/t/club16/settings", komi="7.5")


def test_weights_that_are_untouched_say_why_the_round_is_another(opened: Opened) -> None:
    published(opened.folder)
    assert DRAWN_OTHERWISE not in opened.text("/t/congress60/weights")
    one, two = last(opened.folder).games[0], last(opened.folder).games[5]
    swap = {"a": one.white, "b": two.white, "round": 4, "yes": 1}
    opened.post("/t/congress60/swap?a=1&b=2&round=4", **swap)
    assert DRAWN_OTHERWISE in opened.text("/t/congress60/weights")


def test_a_step_gone_back_to_is_named_by_its_number(opened: Opened) -> None:
    opened.post("/t/club16/settings", komi="7.5")
    step = newest(Desk(opened.folder / "club16"), 1)[0].number
    assert f"<h2>Back to before step {step}</h2>" in opened.text(f"/t/club16/log?before={step}")


@pytest.mark.slow
def test_help_leads_to_pages_that_are_there(opened: Opened) -> None:
    """Each question of a director names the page with the answer, and the menu of every page leads to the questions."""
    assert 'href="/t/congress60/help"' in opened.text("/t/congress60/results")
    page = opened.text("/t/congress60/help")
    links = set(re.findall(r'href="(/t/congress60/[^"]+)"', page.partition("<main")[2]))
    assert len(links) > 12
    for address in links:
        opened.text(address.replace("&amp;", "&"))


def test_a_board_is_asked_about_by_a_click(opened: Opened) -> None:
    person = opened.plain("/t/congress60/why?round=2")
    tournament = Desk(opened.folder / "congress60").read().tournament
    game = tournament.rounds[1].games[4]
    person.follow(" – ".join(tournament.player(p).name for p in game.players))
    assert person.address.endswith(f"?round=2&a={game.white}")
    assert "For the director" in person.text
