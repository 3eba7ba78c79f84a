"""The page of the cups: made, changed, decided and removed by clicks; its games on the page of the round."""

from __future__ import annotations

import html
import re

from mcmahon.desk.desk import Desk
from mcmahon.desk.messages.cup_texts import head
from mcmahon.desk.placing.run_cups import CupRequest, set_cup
from mcmahon.model.cups.bracket import cup_pairs
from mcmahon.model.tournament.tournament import Tournament

from .conftest import Opened

CUPS, ROUND = "/t/congress60/cups", "/t/congress60/round"


def tournament_of(opened: Opened) -> Tournament:
    return Desk(opened.folder / "congress60").read().tournament


def words(page: str) -> str:
    return " ".join(re.sub(r"<[^>]*>", " ", html.unescape(page)).split())


def test_a_cup_is_made_by_clicks_as_by_the_desk(opened: Opened) -> None:
    assert "A cup is a knock-out inside the tournament." in opened.text(CUPS)
    page = opened.post(CUPS, name="Open", size=4, first=4, seeding="standings", who="", groups="", players="",
                       counts="none", third_place=1)  # fmt: skip
    (cup,) = tournament_of(opened).cups
    desk = Desk(opened.folder / "congress60")
    asked = CupRequest(
        name="Open", size=4, first=4, who=[], seeding="standings", groups="", players=[], third_place=True,
        counts="none", handicap=False,
    )  # fmt: skip
    same = set_cup(desk.folder.at(desk.read().revision - 1), asked).state.tournament.cups[0]
    assert cup == same
    assert head(cup).removeprefix("Cup Open: ") in words(page)
    assert "Its players are chosen when round 4 is drawn" in page
    assert "semifinal <span" in page
    assert "match for third place" in page


def test_what_was_typed_of_a_cup_stays_where_something_is_wrong(opened: Opened) -> None:
    page = opened.post(
        CUPS, 422, name="Youth", size=16, first=4, who="Year=x", seeding="rank", players="", counts="none"
    )
    assert "the registrations have no column Year" in words(page).replace("'", "")
    assert 'name="name" required maxlength="60" placeholder="U12" value="Youth"' in page
    assert 'value="16"' in page
    assert 'value="Year=x"' in page
    assert '<option value="none" selected>' in page
    assert tournament_of(opened).cups == ()


def test_the_games_of_a_cup_are_named_on_the_round_and_decided_on_the_page(opened: Opened) -> None:
    opened.post(CUPS, name="Open", size=4, first=4, seeding="rating", counts="all")
    opened.post(ROUND, draw=1)
    opened.post(ROUND, publish=1, round=4)
    t = tournament_of(opened)
    games = cup_pairs(t, 4)
    assert len(games) == 2
    text = opened.text(f"{ROUND}?round=4")
    assert text.count("<em>cup Open, semifinal</em>") == 2
    assert f'href="{CUPS}"' in text
    match = next(iter(games.values()))
    _, b = match.both or ("", "")
    page = opened.post(CUPS, name="Open", player=b, winner=b, stage=1)
    assert "Cup Open, semifinal" in page
    assert "decided by the director" in page
    decided = tournament_of(opened).cups[0].decided
    assert [(one.round, one.match, one.winner) for one in decided] == [(1, match.number, b)]
    opened.post(CUPS, name="Open", player=b, winner="result", stage=1)
    assert tournament_of(opened).cups[0].decided == ()
    opened.post(CUPS, name="Open", player=b, winner="nobody", stage=1)
    assert tournament_of(opened).cups[0].decided[0].winner == ""


def test_what_a_cup_cannot_be_is_said_and_a_begun_one_is_removed_after_a_yes(opened: Opened) -> None:
    page = opened.post(CUPS, 422, name="Open", size=99, first=4)
    assert "wrong size" in page
    assert "4 to 64" in words(page)
    opened.post(CUPS, name="Open", size=4, first=4)
    opened.post(ROUND, draw=1)
    opened.post(ROUND, publish=1, round=4)
    page = opened.post(CUPS, 409, name="Open", remove=1)
    assert "the cup Open has begun" in page
    opened.post(CUPS, name="Open", remove=1, yes=1)
    assert tournament_of(opened).cups == ()


def test_a_begun_cup_changes_only_what_does_not_touch_its_bracket(opened: Opened) -> None:
    opened.post(CUPS, name="Open", size=4, first=4)
    opened.post(ROUND, draw=1)
    opened.post(ROUND, publish=1, round=4)
    before = tournament_of(opened).cups[0]
    opened.post(CUPS, name="Open", counts="none", third_place=1)
    after = tournament_of(opened).cups[0]
    assert (after.counts, after.third_place, after.seeds) == ("none", True, before.seeds)
    assert len(opened.client.get(CUPS).content) < 100_000
