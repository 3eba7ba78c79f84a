"""Drawing the next round: which one it is, what must be there before, what the director is told."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from types import FrameType
from typing import Any

import pytest
from builders import played, tournament
from mcmahon.desk.questions.standing_round import redrawn
from mcmahon.desk.rounds.draw.drawing import Terms, draw_round
from mcmahon.desk.rounds.draw_round import Draw, Publish, draw, publish
from mcmahon.desk.rounds.round_numbers import next_round
from mcmahon.io.folder.state_files import in_memory
from mcmahon.model.edits import set_results
from mcmahon.model.errors import InputError
from mcmahon.model.notes import Remark, note_texts
from mcmahon.model.noticing import unknown_ids
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.placing.scores import histories_by_round, open_games, score
from mcmahon.model.records.state import Record
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.rules import CountRule, Rule
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.model.ways import Way


def all_drawn() -> Tournament:
    return played(played(tournament("1d 1d 1d 1d", rounds=2), "a+b c+d"), "a+c b+d")


def test_behind_the_last_round_there_is_none_unless_it_is_a_draft() -> None:
    t = all_drawn()
    with pytest.raises(InputError, match=r"all 2 rounds have been drawn$") as error:
        draw_round(t)
    assert error.value.problems[0].ways == (Way("to add one", "set", assignments=("rounds=3",)),)
    draft = draw_round(t.before(2)).tournament
    assert next_round(draft) == 2
    assert draw_round(draft).round == draft.rounds[1]
    assert next_round(t.before(1)) == 1


def test_results_must_be_there_or_be_missing_on_purpose() -> None:
    names = "abcdefghijklmnop"
    games = " ".join(f"{a}?{b}" for a, b in zip(names[::2], names[1::2], strict=True))
    few, many = played(tournament("1d " * 4), games[:7]), played(tournament("1d " * 16), games)
    with pytest.raises(InputError, match=r"^2 results are missing \([^…]*\)\n") as error:
        draw_round(few)
    assert error.value.problems[0].offered("missing_results") is True
    with pytest.raises(InputError, match=r"^8 results are missing \(.*, .*, .*, .*, [^,]* …\)\n"):
        draw_round(many)
    assert draw_round(few, Terms(missing_results=True)).round.number == 2


@pytest.mark.parametrize(("ranks", "entered"), [("", "0 entrants"), ("1d", "1 entrant")])
def test_a_tournament_has_two_entrants_at_least(ranks: str, entered: str) -> None:
    with pytest.raises(InputError, match=rf"^round 1 has {entered}; at least 2 are needed"):
        draw_round(tournament(ranks))
    two = tournament("1d 1k 2k")
    one_each = [replace(p, rounds=frozenset({2 if p.id == "c" else 1})) for p in two.players]
    for entrants in (tournament("1d 1k"), two.with_players(one_each)):
        assert [game.table for game in draw_round(entrants).round] == [1]
    later = two.with_players([replace(p, rounds=frozenset({2})) for p in two.players[1:]])
    assert draw_round(later).round.byes == ("a",), "the others come, but not yet"


def test_ids_that_nobody_has_are_told_from_every_setting_that_names_players() -> None:
    t = tournament(
        "1d 1d 1d 1d",
        pairing__forbid=[{"players": ["a", "x1"]}],
        pairing__force=[{"players": ["b"], "against": ["x2"]}],
        tables__fixed={"x3": 2, "c": 1},
        start__supergroup=["x0", "d"],
    )
    assert Remark("the settings refer to unregistered players: x0, x1, x2, x3") in draw_round(t).notes
    assert draw_round(tournament("1d 1d")).notes == ()


def test_a_rule_over_locals_counts_nothing_without_local_clubs() -> None:
    rules = [{"name": "guests", "pairs": "local", "at_most": 1}, {"name": "calm", "pairs": "float", "at_most": 1}]
    without = draw_round(tournament("1d 1d", pairing__rules=rules)).notes
    named = draw_round(tournament("1d 1d", pairing__rules=rules, pairing__local_clubs=["Here"])).notes
    idle = Remark("rule guests has no effect: no local clubs are set (pairing.local_clubs)")
    assert [[n for n in notes if n == idle] for notes in (without, named)] == [
        [idle],
        [],
    ]


def test_an_earlier_round_that_is_not_legal_is_told_with_its_number() -> None:
    t = played(played(tournament("1d 1d 1d 1d"), "a+b c+d"), "a+b c+d")
    notes = draw_round(t).notes
    assert notes == tuple(
        Remark(f"round 2 is not legal: repeats: table {table}: {who} have met before")
        for table, who in ((1, "Player-a (a) and Player-b (b)"), (2, "Player-c (c) and Player-d (d)"))
    )


def test_the_record_keeps_what_the_round_was_drawn_by() -> None:
    profile = Profile("own", "", (Weight("mms_difference", 3),))
    t = played(tournament("1d 1d 1d 1k", start__bar="none"), "a+d b+c")
    found = draw_round(t, Terms(profile, relaxed=("families",)))
    assert (found.record.profile.name, found.record.profile.weights) == ("own", profile.weights)
    assert found.record.relaxed == ("families",)
    assert found.record.cost == found.record.bound == sum(found.record.costs.values()) > 0
    assert found.record.status == "optimal"
    assert replace(found.pairing, optimal=False).status == "feasible"
    assert found.pairing.seconds["total"] > 0


def test_open_games_are_named_by_round_and_table_of_public_rounds() -> None:
    t = played(played(tournament("1d 1d 1d 1d"), "a+b c?d"), "a?c b+d")
    assert open_games(t) == ["round 1 table 2", "round 2 table 1"]
    assert open_games(t.with_round(replace(t.rounds[1], draft=True))) == ["round 1 table 2"]


def test_ids_in_settings_that_no_player_has_are_told() -> None:
    """In locks of both kinds and on both sides, in the supergroup, and at fixed tables."""
    t = tournament("1d 1d", pairing__forbid=[{"players": ["a", "z"]}], tables__fixed={"w": 1, "a": 2})
    assert unknown_ids(t) == ["w", "z"]
    forced = [{"players": ["b"], "against": ["y"]}]
    assert unknown_ids(tournament("1d 1d", pairing__force=forced, start__supergroup=["x", "b"])) == ["x", "y"]
    assert unknown_ids(tournament("1d 1d", start__supergroup=["a"])) == []


def calls(of: tuple[Callable[..., Any], ...], run: Callable[[], object]) -> dict[str, int]:
    """How often each function is called meanwhile, under whatever name it was imported."""
    codes = {function.__code__: function.__name__ for function in of}  # type: ignore[attr-defined]
    counts = Counter(dict.fromkeys(codes.values(), 0))

    def count(frame: FrameType, event: str, _: object) -> None:
        if event == "call" and frame.f_code in codes:
            counts[codes[frame.f_code]] += 1

    sys.setprofile(count)
    try:
        run()
    finally:
        sys.setprofile(None)
    return dict(counts)


@pytest.mark.parametrize(("rules", "problems"), [([], 2), ([{"name": "calm", "pairs": "float", "at_most": 9}], 6)])
def test_the_past_is_computed_once_for_the_draw_and_once_by_the_judge(rules: list[Any], problems: int) -> None:
    """However many rounds were before. A problem to draw, one for the judge's cost; for hard rules each round's."""
    t = tournament("2d 1d 1d 1k 2k 3k", pairing__rules=rules, pairing__plan_ahead="off")
    records = dict[int, Record]()
    for games in ("a+b c+d e+f", "a+c b+e d+f", "a+d b+f c+e"):
        drawn = draw_round(t, records=records)
        records[drawn.round.number] = drawn.record
        t = played(t, games)
    found = calls((score, histories_by_round, round_problem), lambda: draw_round(t, records=records))
    assert found == {"score": 2, "histories_by_round": 2, "round_problem": problems}


def test_a_seed_that_is_given_is_kept_for_good() -> None:
    done = draw(in_memory(tournament("1d 1d")), Draw(seed=7))
    assert (done.state.tournament.settings.seed, done.value.record.seed) == (7, 7)


@pytest.mark.parametrize(("ranks", "pair"), [("5d 5d 5d 17k", {"a", "d"}), ("5d 5d 17k 17k", None)])
def test_a_wish_for_a_board_far_wider_than_all_others_is_told(ranks: str, pair: set[str] | None) -> None:
    last = "d" if pair else "c"
    done = draw(in_memory(tournament(ranks, start__bar="5d")), Draw(force=[("a", last)]))
    wished = [text for text in note_texts(done.notes, done.state.tournament) if "as you wished" in text]
    assert [{word for word in "abcd" if f"({word})" in text} for text in wished] == ([pair] if pair else [])
    assert all(text.endswith("points apart: wider than any other board of the round") for text in wished)


def test_a_draft_from_scores_that_have_changed_since_is_not_published_unasked() -> None:
    done = draw(in_memory(played(tournament("1d 1d 1d 1d"), "a+b c+d"))).state
    changed = done.with_tournament(set_results(done.tournament, [(1, 1, Result.BLACK, False)]))
    with pytest.raises(InputError, match=r"scores have changed .*: Player-a 1 → 0, Player-b 0 → 1\b"):
        publish(changed, Publish())
    assert not publish(changed, Publish(anyway=True)).state.tournament.round(2).draft
    assert not publish(done, Publish()).state.tournament.round(2).draft


def test_a_round_is_computed_again_with_the_rules_that_were_relaxed_for_it() -> None:
    t = played(tournament("1d 1d"), "a+b")
    clubs = replace(t.settings.pairing, rules=(CountRule("clubs", ("clubmates",), 0),))
    t = replace(t, settings=replace(t.settings, pairing=clubs))
    found = draw_round(t, Terms(relaxed=("repeats", "clubs")))
    record = replace(found.record, relaxed=("repeats", "clubs", "a rule of then"))
    problem = redrawn(in_memory(found.tournament, {2: record}), 2).problem()
    assert (problem.relaxed, problem.relaxed_counts) == ({Rule.REPEATS}, {"clubs"})
