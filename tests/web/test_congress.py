"""What the desk in a browser shows of other events of a congress, and of groups and virtual points."""

from __future__ import annotations

import shutil

from mcmahon.desk.desk import Desk
from mcmahon.desk.pages import publish
from mcmahon.desk.settings import ChangeSettings, change

from .conftest import Opened

TIMES = 'event.round_times=["2026-08-01 10:00", "2026-08-01 13:00", "2026-08-01 16:00"]'


def test_the_overview_names_who_would_be_in_two_places_and_no_published_page_does(opened: Opened) -> None:
    """The club evening and a copy of it at the same hours: all of the round that is played, of whom six are named."""
    shutil.copytree(opened.folder / "club16", opened.folder / "twin")
    for name, other in (("club16", "twin"), ("twin", "club16")):
        wanted = ChangeSettings([TIMES, f"event.congress=../{other}", "name=" + name.title()], {}, True, True)
        Desk(opened.folder / name).do(lambda state, wanted=wanted: change(state, wanted), "set")  # type: ignore[misc]
    page = opened.client.get("/t/club16/").text
    assert page.count("at the same time") == 6
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
