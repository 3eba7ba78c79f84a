"""Groups and standings as data: with another bar, in sections, with ratings, a place explained."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from pathlib import Path

import pytest
from builders import played, players, tournament
from mcmahon.desk.files.grids import grid_csv, ratings_grid, standings_grid, write_grid
from mcmahon.desk.people.new_tournament import NewTournament, begun
from mcmahon.desk.placing.rank import (
    ExplainPlace,
    Ranking,
    ShowGroups,
    explain,
    groups,
    standings,
    with_bar,
)
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.model.errors import InputError
from mcmahon.model.notes import Remark
from mcmahon.model.records.state import State


@pytest.fixture
def state() -> State:
    """a beats b, c beats d; a and c are of one club."""
    t = tournament("3d 2d 1d 1k", preset="egf", start__bar="none")
    t = t.with_players([replace(p, club="Lake" if p.id in "ac" else "") for p in t.players])
    return in_memory(played(t, "a+b c+d"), settings_text=new_settings_text("egf", {"rounds": 5, "start.bar": "none"}))


def test_groups_are_shown_with_another_bar_which_nobody_keeps(state: State) -> None:
    outcome = groups(state, ShowGroups(bar="1d"))
    assert [len(g.players) for g in outcome.value.groups] == [3, 1]
    assert outcome.state is state
    assert with_bar(state, "") is state
    assert [bar.rank for bar in groups(with_bar(state, "2d")).value.bars if bar.taken] == ["2d"]


def test_only_what_is_asked_for_is_found(state: State) -> None:
    plain = standings(state)
    assert (plain.value.sections, plain.value.ratings, list(plain.notes)) == (None, None, [])
    assert plain.value.standings.after_round == 1
    assert standings(state, Ranking(after=0)).value.standings.after_round == 0
    assert set(standings(state, Ranking(ratings=True)).value.ratings or ()) == set("abcd")


def test_who_is_in_no_section_is_counted(state: State) -> None:
    found = standings(state, Ranking(by="club"))
    assert [(s.title, s.places) for s in found.value.sections or ()] == [("club Lake", (1, 2))]
    assert found.notes == [Remark("in no section, because club is blank: 2 players")]
    (only,) = standings(state, Ranking(only="club = Lake")).value.sections or ()
    assert [row.player.id for row in only.rows] == ["a", "c"]
    with pytest.raises(InputError, match="COLUMN=VALUE"):
        standings(state, Ranking(only="club"))


def test_lists_are_tables_for_programs(state: State, tmp_path: Path) -> None:
    found = standings(state, Ranking(by="club", ratings=True)).value
    rows = list(csv.DictReader(io.StringIO(grid_csv(standings_grid(state.tournament, found)))))
    assert [(row["section_place"], row["id"]) for row in rows] == [("1", "a"), ("2", "c")]
    assert all(row["expected_rating"] for row in rows)
    write_grid(ratings_grid(state.tournament, found.ratings or {}), tmp_path / "r.csv")
    assert len((tmp_path / "r.csv").read_text(encoding="utf-8").splitlines()) == 5


def test_a_place_is_explained_with_its_standings(state: State) -> None:
    found = explain(state, ExplainPlace(player="Player-c")).value
    assert found.row.player.id == "c"
    assert found.row in found.standings.rows
    with pytest.raises(InputError, match="nobody"):
        explain(state, ExplainPlace(player="nobody"))


def test_other_criteria_rank_without_changing_the_settings() -> None:
    state = begun(NewTournament(name="Spring", preset="egf", rounds=3))
    state = state.with_tournament(played(replace(state.tournament, players=players("1d 2k 3k 4k")), "b+a d+c"))
    by_wins = standings(state, Ranking(criteria="wins, sodos")).value.standings
    assert by_wins.criteria == ("WINS", "SODOS")
    assert state.tournament.settings.placing.order[0] == "MMS"
    assert explain(state, ExplainPlace(player="a", criteria="WINS")).value.standings.criteria == ("WINS",)
    with pytest.raises(InputError, match="criteria 'XYZ'"):
        standings(state, Ranking(criteria="XYZ"))
