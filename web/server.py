"""The server of the desk: one process on this machine, one address with a key."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
import sys
import threading
import time
import webbrowser
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import h11
from starlette.applications import Starlette

from ..model.errors import FolderError, McMahonError
from .app import application
from .guard import LARGEST_HEAD
from .hall.outside import USUAL_PORT, Outside, lan_address
from .home import Home, Kept, keep, kept
from .processes.workers import get_ready

log = logging.getLogger("mcmahon.web")

HOST = "127.0.0.1"
MANY_FILES = 10_240
NO_ROOM = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
QUIET = 60.0  # seconds until a connection that cannot be taken is told of again
SETTLED = 10.0  # seconds until the processes for searches are started: the first pages come before
HEAD_SECONDS = 10.0  # for the first lines of a request; a connection without any ends then
MOST_HEADERS = 100
CLOSED = b"\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
ANSWER_FIRST = 0.0005  # seconds that a thread computes before another has its turn: short answers do not wait for long


@dataclass(frozen=True, slots=True)
class Lan:
    """How the desk is open to the local network: at which address (blank: found out), and with which certificate."""

    address: str = ""
    wifi: str = ""
    certificate: Path | None = None
    key: Path | None = None


def serve(
    home: Home,
    port: int = 0,
    *,
    browser: bool = True,
    new_link: bool = False,
    lan: Lan | None = None,
    tell: Callable[..., None] = print,
) -> None:
    """Serve the desk until it is stopped. Told: its address with the key, then for whom else it is. Raises FolderError.

    Key and port are those of the last time, so that pages that are still open go on; a new key if it is asked for.
    With `lan` it listens in the local network, too, and says at which address and for whom.
    """
    before = kept(home.folder, new=new_link)
    token = before.token
    scheme = "https" if lan and lan.certificate else "http"
    with ExitStack() as opened:
        own = opened.enter_context(closing(_listening(port) if port else _as_before(before.port, lan)))
        number = own.getsockname()[1]
        listeners, names = [own], [HOST, "localhost"]
        outside = Outside(f"{scheme}://{HOST}:{number}")
        if lan:
            there = lan_address(lan.address)
            listeners.append(opened.enter_context(closing(_listening(number, there))))
            outside = Outside(f"{scheme}://{there}:{number}", True, lan.wifi, bool(lan.certificate))
            names.append(there)
        keep(home.folder, Kept(token, number))
        first = f"/t/{home.first}/" if home.first else "/"
        address = f"{scheme}://{HOST}:{number}{first}?key={token}"
        tell(address, *([lan_text(outside)] if lan else []))
        app = application(home, token, tuple(f"{name}:{number}" for name in names), outside)
        if browser:
            threading.Timer(0.5, webbrowser.open, [address]).start()
        _run(app, listeners, lan)


def lan_text(outside: Outside) -> str:
    """What the terminal says of the local network: where, for whom, and what is not protected."""
    where = f"in the Wi-Fi {outside.wifi}" if outside.wifi else "in the local network"
    text = f"Phones {where} reach it at {outside.root}, each only by a link: make and print them on the page Hall."
    return text if outside.secure else f"{text} What they send is not encrypted; --certificate and --key change that."


def _as_before(port: int, lan: Lan | None) -> socket.socket:
    """A socket on the port of the last time; for the hall else at the usual one, so that printed sheets stay right."""
    for one in filter(None, (port, USUAL_PORT if lan else 0)):
        with suppress(FolderError):
            return _listening(one)
    return _listening(0)


def _run(app: Starlette, listeners: list[socket.socket], lan: Lan | None) -> None:
    """Serve until a signal comes; then open pages and searches end at once, not after a wait for them."""
    import uvicorn

    class Server(uvicorn.Server):
        async def startup(self, sockets: list[socket.socket] | None = None) -> None:
            asyncio.get_running_loop().set_exception_handler(RateLimitedTracebacks())
            await super().startup(sockets)
            _get_ready_soon(app)

        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            own = app.state
            for open_ in (own.streams, own.live, own.worker, own.asker, own.reader, own.writer, own.opinions):
                open_.close()
            await super().shutdown(sockets)

    options: dict[str, Any] = {"log_level": "error", "access_log": False}  # each wrong request would fill the terminal
    if lan and lan.certificate:
        options |= {"ssl_certfile": str(lan.certificate), "ssl_keyfile": str(lan.key)}
    _allow_streams()
    sys.setswitchinterval(ANSWER_FIRST)
    # with proxy headers whoever is on this machine could say to come from any address
    config = uvicorn.Config(
        app, http=header_timeout_protocol(), proxy_headers=False, timeout_graceful_shutdown=2, **options
    )
    Server(config).run(sockets=listeners)


def _get_ready_soon(app: Starlette) -> None:
    ready = threading.Timer(SETTLED, _get_ready, [app])
    ready.daemon = True
    ready.start()


def _get_ready(app: Starlette) -> None:
    """Let the processes for draws and questions load before somebody waits for the first one."""
    for worker in (app.state.worker, app.state.asker):
        with suppress(McMahonError):  # it is told when somebody asks
            worker.run(get_ready, "")


def header_timeout_protocol() -> type[Any]:
    """A protocol for uvicorn's server: connections that send no complete header in time take no slot.

    It relies on `conn` and `handle_events` of uvicorn, which it does not document: tests/test_private_parts.py.
    """
    from uvicorn.protocols.http.h11_impl import H11Protocol

    class HeaderTimeoutProtocol(H11Protocol):
        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._wire, self._late = transport, _closing(transport)

        def handle_events(self) -> None:
            if self.conn.their_state is h11.IDLE and (refused := refused_head(self.conn.trailing_data[0])):
                self._wire.write(b"HTTP/1.1 " + refused + CLOSED)
                self._wire.close()
            else:
                super().handle_events()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.conn.our_state in (h11.SEND_RESPONSE, h11.SEND_BODY):
                self._late.cancel()
            elif self._late.cancelled():  # else the time of this head runs already
                self._late = _closing(self._wire)

    return HeaderTimeoutProtocol


def _closing(wire: asyncio.Transport) -> asyncio.TimerHandle:
    return asyncio.get_running_loop().call_later(HEAD_SECONDS, wire.close)


def refused_head(data: bytes) -> bytes:
    """Why a request is refused before it is read, as a status; blank if it is not.

    No browser sends so long a head, so many lines in it, or a body without its length, which may end in any headers.
    """
    head = data.partition(b"\r\n\r\n")[0]
    if len(head) > LARGEST_HEAD or head.count(b"\n") > MOST_HEADERS:
        return b"431 Request Header Fields Too Large"
    return b"411 Length Required" if b"\ntransfer-encoding:" in head.lower() else b""


class RateLimitedTracebacks:
    """What the terminal is told of errors outside of any page: of connections that cannot be taken, a line a minute.

    Python tells of each one with a traceback, 2,048 times in a row, which hides everything that was said before.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._told = clock, -QUIET

    def __call__(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        """Tell of an error, as `asyncio` hands it over."""
        error = context.get("exception")
        if not isinstance(error, OSError) or "socket" not in context or error.errno not in NO_ROOM:
            loop.default_exception_handler(context)
        elif self._clock() - self._told >= QUIET:
            self._told = self._clock()
            log.warning("no further page can connect: %s; those that are open go on", error.strerror)


def _allow_streams() -> None:
    """Allow as many open connections as the system does (1,000 phones); macOS names no limit, and takes 10,240."""
    with suppress(ImportError):
        import resource

        now, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        for number in (most, max(now, MANY_FILES)):
            with suppress(ValueError, OSError):
                resource.setrlimit(resource.RLIMIT_NOFILE, (number, most))
                return


def _listening(port: int, host: str = HOST) -> socket.socket:
    """A socket at an address of this machine only. Raises FolderError if the port is taken."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":  # elsewhere it would take the port from a desk that runs
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
    except (OSError, OverflowError) as error:
        listener.close()
        where = f"port {port}" if host == HOST else f"{host}:{port}"
        raise FolderError(f"{where} cannot be used: {error}; choose another, or none") from None
    listener.listen(128)  # who comes before the server has started waits, and is not refused
    return listener
