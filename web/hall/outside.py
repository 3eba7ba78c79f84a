"""Where phones find the desk: its address in the local network, and the code of one on paper."""

from __future__ import annotations

import io
import ipaddress
import socket
from contextlib import closing
from dataclasses import dataclass
from urllib.parse import quote

import segno
from markupsafe import Markup

from ...model.errors import FolderError

#: An address that nobody has (RFC 5737): asking the way there sends nothing, and tells which own address leads out.
NOWHERE = ("192.0.2.1", 9)
USUAL_PORT = 8361  # with --lan, so that sheets printed earlier stay right


@dataclass(frozen=True, slots=True)
class Outside:
    """How the hall reaches this desk: `root` is `http://192.168.1.5:8361`, `wifi` the network's name for the sheets.

    `lan` says whether phones can reach it at all, `secure` whether what they send is encrypted.
    """

    root: str
    lan: bool = False
    wifi: str = ""
    secure: bool = False

    def link(self, name: str, token: str) -> str:
        """The address of a link of a tournament."""
        return f"{self.root}/h/{quote(name, safe='')}/{token}/"

    def board(self, name: str, number: int, table: int, side: str, token: str) -> str:
        """The address of a side of a board."""
        return f"{self.root}/h/{quote(name, safe='')}/b/{number}/{table}/{side}/{token}"


def lan_address(asked: str = "") -> str:
    """This machine's address in the local network, or the one that was asked for. Raises FolderError."""
    if asked:
        try:
            return str(ipaddress.IPv4Address(asked))
        except ValueError:
            raise FolderError(f"--address {asked} is no address such as 192.168.1.5") from None
    with closing(socket.socket(socket.AF_INET, socket.SOCK_DGRAM)) as way:
        try:
            way.connect(NOWHERE)
            found: str = way.getsockname()[0]
        except OSError:
            found = ""
    if not found or ipaddress.IPv4Address(found).is_loopback:
        raise FolderError("this machine is in no network; connect it to the Wi-Fi, or name its address with --address")
    return found


def qr(address: str, title: str) -> Markup:
    """The QR code of an address as SVG, dark on light and large enough for an old camera; no text but the title."""
    out = io.BytesIO()
    code = segno.make(address, micro=False, error="m", boost_error=False)
    code.save(
        out, kind="svg", border=4, dark="#000", light="#fff", xmldecl=False, svgns=False, title=title, omitsize=True
    )
    return Markup(out.getvalue().decode())
