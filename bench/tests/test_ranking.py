"""Engines ranked on the library: scores, gaps, the limit in a process of its own, the page made from its table."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest
from mcmahon_bench.engines.all_engines import ENGINES
from mcmahon_bench.engines.libraries import library
from mcmahon_bench.library import ranking
from mcmahon_bench.library.ranking import (
    FOLDER,
    RANKED,
    Draw,
    csv_text,
    drawn,
    gap,
    main,
    missing,
    page_text,
    read_draws,
    score,
)
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
    if missing(engine):
        assert (found.state, found.reason, found.cost) == ("absent", missing(engine), "")
        pytest.skip(f"{engine} is absent: {found.reason}")
    assert found.seconds > 0
    assert found.state in ("least", "more")
    assert (found.state == "least") == (found.cost == line.cost)
    assert key(found.cost) >= key(line.cost)
    if engine not in ("greedy", "slide"):
        assert found.cost == line.cost


@pytest.mark.skipif(sys.platform == "win32", reason="needs limits of processor time")
def test_rules_are_refused_large_rounds_left_out_and_late_answers_not_counted() -> None:
    line = ROUNDS["counted40-4x3-hard"]
    refused = drawn(line, line.problem(), "blossom")
    assert (refused.state, refused.cost) == ("refused", "")
    assert "cannot keep the hard rule" in refused.reason
    assert drawn(replace(line, players=251), line.problem(), "networkx").state == "not tried"
    assert drawn(ROUNDS["egf16-r3"], ROUNDS["egf16-r3"].problem(), "ours", 0.0).state == "late"


def test_an_absent_engine_is_named_with_what_it_lacks_and_has_no_score(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(RANKED, "nowhere", 10)
    monkeypatch.setitem(ranking.ABOUT, "nowhere", "an engine that nobody has")
    monkeypatch.setitem(ENGINES, "nowhere", lambda problem: library("no_such_library"))
    line = ROUNDS["egf16-r3"]
    found = drawn(line, line.problem(), "nowhere")
    assert (found.state, found.cost) == ("absent", "")
    assert found.reason.startswith("no_such_library is not installed")
    draws = [found, replace(draw(), round="egf16-r3")]
    assert read_draws(csv_text(draws)) == draws
    page = page_text(draws)
    assert "| `nowhere` | 0 | 0 | 0 | 0 | 0 | 1 | – | – | – |" in page
    assert f"* `nowhere`: an engine that nobody has. Absent, so not measured: {found.reason}." in page
    assert page.index("| `ours` |") < page.index("| `nowhere` |")


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
