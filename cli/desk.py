"""The command that opens the desk in a browser."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from .common import example, say, tell_slow_rounds

commands = typer.Typer()


@commands.command(name="desk", epilog=example("desk", "desk spring --no-browser"))
def open_desk(
    path: Annotated[
        Path, typer.Argument(metavar="DIR", help="A tournament's folder, or a folder of tournaments.")
    ] = Path(),
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="The port; 0 is that of the last time, or any free one.")
    ] = 0,
    lan: Annotated[
        bool, typer.Option("--lan", help="Also listen in the local network, for phones that have a link.")
    ] = False,
    wifi: Annotated[str, typer.Option(metavar="NAME", help="The Wi-Fi's name, for sheets and slips.")] = "",
    address: Annotated[
        str, typer.Option(metavar="IP", help="This machine's address for --lan, if it has several.")
    ] = "",
    certificate: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A certificate, to encrypt what is sent.")
    ] = None,
    key: Annotated[Path | None, typer.Option(metavar="FILE", help="The certificate's private key.")] = None,
    no_browser: Annotated[bool, typer.Option("--no-browser", help="Do not open a browser.")] = False,
    new_link: Annotated[
        bool, typer.Option("--new-link", help="Make a new link; the one before no longer opens the desk.")
    ] = False,
    launcher: Annotated[
        bool,
        typer.Option(
            "--install-launcher", help="Write a launcher to double-click for this folder, with --lan if given, and end."
        ),
    ] = False,
) -> None:
    """Open the desk in a browser: everything a director does, by clicks; stop it with Ctrl-C."""
    from ..web.home import Home
    from ..web.launcher import install_launcher
    from ..web.server import Lan, serve

    if launcher:
        said = [("--lan", lan), (f"--wifi={wifi}", wifi), (f"--address={address}", address)]
        for file in install_launcher(path, options=[word for word, given in said if given]):
            say(f"{file}: double-click it to open the desk of {path.resolve()}")
        return
    if bool(certificate) != bool(key):
        raise typer.BadParameter("--certificate and --key belong together")
    if not lan and (wifi or address or certificate):
        raise typer.BadParameter("--wifi, --address and --certificate go with --lan")
    network = Lan(address, wifi, certificate, key) if lan else None
    serve(Home.of(path), port, browser=not no_browser, new_link=new_link, lan=network, tell=_tell)


def _tell(address: str, *more: str) -> None:
    """Say where the desk is, at once, so that a script can open it; and more about it."""
    say(address)
    say("This is the address of the desk, with its key: open it in a browser on this machine.")
    for line in more:
        say(line)
    say("The desk runs as long as this window is open. Stop it with Ctrl-C; everything entered is saved at once.")
    sys.stdout.flush()
    tell_slow_rounds()
