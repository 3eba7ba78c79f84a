"""A tournament folder that somebody has sent: no command writes elsewhere because of it, hangs, or fills the memory."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import threading
from pathlib import Path

import pytest
from builders import played, tournament
from commands import mcmahon
from folders import changing, create
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.settings.settings_file import new_settings_text

from .test_faults import in_shell

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links, pipes and a shell as on POSIX systems")


@pytest.fixture
def spring(tmp_path: Path) -> Path:
    """A tournament of four players with one round."""
    made = played(tournament("3d 2d 1d 1k", name="Spring"), "a+b c?d")
    create(TournamentFolder(tmp_path / "spring"), new_settings_text("bga", {"name": "Spring"}), "new", made)
    return tmp_path / "spring"


@pytest.mark.parametrize("name", ["../pwned", "{home}/pwned", "rounds/../../pwned.csv"])
def test_a_step_that_names_a_file_elsewhere_writes_none(spring: Path, name: str) -> None:
    """Reading recovers what a command had left half done; undo goes back to what a step says."""
    name = name.format(home=spring.parent)
    steps, data = spring / ".journal" / "steps", b"evil"
    mcmahon("result", spring, 2, "1-0")
    last = max(steps.iterdir())
    step = json.loads(last.read_text())
    digest = hashlib.sha256(data).hexdigest()
    (spring / ".journal" / "objects" / f"{digest}.gz").write_bytes(gzip.compress(data))
    for number in (4, 5):
        tree = step["tree"] | {name: digest}
        (steps / f"{number:08}.json").write_text(json.dumps(step | {"tree": tree, "undo_to": number - 1}))
    for words in (("standings", spring), ("log", spring), ("undo", spring), ("result", spring, 2, "1-0")):
        said = mcmahon(*words).stderr
        if words[0] == "standings":
            assert f"note: {steps}/00000005.json: the tree names" in said
    assert [path.name for path in spring.parent.iterdir()] == ["spring"]
    assert (spring / ".journal" / "set-aside" / "00000005.json").exists()


@pytest.mark.slow
def test_the_pages_of_a_folder_do_not_go_through_a_link_in_it(spring: Path) -> None:
    """Who wants them elsewhere says so."""
    (spring.parent / "elsewhere").mkdir()
    (spring / "pages").symlink_to(spring.parent / "elsewhere")
    assert "pages is a symbolic link" in mcmahon("publish", spring, code=3).stderr
    assert list((spring.parent / "elsewhere").iterdir()) == []
    mcmahon("publish", spring, "--to", spring.parent / "elsewhere")
    assert (spring.parent / "elsewhere" / "index.html").exists()


@pytest.mark.long
def test_pipes_are_read_and_written_and_have_a_bound(spring: Path) -> None:
    home = spring.parent
    (home / "more.csv").write_text("name,rank\nZed,3k\n")
    assert "1 new" in in_shell("cat more.csv | mcmahon register spring /dev/stdin", home)
    assert "0 new" in in_shell("mcmahon register spring - < more.csv", home)
    assert "-: larger than 64 MiB" in in_shell("cat /dev/zero | mcmahon register spring -", home, code=2)
    assert "/dev/zero: larger than 64 MiB" in in_shell("mcmahon register spring /dev/zero", home, code=2)
    assert "Player-a" in in_shell("mcmahon export spring csv /dev/stdout", home)


@pytest.mark.slow
def test_who_reads_a_folder_with_a_damaged_step_while_another_writes_sees_whole_steps(spring: Path) -> None:
    """Whether the step is still there or set aside: nobody waits in vain, or sees half a step."""
    folder = TournamentFolder(spring)
    done = threading.Event()

    def write() -> None:
        try:
            for count in range(20):
                last = max((spring / ".journal" / "steps").glob("0*.json"))
                if count % 3 == 0:
                    last.write_text("{")
                with changing(folder, f"write {count}") as change:
                    more = tournament(" ".join(["1d"] * (5 + count)))
                    change.tournament = change.tournament.with_players(more.players)
        finally:
            done.set()

    writer = threading.Thread(target=write)
    writer.start()
    seen = set()
    while not done.is_set():
        seen.add(len(TournamentFolder(spring).read().tournament.players))
    writer.join()
    assert seen <= {4, *range(5, 25)}
    assert len(TournamentFolder(spring).read().tournament.players) == 24
