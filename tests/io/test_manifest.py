"""Which files a folder of pages has: written if they differ, taken out if they are no pages any more."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from builders import make_pages, played, tournament
from mcmahon.io.pages.publishing import MANIFEST, page_names, publish, read_manifest
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.tournament import Tournament


@pytest.fixture
def field() -> Tournament:
    """Three groups far apart, so that a result in the first tells nothing about the last."""
    return played(
        tournament("5d 5d 5d 5d 5k 5k 5k 5k 15k 15k 15k 15k", start__bar="5d", start__floor="30k"),
        "a+b c+d e+f g+h i+j k+l",
    )


def check(folder: Path, t: Tournament) -> None:
    """The folder has the pages of this tournament, to the byte, and no others."""
    pages = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.name != MANIFEST}
    assert pages == make_pages(t)


def turned(t: Tournament, table: int) -> Tournament:
    """With the other result at a table of the first round."""
    drawn = t.rounds[0]
    games = tuple(replace(g, result=Result.BLACK) if g.table == table else g for g in drawn)
    return t.with_round(replace(drawn, games=games))


def written_anew(folder: Path, t: Tournament) -> set[str]:
    """The pages whose files are others after a tournament is published."""
    before = {path.name: path.stat().st_ino for path in folder.iterdir()}
    publish(t, folder)
    return {path.name for path in folder.iterdir() if before.get(path.name) != path.stat().st_ino} - {MANIFEST}


@pytest.mark.slow
def test_a_page_that_says_the_same_is_not_written(field: Tournament, tmp_path: Path) -> None:
    publish(field, tmp_path)
    assert written_anew(tmp_path, field) == set()
    check(tmp_path, field)


@pytest.mark.slow
def test_a_result_writes_the_pages_that_tell_it(field: Tournament, tmp_path: Path) -> None:
    publish(field, tmp_path)
    later = turned(field, 1)
    changed = written_anew(tmp_path, later)
    assert {"round-1.html", "standings.html", "player-1.html", "player-2.html"} <= changed
    assert not {"player-11.html", "player-12.html", "players.html", "rules.html", "round-1-names.html"} & changed
    check(tmp_path, later)


@pytest.mark.slow
@pytest.mark.parametrize(
    "how", ["deleted", "edited", "edited to the same size", "of the same time, too", "a folder", "a link"]
)
def test_a_page_that_somebody_has_touched_is_written_again(how: str, field: Tournament, tmp_path: Path) -> None:
    publish(field, tmp_path)
    page = tmp_path / "player-3.html"
    text, times = page.read_text(encoding="utf-8"), page.stat()
    if how == "edited":
        page.write_text("<p>mine</p>", encoding="utf-8")
    elif how in ("edited to the same size", "of the same time, too"):
        page.write_text("x" + text[1:], encoding="utf-8")
        if how == "of the same time, too":
            os.utime(page, ns=(times.st_atime_ns, times.st_mtime_ns))
    else:
        page.unlink()
    if how == "a folder":
        page.mkdir()
        with pytest.raises(OSError, match="player-3"):
            publish(field, tmp_path)
        page.rmdir()
    if how == "a link":
        page.symlink_to(tmp_path / "player-4.html")
        with pytest.raises(OSError, match="symbolic link"):
            publish(field, tmp_path)
        page.unlink()
    publish(field, tmp_path)
    check(tmp_path, field)


def test_a_manifest_of_version_1_names_the_same_files(field: Tournament, tmp_path: Path) -> None:
    """It kept a print and times behind each name."""
    names = publish(field, tmp_path)
    lines = (f"{name}\t0123abcd\t512 17 17\n" for name in names)
    (tmp_path / MANIFEST).write_text("".join(lines), encoding="utf-8")
    assert page_names(tmp_path) == names
    fewer = replace(field, rounds=())
    publish(fewer, tmp_path)
    check(tmp_path, fewer)


@pytest.mark.slow
def test_pages_whose_writing_was_interrupted_are_known_as_our_own(
    field: Tournament, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """New pages and those that are to go stand in the manifest before the first page is written."""
    publish(replace(field, rounds=()), tmp_path)
    with monkeypatch.context() as broken:
        broken.setattr("mcmahon.io.pages.publishing._take_out", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            publish(field, tmp_path)
    assert {"round-1.html", "player-1.html"} <= set(read_manifest(tmp_path))
    publish(field, tmp_path)
    check(tmp_path, field)
    assert read_manifest(tmp_path) == sorted(make_pages(field))
