"""Other programs are told of rounds and results, and registrations are fetched again: for the director alone."""

from __future__ import annotations

import json
import os
import re
import time
from pathlib import Path
from typing import Any

import pytest
from far_program import Far, far
from mcmahon.desk.rounds.next_round import Publish, draw, publish
from mcmahon.desk.rounds.results import Results, enter
from mcmahon.model.tournament.player import Player

from ..conftest import STATE
from .conftest import Hall

PAGE = "/t/congress60/outgoing"


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What this machine keeps is kept elsewhere."""
    monkeypatch.setenv(STATE, str(tmp_path / ".state"))


def news(hall: Hall, count: int) -> list[dict[str, Any]]:
    """What a far program has been told, once it is so much."""
    end = time.monotonic() + 10
    while time.monotonic() < end:
        hall.app.state.outgoing.look("congress60")
        told = [one for _, _, body in [*Far.got] if body for one in json.loads(body)["news"]]
        if len(told) >= count:
            return told
        time.sleep(0.05)
    pytest.fail(f"told {len(told)} of {count}")


def test_news_tell_rounds_and_results_and_nothing_of_a_draft(hall: Hall) -> None:
    with far() as root:
        answer = hall.director.post(PAGE, data={"add": f"{root}/hook", "inside": "1"})
        assert "is told of rounds and results" in answer.text
        desk, games = hall.desk, hall.played.games
        hall.director.post("/t/congress60/results", data={"typed": "1 w", "round": "4"})
        [first] = news(hall, 1)
        assert (first["kind"], first["round"], first["board"]["table"], first["board"]["result"]) == (
            "result",
            4,
            1,
            "1-0",
        )
        desk.do(
            lambda state: enter(state, Results([w for g in games[1:] for w in (str(g.table), "0-1")], number=4)), "all"
        )
        assert len(news(hall, len(games))) == len(games)
        desk.do(draw, "draw")
        hall.app.state.outgoing.look("congress60")
        desk.do(lambda state: publish(state, Publish()), "publish")
        last = news(hall, len(games) + 1)[-1]
        assert (last["kind"], last["published"]["round"]) == ("round published", 5)
        texts = b"".join(body for _, _, body in Far.got)
        assert b'result": "' not in texts
        assert not re.search(rb'"(id|group|notes|rating)":', texts)
        assert re.search(r"\d sent", hall.director.get(PAGE).text)


def test_an_address_that_does_not_answer_delays_nobody(hall: Hall) -> None:
    with far() as root:
        closed = root
    hall.director.post(PAGE, data={"add": f"{closed}/hook", "inside": "1"})
    begun = time.monotonic()
    for table in range(1, 6):
        hall.director.post("/t/congress60/results", data={"typed": f"{table} w", "round": "4"})
        hall.app.state.outgoing.look("congress60")
    assert time.monotonic() - begun < 5
    [hook] = hall.app.state.outgoing.hooks("congress60")
    end = time.monotonic() + 5
    while "tried again" not in hook.said and time.monotonic() < end:
        time.sleep(0.02)
    assert "tried again" in hall.director.get(PAGE).text
    hall.director.post(PAGE, data={"drop": "0"})
    assert hall.app.state.outgoing.hooks("congress60") == []


def test_only_the_director_names_addresses_and_no_folder_brings_one(hall: Hall, tmp_path: Path) -> None:
    second = hall.phone()
    second.get(hall.link("desk"))
    secret = tmp_path / "secret.txt"
    secret.write_text("name,rank\nSecret Person,3k\n", encoding="utf-8")
    assert second.get("/t/congress60/").status_code == 200
    for form in ({"add": "https://example.org/"}, {"source": str(secret)}, {"source": "https://example.org/"}):
        assert second.post(PAGE, data=form).status_code == 401
    assert second.get(PAGE).status_code == 401
    assert "outgoing" not in second.get("/t/congress60/hall").text
    hall.director.post(PAGE, data={"add": "https://example.org/hook"})
    there = [path for path in hall.desk.path.rglob("*") if path.is_file() and b"example.org" in path.read_bytes()]
    assert there == []
    [kept] = list((tmp_path / ".state").rglob("outgoing-*.json"))
    assert os.name != "posix" or kept.stat().st_mode & 0o077 == 0
    kept.chmod(0o644)
    assert hall.app.state.outgoing.named("congress60").hooks == (), "what others could have written counts as nothing"


def _changed(hall: Hall, number: int) -> tuple[Player, str]:
    player = hall.desk.read().tournament.players[number]
    return player, f"{player.name},{player.rank_name},Elsewhere"


@pytest.mark.parametrize("where", ["address", "file"])
def test_registrations_fetched_again_make_no_doubles_and_leave_who_is_paired(
    hall: Hall, tmp_path: Path, where: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    player, line = _changed(hall, 0)
    text = f"name,rank,club\n{line}\nNewcomer Nora,5k,Ulm\n"
    file = tmp_path / "list.csv"
    file.write_text(text, encoding="utf-8")
    with far() as root:
        monkeypatch.setattr(
            Far, "do_GET", lambda far: (far.send_response(200), far.end_headers(), far.wfile.write(text.encode()))
        )
        source = f"{root}/list.csv" if where == "address" else str(file)
        for count in (1, 0):
            before = len(hall.desk.read().tournament.players)
            looked = hall.director.post(PAGE, data={"source": source, "inside": "1"})
            assert looked.status_code == 200, looked.text
            assert "is already paired and was not changed" in looked.text
            assert "club" in looked.text
            fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="([^"]*)"', looked.text))
            assert fields["keep_paired"] == "1"
            hall.director.post("/t/congress60/import", data={**fields, "text": text, "write": "1"})
            after = hall.desk.read().tournament
            assert len(after.players) == before + count
            assert after.player(player.id).club == player.club
    assert f'value="{source}"' in hall.director.get(PAGE).text, "it is there for the next time"


def test_an_address_inside_the_network_is_refused_on_the_page(hall: Hall) -> None:
    with far() as root:
        answer = hall.director.post(PAGE, data={"add": f"{root}/hook"})
        assert (answer.status_code, "inside the network" in answer.text) == (422, True)
        assert not hall.app.state.outgoing.hooks("congress60"), "it is not kept"
        answer = hall.director.post(PAGE, data={"source": f"{root}/list.csv"})
        assert (answer.status_code, "inside the network" in answer.text, Far.got) == (422, True, [])
    for wrong in ("list.csv", "ftp://example.org/x"):
        assert hall.director.post(PAGE, data={"source": wrong}).status_code == 422
