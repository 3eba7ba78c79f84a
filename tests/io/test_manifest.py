"""What is kept of written pages, so that only those are made again whose players, games or settings have changed."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest
from builders import played, tournament
from markupsafe import Markup
from mcmahon.io.pages import manifest
from mcmahon.io.pages.manifest import MANIFEST, Prints, Written, page_names, read_manifest
from mcmahon.io.pages.publishing import make_pages, publish
from mcmahon.io.pages.site import Site
from mcmahon.model.tournament.games import Result, Round
from mcmahon.model.tournament.tournament import Tournament


@pytest.fixture
def field() -> Tournament:
    """Three groups far apart, so that a result in the first tells nothing about the last."""
    return played(
        tournament("5d 5d 5d 5d 5k 5k 5k 5k 15k 15k 15k 15k", start__bar="5d", start__floor="30k"),
        "a+b c+d e+f g+h i+j k+l",
    )


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pages that are made from here on; an own list, to be cleared between two times."""
    names: list[str] = []
    add = Site.add_from

    def noted(site: Site, source: object, make: Callable[[], dict[str, Any]], file: str, *args: str) -> None:
        add(site, source, make, file, *args)
        if site.pages[site.folder + file] is not None:
            names.append(site.folder + file)

    monkeypatch.setattr(Site, "add_from", noted)
    return names


def check(folder: Path, t: Tournament) -> None:
    """The folder has the pages of this tournament, to the byte, and no others."""
    pages = {path.name: path.read_text(encoding="utf-8") for path in folder.iterdir() if path.name != MANIFEST}
    assert pages == make_pages(t)


def turned(t: Tournament, table: int) -> Tournament:
    """With the other result at a table of the first round."""
    drawn = t.rounds[0]
    games = tuple(replace(g, result=Result.BLACK) if g.table == table else g for g in drawn)
    return t.with_round(replace(drawn, games=games))


def test_nothing_is_made_twice_from_the_same(field: Tournament, made: list[str], tmp_path: Path) -> None:
    publish(field, tmp_path)
    assert {"index.html", "player-1.html", "wall.html"} <= set(made)
    made.clear()
    publish(field, tmp_path)
    assert not made
    check(tmp_path, field)


def test_a_result_changes_the_pages_that_it_is_told_on(field: Tournament, made: list[str], tmp_path: Path) -> None:
    publish(field, tmp_path)
    made.clear()
    later = turned(field, 1)
    publish(later, tmp_path)
    assert {"round-1.html", "standings.html", "player-1.html", "player-2.html"} <= set(made)
    assert not {"player-11.html", "player-12.html", "players.html", "rules.html", "round-1-names.html"} & set(made)
    made.clear()
    publish(field, tmp_path)
    assert "player-1.html" in made
    made.clear()
    check(tmp_path, field)


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


def test_pages_that_came_with_their_manifest_are_all_made_again(
    field: Tournament, made: list[str], tmp_path: Path
) -> None:
    """A folder from somebody else: what its manifest says of its pages may be a lie."""
    publish(field, tmp_path / "theirs")
    every = sorted(made)
    made.clear()
    shutil.copytree(tmp_path / "theirs", tmp_path / "ours")
    publish(field, tmp_path / "ours")
    assert sorted(made) == every


def test_settings_that_all_pages_show_change_them_all(field: Tournament, made: list[str], tmp_path: Path) -> None:
    publish(field, tmp_path)
    every = sorted(made)
    made.clear()
    named = replace(field, settings=replace(field.settings, name="Spring Cup"))
    publish(named, tmp_path)
    assert sorted(made) == every
    check(tmp_path, named)


def test_another_program_makes_all_pages_again(
    field: Tournament, made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(field, tmp_path)
    every = sorted(made)
    made.clear()
    monkeypatch.setattr(manifest, "__version__", "99.0")
    manifest._program.cache_clear()
    try:
        publish(field, tmp_path)
    finally:
        monkeypatch.undo()
        manifest._program.cache_clear()
    assert sorted(made) == every


def test_a_manifest_of_an_earlier_version_has_names_alone(field: Tournament, made: list[str], tmp_path: Path) -> None:
    names = publish(field, tmp_path)
    every = sorted(made)
    (tmp_path / MANIFEST).write_text("\n".join(names) + "\n", encoding="utf-8")
    made.clear()
    assert page_names(tmp_path) == names
    publish(field, tmp_path)
    assert sorted(made) == every


def test_what_was_interrupted_is_made_again(
    field: Tournament, made: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Until all pages are written, the manifest tells no page to be as it should."""
    publish(field, tmp_path)
    later = turned(field, 1)
    with monkeypatch.context() as broken:
        broken.setattr("mcmahon.io.pages.publishing.replace_file", lambda *_, **__: None)
        broken.setattr("mcmahon.io.pages.publishing._take_out", lambda *_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            publish(later, tmp_path)
    assert read_manifest(tmp_path)["player-1.html"] == Written()
    publish(later, tmp_path)
    check(tmp_path, later)


def test_prints_tell_apart_what_pages_show_differently() -> None:
    """A sign that is escaped already, and one that is not, are equal as texts."""
    prints = Prints({"name": "Cup"})
    assert prints.of("<b>") != prints.of(Markup("<b>"))
    assert prints.of("1") != prints.of(1)
    assert prints.of(1, "a") == prints.of(1, "a") != Prints({"name": "Cap"}).of(1, "a")
    assert prints.of(object()) == "", "no page of it is ever taken for made"


def test_whatever_changes_the_pages_are_those_of_a_fresh_publishing(field: Tournament, tmp_path: Path) -> None:
    """Pages of rounds are made from their sources: each kind of change, alone, on top of all before it."""

    def player(**values: Any) -> Callable[[Tournament], Tournament]:
        return lambda t: replace(t, players=(replace(t.players[0], **values), *t.players[1:]))

    def drawn(change: Callable[[Round], Round], number: int = 1) -> Callable[[Tournament], Tournament]:
        return lambda t: t.with_round(change(t.round(number)))

    def board(**values: Any) -> Callable[[Round], Round]:
        return lambda one: replace(one, games=(replace(one.games[0], **values), *one.games[1:]))

    steps: list[Callable[[Tournament], Tournament]] = [
        lambda t: played(t, "b+a c-d f+e g=h i+j k+l"),
        drawn(board(result=Result.JIGO)),
        drawn(board(result=Result.VOID)),
        drawn(board(result=Result.WHITE, by_default=True)),
        drawn(board(handicap=2, komi_halves=1)),
        drawn(board(result=Result.UNKNOWN), 2),
        drawn(lambda one: replace(one, games=tuple(replace(g, table=g.table + 5) for g in one))),
        drawn(lambda one: replace(one, games=one.games[:-1], byes=("k",), absent=("l",)), 2),
        drawn(lambda one: replace(one, byes=(), unpaired=("k",)), 2),
        player(surname="Ångström", first_name="Zoë"),
        player(surname="Ångström Zoë", first_name=""),
        player(club="Brno", country="CZ"),
        player(rank=-1, rating=2000),
        player(correction=-2),
        player(rounds=frozenset({1})),
        lambda t: replace(t, settings=replace(t.settings, rounds=7)),
        lambda t: replace(t, settings=replace(t.settings, placing=replace(t.settings.placing, order=("MMS", "DC")))),
        drawn(lambda one: replace(one, draft=True), 2),
    ]
    publish(field, tmp_path)
    for step in steps:
        field = step(field)
        publish(field, tmp_path)
        check(tmp_path, field)


@pytest.mark.parametrize(
    ("order", "placing"),
    [
        ("MMS SOS SOSOS", {}),
        ("MMS SDC DC SODOS", {"empty_round_sosos": "own start"}),
        ("WINS SOS-N SOSW SOSOSW", {"empty_round": "normalised", "opponents_unplayed": "half"}),
        ("SCOREX SOS-MEDIAN CUSS DC SODOSOS", {"handicap_in_sos": True, "default_games": False}),
    ],
)
def test_random_changes_leave_the_pages_of_a_fresh_publishing(
    field: Tournament, order: str, placing: dict[str, Any], tmp_path: Path
) -> None:
    """Pages of players are made from their sources: many changes, each on top of all before it."""
    rng = Random(order)
    field = played(field, "b+a c-d f+e g=h i+j k+l", "a+c b+d e+g f+h i+k j+l")
    placed = replace(field.settings.placing, order=tuple(order.split()), **placing)
    t = replace(field, settings=replace(field.settings, placing=placed))
    publish(t, tmp_path)
    for _ in range(12):
        number, at = rng.randint(1, len(t.rounds)), rng.randrange(12)
        drawn, player = t.round(number), t.players[at]
        game = drawn.games[at % len(drawn.games)]
        games = {
            "result": replace(game, result=rng.choice([*Result]), by_default=rng.random() < 0.2),
            "stones": replace(game, handicap=rng.randrange(4), komi_halves=rng.choice((1, 13))),
            "colours": replace(game, white=game.black, black=game.white),
        }
        changed = {
            "name": replace(player, surname=f"{player.surname}é"),
            "rank": replace(player, rank=player.rank + 1),
            "derived": replace(player, rating_is_derived=not player.rating_is_derived),
            "correction": replace(player, correction=rng.choice((-1, 0, 1))),
            "unexcused": replace(player, unexcused=frozenset({number})),
        }
        how = rng.choice([*games, *changed, *["result"] * 4])
        if how in games:
            t = t.with_round(replace(drawn, games=tuple(games[how] if one is game else one for one in drawn)))
        else:
            t = replace(t, players=tuple(changed[how] if one is player else one for one in t.players))
        publish(t, tmp_path)
        check(tmp_path, t)
