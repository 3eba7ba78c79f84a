"""A shared sheet of registrations is fetched by its address: by the director alone, and as often as they like."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from far_program import Far, far
from mcmahon.io import sheets

from ..conftest import STATE
from .builders import Hall

PAGE, FETCH = "/t/congress60/import", "/t/congress60/import/fetch"


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What this machine keeps is kept elsewhere."""
    monkeypatch.setenv(STATE, str(tmp_path / ".state"))


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a far program that stands for one out in the world."""
    with far() as root:
        there = ("127.0.0.1", int(root.rpartition(":")[2]))
        monkeypatch.setattr(sheets, "_addresses", lambda _: ["93.184.216.34"])
        monkeypatch.setattr(sheets, "_connected", lambda *_: socket.create_connection(there))
        yield "https://example.org"


def test_registrations_fetched_again_make_no_doubles_and_leave_who_is_paired(
    hall: Hall, elsewhere: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = hall.desk.read().tournament.players[0]
    text = f"name,rank,club\n{player.name},{player.rank_name},Elsewhere\nNewcomer Nora,5k,Ulm\n"

    def answer(one: Any) -> None:
        one.send_response(200)
        one.end_headers()
        one.wfile.write(text.encode())

    monkeypatch.setattr(Far, "do_GET", answer)
    source = f"{elsewhere}/list.csv"
    for count in (1, 0):
        before = len(hall.desk.read().tournament.players)
        looked = hall.director.post(FETCH, data={"address": source})
        assert looked.status_code == 200, looked.text
        assert "is already paired and was not changed" in looked.text
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', looked.text))
        assert fields["keep_paired"] == "1"
        hall.director.post(PAGE, data={**fields, "text": text, "write": "1"})
        after = hall.desk.read().tournament
        assert len(after.players) == before + count
        assert after.player(player.id).club == player.club
    assert f'value="{source}"' in hall.director.get(PAGE).text, "it is there for the next time"


def test_only_the_director_names_an_address_and_no_folder_brings_one(
    hall: Hall, elsewhere: str, tmp_path: Path
) -> None:
    second = hall.phone()
    second.get(hall.link("desk"))
    secret = tmp_path / "secret.txt"
    secret.write_text("name,rank\nSecret Person,3k\n", encoding="utf-8")
    assert second.get("/t/congress60/").status_code == 200
    for address in ("https://example.org/list.csv", str(secret), "http://127.0.0.1/"):
        assert second.post(FETCH, data={"address": address}).status_code == 403
    assert "import/fetch" not in second.get(PAGE).text
    assert Far.got == []
    assert hall.director.post(FETCH, data={"address": f"{elsewhere}/list.csv"}).status_code in (200, 422)
    there = [path for path in hall.desk.path.rglob("*") if path.is_file() and b"example.org" in path.read_bytes()]
    assert there == []
    [kept] = list((tmp_path / ".state").rglob("sheet-*.json"))
    assert os.name != "posix" or kept.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("address", ["list.csv", "/etc/passwd", "file:///etc/passwd", "http://example.org/x", ""])
def test_a_file_of_this_machine_is_no_sheet(hall: Hall, address: str) -> None:
    answer = hall.director.post(FETCH, data={"address": address})
    assert (answer.status_code, "no https address" in answer.text) == (422, True)


def test_an_address_inside_the_network_is_refused_on_the_page(hall: Hall) -> None:
    with far() as root:
        answer = hall.director.post(FETCH, data={"address": root.replace("http:", "https:")})
        assert (answer.status_code, "inside a network" in answer.text, Far.got) == (422, True, [])
