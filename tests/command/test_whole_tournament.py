"""Ten rounds of 250 players from CSV to standings through the command line alone, with everything that happens."""

from __future__ import annotations

import csv
import json
from pathlib import Path

import pytest
from commands import mcmahon
from mcmahon.io.registrations.reading import players_text
from mcmahon.model.lottery import lot
from mcmahon.model.placing.ratings import winning_probability
from mcmahon_bench.tournaments.generator import FieldShape, make_players

from .test_command_line import files


def results_file(path: Path, folder: Path, ratings: dict[str, int]) -> None:
    """A results CSV by the ratings, from the boards as the program shows them."""
    with (folder / "rounds" / f"{len(list(folder.glob('rounds/*.csv')))}.csv").open(encoding="utf-8") as file:
        rows = [row for row in csv.DictReader(file) if row["table"]]
    lines = ["table,result"]
    for row in rows:
        chance = winning_probability(ratings[row["white"]], ratings[row["black"]])
        won = lot(1, row["white"], row["black"]) % 1000 < 1000 * chance
        lines.append(f"{row['table']},{'1-0' if won else '0-1'}")
    path.write_text("\n".join(lines))


@pytest.mark.slow
def test_a_whole_tournament(tmp_path: Path, full: bool) -> None:
    size, rounds = (250, 10) if full else (80, 6)
    players = make_players(FieldShape(size, rounds, late=0.0), 11)
    ratings = {p.id: p.rating for p in players} | {"900": 1500, "901": 2200}
    source = tmp_path / "players.csv"
    source.write_text(players_text(players, rounds), encoding="utf-8")
    folder = tmp_path / "open"
    mcmahon("new", folder, "--preset", "egf", "--rounds", rounds, "--seed", 3)
    mcmahon("register", folder, source)
    for number in range(1, rounds + 1):
        if number == 3:  # late entries, also by a second CSV
            late = tmp_path / "late.csv"
            late.write_text("id,name,rank\n900,Late Lena,6k\n901,Later Lars,2d\n")
            assert "enters late: rounds 3-" in mcmahon("register", folder, late).stderr
        if number == 4:
            mcmahon("withdraw", folder, players[7].id)
            mcmahon("absent", folder, players[20].id, "--rounds", "4")
            mcmahon("player", folder, players[30].id, "--rank", "1d")
        data = json.loads(mcmahon("pair", folder, "--json").stdout)
        assert (data["round"], data["status"]) == (number, "optimal")
        results_file(tmp_path / "results.csv", folder, ratings)
        mcmahon("publish-round", folder)
        mcmahon("result", folder, "--file", tmp_path / "results.csv")
        if number == 4:  # a correction of an earlier round, undone and done again
            before = files(folder)
            mcmahon("result", folder, "--round", 2, 1, "0-1!", "--again")
            mcmahon("undo", folder)
            assert files(folder) == before
            mcmahon("redo", folder)
            assert files(folder) != before
    out = mcmahon("check", folder).stdout
    assert out.count(": legal") == rounds
    rows = json.loads(mcmahon("standings", folder, "--json").stdout)["rows"]
    assert len(rows) == size + 2
    assert [row["line"] for row in rows] == list(range(1, size + 3))
    scores = [row["mms"] for row in rows]
    assert scores == sorted(scores, reverse=True)
