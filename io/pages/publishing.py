"""A tournament as a folder of static pages: no script, no network, everything linked by relative names."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from ...model.errors import InputError
from ...model.tournament.tournament import Tournament
from ...model.words import first_few
from ..files import read_own, replace_file
from .crosstable import add_standings, standing_rows, winners
from .head_count import head_count
from .look import Logo, read_logo
from .pictures import games_between_lines, score_groups
from .players import add_players
from .rounds import add_round
from .rules_in_words import add_rules
from .site import Site
from .walls import add_walls

MANIFEST = ".mcmahon-pages"
LARGEST_MANIFEST = 2**22


def publish(tournament: Tournament, folder: Path, home: Path | None = None) -> list[str]:
    """Write the pages of a tournament into a folder and take out pages of an earlier time; the names of the files.

    The logo is read from `home`, the folder of `tournament.toml`; without it there is no logo. Drafts are left out.
    Raises OSError when the folder cannot be written, FolderError and InputError for a logo that cannot be published,
    and InputError where files of the same names are there that were not written by this program.
    """
    name = tournament.settings.pages.logo
    logo = read_logo(home, name) if home is not None and name else None
    pages = {name: text.encode() for name, text in make_pages(tournament, logo).items()}
    if logo is not None:
        pages[logo.file] = logo.data
    folder.mkdir(parents=True, exist_ok=True)
    manifest = folder / MANIFEST
    listed = read_own(manifest, LARGEST_MANIFEST) if os.path.lexists(manifest) else b""
    old = listed.decode(errors="replace").splitlines()
    foreign = [name for name in pages if name not in old and (folder / name).exists()]
    if foreign:
        some = first_few(foreign, 3)
        raise InputError(f"{folder} contains other files ({some}); expected another folder for the pages")
    _write_manifest(manifest, {*old, *pages})  # before the pages: what is written half is still known as our own
    for name, data in pages.items():
        path = folder / name
        if not (path.is_file() and path.stat().st_size == len(data) and path.read_bytes() == data):
            replace_file(path, data)
    for name in old:
        if name not in pages and not set(name) & set("/\\:") and (folder / name).is_file():
            (folder / name).unlink(missing_ok=True)
    _write_manifest(manifest, pages)
    return sorted(pages)


def page_names(folder: Path) -> list[str]:
    """The names of the files that this program has written into a folder of pages; none where it never has."""
    manifest = folder / MANIFEST
    if not manifest.is_file():
        return []
    return read_own(manifest, LARGEST_MANIFEST).decode(errors="replace").splitlines()


def _write_manifest(path: Path, names: Iterable[str]) -> None:
    replace_file(path, ("\n".join(sorted(names)) + "\n").encode())


def make_pages(tournament: Tournament, logo: Logo | None = None) -> dict[str, str]:
    """All pages by file name; the same tournament gives the same pages."""
    site = Site(tournament, logo.file if logo is not None else "")
    _add_overview(site)
    for drawn in site.rounds:
        add_round(site, drawn)
    add_standings(site)
    add_players(site)
    add_rules(site)
    _add_pictures(site)
    add_walls(site)
    return site.pages


def _add_overview(site: Site) -> None:
    count, total = head_count(site.tournament), site.settings.rounds
    subtitle = f"{count.all_text}, {len(site.rounds)} of {total} rounds."
    links = {drawn.number: site.round_links(drawn) for drawn in site.rounds}
    still = {number: {"number": number, "start": site.start_of(number)} for number in range(1, total + 1)}
    schedule = list({**still, **links}.values())
    last = links.get(len(site.rounds))
    first = winners(site, standing_rows(site))
    site.add("index.html", "index.html", "Overview", schedule=schedule, last=last, subtitle=subtitle, winners=first)


def _add_pictures(site: Site) -> None:
    from markupsafe import Markup

    groups, games = Markup(score_groups(site.standings)), Markup(games_between_lines(site.standings))
    site.add("pictures.html", "pictures.html", "Pictures", groups=groups, games=games)
