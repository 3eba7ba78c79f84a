"""What is different on Windows, simulated here: files that are held, other quotes, closed pipes, times before 1970."""

from __future__ import annotations

import errno
import io
import os
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from mcmahon.cli import output, run, way_texts
from mcmahon.desk.people.new_tournament import folder_name
from mcmahon.io import files
from mcmahon.io.folder.journal_steps import Step
from mcmahon.model.errors import FolderError
from mcmahon.model.ways import Way


def held(times: int, act: Callable[..., Any]) -> Callable[..., Any]:
    """An act of the system that is refused so often."""
    left = [times]

    def once(*words: Any, **named: Any) -> Any:
        if left[0]:
            left[0] -= 1
            raise PermissionError(errno.EACCES, "The process cannot access the file", str(words[0]))
        return act(*words, **named)

    return once


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "_PAUSES", (0.0, 0.0, 0.0))


@pytest.mark.usefixtures("patient")
def test_a_file_that_somebody_has_open_for_a_moment_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "players.csv"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "replace", held(3, os.replace))
    files.write_file(path, b"new")
    assert path.read_bytes() == b"new"


@pytest.mark.usefixtures("patient")
def test_a_file_that_stays_open_is_named_and_stays_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "players.csv"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "replace", held(4, os.replace))
    with pytest.raises(FolderError, match=r"cannot write .*players\.csv: permission denied; if another program"):
        files.write_file(path, b"new")
    assert [(one.name, one.read_bytes()) for one in tmp_path.iterdir()] == [("players.csv", b"old")]


@pytest.mark.usefixtures("patient")
def test_a_file_that_is_being_replaced_is_read_a_moment_later(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "players.csv"
    path.write_bytes(b"new")
    monkeypatch.setattr(os, "open", held(2, os.open))
    assert files.read_own(path) == b"new"


def test_elsewhere_a_refusal_is_told_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "players.csv"
    path.write_bytes(b"new")
    monkeypatch.setattr(os, "open", held(1, os.open))
    if os.name != "nt":
        with pytest.raises(FolderError, match="cannot access"):
            files.read_own(path)


@pytest.mark.parametrize(("word", "typed"), [
    ("spring", "spring"), ("C:\\Go\\spring", "C:\\Go\\spring"), ("spring open", '"spring open"'),
    ("4,7-9", '"4,7-9"'), ("O'Neill", '"O\'Neill"'), ('a "b"', '"a \\"b\\""'), ("", '""'), ("a&b", '"a&b"'),
    ("$x", '"$x"'), ("Šimůnek", "Šimůnek"),
])  # fmt: skip
def test_a_command_is_printed_as_the_shells_of_windows_read_it(
    word: str, typed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(output, "WINDOWS", True)
    assert output.quoted(word) == typed


def test_hints_are_quoted_so(monkeypatch: pytest.MonkeyPatch) -> None:
    way = Way("if it is not theirs", "player", who="a b", clear="pin")
    assert "'a b'" in way_texts.ways_text([way])
    monkeypatch.setattr(output, "WINDOWS", True)
    assert '"a b"' in way_texts.ways_text([way])


class ClosedPipe(io.StringIO):
    """Where nobody reads any more: Windows calls writing to it an invalid argument."""

    def write(self, text: str) -> int:
        raise OSError(errno.EINVAL, "Invalid argument")


def test_a_closed_pipe_is_no_fault(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("sys.argv", ["mcmahon", "--version"])
    monkeypatch.setattr("mcmahon.cli._close_answer", lambda: None)
    monkeypatch.setattr("sys.stdout", ClosedPipe())
    with pytest.raises(SystemExit) as end:
        run()
    assert end.value.code == 0
    assert capsys.readouterr().err == ""


def test_a_time_that_windows_has_no_clock_for_is_shown_as_it_stands(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clock(datetime):
        """Local times begin in 1970 there."""

        def astimezone(self, tz: Any = None) -> Any:
            raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr("mcmahon.io.folder.journal_steps.datetime", Clock)
    step = Step(
        number=1, command="mcmahon new", time="1969-12-31T23:00:00+00:00", tree={}, undo_to=0, redo_to=0, done=""
    )
    assert replace(step).local_time == step.time


def test_whether_a_folder_can_be_written_is_found_out_by_writing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A share that says yes and means no."""
    assert files.can_write_in(tmp_path)
    assert list(tmp_path.iterdir()) == []
    monkeypatch.setattr(os, "open", held(1, os.open))
    assert not files.can_write_in(tmp_path)


@pytest.mark.parametrize(("title", "folder"), [
    ("Con", "con-go"), ("AUX", "aux-go"), ("lpt1", "lpt1-go"), ("Congress", "congress"), ("Nul 2", "nul-2"),
    ("Кубок Москвы", "kubok-moskvy"),
])  # fmt: skip
def test_no_tournament_gets_a_name_that_is_a_device(title: str, folder: str) -> None:
    assert folder_name(title) == folder
