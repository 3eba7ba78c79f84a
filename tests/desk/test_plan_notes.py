"""What is said when a change makes rounds to come impossible, asks before it, and how they become possible again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest
from mcmahon.desk.glance import concerns, glance
from mcmahon.desk.messages.foresight_texts import PLANNING_OFF, remedies
from mcmahon.desk.people.change_players import AddPlayer, add
from mcmahon.desk.people.miss_rounds import Absent, absent
from mcmahon.desk.rounds.change_boards import Swap, check, swap
from mcmahon.desk.rounds.draw.drawing import Terms, draw_round
from mcmahon.desk.rounds.draw_round import Publish, publish
from mcmahon.desk.rounds.plan import planning
from mcmahon.desk.rounds.plan.planning import RoundsNotPossible, plan, plan_status, short_notes
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.desk.verb import build
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.model.errors import InputError, UnconfirmedError
from mcmahon.model.notes import Remark, note_texts
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.model.ways import Way

from tests.builders import played, tournament, with_player

SIX = "3d 3d 2d 2d 1d 1d"


def state_of(t: Tournament, **settings: object) -> State:
    """A tournament in memory, with its settings as a file that can be changed."""
    given = {"rounds": 5, "start.bar": "none", **{key.replace("__", "."): value for key, value in settings.items()}}
    return in_memory(t, settings_text=new_settings_text("bga", given))


def third_round(**settings: object) -> State:
    """Six players, five rounds, the third a draft: with b and f in each other's places, two threes have all but met."""
    t = tournament(SIX, rounds=5, start__bar="none", **settings)
    t = played(played(played(t, "a+d b+e c+f"), "a+e b+f c+d"), "a?b d?f c?e")
    return state_of(t.with_round(replace(t.round(3), draft=True)), **settings)


def fourth_round() -> State:
    """The same with b and f in each other's places, played: no round is possible any more."""
    done = swap(third_round(), Swap(a="b", b="f", anyway=True)).state
    games = tuple(replace(game, result=Result.WHITE) for game in done.tournament.round(3))
    return done.with_tournament(done.tournament.with_round(replace(done.tournament.round(3), games=games, draft=False)))


def short(notes: Sequence[object]) -> list[RoundsNotPossible]:
    return [note for note in notes if isinstance(note, RoundsNotPossible)]


def test_a_swap_that_makes_later_rounds_impossible_asks_first() -> None:
    state = third_round()
    assert plan_status(state) is not None
    with pytest.raises(UnconfirmedError, match="No legal plan for rounds 4 and 5 exists"):
        swap(state, Swap(a="b", b="f"))
    done = swap(state, Swap(a="b", b="f", anyway=True))
    assert done.value.ahead is not None
    assert short(done.notes)
    assert short(check(done.state).notes), "check says it as well"
    assert short(publish(done.state, Publish()).notes), "and so does publishing"
    assert not short(publish(state, Publish()).notes)
    trials = [swap(state, Swap(a=pair[0], b=pair[1], dry_run=True)).value for pair in ("ad", "af", "ac", "cd")]
    assert any(trial.ahead is None for trial in trials), "most others leave a plan"


def test_the_desk_does_not_say_that_an_impossible_round_can_be_drawn() -> None:
    stuck = fourth_round()
    assert glance(stuck).value.stuck
    assert "none for round 4 alone" in concerns(stuck).value[0].text
    fine = third_round()
    assert not glance(fine).value.stuck
    assert not [one for one in concerns(fine).value if "legal plan" in one.text]


def test_each_remedy_restores_a_plan() -> None:
    """The command for fewer rounds, the one for the repeats, and a draw with more byes."""
    state = fourth_round()
    found = plan_status(state)
    assert found is not None
    ways = remedies(found, state.tournament)
    assert [way.lead for way in ways] == ["Fewer rounds", "With these repeats", "With more byes"]
    second_bye = replace(found, repeats=tuple(replace(one, players=one.players[:1]) for one in found.repeats))
    assert [way.lead for way in remedies(second_bye, state.tournament)] == ["Fewer rounds", "With more byes"]
    assert short_notes(state) == [RoundsNotPossible(found)]
    assert len(draw_round(state.tournament, Terms(relaxed=("byes",))).round.byes) > 1
    for way in ways[:2]:
        now = plan_status(change(state, build(ChangeSettings, **dict(way.fields))).state)
        assert now is None or not now.short, way


def families(count: int) -> State:
    """Six players of whom the first few are one family."""
    t = tournament(SIX, rounds=5, start__bar="none")
    for player in "abcdef"[:count]:
        t = with_player(t, player, groups=("f",))
    return state_of(t)


@pytest.mark.slow
def test_a_setting_that_makes_rounds_impossible_says_so_with_the_way_back() -> None:
    """Three who never meet leave three rounds of the five."""
    done = change(families(3), ChangeSettings(assignments=["pairing.families=forbid"]))
    (note,) = short(done.notes)
    assert note.foresight.until < note.foresight.last
    way = Way("Without that", "set", assignments=("pairing.families=avoid",))
    assert way in remedies(note.foresight, done.state.tournament)
    again = change(done.state, ChangeSettings(assignments=["pairing.families=avoid"]))
    assert list(again.notes) == [Remark("Rounds 1 to 5 can be paired again.")]
    assert not change(families(3), ChangeSettings(assignments=["komi=5.5"])).notes


def test_the_absence_that_makes_rounds_impossible_is_named() -> None:
    """c and d have met; they could play the last round if either a or b were there."""
    t = played(played(tournament("1d 1d 1d 1d", rounds=3, start__bar="none"), "a+b c+d"), "a+c b+d")
    first = absent(in_memory(t), Absent(who=["b"], rounds="3"))
    assert not short(first.notes)
    both = absent(first.state, Absent(who=["a"], rounds="3"))
    assert [note.absent for note in short(both.notes)] == [("a", "b")]
    assert plan(both.state).value.absent == ("a", "b")
    second = absent(in_memory(t), Absent(who=["a"], rounds="3"))
    both = absent(second.state, Absent(who=["b"], rounds="3"))
    assert [note.absent for note in short(both.notes)] == [("b", "a")], "the one just entered comes first"


def test_players_entered_one_by_one_are_told_each_time_how_many_rounds_they_can_play() -> None:
    state, told = state_of(tournament("", rounds=5, start__bar="none")), []
    for k in range(6):
        done = add(state, AddPlayer(name=f"P{k}", rank="1d"))
        state = done.state
        told.append([(note.players, note.foresight.until) for note in short(done.notes)])
    assert told == [[], [(2, 1)], [(3, 3)], [(4, 3)], [], []]
    two = change(state_of(tournament("1d 1d", rounds=5, start__bar="none")), ChangeSettings(assignments=["rounds=1"]))
    assert list(two.notes) == [Remark("Round 1 can be paired again.")], "two can play one round"


def test_where_planning_is_off_no_draw_is_said_to_keep_anything() -> None:
    state = third_round(pairing__plan_ahead="off")
    lines = plan(state).value.sentences
    assert "every draw keeps it so" not in " ".join(lines)
    assert lines[1].startswith("Planning is off")
    first = tournament(SIX, rounds=5, start__bar="none", pairing__plan_ahead="off")
    drawn = draw_round(first)
    assert Remark(PLANNING_OFF) in drawn.notes
    again = played(first, "a+d b+e c+f")
    assert Remark(PLANNING_OFF) not in draw_round(again).notes, "once is enough"
    assert Remark(PLANNING_OFF) not in draw_round(tournament(SIX, rounds=5, start__bar="none")).notes
    assert Remark(PLANNING_OFF) in change(third_round(), ChangeSettings(assignments=["pairing.plan_ahead=off"])).notes


def forcing(*pairs: tuple[str, str]) -> State:
    """Six players with pairs that are forced in rounds, such as ("ab", "5")."""
    force = [{"players": list(pair), "rounds": rounds} for pair, rounds in pairs]
    return state_of(tournament(SIX, rounds=5, start__bar="none", pairing__force=force), pairing__force=force)


def test_forced_pairs_that_contradict_each_other_are_refused() -> None:
    state = forcing(("ab", "5"))
    text = 'pairing.force+={players = ["a", "c"], rounds = "4-5"}'
    with pytest.raises(InputError) as refused:
        change(state, ChangeSettings(assignments=[text]))
    assert str(refused.value) == (
        "pairing.force: In round 5, Player-a (a) would have to meet both Player-b (b) and Player-c (c)"
    )
    change(state, ChangeSettings(assignments=[text.replace("4-5", "4")]))
    wrong = forcing(("ab", "5"), ("ac", "5"), ("ad", "5"))
    change(
        wrong, ChangeSettings(assignments=["pairing.force-=a:d"])
    )  # what was wrong before keeps nobody from mending it


def test_a_contradiction_in_the_file_is_named_by_plan_and_draw() -> None:
    state = forcing(("ab", "5"), ("ac", "5"))
    found = plan(state).value
    text = " ".join(found.sentences)
    assert (found.foresight.until, found.foresight.relax) == (4, ("forced",))
    assert "In round 5, Player-a (a) would have to meet both Player-b (b) and Player-c (c)." in text
    ways = [dict(way.fields)["assignments"] for way in remedies(found.foresight, state.tournament)]
    assert ways == [("rounds=4",), ("pairing.force-=a:c",)]
    assert draw_round(state.tournament).record.foresight.until == 4
    with pytest.raises(InputError, match=r"forced into two games in round 1: with Player-b \(b\) and Player-c \(c\)"):
        draw_round(forcing(("ab", "1"), ("ac", "1")).tournament)


def test_a_forced_pair_that_is_absent_or_meets_again_is_named() -> None:
    away = absent(forcing(("ab", "2")), Absent(who=["b"], rounds="2"))
    said = "Player-a (a) and Player-b (b) are to meet in round 2, but Player-b (b) is not entered for it"
    assert [text for text in note_texts(away.notes, away.state.tournament) if "are to meet" in text] == [said]
    t = played(away.state.tournament, "a+d b+e c+f")
    assert [text for text in note_texts(draw_round(t).notes, t) if "are to meet" in text] == [said]
    twice = forcing(("ab", "2"), ("ab", "4"))
    assert [text for text in note_texts(plan(twice).notes, twice.tournament) if "are to meet" in text] == [
        "Player-a (a) and Player-b (b) are to meet again in round 4: a repeat, because the settings force it"
    ]


def test_results_do_not_ask_again_what_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    state = third_round()
    first = plan_status(state)
    monkeypatch.setattr(planning, "_standing", lambda *_: pytest.fail("asked again"))
    games = tuple(replace(game, result=Result.BLACK) for game in state.tournament.round(2))
    t = state.tournament.with_round(replace(state.tournament.round(2), games=games))
    assert plan_status(state.with_tournament(t)) is first
