"""A disk that is full, a folder that is damaged, a page of yesterday, a button pressed twice: nothing is lost."""

from __future__ import annotations

import errno
import json
import os
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.model.tournament.games import Result
from mcmahon.web.context import redirect
from mcmahon.web.rendering import static_address, templates

from .conftest import Opened

RESULTS = "/t/congress60/results"


def steps(opened: Opened) -> int:
    return Desk(opened.folder / "congress60").read().revision


@pytest.fixture
def playing(opened: Opened) -> Opened:
    opened.post("/t/congress60/round", draw=1)
    opened.post("/t/congress60/round", publish=1, round=4)
    return opened


@pytest.mark.slow
def test_a_full_disk_is_said_and_the_same_form_works_when_there_is_room(
    playing: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = steps(playing)

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", full)
        assert "No space left on device" in playing.post(RESULTS, 503, typed="1 w", round=4)
        assert playing.client.get(RESULTS).status_code == 200, "the desk goes on showing what there is"
    assert steps(playing) == before
    playing.post(RESULTS, typed="1 w", round=4)
    game = Desk(playing.folder / "congress60").read().tournament.rounds[-1].at_table(1)
    assert game is not None
    assert game.result is Result.WHITE


@pytest.fixture
def full(monkeypatch: pytest.MonkeyPatch) -> Iterator[pytest.MonkeyPatch]:
    """A disk without room: whatever has to be on it to stay is refused."""

    def no_room(_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", no_room)
        yield patch


WRITTEN = {
    "results": {"typed": "1 w", "round": "4"},
    "settings": {"komi": "7.5"},
    "entrants": {"away": "24", "round": "5"},
    "print": {"pages": "1"},
    "copy": {"place": "{stick}", "always": "1"},
    "hall": {"make": "reader"},
    "round": {"draw": "1", "missing_results": "1"},
    "log": {"undo": "1"},
}


@pytest.mark.slow
@pytest.mark.parametrize("name", WRITTEN)
def test_a_page_that_cannot_write_says_so_and_offers_to_try_again(
    playing: Opened, tmp_path: Path, full: pytest.MonkeyPatch, name: str
) -> None:
    """Not that the tournament cannot be read, which it can; and what was typed is sent again as it was."""
    (tmp_path / "stick").mkdir()
    before = steps(playing)
    form = {key: value.format(stick=tmp_path / "stick") for key, value in WRITTEN[name].items()} | {"seen": str(before)}
    page = playing.post(f"/t/congress60/{name}", 503, **form)
    assert re.search(r"<h1>\s*That could not be written\s*</h1>", page)
    assert "No space left on device" in page
    assert "cannot be read" not in page
    assert "Nothing that was there is lost." in page
    again = re.search(
        rf'<form method="post" action="/t/congress60/{name}"[^>]*>(.*?)<button[^>]*>\s*Try again\s*<', page
    )
    assert again
    sent = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)">', again[1]))
    assert sent == form
    assert steps(playing) == before
    full.undo()
    assert playing.client.post(f"/t/congress60/{name}", data=sent).status_code == 200


def test_whoever_holds_the_folder_is_no_reason_to_say_that_it_cannot_be_read(
    playing: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcmahon.io.folder.folder.LOCK_SECONDS", 0.0)
    with Desk(playing.folder / "congress60").folder.locked():
        page = playing.post(RESULTS, 503, typed="1 w", round=4)
    assert "another command is writing" in page
    assert "cannot be read" not in page
    assert "Try again" in page


def test_a_page_that_meets_the_disk_while_it_is_shown_is_not_sent_again(
    playing: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_handles(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    with monkeypatch.context() as patch:
        patch.setattr("mcmahon.web.pages.overview_page.log", no_handles)
        page = playing.text("/t/congress60/log", 503)
        assert "Too many open files" in page
        assert not re.search(r"Try again\s*</button>", page)
        patch.setattr("mcmahon.io.folder.folder.TournamentFolder.read", no_handles)
        assert "cannot be read</h1>" in playing.text("/t/congress60/log", 503)


def test_an_error_of_the_program_is_no_damage_of_the_folder(playing: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("mcmahon.web.pages.overview_page.log", wrong)
    page = playing.text("/t/congress60/log", 500)
    assert "an error of the program itself" in page
    assert "cannot be read" not in page


def test_more_steps_than_can_be_read_at_once_close_the_log_alone(
    playing: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcmahon.io.folder.journal_steps.LARGEST_STEPS", 1000)
    assert "steps: its files together are larger than" in playing.text("/t/congress60/log", 422)
    for page in ("", "results", "round"):
        assert playing.client.get(f"/t/congress60/{page}").status_code == 200
    playing.post(RESULTS, typed="1 w", round=4)
    playing.post("/t/congress60/log", undo=1, page="results")


def test_a_damaged_file_is_named_and_the_desk_stays_for_the_others(playing: Opened) -> None:
    file = playing.folder / "congress60" / "players.csv"
    good = file.read_bytes()
    file.write_bytes(good[: len(good) // 2] + b'\n"\xff')
    page = playing.client.get("/t/congress60/entrants")
    assert page.status_code in (422, 503)
    assert "players.csv" in page.text
    assert playing.client.get("/t/club16/").status_code == 200
    file.write_bytes(good)
    assert playing.client.get("/t/congress60/entrants").status_code == 200


def test_a_button_pressed_twice_does_it_once(playing: Opened) -> None:
    page = playing.client.get(RESULTS).text
    seen = re.search(r'name="seen" value="(\d+)"', page)
    assert seen
    form = {"seen": seen[1], "typed": "1 w", "round": "4"}
    first = playing.client.post(RESULTS, data=form)
    after = steps(playing)
    again = playing.client.post(RESULTS, data=form)
    assert (first.status_code, again.status_code, steps(playing)) == (200, 200, after)
    drawn = {"seen": str(after), "draw": "1", "round": "4"}
    codes = [
        playing.client.post("/t/congress60/round", data=drawn | {"missing_results": "1"}).status_code for _ in range(2)
    ]
    assert codes[0] == 200
    assert len(Desk(playing.folder / "congress60").read().tournament.rounds) == 5, "no round is drawn twice"


@pytest.mark.slow
def test_a_page_of_yesterday_publishes_no_other_draft(opened: Opened) -> None:
    opened.post("/t/congress60/round", draw=1)
    seen = steps(opened)
    a, b = Desk(opened.folder / "congress60").read().tournament.rounds[-1].games[0].players
    opened.post("/t/congress60/round", ask="forbid", a=a, b=b)
    assert "with the same boards" not in opened.post("/t/congress60/round", draw=1)
    assert "Round 4 is drawn again, with the same boards: cost" in opened.post("/t/congress60/round", draw=1)
    form = {"seen": str(seen), "publish": "1", "round": "4"}
    answer = opened.client.post("/t/congress60/round", data=form)
    draft = Desk(opened.folder / "congress60").read().tournament.rounds[-1]
    assert answer.status_code == 409
    assert draft.draft
    assert not any({a, b} == set(game.players) for game in draft)


@pytest.mark.slow
def test_what_no_page_would_send_is_answered_in_words(opened: Opened) -> None:
    """Numbers of 5,000 digits, names of 1,000 letters, zero bytes, forms cut off: found by damaged inputs."""
    many, long, get = "9" * 5000, "9" * 3900, opened.client.get
    for page in ("entrants", "round", "results", "standings", "print", "log", "weights/marks"):
        for name in ("round", "since", "at", "before", "prove"):
            assert get(f"/t/congress60/{page}?{name}={long}").status_code == 200, (page, name)
            assert get(f"/t/congress60/{page}?{name}={many}").status_code == 414, (page, name)
    assert get(f"/t/congress60/weights/boards?mms_difference={long}").status_code == 422
    assert get(f"/t/congress60/hall/sheet/{many}").status_code == 414
    assert get(f"/t/{'n' * 1000}/").status_code == 404
    assert (get("/static/%00").status_code, get(f"/static/{'n' * 1000}").status_code) == (400, 404)
    opened.post("/t/congress60/board", 422, round=many, table=1)
    opened.post("/t/congress60/import", 422, text="name,rank\nAmber,1d", skip=many)
    assert "expected excused" in opened.post("/t/congress60/entrants/1", 422, withdraw=1, counts="-1")
    cut = opened.client.post(
        "/t/congress60/import",
        content=b"--limit\r\n\xff: x",
        headers={"content-type": "multipart/form-data; boundary=limit"},
    )
    assert (cut.status_code, "this form cannot be read" in cut.text) == (422, True)


@pytest.mark.parametrize(
    ("said", "notes", "kept"),
    [
        (["done"], ["known"], [["done"], ["known"]]),
        ([], ["known"], [[], ["known"]]),
        (["done"], ["n" * 1000] * 4, [["done"], ["n" * 1000] * 2]),
        (["漢" * 500, "b"], [], [["漢" * 500, "b"], []]),
        (["漢" * 2000, "b"], ["known"], [["漢" * 400, "b"], []]),
        (["漢" * 500] * 4, ["known"], [["漢" * 400] * 2, []]),
    ],
)
def test_what_was_done_is_said_as_far_as_a_cookie_holds_it(said: list[str], notes: list[str], kept: list[Any]) -> None:
    answer = redirect("/t/congress60/settings", said, notes)
    cookie, *flags = answer.headers["set-cookie"].split("; ")
    assert json.loads(urlsafe_b64decode(cookie.partition("=")[2].strip('"'))) == [*kept, True]
    assert len(cookie) <= 4096
    assert {"HttpOnly", "SameSite=strict", "Path=/", "Max-Age=60"} <= {*flags}


def test_an_error_takes_the_place_of_the_page_that_a_script_asked_from(opened: Opened) -> None:
    """Wherever what was asked for was to go; a page that has nothing to say sets no cookie."""
    sent = {"typed": "1 w", "round": "99"}
    for target, placed in (("main", True), ("x", True), (None, False)):
        asked = {"hx-request": "true", "hx-target": target} if target else {}
        answer = opened.client.post(RESULTS, data=sent, headers=asked)
        assert answer.status_code == 422
        told = {name: text for name, text in answer.headers.items() if name.startswith("hx-")}
        main = {"hx-retarget": "#main", "hx-reselect": "#main", "hx-reswap": "outerHTML"}
        assert told == (main if placed else {}), target
    assert "set-cookie" not in redirect("/t/congress60/", (), ()).headers


def test_what_was_done_is_said_once_and_a_damaged_cookie_says_nothing(opened: Opened) -> None:
    page, cookies = "/t/congress60/round", opened.client.cookies
    texts = (b'[["<b>done"],["known"],true]', b"[]", b"5", b"[1,[],true]", b"[[],5,true]", b"\xff", b'[["done"],[]]')
    for text in texts:
        cookies.set("mcmahon-said", urlsafe_b64encode(text).decode(), "127.0.0.1", "/")
        assert "known" not in opened.text("/t/congress60/state"), "the page takes it, not a line of another one"
        shown = opened.text(page)
        assert ("&lt;b&gt;done" in shown, "known" in shown) == ((text is texts[0],) * 2), text
        assert ('name="undo"' in shown) == (text is texts[0])
        assert "mcmahon-said" not in cookies, "it is not said again"
    cookies.set("mcmahon-said", "no base64", "127.0.0.1", "/")
    assert 'class="said"' not in opened.text(page)


def test_the_intervals_of_all_weights_are_a_page_without_javascript(opened: Opened) -> None:
    assert "From where to where each weight keeps the round" in opened.text("/t/club16/weights/marks")


def test_too_many_open_files_are_said_in_words_and_no_error_of_the_program(
    playing: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files", "x.csv")

    with monkeypatch.context() as patch:
        patch.setattr(Desk, "read", none)
        answer = playing.client.get(RESULTS)
        assert answer.status_code == 503
        assert "x.csv: Too many open files; try again" in " ".join(answer.text.split())
        phone = playing.client.get("/h/congress60/b/4/1/w/no-token")
        assert phone.status_code == 503
        assert "x.csv" not in phone.text, "no path of the machine reaches a phone"
    assert playing.client.get(RESULTS).status_code == 200


def test_with_too_many_open_files_from_the_start_on_the_page_that_says_it_is_there(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A desk that has shown nothing yet has read what its pages of errors are made from."""

    def none(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    for kept in (templates, static_address):
        kept.cache_clear()
    with monkeypatch.context() as patch, opened.client as started:
        patch.setattr(templates().loader, "get_source", none)
        patch.setattr(Path, "read_bytes", none)
        patch.setattr(Desk, "read", none)
        for address in (RESULTS, "/h/congress60/b/4/1/w/no-token"):
            assert started.get(address).status_code == 503, address
        assert started.get("/t/nowhere/").status_code == 404


def test_a_tournament_that_was_moved_is_said_to_be_nowhere_and_comes_back(opened: Opened) -> None:
    (opened.folder / "congress60").rename(opened.folder / "spring")
    text = opened.text(RESULTS, 404)
    assert re.search("There is no tournament called .*congress60.* here", text)
    assert "may have been renamed or moved" in text
    (opened.folder / "spring").rename(opened.folder / "congress60")
    opened.text(RESULTS)


def test_a_file_edited_by_hand_is_told_with_the_next_step(playing: Opened) -> None:
    file = playing.folder / "congress60" / "players.csv"
    file.write_text(file.read_text(encoding="utf-8").replace("Istzyk", "Istzyck"), encoding="utf-8")
    assert "edited by hand since the last command" in playing.post(RESULTS, typed="1 w", round=4)
