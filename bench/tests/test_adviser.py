"""The adviser on the bar: intervals as published, one luck for all bars, and what bars are known to do."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, players, tournament
from mcmahon.desk.people.new_tournament import NewTournament, begun
from mcmahon.model.errors import InputError
from mcmahon.model.placing.standings import standings
from mcmahon.model.placing.start_scores import start_scores
from mcmahon.model.tournament.tournament import Tournament
from mcmahon_bench.commands.bars import advice_text
from mcmahon_bench.simulations.adviser import (
    AdviserTrials,
    Choice,
    advise,
    leader_stranded,
    possible_choices,
    to_simulate,
    with_choice,
)
from mcmahon_bench.simulations.results_model import ResultModel, Spread
from mcmahon_bench.simulations.simulation import Played

FIELD = tournament("5d 4d 3d 3d 2d 2d 1d 1d 1k 1k 2k 3k", rounds=3)
SURE = ResultModel("fixed", per_stone=0.7, spread=Spread(0))


def test_the_choices_are_the_bars_of_the_field_with_supergroups_that_fit() -> None:
    """Three rounds tell eight players apart; a group is never wholly in its supergroup."""
    assert possible_choices(FIELD) == [Choice(rank) for rank in ("5d", "4d", "3d", "2d", "1d")]
    assert possible_choices(FIELD, (0, 2))[1:4] == [Choice("4d"), Choice("3d"), Choice("3d", 2)]


def test_a_choice_sets_bar_and_supergroup_of_the_strongest() -> None:
    begun = played(FIELD, "a+b c+d")
    chosen = with_choice(begun, Choice("2d", 2))
    begin = start_scores(chosen.players, chosen.settings)
    assert chosen.rounds == ()
    assert [begin.half_points[p] for p in "abcdefg"] == [4, 4, 2, 2, 2, 2, 0]


@pytest.mark.long
def test_who_is_alone_above_the_bar_wins_more_often() -> None:
    """a starts a point above b, or two above all of 3 dan, against level with everybody from 1 dan."""
    trials = AdviserTrials(60, model=SURE)
    alone, crowd = advise(FIELD, [Choice("5d"), Choice("1d")], trials)
    assert (alone.above, crowd.above) == (1, 8)
    assert alone.best_wins.value > crowd.best_wins.value + 0.15
    assert 0 < crowd.best_wins.low < crowd.best_wins.value < crowd.best_wins.high < 1
    assert alone.leader_stranded.value > crowd.leader_stranded.value


@pytest.mark.slow
def test_too_many_above_the_bar_leave_several_unbeaten() -> None:
    """Two rounds tell four apart, not twelve."""
    short = replace(FIELD, settings=replace(FIELD.settings, rounds=2))
    few, many = advise(short, [Choice("3d"), Choice("3k")], AdviserTrials(40, model=SURE))
    assert few.unbeaten.value > many.unbeaten.value + 0.3
    assert many.verdict == "more than 4: several players may win all games"


@pytest.mark.long
def test_the_same_advice_again_and_by_two_workers() -> None:
    choices = [Choice("4d"), Choice("2d", 1)]
    first = advise(FIELD, choices, AdviserTrials(8))
    assert advise(FIELD, choices, AdviserTrials(8, workers=2)) == first
    assert advise(FIELD, choices[1:], AdviserTrials(8)) == first[1:]
    assert advise(FIELD, choices, AdviserTrials(8, seed=99)) != first


def test_a_leader_is_stranded_by_a_game_two_points_down() -> None:
    def made(t: Tournament) -> Played:
        return Played(t, {}, SURE, standings(t), (), (), ())

    level = tournament("1d 1d 1d 1d", preset="swiss", rounds=3)
    two = played(played(level, "a+b c+d"), "a+c b+d")
    assert not leader_stranded(made(two))  # a 2, b 1, c 1, d 0
    assert not leader_stranded(made(played(two, "a+b c+d")))
    assert leader_stranded(made(played(two, "a+d c+b")))


@pytest.mark.slow
def test_the_table_marks_the_settings_own_bar() -> None:
    field = replace(FIELD, settings=replace(FIELD.settings, start=replace(FIELD.settings.start, bar="3d")))
    choices = [Choice("4d"), Choice("3d"), Choice("3d", 2)]
    lines = advice_text(advise(field, choices, AdviserTrials(4)), field.settings).splitlines()
    assert lines[0].split("  ")[0] == "Bar"
    assert [line.split()[:2] for line in lines[1:]] == [["4d", "-"], ["3d", "*"], ["3d", "2"]]
    assert all("%" in line for line in lines[1:])


def test_a_tournament_without_bars_is_refused() -> None:
    swiss = tournament("3d 2d 1d 1k", preset="swiss")
    with pytest.raises(InputError, match=r"start\.scheme"):
        advise(swiss, [Choice("1d")])
    with pytest.raises(InputError, match="such as 3d"):
        advise(FIELD, [Choice("auto")])
    with pytest.raises(InputError, match="at least one trial"):
        advise(FIELD, [Choice("1d")], AdviserTrials(0))


def test_a_supergroup_by_size_is_simulated_by_its_players() -> None:
    state = begun(NewTournament(name="Spring", preset="egf", rounds=3, values={"start.supergroup_size": 2}))
    state = state.with_tournament(replace(state.tournament, players=players("1d 5d 3d 4k")))
    start = to_simulate(state, "1d").tournament.settings.start
    assert (start.bar, start.supergroup, start.supergroup_size) == ("1d", ("b", "c"), 0)
    plain = begun(NewTournament(name="Spring"))
    assert to_simulate(plain) is plain
