"""TOML and tables from anybody: refused in a moment where reading them would take long, with file and line."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from mcmahon.io.folder.folder import parse_state
from mcmahon.io.tables.records import MOST_ROWS, parse_table
from mcmahon.model.errors import InputError

HEAD = "preset = 'bga'\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "says"),
    [
        (HEAD + ".".join("a" * 100_000) + " = 1", "t/tournament.toml:2: a line with 99,999 dots"),
        (HEAD + "[" + ".".join("a" * 100_000) + "]", "t/tournament.toml:2: a line with 99,999 dots"),
        (HEAD + ".".join("a" * 900) + " = 1", "nested too deeply"),
        ("preset = " + "[" * 100_000, "t/tournament.toml: not valid TOML"),
        ("preset = " + "[" * 200 + "]" * 200, "nested too deeply"),
        (HEAD + "rounds = " + "1" * 5_000, "t/tournament.toml:2: a number of more than 400 digits"),
        (HEAD + "rounds = 0x" + "f" * 5_000, "t/tournament.toml:2: a number of more than 400 digits"),
        (HEAD + "rounds = " + "1" * 300, "t/tournament.toml:2: rounds: wrong value"),
        (HEAD + "komi = inf", "t/tournament.toml:2: komi: wrong value 'inf'"),
        (HEAD + "komi = 1e99999", "t/tournament.toml:2: komi: wrong value 'inf'"),
        (HEAD + "".join(f"a{k} = 1\n" for k in range(20_000)), "a section with more than 1,000 keys"),
        (HEAD + "".join(f"a{k} = 1\n" for k in range(900)), "t/tournament.toml:2: unknown setting a0"),
        (HEAD + "name = [\n[" + " " * 20_000 + "\n1]]", "t/tournament.toml:2: name: wrong value"),
        ("\n" * 200_000 + "rounds = 3", "the settings name no preset"),
        (HEAD + "#" * 300_000, "t/tournament.toml: larger than 256 KiB"),
    ],
    ids=range(15),
)
def test_settings_that_nobody_meant_are_refused_in_a_moment(text: str, says: str) -> None:
    begin = time.perf_counter()
    with pytest.raises(InputError) as error:
        parse_state({"tournament.toml": text}, Path("t"))
    assert says in str(error.value)
    assert time.perf_counter() - begin < 5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "says"),
    [
        (",".join(f"t{k}" for k in range(10**6)) + "\n1\n", "x:1: 1,000,000 column titles"),
        ("name\n" + "a\n" * (MOST_ROWS + 1), "x:100002: the table is too large from here on"),
        ("name\n" + "a,b\n" * (MOST_ROWS + 1), "x:100002: the table is too large from here on"),
        (",".join(f"t{k}" for k in range(900)) + "\n" + "a\n" * 9_000, "x:3336: the table is too large from here on"),
    ],
    ids=["titles", "rows", "bad rows", "cells"],
)
def test_a_table_that_nobody_meant_is_refused_in_a_moment(text: str, says: str) -> None:
    begin = time.perf_counter()
    with pytest.raises(InputError) as error:
        parse_table(text, "x")
    assert says in str(error.value)
    assert time.perf_counter() - begin < 10
