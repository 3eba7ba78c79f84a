"""The benchmarks in a small size: every worst case is settled, and the speed suite measures proven rounds."""

from __future__ import annotations

import pytest
from mcmahon.bench.speed import report
from mcmahon.bench.worst_cases import CASES, solved

INFEASIBLE = {"odd_camps", "many_odd_camps", "one_family", "impossible_count"}


@pytest.mark.parametrize("name", CASES)
def test_every_worst_case_is_settled(name: str, full: bool) -> None:
    outcome, _ = solved(name, 600 if full else 120)
    assert outcome == ("infeasible, proven" if name in INFEASIBLE else "proven")


def test_the_speed_suite_measures_proven_rounds() -> None:
    cells = [cell.strip() for cell in report(40, 2, blossom=False, command=False).strip("|").split("|")]
    assert cells[:3] == ["40", "12", "12"]
    assert 0 < float(cells[3]) <= float(cells[5])
