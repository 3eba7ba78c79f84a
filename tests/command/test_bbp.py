"""`mcmahon-bbp` in the place of bbpPairings: its arguments, what it writes where, its exit codes."""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest
from builders import real_data
from mcmahon import __version__
from mcmahon.bench.tournaments.real import read_real
from mcmahon.cli.bbp import DONE, FILE, INVALID, LIMIT, NO_PAIRING, UNEXPECTED, run
from mcmahon.desk.rounds import trf_round
from mcmahon.io.foreign.trf import write_trf
from mcmahon.model.errors import NoAnswerError
from trf_files import trf

FIRST: dict[int, list[str]] = {k: [] for k in range(1, 12)}
PAST = {1: ["2 w 1"], 2: ["1 b 0"]}

Output = pytest.CaptureFixture[str]


def pairs(text: str) -> list[tuple[int, int]]:
    """What a program reads: the number of pairs, then a pair a line."""
    count, *lines = text.splitlines()
    found = [tuple(map(int, line.split())) for line in lines]
    assert int(count) == len(found)
    assert all(len(pair) == 2 for pair in found)
    return found  # type: ignore[return-value]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "open.trf"
    path.write_bytes(trf(FIRST))
    return path


@pytest.mark.parametrize("system", ["--dutch", "--burstein", "--fast"])
def test_a_round_is_written_to_standard_output_with_nothing_else(system: str, file: Path, capsys: Output) -> None:
    assert run([system, str(file), "-p"]) == DONE
    out, err = capsys.readouterr()
    found = pairs(out)
    assert sorted(number for pair in found for number in pair) == list(range(12))
    assert found[-1][1] == 0
    assert err == (
        "mcmahon-bbp: pairs by costs of its own (mcmahon), not by the rules of FIDE's Dutch or Burstein system\n"
    )


def test_it_is_written_to_a_file_beside_the_input_and_the_check_list_too(file: Path, capsys: Output) -> None:
    assert run(["--dutch", str(file), "-p", "out.txt", "-l"]) == DONE
    assert capsys.readouterr().out == ""
    assert len(pairs((file.parent / "out.txt").read_text(encoding="utf-8"))) == 6
    titles, *listed = (file.parent / "open.list").read_text(encoding="utf-8").splitlines()
    assert titles == "White Black Points Points Colours Colours"
    found = pairs((file.parent / "out.txt").read_text(encoding="utf-8"))
    assert listed == [f"{a} {b} 0 0 +0 +0" if b else f"{a} 0 0 +0" for a, b in found]
    elsewhere = file.parent / "there"
    elsewhere.mkdir()
    assert run(["-r", "--dutch", str(file), "-p", str(elsewhere / "out"), "-l", "own"]) == DONE
    assert capsys.readouterr().out.startswith("mcmahon ")
    assert (elsewhere / "out").exists()
    assert (file.parent / "own").exists()


@pytest.mark.slow
def test_the_file_may_come_on_standard_input(file: Path) -> None:
    command = [sys.executable, "-m", "mcmahon.cli.bbp", "--dutch", "-p"]
    done = subprocess.run(command, input=file.read_bytes(), capture_output=True, check=True)
    assert len(pairs(done.stdout.decode())) == 6


def test_wishes_of_the_file_are_kept(tmp_path: Path, capsys: Output) -> None:
    players = {**FIRST, 9: ["2 w"], 2: ["9 b"], 11: ["-"]}
    forbidden = [f"XXP 1 {k}" for k in range(3, 8)]
    (tmp_path / "f").write_bytes(trf(players, 5, *forbidden))
    assert run(["--dutch", str(tmp_path / "f"), "-p"]) == DONE
    found = pairs(capsys.readouterr().out)
    assert (9, 2) in found
    assert {frozenset(pair) for pair in found} & {frozenset({1, k}) for k in (8, 10)}
    assert 11 not in {number for pair in found for number in pair}


def test_start_numbers_above_9999_come_back(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "f").write_bytes(trf({k: [] for k in range(10_001, 10_009)}, 5, "XXW 7", width=7))
    assert run(["--fast", str(tmp_path / "f"), "-p"]) == DONE
    out, err = capsys.readouterr()
    assert sorted(number for pair in pairs(out) for number in pair) == list(range(10_001, 10_009))
    assert "start numbers with gaps" in err


def test_no_legal_round_is_exit_code_1_and_says_what_programs_look_for(tmp_path: Path, capsys: Output) -> None:
    (tmp_path / "f").write_bytes(trf(PAST))
    assert run(["--dutch", str(tmp_path / "f"), "-p", "out"]) == NO_PAIRING
    assert "No valid pairing exists" in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--swiss", "{file}", "-p"], "unknown pairing system '--swiss'"),
        (["--dutch"], "wrong arguments; expected: mcmahon-bbp"),
        (["--dutch", "{file}"], "wrong arguments"),
        (["--dutch", "{file}", "-p", "out", "more"], "wrong arguments"),
        (["--dutch", "{file}", "-c", "-p"], "wrong arguments"),
        (["--dutch", "-g", "-o", "made.trf"], "-g is not offered"),
    ],
)
def test_wrong_arguments_are_exit_code_3(words: list[str], told: str, file: Path, capsys: Output) -> None:
    assert run([word.format(file=file) for word in words]) == INVALID
    assert told in capsys.readouterr().err


@pytest.mark.parametrize(
    ("word", "told"),
    [("-h", "[FILE] -p [OUT]"), ("--help", "not by the rules of FIDE"), ("--version", f"mcmahon {__version__}: ")],
)
def test_it_says_what_it_is(word: str, told: str, capsys: Output) -> None:
    assert run([word]) == DONE
    assert told in capsys.readouterr().out


def test_the_other_exit_codes(file: Path, capsys: Output, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run(["--dutch", str(file.with_name("nowhere")), "-p"]) == FILE
    assert run(["--dutch", str(file), "-p", str(file / "below")]) == FILE
    file.write_text("no tournament", encoding="utf-8")
    assert run(["--dutch", str(file), "-p"]) == INVALID
    for error, code in ((NoAnswerError("late"), LIMIT), (MemoryError(), LIMIT), (ValueError("odd"), UNEXPECTED)):

        def fails(*_: object, error: Exception = error) -> None:
            raise error

        monkeypatch.setattr(trf_round, "pair_trf", fails)
        assert run(["--dutch", str(file), "-p"]) == code
    assert "Traceback" not in capsys.readouterr().err


def test_a_tournament_is_played_round_by_round_and_the_checker_finds_every_round_again(
    tmp_path: Path, capsys: Output
) -> None:
    players: dict[int, list[str]] = {k: [] for k in range(1, 14)}
    lots, path = random.Random(4), tmp_path / "f"
    met: set[frozenset[int]] = set()
    for _ in range(4):
        path.write_bytes(trf(players))
        assert run(["--dutch", str(path), "-p"]) == DONE
        for white, black in pairs(capsys.readouterr().out):
            assert frozenset((white, black)) not in met
            met.add(frozenset((white, black)))
            sign = lots.choice(("10", "01", "=="))
            players[white].append(f"{black} w {sign[0]}" if black else "U")
            if black:
                players[black].append(f"{white} b {sign[1]}")
    path.write_bytes(trf(players))
    assert run(["--dutch", str(path), "-c"]) == DONE
    assert capsys.readouterr().out.splitlines() == [f"round {k}: the same" for k in range(1, 5)]


def test_the_checker_names_what_would_be_drawn_here(tmp_path: Path, capsys: Output) -> None:
    """Four of one score, the best rated against the second best: slide pairs would be 1-3 and 2-4."""
    (tmp_path / "f").write_bytes(trf({1: ["2 w 1"], 2: ["1 b 0"], 3: ["4 w 1"], 4: ["3 b 0"]}))
    assert run(["--dutch", str(tmp_path / "f"), "-c"]) == DONE
    assert capsys.readouterr().out == "round 1: in the file: 2 1, 4 3; drawn here: 3 1, 4 2\n"
    (tmp_path / "f").write_bytes(trf({1: ["2 w 1", "2 b 0", "2 w 1"], 2: ["1 b 0", "1 w 1", "1 b 0"]}))
    assert run(["--dutch", str(tmp_path / "f"), "-c"]) == DONE
    said = ["round 1: the same", "round 2: no legal round", "round 3: no legal round"]
    assert capsys.readouterr().out.splitlines() == said


@pytest.mark.parametrize("name", ["lyon2020", "metu_summer2020"])
def test_real_tournaments_written_as_trf_have_a_next_round(name: str, tmp_path: Path, capsys: Output) -> None:
    tournament = read_real(real_data() / "tournaments" / f"{name}.json")
    before = tournament.before(len(tournament.rounds))
    (tmp_path / "f").write_bytes(write_trf(before).data)
    assert run(["--dutch", str(tmp_path / "f"), "-p"]) == DONE, capsys.readouterr().err
    assert pairs(capsys.readouterr().out)


def test_baku_acceleration_by_its_name_splits_the_first_round(tmp_path: Path, capsys: Output) -> None:
    """Of eleven players the first six play each other in round 1, as the rest do (FIDE C.04.5.1: 2 × ⌈11/4⌉ = 6)."""
    path = tmp_path / "open.trf"
    path.write_bytes(trf(FIRST, 9, "192 FIDE_DUTCH_2025_BAKU"))
    assert run(["--dutch", str(path), "-p"]) == DONE
    halves = [{number <= 6 for number in pair if number} for pair in pairs(capsys.readouterr().out)]
    assert all(len(half) == 1 for half in halves)
