"""What may go wrong around a command: no room, no rights, closed streams, odd paths. An error, never a traceback."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from builders import played, tournament
from commands import mcmahon, mcmahon_process
from folders import create
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.settings.settings_file import new_settings_text

from .test_command_line import files

posix = pytest.mark.skipif(os.name != "posix", reason="as it is on POSIX systems")


@pytest.fixture
def spring(tmp_path: Path) -> Path:
    """A tournament of six players with one round."""
    made = played(tournament("3d 2d 1d 1k 2k 3k", name="Spring"), "a+b c=d e?f")
    create(TournamentFolder(tmp_path / "spring"), new_settings_text("bga", {"name": "Spring"}), "new", made)
    return tmp_path / "spring"


def in_shell(line: str, cwd: Path, code: int = 0, env: dict[str, str] | None = None) -> str:
    """What a line for the shell says on both streams; `mcmahon` in it is the command."""
    line = f'mcmahon() {{ "{sys.executable}" -m mcmahon "$@"; }}; {line}'
    run = subprocess.run(["sh", "-c", line], cwd=cwd, capture_output=True, check=False, env=env)
    said = (run.stdout + run.stderr).decode(errors="replace")
    assert run.returncode == code, f"exit {run.returncode}\n{said}"
    assert "Traceback" not in said
    return said


def test_the_log_shows_the_clock_on_the_wall(spring: Path) -> None:
    """Under the day that it is there; the times are stored in UTC."""
    step = sorted((spring / ".journal" / "steps").iterdir())[-1]
    data = json.loads(step.read_text())
    step.write_text(json.dumps(data | {"time": "2026-03-07T23:30:00+00:00"}))
    lines = mcmahon("log", spring, env={**os.environ, "TZ": "UTC-9"}).stdout.splitlines()
    assert lines[-2] == "2026-03-08, local time:"
    assert lines[-1].split()[:2] == [str(int(step.stem)), "08:30:00"]


FULL = """
import resource, sys
resource.setrlimit(resource.RLIMIT_FSIZE, (300, 300))
from mcmahon.__main__ import main
main()
"""


@pytest.mark.slow
@posix
@pytest.mark.parametrize(
    "words",
    [
        ("publish", "spring", "--to", "site"),
        ("export", "spring", "opengotha", "t.xml"),
        ("convert", "spring", "t"),
        ("result", "spring", "3", "1-0"),
        ("pair", "spring", "--missing-results", "--certificate", "c.json"),
    ],
    ids=lambda words: " ".join(words[:2]),
)
def test_without_room_on_the_disk_the_file_is_named_and_no_part_of_it_stays(
    spring: Path, words: tuple[str, ...]
) -> None:
    """Here no file may have more than 300 bytes; a full disk is the same to a program.

    Python's own byte code is not written (-B): it would be cut off as well, and stay so in a fresh checkout.
    """
    before, beside = files(spring), {path.name for path in spring.parent.iterdir()}
    run = subprocess.run(
        [sys.executable, "-B", "-c", FULL, *words], cwd=spring.parent, capture_output=True, text=True, check=False
    )
    assert run.returncode == 3, run.stdout + run.stderr
    assert "Traceback" not in run.stderr
    assert " written: File too large" in run.stderr or ": File too large" in run.stderr.splitlines()[-1]
    assert ".tmp" not in run.stderr
    assert files(spring) == before
    made = {path.name for path in spring.parent.iterdir()} - beside
    assert made <= {"site", "t", "s.csv"}
    assert not list(spring.parent.rglob("*.tmp"))


@pytest.mark.slow
def test_a_second_command_that_writes_waits_and_then_says_what_is_in_the_way(spring: Path) -> None:
    """Who only reads is answered meanwhile."""
    short = "import mcmahon.io.folder.folder as f; f.LOCK_SECONDS = 0.1; from mcmahon.__main__ import main; main()"

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-c", short, *words]
        return subprocess.run(command, cwd=spring.parent, capture_output=True, text=True, check=False)

    before, free = files(spring), run("standings", "spring")
    with TournamentFolder(spring).locked():
        writing, reading = run("result", "spring", "3", "1-0"), run("standings", "spring")
    assert (writing.returncode, writing.stdout) == (3, "")
    assert writing.stderr == "mcmahon: another command is writing spring; try again when it has finished\n"
    assert (reading.returncode, reading.stdout) == (0, free.stdout)
    assert files(spring) == before


@pytest.mark.slow
@posix
def test_closed_streams_are_no_fault(spring: Path) -> None:
    """A note to a closed standard error does not end up in the answer."""
    for closed in ("<&-", ">&-", "<&- >&- 2>&-"):
        in_shell(f"mcmahon standings spring {closed}", spring.parent)
    players = spring / "players.csv"
    players.write_text(players.read_text().replace("Player-a", "Anna"))
    assert "note" not in in_shell("mcmahon result spring 3 1-0 2>&-", spring.parent)
    assert in_shell("mcmahon player spring nobody 2>&-", spring.parent, code=2) == ""
    assert in_shell("mcmahon log spring | head -1", spring.parent).count("\n") == 1


@pytest.mark.slow
@posix
def test_without_any_environment_names_are_written_whole(spring: Path) -> None:
    """No home, no locale."""
    players = spring / "players.csv"
    players.write_text(players.read_text(encoding="utf-8").replace("Player-a", "Müller 민준"), encoding="utf-8")
    assert "Müller 민준" in in_shell("mcmahon players spring", spring.parent, env={})


@pytest.mark.slow
@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
def test_an_answer_that_cannot_be_written_is_an_error(spring: Path) -> None:
    assert "cannot write the output" in in_shell("mcmahon standings spring > /dev/full", spring.parent, code=3)


@pytest.mark.slow
@posix
def test_a_working_folder_that_is_gone_matters_to_relative_paths_only(spring: Path) -> None:
    gone = spring.parent / "gone"
    gone.mkdir()
    in_shell(f"rmdir ../gone; mcmahon result '{spring}' 3 1-0", gone)
    gone.mkdir()
    said = in_shell("rmdir ../gone; mcmahon new t", gone, code=3)
    assert said.startswith("mcmahon: the folder in which you started the command no longer exists")


@pytest.mark.slow
def test_odd_names_of_folders(spring: Path) -> None:
    """Blanks, quotes, other scripts, 200 characters, links, and bytes that are no text."""
    home = spring.parent
    names = ['it\'s a "test" $HOME Ünï 碁 대회', "x" * 200]
    if sys.platform.startswith("linux"):
        names.append(os.fsdecode(b"bad\xff"))
    for name in names:
        mcmahon("convert", "spring", home / name, "--to", "folder", cwd=home)
        mcmahon("result", name, 3, "1-0", cwd=home)
        assert "undone: mcmahon result" in mcmahon("undo", name, cwd=home).stdout
    if sys.platform.startswith("linux"):
        made = mcmahon_process("new", os.fsdecode(b"worse\xff"), cwd=home)
        assert "worse\\udcff: a new tournament" in made.stdout
        wrong = mcmahon_process("player", "spring", "a", "--club", os.fsdecode(b"\xff"), cwd=home, code=2)
        assert "not text" in wrong.stderr
        assert "File name too long" in mcmahon("new", "x" * 300, cwd=home, code=3).stderr


@posix
def test_a_link_to_the_folder_is_followed_one_inside_it_is_not_and_circles_are_errors(spring: Path) -> None:
    home = spring.parent
    (home / "link").symlink_to("spring")
    mcmahon("result", "link", 3, "1-0", cwd=home)
    assert (home / "link").is_symlink()
    (home / "circle").symlink_to("circle")
    for words in (("new", "circle"), ("register", "spring", "circle")):
        assert "circle" in mcmahon(*words, cwd=home, code=3).stderr
    (home / "elsewhere").mkdir()
    (spring / ".journal").rename(home / "elsewhere" / "journal")
    (spring / ".journal").symlink_to(home / "elsewhere" / "journal")
    for words in (("standings", "link"), ("undo", "spring"), ("result", "link", 3, "1-0")):
        assert ".journal is a symbolic link, and links are not" in mcmahon(*words, cwd=home, code=3).stderr


@pytest.mark.long
def test_a_watcher_that_cannot_write_goes_on_when_it_can(spring: Path) -> None:
    """And says once what is in the way."""
    command = [sys.executable, "-u", "-m", "mcmahon", "publish", "spring", "--watch"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, cwd=spring.parent, stdout=pipe, stderr=pipe, text=True) as watcher:
        assert watcher.stdout is not None
        assert watcher.stderr is not None
        late = threading.Timer(60, watcher.kill)  # so that a watcher that says nothing fails instead of waiting
        late.start()
        try:
            assert "files" in watcher.stdout.readline()
            (spring / "pages").rename(spring / "away")
            (spring / "pages").write_text("")
            mcmahon("result", spring, 3, "1-0")
            assert "pages cannot be written: " in watcher.stderr.readline()
            (spring / "pages").unlink()
            assert "files" in watcher.stdout.readline()
        finally:
            late.cancel()
            watcher.terminate()


HOSTILE = "\x1b]0;title\x07\x1b[2J\x9b31m\u202emirrored\u2066\u200b"
UNSEEN = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2060-\u206f]")


def test_nothing_that_is_printed_commands_the_terminal(spring: Path, tmp_path: Path) -> None:
    """Escape sequences, control characters and marks of direction out of names, files and arguments are shown."""
    path = tmp_path / f"a{HOSTILE}\nforged"
    spring.rename(path)
    settings = path / "tournament.toml"
    escaped = "".join(f"\\u{ord(c):04x}" for c in HOSTILE + "\nforged")
    settings.write_text(settings.read_text().replace('name = "Spring"', f'name = "{escaped}"'))
    players = path / "players.csv"
    players.write_text(players.read_text(encoding="utf-8").replace("Player-a", f"Player-a{HOSTILE}"), encoding="utf-8")
    foreign = tmp_path / f"b{HOSTILE}.xml"
    foreign.write_text("<no><xml", encoding="utf-8")
    runs = [mcmahon("set", path, f"event.place={HOSTILE}\nforged"), mcmahon("log", path), mcmahon("standings", path)]
    runs += [mcmahon("show", path), mcmahon("standings", path, "--json"), mcmahon("undo", path), mcmahon("redo", path)]
    runs += [mcmahon("convert", foreign, tmp_path / "out", code=2), mcmahon("standings", HOSTILE, code=3)]
    runs += [mcmahon(f"no{HOSTILE}\nforged", code=2), mcmahon("pair", path, f"--no{HOSTILE}", code=2)]
    runs += [mcmahon("pair", path, "--seconds", HOSTILE, code=2), mcmahon("explain", path, f"nobody{HOSTILE}", code=2)]
    for run in runs:
        assert UNSEEN.search(run.stdout + run.stderr) is None, run
        assert not any(line.startswith("forged") for line in (run.stdout + run.stderr).splitlines()), run
    assert HOSTILE in players.read_text(encoding="utf-8")
    assert escaped in settings.read_text()


@pytest.mark.slow
def test_a_field_too_large_for_the_memory_is_said_in_a_sentence(spring: Path) -> None:
    lines = [
        "import sys; from mcmahon.cli import run; from mcmahon.io.folder.folder import TournamentFolder",
        "def full(*_): raise MemoryError",
        f"TournamentFolder.read = full; sys.argv = ['mcmahon', 'players', {str(spring)!r}]; run()",
    ]
    end = subprocess.run([sys.executable, "-c", "\n".join(lines)], capture_output=True, text=True, check=False)
    assert end.returncode == 4
    assert "this machine has too little memory" in end.stderr
    assert "Traceback" not in end.stderr


@pytest.mark.slow
def test_a_certificate_is_written_before_the_answer_goes_into_a_pipe_that_is_closed(spring: Path) -> None:
    proof = spring.parent / "proof.json"
    command = f"{sys.executable} -m mcmahon pair {spring} --missing-results --dry-run --certificate {proof} | true"
    subprocess.run(["sh", "-c", command], check=False, capture_output=True)
    assert proof.is_file()
