"""Links: what each opens and what not, how they are kept, taken back, and printed again."""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import stat
import threading
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace
from pathlib import Path

import msgspec
import pytest
from markupsafe import escape
from mcmahon.desk.desk import Desk
from mcmahon.desk.files.export_files import archive
from mcmahon.desk.hall import helper_steps as helping
from mcmahon.desk.hall import links
from mcmahon.desk.hall.helper_steps import FOR_HELPERS
from mcmahon.desk.hall.links import hall_of, now
from mcmahon.desk.journal_entries import LoggedStep
from mcmahon.desk.rounds.enter_results import EnterResults, enter
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.desk.verb import Outcome
from mcmahon.io.folder import hall_files
from mcmahon.model.records.hall import Board, HallEvent, Link, Said, Side
from mcmahon.model.tournament.games import Result
from mcmahon.web.app import application
from mcmahon.web.hall.outside import Outside
from mcmahon.web.home import Home
from starlette.testclient import TestClient

from ..forms import Plain
from .builders import HOST, Hall

ROLES = ("desk", "helper", "check-in", "reader")


def token(path: str) -> str:
    return path.rstrip("/").rpartition("/")[2]


def test_a_token_has_192_bits_and_is_kept_as_its_hash_for_the_owner_only(hall: Hall) -> None:
    made = [token(hall.link(role)) for role in ROLES]
    assert len({*made}) == len(ROLES)
    assert all(len(one) == 32 and re.fullmatch(r"[\w-]+", one) for one in made), "24 bytes in base64"
    home = hall.path / ".hall"
    kept = b"".join(file.read_bytes() for file in home.iterdir())
    assert not any(one.encode() in kept for one in made)
    assert all(len(link["digest"]) == 64 for link in json.loads((home / "links.json").read_text()))
    assert stat.S_IMODE(home.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in home.iterdir()} == {0o600}


def test_links_are_in_no_copy_that_goes_out(hall: Hall) -> None:
    hall.link("reader")
    assert b".hall" not in archive(hall.desk.path)
    target = hall.folder / "copy"
    from mcmahon.io.folder.copies import copy_into

    copy_into(hall.desk.path, target)
    assert not (target / ".hall").exists()
    hall.director.post("/t/congress60/print", data={"pages": "1"})
    assert not list((hall.desk.path / "pages").rglob("*hall*"))


@pytest.mark.slow
@pytest.mark.parametrize("role", ROLES)
def test_a_link_that_is_taken_back_opens_nothing(hall: Hall, role: str) -> None:
    path, phone = hall.link(role), hall.phone()
    assert phone.get(path).status_code == 200
    Plain(hall.director, "/t/congress60/hall").press("Take back")
    assert phone.get(path).status_code == 404
    assert phone.get("/t/congress60/").status_code == 401, "nor by a cookie of before"


def test_links_survive_a_restart_and_a_new_address_and_their_sheet_is_printed_again(hall: Hall) -> None:
    path = hall.link("reader")
    app = application(Home.of(hall.folder), "another-key", ("10.0.0.7:9000",), Outside("http://10.0.0.7:9000", True))
    phone = TestClient(app, base_url="http://10.0.0.7:9000")
    assert phone.get(path).status_code == 200
    phone.get("/?key=another-key")
    assert f"http://10.0.0.7:9000{path}" in phone.get("/t/congress60/hall/sheet/1").text


def test_the_desk_sees_when_a_link_was_used_last(hall: Hall) -> None:
    path = hall.link("reader")
    assert ">never<" in hall.director.get("/t/congress60/hall").text.replace("<td>never", "<td>never<")
    hall.phone().get(path)
    used = hall.files.links()[0].used
    assert "never" not in hall.director.get("/t/congress60/hall").text
    kept = hall.files.home / "links.json"
    kept.write_text(kept.read_text().replace(used, "2020-01-15T12:00:00+00:00"))
    page = hall.director.get("/t/congress60/hall").text
    assert re.search(r"<td>2020-01-1[456] \d\d:\d\d", page), "with its day, where that is not today"


def test_a_desks_link_opens_its_own_tournament_and_no_other(hall: Hall) -> None:
    phone, path = hall.phone(), hall.link("desk")
    assert "Round 4" in phone.get(path.rstrip("/")).text
    assert phone.get("/static/desk.css").status_code == 200
    for address, code in (("/t/club16/", 401), ("/t/club16/hall", 401), ("/", 403), ("/t/congress60/copy", 403)):
        assert phone.get(address).status_code == code, address
    for nothing in ("/t", "/x/congress60/round", "/t/congress60/nothing"):
        assert phone.get(nothing).status_code == 404, nothing
    assert phone.post("/t/congress60/copy", data={"place": str(hall.folder / "x")}).status_code == 403
    assert not (hall.folder / "x").exists()
    told = phone.post("/t/congress60/import/fetch", data={"address": "https://example.org/"})
    assert told.status_code == 403, "it sends to any address"


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_the_cookie_of_a_desks_link_is_for_no_script_and_no_other_site(hall: Hall, scheme: str) -> None:
    path, there = hall.link("desk"), TestClient(hall.app, base_url=f"{scheme}://{HOST}")
    told = set(there.get(path, follow_redirects=False).headers["set-cookie"].casefold().split("; "))
    assert {"httponly", "samesite=strict", "path=/"} <= told
    assert ("secure" in told) == (scheme == "https")


def test_a_step_of_a_second_desk_bears_its_name(hall: Hall) -> None:
    phone = hall.phone()
    phone.get(hall.link("desk"))
    phone.post("/t/congress60/results", data={"typed": "1 w", "round": "4"})
    assert hall.desk.folder.journal.steps()[-1].command == "desk 1 (Ann): results of round 4: 1 1-0"
    hall.director.post("/t/congress60/results", data={"typed": "2 w", "round": "4"})
    assert hall.desk.folder.journal.steps()[-1].command == "desk: results of round 4: 2 1-0"


def test_a_second_desk_makes_nobody_anonymous(hall: Hall) -> None:
    phone = hall.phone()
    phone.get(hall.link("desk"))
    phone.post("/t/congress60/entrants/1", data={"withdraw": "1"})
    assert "Make anonymous" not in phone.get("/t/congress60/entrants/1").text
    refused = phone.post("/t/congress60/entrants/1", data={"anonymise": "1", "yes": "1"})
    assert (refused.status_code, "only the director" in refused.text) == (422, True)
    assert len(hall.desk.folder.journal.steps()) > 1


@pytest.mark.slow
def test_a_draw_of_a_second_desk_bears_its_name(hall: Hall) -> None:
    phone, steps = hall.phone(), hall.desk.folder.journal.steps
    phone.get(hall.link("desk"))
    typed = " ".join(f"{game.table} w" for game in hall.played)
    phone.post("/t/congress60/results", data={"typed": typed, "round": "4"})
    phone.post("/t/congress60/round", data={"draw": "1", "search": "1"})
    assert steps()[-1].command == "desk 1 (Ann): draw round 5"
    out = hall.desk.read().tournament.rounds[-1].games[0].white
    phone.post("/t/congress60/repair", data={"without": out, "take": "1"})
    assert steps()[-1].command == "desk 1 (Ann): repair round 5"
    hall.director.post("/t/congress60/round", data={"draw": "1", "search": "1"})
    assert steps()[-1].command == "desk: draw round 5"


def test_a_helper_enters_their_own_tables_under_their_name_and_undoes_only_own_steps(hall: Hall) -> None:
    path, phone = hall.link("helper", tables="1-5"), hall.phone()
    state, [link] = hall.desk.read(), hall.files.links()
    assert not helping.boards_of(state.with_tournament(replace(state.tournament, rounds=())), link), "no round yet"
    page = phone.get(path).text
    assert re.findall(r'name="at (\d+)"\s+value="1-0"', page) == ["1", "2", "3", "4", "5"]
    seen = re.search(r'name="seen" value="(\d+)"', page)
    assert seen
    form, board = {"round": "4", "seen": seen[1]}, Board.of(4, hall.played.games[1])
    hall.phone().post(hall.board(hall.played.games[1], Side.WHITE), data={"say": "0-1"})
    assert hall.files.state().of(board).white
    assert phone.post(path, data={**form, "typed": "2 w"}).status_code == 200
    assert hall.entered(2).result is Result.WHITE
    assert not hall.files.state().of(board).white, "what was said counts no more"
    assert hall.desk.folder.journal.steps()[-1].command == "helper 1 (Ann): results of round 4: 2 1-0"
    assert phone.post(path, data={**form, "round": "3", "typed": "2 b"}).status_code == 409, "that round is over"
    for typed in ("6 w", "3 w 6 w"):
        refused = phone.post(path, data={**form, "typed": typed})
        assert refused.status_code == 422
        assert "table 6 is not yours" in refused.text
    assert hall.entered(3).result is hall.entered(6).result is Result.UNKNOWN
    last = re.search(r'name="undo" value="(\d+)"', phone.get(path).text)
    assert last
    assert last[1] == str(hall.desk.folder.journal.steps()[-1].number)
    hall.director.post("/t/congress60/results", data={"typed": "7 b", "round": "4"})
    assert phone.post(path, data={"undo": last[1]}).status_code == 409, "another step is the last one by now"
    assert 'name="undo"' not in phone.get(path).text
    assert (hall.entered(2).result, hall.entered(7).result) == (Result.WHITE, Result.BLACK)
    hall.director.post("/t/congress60/log", data={"undo": "1"})
    assert 'name="undo"' in phone.get(path).text
    phone.post(path, data={"undo": last[1]})
    assert hall.entered(2).result is Result.UNKNOWN
    phone.post(path, data={"round": "4", "typed": "3 w 4 b"})
    assert (hall.entered(3).result, hall.entered(4).result) == (Result.WHITE, Result.BLACK)


def test_a_step_of_the_desk_while_a_helper_takes_back_an_own_one_stays(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, phone = hall.link("helper"), hall.phone()
    phone.post(path, data={"round": "4", "typed": "2 w"})
    last = re.search(r'name="undo" value="(\d+)"', phone.get(path).text)
    assert last
    looked = helping.own_last

    def and_then_the_desk(desk: Desk, link: Link) -> LoggedStep | None:
        found = looked(desk, link)
        hall.desk.do(lambda state: enter(state, EnterResults(results={"7": "0-1"}, round=4)), "desk: meanwhile")
        return found

    with monkeypatch.context() as patch:
        patch.setattr(helping, "own_last", and_then_the_desk)
        assert phone.post(path, data={"undo": last[1]}).status_code == 409
    assert (hall.entered(2).result, hall.entered(7).result) == (Result.WHITE, Result.BLACK)


@pytest.mark.slow
@pytest.mark.parametrize("secret", [True, False])
def test_links_that_a_folder_brings_open_nothing_until_the_director_says_so(
    hall: Hall, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, secret: bool
) -> None:
    reader, desk, board = hall.link("reader"), hall.link("desk"), hall.board(hall.played.games[0], Side.WHITE)
    phone, second, page = hall.phone(), hall.phone(), "/t/congress60/hall"
    second.get(desk)
    api = {"authorization": f"Bearer {reader.split('/')[-2]}"}

    def codes() -> list[int]:
        answers = (phone.get(reader), phone.get(board), second.get("/t/congress60/"))
        return [*(one.status_code for one in answers), phone.get("/api/congress60", headers=api).status_code]

    assert codes() == [200] * 4
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "another machine"))
    if not secret:
        (hall.files.home / "secret").unlink()
    assert codes() == [404, 404, 401, 401]
    assert "made on another machine" in hall.director.get(page).text
    asked, kept = ({"make": "reader"}, {"captains": "1"}), (hall.files.home / "links.json").read_bytes()
    assert {hall.director.post(page, data=one).status_code for one in asked} == {422}
    assert {hall.director.get(f"{page}/{one}").status_code for one in ("slips", "sheet/1", "captains")} == {422}
    assert (hall.files.home / "links.json").read_bytes() == kept, "none is made"
    hall.director.post(page, data={"count": "1"})
    assert codes() == ([200] * 4 if secret else [200, 404, 200, 200]), "slips are made of the secret"
    assert "made on another machine" not in hall.director.get(page).text, "it is kept for the next start"
    hall.director.post(page, data={"anew": "1"})
    assert codes() == [404, 404, 401, 401]
    assert phone.get(hall.link("reader")).status_code == 200


def test_a_helper_reads_of_results_and_check_ins_and_of_nothing_else_that_was_done(hall: Hall) -> None:
    path, desk = hall.link("helper"), hall.director
    desk.post("/t/congress60/results", data={"typed": "7 b", "round": "4"})
    desk.post("/t/congress60/settings", data={"pairing.families": "forbid"})
    desk.post("/t/congress60/entrants/1", data={"withdraw": "1"})
    Desk(hall.path).do(
        lambda state: change(state, ChangeSettings(assignments=['pairing.forbid=[{players = ["3", "8"]}]'])),
        "mcmahon set forbid",
    )
    assert len(hall.desk.folder.journal.steps()) > 3
    told = hall.phone().get(path).text.partition('class="steps"')[2]
    assert re.findall("<bdi>(.*?)</bdi>", told) == ["desk: results of round 4: 7 0-1"]


@pytest.mark.parametrize(
    ("command", "read"),
    [
        ("players: both say: 3 1-0", True),
        ("undo: helper 2 (Ann): results of round 4: 3 1-0", True),
        ("desk 4 (Bo): result of round 4: 3 1-0", True),
        ("desk: both say: 3 1-0", True),
        ("helper 2: check-in confirmed", True),
        ("mcmahon result spring 3 1-0", True),
        ("desk: change Beck: results of round 4: ", False),
        ("desk 4 (Bo): enter (x): results of round 4: ", False),
        ("mcmahon set spring pairing.forbid=[]", False),
        ("undo: desk: swap 3 and 8", False),
    ],
)
def test_which_steps_a_helper_may_read(command: str, read: bool) -> None:
    assert bool(FOR_HELPERS.match(command)) is read


def test_a_helpers_stale_form_is_shown_again_beside_what_changed(hall: Hall) -> None:
    path, phone = hall.link("helper"), hall.phone()
    seen = re.search(r'name="seen" value="(\d+)"', phone.get(path).text)
    assert seen
    hall.director.post("/t/congress60/results", data={"typed": "3 b", "round": "4"})
    answer = phone.post(path, data={"round": "4", "seen": seen[1], "typed": "3 w"})
    assert answer.status_code == 409
    assert "0-1" in answer.text
    assert hall.entered(3).result is Result.BLACK


def test_a_row_stays_in_its_place_and_the_helper_reads_what_was_entered(hall: Hall) -> None:
    path, helper = hall.link("helper"), hall.phone()
    first, second = hall.played.games[:2]

    def rows(page: str) -> list[int]:
        return [int(table) for table in re.findall(r"<li>\s*<b[^>]*>(\d+)</b>", page)]

    page = helper.get(path).text
    before = rows(page)
    since = re.search(r'data-since="(\d+)"', page)
    assert since
    hall.director.post("/t/congress60/results", data={"typed": f"{first.table} w", "round": "4"})
    assert rows(helper.get(path, params={"since": since[1]}).text) == before, "as the open page loads itself"
    form = {"typed": f"{second.table} b", "round": "4", "since": since[1], "seen": since[1]}
    answer = helper.post(path, data=form)
    assert rows(answer.text) == before
    people = hall.desk.read().tournament.by_id()
    said = answer.text.partition('id="answer"')[2].partition("</section>")[0]
    assert f"Table {second.table}: {escape(people[second.black].name)} (Black) won against" in said
    undo = re.search(r'name="undo" value="(\d+)"', said)
    assert undo
    helper.post(path, data={"undo": undo[1]})
    assert hall.entered(second.table).result is Result.UNKNOWN
    assert rows(helper.get(path).text) == [table for table in before if table != first.table], "loaded by hand"


def test_a_helper_sees_what_is_missing_or_all_boards_and_stays_there(hall: Hall) -> None:
    path, helper = hall.link("helper", tables="1-5"), hall.phone()

    def seen(page: str) -> tuple[list[int], bool, bool]:
        rows = [int(table) for table in re.findall(r"<li>\s*<b[^>]*>(\d+)</b>", page)]
        return rows, "hide what is in" in page, "only what is missing" in page

    since = str(hall.desk.read().revision)
    hall.director.post("/t/congress60/results", data={"typed": "1 w", "round": "4"})
    page = helper.get(path).text
    assert "4 of 5 results missing." in page
    assert seen(page) == ([2, 3, 4, 5], False, False)
    assert seen(helper.get(path, params={"since": since}).text) == ([1, 2, 3, 4, 5], True, False)
    page = helper.get(path, params={"all": "1"}).text
    assert seen(page) == ([1, 2, 3, 4, 5], False, True)
    assert page.count('class="won"') == 1
    form = {"typed": "2 b", "round": "4"}
    answer = helper.post(path, data={**form, "all": "1"})
    assert (seen(answer.text)[0], answer.url.query) == ([1, 2, 3, 4, 5], b"all=1&done=2")
    assert answer.text.partition('id="answer"')[2].partition("</section>")[0].count("<p>") == 1
    answer = helper.post(path, data={**form, "typed": "3 b"})
    assert (seen(answer.text)[0], answer.url.query) == ([4, 5], b"done=3")
    two = helper.post(path, data={**form, "typed": "4 b 5 w"}).text
    assert two.partition('id="answer"')[2].partition("</section>")[0].count("<p>") == 2
    wrong = helper.post(path, data={**form, "typed": "9 b", "since": since})
    assert (wrong.status_code, "table 9 is not yours" in wrong.text, seen(wrong.text)[0]) == (
        422,
        True,
        [1, 2, 3, 4, 5],
    )
    again = helper.post(path, data={**form, "typed": "2 w", "all": "1"})
    assert again.text.count('name="all" value="1"') == 3, "who looks at all boards goes on doing so after a yes"
    yes = '<input type="hidden" name="at 2" value="1-0">', 'name="again" value="1">Yes, enter 2 1-0<'
    assert (again.status_code, *(part in again.text for part in yes)) == (409, True, True)
    assert hall.entered(2).result is Result.BLACK
    assert helper.post(path, data={**form, "typed": "2 w", "again": "1"}).status_code == 200
    assert hall.entered(2).result is Result.WHITE
    assert helper.post(path, data={"undo": "9" * 5000}).status_code == 409


@pytest.mark.slow
def test_the_desk_lists_links_that_count_and_those_taken_back_apart(hall: Hall) -> None:
    hall.link("reader")
    hall.director.post("/t/congress60/hall", data={"make": "helper", "label": "Bo"})
    hall.director.post("/t/congress60/hall", data={"revoke": "1"})
    gone = hall.director.get("/t/congress60/hall/sheet/1", headers={"referer": "/t/congress60/hall"})
    assert (gone.status_code, "there is no link 1; look at the list again" in gone.text) == (422, True)
    assert '<a class="button" href="/t/congress60/hall" data-close>Back</a>' in gone.text
    assert "<title>Helper</title>" in hall.director.get("/t/congress60/hall/sheet/2").text, "of its code"
    slips = hall.director.get("/t/congress60/hall/slips").text
    assert '<a href="/t/congress60/hall">Back</a>' in slips
    assert {f"<title>Table {g.table}, {side}</title>" for g in hall.played for side in Side} <= set(
        re.findall("<title>Table [^<]*</title>", slips)
    )
    page = hall.director.get("/t/congress60/hall").text
    assert re.findall('name="revoke" value="(\\d+)"', page) == ["2"]
    assert "<li>reader 1 (Ann), " in page.partition("1 taken back")[2]
    state = hall.desk.read()
    hall.desk.do(lambda _: Outcome(state.with_tournament(replace(state.tournament, rounds=())), None), "anew")
    slips = hall.director.get("/t/congress60/hall/slips")
    assert (slips.status_code, "no round is published yet" in slips.text) == (422, True)


def test_a_link_can_be_for_players_with_a_value(hall: Hall) -> None:
    tournament = hall.desk.read().tournament
    country = tournament.player(hall.played.games[0].white).country
    phone, path = hall.phone(), hall.link("helper", only=f"country={country}")
    own = {int(table) for table in re.findall(r'name="at (\d+)"\s+value="1-0"', phone.get(path).text)}
    people = tournament.by_id()
    assert own == {g.table for g in hall.played if country in (people[g.white].country, people[g.black].country)}
    assert 0 < len(own) < len(hall.played.games)


@pytest.mark.parametrize(
    "fields", [{"make": "king"}, {"make": "helper", "tables": "9-3"}, {"make": "reader", "tables": "1-3"},
               {"make": "helper", "only": "shoe size=44"}, {"make": "helper", "tables": "x"}],
)  # fmt: skip
def test_a_wrong_link_is_not_made(hall: Hall, fields: dict[str, str]) -> None:
    assert hall.director.post("/t/congress60/hall", data=fields).status_code == 422
    assert not hall.files.links()


def test_a_label_cannot_pretend_to_be_somebody_else(hall: Hall) -> None:
    made = links.make(hall.files, links.NewLink("helper", "x\n helper 2 \u202e(Bob)" * 20), hall.desk.read().tournament)
    assert made.who.startswith("helper 1 (x helper 2 (Bob)")
    assert len(made.label) <= links.LONGEST_LABEL
    assert "\n" not in made.who


def test_a_full_disk_keeps_nobody_from_reading(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """When a link was used last is only noted if there is room."""

    def no_room(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    path = hall.link("reader")
    monkeypatch.setattr(os, "fsync", no_room)
    assert hall.phone().get(path).status_code == 200
    monkeypatch.undo()
    assert [link.used for link in hall.files.links()] == [""]
    assert hall.phone().get(path).status_code == 200
    assert [bool(link.used) for link in hall.files.links()] == [True]


def test_a_hall_whose_files_are_damaged_lets_nobody_in_and_the_desk_goes_on(hall: Hall) -> None:
    path = hall.link("reader")
    (hall.path / ".hall" / "links.json").write_text("[{", encoding="utf-8")
    assert hall.phone().get(path).status_code == 503
    assert hall.director.get("/t/congress60/results").status_code == 200
    assert "links.json cannot be read" in hall.director.get("/t/congress60/hall").text
    (hall.path / ".hall" / "links.json").write_bytes(b'[{"label": "\xfd"}]')
    assert "links.json cannot be read: it is not UTF-8" in hall.director.get("/t/congress60/hall").text
    shutil.rmtree(hall.path / ".hall")
    assert Desk(hall.path).read()


@pytest.mark.slow
@pytest.mark.parametrize(
    "wrong",
    [
        {"digest": "ü" * 64},
        {"digest": "0" * 63},
        {"digest": ""},
        {"used": "yesterday"},
        {"used": "2026-05-01T10:00:00"},
        {"made": "2026-05-01"},
        {"revoked": "0001-01-01T00:00:00+23:00"},
        {"revoked": "2026-05-01T10:00:00.5+00:00"},
    ],
)
def test_a_link_with_a_hash_or_a_time_that_is_none_is_a_damaged_file(hall: Hall, wrong: dict[str, str]) -> None:
    path, file = hall.link("reader"), hall.files.home / "links.json"
    [link] = msgspec.json.decode(file.read_bytes())
    file.write_bytes(msgspec.json.encode([link | wrong]))
    assert hall.phone().get(path).status_code == 503
    assert "links.json cannot be read" in hall.director.get("/t/congress60/hall").text
    assert hall.director.get("/t/congress60/results").status_code == 200


def claims(count: int) -> bytes:
    said = [HallEvent(Said.HERE, now(), player=str(k), rounds=(4,)) for k in range(count)]
    return b"".join(msgspec.json.encode(one) + b"\n" for one in said)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b'{"a":1}\n' * 1001, "said.jsonl has 1,001 lines that cannot be read; expected at most 1,000; move it out"),
        (b"\n" * 100_001, "said.jsonl has 100,001 lines; expected at most 100,000"),
        (b" " * (2**24 + 1), "said.jsonl: larger than 16 MiB"),
    ],
)
def test_too_much_that_is_said_does_not_count_and_the_desk_goes_on(hall: Hall, data: bytes, says: str) -> None:
    """The first page says why, nothing is written over, and with the file away the hall begins anew."""
    hall.link("reader")
    file, base = hall.path / ".hall" / "said.jsonl", "/t/congress60"
    file.write_bytes(data)
    assert says in hall.director.get(f"{base}/hall").text
    for page in ("", "results", "round", "entrants"):
        answer = hall.director.get(f"{base}/{page}")
        assert answer.status_code == 200
        assert page or re.search(
            rf"What players say from their phones does not count: .*{re.escape(says)}", answer.text
        )
    assert hall.director.post(f"{base}/results", data={"typed": "1 w", "round": "4"}).status_code == 200
    assert file.read_bytes() == data
    file.unlink()
    assert hall.director.get(f"{base}/hall").status_code == 200


def test_lines_that_were_cut_are_left_out_and_what_the_program_may_write_is_read(hall: Hall) -> None:
    hall.link("reader")
    file = hall.path / ".hall" / "said.jsonl"
    file.write_bytes(b'{"kind": "he\n' * 1000 + claims(20))
    assert len(hall_of(hall.desk.path).state().here) == 20
    assert len(claims(1)) * hall_files.MOST_LINES > hall_files.LARGEST_SAID, "a full file has fewer lines"


def test_what_was_said_is_read_once_for_all_pages(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    read: list[Path] = []
    hall.link("reader")
    (hall.path / ".hall" / "said.jsonl").write_bytes(claims(3))
    own = hall_files.read_own
    monkeypatch.setattr(hall_files, "read_own", lambda path, most: (read.append(path), own(path, most))[1])
    for page in ("hall", "results", "", "hall"):
        assert hall.director.get(f"/t/congress60/{page}").status_code == 200
    assert [path.name for path in read].count("said.jsonl") == 1


def test_more_links_than_can_be_read_again_are_not_written(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    path = hall.link("reader")
    file = hall.path / ".hall" / "links.json"
    monkeypatch.setattr(hall_files, "LARGEST_LINKS", file.stat().st_size + 200)
    before = file.read_bytes()
    page = hall.director.post("/t/congress60/hall", data={"make": "reader"})
    assert (page.status_code, "links.json is full" in page.text) == (503, True)
    assert file.read_bytes() == before
    assert hall.phone().get(path).status_code == 200
    file.write_bytes(b"[" * 1000)
    assert "links.json" in hall.director.get("/t/congress60/hall").text


def test_links_that_the_disk_refused_count_though_another_thread_was_writing(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    secret, write, begun, go_on = hall.files.secret(), hall_files.write_private, threading.Event(), threading.Event()

    def one_slow_one_refused(file: Path, data: bytes) -> None:
        if data == b"refused":
            raise OSError(errno.ENOSPC, "no space left")
        begun.set()
        go_on.wait(10)
        write(file, data)

    monkeypatch.setattr(hall_files, "write_private", one_slow_one_refused)
    monkeypatch.setattr(hall_files, "_unkept", {})
    with ThreadPoolExecutor(2) as pool:
        slow = pool.submit(hall_files._let_count, secret, b"slow")
        begun.wait(10)
        refused = pool.submit(hall_files._let_count, secret, b"refused")
        wait([refused], 0.2)
        go_on.set()
        for done in (slow, refused):
            done.result(10)
    assert [hall_files._counts(secret, links) for links in (b"slow", b"refused")] == [False, True]
