"""Other systems from the first command to the last: Swiss with acceleration."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from commands import mcmahon
from mcmahon.api import Director
from mcmahon.desk.desk import Desk
from mcmahon.desk.glance import concerns


def eight(tmp_path: Path, *options: str, count: int = 8) -> Path:
    """A folder of so many players, the strongest with id 1."""
    lines = ["Id,Surname,First name,Rank,Rating,Club"]
    lines += [f"{k},Player{k:02},,{k}k,{2100 - 100 * k},C{k % 4}" for k in range(1, count + 1)]
    (tmp_path / "r.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    folder = tmp_path / "t"
    mcmahon("new", folder, "--preset", "swiss", *options)
    mcmahon("register", folder, tmp_path / "r.csv")
    return folder


def boards(folder: Path, number: int) -> set[frozenset[str]]:
    found = json.loads(mcmahon("show", folder, "--round", number, "--json").stdout)
    return {frozenset((board["white"], board["black"])) for board in found["boards"]}


def test_accelerated_rounds_from_draw_to_standings(tmp_path: Path) -> None:
    """Baku, eight players, five rounds: 1–4 have a virtual point in rounds 1 and 2, half a point in round 3."""
    folder = eight(tmp_path, "--rounds", "5")
    mcmahon("set", folder, "start.acceleration=baku", "pairing.rounding=half")
    mcmahon("pair", folder, "--certificate", tmp_path / "proof.json")
    mcmahon("publish-round", folder)
    assert "proven" in mcmahon("verify", tmp_path / "proof.json", folder).stdout
    assert all(len({int(pid) <= 4 for pid in board}) == 1 for board in boards(folder, 1))
    said = mcmahon("explain", folder, "1").stdout
    assert "0 points + 1 virtual" in said
    assert "0 points (paired as 1)" in said
    for table in range(1, 5):
        mcmahon("result", folder, table, "1-0")
    assert "virtual" not in mcmahon("standings", folder).stdout
    mcmahon("pair", folder)
    assert "round" in mcmahon("plan", folder).stdout.lower()


def two_events(tmp_path: Path) -> tuple[Path, Path]:
    """Main (two rounds) and Pair go (one round, an hour later), with Ann in both; Bo's club tells him from another."""
    rows = {"main": "1,Lee,Ann,1d,,Ulm\n2,Moe,Bo,1d,,Ulm\n", "pairgo": "1,Lee,Ann,1d,,Ulm\n2,Moe,Bo,1d,,Bern\n"}
    for name, text in rows.items():
        (tmp_path / f"{name}.csv").write_text(f"Id,Surname,First name,Rank,Rating,Club\n{text}", encoding="utf-8")
        mcmahon("new", tmp_path / name, "--rounds", "2", "--name", name.title())
        mcmahon("register", tmp_path / name, tmp_path / f"{name}.csv")
    mcmahon("set", tmp_path / "main", "event.round_times=2026-08-01 10:00,2026-08-01 14:00", "event.congress=../pairgo")
    mcmahon("set", tmp_path / "pairgo", "event.round_times=2026-08-01 11:00", "event.round_minutes=120")
    return tmp_path / "main", tmp_path / "pairgo"


CLASH = (
    "Lee Ann would have to play in round 1 of Main (2026-08-01 10:00–13:00) "
    "and in round 1 of Pairgo (11:00–13:00) at the same time"
)


def test_a_congress_names_who_would_be_in_two_places(tmp_path: Path) -> None:
    main, pairgo = two_events(tmp_path)
    said = mcmahon("congress", main, pairgo, code=1).stdout
    assert "1 person is in several events; in two places at once:" in said
    assert said.count("Lee Ann") == 1
    assert "Moe" not in said
    found = json.loads(mcmahon("congress", main, pairgo, "--json", code=1).stdout)
    assert [(one["name"], one["first"]["round"], one["second"]["begins"]) for one in found["clashes"]] == [
        ("Lee Ann", 1, "2026-08-01 11:00")
    ]
    frame = Director(main).congress(pairgo)
    assert frame["name"].tolist() == ["Lee Ann"]
    mcmahon("absent", pairgo, "Lee Ann", "1")
    assert "nobody would have to be in two places" in mcmahon("congress", main, pairgo).stdout


def test_a_draw_and_the_overview_name_a_clash_with_another_event(tmp_path: Path) -> None:
    main, _ = two_events(tmp_path)
    assert CLASH in mcmahon("pair", main).stderr
    advice = "mark them absent in one of the two"
    assert f"{CLASH}: {advice}" in [one.text for one in concerns(Desk(main).read(), main).value]
    mcmahon("set", main, "event.congress=../nowhere", "--replace")
    assert "the other event '../nowhere' cannot be read" in mcmahon("pair", main).stderr


def test_one_event_is_no_congress(tmp_path: Path) -> None:
    main, _ = two_events(tmp_path)
    assert "expected two or more tournament folders" in mcmahon("congress", main, code=2).stderr


def play(folder: Path) -> None:
    """The next round drawn, published and played; the lower id wins."""
    mcmahon("pair", folder)
    mcmahon("publish-round", folder)
    found = json.loads(mcmahon("show", folder, "--json").stdout)["boards"]
    pairs = ((board["table"], "1-0" if int(board["white"]) < int(board["black"]) else "0-1") for board in found)
    mcmahon("result", folder, *(word for pair in pairs for word in pair))


@pytest.mark.slow
def test_groups_with_a_final_from_the_draw_to_the_pages(tmp_path: Path) -> None:
    """Twelve in three groups (three rounds), two of each in the final: six meet in five rounds; eight in all."""
    folder = eight(tmp_path, "--rounds", "8", count=12)
    mcmahon("set", folder, "groups.number=3", "pairing.meet_again=each turn")
    drawn = mcmahon("pair", folder)
    assert "note: 3 groups, 3 rounds: A: Player01 (1), Player06 (6)" in drawn.stderr
    assert "The final takes 5 rounds more, 8 in all" in drawn.stderr
    for _ in range(3):
        play(folder)
    assert mcmahon("standings", folder, "--by", "stage").stdout.count("group ") == 3
    assert "This is by the table of rounds" in mcmahon("explain", folder, "1").stdout
    said = mcmahon("pair", folder, "--certificate", tmp_path / "proof.json").stderr
    assert "proven" in mcmahon("verify", tmp_path / "proof.json", folder).stdout
    assert "rounds 5 to 8 can be paired" in mcmahon("plan", folder).stdout
    assert "note: the final is played by Player01 (1), Player02 (2), Player03 (3)" in said
    for _ in range(5):
        play(folder)
    first = mcmahon("standings", folder, "--by", "stage").stdout.split("consolation")[0]
    assert [line.split()[2] for line in first.splitlines() if "Player" in line] == [f"Player0{k}" for k in range(1, 7)]
    assert "legal" in mcmahon("check", folder).stdout
    assert "illegal" not in mcmahon("check", folder).stdout
    mcmahon("publish", folder)
    rules = (folder / "pages" / "rules.html").read_text(encoding="utf-8")
    assert "The first 2 of each group then play a final" in rules
    mcmahon("undo", folder)


def test_groups_survive_undo_and_a_draft_is_drawn_anew(tmp_path: Path) -> None:
    """The finalists are decided by the draft, and again by the next draft after a correction."""
    folder = eight(tmp_path, "--rounds", "6")
    mcmahon("set", folder, "groups.number=2", "groups.apart=none")
    for _ in range(3):
        play(folder)
    mcmahon("pair", folder)
    assert Desk(folder).read().tournament.settings.decided.finalists == ("1", "2", "4", "3")
    board = next(
        b for b in json.loads(mcmahon("show", folder, "-r", 1, "--json").stdout)["boards"] if "3" in b.values()
    )
    loser = "0-1" if board["white"] == "3" else "1-0"
    mcmahon("result", folder, board["table"], loser, "--round", 1, "--again")
    mcmahon("pair", folder)
    assert set(Desk(folder).read().tournament.settings.decided.finalists) == {"1", "2", "4", "6"}
    mcmahon("undo", folder)
    assert set(Desk(folder).read().tournament.settings.decided.finalists) == {"1", "2", "4", "3"}


def test_formats_name_what_they_lose_of_groups(tmp_path: Path) -> None:
    folder = eight(tmp_path, "--rounds", "6")
    mcmahon("set", folder, "groups.number=2")
    play(folder)
    for form in ("opengotha", "pairgoth", "macmahon"):
        assert "groups" in mcmahon("export", folder, form).stderr, form


def test_a_plan_in_the_groups_goes_to_their_end_and_repairs_stay_inside(tmp_path: Path) -> None:
    """The finalists are not known before; somebody who does not come leaves the opponent free, and no other board."""
    folder = eight(tmp_path, "--rounds", "6")
    mcmahon("set", folder, "groups.number=2", "groups.apart=none")
    mcmahon("pair", folder)
    mcmahon("publish-round", folder)
    assert "rounds 2 and 3 can be paired" in mcmahon("plan", folder).stdout
    said = mcmahon("repair", folder, "--without", "8", "--anyway").stdout
    assert "of the other 3, 0 are given up" in said
    assert "different groups" in mcmahon("swap", folder, "1", "2", "--dry-run").stdout
    assert "legal" in mcmahon("check", folder).stdout
