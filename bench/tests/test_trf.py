"""FIDE's TRF: columns, every entry, virtual points, forbidden sets, our comments; generated and real tournaments."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
import strict_trf
from builders import (
    damaged,
    losses_of,
    played,
    played_tournaments,
    read_or_refused,
    real_data,
    same_results,
    tournament,
    with_player,
)
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from mcmahon.model.errors import InputError
from mcmahon.model.placing.scores import RoundKind, score
from mcmahon.model.placing.standings import standings
from mcmahon.model.placing.start_scores import start_scores
from mcmahon.model.tournament.games import Game, Result, Round
from mcmahon.model.tournament.person import Player, Status
from mcmahon.model.tournament.tournament import Tournament
from mcmahon_bench.tournaments.real import read_real
from mcmahon_bench.trf import read_trf, write_trf
from mcmahon_bench.trf.trf_lines import BEFORE_ROUNDS

SAMPLE = """012 Lakeside Open
142 3
152 W
162  W 1.0    D 0.5    L 0.0    P 1.0
001    1      Amber, Ada                        2190 SUI 99999901                1.0    1     2 w 1
001    2      Van Birch, Bo                     2100 GER                         0.0    3     1 b 0
001    3      Cedar, Cy                         1800                             1.0    2  0000 - U
250       3.0   1   3    1    2
### mcmahon: round=1 white=1 black=2 handicap=0 komi=7.5 board=1
"""
#: The columns of a player's line as the format has them, and after them the rounds.
PLAYER = re.compile(strict_trf.PLAYER.pattern + r"((?:  [ \d]{4} [wb-] [10=+\-UHZ]| {10})*)")
CELL = re.compile(r"  ([ \d]{4}) ([wb-]) (.)")


def read(text: str) -> Tournament:
    return read_trf(text.encode(), "t.trf").tournament


def remarks(text: str) -> str:
    return "\n".join(read_trf(text.encode(), "t.trf").report.lines())


def written(t: Tournament) -> list[str]:
    return write_trf(t).data.decode("utf-8").splitlines()


def with_code(t: Tournament, code: str) -> list[str]:
    return [line for line in written(t) if line.startswith(code)]


def starts(t: Tournament) -> dict[str, int]:
    """Whole points of start score above the lowest, by the player's name."""
    own = start_scores(t.participants(), t.settings).half_points
    return {t.player(pid).name: (value - min(own.values())) // 2 for pid, value in own.items()}


def test_the_sample_is_read() -> None:
    t = read(SAMPLE)
    assert [(p.surname, p.first_name, p.rating, p.country, p.pin) for p in t.players] == [
        ("Amber", "Ada", 2190, "CH", "99999901"), ("Van Birch", "Bo", 2100, "DE", ""), ("Cedar", "Cy", 1800, "", ""),
    ]  # fmt: skip
    assert t.rounds == (Round(1, (Game(1, "1", "2", 0, 15, Result.WHITE),), ("3",)),)
    s = t.settings
    assert (s.preset, s.name, s.rounds, s.komi, s.start.scheme) == ("swiss", "Lakeside Open", 3, 15, "swiss")
    assert (s.points.bye, s.points.absence, s.handicap.rule) == (2, 0, "none")
    assert starts(t) == {"Amber Ada": 3, "Van Birch Bo": 3, "Cedar Cy": 0}
    assert "virtual points, read as start score corrections (2)" in remarks(SAMPLE)


def test_the_lines_of_the_sample_are_written_as_they_were() -> None:
    """But for the places, which are by McMahon score, and for what our comments add."""
    lines = {line[:85] + line[89:] for line in written(read(SAMPLE))}
    assert {line[:85] + line[89:] for line in SAMPLE.splitlines()} <= lines


def cells(first: str, second: str, before: str = "") -> tuple[Tournament, str]:
    """Two players and one more without an opponent, with one round each, and what the reader remarks."""
    entries = {"A": first, "B": second, "C": "  0000 - Z"}
    lines = [f"001 {k:4}      {name:33}{'':33} 0.0 {k:4}" for k, name in enumerate(entries, 1)]
    text = before + "\n".join(line + entry for line, entry in zip(lines, entries.values(), strict=True))
    return read(text), remarks(text)


@pytest.mark.parametrize(
    ("first", "second", "white", "result", "by_default"),
    [("     2 w 1", "     1 b 0", "1", Result.WHITE, False), ("     2 b 1", "     1 w 0", "2", Result.BLACK, False),
     ("     2 w =", "     1 b =", "1", Result.JIGO, False), ("     2 w +", "     1 b -", "1", Result.WHITE, True),
     ("     2 - +", "     1 - -", "1", Result.WHITE, True), ("     2 b -", "     1 w +", "2", Result.WHITE, True),
     ("     2 w -", "     1 b -", "1", Result.BOTH_LOSE, True),
     ("     2 w 1", "     1 b 1", "1", Result.BOTH_WIN, False),
     ("     2 w *", "     1 b *", "1", Result.UNKNOWN, False), ("     2 w  ", "     1 b  ", "1", Result.UNKNOWN, False),
     ("     2 - 0", "     1 - 1", "1", Result.BLACK, False), ("     2 w W", "     1 b L", "1", Result.WHITE, False),
     ("     2 w d", "     1 b d", "1", Result.JIGO, False), ("  0002 w 1", "  0001 b 0", "1", Result.WHITE, False)],
)  # fmt: skip
def test_every_form_of_a_game(first: str, second: str, white: str, result: Result, by_default: bool) -> None:
    (game,) = cells(first, second)[0].rounds[0].games
    assert (game.white, game.result, game.by_default) == (white, result, by_default)


@pytest.mark.parametrize(
    ("entry", "kind", "points"),
    [("  0000 - U", RoundKind.BYE, 2), ("  0000 - F", RoundKind.ABSENT, 2), ("  0000 - H", RoundKind.ABSENT, 1),
     ("  0000 - Z", RoundKind.ABSENT, 0), ("", RoundKind.ABSENT, 0),
     ("  0000 - +", RoundKind.BYE, 2), ("  0000 - -", RoundKind.ABSENT, 0),
     ("       - U", RoundKind.BYE, 2), ("       - -", RoundKind.ABSENT, 0), ("       - H", RoundKind.ABSENT, 1),
     ("  0000 - *", RoundKind.ABSENT, 0), ("  0000    ", RoundKind.ABSENT, 0)],
)  # fmt: skip
def test_every_form_of_a_round_without_a_game(entry: str, kind: RoundKind, points: int) -> None:
    own = score(cells(entry, "  0000 - Z")[0]).entries["1"][0]
    assert (own.kind, own.points) == (kind, points)


def test_absences_of_different_worth_keep_their_points() -> None:
    """FIDE's byes on request: a point, a half point and none stand in one file."""
    for first, second, points in (("H", "Z", [1, 0, 0]), ("H", "F", [1, 2, 0]), ("F", "F", [2, 2, 0])):
        t, _ = cells(f"  0000 - {first}", f"  0000 - {second}", before="142 2\n")
        assert [score(t).entries[p][0].points for p in "123"] == points
        again = read("\n".join(written(t)))
        assert [score(again).entries[p][0].points for p in "123"] == points


def test_what_contradicts_itself_is_told() -> None:
    assert "who name somebody else" in cells("     2 w 1", "     9 b 0")[1]
    assert "contradictory results" in cells("     2 w 1", "     1 b =")[1]
    assert "both players have the same colour" in cells("     2 w 1", "     1 w 0")[1]
    assert "rounds that cannot be read" in cells("  A&B1 w 1", "  0000 - Z")[1]


def test_a_bye_is_worth_what_line_162_says() -> None:
    t, _ = cells("  0000 - U", "", before="162  W 1.0    D 0.5    L 0.0    Z 0.0    P 0.5\n")
    assert (t.settings.points.bye, score(t).entries["1"][0].points) == (1, 1)
    assert (
        "points for a game other than 1" in cells("  0000 - U", "", before="162  W 3.0    D 1.0    L 0.0    P 1.5\n")[1]
    )
    small = played(tournament("1d 1d 1d", preset="bga", rounds=1), "a+b", byes="c")
    assert with_code(small, "162") == ["162  W 1.0    D 0.5    L 0.0    P 0.5"]


def test_old_codes_and_odd_files_are_read() -> None:
    plain = "\n".join(line for line in SAMPLE.splitlines() if line[:3] not in ("142", "152", "250"))
    old = plain + "\nXXR 4\nXXC white1\nXXA    1  2.0  2.0  2.0  2.0\nXXP 1 3\n013 Team\n### a comment\n999\n"
    t = read(old)
    assert (t.settings.rounds, starts(t)["Amber Ada"]) == (4, 2)
    assert t.settings.pairing.forbid == ((("1", "3"), (), ""),)
    assert "lines not kept (2): 013, 999" in remarks(old)
    for text in (SAMPLE.replace("\n", "\r"), SAMPLE.replace("\n", "\r\n"), "\ufeff" + SAMPLE):
        assert read(text) == read(SAMPLE)
    gaps = SAMPLE.replace("001    3", "001    7")
    assert read(gaps).rounds == read(SAMPLE).rounds
    assert "start numbers with gaps" in remarks(gaps)
    two_of_three = read(SAMPLE.replace("1   3    1    2", "1   2    1    2")).settings
    assert two_of_three.start.acceleration == ("1-2 3 players 1 2",)
    assert "lines that cannot be read (1): 250" in remarks(SAMPLE.replace("1   3    1    2", "x   2    1    2"))
    assert "comments that cannot be read (1): line 10" in remarks(SAMPLE + '### mcmahon: player="1\n')
    days = read("042 2026/03/07\n052 2026/03/08\n022 Seestadt\n032 SUI\n122 60 min + 30 s\n" + SAMPLE).settings.event
    assert (days.begin, days.end, days.place, days.country, days.basic_time) == (
        "2026-03-07", "2026-03-08", "Seestadt", "CH", 60,
    )  # fmt: skip
    assert "headers that cannot be read (1): 042 2026/13/07" in remarks("042 2026/13/07\n" + SAMPLE)
    sexed = SAMPLE.replace("001    1      Amber", "001    1 w GM Amber")
    assert read(sexed).player("1").extra == (("sex", "w"), ("title", "GM"))
    assert with_code(read(sexed), "001    1")[0].startswith("001    1 w GM Amber, Ada ")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "no player"),
        ("012 Only a name\n", "no player"),
        (SAMPLE.replace("001    2", "001    x"), "not a start number"),
        (SAMPLE.replace("001    2", "001    1"), "this start number appears twice"),
    ],
)
def test_what_cannot_be_read_is_an_error_that_says_why(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(text)


def mcmahon() -> Tournament:
    """Two players on the bar, one below, three on the floor; the second round has not been drawn."""
    t = tournament("3d 2d 1d 3k 9k 9k", preset="bga", rounds=4, start__bar="2d", start__floor="3k")
    return played(t, "a+b d-c", byes="e", absent="f")


def test_columns_are_exact() -> None:
    t = with_player(mcmahon(), "b", surname="Ödegård", first_name="Åse", country="NO", pin="12345678")
    lines = with_code(t, "001")
    assert [len(line) for line in lines] == [BEFORE_ROUNDS + 10] * 6
    assert all(PLAYER.fullmatch(line) for line in lines)
    assert lines[1][:BEFORE_ROUNDS] == (
        "001    2      Ödegård, Åse                      2200 NOR 12345678                0.0    2"
    )
    before = with_code(tournament("3d 2d", start__bar="none"), "001")
    assert [len(line) for line in before] == [BEFORE_ROUNDS] * 2


def test_start_scores_are_ranges_of_virtual_points_in_all_rounds() -> None:
    t = mcmahon()
    assert with_code(t, "250") == ["250       4.0   1   4    1    2", "250       3.0   1   4    3    3"]
    after = read("\n".join(written(t)))
    assert starts(after) == starts(t)
    assert (after.settings.start.scheme, after.settings.start.bar, after.settings.start.floor) == ("rank", "2d", "3k")
    assert (after.settings.handicap.rule, after.settings.handicap.reduction) == ("mms", 1)
    assert [p.correction for p in after.players] == [0] * 6


def test_points_are_without_virtual_points() -> None:
    rows = [PLAYER.fullmatch(line) for line in with_code(mcmahon(), "001")]
    assert [row[9] for row in rows if row] == [" 1.0", " 0.0", " 1.0", " 0.0", " 0.5", " 0.5"]


@pytest.mark.parametrize("preset", ["bga", "swiss"])
def test_corrections_are_virtual_points_too(preset: str) -> None:
    t = tournament("1d 1d 1d 1d", preset=preset, start__bar="1d", rounds=3)
    t = with_player(with_player(t, "c", correction=2), "d", correction=-1)
    assert with_code(t, "250") == ["250       3.0   1   3    1    1", "250       1.0   1   3    2    3"]
    after = read("\n".join(written(t)))
    assert starts(after) == starts(t)
    assert sorted(p.correction for p in after.players) == [-1, 0, 0, 2]


def test_start_scores_of_groups_become_corrections() -> None:
    t = tournament("5d 4d 3d 2d 1d 1k", start__scheme="bands", start__bands=["6d-4d", "3d-2d", "1d-5k"], rounds=3)
    after = read("\n".join(written(t)))
    assert starts(after) == starts(t)
    without_comments = read("\n".join(line for line in written(t) if not line.startswith("###")))
    assert starts(without_comments) == starts(t)
    assert without_comments.settings.start.scheme == "swiss"


def test_forbidden_sets_have_their_rounds() -> None:
    forbid = [
        {"players": ["a", "b"], "rounds": "1-2,4"},
        {"players": ["c"], "against": ["d", "e"]},
        {"players": ["e", "f"]},
    ]
    t = tournament("6d 5d 4d 3d 2d 1d", start__bar="none", rounds=4, pairing__forbid=forbid)
    assert with_code(t, "260") == [
        "260   1   2    1    2", "260   4   4    1    2", "260   1   4    3    4", "260   1   4    3    5",
        "260   1   4    5    6",
    ]  # fmt: skip
    after = read("\n".join(written(t)))
    assert after.settings.pairing.forbid == (
        (("1", "2"), (), "1-2,4"), (("3", "4"), (), ""), (("3", "5"), (), ""), (("5", "6"), (), ""),
    )  # fmt: skip


def test_rounds_to_come_that_are_missed_come_back() -> None:
    t = tournament("6d 5d 4d 3d", start__bar="none", rounds=3)
    t = with_player(with_player(t, "b", rounds=frozenset({1, 3})), "d", status=Status.WITHDRAWN, rounds=frozenset({1}))
    t = played(t, "a+b c+d")
    assert with_code(t, "240") == ["240 H   2    2    4", "240 H   3    4"]
    after = read("\n".join(written(t)))
    assert [p.rounds for p in after.players] == [None, frozenset({1, 3}), None, frozenset({1})]


def new_ids(before: Tournament, after: Tournament) -> dict[str, str]:
    """The ids after the way through a file, by those before: names are different in all these tests."""
    by_name = {player.name: player.id for player in after.players}
    assert len(by_name) == len(before.players)
    return {player.id: by_name[player.name] for player in before.players}


def round_trip(before: Tournament) -> Tournament:
    data = write_trf(before).data
    for line in data.decode("utf-8").splitlines():
        if line.startswith("001"):
            match = PLAYER.fullmatch(line.ljust(BEFORE_ROUNDS + 10 * len(before.rounds)))
            assert match is not None, line
    after = read_trf(data, "t").tournament
    ids = new_ids(before, after)
    same_results(before, after, ids)
    for old in before.players:
        new = after.player(ids[old.id])
        for name in ("surname", "first_name", "rank", "pro", "club", "country", "pin"):
            assert getattr(new, name) == getattr(old, name), name
    assert starts(after) == starts(before)
    for old_round, new_round in zip(before.rounds, after.rounds, strict=True):
        boards = {(g.table, ids[g.white], ids[g.black], g.handicap, g.komi_halves) for g in old_round}
        assert {(g.table, g.white, g.black, g.handicap, g.komi_halves) for g in new_round} == boards
    return after


@pytest.mark.slow
@given(played_tournaments())
@settings(max_examples=80, deadline=None)
def test_a_generated_tournament_comes_back(t: Tournament) -> None:
    assume(t.participants())  # the others are in no such file
    after = round_trip(replace(t, players=tuple(t.participants())))
    assert after.settings.points.bye == t.settings.points.bye


@given(played_tournaments())
@settings(max_examples=40, deadline=None)
def test_points_are_the_sum_of_the_rounds(t: Tournament) -> None:
    """Chess engines refuse a file in which they are not."""
    worth = {"1": 2, "+": 2, "=": 1, "H": 1, "U": t.settings.points.bye}
    assume(t.participants())
    lines = with_code(t, "001")
    assert len(lines) == len(t.participants())
    for line in lines:
        signs = [match[3] for match in CELL.finditer(line[BEFORE_ROUNDS:])]
        assert 2 * float(line[80:84]) == sum(worth.get(sign, 0) for sign in signs)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["balma2019", "bydgoszcz2019", "egc2011_main", "lyon2020", "metu_summer2020", "winterthur2019"]
)
def test_a_real_tournament_comes_back(name: str) -> None:
    t = read_real(real_data() / "tournaments" / f"{name}.json")
    t = replace(t, players=tuple(t.participants()))
    after = round_trip(t)
    ids = new_ids(t, after)
    if t.settings.points.round_down == "none":
        old, new = score(t), score(after)
        shift = {old.mms(p.id) - new.mms(ids[p.id]) for p in t.players}
        assert len(shift) == 1
    ratings = {ids[p.id]: p.rating for p in t.players if p.rating >= 0}
    assert {pid: after.player(pid).rating for pid in ratings} == ratings


def test_names_of_every_kind_come_back() -> None:
    t = tournament("1d 1d 1d 1d", start__bar="none")
    named = [("Ødegård", "Åse"), ("Nguyễn Văn", ""), ("O'Brien-Smith", "José María"), ("李", "世乭")]
    players = [
        replace(p, surname=s, first_name=f, club='St. Anna\'s "Go"') for p, (s, f) in zip(t.players, named, strict=True)
    ]
    after = read_trf(write_trf(t.with_players(players)).data, "t").tournament
    assert sorted((p.surname, p.first_name) for p in after.players) == sorted(named)
    assert {p.club for p in after.players} == {'St. Anna\'s "Go"'}
    odd = with_player(t, "a", surname="Lin,\n  e", first_name="\x07" + "x" * 40)
    assert with_code(odd, "001    1")[0][14:48] == "Lin  e, _" + "x" * 24 + " "


def test_losses_are_named() -> None:
    t = tournament(
        "1d 1d 1d 1d 1d", rounds=2, points__absence=1, event__basic_time=60, event__overtime="fischer",
        pairing__force=[{"players": ["a", "b"]}], start__scheme="regular",
    )  # fmt: skip
    t = with_player(t, "a", surname="A" * 40, groups=("family",), aga="12", rating=-100, extra=(("meal", "fish"),))
    t = with_player(with_player(t, "b", status=Status.WITHDRAWN, pin="1" * 12), "e", status=Status.PRELIMINARY)
    t = t.with_round(Round(1, (Game(1, "a", "b", 3, 7, Result.VOID),), byes=("c",)))
    t = t.with_round(Round(2, (Game(1, "c", "d"),)))
    lost = losses_of("trf", t.with_round(Round(3, draft=True)))
    for words in (
        "names shortened to 33 letters", "pins shortened to eleven", "ratings below 0", "entries that have not played",
        "games without a result yet are left blank, and kept only in comments (1): round 2 table 1",
        "without a result, and jigo",
        "the draft round", "withdrawals", "groups, not kept", "AGA number, not kept", "other columns",
        "added up, not rounded down", "the scheme regular", "pairing.force=",
        "event.overtime=fischer",
        "table and the settings of points and places are kept only in comments",
    ):  # fmt: skip
        assert words in lost, words


def test_a_tournament_of_nobody_is_refused() -> None:
    t = replace(tournament("1d"), players=(Player("a", "A", status=Status.PRELIMINARY),))
    with pytest.raises(InputError, match="0 players take part"):
        write_trf(t)


def test_the_standings_of_a_mcmahon_are_by_its_score() -> None:
    after = read("\n".join(written(mcmahon())))
    assert [row.player.name for row in standings(after).rows][:3] == ["Player-a", "Player-b", "Player-c"]


@pytest.mark.slow
@given(st.binary(max_size=200) | st.binary(max_size=40).map(lambda junk: SAMPLE.encode() + junk))
@settings(max_examples=200, deadline=None)
def test_any_bytes_give_a_tournament_or_an_error(data: bytes) -> None:
    assert read_or_refused(read_trf, data)


FULL = SAMPLE + (
    "240 H   2    1\n260   1   3    1    2\nXXA    3  1.0  1.0  1.0\nXXP 1 2\n"
    "### mcmahon: scheme=rank bar=2d floor=5k komi=6.5\n### mcmahon: player=1 rank=2d club=Sees correction=1\n"
    "### mcmahon: round=2 white=1 black=2 handicap=3 komi=0.5 board=4 result=unknown\n### mcmahon: round=1 unpaired=3\n"
)


def test_points_with_hundreds_of_digits_are_left_out() -> None:
    text = re.sub(r"(?m)^162.*$", f"162 W 1.0 D 0.5 P {'9' * 400}.0", FULL)
    assert "9999" in text
    assert read_or_refused(read_trf, text.encode())


@pytest.mark.slow
@given(damaged(FULL, "-", "nan", "'", "0"))
@settings(max_examples=400, deadline=None)
def test_a_damaged_sample_gives_a_tournament_or_an_error(data: bytes) -> None:
    assert read_or_refused(read_trf, data)


@pytest.mark.parametrize("preset", ["swiss", "egf"])
def test_virtual_points_are_written_and_read_by_player_and_round(preset: str) -> None:
    """Beside the start scores of a McMahon; the players are named, as a file has no shares."""
    accelerated = {"start__acceleration": ["baku"], "pairing__rounding": "half"}
    t = tournament("3d 2d 1d 1k 2k 3k", preset, rounds=5, **accelerated)
    text = write_trf(t).data.decode()
    back = read(text)
    own, again = score(t), score(back)
    rows = {t.player(pid).name: row for pid, row in own.virtual.items()}
    assert rows == {back.player(pid).name: row for pid, row in again.virtual.items()}
    assert set(map(tuple, rows.values())) == {(2, 2, 1)}
    start = {p.name: own.start[p.id] - min(own.start.values()) for p in t.players}
    assert start == {p.name: again.start[p.id] - min(again.start.values()) for p in back.players}
    assert back.settings.pairing.rounding == "half"
