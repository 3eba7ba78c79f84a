"""A tournament as a folder of static pages: no script, no network, everything linked by relative names."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

from ...model.errors import InputError
from ...model.language import LANGUAGES
from ...model.tournament.tournament import Tournament
from ...model.words import first_few
from ..files import read_own, replace_file
from ..languages.catalogues import tag_of, words_of
from .crosstable import add_standings, standing_rows, winners
from .look import Logo, read_logo
from .pictures import games_between_lines, score_groups
from .players import add_players
from .rounds import add_round
from .rules_in_words import add_rules
from .site import Edition, Site
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
    for code in tournament.settings.pages.every_language[1:]:
        if (folder / code).is_symlink():
            raise InputError(f"{folder / code} is a link; expected a folder of this program's own")
        (folder / code).mkdir(exist_ok=True)
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
        gone = page_path(folder, name)
        if name not in pages and gone is not None and gone.is_file():
            gone.unlink(missing_ok=True)
            if gone.parent != folder and not any(gone.parent.iterdir()):
                gone.parent.rmdir()
    _write_manifest(manifest, pages)
    return sorted(pages)


def page_path(folder: Path, name: str) -> Path | None:
    """Where a page lies: in the folder or in that of a language; None for any other name, and behind a link."""
    language, _, own = name.rpartition("/")
    if set(own) & set("/\\:") or (language and (language not in LANGUAGES or (folder / language).is_symlink())):
        return None
    return folder / name


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
    codes = tournament.settings.pages.every_language
    editions = [Edition(LANGUAGES[code], tag_of(code), f"{code}/" if k else "") for k, code in enumerate(codes)]
    pages: dict[str, str] = {}
    for code, edition in zip(codes, editions, strict=True):
        several = editions if len(editions) > 1 else ()
        pages |= _in_one_language(
            Site(tournament, logo.file if logo is not None else "", words_of(code), edition.folder, several)
        )
    return pages


def _in_one_language(site: Site) -> dict[str, str]:
    """Slips and screens in the hall are in the first language only."""
    _add_overview(site)
    for drawn in site.rounds:
        add_round(site, drawn)
    add_standings(site)
    add_players(site)
    add_rules(site)
    _add_pictures(site)
    if not site.folder:
        add_walls(site)
    return site.pages


def _add_overview(site: Site) -> None:
    total, players = site.settings.rounds, site.count().all_text(site.words)
    done = len(site.rounds)
    subtitle = site.words.count(
        "{players}, {done} of {n} round.", "{players}, {done} of {n} rounds.", total, players=players, done=done
    )
    links = {drawn.number: site.round_links(drawn) for drawn in site.rounds}
    still = {number: {"number": number, "start": site.start_of(number)} for number in range(1, total + 1)}
    schedule = list({**still, **links}.values())
    last = links.get(len(site.rounds))
    first = winners(site, standing_rows(site))
    title = site.words.say("Overview")
    site.add("index.html", "index.html", title, schedule=schedule, last=last, subtitle=subtitle, winners=first)


def _add_pictures(site: Site) -> None:
    from markupsafe import Markup

    groups = Markup(score_groups(site.standings, site.words))
    games = Markup(games_between_lines(site.standings, site.words))
    site.add("pictures.html", "pictures.html", site.words.say("Pictures"), groups=groups, games=games)
