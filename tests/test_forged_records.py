"""Records of draws that were forged, and rounds that changed behind them: `check --prove` believes none of it."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from commands import mcmahon
from mcmahon.desk.desk import Desk
from mcmahon.desk.questions.standing_round import redrawn
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.model.pairing.round_problem import fingerprint
from mcmahon.model.records import as_drawn

INSTANCES = Path(__file__).resolve().parents[1] / "instances"
CHEAPEST, SWAPPED = 171_544, 254_764  # of round 4, as it is drawn, and with 13 and 20 in each other's places
OWN = 'base = "balanced"\n[same_club]\nweight = 1\nreason = "few"\n'  # a profile
Record = dict[str, Any]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Round 4 of a congress of 60, drawn and published by commands; nobody changes it."""
    folder = Path(shutil.copytree(INSTANCES / "congress60", tmp_path_factory.mktemp("drawn") / "congress"))
    mcmahon("pair", folder)
    mcmahon("publish-round", folder)
    return folder


@pytest.fixture
def congress(drawn: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(drawn, tmp_path / "congress"))


def swapped(folder: Path) -> None:
    """Exchange players 13 and 20 in the boards of round 4, with no mark that somebody did so."""
    boards = folder / "rounds" / "4.csv"
    head, *rows = (line.split(",") for line in boards.read_text(encoding="utf-8").splitlines())
    places = [head.index(name) for name in ("white", "black")]
    other = {"13": "20", "20": "13"}
    for row in rows:
        for place in places:
            row[place] = other.get(row[place], row[place])
    boards.write_text("".join(",".join(row) + "\n" for row in (head, *rows)), encoding="utf-8")


def boards_of(folder: Path) -> list[list[str]]:
    return [list(game.players) for game in Desk(folder).read().tournament.round(4)]


def edited(folder: Path, change: Callable[[Record, Path], None]) -> None:
    """Change the record of round 4 by hand."""
    file = folder / "rounds" / "4.json"
    record = json.loads(file.read_text(encoding="utf-8"))
    change(record, folder)
    file.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


def no_weights(record: Record, folder: Path) -> None:
    record["weights"] = dict.fromkeys(record["weights"], 0)


def one_weight(record: Record, folder: Path) -> None:
    record["weights"] = {"same_club": 1}


def all_others_forbidden(record: Record, folder: Path) -> None:
    here, wanted = sorted(record["ledger"]["entrants"]), [set(pair) for pair in boards_of(folder)]
    record["forbid"] = [[a, b] for k, a in enumerate(here) for b in here[:k] if {a, b} not in wanted]


def all_forced(record: Record, folder: Path) -> None:
    record["force"] = boards_of(folder)


def invented_scores(record: Record, folder: Path) -> None:
    """What is known of 13 and 20 changes places in the ledger, and its print is computed anew."""
    entrants = record["ledger"]["entrants"]
    entrants["13"], entrants["20"] = entrants["20"], entrants["13"]
    state = Desk(folder).read()
    own, known = redrawn(state, 4), state.records[4]
    file = folder / "rounds" / "4.json"
    file.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
    ledger = Desk(folder).read().records[4].ledger
    assert ledger is not None
    found: list[str] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(as_drawn, "has_print", lambda problem, text: found.append(fingerprint(problem)))
        as_drawn.problem_as_drawn(own.problem(), own.entered, ledger, known)
    (record["ledger"]["fingerprint"],) = found


def paid_for_a_plan(record: Record, folder: Path) -> None:
    record["ahead"]["extra"] = 10**12


def paid_just_so_much(record: Record, folder: Path) -> None:
    record["ahead"]["extra"] = SWAPPED - CHEAPEST


def other_seed(record: Record, folder: Path) -> None:
    record["seed"] = 99


FORGERIES = [
    no_weights,
    one_weight,
    all_others_forbidden,
    all_forced,
    invented_scores,
    paid_for_a_plan,
    paid_just_so_much,
]


def claim(folder: Path, code: int | tuple[int, ...]) -> dict[str, Any]:
    found = json.loads(mcmahon("check", folder, "-r", "4", "--prove", "--json", code=code).stdout)
    return dict(found["rounds"][0]["least_cost"])


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_record_that_was_edited_excuses_no_dearer_round(congress: Path, forgery: Any) -> None:
    """The journal shows that no command has written it, so the round is proven by the settings: it is dearer."""
    swapped(congress)
    edited(congress, forgery)
    found = claim(congress, 1)
    assert not found["ticked"]
    assert sum(found["costs"]) == SWAPPED
    assert sum(found["least"]) == CHEAPEST
    text = mcmahon("check", congress, "-r", "4", "--prove", code=1).stdout
    assert "more than the cheapest" in text or "a wrong price" in text


@pytest.mark.parametrize("forgery", FORGERIES)
def test_without_a_journal_a_forged_record_is_named_and_has_no_tick(congress: Path, forgery: Any) -> None:
    shutil.rmtree(congress / ".journal")
    swapped(congress)
    edited(congress, forgery)
    found = claim(congress, (0, 1))
    assert not found["ticked"]
    if found["backing"] == "record":
        assert "as the record says" in found["text"]
    else:
        assert (found["extra"] > 0 or found["plan_price"] == "wrong") is True


def test_an_honest_round_is_proven_with_nothing_believed(congress: Path) -> None:
    found = claim(congress, 0)
    assert found["ticked"]
    assert (found["backing"], found["terms"], found["results"]) == ("settings", [], "today")
    assert sum(found["costs"]) == CHEAPEST


@pytest.mark.parametrize("extra", [10**30, -5, 1])
def test_a_price_for_later_rounds_that_the_cheapest_round_does_not_pay_is_wrong(congress: Path, extra: int) -> None:
    edited(congress, lambda record, folder: record["ahead"].update(extra=extra))
    found = claim(congress, 1)
    assert found["plan_price"] == "wrong" or found["backing"] == "nothing"


@pytest.mark.parametrize("name", ["score", "colours", "drawn_down", "size"])
def test_a_ledger_with_a_number_that_no_draw_has_is_refused_by_name(congress: Path, name: str) -> None:
    edited(congress, lambda record, folder: record["ledger"]["entrants"]["13"].update({name: 10**40}))
    said = mcmahon("check", congress, "-r", "4", "--prove", code=2).stderr
    assert "rounds/4.json" in said
    assert f"{10**40} is too great" in said


def test_what_the_director_wished_for_is_named_and_keeps_the_tick(tmp_path: Path) -> None:
    folder = shutil.copytree(INSTANCES / "congress60", tmp_path / "congress")
    mcmahon("pair", folder, "--force", "13:20")
    mcmahon("pair", folder)  # keeps the wish of the draft before
    mcmahon("publish-round", folder)
    found = claim(folder, 0)
    assert (found["ticked"], found["backing"]) == (True, "journal")
    assert found["terms"] == ["forced pairs 13:20 (settings: none)"]
    assert "under these terms: forced pairs 13:20 (settings: none)" in found["text"]


def test_a_record_with_another_seed_is_noticed(congress: Path) -> None:
    edited(congress, other_seed)
    found = claim(congress, 1)
    assert found["backing"] == "nothing"
    assert any(term.startswith("seed 99") for term in found["terms"])


def test_weights_that_are_tuned_between_rounds_meet_no_red(congress: Path) -> None:
    """The record has the weights of then; the settings have others now, and both are explained."""
    (congress / "own.toml").write_text(OWN, encoding="utf-8")
    mcmahon("set", congress, "pairing.profile=own")
    found = claim(congress, 0)
    assert (found["ticked"], found["backing"]) == (True, "journal")
    assert any("same_club" in term for term in found["terms"])


def test_weights_from_a_file_elsewhere_are_those_of_the_record_and_have_no_tick(tmp_path: Path) -> None:
    folder = shutil.copytree(INSTANCES / "congress60", tmp_path / "congress")
    (tmp_path / "mine.toml").write_text(OWN, encoding="utf-8")
    mcmahon("pair", folder, "--profile", tmp_path / "mine.toml")
    found = claim(folder, 0)
    assert (found["ticked"], found["backing"]) == (False, "record")
    assert "as the record says: same_club 1 (settings: 36,500)" in found["text"]


def test_costs_are_those_of_the_draw_after_an_earlier_result_is_corrected(congress: Path) -> None:
    """Check says which costs it proves, and prints no others beside them."""
    mcmahon("result", congress, "1", "0-1", "-r", "3", "--again")
    found = claim(congress, 0)
    assert (found["results"], found["ticked"], sum(found["costs"])) == ("draw", True, CHEAPEST)
    text = mcmahon("check", congress, "-r", "4", "--prove").stdout
    assert f"round 4: legal, cost {CHEAPEST:,} (" in text
    assert "by the results known at the draw" in text
    assert "at the draw\n" not in text.splitlines()[0]


def test_a_step_of_the_journal_that_was_altered_explains_nothing(congress: Path) -> None:
    """Each step has the SHA-256 of the one before it."""
    mcmahon("set", congress, "event.place=Here")
    folder = TournamentFolder(congress)
    steps = folder.journal.steps()
    drawing = next(step for step in steps if " pair " in step.command)
    file = congress / ".journal" / "steps" / f"{drawing.number:08}.json"
    file.write_text(file.read_text(encoding="utf-8").replace('"time": "2', '"time": "1'), encoding="utf-8")
    assert folder.journal.altered() == [drawing.number]
    edited(congress, all_forced)
    assert claim(congress, (0, 1))["backing"] == "nothing"


@pytest.mark.parametrize(
    "command",
    [("swap", "1", "9", "--anyway"), ("publish-round",), ("pair",)],
    ids=lambda words: words[0],
)
def test_a_command_after_an_edit_of_a_drafts_record_does_not_explain_it(tmp_path: Path, command: tuple[str]) -> None:
    """Whatever a step keeps of a record that somebody has edited is still that edit."""
    folder = Path(shutil.copytree(INSTANCES / "congress60", tmp_path / "congress"))
    mcmahon("pair", folder)
    swapped(folder)
    edited(folder, all_forced)
    name, *words = command
    mcmahon(name, folder, *words)
    found = claim(folder, 1)
    assert (found["ticked"], found["backing"]) == (False, "nothing")


def test_entered_players_who_were_left_out_are_named(congress: Path) -> None:
    boards = congress / "rounds" / "4.csv"
    lines = boards.read_text(encoding="utf-8").splitlines()
    (row,) = (line.split(",") for line in lines if line.startswith("12,"))
    out = [row[1], row[3]]
    made = [f",{one},,,,,,absent," for one in out]
    kept = [line for line in lines if not line.startswith("12,")]
    boards.write_text("\n".join([*kept, *made]) + "\n", encoding="utf-8")
    found = claim(congress, (0, 1))
    assert set(out) <= set(found["absent"])
    assert "entered, but absent" in found["text"]
