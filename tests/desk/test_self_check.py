"""Whether an installation works: what is sound, and what a face adds."""

from __future__ import annotations

from pathlib import Path

import pytest
from mcmahon.desk.self_check import (
    CheckAnswer,
    Library,
    is_sound,
    library_check,
    matching_check,
    self_check,
    slow_rounds_told,
)


def test_only_the_core_makes_an_installation_unsound() -> None:
    assert is_sound([CheckAnswer("a", True, ""), CheckAnswer("b", False, "", core=False)])
    assert not is_sound([CheckAnswer("a", False, "")])


def test_checks_of_a_face_come_behind_those_of_the_desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    own = CheckAnswer("screen", True, "all letters", core=False)
    found = self_check([own])
    assert found.sound
    assert [check.name for check in found.checks][-5:] == ["round", "matching", "engines", "folder", "screen"]
    assert not list(tmp_path.iterdir())


def test_what_a_check_raises_is_what_it_has_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> CheckAnswer:
        raise OSError("disk full")

    for name in ("round_check", "folder_check", "importlib.import_module"):
        monkeypatch.setattr(f"mcmahon.desk.self_check.{name}", fails)
    found = {check.name: check for check in self_check().checks}
    assert found["round"] == CheckAnswer("round", False, "OSError: disk full")
    assert found["folder"] == CheckAnswer("folder", False, "OSError: disk full", core=False)
    broken = library_check(Library("numpy", "2.1", "1.26"))
    assert broken == CheckAnswer("numpy", False, "2.1 cannot be loaded: disk full")


def test_it_says_whether_large_rounds_are_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mcmahon.solver.matching.blossom._blossom", object())
    assert (matching_check().ok, matching_check().text) == (True, "compiled")
    monkeypatch.setattr("mcmahon.solver.matching.blossom._blossom", None)
    assert not matching_check().ok
    assert "large rounds take longer" in matching_check().text


def test_an_installation_without_a_compiler_says_so_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("mcmahon.solver.matching.blossom._blossom", object())
    assert slow_rounds_told() == ""
    monkeypatch.setattr("mcmahon.solver.matching.blossom._blossom", None)
    assert "no C++ compiler was found" in slow_rounds_told()
    assert slow_rounds_told() == ""


def test_a_machine_that_keeps_nothing_hears_it_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    monkeypatch.setattr("mcmahon.solver.matching.blossom._blossom", None)
    assert slow_rounds_told() == slow_rounds_told() != ""
