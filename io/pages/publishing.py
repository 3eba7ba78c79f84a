"""A tournament as a folder of static pages: no script, no network, everything linked by relative names."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from pathlib import Path

from ...model.errors import InputError
from ...model.language import LANGUAGES, first_few
from ...model.prizes.told import Announced
from ...model.tournament.tournament import Tournament
from ..files import is_link, read_own, replace_file
from ..languages.catalogues import tag_of, words_of
from .contents.crosstable import StandingLine, add_groups, add_people, add_standings, standing_rows, winners
from .contents.cups import add_cups
from .contents.pictures import games_between_lines, score_groups
from .contents.players import add_players
from .contents.prizes import add_prizes
from .contents.rounds import add_round
from .contents.rules_in_words import add_rules
from .contents.walls import add_walls
from .look import Logo, read_logo
from .site import Edition, Site

MANIFEST = ".mcmahon-pages"
LARGEST_MANIFEST = 2**24


def read_manifest(folder: Path) -> list[str]:
    """The files that this program has written into a folder of pages; 1.0 has more on a line, after a tab."""
    path = folder / MANIFEST
    if not os.path.lexists(path):
        return []
    lines = read_own(path, LARGEST_MANIFEST).decode(errors="replace").splitlines()
    return [line.partition("\t")[0] for line in lines]


def page_names(folder: Path) -> list[str]:
    """The same for somebody who only looks: none, too, if something else has the manifest's place."""
    return read_manifest(folder) if (folder / MANIFEST).is_file() else []


def write_manifest(folder: Path, names: Iterable[str]) -> None:
    """Write the manifest of a folder of pages. Raises OSError."""
    replace_file(folder / MANIFEST, "".join(f"{name}\n" for name in sorted(names)).encode())


def page_path(folder: Path, name: str) -> Path | None:
    """Where a page lies: in the folder or in that of a language; None for any other name, and behind a link."""
    language, _, own = name.rpartition("/")
    if set(own) & set("/\\:") or (language and (language not in LANGUAGES or is_link(folder / language))):
        return None
    return folder / name


def publish(
    tournament: Tournament, folder: Path, home: Path | None = None, prizes: Announced | None = None
) -> list[str]:
    """Write the pages of a tournament without its drafts, and take out older pages; the names of the files.

    The logo is read from `home`, the folder of `tournament.toml`. Raises OSError when the folder cannot be written,
    FolderError and InputError for a bad logo, InputError for files of these names that others have written.
    """
    name = tournament.settings.pages.logo
    logo = read_logo(home, name) if home is not None and name else None
    listed = read_manifest(folder)
    pages = page_files(tournament, logo, prizes)
    folder.mkdir(parents=True, exist_ok=True)
    for code in tournament.settings.pages.every_language[1:]:
        if is_link(folder / code):
            raise InputError(f"{folder / code} is a link; expected a folder of this program's own")
        (folder / code).mkdir(exist_ok=True)
    if foreign := [name for name in pages if name not in listed and (folder / name).exists()]:
        expected = "expected another folder for the pages, or these moved away"
        raise InputError(f"{folder} contains other files ({first_few(foreign, 3)}); {expected}")
    write_manifest(folder, {*listed, *pages})  # before the pages: what is written half is still known as our own
    for file, data in pages.items():
        _write(folder / file, data)
    _take_out(folder, set(listed) - pages.keys())
    write_manifest(folder, pages)
    return sorted(pages)


def _write(path: Path, data: bytes) -> None:
    """Write a page unless it says this already; one that a loss of power cuts off is written again the next time."""
    if not (path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data):
        replace_file(path, data, lasting=False)


def _take_out(folder: Path, names: Iterable[str]) -> None:
    """Take pages of an earlier time out, and the folder of a language that has none any more."""
    for name in names:
        gone = page_path(folder, name)
        if gone is not None and gone.is_file():
            gone.unlink(missing_ok=True)
            if gone.parent != folder and not any(gone.parent.iterdir()):
                gone.parent.rmdir()


def page_files(tournament: Tournament, logo: Logo | None = None, prizes: Announced | None = None) -> dict[str, bytes]:
    """All pages, and the logo, by file name; the same tournament gives the same pages."""
    codes, name = tournament.settings.pages.every_language, logo.file if logo is not None else ""
    editions = [Edition(LANGUAGES[code], tag_of(code), f"{code}/" if k else "") for k, code in enumerate(codes)]
    several = editions if len(editions) > 1 else ()
    pages: dict[str, bytes] = {}
    for code, edition in zip(codes, editions, strict=True):
        site = Site(tournament, name, words_of(code), edition.folder, several, prizes)
        _fill(site)
        pages |= site.pages
    return pages if logo is None else {**pages, logo.file: logo.data}


def _fill(site: Site) -> None:
    """Slips and screens in the hall are in the first language only."""
    rows = standing_rows(site)
    _add_overview(site, rows)
    for drawn in site.rounds:
        add_round(site, drawn)
    add_standings(site, rows)
    add_groups(site)
    add_people(site)
    add_players(site)
    add_cups(site)
    add_prizes(site)
    add_rules(site)
    _add_pictures(site)
    if not site.folder:
        add_walls(site, rows)


def _add_overview(site: Site, rows: Sequence[StandingLine]) -> None:
    total, players = site.settings.rounds, site.count().all_text(site.words)
    done = min(len(site.rounds), total)
    subtitle = site.words.count(
        "{players}, {done} of {n} round.", "{players}, {done} of {n} rounds.", total, players=players, done=done
    )
    links = {drawn.number: site.round_links(drawn) for drawn in site.rounds}
    still = {number: {"number": number, "start": site.start_of(number)} for number in range(1, total + 1)}
    schedule = list({**still, **links}.values())
    last, first, title = links.get(len(site.rounds)), winners(site, rows), site.words.say("Overview")
    site.add("index.html", title, schedule=schedule, last=last, subtitle=subtitle, winners=first)


def _add_pictures(site: Site) -> None:
    from markupsafe import Markup

    groups = Markup(score_groups(site.standings, site.words))
    games = Markup(games_between_lines(site.standings, site.words))
    site.add("pictures.html", site.words.say("Pictures"), groups=groups, games=games)
