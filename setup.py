"""Where the package lies: the root of this repository is `mcmahon`. All else stands in pyproject.toml.

For an editable install, `.editable/mcmahon` links to the root. A path file then names a plain folder, which type
checkers read; the hook that setuptools would install instead runs code, which they do not.
"""

import sys
from pathlib import Path

from setuptools import setup

FOLDER = Path(".editable")


def package_dir() -> dict[str, str]:
    """The folder of the package; where the system makes no links, setuptools' own hook finds it."""
    if "editable_wheel" not in sys.argv:
        return {"mcmahon": "."}
    link = FOLDER / "mcmahon"
    try:
        FOLDER.mkdir(exist_ok=True)
        if not link.is_symlink():
            link.symlink_to(Path(".."), target_is_directory=True)
    except OSError:
        return {"mcmahon": "."}
    return {"": FOLDER.as_posix()}


setup(package_dir=package_dir())
