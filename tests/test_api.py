"""The Python interface: DataFrames in and out."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import mcmahon
import pandas as pd
import pytest
from mcmahon.model.errors import FolderError, InputError
from mcmahon.model.judging.no_pairing import NoPairingError

INSTANCES = Path(__file__).resolve().parent.parent / "instances"


def test_a_tournament_in_a_notebook() -> None:
    entries = pd.DataFrame({"Name": ["Ann", "Bo", "Cy", "Di", "Ed"], "Rank": ["3d", "2d", "2d", "1k", "5k"]})
    t = mcmahon.register(mcmahon.new_tournament("bga", rounds=3, start__bar="2d"), entries)
    drawn = mcmahon.pair_round(t, locks=mcmahon.Locks(force=(("1", "2"),)))
    assert (drawn.pairing.status, drawn.round.byes) == ("optimal", ("5",))
    boards = mcmahon.boards(drawn.tournament)
    assert list(boards.columns) == [
        "table", "white", "white name", "black", "black name", "handicap", "komi", "result",
    ]  # fmt: skip
    assert {"1", "2"} in [set(pair) for pair in zip(boards["white"], boards["black"], strict=True)]
    assert set(boards["komi"]) == {6.5}
    assert mcmahon.check(drawn.tournament) == []
    assert len(t.rounds) == 0, "nothing is changed in place"


def test_what_the_module_has_is_listed() -> None:
    """Also what is imported when it is first used, so that completion finds it."""
    assert dir(mcmahon) == sorted(mcmahon.__all__)
    assert {"pair_round", "standings", "Locks"} <= set(dir(mcmahon))


def test_standings_are_a_data_frame() -> None:
    table = mcmahon.standings(mcmahon.read_tournament(INSTANCES / "congress60"))
    assert len(table) == 60
    assert table["MMS"].is_monotonic_decreasing
    assert list(table.columns[:6]) == ["place", "id", "name", "rank", "club", "country"]
    early = mcmahon.standings(mcmahon.read_tournament(INSTANCES / "congress60"), after=1)
    assert "round 2" not in early.columns


@pytest.mark.parametrize(("after", "says"), [(9, "round 9 has not been drawn"), (-1, "round -1"), (4, "is a draft")])
def test_standings_after_a_round_that_does_not_count_are_refused(after: int, says: str) -> None:
    t = mcmahon.pair_round(mcmahon.read_tournament(INSTANCES / "congress60")).tournament
    with pytest.raises(InputError, match=says):
        mcmahon.standings(t, after=after)


def test_a_pair_cannot_be_forbidden_to_somebody_who_is_not_there() -> None:
    t = mcmahon.read_tournament(INSTANCES / "club16")
    with pytest.raises(InputError, match="no player has the id 'nobody'"):
        mcmahon.pair_round(t, locks=mcmahon.Locks(forbid=(("1", "nobody"),)))


def test_standings_with_ratings_and_comparisons_of_tied_players() -> None:
    t = mcmahon.read_tournament(INSTANCES / "congress60")
    table = mcmahon.standings(t, ratings=True)
    assert (table["expected rating"] != table["rating"]).sum() > 50
    placing = replace(t.settings.placing, order=("MMS", "DC", "SOS-N"))
    compared = mcmahon.standings(replace(t, settings=replace(t.settings, placing=placing)))
    assert compared.loc[compared["place"] == 1, "DC"].isna().all()
    assert compared["DC"].notna().any()
    assert list(compared.columns[-2:]) == ["DC", "SOS-N"]


def test_a_place_and_the_start_groups() -> None:
    t = mcmahon.read_tournament(INSTANCES / "congress60")
    explained = mcmahon.explain_place(t, "5")
    assert [c.name for c in explained.criteria] == ["MMS", "SOS", "CUSP"]
    assert explained.row.player.id == "5"
    with pytest.raises(InputError, match="no player has the id"):
        mcmahon.explain_place(t, "nobody")
    groups = mcmahon.start_groups(t)
    assert len(groups) == 60
    assert groups["start"].is_monotonic_decreasing
    assert groups.loc[groups["top"], "start"].unique().tolist() == [2.0]
    assert len(mcmahon.start_groups(mcmahon.read_tournament(INSTANCES / "club16"))) == 16


def test_check_names_the_round_and_the_rule() -> None:
    t = mcmahon.read_tournament(INSTANCES / "club16")
    first = t.rounds[0]
    broken = t.with_round(type(first)(4, first.games, absent=first.absent))
    found = mcmahon.check(broken)
    assert {number for number, _ in found} == {4}
    assert {violation.rule for _, violation in found} >= {"repeats"}


def test_errors_are_the_packages_own() -> None:
    with pytest.raises(FolderError):
        mcmahon.read_tournament(INSTANCES)
    with pytest.raises(InputError, match="no setting is called"):
        mcmahon.new_tournament("bga", start__barr="3d")
    with pytest.raises(InputError, match="no round has been drawn"):
        mcmahon.boards(mcmahon.new_tournament())
    two = pd.DataFrame({"name": ["A", "B"], "rank": ["1d", "1d"]})
    t = mcmahon.register(mcmahon.new_tournament(rounds=2), two)
    with pytest.raises(NoPairingError, match=r"(?s)no pairing.*1 \(A\) and 2 \(B\) are forbidden to meet"):
        mcmahon.pair_round(t, locks=mcmahon.Locks(forbid=(("1", "2"),)))
    relaxed = mcmahon.pair_round(t, locks=mcmahon.Locks(forbid=(("1", "2"),)), relax=["forbidden"])
    assert [violation.name for violation in relaxed.breaches] == ["forbidden"]
