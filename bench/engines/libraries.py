"""Engines of others are libraries, or programs built here; a missing one is an AbsentError."""

from __future__ import annotations

import atexit
import shutil
import subprocess
import tempfile
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from mcmahon.model.errors import InputError


class AbsentError(InputError):
    """An engine is not installed on this machine; the text says what is missing."""


def library(name: str, extra: str = "") -> Any:
    """A module of a library that `bench`, or an extra of it, brings. Raises AbsentError if it is not installed."""
    try:
        return import_module(name)
    except ImportError:
        wanted = f"'./bench[{extra}]'" if extra else "./bench"
        raise AbsentError(
            f"{name.partition('.')[0]} is not installed; in a clone of the project: pip install {wanted}"
        ) from None


@cache
def built(source: Path) -> Path:
    """The program of a C++ file, built by the system's compiler; it is removed when this process ends.

    Raises AbsentError if there is no compiler, or a header is missing.
    """
    compiler = shutil.which("c++")
    if compiler is None:
        raise AbsentError(f"no C++ compiler (c++) to build {source.name}")
    folder = tempfile.mkdtemp(prefix="mcmahon-bench-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    program = Path(folder) / source.stem
    command = [compiler, "-O2", "-o", str(program), source.name]
    done = subprocess.run(command, cwd=source.parent, capture_output=True, text=True, check=False)
    if done.returncode:
        raise AbsentError(next((line for line in done.stderr.splitlines() if "error" in line), f"no {source.stem}"))
    return program
