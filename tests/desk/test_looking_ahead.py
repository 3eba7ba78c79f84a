"""Draws that keep the rounds to come possible: against every round and plan there is, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from mcmahon.desk.messages.foresight_texts import foresight_lines
from mcmahon.desk.people.miss_rounds import Withdraw, withdraw
from mcmahon.desk.questions.standing_round import drawn_round
from mcmahon.desk.rounds.change_boards import Swap, swap
from mcmahon.desk.rounds.draw.drawing import Drawn, Terms, draw_round, ready_to_draw
from mcmahon.desk.rounds.plan.planning import RoundsNotPossible, plan
from mcmahon.desk.rounds.priced import priced
from mcmahon.desk.rounds.proof.verify_proof import verify_file, write_certificate
from mcmahon.io.folder.record_file import parse_record, record_text
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.judging import plan_judge
from mcmahon.model.judging.plan_judge import plan_violations
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.draw import Locks
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.plan.ahead import Ahead, ahead_of
from mcmahon.model.plan.plan import Outlook, Plan
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.rules import parse_count_rule
from mcmahon.model.tournament.tournament import Tournament
from mcmahon_bench.simulations.dead_ends import expected, play

from tests.builders import example, pairings, tournament, with_player
from tests.solver.test_ahead import has_plan

BALANCED = load_profile("balanced")
RANKS = "4d 3d 3d 2d 1d 1k 2k 4k"


def in_play(before: Tournament, number: int, rng: Random) -> Tournament:
    """With results of the round by lot."""
    drawn = before.round(number)
    games = (replace(g, result=rng.choice((Result.WHITE, Result.BLACK))) for g in drawn)
    return before.with_round(replace(drawn, games=tuple(games), draft=False))


def some_tournament(seed: int) -> Tournament:
    """Four to eight players near a dead end: rounds by lot drawn without looking ahead, absences and families."""
    rng = Random(seed)
    size = rng.randint(4, 8)
    made = tournament(
        " ".join(RANKS.split()[:size]),
        rounds=size - 1 + size % 2 - rng.randint(0, 1),
        seed=seed,
        pairing__plan_ahead="off",
        pairing__families=rng.choice(["avoid", "forbid"]),
        start__bar="none",
    )
    for player in made.players:
        groups = ("f",) if rng.random() < 0.25 else ()
        made = with_player(made, player.id, groups=groups)
        if rng.random() < 0.1:
            made = with_player(made, player.id, rounds=frozenset(range(1, made.settings.rounds)))
    for number in range(1, max(1, made.settings.rounds - rng.randint(1, 3))):
        try:
            made = in_play(draw_round(made).tournament, number, rng)
        except NoPairingError:
            break
    pairing = replace(made.settings.pairing, plan_ahead="legal")
    return replace(made, settings=replace(made.settings, pairing=pairing))


def every_round(problem: RoundProblem) -> Iterator[tuple[list[tuple[int, int]], list[int]]]:
    """Every legal pairing of a round without locks, with its byes."""
    size = len(problem)
    allowed = {(i, j) for i in range(size) for j in range(size) if i < j and problem.allowed(i, j)}  # type: ignore[arg-type]
    bye_allowed = problem.bye_allowed()
    for pairs in pairings([*range(size)] + [-1] * (size % 2)):
        games = [(min(p), max(p)) for p in pairs if -1 not in p]
        byes = [max(p) for p in pairs if -1 in p]
        if allowed.issuperset(games) and all(bye_allowed[p] for p in byes):
            yield games, byes


def behind(ahead: Ahead, problem: RoundProblem, games: list[tuple[int, int]], byes: list[int]) -> Ahead:
    """The rounds behind a pairing."""
    at = ahead.index()
    of = [at[player] for player in problem.field.ids]
    return ahead.after(problem.round, [(of[i], of[j]) for i, j in games], [of[i] for i in byes])


@pytest.mark.slow
@pytest.mark.parametrize("profile", [BALANCED, example("strict")], ids=["balanced", "strict"])
@pytest.mark.parametrize("seed", [pytest.param(k, marks=pytest.mark.long) if k % 3 else k for k in range(90)])
def test_the_cheapest_round_that_leaves_a_plan(seed: int, profile: Profile) -> None:
    """Of the rounds that leave a plan for all rounds, or for as many as possible, it is the cheapest."""
    before = some_tournament(seed)
    ready = ready_to_draw(before, Terms(profile))
    problem = ready.problem
    ahead = ahead_of(ready.tournament, ready.number, ready.profile, ready.before)
    rounds = [(problem.by_tier(problem.costs_by_criterion(*one)), one) for one in every_round(problem)]
    if not rounds:
        return
    reach = dict.fromkeys(range(len(rounds)), ready.number)
    for k, (_, one) in enumerate(rounds):
        for until in range(ready.number + 1, before.settings.rounds + 1):
            if has_plan(behind(ahead, ready.problem, *one).until(until)):
                reach[k] = until
    farthest = max(reach.values())
    drawn = draw_round(before, Terms(profile))
    foresight, costs = drawn.record.foresight, tuple(tier.cost for tier in drawn.pairing.tiers)
    assert costs == min(cost for k, (cost, _) in enumerate(rounds) if reach[k] == farthest)
    assert drawn.pairing.optimal
    least = min(cost for cost, _ in rounds)
    assert foresight.extra == next((own - other for own, other in zip(costs, least, strict=True) if own != other), 0)
    if ready.number < before.settings.rounds:
        assert foresight.until == farthest
        assert foresight.short == (farthest < before.settings.rounds)
    assert plan_violations(drawn.tournament, foresight.plan, ready.profile) == []


@pytest.mark.slow
@pytest.mark.parametrize(("players", "rounds"), [(6, 5), (7, 5), (8, 7), (10, 8)])
def test_no_dead_ends(players: int, rounds: int) -> None:
    """Where a plan exists at the start, every round can be paired; without looking ahead some could not."""
    found = [play(players, rounds, seed, "legal") for seed in range(6)]
    assert not [one for one in found if one.dead and not one.hopeless]
    assert not sum(one.unproven for one in found)


def test_what_was_a_dead_end() -> None:
    """A tournament of eight that cannot be finished without looking ahead, and can with it."""
    seed = next(seed for seed in range(20) if play(8, 7, seed, "off").dead and not play(8, 7, seed, "legal").hopeless)
    assert play(8, 7, seed, "legal").dead == 0


def test_absences_that_nobody_has_told_are_expected_games() -> None:
    """In round 2 of 4 it is known who has missed rounds 1 and 2, and all are expected in the others."""
    made = tournament("1d 1d", rounds=4)
    truth = {made.players[0].id: frozenset({1, 2}), made.players[1].id: frozenset({2, 4})}
    assert [sorted(p.rounds or ()) for p in expected(made, truth, 2).players] == [[1, 2, 3, 4], [2, 3, 4]]


def four(**settings: object) -> Tournament:
    """Four players, three rounds, of whom a has met b in a round without games for the others."""
    return tournament("1d 1d 1d 1d", rounds=3, start__bar="none", **settings)


def planned(**settings: object) -> Drawn:
    """The first of three rounds of four players, or of five rounds of five."""
    return draw_round(four(**settings))


def changed(plan: Plan, where: int, **parts: object) -> Plan:
    """A plan with one round changed."""
    rounds = list(plan.rounds)
    rounds[where] = replace(rounds[where], **parts)  # type: ignore[arg-type]
    return Plan(tuple(rounds))


def test_a_plan_is_judged_in_one_pass(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many rounds it has: scores and the field that rules count in are computed once, not once a round."""
    few = [{"name": "few", "pairs": "same_country", "at_most": 9}]
    drawn = draw_round(tournament(RANKS, rounds=6, start__bar="none", pairing__rules=few))
    plan = drawn.record.foresight.plan
    assert len(plan.rounds) == 5
    calls = []
    for name in ("before_each_round", "field_of"):
        real = getattr(plan_judge, name)
        monkeypatch.setattr(plan_judge, name, lambda *a, name=name, real=real: (calls.append(name), real(*a))[1])
    assert plan_violations(drawn.tournament, plan, BALANCED) == []
    assert calls == ["before_each_round", "field_of"]
    none = [{"name": "few", "pairs": "any rank = 4d", "at_most": 0}]
    against = plan_violations(with_settings(drawn.tournament, pairing__rules=none), plan, BALANCED)
    assert [number for number, _ in against] == [2]
    assert (against[0][1].found, against[0][1].limit) == (1, 0)


def test_a_tampered_plan_is_refused() -> None:
    """Each rule that counts: repeats, a missing or double player, the wrong round, forbidden pairs, families, byes."""
    drawn = planned()
    good, after = drawn.record.foresight.plan, drawn.tournament
    assert plan_violations(after, good, BALANCED) == []
    first = good.rounds[0]

    def rules(plan: Plan, of: Tournament = after) -> set[str]:
        return {violation.name for _, violation in plan_violations(of, plan, BALANCED)}

    assert rules(changed(good, 0, pairs=tuple(g.players for g in drawn.round))) == {"repeats"}
    assert rules(changed(good, 1, pairs=first.pairs)) == {"repeats"}
    assert "one game each" in rules(changed(good, 0, pairs=first.pairs[:1]))
    assert "one game each" in rules(changed(good, 0, pairs=(*first.pairs, first.pairs[0])))
    assert "byes" in rules(changed(good, 0, pairs=first.pairs[:1], byes=first.pairs[1]))
    assert rules(changed(good, 0, pairs=(("a", "zz"),))) == {"unknown player"}
    assert rules(changed(good, 0, number=3)) == {"one game each"}
    assert rules(Plan(good.rounds[1:])) == {"one game each"}
    apart = [{"players": list(first.pairs[0]), "rounds": "2"}]
    assert rules(good, with_settings(after, pairing__forbid=apart)) == {"forbidden"}
    forced = [{"players": [first.pairs[0][0], first.pairs[1][0]], "rounds": "2"}]
    assert rules(good, with_settings(after, pairing__force=forced)) == {"forced"}
    family = after
    for player in first.pairs[0]:
        family = with_player(family, player, groups=("f",))
    assert rules(good, with_settings(family, pairing__families="forbid")) == {"families"}
    away = with_player(after, "a", rounds=frozenset({1, 3}))
    assert "entered" in rules(good, away)


def with_settings(of: Tournament, **settings: object) -> Tournament:
    """The same players and rounds under other settings."""
    return replace(of, settings=four(**settings).settings)


def test_byes_and_latecomers() -> None:
    """Five players have five rounds with one bye each; who comes for the last two rounds is in the plan for them."""
    made = tournament("3d 2d 1d 1k 2k", rounds=5, start__bar="none")
    drawn = draw_round(made)
    rounds = drawn.record.foresight.plan.rounds
    byes = [*drawn.round.byes, *(player for one in rounds for player in one.byes)]
    assert sorted(byes) == ["a", "b", "c", "d", "e"]
    late = with_player(tournament("3d 2d 1d 1k 2k 3k", rounds=5, start__bar="none"), "f", rounds=frozenset({4, 5}))
    drawn = draw_round(late)
    assert [len(one.pairs) for one in drawn.record.foresight.plan.rounds] == [2, 2, 3, 3]
    assert plan_violations(drawn.tournament, drawn.record.foresight.plan, BALANCED) == []


def test_families_that_never_meet() -> None:
    """Two families of four play four rounds with one another, not five; that is said, with what would be enough."""
    made = tournament("3d 3d 2d 2d 1d 1d 1k 1k", rounds=5, start__bar="none", pairing__families="forbid")
    for k, player in enumerate(made.players):
        made = with_player(made, player.id, groups=("even" if k % 2 else "odd",))
    foresight = draw_round(made).record.foresight
    assert (foresight.outlook, foresight.until, foresight.last, foresight.short) == (Outlook.PLANNED, 4, 5, True)
    assert len(foresight.repeats) == 4
    told = foresight_lines(foresight, made)
    assert told[0] == "Rounds 2 to 4 stay possible: a legal plan is kept with the round."
    assert "possible is up to round 4, but not round 5 as well." in told[1]
    more = "the rule byes (more of them than an odd number of players needs)"
    assert f"Without the rule families or {more} all rounds are possible. With 4 repeats all rounds" in told[1]


def test_each_rule_that_would_do_alone_is_named() -> None:
    """Six players in two clubs that keep to themselves, and a forbidden pair that is no obstacle."""
    rules = [{"name": "clubs-apart", "pairs": "same_club", "at_most": 0}]
    forbid = [{"players": ["a", "b"]}]
    made = tournament("3d 2d 1d 1k 2k 3k", rounds=4, start__bar="none", pairing__rules=rules, pairing__forbid=forbid)
    for k, player in enumerate(made.players):
        made = with_player(made, player.id, club="Alburg" if k < 3 else "Corport")
    foresight = plan(State(made, BALANCED)).value.foresight
    assert (foresight.until, foresight.relax) == (3, ("clubs-apart", "byes"))
    record = replace(draw_round(made).record, foresight=foresight)
    again, _ = parse_record(record_text(record, True), "1.json")
    assert again is not None
    assert again.foresight.relax == ("clubs-apart", "byes")


def test_large_fields_need_no_plan() -> None:
    """Where everybody may meet most others, no plan is looked for, and none is kept."""
    made = tournament(" ".join(["1d"] * 24), rounds=5, start__bar="none")
    foresight = draw_round(made).record.foresight
    assert (foresight.outlook, foresight.plan.rounds) == (Outlook.SURE, ())
    assert foresight_lines(foresight, made) == ["Rounds 2 to 5 stay possible whatever is drawn."]


def test_off() -> None:
    """With the setting off, nothing is looked ahead, and nothing is said."""
    foresight = planned(pairing__plan_ahead="off").record.foresight
    assert foresight.outlook is Outlook.NOTHING
    assert foresight_lines(foresight, four()) == []


def test_locks_of_the_draw() -> None:
    """A pair forced in this round is not planned again, and a forced bye is the only one."""
    made = tournament("3d 2d 1d 1k 2k", rounds=5, start__bar="none")
    drawn = draw_round(made, Terms(locks=Locks(force=(("a", "b"),), bye=("c",))))
    assert drawn.round.byes == ("c",)
    assert plan_violations(drawn.tournament, drawn.record.foresight.plan, BALANCED) == []


def test_hard_rules_over_columns() -> None:
    """A plan keeps hard rules that count by club; those that count by scores are named as not covered."""
    rules = [
        {"name": "clubs-apart", "pairs": "same_club", "at_most": 0},
        {"name": "few-floats", "pairs": "float", "at_most": 9},
        {"name": "soft", "pairs": "draw_down", "at_most": 9, "price": 1},
    ]
    made = tournament("3d 2d 1d 1k 2k 3k", rounds=4, start__bar="none", pairing__rules=rules, pairing__max_difference=9)
    for k, player in enumerate(made.players):
        made = with_player(made, player.id, club="Alburg" if k < 3 else "Corport")
    drawn = draw_round(made)
    assert drawn.record.foresight.until == 3
    assert plan_violations(drawn.tournament, drawn.record.foresight.plan, BALANCED) == []
    done = plan(State(drawn.tournament, BALANCED)).value
    assert done.not_covered == ["max_difference", "few-floats"]
    assert "depend on scores to come: max_difference, few-floats." in " ".join(done.sentences)


def test_the_record_keeps_the_plan() -> None:
    """What a draw guarantees is in the file beside the round, and is read back."""
    record = planned().record
    again, _ = parse_record(record_text(record, True), "1.json")
    assert again is not None
    assert again.foresight == record.foresight
    assert again.foresight.plan.rounds


def test_the_same_boards_and_plan_every_time() -> None:
    """The same tournament, the same boards, the same plan."""
    for seed in range(8):
        before = some_tournament(seed)
        if next(every_round(ready_to_draw(before, Terms()).problem), None):
            one, other = draw_round(before), draw_round(before)
            assert (one.round, one.record.foresight) == (other.round, other.record.foresight)


def paid_for(profile: Profile) -> Drawn:
    """A round that costs more than the cheapest, so that there is a plan, with floats at 3 each."""
    before, soft = some_tournament(4), {"name": "soft", "pairs": "float", "at_most": 0, "price": 3}
    pairing = replace(before.settings.pairing, rules=(parse_count_rule(soft),))
    return draw_round(replace(before, settings=replace(before.settings, pairing=pairing)), Terms(profile))


@pytest.mark.parametrize("profile", [BALANCED, example("strict")], ids=["balanced", "strict"])
def test_the_certificate_of_a_round_with_its_plan(tmp_path: Path, profile: Profile) -> None:
    """It proves the bound of all rounds, and leaves the price of the plan as a gap, which CP-SAT has closed.

    Behind the first tier that the plan makes dearer nothing is proven of the others.
    """
    drawn, file = paid_for(profile), tmp_path / "proof.json"
    write_certificate(drawn, file)
    state = State(drawn.tournament, profile).with_record(drawn.round.number, drawn.record)
    verified = verify_file(file, state)
    (_, value, bound), *others = verified.tiers
    assert value - bound == drawn.record.foresight.extra > 0
    assert {bound for _, _, bound in others} <= {0}
    total = value + sum(value for _, value, _ in others)
    assert (drawn.record.bound, drawn.record.cost) == (bound, total), "the record claims no more than the certificate"
    assert any(board.gap for board in priced(state).value.boards), "the rule has its price"
    at_draw = priced(state).value.at_draw
    assert at_draw is not None
    assert at_draw.extra > 0, "the bound is that of all rounds"
    assert drawn_round(state, drawn.round.number).why_dearer == "keeps the rounds to come possible"
    assert verified.plan_broken == ""
    assert not verified.proven
    text = file.read_text()
    a, b = drawn.record.foresight.plan.rounds[0].pairs[0]
    met = next(iter(drawn.round)).players
    file.write_text(text.replace(f'["{a}","{b}"]', f'["{met[0]}","{met[1]}"]', 1))
    assert verify_file(file, state).plan_broken


def test_who_leaves_is_told_what_that_makes_impossible() -> None:
    """When one of six withdraws, the five that are left need a bye each; nothing is said while that works."""
    made = tournament("3d 2d 1d 1k 2k 3k", rounds=5, start__bar="none")
    drawn = draw_round(made)
    state = State(in_play(drawn.tournament, 1, Random(1)), BALANCED).with_record(1, drawn.record)
    after = withdraw(state, Withdraw(who=["f", "e"]))
    notes = [note for note in after.notes if isinstance(note, RoundsNotPossible)]
    assert notes
    assert notes[0].foresight.short
    assert not [note for note in withdraw(state, Withdraw(who=[])).notes if isinstance(note, RoundsNotPossible)]


def test_a_swap_that_ends_in_a_dead_end_is_told() -> None:
    """In a round robin of six most swaps of the second round leave no plan; that is said at once."""
    made = tournament("3d 2d 1d 1k 2k 3k", rounds=5, start__bar="none")
    state = State(made, BALANCED)
    for number in (1, 2, 3):
        drawn = draw_round(state.tournament, records=state.records)
        state = state.with_tournament(drawn.tournament).with_record(number, drawn.record)
        if number < 3:
            state = state.with_tournament(in_play(state.tournament, number, Random(number)))
    ids = [p.id for p in made.players]
    told = 0
    for a in ids:
        for b in ids:
            game = state.tournament.round(3).game_of(a)
            if a < b and game is not None and b not in game.players:
                notes = swap(state, Swap(a=a, b=b, dry_run=True)).notes
                told += any(isinstance(note, RoundsNotPossible) for note in notes)
    assert told
