"""Tournaments out of files and into files: what is lost is data, and a loss can be an error."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from builders import TRF, played, tournament
from mcmahon.desk.files.export_files import (
    FOLDER,
    Export,
    TournamentCounts,
    check_whole,
    export,
    export_file,
    new_folder,
    read_source,
    target_format,
    write_file,
)
from mcmahon.desk.rounds.draw_round import draw
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.foreign.foreign import bar_text
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.model.errors import FolderError, InputError
from mcmahon.model.notes import Remark
from mcmahon.model.placing.scores import score
from mcmahon.model.records.state import State
from mcmahon.model.tournament.games import Allowed
from mcmahon.model.tournament.tournament import Tournament


def state_of(t: Tournament) -> State:
    return in_memory(t, settings_text=new_settings_text("egf", {"rounds": t.settings.rounds}))


@pytest.fixture
def small() -> State:
    """A round with a game and a bye."""
    return state_of(played(tournament("3d 2d 1d", rounds=3, event__begin="2026-05-01"), "a+b", byes="c"))


def with_draft(state: State) -> State:
    t = played(state.tournament, "a?c", byes="b")
    return state.with_tournament(replace(t, rounds=(t.rounds[0], replace(t.rounds[1], draft=True))))


def test_what_is_written_is_read_again(small: State, tmp_path: Path) -> None:
    outcome = export(small, Export(form="OpenGotha"))
    assert outcome.state is small
    assert (outcome.value.form, outcome.value.read_back) == ("opengotha", TournamentCounts(3, 1, 1, 1))
    write_file(tmp_path / "t.xml", outcome.value.data)
    source = read_source(tmp_path / "t.xml")
    assert source.counts == TournamentCounts(3, 1, 1, 1)
    new_folder(source, tmp_path / "t", "a step")
    assert [p.name for p in TournamentFolder(tmp_path / "t").read().tournament.players] == [
        p.name for p in small.tournament.players
    ]


@pytest.mark.parametrize("form", ["opengotha", "macmahon", "egd", "tou", TRF])
def test_a_draft_is_among_what_is_lost_once(small: State, form: str) -> None:
    assert not any("draft" in remark for remark in export(small, Export(form=form)).value.losses.cases)
    losses = export(with_draft(small), Export(form=form)).value.losses.cases
    assert sum("draft" in remark for remark in losses) == 1


def test_rules_broken_with_the_directors_yes_are_among_what_is_lost(small: State) -> None:
    allowed = replace(small.tournament.round(1), allowed=(Allowed("repeats", ("a", "b")),))
    for drawn, lost in ((allowed, ["marks of rules broken with your yes (1): round 1 repeats"]), (None, [])):
        state = small.with_tournament(small.tournament.with_round(drawn)) if drawn else small
        losses = export(state, Export(form="opengotha")).value.losses.lines()
        assert [line for line in losses if "with your yes" in line] == lost


def test_with_strict_a_loss_is_an_error(small: State) -> None:
    losses = export(small, Export(form="pairgoth")).value.losses.lines()
    assert losses
    with pytest.raises(InputError, match="because this would be lost: ") as error:
        export(small, Export(form="pairgoth", strict=True))
    assert str(error.value).endswith("; ".join(losses))
    with pytest.raises(InputError, match="tde can be read but not written"):
        export(small, Export(form="tde"))


def test_a_source_of_which_something_was_guessed_is_not_whole(small: State, tmp_path: Path) -> None:
    write_file(tmp_path / "t.xml", export(small, Export(form="opengotha")).value.data)
    source = read_source(tmp_path / "t.xml")
    source.remarks.cases.clear()
    source.remarks.add("a remark on the whole file")
    check_whole(source)
    source.remarks.add("a remark on somebody", "Ann")
    with pytest.raises(InputError, match="nothing was written"):
        check_whole(source)


def test_a_file_is_called_as_its_folder(small: State, tmp_path: Path) -> None:
    """The digit of a wallist is the reduction of handicaps; 9 where there are none."""
    folder = tmp_path / "spring"
    folder.mkdir()
    handicaps = state_of(tournament("3d 2d", handicap__rule="rank", handicap__reduction=2))
    even = state_of(tournament("3d 2d", handicap__rule="none"))
    assert export_file(handicaps, folder, "EGD") == folder / "spring.h2"
    assert export_file(even, folder, "egd") == folder / "spring.h9"
    assert export_file(even, folder, "pairgoth") == folder / "spring.tour"
    assert export_file(even, folder, "pairgoth", tmp_path / "x") == tmp_path / "x"
    with pytest.raises(FolderError):
        export_file(even, folder, "pairgoth", folder)


def test_a_target_is_a_file_by_its_ending_or_name_else_a_folder(tmp_path: Path) -> None:
    (tmp_path / "in.xml").touch()
    for target, named, form in (
        ("t.tour", "", "pairgoth"), ("t", "", FOLDER), ("Oslo.2027", FOLDER, FOLDER), ("t", "MacMahon", "macmahon"),
    ):  # fmt: skip
        assert target_format(tmp_path / "in.xml", tmp_path / target, named) == form
    with pytest.raises(FolderError, match="no such file"):
        target_format(tmp_path / "none.xml", tmp_path / "t")
    with pytest.raises(InputError, match="unknown format"):
        target_format(tmp_path / "in.xml", tmp_path / "t.docx")


def test_a_table_says_which_further_columns_are_in_it(small: State) -> None:
    """E-mails and notes of the registrations are in a file for others only knowingly."""
    assert export(small, Export(form="csv")).notes == []
    t = small.tournament
    t = t.with_players([replace(t.player("a"), extra=(("E-Mail", "a@example.org"), ("Notes", "vegan"), ("Fee", "")))])
    with_extra = small.with_tournament(t)
    assert export(with_extra, Export(form="csv")).notes == [
        Remark("the file has columns that may be private: E-Mail, Notes")
    ]
    assert list(export(with_extra, Export(form="pairgoth")).notes) == []


@pytest.mark.parametrize("form", ["egd", "tou"])
def test_a_round_more_moves_no_start_score_of_an_imported_tournament(tmp_path: Path, form: str) -> None:
    """The table of the BGA has a bar for each number of rounds and players, so the settings name the one found."""
    field = tournament("4d 3d 2d 1d 1k 1k 2k 2k 3k 3k 4k 4k 5k 6k", rounds=1)
    games = played(field, "a+b c+d e+f g+h i+j k+l m+n")
    file = tmp_path / f"t.{'h9' if form == 'egd' else form}"
    write_file(file, export(state_of(games), Export(form=form)).value.data)
    before = read_source(file).state
    assert before.tournament.settings.start.bar == bar_text(replace(before.tournament, settings=games.settings))
    longer = change(before, ChangeSettings(assignments=("rounds=7",))).state
    late = [replace(longer.tournament.players[0], id="99", surname="Late", rank=5, rounds=frozenset({2}))]
    drawn = draw(longer.with_tournament(longer.tournament.with_players(late))).state.tournament
    old, new = score(before.tournament).start, score(drawn).start
    assert {pid: new[pid] for pid in old} == old
