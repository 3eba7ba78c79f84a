"""What all tests share."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # tests import `builders` and `commands`


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--full` runs the slow tests in their full size, `--quick` leaves them out."""
    parser.addoption("--full", action="store_true", help="run slow tests in their full size")
    parser.addoption("--quick", action="store_true", help="leave out slow tests")


@pytest.fixture
def full(request: pytest.FixtureRequest) -> bool:
    """Whether slow tests run in their full size."""
    return bool(request.config.getoption("--full"))


def pytest_configure(config: pytest.Config) -> None:
    """A quick run leaves out the slow tests."""
    if config.getoption("--quick"):
        config.option.markexpr = "not slow"


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """No workers of its own for one file: they would take longer to start than most files to run."""
    named = [argument for argument in config.args if not Path(argument.split("::")[0]).is_dir()]
    return 0 if len(named) == len(config.args) == 1 else None
