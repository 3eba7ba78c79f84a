"""Making somebody anonymous by clicks: asked first, for the director alone."""

from __future__ import annotations

from mcmahon.desk.desk import Desk

from .conftest import Opened


def test_the_director_makes_somebody_anonymous_by_two_clicks(opened: Opened) -> None:
    page, desk = "/t/congress60/entrants/1", Desk(opened.folder / "congress60")
    name = desk.read().tournament.player("1").name
    assert "Make anonymous" not in opened.text(page), "rounds are still to come"
    opened.post(page, withdraw=1)
    assert "Make anonymous" in opened.text(page)
    asked = opened.post(page, 409, anonymise=1)
    assert "nothing can be undone" in asked
    assert "Yes, do it" in asked
    done = opened.post(page, anonymise=1, yes=1)
    assert "is now Anonymous 1" in done
    assert "not reached: copies" in done
    assert desk.read().tournament.player("1").name == "Anonymous 1"
    assert name not in opened.text("/t/congress60/standings") + opened.text("/t/congress60/log")
