"""Entrants, files, ratings, groups, standings: what they show is the desk's, and what they do is a command's."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.messages.written_values import value_text
from mcmahon.desk.people.match_ratings import Ratings, match, rating_list
from mcmahon.desk.placing.rank import Ranking, groups
from mcmahon.desk.placing.rank import standings as ranked
from mcmahon.model.records.state import State
from mcmahon.model.tournament.person import Player, Status

from .conftest import Opened

MESSY = "name,rank,club,country\nAmber Ada,3d,Ulm,DE\nBo Bernd,99z,Ulm,DE\nDuo Dan,5k,Köln,DE\nDuo Dan,5k,Köln,DE\n"


def state(opened: Opened, name: str = "congress60") -> State:
    return Desk(opened.folder / name).read()


def named(opened: Opened, name: str, folder: str = "congress60") -> Player:
    return next(p for p in state(opened, folder).tournament.players if p.name == name)


def send(opened: Opened, address: str, file: tuple[str, bytes], code: int = 200, **fields: str) -> str:
    seen = re.search(r'name="seen" (?:id="seen" )?value="(\d+)"', opened.client.get(address).text)
    data = ({"seen": seen[1]} if seen else {}) | fields
    answer = opened.client.post(address, data=data, files={"file": (*file, "text/plain")})
    assert answer.status_code == code, answer.text
    return " ".join(answer.text.split())


def test_problems_of_a_file_are_mended_beside_their_lines_and_only_then_written(opened: Opened) -> None:
    address = "/t/congress60/import"
    page = send(opened, address, ("messy.csv", MESSY.encode()), 422)
    assert re.findall(r'<input id="l(\d+)" name="line_\d+" value="([^"]+)"', page) == [
        ("4", "Duo Dan,5k,Köln,DE"),
        ("5", "Duo Dan,5k,Köln,DE"),
        ("3", "Bo Bernd,99z,Ulm,DE"),
    ]
    assert "impossible rank 99z" in page
    assert "the same name as line 4" in page
    before = len(state(opened).tournament.players)
    typed = {"name": "messy.csv", "text": MESSY, "line_3": "Bo Bernd,9k,Ulm,DE", "was_3": "Bo Bernd,99z,Ulm,DE"}
    shown = opened.post(address, **typed, skip="5")
    assert "<strong>3</strong> new" in shown
    assert len(state(opened).tournament.players) == before, "nothing is written before somebody says so"
    mended = html.unescape(re.search(r'<textarea name="text" hidden> ?(.*?)</textarea>', shown)[1])  # type: ignore[index]
    assert "Bo Bernd,9k" in mended
    opened.post(address, name="messy.csv", text=MESSY.replace("99z", "9k"), skip="5", write=1)
    assert named(opened, "Bo Bernd").rank_name == "9k"
    assert len(state(opened).tournament.players) == before + 3


def test_lines_left_out_stay_ticked_until_all_is_right(opened: Opened) -> None:
    address, tick = "/t/congress60/import", r'name="skip" value="5" checked'
    again = opened.client.post(address, data={"name": "messy.csv", "text": MESSY, "skip": "5"})
    assert again.status_code == 422
    assert re.search(tick, again.text)
    changed = opened.client.post(f"{address}/edit", data={"name": "messy.csv", "text": MESSY, "skip": "5"})
    assert re.search(tick, changed.text)


def test_what_a_file_would_change_is_shown_before(opened: Opened) -> None:
    player = state(opened).tournament.players[0]
    text = f"name,rank,club\n{player.name},{player.rank_name},Elsewhere\n"
    shown = send(opened, "/t/congress60/import", ("clubs.csv", text.encode()))
    assert "<strong>1</strong> changed" in shown
    assert f"club {player.club} → Elsewhere" in shown
    assert state(opened).tournament.players[0].club == player.club


def test_ticks_are_for_the_round_that_was_chosen_and_answer_with_one_line(opened: Opened) -> None:
    who = state(opened).tournament.entrants(5)[0]
    page = opened.client.get("/t/congress60/entrants?round=5").text
    seen = re.search(r'id="seen" value="(\d+)"', page)
    assert seen
    sent = {"seen": seen[1], "round": "5", "away": who.id}
    line = opened.client.post("/t/congress60/entrants", data=sent, headers={"hx-request": "true"})
    assert line.status_code == 200
    assert line.text.count("<tr") == 1
    assert f'id="seen" value="{state(opened).revision}"' in line.text
    found = state(opened).tournament.player(who.id)
    assert (found.enters(4), found.enters(5)) == (True, False)


def test_only_some_are_shown_where_that_is_asked(opened: Opened) -> None:
    opened.post("/t/congress60/entrants/1", withdraw=1, counts="excused")
    page = opened.text("/t/congress60/entrants?show=withdrawn")
    assert re.findall(r'href="entrants/(\d+)"', page) == ["1"]
    page = opened.text("/t/congress60/entrants?q=rosham")
    club = [p.id for p in state(opened).tournament.players if "rosham" in p.club.casefold()]
    assert sorted(re.findall(r'href="entrants/(\d+)"', page)) == sorted(club)


def test_a_player_leaves_comes_back_and_every_field_can_be_changed(opened: Opened) -> None:
    opened.post("/t/congress60/entrants/1", withdraw=1, counts="unexcused")
    gone = state(opened).tournament.player("1")
    assert (gone.status, gone.unexcused) == (Status.WITHDRAWN, {4, 5})
    opened.post("/t/congress60/entrants/1", **{"return": "1"})
    assert state(opened).tournament.player("1").enters(4)
    opened.post("/t/congress60/entrants/1", club="", group="Vans", pin="17000001", new_title="women", new_text="yes")
    found = state(opened).tournament.player("1")
    assert (found.club, found.groups, found.pin, found.extra) == ("", ("Vans",), "17000001", (("women", "yes"),))
    page = opened.post("/t/congress60/entrants/1", 422, rank="99z", club="Ulm")
    assert 'value="99z"' in page, "what was typed stays"
    assert "impossible rank" in page
    assert state(opened).tournament.player("1").club == ""


def egd_line(pin: str, name: str, country: str, club: str, rank: str, rating: int) -> str:
    return f" {pin}  {name:<37} {country}  {club:<4}  {rank:>3}  --   {rating:>4}     3  E210101"


def test_what_is_doubtful_of_a_rating_list_is_decided_by_the_director(opened: Opened, tmp_path: Path) -> None:
    players = state(opened).tournament.players
    sure, other = players[0], players[1]
    lines = [
        egd_line("14000001", f"{sure.surname} {sure.first_name}", sure.country, "Rosh", sure.rank_name, 2411),
        egd_line("14000002", f"{other.surname} {other.first_name}o", "SE", "Abcd", "20k", 123),
    ]
    data = ("\n".join(lines) + "\n").encode()
    file = tmp_path / "list.txt"
    file.write_bytes(data)
    expected = match(state(opened), Ratings(found=rating_list(file))).value.matches
    page = send(opened, "/t/congress60/ratings", ("list.txt", data))
    verdicts = {m.player.id: m.verdict.value for m in expected}
    assert verdicts[sure.id] == "sure"
    assert verdicts[other.id] != "sure"
    ticked = re.search(rf'name="take_{sure.id}" value="([^"]+)" checked', page)
    offered = re.search(rf'<input type="radio" name="take_{other.id}" value="([^"]+)">', page)
    assert ticked, page
    assert offered, page
    fields = {f"take_{sure.id}": html.unescape(ticked[1]), f"take_{other.id}": html.unescape(offered[1])}
    opened.post("/t/congress60/ratings", apply=1, form="egd", only="", name="list.txt", **fields)
    after = state(opened).tournament
    assert (after.player(sure.id).rating, after.player(sure.id).pin) == (2411, "14000001")
    assert (after.player(other.id).rating, after.player(other.id).pin) == (123, "14000002")
    assert "no line of a rating list" in opened.post(
        "/t/congress60/ratings", 422, apply=1, form="egd", **{f"take_{sure.id}": "{}"}
    )


def test_each_possible_bar_has_the_desks_numbers_and_can_be_taken(opened: Opened) -> None:
    found = groups(state(opened)).value
    page = opened.text("/t/congress60/groups")
    for bar in found.bars:
        chosen = " checked" if bar.taken else ""
        shown = rf'value="{bar.rank}" required{chosen}>{bar.rank}\s*</label>\s*</th>\s*<td class="n">{bar.count}<'
        assert re.search(shown, page)
        assert bar.verdict in page
    opened.post("/t/congress60/groups", bar="2d", yes="1")
    assert state(opened).tournament.settings.start.bar == "2d"
    page = opened.post("/t/congress60/groups", floor="15k", yes="1")
    assert "The floor is 15k." in page
    assert 'name="floor" value="15k"' in page
    assert state(opened).tournament.settings.start.floor == "15k"


def test_settings_are_found_by_their_words_in_any_order_or_by_one_of_them(opened: Opened) -> None:
    asked = {q: opened.text(f"/t/congress60/settings?q={q}") for q in ("zero score", "McMahon+bar", "scorchio")}
    assert 'id="f-start.zero"' in asked["zero score"]
    assert 'id="f-start.bar"' in asked["McMahon+bar"]
    assert "No setting has" in asked["scorchio"]
    everything = opened.text("/t/congress60/settings")
    assert "(rank, regular, bands, swiss)" not in everything, "the list beside it has them"
    assert "<small>number of rounds <code>" not in everything, "the title says it"


@pytest.mark.parametrize("number", [0, 1, 3])
def test_standings_print_values_as_the_command_does(opened: Opened, number: int) -> None:
    table = ranked(state(opened), Ranking(after=number)).value.standings
    page = opened.client.get(f"/t/congress60/standings?round={number}").text
    cells = [re.findall(r"<td>(?:<b>)?([^<]*)", row) for row in page.split("<tr>")[2:]]
    assert len(cells) == len(table.rows)
    for row, found in zip(table.rows, cells, strict=True):
        shown = [value_text(row.mms, 2), *row.rounds, value_text(row.wins, 2)]
        shown += [row.text(name) for name in table.criteria if name not in ("MMS", "WINS")]
        assert [html.unescape(text).strip().replace("−", "-") for text in found[4:]] == shown


def test_what_places_first_stands_before_the_rounds(opened: Opened) -> None:
    """It is seen on a phone, where the rounds behind it are reached by scrolling the table."""
    for asked, title in (("", "MMS"), ("?criteria=WINS,SOS", "Pt"), ("?criteria=SOS", "SOS")):
        page = opened.client.get(f"/t/congress60/standings{asked}").text
        head = page.split("<thead>")[1].split("<tbody>")[0]
        titles = [re.sub("<[^>]*>", "", one).strip() for one in head.split("<th")[1:]]
        assert [one.rpartition(">")[2] for one in titles][4:6] == [title, "1"]


def test_sections_and_places_are_explained(opened: Opened) -> None:
    page = opened.text("/t/congress60/standings?by=club")
    parts = ranked(state(opened), Ranking(by="club")).value.sections
    assert parts
    assert [html.unescape(t) for t in re.findall(r"<h2>(club [^<]+)</h2>", page)] == [part.title for part in parts]
    assert "expected COLUMN=VALUE" in opened.text("/t/congress60/standings?only=x", 422)
    why = opened.text("/t/congress60/standings/1")
    assert "sum of opponents&#39; scores" in why
    assert "start 2" in why


def test_an_id_with_signs_of_markup_stays_text(opened: Opened) -> None:
    text = 'id,name,rank\n"x/""onclick=""a?",<b>Bo</b> Bernd,5k\n'
    send(opened, "/t/club16/import", ("odd.csv", text.encode()))
    opened.post("/t/club16/import", name="odd.csv", text=text, write=1)
    page = opened.client.get("/t/club16/entrants").text
    assert "<b>Bo" not in page
    assert '"onclick="a' not in page
    found = re.search(r'href="(entrants/x[^"]+)"', page)
    assert found
    assert "Bo&lt;/b&gt;" in opened.text(f"/t/club16/{html.unescape(found[1])}")
