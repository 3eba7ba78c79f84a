"""The search for weights that meet wishes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

import pytest
from desk.test_explaining import state
from mcmahon.desk.questions.what_if import (
    ColumnAnswer,
    CountsAnswer,
    as_it_stands,
    by_profile,
    parse_weights,
    rounds_of,
)
from mcmahon.io.settings.profiles import load_profile, parse_profile, profile_text
from mcmahon.model.errors import FolderError, InputError
from mcmahon.model.pairing.criteria import CRITERIA
from mcmahon.model.pairing.evaluation import stairs_of
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.records.state import State
from mcmahon.model.tournament.rules import parse_count_rule
from mcmahon_bench.tuning.field_parts import FieldPart, PartColumn, PartTotal
from mcmahon_bench.tuning.search import StopRule, Tune, find_weights, tune, tuned_text, write_tuned
from mcmahon_bench.tuning.wishes import Wish, parse_gaps, parse_wishes, with_gaps, worth_a_gap


@pytest.fixture(scope="module")
def odd() -> State:
    return state(draw=False)


def test_weights_wishes_and_gaps_are_parsed() -> None:
    assert parse_weights(["club=5", "mms = 70"]) == {"same_club": 5, "mms_difference": 70}
    assert parse_wishes(["club<=2", "clubmates <= 3", "four<=0", "mms_diff_sum<=9"]) == [
        Wish("same_club", 2), Wish("clubmates", 3), Wish("four_or_more_apart", 0),
        Wish("mms_diff_sum", 9),
    ]  # fmt: skip
    assert parse_gaps(["club=2"]) == {"same_club": 2}
    assert parse_wishes(["club@below_bar<=2", "clubmates @ women = yes <= 0"]) == [
        Wish("same_club", 2, part=FieldPart("below_bar")), Wish("clubmates", 0, FieldPart("women", "yes")),
    ]  # fmt: skip
    assert [str(wish) for wish in parse_wishes(["club@at_bar<=2", "clubmates@sex=f<=0"])] == [
        "same_club@at_bar <= 2", "clubmates@sex=f <= 0",
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
    gap = int(stairs_of(points))  # type: ignore[arg-type]
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
    wish = Wish("same_country", now.criteria["same_country"] - 3)
    found = tune(rounds, base, [wish], StopRule(tell=told.append))
    assert found.met == (wish,)
    assert found.unmet == ()
    assert found.after.criteria["same_country"] <= wish.limit
    assert found.before.criteria == now.criteria
    changed = {w.criterion: w.weight for w in found.profile.weights if w not in base.weights}
    assert changed
    assert len(told) == found.tried
    again = by_profile(rounds, "again", found.profile)
    assert again.criteria == found.after.criteria
    for name, weight in changed.items():  # an eighth of the way back towards the base it is not reached any more
        old = next(w.weight for w in base.weights if w.criterion == name)
        assert next(w.reason for w in found.profile.weights if w.criterion == name).startswith(f"was {old:,}; brings ")
        near = weight + (old - weight) // 8
        column = by_profile(rounds, "near", found.profile.with_weights({name: near}))
        assert column.criteria["same_country"] > wish.limit
    text = profile_text(found.profile, load_profile("balanced"), "a comment")
    assert text.startswith("# a comment\n")
    read = parse_profile(text, "tuned", "tuned.toml")
    own = {w.criterion: w.weight for w in found.profile.weights}
    assert {w.criterion: w.weight for w in read.weights if w.weight or w.criterion in own} == own
    assert "same_country" in text
    assert f"brings same_country from {now.criteria['same_country']} to" in text


def drawing(monkeypatch: pytest.MonkeyPatch, answer: Callable[[Mapping[str, int]], tuple[int, int]]) -> list[Profile]:
    """What is drawn by a profile said beforehand, by weights: draw-downs, and wide gaps; the profiles asked for."""
    asked: list[Profile] = []

    def column(rounds: object, label: str, profile: Profile, *_: object) -> ColumnAnswer:
        asked.append(profile)
        down, wide = answer({w.criterion: w.weight for w in profile.weights})
        values = dict.fromkeys(CRITERIA, 0) | {"wide_gap": wide}
        return ColumnAnswer(label, CountsAnswer.of(Counter(draw_downs=down)), values, 0, 0, True)

    monkeypatch.setattr("mcmahon_bench.tuning.search.by_profile", column)
    return asked


def test_of_two_weights_that_do_the_cheaper_by_the_base_is_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    base = Profile("own", "", (Weight("wide_gap", 7), Weight("seeding", 800), Weight("colour_balance", 80)))

    def answer(weights: Mapping[str, int]) -> tuple[int, int]:
        seeding, colours = weights["seeding"] < 800, weights["colour_balance"] < 80
        return (0 if seeding or colours else 1), (5 if colours else 9 if seeding else 0)

    drawing(monkeypatch, answer)
    found = tune([], base, [Wish("draw_downs", 0)])
    changed = {w.criterion for w in found.profile.weights if w.weight and w not in base.weights}
    assert (changed, found.unmet) == ({"colour_balance"}, ())


def test_a_weight_that_twice_gains_nothing_is_raised_no_further(monkeypatch: pytest.MonkeyPatch) -> None:
    base = Profile("own", "", (Weight("mms_difference", 10),))
    asked = drawing(monkeypatch, lambda _: (1, 0))
    found = tune([], base, [Wish("draw_downs", 0)])
    assert [own.weights[0].weight for own in asked[:3]] == [10, 40, 160]
    assert (len(asked), len(found.unmet)) == (found.tried, 1)
    assert max(own.weights[0].weight for own in asked) == 640, "64 times in one step, and not 4 times again and again"


@pytest.mark.slow
def test_the_weight_of_what_is_wished_is_raised_and_no_other(odd: State) -> None:
    """For fewer games of compatriots the price of a game of compatriots, not a lower price of wide games."""
    rounds = rounds_of(odd, replay=True)
    base = rounds[0].profile
    found = tune(rounds, base, [Wish("same_country", by_profile(rounds, "now", base).criteria["same_country"] - 2)])
    changed = {w.criterion: w.weight for w in found.profile.weights if w not in base.weights}
    assert list(changed) == ["same_country"]
    assert changed["same_country"] > next(w.weight for w in base.weights if w.criterion == "same_country")
    assert found.met
    assert found.tried < 20


def test_games_of_a_part_of_the_field_are_counted_alone(odd: State) -> None:
    """Those below the bar, those at it, and both: each game has a player of one or of both parts."""
    rounds = rounds_of(odd, replay=True)
    below, at = FieldPart("below_bar"), FieldPart("at_bar")
    now = as_it_stands(rounds, PartTotal.of([below, at]))
    assert isinstance(now, PartColumn)
    mixed = 0
    for one in rounds:
        lower = below.players(one.entered)
        assert lower
        assert lower | at.players(one.entered) == {p.id for p in one.entered.players}
        assert one.drawn is not None
        mixed += sum(len(lower & set(game.players)) == 1 for game in one.drawn)
    assert now.parts[below][0].pairs + now.parts[at][0].pairs == now.counts.pairs + mixed
    assert 0 < now.parts[below][0].mms_diff_sum < now.counts.mms_diff_sum
    assert now.parts[below][1]["same_country"] == now.criteria["same_country"]  # nobody at the bar counts
    wish = Wish("mms_diff_sum", 1, at)
    assert wish.value(now) == now.parts[at][0].mms_diff_sum
    with pytest.raises(InputError, match="the registrations have no column 'sex'"):
        as_it_stands(rounds, PartTotal.of([FieldPart("sex", "f")]))


@pytest.mark.slow
def test_a_wish_that_is_met_changes_nothing_and_one_out_of_reach_is_said(odd: State) -> None:
    rounds = rounds_of(odd, 4)
    base = rounds[0].profile
    easy = tune(rounds, base, [Wish("same_club", 99)])
    assert {(w.criterion, w.weight) for w in easy.profile.weights} == {(w.criterion, w.weight) for w in base.weights}
    assert easy.tried == 1
    hard = tune(rounds, base, [Wish("draw_downs", 0)], StopRule(5))
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


def test_weights_are_found_for_several_tournaments_at_once(odd: State, tmp_path: Path) -> None:
    out = tmp_path / "mine.toml"
    assert find_weights([odd], Tune(unless_gap=["club=2"], replay=False)).value.base.name == "balanced-1"
    done = find_weights([odd, odd], Tune(unless_gap=["club=2"], replay=False, out=out)).value
    assert done.rounds == 2
    assert done.found.before.label == done.base.name == "balanced-1"
    assert done.standing is not None
    text = tuned_text(done, "how it was found")
    write_tuned(text, out)
    assert out.read_text(encoding="utf-8").startswith("# how it was found\n")
    weights = {w.criterion: w.weight for w in parse_profile(text, "mine", "mine.toml").weights}
    assert weights["same_club"] == worth_a_gap(load_profile("balanced-1"), 2)


def test_weights_for_nothing_or_into_nowhere_are_not_sought(odd: State) -> None:
    with pytest.raises(InputError, match="no wish is given"):
        find_weights([odd], Tune())
    with pytest.raises(FolderError, match="is not a folder"):
        find_weights([odd], Tune(["club<=2"], out=Path("no such folder/mine.toml")))
    begun = replace(odd, tournament=replace(odd.tournament, rounds=()))
    with pytest.raises(InputError, match="nothing to draw again"):
        find_weights([odd, begun], Tune(["club<=2"], replay=False))
