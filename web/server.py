"""The server of the desk: one process on this machine, one address with a key."""

from __future__ import annotations

import os
import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import closing

from starlette.applications import Starlette

from ..model.errors import FolderError
from .app import application
from .home import Home
from .keys import Kept, keep, kept

HOST = "127.0.0.1"


def serve(
    home: Home, port: int = 0, *, browser: bool = True, new_link: bool = False, tell: Callable[[str], None] = print
) -> None:
    """Serve the desk until it is stopped; its address with the key is told first. Raises FolderError.

    Key and port are those of the last time, so that pages that are still open go on; a new key where it is asked for.
    """
    before = kept(home.folder, new=new_link)
    token = before.token
    with closing(_listening(port) if port else _as_before(before.port)) as listener:
        own = listener.getsockname()[1]
        keep(home.folder, Kept(token, own))
        first = f"/t/{home.first}/" if home.first else "/"
        address = f"http://{HOST}:{own}{first}?key={token}"
        tell(address)
        app = application(home, token, (f"{HOST}:{own}", f"localhost:{own}"))
        if browser:
            threading.Timer(0.5, webbrowser.open, [address]).start()
        _run(app, listener)


def _run(app: Starlette, listener: socket.socket) -> None:
    """Serve until a signal comes; then open pages and searches end at once, not after a wait for them."""
    import uvicorn

    class Server(uvicorn.Server):
        async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
            app.state.watchers.end()
            app.state.worker.close()
            app.state.asker.close()
            await super().shutdown(sockets)

    config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=2)
    Server(config).run(sockets=[listener])


def _as_before(port: int) -> socket.socket:
    """A socket on the port of the last time, or on any where that is taken."""
    try:
        return _listening(port)
    except FolderError:
        return _listening(0)


def _listening(port: int) -> socket.socket:
    """A socket on this machine only. Raises FolderError where the port is taken."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if os.name == "posix":  # elsewhere it would take the port from a desk that runs
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise FolderError(f"port {port} cannot be used: {error}; choose another, or none") from None
    listener.listen(128)  # who comes before the server has started waits, and is not refused
    return listener
