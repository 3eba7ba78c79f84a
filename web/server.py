"""The server of the desk: one process on this machine, one address with a token."""

from __future__ import annotations

import secrets
import socket
import threading
import webbrowser
from collections.abc import Callable
from contextlib import closing

from ..model.errors import FolderError
from .app import application
from .home import Home

HOST = "127.0.0.1"


def serve(home: Home, port: int = 0, *, browser: bool = True, tell: Callable[[str], None] = print) -> None:
    """Serve the desk until it is stopped; its address with the token is told first. Raises FolderError."""
    import uvicorn

    token = secrets.token_urlsafe(24)  # 192 bits
    with closing(_listening(port)) as listener:
        own = listener.getsockname()[1]
        first = f"/t/{home.first}/" if home.first else "/"
        address = f"http://{HOST}:{own}{first}?key={token}"
        tell(address)
        app = application(home, token, (f"{HOST}:{own}", f"localhost:{own}"))
        config = uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=1)
        if browser:
            threading.Timer(0.5, webbrowser.open, [address]).start()
        uvicorn.Server(config).run(sockets=[listener])


def _listening(port: int) -> socket.socket:
    """A socket on this machine only. Raises FolderError where the port is taken."""
    listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((HOST, port))
    except (OSError, OverflowError) as error:
        listener.close()
        raise FolderError(f"port {port} cannot be used: {error}; choose another, or none") from None
    return listener
