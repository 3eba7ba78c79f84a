"""The exact bound and its certificate: valid for every pairing, attained by the best, refused when tampered with."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from mcmahon.io.certificates import npz_bytes
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.pairing import Certificate, TierProof
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.tournament.rules import parse_count_rule
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.solver import closing, engine
from mcmahon.solver.engine import Options, solve
from mcmahon.solver.formulation import tiers
from mcmahon.solver.formulation.duals import PairBlock
from mcmahon.solver.formulation.side_rows import SideRows
from mcmahon.solver.formulation.tiers import BlockTier
from mcmahon.solver.formulation.vertices import NO_PAIRS, Pairs, Vertices, odd_runs
from mcmahon.solver.lp.cuts import components
from mcmahon.solver.lp.master import LinearOptimum
from mcmahon.solver.lp.relaxation import Relaxation
from mcmahon.solver.proof import verify_certificate
from mcmahon.solver.proof.certificate import DualBound, TooGreatError, best_scale, certify, repaired
from mcmahon.solver.proof.stated_problems import read
from mcmahon.solver.proof.statement import arrays, arrays_of, problem_of
from mcmahon.solver.proof.verify_certificate import verify
from mcmahon_bench.tournaments.bar_of_then import bar_of_then
from mcmahon_bench.tournaments.generator import FieldShape, make_players

from .matrices import matrix_arrays, stated_matrices

SCRIPT = Path(verify_certificate.__file__)


def field(size: int, seed: int, *rules: dict[str, Any]) -> RoundProblem:
    own, players = Settings(rounds=5, seed=seed), tuple(make_players(FieldShape(size, 5), seed))
    t = Tournament(replace(own, start=replace(own.start, bar=bar_of_then(own, players))), players)
    profile = replace(load_profile("balanced-1"), rules=tuple(parse_count_rule(rule) for rule in rules))
    return round_problem(t, 1, profile)


def first_tier(problem: RoundProblem) -> BlockTier:
    vertices = Vertices(problem)
    rows = SideRows(vertices)
    return BlockTier(vertices, rows, 1)


@pytest.mark.parametrize(("size", "seed"), [(20, 1), (31, 2), (64, 3), (101, 4)])
def test_no_pair_is_left_out_when_parts_are_cut_down_to_those_that_matter(size: int, seed: int) -> None:
    problem = field(size, seed)
    tier = first_tier(problem)
    optimum = Relaxation(tier).solve()
    proof = certify(tier, optimum, 0)
    assert proof.y.dtype == np.int64
    assert (proof.w >= 0).all()
    limit = 2000 * proof.scale
    near = certify(tier, optimum, limit, proof.scale)
    stated = stated_matrices(problem, ["1"])
    reduced = stated["cost"][0] * proof.scale - near.y[:, None] - near.y
    for mask, w in zip(near.sets, near.w, strict=True):
        reduced -= w * (mask[:, None] ^ mask)
    a, b = np.nonzero(np.triu(stated["allowed"] & (reduced <= limit)))
    assert (reduced[stated["allowed"]] >= 0).all()
    assert set(zip(a.tolist(), b.tolist(), strict=True)) == set(
        zip(near.pairs.a.tolist(), near.pairs.b.tolist(), strict=True)
    )


def test_wrong_duals_give_a_weaker_bound_never_a_wrong_one() -> None:
    tier = first_tier(field(40, 7))
    right = Relaxation(tier).solve()
    noise = np.random.default_rng(1).normal(0, 500, len(right.duals.y))
    wrong = replace(right.duals, y=right.duals.y + noise)
    assert certify(tier, replace(right, duals=wrong), 0, 256).value < certify(tier, right, 0, 256).value


def ints(*numbers: int) -> Any:
    return np.array(numbers, dtype=np.int64)


def a_bound(**changes: Any) -> DualBound:
    """Duals of five vertices with two sets and two rules, worked out nowhere: only for what is asked of them."""
    masks = [np.array([1, 1, 1, 0, 0], dtype=bool), np.array([0, 0, 1, 1, 1], dtype=bool)]
    plain = DualBound(ints(*[0] * 5), ints(4, -7), ints(-10, -3), ints(-2), masks, [False, True], 8, 0, NO_PAIRS, 9)
    return replace(plain, **changes)


def test_the_pairs_near_the_bound_come_by_their_vertices() -> None:
    """Of four pairs 3-4 is beyond a gap of 5; a pair at the gap is in, and 0-4 comes before 1-2."""
    bound = a_bound(pairs=Pairs(ints(1, 3, 0, 0), ints(2, 4, 4, 3), ints(0, 6, 5, 2)))
    assert [part.tolist() for part in bound.pairs_within(5)] == [[0, 0, 1], [3, 4, 2], [2, 5, 0]]
    assert [part.tolist() for part in bound.pairs_within(6)] == [[0, 0, 1, 3], [3, 4, 2, 4], [2, 5, 0, 6]]


def test_an_excess_costs_its_price_less_what_the_duals_pay() -> None:
    """8 · 5 - 10 and 8 · 1 - 3, and two of the earlier tier's price (3 and 0) for the level of -2."""
    state = SimpleNamespace(price=ints(5, 1))
    tier: Any = SimpleNamespace(state=state, levels=[SimpleNamespace(price=ints(3, 0))])
    assert a_bound().excess_reduced_costs(tier).tolist() == [30 + 6, 5]


def test_two_games_more_across_a_set_cost_twice_its_dual() -> None:
    sets, prices = a_bound().inequality_sets()
    assert [mask.tolist() for mask in sets] == [[True, True, True, False, False]]
    assert prices.tolist() == [8]


def optimum_of(cost: Any, **duals: Any) -> Any:
    """Pairs of these costs, and duals."""
    return SimpleNamespace(pairs=SimpleNamespace(cost=cost), duals=SimpleNamespace(**duals))


@pytest.mark.parametrize(
    ("size", "cost", "y", "level", "scale"),
    [(4, 1, 0, 0, 16), (4, 2**51, 0, 0, 16), (4, 2**52, 0, 0, 8),
     (5, 1, 0, 0, 32), (3, 1, 0, 0, 16), (4, 2**58, 0, 0, 1),
     (4, 0, 2**51, 0, 16), (4, 0, 2**52, 0, 8), (4, 0, 0, 2**41, 8), (4, 0, 0, 2**40, 16)],
)  # fmt: skip
def test_the_scale_is_four_times_the_size_or_what_leaves_room(
    size: int, cost: int, y: int, level: int, scale: int
) -> None:
    """Of four: three costs, the duals and 1, times 16, within 2^57. A dual of 2^41 for costs up to 2^12 is 2^53."""
    levels = [SimpleNamespace(cost=ints(5, -(2**12)), price=ints(7)), SimpleNamespace(cost=ints(), price=ints())]
    tier: Any = SimpleNamespace(vertices=range(size), levels=levels if level else [])
    duals = {"y": np.array([y, -y], dtype=float), "levels": np.array([-level, 0.0])}
    optimum: Any = optimum_of(ints(0, cost), w=np.zeros(1), rows=np.zeros(1), **duals)
    assert best_scale(tier, optimum) == scale


@pytest.mark.parametrize(
    ("costs", "y", "level", "scale"),
    [((), 2**52 - 2, (0, 0), 16), ((), 2**52, (0, 0), 8),
     ((1,), 2**52 - 3, (0, 0), 16), ((1,), 2**52 - 2, (0, 0), 8),
     ((), 0, (1, 2**52), 16), ((), 0, (1, 2**53), 8), ((), 0, (0, 2**53), 8)],
)  # fmt: skip
def test_the_last_sum_that_leaves_room_and_the_first_that_does_not(
    costs: tuple[int, ...], y: int, level: tuple[int, int], scale: int
) -> None:
    """Of four, 16 times less than 2^53: three costs, the two duals y, the level's cost (1 at least) by its dual, 1."""
    cost, dual = level
    levels = [SimpleNamespace(cost=ints(cost), price=ints(0))]
    tier: Any = SimpleNamespace(vertices=range(4), levels=levels)
    duals = {"y": np.array([y, -y], dtype=float), "levels": np.array([-dual], dtype=float)}
    optimum: Any = optimum_of(ints(*costs), w=np.zeros(1), rows=np.zeros(1), **duals)
    assert best_scale(tier, optimum) == scale


def test_costs_beyond_exact_sums_are_refused() -> None:
    """Three times 2^60 is more than 2^61; three times 2^59 is not. Nor is 2^61 itself: three times a third, 1 and 1."""
    tier: Any = SimpleNamespace(vertices=range(4), levels=[])
    none = np.zeros(0)
    for cost, refused in ((2**60, True), (2**59, False)):
        optimum: Any = optimum_of(ints(cost), y=none, w=none, rows=none, levels=none)
        if refused:
            with pytest.raises(TooGreatError, match=r"sums up to 3,458,764,513,820,540,929 are too great"):
                best_scale(tier, optimum)
        else:
            assert best_scale(tier, optimum) == 1
    third = (2**61 - 2) // 3
    for y, refused in ((1, True), (0, False)):
        optimum = optimum_of(ints(third), y=np.array([y]), w=none, rows=none, levels=none)
        if refused:
            with pytest.raises(TooGreatError):
                best_scale(tier, optimum)
        else:
            assert best_scale(tier, optimum) == 1


def test_the_proof_of_a_round_has_the_scale_that_its_size_asks_for(relaxation_alone: None) -> None:
    """The first power of two from four times the players (and the bye) on: with less, rounding loses the proof."""
    for size in (5, 20, 33):
        certificate = solve(field(size, 1)).certificate
        assert certificate is not None
        least = 4 * len(certificate.tiers[0].y)
        assert all(tier.scale & (tier.scale - 1) == 0 and least <= tier.scale < 2 * least for tier in certificate.tiers)


def test_pairs_below_their_duals_are_mended_from_the_worst_up() -> None:
    """0-2 lacks 5: 0 is lowered by that. It mends 0-1, which lacks 3, and 3-0, which lacks 2; 1-2 lacks 1 still."""
    a, b, reduced = ints(0, 0, 1, 3, 2), ints(1, 2, 2, 0, 3), ints(-3, -5, -1, -2, 0)
    assert repaired(4, a, b, reduced).tolist() == [5, 1, 0, 0]


def test_of_pairs_that_lack_the_same_the_first_is_mended_first() -> None:
    """Two chains 0-2, 2-4 … and 1-3, 3-5 …, that lack 2 and 1: so a proof is the same on every machine."""
    a = np.arange(400)
    lowered = repaired(402, a, a + 2, np.where(a % 2 == 0, -2, -1))
    assert lowered.tolist() == [2, 1] * 200 + [0, 0]


class Couple:
    """Two vertices in one group, as `certify` wants them."""

    groups = (np.arange(2),)
    who = np.arange(2)

    def __len__(self) -> int:
        return 2


def a_couple(levels: int, is_elastic: bool = True) -> Any:
    """One pair of cost 10; it counts in a rule of limit 0 and price 3. In each earlier tier it costs 5 and 4 more."""
    state = SimpleNamespace(tight=np.array([False]), elastic=np.array([is_elastic]), price=ints(3))
    couple, ones = Couple(), np.ones(1, dtype=np.int64)
    rows = SimpleNamespace(vertices=couple, limit=ints(0), dual_sum=lambda a, b, rows: rows[0] * ones)
    block = PairBlock(ints(0), ints(1), ints(10), levels=[ints(5)] * levels)
    earlier = [SimpleNamespace(cost=ints(5), price=ints(4), total=9)] * levels
    return SimpleNamespace(vertices=couple, state=state, rows=rows, levels=earlier, blocks_below=lambda *_: [block])


def duals_of(y: float, rows: float, *levels: float) -> Any:
    """Duals of the couple, half of y each, without sets."""
    numbers = {"y": np.array([y / 2, y / 2]), "w": np.zeros(0), "rows": np.array([rows]), "levels": np.array(levels)}
    return SimpleNamespace(duals=SimpleNamespace(**numbers, sets=[]), pairs=Pairs(ints(0), ints(1), ints(10)), tight=[])


@pytest.mark.parametrize(("given", "used"), [(2, 2), (5, 5), (0, 8)])
def test_a_scale_that_is_given_is_used_and_four_times_the_size_else(given: int, used: int) -> None:
    proof = certify(a_couple(0), duals_of(8, 0), 99, given)
    assert proof.scale == used
    assert proof.y.tolist() == [4 * used, 4 * used]
    assert proof.value == 8 * used
    assert proof.pairs.cost.tolist() == [2 * used]


@pytest.mark.parametrize(("dual", "kept"), [(-2, -4), (-3, -6), (-5, -6), (1, 0)])
def test_a_rule_pays_at_most_its_price_times_the_scale(dual: int, kept: int) -> None:
    """Duals of 13 are what the pair and its excess cost; as far as the rule pays less than 3, they are lowered."""
    proof = certify(a_couple(0), duals_of(13, dual), 99, 2)
    assert proof.rows.tolist() == [kept]
    assert proof.value == 20 - kept
    assert proof.excess_reduced_costs(a_couple(0)).tolist() == [6 + kept]


def test_a_rule_that_holds_as_an_equation_may_be_paid_for() -> None:
    """Of the pair's 10 the rule pays 4, the vertices the rest; a rule that is none may take, not pay."""
    tier = a_couple(0, is_elastic=False)
    tier.state.tight = np.array([True])
    proof = certify(tier, duals_of(6, 4), 99, 2)
    assert (proof.rows.tolist(), proof.pairs.cost.tolist()) == ([8], [0])


def test_a_rule_that_may_not_be_exceeded_pays_any_amount() -> None:
    proof = certify(a_couple(0, is_elastic=False), duals_of(30, -20), 99, 2)
    assert proof.rows.tolist() == [-40]
    assert proof.value == 60


@pytest.mark.parametrize(
    ("levels", "y", "dual", "kept", "value"),
    [((-2,), 31, -11, -22, 26), ((-2,), 31, -20, -22, 26), ((-2,), 31, -10, -20, 24),
     ((-2, -1), 40, -15, -30, 26), ((-2, 1), 31, -11, -22, 26)],
)  # fmt: skip
def test_the_price_of_an_excess_covers_what_it_costs_in_earlier_tiers(
    levels: tuple[int, ...], y: int, dual: int, kept: int, value: int
) -> None:
    """A level of -2 pays -18: the pair's 5 and the excess' 4 twice. The rule may pay 3 + 2·4, then y of 10 + 11 + 2·5
    is right, and 31 - 18 = 13 is just what pair and excess cost: 26 in halves. A level of -1 more: 3 + 12, 25 + 15,
    and 40 - 27. A positive level pays nothing. What a rule pays less is missing in the bound."""
    tier = a_couple(len(levels))
    proof = certify(tier, duals_of(y, dual, *levels), 99, 2)
    assert proof.rows.tolist() == [kept]
    assert proof.value == value
    assert proof.excess_reduced_costs(tier).tolist() == [26 - value]


def test_only_an_equation_may_pay_less_than_nothing_and_sets_that_pay_nothing_are_left_out() -> None:
    """The pair crosses each set, here of one vertex: 10 - 4 + 3 with the equation's -3, and 2 less for the last."""
    sets = [np.array([True, False]) for _ in range(4)]
    duals = duals_of(4, 0)
    duals.duals.w, duals.duals.sets = np.array([0, -3, -3, 2.0]), sets
    duals.tight = [False, False, True, False]
    proof = certify(a_couple(0), duals, 99, 2)
    assert (proof.w.tolist(), proof.tight) == ([-6, 4], [True, False])
    assert [mask is sets[k] for mask, k in zip(proof.sets, (2, 3), strict=True)] == [True, True]
    assert proof.pairs.cost.tolist() == [20 - 8 + 6 - 4]
    assert proof.value == 8 - 6 + 4


def test_pairs_up_to_the_limit_are_listed() -> None:
    for limit, listed in ((11, []), (12, [12]), (13, [12])):
        assert certify(a_couple(0), duals_of(4, 0), limit, 2).pairs.cost.tolist() == listed


def two_proofs(**changes: Any) -> Certificate:
    """Two tiers of four vertices, one set, no rule, with something changed in the second."""
    none = ints()
    first = TierProof("1", 7, 8, ints(1, 2, 3, 4), ints(3), none, none)
    second = TierProof("tie", 9, 2, ints(5, 6, 7, 8), ints(0), none, ints(-5))
    tiers = (first, replace(second, **{k: v for k, v in changes.items() if k != "sets"}))
    sets = changes.get("sets", (ints(0, 1, 3),))
    return Certificate(np.arange(4), np.array([[0, 1], [2, 3]]), (), sets, tiers)


def test_a_proof_as_arrays() -> None:
    """A row a tier; the levels of later tiers are 0."""
    found = arrays_of(two_proofs())
    assert found.tiers.tolist() == ["1", "tie"]
    assert (found.value.tolist(), found.scale.tolist()) == ([7, 9], [8, 2])
    assert found.sets.tolist() == [[True, True, False, True]]
    assert (found.y.tolist(), found.w.tolist()) == ([[1, 2, 3, 4], [5, 6, 7, 8]], [[3], [0]])
    assert (found.rows.shape, found.levels.tolist()) == ((2, 0), [[0, 0], [-5, 0]])


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"y": [1, 2, 3]}, "y: not 4 numbers in every tier"),
        ({"w": []}, "w: not 1 numbers in every tier"),
        ({"rows": [0]}, "rows: not 0 numbers in every tier"),
        ({"levels": []}, "levels: not 1 numbers in tier tie"),
        ({"levels": [-5, 0]}, "levels: not 1 numbers in tier tie"),
        ({"sets": [[0, 1, 4]]}, "sets: not vertices in ascending order"),
        ({"sets": [[-1, 0, 1]]}, "sets: not vertices in ascending order"),
        ({"sets": [[1, 1, 2]]}, "sets: not vertices in ascending order"),
        ({"sets": [[2, 1, 0]]}, "sets: not vertices in ascending order"),
    ],
)
def test_a_proof_whose_parts_do_not_fit_is_none(change: dict[str, Any], says: str) -> None:
    made = {k: tuple(ints(*m) for m in v) if k == "sets" else ints(*v) for k, v in change.items()}
    with pytest.raises(ValueError, match=f"^{says}$"):
        arrays_of(two_proofs(**made))


def test_odd_runs_are_odd_and_without_the_bye() -> None:
    vertices = Vertices(field(31, 3))
    masks = odd_runs(vertices)
    assert all(mask.sum() % 2 == 1 and not mask[len(vertices.who) :].any() for mask in masks)
    found, start = {tuple(np.flatnonzero(mask)) for mask in masks}, 0
    for size in map(len, vertices.groups):
        assert (tuple(range(start, start + size)) in found) == (size % 2 == 1 and size >= 3)
        start += size


def test_components_are_the_connected_parts() -> None:
    masks = components(np.array([0, 1, 4]), np.array([1, 2, 5]), 7)
    assert sorted(np.flatnonzero(m).tolist() for m in masks) == [[0, 1, 2], [4, 5]]


FEW_CLUBMATES = {"name": "few-clubmates", "pairs": "same_club", "at_most": 1, "price": 50_000}
AT_MOST_ONE_FLOAT = {"name": "floats", "pairs": "float", "at_most": 2, "per": "club", "price": 7}
CALM_GROUPS = {"name": "calm-groups", "pairs": "draw_down", "at_most": 1, "per": "score group", "price": 3_000}


def certified(size: int, seed: int, *rules: dict[str, Any]) -> dict[str, Any]:
    problem = field(size, seed, *rules)
    answer = solve(problem)
    assert answer.certificate is not None
    return arrays(problem, answer.certificate)


@pytest.mark.parametrize(("seed", "noise"), [(seed, noise) for seed in range(1, 9) for noise in (0.3, 3.0)])
def test_weaker_duals_change_no_pairing_and_prove_no_more_than_is_true(
    seed: int, noise: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With noise on every dual the tiers leave gaps: the rest is CP-SAT's, and the verifier accepts what is left."""
    size = 14 + seed
    rules = [FEW_CLUBMATES | {"at_most": seed % 3}, CALM_GROUPS | {"tier": 1 + seed % 2}, AT_MOST_ONE_FLOAT]
    plain = field(size, seed, *rules[seed % 2 :])
    first = ("mms_difference", "same_country")
    weights = [replace(w, tier=1 if w.criterion in first else 2) for w in plain.profile.weights]
    problem = replace(plain, profile=replace(plain.profile, weights=tuple(weights)))
    right = solve(problem)

    def noisy(tier: tiers.Tier, optimum: LinearOptimum, limit: int, scale: int = 0) -> DualBound:
        rng = np.random.default_rng([seed, *str(tier.name).encode()])  # the same each time a tier is certified
        duals = {name: getattr(optimum.duals, name) for name in ("y", "w", "rows", "levels")}
        moved = {name: dual + rng.normal(0, noise, len(dual)) for name, dual in duals.items()}
        return certify(tier, replace(optimum, duals=replace(optimum.duals, **moved)), limit, scale)

    for module in (engine, closing):
        monkeypatch.setattr(module, "certify", noisy)
    answer = solve(problem, Options(lottery=False))
    assert [tier.cost for tier in answer.tiers] == [tier.cost for tier in right.tiers]
    assert answer.optimal
    certificate = answer.certificate
    assert certificate is not None
    statement = problem_of(problem, [tier.name for tier in certificate.tiers])
    verified = verify(statement, arrays_of(certificate))
    assert [(name, value) for name, value, _ in verified] == [(str(tier.tier), tier.cost) for tier in right.tiers]
    assert all(bound <= value for _, value, bound in verified)


def checked_costs(data: dict[str, Any], folder: Path) -> subprocess.CompletedProcess[str]:
    """The stand-alone script on a file, in a process where this package is not to be found."""
    (folder / "round.npz").write_bytes(npz_bytes(data))
    return subprocess.run(
        [sys.executable, "-I", str(SCRIPT), "round.npz"], cwd=folder, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
@pytest.mark.parametrize(("size", "seed"), [(2, 1), (3, 1), (20, 1), (31, 2), (64, 3)])
def test_the_script_verifies_cost_and_lottery(size: int, seed: int, tmp_path: Path) -> None:
    run = checked_costs(certified(size, seed), tmp_path)
    assert run.returncode == 0, run.stderr
    assert run.stdout.count("proven") == 2


def test_the_script_verifies_rules_over_sets_of_pairs(tmp_path: Path) -> None:
    data = certified(45, 6, FEW_CLUBMATES, CALM_GROUPS)
    run = checked_costs(data, tmp_path)
    assert run.returncode == 0, run.stderr
    assert len(data["limit"]) > 3
    assert data["price"].max() == 50_000


@pytest.mark.parametrize("together", [1, 3, 1024])
@pytest.mark.parametrize("seed", range(5))
def test_sums_of_odd_sets_are_the_same_however_many_players_are_looked_at_together(seed: int, together: int) -> None:
    rng = np.random.default_rng(seed)
    sets = rng.random((4 * seed, 20)) < 0.3
    w = rng.integers(-(2**55), 2**55, len(sets))
    left = [[w[sets[:, a] != sets[:, b]].sum() for b in range(20)] for a in range(20)]
    assert verify_certificate.across(sets, w, together).tolist() == left


def test_the_script_is_a_page_that_needs_numpy_only() -> None:
    lines = SCRIPT.read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 640
    imported = {line.split()[1] for line in lines if line.startswith(("import ", "from "))}
    standard = "ast collections.abc functools json operator os re sys types typing zipfile"
    assert imported == {*standard.split(), "numpy"}


def other_pairs(data: dict[str, Any]) -> None:
    data["pairs"][[0, 1], 0] = data["pairs"][[1, 0], 0]


def two_games(data: dict[str, Any]) -> None:
    data["pairs"][0, 0] = data["pairs"][1, 0]


def forbidden_pair(data: dict[str, Any]) -> None:
    a, b = data["pairs"][0]
    data["allowed"][a, b] = data["allowed"][b, a] = False


def cheaper(data: dict[str, Any]) -> None:
    a, b = data["pairs"][0]
    data["cost"][0, a, b] -= 1
    data["cost"][0, b, a] -= 1


def cheap_rival(data: dict[str, Any]) -> None:
    a, b = data["pairs"][0, 0], data["pairs"][1, 0]
    data["allowed"][a, b] = data["allowed"][b, a] = True
    data["cost"][0, a, b] = data["cost"][0, b, a] = 0
    y = data["y"][0]
    y[a], y[b] = max(y[a], 10**6), max(y[b], 10**6)


def lopsided(data: dict[str, Any]) -> None:
    data["cost"][0, 0, 1] += 1


def claimed(data: dict[str, Any]) -> None:
    data["value"][0] += 1


def greater_dual(data: dict[str, Any]) -> None:
    data["y"][0, 0] += data["scale"][0]


def one_set(data: dict[str, Any], members: list[int], dual: int) -> None:
    data["sets"] = np.array([[v in members for v in range(len(data["allowed"]))]])
    data["w"] = np.array([[dual], [0]])


def even_set(data: dict[str, Any]) -> None:
    one_set(data, [0, 1], 5)


def negative_set(data: dict[str, Any]) -> None:
    one_set(data, [0, 1, 2], -5)


def half_a_player(data: dict[str, Any]) -> None:
    """Nobody is in it, so that its dual would be bound for nothing."""
    one_set(data, [0], 5)
    data["sets"] = data["sets"] * 0.5


def fewer_masks(data: dict[str, Any]) -> None:
    """As an index such a mask would look at two rows of all."""
    data["allowed"] = data["allowed"].astype(np.uint8)


def one_hard(data: dict[str, Any]) -> None:
    data["hard"] = np.array(True)


def least_limit(data: dict[str, Any]) -> None:
    data["hard"][:], data["limit"][:] = True, -(2**63)


def other_order(data: dict[str, Any]) -> None:
    """The lottery first: what then is proven of the cost holds among the pairings that are best by lot."""
    for name in ("tiers", "value", "scale", "cost", "price", "y", "w", "rows"):
        data[name] = data[name][::-1].copy()


def unknown_tier(data: dict[str, Any]) -> None:
    data["tiers"] = np.array(["foo", "tie"])


def tier_twice(data: dict[str, Any]) -> None:
    data["tiers"] = np.array(["1", "1"])


def fractions(data: dict[str, Any]) -> None:
    data["y"] = data["y"] + 0.5


def overflow(data: dict[str, Any]) -> None:
    data["y"][0, :2] = 2**61, -(2**61)


def lottery(data: dict[str, Any]) -> None:
    data["cost"][1, data["pairs"][0, 0], data["pairs"][0, 1]] += 1
    data["cost"][1, data["pairs"][0, 1], data["pairs"][0, 0]] += 1


def rule_dual(data: dict[str, Any]) -> None:
    data["rows"][0, 0] = 7


def rule_price(data: dict[str, Any]) -> None:
    data["rows"][0, 0] = -(10**9) * data["scale"][0]


def rule_limit(data: dict[str, Any]) -> None:
    data["hard"][:] = True
    data["limit"][:] = -1


def counted_one_way(data: dict[str, Any]) -> None:
    """A hard rule that the pairing breaks, whose pairs would be counted half."""
    a, b = np.sort(data["pairs"][:10], axis=1).T
    data["amounts"] = np.stack([0 * a, b, a, 0 * a + 1], axis=1)
    data["hard"][:], data["limit"][:] = True, 6


def half_price(data: dict[str, Any]) -> None:
    data["price"] = data["price"] + 0.5


def unknown_rule(data: dict[str, Any]) -> None:
    data["amounts"][:, 0] = len(data["limit"])


def no_tier(data: dict[str, Any]) -> None:
    for name in ("tiers", "value", "scale", "cost", "price", "y", "w", "rows"):
        data[name] = data[name][:0]
    data["levels"] = data["levels"][:0, :0]


def one_player_less(data: dict[str, Any]) -> None:
    data["players"] = data["players"][:-1]


def one_player_twice(data: dict[str, Any]) -> None:
    data["players"][0] = data["players"][1]


def huge_price(data: dict[str, Any]) -> None:
    data["price"][:] = 2**60


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tamper", "says"),
    [
        (counted_one_way, "amounts: not in order"),
        (half_price, "price: not <i8"),
        (unknown_rule, "amounts: not in order"),
        (no_tier, "tiers: not breaches, 1, 2"),
        (one_player_less, "allowed: m is 22, not 24"),
        (one_player_twice, "players: not each once"),
        (huge_price, "price: not from 0"),
        (other_pairs, "refused: "),
        (two_games, "exactly one game"),
        (forbidden_pair, "not allowed"),
        (cheaper, "negative reduced cost"),
        (cheap_rival, "refused: tier 1"),
        (lopsided, "cost: a pair has two costs"),
        (claimed, "costs"),
        (greater_dual, "refused: tier 1"),
        (even_set, "not odd"),
        (negative_set, "set's dual"),
        (half_a_player, "sets: not |b1"),
        (fewer_masks, "allowed: not |b1"),
        (one_hard, "hard: not |b1 of shape (K)"),
        (least_limit, "limit: not from"),
        (other_order, "tiers: not breaches, 1, 2"),
        (unknown_tier, "tiers: not breaches, 1, 2"),
        (tier_twice, "tiers: not breaches, 1, 2"),
        (fractions, "y: not <i8"),
        (overflow, "too great"),
        (lottery, "tier tie: the pairing costs"),
        (rule_dual, "rule is positive"),
        (rule_price, "more than its price"),
        (rule_limit, "breaks a rule"),
    ],
)
def test_a_tampered_certificate_is_refused_with_the_reason(
    tamper: Callable[[dict[str, Any]], None], says: str, tmp_path: Path
) -> None:
    problem = field(24, 5, FEW_CLUBMATES)
    answer = solve(problem)
    assert answer.certificate is not None
    data = matrix_arrays(problem, answer.certificate)
    tamper(data)
    np.savez(tmp_path / "round.npz", **data)
    with pytest.raises(ValueError, match=r"^refused: ") as refused:
        verify(*read(str(tmp_path / "round.npz")))
    assert says in str(refused.value)
