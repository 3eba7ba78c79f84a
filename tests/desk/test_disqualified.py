"""A disqualified player: not drawn any more, no place, no prize; the games stay for the opponents' sums."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from builders import losses_of, played, tournament, with_player
from commands import mcmahon
from mcmahon.desk.files.grids import standings_grid
from mcmahon.desk.placing.rank import Ranked
from mcmahon.desk.rounds.draw.drawing import draw_round
from mcmahon.io.pages.publishing import publish
from mcmahon.model.placing.standings import standings
from mcmahon.model.reasons.place_explained import explain_place
from mcmahon.model.tournament.person import Status
from mcmahon.model.tournament.tournament import Tournament


def event() -> Tournament:
    """a has won both games; then a is put out."""
    t = played(played(tournament("3d 2d 1d 1k", "egf", rounds=3, start__bar="1d"), "a+b c+d"), "a+c b+d")
    return with_player(t, "a", status=Status.DISQUALIFIED)


def test_there_is_no_place_and_everybody_else_moves_up() -> None:
    before = {row.player.id: row for row in standings(with_player(event(), "a", status=Status.FINAL)).rows}
    rows = standings(event()).rows
    assert [(row.player.id, row.place, row.place_text) for row in rows] == [
        ("b", 1, "1"), ("c", 1, ""), ("d", 3, "3"), ("a", 0, "–"),
    ]  # fmt: skip
    for row in rows:
        assert (row.mms, row.values) == (before[row.player.id].mms, before[row.player.id].values), "sums stay"


def test_nobody_is_drawn_who_is_disqualified() -> None:
    drawn = draw_round(event()).round
    assert not drawn.holds("a")
    assert drawn.byes


@pytest.mark.parametrize("form", ["opengotha", "macmahon", "pairgoth"])
def test_other_programs_get_a_withdrawal_and_are_told(form: str) -> None:
    assert "disqualified players are written as withdrawn, and keep their places (1): Player-a" in losses_of(
        form, event()
    )


def test_pages_show_a_dash(tmp_path: Path) -> None:
    late = with_player(event(), "d", rounds=frozenset({1, 2}))
    publish(late, tmp_path / "pages")
    page = (tmp_path / "pages" / "standings.html").read_text(encoding="utf-8")
    assert '<td class="n place">–</td>' in page
    pages = [p.read_text(encoding="utf-8") for p in (tmp_path / "pages").glob("player-*.html")]
    assert sum(bool(re.search(r"Disqualified, without a place\.\s*</p>", text)) for text in pages) == 1


def test_a_late_entry_has_a_page_without_a_place(tmp_path: Path) -> None:
    t = played(tournament("3d 2d 1d", "egf", rounds=3, start__bar="1d"), "a+b", absent="c")
    publish(with_player(t, "c", rounds=frozenset({3})), tmp_path / "pages")
    pages = [p.read_text(encoding="utf-8") for p in (tmp_path / "pages").glob("player-*.html")]
    assert len(pages) == 3
    assert sum(bool(re.search(r"Without a place\.\s*</p>", text)) for text in pages) == 1


def test_it_is_a_status_that_a_director_sets_and_takes_back(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    mcmahon("new", folder, "--preset", "swiss", "--rounds", 3)
    for name in ("Ash, A", "Bay, B", "Cob, C"):
        mcmahon("add", folder, name, "5k")
    mcmahon("prize", folder, "First", "--place", 1, "--value", 100, "--currency", "EUR")
    mcmahon("pair", folder)
    mcmahon("publish-round", folder)
    mcmahon("result", folder, "1", "1-0")
    first = json.loads(mcmahon("standings", folder, "--json").stdout)["rows"][0]
    mcmahon("player", folder, first["id"], "--status", "disqualified")
    rows: list[dict[str, Any]] = json.loads(mcmahon("standings", folder, "--json").stdout)["rows"]
    assert (rows[-1]["id"], rows[-1]["place"]) == (first["id"], 0)
    assert "–" in mcmahon("standings", folder).stdout
    assert "disqualified, without a place" in mcmahon("standings", folder, "--explain", first["id"]).stdout
    assert first["name"] not in mcmahon("prizes", folder).stdout
    assert "is disqualified" in mcmahon("withdraw", folder, first["id"], code=2).stderr
    mcmahon("player", folder, first["id"], "--status", "final")
    assert json.loads(mcmahon("standings", folder, "--json").stdout)["rows"][0]["id"] == first["id"]
    (tmp_path / "more.csv").write_text("name,rank,status\nDun,5k,disqualifiziert\n", encoding="utf-8")
    mcmahon("register", folder, tmp_path / "more.csv")
    assert "disqualified" in mcmahon("players", folder).stdout


@pytest.mark.parametrize("half_played", [False, True])
def test_games_of_who_left_before_half_of_an_all_play_all_do_not_count(half_played: bool) -> None:
    """FIDE Competition Rules 6.6: six players; f beats d in round 1 and leaves, so nobody else has met f."""
    t = tournament("1d " * 6, "round-robin", rounds=5, placing__half_played=half_played)
    t = played(t, "f+d a+b c+e")
    t = with_player(t, "f", status=Status.WITHDRAWN, rounds=frozenset({1}))
    t = played(t, "a+c d+b", byes="e")
    rows = {row.player.id: row for row in standings(t).rows}
    assert rows["d"].wins == 2
    if half_played:
        assert (rows["f"].place, rows["f"].wins, rows["f"].place_text) == (0, 0, "–")
        assert rows["f"].rounds[0], "the game stays in the table"
    else:
        assert (rows["f"].wins, rows["f"].place > 0) == (2, True)


def test_who_has_played_half_of_the_games_is_placed() -> None:
    t = tournament("1d " * 4, "round-robin", rounds=3, placing__half_played=True)
    t = played(played(t, "a+b c+d"), "a+c b+d")
    gone = with_player(t, "d", status=Status.WITHDRAWN, rounds=frozenset({1, 2}))
    assert all(row.place for row in standings(gone).rows), "two games of three"
    swiss = with_player(played(tournament("1d 1d", "swiss", rounds=5, placing__half_played=True), "a+b"), "b")
    assert all(row.place for row in standings(swiss).rows)


def test_nobody_is_compared_with_somebody_who_has_no_place() -> None:
    t = event()
    table = standings(t)
    last = next(row for row in table.rows if row.player.id == "d")
    assert not any("place 0" in line for line in explain_place(table, last.player).neighbours)
    assert explain_place(table, t.player("a")).neighbours == ()


def test_tables_have_no_number_for_no_place() -> None:
    t = event()
    rows = standings_grid(t, Ranked(standings(t))).rows
    assert [row[0] for row in rows] == [1, 1, 3, None]


def test_who_left_early_is_not_called_disqualified(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    mcmahon("new", folder, "--preset", "round-robin", "--rounds", 5, "--set", "placing.half_played=true")
    for name in ("Ash, A", "Bay, B", "Cob, C", "Dun, D", "Elm, E", "Fir, F"):
        mcmahon("add", folder, name, "5k")
    mcmahon("pair", folder)
    mcmahon("publish-round", folder)
    mcmahon("result", folder, "1", "1-0", "2", "1-0", "3", "1-0")
    mcmahon("withdraw", folder, "6")
    said = mcmahon("standings", folder, "--explain", "6").stdout
    assert "without a place" in said
    assert "disqualified" not in said
