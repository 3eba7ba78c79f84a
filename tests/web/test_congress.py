"""What the desk in a browser shows of other events of a congress, and of groups and virtual points."""

from __future__ import annotations

import shutil

from mcmahon.desk.desk import Desk
from mcmahon.desk.files.publish_pages import publish
from mcmahon.desk.rounds.enter_results import EnterResults, enter
from mcmahon.desk.settings.change_settings import ChangeSettings, change

from .conftest import Opened

TIMES = 'event.round_times=["2026-08-01 10:00", "2026-08-01 13:00", "2026-08-01 16:00"]'


def test_the_overview_names_who_would_be_in_two_places_and_no_published_page_does(opened: Opened) -> None:
    """The club evening and a copy of it at the same hours: all of the round that is played, of whom six are named.

    Once its results are in, nobody can be anywhere else any more.
    """
    shutil.copytree(opened.folder / "club16", opened.folder / "twin")
    for name, other in (("club16", "twin"), ("twin", "club16")):
        wanted = ChangeSettings(
            assignments=[TIMES, f"event.congress=../{other}", "name=" + name.title()],
            values={},
            replace=True,
            anyway=True,
        )
        Desk(opened.folder / name).do(lambda state, wanted=wanted: change(state, wanted), "set")  # type: ignore[misc]
    assert "at the same time" not in opened.text("/t/club16/")
    Desk(opened.folder / "club16").do(
        lambda state: enter(state, EnterResults(results={"1": "?"}, round=3, again=True)), "open again"
    )
    page = opened.text("/t/club16/")
    assert page.count("at the same time: mark them absent") == 6
    assert "more clashes with other events" in page
    desk = Desk(opened.folder / "club16")
    publish(desk.read(), opened.folder / "site", desk.path)
    texts = [path.read_text(encoding="utf-8") for path in (opened.folder / "site").rglob("*.html")]
    assert texts
    assert not any("same time" in text or "../twin" in text for text in texts)


def test_settings_of_other_systems_have_their_fields(opened: Opened) -> None:
    page = opened.client.get("/t/club16/settings").text
    for title in ("Groups with a final", "Number of groups", "Virtual points", "Other events of the congress"):
        assert title in page


def test_a_page_has_all_events_and_who_would_be_in_two_places(opened: Opened) -> None:
    """Without times nobody is; with those of a copy at the same hours everybody of the round is, round by round."""
    assert "Who would be in two places at once?" in opened.text("/")
    assert "nobody would have to be in two places at once" in opened.text("/congress")
    shutil.copytree(opened.folder / "club16", opened.folder / "twin")
    wanted = ChangeSettings(assignments=[TIMES, "name=Club"], values={}, replace=True)
    for name in ("club16", "twin"):
        Desk(opened.folder / name).do(lambda state: change(state, wanted), "set")
    page = opened.text("/congress")
    assert "Round 1 of Club (" in page
    assert "2026-08-01 10:00–13:00" in page
    assert "/t/twin/entrants?round=1&amp;q=" in page


def test_who_plays_is_asked_where_a_file_has_a_column_of_teams(opened: Opened) -> None:
    """Once, with the file kept; teams by the preset swiss are placed by points of matches; alone is possible, too."""
    file = ("cup.csv", b"team,name,rank\nA,Ann,1d\nA,Bo,2k\nB,Cy,1k\nB,Di,3k\n", "text/csv")
    given = {"rounds": "3", "preset": "swiss", "kind": "players"}
    asked = opened.client.post("/", data=given, files={"file": file})
    assert asked.status_code == 422
    assert "the column &#39;team&#39; may say who plays together" in asked.text
    again = {"name": "cup.csv", "text": file[1].decode(), "boards": "2", "title": "Teams"}
    opened.client.post("/", data=given | again | {"kind": "teams"})
    teams = Desk(opened.folder / "teams").read().tournament
    assert (len(teams.players), teams.settings.teams.boards, teams.settings.placing.order[0]) == (2, 2, "TEAMP")
    assert "2 teams" in opened.text("/")
    assert opened.text("/t/teams/entrants").count('name="member"') == 2
    opened.client.post("/", data=given | again | {"title": "Alone", "alone": "1"})
    assert len(Desk(opened.folder / "alone").read().tournament.players) == 4
