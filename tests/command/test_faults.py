"""What may go wrong around a command: no room, no rights, closed streams, odd paths. An error, never a traceback."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from builders import played, tournament
from mcmahon.io.folder import TournamentFolder
from mcmahon.io.settings_file import new_settings_text

from .test_command_line import mcmahon


@pytest.fixture
def spring(tmp_path: Path) -> Path:
    """A tournament of six players with one round."""
    made = played(tournament("3d 2d 1d 1k 2k 3k", name="Spring"), "a+b c=d e?f")
    TournamentFolder(tmp_path / "spring").create(new_settings_text("bga", {"name": "Spring"}), "new", made)
    return tmp_path / "spring"


def test_the_log_shows_the_clock_on_the_wall(spring: Path) -> None:
    """With its distance from UTC, in which the times are stored."""
    step = sorted((spring / ".journal" / "steps").iterdir())[-1]
    data = json.loads(step.read_text())
    step.write_text(json.dumps(data | {"time": "2026-03-07T23:30:00+00:00"}))
    lines = mcmahon("log", spring, env={**os.environ, "TZ": "UTC-9"}).stdout.splitlines()
    assert lines[-1].split()[:3] == [str(len(lines)), "2026-03-08", "08:30:00+09:00"]
