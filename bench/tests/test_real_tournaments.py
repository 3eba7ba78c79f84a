"""All 74 rounds of the 14 real tournaments: legal, proven, and no worse than OpenGotha's own pairs."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from builders import real_data
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.placing.scores import score
from mcmahon.model.placing.sums import Sums
from mcmahon.model.placing.tie_breaks import plain_values
from mcmahon.model.tournament.rules import COUNTS as EVERY_COUNT
from mcmahon.model.tournament.tournament import Tournament
from mcmahon_bench.default_profile import COUNTS, ProfileTrials, added, real_rounds
from mcmahon_bench.opengotha.replay import BLOCKS, Replayed, certainty, replay, tallies
from mcmahon_bench.opengotha.replay import main as print_the_replay
from mcmahon_bench.tournaments.real import PLACEHOLDERS, read_real

NAMES = (
    "alpar_kilinc2019", "balma2019", "bydgoszcz2019", "croatian_open2020", "egc2011_main", "frioul2018",
    "iberoamericano2020", "lyon2020", "ma_state2019", "metu_summer2020", "paris2021", "virginia_other2020",
    "winterthur2019", "zetournoi2020",
)  # fmt: skip

#: The counts that the data call by another name than the program.
OF_DATA = {"clubmates": "same_club", "compatriots": "same_country"}
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
    assert all(r.answer.optimal and r.answer.tie_proven and r.ours["repeats"] == 0 for r in rounds)
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
            for name_of in EVERY_COUNT:
                far = name_of == "four_or_more_apart"
                expected = sum(given["mms_diff_hist"][4:]) if far else given[OF_DATA.get(name_of, name_of)]
                assert counted[name_of] == expected, (r.number, block, name_of)


@pytest.mark.slow
def test_what_the_projects_table_says_of_opengotha() -> None:
    """Ours and OpenGotha's, same history, same entrants; where OpenGotha looks at clubs and countries it has fewer."""
    tallied = [tallies(replayed(name), tournament(name)) for name in NAMES]
    sums = {name: [sum(one[block][name] for one in tallied) for block in BLOCKS] for name in tallied[0]["ours"]}
    assert sums["pairs"] == [4855] * 3
    assert sums["repeats"] == sums["repeated_byes"] == [0, 0, 1]
    assert sums["mms_diff_sum"] == [1080, 1154, 1680]
    assert [sums[name] for name in ("two_or_more_apart", "four_or_more_apart")] == [[177, 183, 246], [38, 41, 53]]
    assert [sums[f"same_{what}_avoided"] for what in ("club", "country")] == [[199, 179, 219], [919, 903, 950]]
    assert [sums[f"same_{what}_exempt"] for what in ("club", "country")] == [[22, 51, 35], [207, 431, 390]]
    assert [sums[f"repeated_draw_{way}"] for way in ("downs", "ups")] == [[159, 205, 370], [159, 208, 498]]
    assert sums["colour_imbalance_even"] == [5832, 6156, 6594]
    for what in ("club", "country"):  # nothing is left out or counted twice
        real = [r for name in NAMES for r in replayed(name) if what == "country" or name != PLACEHOLDERS]
        mates = next(ours for ours, data in OF_DATA.items() if data == f"same_{what}")
        whole = [sum(getattr(r, block)[mates] for r in real) for block in BLOCKS]
        parts = zip(sums[f"same_{what}_avoided"], sums[f"same_{what}_exempt"], strict=True)
        assert [a + b for a, b in parts] == whole
    *_, colours = certainty(tallied)
    assert colours.split() == ["colour_imbalance_even", "-324", "12", "0", "2", "-132", "0.001", "0.006"]


@pytest.mark.full
@pytest.mark.long
def test_the_default_is_better_than_the_one_before_in_every_count() -> None:
    """But for games two or more points apart, which a straight price of gaps brings."""
    trials = ProfileTrials(real_rounds(real_data()))
    first = added(trials.by_tournament(load_profile("balanced-1")).values())
    before = added(trials.by_tournament(load_profile("balanced-2")).values())
    now = added(trials.by_tournament(load_profile("balanced")).values())
    assert first == (1109, 40, 225, 1153, 190, 193, 5852, 754, 113, 254, 164)
    assert before == (1081, 38, 222, 1126, 176, 181, 5834, 738, 112, 251, 159)
    assert now == (1080, 38, 221, 1126, 159, 159, 5832, 708, 109, 249, 177)
    assert all(own < old for own, old in zip(before, first, strict=True))
    assert all(own <= old for own, old in zip(now[:-1], before[:-1], strict=True))
    ours = sum((r.ours for name in NAMES for r in replayed(name)), Counter[str]())
    clubs = sum(r.ours["clubmates"] for name in NAMES for r in replayed(name) if name != PLACEHOLDERS)
    plain = {"colour_imbalance": ours["colour_imbalance_even"], "clubmates": clubs}
    alike = [k for k, name in enumerate(COUNTS) if name != "two_or_more_apart"]
    assert [now[k] for k in alike] == [plain.get(COUNTS[k], ours.get(COUNTS[k])) for k in alike]


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


def test_a_replay_of_a_wrong_folder_says_what_was_expected(tmp_path: Path) -> None:
    with pytest.raises(SystemExit, match="contains no tournaments; expected a folder with tournaments/"):
        print_the_replay([str(tmp_path)])


@pytest.mark.slow
def test_weights_times_one_change_no_pair(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """And the weights behind the profile are those of the replay."""
    smallest = min((real_data() / "tournaments").glob("*.json"), key=lambda path: path.stat().st_size).name
    for folder in ("tournaments", "opengotha"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / smallest).write_bytes((real_data() / folder / smallest).read_bytes())
    print_the_replay([str(tmp_path), "--other-weights", "1"])
    assert "100.0% of the pairs\nstay, and all pairs in 100% of the rounds\n" in capsys.readouterr().out
    print_the_replay([str(tmp_path), "balanced", "colour_balance=100000"])
    lines = [line.split() for line in capsys.readouterr().out.splitlines()]
    ours, theirs = next((int(line[1]), int(line[2])) for line in lines if line[:1] == ["mms_diff_sum"])
    assert ours > theirs
