"""Folders, records and certificates that version 1.0.0 has written open and verify, and say what they said then."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from commands import mcmahon
from mcmahon.desk.desk import Desk
from mcmahon.desk.questions.standing_round import drawn_round
from mcmahon.model.pairing.round_problem import has_print
from mcmahon.solver.proof import stated_problems, verify_certificate

HERE = Path(__file__).parent
FOLDERS = ("club", "rules", "teams", "five")
SAID = [(name, words) for name in FOLDERS for words in ("standings", "players", "check --prove", *(
    f"show -r {k}" for k in range(1, {"club": 5, "rules": 4, "teams": 4, "five": 6}[name])))]  # fmt: skip
CERTIFICATES = [
    "club-1.json", "club-2.npz", "club-4.json", "rules-1.json", "rules-2.json", "rules-3.npz", "teams-3.json",
    *(f"five-{k}.json" for k in range(1, 6)),
]  # fmt: skip
#: What may differ: where files lie, and how an error is told.
OURS = ("version", "seconds", "search_seconds", "folder", "path", "engine")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What version 1.0.0 has made; nobody changes it."""
    home = tmp_path_factory.mktemp("made")
    shutil.unpack_archive(HERE / "made.zip", home)
    return home


def holds(then: Any, now: Any) -> bool:
    """Whether an answer of today has all that one of then had: the same values, keys in the same order."""
    if isinstance(then, dict):
        kept = [name for name in now if name in then]
        return kept == list(then) and all(name in OURS or holds(own, now[name]) for name, own in then.items())
    if isinstance(then, list):
        return len(then) == len(now) and all(map(holds, then, now))
    return bool(then == now)


def test_a_key_that_is_renamed_moved_or_changed_is_noticed() -> None:
    then = {"round": 1, "boards": [{"white": "7", "black": "9"}]}
    assert holds(then, {"round": 1, "new": 0, "boards": [{"white": "7", "black": "9", "new": None}]})
    for wrong in (
        {"round": 1, "tables": then["boards"]},
        {"boards": then["boards"], "round": 1},
        {"round": 1, "boards": [{"white": "9", "black": "7"}]},
        {"round": 1, "boards": []},
    ):
        assert not holds(then, wrong)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "words"), SAID, ids=lambda part: part)
def test_a_folder_says_what_it_said(name: str, words: str, made: Path) -> None:
    first, *rest = words.split()
    said = mcmahon(first, made / name, *rest, "--json", code=(0, 1)).stdout
    then = json.loads((made / "said" / name / f"{words}.json").read_text(encoding="utf-8"))
    assert holds(then, json.loads(said))


@pytest.mark.parametrize("name", FOLDERS)
def test_the_problem_of_each_round_is_the_one_that_was_solved(name: str, made: Path) -> None:
    """The fingerprint of then is found again from the folder, or from what the record keeps."""
    state = Desk(made / name).read()
    for number, record in state.records.items():
        assert record.ledger is not None
        standing = drawn_round(state, number)
        assert standing.unchanged
        assert has_print(standing.problem, record.ledger.fingerprint), number


@pytest.mark.parametrize("name", CERTIFICATES)
def test_a_certificate_is_verified(name: str, made: Path) -> None:
    file = made / "certificates" / name
    folder = [made / name.split("-")[0]] if file.suffix == ".json" else []
    assert "proven minimal" in mcmahon("verify", file, *folder).stdout


@pytest.mark.parametrize("name", [name for name in CERTIFICATES if name.endswith(".npz")])
def test_the_short_verifier_takes_it_alone(name: str, made: Path) -> None:
    found = verify_certificate.verify(*stated_problems.read(str(made / "certificates" / name)))
    assert found
    assert all(value == bound for _, value, bound in found)


def test_a_record_with_two_players_exchanged_is_no_longer_the_least(made: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(made / "rules", tmp_path / "rules"))
    boards = folder / "rounds" / "2.csv"
    rows = [line.split(",") for line in boards.read_text(encoding="utf-8").splitlines()]
    at = rows[0].index("black")
    rows[1][at], rows[2][at] = rows[2][at], rows[1][at]
    boards.write_text("".join(",".join(row) + "\n" for row in rows), encoding="utf-8")
    mcmahon("check", folder, "--prove", code=1)


def test_a_certificate_with_a_greater_bound_is_refused(made: Path, tmp_path: Path) -> None:
    data = json.loads((made / "certificates" / "rules-1.json").read_text(encoding="utf-8"))
    data["proofs"][0]["y"][0] += data["proofs"][0]["scale"]
    forged = tmp_path / "forged.json"
    forged.write_text(json.dumps(data), encoding="utf-8")
    mcmahon("verify", forged, made / "rules", code=1)


def test_steps_of_then_are_taken_back_and_done_again(made: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(made / "club", tmp_path / "club"))
    before = {path.name: path.read_bytes() for path in sorted(folder.glob("**/*.csv"))}
    steps = 0
    while mcmahon("undo", folder, code=(0, 2)).returncode == 0:
        steps += 1
    assert steps > 8
    assert (folder / "tournament.toml").exists()
    for _ in range(steps):
        mcmahon("redo", folder)
    assert {path.name: path.read_bytes() for path in sorted(folder.glob("**/*.csv"))} == before


def test_a_round_goes_on_after_them(made: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(made / "rules", tmp_path / "rules"))
    tables = json.loads(mcmahon("show", folder, "--json").stdout)["boards"]
    mcmahon("result", folder, *(part for board in tables for part in (board["table"], "1-0")))
    assert "proven optimal" in mcmahon("pair", folder).stdout
