"""Prizes at the desk: a table in the folder, a list that is announced, and what changes after it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.files.grids import grid_csv, prizes_grid
from mcmahon.desk.files.publish_pages import publish
from mcmahon.desk.messages.prize_texts import loss_texts, totals_text
from mcmahon.desk.messages.written_values import counted_entrants
from mcmahon.desk.people.anonymise import Anonymise, anonymise
from mcmahon.desk.people.new_tournament import NewTournament, create
from mcmahon.desk.placing.give_prizes import (
    AnnouncePrizes,
    ExplainPrizes,
    PrizeRequest,
    PrizeTable,
    RemovePrizeRequest,
    announce,
    edit,
    explain,
    prizes,
    remove,
    replace_table,
    table_in,
    table_of,
)
from mcmahon.desk.rounds.draw_round import Draw, draw
from mcmahon.desk.rounds.enter_results import EnterResults, enter
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.model.errors import ConflictError, InputError, UnconfirmedError
from mcmahon.model.notes import note_texts, some_names
from mcmahon.model.tournament.games import result_text

INSTANCES = Path(__file__).resolve().parents[2] / "instances"
TABLE = """prize,list,order,place,value,currency,thing,besides
Main,,,1-2,100,EUR,,
Best kyu,kyu,,,60,EUR,,
Upset,,upset,,,,book,
Three wins,wins>=3,,each,,,pen,
"""


@pytest.fixture
def congress(tmp_path: Path) -> Desk:
    """The congress with prizes, all rounds played: its last two are left out."""
    shutil.copytree(INSTANCES / "congress60", tmp_path / "c")
    (tmp_path / "c" / "prizes.csv").write_text(TABLE, encoding="utf-8")
    desk = Desk(tmp_path / "c")
    desk.do(lambda state: change(state, ChangeSettings(values={"rounds": 3})), "three rounds")
    return desk


def test_a_table_beside_the_settings_is_part_of_the_tournament(congress: Desk) -> None:
    """It is in the journal, and each change of it can be taken back."""
    found = congress.ask(prizes).value
    assert not found.now.provisional
    assert [line.prize for line in found.now.lines][-1] == "Main 1"
    congress.do(lambda state: edit(state, PrizeRequest(name="best KYU", value="70")), "more")
    assert "Best kyu,kyu,,,70,EUR" in (congress.path / "prizes.csv").read_text(encoding="utf-8")
    congress.do(lambda state: remove(state, RemovePrizeRequest(name="Upset")), "less")
    assert [p.name for p in congress.ask(prizes).value.prizes] == ["Main 1", "Main 2", "Best kyu", "Three wins"]
    congress.folder.take_back_all(2, congress.read().revision)
    assert (congress.path / "prizes.csv").read_text(encoding="utf-8") == TABLE


@pytest.mark.slow
def test_a_list_that_is_announced_is_compared_with_what_results_make_of_it(congress: Desk) -> None:
    congress.do(lambda state: announce(state, AnnouncePrizes()), "announce")
    first = congress.ask(prizes).value
    assert (first.changes, first.before) == ((), first.now)
    table = next(g for g in congress.read().tournament.rounds[2] if "5" in g.players)
    other = "0-1" if result_text(table.result) == "1-0" else "1-0"
    late = EnterResults(results={str(table.table): other}, round=3, again=True)
    done = congress.do(lambda state: enter(state, late), "late")
    after = congress.read().tournament
    (note,) = [text for text in note_texts(done.outcome.notes, after) if "announced" in text]
    assert "Stenzyk Nils (5)" in note
    found = congress.ask(prizes).value
    texts = loss_texts(found.changes, congress.read().tournament)
    assert any(text.startswith("Stenzyk Nils (5)") for text in texts), texts
    assert found.before == first.now
    moved = some_names((one.player for one in found.changes), after)
    assert note == f"prizes that were announced change for {moved}"
    congress.do(lambda state: announce(state, AnnouncePrizes()), "again")
    assert congress.ask(prizes).value.changes == ()
    congress.do(lambda state: announce(state, AnnouncePrizes(take_back=True)), "back")
    assert congress.ask(prizes).value.before is None
    with pytest.raises(InputError, match="no list of prizes has been announced"):
        congress.do(lambda state: announce(state, AnnouncePrizes(take_back=True)), "back")


def test_a_provisional_list_is_announced_only_with_a_yes(congress: Desk) -> None:
    congress.do(lambda state: change(state, ChangeSettings(values={"rounds": 5})), "five rounds")
    with pytest.raises(UnconfirmedError, match="provisional: rounds or results are missing"):
        congress.do(lambda state: announce(state, AnnouncePrizes()), "announce")
    done = congress.do(lambda state: announce(state, AnnouncePrizes(anyway=True)), "announce")
    assert done.value.now.provisional


def test_a_damaged_table_stops_nothing_but_prizes(congress: Desk) -> None:
    """Who made a mistake in a spreadsheet can still pair; the table says what is wrong."""
    (congress.path / "prizes.csv").write_text("prize,value\nA,ten\n", encoding="utf-8")
    congress.do(lambda state: change(state, ChangeSettings(values={"rounds": 4})), "four rounds")
    assert congress.ask(lambda state: draw(state, Draw())).value
    with pytest.raises(InputError, match=r"prizes.csv:2: column value: not an amount of money 'ten'"):
        congress.ask(prizes)
    with pytest.raises(InputError, match="column value"):
        congress.do(lambda state: edit(state, PrizeRequest(name="B", thing="cup")), "more")
    congress.do(lambda state: edit(state, PrizeRequest(name="A", value="10", currency="EUR")), "repaired")
    assert congress.ask(prizes).value.prizes[0].value == 1000


def test_a_change_that_cannot_be_given_is_refused(congress: Desk) -> None:
    """A column that no registration has is found when the prize is written, with its line."""
    with pytest.raises(InputError, match=r"prizes.csv:6: column list: the registrations have no column 'women'"):
        congress.do(lambda state: edit(state, PrizeRequest(name="Woman", list="women=yes", thing="cup")), "more")
    assert "Woman" not in (congress.path / "prizes.csv").read_text(encoding="utf-8")
    with pytest.raises(InputError, match="no prize is called 'Nobody'; expected one of Main"):
        congress.do(lambda state: remove(state, RemovePrizeRequest(name="Nobody")), "less")


def test_two_changes_of_the_table_at_once_are_named(congress: Desk) -> None:
    seen = congress.read().revision
    congress.do(lambda state: edit(state, PrizeRequest(name="Upset", thing="two books")), "one")
    with pytest.raises(
        ConflictError, match=r"prizes.csv: you want a table of 4 lines, but it is now a table of 5 lines"
    ):
        congress.do(lambda state: remove(state, RemovePrizeRequest(name="Upset")), "other", seen)


def test_every_reason_is_said(congress: Desk) -> None:
    """Why she gets it, and why not him: in words, prize by prize."""
    state = congress.read()
    found = prizes(state).value
    best = next(line.player for line in found.now.lines if line.prize == "Best kyu")
    said = {one.prize: one.text for one in explain(state, ExplainPrizes(player=best)).value.reasons}
    assert said["Best kyu"].startswith("Best kyu: yes, at place 1 of its list")
    assert said["Main 1"].startswith("Main 1: no, at place")
    assert "It goes to" in said["Main 1"]
    last = found.awards.standings.rows[-1].player.id
    last_said = [one.text for one in explain(state, ExplainPrizes(player=last)).value.reasons]
    assert "Three wins: no. It is for players with wins >= 3." in last_said
    one = explain(state, ExplainPrizes(player=best, prize="best kyu")).value.reasons
    assert [r.prize for r in one] == ["Best kyu"]
    with pytest.raises(InputError, match="no prize is called 'cup'"):
        explain(state, ExplainPrizes(player=best, prize="cup"))
    more = edit(state, PrizeRequest(name="Kyu", list="kyu", value="5", currency="EUR")).state
    for text, names in (("KYU", ["Kyu"]), ("ky", ["Best kyu", "Kyu"])):
        found_now = explain(more, ExplainPrizes(player=best, prize=text)).value.reasons
        assert sorted(r.prize for r in found_now) == names, "a whole name is meant where there is one"


def test_most_prizes_are_given_by_the_setting(congress: Desk) -> None:
    """The setting chooses the exact assignment; with prizes enough for all it gives the same."""
    before = congress.ask(prizes).value.now
    congress.do(lambda state: change(state, ChangeSettings(values={"prizes.give": "most prizes"})), "most")
    assert congress.ask(prizes).value.now == before


def test_the_csv_of_winners_has_names_and_decimal_money(congress: Desk) -> None:
    state = congress.read()
    lines = grid_csv(prizes_grid(state.tournament, prizes(state).value)).splitlines()
    assert lines[0] == "group,prize,id,name,rank,club,country,value,currency,thing,shared"
    assert lines[-1] == "5,Main 1,5,Stenzyk Nils,3d,Eckminster,DE,100,EUR,,"


def test_a_table_as_a_file_takes_the_place_of_another(congress: Desk) -> None:
    taken = table_in("prize;value;currency\nOnly;10;EUR\n", "x.csv")
    congress.do(lambda state: replace_table(state, taken), "other")
    assert [row["prize"] for row in table_of(congress.read()).rows] == ["Only"]
    congress.do(lambda state: replace_table(state, PrizeTable([])), "none")
    assert not (congress.path / "prizes.csv").exists()
    with pytest.raises(InputError, match="this tournament has no prizes yet"):
        congress.ask(prizes)


@pytest.mark.slow
def test_another_tournament_takes_the_prizes_but_not_the_winners(congress: Desk, tmp_path: Path) -> None:
    congress.do(lambda state: announce(state, AnnouncePrizes()), "announce")
    other = Desk(tmp_path / "next")
    create(other, NewTournament(name="Next", like=congress.path), "new")
    assert (other.path / "prizes.csv").is_file()
    assert not (other.path / "prizes-announced.csv").exists()


@pytest.mark.slow
def test_the_page_shows_the_announced_list_and_no_condition(congress: Desk, tmp_path: Path) -> None:
    """Only after it is announced; it stays as it was until it is announced anew; who is anonymous stays so."""
    publish(congress.read(), tmp_path / "pages", congress.path)
    assert not (tmp_path / "pages" / "prizes.html").exists()
    assert "prizes.html" not in (tmp_path / "pages" / "index.html").read_text(encoding="utf-8")
    congress.do(lambda state: announce(state, AnnouncePrizes()), "announce")
    winner = congress.read().tournament.player("5")
    publish(congress.read(), tmp_path / "pages", congress.path)
    page = (tmp_path / "pages" / "prizes.html").read_text(encoding="utf-8")
    assert page.index("Main 1") < page.index("Best kyu") < page.index("Upset")
    assert winner.name in page
    assert "100 EUR" in page
    assert "wins&gt;=3" not in page
    assert "wins>=3" not in page
    anonymise(congress, Anonymise(who="5", anyway=True))
    publish(congress.read(), tmp_path / "pages", congress.path)
    page = (tmp_path / "pages" / "prizes.html").read_text(encoding="utf-8")
    assert "Anonymous 1" in page
    assert winner.surname not in page


def test_money_of_a_team_event_is_for_teams_and_for_people(tmp_path: Path) -> None:
    """Two teams by their places, and the best person at the first board."""
    shutil.copytree(INSTANCES / "teams8", tmp_path / "t")
    table = "prize,list,order,place,value,currency,people\nMain,,,1-2,100,EUR,\nFirst board,board=1,,,50,EUR,yes\n"
    (tmp_path / "t" / "prizes.csv").write_text(table, encoding="utf-8")
    desk = Desk(tmp_path / "t")
    found, tournament = desk.ask(prizes).value, desk.read().tournament
    assert totals_text(found.awards, tournament) == "250 EUR for 2 teams and 1 player"
    assert counted_entrants(1, tournament.settings) == "1 team"
