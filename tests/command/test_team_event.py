"""A team event of 32 teams at four boards over five rounds, run by commands, with late corrections."""

from __future__ import annotations

import json
import random
import shutil
from pathlib import Path

import mcmahon as mcmahon_
import pytest
from commands import mcmahon
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.model.judging.judge import judge
from mcmahon.model.placing.standings import standings
from mcmahon.model.teams.match_boards import match_points
from mcmahon.model.teams.people import as_people
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.tournament import Tournament

TEAMS, ROUNDS, BOARDS = 32, 5, 4


def registrations(dice: random.Random) -> list[str]:
    """Teams of three to five people and a substitute here and there, strongest first."""
    lines = []
    for k in range(1, TEAMS + 1):
        rank = dice.randint(-8, 4)
        size = 3 if k % 8 == 0 else 5 if k % 8 == 1 else 4
        for seat in range(size):
            own = rank - seat
            lines.append(f'Team {k},"Family{k}x{seat}, Given",{own + 1}d,Club {k % 11},' if own >= 0 else
                         f'Team {k},"Family{k}x{seat}, Given",{-own}k,Club {k % 11},')  # fmt: skip
        if k % 4 == 0:
            lines.append(f'Team {k},"Spare{k}, Given",15k,Club {k % 11},yes')
    return lines


def read(path: Path) -> Tournament:
    return TournamentFolder(path).read().tournament


def typed(t: Tournament, number: int, dice: random.Random) -> list[str]:
    """Every open board of a round with a result: single boards, and whole matches at once."""
    words = []
    for game in t.round(number):
        results = [dice.choice(["1-0", "0-1", "0-1", "jigo"]) for _ in game.boards]
        if any(b.incomplete for b in game.boards) or game.table % 2:
            for b, text in zip(game.boards, results, strict=True):
                words += [] if b.incomplete else [f"{game.table}.{b.game.table}", text]
        else:
            words += [str(game.table), ",".join(results)]
    return words


@pytest.mark.slow
def test_a_team_event_is_run_from_the_file_to_the_ratings(tmp_path: Path) -> None:
    dice = random.Random(11)
    lines = ["team,name,rank,club,substitute", *registrations(dice)]
    (tmp_path / "teams.csv").write_text("\n".join(lines), encoding="utf-8")
    path = tmp_path / "event"
    order = "placing.order=TEAMP,BDW,SOST,SODOS"
    settings = ("entrants.kind=teams", order, "teams.substitutes=seat")
    mcmahon("new", path, "--preset", "swiss", "--rounds", ROUNDS, *(f"--set={own}" for own in settings))
    assert "32 new" in mcmahon("register", path, tmp_path / "teams.csv").stdout
    for number in range(1, ROUNDS + 1):
        assert "proven optimal" in mcmahon("pair", path, "--certificate", tmp_path / "proof.json").stdout
        assert "proven minimal" in mcmahon("verify", tmp_path / "proof.json", path).stdout
        mcmahon("publish-round", path)
        if number == 2:  # Team 4 lacks somebody, and has a substitute; Team 5 lacks somebody and has none
            said = mcmahon("absent", path, "Team 4", "2", "--member", "2", "--substitute", "Spare4").stdout
            assert "Spare4 Given 15k plays instead" in said
            mcmahon("absent", path, "Team 5", "2", "--member", "3")
        if number == 3:  # Team 1 lets its fifth member play at board 4
            refused = mcmahon("line-up", path, "Team 1", "2", "1", "3", "5", code=2).stderr
            assert "board 1: Family1x1 Given" in refused
            mcmahon("line-up", path, "Team 1", "1", "2", "3", "5")
        mcmahon("result", path, *typed(read(path), number, dice), "--round", number)
    check_rounds(path)
    correct_late(path)
    check_people(path)


def check_rounds(path: Path) -> None:
    """Legal rounds, complete results, boards that add up, and who sat where."""
    state = TournamentFolder(path).read()
    t = state.tournament
    met = [frozenset(game.players) for drawn in t.rounds for game in drawn]
    assert len(met) == len(set(met)) == TEAMS // 2 * ROUNDS
    for drawn in t.rounds:
        assert not [broken for broken in judge(t, drawn.number, profile=state.profile) if not broken.allowed]
        people = [p for game in drawn for b in game.boards for p in b.game.players if p]
        assert len(people) == len(set(people))
        for game in drawn:
            ours, theirs = match_points(game.boards)
            decided = {Result.WHITE: ours > theirs, Result.BLACK: ours < theirs, Result.JIGO: ours == theirs}
            assert decided.get(game.result, ours == theirs == 0), (drawn.number, game.table)
            assert [b.turned for b in game.boards] == [False, True, False, True]
            assert all((b.game.by_default or b.game.result is Result.BOTH_LOSE) == b.incomplete for b in game.boards)
    own = {p.name: p for p in t.players}
    assert "spare4" not in [p for b in board_of(t, 1, own["Team 4"].id) for p in b]
    spare = next(m.id for m in own["Team 4"].members if m.substitute)
    second = [p[1] for p in board_of(t, 2, own["Team 4"].id)]
    assert second[1] == spare
    assert board_of(t, 2, own["Team 5"].id)[2][1] == ""
    assert board_of(t, 3, own["Team 1"].id)[3][1] == own["Team 1"].members[4].id
    assert all(board_of(t, k, own["Team 8"].id)[3][1] == "" for k in range(1, ROUNDS + 1))


def board_of(t: Tournament, number: int, team: str) -> list[tuple[int, str]]:
    """Number of the board and who of a team sat there."""
    game = t.round(number).game_of(team)
    assert game is not None
    side = game.players.index(team)
    return [(b.game.table, b.people()[side]) for b in game.boards]


def correct_late(path: Path) -> None:
    """A board of round 1 is turned round after round 5: the match follows, and an undo takes it back."""
    before = read(path)
    game = next(g for g in before.round(1) if g.result is Result.WHITE)
    words = [w for b in game.boards if not b.incomplete for w in
             (f"{game.table}.{b.game.table}", "0-1" if not b.turned else "1-0")]  # fmt: skip
    refused = mcmahon("result", path, *words, "--round", 1, code=2).stderr
    assert "would replace it" in refused
    said = mcmahon("result", path, *words, "--round", 1, "--again").stdout
    assert f"table {game.table}: " in said
    changed = read(path).round(1).at_table(game.table)
    assert changed is not None
    assert changed.result is Result.BLACK
    mcmahon("undo", path)
    assert read(path) == before


def check_people(path: Path) -> None:
    """Standings of teams and of people, sections by board, and the report of everybody's games."""
    t = read(path)
    rows = {row.player.id: row for row in standings(t).rows}
    people = as_people(t)
    wins = {row.player.id: row.wins for row in standings(people).rows}
    for own in t.players:
        assert rows[own.id].values["BDW"] == sum(wins.get(m.id, 0) for m in own.members)
    found = json.loads(mcmahon("standings", path, "--people", "--json").stdout)
    assert len(found["rows"]) == len(wins)
    assert "board 4" in mcmahon("standings", path, "--people", "--by", "board").stdout
    shown = json.loads(mcmahon("show", path, "--round", 2, "--json").stdout)
    assert len(shown["team_boards"]) == TEAMS // 2 * BOARDS
    mcmahon("check", path)


@pytest.mark.slow
def test_what_a_director_does_with_an_event_of_eight_teams(tmp_path: Path) -> None:
    """The instance: explain, repair, swap, a board by hand, somebody anonymous, pages."""
    path = tmp_path / "teams8"
    shutil.copytree(Path(__file__).resolve().parents[2] / "instances" / "teams8", path)
    mcmahon("pair", path)
    mcmahon("publish-round", path)
    assert "Both sides have a member from" in mcmahon("explain", path, "Alburg").stdout
    assert "TEAMP" in mcmahon("standings", path, "--explain", "Alburg").stdout
    said = mcmahon("repair", path, "--without", "Granby").stdout
    assert "bye: Harwick" in said
    drawn = read(path).round(3)
    assert all(len(g.boards) == 3 for g in drawn)
    a, b = drawn.games[0].white, drawn.games[1].white
    mcmahon("swap", path, a, b, "--anyway")
    game = read(path).round(3).games[0]
    own = read(path).by_id()
    people = {m.id for pid in game.players for m in own[pid].members}
    assert all(p in people for board in game.boards for p in board.game.players)
    assert "match of teams" in mcmahon("board", path, "1", "--handicap", "2", code=2).stderr
    said = mcmahon("board", path, "1.2", "--handicap", "2").stdout
    assert "handicap 2, komi 0.5 (changed by hand)" in said
    mcmahon("board", path, "1.2", "--white", game.white)
    first = read(path).round(3).games[0]
    assert not first.boards[1].turned
    assert first.boards[1].game.handicap == 2
    forfeit = mcmahon("result", path, "1", "0-1!").stdout
    assert "wins by forfeit" in forfeit
    assert all(b.game.by_default for b in read(path).round(3).games[0].boards)
    who = own["1"].members[0]
    mcmahon("anonymise", path, "1", "--member", "1", "--anyway")
    files = [f for f in path.rglob("*") if f.is_file()]
    assert not [
        f for f in files if who.surname.encode() in f.read_bytes() and who.first_name.encode() in f.read_bytes()
    ]
    mcmahon("publish", path)
    mcmahon("check", path, code=(0, 1))


def test_line_ups_are_for_teams_only(tmp_path: Path) -> None:
    mcmahon("new", tmp_path / "one", "--rounds", 1)
    assert "only teams have line-ups" in mcmahon("line-up", tmp_path / "one", code=2).stderr
    assert "only teams have people" in mcmahon("standings", tmp_path / "one", "--people", code=2).stderr


def test_from_python(tmp_path: Path) -> None:
    """The same as methods, with DataFrames back."""
    path = tmp_path / "teams8"
    shutil.copytree(Path(__file__).resolve().parents[2] / "instances" / "teams8", path)
    cup = mcmahon_.Director(path)
    assert list(cup.line_ups(2).table["board"])[:3] == [1, 2, 3]
    assert len(cup.team_boards(2)) == 12
    cup.pair()
    cup.publish_round()
    team = cup.tournament.round(3).games[0].white
    found = cup.line_up(team, ["1", "-", "3"])
    assert list(found.table["name"])[1] == ""
    done = cup.results({"1.1": "1-0", "2": "1-0,0-1,jigo"}, 3)
    assert list(done.table["table"]) == ["1.1", "2.1", "2.2", "2.3"]
    assert cup.standings(2, people=True).table["name"].is_unique
    assert "WINS" in [c.name for c in cup.explain_place("1.1", 2, people=True).criteria]
