"""Requests to addresses that the director has named: one address each, never led elsewhere, never for long.

The name is resolved once, and the connection goes to the address that was checked. Redirects are refused. Addresses
inside the network are refused, too, unless the director has said that this one is inside.
"""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
import threading
from contextlib import closing
from dataclasses import dataclass
from urllib.parse import urlsplit

from .._version import __version__
from ..model.errors import InputError, McMahonError, Problem

SECONDS = 10.0  # for a whole request, from the name to the last byte
LARGEST = 8 * 2**20  # of an answer that is read
LONGEST = 2000  # of an address
#: Addresses that stand for others, among them some inside the network (NAT64, 6to4).
DISGUISED = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16")))


class OutgoingError(McMahonError):
    """A request that could not be made, or was not answered well."""


@dataclass(frozen=True, slots=True)
class Target:
    """An address as its parts; `inside`: the director says that it is in the own network."""

    secure: bool
    host: str
    port: int
    path: str
    inside: bool = False


def target(address: str, inside: bool = False) -> Target:
    """An address as typed. Raises InputError for one that is none."""
    expected = "an address such as https://example.org/hook"
    wrong = InputError([Problem("this is no address", value=address[:100], expected=expected)])
    try:
        parts = urlsplit(address.strip())
        port = parts.port or (443 if parts.scheme == "https" else 80)
        host = (parts.hostname or "").encode("idna").decode()
    except (ValueError, UnicodeError):
        raise wrong from None
    odd = any(ord(sign) <= 32 or ord(sign) > 126 for sign in f"{parts.path}{parts.query}{host}")
    if parts.scheme not in ("http", "https") or not host or parts.username is not None or odd or len(address) > LONGEST:
        raise wrong
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme == "https", host, port, path, inside)


def check_where(to: Target) -> None:
    """Raise OutgoingError where a name means a machine that no request may go to; one that is unknown now may be."""
    try:
        _addresses(to)
    except OSError:
        return


def post(to: Target, data: bytes, seconds: float = SECONDS) -> None:
    """Send JSON. Raises OutgoingError unless the answer is that it was taken."""
    _request(to, "POST", data, 0, seconds)


def fetch(to: Target, seconds: float = SECONDS, most: int = LARGEST) -> bytes:
    """What is at an address. Raises OutgoingError."""
    return _request(to, "GET", None, most, seconds)


def _request(to: Target, method: str, data: bytes | None, most: int, seconds: float) -> bytes:
    headers = {"User-Agent": f"mcmahon/{__version__}", "Accept": "*/*"}
    if data is not None:
        headers["Content-Type"] = "application/json"
    late = threading.Event()
    try:
        found = _addresses(to)
        made = http.client.HTTPConnection(to.host, to.port, timeout=seconds)
        with closing(made):
            made.sock = _connected(to, found[0], seconds)
            plug = threading.Timer(seconds, _pull_the_plug, (made.sock, late))  # an answer that drips in ends, too
            plug.start()
            try:
                made.request(method, to.path, data, headers)
                answer = made.getresponse()
                body = answer.read(most + 1) if most else b""
            finally:
                plug.cancel()
    except (OSError, http.client.HTTPException, ValueError) as error:
        why = f"no answer in {seconds:g} seconds" if late.is_set() or isinstance(error, TimeoutError) else error
        raise OutgoingError(f"{to.host} cannot be reached: {why}") from None
    if late.is_set():
        raise OutgoingError(f"{to.host} did not finish its answer in {seconds:g} seconds")
    if 300 <= answer.status < 400:
        raise OutgoingError(f"{to.host} leads elsewhere, which is not followed; name the last address itself")
    if not 200 <= answer.status < 300:
        raise OutgoingError(f"{to.host} answered {answer.status}")
    if len(body) > most:
        raise OutgoingError(f"{to.host} sent more than {most:,} bytes")
    return body


def _addresses(to: Target) -> list[str]:
    """The numbers behind a name, all of them checked. Raises OutgoingError, OSError."""
    found = list(dict.fromkeys(str(one[4][0]) for one in socket.getaddrinfo(to.host, to.port, type=socket.SOCK_STREAM)))
    for number in found:
        if not _is_allowed(number, to.inside):
            why = "no program listens there" if to.inside else "it is inside the network; say so where you name it"
            named = number if to.host == number else f"{to.host} is {number}, which"
            raise OutgoingError(f"{named} is refused: {why}")
    return found


def _is_allowed(number: str, inside: bool) -> bool:
    """Whether a request may go to a number: to the world, and inside only where the director has said so."""
    address = ipaddress.ip_address(number.partition("%")[0])
    mapped = getattr(address, "ipv4_mapped", None)
    address = mapped or address
    if address.is_loopback:
        return inside
    if address.is_multicast or address.is_unspecified or address.is_link_local or address.is_reserved:
        return False
    if any(address in net for net in DISGUISED if net.version == address.version):
        return False
    return address.is_global or inside


def _connected(to: Target, number: str, seconds: float) -> socket.socket:
    plain = socket.create_connection((number, to.port), seconds)
    if not to.secure:
        return plain
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
