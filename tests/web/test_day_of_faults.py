"""Faults of a day in the hall: networks, clouds and spreadsheets. What somebody was told is done is there, once."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from urllib.parse import urlencode

import httpx2
import pytest
from mcmahon.desk.changes import changed_things
from mcmahon.desk.desk import Desk
from mcmahon.desk.rounds.enter_results import EnterResults, enter
from mcmahon.model.errors import McMahonError
from mcmahon.model.tournament.games import Result

from .conftest import INSTANCES, Server
from .congress import published, result_at
from .test_real_servers import RESULTS, seen_by

pytestmark = pytest.mark.slow
LATE = "Late, Ann"


@pytest.fixture
def congress(tmp_path: Path) -> Path:
    """A folder with the congress, its round 4 published."""
    shutil.copytree(INSTANCES / "congress60", tmp_path / "congress60")
    published(tmp_path)
    return tmp_path


def on_a_line(client: httpx2.Client, path: str, fields: dict[str, str], *, listen: bool, part: float = 1.0) -> str:
    """What a server answers to a form, of which only a part is sent; nothing if the connection is gone before."""
    cookies = "; ".join(f"{name}={value}" for name, value in client.cookies.items())
    body = urlencode(fields).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: {client.base_url.netloc.decode()}\r\nContent-Length: {len(body)}\r\n"
    head += f"Cookie: {cookies}\r\nContent-Type: application/x-www-form-urlencoded\r\nConnection: close\r\n\r\n"
    with socket.create_connection((client.base_url.host, client.base_url.port), 30) as line:
        line.sendall(head.encode() + body[: int(len(body) * part)])
        return b"".join(iter(lambda: line.recv(1 << 16), b"")).decode(errors="replace") if listen else ""


def soon(folder: Path, table: int, result: Result) -> bool:
    """Whether a table has this result within some seconds."""
    end = time.monotonic() + 20
    while result_at(folder, table) is not result and time.monotonic() < end:
        time.sleep(0.05)
    return result_at(folder, table) is result


@pytest.mark.long
def test_a_form_cut_off_does_nothing_and_one_whose_answer_was_lost_is_done_once(server: Server, tmp_path: Path) -> None:
    published(tmp_path)
    with server.client() as ann:
        form = seen_by(ann) | {"typed": "1 w"}
        on_a_line(ann, RESULTS, form, listen=False, part=0.7)
        assert ann.post(RESULTS, data=form | {"typed": "2 b"}).status_code == 200, "the desk goes on"
        assert result_at(tmp_path, 1) is Result.UNKNOWN
        steps = Desk(tmp_path / "congress60").folder.journal.number()
        on_a_line(ann, RESULTS, form, listen=False)
        assert soon(tmp_path, 1, Result.WHITE)
        assert ann.post(RESULTS, data=form).status_code == 200, "sent again"
        assert Desk(tmp_path / "congress60").folder.journal.number() == steps + 1


def test_an_entry_sent_twice_at_once_enters_one_player(server: Server, tmp_path: Path) -> None:
    page = "/t/congress60/entrants"
    with server.client() as ann, ThreadPoolExecutor(2) as at_once:
        form = seen_by(ann) | {"add": "1", "name": LATE, "rank": "3k"}
        answers = at_once.map(lambda _: on_a_line(ann, page, form, listen=True), range(2))
        statuses = sorted(answer.split(" ")[1] for answer in answers)
    assert "303" in statuses
    assert not [status for status in statuses if status.startswith("5")]
    names = [player.name for player in Desk(tmp_path / "congress60").read().tournament.players]
    assert names.count("Late Ann") == 1


@pytest.mark.long
def test_two_desks_over_one_folder_keep_what_each_was_told(server: Server, tmp_path: Path) -> None:
    """And neither changes what the other has entered; the same laptop has closed its lid in between."""
    published(tmp_path)
    other = Server(tmp_path)
    try:
        with server.client() as ann, other.client() as bob:
            forms = [seen_by(ann), seen_by(bob)]
            os.kill(server.process.pid, signal.SIGSTOP)
            assert bob.post(RESULTS, data=forms[1] | {"typed": "1 b"}).status_code == 200
            os.kill(server.process.pid, signal.SIGCONT)
            assert ann.post(RESULTS, data=forms[0] | {"typed": "2 w"}).status_code == 200
            assert ann.post(RESULTS, data=forms[0] | {"typed": "1 w"}).status_code == 409
            assert bob.post(RESULTS, data=forms[1] | {"typed": "2 b"}).status_code == 409
    finally:
        os.kill(server.process.pid, signal.SIGCONT)
        other.end()
    assert [result_at(tmp_path, table) for table in (1, 2)] == [Result.BLACK, Result.WHITE]


def test_a_page_of_an_earlier_round_does_not_change_its_results(server: Server, tmp_path: Path) -> None:
    published(tmp_path)
    game = Desk(tmp_path / "congress60").read().tournament.round(2).at_table(1)
    assert game is not None
    other = "b" if game.result is Result.WHITE else "w"
    with server.client() as ann:
        form = seen_by(ann) | {"round": "2", "typed": f"1 {other}"}
        assert ann.post(RESULTS, data=form).status_code == 409
    assert Desk(tmp_path / "congress60").read().tournament.round(2).at_table(1) == game


COPIES = (
    "players (Ann's conflicted copy 2026-11-23).csv", "tournament (1).toml", "tournament-LAPTOP.toml",
    "rounds/4 (conflicted copy).csv", "rounds/4-LAPTOP.csv", "rounds/4 (1).json", "rounds/04.csv",
    "rounds/Copy of 4.csv", ".~lock.players.csv#", "rounds/.4.csv.swp", "a.tmp", "desktop.ini",
)  # fmt: skip


def entered(folder: Path, table: int) -> None:
    """Enter a result in round 4: nothing else differs, in the state and in the files, from a day without faults."""
    desk = Desk(folder / "congress60")
    sound = desk.read()
    request = EnterResults(results={str(table): "1-0"}, round=4)
    done = desk.do(lambda state: enter(state, request), "result").after
    assert list(changed_things(sound, done)) == [("result", 4, table)]
    assert not changed_things(enter(sound, request).state, Desk(folder / "congress60").read())


def test_copies_that_a_cloud_or_a_program_puts_beside_a_file_are_none_of_the_tournament(congress: Path) -> None:
    """Of an older round, of settings, of players; half-written ones and marks of other programs, too."""
    home = congress / "congress60"
    sound, kept = Desk(home).read(), {}
    for name in COPIES:
        source = {".toml": "tournament.toml", ".json": "rounds/3.json", ".csv": "rounds/3.csv"}.get(Path(name).suffix)
        kept[name] = (home / source).read_bytes() if source else os.urandom(40)
        (home / name).write_bytes(kept[name])
    assert Desk(home).read().tournament == sound.tournament
    entered(congress, 1)
    assert {name: (home / name).read_bytes() for name in COPIES} == kept


@pytest.mark.parametrize("name", ["rounds/4.csv", "players.csv"])
@pytest.mark.parametrize(("old", "new"), [(b"", b"\xef\xbb\xbf"), (b"\n", b"\r\n"), (b",", b";")])
def test_a_file_that_a_spreadsheet_has_saved_is_the_same(congress: Path, name: str, old: bytes, new: bytes) -> None:
    """With a byte order mark, other ends of lines, other separators, and without the end of the last line."""
    file = congress / "congress60" / name
    sound, text = Desk(congress / "congress60").read(), file.read_bytes().rstrip(b"\n")
    file.write_bytes(text.replace(old, new) if old else new + text)
    assert not changed_things(sound, Desk(congress / "congress60").read())
    entered(congress, 1)


@pytest.mark.parametrize("name", ["rounds/4.csv", "players.csv", ".journal/applied"])
def test_a_link_in_the_place_of_a_file_is_never_replaced(congress: Path, name: str, tmp_path: Path) -> None:
    """What was to be written is there or refused in words; the file elsewhere is whole."""
    file, aside = congress / "congress60" / name, tmp_path / "elsewhere"
    aside.write_bytes(file.read_bytes())
    file.unlink()
    file.symlink_to(aside)
    with suppress(McMahonError):
        entered(congress, 1)
    assert file.is_symlink()
    content = aside.read_bytes()
    file.unlink()
    file.write_bytes(content)
    entered(congress, 2)
