"""A launcher to double-click, so that nobody needs a terminal: the desk of a folder, opened in the browser."""

from __future__ import annotations

import shlex
import stat
import sys
from collections.abc import Sequence
from pathlib import Path

from ..model.errors import FolderError

NAME = "Tournament desk"
ICON = Path(__file__).parent / "static" / "stone.svg"


def install_launcher(
    folder: Path, home: Path | None = None, system: str = sys.platform, options: Sequence[str] = ()
) -> list[Path]:
    """Write the launchers of this machine for a folder of tournaments; the files. Raises FolderError.

    `options` of the command go along, such as `--lan`.
    """
    home, command = home or Path.home(), [sys.executable, "-m", "mcmahon", "desk", str(folder.resolve()), *options]
    if system == "win32":
        files = {home / "Desktop" / f"{NAME}.bat": _windows(command)}
    elif system == "darwin":
        files = {home / "Desktop" / f"{NAME}.command": f"#!/bin/sh\nexec {shlex.join(command)}\n"}
    else:
        entry = _linux(command)
        files = {home / ".local" / "share" / "applications" / "mcmahon-desk.desktop": entry}
        if _desktop(home).is_dir():
            files[_desktop(home) / "mcmahon-desk.desktop"] = entry
    for path, text in files.items():
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\r\n" if system == "win32" else "\n")
            path.chmod(path.stat().st_mode | stat.S_IXUSR)
        except OSError as error:
            raise FolderError(f"{path} cannot be written: {error.strerror or error}") from None
    return list(files)


def _desktop(home: Path) -> Path:
    """The folder of what lies on the desktop, whatever it is called in the person's language."""
    try:
        lines = (home / ".config" / "user-dirs.dirs").read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError):
        lines = []
    named = next(
        (line.partition("=")[2].strip().strip('"') for line in lines if line.startswith("XDG_DESKTOP_DIR=")), ""
    )
    return Path(named.replace("$HOME", str(home))) if named else home / "Desktop"


def _windows(command: Sequence[str]) -> str:
    quoted = " ".join(f'"{part}"' for part in command).replace("%", "%%")
    return f"@echo off\nchcp 65001 >nul\n{quoted}\nif errorlevel 1 pause\n"


def _linux(command: Sequence[str]) -> str:
    """A desktop entry: it runs in a terminal window, which ends the desk when it is closed."""
    quoted = " ".join(_desktop_word(part) for part in command)
    lines = (
        "[Desktop Entry]", "Type=Application", f"Name={NAME}", "Comment=Go tournaments, drawn and counted",
        f"Exec={quoted}", "Terminal=true", f"Icon={ICON}", "Categories=Game;BoardGame;",
    )  # fmt: skip
    return "\n".join(lines) + "\n"


def _desktop_word(text: str) -> str:
    for sign in ("\\", '"', "`", "$"):
        text = text.replace(sign, "\\" + sign)
    return '"' + text.replace("\\", "\\\\").replace("%", "%%") + '"'
