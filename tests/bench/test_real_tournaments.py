"""All 74 rounds of the 14 real tournaments: legal, proven, and no worse than OpenGotha's own pairs."""

from __future__ import annotations

import json
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from builders import real_data
from mcmahon.bench.default_profile import COUNTS, PLACEHOLDERS, ProfileTrials, added, real_rounds
from mcmahon.bench.real import read_real
from mcmahon.bench.replay import Replayed, replay
from mcmahon.bench.replay import main as print_the_replay
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.judging.plain_counts import Counts
from mcmahon.model.placing.scores import score
from mcmahon.model.placing.sums import Sums
from mcmahon.model.placing.tie_breaks import plain_values
from mcmahon.model.tournament.tournament import Tournament

NAMES = (
    "alpar_kilinc2019", "balma2019", "bydgoszcz2019", "croatian_open2020", "egc2011_main", "frioul2018",
    "iberoamericano2020", "lyon2020", "ma_state2019", "metu_summer2020", "paris2021", "virginia_other2020",
    "winterthur2019", "zetournoi2020",
)  # fmt: skip

OPENGOTHA_CRITERIA = {
    "mms2": "MMS", "nbw2": "WINS", "sos2": "SOS", "sosos2": "SOSOS", "sodos4": "SODOS", "cussm2": "CUSS",
}  # fmt: skip


@cache
def tournament(name: str) -> Tournament:
    return read_real(real_data() / "tournaments" / f"{name}.json")


@cache
def opengotha(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((real_data() / "opengotha" / f"{name}.json").read_text(encoding="utf-8"))
    return data


@cache
def replayed(name: str) -> list[Replayed]:
    return list(replay(tournament(name), opengotha(name), load_profile("balanced")))


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_every_round_is_proven(name: str) -> None:
    """The replay itself raises when the judge refuses a round or finds another cost."""
    rounds = replayed(name)
    assert len(rounds) == len(opengotha(name)["rounds"])
    assert all(r.answer.optimal and r.answer.tie_proven and r.ours.repeats == 0 for r in rounds)
    for r in rounds:  # by its certificate, with nothing left to the search's word
        assert [(name, value == bound) for name, value, bound in r.verified] == [("1", True), ("tie", True)]


@pytest.mark.slow
def test_a_round_whose_odd_sets_only_an_exact_search_finds_leaves_no_gap() -> None:
    """By `handicap` the components of fractional pairs do not tell all sets of this round."""
    t, profile = tournament("iberoamericano2020"), load_profile("handicap")
    data = opengotha("iberoamericano2020")
    third = data | {"rounds": [one for one in data["rounds"] if one["round"] == 3]}
    (found,) = replay(t, third, profile)
    assert [(name, value == bound) for name, value, bound in found.verified] == [("1", True), ("tie", True)]


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_our_counting_is_the_datas_counting(name: str) -> None:
    for r in replayed(name):
        for block, counted in (("opengotha", r.opengotha), ("played", r.played)):
            given = r.data[block]["counts"]
            for field in fields(Counts):
                far = field.name == "four_or_more_apart"
                expected = sum(given["mms_diff_hist"][4:]) if far else given[field.name]
                assert getattr(counted, field.name) == expected, (r.number, block, field.name)


@pytest.mark.slow
def test_summed_over_all_rounds_better_than_opengotha_in_every_count() -> None:
    """The default profile against OpenGotha's own pairs, same history, same entrants."""
    rounds = [r for name in NAMES for r in replayed(name)]
    assert len(rounds) == 74
    ours = sum((r.ours for r in rounds), Counts())
    theirs = sum((r.opengotha for r in rounds), Counts())
    assert (ours.pairs, ours.byes) == (theirs.pairs, theirs.byes) == (4855, 12)
    assert ours.repeats == ours.repeated_byes == 0
    for name in ("mms_diff_sum", "four_or_more_apart", "same_country", "repeated_draw_downs", "repeated_draw_ups",
                 "colour_imbalance_even"):  # fmt: skip
        assert getattr(ours, name) < getattr(theirs, name), name
    clubs = [r for r in rounds if r.name != "iberoamericano2020"]  # its clubs are placeholders
    assert sum(r.ours.same_club for r in clubs) < sum(r.opengotha.same_club for r in clubs)


@pytest.mark.long
def test_the_default_is_better_than_the_one_before_in_every_count() -> None:
    """And has no more games two or more points apart, which a straight price of gaps would bring."""
    trials = ProfileTrials(real_rounds(real_data()))
    before = added(trials.by_tournament(load_profile("balanced-1")).values())
    now = added(trials.by_tournament(load_profile("balanced")).values())
    assert before == (1109, 40, 225, 1153, 190, 193, 5852, 754, 113, 254, 164)
    assert all(own < old for own, old in zip(now, before, strict=True))
    assert now == (1081, 38, 222, 1126, 176, 181, 5834, 738, 112, 251, 159)
    ours = sum((r.ours for name in NAMES for r in replayed(name)), Counts())
    clubs = sum(r.ours.same_club for name in NAMES for r in replayed(name) if name != PLACEHOLDERS)
    plain = {"colour_imbalance": ours.colour_imbalance_even, "same_club": clubs}
    alike = [k for k, name in enumerate(COUNTS) if name != "two_or_more_apart"]
    assert [now[k] for k in alike] == [plain.get(COUNTS[k], getattr(ours, COUNTS[k], None)) for k in alike]


@pytest.mark.parametrize("name", NAMES)
def test_scores_and_tie_breaks_after_every_round_are_opengothas(name: str) -> None:
    """Of all registered players from the real results: half points, SODOS in quarter points."""
    t, data = tournament(name), opengotha(name)
    for after in data["standings"]:
        sums = Sums(score(t, after["after_round"]), t.by_id())
        for theirs, ours in OPENGOTHA_CRITERIA.items():
            values = plain_values(ours, sums)
            wrong = {p: (values[p], v) for p, v in zip(data["players"], after[theirs], strict=True) if values[p] != v}
            assert not wrong, (after["after_round"], ours)


def test_a_replay_of_a_wrong_folder_says_what_was_expected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.argv", ["replay", str(tmp_path)])
    with pytest.raises(SystemExit, match="contains no tournaments; expected a folder with tournaments/"):
        print_the_replay()
