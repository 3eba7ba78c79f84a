"""The local network: off unless asked for, said plainly, guarded by the same rules, encrypted with a certificate."""

from __future__ import annotations

import os
import re
import ssl
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest
import uvicorn
from mcmahon.model.errors import FolderError
from mcmahon.web.hall.outside import Outside, lan_address
from mcmahon.web.server import _allow_streams, _run, lan_text
from starlette.applications import Starlette

from ..conftest import Server

LAN = "127.0.0.2"  # another address of this machine stands for the one in the hall
needs_two = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="this system has one address of its own only"
)


def code(address: str, **headers: str) -> int:
    try:
        return httpx2.get(address, headers=headers, timeout=10).status_code
    except httpx2.ConnectError:
        return 0


@pytest.mark.slow
@needs_two
def test_no_phone_reaches_a_desk_that_was_not_opened_to_the_network(server: Server) -> None:
    assert code(f"http://{LAN}:{server.port}/") == 0
    assert code(f"http://127.0.0.1:{server.port}/") == 401


@pytest.mark.slow
@needs_two
def test_with_lan_it_says_where_and_for_whom_and_the_director_needs_the_key_there_too(tmp_path: Path) -> None:
    server = Server(tmp_path, "--lan", "--address", LAN, "--wifi", "Go-Hall", "--port", "0")
    try:
        assert server.process.stdout is not None
        said = "".join(server.process.stdout.readline().decode() for _ in range(3))
        assert said.count("with its key") == said.count("Ctrl-C") == 1
        assert f"Phones in the Wi-Fi Go-Hall reach it at http://{LAN}:{server.port}, each only by a link" in said
        assert "not encrypted" in said
        there = f"http://{LAN}:{server.port}/"
        assert code(there) == 401
        assert code(f"{there}h/x/{'A' * 32}/") == 404
        assert code(there, host=f"evil.example:{server.port}") == 400, "DNS rebinding"
        key = server.address.partition("?")[2]
        assert code(f"{there}?{key}") == 303
    finally:
        server.end()


@pytest.mark.slow
@needs_two
def test_with_a_certificate_nothing_crosses_the_wifi_in_clear(tmp_path: Path) -> None:
    made = subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=hall",
         "-addext", f"subjectAltName=IP:{LAN},IP:127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem"],
        cwd=tmp_path, capture_output=True, check=False,
    )  # fmt: skip
    if made.returncode:
        pytest.skip("no openssl here")
    home = tmp_path / "home"
    home.mkdir()
    files = ("--certificate", str(tmp_path / "cert.pem"), "--key", str(tmp_path / "key.pem"))
    server = Server(home, "--lan", "--address", LAN, *files)
    try:
        assert server.address.startswith("https://127.0.0.1:")
        assert server.process.stdout is not None
        assert "not encrypted" not in server.process.stdout.readline().decode()
        trusted = ssl.create_default_context(cafile=str(tmp_path / "cert.pem"))
        with httpx2.Client(verify=trusted) as phone:
            answer = phone.get(server.address)
            assert answer.status_code == 303
            assert "secure" in answer.headers["set-cookie"].casefold()
            assert phone.get(f"https://{LAN}:{server.port}/").status_code == 401
            own = {"origin": f"https://127.0.0.1:{server.port}"}
            assert phone.post(server.root + "/", headers=own).status_code != 403
            clear = {"origin": f"http://127.0.0.1:{server.port}"}
            assert phone.post(server.root + "/", headers=clear).status_code == 403
    finally:
        server.end()


@pytest.mark.slow
@pytest.mark.parametrize(
    "arguments", [("--wifi", "x"), ("--lan", "--certificate", "c.pem"), ("--address", "10.0.0.1"), ("--key", "k.pem")]
)
def test_options_that_belong_together(arguments: tuple[str, ...], tmp_path: Path) -> None:
    command = [sys.executable, "-m", "mcmahon", "desk", str(tmp_path), "--no-browser", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 2
    assert re.search("belong together|go with", done.stderr)


def test_a_wrong_address_is_refused_in_words() -> None:
    with pytest.raises(FolderError, match=r"no address such as 192\.168\.1\.5"):
        lan_address("the hall")


def test_without_a_wifi_name_it_says_the_local_network() -> None:
    assert "in the local network" in lan_text(Outside("http://10.0.0.1:1", True))


def test_whom_a_request_comes_from_no_header_says(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nor does what is no request at all fill the terminal."""
    seen: list[uvicorn.Config] = []
    monkeypatch.setattr(uvicorn.Server, "run", lambda self, sockets: seen.append(self.config))
    monkeypatch.setattr(sys, "setswitchinterval", lambda seconds: None)
    _run(Starlette(), [], None)
    assert (seen[0].proxy_headers, seen[0].log_level) == (False, "error")


@pytest.mark.skipif(os.name != "posix", reason="this system has no such limit")
@pytest.mark.parametrize(("takes", "set_to"), [(10**9, 10**6), (20_000, 10_240), (5_000, None)])
def test_as_many_connections_as_the_system_lets_it(
    takes: int, set_to: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    import resource

    done: list[int] = []

    def limit(_: int, wanted: tuple[int, int]) -> None:
        if wanted[0] > takes:
            raise ValueError("current limit exceeds maximum limit")
        done.append(wanted[0])

    monkeypatch.setattr(resource, "getrlimit", lambda _: (256, 10**6))
    monkeypatch.setattr(resource, "setrlimit", limit)
    _allow_streams()
    assert done == ([set_to] if set_to else [])
