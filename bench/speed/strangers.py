"""Guests without any link who send what costs most: python -m mcmahon_bench.speed.strangers [--seconds 5].

A desk of its own runs over copies of congress60 and congress1000. While guests ask, on one connection in a row and on
sixteen at once, the director loads the pages of results again and again. Printed for each kind of request: how many
were answered, with which status, how large, and how long the director waited.
"""

from __future__ import annotations

import argparse
import asyncio
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

from mcmahon.desk.desk import Desk
from mcmahon.desk.rounds.draw_round import Publish, draw, publish

INSTANCES = Path("instances")  # it runs in a clone
PAGES = ("/t/congress60/results", "/t/congress1000/results")
CONNECTIONS = (1, 16)
AFTER = 0.05  # seconds between two pages of the director
GUESS = "A" * 32


def made(host: str, start: str, head: str = "", body: bytes = b"") -> bytes:
    """A request to a host."""
    length = f"Content-Length: {len(body)}\r\n" if body else ""
    return f"{start} HTTP/1.1\r\nHost: {host}\r\n{head}{length}\r\n".encode() + body


def requests(host: str) -> dict[str, bytes]:
    """What a guest sends over and over again, by what it is called in the table."""
    asked = partial(made, host)
    bearer = f"Authorization: Bearer {GUESS}\r\n"
    return {
        "nothing": b"",
        "60 KB of query": asked("GET /h/x/y/?" + "&".join(["a=%22"] * 10_000)),
        "the longest query": asked(f"GET /h/congress60/{GUESS}/?" + "&".join([f"a={'%22' * 12}"] * 100)),
        "the longest path": asked("GET /h/" + "/".join(["x"] * 900)),
        "60 KB of headers": asked("GET /h/x/y/", "".join(f"x{k}: y\r\n" for k in range(6000))),
        "such headers behind a short request": asked("GET /h/x/y/") + asked("GET /", "a:\r\n" * 15_000),
        "60 KB of headers after a body in pieces": asked("POST /h/x/y/", "Transfer-Encoding: chunked\r\n")
        + b"0\r\n"
        + b"a:\r\n" * 15_000
        + b"\r\n",
        "60 KB of one cookie": asked("GET /t/congress60/", f"Cookie: {'a;' * 30_000}\r\n"),
        "the largest cookie": asked("GET /t/congress60/", f"Cookie: {'a=b;' * 3900}\r\n"),
        "15 KB of Accept-Language": asked("GET /h/x/y/", f"Accept-Language: {'de,' * 5000}\r\n"),
        "a wrong link": asked(f"GET /h/congress60/{GUESS}/"),
        "a wrong board": asked(f"POST /h/congress1000/b/1/1/w/{GUESS}", "", b"say=1-0"),
        "a wrong key": asked(f"GET /t/congress1000/?key={GUESS}"),
        "a wrong cookie": asked("GET /t/congress1000/", f"Cookie: mcmahon-desk-link={GUESS}\r\n"),
        "a wrong token": asked("POST /api/congress1000/boards/1/1/white", bearer, b'{"nonsense": 1}'),
        "a wrong stream": asked(f"HEAD /h/congress60/{GUESS}/live"),
        "no page": asked("GET /nothing/at/all"),
        "a file of the program": asked("GET /static/vendor/htmx.min.js"),
        "the description of the JSON": asked("GET /api/openapi.json"),
    }


@dataclass
class Seen:
    """What the director waited, in seconds, and what the guests were answered."""

    waits: list[float] = field(default_factory=list)
    codes: Counter[str] = field(default_factory=Counter)
    largest: int = 0


async def answer(reader: asyncio.StreamReader, head_only: bool) -> tuple[str, int, bool]:
    """The status of one answer, its size, and whether the connection stays."""
    head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").lower()
    length = int(head.partition("content-length: ")[2].partition("\r\n")[0] or 0)
    if "transfer-encoding: chunked" in head:
        length = 0
        while size := int(await reader.readline(), 16):
            length += size
            await reader.readexactly(size + 2)
        await reader.readline()
    elif length and not head_only:
        await reader.readexactly(length)
    return head.split(" ", 2)[1], len(head) + length, "connection: close" not in head


async def guest(port: int, sent: bytes, seen: Seen, end: float) -> None:
    """One connection in a row, opened again when it is closed."""
    while time.monotonic() < end:
        try:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            stays = True
            while stays and time.monotonic() < end:
                writer.write(sent)
                code, size, stays = await answer(reader, sent.startswith(b"HEAD"))
                seen.codes[code] += 1
                seen.largest = max(seen.largest, size)
            writer.close()
        except (OSError, asyncio.IncompleteReadError):
            seen.codes["closed"] += 1
            await asyncio.sleep(0.01)


async def director(port: int, key: str, seen: Seen, end: float) -> None:
    """Somebody who loads pages again and again, each at least once, on a connection of their own."""
    cookie = f"Cookie: mcmahon-desk-{port}={key}\r\nConnection: close\r\n"
    turn = 0
    while time.monotonic() < end or turn < len(PAGES):
        page, turn = PAGES[turn % len(PAGES)], turn + 1
        begun = time.monotonic()
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(made(f"127.0.0.1:{port}", f"GET {page}", cookie))
        text = await reader.read(-1)
        seen.waits.append(time.monotonic() - begun)
        assert text.startswith(b"HTTP/1.1 200"), text[:200]
        writer.close()
        await asyncio.sleep(AFTER)


async def measured(port: int, key: str, sent: bytes, connections: int, seconds: float) -> Seen:
    """What is seen in some seconds of one kind of request."""
    seen, end = Seen(), time.monotonic() + seconds
    guests = [guest(port, sent, seen, end) for _ in range(connections if sent else 0)]
    async with asyncio.timeout(seconds + 60):
        await asyncio.gather(director(port, key, seen, end), *guests)
    return seen


def main() -> None:
    """Print a line for each kind of request."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=5.0)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as home:
        for name in ("congress60", "congress1000"):
            shutil.copytree(INSTANCES / name, Path(home) / name)
            desk = Desk(Path(home) / name)
            desk.do(draw, "draw")
            desk.do(lambda state: publish(state, Publish()), "publish")
        command = [sys.executable, "-m", "mcmahon", "desk", home, "--no-browser"]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as server:
            assert server.stdout is not None
            address = urlsplit(server.stdout.readline().decode().strip())
            port, key = address.port or 0, parse_qs(address.query)["key"][0]
            try:
                table(port, key, options.seconds)
            finally:
                server.terminate()


def table(port: int, key: str, seconds: float) -> None:
    """Measure and print."""
    print("request | connections | answers a second | status | largest | director's median | 95 % | slowest")
    for name, sent in requests(f"127.0.0.1:{port}").items():
        for connections in CONNECTIONS if sent else (0,):
            seen = asyncio.run(measured(port, key, sent, connections, seconds))
            codes = ", ".join(f"{code}" for code, _ in seen.codes.most_common(2))
            rate, waits = seen.codes.total() / seconds, seen.waits
            late = statistics.quantiles(waits, n=20)[-1]
            times = f"{statistics.median(waits):.3f} s | {late:.3f} s | {max(waits):.3f} s"
            print(f"{name} | {connections} | {rate:.0f} | {codes} | {seen.largest:,} bytes | {times}", flush=True)


if __name__ == "__main__":
    main()
