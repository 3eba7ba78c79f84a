"""What all tests share."""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # tests import `builders` and `commands`

QUICK_CASES = 1  # of a slow test with many cases, in a quick run


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--full` runs the slow tests in their full size, `--quick` leaves most of them out."""
    parser.addoption("--full", action="store_true", help="run slow tests in their full size")
    parser.addoption("--quick", action="store_true", help="of slow tests run one case, if they have cases")


@pytest.fixture
def full(request: pytest.FixtureRequest) -> bool:
    """Whether slow tests run in their full size."""
    return bool(request.config.getoption("--full"))


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A quick run leaves out slow tests, but for the first case of those that have cases."""
    if not config.getoption("--quick"):
        return
    cases: Counter[str] = Counter()
    left = []
    for item in items:
        name, _, case = item.nodeid.partition("[")
        cases[name] += 1
        if item.get_closest_marker("slow") and not (case and cases[name] <= QUICK_CASES):
            left.append(item)
    items[:] = [item for item in items if item not in left]
    config.hook.pytest_deselected(items=left)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """No workers of its own for one file: they would take longer to start than most files to run."""
    named = [argument for argument in config.args if not Path(argument.split("::")[0]).is_dir()]
    return 0 if len(named) == len(config.args) == 1 else None
