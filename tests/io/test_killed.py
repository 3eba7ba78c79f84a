"""Killed at any call that changes the disk, a command leaves the old state or the new one, and the next one works."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

#: Each command is run in a copy of the folder, in a process that kills itself before its n-th call that writes; a file
#: about to be flushed is cut in half first. `new` begins with nothing; the others follow one another.
SCRIPT = '''
import os, shutil, sys
from pathlib import Path

home, step = Path(sys.argv[1]), int(sys.argv[2])
os.chdir(home)
Path("p.csv").write_text("name,rank\\n" + "".join(f"P{k},{k + 1}k\\n" for k in range(4)))
Path("more.csv").write_text("name,rank,club\\nP1,3k,Sea\\nP9,5k,Hill\\n")

import importlib, pkgutil
import filelock, ortools.sat.python.cp_model, rapidfuzz, tomlkit
import mcmahon.cli, mcmahon.desk
from mcmahon.cli import run as command_line
from mcmahon.io.folder.folder import TournamentFolder

for package in (mcmahon.cli, mcmahon.desk):  # each command would import it again, in its process
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        importlib.import_module(module.name)

WRITES = {"os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.truncate"}
KILLED = 9


def run(words, kill_at=0):
    """The exit code of a command in a process of its own; 9 when it was killed."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    null = os.open(os.devnull, os.O_RDWR)
    os.dup2(null, 1)
    os.dup2(null, 2)
    if kill_at:
        kill_before(kill_at)
    sys.argv = ["mcmahon", *words]
    code = 1
    try:
        command_line()
    except SystemExit as error:
        code = error.code or 0
    finally:
        os._exit(code)


def kill_before(at):
    count = 0

    def called():
        nonlocal count
        count += 1
        return count == at

    def audit(event, args):
        writes = event == "open" and isinstance(args[2], int) and args[2] & (os.O_WRONLY | os.O_RDWR)
        if (event in WRITES or writes) and str(args[0]) != os.devnull and called():
            os._exit(KILLED)

    real = os.fsync

    def fsync(handle):
        if called():
            if os.path.isfile(f"/proc/self/fd/{handle}"):
                os.ftruncate(handle, os.fstat(handle).st_size // 2)
            os._exit(KILLED)
        real(handle)

    os.fsync = fsync
    sys.addaudithook(audit)


def content(path):
    return TournamentFolder(path).journal.tracked()


def check(words, name):
    """Kill the command at each of its calls; how many there are."""
    old = Path("old")
    goal = Path("goal")
    shutil.copytree(old, goal) if old.exists() else None
    assert run([words[0], "goal", *words[1:]]) == 0, words
    before, after = content(old), content(goal)
    assert before != after
    at = 1
    while True:
        work = Path(f"work-{name}-{at}")
        if old.exists():
            shutil.copytree(old, work)
        code = run([words[0], str(work), *words[1:]], at)
        where = f"{name}, killed at call {at}"
        if code == 0:
            assert content(work) == after, where
            break
        assert code == KILLED, (where, code)
        if name == "new":
            first = run(["players", str(work)])
            found = content(work)
            assert found in (before, after), where
            assert (first == 0) == (found == after), where
            again = run(["new", str(work), "--name", "t"])
            assert again == (0 if found == before else 3), (where, again)
            assert content(work) == after, where
        else:
            assert run(["players", str(work)]) == 0, where
            found = content(work)
            assert found in (before, after), where
            back = "redo" if name == "undo" else "undo"
            if found == after:
                assert run([back, str(work)]) == 0, where
                assert content(work) == before, where
            assert run([words[0], str(work), *words[1:]]) == 0, where
            assert content(work) == after, where
            assert run([back, str(work)]) == 0, where
            assert content(work) == before, where
        assert not list(work.rglob("*.tmp")), where
        shutil.rmtree(work)
        at += step
    if old.exists():
        shutil.rmtree(old)
    goal.rename(old)
    print(name, at)


check(["new", "--name", "t"], "new")
check(["register", "p.csv"], "register")
check(["pair"], "pair")
check(["result", "1", "1-0", "--round", "1"], "result")
check(["register", "more.csv"], "register again")
check(["undo"], "undo")
'''


@pytest.mark.full
@pytest.mark.long
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="forks, and cuts files by their handles")
def test_killed_at_any_writing_call_a_command_has_happened_or_not(tmp_path: Path, full: bool) -> None:
    """new, register, pair, result, undo: afterwards the state is whole, the command can be given again, undo works."""
    script = tmp_path / "script.py"
    script.write_text(SCRIPT, encoding="utf-8")
    step = "1" if full else "23"
    command = [sys.executable, str(script), str(tmp_path), step]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert len(run.stdout.splitlines()) == 6
