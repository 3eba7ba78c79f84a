"""Prizes by clicks: the table is filled in, the list announced, read out, explained."""

from __future__ import annotations

from typing import Any

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.people.register import Register, register
from mcmahon.desk.placing.give_prizes import prizes
from mcmahon.desk.rounds.enter_results import EnterResults, by_table, enter
from mcmahon.desk.settings.change_settings import ChangeSettings, change

from .conftest import TOKEN, Opened

PAGE, BEGIN = "/t/congress60/prizes", "event.begin=24.11.2026"
TITLES = ("prize", "list", "order", "place", "value", "currency", "thing", "besides")


def saved(opened: Opened, rows: list[tuple[str, ...]], code: int = 200) -> str:
    """What comes of the table with these lines; as a browser sends them, column by column."""
    seen = Desk(opened.folder / "congress60").read().revision
    sent = {f"cell-{title}": [row[k] for row in rows] for k, title in enumerate(TITLES)}
    answer = opened.client.post(PAGE, data={"seen": str(seen), **sent})
    assert answer.status_code == code, answer.text
    return " ".join(answer.text.split())


ROWS = [
    ("Main", "", "", "1-2", "100", "EUR", "", ""),
    ("", "", "", "", "", "", "", ""),
    ("Best kyu", "10k-1k", "", "", "60", "EUR", "", ""),
]


def test_the_table_is_filled_in_and_shows_who_gets_what(opened: Opened) -> None:
    assert "a line for each prize" in opened.text(PAGE)
    assert "The table has 3 prizes." in saved(opened, ROWS)
    page, desk = opened.text(PAGE), Desk(opened.folder / "congress60")
    for line in desk.ask(prizes).value.now.lines:
        assert desk.read().tournament.player(line.player).name in page
    assert "provisional" in page
    assert 'value="Best kyu" aria-label="Prize, line 2"' in page


def test_lines_are_added_by_presets_and_changed_before_they_are_saved(opened: Opened) -> None:
    """A prize about a column is offered only if the registrations have it; what was typed before stays."""
    assert 'value="categories"' not in opened.text(PAGE)
    desk = Desk(opened.folder / "congress60")
    lines = "name,category,sex,born\nStenzyk Nils,U16,m,2012\nBarlund Olga,U12,f,2015-03-01\n"
    for step in (register, change):
        asked = Register(text=lines, name="more.csv") if step is register else ChangeSettings(assignments=[BEGIN])
        desk.do(lambda state, step=step, asked=asked: step(state, asked), "more")  # type: ignore[misc]
    typed = {"cell-prize": "Cup", "cell-currency": "EUR"}
    page = opened.post(PAGE, preset="categories", **typed)
    assert "6 lines are added and not saved yet" in page
    assert 'value="U12, place 1" aria-label="Prize, line 2"' in page
    assert 'value="category=U12"' in page
    assert page.count('value="EUR"') == 7
    assert "7 wins" in opened.post(PAGE, preset="wins", wins=7)
    conditions = {"Best woman": "sex=f", "Best under 18": "born&gt;2008-11-24"}
    assert all(f'value="{text}"' in opened.post(PAGE, preset=name) for name, text in conditions.items())
    assert "Best newcomer" not in page
    assert not (opened.folder / "congress60" / "prizes.csv").exists()


def test_a_wrong_line_is_named_and_what_was_typed_stays(opened: Opened) -> None:
    page = saved(opened, [("Main", "women=yes", "", "x", "ten", "EUR", "", "")], 422)
    assert "line 1 of the table: column Place: wrong place &#39;x&#39;" in page, "as it is counted here"
    assert 'value="women=yes"' in page
    assert not (opened.folder / "congress60" / "prizes.csv").exists()


def test_the_list_is_announced_and_a_late_result_shows_a_difference(opened: Opened) -> None:
    saved(opened, ROWS)
    by_clicks = opened.plain(PAGE)
    by_clicks.press("Announce this list", code=409)
    assert "provisional: rounds or results are missing" in by_clicks.text
    by_clicks.press("Yes")
    assert "The list is announced." in by_clicks.text
    desk = Desk(opened.folder / "congress60")
    before = {line.player for line in desk.ask(prizes).value.now.lines}
    for table, result in (("1", "0-1"), ("1", "1-0"), ("2", "0-1"), ("2", "1-0")):
        if not desk.ask(prizes).value.changes:
            desk.do(
                lambda state, r=(table, result): enter(state, EnterResults(results=by_table(r), round=3, again=True)),
                "late",
            )  # type: ignore[misc]
    assert {line.player for line in desk.ask(prizes).value.now.lines} != before or desk.ask(prizes).value.changes
    page = opened.text(PAGE)
    assert "Differs from what was announced after round 3" in page
    assert "now gets" in page
    by_clicks.go(PAGE)
    by_clicks.press("Take the announcement back")
    assert "no longer announced" in by_clicks.text


def test_a_player_is_explained_and_nobody_is_said(opened: Opened) -> None:
    saved(opened, ROWS)
    assert "Main 1: yes, at place 1 of its list." in opened.text(f"{PAGE}?why=5")
    assert "no player has the id or the name" in opened.text(f"{PAGE}?why=Nobody+at+all")


def test_the_page_to_read_out_ends_with_the_first(opened: Opened) -> None:
    saved(opened, ROWS)
    page = opened.text(f"{PAGE}/read")
    assert page.index("Best kyu") < page.index("Main 2") < page.index("Main 1")
    assert "Main 1,5," in opened.client.get("/t/congress60/tables/prizes.csv").text.splitlines()[-1]


def test_a_file_is_taken_and_one_that_is_no_table_can_be_mended(opened: Opened) -> None:
    files = {"file": ("sponsors.csv", "prize;value;currency\nÉté;7,5;EUR\n".encode("cp1252"), "text/csv")}
    seen = str(Desk(opened.folder / "congress60").read().revision)
    assert "The table has 1 prize." in opened.client.post(PAGE, data={"seen": seen}, files=files).text
    assert "7.50 EUR" in opened.text(PAGE)
    (opened.folder / "congress60" / "prizes.csv").write_text("no,table\n1,2\n", encoding="utf-8")
    assert "there is no column &#39;prize&#39;" in opened.text(PAGE)
    assert "no,table" in opened.text(PAGE)
    opened.post(PAGE, text="prize,value,currency\nNew,8,EUR\n")
    assert "8 EUR" in opened.text(PAGE)


def test_programs_read_the_prizes(opened: Opened) -> None:
    """The desk all of them, with reasons; readers those that were announced."""
    saved(opened, ROWS)
    header = {"authorization": f"Bearer {TOKEN}"}
    found = opened.client.get("/api/congress60/prizes", headers=header).json()
    assert [line["prize"] for line in found["lines"]] == ["Best kyu", "Main 2", "Main 1"]
    why = opened.client.get("/api/congress60/prizes/why?player=5&prize=Main", headers=header).json()
    assert [one["kind"] for one in why[0]["reasons"]] == ["won", "has another"]
    every = opened.client.get("/api/congress60/prizes/why", headers=header).json()
    assert [one["id"] for one in every] == [line["id"] for line in found["lines"]]
    assert opened.client.get("/api/congress60/prizes/announced", headers=header).json() == []
    opened.post(PAGE, announce=1, yes=1)
    public = opened.client.get("/api/congress60/prizes/announced", headers=header).json()
    assert public[-1] == {"prize": "Main 1", "name": "Stenzyk Nils", "gets": "100 EUR", "shared": False}


def test_programs_edit_the_table_and_announce(opened: Opened) -> None:
    """A prize is added, changed and taken out; what is wrong is said in words, and nothing is written then."""
    header = {"authorization": f"Bearer {TOKEN}"}

    def sent(address: str, code: int = 200, **body: object) -> dict[str, Any]:
        answer = opened.client.post(f"/api/congress60/{address}", json=body, headers=header)
        assert answer.status_code == code, answer.text
        found: dict[str, Any] = answer.json()
        return found

    assert opened.client.get("/api/congress60/prizes/table", headers=header).json() == []
    added = sent("prize", name="Main", place="1-2", value="100", currency="EUR")["prizes"]
    assert [(p["name"], p["place"], p["value"]) for p in added] == [("Main 1", 1, 10000), ("Main 2", 2, 10000)]
    assert [p["value"] for p in sent("prize", name="Main", value="37.50")["prizes"]] == [3750, 3750]
    wrong = sent("prize", 422, name="Woman", list="women=yes", thing="a cup")
    assert "the registrations have no column 'women'" in str(wrong)
    assert "not an amount of money 'ten'" in str(sent("prize", 422, name="Main", value="ten"))
    sent("prize", name="Best kyu", list="kyu", thing="a book")
    assert "no prize is called 'Nobody'" in str(sent("prize/remove", 422, name="Nobody"))
    assert [p["name"] for p in sent("prize/remove", name="Main")["prizes"]] == ["Best kyu"]
    table = opened.client.get("/api/congress60/prizes/table", headers=header).json()
    assert (table[0]["list"], table[0]["thing"], table[0]["people"]) == ("rank<1d", "a book", False)
    assert "provisional" in str(sent("prizes/announce", 409))
    done = sent("prizes/announce", anyway=True)["prizes"]
    assert (done["announced"], [line["prize"] for line in done["lines"]]) == (True, ["Best kyu"])
    assert not sent("prizes/announce", take_back=True)["prizes"]["announced"]


@pytest.mark.parametrize("pasted", [False, True], ids=["file", "pasted"])
def test_a_table_of_prizes_that_is_too_large_is_refused_and_not_sent_back(opened: Opened, pasted: bool) -> None:
    text = "name,value\n" + "x" * 4 * 2**20
    sent = {"text": text, "write": "1"} if pasted else {"write": "1"}
    files = None if pasted else {"file": ("p.csv", text)}
    page = opened.client.post("/t/congress60/prizes", data=sent, files=files)
    assert page.status_code == 422
    assert "is too large; expected a list of one tournament, at most 4 MiB" in page.text
    assert len(page.content) < 100_000
