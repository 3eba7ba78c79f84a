"""`mcmahon doctor`: what an installation has, and what it lacks."""

from __future__ import annotations

import json
import os
import tomllib
from contextlib import nullcontext
from pathlib import Path

import pytest
from commands import mcmahon, mcmahon_process
from mcmahon import __version__
from mcmahon.cli.commands import journal_commands
from mcmahon.cli.commands.journal_commands import terminal_check
from mcmahon.desk import self_check
from mcmahon.desk.self_check import DISTRIBUTION, EXTRAS, Library, folder_check, libraries, library_check, round_check
from typer.testing import CliRunner

from .test_command_line import ROOT

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.mark.slow
def test_a_sound_installation_says_so_and_leaves_nothing_behind(tmp_path: Path) -> None:
    data = json.loads(mcmahon_process("doctor", "--json", cwd=tmp_path).stdout)
    assert data["sound"]
    assert {check["name"] for check in data["checks"]} >= {"Python", "ortools", "round", "folder", "output"}
    assert all(check["ok"] for check in data["checks"])
    assert set(data["extras"]) == set(EXTRAS)
    assert not list(tmp_path.iterdir())


def test_people_get_a_line_a_check(tmp_path: Path) -> None:
    lines = mcmahon("doctor", cwd=tmp_path).stdout.splitlines()
    assert lines[0].startswith(f"mcmahon {__version__}, Python ")
    assert "ok  round: 9 players drawn and judged, certificate verified" in lines
    assert f"ok  folder: {tmp_path} can be written and locked" in lines
    assert lines[-1] == "Everything works."


def test_every_extra_and_every_library_is_known() -> None:
    assert PROJECT["name"] == DISTRIBUTION
    assert set(EXTRAS) == set(PROJECT["optional-dependencies"])
    assert [library.name for library in libraries()[""]] == [line.split(">=")[0] for line in PROJECT["dependencies"]]
    assert all(library_check(library).ok for library in libraries()[""])


@pytest.mark.parametrize(
    ("library", "text"),
    [
        (Library("numpy", "1.9.3", "1.26"), "1.9.3 (at least 1.26)"),
        (Library("no-such", "", "1.26"), "is missing (at least 1.26)"),
        (Library("no_such_module", "2.0", "1.26"), "2.0 cannot be loaded: No module named 'no_such_module'"),
    ],
)
def test_a_library_that_is_old_missing_or_broken_is_named(library: Library, text: str) -> None:
    """1.9 is older than 1.26: versions are compared as numbers, not as texts."""
    found = library_check(library)
    assert not found.ok
    assert found.text == text


def test_without_a_sound_core_the_exit_code_is_1(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise ImportError("no solver here")

    monkeypatch.setattr(self_check, "round_check", broken)
    done = CliRunner().invoke(journal_commands.commands, ["doctor"])
    assert done.exit_code == 1
    assert "NO  round: ImportError: no solver here" in done.stdout
    assert done.stdout.endswith("This installation does not work.\n")


def test_a_proof_that_accepts_anything_is_no_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    assert round_check().ok
    monkeypatch.setattr("mcmahon.solver.proof.verify_certificate.verify", lambda *_: [("tier", 1, 1)])
    assert not round_check().ok


def test_a_folder_without_locks_or_that_cannot_be_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """That is a note: the program itself is sound."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("filelock.FileLock.acquire", lambda self, *_, **__: nullcontext())
    monkeypatch.setattr("filelock.FileLock.release", lambda self, *_, **__: None)
    found = folder_check()
    assert (found.ok, found.core) == (False, False)
    assert "never run two commands here at once" in found.text
    monkeypatch.undo()

    def refused(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.TemporaryDirectory", refused)
    assert folder_check().text == f"{tmp_path} cannot be written: Permission denied"


@pytest.mark.slow
def test_a_terminal_without_all_letters_is_told(tmp_path: Path) -> None:
    env = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    data = json.loads(mcmahon_process("doctor", "--json", cwd=tmp_path, env=env).stdout)
    (found,) = (check for check in data["checks"] if check["name"] == "output")
    assert not found["ok"]
    assert data["sound"]
    assert terminal_check().name in ("output", "terminal")
