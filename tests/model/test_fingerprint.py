"""The print of a problem covers what it uses, by name, and nothing else; that of version 1.0.0 stays what it was."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from hashlib import sha256
from random import Random
from typing import Any

import numpy as np
import pytest
from builders import played, tournament
from mcmahon.model.pairing import criteria
from mcmahon.model.pairing.counts import Count, criterion_values, who_counts
from mcmahon.model.pairing.criteria import CRITERIA, Criterion
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.evaluation import values, values_of_one
from mcmahon.model.pairing.field import Field
from mcmahon.model.pairing.formula import EntrantColumn, ValueKind
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import (
    ALWAYS,
    COLUMNS_1,
    NewBoardLimits,
    RoundProblem,
    fingerprint,
    has_print,
    print_1,
)
from mcmahon.model.pairing.variants import with_total
from mcmahon.model.tournament.rules import PAIR_SETS, CountRule

N = 12
#: Columns that are one value for all entrants, with the values they may have.
ONE_VALUE: dict[str, tuple[Any, ...]] = {
    "seeding": ("slide", "fold", "adjacent", "random"), "float_down": ("top", "middle", "bottom"),
    "float_up": ("top", "middle", "bottom"), "stones_off": (0, 1, 2), "most_stones": (0, 3, 9), "steps": (1, 2),
}  # fmt: skip
#: What `Field.ids` names and no value of a pair is computed from.
NAMES = ("ids",)


def some(low: int, high: int, random: Random) -> int:
    """A number from `low` on, below `high`, the same with every version of Python."""
    return low + int(random.random() * (high - low))


def any_column(name: str, random: Random) -> Any:
    """A value of a column, as `Field` describes it."""
    if name in ONE_VALUE:
        return ONE_VALUE[name][some(0, len(ONE_VALUE[name]), random)]
    if name in ("even", "exempt", "local", "met_local"):
        return np.array([random.random() < 0.4 for _ in range(N)])
    if name == "columns":
        return {column: any_column("club", random) for column in NAMED}
    if name == "sets":
        return {who: any_column("even", random) for who in ("top_group", "guests")}
    if name == "key":
        return np.array([some(0, 2**53, random) for _ in range(N)], dtype=np.uint64)
    ranges = {
        "club": (-1, 3),
        "country": (-1, 2),
        "families": (-1, 3),
        "score": (0, 8),
        "strength": (0, 8),
        "size": (4, 9),
    }
    low, high = ranges.get(name, (0, 4))
    values = np.array([some(low, high, random) for _ in range(2 * N)], dtype=np.int64)
    return values.reshape(N, 2) if name == "families" else values[:N]


def any_field(random: Random) -> Field:
    ids = tuple(f"{k:02}" for k in range(N))
    return Field(ids, **{f.name: any_column(f.name, random) for f in fields(Field) if f.name not in NAMES})


def changed(field: Field, name: str, random: Random) -> Field:
    """The field with another value of one column, or of one of the columns that rules name: `columns.Town`."""
    name, _, inner = name.partition(".")
    value = any_column(name, random)
    return replace(field, **{name: {**getattr(field, name), inner: value[inner]} if inner else value})


NAMED = ("club", "country", "Town")
EVERY = [f.name for f in fields(Field) if f.name not in (*NAMES, "columns", "sets")]
EVERY += [*(f"columns.{name}" for name in NAMED), "sets.top_group", "sets.guests"]
PAIRS = np.triu_indices(N, 1)


def of_criterion(criterion: Criterion) -> Callable[[Field], list[int]]:
    def costs(field: Field) -> list[int]:
        return [*values(criterion.of_pair, field, *PAIRS).tolist(), *values_of_one(criterion.of_bye, field).tolist()]

    return costs


def of_set(name: str) -> Callable[[Field], list[int]]:
    return lambda field: np.concatenate(who_counts(field, (name,), *PAIRS)).tolist()


def read_by(rule: CountRule) -> tuple[str, ...]:
    return Count(rule, np.zeros(N, dtype=np.int64), ("",), np.zeros(1, dtype=np.int64)).reads


def assert_reads(reads: tuple[str, ...], values: Callable[[Field], list[int]]) -> None:
    """Each column that is named makes a difference in some field, and none of the others does in any."""
    random, makes_one = Random(1), set()
    for _ in range(30):
        field = any_field(random)
        then = values(field)
        for name in EVERY:
            if values(changed(field, name, random)) != then:
                makes_one.add(name)
    assert makes_one == set(reads)


@pytest.mark.slow
@pytest.mark.parametrize("name", CRITERIA)
def test_a_criterion_reads_the_columns_that_it_names(name: str) -> None:
    assert_reads(CRITERIA[name].reads, of_criterion(CRITERIA[name]))


#: The costs of the criteria in some fields, by name and version: whoever changes one gives it the next version.
COSTS = {
    ("mms_difference", 1): "5a751b80091f",
    ("point_gap", 1): "fe8f729a1edd",
    ("wide_gap", 1): "9e6bc6b82192",
    ("drawn_down_again", 1): "0af9fc6b5530",
    ("drawn_up_again", 1): "f60e3c5990b1",
    ("float_uncompensated", 1): "0469ac979ef4",
    ("float_place", 1): "877927689f3d",
    ("seeding", 1): "d7ee03b77951",
    ("colour_balance", 1): "408b41456fd7",
    ("same_club", 1): "43a0855685e7",
    ("same_country", 1): "5bd69814a745",
    ("same_club_at_bar", 1): "5c60313c114c",
    ("same_country_at_bar", 1): "e186e0458f73",
    ("family", 1): "167cca6df65e",
    ("visitor_local", 1): "3b91a4f6ab1c",
    ("no_local_yet", 1): "251699a36cd5",
    ("handicap", 1): "f937c0ba1487",
    ("bye_score", 1): "f491c4e39f45",
    ("bye_after_free_win", 1): "f6903fd1d0a8",
    ("contenders", 1): "5cff8394ccdf",
    ("leader_gap", 1): "83fd796927f7",
}


@pytest.mark.parametrize("name", sorted({name for name, _ in COSTS}))
def test_a_criterion_costs_what_its_version_has_always_cost(name: str) -> None:
    """So that no print of a problem is ever that of another one; a criterion gets its line with its first release."""
    values = [of_criterion(CRITERIA[name])(any_field(Random(seed))) for seed in range(8)]
    assert COSTS[name, CRITERIA[name].version] == sha256(repr(values).encode()).hexdigest()[:12]


@pytest.mark.slow
@pytest.mark.parametrize("name", [*PAIR_SETS, "both guests", "one guests", "any top_group", "same Town"])
def test_a_set_of_pairs_reads_the_columns_that_it_names(name: str) -> None:
    assert_reads(read_by(CountRule("few", (name,), 1)), of_set(name))


def test_a_total_of_a_criterion_reads_what_the_criterion_does() -> None:
    problem = four()
    total = with_total(problem, CountRule("few", (), 1), criterion_values(problem.field, CRITERIA["same_club"]))
    assert total.counts[0].reads == ("club", "exempt")


def four(*weights: Weight) -> RoundProblem:
    """a to d on one score of whom a and b have met."""
    t = played(tournament("1d 1d 1d 1d", start__bar="none"), "a=b", absent="c d")
    return round_problem(t, 2, Profile("p", "", weights or (Weight("same_club", 3),)))


def prints_without(problem: RoundProblem, *reads: str) -> None:
    """The print differs for a change in each column that is read, and for no other."""
    random, own = Random(1), any_field(Random(2))
    problem = replace(problem, field=own)
    for name in EVERY:
        others = {fingerprint(replace(problem, field=changed(own, name, random))) for _ in range(20)}
        assert bool(others - {fingerprint(problem)}) == (name in {*ALWAYS, *reads}), name


def test_print_2_tells_columns_that_are_read_and_no_others() -> None:
    empty, plain = np.zeros(0, dtype=np.int64), four()
    plain = replace(plain, barred=empty, barred_by=empty)
    prints_without(plain, "club", "exempt")
    prints_without(replace(plain, max_difference=2), "club", "exempt", "score", "steps")
    stones = ("strength", "even", "stones_off", "most_stones")
    prints_without(replace(plain, max_handicap=2), "club", "exempt", *stones)
    limits = NewBoardLimits(np.zeros(N, dtype=np.int64), np.ones(N, dtype=np.int64), 1)
    prints_without(replace(plain, limits=limits), "club", "exempt", "score", "steps")
    rule = Count(CountRule("few", ("same Town",), 1), np.zeros(N, dtype=np.int64), ("",), np.zeros(1, dtype=np.int64))
    prints_without(replace(plain, counts=(rule,)), "club", "exempt", "columns.Town")
    weights = (Weight("same_club", 0), Weight("handicap", 1))
    prints_without(replace(plain, profile=Profile("p", "", weights)), *stones)


def test_print_2_tells_the_version_of_a_criterion(monkeypatch: pytest.MonkeyPatch) -> None:
    problem, other = four(), four(Weight("same_country", 3))
    then = fingerprint(problem), fingerprint(other)
    monkeypatch.setitem(criteria.CRITERIA, "same_club", replace(CRITERIA["same_club"], version=2))
    assert fingerprint(problem) != then[0]
    assert fingerprint(other) == then[1]


def test_print_2_leaves_out_what_changes_no_round() -> None:
    """Criteria without a weight, the order of criteria, and what a rule says of itself and of other rounds."""
    one, two = Weight("same_club", 3, "why"), Weight("seeding", 1)
    assert fingerprint(four(one, two)) == fingerprint(four(two, Weight("same_club", 3), Weight("family", 0)))
    few = CountRule("few", ("float",), 1)
    told = replace(few, reason="fairness", rounds="2")
    with_rules = (replace(four(), profile=Profile("p", "", (one,), (rule,))) for rule in (few, told))
    assert len({fingerprint(problem) for problem in with_rules}) == 1


@dataclass(frozen=True, slots=True, eq=False)
class LongerField(Field):
    """A field with a column that a criterion of a later version reads."""

    late: Any = None


def test_a_new_column_and_a_new_criterion_change_no_print(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = four()
    own = {f.name: getattr(problem.field, f.name) for f in fields(Field)}
    longer = replace(problem, field=LongerField(**own, late=np.arange(4)))
    assert (print_1(longer), fingerprint(longer)) == (print_1(problem), fingerprint(problem))

    monkeypatch.setitem(criteria.COLUMNS, "late", EntrantColumn("late", ValueKind.NUMBER, "how late"))
    monkeypatch.setitem(
        criteria.CRITERIA,
        "both_late",
        Criterion(name="both_late", heading="", wish="", worse="", pair="min(i.late, j.late)"),
    )
    asked = replace(longer, profile=Profile("p", "", (Weight("same_club", 3), Weight("both_late", 1))))
    later = replace(asked, field=replace(asked.field, late=np.arange(1, 5)))  # type: ignore[call-arg]
    assert fingerprint(longer) == fingerprint(problem)
    assert len({fingerprint(problem), fingerprint(asked), fingerprint(later)}) == 3


def test_the_prints_of_a_plain_problem_stay() -> None:
    """Records of draws have them."""
    t = played(tournament("1d 1d 1d 1d", start__bar="none"), "a=b", absent="c d")
    plain = round_problem(t, 2, Profile("p", "", (Weight("same_club", 3),), (CountRule("few", ("float",), 1),)))
    assert print_1(plain) == "b97b086387d4b54749f50b580f26caf70062eee186c125c4c96ef5f13077879e"
    assert fingerprint(plain) == "2:909989e172cef3b753f39b0b70edc5febe209ddc9d64726795fbf65c6479f4d8"


@pytest.mark.parametrize(
    ("name", "one", "two"),
    [("clubmates", "9f66104292b6", "ea42d07c080c"), ("compatriots", "02eefc777e6d", "9c0c93e9bec6"),
     ("handicap_games", "9ffaa5ba5813", "5094916b04b4"), ("visitor_meets_local", "55ba07eaad82", "d7a75e229809")],
)  # fmt: skip
def test_the_prints_of_a_rule_stay_whose_pairs_have_another_name_now(name: str, one: str, two: str) -> None:
    rule = CountRule("few", (name, "float"), 1)
    problem = round_problem(
        tournament("1d 1d 1d 1d", start__bar="none"), 1, Profile("p", "", (Weight("same_club", 3),), (rule,))
    )
    assert print_1(problem).startswith(one)
    assert fingerprint(problem).startswith(f"2:{two}")


def test_print_1_covers_every_column_of_version_1_in_the_order_of_that_time() -> None:
    assert tuple(f.name for f in fields(Field))[: len(COLUMNS_1)] == COLUMNS_1
    problem, random = replace(four(), field=any_field(Random(3))), Random(4)
    for name in (name for name in EVERY if name not in ("numbers", "tables")):
        others = {print_1(replace(problem, field=changed(problem.field, name, random))) for _ in range(20)}
        assert others - {print_1(problem)}, name


def test_a_problem_has_its_own_prints_and_no_forged_one() -> None:
    problem, other = four(), four(Weight("same_club", 4))
    one, two = print_1(problem), fingerprint(problem)
    assert has_print(problem, one)
    assert has_print(problem, two)
    forged = ["", "2:", f"2:{one}", two.removeprefix("2:"), f"1:{one}", f"3:{two[2:]}", two.upper(), f" {two}"]
    forged += [print_1(other), fingerprint(other)]
    assert [text for text in forged if has_print(problem, text)] == []
