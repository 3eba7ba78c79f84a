"""Engines ranked on the library: scores, gaps, the limit in a process of its own, the page made from its table."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from mcmahon_bench.library.ranking import FOLDER, RANKED, Draw, csv_text, drawn, gap, main, page_text, read_draws, score
from mcmahon_bench.library.table import key, read_rounds

ROUNDS = read_rounds()


def draw(state: str = "least", seconds: float = 1.0, cost: str = "10") -> Draw:
    return Draw("egf16-r1", "ours", 16, seconds, cost, state)


def test_the_score_is_seconds_and_twice_the_limit_where_the_least_cost_was_not_found() -> None:
    assert score([draw(), draw(seconds=3.0), draw("more"), draw("late")], 5.0) == (1 + 3 + 10 + 10) / 4


def test_the_gap_is_taken_in_the_first_tier_that_differs() -> None:
    assert gap(draw(cost="15"), "10") == pytest.approx(50)
    assert gap(draw(cost="3+12+9"), "3+10+99") == pytest.approx(20)
    assert gap(draw(cost="3+1"), "3+0") is None


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of processor time")
@pytest.mark.parametrize("engine", RANKED)
def test_every_engine_draws_a_small_round_in_a_process_of_its_own(engine: str) -> None:
    line = ROUNDS["egf16-r3"]
    found = drawn(line, line.problem(), engine)
    assert found.state in ("least", "more")
    assert (found.state == "least") == (found.cost == line.cost)
    assert key(found.cost) >= key(line.cost)
    if engine in ("ours", "blossom", "networkx", "cp-sat"):
        assert found.cost == line.cost


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of processor time")
def test_rules_are_refused_large_rounds_left_out_and_late_answers_not_counted() -> None:
    line = ROUNDS["counted40-4x3-hard"]
    assert drawn(line, line.problem(), "blossom").state == "refused"
    assert drawn(replace(line, players=251), line.problem(), "networkx").state == "not tried"
    assert drawn(ROUNDS["egf16-r3"], ROUNDS["egf16-r3"].problem(), "ours", 0.0).state == "late"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of processor time")
def test_the_command_writes_table_and_page(tmp_path: Path) -> None:
    main(["--most", "16", "--out", str(tmp_path)])
    draws = read_draws((tmp_path / "ranking.csv").read_text(encoding="utf-8"))
    assert {d.engine for d in draws} == set(RANKED)
    page = (tmp_path / "ranking.md").read_text(encoding="utf-8")
    assert all(f"| `{engine}` |" in page for engine in RANKED)


def test_the_kept_page_is_made_from_the_kept_table() -> None:
    text = (FOLDER / "ranking.csv").read_text(encoding="utf-8")
    draws = read_draws(text)
    assert csv_text(draws) == text
    assert page_text(draws) == (FOLDER / "ranking.md").read_text(encoding="utf-8")
    assert all(d.state == "least" for d in draws if d.engine == "ours" and not ROUNDS[d.round].hard)
