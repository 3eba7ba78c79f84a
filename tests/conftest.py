"""What all tests share."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # tests import `builders`


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--full` runs the slow tests in their full size."""
    parser.addoption("--full", action="store_true", help="run slow tests in their full size")


@pytest.fixture
def full(request: pytest.FixtureRequest) -> bool:
    """Whether slow tests run in their full size."""
    return bool(request.config.getoption("--full"))
