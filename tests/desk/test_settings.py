"""Settings shown and changed, without any command line."""

from __future__ import annotations

from dataclasses import replace

import pytest
from builders import played, players
from mcmahon.desk.changes import contradictions
from mcmahon.desk.desk_notes import draft_before_settings
from mcmahon.desk.messages.no_pairing_texts import breach_lines
from mcmahon.desk.people.new_tournament import NewTournament, begun
from mcmahon.desk.rounds.change_boards import check
from mcmahon.desk.rounds.draw_round import Publish, draw, publish
from mcmahon.desk.rounds.plan.planning import RoundsNotPossible
from mcmahon.desk.settings.change_settings import (
    ChangeSettings,
    change,
    settings,
)
from mcmahon.model.errors import InputError, UnconfirmedError
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.notes import Remark
from mcmahon.model.records.state import State
from mcmahon.model.ways import Way
from msgspec import structs


def four() -> State:
    """A tournament of four with a text of settings."""
    state = begun(NewTournament(name="Spring", preset="bga", rounds=3, bar="2d"))
    return state.with_tournament(state.tournament.with_players(players("3d 2d 1d 1k")))


def drafted() -> State:
    state = four()
    drawn = played(state.tournament, "a?b c?d")
    return state.with_tournament(drawn.with_round(replace(drawn.rounds[0], draft=True)))


def test_settings_are_listed_whole_by_section_and_one_by_one() -> None:
    whole = settings(four()).value
    assert next(s for s in whole if s.name == "start.bar").value == '"2d"'
    start = settings(four(), "start").value
    assert {s.name.partition(".")[0] for s in start} == {"start"}
    assert [s.name for s in settings(four(), "komi").value] == ["komi"]
    assert all(s.meaning for s in whole)
    with pytest.raises(InputError, match="unknown setting 'bar'"):
        settings(four(), "bar")


def test_a_change_tells_what_was_there_and_keeps_the_text_of_the_director() -> None:
    outcome = change(four(), ChangeSettings(assignments=["start.bar=1d", "start.floor="]))
    assert [(c.name, c.before, c.after, c.unset) for c in outcome.value] == [
        ("start.bar", '"2d"', '"1d"', False),
        ("start.floor", outcome.value[1].after, outcome.value[1].after, True),
    ]
    assert outcome.state.tournament.settings.start.bar == "1d"
    assert 'bar = "1d"' in outcome.state.settings_text
    assert not outcome.notes
    with pytest.raises(InputError, match="unknown weight profile"):
        change(four(), ChangeSettings(assignments=["pairing.profile=missing.toml"]))


def test_pairs_forbidden_by_name_are_kept_by_id_and_added_to() -> None:
    once = change(four(), ChangeSettings(assignments=["pairing.forbid=Player-a:b"])).state
    twice = change(once, ChangeSettings(assignments=["pairing.forbid+=c:d"])).state.tournament.settings.pairing.forbid
    assert [set(players) for players, _, _ in twice] == [{"a", "b"}, {"c", "d"}]


def test_ids_that_are_nobodys_are_noted_with_the_id_of_who_is_called_so() -> None:
    outcome = change(four(), ChangeSettings(assignments=["start.supergroup=Player-a,99"]))
    assert list(outcome.notes) == [
        Remark("the settings refer to unregistered players: 99, Player-a; use ids: Player-a is a")
    ]
    assert not change(begun(NewTournament(name="Empty")), ChangeSettings(assignments=["start.supergroup=99"])).notes


def test_a_draft_drawn_before_is_noted_only_where_it_hangs_on_the_setting() -> None:
    way = Way("to check the drawn rounds with the new scores", "check")
    for bar, notes in (("1d", [Remark("start scores change for 2 players", (way,))]), ("2d", [])):
        outcome = change(drafted(), ChangeSettings(assignments=[f"start.bar={bar}"]))
        assert list(outcome.notes) == [*notes, draft_before_settings(1)]
    assert not change(drafted(), ChangeSettings(assignments=["event.begin=2026-03-05"])).notes


def test_who_is_not_entered_for_a_round_that_is_new_is_noted() -> None:
    state = four()
    early = state.tournament.player("b").with_rounds(frozenset({1}), 3)
    state = state.with_tournament(state.tournament.with_players([early]))
    entered, ahead = change(state, ChangeSettings(assignments=["rounds=4"])).notes
    way = Way("to enter a player", "player", who="ID", rounds="all")
    assert entered == Remark("not entered for round 4: Player-b (b)", (way,))
    assert isinstance(ahead, RoundsNotPossible), "four players have three rounds"


def test_changes_of_different_settings_are_applied_one_after_the_other() -> None:
    base = four()
    bar, komi = (change(base, ChangeSettings(assignments=[text])).state for text in ("start.bar=1d", "komi=5.5"))
    assert contradictions(base, bar, komi) == []
    both = change(bar, ChangeSettings(assignments=["komi=5.5"])).state.tournament.settings
    assert (both.start.bar, both.komi) == ("1d", komi.tournament.settings.komi)
    assert contradictions(base, bar, change(base, ChangeSettings(assignments=["start.bar=3d"])).state)


def locks(state: State) -> list[set[str]]:
    return [set(players) for players, _, _ in state.tournament.settings.pairing.forbid]


def test_every_list_is_added_to_and_taken_from() -> None:
    """Pairs by their players, rules by their names, tables of players by their ids; several at once in their order."""
    state = change(
        four(),
        ChangeSettings(assignments=["pairing.forbid+=a:b", "pairing.forbid+=c:d,a:c", "pairing.forbid-=Player-b:a"]),
    ).state
    assert locks(state) == [{"c", "d"}, {"a", "c"}]
    few = {"name": "few", "pairs": "float", "at_most": 1}
    rule = '{name = "few", pairs = "float", at_most = 1}'
    given = [f"pairing.rules+={rule}", "tables.out_of_use+=13,14", "tables.fixed+=b=2", "placing.order+=SODOS"]
    after = change(state, ChangeSettings(assignments=[*given, "tables.out_of_use-=14", "placing.order-=SOS"])).state
    now = after.tournament.settings
    assert [r.plain() for r in now.pairing.rules] == [few]
    assert (now.tables.out_of_use, now.tables.fixed) == ((13,), (("b", 2),))
    assert "SOS" not in now.placing.order
    assert now.placing.order[-1] == "SODOS"
    left = change(
        after, ChangeSettings(assignments=["pairing.rules-=few", "tables.fixed-=b"])
    ).state.tournament.settings
    assert (left.pairing.rules, left.tables.fixed) == ((), ())
    for wrong in (
        "pairing.rules-=many",
        "tables.out_of_use-=14",
        "komi+=1",
        "pairing.forbid-=a:d",
        "start.supergroup+=",
    ):
        with pytest.raises(InputError):
            change(after, ChangeSettings(assignments=[wrong]))


def test_a_list_that_was_entered_is_replaced_only_on_purpose() -> None:
    """What goes is named, also by no value at all, which is the default's; what a preset has needs no yes."""
    state = change(four(), ChangeSettings(assignments=["pairing.forbid+=a:b", "placing.order=MMS"])).state
    with pytest.raises(UnconfirmedError, match=r"pairing\.forbid would lose Player-a \(a\), Player-b \(b\)$"):
        change(state, ChangeSettings(assignments=["pairing.forbid=c:d"]))
    with pytest.raises(UnconfirmedError):
        change(state, ChangeSettings(values={"pairing.forbid": []}))
    assert locks(change(state, ChangeSettings(assignments=["pairing.forbid=c:d"], replace=True)).state) == [{"c", "d"}]
    assert locks(change(state, ChangeSettings(assignments=["pairing.forbid=c:d,a:b"])).state) == [
        {"c", "d"},
        {"a", "b"},
    ]
    for request in (ChangeSettings(assignments=["pairing.forbid="]), ChangeSettings(values={"pairing.forbid": None})):
        with pytest.raises(UnconfirmedError, match=r"pairing\.forbid would lose Player-a \(a\), Player-b \(b\)"):
            change(state, request)
        assert locks(change(state, structs.replace(request, replace=True)).state) == []
    assert change(state, ChangeSettings(assignments=["placing.order="])).value[0].unset


def test_everything_that_is_wrong_is_named_at_once() -> None:
    """Names of players too; nothing is changed."""
    with pytest.raises(InputError) as error:
        change(four(), ChangeSettings(assignments=["pairing.forbid+=a:zz", "komi=x", "kom=3", "rounds=4", "rounds=5"]))
    assert len(error.value.problems) == 4


def test_a_forced_pair_without_rounds_is_to_meet_once_from_now_on() -> None:
    """Rounds that are published stay legal; the next draft pairs the two, and once they have met it is done."""
    before = four()
    rounds = played(before.tournament, "a+b c+d")
    state = change(before.with_tournament(rounds), ChangeSettings(assignments=["pairing.force+=a:d"])).state
    assert all(verdict.legal for verdict in check(state).value)
    drawn = draw(state).state
    game = drawn.tournament.round(2).game_of("a")
    assert game is not None
    assert set(game.players) == {"a", "d"}
    other = played(rounds, "a+c b+d")
    other = other.with_round(replace(other.rounds[-1], draft=True))
    (_, second) = check(state.with_tournament(replace(other, settings=state.tournament.settings))).value
    assert not second.legal, "a draft without the pair"
    after = publish(drawn, Publish()).state
    played_on = after.with_tournament(played(after.tournament, "a+c b+d"))
    assert all(verdict.legal for verdict in check(played_on).value)


def test_a_rule_about_locals_needs_local_clubs() -> None:
    rule = 'pairing.rules+={name = "guests", pairs = "visitor_meets_local", at_least = 1}'
    with pytest.raises(InputError, match="guests is about local players, but no local club is set") as error:
        change(four(), ChangeSettings(assignments=[rule]))
    assert error.value.problems[0].offered("assignments") == ("pairing.local_clubs=CLUB",)
    both = change(four(), ChangeSettings(assignments=[rule, "pairing.local_clubs=Ulm"])).state
    with pytest.raises(InputError, match="guests"):
        change(both, ChangeSettings(assignments=["pairing.local_clubs="], replace=True))
    with pytest.raises(InputError, match="guests"):
        begun(NewTournament(name="Spring", settings=[rule.replace("+=", "=[") + "]"]))


def test_the_meaning_of_a_choice_names_its_values() -> None:
    meanings = {s.name: s.meaning for s in settings(four()).value}
    assert meanings["pairing.families"].endswith("(avoid, forbid)")
    assert meanings["start.scheme"].endswith("(rank, regular, bands, swiss)")


def test_a_rule_that_nobody_can_meet_says_which_condition_it_is() -> None:
    rule = 'pairing.rules+={name = "praha", pairs = ["any club = Praha", "float"], at_least = 1}'
    with pytest.raises(NoPairingError) as error:
        draw(change(four(), ChangeSettings(assignments=[rule])).state)
    assert breach_lines(error.value)[0].endswith("(praha): no player matches 'any club = Praha'")


def test_a_pair_is_forced_and_forbidden_at_once_only_in_rounds_to_come() -> None:
    once = ['pairing.force=[{players = ["a", "d"], rounds = "1"}]', 'pairing.forbid=[{players = ["a", "d"]}]']
    with pytest.raises(InputError, match="are both forced and forbidden to meet"):
        change(drafted(), ChangeSettings(assignments=once))
    published = four().with_tournament(played(four().tournament, "a+b c+d"))
    assert change(published, ChangeSettings(assignments=once)).value, "round 1 is over"


def test_a_bar_that_moves_start_scores_after_a_published_round_is_asked_about() -> None:
    """One word would change everybody's score and place; before the first round, or moving nobody, nothing is asked."""
    state = four()
    assert change(state, ChangeSettings(assignments=["start.bar=1d"])).value
    drawn = state.with_tournament(played(state.tournament, "a+b c+d"))
    asked = r"^Bar: 1d instead of 2d: round 1 is published, and this changes the start scores of 2 players \("
    with pytest.raises(UnconfirmedError, match=asked) as error:
        change(drawn, ChangeSettings(assignments=["start.bar=1d"]))
    assert error.value.problems[-1].ways == (Way("to do it anyway", anyway=True),)
    assert (
        change(drawn, ChangeSettings(assignments=["start.bar=1d"], anyway=True)).state.tournament.settings.start.bar
        == "1d"
    )
    assert change(drawn, ChangeSettings(assignments=["komi=7.5"])).value
