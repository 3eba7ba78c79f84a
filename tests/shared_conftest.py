"""What the tests of both distributions share: options, markers, fixtures; and what the program keeps for itself."""

from __future__ import annotations

import importlib.util
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import settings

ROOT = Path(__file__).resolve().parents[1]

settings.register_profile("no deadline", deadline=None)  # how long a test takes says nothing on a busy machine
settings.load_profile("no deadline")
os.environ.pop("COLUMNS", None)  # workers have it, and tables in pipes would be as narrow as the runner's terminal
if "PYTEST_XDIST_WORKER" not in os.environ:  # what the program keeps on this machine, tests keep for themselves
    _kept = tempfile.TemporaryDirectory(prefix="mcmahon-tests-")
    os.environ["XDG_STATE_HOME"] = _kept.name
if importlib.util.find_spec("mcmahon_bench") is None:  # generated and real tournaments, as they lie beside the tests
    _spec = importlib.util.spec_from_file_location(
        "mcmahon_bench", ROOT / "bench" / "__init__.py", submodule_search_locations=[str(ROOT / "bench")]
    )
    assert _spec is not None
    assert _spec.loader is not None
    sys.modules["mcmahon_bench"] = _module = importlib.util.module_from_spec(_spec)
    _spec.loader.exec_module(_module)


def pytest_addoption(parser: pytest.Parser) -> None:
    """Which tests run: all but the long ones, only those that are `--quick`, only `--long`, or all in `--full` size."""
    parser.addoption("--quick", action="store_true", help="leave out slow tests as well as long ones")
    parser.addoption("--long", action="store_true", help="run the long tests alone")
    parser.addoption("--full", action="store_true", help="run everything, long tests in their full size")
    parser.addoption("--forgeries", type=int, default=0, metavar="N", help="try N forgeries of each kind")


@pytest.fixture
def full(request: pytest.FixtureRequest) -> bool:
    """Whether slow tests run in their full size."""
    return bool(request.config.getoption("--full"))


@pytest.fixture
def forgeries(request: pytest.FixtureRequest, full: bool) -> Callable[[int], range]:
    """The numbers of the forgeries to try: so many of each kind as `--forgeries` says, 5,000 with `--full`, or a few.

    Each number is the seed of one.
    """
    asked = int(request.config.getoption("--forgeries"))
    return lambda few: range(asked or (5000 if full else few))


def pytest_configure(config: pytest.Config) -> None:
    """Long tests run when they are asked for: by an option, in a file that is named, or by an own `-m`."""
    if config.getoption("--quick"):
        config.option.markexpr = "not slow and not long"
    elif config.getoption("--long"):
        config.option.markexpr = "long and not full"
    elif not (config.getoption("--full") or config.option.markexpr or _files_named(config)):
        config.option.markexpr = "not long"


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Files without a long test need not be imported where long tests run alone."""
    alone = config.getoption("--long") and collection_path.suffix == ".py"
    return True if alone and "mark.long" not in collection_path.read_text(encoding="utf-8") else None


def _files_named(config: pytest.Config) -> list[str]:
    """The arguments that name a file, or a test in one, not a folder."""
    return [argument for argument in config.args if not Path(argument.split("::")[0]).is_dir()]


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """No workers of its own for one file: they would take longer to start than most files to run."""
    return 0 if len(_files_named(config)) == len(config.args) == 1 else None
