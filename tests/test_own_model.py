"""Constraints of one's own in Python: the model of the next round, its answer, and its boards as the draft."""

from __future__ import annotations

import re
import shutil
from pathlib import Path
from typing import Any

import mcmahon
import pandas as pd
import pytest
from builders import EXAMPLES
from mcmahon.model.errors import InputError, UnconfirmedError
from mcmahon.solver.own_constraints import INFEASIBLE, NO_ROUND, NOT_FOUND, OPTIMAL

ROOT = Path(__file__).resolve().parent.parent
PAGE = (ROOT / "docs" / "howto" / "own-solver.md").read_text(encoding="utf-8")


def club_in(folder: Path, name: str = "club16") -> mcmahon.Director:
    shutil.copytree(ROOT / "instances" / name, folder / "club")
    return mcmahon.Director(folder / "club")


@pytest.fixture
def club(tmp_path: Path) -> mcmahon.Director:
    """Sixteen players who have played three of four rounds; 1 and 2 have met."""
    return club_in(tmp_path)


@pytest.fixture
def five(tmp_path: Path) -> mcmahon.Director:
    """Five players after a round in which 5 had the bye, and 1 has beaten 2."""
    director = mcmahon.Director.new(tmp_path / "five", "egf", rounds=4, start__bar="none")
    director.register(pd.DataFrame({"name": ["Ann", "Bo", "Cy", "Di", "Ed"], "rank": ["1d"] * 5}))
    director.pair(force=[("1", "2"), ("3", "4")])
    director.results({1: "1-0", 2: "1-0"}, 1)
    return director


def boards_of(table: pd.DataFrame) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in zip(table["white"], table["black"], strict=True)}


def test_without_own_constraints_the_model_gives_the_boards_of_the_draw(club: mcmahon.Director) -> None:
    """With names, colours by rule, and what each board costs."""
    model = club.model()
    found = model.solve()
    drawn = club.pair(dry_run=True)
    assert (model.round, found.status, found.byes) == (4, OPTIMAL, ())
    assert (found.cost, found.bound) == (drawn.cost, drawn.bound)
    columns = ["table", "white", "white_name", "black", "black_name", "handicap", "komi"]
    assert found.boards[columns].equals(drawn.boards[columns])
    assert found.boards["cost"].sum() == found.cost


def test_a_pair_is_found_in_either_order_and_one_that_may_not_meet_names_the_rule(club: mcmahon.Director) -> None:
    club.set("pairing.forbid+=3:15")
    plays = club.model().plays
    assert plays["1", "9"].index == plays["9", "1"].index
    assert ("9", "1") in plays
    assert ("1", "2") not in plays
    for pair, says in {
        ("2", "1"): r"1 and 2 have met before \(rule repeats\)",
        ("15", "3"): r"are forbidden to meet \(rule forbidden\)",
        ("1", "1"): "1 cannot play against themselves",
        ("1", "99"): "no player '99' is entered for round 4",
    }.items():
        with pytest.raises(KeyError, match=says):
            plays[pair]
    with pytest.raises(KeyError, match="the number of players is even"):
        club.model().bye["1"]


def test_a_bye_that_is_not_possible_names_the_rule(five: mcmahon.Director) -> None:
    five.pair(force=[("1", "3")])
    model = five.model()
    assert set(model.bye) == {"2", "4"}
    with pytest.raises(KeyError, match=r"5 has had a bye before \(rule second-bye\)"):
        model.bye["5"]
    with pytest.raises(KeyError, match="1 is in a forced pair"):
        model.bye["1"]
    with pytest.raises(KeyError, match="1 is in a forced pair or has a bye by hand"):
        model.plays["1", "4"]
    assert model.plays["3", "1"] is not None, "the forced pair itself; the wish is kept of the draft"


def test_more_constraints_are_added_and_the_model_is_solved_again(club: mcmahon.Director) -> None:
    """With variables of one's own; solving changes nothing in the model, and an own objective is ignored."""
    model = club.model()
    free = model.solve()
    first = tuple(free.boards.loc[0, ["white", "black"]])
    model.cp.add(model.plays[first] == 0)
    count = model.cp.new_int_var(0, 8, "games of the first four")
    four = [model.plays[pair] for pair in model.plays if set(pair) <= {"1", "2", "3", "4"}]
    model.cp.add(count == sum(four))
    model.cp.maximize(count)
    before = str(model.cp.proto)
    one = model.solve()
    assert one.status == OPTIMAL
    assert frozenset(first) not in boards_of(one.boards)
    assert one.cost == one.bound
    assert one.cost >= free.cost
    assert model.solve().boards.equals(one.boards)
    assert str(model.cp.proto) == before
    model.cp.add(count >= 1)
    two = model.solve()
    assert two.cost >= one.cost
    assert any(board <= {"1", "2", "3", "4"} for board in boards_of(two.boards))
    model.cp.add(count == 0)
    none = model.solve()
    assert (none.status, none.cost, none.byes, len(none.boards)) == (INFEASIBLE, None, (), 0)
    with pytest.raises(InputError, match="neither a game nor a bye"):
        club.propose(none)


@pytest.mark.slow
def test_several_tiers_are_solved_one_after_the_other(tmp_path: Path) -> None:
    club = club_in(tmp_path, "congress60")
    shutil.copy(EXAMPLES / "strict.toml", club.path)
    club.set(pairing__profile="strict")
    model, drawn = club.model(), club.pair(dry_run=True)
    found = model.solve()
    assert (found.status, found.cost, found.bound) == (OPTIMAL, drawn.cost, drawn.bound)
    assert boards_of(found.boards) == boards_of(drawn.boards)
    assert club.model("balanced").solve().cost == club.pair("balanced", dry_run=True).cost


def test_a_search_that_is_too_short_says_what_it_has(club: mcmahon.Director) -> None:
    found = club.model().solve(seconds=0)
    assert (found.status, found.cost, found.bound) == (NOT_FOUND, None, 0)


def test_a_round_that_no_rule_leaves_possible_is_not_blamed_on_the_constraints(tmp_path: Path) -> None:
    two = mcmahon.Director.new(tmp_path / "two", "egf", rounds=2)
    two.register(pd.DataFrame({"name": ["Ann", "Bo"], "rank": ["1d", "1d"]}))
    two.set("pairing.forbid+=1:2")
    assert two.model().solve().status == NO_ROUND


def test_a_model_with_numbers_too_great_is_refused_with_cp_sats_reason(club: mcmahon.Director) -> None:
    model = club.model()
    x = model.cp.new_int_var(0, 2**60, "x")
    model.cp.add(sum(2**59 * variable for variable in [x, *model.plays.values()]) >= 1)
    with pytest.raises(InputError, match=r"CP-SAT refuses the model: .*overflow"):
        model.solve()


def test_the_boards_of_a_model_become_the_draft_and_can_be_taken_back(five: mcmahon.Director) -> None:
    """With the bye that the table of boards knows; the record, and so the proof, stay those of the draw."""
    drawn = five.pair()
    model = five.model()
    model.cp.add(model.bye[drawn.byes[0]] == 0)
    found = model.solve()
    assert found.byes != tuple(drawn.byes)
    draft = five.propose(found)
    assert (boards_of(draft.boards), tuple(draft.byes)) == (boards_of(found.boards), found.byes)
    assert (draft.cost, draft.optimum) == (found.cost, drawn.cost)
    assert draft.extra == found.cost - drawn.cost
    assert "was changed by hand" in " ".join(five.notes)
    assert five.check(2).table[["legal", "cost", "drawn_at"]].values.tolist() == [[True, found.cost, drawn.cost]]
    proven = five.check(2, prove=True)
    assert proven.table["extra"].tolist() == [draft.extra]
    assert five.undo() == "propose(<2 boards>)"
    assert five.show().boards.drop(columns="by_hand").equals(drawn.boards.drop(columns="by_hand"))
    five.redo()
    assert five.publish_round() == 2
    assert "was changed by hand" in " ".join(five.notes)


def test_pairs_are_proposed_by_names_or_ids_and_by_whole_numbers(five: mcmahon.Director) -> None:
    draft = five.propose([("Ann", "4"), ("3", "Ed")], byes="Bo")
    assert boards_of(draft.boards) == {frozenset("14"), frozenset("35")}
    numbers = five.propose(pd.DataFrame({"white": [4, 5], "black": [1, 3]}), [2])
    assert numbers.boards["by_hand"].equals(draft.boards["by_hand"])
    with pytest.raises(InputError, match="is not a pair"):
        five.propose(["1", "4"])  # type: ignore[list-item]
    with pytest.raises(InputError, match="white"):
        five.propose(pd.DataFrame({"a": ["1"], "b": ["4"]}))
    with pytest.raises(UnconfirmedError, match=r"repeats"):
        five.propose([("1", "2"), ("3", "5")], byes="4")
    assert five.propose([("1", "2"), ("3", "5")], byes="4", anyway=True).byes == ["4"]
    assert five.check().table["legal"].all()


def test_the_twelve_lines_of_the_page_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    club_in(tmp_path)
    monkeypatch.chdir(tmp_path)
    code = re.findall(r"^```python\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[-1]
    assert len([line for line in code.splitlines() if line]) <= 12
    made: dict[str, Any] = {}
    exec(code, made)
    assert made["found"].status == OPTIMAL
    assert made["draft"].extra == made["found"].cost - made["free"].cost > 0
    assert any({a, b} in map(set, boards_of(made["draft"].boards)) for a, b in made["wanted"])
    assert "was changed by hand" in capsys.readouterr().out
