"""A folder of tournaments that somebody has sent is opened, looked at and drawn in: outside it nothing changes."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import shutil
import socket
import time
from pathlib import Path
from typing import Any

import pytest

from .conftest import INSTANCES, Server, needs_chromium, opened_page

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(os.name != "posix", reason="links and files of their owner alone as on POSIX systems"),
]
PAGES = ("", "entrants", "round", "results", "standings", "print", "settings", "hall", "log", "logo")
#: Places in a tournament that a folder can bring as a link.
LINKED = (
    "pages", "rounds", "players.csv", "prizes.csv", "mine.toml", "cups.toml", "logo.png", ".journal", ".journal/steps",
    ".journal/objects", ".journal/applied", ".hall", ".hall/links.json", ".hall/said.jsonl", ".hall/secret",
)  # fmt: skip


def everything(*places: Path) -> dict[str, object]:
    """Each path below these places: what it holds or leads to, and its rights."""
    return {
        str(path): (os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None,
                    path.lstat().st_mode)
        for place in places for path in sorted([place, *place.rglob("*")])
    }  # fmt: skip


def outside_of(tmp_path: Path) -> Path:
    """What somebody has on the machine: pictures, settings of other programs, a tournament with a step half done."""
    outside = tmp_path / "outside"
    for name in ("x", "x.toml", "x.png", "holiday.png", "config.toml", "players.csv", "prizes.csv", "rounds/1.csv"):
        (outside / name).parent.mkdir(parents=True, exist_ok=True)
        (outside / name).write_bytes(b"mine alone")
    own = shutil.copytree(INSTANCES / "club16", outside / "own")
    steps = own / ".journal" / "steps"
    steps.mkdir(parents=True)
    unfinished = {"players.csv": hashlib.sha256(b"").hexdigest()}
    for number, tree in ((1, {}), (2, unfinished)):
        step = {"command": "x", "time": "2026-01-01", "undo_to": 0, "redo_to": 0, "done": "x", "tree": tree}
        (steps / f"{number:08}.json").write_text(json.dumps(step))
    (own / ".journal" / "applied").write_text("1\n")
    return outside


def planted(folder: Path, bad: str, **settings: str) -> None:
    """A tournament in which every text of every file is this one, with some more settings."""
    shutil.copytree(INSTANCES / "club16", folder)
    text, quoted = (folder / "tournament.toml").read_text(encoding="utf-8"), json.dumps(bad)
    values = {key: json.dumps(value) for key, value in settings.items()}
    values |= {"name": quoted, "place": quoted, "congress": f"[{quoted}]", "round_times": '["2026-05-01 10:00"]'}
    for key, value in values.items():
        found = next(old for old in text.splitlines() if old.removeprefix("# ").startswith(f"{key} = "))
        text = text.replace(found, f"{key} = {value}", 1)
    (folder / "tournament.toml").write_text(text, encoding="utf-8")
    players = (folder / "players.csv").read_text(encoding="utf-8")
    (folder / "players.csv").write_text(players.replace("Torville", '"' + bad + '"'), encoding="utf-8")
    (folder / "mine.toml").write_text(f"about = {quoted}\nbase = {quoted}\n", encoding="utf-8")
    (folder / f"{hashlib.sha256(bad.encode()).hexdigest()[:8]}.toml").write_text(f"[build]\nwrapper = {quoted}\n")
    (folder / "holiday.png").write_bytes(b"evil")
    (folder / "prizes.csv").write_text(f'prize,place\n"{bad}",1\n', encoding="utf-8")
    data = b"evil"
    digest = hashlib.sha256(data).hexdigest()
    step = {"command": bad, "time": bad, "undo_to": 0, "redo_to": 0, "done": bad, "tree": {bad: digest}}
    link = {"id": 1, "role": "reader", "label": bad, "digest": "0" * 64, "made": bad, "used": bad, "team": bad}
    said = {"kind": "here", "at": bad, "player": bad, "rounds": [4], "by": bad}
    hooks = json.dumps({"hooks": [{"address": bad, "inside": True}], "source": {"address": bad, "inside": True}})
    files = {
        f".journal/objects/{digest}.gz": gzip.compress(data), ".journal/steps/00000001.json": json.dumps(step).encode(),
        ".journal/applied": bad.encode(), ".journal/copied": f"{bad}\t{digest}\n".encode(),
        ".hall/links.json": json.dumps([link]).encode(), ".hall/said.jsonl": json.dumps(said).encode() + b"\n",
        ".hall/secret": b"s" * 32, ".hall/outgoing.json": hooks.encode(), "outgoing.json": hooks.encode(),
        "pages/.mcmahon-pages": f"{bad}\tx\tx\n../{bad}\n".encode(),
        ".mcmahon-copies.json": json.dumps({"x": bad}).encode(),
    }  # fmt: skip
    for name, content in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)


def linked(folder: Path, place: str, outside: Path) -> None:
    """A tournament in which one place leads outside."""
    shutil.copytree(INSTANCES / "club16", folder)
    path = folder / place
    path.parent.mkdir(exist_ok=True)
    if path.is_dir():
        shutil.rmtree(path)
    path.unlink(missing_ok=True)
    goal = outside / "own" / place if place in ("players.csv", "rounds", ".journal") else outside / "x"
    path.symlink_to(outside if place in ("pages", ".hall") else goal)


@pytest.mark.full
def test_a_folder_from_somebody_else_changes_nothing_outside_and_calls_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Paths, links, commands and addresses in every file that a folder can bring; the desk is opened and used."""
    outside = outside_of(tmp_path)
    evil, state, home = (tmp_path / name for name in ("evil", "state", "home"))
    for place in (evil, state, home / "Pictures", tmp_path / "tmp"):
        place.mkdir(parents=True)
    (home / "Pictures" / "holiday.png").write_bytes(b"mine alone")
    for name, place in (("HOME", home), ("XDG_STATE_HOME", state), ("TMPDIR", tmp_path / "tmp")):
        monkeypatch.setenv(name, str(place))
    monkeypatch.chdir(outside)  # a place that is not whole would begin here
    with socket.create_server(("127.0.0.1", 0)) as listening:
        listening.setblocking(False)
        bad = (
            "../../outside/own", str(outside), f"{outside}/x", "~/Pictures", r"\\127.0.0.1\share", "//127.0.0.1/share",
            f"$(touch {outside}/touched)", f"http://127.0.0.1:{listening.getsockname()[1]}/",
        )  # fmt: skip
        for number, text in enumerate(bad):
            more = ({}, {"profile": text}, {"profile": "mine"}, {"logo": text})[number % 4]
            planted(evil / f"bad{number}", text, **more)
        for number, name in enumerate(LINKED):
            linked(evil / f"link{number}", name, outside)
        (evil / "own").symlink_to(outside / "own")
        shutil.copytree(INSTANCES / "club16", evil / "club16")
        names = sorted(path.name for path in evil.iterdir())
        copies = dict(zip(names, (".", "..", str(outside), str(home / "Pictures"), "~/Pictures") * 9, strict=False))
        (evil / ".mcmahon-copies.json").write_text(json.dumps(copies), encoding="utf-8")
        before = everything(outside, home)
        server = Server(evil)
        try:
            answers = visited(server, names)
        finally:
            server.end()
        with pytest.raises(BlockingIOError):
            listening.accept()  # nobody has called
    assert everything(outside, home) == before
    assert {path.name for path in tmp_path.iterdir()} == {"evil", "outside", "state", "home", "tmp"}
    kept = {path.relative_to(state).as_posix().split("-")[0] for path in state.rglob("*") if path.is_file()}
    assert kept <= {"mcmahon/desk", "mcmahon/hall", "mcmahon/sites"}, "web pages were asked for"
    assert not [path for path in (tmp_path / "tmp").rglob("*") if path.is_file()]
    assert set(answers.values()) <= {200, 404, 409, 422, 503}
    assert [answers["club16", name] for name in (*PAGES[:-1], "draw", "pages")] == [200] * (len(PAGES) + 1)
    assert answers["own", ""] == 404, "a link is none of the tournaments"
    assert sum(code == 200 for (name, _), code in answers.items() if name.startswith("bad")) > 50, (
        "most can be looked at"
    )


def visited(server: Server, names: list[str]) -> dict[tuple[str, str], int]:
    """The answers of all pages of these tournaments, of a draw there, and of writing the pages."""
    answers: dict[tuple[str, str], int] = {}
    with server.client() as client:
        client.get("/")
        time.sleep(2.5)  # two looks of what runs without being asked
        for name in names:
            base = f"/t/{name}"
            for page in PAGES:
                answers[name, page] = client.get(f"{base}/{page}").status_code
            client.get(f"{base}/everything.zip")
            if not name.startswith("link") or name == f"link{LINKED.index('pages')}":
                answers[name, "pages"] = client.post(f"{base}/print", data={"pages": "1"}).status_code
                drawn = client.post(f"{base}/round", data={"draw": "1", "missing_results": "1"})
                answers[name, "draw"] = drawn.status_code
    return answers


@needs_chromium
def test_a_page_that_a_folder_brings_leads_nowhere_by_itself(
    browser: Any, served: tuple[str, Path], tmp_path: Path
) -> None:
    pages = tmp_path / "club16" / "pages"
    pages.mkdir()
    (pages / "index.html").write_text('<meta http-equiv="refresh" content="0;url=/t/club16/log"><h1>Welcome</h1>')
    (pages / ".mcmahon-pages").write_text("index.html\n")
    page = opened_page(browser, served, "/t/club16/")
    with page.expect_console_message(lambda said: "Refused to execute the redirect" in said.text):
        page.goto(served[0].partition("/?")[0] + "/t/club16/pages/index.html")
    assert page.url.endswith("/pages/index.html")
