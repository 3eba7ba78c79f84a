"""Pairs on the desk: entered by two members, their people in one form, a file of people, and what pages say of them."""

from __future__ import annotations

import re
from html import unescape

from mcmahon.desk.desk import Desk
from mcmahon.desk.people.change_members import MemberMissing, member_missing
from mcmahon.desk.people.change_players import AddPlayer, add
from mcmahon.desk.people.new_tournament import NewTournament, create
from mcmahon.desk.people.register import file_columns
from mcmahon.model.tournament.person import Player

from .conftest import Opened


def pairs_desk(opened: Opened) -> Desk:
    """A tournament of pairs beside the others, with one pair."""
    desk = Desk(opened.folder / "pairs")
    create(desk, NewTournament(rounds=3, settings=["entrants.kind=pairs"]), "new")
    people = ("Sato, Kei 3d; club=Ulm; notes=vegan", "Maier, Jan 2k; pin=12345678")
    desk.do(lambda now: add(now, AddPlayer(members=people)), "add")
    return desk


def entrant(desk: Desk, number: int = 1) -> Player:
    return desk.read().tournament.player(str(number))


def row(k: int, **cells: str) -> dict[str, str]:
    return {f"{key}_{k}": text for key, text in cells.items()}


def test_a_pair_is_entered_by_two_members(opened: Opened) -> None:
    desk = pairs_desk(opened)
    page = opened.client.get("/t/pairs/entrants").text
    seen = re.search(r'name="seen" value="(\d+)"', page)
    assert seen
    sent = {"seen": seen[1], "add": "1", "member": ["Kim, Li 1d", "Weiss, Eva 5k"], "name": "", "rank": ""}
    said = opened.client.post("/t/pairs/entrants", data=sent).text
    assert "Kim &amp; Weiss 3k is entered." in " ".join(said.split())
    assert [m.name for m in entrant(desk, 2).members] == ["Kim Li", "Weiss Eva"]
    again = opened.client.post("/t/pairs/entrants", data=sent | {"member": ["Roux, Luc 99d", "B 1d"]})
    assert again.status_code == 422
    assert 'value="Roux, Luc 99d"' in again.text


def test_members_are_changed_added_and_taken_out_in_one_form(opened: Opened) -> None:
    desk = pairs_desk(opened)
    address = "/t/pairs/entrants/1"
    page = opened.text(address)
    for text in ("Sato, Kei", "Maier, Jan", "12345678", "Save the members"):
        assert text in page
    first = row(0, id="1.1", name="Sato, Kei", rank="5d", rating="", club="Ulm", country="", pin="", rounds="1-2")
    second = row(1, id="1.2", name="", rank="2k", rating="", club="", country="", pin="12345678", rounds="all")
    third = row(2, id="", name="Kim, Li", rank="1d", rating="", club="", country="", pin="", rounds="")
    said = opened.post(address, members="1", **first, **second, **third)
    assert "The members of Sato &amp; Kim are saved." in said
    people = entrant(desk).members
    assert [(m.id, m.name, m.rank_name, m.rounds) for m in people] == [
        ("1.1", "Sato Kei", "5d", frozenset({1, 2})), ("1.3", "Kim Li", "1d", None),
    ]  # fmt: skip
    assert people[0].extra == (("notes", "vegan"),)


def test_what_is_wrong_with_a_member_is_said_and_what_was_typed_stays(opened: Opened) -> None:
    desk = pairs_desk(opened)
    sent = row(0, id="1.1", name="Sato, Kei", rank="99d", rating="", club="Typed", country="", pin="", rounds="all")
    page = opened.post("/t/pairs/entrants/1", 422, members="1", **sent)
    assert "impossible rank" in page
    assert "Typed" in page
    assert entrant(desk).members[0].rank_name == "3d"


def test_the_page_of_a_pair_says_who_is_missing_and_leaves_what_follows_blank(opened: Opened) -> None:
    desk = pairs_desk(opened)
    desk.do(
        lambda now: member_missing(now, MemberMissing(who="1", member="Kei", rounds="2", substitute="Bauer, Ute 4k")),
        "missing",
    )
    page = opened.text("/t/pairs/entrants/1")
    assert "Round 2: Bauer Ute for Sato Kei" in page
    assert 'name="rank" value=""' in page
    opened.post("/t/pairs/entrants/1", rank="4d", club="Kyoto")
    assert (entrant(desk).rank_name, entrant(desk).clubs) == ("4d", ("Kyoto", "Ulm"))
    opened.post("/t/pairs/entrants/1", rank="", club="")
    assert (entrant(desk).rank_name, entrant(desk).club) == ("1d", "Ulm")


def test_a_file_of_people_is_read_on_the_desk(opened: Opened) -> None:
    desk = pairs_desk(opened)
    text = "pair,name,rank\nTigers,Novak Petr,2d\nTigers,Dvorak Jana,3k\n"
    page = opened.post("/t/pairs/import", text=text, name="p.csv")
    assert re.search(r"<td>pair or team\s*</td>", page)
    opened.post("/t/pairs/import", text=text, name="p.csv", write="1")
    assert len(entrant(desk, 2).members) == 2


def test_single_players_have_no_form_of_members(opened: Opened) -> None:
    assert "Save the members" not in opened.text("/t/congress60/entrants/1")
    assert "Member 1" not in opened.text("/t/congress60/entrants")


def test_the_column_of_the_team_is_called_so_when_a_file_is_looked_at(opened: Opened) -> None:
    """Nothing of it is kept as a column that nobody reads."""
    pairs_desk(opened)
    text = "pair,name,rank,substitute,diet\nA,Kim Li,1d,,none\nA,Roux Luc,2d,,none\n"
    found = {column.title: column.read_as for column in file_columns(text, "x", 3, {}, of_people=True)}
    assert found == {"pair": "pair or team", "name": "name", "rank": "rank", "substitute": "substitute",
                     "diet": "kept, not used"}  # fmt: skip
    seen = re.search(r'name="seen" value="(\d+)"', opened.client.get("/t/pairs/import").text)
    assert seen
    sent = {"seen": seen[1], "text": text.replace(",1d,", ",99x,")}
    page = " ".join(opened.client.post("/t/pairs/import", data=sent).text.split())
    assert "pair or team" in page


def test_people_of_pairs_are_found_in_a_rating_list(opened: Opened) -> None:
    desk = pairs_desk(opened)
    listed = " (27 Dec 2018)\n 99999901  Sato Kei       CH  Sees   3d    --   2290    12  T260307A\n"
    seen = re.search(r'name="seen" value="(\d+)"', opened.client.get("/t/pairs/ratings").text)
    assert seen
    files = {"file": ("list.txt", listed.encode(), "text/plain")}
    page = opened.client.post("/t/pairs/ratings", data={"seen": seen[1]}, files=files).text
    found = re.search(r'name="(take_[^"]*)" value="([^"]*)" checked', page)
    assert found
    sent = {"seen": seen[1], "apply": "1", "form": "egd", "only": "", "name": "list.txt", found[1]: unescape(found[2])}
    assert opened.client.post("/t/pairs/ratings", data=sent).status_code == 200
    assert entrant(desk).members[0].rating == 2290
