"""The tournament folder: round trips, undo and redo, edits by hand, crashes, two writers."""

from __future__ import annotations

import errno
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from multiprocessing.synchronize import Event
from pathlib import Path
from random import Random

import pytest
from builders import played, tournament
from folders import changing, create
from mcmahon.io.files import check_target, drop
from mcmahon.io.folder import state_files as state_files_module
from mcmahon.io.folder.folder import MovedOnError, TournamentFolder
from mcmahon.io.folder.journal import digests
from mcmahon.io.folder.journal_steps import Step
from mcmahon.io.folder.own_files import lock_of
from mcmahon.io.folder.round_files import round_text
from mcmahon.io.folder.state_files import state_files
from mcmahon.io.settings.settings_file import change_settings, new_settings_text
from mcmahon.model.edits import set_result
from mcmahon.model.errors import FolderError, InputError
from mcmahon.model.tournament.games import ByHand, Result, Round
from mcmahon.model.tournament.person import Player


@pytest.fixture
def folder(tmp_path: Path) -> TournamentFolder:
    made = TournamentFolder(tmp_path / "t")
    create(made, new_settings_text("bga", {"rounds": 5}), "new")
    return made


def texts(folder: TournamentFolder) -> dict[str, bytes]:
    return folder.journal.tracked()


def fill(folder: TournamentFolder, ranks: str, command: str = "fill") -> None:
    with changing(folder, command) as change:
        change.tournament = change.tournament.with_players(tournament(ranks).players)


def test_a_tournament_comes_back_from_its_files(folder: TournamentFolder) -> None:
    with changing(folder, "everything") as change:
        t = change.tournament.with_players(tournament("3d 2d 1d 1k 2k 3k").players)
        t = played(t, "a+b! c=d", byes="e", absent="f")
        games = t.rounds[0].games
        odd = replace(
            games[1], handicap=2, komi_halves=-11, by_hand=frozenset({ByHand.HANDICAP, ByHand.KOMI}), result=Result.VOID
        )
        t = t.with_round(replace(t.rounds[0], games=(games[0], odd), draft=True))
        change.tournament = t
    assert folder.read().tournament.rounds == t.rounds
    assert [p.id for p in folder.read().tournament.players] == list("abcdef")


def test_undo_and_redo_walk_through_all_steps(folder: TournamentFolder) -> None:
    states = [texts(folder)]
    for k, ranks in enumerate(("1d", "1d 2d", "1d 2d 3d")):
        fill(folder, ranks, f"step {k}")
        states.append(texts(folder))
    assert [folder.take_back() for _ in range(3)] == ["step 2", "step 1", "step 0"]
    assert texts(folder) == states[0]
    for k in range(3):
        assert folder.do_again() == f"step {k}"
        assert texts(folder) == states[k + 1]
    with pytest.raises(InputError, match="nothing to redo"):
        folder.do_again()
    folder.take_back()
    fill(folder, "9k", "other")
    with pytest.raises(InputError, match="nothing to redo"):
        folder.do_again()
    assert folder.take_back() == "other"
    assert texts(folder) == states[2]


def test_the_step_that_began_the_tournament_is_not_undone(folder: TournamentFolder) -> None:
    begun = texts(folder)
    fill(folder, "1d", "only")
    folder.take_back()
    steps = len(folder.journal.steps())
    for _ in range(2):
        with pytest.raises(InputError, match="first step of a tournament cannot be undone"):
            folder.take_back()
    assert (texts(folder), len(folder.journal.steps())) == (begun, steps)
    assert folder.do_again() == "only"


def test_a_beginning_that_version_1_0_has_undone_is_done_again(
    folder: TournamentFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun = texts(folder)
    with monkeypatch.context() as patch:
        patch.setattr(Step, "is_before_all", False)
        assert folder.take_back() == "new"
    with pytest.raises(InputError, match="nothing to undo"):
        folder.take_back()
    assert folder.do_again() == "new"
    assert texts(folder) == begun


def test_before_the_journal_of_a_folder_made_by_hand_there_is_nothing_to_undo(tmp_path: Path) -> None:
    (tmp_path / "tournament.toml").write_text('preset = "bga"\n')
    made = TournamentFolder(tmp_path)
    fill(made, "1d", "only")
    assert made.take_back() == "only"
    with pytest.raises(InputError, match="nothing to undo"):
        made.take_back()


def test_settings_that_were_deleted_by_hand_come_back_by_undo_and_go_again_by_redo(folder: TournamentFolder) -> None:
    """Only the beginning is guarded: an edit by hand is a step like any other."""
    begun = texts(folder)
    (folder.path / "tournament.toml").unlink()
    assert folder.take_back() == "edited by hand: tournament.toml"
    assert texts(folder) == begun
    assert folder.do_again() == "edited by hand: tournament.toml"
    folder.take_back()
    assert texts(folder) == begun


def test_an_empty_journal_has_nothing_to_undo_or_redo(tmp_path: Path) -> None:
    journal = TournamentFolder(tmp_path).journal
    for step in (journal.undo, journal.redo):
        with pytest.raises(InputError, match="the journal is empty"):
            step()


def test_a_command_that_changes_nothing_is_no_step(folder: TournamentFolder) -> None:
    with changing(folder, "nothing"):
        pass
    assert [step.command for step in folder.journal.steps()] == ["start of the journal", "new"]
    fill(folder, "1d")
    assert [step.command for step in folder.journal.steps()][2:] == ["fill"]


def test_a_command_that_fails_writes_nothing(folder: TournamentFolder) -> None:
    before = texts(folder)

    def fail() -> None:
        with changing(folder, "fails") as change:
            change.tournament = change.tournament.with_players(tournament("1d").players)
            raise RuntimeError

    with pytest.raises(RuntimeError):
        fail()
    assert texts(folder) == before


def test_a_file_edited_by_hand_is_journaled_first_and_undone_like_any_step(folder: TournamentFolder) -> None:
    fill(folder, "1d 2d")
    path = folder.path / "players.csv"
    original = path.read_bytes()
    path.write_bytes(original.replace(b"Player-a", b"Anna"))
    with changing(folder, "after") as change:
        change.tournament = change.tournament.with_players(tournament("1d 2d 3d").players[2:])
    assert change.edited == ("players.csv",)
    assert b"Anna" in path.read_bytes()
    assert folder.take_back() == "after"
    assert b"Anna" in path.read_bytes()
    assert "edited by hand" in folder.take_back()
    assert path.read_bytes() == original


def test_a_wrong_edit_by_hand_is_an_error_with_its_place_and_can_be_undone(folder: TournamentFolder) -> None:
    fill(folder, "1d 2d")
    path = folder.path / "players.csv"
    path.write_text(path.read_text().replace("2d", "22d"))
    with pytest.raises(InputError, match=r"players.csv:3: column rank: impossible rank '22d'"):
        folder.read()
    with pytest.raises(InputError, match="impossible rank"), changing(folder, "x"):
        pass
    folder.take_back()
    assert len(folder.read().tournament.players) == 2


def test_a_comment_in_the_settings_survives(folder: TournamentFolder) -> None:
    path = folder.path / "tournament.toml"
    path.write_text(path.read_text() + "# remember the cake\n")
    fill(folder, "1d")
    assert "remember the cake" in path.read_text()


def test_a_folder_without_journal_gets_one_with_the_first_change(folder: TournamentFolder, tmp_path: Path) -> None:
    fill(folder, "1d 2d")
    copy = TournamentFolder(tmp_path / "copy")
    for name, data in texts(folder).items():
        target = copy.path / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    assert len(copy.read().tournament.players) == 2
    assert not copy.journal.home.exists()
    fill(copy, "1d 2d 3d", "more")
    assert copy.take_back() == "more"
    assert texts(copy) == texts(folder)


def test_what_is_no_tournament_is_refused(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="not a tournament folder"):
        TournamentFolder(tmp_path).read()
    with pytest.raises(FolderError, match="not a tournament folder"), changing(TournamentFolder(tmp_path), "x"):
        pass
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_listed_is_said_in_words(
    folder: TournamentFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too many open files, or a disk that is gone at this moment."""

    def none(_: Path) -> list[str]:
        raise OSError(errno.EMFILE, "Too many open files")

    monkeypatch.setattr(os, "listdir", none)
    with pytest.raises(FolderError, match=r"cannot read .*: Too many open files"):
        folder.read()


def test_a_second_tournament_in_the_same_folder_is_refused(folder: TournamentFolder) -> None:
    with pytest.raises(FolderError, match="already"):
        create(folder, new_settings_text("egf", {}), "new")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "text", "says"),
    [
        (
            "rounds/1.csv",
            "table,white,black,result\n1,a,b,1-0\n2,c,a,0-1\n",
            r"1.csv:3: column black: the player of line 2 again: 'a'; expected each player on one line",
        ),
        (
            "rounds/1.csv",
            "table,white,black,result\n1,a,b,1-0\n,a,,bye\n",
            r"1.csv:3: column white: the player of line 2 again: 'a'",
        ),
        (
            "rounds/1.csv",
            "table,white,black,result\n,a,,absent\n1,a,b,1-0\n",
            r"1.csv:3: column white: the player of line 2 again: 'a'",
        ),
        (
            "rounds/1.csv",
            "table,white,black,result\n,a,,bye\n,a,,bye\n",
            r"1.csv:3: column white: the player of line 2 again: 'a'",
        ),
        (
            "rounds/1.csv",
            "table,white,black,result\n1,a,a,1-0\n",
            r"1.csv:2: column black: a game against oneself: 'a'; expected another player",
        ),
        (
            "rounds/1.csv",
            "table,white,black,result\n4,a,b,1-0\n4,c,d,1-0\n",
            r"1.csv:3: column table: the table of line 2 again: '4'; expected each table on one line",
        ),
        ("rounds/1.csv", "table,white,black,result\n1,a,zz,\n", r"1.csv:2: column black: unknown player 'zz'"),
        ("rounds/1.csv", "table,white,black,result\n1,a,b,9-0\n", "wrong result '9-0'"),
        ("rounds/1.csv", "table,white,black,result\nx,a,b,\n", "wrong table 'x'"),
        ("rounds/1.csv", "table,white,black,result,komi\n1,a,b,,6.3\n", "wrong komi"),
        ("rounds/1.csv", "white,black\na,b\n", "no column 'table'"),
        ("rounds/1.csv", f"table,white,black,result\n{'9' * 5000},a,b,\n", "wrong table '999"),
        ("rounds/1.json", "{", "not a valid record of a draw"),
        ("rounds/1.json", "[" * 100_000, "not a valid record of a draw"),
        ("tournament.toml", "preset = " + "[" * 100_000, "not valid TOML"),
        ("rounds/3.csv", "table,white,black,result\n", "without a gap"),
        (
            "rounds/1.csv",
            "table,white,black,result,by hand\n1,a,b,,stones\n",
            r"1\.csv:2: column by hand: unknown mark 'stones'; expected blank, or one or more of swap, colours, handic",
        ),
        ("tournament.toml", "rounds = 99999\n", "1 to 99"),
    ],
)
def test_a_broken_file_is_named(folder: TournamentFolder, name: str, text: str, says: str) -> None:
    with changing(folder, "one round") as change:
        change.tournament = played(change.tournament.with_players(tournament("1d 1d").players), "a+b")
    (folder.path / name).write_text(text)
    with pytest.raises(InputError, match=says):
        folder.read()


def test_a_game_written_by_hand_without_a_komi_has_that_of_the_settings(tmp_path: Path) -> None:
    """Half a point with stones, the tournament's in an even game."""
    folder = TournamentFolder(tmp_path / "t")
    create(folder, new_settings_text("bga", {"rounds": 5, "komi": 7.5}), "new")
    with changing(folder, "one round") as change:
        change.tournament = played(change.tournament.with_players(tournament("1d 1d 5k 9k").players), "a+b c+d")
    (folder.path / "rounds" / "1.csv").write_text("table,white,black,handicap,result\n1,a,b,,\n2,c,d,3,\n")
    assert [game.komi_halves for game in folder.read().tournament.round(1)] == [15, 1]


def test_what_was_changed_by_hand_is_read_and_written_in_words(folder: TournamentFolder) -> None:
    with changing(folder, "one round") as change:
        change.tournament = played(change.tournament.with_players(tournament("1d 1d 1d 1d").players), "a+b c+d")
    path = folder.path / "rounds" / "1.csv"
    path.write_text("table,white,black,result,by hand\n1,a,b,, Handicap  komi colours\n2,c,d,,\n")
    marks = [game.by_hand for game in folder.read().tournament.round(1)]
    assert marks == [{ByHand.COLOURS, ByHand.HANDICAP, ByHand.KOMI}, frozenset()]
    with changing(folder, "published") as change:
        change.tournament = set_result(change.tournament, 1, 2, Result.WHITE, False)
    assert [line.split(",")[-1] for line in path.read_text().splitlines()] == ["by hand", "colours handicap komi", ""]


def test_a_second_writer_waits_and_then_says_who_is_in_the_way(
    folder: TournamentFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcmahon.io.folder.folder.LOCK_SECONDS", 0.05)
    other = TournamentFolder(folder.path)
    with folder.locked(), pytest.raises(FolderError, match="another command is writing"), changing(other, "x"):
        pass


@pytest.mark.slow
def test_who_reads_beside_a_writer_sees_whole_steps_only(folder: TournamentFolder) -> None:
    """Each step changes two files that belong together; a reader never sees one of them without the other."""
    written = threading.Event()

    def step(count: int) -> None:
        with changing(folder, "both") as change:
            text = change_settings(change.state.settings_text, {"name": str(count)}, "settings")
            change.state = replace(change.state, settings_text=text)
            change.tournament = change.tournament.with_players(tournament(" ".join(["1d"] * count)).players)

    def write() -> None:
        try:
            for count in range(3, 23):
                step(count)
        finally:
            written.set()

    step(2)
    writer = threading.Thread(target=write)
    writer.start()
    seen = set()
    while not written.is_set():
        state = TournamentFolder(folder.path).read()
        seen.add((state.tournament.settings.name, str(len(state.tournament.players))))
    writer.join()
    assert seen
    assert all(name == count for name, count in seen)
    assert TournamentFolder(folder.path).read().tournament.settings.name == "22"


def test_who_reads_waits_for_a_step_that_is_being_written(
    folder: TournamentFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcmahon.io.folder.folder.LOCK_SECONDS", 0.05)
    fill(folder, "1d 1d")
    (folder.journal.home / "applied").write_text("1\n")  # the step is there, its files are still to be moved
    with folder.locked(), pytest.raises(FolderError, match="another command is writing"):
        TournamentFolder(folder.path).read()
    assert len(TournamentFolder(folder.path).read().tournament.players) == 2  # nobody writes: it is finished first
    assert folder.journal.status().before is None


@pytest.mark.slow
@pytest.mark.parametrize("stop_at", range(1, 14))
def test_stopped_before_any_rename_the_folder_says_before_or_after(
    folder: TournamentFolder, stop_at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every write is one rename; stopping before the n-th must leave one of the two states, never a mixture."""
    fill(folder, "1d 2d 3d 4d")
    before = texts(folder)
    renames = 0
    real = os.replace

    def failing(source: object, target: object) -> None:
        nonlocal renames
        renames += 1
        if renames >= stop_at:
            raise KeyboardInterrupt
        real(source, target)  # type: ignore[arg-type]

    finished = False
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", failing)
        try:
            with changing(folder, "round") as change:
                change.tournament = played(change.tournament, "a+b c+d")
                goal = {name: text.encode() for name, text in state_files(change.state).items()}
            finished = True
        except KeyboardInterrupt:
            pass
    folder.read()
    after = texts(folder)
    assert after in (before, goal)
    assert not finished or after == goal
    fill(folder, "1d 2d 3d 4d 5d", "goes on")
    folder.take_back()
    assert texts(folder) == after


def _loop(path: Path, began: Event) -> None:
    """Step after step, each of which changes two files that belong together."""
    folder = TournamentFolder(path)
    for k in range(10_000):
        base = folder.read()
        size = len(base.tournament.players)
        settings = base.settings_text.replace(f"seed = {size}", f"seed = {size + 1}")
        after = base.with_tournament(base.tournament.with_players([Player(str(size), f"n{size}")]))
        folder.commit(base, replace(after, settings_text=settings), f"loop {k}")
        began.set()


@pytest.mark.long
def test_killed_at_any_moment_the_folder_is_whole(tmp_path: Path, full: bool) -> None:
    """kill -9 over and over: the settings' seed always equals the number of players, written in another file."""
    folder = TournamentFolder(tmp_path / "t")
    create(folder, new_settings_text("bga", {"seed": 0}), "new")
    rng = Random(7)
    context = multiprocessing.get_context("fork")
    done = kills = 0
    while done < (600 if full else 200):
        kills += 1
        began = context.Event()
        process = context.Process(target=_loop, args=(folder.path, began))
        process.start()
        assert began.wait(60)
        time.sleep(rng.random() * 0.15)
        process.kill()
        process.join()
        assert process.exitcode == -signal.SIGKILL
        state = folder.read()
        assert state.tournament.settings.seed == len(state.tournament.players)
        assert len(state.tournament.players) > done
        step = folder.journal.last()
        assert step is not None
        assert step.tree == digests(texts(folder))
        done = len(state.tournament.players)
    assert kills >= 5
    with changing(folder, "the next one"):
        pass  # clears away what was never moved to its place
    assert not list(folder.path.glob("**/*.tmp"))


def test_a_file_saved_while_a_command_runs_is_not_overwritten(folder: TournamentFolder) -> None:
    fill(folder, "1d 2d")
    path = folder.path / "players.csv"

    def edit_meanwhile() -> None:
        with changing(folder, "slow") as change:
            path.write_text(path.read_text().replace("Player-a", "Anna"))
            change.tournament = change.tournament.with_players(tournament("1d 2d 3d").players)

    with pytest.raises(MovedOnError, match=r"was changed in the meantime; nothing was written") as moved:
        edit_meanwhile()
    assert moved.value.edited == ("players.csv",)
    assert moved.value.state.tournament.players[0].surname == "Anna"
    assert "Anna" in path.read_text()
    assert len(folder.read().tournament.players) == 2


def test_a_result_makes_the_text_of_its_own_round_alone(
    folder: TournamentFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At 5,000 players and eight rounds, making all texts took a quarter of the time."""
    fill(folder, "1d 2d 3d 4d")
    with changing(folder, "rounds") as change:
        change.tournament = played(played(change.tournament, "a?b c?d"), "a?c b?d")
    made: list[int] = []

    def noted(drawn: Round, players: Mapping[str, Player]) -> str:
        made.append(drawn.number)
        return round_text(drawn, players)

    monkeypatch.setattr("mcmahon.io.folder.state_files.round_text", noted)
    state_files_forgotten()
    with changing(folder, "result") as change:
        change.tournament = set_result(change.tournament, 2, 1, Result.WHITE, False)
    assert set(made) == {2}
    assert folder.read().tournament.round(2).games[0].result is Result.WHITE
    assert folder.read().tournament.round(1).games[0].result is Result.UNKNOWN


def state_files_forgotten() -> None:
    """As in a new process: nothing that was read or written is known."""
    for known in (state_files_module._written, state_files_module._rounds_read):
        known._known.clear()


def test_a_round_is_not_written_that_could_not_be_read_again(folder: TournamentFolder) -> None:
    fill(folder, "1d 2d 3d 4d")
    with changing(folder, "round") as change:
        change.tournament = played(change.tournament, "a?b c?d")
    before = texts(folder)

    def wrong() -> None:
        with changing(folder, "x") as change:
            drawn = change.tournament.rounds[0]
            games = (replace(drawn.games[0], black="nobody"), drawn.games[1])
            change.tournament = change.tournament.with_round(replace(drawn, games=games))

    with pytest.raises(InputError, match="unknown player"):
        wrong()
    assert texts(folder) == before


def test_nothing_is_written_that_could_not_be_read_again(folder: TournamentFolder) -> None:
    fill(folder, "1d 2d")
    before = texts(folder)

    def twice() -> None:
        with changing(folder, "x") as change:
            change.tournament = change.tournament.with_players([replace(tournament("1d").players[0], id="b c")])

    with pytest.raises(InputError, match="an id with a space"):
        twice()
    assert texts(folder) == before


def test_new_does_not_take_over_a_folder_with_players(tmp_path: Path) -> None:
    (tmp_path / "players.csv").write_text("name,rank\nAnn,1d\n")
    with pytest.raises(FolderError, match=r"already contains players.csv"):
        create(TournamentFolder(tmp_path), new_settings_text("egf", {}), "new")
    assert (tmp_path / "players.csv").read_text() == "name,rank\nAnn,1d\n"


def fails_from(monkeypatch: pytest.MonkeyPatch, call: str, first: int, error: OSError) -> None:
    """From its first-th use on, a call of the system raises the error."""
    real, uses = getattr(os, call), 0

    def failing(*args: object) -> object:
        nonlocal uses
        uses += 1
        if uses >= first:
            raise error
        return real(*args)

    monkeypatch.setattr(os, call, failing)


@pytest.mark.parametrize("first", range(1, 8))
def test_on_a_full_disk_nothing_happens_and_the_tournament_can_be_read(
    folder: TournamentFolder, first: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All that needs room (two contents, two files, the mark, the step) is flushed before the step counts."""
    fill(folder, "1d 2d 3d 4d")
    before = texts(folder)
    with monkeypatch.context() as full:
        fails_from(full, "fsync", first, OSError(errno.ENOSPC, "No space left on device"))
        with pytest.raises(FolderError, match="No space left"), changing(folder, "round") as change:
            change.tournament = played(change.tournament, "a+b c+d")
        assert len(folder.read().tournament.players) == 4
    assert texts(folder) == before
    with changing(folder, "round") as change:
        change.tournament = played(change.tournament, "a+b c+d")
    assert not change.recovered
    assert folder.take_back() == "round"
    assert texts(folder) == before
    assert not list(folder.path.rglob("*.tmp"))


def test_a_file_that_cannot_be_replaced_is_named_before_anything_is_written(folder: TournamentFolder) -> None:
    steps = len(folder.journal.steps())
    (folder.path / "players.csv").unlink()
    (folder.path / "players.csv").mkdir()
    with pytest.raises(FolderError, match=r"cannot write .*players.csv: it is a folder"):
        fill(folder, "1d 2d")
    (folder.path / "players.csv").rmdir()
    (folder.path / "rounds").write_text("")
    with pytest.raises(FolderError, match=r"rounds: it is not a folder"), changing(folder, "round") as change:
        change.tournament = played(change.tournament.with_players(tournament("1d 1d").players), "a+b")
    (folder.path / "rounds").unlink()
    assert [step.command for step in folder.journal.steps()][steps:] == ["edited by hand: players.csv"]
    fill(folder, "1d 2d")
    assert len(folder.read().tournament.players) == 2


def test_a_file_that_a_spreadsheet_holds_is_named_and_replaced_when_it_is_closed(
    folder: TournamentFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Opened after the check: the step counts already, and the next command finishes it."""
    fill(folder, "1d 2d")
    real = os.replace

    def held(source: Path, target: Path) -> None:
        if Path(target).name == "players.csv":
            raise PermissionError(errno.EACCES, "Permission denied", str(source))
        real(source, target)

    advice = r"cannot write .*players\.csv: permission denied; if .* spreadsheet, has it open, close it there"
    with monkeypatch.context() as patch:
        patch.setattr(os, "replace", held)
        with pytest.raises(FolderError, match=f"{advice}.*; the change is in the journal, and the next command"):
            fill(folder, "1d 2d 3d", "third")
        with pytest.raises(FolderError, match=advice):
            folder.read()
    assert len(folder.read().tournament.players) == 3
    assert folder.take_back() == "third"
    assert len(folder.read().tournament.players) == 2


def test_undo_tells_when_it_had_to_finish_another_step_first(
    folder: TournamentFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that whoever gives it again after an error sees why two steps are gone."""
    for ranks in ("1d", "1d 2d", "1d 2d 3d"):
        fill(folder, ranks, f"fill {ranks}")
    with monkeypatch.context() as patch:
        fails_from(patch, "replace", 2, PermissionError(errno.EACCES, "Permission denied"))
        with pytest.raises(FolderError, match="the change is in the journal"):
            folder.take_back()
    assert folder.take_back() == "fill 1d 2d"
    assert folder.recovered
    assert folder.do_again() == "fill 1d 2d"
    assert not folder.recovered


def test_a_file_held_from_the_beginning_is_named_and_nothing_happens(
    folder: TournamentFolder, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(folder, "1d 2d")
    steps = len(folder.journal.steps())

    def held(path: Path) -> None:
        raise PermissionError(errno.EACCES, "Permission denied", str(path))

    monkeypatch.setattr("mcmahon.io.folder.journal.check_replaceable", held)
    with pytest.raises(FolderError, match=r"players\.csv: permission denied; if .* close it there and try again$"):
        fill(folder, "1d 2d 3d")
    with pytest.raises(FolderError, match=r"close it there and try again$"):
        folder.take_back()
    assert len(folder.journal.steps()) == steps
    assert len(folder.read().tournament.players) == 2


def test_a_new_tournament_that_died_at_once_can_be_begun_again(folder: TournamentFolder) -> None:
    """A journal without anything in it is no tournament; one that ever had a file is."""
    begun = TournamentFolder(folder.path.parent / "begun")
    begun.path.mkdir()
    with begun.locked():
        begun.journal.note_edits()
    create(begun, new_settings_text("bga", {}), "new")
    assert begun.read().tournament.rounds == ()
    for name in texts(begun):
        (begun.path / name).unlink()
    with pytest.raises(FolderError, match=r"already contains \.journal"):
        create(begun, new_settings_text("bga", {}), "new")


def test_a_tournament_from_elsewhere_is_one_step(folder: TournamentFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    given = played(tournament("3d 2d 1d 1k"), "a+b c+d")
    made = TournamentFolder(folder.path.parent / "made")
    with monkeypatch.context() as full:
        fails_from(full, "replace", 3, OSError(errno.ENOSPC, "No space left on device"))
        with pytest.raises(FolderError, match="No space left"):
            create(made, new_settings_text("bga", {"rounds": 5}), "convert", given)
    create(made, new_settings_text("bga", {"rounds": 5}), "convert", given)
    assert made.read().tournament.rounds == given.rounds


def test_steps_are_in_order_whatever_the_clock_says(folder: TournamentFolder, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter(("2026-03-08T10:00:00+00:00", "2026-03-07T09:00:00+00:00", "1970-01-01T00:00:00+00:00"))

    class Clock(datetime):
        @classmethod
        def now(cls, tz: object = None) -> datetime:  # type: ignore[override]
            return datetime.fromisoformat(next(times, "2000-01-01T00:00:00+00:00"))

    monkeypatch.setattr("mcmahon.io.folder.journal.datetime", Clock)
    for k, ranks in enumerate(("1d", "1d 2d", "1d 2d 3d")):
        fill(folder, ranks, f"step {k}")
    assert [step.command for step in folder.journal.steps()][-3:] == ["step 0", "step 1", "step 2"]
    assert [folder.take_back() for _ in range(3)] == ["step 2", "step 1", "step 0"]
    assert [folder.do_again() for _ in range(3)] == ["step 0", "step 1", "step 2"]


def test_a_time_that_is_none_is_shown_as_it_stands(folder: TournamentFolder) -> None:
    step = folder.journal.last()
    assert step is not None
    assert replace(step, time="yesterday").local_time == "yesterday"
    assert replace(step, time="0001-01-01T00:00:00+14:00").local_time[:2] == "00"
    midnight = datetime(2026, 5, 1).astimezone()
    assert replace(step, time=midnight.astimezone(UTC).isoformat()).local_time == midnight.isoformat(" ", "seconds")


def test_the_file_of_a_round_names_everybody_beside_the_id() -> None:
    """An id that no player has is left without a name."""
    t = played(tournament("1d 1d 1d 1d 1d 1d"), "a+b d?c", byes="e", absent="f", unpaired="x")
    assert [line.rstrip(",") for line in round_text(t.rounds[0], t.by_id()).splitlines()[1:]] == [
        "1,a,Player-a,b,Player-b,0,6.5,1-0", "2,d,Player-d,c,Player-c,0,6.5", ",e,Player-e,,,,,bye",
        ",f,Player-f,,,,,absent", ",x,,,,,,unpaired",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("name", "says"),
    [("players.csv", "the tournament's own files"), ("rounds/9.csv", "the tournament's own files"), (".journal/x",
    "the tournament's own files"),
     ("link.csv", "the tournament's own files"), ("more", "a folder"), ("none/x.csv", "not a folder"), ("x.csv", "")],
)  # fmt: skip
def test_no_file_is_written_over_the_tournaments_own(folder: TournamentFolder, name: str, says: str) -> None:
    """Nor through a link to one."""
    (folder.path / "rounds").mkdir(exist_ok=True)
    (folder.path / "more").mkdir()
    (folder.path / "link.csv").symlink_to(folder.path / "players.csv")
    if says:
        with pytest.raises(FolderError, match=says):
            check_target(folder.path / name)
    else:
        check_target(folder.path / name)


def test_a_temporary_file_is_taken_away_if_it_is_there(tmp_path: Path) -> None:
    (tmp_path / "x").touch()
    for _ in range(2):
        drop(tmp_path / "x")
        assert not (tmp_path / "x").exists()


def test_a_file_put_back_by_hand_is_an_edit_and_no_step_cut_off(folder: TournamentFolder) -> None:
    """It looks as if the last step had not been finished, but it had."""
    file = folder.path / "players.csv"
    fill(folder, "1d")
    one = file.read_bytes()
    fill(folder, "1d 2d")
    two = file.read_bytes()
    file.write_bytes(one)
    with changing(folder, "nothing"):
        pass
    file.write_bytes(two)
    with changing(folder, "clubs") as change:
        change.tournament = change.tournament.with_players([replace(p, club="B") for p in change.tournament.players])
    assert [step.command for step in folder.journal.steps()][-3:] == [*["edited by hand: players.csv"] * 2, "clubs"]
    assert len(folder.read().tournament.players) == 2


def test_a_round_of_far_more_lines_than_players_is_refused(tmp_path: Path) -> None:
    folder = TournamentFolder(tmp_path / "t")
    create(folder, new_settings_text("bga", {"rounds": 5}), "new")
    with changing(folder, "fill") as change:
        change.tournament = change.tournament.with_players(tournament("1d 1d").players)
    (folder.path / "rounds").mkdir(exist_ok=True)
    (folder.path / "rounds" / "1.csv").write_text("table,white,black,result\n" + "1,a,b,1-0\n" * 15)
    with pytest.raises(InputError, match="15 lines; expected at most one line for each of 2 players"):
        folder.read()


def of_then(path: Path, data: bytes) -> None:
    """Put an older version in a file's place, with the time that it had, as programs that synchronise folders do."""
    path.write_bytes(data)
    os.utime(path, (1_000_000_000, 1_000_000_000))


def test_a_file_that_a_cloud_has_replaced_by_an_older_version_is_brought_back(
    folder: TournamentFolder, caplog: pytest.LogCaptureFixture
) -> None:
    """It is an edit that is taken back; redo does it again, for who meant it."""
    path, versions = folder.path / "players.csv", []
    for ranks in ("1d", "1d 2d", "1d 2d 3d"):
        fill(folder, ranks)
        versions.append(path.read_bytes())
    for older, ranks in zip(versions[1::-1], ("1d 2d 3d 4d", "1d 2d 3d 4d 5d"), strict=True):
        of_then(path, older)
        with pytest.raises(MovedOnError) as moved, changing(folder, "a late entry"):
            pass
        assert len(moved.value.state.tournament.players) == len(ranks.split()) - 1
        assert "replaced by an older version, and brought back: players.csv" in caplog.text
        assert folder.do_again() == "edited by hand: players.csv"
        assert path.read_bytes() == older
        assert folder.take_back() == "edited by hand: players.csv"
        fill(folder, ranks)
        assert folder.take_back().startswith("fill")
        assert len(folder.read().tournament.players) == len(ranks.split()) - 1
        fill(folder, ranks)


def test_an_older_version_with_a_time_of_today_is_brought_back_unless_it_is_the_one_right_before(
    folder: TournamentFolder,
) -> None:
    """Somebody who takes back the last change in an editor means it."""
    path, versions = folder.path / "players.csv", []
    for ranks in ("1d", "1d 2d", "1d 2d 3d"):
        fill(folder, ranks)
        versions.append(path.read_bytes())
    path.write_bytes(versions[1])
    assert folder.journal.put_back() == []
    path.write_bytes(versions[0])
    assert folder.journal.put_back() == ["players.csv"]
    assert path.read_bytes() == versions[2]
    path.write_bytes(versions[2] + b"\n")
    with changing(folder, "after") as change:
        change.tournament = change.tournament.with_players(tournament("1d 2d 3d 4d").players[3:])
    assert change.edited == ("players.csv",)


def test_what_was_edited_by_hand_goes_back_by_hand(folder: TournamentFolder) -> None:
    fill(folder, "1d")
    fill(folder, "1d 2d")
    path = folder.path / "players.csv"
    before = path.read_bytes()
    path.write_bytes(before.replace(b"Player-a", b"Anna"))
    assert folder.journal.note_edits() == ["players.csv"]
    path.write_bytes(before)
    assert folder.journal.put_back() == []
    of_then(path, before)
    assert folder.journal.put_back() == ["players.csv"]
    assert b"Anna" in path.read_bytes()


def test_undo_takes_an_older_version_for_an_edit_and_brings_the_newest_back(folder: TournamentFolder) -> None:
    fill(folder, "1d")
    older = (folder.path / "players.csv").read_bytes()
    fill(folder, "1d 2d")
    newest = (folder.path / "players.csv").read_bytes()
    of_then(folder.path / "players.csv", older)
    assert folder.take_back() == "edited by hand: players.csv"
    assert (folder.path / "players.csv").read_bytes() == newest


def test_an_older_version_that_fits_no_round_is_brought_back_by_whoever_reads(folder: TournamentFolder) -> None:
    fill(folder, "1d 2d")
    older = (folder.path / "players.csv").read_bytes()
    with changing(folder, "a round") as change:
        change.tournament = played(tournament("1d 2d 3d 4d"), "a+b c=d")
    newest = (folder.path / "players.csv").read_bytes()
    of_then(folder.path / "players.csv", older)
    assert len(folder.read().tournament.players) == 4
    assert (folder.path / "players.csv").read_bytes() == newest


def test_a_content_that_the_journal_has_lost_brings_nothing_back(
    folder: TournamentFolder, caplog: pytest.LogCaptureFixture
) -> None:
    fill(folder, "1d")
    older = (folder.path / "players.csv").read_bytes()
    fill(folder, "1d 2d")
    last = folder.journal.last()
    assert last is not None
    (folder.path / ".journal" / "objects" / f"{last.tree['players.csv']}.gz").unlink()
    of_then(folder.path / "players.csv", older)
    assert folder.journal.put_back() == []
    assert "the folder's files are used as they are" in caplog.text


def test_who_has_read_an_older_version_overwrites_nothing_when_it_is_brought_back_meanwhile(
    folder: TournamentFolder,
) -> None:
    versions = []
    for ranks in ("1d", "1d 2d", "1d 2d 3d"):
        fill(folder, ranks)
        versions.append((folder.path / "players.csv").read_bytes())
    of_then(folder.path / "players.csv", versions[0])
    slow = folder.read()
    with pytest.raises(MovedOnError), changing(folder, "quick"):
        pass
    with pytest.raises(MovedOnError):
        folder.commit(slow, slow.with_tournament(slow.tournament.with_players(tournament("1d 2d").players[1:])), "slow")
    assert (folder.path / "players.csv").read_bytes() == versions[2]


def test_a_folder_that_is_moved_while_its_lock_is_waited_for_is_not_made_again(folder: TournamentFolder) -> None:
    """filelock would make it, and what is written there would be lost."""
    fill(folder, "1d 2d")
    aside = folder.path.with_name("aside")
    home = folder.path / ".journal"
    with lock_of(home, 5):
        threading.Timer(0.2, lambda: folder.path.rename(aside)).start()
        with pytest.raises(FileNotFoundError), lock_of(home, 5, poll=0.01):
            pass
    assert not folder.path.exists()
    assert TournamentFolder(aside).read().tournament.players
