"""A hall over copies of our own instances: a desk, phones, and links for them."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.hall import links
from mcmahon.desk.hall.boards import round_played
from mcmahon.desk.rounds.next_round import Publish, draw, publish
from mcmahon.io.folder.hall_files import HallFiles
from mcmahon.model.records.hall import Board, Side
from mcmahon.model.tournament.games import Game, Round
from mcmahon.web.app import application
from mcmahon.web.hall.outside import Outside
from mcmahon.web.home import Home
from starlette.applications import Starlette
from starlette.testclient import TestClient

from tests.web.conftest import AtOnce

INSTANCES = Path(__file__).parents[3] / "instances"
TOKEN = "a-token-for-tests"
HOST = "192.168.1.5:8361"


@dataclass
class Hall:
    """A desk in this process that phones can reach: the director's client, and others without anything."""

    app: Starlette
    director: TestClient
    folder: Path
    phones: int = 0

    @property
    def desk(self) -> Desk:
        return Desk(self.folder / "congress60")

    @property
    def files(self) -> HallFiles:
        return HallFiles(self.folder / "congress60")

    @property
    def played(self) -> Round:
        drawn = round_played(self.desk.read().tournament)
        assert drawn is not None
        return drawn

    def phone(self) -> TestClient:
        """Somebody in the hall, with a browser and an address of their own."""
        self.phones += 1
        address = f"192.168.{2 + self.phones // 250}.{1 + self.phones % 250}"
        return TestClient(self.app, base_url=f"http://{HOST}", client=(address, 50_000))

    def link(self, role: str, **limits: str) -> str:
        """A link that the director makes by clicks; its path."""
        answer = self.director.post("/t/congress60/hall", data={"make": role, "label": "Ann", **limits})
        found = re.search(rf"<code>http://{HOST}(/h/[^<]*)</code>", answer.text)
        assert found, answer.text
        return found[1]

    def board(self, game: Game, side: Side, number: int = 0) -> str:
        """The path that the slip of a side has."""
        board = Board.of(number or self.played.number, game)
        token = links.board_token(self.files.secret(), board, side)
        return f"/h/congress60/b/{board.round}/{board.table}/{side[0]}/{token}"

    def entered(self, table: int) -> Game:
        """A board of the round that is played, once nothing waits to be entered."""
        assert self.app.state.rooms.entered()
        game = self.played.at_table(table)
        assert game is not None
        return game


def publish_next(path: Path) -> None:
    """Draw and publish the next round of a folder."""
    desk = Desk(path)
    desk.do(draw, "draw")
    desk.do(lambda state: publish(state, Publish()), "publish")


@pytest.fixture(scope="session")
def congress(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A congress of 60 whose fourth round is published."""
    path = tmp_path_factory.mktemp("congress") / "congress60"
    shutil.copytree(INSTANCES / "congress60", path)
    publish_next(path)
    return path


@pytest.fixture
def hall(tmp_path: Path, congress: Path) -> Hall:
    shutil.copytree(congress, tmp_path / "congress60")
    shutil.copytree(INSTANCES / "club16", tmp_path / "club16")
    app = application(Home.of(tmp_path), TOKEN, (HOST,), Outside(f"http://{HOST}", True, "Go-Hall"))
    app.state.worker, app.state.asker = AtOnce(), AtOnce()
    director = TestClient(app, base_url=f"http://{HOST}")
    director.get(f"/?key={TOKEN}")
    return Hall(app, director, tmp_path)
