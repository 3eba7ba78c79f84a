"""Links of a hall: their tokens, how many there can be, what they are for, when they were used, when they end."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path
from shutil import copytree, rmtree

import msgspec
import pytest
from builders import tournament
from mcmahon.desk.desk import Desk
from mcmahon.desk.hall import links
from mcmahon.desk.hall.helper_steps import enter_results, own_last, undo_own
from mcmahon.desk.hall.links import NewLink
from mcmahon.desk.people.new_tournament import NewTournament, create
from mcmahon.desk.rounds.enter_results import EnterResults
from mcmahon.io.files import private_folder
from mcmahon.io.folder.hall_files import HallFiles
from mcmahon.model.errors import ConflictError, InputError
from mcmahon.model.records.hall import Board, Limit, Link, Role, Side
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
    create(desk, NewTournament(name="Spring"), "new")
    link = links.make(hall, NewLink("helper"), desk.read().tournament)
    with pytest.raises(ConflictError, match="another round is played"):
        enter_results(desk, hall, link, EnterResults(results={"1": "1-0"}, round=1))
    for _ in range(2):
        assert own_last(desk, link) is None
        with pytest.raises(ConflictError, match="not the last step"):
            undo_own(desk, link, 1)
        rmtree(desk.path / ".journal", ignore_errors=True)  # and so where nothing is known of what was done


def private_files() -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in private_folder().iterdir()}


@pytest.fixture
def at_home(hall: HallFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> HallFiles:
    """A hall with a reader's link and a helper's that was taken back, on a machine of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "machine"))
    make(hall, "reader")
    make(hall)
    links.revoke(hall, 2)
    return hall


def came_back(hall: HallFiles, brought: list[Link]) -> HallFiles:
    """The hall after the folder was away, where somebody has written its links anew."""
    (hall.home / "links.json").write_bytes(msgspec.json.encode(brought))
    return HallFiles(hall.home.parent)


def test_links_that_were_added_or_are_good_again_while_a_folder_was_away_open_nothing(at_home: HallFiles) -> None:
    reader, helper = kept = list(at_home.links())
    desk = Link(3, Role.DESK, "Eve", "", "2026-05-01T10:00:00+00:00")
    desk = replace(desk, digest=sha256(links.token_of(at_home.secret(), desk).encode()).hexdigest())
    for brought in ([*kept, desk], [reader, replace(helper, revoked="")], [replace(reader, role=Role.DESK), helper]):
        hall = came_back(at_home, brought)
        assert [opened(hall, link) for link in brought] == [None] * len(brought)
        links.revoke(hall, 1)
        assert hall.is_from_elsewhere(), "a link is taken back, and the others do not count by that"
    assert opened(came_back(at_home, kept), reader) == reader, "as it was left here"
    hall = came_back(at_home, [*kept, desk])
    hall.let_count()
    assert opened(HallFiles(hall.home.parent), desk) == desk
    assert came_back(hall, kept).is_from_elsewhere(), "now the others are those that count"


def test_after_beginning_anew_no_links_of_before_count(at_home: HallFiles, tmp_path: Path) -> None:
    old = private_folder() / "halls"
    old.write_bytes(sha256(at_home.secret()).hexdigest().encode() + b"\n")
    old.chmod(0o600)
    copytree(at_home.home, tmp_path / "away" / ".hall")
    at_home.begin_anew()
    assert not at_home.links()
    assert not at_home.is_from_elsewhere()
    assert HallFiles(tmp_path / "away").is_from_elsewhere()
    (at_home.home / "secret").write_bytes(b"damaged")
    at_home.begin_anew()
    assert opened(at_home, make(at_home, "reader"))


def test_links_that_counted_in_version_1_0_go_on_to_count_as_they_are(at_home: HallFiles) -> None:
    [file] = private_folder().iterdir()
    file.rename(file.with_name("halls"))
    file.with_name("halls").write_bytes(file.name.removeprefix("hall-").encode() + b"\n")
    reader, helper = at_home.links()
    assert opened(at_home, reader) == reader
    assert came_back(at_home, [reader, replace(helper, revoked="")]).is_from_elsewhere()


def test_two_desks_of_one_folder_write_links_that_count_for_both_and_a_moved_folder_is_the_same(
    at_home: HallFiles, tmp_path: Path
) -> None:
    other = HallFiles(tmp_path)
    for hall in (at_home, other, other, at_home):
        made = make(hall)
        assert opened(at_home, made) == opened(other, made) == made
    at_home.home.rename(tmp_path / "moved")
    copytree(tmp_path / "moved", tmp_path / "place" / ".hall")
    assert opened(HallFiles(tmp_path / "place"), made) == made


def test_a_machine_that_dies_while_links_are_written_asks_nobody_anything(
    at_home: HallFiles, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Died(BaseException):
        """Nothing is tidied up."""

    def before(hall: HallFiles, path: Path, data: bytes) -> None:
        raise Died

    def after(hall: HallFiles, path: Path, data: bytes) -> None:
        path.write_bytes(data)
        raise Died

    for dies in (before, after):
        with monkeypatch.context() as patch:
            patch.setattr(HallFiles, "_replace", dies)
            with pytest.raises(Died):
                make(at_home)
        assert not HallFiles(at_home.home.parent).is_from_elsewhere()
    assert len(HallFiles(at_home.home.parent).links()) == 3


def test_that_a_link_was_used_is_written_into_the_folder_alone(at_home: HallFiles) -> None:
    before, link = private_files(), at_home.links()[0]
    links.used(at_home, link)
    assert at_home.links()[0].used
    assert not at_home.is_from_elsewhere()
    assert private_files() == before


def test_a_machine_that_can_keep_nothing_lets_its_links_count_until_the_end(
    hall: HallFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "machine").write_text("no folder")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "machine"))
    made = make(hall)
    assert opened(hall, made) == made
    assert "after a restart the page Hall asks" in caplog.text
