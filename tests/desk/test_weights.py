"""Profiles side by side, intervals and fronts of drawn rounds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from mcmahon.desk.files.grids import front_grid, grid_csv
from mcmahon.desk.questions.standing_round import drawn_round
from mcmahon.desk.questions.vary_weights import (
    Pareto,
    front_of,
    intervals_of,
    pareto,
    sensitivity,
    standing_values,
    write_front,
)
from mcmahon.desk.questions.what_if import as_it_stands, by_profile, criterion_named, rounds_of
from mcmahon.desk.rounds.draw.drawing import Terms, draw_round
from mcmahon.io.pages.contents.pictures import front_svg
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.errors import FolderError, InputError
from mcmahon.model.judging.round_costs import plain_counts
from mcmahon.model.records.state import State

from .test_explaining import state


@pytest.fixture(scope="module")
def odd() -> State:
    return state(draw=False)


def test_the_own_profile_draws_the_same_round(odd: State) -> None:
    rounds = rounds_of(odd, replay=True)
    now = as_it_stands(rounds)
    again = by_profile(rounds, "again", rounds[0].profile)
    assert now is not None
    assert [r.number for r in rounds] == [1, 2, 3, 4]
    assert (again.counts, again.criteria, again.cost, again.differing) == (now.counts, now.criteria, now.cost, 0)
    assert again.proven
    assert now.cost == sum(record.cost for record in odd.records.values())
    parts = [plain_counts(odd.tournament, d.number, [(g.white, g.black, g.handicap) for g in d], d.byes)
             for d in odd.tournament.rounds]  # fmt: skip
    assert now.counts.mms_diff_sum == sum(p["mms_diff_sum"] for p in parts)
    assert now.counts.pairs == sum(len(d.games) for d in odd.tournament.rounds)


def test_another_profile_gives_the_round_that_pair_would_draw(odd: State) -> None:
    before = replace(odd, tournament=odd.tournament.before(4))
    drawn = draw_round(before.tournament, Terms("swiss"))
    column = by_profile(rounds_of(odd, 4), "swiss", load_profile("swiss"))
    pairs = {frozenset(g.players) for g in drawn.round}
    assert column.cost == drawn.pairing.cost
    assert column.differing == len(pairs - {frozenset(g.players) for g in odd.tournament.round(4)})
    assert column.differing > 0


def test_before_the_first_round_the_next_one_is_drawn() -> None:
    empty = state(draw=False)
    empty = replace(empty, tournament=replace(empty.tournament, rounds=()), records={})
    rounds = rounds_of(empty)
    assert as_it_stands(rounds) is None
    assert by_profile(rounds, "x", load_profile("balanced")).counts.pairs > 30
    assert rounds_of(empty, replay=True) == []


@pytest.mark.parametrize(
    ("word", "name"), [("club", "same_club"), ("mms", "mms_difference"), ("Same-Country", "same_country"),
                       ("colour balance", "colour_balance"), ("seeding", "seeding")]
)  # fmt: skip
def test_criteria_by_a_word(word: str, name: str) -> None:
    assert criterion_named(word) == name


def test_a_word_means_the_criterion_whose_name_begins_all_others_that_it_fits() -> None:
    words = ("club", "country", "club_at_bar")
    assert [criterion_named(word) for word in words] == ["same_club", "same_country", "same_club_at_bar"]


@pytest.mark.parametrize(
    ("word", "message"),
    [
        ("bye", "^'bye' is ambiguous; expected one of bye_score, bye_after[a-z_]*(, bye_[a-z_]*)*$"),
        ("xyz", "^no criterion matches 'xyz'; expected one of .*mms_difference, .*bye_score"),
        ("", "^no criterion matches ''; expected one of "),
    ],
)
def test_words_that_name_no_criterion(word: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        criterion_named(word)


@pytest.mark.slow
def test_intervals_of_a_drawn_round_hold_its_weights(odd: State) -> None:
    own = drawn_round(odd, 4)
    found, costs = list(intervals_of(own)), own.problem.costs_by_criterion(own.pairs, own.byes)
    assert len(found) == len(own.problem.weights)
    for interval, below, above in found:
        assert interval.low <= interval.weight <= interval.high
        assert bool(below) is (interval.low > 0)
        assert interval.weight * interval.amount == costs[interval.criterion]
        assert bool(above) is (interval.above is not None)
        for text, other in ((below, interval.below), (above, interval.above)):
            changed = 0 if other is None else len(set(own.pairs) - set(other.pairs))
            assert text.partition(": ")[0] == (f"{changed} board{'s' * (changed > 1)}" if other else "")


@pytest.mark.slow
def test_the_front_of_a_round_holds_the_cheapest_in_each(odd: State) -> None:
    own = rounds_of(odd, 4)[0]
    names = ["mms_difference", "same_country"]
    found = front_of(own, names)
    now = standing_values(own, names)
    assert now is not None
    assert standing_values(own, names[::-1]) == now[::-1]
    assert len(front_of(own, names, every=True, most=1)) == 1 < len(found)
    assert found[0][0].values[0] <= now[0]
    assert found[-1][0].values[1] <= now[1]
    problem = own.problem()
    for point, cost, boards in found:
        assert cost == sum(problem.costs_by_criterion(point.pairing.pairs, point.pairing.byes).values())
        assert 0 <= boards <= len(point.pairing.pairs)
    every = front_of(own, names, every=True)
    assert {p.values for p, _, _ in found} <= {p.values for p, _, _ in every}
    svg = front_svg(names, [(p.values[0], p.values[1], p.supported) for p, _, _ in every], now)
    assert svg.count("<circle") == len(every) + 1
    assert svg.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    assert "this round" in svg


@pytest.mark.long
def test_the_intervals_of_a_round_are_asked_for(odd: State) -> None:
    outcome = sensitivity(odd)
    assert outcome.value.number == 4
    wanted = [(one.criterion, one.low, one.high, below) for one, below, _ in intervals_of(drawn_round(odd, 4))]
    assert [(one.criterion, one.low, one.high, one.below) for one in outcome.value.found] == wanted
    assert outcome.state is odd


@pytest.mark.slow
def test_a_front_is_asked_for_by_words_and_written_as_table_and_picture(odd: State, tmp_path: Path) -> None:
    request = Pareto(criteria=["mms", "country"], svg=tmp_path / "f.svg")
    front = pareto(odd, request).value
    assert front.criteria == ["mms_difference", "same_country"]
    assert front.proven
    assert not front.may_be_more
    assert list(tmp_path.iterdir()) == []
    write_front(front, request)
    lines = grid_csv(front_grid(front)).splitlines()
    assert lines[0] == "mms_difference,same_country,cost,supported,differing,proven"
    assert len(lines) == len(front.points) + 1
    assert all(line.split(",")[3] == line.split(",")[5] == "yes" for line in lines[1:])
    assert "this round" in (tmp_path / "f.svg").read_text(encoding="utf-8")
    few = pareto(odd, Pareto(criteria=["mms", "country"], every=True, most=2)).value
    assert (len(few.points), few.may_be_more) == (2, True)


@pytest.mark.parametrize(
    ("criteria", "more", "says"),
    [
        ("mms", {}, "two or three different criteria"),
        ("mms mms_difference", {}, "two or three different criteria"),
        ("mms club", {"most": 3}, "^most: it limits the list of all points"),
        ("mms club colour", {"svg": Path("f.svg")}, "^svg: a picture shows two criteria"),
        ("mms club", {"svg": Path("no such folder/f.svg")}, "is not a folder"),
    ],
)
def test_a_front_that_cannot_be_is_refused_before_it_is_sought(
    criteria: str, more: dict[str, object], says: str, odd: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcmahon.desk.questions.vary_weights.front_of", None)
    with pytest.raises((InputError, FolderError), match=says):
        pareto(odd, Pareto(criteria=criteria.split(), **more))  # type: ignore[arg-type]
