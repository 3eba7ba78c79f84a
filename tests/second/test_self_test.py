"""The self-test: it finds nothing in the program, and finds what is put into it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from mcmahon.desk.rounds.draw.drawing import draw_round
from mcmahon.io.folder.state_files import state_files
from mcmahon.model.judging.violation import NoPairingError, Violation
from mcmahon.model.tournament.rules import Rule
from mcmahon_bench.tournaments.random_tournaments import KINDS, played_tournament, random_tournament

from second import self_test
from second.self_test import FAULTS, Findings, main, play

pytest.importorskip("rustworkx")

#: A small tournament of each kind.
SEEDS = {"mcmahon": 1, "regular": 3, "bands": 4, "swiss": 19, "accelerated": 6, "groups": 7, "round-robin": 8} | {
    "teams": 9,
    "cups": 10,
}


def found(kind: str) -> Findings:
    findings = Findings()
    play(SEEDS[kind], findings, kind)
    return findings


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_no_fault_is_found(kind: str) -> None:
    findings = found(kind)
    assert findings.first == ""
    assert findings.counts["drawn"]
    assert not any(findings.counts[name] for name in FAULTS)


def test_a_number_makes_the_same_tournament() -> None:
    one, two = (played_tournament(12, 2, "mcmahon") for _ in range(2))
    assert state_files(one) == state_files(two)
    assert random_tournament(12, "teams").state.tournament.settings.of_teams
    assert random_tournament(12, "cups").kind == "cups"


def test_a_dearer_round_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def dearer(*arguments: object, **options: object) -> object:
        drawn = draw_round(*arguments, **options)  # type: ignore[arg-type]
        tiers = tuple(replace(tier, cost=tier.cost + 1) for tier in drawn.pairing.tiers)
        return replace(drawn, pairing=replace(drawn.pairing, tiers=tiers))

    monkeypatch.setattr(self_test, "draw_round", dearer)
    findings = found("swiss")
    assert findings.counts["cost"] == findings.counts["second"] > 0
    assert findings.first.startswith("cost: swiss 19 round 1")


def test_a_wrong_certificate_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def forged(*arguments: object, **options: object) -> object:
        drawn = draw_round(*arguments, **options)  # type: ignore[arg-type]
        own = drawn.pairing.certificate
        assert own is not None
        pairs = own.pairs.copy()
        pairs[[0, -1], 1] = pairs[[-1, 0], 1]
        return replace(drawn, pairing=replace(drawn.pairing, certificate=replace(own, pairs=pairs)))

    monkeypatch.setattr(self_test, "draw_round", forged)
    assert found("swiss").counts["certificate"] > 0


def test_a_refused_round_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*arguments: object, **options: object) -> object:
        raise NoPairingError(1)

    monkeypatch.setattr(self_test, "draw_round", refused)
    findings = found("swiss")
    assert findings.counts == Counter({"refused": 1})
    assert "but another method has one" in findings.first


def test_a_broken_rule_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = self_test.check

    def strict(state: object) -> object:
        outcome = looked(state)  # type: ignore[arg-type]
        return replace(outcome, value=[replace(outcome.value[0], violations=(Violation(Rule.REPEATS, ("1", "2")),))])

    monkeypatch.setattr(self_test, "check", strict)
    assert found("swiss").counts["illegal"] == 1


def test_rows_and_report(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(self_test, "BATCH", 2)
    assert main([str(tmp_path / "rows.csv"), "--rounds", "2"]) == 0
    out = capsys.readouterr().out
    assert "2 tournaments" in out
    assert "faults: refused 0, illegal 0, cost 0, certificate 0" in out
