"""Places by two programs: they agree, share nothing, and a wrong rule on either side is seen."""

from __future__ import annotations

import ast
import csv
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from mcmahon.model.errors import InputError
from mcmahon.model.placing import sums
from mcmahon.model.placing.scores import RoundScore

from second import cross_check, second_standings
from second.batches import Batches, run_batches
from second.cross_check import differences, main, small_field
from second.second_standings import OF, Board, Entrant, PlayedRound, Second, SmallField

EVERY = frozenset({1, 2, 3})


@pytest.mark.slow
def test_both_programs_place_small_fields_alike() -> None:
    assert [str(one) for seed in range(100) for one in differences(seed)] == []


def test_the_second_program_imports_nothing_of_the_first() -> None:
    tree = ast.parse(Path(second_standings.__file__).read_text(encoding="utf-8"))
    modules = {node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    assert modules <= {"__future__", "collections.abc", "dataclasses", "fractions", "functools"}
    assert not any(isinstance(node, ast.ImportFrom) and node.level for node in ast.walk(tree))


def test_fields_have_everything_that_a_rule_speaks_of() -> None:
    fields = [small_field(seed) for seed in range(100)]
    boards = [board for data in fields for own in data.played for board in own.games]
    assert {b.result for b in boards} == set(cross_check.RESULTS)
    assert any(b.boards for b in boards)
    assert any(b.handicap for b in boards)
    assert any(own.byes for data in fields for own in data.played)
    assert any(own.unpaired for data in fields for own in data.played)
    assert {data.rules["start.scheme"] for data in fields} == {"rank", "regular", "bands", "swiss"}


def test_a_wrong_sum_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A forfeit that counts as played changes the adjusted scores of Mays, and only the second program keeps them."""
    monkeypatch.setattr(RoundScore, "played", property(lambda entry: entry.kind == "game"))
    assert {one.name for seed in range(40) for one in differences(seed)} >= {"SOS-N", "SODOS-N"}


def test_an_empty_row_counts_no_start_score_where_wins_are_added(monkeypatch: pytest.MonkeyPatch) -> None:
    data = SmallField(
        1,
        small_field(1).rules
        | {
            "start.scheme": "rank",
            "start.bar": None,
            "start.zero": -20,
            "placing.empty_round": "normalised",
            "placing.order": ("SOSW", "SOS"),
            "teams.boards": 0,
        },
        tuple(Entrant(str(k), 0, 2100, frozenset({1})) for k in range(1, 4)),
        (PlayedRound((Board("1", "2", "1-0"),), ("3",)),),
    )
    alone = next(line for line in Second(data).standings(("SOSW", "SOS")) if line.id == "3")
    assert (alone.values["SOSW"], alone.values["SOS"]) == (0, 20)
    assert not list(differences(1, data))
    monkeypatch.setattr(sums, "_mean", lambda row, of_none: 44)
    assert {one.name for one in differences(1, data) if one.player == "3"} >= {"SOSW", "SOS"}


def test_mays_third_example_by_the_second_program() -> None:
    """Players with six, four and six opponents in six rounds: −6 × 6/5 = −7.2 and so on; here one of five met."""
    rules = small_field(1).rules | {"start.scheme": "rank", "start.bar": None, "start.zero": 0, "teams.boards": 0}
    rules |= {"placing.default_games": True, "placing.handicap_in_sos": False}
    entrants = (Entrant("1", -1, 0, EVERY), Entrant("2", -3, 0, EVERY), Entrant("3", -4, 0, EVERY))
    played = (
        PlayedRound((Board("1", "2", "1-0"),), ("3",)),
        PlayedRound((Board("1", "3", "0-1"),), ("2",)),
        PlayedRound((Board("2", "3", "1-0"),), ("1",)),
    )
    own = Second(SmallField(3, rules, entrants, played))
    adjusted = {p: own.start[p] + own.adjusted_wins(p) for p in "123"}
    assert adjusted == {"1": Fraction(1, 2), "2": Fraction(-3, 2), "3": Fraction(-5, 2)}
    assert own.sos_n("1") == Fraction(3, 2) * (adjusted["2"] + adjusted["3"])


def test_rows_go_on_where_they_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cross_check, "BATCH", 5)
    rows = tmp_path / "rows.csv"
    assert main([str(rows), "--fields", "5"]) == 0
    first = rows.read_text(encoding="utf-8")
    rows.write_text(first + "1,5,", encoding="utf-8")  # killed while it wrote
    assert main([str(rows), "--fields", "10"]) == 0
    assert "10 fields" in capsys.readouterr().out
    with rows.open(encoding="utf-8", newline="") as lines:
        assert [row["batch"] for row in csv.DictReader(lines)] == ["0", "1"]
    assert rows.read_text(encoding="utf-8").startswith(first)
    rows.write_text("a,b\n1,2\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"not the rows of this check"):
        main([str(rows)])


def test_batches_stop_at_the_time_and_at_the_sum(tmp_path: Path) -> None:
    counted = Batches(("found",), lambda number: {"found": number + 1})
    assert run_batches(tmp_path / "none.csv", counted, range(5), 0.0) == []
    rows = run_batches(tmp_path / "some.csv", counted, range(9), 1.0, ("found", 6))
    assert [row["found"] for row in rows] == ["1", "2", "3"]


def test_a_difference_is_told_with_its_field(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cross_check, "small_field", lambda seed: replace(small_field(seed), played=()))
    monkeypatch.setitem(OF, "MMS", lambda program, player: Fraction(99))
    monkeypatch.setattr(cross_check, "BATCH", 2)
    assert main([str(tmp_path / "rows.csv"), "--fields", "2"]) == 1
    assert "99 by the second" in (tmp_path / "rows.csv").read_text(encoding="utf-8")
