"""A desk over copies of our own instances: by a test client, and as a real server for browsers."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from mcmahon.web.app import application
from mcmahon.web.home import Home
from starlette.testclient import TestClient

INSTANCES = Path(__file__).parents[2] / "instances"
TOKEN = "a-token-for-tests"
HOST = "127.0.0.1:8000"


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


@pytest.fixture
def opened(tmp_path: Path) -> Iterator[Opened]:
    """The desk of a folder with a club evening and a congress."""
    for name in ("club16", "congress60"):
        shutil.copytree(INSTANCES / name, tmp_path / name)
    app = application(Home.of(tmp_path), TOKEN, (HOST,))
    client = TestClient(app, base_url=f"http://{HOST}")
    client.get(f"/?key={TOKEN}")
    yield Opened(client, tmp_path)
    app.state.worker.close()
    app.state.asker.close()


@pytest.fixture
def served(tmp_path: Path) -> Iterator[tuple[str, Path]]:
    """A real server of its own process: the address with the token, and its folder."""
    for name in ("club16", "congress60"):
        shutil.copytree(INSTANCES / name, tmp_path / name)
    command = [sys.executable, "-m", "mcmahon", "desk", str(tmp_path), "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    yield process.stdout.readline().strip(), tmp_path
    process.terminate()
    process.wait(10)
