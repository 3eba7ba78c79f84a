"""What all tests share stands in shared_conftest.py, as the tests in bench/tests share it, too."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))  # tests import `builders` and `commands`

pytest_plugins = ["shared_conftest"]
