"""`tournament.toml`: presets, errors with their line, changes that keep the comments."""

from __future__ import annotations

import tomllib
from dataclasses import replace

import pytest
from builders import tournament
from mcmahon.io.folder.state_files import afresh, in_memory
from mcmahon.io.settings.settings_file import (
    change_settings,
    new_settings_text,
    parse_assignment,
    parse_assignments,
    parse_settings,
    plain_value,
    with_decided,
)
from mcmahon.model.errors import InputError
from mcmahon.model.placing.start_groups import decide
from mcmahon.model.tournament.settings.occasion import DecidedSettings
from mcmahon.model.tournament.settings.settings import PRESETS


@pytest.mark.parametrize("preset", PRESETS)
def test_a_new_file_says_what_the_preset_says(preset: str) -> None:
    text = new_settings_text(preset, {"rounds": 7})
    settings = parse_settings(text, "t.toml")
    bare = parse_settings(f'preset = "{preset}"\nrounds = 7', "t.toml")
    assert settings == bare
    uncommented = "\n".join(line.removeprefix("# ") for line in text.splitlines()[2:])
    assert parse_settings(uncommented, "t.toml") == settings, "the defaults in the comments are the defaults"


@pytest.mark.parametrize(
    ("preset", "reduction", "absence", "round_down", "bye", "order"),
    [
        ("bga", 1, 1, "absences", 1, ("MMS", "SOS", "CUSP")),
        ("egf", 2, 1, "absences and byes", 1, ("MMS", "SOS", "SOS-1", "SOS-2")),
        ("aga", 0, 1, "none", 2, ("START", "WINS", "SOS-N", "SODOS-N")),
        ("german", 2, 1, "none", 1, ("MMS", "SOS", "SOSOS")),
        ("opengotha", 1, 1, "absences and byes", 2, ("MMS", "SOS", "SOSOS")),
        ("swiss", 1, 0, "none", 2, ("WINS", "SOS", "SODOS")),
    ],
)
def test_presets(preset: str, reduction: int, absence: int, round_down: str, bye: int, order: tuple[str, ...]) -> None:
    """The table of the rules, section 9; points in half points."""
    s = parse_settings(f'preset = "{preset}"', "t.toml")
    assert (s.handicap.reduction, s.points.absence, s.points.round_down, s.points.bye, s.placing.order) == (
        reduction, absence, round_down, bye, order,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "place", "expected"),
    [
        ("komi = 6.3\n", "t.toml:1", "multiple of 0.5"),
        ("\nround = 5\n", "t.toml:2", "rounds"),
        ("[start]\nbar = '10d'\n", "t.toml:2", "a rank such as 4d or 12k, or auto or none"),
        ("[start]\n# c\nbarr = '3d'\n", "t.toml:3", "one of scheme, bar"),
        ("[points]\nbye = 2\n", "t.toml:2", "0, 0.5 or 1"),
        ("[placing]\norder = ['MMS', 'SOSO']\n", "t.toml:2", "SOSOS"),
        ("[pairing]\nseeding = ['1-2 slde']\n", "t.toml:2", "slide, fold"),
        ("[pairing]\nforbid = [{players = ['1']}]\n", "t.toml:2", "players"),
        ("[tables]\nout_of_use = ['x']\n", "t.toml:2", "table numbers"),
        ("preset = 'fide'\n", "t.toml:1", "bga or egf"),
        ("[start]\nscheme = 'bands'\n", "t.toml:2", "start.bands"),
        ("[strat]\n", "t.toml:1", "start"),
        ("rounds = true\n", "t.toml:1", "whole number"),
        ("start = 3\n", "t.toml:1", "[start]"),
        ("rounds = 5\n[pairing]\nforbid = [{players = ['1', '2'], rounds = '7'}]\n", "t.toml:3", "1 to 5"),
        ("[pairing]\nforce = [{players = ['1', '2'], rounds = 'x'}]\n", "t.toml:2", "1 to 5"),
        ("[pairing]\nseeding = ['2+ fold SOS']\n", "t.toml:2", "a line for every round"),
        ("[start]\nbar = '3d'\nfloor = '5d'\n", "t.toml:3", "below the bar"),
        ("[start]\nscheme = 'bands'\nbands = ['7d-1d', '3k-6k']\n", "t.toml:3", "one rank below 7d-1d"),
        ("[tables]\nout_of_use = [2]\nfixed = {'1' = 2}\n", "t.toml:3", "in use"),
        ("[decided]\nzero_shift = 'abc'\n", "t.toml:2", "whole number"),
        ("[tables]\nout_of_use = [0]\n", "t.toml:2", "table numbers"),
        ("[tables]\nout_of_use = 3\n", "t.toml:2", "table numbers"),
        ("[tables]\nout_of_use = [true]\n", "t.toml:2", "table numbers"),
        ("[tables]\nfixed = {'1' = 0}\n", "t.toml:2", "table"),
        ("[tables]\nfixed = {'1' = true}\n", "t.toml:2", "table"),
        ("[start]\nsupergroup = [true]\n", "t.toml:2", "player ids"),
        ("[tables]\nfixed = {'1' = 'x'}\n", "t.toml:2", "table"),
        ("[tables]\nfixed = [1]\n", "t.toml:2", "table"),
        ("[pairing]\nforbid = 'x'\n", "t.toml:2", "players"),
        ("[pairing]\nforbid = ['1:2']\n", "t.toml:2", "players"),
        ("[pairing]\nforbid = [{players = '12'}]\n", "t.toml:2", "players"),
        ("[pairing]\nforbid = [{players = ['1', 2.5]}]\n", "t.toml:2", "players"),
        ("[pairing]\nforbid = [{against = ['1', '2']}]\n", "t.toml:2", "players"),
        ("[pairing]\nforbid = [{players = ['1', '2'], round = 1}]\n", "t.toml:2", "players"),
        ("[pairing]\nrules = 'x'\n", "t.toml:2", "pairs"),
        ("[placing]\norder = 'MMS'\n", "t.toml:2", "MMS"),
        ("[placing]\norder = []\n", "t.toml:2", "MMS"),
        ("[placing]\norder = ['MMS', 'SOS', 'SOSM']\n", "t.toml:2", "SOS is listed twice"),
        ("[pairing]\nseeding = ['3-2 fold SOS']\n", "t.toml:2", "slide, fold"),
        ("[pairing]\nseeding = ['1+ fold SDC']\n", "t.toml:2", "slide, fold"),
        ("[start]\nscheme = 'bands'\nbands = ['7d-1d-1k']\n", "t.toml:3", "7d-1d"),
        ("[decided]\nboundaries = 'abc'\n", "t.toml:2", "as written by the first draw"),
        ("[decided]\nboundaries = ['3d 2300 x']\n", "t.toml:2", "as written by the first draw"),
        ("[decided]\nboundaries = ['3x 2300 5']\n", "t.toml:2", "as written by the first draw"),
        ("[decided]\nzero_shift = '07'\n", "t.toml:2", "whole number"),
        ("[decided]\nzero_shift = 7\n", "t.toml:2", "whole number"),
        ("[decided]\nboundaries = ['abc']\n", "t.toml:2", "as written by the first draw"),
        ("[event]\nround_times = '10:00'\n", "t.toml:2", '["2026-05-01 10:00", '),
        ("[event]\nround_times = ['10:00']\n", "t.toml:2", "round 1: '10:00' is not a day and time"),
        ("[event]\nround_times = ['2026-02-30 10:00']\n", "t.toml:2", "is not a day and time"),
        ("[event]\nround_times = ['2026-05-01 25:00']\n", "t.toml:2", "day and time of each round"),
        (
            "[event]\nround_times = ['2026-05-02 10:00', '', '2026-05-01 14:00']\n",
            "t.toml:2",
            "round 3 (2026-05-01 14:00) must start",
        ),
        (
            "rounds = 1\n[event]\nround_times = ['2026-05-01 10:00', '2026-05-01 14:00']\n",
            "t.toml:3",
            "there are only 1",
        ),
        ("[pages]\nlogo = '../logo.png'\n", "t.toml:2", "beside tournament.toml"),
        ("[pages]\nlogo = '.journal'\n", "t.toml:2", "beside tournament.toml"),
        ("[pages]\ncolour = 'red'\n", "t.toml:2", "six hexadecimal digits"),
        ("[pages]\naccent = '#12345g'\n", "t.toml:2", "six hexadecimal digits"),
    ],
)
def test_a_wrong_setting_is_named_with_its_line_and_the_valid_ones(text: str, place: str, expected: str) -> None:
    with pytest.raises(InputError) as error:
        parse_settings(text, "t.toml")
    assert place in str(error.value)
    assert expected in str(error.value)


@pytest.mark.parametrize("text", ["2026-03-07", "'2026-03-07'", "'20260307'"])
def test_a_day_may_be_written_with_quotes_or_without(text: str) -> None:
    """TOML has days of its own; the compact form of ISO 8601 is a day too."""
    assert parse_settings(f"[event]\nbegin = {text}\n", "t.toml").event.begin == "2026-03-07"


def test_all_wrong_settings_are_named_at_once() -> None:
    with pytest.raises(InputError) as error:
        parse_settings("komi = 'x'\nrounds = 0\n[points]\nbye = 3\n", "t.toml")
    assert len(error.value.problems) == 3


def test_what_is_no_toml_is_refused_with_the_line() -> None:
    with pytest.raises(InputError, match="line 2"):
        parse_settings("rounds = 5\nkomi =\n", "t.toml")


def test_changes_keep_comments_and_order() -> None:
    text = new_settings_text("egf", {"rounds": 5}) + "# my own remark\n"
    changed = change_settings(text, {"rounds": 6, "start.bar": "3d", "komi": 7.5}, "t.toml")
    assert "# my own remark" in changed
    assert "rounds = 6  # number of rounds" in changed
    settings = parse_settings(changed, "t.toml")
    assert (settings.rounds, settings.start.bar, settings.komi) == (6, "3d", 15)
    assert change_settings(changed, {"start.bar": None}, "t.toml").count('bar = "3d"') == 0


def test_a_new_key_goes_where_toml_needs_it() -> None:
    changed = change_settings("[start]\nbar = '3d'\n", {"komi": 7.5, "points.bye": 1}, "t.toml")
    assert tomllib.loads(changed) == {"komi": 7.5, "start": {"bar": "3d"}, "points": {"bye": 1}}


def test_a_wrong_change_changes_nothing() -> None:
    with pytest.raises(InputError, match="wrong value"):
        change_settings("komi = 6.5\n", {"komi": 6.3}, "t.toml")


@pytest.mark.parametrize(
    ("text", "key", "value"),
    [
        ("start.bar=3d", "start.bar", "3d"),
        ("komi=7.5", "komi", 7.5),
        ("placing.order=MMS,SOS", "placing.order", ["MMS", "SOS"]),
        ("tables.out_of_use=13", "tables.out_of_use", [13]),
        ("tables.out_of_use=[1, 2]", "tables.out_of_use", [1, 2]),
        ("pairing.even_at_bar=false", "pairing.even_at_bar", False),
        ("komi=", "komi", None),
        ('pairing.forbid=[{players=["1","2"]}]', "pairing.forbid", [{"players": ["1", "2"]}]),
        ("pairing.seeding=1+ fold SOS RATING", "pairing.seeding", ["1+ fold SOS RATING"]),
        ("komi=7,5", "komi", 7.5),
        ("placing.order=mms, sos", "placing.order", ["MMS", "SOS"]),
        ("placing.order=MMS SOS-1", "placing.order", ["MMS", "SOS-1"]),
        *((f"event.begin={day}", "event.begin", "2026-11-24") for day in ("24.11.2026", "24/11/2026", "2026-11-24")),
        (
            "event.round_times=7.3.2026 9:30,7.3.2026 14:00",
            "event.round_times",
            ["2026-03-07 09:30", "2026-03-07 14:00"],
        ),
    ],
)
def test_settings_as_typed(text: str, key: str, value: object) -> None:
    assert parse_assignment(text) == (key, value)


@pytest.mark.parametrize(
    ("text", "says"),
    [("komi", "KEY=VALUE"), ("bar=3d", "start.bar"), ("komi=x", "multiple"), ("start.bar=33d", "rank")],
)
def test_settings_typed_wrong(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        parse_assignment(text)


def test_tables_inside_settings_are_written_on_one_line() -> None:
    forbid = [{"players": ["1", "2"], "rounds": "1-3"}]
    text = change_settings(new_settings_text("egf", {}), {"pairing.forbid": forbid, "tables.fixed": {"17": 1}}, "t")
    settings = parse_settings(text, "t")
    assert settings.pairing.forbid == ((("1", "2"), (), "1-3"),)
    assert settings.tables.fixed == (("17", 1),)


def test_locks_are_shown_as_they_are_written() -> None:
    locks = [{"players": ["1", "2"]}, {"players": ["1"], "against": ["3"], "rounds": "2"}]
    text = change_settings(new_settings_text("bga", {"rounds": 5}), {"pairing.forbid": locks}, "t.toml")
    assert plain_value("pairing", "forbid", parse_settings(text, "t.toml").pairing.forbid) == locks


def test_every_wrong_assignment_is_named() -> None:
    with pytest.raises(InputError) as error:
        parse_assignments(["kom=3", "rounds=abc", "komi=7"])
    assert len(error.value.problems) == 2
    assert parse_assignments(["rounds=3", "komi=7"]) == {"rounds": 3, "komi": 7}


def test_a_setting_given_twice_is_refused() -> None:
    with pytest.raises(InputError, match=r"komi is given twice 'komi = 7'; expected one value"):
        parse_assignments(["komi=6", "rounds=3", "komi = 7"])


def test_an_unknown_preset_is_answered_with_the_presets() -> None:
    with pytest.raises(InputError, match="bga or egf"):
        new_settings_text("fide", {})


def test_what_the_first_draw_decided_is_written_and_no_more() -> None:
    text = new_settings_text("bga", {"rounds": 5})
    for decided in (
        DecidedSettings(scheme="rank", bar="3d", seed="7"),
        DecidedSettings(),
        DecidedSettings(scheme="rank", zero_shift="2"),
        DecidedSettings(scheme="regular", boundaries=("3d 2300 5",)),
        DecidedSettings(scheme="regular", boundaries=("3d 2300 5", "1d 2100 7")),
    ):
        assert parse_settings(with_decided(text, decided, "t"), "t").decided == decided


def test_a_name_of_a_tournament_has_an_end() -> None:
    """Each page has it, and whoever may change settings could make all of them as long as they like."""
    assert parse_settings("name = '" + "x" * 500 + "'", "t.toml").name == "x" * 500
    with pytest.raises(InputError, match="at most 500 letters"):
        parse_settings("name = '" + "x" * 501 + "'", "t.toml")


def test_a_tournament_drawn_by_an_older_preset_keeps_what_it_said() -> None:
    """Komi was 6.5 in the presets of the BGA and the AGA until 2.0; a first draw writes down by which it was made."""
    drawn = '[decided]\nscheme = "rank"\nbar = "1d"\nzero_shift = "0"\n'
    for preset in ("aga", "bga"):
        old = parse_settings(f'preset = "{preset}"\n{drawn}', "t")
        new = parse_settings(f'preset = "{preset}"\n{drawn}version = "2"\n', "t")
        fresh = parse_settings(f'preset = "{preset}"\n', "t")
        assert [s.komi for s in (old, new, fresh)] == [13, 15, 15]
    old, new = (parse_settings(f'preset = "aga"\n{drawn}{more}', "t") for more in ("", 'version = "2"\n'))
    assert (old.handicap.none_from, old.pairing.even_at_bar) == ("none", True)
    assert (new.handicap.none_from, new.pairing.even_at_bar) == ("bar", False)


def test_a_club_evening_drawn_by_an_older_preset_keeps_its_places_and_its_zero() -> None:
    drawn = 'preset = "club"\n[decided]\nscheme = "rank"\nzero_shift = "0"\n'
    for older in ("", 'version = "2"\n'):
        old = parse_settings(drawn + older, "t")
        assert (old.placing.order, old.start.zero, old.rounds) == (("MMS", "SOS", "CUSP"), "1d", 5)
    for newer in (drawn + 'version = "3"\n', 'preset = "club"'):
        new = parse_settings(newer, "t")
        assert (new.placing.order, new.start.zero, new.rounds) == (("WINS", "SOSW", "SODOSW"), "30k", 3)


def test_the_first_draw_writes_down_the_version_of_the_preset() -> None:
    first = tournament("1d 1k", "aga")
    assert decide(first).version == "3"
    assert decide(tournament("1d 1k", "egf")).version == "3"
    older = replace(first.settings, decided=DecidedSettings(scheme="rank", bar="1d", zero_shift="0"))
    assert decide(replace(first, settings=older)).version == ""


def test_a_tournament_like_one_drawn_by_an_older_preset_says_what_that_said() -> None:
    text = 'preset = "aga"\nrounds = 3\n[decided]\nscheme = "rank"\nbar = "1d"\nzero_shift = "0"\n'
    settings = parse_settings(text, "t")
    old = in_memory(replace(tournament("1d 1k", "aga"), settings=settings), settings_text=text)
    assert old.tournament.settings.komi == 13
    new = afresh(old, {"name": "Next"})
    settings = parse_settings(new.settings_text, "t")
    assert (settings.komi, settings.handicap.none_from, settings.pairing.even_at_bar) == (13, "none", True)
    assert new.tournament.settings == settings
