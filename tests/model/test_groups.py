"""The start groups before the first round, and what each bar would give."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import combinations

import pytest
from builders import tournament, with_player
from mcmahon.cli.commands.table_commands import groups_text
from mcmahon.desk.placing.rank import groups_answer
from mcmahon.desk.verb import plain
from mcmahon.model.notes import Remark
from mcmahon.model.noticing import bar_text, even_notes
from mcmahon.model.pairing.handicap import stones_given
from mcmahon.model.placing.scores import score
from mcmahon.model.placing.start_groups import start_groups, with_decisions
from mcmahon.model.placing.start_scores import bar_verdict
from mcmahon.model.tournament.person import Status


def test_groups_come_from_the_top_the_strongest_first_with_their_marks() -> None:
    t = tournament("3d 2d 2d 1d 1k 25k", start__bar="2d", start__floor="20k", start__supergroup=["a"])
    t = with_player(with_player(t, "b", rating=2240), "d", correction=-1)
    found = start_groups(t).groups
    assert [(g.start / 2, [p.id for p in g.players]) for g in found] == [
        (2, ["a"]), (1, ["b", "c"]), (-1, ["d", "e"]), (-20, ["f"]),
    ]  # fmt: skip
    assert [g.marks for g in found] == [
        ("supergroup", "at or above the bar"), ("at or above the bar",), ("corrected: Player-d -1",), ("floor 20k",),
    ]  # fmt: skip


def test_every_bar_is_judged_by_the_table_and_the_programs_choice_is_marked() -> None:
    """BGA 4.2: 3 rounds, 4 to 8 players, never more than 2^3."""
    t = tournament("3d 3d 2d 2d 2d 1d 1d 1d 1d", rounds=3)
    bars = start_groups(t).bars
    assert [(b.rank, b.count, b.verdict) for b in bars] == [
        ("3d", 2, "fewer than 4"),
        ("2d", 5, "inside the table"),
        ("1d", 9, "more than 8: several players may win all games"),
    ]
    assert [(b.taken, b.automatic) for b in bars] == [(False, False), (True, True), (False, False)]
    by_hand = start_groups(replace(t, settings=replace(t.settings, start=replace(t.settings.start, bar="3d"))))
    assert [(b.taken, b.automatic) for b in by_hand.bars] == [(True, False), (False, True), (False, False)]


def test_the_verdict_on_a_number_of_players() -> None:
    assert [bar_verdict(count, 4) for count in (4, 5, 10, 11, 17)] == [
        "fewer than 5", "inside the table", "inside the table", "more than 10",
        "more than 16: several players may win all games",
    ]  # fmt: skip


def test_players_outside_the_bands_are_counted() -> None:
    t = tournament("4d 3d 1d 1k 6k", start__scheme="bands", start__bands=["3d-1d", "1k-2k"])
    assert [(len(g.players), g.marks) for g in start_groups(t).groups] == [
        (3, ("top group", "1 outside the bands")), (2, ("1 outside the bands",)),
    ]  # fmt: skip


def test_a_field_that_is_all_in_the_top_group_says_so() -> None:
    t = tournament("1d 1k 2k", preset="bga", rounds=4)
    assert "everybody is at or above it" in groups_text(start_groups(t)).splitlines()[-1]
    assert even_notes(t) == [
        Remark(
            "all players are in the top group, so all games are even; "
            "for handicaps set handicap.rule = rank and pairing.even_at_bar = false"
        )
    ]
    assert even_notes(tournament("1d 1k 2k", preset="bga", start__bar="1k")) == []
    assert even_notes(tournament("1d 1k 2k", preset="egf", rounds=4)) == []


FIELDS = ("1d 1k 2k", "1d 1d 1d 1d", "3d 2d 1d 1k 2k 3k 4k 5k", "9k 12k 15k 18k", "5d 5d 5d 4k", "1d 2k 2k 2k 2k")


@pytest.mark.parametrize("ranks", FIELDS)
@pytest.mark.parametrize("preset", ["bga", "egf", "swiss", "club", "german"])
@pytest.mark.parametrize("given", [{}, {"handicap__rule": "rank"}, {"handicap__rule": "mms", "handicap__reduction": 0}])
def test_the_remedy_for_even_games_brings_a_handicap(ranks: str, preset: str, given: dict[str, object]) -> None:
    """What the note says is done; then a game of the field has stones. Where nothing helps, nothing is said."""
    t = tournament(ranks, preset=preset, rounds=4, **given)
    notes = even_notes(t)
    if len(set(ranks.split())) == 1:
        assert notes == []
    for note in notes:
        said = dict(
            one.replace(".", "__").split(" = ") for one in note.text.partition("for handicaps set ")[2].split(" and ")
        )
        changed = given | {name: text != "false" and text for name, text in said.items()}
        after = tournament(ranks, preset=preset, rounds=4, **changed)
        scores = score(after)
        pairs = combinations(after.players, 2)
        assert any(stones_given(a, b, scores) for a, b in pairs), note


def test_one_or_two_rounds_have_no_lower_limit() -> None:
    """Rules, section 1: for 1 or 2 rounds 2^rounds is the only limit."""
    assert [bar_verdict(count, 2) for count in (1, 3, 4, 5)] == [
        "inside the table", "inside the table", "inside the table",
        "more than 4: several players may win all games",
    ]  # fmt: skip


def test_a_bar_that_nobody_has_the_rank_of_is_listed() -> None:
    bars = start_groups(tournament("3d 2d 1d", start__bar="5d")).bars
    assert (bars[0].rank, bars[0].count, bars[0].taken) == ("5d", 0, True)


def test_a_corrected_player_takes_nobody_else_into_the_top_group() -> None:
    t = with_player(tournament("3d 2d 2d 1d 1d 1k", start__bar="2d"), "a", correction=-1)
    groups = start_groups(t).groups
    assert [sorted(g.top) for g in groups] == [["b", "c"], ["a"], []]
    assert groups[1].marks == ("1 of them at or above the bar", "corrected: Player-a -1")


def test_the_note_about_the_automatic_bar_is_about_the_ranks() -> None:
    """Twelve 3 dans are inside the table, whoever else is in the supergroup; nobody is told that no rank fits it."""
    t = tournament(" ".join(["3d"] * 12 + ["2d"]), start__supergroup=["m"])
    assert bar_text(t) == "bar 3d (auto, not final yet), 13 players at or above it"
    none_fits = tournament(" ".join(["3d"] * 40))
    assert "(BGA's table: more than 32: several players may win all games; no rank fits" in bar_text(none_fits)


def test_preliminary_entries_are_listed_apart() -> None:
    t = with_player(tournament("3d 2d 1d"), "a", status=Status.PRELIMINARY)
    found = start_groups(t)
    assert [p.id for p in found.waiting] == ["a"]
    assert [p.id for g in found.groups for p in g.players] == ["b", "c"]


def test_what_the_first_draw_decided_is_kept() -> None:
    t = tournament("4d 3d 2d 1d", start__scheme="regular", start__group_size=2)
    t = with_decisions(t)
    from mcmahon.model.tournament.games import Round

    late = replace(t.player("a"), id="late", rank=6)
    t = t.with_round(Round(1)).with_players([late])
    assert [[p.id for p in g.players] for g in start_groups(t).groups] == [["late", "a", "b"], ["c", "d"]]


def test_the_text_names_the_neighbours_of_each_boundary() -> None:
    text = groups_text(start_groups(tournament("3d 2d 2d 1d", start__bar="2d", name="Spring")))
    lines = text.splitlines()
    assert lines[0] == "Spring: 4 players in 2 start groups, scheme rank"
    assert lines[3].split()[:4] == ["1", "3", "3", "3d-2d"]
    assert "Player-d (d) 1d 2100" in lines[3]
    assert lines[-1] == "start.bar = 2d (set by you)"
    regular = groups_text(start_groups(tournament("3d 2d", start__scheme="regular"))).splitlines()
    assert regular[1] == "Groups of 8, from the table for 5 rounds; players are sorted by rank first."
    assert "table" not in groups_text(start_groups(tournament("3d 2d", preset="swiss")))


def test_an_empty_tournament_has_no_groups() -> None:
    found = start_groups(tournament(""))
    assert (found.groups, found.bars) == ((), ())
    assert groups_text(found).startswith(": 0 players in 0 start groups")


def test_groups_as_data_are_their_ids_and_bars() -> None:
    """Half points of the start become points."""
    t = tournament("3d 2d 1d 5k", start__bar="2d", start__floor="none")
    data = json.loads(json.dumps(plain(groups_answer(start_groups(t)))))
    assert (data["scheme"], data["not_counted"]) == ("rank", [])
    assert [(g["start"], g["players"]) for g in data["groups"]] == [(1, ["a", "b"]), (0, ["c"]), (-5, ["d"])]
    assert [(b["rank"], b["players"]) for b in data["bars"] if b["taken"]] == [("2d", 2)]
    assert groups_answer(start_groups(tournament(""))).groups == ()
