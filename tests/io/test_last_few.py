"""What has not changed is not read a second time, and what has changed always is."""

from __future__ import annotations

import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from operator import eq
from pathlib import Path

from mcmahon.desk.desk import Desk
from mcmahon.model.last_few import LastFew
from mcmahon.model.pairing.entrants import before_round
from mcmahon.model.placing.standings import standings

CLUB = Path(__file__).parents[2] / "instances" / "club16"


def test_the_same_source_is_made_once_and_another_anew() -> None:
    known: LastFew[list[int]] = LastFew(2)
    players = (1, 2)
    first = known.get(("text", players), lambda: [1])
    assert known.get(("te" + "xt", players), lambda: [2]) is first
    assert known.get(("text", players[:1]), lambda: [3]) == [3]
    assert known.get(("text", True), lambda: [4]) == [4]
    assert known.get(("text", 1), lambda: [5]) == [5]
    assert known.get(("text", players), lambda: [6]) == [6], "only the last two are known"


def test_values_that_are_equal_are_the_same_source_if_so_wished() -> None:
    known: LastFew[list[int]] = LastFew(2, eq)
    first = known.get(([1, 2], {}), lambda: [1])
    assert known.get(([1, 2], {}), lambda: [2]) is first
    assert known.get(([1, 3], {}), lambda: [3]) == [3]


def test_threads_that_ask_at_once_get_what_was_made_of_their_source() -> None:
    known: LastFew[int] = LastFew(4)

    def ask(number: int) -> list[int]:
        return [known.get((k % 8, number % 3), lambda k=k: k % 8) for k in range(500)]  # type: ignore[misc]

    with ThreadPoolExecutor(8) as pool:
        assert all(found == [k % 8 for k in range(500)] for found in pool.map(ask, range(16)))


def test_a_folder_is_read_anew_only_where_a_file_has_changed(tmp_path: Path) -> None:
    shutil.copytree(CLUB, tmp_path / "club")
    desk = Desk(tmp_path / "club")
    before, again = desk.read().tournament, desk.read().tournament
    assert again.players is before.players
    assert [a is b for a, b in zip(again.rounds, before.rounds, strict=True)] == [True] * len(before.rounds)
    file = tmp_path / "club" / "rounds" / "2.csv"
    file.write_text(file.read_text(encoding="utf-8").replace("1-0", "0-1"), encoding="utf-8")
    after = desk.read().tournament
    assert after.rounds[0] is before.rounds[0]
    assert after.rounds[1] != before.rounds[1]
    settings = tmp_path / "club" / "tournament.toml"
    settings.write_text(settings.read_text(encoding="utf-8").replace("komi = 6.5", "komi = 5.5", 1), encoding="utf-8")
    assert before.settings.komi == 13
    assert desk.read().tournament.settings.komi == 11


def test_scores_and_standings_follow_every_change_of_a_folder_by_hand(tmp_path: Path) -> None:
    """What is kept is kept for the same players, settings and boards: a computation from the start says the same."""
    shutil.copytree(CLUB, tmp_path / "club")
    desk = Desk(tmp_path / "club")
    for name, old, new in (
        ("rounds/1.csv", "1-0", "0-1"),
        ("tournament.toml", "rounds = 4", "rounds = 5"),
        ("players.csv", "1k", "2k"),
    ):
        before = standings(desk.read().tournament)
        assert standings(desk.read().tournament) is before
        file = tmp_path / "club" / name
        file.write_text(file.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
        after = desk.read().tournament
        afresh = replace(after, players=tuple(replace(player) for player in after.players))
        assert standings(after) is not before
        assert standings(after).rows == standings(afresh).rows
        assert before_round(after, 2).past == before_round(afresh, 2).past
