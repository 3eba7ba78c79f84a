"""The server of the desk: one process on this machine, one address with a token."""

from __future__ import annotations

import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import closing

from starlette.applications import Starlette

from ..model.errors import FolderError
from .app import application
from .home import Home

HOST = "127.0.0.1"


def serve(home: Home, port: int = 0, *, browser: bool = True, tell: Callable[[str], None] = print) -> None:
    """Serve the desk until it is stopped; its address with the token is told first. Raises FolderError."""
    token = secrets.token_urlsafe(24)  # 192 bits
    with closing(_listening(port)) as listener:
        own = listener.getsockname()[1]
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


def _listening(port: int) -> socket.socket:
    """A socket on this machine only. Raises FolderError where the port is taken."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise FolderError(f"port {port} cannot be used: {error}; choose another, or none") from None
    listener.listen(128)  # who comes before the server has started waits, and is not refused
    return listener
