"""Commands run inside the test's own process; a test that is about the process itself starts a real one."""

from __future__ import annotations

import functools
import importlib
import logging
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
import typer.main
from mcmahon.cli import run
from mcmahon.cli.output import name_folder

PROGRAM = importlib.import_module("mcmahon.__main__")
COMMANDS = functools.cache(typer.main.get_command)  # made once: most of the time of a short command
Finished = subprocess.CompletedProcess[str]


def mcmahon(*args: object, code: int | tuple[int, ...] = 0, **kwargs: Any) -> Finished:
    """What a command says, run in this process; its exit code is checked. `cwd`, `env`, `input` as of `subprocess.run`.

    What would be a traceback for its user is an exception here.
    """
    return _checked(_inside([str(a) for a in args], **kwargs), code)


def mcmahon_process(*args: object, code: int | tuple[int, ...] = 0, **kwargs: Any) -> Finished:
    """What a command says, run in a real process of its own; its exit code is checked."""
    command = [sys.executable, "-m", "mcmahon", *(str(a) for a in args)]
    done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=False, **kwargs)
    return _checked(done, code)


def _checked(done: Finished, code: int | tuple[int, ...]) -> Finished:
    right = done.returncode in (code if isinstance(code, tuple) else (code,))
    assert right, f"{done.args}: exit {done.returncode}\n{done.stdout}\n{done.stderr}"
    assert "Traceback" not in done.stderr
    return done


def _inside(words: list[str], cwd: Path | None = None, env: dict[str, str] | None = None, input: str = "") -> Finished:
    """Run the command line as `python -m mcmahon` does. Its streams are files, as it asks for their handles."""
    code: Any = 0
    with TemporaryDirectory() as folder, _undone_after() as patch:
        typed, *said = (Path(folder, name) for name in ("stdin", "stdout", "stderr"))
        typed.write_text(input, encoding="utf-8")
        streams = [typed.open(encoding="utf-8"), *(path.open("w", encoding="utf-8") for path in said)]
        for stream in streams:
            patch.setattr(sys, Path(stream.name).name, stream)
        patch.setattr(sys, "argv", [str(PROGRAM.__file__), *words])
        patch.setitem(sys.modules, "__main__", PROGRAM)  # its name in a usage line
        patch.setattr(typer.main, "get_command", COMMANDS)
        for key in (env is not None and os.environ.keys() - env.keys()) or ():
            patch.delenv(key)
        for key, value in (env or {}).items():
            patch.setenv(key, value)
        time.tzset()
        if cwd is not None:
            patch.chdir(cwd)
        try:
            run()
        except SystemExit as end:
            code = end.code or 0
        finally:
            for stream in streams:
                stream.close()
        return Finished(["mcmahon", *words], code, *(path.read_text(encoding="utf-8") for path in said))


@contextmanager
def _undone_after() -> Iterator[pytest.MonkeyPatch]:
    """Changes of this process that end with the command: patches, and what the program sets up once a process."""
    logger = logging.getLogger("mcmahon")
    handlers, at_ctrl_c = logger.handlers[:], signal.getsignal(signal.SIGINT)
    try:
        with pytest.MonkeyPatch.context() as patch:
            yield patch
    finally:
        logger.handlers[:] = handlers
        name_folder(None)
        signal.signal(signal.SIGINT, at_ctrl_c)
        time.tzset()
