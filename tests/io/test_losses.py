"""What a file does not keep is told, whatever it is: by reading back, or by the writer, which knows why."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace

import pytest
from builders import losses_of, lost_in, played, played_tournaments, tournament, with_player
from hypothesis import given, settings
from mcmahon.io.foreign.foreign import Read, Report, Written
from mcmahon.io.foreign.format import Format
from mcmahon.io.formats import formats, of_this_program, writable
from mcmahon.io.losses import lost, note_lost
from mcmahon.io.registrations.fields import FIELDS
from mcmahon.model.errors import InputError
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.person import Status
from mcmahon.model.tournament.settings.settings import dotted_names
from mcmahon.model.tournament.tournament import Tournament

T = played(tournament("2d 1d 1k 3k 9k", rounds=3, preset="bga", name="Lake"), "a+b c-d", byes="e")
FULL = with_player(
    T, "a", club="Ulm", country="DE", pin="14000001", aga="77", groups=("clan",), rounds=frozenset({1, 2}),
    unexcused=frozenset({3}), rating=2222,
)  # fmt: skip


def told(before: Tournament, after: Tournament, of: str = "") -> list[str]:
    """What is told of a format that gives back another tournament; the writer has told of some records itself."""
    losses = Report()
    if of:
        losses.add("what the writer says", of=of)
    form = Format("own", "own", (".own",), lambda _: True, lambda data, _: Read(pickle.loads(data), "", Report()))
    note_lost(form, before, Written(pickle.dumps(after), losses))
    return [line for line in losses.lines() if line != "what the writer says"]


def without(change: Callable[[Tournament], Tournament]) -> list[str]:
    return told(FULL, change(FULL))


def test_nothing_is_told_of_a_format_that_keeps_everything() -> None:
    assert told(FULL, FULL) == []
    assert [*lost(FULL, FULL)] == []


@pytest.mark.parametrize(
    ("attribute", "value", "called"),
    [("club", "", "club"), ("country", "", "country"), ("pin", "", "EGD pin"), ("aga", "", "AGA number"),
     ("groups", (), "groups"), ("rating", 2100, "rating"), ("status", Status.WITHDRAWN, "entry"),
     ("rounds", None, "rounds entered for"), ("correction", 2, "start score")],
)  # fmt: skip
def test_a_field_that_does_not_come_back_is_told(attribute: str, value: object, called: str) -> None:
    assert f"{called}, not kept (1): Player-a" in without(lambda t: with_player(t, "a", **{attribute: value}))


def test_a_player_a_setting_a_game_and_a_bye_are_told() -> None:
    assert "players, not kept (1): Player-b" in without(
        lambda t: t.with_players([replace(t.player("b"), surname="Somebody")])
    )
    named = replace(FULL, settings=replace(FULL.settings, name=""))
    assert told(FULL, named) == ["settings of the tournament, not kept (1): name=Lake"]
    empty = replace(FULL, rounds=(replace(FULL.rounds[0], games=FULL.rounds[0].games[:1], byes=()),))
    assert told(FULL, empty) == ["games, not kept (1): round 1 table 2", "byes, not kept (1): round 1 e"]


@pytest.mark.parametrize(
    ("change", "called"),
    [({"result": Result.JIGO}, "results"), ({"by_default": True}, "forfeits"), ({"handicap": 4}, "handicaps"),
     ({"komi_halves": 1}, "komi"), ({"table": 9}, "table numbers"), ({"white": "b", "black": "a"}, "colours")],
)  # fmt: skip
def test_what_is_other_in_a_game_is_told(change: dict[str, object], called: str) -> None:
    first, *others = FULL.rounds[0].games
    drawn = replace(FULL.rounds[0], games=(replace(first, **change), *others))  # type: ignore[arg-type]
    assert f"{called}, not kept (1): round 1 table 1" in told(FULL, replace(FULL, rounds=(drawn,)))


def test_what_the_writer_has_told_is_not_told_again() -> None:
    bare = with_player(FULL, "a", club="", aga="")
    assert told(FULL, bare, "club") == ["AGA number, not kept (1): Player-a"]
    named = replace(FULL, settings=replace(FULL.settings, name="", komi=11))
    assert told(FULL, named, "settings") == []
    assert told(FULL, named, "settings.name komi") == ["settings of the tournament, not kept (1): komi=7.5"]


def test_a_name_that_was_shortened_is_still_the_same_player() -> None:
    long = with_player(FULL, "a", surname="Player-a-of-the-long-name")
    found = told(long, with_player(FULL, "a", club=""), "name players")
    assert found == ["club, not kept (1): Player-a-of-the-long-name"]


@pytest.mark.slow
@pytest.mark.parametrize("form", writable())
@given(t=played_tournaments(name="Lake"))
@settings(max_examples=30, deadline=None)
def test_no_format_loses_anything_of_a_generated_tournament_in_silence(form: str, t: Tournament) -> None:
    """Each record that differs is told: by its own name, or by a remark of the writer that is about it."""
    t = t.with_players([replace(p, aga=str(k)) for k, p in enumerate(t.players, 1)])
    try:
        written = formats()[form].written(t)
        after = formats()[form].read(written.data, form).tournament
    except InputError:  # there is nothing that could be reported
        return
    differ = [(record, called) for record, called, _ in lost(t, after) if not written.losses.tells(record)]
    reported = formats()[form].rated  # without settings
    silent = {called for record, called in differ if not (reported and record.startswith("settings."))}
    assert silent == {remark.removesuffix(", not kept") for remark in lost_in(form, t) if remark.endswith(", not kept")}


def test_remarks_of_writers_are_about_records_that_there_are() -> None:
    """A word in `of` that names nothing would hide nothing, and perhaps was meant to."""
    names = [f"settings.{name}" for name in dotted_names()]
    known = {*FIELDS, *names, *(name.rpartition(".")[0] for name in names)}
    known |= {"players", "start", "games", "results", "forfeits", "colours", "handicaps", "komi", "tables"}
    known |= {"byes", "absences", "unpaired"}
    t = with_player(with_player(FULL, "b", status=Status.WITHDRAWN), "c", club="Seestadt am See", country="CHE")
    t = t.with_players([replace(p, aga=str(k)) for k, p in enumerate(t.players, 1)])
    for form in of_this_program():
        if form.write and form.name != "trf":
            assert formats()[form.name].written(t).losses.told <= known, form.name


def test_a_format_that_is_only_written_says_what_its_writer_says() -> None:
    """Without games won and lost there is nothing that an officer's file could be read back from."""
    t = T.with_round(Round(1, (Game(1, "a", "b", result=Result.JIGO),), ("c",)))
    assert "aga" in writable()
    with pytest.raises(InputError, match="no game can be reported"):
        losses_of("aga", t)
