"""Results by players: two equal claims make a result, different ones are the desk's; nothing that was said is lost."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2
import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.hall.phone_claims import MOST_CLAIMS
from mcmahon.desk.rounds.enter_results import EnterResults, enter
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.desk.verb import Outcome
from mcmahon.io.folder.hall_files import HallFiles
from mcmahon.model.edits import BoardChange, edit_board
from mcmahon.model.errors import FolderError
from mcmahon.model.records.hall import Board, Claims, HallEvent, Said, Side
from mcmahon.model.tournament.games import Game, Result
from mcmahon.web.hall import rooms
from starlette.testclient import TestClient

from ..conftest import Server
from ..forms import Plain
from .builders import HOST, Hall, publish_next, slip


def confirm_by_the_desk(hall: Hall) -> None:
    hall.desk.do(lambda state: change(state, ChangeSettings(assignments=["hall.confirm=desk"])), "set")


def test_two_who_say_the_same_make_a_result_under_the_players_name(hall: Hall) -> None:
    game = hall.played.games[4]
    white, black = hall.board(game, Side.WHITE), hall.board(game, Side.BLACK)
    phone, other = hall.phone(), hall.phone()
    first = phone.get(white).text
    people = hall.desk.read().tournament.by_id()
    assert people[game.white].name in first
    assert "You are" in first
    assert "White" in first
    assert "Is this right?" in phone.get(f"{white}?say=0-1").text
    assert hall.files.state().of(Board.of(4, game)).white == "", "a question is no claim"
    asked = Plain(phone, f"{white}?say=0-1")
    asked.press("Yes, that is the result")
    assert "Waiting for" in asked.text
    assert 'value="jigo"' not in first, "with half a point of komi there is none"
    assert hall.entered(game.table).result is Result.UNKNOWN
    assert f"{people[game.white].name} says" in other.get(black).text
    other.post(black, data={"say": "0-1"})
    assert hall.entered(game.table).result is Result.BLACK
    assert hall.desk.folder.journal.steps()[-1].command == f"players: both say: {game.table} 0-1"
    done = phone.get(white)
    assert done.status_code == 410
    assert f"{people[game.black].name} won" in done.text


def test_a_result_of_the_desk_that_a_phone_says_otherwise_is_noticed(hall: Hall) -> None:
    game, people = hall.played.games[0], hall.desk.read().tournament.by_id()
    hall.phone().post(hall.board(game, Side.WHITE), data={"say": "1-0"})
    page = hall.director.post("/t/congress60/results", data={f"at {game.table}": "0-1", "round": "4"}).text
    name = people[game.white].name
    assert f"table {game.table}: the phone of {name} says 1-0 ({name} won)" in page
    page = hall.director.post("/t/congress60/results", data={f"at {game.table}": "1-0", "round": "4", "yes": "1"}).text
    assert "the phone of" not in page


def test_different_claims_are_shown_to_the_desk_which_settles_them(hall: Hall) -> None:
    game = hall.played.games[0]
    phone = hall.phone()
    phone.post(hall.board(game, Side.WHITE), data={"say": "1-0"})
    said = phone.post(hall.board(game, Side.BLACK), data={"say": "0-1"}).text
    assert "says something else" in said
    assert hall.entered(game.table).result is Result.UNKNOWN
    helper = hall.phone().get(hall.link("helper")).text
    assert "White says 1-0" in helper
    assert "Black says 0-1" in helper
    page = hall.director.get("/t/congress60/hall").text
    assert 'class="differ"' in page
    assert len(re.findall(r"says:\s*<strong>\s*(White|Black) won", page)) == 2
    hall.director.post("/t/congress60/hall", data={f"at {game.table}": "0-1"})
    assert hall.entered(game.table).result is Result.BLACK
    assert hall.files.state().of(Board.of(4, game)).white == "", "what was said counts no more"


def test_a_claim_can_be_taken_back_until_the_result_is_in(hall: Hall) -> None:
    game = hall.played.games[1]
    phone, white = hall.phone(), hall.board(game, Side.WHITE)
    phone.post(white, data={"say": "1-0"})
    assert "Who won?" in phone.post(white, data={"back": "1"}).text
    hall.phone().post(hall.board(game, Side.BLACK), data={"say": "1-0"})
    assert hall.entered(game.table).result is Result.UNKNOWN, "one alone says it"
    phone.post(white, data={"say": "1-0"})
    assert hall.entered(game.table).result is Result.WHITE
    assert phone.post(white, data={"back": "1"}).status_code == 410
    assert hall.entered(game.table).result is Result.WHITE


def test_the_desk_can_keep_the_last_word(hall: Hall) -> None:
    confirm_by_the_desk(hall)
    game = hall.played.games[2]
    for side in Side:
        last = hall.phone().post(hall.board(game, side), data={"say": "1-0"}).text
    assert "The desk confirms it soon" in last
    assert hall.entered(game.table).result is Result.UNKNOWN
    hall.director.post("/t/congress60/hall", data={"nod": "1"})
    assert hall.entered(game.table).result is Result.WHITE


def test_a_result_that_the_desk_takes_out_does_not_come_back_by_itself(hall: Hall) -> None:
    game = hall.played.games[3]
    for side in Side:
        hall.phone().post(hall.board(game, side), data={"say": "1-0"})
    assert hall.entered(game.table).result is Result.WHITE
    out = EnterResults(results={str(game.table): "?"}, round=4, again=True)
    hall.desk.do(lambda state: enter(state, out), "taken out")
    hall.app.state.rooms.enter_soon("congress60")
    assert hall.entered(game.table).result is Result.UNKNOWN
    assert "Who won?" in hall.phone().get(hall.board(game, Side.WHITE)).text, "the slip is good again"


def test_what_both_said_before_the_desk_was_stopped_is_entered_when_it_starts(hall: Hall) -> None:
    from mcmahon.desk.hall.phone_claims import claim, seats

    game, files, state = hall.played.games[5], hall.files, hall.desk.read()
    for side in Side:  # acknowledged, and killed before it was entered
        path = hall.board(game, side).split("/")
        [own] = seats(state, files, 4, game.table, side, path[-1])
        claim(files, [(own, "jigo" if own.jigo else "1-0")])
    with hall.phone():
        assert hall.entered(game.table).result is not Result.UNKNOWN


def test_what_could_not_be_entered_is_entered_when_it_can_be(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """The disk was full, or the folder away for a moment; nobody has to say anything again."""
    monkeypatch.setattr(rooms, "AGAIN", 0.05)
    monkeypatch.setattr(rooms, "GATHER", 0.0)
    game = hall.played.games[2]
    with monkeypatch.context() as patch:
        patch.setattr(Desk, "do", failing := Failing())
        for side in Side:
            hall.phone().post(hall.board(game, side), data={"say": "1-0"})
        assert failing.enough.wait(20)
    deadline = time.monotonic() + 20
    while hall.entered(game.table).result is Result.UNKNOWN and time.monotonic() < deadline:
        time.sleep(0.02)
    assert hall.entered(game.table).result is Result.WHITE


class Failing:
    """A disk without room, twice; `enough` says when."""

    def __init__(self) -> None:
        self.enough, self.times = threading.Event(), 0

    def __call__(self, *_: object, **__: object) -> None:
        self.times += 1
        if self.times >= 2:
            self.enough.set()
        raise FolderError("there is no room")


@pytest.mark.slow
def test_many_at_once_lose_nothing(hall: Hall) -> None:
    seats = [(game, side) for game in hall.played for side in Side]
    paths = {seat: hall.board(*seat) for seat in seats}

    async def say(k: int, path: str) -> int:
        transport = httpx2.ASGITransport(hall.app, client=(f"192.168.3.{k}", 50_000))
        async with httpx2.AsyncClient(transport=transport, base_url=f"http://{HOST}") as phone:
            return (await phone.post(path, data={"say": "1-0"})).status_code

    async def all_say() -> list[int]:
        return await asyncio.gather(*(say(k, path) for k, path in enumerate(paths.values(), 1)))

    assert set(asyncio.run(all_say())) == {303}
    assert hall.app.state.rooms.entered(30)
    assert {game.result for game in hall.played} == {Result.WHITE}
    steps = [step.command for step in hall.desk.folder.journal.steps() if step.command.startswith("players")]
    entered = " ".join(step.partition(": both say: ")[2] for step in steps).split()[::2]
    assert sorted(map(int, entered)) == sorted(game.table for game in hall.played), "each once"


def test_a_line_that_was_cut_by_a_power_failure_hides_no_other(hall: Hall) -> None:
    game = hall.played.games[0]
    hall.phone().post(hall.board(game, Side.WHITE), data={"say": "1-0"})
    with (hall.path / ".hall" / "said.jsonl").open("ab") as file:
        file.write(b'{"kind":"result","board":{"ro')
    hall.phone().post(hall.board(game, Side.BLACK), data={"say": "1-0"})
    assert hall.entered(game.table).result is Result.WHITE


def test_lines_are_added_to_what_was_read_unless_the_file_is_another_one(tmp_path: Path) -> None:
    files, fresh = HallFiles(tmp_path), HallFiles(tmp_path)
    for number in (1, 2):
        board = Board(number, 1, "white", "black")
        with files.locked():
            files.say([HallEvent(Said.RESULT, "", board, side, "1-0") for side in Side])
        assert files.state() == HallFiles(tmp_path).state()
        assert files.state().of(board).agreed == "1-0"
    assert fresh.state() == files.state()
    said = tmp_path / ".hall" / "said.jsonl"
    said.write_bytes(b"".join(said.read_bytes().splitlines(keepends=True)[3:]))
    assert files.state() == HallFiles(tmp_path).state()
    assert files.state().of(Board(1, 1, "white", "black")) == Claims()


@pytest.mark.slow
def test_whoever_changes_their_mind_all_day_is_sent_to_the_desk(hall: Hall) -> None:
    white = hall.board(hall.played.games[0], Side.WHITE)
    phone = hall.phone()
    for k in range(MOST_CLAIMS + 5):
        phone.post(white, data={"say": ("1-0", "0-1")[k % 2]}, follow_redirects=False)
    lines = (hall.path / ".hall" / "said.jsonl").read_text().splitlines()
    assert len(lines) == MOST_CLAIMS


def said_by(hall: Hall, game: Game, *phones: TestClient) -> str:
    """Both sides of a board say that White won, on these phones; what the last page says."""
    for side, phone in zip(Side, phones, strict=True):
        text = phone.post(hall.board(game, side), data={"say": "1-0"}).text
    return text


@pytest.mark.parametrize("fresh_browser", [False, True])
def test_one_phone_alone_makes_no_result_until_the_desk_confirms_it(hall: Hall, fresh_browser: bool) -> None:
    game, phone = hall.played.games[0], hall.phone()
    other = TestClient(hall.app, base_url=f"http://{HOST}", client=("192.168.2.2", 1)) if fresh_browser else phone
    assert "so the desk confirms the result" in said_by(hall, game, phone, other)
    assert hall.entered(game.table).result is Result.UNKNOWN
    assert "so the desk confirms the result" in phone.get(hall.board(game, Side.WHITE)).text
    hall.phone().post(hall.board(hall.played.games[1], Side.WHITE), data={"say": "1-0"})
    assert hall.phone().get(hall.link("helper")).text.count("one phone") == 1, "of two boards"
    hall.director.post("/t/congress60/hall", data={"nod": "1"})
    assert hall.entered(game.table).result is Result.UNKNOWN, "the desk looks at each of them"
    page = hall.director.get("/t/congress60/hall").text
    assert "Both sides were said on one phone" in page
    assert "Both sides were said on one phone at table" in hall.director.get("/t/congress60/results").text
    assert re.search(rf'name="at {game.table}" value="1-0">\s*Confirm: White won', page)
    hall.director.post("/t/congress60/hall", data={f"at {game.table}": "1-0"})
    assert hall.entered(game.table).result is Result.WHITE


def test_a_browser_that_moves_to_another_address_is_still_one_phone(hall: Hall) -> None:
    game, phone, moved = hall.played.games[0], hall.phone(), hall.phone()
    phone.get(hall.board(game, Side.WHITE))
    moved.cookies.update(phone.cookies)
    assert "so the desk confirms the result" in said_by(hall, game, phone, moved)
    assert hall.entered(game.table).result is Result.UNKNOWN


def test_who_had_nothing_to_do_with_a_claim_takes_it_back_and_says_it_on_the_own_phone(hall: Hall) -> None:
    game, wrong, right = hall.played.games[0], hall.phone(), hall.phone()
    said_by(hall, game, wrong, wrong)
    black = hall.board(game, Side.BLACK)
    assert "Who won?" in right.post(black, data={"back": "1"}).text
    right.post(black, data={"say": "1-0"})
    assert hall.entered(game.table).result is Result.WHITE


def test_an_address_that_a_whole_hall_shares_stops_nobody_but_one_browser_does(hall: Hall) -> None:
    phones = [TestClient(hall.app, base_url=f"http://{HOST}", client=("192.168.9.9", 1)) for _ in range(7)]
    first, second, third, fourth = hall.played.games[:4]
    said_by(hall, first, *phones[:2])
    said_by(hall, second, *phones[2:4])
    assert hall.entered(first.table).result is Result.UNKNOWN, "two boards may be one phone with two browsers"
    said_by(hall, third, *phones[4:6])
    assert {hall.entered(game.table).result for game in (first, second, third)} == {Result.WHITE}
    said_by(hall, fourth, phones[6], phones[6])
    assert hall.entered(fourth.table).result is Result.UNKNOWN


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_a_browser_is_told_by_a_cookie_that_it_gets_once(hall: Hall, scheme: str) -> None:
    path, phone = hall.board(hall.played.games[0], Side.WHITE), TestClient(hall.app, base_url=f"{scheme}://{HOST}")
    told = phone.get(path).headers["set-cookie"].casefold().split("; ")
    assert {"httponly", "samesite=lax", "path=/h/"} <= {*told}
    assert ("secure" in told) == (scheme == "https")
    assert len(told[0].removeprefix("mcmahon-phone=")) >= 20, "nobody guesses another one's"
    for again in (phone.get(path), phone.post(path, data={"say": "1-0"}, follow_redirects=False)):
        assert "set-cookie" not in again.headers


def test_a_page_of_a_side_is_told_of_what_it_shows_and_of_nothing_else(hall: Hall) -> None:
    own, other = hall.played.games[:2]
    path, phone = hall.board(own, Side.WHITE), hall.phone()
    seen: list[str] = []

    def changed() -> bool:
        found = re.search(r'data-live="([^"]*)\?seen=(-?\d+)"', phone.get(path).text)
        assert found
        assert found[1] == path.replace("/h/", "/h-live/")
        seen.append(found[2])
        return seen[-2:] != seen[-1:] * 2

    assert [changed(), changed()] == [True, False]
    hall.phone().post(hall.board(other, Side.WHITE), data={"say": "1-0"})
    assert not changed(), "another board"
    hall.phone().post(hall.board(own, Side.BLACK), data={"say": "1-0"})
    assert changed()
    phone.post(path, data={"say": "0-1"})
    assert changed()


def test_a_board_that_is_over_asks_nothing_and_says_how_it_ended(hall: Hall) -> None:
    game, phone = hall.played.games[0], hall.phone()
    path, people = hall.board(game, Side.WHITE), hall.desk.read().tournament.by_id()
    won = f"{people[game.black].name} won"
    assert phone.get(path).text.count(won) == 1, "a button"
    asked = phone.get(f"{path}?say=0-1").text
    assert ("Is this right?" in asked, "data-live" in asked) == (True, False), "a question stays as it is"
    assert "Is this right?" not in phone.get(f"{path}?say=2-0").text
    hall.director.post("/t/congress60/results", data={"typed": f"{game.table} b", "round": "4"})
    for query in ("", "?say=1-0"):
        page = phone.get(path + query)
        assert (page.status_code, "Is this right?" in page.text, won in page.text) == (410, False, True)


def test_of_phones_only_keyed_hashes_are_kept(hall: Hall) -> None:
    game, phone = hall.played.games[0], hall.phone()
    said_by(hall, game, phone, phone)
    [cookie] = [value for name, value in phone.cookies.items() if name == "mcmahon-phone"]
    kept = (hall.path / ".hall" / "said.jsonl").read_text()
    claims = hall.files.state().of(Board.of(4, game))
    assert claims.phones[0].browser == claims.phones[1].browser != ""
    assert cookie not in kept
    assert "192.168." not in kept
    for secret in (claims.phones[0].browser, claims.phones[0].address):
        for page in ("/t/congress60/hall", "/t/congress60/results", "/t/congress60/log"):
            assert secret not in hall.director.get(page).text
        assert secret not in phone.get(hall.board(game, Side.WHITE)).text


def test_a_jigo_can_be_said_where_there_can_be_one(hall: Hall) -> None:
    even = BoardChange(komi_halves=12)
    hall.desk.do(lambda s: Outcome(s.with_tournament(edit_board(s.tournament, 4, 1, even)), None), "komi")
    game = hall.played.at_table(1)
    assert game
    paths = [hall.board(game, side) for side in Side]
    phone, other = hall.phone(), hall.phone()
    assert 'value="jigo"' in phone.get(paths[0]).text
    Plain(phone, f"{paths[0]}?say=jigo").press("Yes, that is the result")
    other.post(paths[1], data={"say": "jigo"})
    assert hall.entered(1).result is Result.JIGO
    assert "Jigo" in phone.get(paths[0]).text


@pytest.mark.slow
@pytest.mark.parametrize("result", ["", "jigo", "1-1", "0-0!", "void", "1-0!", "<b>", "?"])
def test_players_can_say_only_who_won(hall: Hall, result: str) -> None:
    game = hall.played.games[0]
    assert game.komi_halves % 2 == 1, "no jigo with half a point of komi"
    answer = hall.phone().post(hall.board(game, Side.WHITE), data={"say": result})
    assert answer.status_code == 422
    assert not hall.files.state().claims


@pytest.mark.long
def test_killed_under_load_every_claim_that_was_thanked_for_is_there(server: Server, tmp_path: Path) -> None:
    """Phones claim while the server is killed at once; started again, it enters what both sides had said."""
    desk = Desk(tmp_path / "congress60")
    drawn = publish_next(desk.path)
    thanked: list[tuple[int, Side]] = []
    enough = threading.Event()

    def phone_at(address: str) -> httpx2.Client:
        return httpx2.Client(base_url=server.root, timeout=30, transport=httpx2.HTTPTransport(local_address=address))

    def claim(own: list[Game]) -> None:
        with phone_at("127.0.0.2") as one, phone_at("127.0.0.3") as other:
            for game in own:
                for side, phone in zip(Side, (one, other), strict=True):
                    try:
                        answer = phone.post(slip(desk.path, drawn.number, game, side), data={"say": "0-1"})
                    except httpx2.HTTPError:
                        return
                    assert answer.status_code == 303
                    thanked.append((game.table, side))
                    if len(thanked) >= 15:
                        enough.set()

    with ThreadPoolExecutor(4) as people:
        claiming = [people.submit(claim, list(drawn.games[start::4])) for start in range(4)]
        assert enough.wait(60)
        os.kill(server.process.pid, signal.SIGKILL)
        for one in claiming:
            one.result(60)
    server.process.wait(10)
    sides = Counter(table for table, _ in thanked)
    both = {table for table, count in sides.items() if count == 2}
    again = Server(tmp_path, "--port", str(server.port))
    try:
        for _ in range(100):
            now = {game.table: game.result for game in desk.read().tournament.rounds[-1]}
            if all(now[table] is Result.BLACK for table in both):
                break
            time.sleep(0.1)
        assert both
        assert {now[table] for table in both} == {Result.BLACK}
        said = HallFiles(desk.path).state()
        for table, side in thanked:
            game = drawn.at_table(table)
            assert game is not None
            if table not in both and now[table] is Result.UNKNOWN:
                assert said.of(Board.of(drawn.number, game)).of(side) == "0-1"
        entered = {table for table, result in now.items() if result is not Result.UNKNOWN}
        assert entered <= set(sides), "nothing that nobody said"
    finally:
        again.end()
