"""Links of a hall: their tokens, how many there can be, what they are for, when they were used, when they end."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import rmtree

import pytest
from builders import tournament
from mcmahon.desk.desk import Desk
from mcmahon.desk.hall import links
from mcmahon.desk.hall.helping import enter_results, own_last, undo_own
from mcmahon.desk.hall.links import NewLink
from mcmahon.desk.people.entries import NewTournament, create
from mcmahon.io.folder.hall_files import HallFiles
from mcmahon.model.errors import ConflictError, InputError
from mcmahon.model.records.hall import Board, Limit, Link, Side
from mcmahon.model.tournament.games import Game
from team_events import team, teams

LATER = "2036-05-01T10:00:00+00:00"
FIELD = tournament("3d 2d 1d 1k")
EVENT = teams(team("1", "3d 2d"), team("2", "3d 2d"), team("3", "1d 1k"), boards=2)


@pytest.fixture
def hall(tmp_path: Path) -> HallFiles:
    return HallFiles(tmp_path)


def make(hall: HallFiles, role: str = "helper", **limits: str) -> Link:
    return links.make(hall, NewLink(role, "Ann", **limits), FIELD)


def opened(hall: HallFiles, link: Link) -> Link | None:
    return links.find(hall, links.address_token(hall, link))


def test_links_of_one_second_and_one_label_have_tokens_of_their_own(
    hall: HallFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "now", lambda: "2026-05-01T10:00:00+00:00")
    made = [make(hall, role) for role in ("helper", "helper", "reader")]
    assert [link.id for link in made] == [1, 2, 3]
    assert [opened(hall, link) for link in made] == made
    assert links.find(hall, "") is links.find(hall, made[0].digest) is None


def test_a_token_of_a_board_is_for_this_side_of_this_board_alone() -> None:
    board = Board(1, 12, "a", "b")
    boards = [board, Board(11, 2, "a", "b"), *(replace(board, **one) for one in ({"white": "c"}, {"black": "c"}))]
    tokens = [links.board_token(b"secret", one, side) for one in boards for side in Side]
    assert len({*tokens, links.board_token(b"another", board, Side.WHITE)}) == 9


def test_a_link_that_is_taken_back_opens_nothing_and_the_others_stay(hall: HallFiles) -> None:
    made = [make(hall) for _ in range(3)]
    assert links.revoke(hall, 2).revoked
    assert [opened(hall, link) for link in made] == [made[0], None, made[2]]
    for number in (2, 4):
        with pytest.raises(InputError, match=f"there is no link {number} to take back"):
            links.revoke(hall, number)
    assert [link.id for link in hall.links() if not link.revoked] == [1, 3]


def test_there_can_be_so_many_links_beside_those_of_captains_and_those_taken_back(
    hall: HallFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(links, "MOST_LINKS", 2)
    links.make_for_captains(hall, EVENT)
    first, _ = make(hall), make(hall)
    with pytest.raises(InputError, match="there are 2 links already"):
        make(hall)
    links.revoke(hall, first.id)
    assert make(hall).id == 6


def test_a_captain_whose_link_is_taken_back_gets_another_one(hall: HallFiles) -> None:
    first = links.make_for_captains(hall, EVENT)
    assert [(link.team, link.label) for link in first] == [(team.id, team.name) for team in EVENT.players]
    assert links.make_for_captains(hall, EVENT) == first
    links.revoke(hall, first[1].id)
    assert links.of_captains(hall.links(), EVENT) == [first[0], first[2]]
    again = links.make_for_captains(hall, EVENT)
    assert [link.id for link in again] == [1, 4, 3]
    assert (opened(hall, first[1]), opened(hall, again[1])) == (None, again[1])


@pytest.mark.parametrize(
    ("typed", "limit"),
    [
        ({}, Limit()),
        ({"tables": " 3 - 17 "}, Limit(3, 17)),
        ({"tables": "7"}, Limit(7, 7)),
        ({"only": " club = Ulm "}, Limit(0, 0, "club", "Ulm")),
        ({"tables": "1-2", "only": "club=Ulm"}, Limit(1, 2, "club", "Ulm")),
    ],
)
def test_what_a_helpers_link_is_for_as_typed(hall: HallFiles, typed: dict[str, str], limit: Limit) -> None:
    assert make(hall, **typed).limit == limit


@pytest.mark.parametrize(
    ("role", "typed", "error"),
    [
        ("reader", {"tables": "1-3"}, "only a helper's link"),
        ("desk", {"only": "club=Ulm"}, "only a helper's link"),
        ("helper", {"tables": "9-3"}, "wrong limit '9-3'"),
        ("helper", {"tables": "1 0-20"}, "wrong limit '1 0-20'"),
        ("helper", {"only": "shoe size=44"}, "shoe size"),
        ("helper", {"only": "club"}, "wrong limit 'club'"),
        ("helper", {"tables": "1-3", "only": "club"}, "wrong limit '1-3, club'"),
        ("captain", {}, "for all teams together"),
    ],
)
def test_a_link_for_what_there_is_not_is_not_made(
    hall: HallFiles, role: str, typed: dict[str, str], error: str
) -> None:
    with pytest.raises(InputError, match=error):
        make(hall, role, **typed)
    assert not hall.links()


def test_that_a_link_was_used_is_written_down_once_a_minute(hall: HallFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    first, other = make(hall), make(hall)
    links.used(hall, first)
    used, unused = hall.links()
    assert (bool(used.used), unused) == (True, other)
    monkeypatch.setattr(links, "now", lambda: LATER)
    links.used(hall, used)
    assert hall.links()[0] == used
    links.used(hall, replace(used, used=(datetime.now(UTC) - timedelta(minutes=2)).isoformat()))
    assert [link.used for link in hall.links()] == [LATER, ""]


@pytest.mark.parametrize(
    ("limit", "tables"),
    [
        (Limit(), [1, 2, 3]),
        (Limit(2, 3), [2, 3]),
        (Limit(1, 2), [1, 2]),
        (Limit(0, 0, "club", "ULM"), [1, 2]),
        (Limit(2, 3, "club", "ulm"), [2]),
        (Limit(0, 0, "shoe size", "44"), [2]),
    ],
)
def test_the_boards_of_a_link_are_those_of_its_tables_and_of_its_players(limit: Limit, tables: list[int]) -> None:
    a, b, c, d, e, f = tournament("3d 2d 1d 1k 2k 3k").players
    b, c, d = replace(b, club="Ulm"), replace(c, club="Ulm"), replace(d, extra=(("shoe size", "44"),))
    field = tournament("3d").with_players([a, b, c, d, e, f])
    games = [Game(1, "a", "b"), Game(2, "c", "d"), Game(3, "e", "f")]
    assert [game.table for game in games if links.in_limit(limit, field, game)] == tables


def test_before_the_first_round_a_helper_has_nothing_to_enter_and_nothing_to_take_back(tmp_path: Path) -> None:
    desk, hall = Desk(tmp_path / "spring"), HallFiles(tmp_path / "spring")
    create(desk, NewTournament("Spring"), "new")
    link = links.make(hall, NewLink("helper"), desk.read().tournament)
    with pytest.raises(ConflictError, match="another round is played"):
        enter_results(desk, hall, link, ["1", "1-0"], 1)
    for _ in range(2):
        assert own_last(desk, link) is None
        with pytest.raises(ConflictError, match="not the last step"):
            undo_own(desk, link, 1)
        rmtree(desk.path / ".journal", ignore_errors=True)  # and so where nothing is known of what was done
