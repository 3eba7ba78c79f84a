"""Sheets that are fetched by their address: what is refused, what is given up, what arrives."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from typing import Any

import pytest
from far_program import Far, far
from mcmahon.io import sheets
from mcmahon.io.sheets import SheetError, fetch
from mcmahon.model.errors import InputError

PUBLIC = "93.184.216.34"


def numbers(monkeypatch: pytest.MonkeyPatch, *named: str) -> None:
    """Let example.org be these numbers, and each number itself."""

    def found(host: str, *_: Any, **__: Any) -> list[tuple[Any, ...]]:
        return [(0, 0, 0, "", (one, 443)) for one in (named if host == "example.org" else (host,))]

    monkeypatch.setattr(sheets.socket, "getaddrinfo", found)


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a far program that stands for one out in the world, reached without encryption."""
    with far() as root:
        there = ("127.0.0.1", int(root.rpartition(":")[2]))
        numbers(monkeypatch, PUBLIC)

        def connected(*_: Any) -> socket.socket:
            made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
            made.connect(there)
            return made

        monkeypatch.setattr(sheets, "_connected", connected)
        yield "https://example.org"


def test_a_sheet_is_fetched_and_redirects_are_followed(elsewhere: str) -> None:
    assert fetch(f"{elsewhere}/list.csv") == fetch(f"{elsewhere}/away") == b"name,rank\n"
    assert [path for _, path, _ in Far.got] == ["/list.csv", "/away", "/list.csv"]
    with pytest.raises(SheetError, match="answered 500"):
        fetch(f"{elsewhere}/broken")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("to", "told"),
    [
        ("https://127.0.0.1/list.csv", r"127\.0\.0\.1 is refused"),
        ("https://192.168.1.1/", r"192\.168\.1\.1 is refused"),
        ("https://[::1]/", "::1 is refused"),
        ("http://example.org/list.csv", "no https address"),
        ("file:///etc/passwd", "no https address"),
        ("https://me:pw@example.org/", "no https address"),
        ("/away", "more than 5 times"),
    ],
)
def test_a_redirect_is_checked_like_the_first_address(
    elsewhere: str, to: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lead_on(one: Far) -> None:
        Far.got.append(("GET", one.path, b""))
        one.send_response(302)
        one.send_header("location", to)
        one.end_headers()

    monkeypatch.setattr(Far, "do_GET", lead_on)
    with pytest.raises(SheetError, match=told):
        fetch(f"{elsewhere}/away")
    assert {path for _, path, _ in Far.got} == {"/away"}


INSIDE = ("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "::1", "fd00::1", "::ffff:10.0.0.1",
          "169.254.169.254", "0.0.0.0", "224.0.0.1", "fe80::1", "::", "64:ff9b::a00:1", "2002:a00:1::1",
          "255.255.255.255", "fec0::1")  # fmt: skip
OUTSIDE = (PUBLIC, "2606:2800:220:1::1")


@pytest.mark.slow
@pytest.mark.parametrize("number", INSIDE + OUTSIDE)
def test_no_sheet_comes_from_an_address_inside_a_network(number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the name is; and of several numbers each is looked at."""
    reached: list[str] = []

    def connect(to: tuple[str, int], _: float) -> None:
        reached.append(to[0])
        raise OSError("enough")

    numbers(monkeypatch, PUBLIC, number)
    monkeypatch.setattr(sheets.socket, "create_connection", connect)
    with pytest.raises(SheetError) as told:
        fetch("https://example.org/")
    assert reached == (list(dict.fromkeys((PUBLIC, number))) if number in OUTSIDE else []), told.value
    assert (number in OUTSIDE) == ("refused" not in str(told.value))


def test_a_number_that_is_refused_is_named_once() -> None:
    with pytest.raises(SheetError, match=r"^127\.0\.0\.1 is refused: it is inside a network"):
        fetch("https://127.0.0.1/list.csv")


@pytest.mark.parametrize("path", ["/drip", "/head"])
def test_an_answer_that_drips_or_never_ends_is_given_up(elsewhere: str, path: str) -> None:
    begun = time.monotonic()
    with pytest.raises(SheetError, match=r"0\.3 seconds"):
        fetch(f"{elsewhere}{path}", seconds=0.3)
    assert time.monotonic() - begun < 3
    with pytest.raises(SheetError, match="more than 5 bytes"):
        fetch(f"{elsewhere}/list.csv", most=5)


@pytest.mark.parametrize(
    "text",
    ["", "example.org", "list.csv", "/etc/passwd", "http://example.org/", "ftp://example.org/", "file:///etc/passwd",
     "https://", "https://me:pw@example.org/", "https://a b/", "https://example.org:99999/",
     "https://example.org/\r\nx: y", "https://example.org/" + "a" * 3000],
)  # fmt: skip
def test_what_is_no_https_address_is_said_so(text: str) -> None:
    with pytest.raises(InputError, match="no https address"):
        fetch(text)


def test_the_next_number_is_tried_if_the_first_takes_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: list[str] = []

    def connect(to: tuple[str, int], _: float) -> None:
        tried.append(to[0])
        raise OSError("refused")

    numbers(monkeypatch, PUBLIC, "93.184.216.35")
    monkeypatch.setattr(sheets.socket, "create_connection", connect)
    with pytest.raises(SheetError, match="cannot be reached"):
        fetch("https://example.org/")
    assert tried == [PUBLIC, "93.184.216.35"]
