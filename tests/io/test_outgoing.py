"""Requests to addresses that the director has named: what is refused, what is given up, what arrives."""

from __future__ import annotations

import time

import pytest
from far_program import Far, far
from mcmahon.io import outgoing
from mcmahon.io.outgoing import OutgoingError, fetch, post, target
from mcmahon.model.errors import InputError


def test_what_is_sent_arrives_and_what_is_there_is_fetched() -> None:
    with far() as root:
        post(target(f"{root}/hook?key=1", inside=True), b"{}")
        assert fetch(target(f"{root}/list.csv", inside=True)) == b"name,rank\n"
        assert Far.got == [("POST", "/hook?key=1", b"{}"), ("GET", "/list.csv", b"")]
        with pytest.raises(OutgoingError, match="answered 500"):
            fetch(target(f"{root}/broken", inside=True))


def test_a_redirect_is_not_followed() -> None:
    with far() as root, pytest.raises(OutgoingError, match="leads elsewhere"):
        fetch(target(f"{root}/away", inside=True))
    assert [path for _, path, _ in Far.got] == ["/away"]


INSIDE = ("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "100.64.0.1", "::1", "fd00::1", "::ffff:10.0.0.1")
NEVER = (
    "169.254.169.254",
    "0.0.0.0",
    "224.0.0.1",
    "fe80::1",
    "::",
    "64:ff9b::a00:1",
    "2002:a00:1::1",
    "255.255.255.255",
)
OUTSIDE = ("93.184.216.34", "2606:2800:220:1::1")


@pytest.mark.parametrize("number", INSIDE + NEVER + OUTSIDE)
def test_addresses_inside_the_network_are_refused_unless_named_so(number: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the name is; and of several numbers each is looked at."""
    reached: list[str] = []

    def connect(to: tuple[str, int], _: float) -> None:
        reached.append(to[0])
        raise OSError("enough")

    found = [(0, 0, 0, "", (one, 80)) for one in (OUTSIDE[0], number)]
    monkeypatch.setattr(outgoing.socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(outgoing.socket, "create_connection", connect)
    for inside in (False, True):
        reached.clear()
        with pytest.raises(OutgoingError) as told:
            fetch(target("https://example.org/", inside))
        allowed = number in OUTSIDE or (inside and number in INSIDE)
        assert reached == ([OUTSIDE[0]] if allowed else []), told.value
        assert allowed == ("refused" not in str(told.value))


def test_a_number_that_is_refused_is_named_once() -> None:
    with pytest.raises(OutgoingError, match=r"^127\.0\.0\.1 is refused: it is inside the network"):
        fetch(target("http://127.0.0.1/hook"))


@pytest.mark.parametrize("path", ["/drip", "/head"])
def test_an_answer_that_drips_or_never_ends_is_given_up(path: str) -> None:
    with far() as root:
        begun = time.monotonic()
        with pytest.raises(OutgoingError, match=r"0\.3 seconds"):
            fetch(target(f"{root}{path}", inside=True), seconds=0.3)
        assert time.monotonic() - begun < 3
        with pytest.raises(OutgoingError, match="more than 5 bytes"):
            fetch(target(f"{root}/list.csv", inside=True), most=5)


@pytest.mark.parametrize(
    "text",
    ["", "example.org", "ftp://example.org/", "file:///etc/passwd", "http://", "http://me:pw@example.org/",
     "http://a b/", "http://example.org:99999/", "http://example.org/\r\nx: y", "http://example.org/" + "a" * 3000],
)  # fmt: skip
def test_what_is_no_address_is_said_so(text: str) -> None:
    with pytest.raises(InputError, match="no address"):
        target(text)
