"""A hall over copies of our own instances: a desk in this process, phones, links for them, and slips of boards."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcmahon.desk.desk import Desk
from mcmahon.desk.hall import links
from mcmahon.desk.hall.phone_claims import round_played
from mcmahon.desk.rounds.draw_round import Publish, draw, publish
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
    path: Path
    phones: int = 0

    @property
    def folder(self) -> Path:
        """The folder of its tournaments."""
        return self.path.parent

    @property
    def desk(self) -> Desk:
        return Desk(self.path)

    @property
    def files(self) -> HallFiles:
        return HallFiles(self.path)

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
        return made_link(self.director, role, self.path.name, label="Ann", **limits)

    def board(self, game: Game, side: Side, number: int = 0) -> str:
        """The path that the slip of a side has."""
        return slip(self.path, number or self.played.number, game, side)

    def entered(self, table: int) -> Game:
        """A board of the round that is played, once nothing waits to be entered."""
        assert self.app.state.rooms.entered()
        game = self.played.at_table(table)
        assert game is not None
        return game


def hall_of(path: Path, kind: type[Hall] = Hall) -> Any:
    """The hall of a folder that lies among those of its desk, of this kind."""
    app = application(Home.of(path.parent), TOKEN, (HOST,), Outside(f"http://{HOST}", True, "Go-Hall"))
    app.state.worker, app.state.asker, app.state.writer = AtOnce(), AtOnce(), AtOnce()
    director = TestClient(app, base_url=f"http://{HOST}")
    director.get(f"/?key={TOKEN}")
    return kind(app, director, path)


def copied(name: str, folder: Path) -> Path:
    """A copy of an instance in a folder of tournaments."""
    return Path(shutil.copytree(INSTANCES / name, folder / name))


def publish_next(path: Path) -> Round:
    """Draw and publish the next round of a folder."""
    desk = Desk(path)
    desk.do(draw, "draw")
    desk.do(lambda state: publish(state, Publish()), "publish")
    return desk.read().tournament.rounds[-1]


def slip(path: Path, number: int, game: Game, side: Side) -> str:
    """The path on the slip of a side."""
    token = links.board_token(HallFiles(path).secret(), Board.of(number, game), side)
    return f"/h/{path.name}/b/{number}/{game.table}/{side[0]}/{token}"


def made_link(director: Any, role: str, name: str = "congress60", **limits: str) -> str:
    """A link that somebody at the desk makes by clicks; its path."""
    answer = director.post(f"/t/{name}/hall", data={"make": role, **limits})
    found = re.search(r"<code>http://[^/]*(/h/[^<]*)</code>", answer.text)
    assert found, answer.text
    return found[1]
