"""Every kind of record: each stands once in every list beside it and on its page, and is read as it is written."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from mcmahon.desk.people.new_tournament import PRESET_SENTENCES
from mcmahon.io.formats import format_of, formats
from mcmahon.io.prizes_files import MEANINGS as PRIZE_MEANINGS
from mcmahon.io.prizes_files import TITLES as PRIZE_TITLES
from mcmahon.io.registrations.columns import TITLES as COLUMNS
from mcmahon.io.results import TITLES as RESULT_COLUMNS
from mcmahon.io.settings.profiles import load_profile, parse_profile, profile_names, profile_text
from mcmahon.io.settings.settings_file import parse_settings
from mcmahon.model.pairing.criteria import CRITERIA
from mcmahon.model.placing.tie_breaks import TIE_BREAKS
from mcmahon.model.tournament.games import Result, parse_result, result_text
from mcmahon.model.tournament.rules import PAIR_SETS, CountRule, parse_count_rule
from mcmahon.model.tournament.settings.kinds import PLACING, placing_criterion
from mcmahon.model.tournament.settings.settings import PRESETS, SECTIONS, declarations, declared, dotted_names
from model_page import SETS

from tools.reference.columns import REGISTRATIONS, RESULTS

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
SETTINGS = {name: declared(name) for name in dotted_names()}
SETS_BY_NAME = [name for name in SETS if " " not in name]

#: The records of each kind, the page that has each of them, and the lists beside them that have the same names.
KINDS: dict[str, tuple[Collection[str], str, tuple[Iterable[str], ...]]] = {
    "criterion": (CRITERIA, "reference/criteria", ()),
    "tie-break": (TIE_BREAKS, "reference/tie-breaks", (PLACING,)),
    "preset": (PRESETS, "reference/rules", (PRESET_SENTENCES,)),
    "setting": (SETTINGS, "reference/settings", ()),
    "profile": (profile_names(), "reference/profiles", ()),
    "format": (formats(), "reference/formats", ()),
    "set of pairs": (PAIR_SETS, "explanation/model", (SETS_BY_NAME,)),
    "column": (COLUMNS, "reference/columns", (REGISTRATIONS,)),
    "column of results": (RESULT_COLUMNS, "reference/columns", (RESULTS,)),
    "column of prizes": (PRIZE_TITLES, "howto/prizes", (PRIZE_MEANINGS,)),
}


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_stands_once_in_each_list_and_on_its_page(kind: str) -> None:
    names, page, beside = KINDS[kind]
    assert len({name.casefold() for name in names}) == len(names)
    for one in beside:
        assert sorted(one) == sorted(names)
    text = (DOCS / f"{page}.md").read_text(encoding="utf-8") if page else ""
    assert not page or {*names} <= {part.strip() for part in re.split(r"[][`|,\n]", text)}


def test_the_order_of_the_program_is_that_of_its_pages() -> None:
    assert [*PAIR_SETS] == SETS_BY_NAME
    assert [[*REGISTRATIONS], [*RESULTS]] == [[*COLUMNS], [*RESULT_COLUMNS]]


def test_every_setting_has_a_meaning_and_a_default_of_its_kind_in_every_preset() -> None:
    for settings in (parse_settings(f'preset = "{preset}"', "t.toml") for preset in PRESETS):
        for section in ("", *SECTIONS):
            owner: Any = getattr(settings, section) if section else settings
            assert {*declarations(section)} == {field.name for field in fields(owner)} - {*SECTIONS}
            for key, one in declarations(section).items():
                assert one.doc, key
                assert one.title or section == "decided", key
                assert one.kind.expected, key
                assert one.kind.holds(getattr(owner, key)), key


def same_profile(name: str) -> bool:
    profile = load_profile(name)
    return parse_profile(profile_text(profile, None, ""), name, name) == profile


#: For each kind its records, and whether one is read as it is written.
READ: dict[str, tuple[Iterable[Any], Callable[[Any], bool]]] = {
    "tie-break": (
        ((one.name, word) for one in TIE_BREAKS.values() for word in (one.name, *one.also.split())),
        lambda pair: placing_criterion(pair[1].lower()) == pair[0],
    ),
    "profile": (profile_names(), same_profile),
    "format": (formats(), lambda name: format_of(Path("x"), name.upper()).name == name),
    "set of pairs": (
        (CountRule("few", (name,), 3) for name in PAIR_SETS),
        lambda rule: parse_count_rule(rule.plain()) == rule,
    ),
    "word of a setting": (
        ((one.kind, word) for one in SETTINGS.values() for word in one.kind.words),
        lambda one: one[0].parse(one[1].upper()) == one[1],
    ),
    "result": (
        (
            (result, forfeit)
            for result in Result
            for forfeit in (False, True)
            if result not in (Result.UNKNOWN, Result.VOID)
        ),
        lambda one: parse_result(result_text(*one)) == one,
    ),
}


@pytest.mark.parametrize("kind", READ)
def test_a_record_is_read_as_it_is_written(kind: str) -> None:
    records, same = READ[kind]
    assert [one for one in records if not same(one)] == []
