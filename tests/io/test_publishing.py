"""The published pages: whole, linked, escaped, the same every time; contrast and headings that everybody can read."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from builders import make_pages, played, tournament, with_player
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.pages import publishing
from mcmahon.io.pages.publishing import MANIFEST, publish
from mcmahon.model.errors import InputError
from mcmahon.model.language import without_unseen
from mcmahon.model.tournament.games import Game, Round
from mcmahon.model.tournament.person import Player, Status
from mcmahon.model.tournament.tournament import Tournament

INSTANCES = Path(__file__).resolve().parent.parent.parent / "instances"


class Seen(HTMLParser):
    """What a page has: links, headings, text, tags, and whether all tags are closed in order."""

    VOID = ("meta", "link", "br", "img", "rect", "circle", "polyline")

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.headings: list[int] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.tags.append((tag, given))
        if tag not in self.VOID:
            self.open.append(tag)
        self.links += [value for key, value in attrs if key in ("href", "src") and value]
        refresh = given.get("content") or ""
        self.links += re.findall(r"url=(\S+)", refresh)
        if re.fullmatch(r"h[1-6]", tag):
            self.headings.append(int(tag[1]))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)


@pytest.fixture(scope="module")
def congress() -> Tournament:
    return TournamentFolder(INSTANCES / "odd75").read().tournament


@pytest.fixture(scope="module")
def pages(congress: Tournament) -> dict[str, str]:
    return make_pages(congress)


@pytest.mark.slow
def test_every_page_is_there_and_every_link_leads_to_one(congress: Tournament, pages: dict[str, str]) -> None:
    expected = {"index.html", "standings.html", "players.html", "pictures.html", "rules.html", "style.css"}
    expected |= {f"round-{k}{kind}.html" for k in range(1, 5) for kind in ("", "-names", "-slips")}
    expected |= {"wall.html", "wall-names.html", "wall-standings.html"}
    expected |= {f"player-{k}.html" for k in range(1, 79)}
    assert set(pages) == expected
    for name, text in pages.items():
        if name.endswith(".html"):
            seen = Seen(text)
            assert not seen.open, name
            assert {link for link in seen.links if not link.startswith("#")} <= set(pages), name
            assert {link[1:] for link in seen.links if link.startswith("#")} <= {
                given.get("id") for _, given in seen.tags
            }


def test_pages_need_no_network_and_no_script(pages: dict[str, str]) -> None:
    for name, text in pages.items():
        assert "://" not in text, name
        assert not any(tag in ("script", "iframe", "object", "form") for tag, _ in Seen(text).tags), name


def test_pages_say_their_language_and_have_headings_in_order(pages: dict[str, str]) -> None:
    for name, text in pages.items():
        if not name.endswith(".html"):
            continue
        seen = Seen(text)
        assert text.startswith("<!DOCTYPE html>\n<html lang="), name
        assert seen.headings.count(1) == 1, name
        assert all(later <= earlier + 1 for earlier, later in zip(seen.headings, seen.headings[1:], strict=False)), name
        for tag, given in seen.tags:
            assert tag != "svg" or given.get("aria-label"), name
            assert tag != "th" or given.get("scope"), name
        assert sum(tag == "caption" for tag, _ in seen.tags) == sum(tag == "table" for tag, _ in seen.tags), name


def test_everybody_is_found_by_name_and_by_board(congress: Tournament, pages: dict[str, str]) -> None:
    for drawn in congress.rounds:
        by_board, by_name = pages[f"round-{drawn.number}.html"], pages[f"round-{drawn.number}-names.html"]
        for game in drawn:
            for player in game.players:
                name = congress.player(player).name
                assert f"<bdi>{name}</bdi></a>" in by_board
                assert f"<bdi>{name}</bdi></a>" in by_name
        assert by_name.count('<li id="player-') == 2 * len(drawn.games) + len(drawn.byes) + len(drawn.unpaired)
        assert pages[f"round-{drawn.number}-slips.html"].count('<section class="slip"') == len(drawn.games)


def test_files_of_somebody_else_are_never_overwritten(tmp_path: Path) -> None:
    t = played(tournament("1d 1d"), "a+b")
    own = tmp_path / "index.html"
    own.write_text("my own page")
    with pytest.raises(InputError, match=r"contains other files \(index\.html"):
        publish(t, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]
    assert own.read_text() == "my own page"
    own.unlink()
    publish(t, tmp_path)
    assert publish(t, tmp_path)  # its own pages it does replace


def test_pages_that_were_cut_off_half_way_are_known_as_our_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    t, real = played(tournament("1d 1d"), "a+b"), publishing.replace_file

    def cut_off(path: Path, data: bytes, lasting: bool = True) -> None:
        if path.name == "standings.html":
            raise KeyboardInterrupt
        real(path, data, lasting)

    monkeypatch.setattr(publishing, "replace_file", cut_off)
    with pytest.raises(KeyboardInterrupt):
        publish(t, tmp_path)
    assert (tmp_path / "index.html").exists()
    monkeypatch.undo()
    assert set(publish(t, tmp_path)) == {path.name for path in tmp_path.iterdir()} - {MANIFEST}


def test_names_are_escaped_everywhere() -> None:
    t = tournament("1d 1d", name="<b>Open</b> & more")
    evil = Player("a", "<script>alert(1)</script>", '"O\'Neil" & Co', rank=0, club="<i>club</i>", country="</td>")
    t = played(t.with_players([evil]), "a+b")
    for name, text in make_pages(t).items():
        assert "<script>" not in text, name
        assert "<i>club" not in text, name
        assert "<b>Open" not in text, name
    assert "&lt;script&gt;" in make_pages(t)["standings.html"]


def cells_of(page: str, row: int) -> list[str]:
    """The texts in a row of the first table of a page, blanks left out."""
    line = re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)[row]
    cells = [re.sub("<[^>]*>", "", cell).strip() for cell in re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", line)]
    return [text for text in cells if text]


def test_a_page_of_a_player_tells_games_score_and_place(congress: Tournament, pages: dict[str, str]) -> None:
    text = " ".join(Seen(pages["player-78.html"]).words)
    assert "Sunday Eva, 14k" in text
    assert ["absent", "6½"] in [cells_of(pages["player-78.html"], row)[1:] for row in (1, 2, 3, 4)]
    assert "SOS 30½ = 6 + 6 + 12½ + 6" in text
    assert "above: place 76" in text


@pytest.mark.parametrize(("preset", "unit", "title"), [("bga", "MMS", "McMahon score"), ("swiss", "Points", "Points")])
def test_where_all_start_level_a_score_is_called_points(preset: str, unit: str, title: str) -> None:
    page = make_pages(played(tournament("3d 3d", preset), "a+b"))["player-1.html"]
    assert (f'<th scope="col" class="n">{unit}</th>' in page, f"<h2>{title}</h2>" in page) == (True, True)


def test_draft_rounds_are_not_published() -> None:
    t = played(played(tournament("1d 1d 1d 1d"), "a+b c+d"), "a?c b?d")
    draft = t.with_round(replace(t.rounds[1], draft=True))
    assert "round-2.html" not in make_pages(draft)
    assert "2 results missing." in make_pages(t)["round-2.html"]


@pytest.mark.parametrize("ranks", ["", "1d", "1d 2d 3d"])
def test_small_tournaments_without_rounds_are_published(ranks: str) -> None:
    pages = make_pages(tournament(ranks))
    assert "No round is published yet." in pages["index.html"]


def test_a_round_of_nobody_is_published() -> None:
    t = tournament("1d 1d").with_round(Round(1, (), byes=("a",), unpaired=("b",)))
    assert "Bye" in make_pages(t)["round-1.html"]


@pytest.mark.slow
def test_the_same_tournament_gives_the_same_pages_and_old_ones_go(tmp_path: Path) -> None:
    t = played(tournament("1d 1d 1d 1d"), "a+b c+d")
    written = publish(t, tmp_path)
    times = {name: (tmp_path / name).stat().st_mtime_ns for name in written}
    (tmp_path / "mine.txt").write_text("kept", encoding="utf-8")
    assert publish(t, tmp_path) == written
    assert {name: (tmp_path / name).stat().st_mtime_ns for name in written} == times
    fewer = replace(t, rounds=(), players=t.players[:2])
    publish(fewer, tmp_path)
    assert not (tmp_path / "round-1.html").exists()
    assert not (tmp_path / "player-4.html").exists()
    assert (tmp_path / "mine.txt").read_text(encoding="utf-8") == "kept"
    with (tmp_path / MANIFEST).open("a", encoding="utf-8") as file:
        file.write("../x\ngone.html\n")
    publish(t, tmp_path)
    there = {path.name for path in tmp_path.glob("*.html")}
    assert there == {name for name in written if name.endswith(".html")}


def test_a_damaged_list_of_our_pages_knows_none_of_them(tmp_path: Path) -> None:
    """Nothing is overwritten then."""
    t = tournament("1d 1d")
    publish(t, tmp_path)
    (tmp_path / MANIFEST).write_bytes(b"\xff\xfe\x80")
    with pytest.raises(InputError, match="contains other files"):
        publish(t, tmp_path)


def test_a_list_of_pages_that_is_no_plain_file_is_refused(tmp_path: Path) -> None:
    """A pipe would be waited for, and a link leads elsewhere."""
    os.mkfifo(tmp_path / MANIFEST)
    with pytest.raises(InputError, match="this is a pipe; expected a plain file"):
        publish(tournament("3d 2d"), tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["..", "", ".", "rounds", "../kept", "C:kept"])
def test_nothing_but_files_beside_the_pages_is_taken_away_by_the_list(name: str, tmp_path: Path) -> None:
    folder = tmp_path / "pages"
    (folder / "rounds").mkdir(parents=True)
    (tmp_path / "kept").touch()
    (folder / "C:kept").touch()  # on Windows the name of a file elsewhere
    (folder / MANIFEST).write_text(f"{name}\nold.html\n")
    (folder / "old.html").touch()
    publish(tournament("3d 2d"), folder)
    assert (folder / "rounds").is_dir()
    assert (tmp_path / "kept").exists()
    assert (folder / "C:kept").exists()
    assert not (folder / "old.html").exists()


def test_handicaps_and_komi_are_on_boards_and_slips() -> None:
    t = tournament("1d 1k").with_round(Round(1, (Game(1, "a", "b", 3, 1), Game(2, "b", "a", 0, 15))))
    pages = make_pages(t)
    assert "handicap 3, komi 0.5" in pages["round-1.html"]
    assert "even, komi 7.5" in pages["round-1-slips.html"]


def test_a_handicap_of_one_is_the_same_on_boards_and_players_pages() -> None:
    """A komi of half a point, as it is on the board."""
    pages = make_pages(tournament("1d 1k").with_round(Round(1, (Game(1, "a", "b", 1, 1),))))
    assert "handicap 1, komi 0.5" in pages["round-1.html"]
    assert "gives 1, komi 0.5" in pages["player-1.html"]
    assert "takes 1, komi 0.5" in pages["player-2.html"]
    assert not any("no komi" in text for text in pages.values())


def test_the_overview_says_where_when_and_how_many() -> None:
    t = tournament("2d 5d 1d", event__place="Ulm", event__country="DE", event__begin="2026-05-01", rounds=4)
    waiting = replace(t.players[2], status=Status.PRELIMINARY)
    plain, one = make_pages(tournament("1k 1d")), make_pages(played(t.with_players([waiting]), "a+b"))
    assert "2 players and 1 preliminary entry, 1 of 4 rounds." in one["index.html"]
    assert '<p class="where">Ulm, DE, 1 May 2026</p>' in one["index.html"]
    assert "2 players, 0 of 5 rounds." in plain["index.html"]
    assert "2 players and 1 preliminary entry." in one["players.html"]
    assert "2 players." in plain["players.html"]
    for page, order in ((one, "ba"), (plain, "ba")):
        assert [name[-1] for name in dict.fromkeys(re.findall("Player-.", page["players.html"]))] == [*order]


def test_no_page_has_a_sign_that_turns_its_text_round(tmp_path: Path) -> None:
    """Not in titles, names, clubs, boards or settings; names written from right to left stay as they are."""
    t = played(tournament("1d 1d", name="Spring\u202eOpen\x1b\u2066"), "a+b")
    t = with_player(t, "a", surname="Evil\u202e\u200b\x9b", club="\u2067Club")
    t = with_player(t, "b", surname="שרה")
    publish(t, tmp_path)
    pages = "".join(path.read_text(encoding="utf-8") for path in tmp_path.glob("*.html"))
    assert without_unseen(pages) == pages
    assert "SpringOpen" in pages
    assert "שרה" in pages
