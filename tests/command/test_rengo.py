"""A rengo of sixty teams over five rounds, run by commands from the file to the pages."""

from __future__ import annotations

import json
import random
import re
import zipfile
from io import BytesIO
from itertools import combinations
from pathlib import Path

import pytest
from commands import mcmahon
from mcmahon.io.folder.copies import archive
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.model.judging.judge import judge
from mcmahon.model.placing.standings import standings
from mcmahon.model.tournament.person import mean, regulars

TEAMS, ROUNDS = 60, 5
CLUBS = [f"Club {k}" for k in range(25)]


def people_of(dice: random.Random, team: int) -> list[str]:
    """Two to five people of about one strength, from one or two clubs."""
    rank, clubs = dice.randint(-15, 5), dice.sample(CLUBS, dice.randint(1, 2))
    lines = []
    for k in range(dice.randint(2, 5)):
        own = rank + dice.randint(-3, 3)
        name = f"{own + 1}d" if own >= 0 else f"{-own}k"
        lines.append(f'Team {team},"Family{team}x{k}, Given",{name},{dice.choice(clubs)}')
    return lines


@pytest.mark.slow
def test_a_rengo_is_run_from_the_file_to_the_pages(tmp_path: Path) -> None:
    dice = random.Random(7)
    lines = [line for team in range(1, TEAMS + 1) for line in people_of(dice, team)]
    dice.shuffle(lines)
    (tmp_path / "rengo.csv").write_text("\n".join(["team,name,rank,club", *lines]), encoding="utf-8")
    path = tmp_path / "rengo"
    mcmahon("new", path, "--rounds", ROUNDS, "--set", "entrants.kind=pairs", "--set", "placing.order=MMS,SOS,SODOS")
    assert "60 new" in mcmahon("register", path, tmp_path / "rengo.csv").stdout
    for number in range(1, ROUNDS + 1):
        said = mcmahon("pair", path).stdout
        assert "proven optimal" in said
        mcmahon("publish-round", path)
        drawn = TournamentFolder(path).read().tournament.round(number)
        results = [text for game in drawn for text in (str(game.table), dice.choice(["1-0", "0-1"]))]
        mcmahon("result", path, *results)
        if number == 2:
            said = mcmahon("absent", path, "Team 7", "3", "--member", "1", "--substitute", "Late, Lea 4k").stdout
            assert "Late Lea 4k plays instead" in said
    assert "Team 7" in mcmahon("show", path, "--round", 3).stdout
    state = TournamentFolder(path).read()
    t = state.tournament
    for number in range(1, ROUNDS + 1):
        assert not [broken for broken in judge(t, number, profile=state.profile) if not broken.allowed], number
    met = [frozenset(game.players) for drawn in t.rounds for game in drawn]
    assert len(met) == len(set(met)) == TEAMS // 2 * ROUNDS
    for p in t.players:
        assert p.rank == mean([m.rank for m in regulars(p.members)], "mean")
    assert sum(row.wins for row in standings(t).rows) == 2 * len(met)
    found = json.loads(mcmahon("players", path, "--json").stdout)
    assert sum(len(p["members"]) for p in found) == len(lines) + 1


def same_clubs(path: Path) -> int:
    """How many boards have two people of one club on both sides."""
    t = TournamentFolder(path).read().tournament
    sides = t.by_id()
    return sum(bool(set(sides[g.white].clubs) & set(sides[g.black].clubs)) for drawn in t.rounds for g in drawn)


def test_the_first_round_of_few_pairs_is_the_cheapest_by_counting_all(tmp_path: Path) -> None:
    """Four pairs of one score: of three possible rounds only one keeps all clubs apart."""
    people = {"a": "AB", "b": "BC", "c": "CD", "d": "EA"}  # a-b share B, b-c share C, a-d share A
    lines = [f"{pair},{pair}{club},1d,{club}" for pair, clubs in people.items() for club in clubs]
    (tmp_path / "four.csv").write_text("\n".join(["pair,name,rank,club", *lines]), encoding="utf-8")
    path = tmp_path / "four"
    mcmahon("new", path, "--rounds", 1, "--set", "entrants.kind=pairs", "--bar", "none")
    mcmahon("register", path, tmp_path / "four.csv")
    mcmahon("pair", path)
    t = TournamentFolder(path).read().tournament
    names = {p.id: p.name for p in t.players}
    assert {frozenset(names[p] for p in g.players) for g in t.round(1)} == {frozenset("ac"), frozenset("bd")}
    assert same_clubs(path) == 0
    shared = {x + y for x, y in combinations("abcd", 2) if set(people[x]) & set(people[y])}
    assert shared == {"ab", "bc", "ad"}  # so of ab+cd, ac+bd and ad+bc only the second costs nothing


def test_pages_show_members_and_who_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "pairs"
    mcmahon("new", path, "--rounds", 1, "--set", "entrants.kind=pairs")
    mcmahon("add", path, "--member", "Sato, Kei 3d; club=Ulm; pin=12345678; e-mail=secret", "--member", "Maier, Jan 2k")
    mcmahon("add", path, "Tigers", "--member", "Kim, Li 1d", "--member", "Weiss, Eva 1d")
    mcmahon("absent", path, "1", "1", "--member", "Kei", "--substitute", "Bauer, Ute 1k")
    mcmahon("pair", path)
    mcmahon("publish-round", path)
    mcmahon("publish", path)
    texts = {file.name: file.read_text(encoding="utf-8") for file in path.rglob("*.html")}
    pages = {name: re.sub("</?bdi>", "", text) for name, text in texts.items()}
    assert "Bauer Ute for Sato Kei" in pages["round-1.html"]
    assert "Bauer Ute for Sato Kei" in pages["round-1-slips.html"]
    assert "Sato Kei" in pages["players.html"]
    assert "<h2>Members</h2>" in pages["player-2.html"]
    assert "Weiss Eva" in pages["player-2.html"]
    assert not any(word in text for text in pages.values() for word in ("12345678", "secret"))
    assert "pairs/members.csv" in zipfile.ZipFile(BytesIO(archive(path))).namelist()
