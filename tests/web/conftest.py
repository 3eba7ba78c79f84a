"""A desk over copies of our own instances: by a test client, and as a real server for browsers."""

from __future__ import annotations

import pickle
import re
import select
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx2
import pytest
from anyio.from_thread import start_blocking_portal
from mcmahon.desk.failures import WorkError
from mcmahon.desk.options import Clock, Options
from mcmahon.desk.rounds.proof.standing_opinion import StandingOpinion
from mcmahon.model.records.state import State
from mcmahon.web.app import application
from mcmahon.web.hall import rooms
from mcmahon.web.home import Home
from mcmahon.web.processes.opinions import Opinions
from mcmahon.web.processes.workers import SECONDS, Job, Worker, answered
from starlette.testclient import TestClient

from .forms import Plain

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or ""
needs_chromium = pytest.mark.skipif(not CHROMIUM, reason="Chromium is not here: apt-get install chromium")
PATIENCE = 15_000  # milliseconds that a browser may take on a busy machine
STATE = "XDG_STATE_HOME"  # where a desk keeps its key
START = 20  # seconds that a server may take to start or to end
INSTANCES = Path(__file__).parents[2] / "instances"
TOKEN = "a-token-for-tests"
HOST = "127.0.0.1:8000"


#: Every kind of page of the two tournaments, and one that is not there.
PAGES = (
    "/", "/t/congress60/entrants", "/t/congress60/entrants/1", "/t/congress60/import", "/t/congress60/ratings",
    "/t/congress60/groups", "/t/congress60/standings", "/t/congress60/standings/1", "/t/congress60/log",
    "/t/congress60/help",    "/t/congress60/prizes",
    "/t/congress60/settings", "/t/congress60/weights", "/t/congress60/weights/front?a=mms_difference&b=same_club",
    "/t/congress60/print?prove=3", "/t/congress60/", "/t/congress60/round", "/t/congress60/round?round=3&p=1&p=2",
    "/t/congress60/results", "/t/congress60/results?round=3&all=1&table=1", "/t/congress60/board?round=3&table=1",
    "/t/congress60/why?a=1&round=3", "/t/club16/weights", "/t/club16/weights?replay=1", "/t/club16/settings",
    "/t/club16/results", "/t/club16/swap?a=1&b=3", "/t/club16/alternatives", "/t/club16/repair",
    "/t/club16/check?prove=1", "/t/congress60/groups?bar=1k", "/t/congress60/cups", "/t/nowhere/",
)  # fmt: skip


class AtOnce(Worker):
    """A worker that answers in this process, so that none has to be started; what it is given and answers is pickled.

    tests/web/test_real_servers.py and tests/desk/test_progress.py have real ones. `asked` counts its jobs.
    """

    asked = 0

    def _ask(self, ticket: int, job: Job, args: tuple[Any, ...]) -> Any:
        self.asked += 1
        job, args = pickle.loads(pickle.dumps((job, args)))
        done = pickle.loads(pickle.dumps(answered(job, Options(clock=Clock(SECONDS)), args)))
        if done.failure is not None:
            raise WorkError(done.failure)
        return done.value


@dataclass(frozen=True)
class Opened:
    """A desk in this process: its client, already let in, and the folder of its tournaments."""

    client: TestClient
    folder: Path

    def text(self, address: str, code: int = 200) -> str:
        """A page, with blanks made one."""
        answer = self.client.get(address)
        assert answer.status_code == code, answer.text
        return " ".join(answer.text.split())

    def post(self, address: str, code: int = 200, **fields: object) -> str:
        """What a form leads to, with the revision that its page shows."""
        page = self.client.get(address).text
        seen = re.search(r'name="seen" value="(\d+)"', page)
        sent = ({"seen": seen[1]} if seen else {}) | {name: str(value) for name, value in fields.items()}
        answer = self.client.post(address, data=sent)
        assert answer.status_code == code, answer.text
        return " ".join(answer.text.split())

    def plain(self, address: str) -> Plain:
        """Somebody at this page whose browser has no scripts: they press the buttons that stand on it."""
        return Plain(self.client, address)


class Silent(Opinions):
    """Nobody is asked for a second opinion in the background."""

    def ask(self, state: State, number: int, folder: Path, busy: bool = False) -> tuple[StandingOpinion | None, bool]:
        """What is known of a round; nothing more will be."""
        return self.known(state, number, folder), False


@pytest.fixture
def opened(tmp_path: Path) -> Opened:
    """The desk of a folder with a club evening and a congress."""
    for name in ("club16", "congress60"):
        shutil.copytree(INSTANCES / name, tmp_path / name)
    app = application(Home.of(tmp_path), TOKEN, (HOST,))
    app.state.worker, app.state.asker, app.state.reader = AtOnce(), AtOnce(), AtOnce()
    app.state.writer = AtOnce()
    app.state.opinions = Silent()
    client = TestClient(app, base_url=f"http://{HOST}")
    client.get(f"/?key={TOKEN}")
    return Opened(client, tmp_path)


class Server:
    """A desk in a process of its own, over a folder of tournaments."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        command = [sys.executable, "-m", "mcmahon", "desk", str(folder), "--no-browser", *arguments]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert self.process.stdout is not None
        if not select.select([self.process.stdout], [], [], START)[0]:
            self.process.kill()
            pytest.fail(f"the desk said nothing for {START} seconds")
        self.address = self.process.stdout.readline().decode().strip()
        self.root = self.address.partition("/?")[0]
        self.port = int(self.root.rpartition(":")[2])

    @contextmanager
    def client(self) -> Iterator[httpx2.Client]:
        """Somebody who has been let in."""
        with httpx2.Client(base_url=self.root, follow_redirects=True, timeout=30) as made:
            made.get(self.address).raise_for_status()
            yield made

    def end(self) -> None:
        """End it as a terminal that is closed does; a page that is open does not keep it."""
        self.process.terminate()
        try:
            self.process.wait(START)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A real server over a club evening and a congress in `tmp_path`."""
    for name in ("club16", "congress60"):
        shutil.copytree(INSTANCES / name, tmp_path / name)
    made = Server(tmp_path)
    yield made
    made.end()


@pytest.fixture
def served(server: Server, tmp_path: Path) -> tuple[str, Path]:
    """The address with the token of a real server, and its folder."""
    return server.address, tmp_path


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """Chromium, started once for all tests of a file; every wait in it ends."""
    sync_api = pytest.importorskip("playwright.sync_api")
    with sync_api.sync_playwright() as playwright:
        sync_api.expect.set_options(timeout=PATIENCE)
        opened = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"], timeout=30_000)
        yield opened
        opened.close()


@pytest.fixture
def browser(chromium: Any) -> Iterator[Any]:
    """Chromium without any page; those that are opened are closed again."""
    yield chromium
    for context in chromium.contexts:
        context.close()


def opened_page(browser: Any, served: tuple[str, Path], path: str, **options: Any) -> Any:
    """A page in a context of its own, which has been let in."""
    context = browser.new_context(**options)
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    page.goto(served[0])
    page.goto(served[0].partition("/?")[0] + path)
    return page


@pytest.fixture(scope="session", autouse=True)
def one_loop() -> Iterator[None]:
    """All clients ask in one event loop, Starlette starts one for each request; and results from phones do not wait."""
    with start_blocking_portal() as portal, pytest.MonkeyPatch.context() as patch:
        patch.setattr(TestClient, "portal", portal)
        patch.setattr(rooms, "GATHER", 0.01)
        yield
