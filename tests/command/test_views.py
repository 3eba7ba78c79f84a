"""What the terminal shows."""

from __future__ import annotations

import json
import shlex
import sys
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from builders import played, tournament
from mcmahon.cli.board_texts import boards_text, costs_text, team_boards_lines
from mcmahon.cli.commands.file_commands import read_back_text
from mcmahon.cli.commands.journal_commands import log_lines
from mcmahon.cli.commands.player_commands import players_list_text
from mcmahon.cli.commands.question_commands import _some
from mcmahon.cli.commands.table_commands import explanation_text, groups_text, heading, standings_text
from mcmahon.cli.commands.team_commands import cups_text
from mcmahon.cli.commands.tournament_commands import setting_line
from mcmahon.cli.common import echo
from mcmahon.cli.output import columns, cut, fitted, fold, room_of_terminal, width
from mcmahon.desk.desk import Desk
from mcmahon.desk.files.grids import grid_csv, ratings_grid, standings_grid
from mcmahon.desk.journal_entries import LoggedStep
from mcmahon.desk.placing.rank import Ranked, groups, place_answer, standings_answer
from mcmahon.desk.placing.run_cups import cups
from mcmahon.desk.settings.change_settings import Setting
from mcmahon.desk.verb import plain
from mcmahon.io.formats import TournamentCounts
from mcmahon.model.placing.ratings import ExpectedRating
from mcmahon.model.placing.scores import score
from mcmahon.model.placing.sections import sections
from mcmahon.model.placing.standings import standings
from mcmahon.model.reasons.place_explained import explain_place
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.person import Player, Status
from mcmahon.model.tournament.tournament import Tournament

INSTANCES = Path(__file__).resolve().parents[2] / "instances"

GERLACH = """
 1  Bao Yun       7d  At  43   8+   3+  5+   2+  4+  5  205
 2  Bin Cho Soek  7d  Ham 42   5+   6+  4+   1-  3+  4  207
 3  Yang Zhiwei   5d  F   41   9+   1-  6+  14+  2-  3  205
 4  Yue Wang      4d  Gel 41  10+  12+  2-   8+  1-  3  205
 5  Zhou Li       5d  F   41   2-  11+  1-  23+  8+  3  203
"""
#: Final scores of the lines that the five rows refer to, so that their SOS comes out; the rest of the list is lost.
LINES = {6: 41, 7: 41} | dict.fromkeys(range(8, 14), 40) | dict.fromkeys(range(14, 23), 39) | {23: 38}


def test_the_lines_of_a_result_list_are_gerlachs() -> None:
    """Gerlach's result list (2006): place, name, strength, club, MMS, a column a round, points, SOS.

    Five rows survive, all of them with 38 points at the start, set by hand here; SOSOS, which separates lines 3 and 4,
    needs the lost rows (a rating stands in for it). The other
    players' start scores are made up so that their final scores give the five rows' SOS.
    """
    rows = [line.split() for line in GERLACH.strip().splitlines()]
    cells = {int(row[0]): row[-7:-2] for row in rows}
    finals = LINES | dict.fromkeys(cells, 38)
    wins = dict.fromkeys(finals, 0)
    rounds = []
    for number in range(5):
        games, busy = [], set()
        for line, row in cells.items():
            other, sign = int(row[number][:-1]), row[number][-1]
            if line not in busy:
                busy |= {line, other}
                result = Result.WHITE if sign == "+" else Result.BLACK
                games.append(Game(len(games) + 1, str(line), str(other), result=result))
                wins[line if sign == "+" else other] += 1
        rounds.append(Round(number + 1, tuple(games)))
    strong = {line: int(row[-10][0]) - 1 for line, row in zip(cells, rows, strict=True)}
    bar_score = 23  # 4 dan, where 20 kyu is 0
    entries = [
        Player(
            str(line),
            " ".join(rows[line - 1][1:-10]) if line in cells else f"Other {line}",
            rank=strong.get(line, 3),
            rating=3000 - line,
            club=rows[line - 1][-9] if line in cells else "X",
            correction=final - (0 if line in cells else wins[line]) - bar_score,
        )
        for line, final in finals.items()
    ]
    given = {"points__absence": 0, "placing__order": ["MMS", "SOS", "RATING"], "placing__empty_round": "zero"}
    base = tournament("4d", preset="german", rounds=6, start__bar="4d", **given)  # all still play
    t = Tournament(base.settings, tuple(entries), tuple(rounds))
    table = standings(t)
    assert all(row.mms - row.wins == 2 * 38 for row in table.rows[:5])
    printed = [line.split()[:-1] for line in standings_text(table).splitlines()[1:6]]
    from_30_kyu = 5 * 10  # where an empty round counts nothing, each of the five opponents counts from 30 kyu
    assert printed == [[*row[:-1], str(int(row[-1]) + from_30_kyu)] for row in rows]
    for row in table.rows[:5]:
        for number, cell in enumerate(row.rounds):
            back = table.rows[int(cell[:-1]) - 1].rounds[number]
            assert int(back[:-1]) == row.line
            assert {cell[-1], back[-1]} == {"+", "-"}


def test_a_shared_place_is_empty() -> None:
    lines = standings_text(standings(played(tournament("1d 1d 1d 1d"), "a=b c=d"))).splitlines()
    assert [line[:2].strip() for line in lines[1:]] == ["1", "", "", ""]


def test_provisional_standings_say_so() -> None:
    t = tournament("1d 1d", name="Spring")
    assert heading(t, standings(played(t, "a+b"))) == "Spring: standings after round 1 by MMS, SOS, CUSP"
    assert heading(t, standings(played(t, "a?b"))).endswith("; provisional: results are missing")


def test_columns_are_aligned_by_what_the_eye_sees() -> None:
    text = columns(["Name", "N"], [["李世乭", 1], ["Müller", 22], ["e\u0301", 3]], " r").splitlines()
    assert {width(line) for line in text} == {10}


@pytest.fixture
def phone(monkeypatch: pytest.MonkeyPatch) -> None:
    """A terminal of 48 columns."""
    monkeypatch.setenv("COLUMNS", "48")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)


def some_round() -> Tournament:
    t = tournament("3d 2d 1k 18k", handicap__rule="rank", start__bar="none")
    t = t.with_players([replace(p, club="A long name of a club", country="DE") for p in t.players])
    return played(t, "a?b c+d")


@pytest.mark.usefixtures("phone")
def test_on_a_phone_a_board_takes_two_lines_and_clubs_are_left_out() -> None:
    t = some_round()
    lines = boards_text(t, t.rounds[0], score(t.before(1))).splitlines()
    assert lines[:2] == ["  1  White Player-a (a) 3d", "     Black Player-b (b) 2d"]
    assert lines[3] == "     Black Player-d (d) 18k  1-0"
    assert max(map(width, lines)) <= 48


@pytest.mark.usefixtures("phone")
def test_on_a_phone_a_long_name_is_cut_and_what_does_not_fit_takes_a_third_line() -> None:
    t = some_round()
    t = t.with_players([replace(p, surname="Weißenburger-Hohenstein", first_name="Jörg-Alexander") for p in t.players])
    lines = boards_text(t, t.rounds[0], score(t.before(1))).splitlines()
    assert lines[0] == "  1  White Weißenburger-Hohenstein Jörg-… (a) 3d"
    assert lines[-3:] == [
        "  2  White Weißenburger-Hohenstein Jörg-… (c) 1k",
        "     Black Weißenburger-Hohenstein Jörg… (d) 18k",
        "           1-0",
    ]


@pytest.mark.usefixtures("phone")
def test_standings_on_a_phone_keep_what_decides_the_place() -> None:
    """Rounds go first, but the last goes after points and criteria that decide nothing; the first criterion never."""
    rounds = ["a+b c+d", "a+c b+d", "a+d b+c", "a+b c+d"]
    t = tournament("3d 2d 1k 18k", placing__order=["WINS", "SOS", "SODOS", "SOSOS"])
    long = t.with_players([replace(p, surname="A name of thirty letters or so") for p in t.players])
    for name in rounds:
        long = played(long, name)
    *lines, out = standings_text(standings(long)).splitlines()
    assert max(map(width, lines)) <= 48
    assert lines[0].split() == ["Pl", "Name", "Str", "MMS", "4", "Pt", "SOS", "SODOS"]
    assert lines[1].startswith(" 1  A name of ")
    assert out == "(no room for the columns: SOSOS, round 3, round 2, round 1, Cl.)"


@pytest.mark.parametrize("room", [25, 32, 40])
def test_standings_keep_place_name_and_the_first_criterion_longest(room: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", str(room))
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    t = played(tournament("3d 2d", placing__order=["WINS", "SOS", "SODOS"]), "a+b")
    titles = standings_text(standings(t)).splitlines()[0].split()
    decide = ["Pt", "SOS", "SODOS"][: {25: 1, 32: 2, 40: 3}[room]]
    assert [title for title in titles if title not in ("MMS", "1")] == ["Pl", "Name", "Str", *decide]


@pytest.mark.usefixtures("phone")
def test_on_a_phone_tables_leave_out_what_matters_least() -> None:
    t = some_round()
    found = players_list_text(t.players, 5, score(t.before(1)).start)
    assert found.splitlines()[0].split() == ["Id", "Name", "Rank", "Start", "Rounds", "Status"]
    assert found.splitlines()[-1] == "(no room for the columns: Rating, Club, Country)"
    assert max(map(width, found.splitlines())) <= 48
    long = t.with_players([replace(p, surname="A name of thirty letters or so") for p in t.players])
    result = standings_text(standings(long))
    assert "Cl." not in result.splitlines()[0]
    assert " MMS " in result


def test_in_a_pipe_tables_are_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unless COLUMNS says how wide what stands behind the pipe is."""
    monkeypatch.delenv("COLUMNS", raising=False)
    t = some_round()
    assert "A long name of a club/DE" in boards_text(t, t.rounds[0], score(t.before(1)))
    assert room_of_terminal() == 0
    monkeypatch.setenv("COLUMNS", "48")
    assert max(map(width, boards_text(t, t.rounds[0], score(t.before(1))).splitlines())) <= 48


@pytest.mark.usefixtures("phone")
def test_players_by_club_keep_the_club() -> None:
    t = some_round()
    found = players_list_text(t.players, 5, score(t.before(1)).start, "club")
    assert "Club" in found.splitlines()[0]
    assert "Status" in found.splitlines()[-1]


@pytest.mark.usefixtures("phone")
def test_a_long_step_is_one_line_that_a_shell_reads_back() -> None:
    words = ["mcmahon", "set", "my evening", "event.round_times=2026-11-20 19:00, 2026-11-20 19:45, 2026-11-20 20:30"]
    step = LoggedStep(7, "2026-11-20 18:00:00", shlex.join(words))
    _, text = log_lines([step])
    assert "\n" not in text  # a terminal breaks it, and copies it whole
    assert shlex.split(text)[2:] == words


def test_what_room_a_wide_column_leaves_is_for_the_newest_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without SOSOS the list is far narrower than it has to be."""
    monkeypatch.setenv("COLUMNS", "34")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    titles = ["Name", "1", "2", "3", "Pt", "SOSOS"]
    rows = [["A name of some letters", "12+", "13+", "14+", "3", "123456789012345"]]
    found = fitted(titles, rows, "    rr", ("1", "2", "3", "SOSOS"))
    assert found.splitlines()[0].split() == ["Name", "1", "2", "3", "Pt"]
    assert found.splitlines()[-1] == "(no room for the columns: SOSOS)"


def test_rounds_without_room_leave_no_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Round 2 is too wide for what is left, so round 1 is not shown beside round 3 either."""
    monkeypatch.setenv("COLUMNS", "28")
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    rows = [["A name of some letters", "1+", "12345678+", "14+", "3"]]
    found = fitted(["Name", "1", "2", "3", "Pt"], rows, "    rr", ("1", "2", "Pt"))
    assert found.splitlines()[0].split() == ["Name", "3", "Pt"]


@pytest.mark.usefixtures("phone")
def test_players_on_a_phone_keep_a_status_that_says_something() -> None:
    """The rating may be one that nobody has entered, made from the rank."""
    t = some_round()
    names = [replace(p, surname="A name of thirty letters or so") for p in t.players]
    names[1] = replace(names[1], status=Status.WITHDRAWN, rounds=frozenset({1, 3}))
    lines = players_list_text(names, 5, score(t.before(1)).start).splitlines()
    assert lines[0].split()[-1] == "Status"
    assert "Rating" not in lines[0].split()
    assert lines[2].endswith("withdrawn")
    assert max(map(width, lines[:-1])) <= 48


def test_stones_stand_with_their_komi_and_even_games_without() -> None:
    t = some_round()
    games = [replace(g, handicap=h, komi_halves=k) for g, h, k in zip(t.rounds[0], (3, 0), (1, 13), strict=True)]
    lines = boards_text(t, replace(t.rounds[0], games=tuple(games)), score(t.before(1))).splitlines()
    assert lines[1].endswith("3, komi 0.5")
    assert "komi" not in lines[2]


def test_prose_is_folded_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    class Terminal(StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("COLUMNS", "20")
    out = Terminal()
    monkeypatch.setattr(sys, "stdout", out)
    assert room_of_terminal() == 20
    echo("one two three four five six\n  in: Ann – Bo; Cy – Di  1-0\nName  Rank  Club")
    assert out.getvalue() == "one two three four\n  five six\n  in: Ann – Bo; Cy –\n    Di  1-0\nName  Rank  Club\n"


def test_lines_are_folded_between_words() -> None:
    """Words whole, with their hyphens and in a shell's quotes; wide letters take two columns."""
    assert fold("in Weißenburger-Hohenstein", 20) == "in\n  Weißenburger-Hohenstein"
    assert fold("    out: Ann – Bo; Cy – Di", 20) == "    out: Ann – Bo;\n      Cy – Di"
    assert fold("draft: `mcmahon pair 'my club'` or so", 30) == "draft: `mcmahon pair\n  'my club'` or so"
    assert fold("the players' list: Ann's", 16) == "the players'\n  list: Ann's"
    assert fold("李世乭 曺薫鉉", 12) == "李世乭\n  曺薫鉉"
    assert fold("no   more", 9) == "no   more"


def test_a_text_is_cut_by_what_the_eye_sees() -> None:
    assert cut("Ann Bo", 6) == "Ann Bo"
    assert cut("Ann Bo", 5) == "Ann…"
    assert cut("李世乭", 5) == "李世…"


def test_costs_are_told_the_dearest_first() -> None:
    assert costs_text({"seeding": 7, "family": 0, "handicap": 1200, "bye": 7}) == "handicap 1,200, bye 7, seeding 7"
    assert costs_text({"family": 0}) == "nothing"


def test_a_result_list_is_a_table_for_programs_too() -> None:
    """a beats b, c beats d, who share no club; expected ratings as they are given."""
    t = played(tournament("2d 1d 1k 2k", start__bar="none", placing__order=["MMS", "SOS", "RANK"]), "a+b c+d")
    table = standings(t.with_players([replace(t.players[0], club="Lake", country="DE")]))
    ratings = {
        p.id: ExpectedRating(replace(p, rating_is_derived=k == 1), 1, p.rating, p.rating + k - 0.25)
        for k, p in enumerate(t.players)
    }
    whole = standings_grid(t, Ranked(table))
    assert whole.names == [
        "place", "line", "id", "name", "rank", "club", "country", "MMS", "round_1", "WINS", "SOS", "RANK",
    ]  # fmt: skip
    assert whole.rows[0] == [1, 1, "a", "Player-a", "2d", "Lake", "DE", 2.0, "2+", 1.0, 0.0, "2d"]
    assert [row[2] for row in whole.rows] == ["a", "b", "c", "d"]
    parts = standings_grid(t, Ranked(table, sections(table, "club"), ratings))
    assert parts.names[:2] + parts.names[-2:] == ["section", "section_place", "rating", "expected_rating"]
    assert [(row[0], row[1], row[4], row[-1]) for row in parts.rows] == [("club Lake", 1, "a", 2199.75)]
    assert grid_csv(parts).splitlines()[1] == "club Lake,1,1,1,a,Player-a,2d,Lake,DE,2,2+,1,0,2d,2200,2199.75"
    data = json.loads(json.dumps(plain(standings_answer(Ranked(table, sections(table, "club"), ratings)))))
    assert (data["after_round"], data["provisional"]) == (1, False)
    assert [(r["id"], r["mms"], r["wins"], r["values"]["SOS"]) for r in data["rows"]] == [
        ("a", 2, 1, 0), ("b", 0, 0, 2), ("c", 0, 1, -2), ("d", -2, 0, 0),
    ]  # fmt: skip
    assert [r["rating"]["expected"] for r in data["rows"]] == [2199.75, 2100.75, 2001.75, 1902.75]
    assert data["sections"] == [{"title": "club Lake", "rows": [{"place": 1, "id": "a"}]}]
    assert "sections" not in plain(standings_answer(Ranked(table)))
    rated = ratings_grid(t, ratings)
    assert [(row[0], row[5]) for row in rated.rows] == [("a", False), ("b", True), ("c", False), ("d", False)]
    assert rated.rows[1] == ["b", "", "Player-b", "1d", 2100, True, 1, 2100.75, 0.75]


def test_a_place_is_explained_to_people_and_to_programs() -> None:
    table = standings(played(tournament("2d 1d", start__bar="none"), "a+b"))
    for name, place, first in (("a", 1, "start 1"), ("b", 2, "start 0")):
        found = explain_place(table, table.sums.players[name])
        text = explanation_text(found).splitlines()
        assert text[0] == f"Player-{name} ({name}), {'2d' if name == 'a' else '1d'}: place {place} of 2 after round 1"
        data = json.loads(json.dumps(plain(place_answer(found))))
        assert (data["id"], data["place"], data["criteria"][0]["terms"][0]) == (name, place, first)
        assert [f"  {line}" for line in data["rounds"]] == text[1:2]
        assert data["neighbours"] == text[-len(data["neighbours"]) :]


def test_a_file_that_nobody_can_read_back_is_said_to_hold_nothing() -> None:
    assert read_back_text(TournamentCounts(3, 1, 1, 1)) == "3 players, 1 rounds, 1 games, 1 byes"
    assert read_back_text(None).startswith("no tournament")


def test_long_chains_of_boards_are_cut_unless_all_are_wanted() -> None:
    boards = [f"A{k} – B{k}" for k in range(20)]
    assert _some(boards, whole=False).endswith("A5 – B5 … and 14 more (to see all: --all)")
    assert _some(boards, whole=True) == "; ".join(boards)
    assert _some(boards[:6], whole=False) == "; ".join(boards[:6])


@pytest.mark.usefixtures("phone")
def test_on_a_phone_no_board_tree_or_setting_is_torn() -> None:
    """Boards of teams take two lines, a cup a line for each match, White first; a setting stands alone on its line."""
    teams = Desk(INSTANCES / "teams8").read().tournament
    assert team_boards_lines(teams.rounds[-1], teams)[1:3] == [
        " 1.1  White Istander Ada 1k",
        "      Black Marlund Pavel 5d  0-1",
    ]
    state = Desk(INSTANCES / "youth48").read()
    first, *_ = cups(state).value
    text = cups_text([first], state.tournament)
    assert "─" not in text
    assert "Verpark Ines" in text
    assert "cup U16, quarterfinal: Lomulla Tove (7) – Verpark Ines (2): 0-1, Verpark Ines (2) wins" in text.splitlines()
    setting = Setting("start.zero", '"1d"', "start score that is shown as 0")
    assert setting_line(setting) == 'start.zero = "1d"\n  start score that is shown as 0'


def test_a_name_at_a_boundary_keeps_its_id_and_rank(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    text = groups_text(groups(Desk(INSTANCES / "congress60").read()).value)
    assert "Kalnier Olga (9) 3d 2244    at or above the bar" in text
    assert max(map(width, text.split("\n\n")[1].splitlines())) <= 80
