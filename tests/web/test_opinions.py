"""Second opinions on the desk: in the background, in memory only, and a contradiction that nobody can overlook."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.rounds.enter_results import EnterResults, enter
from mcmahon.desk.rounds.proof import standing_opinion
from mcmahon.desk.rounds.proof.standing_opinion import OpinionProcess, opinion_key
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.solver.clock import Clock
from mcmahon.solver.cpsat.solving import ModelAnswer
from mcmahon.solver.engine import Options, solve
from mcmahon.solver.opinion import answer_about
from mcmahon.web.processes.opinions import Opinions

from .conftest import Opened

Said = Callable[[RoundProblem, Pairing], tuple[Pairing, ModelAnswer]]


class Process(OpinionProcess):
    """A process that answers in the thread that asks."""

    def __init__(self, say: Said, seconds: float = 0.0) -> None:
        super().__init__()
        self.say, self.seconds, self.asked = say, seconds, 0

    def ask(self, problem: RoundProblem, pairing: Pairing | None, clock: Clock, effort: float = 1.0) -> Any:
        """The answer of a function, after some seconds or when the clock is stopped."""
        self.asked += 1
        begin = time.monotonic()
        while time.monotonic() - begin < self.seconds and not clock.expired():
            time.sleep(0.01)
        return self.say(problem, solve(problem, Options(lottery=False)))


def right(problem: RoundProblem, pairing: Pairing) -> tuple[Pairing, ModelAnswer]:
    return pairing, answer_about(problem, pairing)


def dearer(problem: RoundProblem, pairing: Pairing) -> tuple[Pairing, ModelAnswer]:
    """The matching engine's cost is said to be greater than it is, so that CP-SAT's round is cheaper."""
    tiers = tuple(replace(tier, cost=tier.cost + 1000) for tier in pairing.tiers)
    answer = answer_about(problem, pairing)
    (a, b), (c, d), *rest = answer.pairs or ()
    other = tuple(sorted([tuple(sorted((a, c))), tuple(sorted((b, d))), *rest]))
    costs = problem.by_tier(problem.costs_by_criterion(other, answer.byes))  # type: ignore[arg-type]
    tiers = tuple(replace(tier, cost=cost + 1) for tier, cost in zip(pairing.tiers, costs, strict=True))
    lesser = replace(answer, pairs=other, values=dict(zip(problem.tiers, costs, strict=True)))  # type: ignore[arg-type]
    return replace(pairing, tiers=tiers, cost=sum(costs) + 1), lesser


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits before an opinion is asked for."""
    monkeypatch.setattr("mcmahon.web.processes.opinions.PAUSE", 0.0)


def with_process(opened: Opened, process: OpinionProcess) -> Opinions:
    opinions = Opinions(process)
    opened.client.app.state.opinions = opinions  # type: ignore[attr-defined]
    return opinions


def line(opened: Opened) -> str:
    return " ".join(opened.client.get("/t/congress60/opinion").text.split())


def settled(opened: Opened) -> str:
    """The line as soon as it says something."""
    for _ in range(500):
        found = line(opened)
        if "look for a cheaper" not in found:
            return found
        time.sleep(0.02)
    raise AssertionError("no opinion came")


def drawn(opened: Opened) -> None:
    opened.post("/t/congress60/round", draw="1")


def test_a_draft_is_looked_at_in_the_background_and_two_engines_agree(opened: Opened) -> None:
    process = Process(right, seconds=60)
    with_process(opened, process)
    drawn(opened)
    before = Desk(opened.folder / "congress60").read().revision
    assert "Both engines look for a cheaper round in the background" in opened.client.get("/t/congress60/round").text
    process.seconds = 0.0
    said = settled(opened)
    assert "✓ Checked now: no legal pairing costs less: proven by matching and by CP-SAT (1,684 pairs)" in said
    assert "certificate verified." in said
    known = process.asked
    assert "by matching and by CP-SAT (1,684 pairs)" in opened.client.get("/t/congress60/round").text
    assert process.asked == known
    assert Desk(opened.folder / "congress60").read().revision == before
    opened.post("/t/congress60/round", publish="1")
    assert "by matching and by CP-SAT (1,684 pairs)" in settled(opened)
    assert process.asked == known  # the published round is the same draw


def test_a_contradiction_is_shown_with_both_costs_and_publishing_asks(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(opened.folder)
    with_process(opened, Process(dearer))
    drawn(opened)
    opened.client.get("/t/congress60/round")
    said = settled(opened)
    assert 'role="alert"' in said
    assert "The engines disagree: this round costs" in said
    assert "CP-SAT has a legal one that costs" in said
    assert "engines-disagree-round-4.json" in said
    page = opened.client.get("/t/congress60/round").text
    assert "The engines disagree" in page
    asked = opened.post("/t/congress60/round", code=409, publish="1")
    assert "The engines disagree" in asked
    assert "Publish" in asked
    opened.post("/t/congress60/round", publish="1", anyway="1")
    assert "The engines disagree" in opened.client.get("/t/congress60/round").text


def test_a_draw_stops_the_search_and_the_new_draft_is_asked_about(opened: Opened) -> None:
    process = Process(right, seconds=20.0)
    opinions = with_process(opened, process)
    drawn(opened)
    opened.client.get("/t/congress60/round")
    while not process.asked:
        time.sleep(0.01)
    begin = time.monotonic()
    process.seconds = 0.0
    opened.post("/t/congress60/round", draw="1", force="")
    assert time.monotonic() - begin < 15
    assert "by matching and by CP-SAT (1,684 pairs)" in settled(opened)
    opinions.close()


def test_nothing_is_asked_of_a_round_that_was_changed_by_hand(opened: Opened) -> None:
    process = Process(right)
    with_process(opened, process)
    drawn(opened)
    state = Desk(opened.folder / "congress60").read()
    first, second = state.tournament.round(4).games[:2]
    assert opinion_key(state, 4)
    opened.post("/t/congress60/swap", a=first.white, b=second.white, yes="1", swap="1")
    state = Desk(opened.folder / "congress60").read()
    assert opinion_key(state, 4) == ""
    page = opened.client.get("/t/congress60/round").text
    assert "CP-SAT" not in page


def test_nothing_is_said_of_a_draft_when_a_result_has_changed_since(opened: Opened) -> None:
    """What was proven, and confirmed, was the draw of then."""
    with_process(opened, Process(right))
    drawn(opened)
    opened.client.get("/t/congress60/round")
    assert "by matching and by CP-SAT (1,684 pairs)" in settled(opened)
    desk = Desk(opened.folder / "congress60")
    desk.do(lambda state: enter(state, EnterResults(results={"1": "0-1"}, round=3, again=True)), "result")
    assert "CP-SAT" not in line(opened)
    assert "CP-SAT" not in opened.client.get("/t/congress60/round").text


def test_a_round_that_is_too_great_for_the_background_is_not_asked_about(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standing_opinion, "MOST_PLAYERS", 10)
    with_process(opened, Process(right))
    drawn(opened)
    assert "CP-SAT" not in opened.client.get("/t/congress60/round").text


def test_a_fault_of_cp_sat_is_one_soft_line(opened: Opened) -> None:
    def none(problem: RoundProblem, pairing: Pairing) -> tuple[Pairing, ModelAnswer]:
        return pairing, ModelAnswer(None, (), {}, {}, 0, infeasible=True)

    with_process(opened, Process(none))
    drawn(opened)
    opened.client.get("/t/congress60/round")
    said = settled(opened)
    assert "no second opinion of CP-SAT, because it finds no legal round, although there is one" in said
    assert "alert" not in said


def test_while_a_draw_runs_nothing_is_begun(opened: Opened) -> None:
    process = Process(right)
    opinions = with_process(opened, process)
    drawn(opened)
    state, before = Desk(opened.folder / "congress60").read(), process.asked
    assert opinions.ask(state, 4, opened.folder / "congress60", busy=True) == (None, True)
    assert opinions.ask(state, 3, opened.folder / "congress60", busy=True)[1] in (True, False)
    time.sleep(0.1)
    assert process.asked == before


@pytest.mark.slow
def test_an_error_of_the_program_is_one_soft_line_and_the_next_round_is_asked_about(opened: Opened) -> None:
    def fails(problem: RoundProblem, pairing: Pairing) -> tuple[Pairing, ModelAnswer]:
        raise RuntimeError("out of order")

    process = Process(fails)
    with_process(opened, process)
    opened.client.get("/t/congress60/round")
    assert "No second opinion of CP-SAT, because out of order." in settled(opened)
    process.say = right
    drawn(opened)
    opened.client.get("/t/congress60/round")
    assert "by matching and by CP-SAT (1,684 pairs)" in settled(opened)


@pytest.mark.slow
def test_the_process_of_the_background_answers_and_ends() -> None:
    """The real process, at low priority."""
    process = OpinionProcess(in_background=True)
    problem = standing_problem()
    pairing, answer = process.ask(problem, None, Clock(60.0))
    assert pairing.cost == sum(answer.values.values())
    assert answer.proven
    inside = process._process
    process.end()
    assert inside is not None
    assert inside.poll() is not None


def standing_problem() -> RoundProblem:
    from builders import tournament
    from mcmahon.desk.rounds.draw.drawing import draw_round

    return draw_round(tournament("3d 2d 1d 1k 2k 3k")).problem
