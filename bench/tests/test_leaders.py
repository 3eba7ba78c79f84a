"""Leaders who play below their score, by weights."""

from __future__ import annotations

import pytest
from mcmahon_bench import leaders


@pytest.mark.slow
def test_a_table_of_two_profiles(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(leaders, "FIELDS", leaders.FIELDS[3:4])
    leaders.main(["20", "few-floats", "few-floats,leader_gap=60000"])
    name, first, second = capsys.readouterr().out.splitlines()
    assert name == "16 players, 4 rounds"
    stranded = [int(line.split("stranded in ")[1].split()[0]) for line in (first, second)]
    assert stranded[1] < stranded[0] <= 20
    assert second.startswith("  few-floats,leader_gap=60000: ")


def test_other_weights_are_of_the_named_criteria() -> None:
    assert leaders.profile_of("balanced,same_club=7").weight_of("same_club") == 7
    assert leaders.profile_of("balanced-2").weight_of("leader_gap") == 0
