"""The engines of a draw: which finds the round, what CP-SAT says of it, and that no fault of a solver stops a draw."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders import tournament
from mcmahon.desk.desk_notes import draft_before_settings
from mcmahon.desk.failures import failure_kind
from mcmahon.desk.messages.proof_texts import drawn_text
from mcmahon.desk.rounds.draw.drawing import Drawn, Terms, draw_round
from mcmahon.desk.rounds.draw_round import Draw, draw
from mcmahon.desk.rounds.engine_round import EnginePlayer, EngineRequest, pair_elsewhere
from mcmahon.desk.rounds.proof.checking import Check, check_all
from mcmahon.desk.rounds.proof.proving import claim_of_draw
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.desk.verb import build
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.folder.record_file import parse_record, record_text
from mcmahon.io.folder.state_files import in_memory
from mcmahon.model.errors import EnginesDisagreeError, InputError
from mcmahon.model.pairing.draw import Locks
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.round_problem import RoundProblem, fingerprint
from mcmahon.model.records.state import State
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.solver import opinion
from mcmahon.solver.clock import Clock
from mcmahon.solver.cpsat.solving import ModelAnswer
from mcmahon.solver.engine import Options
from mcmahon.solver.opinion import MOST_PAIRS, NoOpinionError, OpinionProcess, answer_about

INSTANCES = Path(__file__).parents[2] / "instances"
BOTH = Options(engine="both")
Ask = Callable[[RoundProblem, Pairing], ModelAnswer]


class Asked(OpinionProcess):
    """A process that answers here and now, by a function of the test."""

    def __init__(self, answer: Ask) -> None:
        super().__init__()
        self.answer = answer

    def start(self) -> None:
        """Nothing is started."""

    def ask(self, problem: RoundProblem, pairing: Pairing | None, clock: Clock, effort: float = 1.0) -> Any:
        """The answer of the function."""
        assert pairing is not None
        return pairing, self.answer(problem, pairing)


@pytest.fixture
def answered(monkeypatch: pytest.MonkeyPatch) -> Callable[[Ask], None]:
    """Has a function of the test answer for CP-SAT."""
    return lambda answer: monkeypatch.setattr(opinion, "_KEPT", Asked(answer))


def eight() -> Tournament:
    return tournament("3d 2d 1d 1d 1k 2k 3k 4k", start__bar="none", rounds=3)


def worse(problem: RoundProblem, pairing: Pairing) -> tuple[tuple[tuple[int, int], ...], int]:
    """Other boards of the same players, and what they cost."""
    (a, b), (c, d), *rest = pairing.pairs
    pairs = tuple(sorted([tuple(sorted((a, c))), tuple(sorted((b, d))), *rest]))
    return pairs, sum(problem.costs_by_criterion(pairs, pairing.byes).values())  # type: ignore[arg-type, return-value]


def said_of(drawn: Drawn) -> str:
    return drawn_text(claim_of_draw(in_memory(drawn.tournament), drawn))


def test_both_engines_agree_and_the_record_says_only_who_found_the_round() -> None:
    drawn = draw_round(eight(), options=BOTH)
    said = drawn.pairing.by_cp_sat
    assert said is not None
    assert (said.agrees, said.pairs, said.why) == (True, 28, "")
    assert said_of(drawn) == "proven optimal by matching and by CP-SAT (28 pairs)"
    assert drawn.record.engine == "matching"
    assert drawn.record == draw_round(eight()).record
    other = draw_round(eight(), options=Options(engine="cp-sat"))
    assert other.round == drawn.round
    assert replace(other.record, engine="matching") == drawn.record
    assert other.record.engine == "cp-sat"
    assert said_of(other).startswith("proven optimal by CP-SAT (28 pairs")
    again, _ = parse_record(record_text(other.record, True), "1.json")
    assert again is not None
    assert again.engine == "cp-sat"


def test_records_of_old_were_found_by_matching() -> None:
    text = record_text(draw_round(eight()).record, True)
    assert '"engine"' not in text
    record, _ = parse_record(text, "1.json")
    assert record is not None
    assert record.engine == "matching"


def test_the_opinion_is_asked_with_the_drawn_problem_and_its_certificate(answered: Callable[[Ask], None]) -> None:
    asked: list[tuple[RoundProblem, Pairing]] = []

    def answer(problem: RoundProblem, pairing: Pairing) -> ModelAnswer:
        asked.append((problem, pairing))
        return answer_about(problem, pairing)

    answered(answer)
    drawn = draw_round(eight(), options=BOTH)
    ((problem, pairing),) = asked
    assert problem is drawn.problem
    assert pairing.certificate is not None


@pytest.mark.parametrize(
    ("said", "why"),
    [
        (ModelAnswer(None, (), {}, {}, 28, infeasible=True), "it finds no legal round, although there is one"),
        (
            ModelAnswer(None, (), {}, {1: 10**9}, 28),
            "it says that no round costs less than 1,000,000,000, but this one",
        ),
        (ModelAnswer(None, (), {}, {1: 0}, 28), "it did not settle the cost within its effort"),
        (ModelAnswer(None, (), {}, {}, 28), "it did not settle the cost within its effort"),
    ],
)
def test_a_fault_of_cp_sat_is_told_and_stops_nothing(
    said: ModelAnswer, why: str, answered: Callable[[Ask], None]
) -> None:
    answered(lambda *_: said)
    drawn = draw_round(eight(), options=BOTH)
    assert drawn.pairing.by_cp_sat is not None
    assert drawn.pairing.by_cp_sat.why.startswith(why)
    assert not drawn.pairing.by_cp_sat.agrees
    assert drawn.round == draw_round(eight()).round
    assert said_of(drawn) == "proven optimal by matching"


@pytest.mark.parametrize(
    ("raised", "why"),
    [
        (ImportError("DLL load failed"), "OR-Tools cannot be loaded: DLL load failed"),
        (InputError("seeding: the weight is too great for CP-SAT"), "seeding: the weight is too great for CP-SAT"),
        (MemoryError(), "there was not enough memory for it"),
        (ArithmeticError("numbers too great for CP-SAT"), "ArithmeticError: numbers too great for CP-SAT"),
    ],
)
def test_whatever_its_process_meets_is_said_in_words(
    raised: Exception, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise raised

    monkeypatch.setattr(opinion, "answer_about", fails)
    assert opinion._answer((eight(), "pairing", 1.0)) == why  # type: ignore[arg-type]


@pytest.mark.slow
def test_a_process_that_dies_is_no_opinion_and_the_next_round_has_another(monkeypatch: pytest.MonkeyPatch) -> None:
    process = OpinionProcess()
    monkeypatch.setattr(opinion, "_KEPT", process)
    try:
        process.start()
        assert process._process is not None
        process._process.kill()
        process._process.wait()
        monkeypatch.setattr(OpinionProcess, "_start", lambda self: None)
        drawn = draw_round(eight(), options=BOTH)
        assert drawn.pairing.by_cp_sat is not None
        assert drawn.pairing.by_cp_sat.why == "its process has ended (signal 9)"
        monkeypatch.undo()
        monkeypatch.setattr(opinion, "_KEPT", process)
        again = draw_round(eight(), options=BOTH)
        assert again.pairing.by_cp_sat is not None
        assert again.pairing.by_cp_sat.agrees
    finally:
        process.end()


def test_a_process_that_cannot_be_started_is_no_opinion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opinion, "_KEPT", OpinionProcess())
    monkeypatch.setattr("sys.executable", "/no/such/python")
    drawn = draw_round(eight(), options=BOTH)
    assert drawn.pairing.by_cp_sat is not None
    assert drawn.pairing.by_cp_sat.why == "its process cannot be started: No such file or directory"


@pytest.mark.slow
def test_a_question_that_was_interrupted_leaves_nothing_for_the_next_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """As by the stop button of a notebook: another process answers the next question."""
    process, drawn = OpinionProcess(), draw_round(eight())

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(opinion, "_check", interrupted)
        with pytest.raises(KeyboardInterrupt):
            process.ask(drawn.problem, drawn.pairing, Clock(60.0))
    assert process._process is None
    _, answer = process.ask(drawn.problem, drawn.pairing, Clock(60.0))
    assert sum(answer.values.values()) == drawn.pairing.cost
    process.end()


@pytest.mark.slow
def test_an_answer_that_cannot_be_read_and_a_program_without_an_interpreter_are_no_opinions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    process, drawn = OpinionProcess(), draw_round(eight())

    def damaged(*_: object) -> None:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(opinion.pickle, "load", damaged)
        with pytest.raises(NoOpinionError, match="its answer could not be read"):
            process.ask(drawn.problem, drawn.pairing, Clock(60.0))
    monkeypatch.setattr("sys.executable", None)
    with pytest.raises(NoOpinionError, match="no interpreter of its own"):
        process.ask(drawn.problem, drawn.pairing, Clock(60.0))


def test_a_clock_that_ends_ends_the_process() -> None:
    process, drawn = OpinionProcess(), draw_round(eight())
    with pytest.raises(NoOpinionError, match="the time was up"):
        process.ask(drawn.problem, drawn.pairing, Clock(0.0))
    assert process._process is None
    clock = Clock(10.0)
    clock.stop()
    with pytest.raises(NoOpinionError, match="the search was stopped"):
        process.ask(drawn.problem, drawn.pairing, clock)


def test_boards_that_are_legal_and_cheaper_stop_the_draw_with_both_answers_in_a_file(
    answered: Callable[[Ask], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The matching engine is made to give dearer boards, and CP-SAT's are the right ones."""
    monkeypatch.chdir(tmp_path)
    right = draw_round(eight())

    def dearer(problem: RoundProblem, options: Options | None) -> Pairing:
        pairs, cost = worse(problem, right.pairing)
        tiers = tuple(replace(tier, cost=cost, bound=cost) for tier in right.pairing.tiers)
        return replace(right.pairing, pairs=pairs, cost=cost, bound=cost, tiers=tiers)

    monkeypatch.setattr("mcmahon.desk.rounds.draw.engines.solve", dearer)
    answered(answer_about)
    with pytest.raises(EnginesDisagreeError, match="the engines disagree on round 1") as error:
        draw_round(eight(), options=BOTH)
    assert failure_kind(error.type).exit_code == 4
    report = json.loads(Path("engines-disagree-round-1.json").read_text())
    assert report["cp-sat"]["cost"] == [right.pairing.cost]
    assert report["matching"]["cost"][0] > right.pairing.cost
    ids = right.problem.field.ids
    assert {frozenset(pair) for pair in report["cp-sat"]["pairs"]} == {
        frozenset(ids[i] for i in pair) for pair in right.pairing.pairs
    }
    with pytest.raises(EnginesDisagreeError, match=r"engines-disagree-round-1-2\.json"):
        draw_round(eight(), options=BOTH)
    assert draw_round(eight(), options=Options()).pairing.cost > right.pairing.cost  # nobody was asked


def test_cheaper_boards_that_break_a_rule_or_cost_more_are_no_contradiction(answered: Callable[[Ask], None]) -> None:
    def illegal(problem: RoundProblem, pairing: Pairing) -> ModelAnswer:
        return ModelAnswer(pairing.pairs[1:], (), {1: 0}, {1: 0}, 28)

    answered(illegal)
    said = draw_round(eight(), options=BOTH).pairing.by_cp_sat
    assert said is not None
    assert said.why.startswith("its round is not legal")

    def lying(problem: RoundProblem, pairing: Pairing) -> ModelAnswer:
        pairs, _ = worse(problem, pairing)
        return ModelAnswer(pairs, (), {1: 0}, {1: 0}, 28)

    answered(lying)
    said = draw_round(eight(), options=BOTH).pairing.by_cp_sat
    assert said is not None
    assert said.why.startswith("it says that its round costs 0, but it costs")


def test_a_round_that_looks_ahead_is_compared_by_the_cheapest_of_all(
    answered: Callable[[Ask], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The plan costs 700 more: CP-SAT is asked about the cheapest round, and agrees with that."""
    from mcmahon.desk.rounds.draw import drawing

    asked: list[int] = []

    def dearer(case: Any, best: Pairing, options: Any) -> tuple[Pairing, Any]:
        pairs, cost = worse(case.problem, best)
        tiers = tuple(replace(tier, cost=cost, bound=cost) for tier in best.tiers)
        pairing = replace(best, pairs=pairs, cost=cost, bound=cost, tiers=tiers, bound_of_all=best.bound)
        return pairing, replace(drawing.NO_FORESIGHT, extra=cost - best.cost)

    def answer(problem: RoundProblem, pairing: Pairing) -> ModelAnswer:
        asked.append(pairing.cost)
        return answer_about(problem, pairing)

    monkeypatch.setattr(drawing, "with_foresight", dearer)
    answered(answer)
    drawn = draw_round(eight(), options=BOTH)
    assert drawn.record.foresight.extra > 0
    assert asked == [drawn.pairing.cost - drawn.record.foresight.extra]
    assert said_of(drawn) == (
        "proven optimal of those that leave a plan; the cheapest of all by matching and by CP-SAT (28 pairs)"
    )


def test_no_opinion_is_asked_of_a_round_that_is_too_great_or_not_proven(
    answered: Callable[[Ask], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    def never(*_: object) -> ModelAnswer:
        raise AssertionError

    answered(never)
    state = TournamentFolder(INSTANCES / "congress1000").read()
    said = draw_round(state.tournament, options=BOTH).pairing.by_cp_sat
    assert said is not None
    assert said.why == f"the round has more than {MOST_PAIRS:,} pairs"
    best = draw_round(eight()).pairing
    monkeypatch.setattr("mcmahon.desk.rounds.draw.engines.solve", lambda *_: replace(best, optimal=False, bound=0))
    assert draw_round(eight(), options=BOTH).pairing.by_cp_sat is None


def test_a_request_names_an_engine_or_takes_that_of_the_settings() -> None:
    state = in_memory(eight())
    assert draw(state, Draw(engine="cp-sat")).value.record.engine == "cp-sat"
    assert draw(state).value.pairing.by_cp_sat is None  # the desk and programs draw by matching
    chosen = change(state, ChangeSettings(assignments=["pairing.engine=cp-sat"])).state
    assert draw(chosen, Draw(engine="")).value.record.engine == "cp-sat"
    assert draw(chosen).value.record.engine == "matching"
    with pytest.raises(InputError, match="engine 'quick'; expected both, matching, cp-sat"):
        build(Draw, engine="quick")


def test_the_engine_is_no_part_of_the_problem_and_makes_no_draft_stale() -> None:
    state = draw(in_memory(eight())).state
    done = change(state, ChangeSettings(assignments=["pairing.engine=matching"]))
    assert not [note for note in done.notes if note == draft_before_settings(1)]
    by_cp_sat = change(done.state, ChangeSettings(assignments=["pairing.engine=cp-sat"]))
    one, other = (fingerprint(draw_round(s.tournament).problem) for s in (done.state, by_cp_sat.state))
    assert one == other
    other_setting = change(state, ChangeSettings(assignments=["pairing.max_difference=9"]))
    assert [note for note in other_setting.notes if note == draft_before_settings(1)]


def test_a_line_of_another_program_names_its_engine() -> None:
    players = tuple(EnginePlayer(id=str(k), rank=f"{k}k") for k in range(1, 8))
    answers = {
        engine: pair_elsewhere(EngineRequest(players=players, engine=engine), Clock(30.0))  # type: ignore[arg-type]
        for engine in ("matching", "cp-sat", "both")
    }
    assert len({one.boards for one in answers.values()}) == 1
    assert answers["matching"].second_opinion is None
    assert answers["both"].second_opinion is not None
    assert answers["both"].second_opinion.agrees


def checked(state: State, engine: str) -> Any:
    (found,) = check_all(state, Check(prove=True, engine=engine)).value.rounds
    return found.least_cost


def test_a_published_round_is_checked_by_either_engine_or_both() -> None:
    state = draw(in_memory(eight())).state
    by_matching, by_cp_sat, by_both = (checked(state, engine) for engine in ("matching", "cp-sat", "both"))
    assert by_matching.by_cp_sat is None
    assert by_matching.certified
    assert (by_cp_sat.engine, by_cp_sat.certified, by_cp_sat.ticked) == ("cp-sat", None, True)
    assert by_both.by_cp_sat.agrees
    assert by_matching.least == by_cp_sat.least == by_both.least


def test_a_round_that_is_not_the_cheapest_is_found_by_cp_sat_too() -> None:
    from mcmahon.desk.rounds.change_boards import Swap, swap

    state = draw(in_memory(eight())).state
    first, second = state.tournament.round(1).games[:2]
    swapped = swap(state, Swap(a=first.white, b=second.white, anyway=True)).state
    least = checked(swapped, "cp-sat")
    assert least.extra > 0
    assert not least.ticked
    assert least.extra == checked(swapped, "matching").extra


def test_terms_of_a_draw_reach_both_engines() -> None:
    a, b, c, d, e, *_ = (p.id for p in eight().players)
    terms = Terms(locks=Locks(force=((a, d),), forbid=((b, c),), bye=(e,)), relaxed=("repeats",))
    assert draw_round(eight(), terms, Options(engine="cp-sat")).round == draw_round(eight(), terms).round
