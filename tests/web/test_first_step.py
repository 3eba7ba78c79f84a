"""A tournament stays a tournament however often somebody undoes: its first step stands, in every face alike."""

from __future__ import annotations

from pathlib import Path

import pytest
from commands import mcmahon
from mcmahon.api import Director
from mcmahon.desk.desk import Desk
from mcmahon.desk.journal_entries import undoable_steps
from mcmahon.io.folder.journal import FIRST_STEP
from mcmahon.model.errors import InputError
from mcmahon.web.app import application
from mcmahon.web.home import Home

from .conftest import HOST, TOKEN, Opened, TestClient

NAMES = "name,rank\n" + "\n".join(f"Player {letter},{k}k" for k, letter in enumerate("ABCDEF", 1)) + "\n"


@pytest.fixture
def spring(tmp_path: Path) -> Director:
    """A tournament of three steps: new, register, pair."""
    made = Director.new(tmp_path / "spring", "egf", rounds=3)
    (tmp_path / "players.csv").write_text(NAMES)
    made.register(tmp_path / "players.csv")
    made.pair()
    return made


@pytest.fixture
def opened(tmp_path: Path, spring: Director) -> Opened:
    """The desk of that tournament."""
    client = TestClient(application(Home.of(tmp_path), TOKEN, (HOST,)), base_url=f"http://{HOST}")
    client.get(f"/?key={TOKEN}")
    return Opened(client, tmp_path)


@pytest.fixture(params=["command", "page", "JSON", "Python"])
def undo(request: pytest.FixtureRequest, opened: Opened, spring: Director) -> object:
    """Undo the last step by one of the faces; what it says if it refuses, blank if it does not."""
    path = opened.folder / "spring"

    def by_command() -> str:
        return mcmahon("undo", path, code=(0, 2)).stderr

    def by_page() -> str:
        answer = opened.client.post("/t/spring/log", data={"undo": "1", "seen": str(Desk(path).read().revision)})
        return answer.text if answer.status_code == 422 else ""

    def by_json() -> str:
        token = {"authorization": f"Bearer {TOKEN}"}
        body = {"step": Desk(path).read().revision}
        answer = opened.client.post("/api/spring/undo", headers=token, json=body)
        return answer.text if answer.status_code == 422 else ""

    def by_python() -> str:
        try:
            spring.undo()
        except InputError as error:
            return str(error)
        return ""

    return {"command": by_command, "page": by_page, "JSON": by_json, "Python": by_python}[request.param]


def test_undo_in_a_loop_ends_at_the_first_step_and_redo_in_a_loop_at_the_last(
    opened: Opened, spring: Director, undo: object
) -> None:
    assert callable(undo)
    before = (opened.folder / "spring" / "players.csv").read_bytes()
    assert [undo(), undo()] == ["", ""]
    for _ in range(2):
        assert FIRST_STEP in undo()
    desk = Desk(opened.folder / "spring")
    assert desk.read().tournament.players == ()
    assert [step.is_first for step in undoable_steps(desk)] == [True]
    assert "register" in spring.redo()
    assert "pair" in spring.redo()
    with pytest.raises(InputError, match="nothing to redo"):
        spring.redo()
    assert (opened.folder / "spring" / "players.csv").read_bytes() == before


def test_the_log_offers_no_way_back_to_before_the_first_step(opened: Opened, spring: Director) -> None:
    first = undoable_steps(Desk(opened.folder / "spring"))[-1].number
    page = opened.text("/t/spring/log")
    assert f"?before={first}" not in page
    assert f"?before={first + 1}" in page
    assert FIRST_STEP in opened.text(f"/t/spring/log?before={first}", 422)
    assert FIRST_STEP in opened.post("/t/spring/log", 422, before=first)
    assert len(Desk(opened.folder / "spring").read().tournament.rounds) == 1, "nothing was taken back on the way"
    spring.undo()
    spring.undo()
    assert '<button name="undo" value="1" disabled>' in opened.text("/t/spring/log")
