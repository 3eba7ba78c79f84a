"""One count of heads: what the pages say of it agrees with the records and with itself."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from builders import make_pages, played, tournament
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.pages.public import head_count
from mcmahon.model.tournament.games import Round
from mcmahon.model.tournament.person import Player, Status
from mcmahon.model.tournament.tournament import Tournament

INSTANCES = Path(__file__).resolve().parent.parent.parent / "instances"


def evening() -> Tournament:
    """Seven players: two games, a bye, one without a game, one absent; and an entry that is preliminary."""
    t = played(tournament("3d 2d 1d 1k 2k 3k 4k"), "a+b c+d", byes="e", unpaired="f", absent="g")
    return t.with_players([Player("z", "Later", status=Status.PRELIMINARY)])


@pytest.mark.parametrize("name", ["odd75", "club16", "congress60"])
def test_every_player_is_counted_once_in_every_round(name: str) -> None:
    """Those who play are twice the boards, byes are those of the record, and all together are the players."""
    t = TournamentFolder(INSTANCES / name).read().tournament
    for drawn in t.rounds:
        count = head_count(t, drawn)
        assert len(count.playing) == 2 * len(drawn.games)
        assert set(count.byes) == set(drawn.byes)
        does = (*count.playing, *count.byes, *count.unpaired, *count.absent)
        assert sorted(does) == sorted(count.players)
        assert set(drawn.absent) & set(count.players) <= set(count.absent)


def test_a_count_says_what_it_counts() -> None:
    t = evening()
    count = head_count(t, t.rounds[0])
    assert count.all_text() == "7 players and 1 preliminary entry"
    assert count.round_text() == "4 play, 1 bye, 1 without a game, 1 absent"
    assert head_count(tournament("1d")).all_text() == "1 player"
    assert head_count(t, Round(2)).round_text() == "0 play, 7 absent"


def test_all_pages_tell_the_same_count() -> None:
    """The overview and the players' list of all; round and names of the round; a player's page, its place among all."""
    pages = make_pages(evening())
    assert "7 players and 1 preliminary entry, 1 of 5 rounds." in pages["index.html"]
    assert "7 players and 1 preliminary entry." in pages["players.html"]
    assert "Place 1 of 7 players: MMS" in pages["player-1.html"]
    for file in ("index.html", "round-1.html", "round-1-names.html"):
        assert "4 play, 1 bye, 1 without a game, 1 absent" in pages[file], file
    assert pages["players.html"].count('<th scope="row">') == 7
    assert pages["standings.html"].count('<th scope="row"') == 7


def test_who_left_after_a_game_is_still_one_of_the_players_and_absent_since() -> None:
    t = played(tournament("3d 2d 1d 1k"), "a+b c+d")
    t = t.with_players([replace(t.player("d"), status=Status.WITHDRAWN, rounds=frozenset({1}))])
    pages = make_pages(played(t, "a+c", byes="b"))
    assert "4 players, 2 of 5 rounds." in pages["index.html"]
    assert "2 play, 1 bye, 1 absent" in pages["round-2.html"]
    absent = pages["round-2.html"].split("<h2>Absent</h2>")[1]
    assert re.findall(r"<bdi>(.*?)</bdi>", absent) == ["Player-d"]
    assert ">1, then left<" in pages["players.html"]
