"""Pairgoth's own file: three of them and generated tournaments through it and back, and odd forms of it."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from builders import losses_of, played, real_data, tournament
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.foreign.opengotha import write_opengotha
from mcmahon.io.foreign.opengotha.opengotha_players import read_opengotha
from mcmahon.io.foreign.pairgoth import read_pairgoth, write_pairgoth
from mcmahon.io.formats import TournamentCounts, counts, format_of, in_new_folder
from mcmahon.model.errors import InputError
from mcmahon.model.placing.standings import standings
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.person import Status
from mcmahon.model.tournament.tournament import Tournament
from mcmahon_bench.tournaments.real import read_real

SAMPLE: dict[str, Any] = {
    "id": 7, "type": "INDIVIDUAL", "name": "Demo", "shortName": "demo", "startDate": "2026-03-07",
    "endDate": "2026-03-08", "country": "ch", "location": "Sees", "online": False, "komi": 6.5, "rules": "FRENCH",
    "gobanSize": 19, "timeSystem": {"type": "CANADIAN", "mainTime": 3600, "byoyomi": 300, "stones": 15}, "rounds": 3,
    "pairing": {
        "type": "MAC_MAHON",
        "main": {
            "upDownLowerMode": "TOP", "upDownUpperMode": "BOTTOM", "firstSeedLastRound": 1,
            "scoreWeight": 100000000000.0, "firstSeed": "SPLIT_AND_FOLD", "secondSeed": "SPLIT_AND_SLIP",
            "firstSeedAddCrit": "RATING", "secondSeedAddCrit": "NONE", "mmsValueAbsent": 0.5, "roundDownScore": True,
        },
        "geo": {"weight": 1215752192.0, "mmsDiffCountry": 1, "mmsDiffClubGroup": 2, "mmsDiffClub": 3},
        "handicap": {"weight": 0.0, "useMMS": True, "treshold": -1, "correction": 2, "ceiling": 5},
        "placement": ["MMS", "SOSM", "SOSMM1"], "mmFloor": -10, "mmBar": 1,
    },
    "players": [
        {"id": 12, "name": "Amber", "firstname": "Ada", "rating": 2190, "rank": 1, "country": "CH", "club": "Sees",
         "final": True, "egf": "14000001", "skip": [3, 4, 5], "mmsCorrection": 1},
        {"id": 3, "name": "Birch", "firstname": "Bo", "rating": 2100, "rank": 0, "country": "", "club": "", "ffg": "9"},
        {"id": 5, "name": "Cedar", "firstname": "Cy", "rating": 1800, "rank": -3, "country": "de", "club": "Ulm"},
    ],
    "games": [
        [{"id": 1, "t": 1, "w": 12, "b": 3, "h": 0, "r": "w", "dd": 1},
         {"id": 2, "t": 0, "w": 0, "b": 5, "h": 0, "r": "b"}],
        [{"id": 3, "t": 1, "w": 3, "b": 5, "h": 1, "r": "="}],
    ],
}  # fmt: skip
TEXT = json.dumps(SAMPLE)


def sample(**changes: Any) -> Tournament:
    return read_pairgoth(json.dumps(SAMPLE | changes).encode(), "demo.tour").tournament


def told(**changes: Any) -> str:
    return "\n".join(read_pairgoth(json.dumps(SAMPLE | changes).encode(), "demo.tour").report.lines())


def test_the_sample_is_read() -> None:
    t = sample()
    assert [(p.id, p.name, p.rank_name, p.rating_is_derived, p.club, p.country, p.pin) for p in t.players] == [
        ("12", "Amber Ada", "2d", False, "Sees", "CH", "14000001"),
        ("3", "Birch Bo", "1d", True, "", "", ""),
        ("5", "Cedar Cy", "3k", True, "Ulm", "DE", ""),
    ]
    assert (t.player("12").rounds, t.player("12").correction, t.player("3").extra) == ({1, 2}, 1, (("FFG", "9"),))
    assert t.rounds == (
        Round(1, (Game(1, "12", "3", 0, 13, Result.WHITE),), ("5",)),
        Round(2, (Game(1, "3", "5", 1, 1, Result.JIGO),), (), ("12",)),
    )
    s = t.settings
    assert (s.name, s.rounds, s.komi, s.start.bar, s.start.floor) == ("Demo", 3, 13, "2d", "10k")
    assert (s.handicap.rule, s.handicap.reduction, s.handicap.maximum, s.handicap.none_from) == ("mms", 2, 5, "1k")
    assert (s.points.bye, s.points.bye_wins, s.points.absence, s.points.round_down) == (2, 2, 1, "absences and byes")
    assert (s.placing.order, s.pairing.draw_down, s.pairing.draw_up) == (("MMS", "SOS", "SOS-1"), "bottom", "top")
    assert s.pairing.seeding == ("1-1 fold MMS SOS SOS-1 RATING", "2+ slide MMS SOS SOS-1")
    event = s.event
    assert (event.begin, event.end, event.place, event.country) == ("2026-03-07", "2026-03-08", "Sees", "CH")
    assert (event.basic_time, event.overtime, event.overtime_seconds, event.overtime_stones) == (
        60,
        "canadian",
        300,
        15,
    )
    assert "not taken over" not in told()


def test_what_has_no_place_here_is_told() -> None:
    odd = {"placement": ["CATEGORY", "MMS", "EXT"], "geo": {"weight": 0.0}}
    text = told(pairing=SAMPLE["pairing"] | odd, director="D", tablesExclusion=["", "1-3"], gobanSize=13, frozen=[1])
    assert text.startswith("unknown placing criteria, left out; places can differ (2): CAT, EXT")
    for words in ("the name of the director is not kept", "round 2: 1-3", "board sizes other", "frozen standings",
                  "avoid the same country and club 0 (default 100,000,000,000)"):  # fmt: skip
        assert words in text, words
    minutes = sample(timeSystem={"type": "SUDDEN_DEATH", "mainTime": 60})
    assert (minutes.settings.event.basic_time, minutes.settings.event.overtime) == (60, "sudden death")
    off = SAMPLE["games"][0][0] | {"r": "X"}
    assert [row.mms % 2 for row in standings(sample(games=[[off]])).rows] == [0, 0, 0]


def test_a_swiss_is_one() -> None:
    own = {"type": "SWISS", "placement": ["NBW", "SOSW", "SOSOSW"]}
    t = sample(pairing={k: v for k, v in SAMPLE["pairing"].items() if not k.startswith("mm")} | own)
    assert (t.settings.start.scheme, t.settings.points.absence) == ("swiss", 0)
    assert t.settings.placing.order == ("WINS", "SOSW", "SOSOSW")
    again = read_pairgoth(write_pairgoth(t).data, "x").tournament
    assert again == t


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "not readable as JSON"),
        (b"[]", "not a tournament of individual players:"),
        (b"{}", "not a Pairgoth tournament: object missing required field players"),
        (b"[" * 100_000, "not readable as JSON"),
        (b'{"a": "\xfd"}', "not readable as JSON: it is not UTF-8"),
        (TEXT.replace("INDIVIDUAL", "TEAM3").encode(), "not a tournament of individual players: 'TEAM3'"),
        (TEXT.replace('"rank": -3', '"rank": -31').encode(), r"\$\.players\[2\]\.rank: expected int >= -30"),
        (TEXT.replace('"w": 12', '"w": 13').encode(), "round 1 table 1 names an unknown player '13'"),
        (TEXT.replace('"id": 5', '"id": 3').encode(), "two players have the same number: '3'"),
        (json.dumps(SAMPLE | {"players": [], "games": []}).encode(), "no player"),
    ],
)
def test_what_cannot_be_read_is_an_error_that_says_why(data: bytes, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read_pairgoth(data, "x")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("bosp2024", TournamentCounts(71, 2, 38, 2)),
        ("frioul2018", TournamentCounts(58, 4, 99, 0)),
        ("marseille2018", TournamentCounts(58, 4, 99, 0)),
    ],
)
def test_files_of_pairgoth_come_back_as_they_were_read(name: str, expected: TournamentCounts, tmp_path: Path) -> None:
    data = (real_data() / "foreign" / f"pairgoth_{name}.tour").read_bytes()
    assert format_of(Path("x"), data=data).name == "pairgoth"
    read = read_pairgoth(data, name)
    assert counts(read.tournament) == expected
    written = write_pairgoth(read.tournament)
    again = read_pairgoth(written.data, name)
    assert (again.tournament, again.settings_text) == (read.tournament, read.settings_text)
    assert write_pairgoth(again.tournament).data == written.data
    in_new_folder(in_memory(read.tournament, settings_text=read.settings_text), tmp_path / "t", "convert", name)
    assert counts(TournamentFolder(tmp_path / "t").read().tournament) == expected


def test_draw_ups_and_downs_are_written_as_pairgoth_has_them() -> None:
    """Of White, where the file names them: 1 drawn down, -1 drawn up."""
    data = (real_data() / "foreign" / "pairgoth_bosp2024.tour").read_bytes()
    ours = json.loads(write_pairgoth(read_pairgoth(data, "x").tournament).data)
    by_pair = {(g["w"], g["b"]): g.get("dd", 0) for games in ours["games"] for g in games}
    theirs = {(g["w"], g["b"]): g["dd"] for games in json.loads(data)["games"] for g in games if "dd" in g}
    assert len(theirs) == 18
    assert all(by_pair[pair] == way for pair, way in theirs.items())


def test_the_scores_of_a_real_tournament_are_those_of_its_other_file() -> None:
    """frioul2018 as Pairgoth has it: every game, and the McMahon scores of OpenGotha but for its rounding of halves."""
    ours = read_pairgoth((real_data() / "foreign" / "pairgoth_frioul2018.tour").read_bytes(), "x").tournament
    theirs = read_real(real_data() / "tournaments" / "frioul2018.json")
    rounding = replace(ours.settings.points, round_down=theirs.settings.points.round_down)
    ours = replace(ours, settings=replace(ours.settings, points=rounding))
    found, wanted = (
        sorted((row.mms, row.wins, row.values["SOS"], row.values["SOSOS"]) for row in standings(t).rows)
        for t in (ours, replace(theirs, settings=replace(theirs.settings, placing=ours.settings.placing)))
    )
    assert found == wanted


def test_losses_are_named() -> None:
    t = tournament("1d 1d 1d 1d", preset="bga", start__bar="none", placing__order=["MMS", "CUSP"], rounds=3)
    odd = replace(t.player("a"), country="CHE", groups=("family",), status=Status.WITHDRAWN, pro=1)
    t = played(t.with_players([odd]), "a+b!", unpaired="c d")
    t = t.with_round(Round(2, (Game(1, "a", "c", 3, 7, Result.JIGO),), ("b",)))
    lost = losses_of("pairgoth", t)
    for words in (
        "no date is set: 2000-01-01", "countries that are not two-letter codes (1): CHE", "withdrawals",
        "groups, not kept (1): ", "Pairgoth does not have (1): CUSP", "pairing.profile=balanced",
        "komi, not kept",
        "in Pairgoth a bye counts as a win",
        "even games at and above the bar", "absences rounded down and byes not",
        "wins by forfeit are written as played games",
        "jigo: some versions", "rank, not kept", "written as an absence",
    ):  # fmt: skip
        assert words in lost, words


def test_from_opengotha_and_back() -> None:
    """The settings that both have are the same by either file."""
    t = replace(sample(), rounds=())
    both = read_opengotha(write_opengotha(t).data, "x").tournament.settings
    assert (both.start.bar, both.start.floor, both.handicap) == (
        t.settings.start.bar, t.settings.start.floor, t.settings.handicap,
    )  # fmt: skip
    assert (both.pairing.seeding, both.placing.order) == (t.settings.pairing.seeding, t.settings.placing.order)
