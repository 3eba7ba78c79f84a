"""A sheet of registrations fetched by its address: encrypted, from a public machine, never for long.

A name is resolved once, and the connection goes to the number that was checked. Redirects are followed a few times,
each checked like the first address, because shared sheets answer with one.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
import time
from contextlib import closing, suppress
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from .._version import __version__
from ..model.errors import InputError, McMahonError, Problem

SECONDS = 10.0  # for a whole sheet, from the first connection to the last byte; the system looks up names as it does
LARGEST = 8 * 2**20
LONGEST = 2000  # of an address
MOST_REDIRECTS = 5
#: Addresses that stand for others, among them some inside the network (NAT64, 6to4), or that once were inside.
DISGUISED = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "fec0::/10")))


class SheetError(McMahonError):
    """A sheet that could not be fetched."""


@dataclass(frozen=True, slots=True)
class _Target:
    host: str
    port: int
    path: str

    @property
    def address(self) -> str:
        return f"https://{self.host}:{self.port}{self.path}"


def fetch(address: str, seconds: float = SECONDS, most: int = LARGEST) -> bytes:
    """The sheet at an address. Raises InputError for what is no `https` address, SheetError for all else."""
    to, end = target(address), time.monotonic() + seconds
    for _ in range(MOST_REDIRECTS + 1):
        answer, body = _request(to, end, seconds, most)
        if not 300 <= answer.status < 400:
            break
        try:
            to = target(urljoin(to.address, answer.headers.get("location", "")))
        except InputError:
            raise SheetError(f"{to.host} leads to what is no https address; that is not followed") from None
    else:
        raise SheetError(f"{to.host} leads elsewhere more than {MOST_REDIRECTS} times")
    if not 200 <= answer.status < 300:
        raise SheetError(f"{to.host} answered {answer.status}")
    if len(body) > most:
        raise SheetError(f"{to.host} sent more than {most:,} bytes")
    return body


def target(address: str) -> _Target:
    """An address as typed. Raises InputError unless it is a plain `https` one."""
    expected = "an address such as https://example.org/list.csv"
    wrong = InputError([Problem("this is no https address", value=address[:100], expected=expected)])
    try:
        parts = urlsplit(address.strip())
        port = parts.port or 443
        host = (parts.hostname or "").encode("idna").decode()
    except (ValueError, UnicodeError):
        raise wrong from None
    odd = any(ord(sign) <= 32 or ord(sign) > 126 for sign in f"{parts.path}{parts.query}{host}")
    if parts.scheme != "https" or not host or parts.username is not None or odd or len(address) > LONGEST:
        raise wrong
    return _Target(host, port, (parts.path or "/") + (f"?{parts.query}" if parts.query else ""))


def _request(to: _Target, end: float, seconds: float, most: int) -> tuple[http.client.HTTPResponse, bytes]:
    """One answer, and its body if it leads nowhere else. Raises SheetError."""
    late, left = threading.Event(), max(0.001, end - time.monotonic())
    headers = {"User-Agent": f"mcmahon/{__version__}", "Accept": "*/*"}
    try:
        made = http.client.HTTPSConnection(to.host, to.port, timeout=left)
        with closing(made):
            made.sock = _connected_to_any(to, end)
            left = max(0.001, end - time.monotonic())
            plug = threading.Timer(left, _pull_the_plug, (made.sock, late))  # an answer that drips in ends, too
            plug.start()
            try:
                made.request("GET", to.path, headers=headers)
                answer = made.getresponse()
                body = b"" if 300 <= answer.status < 400 else answer.read(most + 1)
            finally:
                plug.cancel()
    except (OSError, http.client.HTTPException, ValueError) as error:
        why = f"no answer in {seconds:g} seconds" if late.is_set() or isinstance(error, TimeoutError) else error
        raise SheetError(f"{to.host} cannot be reached: {why}") from None
    if late.is_set():
        raise SheetError(f"{to.host} did not finish its answer in {seconds:g} seconds")
    return answer, body


def _addresses(to: _Target) -> list[str]:
    """The numbers behind a name, all of them checked. Raises SheetError, OSError."""
    found = list(dict.fromkeys(str(one[4][0]) for one in socket.getaddrinfo(to.host, to.port, type=socket.SOCK_STREAM)))
    for number in found:
        if not _is_public(number):
            named = number if to.host == number else f"{to.host} is {number}, which"
            raise SheetError(f"{named} is refused: it is inside a network, and sheets come from public addresses only")
    return found


def _is_public(number: str) -> bool:
    """Whether a number belongs to a machine of the world, and stands for none inside a network."""
    address = ipaddress.ip_address(number.partition("%")[0])
    address = getattr(address, "ipv4_mapped", None) or address
    disguised = any(address in net for net in DISGUISED if net.version == address.version)
    return address.is_global and not (address.is_multicast or address.is_reserved or disguised)


def _connected_to_any(to: _Target, end: float) -> socket.socket:
    """A connection to the first of the numbers behind a name that takes one. Raises SheetError, OSError."""
    *others, last = _addresses(to)
    for number in others:
        with suppress(OSError):
            return _connected(to, number, end)
    return _connected(to, last, end)


def _connected(to: _Target, number: str, end: float) -> socket.socket:
    plain = socket.create_connection((number, to.port), max(0.001, end - time.monotonic()))
    try:
        return ssl.create_default_context().wrap_socket(plain, server_hostname=to.host)
    except BaseException:
        plain.close()
        raise


def _pull_the_plug(connection: socket.socket, late: threading.Event) -> None:
    late.set()
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:
        connection.close()
