"""The tests of this distribution share what the tests of the program share."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests"))  # `builders` and `commands` are there

pytest_plugins = ["shared_conftest"]
