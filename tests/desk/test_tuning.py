"""Profiles side by side, intervals and fronts of drawn rounds, and the search for weights."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from mcmahon.desk.questions.comparing import Column, FieldPart, as_it_stands, by_profile, rounds_of
from mcmahon.desk.questions.standing_round import drawn_round
from mcmahon.desk.questions.tuning import Patience, Tune, find_weights, tune, tuned_text, write_tuned
from mcmahon.desk.questions.weights import (
    Pareto,
    front_of,
    intervals_of,
    pareto,
    sensitivity,
    standing_values,
    write_front,
)
from mcmahon.desk.questions.wishes import (
    Wish,
    criterion_named,
    parse_gaps,
    parse_weights,
    parse_wishes,
    with_gaps,
    worth_a_gap,
)
from mcmahon.desk.rounds.draw.drawing import Terms, draw_round
from mcmahon.io.pages.contents.pictures import front_svg
from mcmahon.io.settings.profile_file import profile_text
from mcmahon.io.settings.profiles import load_profile, parse_profile
from mcmahon.model.errors import FolderError, InputError
from mcmahon.model.judging.plain_counts import Counts, plain_counts
from mcmahon.model.pairing.criteria.score import gap_cost
from mcmahon.model.pairing.profile import CRITERION_NAMES, Profile, Weight
from mcmahon.model.records.state import State
from mcmahon.model.tournament.count_rule import parse_count_rule

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
    assert (again.counts, again.values, again.cost, again.differing) == (now.counts, now.values, now.cost, 0)
    assert again.proven
    assert now.cost == sum(record.cost for record in odd.records.values())
    parts = [plain_counts(odd.tournament, d.number, [(g.white, g.black, g.handicap) for g in d], d.byes)
             for d in odd.tournament.rounds]  # fmt: skip
    assert now.counts.mms_diff_sum == sum(p.mms_diff_sum for p in parts)
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


def test_weights_wishes_and_gaps_are_parsed() -> None:
    assert parse_weights(["club=5", "mms = 70"]) == {"same_club": 5, "mms_difference": 70}
    assert parse_wishes(["club<=2", "plain.same_club <= 3", "four<=0", "mms_diff_sum<=9"]) == [
        Wish("same_club", 2), Wish("same_club", 3, True), Wish("four_or_more_apart", 0, True),
        Wish("mms_diff_sum", 9, True),
    ]  # fmt: skip
    assert parse_gaps(["club=2"]) == {"same_club": 2}
    assert parse_wishes(["club@below_bar<=2", "plain.same_club @ women = yes <= 0"]) == [
        Wish("same_club", 2, part=FieldPart("below_bar")), Wish("same_club", 0, True, FieldPart("women", "yes")),
    ]  # fmt: skip
    assert [str(wish) for wish in parse_wishes(["club@at_bar<=2", "plain.same_club@sex=f<=0"])] == [
        "same_club@at_bar <= 2", "plain.same_club@sex=f <= 0",
    ]  # fmt: skip
    for wrong in (lambda: parse_wishes(["club@<=2"]), lambda: parse_wishes(["club@bar<=2"]),
                  lambda: parse_wishes(["club@women=<=2"]), lambda: parse_wishes(["colour_imb@sex=f<=2"]),
                  lambda: parse_weights(["club"]), lambda: parse_weights(["club=-1"]), lambda: parse_wishes(["club=2"]),
                  lambda: parse_gaps(["club=0"]), lambda: parse_weights(["club=9999999"])):  # fmt: skip
        with pytest.raises(InputError, match="expected"):
            wrong()


@pytest.mark.parametrize("points", [1, 2, 3])
def test_what_is_worth_a_gap_is_avoided_below_its_price_only(points: int) -> None:
    base = load_profile("balanced-1")
    mms = next(w.weight for w in base.weights if w.criterion == "mms_difference")
    gap = int(gap_cost(points))  # type: ignore[arg-type]
    assert worth_a_gap(base, points) == gap * mms - 1
    changed = with_gaps(base, {"same_club": points})
    club = next(w for w in changed.weights if w.criterion == "same_club")
    assert club.weight < gap * mms
    assert club.reason == f"avoided unless that costs as much as a game {points} points apart"
    assert "unless" in changed.about
    own = Profile("own", "", (Weight("point_gap", 10, tier=2), Weight("wide_gap", 7, tier=2)))
    assert [worth_a_gap(own, gap) for gap in (1, 3, 5)] == [9, 29, 63]
    assert next(w.tier for w in with_gaps(own, {"same_club": 5}).weights if w.criterion == "same_club") == 2
    with pytest.raises(InputError, match="no weight for mms_difference"):
        worth_a_gap(Profile("x", "", (Weight("seeding", 1),)), 2)


@pytest.mark.slow
def test_a_search_reaches_a_wish_with_little_change_and_says_why(odd: State) -> None:
    rounds = rounds_of(odd, replay=True)
    base = rounds[0].profile
    told: list[str] = []
    now = by_profile(rounds, "base", base)
    wish = Wish("same_country", now.values["same_country"] - 3)
    found = tune(rounds, base, [wish], Patience(tell=told.append))
    assert found.met == (wish,)
    assert found.unmet == ()
    assert found.after.values["same_country"] <= wish.limit
    assert found.before.values == now.values
    changed = {w.criterion: w.weight for w in found.profile.weights if w not in base.weights}
    assert changed
    assert len(told) == found.tried
    again = by_profile(rounds, "again", found.profile)
    assert again.values == found.after.values
    for name, weight in changed.items():  # an eighth of the way back towards the base it is not reached any more
        old = next(w.weight for w in base.weights if w.criterion == name)
        assert next(w.reason for w in found.profile.weights if w.criterion == name).startswith(f"was {old:,}; brings ")
        near = weight + (old - weight) // 8
        assert by_profile(rounds, "near", found.profile.with_weights({name: near})).values["same_country"] > wish.limit
    text = profile_text(found.profile, load_profile("balanced"), "a comment")
    assert text.startswith("# a comment\n")
    read = parse_profile(text, "tuned", "tuned.toml")
    own = {w.criterion: w.weight for w in found.profile.weights}
    assert {w.criterion: w.weight for w in read.weights if w.weight or w.criterion in own} == own
    assert "same_country" in text
    assert f"brings same_country from {now.values['same_country']} to" in text


def drawing(monkeypatch: pytest.MonkeyPatch, answer: Callable[[Mapping[str, int]], tuple[int, int]]) -> list[Profile]:
    """What is drawn by a profile said beforehand, by weights: draw-downs, and wide gaps; the profiles asked for."""
    asked: list[Profile] = []

    def column(rounds: object, label: str, profile: Profile, *_: object) -> Column:
        asked.append(profile)
        down, wide = answer({w.criterion: w.weight for w in profile.weights})
        values = dict.fromkeys(CRITERION_NAMES, 0) | {"wide_gap": wide}
        return Column(label, replace(Counts(), draw_downs=down), values, 0, 0, True)

    monkeypatch.setattr("mcmahon.desk.questions.tuning.by_profile", column)
    return asked


def test_of_two_weights_that_do_the_cheaper_by_the_base_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    base = Profile("own", "", (Weight("wide_gap", 7), Weight("seeding", 800), Weight("colour_balance", 80)))

    def answer(weights: Mapping[str, int]) -> tuple[int, int]:
        seeding, colours = weights["seeding"] < 800, weights["colour_balance"] < 80
        return (0 if seeding or colours else 1), (5 if colours else 9 if seeding else 0)

    drawing(monkeypatch, answer)
    found = tune([], base, [Wish("draw_downs", 0, True)])
    changed = {w.criterion for w in found.profile.weights if w.weight and w not in base.weights}
    assert (changed, found.unmet) == ({"colour_balance"}, ())


def test_a_weight_that_twice_gains_nothing_is_raised_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    base = Profile("own", "", (Weight("mms_difference", 10),))
    asked = drawing(monkeypatch, lambda _: (1, 0))
    found = tune([], base, [Wish("draw_downs", 0, True)])
    assert [own.weights[0].weight for own in asked[:3]] == [10, 40, 160]
    assert (len(asked), len(found.unmet)) == (found.tried, 1)
    assert max(own.weights[0].weight for own in asked) == 640, "64 times in one step, and not 4 times again and again"


@pytest.mark.slow
def test_the_weight_of_what_is_wished_is_raised_and_no_other(odd: State) -> None:
    """For fewer games of countrymen the price of a game of countrymen, not a lower price of wide games."""
    rounds = rounds_of(odd, replay=True)
    base = rounds[0].profile
    found = tune(rounds, base, [Wish("same_country", by_profile(rounds, "now", base).values["same_country"] - 2)])
    changed = {w.criterion: w.weight for w in found.profile.weights if w not in base.weights}
    assert list(changed) == ["same_country"]
    assert changed["same_country"] > next(w.weight for w in base.weights if w.criterion == "same_country")
    assert found.met
    assert found.tried < 20


def test_games_of_a_part_of_the_field_are_counted_alone(odd: State) -> None:
    """Those below the bar, those at it, and both: each game has a player of one or of both parts."""
    rounds = rounds_of(odd, replay=True)
    below, at = FieldPart("below_bar"), FieldPart("at_bar")
    now = as_it_stands(rounds, [below, at])
    assert now is not None
    mixed = 0
    for one in rounds:
        lower = below.players(one.entered)
        assert lower
        assert lower | at.players(one.entered) == {p.id for p in one.entered.players}
        assert one.drawn is not None
        mixed += sum(len(lower & set(game.players)) == 1 for game in one.drawn)
    assert now.parts[below][0].pairs + now.parts[at][0].pairs == now.counts.pairs + mixed
    assert 0 < now.parts[below][0].mms_diff_sum < now.counts.mms_diff_sum
    assert now.parts[below][1]["same_country"] == now.values["same_country"]  # nobody at the bar counts
    wish = Wish("mms_diff_sum", 1, True, at)
    assert wish.value(now) == now.parts[at][0].mms_diff_sum
    with pytest.raises(InputError, match="the registrations have no column 'sex'"):
        as_it_stands(rounds, [FieldPart("sex", "f")])


@pytest.mark.slow
def test_a_wish_that_is_met_changes_nothing_and_one_out_of_reach_is_said(odd: State) -> None:
    rounds = rounds_of(odd, 4)
    base = rounds[0].profile
    easy = tune(rounds, base, [Wish("same_club", 99)])
    assert {(w.criterion, w.weight) for w in easy.profile.weights} == {(w.criterion, w.weight) for w in base.weights}
    assert easy.tried == 1
    hard = tune(rounds, base, [Wish("draw_downs", 0, True)], Patience(5))
    assert [str(wish) for wish in hard.unmet] == ["draw_downs <= 0"]
    assert hard.after.counts.draw_downs <= hard.before.counts.draw_downs


def test_a_profile_with_tiers_and_rules_is_written_whole() -> None:
    rule = parse_count_rule({"name": "few", "pairs": "same_club", "at_most": 3, "reason": 'a "reason"'})
    own = Profile("own", "mine", (Weight("seeding", 4, "why", 2), Weight("handicap", 7)), (rule,))
    read = parse_profile(profile_text(own, None, ""), "own", "own.toml")
    assert (read.about, read.weights, read.rules) == (own.about, own.weights, own.rules)
    bare = replace(own, about="bare", rules=())
    read = parse_profile(profile_text(bare, None, ""), "own", "own.toml")
    assert (read.about, read.weights, read.rules) == ("bare", own.weights, ())


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
    assert [found[0] for found in outcome.value.found] == [found[0] for found in intervals_of(drawn_round(odd, 4))]
    assert outcome.state is odd


@pytest.mark.slow
def test_a_front_is_asked_for_by_words_and_written_as_table_and_picture(odd: State, tmp_path: Path) -> None:
    request = Pareto(["mms", "country"], csv=tmp_path / "f.csv", svg=tmp_path / "f.svg")
    front = pareto(odd, request).value
    assert front.criteria == ["mms_difference", "same_country"]
    assert front.proven
    assert not front.may_be_more
    assert list(tmp_path.iterdir()) == []
    write_front(front, request)
    lines = (tmp_path / "f.csv").read_text(encoding="utf-8").splitlines()
    assert lines[0] == "mms_difference,same_country,cost by the profile,by some weights,boards that differ"
    assert len(lines) == len(front.points) + 1
    assert all(line.split(",")[3] == "yes" for line in lines[1:])
    assert "this round" in (tmp_path / "f.svg").read_text(encoding="utf-8")
    few = pareto(odd, Pareto(["mms", "country"], every=True, most=2)).value
    assert (len(few.points), few.may_be_more) == (2, True)


@pytest.mark.parametrize(
    ("criteria", "more", "says"),
    [
        ("mms", {}, "two or three different criteria"),
        ("mms mms_difference", {}, "two or three different criteria"),
        ("mms club", {"most": 3}, "^most: it limits the list of all points"),
        ("mms club colour", {"svg": Path("f.svg")}, "^svg: a picture shows two criteria"),
        ("mms club", {"csv": Path("no such folder/f.csv")}, "is not a folder"),
    ],
)
def test_a_front_that_cannot_be_is_refused_before_it_is_sought(
    criteria: str, more: dict[str, object], says: str, odd: State, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("mcmahon.desk.questions.weights.front_of", None)
    with pytest.raises((InputError, FolderError), match=says):
        pareto(odd, Pareto(criteria.split(), **more))  # type: ignore[arg-type]


def test_weights_are_found_for_several_tournaments_at_once(odd: State, tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    assert find_weights([odd], Tune(unless_gap=["club=2"], replay=False)).value.base.name == "balanced"
    done = find_weights([odd, odd], Tune(unless_gap=["club=2"], replay=False, out=out)).value
    assert done.rounds == 2
    assert done.found.before.label == done.base.name == "balanced"
    assert done.standing is not None
    text = tuned_text(done, "how it was found")
    write_tuned(text, out)
    assert out.read_text(encoding="utf-8").startswith("# how it was found\n")
    weights = {w.criterion: w.weight for w in parse_profile(text, "mine", "mine.toml").weights}
    assert weights["same_club"] == worth_a_gap(load_profile("balanced"), 2)


def test_weights_for_nothing_or_into_nowhere_are_not_sought(odd: State) -> None:
    with pytest.raises(InputError, match="no wish is given"):
        find_weights([odd], Tune())
    with pytest.raises(FolderError, match="is not a folder"):
        find_weights([odd], Tune(["club<=2"], out=Path("no such folder/mine.toml")))
    begun = replace(odd, tournament=replace(odd.tournament, rounds=()))
    with pytest.raises(InputError, match="nothing to draw again"):
        find_weights([odd, begun], Tune(["club<=2"], replay=False))
