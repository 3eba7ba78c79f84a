"""The pages of a tournament, for a screen in the hall, a printer or a web server."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ...io.files import read_own
from ...io.folder.own_files import JOURNAL, check_no_link, own_names, picture_names
from ...io.pages.contents.rounds import boards, slip_sheets
from ...io.pages.look import Logo, own_colours, read_logo
from ...io.pages.public import start_text
from ...io.pages.publishing import MANIFEST, page_names, page_path
from ...io.pages.publishing import publish as publish_pages
from ...io.pages.site import Site
from ...io.pages.templates import Unindented, isolated, shared_templates, shrunk
from ...model.errors import FolderError, InputError, Problem
from ...model.language import Words
from ...model.records.state import State
from ...model.tournament.games import Round
from ...model.tournament.tournament import Tournament
from ..desk import Desk
from ..placing.give_prizes import announced_before
from ..verb import Outcome

__all__ = ["Unindented", "own_colours", "shared_templates"]


@dataclass(frozen=True, slots=True)
class PublishedPages:
    """Pages as written: the one to begin with, all files; `draft`: number of a last round that is one, or 0."""

    index: Path
    files: Sequence[str]
    draft: int = 0


def pages_folder(path: Path, target: Path | None = None) -> Path:
    """Where the pages of a tournament go: the folder named, else `pages` in its own. Raises FolderError for a link."""
    if target is not None:
        return target
    check_no_link(path / "pages")
    return path / "pages"


def site_place(text: str) -> Path:
    """A folder for the pages, as typed. Raises InputError unless it is a whole path to a folder that is there."""
    place = Path(text.strip()).expanduser()
    if not place.is_absolute():
        raise InputError([Problem("where the web pages go", value=text, expected="a whole path such as /srv/www/open")])
    if not place.is_dir():
        raise InputError([Problem("there is no folder", value=text, expected="one that is there")])
    return place


def publish(state: State, target: Path, home: Path | None = None) -> Outcome[PublishedPages]:
    """The pages, written with the logo of `home` into a folder; older ones go. Raises FolderError, InputError."""
    tournament = state.tournament
    try:
        files = publish_pages(tournament, target, home, announced_before(state))
    except OSError as error:
        raise FolderError(f"{target} cannot be written: {error.strerror or error}") from None
    draft = tournament.rounds[-1].number if tournament.rounds and tournament.rounds[-1].draft else 0
    return Outcome(state, PublishedPages(target / "index.html", files, draft))


def text_filters() -> dict[str, Callable[..., str]]:
    """How templates write texts of both directions, times at which rounds start, and long names."""
    return {"bdi": isolated, "start": start_text, "shrunk": shrunk}


def slips_of(
    tournament: Tournament, drawn: Round, words: Words
) -> tuple[list[Sequence[dict[str, Any]]], dict[str, str]]:
    """The boards of a round for slips, by sheets; of teams the pins of members by their place on pages."""
    site = Site(tournament, words=words)
    members = ((site.seated(team.id, m.id), m.pin) for team in tournament.players for m in team.members)
    pins = {seen.file: pin for seen, pin in members if seen and pin} if site.settings.of_teams else {}
    return slip_sheets(boards(site, drawn)), pins


def own_logo(desk: Desk, state: State) -> Logo:
    """The organiser's logo. Raises FolderError, InputError where it is not there or cannot be shown."""
    name = state.tournament.settings.pages.logo
    if not name:
        raise FolderError("this tournament has no logo")
    return read_logo(desk.path, name)


@dataclass(frozen=True, slots=True)
class WrittenPages:
    """The pages of a tournament: their names, the time when they were written, and whether they are older than it."""

    files: Sequence[str]
    time: float = 0.0
    outdated: bool = False


def written_pages(path: Path, target: Path | None = None) -> WrittenPages:
    """The pages as they were written last, there or in their own folder; none if they never were.

    Raises FolderError for a link.
    """
    folder = pages_folder(path, target)
    names = page_names(folder)
    index, listed = folder / "index.html", folder / MANIFEST
    if not (index.is_file() and listed.is_file()):
        return WrittenPages(names)
    time = listed.stat().st_mtime
    return WrittenPages(names, time, outdated=max(_times(path), default=0.0) > time)


def page_file(path: Path, name: str, target: Path | None = None) -> bytes:
    """A page, its style or its logo, by its name. Raises FolderError for what this program has not written there."""
    folder = pages_folder(path, target)
    file = page_path(folder, name)
    if name not in page_names(folder) or file is None:
        raise FolderError(f"there is no page called {name}; write the pages first")
    return read_own(file)


def changed_at(path: Path) -> tuple[object, ...]:
    """By what a change of a tournament folder is seen: it differs when a file was changed, has come or gone.

    The journal's mark is among it: on some disks the times of files are whole pairs of seconds. What cannot be looked
    at now is left out.
    """
    found: list[object] = []
    with suppress(FolderError, InputError, OSError):
        found += _times(path)
    with suppress(FolderError, InputError):
        found.append(read_own(path / JOURNAL / "applied"))
    return tuple(found)


def _times(path: Path) -> list[float]:
    """When the files of a tournament folder, and its pictures, were changed last."""
    times = []
    for part in (path / name for name in (*own_names(path), *picture_names(path))):
        with suppress(FileNotFoundError):  # one that was written beside its place has been moved there meanwhile
            if part.is_file():
                times.append(part.stat().st_mtime)
    return times
