"""A hall over a congress whose fourth round is played, with a club evening beside it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from .builders import Hall, copied, hall_of, publish_next


@pytest.fixture(scope="session")
def congress(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A congress of 60 whose fourth round is published."""
    path = copied("congress60", tmp_path_factory.mktemp("congress"))
    publish_next(path)
    return path


@pytest.fixture
def hall(tmp_path: Path, congress: Path) -> Hall:
    copied("club16", tmp_path)
    return hall_of(Path(shutil.copytree(congress, tmp_path / "congress60")))
