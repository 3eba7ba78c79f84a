"""A far program on this machine, for tests of what goes out: what it got is kept."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, ClassVar


class Far(BaseHTTPRequestHandler):
    """A far program; what it got is kept."""

    got: ClassVar[list[tuple[str, str, bytes]]] = []

    def do_GET(self) -> None:
        self.got.append(("GET", self.path, b""))
        if self.path == "/away":
            self.send_response(302)
            self.send_header("location", "/list.csv")
            self.end_headers()
        elif self.path in ("/drip", "/head"):
            with suppress(OSError):
                self.wfile.write(b"HTTP/1.0 200 OK\r\n" + (b"\r\n" if self.path == "/drip" else b"x: "))
                for _ in range(100):
                    self.wfile.write(b"x")
                    time.sleep(0.05)
        else:
            self.send_response(200 if self.path == "/list.csv" else 500)
            self.end_headers()
            self.wfile.write(b"name,rank\n")

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@contextmanager
def far() -> Iterator[str]:
    """The address of a far program on this machine."""
    Far.got.clear()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Far)
    threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}"
    finally:
        server.shutdown()
        server.server_close()
